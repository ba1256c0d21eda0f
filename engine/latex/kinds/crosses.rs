//! Crosses between letters of which nothing else is known: vectors or numbers, as the formula tells.

use super::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

/// Vector products of physics: what each is called, and its factors.
const LAWS: &[(&str, [&str; 2])] = &[
    ("L", ["r", "p"]),
    (r"\tau", ["r", "F"]),
    ("M", ["r", "F"]),
    ("N", ["r", "F"]),
    ("F", ["v", "B"]),
    ("F", ["L", "B"]),
    ("F", ["l", "B"]),
    ("E", ["v", "B"]),
    ("v", [r"\omega", "r"]),
    ("a", [r"\omega", "v"]),
    ("S", ["E", "H"]),
    ("S", ["E", "B"]),
    (r"\tau", [r"\mu", "B"]),
    (r"\tau", ["m", "B"]),
    (r"\tau", ["p", "E"]),
];

/// Products of numbers of school books, which are written with crosses there: what each is called,
/// and its factors in the order of the alphabet.
const PRODUCTS: &[(&str, &str)] = &[
    ("A", "BL"),
    ("A", "LW"),
    ("A", "BH"),
    ("V", "HLW"),
    ("V", "BHL"),
    ("V", "IR"),
    ("F", "AM"),
    ("P", "IV"),
    ("W", "DF"),
    ("D", "RT"),
    ("I", "PRT"),
];

/// Letters of curves and surfaces, whose derivatives are multiplied as vectors.
const CURVES: &[&str] = &[
    "r", "c", "x", "X", "p", "S", r"\gamma", r"\alpha", r"\beta", r"\sigma", r"\phi", r"\varphi",
    r"\Phi", r"\psi", r"\Psi",
];

/// Parameters of surfaces.
const PARAMETERS: &[&str] = &["u", "v", "s", "t", r"\theta", r"\phi", r"\varphi"];

/// Longer chains are not looked at.
pub(super) const SIDES: usize = 32;

impl Kinds<'_> {
    /// Notes the letters between crosses on a side of an equation that says what they are: the same
    /// with the other sign when turned round, `u \times v = -v \times u`; three components; a law.
    pub(super) fn crossed_sides(&mut self, chain: &Tree) {
        if chain.args.len() > SIDES || chain.args.iter().any(Tree::is_numeric) {
            return;
        }
        let mut found: Vec<String> = Vec::new();
        for (at, side) in chain.args.iter().enumerate() {
            let others = || chain.args.iter().enumerate().filter(|(i, _)| *i != at);
            if let Some([one, other]) = crossed_pair(side) {
                let turned = |t: &Tree| {
                    matches!((&t.head, t.args.as_slice()), (Head::Sum(..), [only])
                        if crossed_pair(only).is_some_and(|[a, b]| a.says_as(other) && b.says_as(one)))
                };
                let small = |t: &Tree| t.root_symbol().is_some_and(|n| !capital(n));
                let components = |t: &Tree| {
                    small(one)
                        && small(other)
                        && !one.says_as(other)
                        && self.coordinates(t).is_some()
                        && (t.args.len() == 3)
                };
                if others().any(|(_, t)| turned(t) || components(t)) {
                    found.extend(
                        [one, other]
                            .iter()
                            .filter_map(|t| t.root_symbol().map(str::to_owned)),
                    );
                }
            }
            found.extend(self.orthonormal(side, chain));
            found.extend(self.crossed_in_bars(side, chain));
            found.extend(nested(side, chain));
            let Some(name) = side.symbol() else {
                continue;
            };
            let laws = LAWS.iter().filter(|(law, _)| *law == name);
            for (_, factors) in laws {
                if others().any(|(_, t)| crosses(t, factors)) {
                    found.extend(factors.iter().map(|n| (*n).to_owned()));
                }
            }
        }
        found.iter().for_each(|name| self.note(name, Kind::Vec));
    }

    /// Notes the letters of an inner product that vanishes where these are perpendicular,
    /// `u \cdot v = 0 \iff u \perp v`.
    pub(super) fn perpendicular_sides(&mut self, chain: &Tree) {
        let (Head::Chain(signs), [one, other]) = (&chain.head, chain.args.as_slice()) else {
            return;
        };
        if ![self.table.usual.iff, self.table.implies].contains(&signs.first().copied()) {
            return;
        }
        let related = |tree: &Tree, sign: Option<Op>| match (&tree.head, tree.args.as_slice()) {
            (Head::Chain(signs), [_, _]) => signs.first().copied() == sign,
            _ => false,
        };
        for (one, other) in [(one, other), (other, one)] {
            if !related(one, self.table.usual.perpendicular) || !related(other, self.table.eq) {
                continue;
            }
            let product = &other.args[0];
            let dotted = matches!(&product.head, Head::Product(joins) if joins[..] == [Join::Dot])
                && matches!(&other.args[1].head, Head::Number(zero) if zero == "0");
            let same = |letter: &Tree| product.args.iter().any(|factor| factor.says_as(letter));
            if dotted && one.args.iter().all(same) {
                let names = one.args.iter().filter_map(Tree::symbol);
                let names: Vec<String> = names.map(str::to_owned).collect();
                names.iter().for_each(|name| self.note(name, Kind::Vec));
            }
        }
    }

    /// The letters of `|u \times v| = |u||v| \sin\theta`, of which this is a side.
    fn crossed_in_bars(&self, side: &Tree, chain: &Tree) -> Vec<String> {
        let bars = |t: &Tree| matches!(t.head, Head::Fence(op) if Some(op) == self.table.abs);
        let Some(pair) = side
            .args
            .first()
            .filter(|_| bars(side))
            .and_then(crossed_pair)
        else {
            return Vec::new();
        };
        let sine =
            |t: &Tree| matches!(t.head, Head::Apply(op) if self.table.named("sin") == Some(op));
        let lengths = |t: &Tree| {
            let long = |letter: &Tree| {
                let mut lengths = t.args.iter().filter(|t| bars(t));
                lengths.any(|t| t.args.first().is_some_and(|inner| inner.says_as(letter)))
            };
            matches!(t.head, Head::Product(_))
                && t.args.iter().any(sine)
                && pair.iter().all(|l| long(l))
        };
        match chain.args.iter().any(lengths) {
            true => pair
                .iter()
                .filter_map(|t| t.root_symbol().map(str::to_owned))
                .collect(),
            false => Vec::new(),
        }
    }

    /// Notes the letters of a projection, `\frac{u \cdot v}{u \cdot u} u`: products of numbers would be cancelled.
    pub(super) fn projection(&mut self, tree: &Tree) {
        let dotted = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Product(joins), [one, other]) if joins[..] == [Join::Dot] => {
                Some([one.symbol()?.to_owned(), other.symbol()?.to_owned()])
            }
            _ => None,
        };
        for pair in tree.args.windows(2) {
            let (Head::Apply(op), [above, below]) = (&pair[0].head, pair[0].args.as_slice()) else {
                continue;
            };
            if *op == self.table.div
                && let (Some(above), Some([one, other])) = (dotted(above), dotted(below))
                && one == other
                && above.contains(&one)
                && pair[1].symbol() == Some(&one)
            {
                above.iter().for_each(|name| self.note(name, Kind::Vec));
            }
        }
    }

    /// The letter of `e_i \cdot e_j = \delta_{ij}`, of which this is a side.
    fn orthonormal(&self, side: &Tree, chain: &Tree) -> Option<String> {
        let (Head::Product(joins), [one, other]) = (&side.head, side.args.as_slice()) else {
            return None;
        };
        let index = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [_, index]) => index.symbol().map(str::to_owned),
            _ => None,
        };
        let (i, j) = (index(one)?, index(other)?);
        let delta = |t: &Tree| {
            t.head == Head::Index
                && t.args[0].symbol() == Some(r"\delta")
                && t.mentions(&i)
                && t.mentions(&j)
        };
        let root = one
            .root_symbol()
            .filter(|n| other.root_symbol() == Some(n))?;
        (joins[..] == [Join::Dot] && i != j && chain.args.iter().any(delta))
            .then(|| root.to_owned())
    }

    /// Notes that capital letters between crosses are numbers, and no sets: what they make is a
    /// number or has a name in words, or is divided by a number; a formula of school books.
    pub(super) fn reckoned(&mut self, tree: &Tree) {
        if tree.args.len() > SIDES {
            return;
        }
        let word = |t: &Tree| t.symbol().is_some_and(|n| n.starts_with(r"\text{"));
        let plain = tree.args.iter().any(|t| t.is_numeric() || word(t));
        for side in &tree.args {
            let (Head::Product(joins), true) = (&side.head, side.args.len() < 8) else {
                continue;
            };
            let letters = side
                .args
                .iter()
                .map(|t| t.symbol().filter(|n| n.len() == 1 && capital(n)))
                .collect::<Option<Vec<&str>>>();
            let Some(mut letters) = letters.filter(|_| joins.iter().all(|j| *j == Join::Cross))
            else {
                continue;
            };
            letters.sort_unstable();
            let product = letters.concat();
            let law = |t: &Tree| {
                t.symbol()
                    .is_some_and(|n| PRODUCTS.contains(&(n, &product)))
            };
            if plain || tree.args.iter().any(law) {
                letters.iter().for_each(|name| self.note_number(name));
            }
        }
    }

    /// Notes the curve or surface of which two derivatives are multiplied with a cross:
    /// `r'(t) \times r''(t)`, `r_u \times r_v`.
    pub(super) fn curves(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join == Join::Cross
                && !pair[0].says_as(&pair[1])
                && let Some(name) = self.derived_curve(&pair[0])
                && self.derived_curve(&pair[1]) == Some(name)
            {
                self.note_curve(name);
            }
        }
    }

    /// The curve or surface of which this is a derivative.
    fn derived_curve<'t>(&self, tree: &'t Tree) -> Option<&'t str> {
        let derivative = |op| {
            self.table
                .derivative
                .is_some_and(|(plain, partial)| op == plain || op == partial)
        };
        let curve = match (&tree.head, tree.args.as_slice()) {
            (Head::Prime, [curve, _]) => curve,
            (Head::Call, [applied, ..]) => return self.derived_curve(applied),
            (Head::Index, [curve, index]) => {
                index.symbol().filter(|n| PARAMETERS.contains(n))?;
                curve
            }
            (Head::Apply(op), [.., of]) if derivative(*op) => of,
            _ => return None,
        };
        curve.symbol().filter(|n| CURVES.contains(n))
    }
}

/// The letters of `a \times (b \times c)` in a side, where another one has a dot between two of them, or
/// several such stand in a sum: numbers are not grouped so.
fn nested(side: &Tree, chain: &Tree) -> Vec<String> {
    let triple = |t: &Tree| -> Option<[String; 3]> {
        let (Head::Product(joins), [one, other]) = (&t.head, t.args.as_slice()) else {
            return None;
        };
        let (letter, pair) = match (crossed_pair(one), crossed_pair(other)) {
            (Some(pair), None) if one.closed => (other, pair),
            (None, Some(pair)) if other.closed => (one, pair),
            _ => return None,
        };
        let name = |t: &Tree| t.root_symbol().filter(|n| !capital(n)).map(str::to_owned);
        let plain = matches!(letter.head, Head::Symbol(_) | Head::Index);
        (joins[..] == [Join::Cross] && plain)
            .then(|| Some([name(letter)?, name(pair[0])?, name(pair[1])?]))
            .flatten()
    };
    let triples: Vec<_> = match side.head {
        Head::Sum(..) => side.args.iter().filter_map(triple).collect(),
        _ => triple(side).into_iter().collect(),
    };
    let dotted = |letters: &[String; 3]| {
        let mut others = chain.args.iter().filter(|t| !t.says_as(side));
        others.any(|t| dots(t, letters))
    };
    match triples.len() > 1 || triples.first().is_some_and(dotted) {
        true => triples.into_iter().flatten().collect(),
        false => Vec::new(),
    }
}

/// Whether two of these letters stand with a dot between them in a product or a sum.
fn dots(tree: &Tree, letters: &[String]) -> bool {
    let named = |t: &Tree| {
        t.root_symbol()
            .is_some_and(|n| letters.iter().any(|l| l == n))
    };
    let here = match &tree.head {
        Head::Product(joins) => joins
            .iter()
            .zip(tree.args.windows(2))
            .any(|(join, pair)| *join == Join::Dot && pair.iter().all(named)),
        Head::Sum(..) => false,
        _ => return false,
    };
    here || tree.args.iter().any(|t| dots(t, letters))
}

/// Two letters with a cross between them, and nothing else.
fn crossed_pair(tree: &Tree) -> Option<[&Tree; 2]> {
    let (Head::Product(joins), [one, other]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let letter = |t: &Tree| matches!(t.head, Head::Symbol(_) | Head::Index);
    (joins[..] == [Join::Cross] && letter(one) && letter(other)).then_some([one, other])
}

/// Whether two letters stand with a cross between them in a product or a sum.
fn crosses(tree: &Tree, [one, other]: &[&str; 2]) -> bool {
    let here = match &tree.head {
        Head::Product(joins) => joins.iter().zip(tree.args.windows(2)).any(|(join, pair)| {
            *join == Join::Cross && pair[0].symbol() == Some(one) && pair[1].symbol() == Some(other)
        }),
        Head::Sum(..) => false,
        _ => return false,
    };
    here || tree.args.iter().any(|t| crosses(t, &[one, other]))
}
