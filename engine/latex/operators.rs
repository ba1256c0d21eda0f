//! What a version of a formula need not tell anew: which names occur in products of operators, which
//! have indices above them, and whether there are signs that mean something else elsewhere.

use super::entries::Places;
use super::kinds::Kinds;
use crate::atoms::{Atoms, Shown, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// How the names of operators on events and random variables begin.
const MEANS: &[&str] = &[
    "prob",
    "condprob",
    "expect",
    "condexpect",
    "var",
    "condvar",
    "cov",
];

/// What an operator tells of the names under it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Nothing.
    None,
    /// Nothing, and no name begins what it makes: sums and products of numbers.
    Joined,
    /// They are operators.
    Ordered,
    /// They are matrices.
    Matrices,
    /// They have indices above them.
    Raised,
    /// They are raised to powers.
    Power,
    /// They are applied to arguments.
    Called,
    /// They are functions raised to powers.
    Iterated,
    /// They are factors of a product of numbers.
    Product,
    /// A number says which of several they are.
    Numbered,
    /// Derivatives of them are taken.
    Derived,
    /// An arrow says what they tend to.
    Tends,
    /// A star stands between them.
    Star,
    /// They are sizes.
    Size,
    /// A mean or a probability is taken of them.
    Mean,
    /// They have indices below them.
    Indexed,
    /// It is a bracket among indices, of which the other one stands elsewhere.
    Half,
}

/// What each operator of a vocabulary tells.
pub(super) struct Signs(Vec<Sign>);

impl Signs {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let told = vocabulary.operators.iter().map(|o| match o.name.as_str() {
            "opmul" => Sign::Ordered,
            "matmul" => Sign::Matrices,
            "up" => Sign::Raised,
            "fpow" => Sign::Iterated,
            "pow" | "setpow" | "matpow" => Sign::Power,
            "call" | "callsquare" => Sign::Called,
            "star" | "convolve" => Sign::Star,
            "size" => Sign::Size,
            "idx" => Sign::Indexed,
            "mul" => Sign::Product,
            "numbered" => Sign::Numbered,
            "leftsquare" | "rightsquare" | "leftround" | "rightround" => Sign::Half,
            "prime" => Sign::Derived,
            "tends" | "rel-tends" => Sign::Tends,
            "add" | "neg" | "scale" | "div" | "tuple" | "list" => Sign::Joined,
            name if MEANS.iter().any(|sign| name.starts_with(sign)) => Sign::Mean,
            _ => Sign::None,
        });
        Self(told.collect())
    }

    fn of(&self, op: Op) -> Sign {
        match op.head() {
            Head::Operator(index) => self.0[index as usize],
            _ => Sign::None,
        }
    }
}

/// Notes what a formula shows of its symbols, and which signs it has.
pub(super) fn note(term: &Term, atoms: &mut Atoms, signs: &Signs) {
    for symbol in &mut atoms.symbols {
        symbol.shown = symbol.shown.of_source();
    }
    let mut found = Found {
        signs,
        symbols: &mut atoms.symbols,
        raises: false,
        tends: false,
        iterates: false,
        applied: Vec::new(),
        stars: false,
        sizes: false,
        means: false,
        places: Vec::new(),
    };
    found.visit(term, false);
    found.entries();
    (atoms.raises, atoms.tends) = (found.raises, found.tends);
    (atoms.applied, atoms.iterates) = (found.applied, found.iterates);
    (atoms.stars, atoms.sizes) = (found.stars, found.sizes);
    (atoms.means, atoms.noted) = (found.means, true);
}

/// What is known of bound names, that are no numbers.
pub(super) fn bound(atoms: &Atoms, kinds: &Kinds<'_>) -> Vec<(String, Kind)> {
    let known = atoms.slot_names.iter().filter_map(|(_, name)| {
        let kind = kinds.symbol(name);
        let told = !matches!(kind, Kind::Any | Kind::Num);
        told.then(|| (name.clone(), kind))
    });
    known.collect()
}

struct Found<'s> {
    signs: &'s Signs,
    symbols: &'s mut [Symbol],
    raises: bool,
    tends: bool,
    iterates: bool,
    applied: Vec<Op>,
    stars: bool,
    sizes: bool,
    means: bool,
    /// What stands below each name; none where no name has figures there.
    places: Vec<Places>,
}

impl Found<'_> {
    fn visit(&mut self, term: &Term, mut within: bool) {
        if within && let Some(index) = term.op.as_symbol() {
            self.add(index, Shown::OPERATOR);
        }
        if term.args.is_empty() {
            self.tends |= self.signs.of(term.op) == Sign::Tends;
            return;
        }
        if term.args.len() == 1 && !self.applied.contains(&term.op) {
            self.applied.push(term.op);
        }
        let number = |t: &Term| matches!(t.op.head(), Head::Integer(_) | Head::Literal(_));
        match self.signs.of(term.op) {
            Sign::Ordered => within |= !self.is_halved(term),
            Sign::Matrices => self.roots(&term.args, Shown::LINEAR),
            Sign::Raised => {
                self.raises = true;
                self.roots(&term.args[..1], Shown::RAISED);
            }
            Sign::Product => self.roots(&term.args, Shown::FACTOR),
            Sign::Numbered => self.roots(&term.args[..1], Shown::NUMBERED),
            Sign::Derived => self.roots(&term.args[..1], Shown::DERIVED),
            Sign::Tends => self.tends = true,
            Sign::Iterated => {
                self.iterates = true;
                if !term.args.last().is_some_and(number) {
                    self.roots(&term.args[..1], Shown::POWER);
                }
            }
            Sign::Power if !term.args.last().is_some_and(number) => {
                self.roots(&term.args[..1], Shown::POWER);
            }
            Sign::Called => self.roots(&term.args[..1], Shown::CALLED),
            Sign::Star => self.stars = true,
            Sign::Mean => self.means = true,
            Sign::Size => {
                self.sizes = true;
                self.roots(&term.args, Shown::LINEAR);
            }
            Sign::Indexed => self.place(&term.args),
            Sign::Power | Sign::Joined | Sign::Half | Sign::None => {}
        }
        for arg in term.args.iter() {
            self.visit(arg, within);
        }
    }

    /// Whether the factors keep their order for the brackets alone that stand in their indices:
    /// `T_{[a} S_{b]}`.
    fn is_halved(&self, term: &Term) -> bool {
        let half = |t: &Term| self.signs.of(t.op) == Sign::Half;
        // In a factor of them, in a row of indices, or at an end of that.
        let row = |t: &Term| half(t) || t.args.iter().any(half);
        let script = |t: &Term| row(t) || t.args.iter().any(row);
        let factor = |t: &Term| script(t) || t.args.iter().any(script);
        term.args
            .iter()
            .any(|t| factor(t) || t.args.iter().any(factor))
    }

    /// Notes the figures below a name.
    fn place(&mut self, args: &[Term]) {
        let figure = |t: &Term| match t.op.head() {
            Head::Integer(value) => Some(value),
            _ => None,
        };
        let [name, below @ ..] = args else { return };
        let Some(index) = name.op.as_symbol() else {
            return;
        };
        let place = match below {
            [one] if figure(one).is_some() => Places {
                single: true,
                ..Places::default()
            },
            [row, column] => match (figure(row), figure(column)) {
                (Some(1), Some(1)) => Places {
                    first: true,
                    ..Places::default()
                },
                (Some(_), Some(_)) => Places {
                    others: 1,
                    ..Places::default()
                },
                _ => return,
            },
            _ => return,
        };
        if self.places.is_empty() {
            self.places.resize_with(self.symbols.len(), Places::default);
        }
        if let Some(places) = self.places.get_mut(index as usize) {
            places.add(&place);
        }
    }

    /// Notes the names that have the entries of a matrix.
    fn entries(&mut self) {
        for (index, places) in std::mem::take(&mut self.places).iter().enumerate() {
            if places.are_entries() {
                self.add(index as u32, Shown::ENTRIES);
            }
        }
    }

    /// Notes something of the names that these begin with.
    fn roots(&mut self, terms: &[Term], shown: Shown) {
        for term in terms {
            if let Some(index) = self.root(term) {
                self.add(index, shown);
            }
        }
    }

    fn add(&mut self, index: u32, shown: Shown) {
        if let Some(symbol) = self.symbols.get_mut(index as usize) {
            symbol.shown.add(shown);
        }
    }

    /// The name that a factor begins with.
    fn root(&self, term: &Term) -> Option<u32> {
        if let Some(index) = term.op.as_symbol() {
            return Some(index);
        }
        match self.signs.of(term.op) {
            Sign::Joined | Sign::Product | Sign::Ordered | Sign::Matrices => None,
            _ => self.root(term.args.first()?),
        }
    }
}
