//! Letters that the two sides of an equation tell to be operators: `H\psi = E\psi`, `T(v + w) = Tv + Tw`.

use super::{Look, STATES};
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};

impl Look<'_> {
    /// `H\psi = E\psi`: what acts on one state.
    pub(super) fn states(&mut self, sides: &[Tree]) {
        let factors = |side: &Tree| matches!(side.head, Head::Product(_));
        let operator = |side: &Tree| {
            let name = side.args.first().and_then(Tree::root_symbol)?;
            let named = factors(side) && (capital(name) || name.starts_with(r"\hat{"));
            named.then(|| name.to_owned())
        };
        let acts = |one: &Tree, other: &Tree| {
            let last = one.args.last()?;
            // `Av_i = \lambda_i v_i`
            let numbered = last.head == Head::Index && one.args.len() == 2 && factors(other);
            let state = match numbered {
                true => last.root_symbol().filter(|n| !capital(n))?,
                false => last.symbol().filter(|n| STATES.contains(n))?,
            };
            let same = |t: &Tree| match numbered {
                true => t.says_as(last),
                false => t.symbol() == Some(state),
            };
            let found = same(other) || factors(other) && other.args.iter().any(same);
            Some((operator(one).filter(|_| found)?, state.to_owned()))
        };
        for pair in sides.windows(2) {
            for (one, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
                let Some((name, state)) = acts(one, other) else {
                    continue;
                };
                let known = [Some(name), operator(other), Some(state)];
                known.iter().flatten().for_each(|n| self.tell(n));
            }
        }
    }

    /// `T(v + w) = Tv + Tw`: what is applied to vectors one by one.
    pub(super) fn linear(&mut self, sides: &[Tree]) {
        let map = |t: &Tree| t.symbol().filter(|n| capital(n)).map(str::to_owned);
        let sum = |t: &Tree| matches!(t.head, Head::Sum(..));
        for side in sides {
            let (Head::Product(_), [of, vectors]) = (&side.head, side.args.as_slice()) else {
                continue;
            };
            let Some(name) = map(of).filter(|_| sum(vectors)) else {
                continue;
            };
            let letters: Vec<&str> = vectors.args.iter().filter_map(vector).collect();
            let applied = |t: &Tree| match (&t.head, t.args.as_slice()) {
                (Head::Product(joins), [of, last]) => {
                    joins.iter().all(|j| *j == Join::Beside)
                        && map(of).as_ref() == Some(&name)
                        && vector(last).is_some_and(|n| letters.contains(&n))
                }
                _ => false,
            };
            let parted = |t: &Tree| sum(t) && t.args.iter().all(applied);
            if letters.len() == vectors.args.len() && sides.iter().any(parted) {
                self.tell(&name);
            }
        }
    }

    /// `Tf(x) = \int K(x, y) f(y)\,dy`, `Af(x) = f(x + 1) - f(x)`: what takes a function to an integral
    /// of it, or to values of it at other places.
    pub(super) fn integrated(&mut self, sides: &[Tree]) {
        let integral = |t: &Tree| matches!(t.head, Head::Apply(op) | Head::Binder(op, _) if self.integrals.contains(&op));
        fn elsewhere(tree: &Tree, value: &Tree) -> bool {
            let here = tree.head == Head::Call && tree.headed() == value.headed();
            let other = here && !tree.says_as(value);
            other || !here && tree.args.iter().any(|t| elsewhere(t, value))
        }
        let mut found = Vec::new();
        for (at, side) in sides.iter().enumerate() {
            let (Head::Product(joins), [of, value]) = (&side.head, side.args.as_slice()) else {
                continue;
            };
            // `W_\psi f(a, b)`
            let family =
                of.head == Head::Index && of.args[1].symbol().is_some_and(|n| n.starts_with('\\'));
            let name = match family {
                true => of.root_symbol(),
                false => of.symbol(),
            };
            let name = name.filter(|n| n.len() == 1 && capital(n));
            let function = value.headed().filter(|_| value.head == Head::Call);
            let integral = |t: &Tree| {
                let product = family && matches!(t.head, Head::Product(_));
                integral(t) || product && t.args.iter().any(integral)
            };
            if let (Some(name), Some(function), [Join::Beside]) = (name, function, &joins[..]) {
                let mut others = sides.iter().enumerate().filter(|(i, _)| *i != at);
                if others.any(|(_, t)| {
                    integral(t) && t.mentions(function)
                        || value.args.len() == 2
                            && value.args[1].symbol().is_some()
                            && elsewhere(t, value)
                }) {
                    found.push(name);
                }
            }
        }
        found.into_iter().for_each(|name| self.tell(name));
    }

    /// `Af = \lim_{t \to 0} \frac{P_t f - f}{t}`: what generates the operators before the same function.
    pub(super) fn generated(&mut self, sides: &[Tree]) {
        fn moved(tree: &Tree, function: &str) -> bool {
            let here = match (&tree.head, tree.args.as_slice()) {
                (Head::Product(joins), [operator, last]) => {
                    joins[..] == [Join::Beside]
                        && operator.head == Head::Index
                        && operator.args[0].symbol().is_some_and(capital)
                        && last.symbol() == Some(function)
                }
                _ => false,
            };
            here || tree.args.iter().any(|t| moved(t, function))
        }
        for (at, side) in sides.iter().enumerate() {
            let (Head::Product(joins), [of, function]) = (&side.head, side.args.as_slice()) else {
                continue;
            };
            if let (Some(name), Some(function), [Join::Beside]) =
                (of.symbol(), function.symbol(), &joins[..])
                && matches!(name, "A" | "L" | "G")
                && matches!(function, "f" | "g" | "u" | "x")
            {
                let mut others = sides.iter().enumerate().filter(|(i, _)| *i != at);
                if others.any(|(_, t)| moved(t, function)) {
                    self.note(name);
                    self.note(function);
                }
            }
        }
    }

    /// `T_wT_s = T_{ws}`: what stands for the elements of a group multiplies as they do.
    pub(super) fn represented(&mut self, sides: &[Tree]) {
        let of_one = |product: &Tree, whole: &Tree| {
            let (Head::Product(joins), [one, other]) = (&product.head, product.args.as_slice())
            else {
                return None;
            };
            let index = |t: &'_ Tree| match (&t.head, t.args.as_slice()) {
                (Head::Index, [letter, below]) => {
                    Some((letter.symbol()?.to_owned(), below.clone()))
                }
                _ => None,
            };
            let ((name, first), (second_name, second)) = (index(one)?, index(other)?);
            let (whole_name, below) = index(whole)?;
            let same = name == second_name && name == whole_name && joins[..] == [Join::Beside];
            let multiplied = matches!(below.head, Head::Product(_))
                && below.args.len() == 2
                && below.args[0].says_as(&first)
                && below.args[1].says_as(&second)
                && !first.says_as(&second)
                && !matches!(first.head, Head::Number(_));
            (same && multiplied).then_some(name)
        };
        for pair in sides.windows(2) {
            let name = of_one(&pair[0], &pair[1]).or_else(|| of_one(&pair[1], &pair[0]));
            if let Some(name) = name {
                self.tell(&name);
            }
        }
    }
}

/// The letter of a vector.
fn vector(tree: &Tree) -> Option<&str> {
    tree.root_symbol()
        .filter(|name| matches!(*name, "u" | "v" | "w" | "x" | "y" | "z"))
}
