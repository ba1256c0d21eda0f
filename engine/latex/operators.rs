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

/// Lists the names within products of operators, and those with something above them.
pub(super) fn note(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) {
    let mut found = Found {
        vocabulary,
        within: Vec::new(),
        linear: Vec::new(),
        raised: Vec::new(),
        powers: Vec::new(),
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
    let operators = named(&found.within);
    let (raised, powers) = (named(&found.raised), named(&found.powers));
    atoms.linear = named(&found.linear);
    atoms.operators = operators;
    (atoms.raised, atoms.powers) = (raised, powers);
    atoms.applied = found.applied;
    (atoms.stars, atoms.sizes, atoms.settled) = (found.stars, found.sizes, false);
    atoms.means = found.means;
    atoms.noted = true;
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

struct Found<'v> {
    vocabulary: &'v Vocabulary,
    within: Vec<u32>,
    linear: Vec<u32>,
    raised: Vec<u32>,
    powers: Vec<u32>,
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
            return;
        }
        if term.args.len() == 1 && !self.applied.contains(&term.op) {
            self.applied.push(term.op);
        }
        let number = |t: &Term| matches!(t.op.head(), Head::Integer(_) | Head::Literal(_));
        match self.named(term.op) {
            "opmul" => within = true,
            "matmul" => self.roots(&term.args, Of::Matrices),
            "up" => self.roots(&term.args[..1], Of::Indices),
            "pow" | "fpow" | "setpow" | "matpow" if !term.args.last().is_some_and(number) => {
                self.roots(&term.args[..1], Of::Powers);
            }
            "star" | "convolve" => self.stars = true,
            name if MEANS.iter().any(|sign| name.starts_with(sign)) => self.means = true,
            "size" => {
                self.sizes = true;
                self.roots(&term.args, Of::Matrices);
            }
            _ => {}
        }
        for arg in term.args.iter() {
            self.visit(arg, within);
        }
    }

    fn named(&self, op: Op) -> &str {
        self.vocabulary.operator(op).map_or("", |o| &o.name)
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
        match self.named(term.op) {
            "add" | "neg" | "mul" | "opmul" | "matmul" | "scale" | "div" | "tuple" | "list" => None,
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
}

fn add(listed: &mut Vec<u32>, index: u32) {
    if !listed.contains(&index) {
        listed.push(index);
    }
}
