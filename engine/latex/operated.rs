//! Names of operators and functors, whose products keep their order: `H\psi = E\psi`,
//! `(D - 1)(D - 2)y = 0`, `FX \to FY`, `AC \otimes BD`.

mod acted;
mod groups;

use super::elaborate::commutes;
use super::kinds::capital;
use super::table::Table;
use super::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::term::Op;
use acted::flows;
pub(in crate::latex) use acted::related;
use smallvec::SmallVec;

/// As many sides of a chain are compared with each other.
const SIDES: usize = 16;

/// Letters of states, on which operators act.
const STATES: &[&str] = &[r"\psi", r"\Psi", r"\phi", r"\Phi", r"\varphi", r"\chi"];

/// Letters of functions that are derived.
const DERIVED: &[&str] = &["y", "u", "f", "x", "z", "v", "w"];

/// Letters of objects, which functors are applied to.
const OBJECTS: &[&str] = &["X", "Y", "Z", "A", "B", "C"];

/// Letters of functors.
const FUNCTORS: &[&str] = &["F", "G", "H", "T", "U", "L", "R"];

/// Calligraphic letters of transforms and other operators.
const TRANSFORMS: &[&str] = &["A", "B", "D", "F", "G", "H", "K", "L", "S", "T", "U", "W"];

/// What keeps its order.
#[derive(Default)]
pub(super) struct Operated {
    pub(super) names: Vec<String>,
    /// Those among the names that tell it: other letters would be numbers.
    pub(super) telling: Vec<String>,
    /// Those of groups, of which a text says as much.
    pub(super) parted: Vec<String>,
}

/// Whether this is the letter of a state.
pub(super) fn is_state(name: &str) -> bool {
    STATES.contains(&name)
}

struct Look<'t> {
    otimes: Option<Op>,
    tends: Option<Op>,
    eq: Option<Op>,
    quotient: Option<Op>,
    member: Option<Op>,
    /// What joins statements.
    connectives: [Option<Op>; 4],
    integrals: &'t [Op],
    /// Capital letters that have values: `M(\xi^2)`.
    called: SmallVec<[&'t str; 4]>,
    /// Capital letters right before another letter: `M\xi`.
    before: SmallVec<[[&'t str; 2]; 2]>,
    /// Groups before elements, and with them below, that bars stand around.
    orbits: SmallVec<[[&'t str; 2]; 2]>,
    stabilisers: SmallVec<[[&'t str; 2]; 2]>,
    found: Operated,
}

/// The names whose products keep their order.
pub(super) fn names(tree: &Tree, table: &Table) -> Operated {
    let mut look = Look {
        otimes: table.named("otimes"),
        tends: table.tends,
        eq: table.eq,
        quotient: table.named("quotient"),
        member: table.member,
        connectives: [
            table.implies,
            table.named("iff"),
            table.named("and"),
            table.named("or"),
        ],
        integrals: &table.integrals,
        called: SmallVec::new(),
        before: SmallVec::new(),
        orbits: SmallVec::new(),
        stabilisers: SmallVec::new(),
        found: Operated::default(),
    };
    let functors = |name: &str| FUNCTORS.contains(&name);
    if let Some([before @ .., last]) = word(tree)
        && before.len() > 1
        && before.iter().all(|t| t.symbol().is_some_and(functors))
        && last.symbol().is_some_and(|n| OBJECTS.contains(&n))
    {
        look.words(tree);
    }
    look.within(tree);
    // `D(\xi) = M(\xi^2) - (M\xi)^2`
    for [name, of] in std::mem::take(&mut look.before) {
        if look.called.contains(&name) {
            look.note(name);
            look.note(of);
        }
    }
    look.found
}

impl<'t> Look<'t> {
    fn within(&mut self, tree: &'t Tree) {
        self.relates(tree);
        self.acts(tree);
        self.values(tree);
        match &tree.head {
            Head::Product(_) => {
                self.product(tree);
                self.derivation(tree);
                self.cosets(tree);
                self.bracketed(tree);
            }
            Head::Chain(ops) if ops.iter().all(|op| Some(*op) == self.eq) => {
                self.states(&tree.args);
                let sides = &tree.args[..tree.args.len().min(SIDES)];
                self.linear(sides);
                self.integrated(sides);
                self.represented(&tree.args);
                self.generated(sides);
                self.homomorphic(sides);
                self.invariant(sides);
                self.permuted(sides);
            }
            Head::Fence(_) => self.orbits(tree),
            Head::Index => self.entries(tree),
            Head::Chain(ops) if ops.iter().all(|op| Some(*op) == self.tends) => {
                let large = |t: &Tree| t.symbol().is_some_and(capital) || word(t).is_some();
                if tree.args.iter().all(large) {
                    tree.args.iter().for_each(|side| self.words(side));
                }
            }
            Head::Apply(op) if Some(*op) == self.otimes => {
                for factor in tree
                    .args
                    .iter()
                    .filter(|t| matches!(t.head, Head::Product(_)))
                {
                    self.all(factor);
                }
            }
            // `G/H` is told by its letters.
            Head::Apply(op)
                if Some(*op) == self.quotient
                    && tree.args.iter().all(|t| t.symbol().is_some_and(capital)) =>
            {
                let names = tree.args.iter().filter_map(Tree::symbol);
                self.found.parted.extend(names.map(str::to_owned));
            }
            Head::Pair(open, _) if open == "[" && (commutes(tree) || capitals(tree)) => {
                let named = |t: &Tree| t.root_symbol().map(str::to_owned);
                let factors = |t: &Tree| match t.head {
                    Head::Product(_) => t.args.iter().filter_map(named).collect(),
                    _ => named(t).into_iter().collect::<Vec<_>>(),
                };
                let letters = tree.args.iter().flat_map(factors);
                letters.for_each(|name| self.note(&name));
            }
            Head::Call if tree.headed().is_some_and(of_maps) => {
                tree.args[1..].iter().for_each(|arg| {
                    self.words(arg);
                    self.image(arg);
                });
            }
            _ => {}
        }
        for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
            self.within(arg);
        }
    }

    /// Capital letters that are called, and those that stand right before all of the rest of a
    /// product.
    fn values(&mut self, tree: &'t Tree) {
        let large = |t: &'t Tree| t.symbol().filter(|n| n.len() == 1 && capital(n));
        match (&tree.head, tree.args.as_slice()) {
            (Head::Call, [function, _]) => self.called.extend(large(function)),
            (Head::Product(joins), [function, argument]) if joins[..] == [Join::Beside] => {
                if let (Some(name), Some(of)) = (large(function), argument.symbol())
                    && tree.closed
                {
                    self.before.push([name, of]);
                }
            }
            _ => {}
        }
    }

    /// A calligraphic letter right before a function or a vector is an operator: `\mathcal{F}f`,
    /// `y = \mathcal{T}x`.
    fn transforms(&mut self, tree: &Tree) {
        let Head::Product(joins) = &tree.head else {
            return;
        };
        let transform = |name: &&str| {
            let letter = name
                .strip_prefix(r"\mathcal{")
                .or(name.strip_prefix(r"\mathscr{"));
            let letter = letter.and_then(|rest| rest.strip_suffix('}'));
            letter.is_some_and(|letter| TRANSFORMS.contains(&letter))
        };
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            let value = pair[1]
                .root_symbol()
                .is_some_and(|n| DERIVED.contains(&n) || matches!(n, "g" | "h"));
            let name = pair[0].symbol().filter(transform);
            if let (Join::Beside, Some(name), true) = (*join, name, value) {
                self.note(name);
            }
            if *join == Join::Beside && flows(&pair[0], &pair[1]) {
                let names = [
                    pair[0].root_symbol(),
                    pair[1].root_symbol().or(pair[1].headed()),
                ];
                names.iter().flatten().for_each(|name| self.note(name));
            }
            if *join == Join::Beside && moves(&pair[0], &pair[1]) {
                let names = [pair[0].headed(), pair[1].symbol()];
                names.iter().flatten().for_each(|name| self.note(name));
            }
            // `T_n f`
            let numbered = matches!((&pair[0].head, pair[0].args.as_slice()),
                (Head::Index, [letter, number]) if letter.symbol() == Some("T")
                    && matches!(number.symbol(), Some("n" | "m" | "p" | "q" | r"\ell")));
            let function = pair[1].symbol().or(pair[1].headed());
            if *join == Join::Beside && numbered && matches!(function, Some("f" | "g")) {
                self.tell("T");
            }
        }
    }

    /// A sum in brackets before a state, or derivatives less numbers before a function.
    fn product(&mut self, tree: &Tree) {
        self.transforms(tree);
        self.pulls(tree);
        let Some((last, before)) = tree.args.split_last() else {
            return;
        };
        let Some(name) = last.root_symbol().or(last.headed()) else {
            return;
        };
        // `f_*\mathcal{O}_X`, `i^*\mathcal{F}`, `f^{-1}\mathcal{G}`
        if name.starts_with(r"\mathcal{") || name.starts_with(r"\mathscr{") {
            for map in before.iter().filter(|t| starred(t) || pulled_back(t)) {
                map.root_symbol().into_iter().for_each(|n| self.note(n));
                self.note(name);
            }
        }
        let state = STATES.contains(&name);
        let derived = DERIVED.contains(&name);
        for factor in before {
            // `(D - 2)^2 y`, `(-\Delta)^s u`
            let power = factor.head == Head::Power;
            let sum = if power { &factor.args[0] } else { factor };
            if !matches!(sum.head, Head::Sum(..)) || !sum.closed {
                continue;
            }
            let letters = sum
                .args
                .iter()
                .filter_map(|t| t.root_symbol().filter(|n| capital(n)));
            let mut letters: Vec<&str> = letters.collect();
            let sole = letters
                .iter()
                .all(|n| *n == "D" || power && *n == r"\Delta");
            // `(\lambda - A)^{-1} x`
            let spectral = |t: &Tree| matches!(t.symbol(), Some(r"\lambda" | "z" | r"\mu"));
            let resolvent = power
                && letters.len() == 1
                && super::parse::minus_one(&factor.args[1])
                && sum.args.iter().any(spectral);
            if !letters.is_empty() && (state && !power || derived && (sole || resolvent)) {
                letters.push(name);
                letters.iter().for_each(|n| self.tell(n));
            }
        }
    }

    /// Maps along which forms are pulled back, one after the other or one before a form: `f^* g^*`,
    /// `\gamma^*\omega`.
    fn pulls(&mut self, tree: &Tree) {
        let map = |t: &Tree| {
            let named = matches!(
                t.root_symbol(),
                Some("f" | "g" | "h" | "F" | "G" | "i" | "j" | "c")
                    | Some(r"\phi" | r"\varphi" | r"\gamma" | r"\iota" | r"\sigma" | r"\pi")
            );
            named && starred(t)
        };
        let form = |t: &Tree| matches!(t.symbol(), Some(r"\omega" | r"\eta"));
        let pulled = match tree.args.as_slice() {
            [one, other] => map(one) && (map(other) || form(other)),
            several => several.iter().all(map),
        };
        if pulled {
            let names = tree.args.iter().filter_map(Tree::root_symbol);
            names.for_each(|name| self.note(name));
        }
    }

    /// `X(Yf)`: fields that a function is derived along, one after the other.
    fn derivation(&mut self, tree: &Tree) {
        let [.., outer, bracket] = tree.args.as_slice() else {
            return;
        };
        let field = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
        let function =
            |t: &Tree| matches!(t.symbol(), Some("f" | "g" | "h" | r"\phi" | r"\varphi"));
        if let (Head::Product(_), [inner, derived]) = (&bracket.head, bracket.args.as_slice())
            && bracket.closed
            && field(outer)
            && field(inner)
            && function(derived)
        {
            let letters = [outer, inner, derived].into_iter().filter_map(Tree::symbol);
            letters.for_each(|name| self.note(name));
        }
    }

    /// `H\psi = E\psi`: what acts on one state.
    fn states(&mut self, sides: &[Tree]) {
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
    fn linear(&mut self, sides: &[Tree]) {
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
    fn integrated(&mut self, sides: &[Tree]) {
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
            let name = of.symbol().filter(|n| n.len() == 1 && capital(n));
            let function = value.headed().filter(|_| value.head == Head::Call);
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
    fn generated(&mut self, sides: &[Tree]) {
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
    fn represented(&mut self, sides: &[Tree]) {
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

    /// The letters of a functor and of an object that it is applied to: `\operatorname{Hom}(Fc,
    /// d)`.
    fn image(&mut self, tree: &Tree) {
        if let (Head::Product(joins), [functor, object]) = (&tree.head, tree.args.as_slice())
            && joins[..] == [Join::Beside]
            && let Some(of) = functor.symbol().filter(|n| FUNCTORS.contains(n))
            && let Some(name) = object.symbol().filter(|n| n.len() == 1 && !capital(n))
        {
            self.note(of);
            self.note(name);
        }
    }

    /// The products of capital letters in it.
    fn words(&mut self, tree: &Tree) {
        if word(tree).is_some() {
            let letters = tree.args.iter().filter_map(Tree::root_symbol);
            return letters.for_each(|name| self.tell(name));
        }
        if matches!(tree.head, Head::Items) {
            tree.args.iter().for_each(|item| self.words(item));
        }
    }

    /// The factors of a product beside a sign of tensors.
    fn all(&mut self, product: &Tree) {
        // `id \otimes \pi`
        let letter = |t: &Tree| t.symbol() != Some("i") && t.root_symbol().is_some();
        if product.args.iter().all(letter) {
            let letters = product.args.iter().filter_map(Tree::root_symbol);
            letters.for_each(|name| self.note(name));
        }
    }

    fn note(&mut self, name: &str) {
        if !self.found.names.iter().any(|known| known == name) {
            self.found.names.push(name.to_owned());
        }
    }

    fn tell(&mut self, name: &str) {
        self.note(name);
        if !self.found.telling.iter().any(|known| known == name) {
            self.found.telling.push(name.to_owned());
        }
    }
}

/// Whether a star or an exclamation mark stands at the letter of a map, as at that which it induces
/// of sheaves.
fn starred(tree: &Tree) -> bool {
    let mark = |t: &Tree| match &t.head {
        Head::Mark(mark) => matches!(mark.as_str(), "*" | r"\ast" | "!"),
        Head::Symbol(name) => matches!(name.as_str(), "*" | r"\ast" | "!"),
        _ => false,
    };
    matches!((&tree.head, tree.args.as_slice()),
        (Head::Index | Head::Power | Head::Upper, [map, star]) if map.symbol().is_some() && mark(star))
}

/// Whether this is the inverse of a map, along which sheaves are pulled back.
fn pulled_back(tree: &Tree) -> bool {
    tree.head == Head::Power
        && super::parse::minus_one(&tree.args[1])
        && matches!(
            tree.args[0].symbol(),
            Some("f" | "g" | "i" | "j" | "p" | "q" | r"\pi" | r"\phi" | r"\varphi")
        )
}

/// Whether a matrix of a place is multiplied by the speed of that place: `M(q)\ddot{q}`.
fn moves(matrix: &Tree, speed: &Tree) -> bool {
    let dotted = |name: &str| name.starts_with(r"\dot{") || name.starts_with(r"\ddot{");
    let Some(name) = speed.symbol().filter(|n| dotted(n)) else {
        return false;
    };
    matrix.head == Head::Call
        && matrix.headed().is_some_and(|n| n.len() == 1 && capital(n))
        && matrix.args[1..]
            .iter()
            .any(|t| t.symbol() == Some(core(name)))
}

/// Whether morphisms are counted by this name.
fn of_maps(name: &str) -> bool {
    let word = core(name);
    matches!(word, "Hom" | "Nat" | "Mor" | "End")
}

/// The letter of a vector.
fn vector(tree: &Tree) -> Option<&str> {
    tree.root_symbol()
        .filter(|name| matches!(*name, "u" | "v" | "w" | "x" | "y" | "z"))
}

/// The factors of a product of single capital letters.
fn word(tree: &Tree) -> Option<&[Tree]> {
    let letters = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
    match &tree.head {
        Head::Product(joins)
            if joins.iter().all(|j| *j == Join::Beside) && tree.args.iter().all(letters) =>
        {
            Some(&tree.args)
        }
        _ => None,
    }
}

/// Whether capital letters alone stand on both sides of a comma.
pub(super) fn capitals(tree: &Tree) -> bool {
    let large = |t: &Tree| t.root_symbol().is_some_and(capital) || word(t).is_some();
    tree.args.len() == 2 && tree.args.iter().all(large)
}
