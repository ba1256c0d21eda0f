//! What a version of a formula need not tell anew: which names occur in products of operators, which
//! have indices above them, and whether there are signs that mean something else elsewhere.

use super::kinds::Kinds;
use crate::atoms::Atoms;
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
            "mul" => Sign::Product,
            "numbered" => Sign::Numbered,
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

/// Lists the names within products of operators, and those with something above them.
pub(super) fn note(term: &Term, atoms: &mut Atoms, signs: &Signs) {
    let mut found = Found {
        signs,
        within: Vec::new(),
        linear: Vec::new(),
        raised: Vec::new(),
        powers: Vec::new(),
        called: Vec::new(),
        factors: Vec::new(),
        numbered: Vec::new(),
        derived: Vec::new(),
        raises: false,
        tends: false,
        iterates: false,
        applied: Vec::new(),
        stars: false,
        sizes: false,
        means: false,
    };
    found.visit(term, false);
    let named = |listed: &[u32]| -> Vec<String> {
        let symbol = |index: &u32| atoms.symbols.get(*index as usize);
        let symbols = listed.iter().filter_map(symbol);
        symbols.map(|s| s.name.clone()).collect()
    };
    let (operators, linear) = (named(&found.within), named(&found.linear));
    let (raised, powers) = (named(&found.raised), named(&found.powers));
    let called = named(&found.called);
    let factors = named(&found.factors);
    let (numbered, derived) = (named(&found.numbered), named(&found.derived));
    (atoms.operators, atoms.linear) = (operators, linear);
    (atoms.raised, atoms.powers) = (raised, powers);
    (atoms.called, atoms.iterates) = (called, found.iterates);
    (atoms.numbered, atoms.derived) = (numbered, derived);
    (atoms.raises, atoms.tends) = (found.raises, found.tends);
    atoms.factors = factors;
    atoms.applied = found.applied;
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
    within: Vec<u32>,
    linear: Vec<u32>,
    raised: Vec<u32>,
    powers: Vec<u32>,
    called: Vec<u32>,
    factors: Vec<u32>,
    numbered: Vec<u32>,
    derived: Vec<u32>,
    raises: bool,
    tends: bool,
    iterates: bool,
    applied: Vec<Op>,
    stars: bool,
    sizes: bool,
    means: bool,
}

impl Found<'_> {
    fn visit(&mut self, term: &Term, mut within: bool) {
        if within && let Some(index) = term.op.as_symbol() {
            add(&mut self.within, index);
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
            Sign::Ordered => within = true,
            Sign::Matrices => self.roots(&term.args, Of::Matrices),
            Sign::Raised => {
                self.raises = true;
                self.roots(&term.args[..1], Of::Indices);
            }
            Sign::Product => self.roots(&term.args, Of::Factors),
            Sign::Numbered => self.roots(&term.args[..1], Of::Numbered),
            Sign::Derived => self.roots(&term.args[..1], Of::Derived),
            Sign::Tends => self.tends = true,
            Sign::Iterated => {
                self.iterates = true;
                if !term.args.last().is_some_and(number) {
                    self.roots(&term.args[..1], Of::Powers);
                }
            }
            Sign::Power if !term.args.last().is_some_and(number) => {
                self.roots(&term.args[..1], Of::Powers);
            }
            Sign::Called => self.roots(&term.args[..1], Of::Functions),
            Sign::Star => self.stars = true,
            Sign::Mean => self.means = true,
            Sign::Size => {
                self.sizes = true;
                self.roots(&term.args, Of::Matrices);
            }
            Sign::Power | Sign::Joined | Sign::None => {}
        }
        for arg in term.args.iter() {
            self.visit(arg, within);
        }
    }

    /// Lists the names that these begin with.
    fn roots(&mut self, terms: &[Term], of: Of) {
        for term in terms {
            let Some(index) = self.root(term) else {
                continue;
            };
            add(
                match of {
                    Of::Matrices => &mut self.linear,
                    Of::Indices => &mut self.raised,
                    Of::Powers => &mut self.powers,
                    Of::Functions => &mut self.called,
                    Of::Factors => &mut self.factors,
                    Of::Numbered => &mut self.numbered,
                    Of::Derived => &mut self.derived,
                },
                index,
            );
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

/// What names are listed for.
#[derive(Clone, Copy)]
enum Of {
    Matrices,
    Indices,
    Powers,
    Functions,
    Factors,
    Numbered,
    Derived,
}

fn add(listed: &mut Vec<u32>, index: u32) {
    if !listed.contains(&index) {
        listed.push(index);
    }
}
