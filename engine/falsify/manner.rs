//! What nobody writes: chains with comparisons in opposed directions, `a \le b > c`, denominators and exponents
//! with differentials, sines of what is congruent. A source that is none of these is changed into none.

use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// Signs that ascend, and those that descend.
const ASCENDING: &[&str] = &["rel-lt", "rel-le", "rel-subset", "rel-subseteq"];
const DESCENDING: &[&str] = &["rel-gt", "rel-ge", "rel-supset", "rel-supseteq"];

/// Functions whose values are no whole numbers.
const SMOOTH: &[&str] = &["cos", "exp", "ln", "log", "sin", "sqrt", "tan"];

/// What a source has that a change may spoil.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Chains, all of them in one direction.
    chains: bool,
    /// Differentials, none of them in a denominator or an exponent.
    differentials: bool,
    /// Congruences, without functions whose values are no whole numbers.
    congruences: bool,
}

impl Manner {
    pub(super) fn of(source: &Term, vocabulary: &Vocabulary) -> Self {
        let mut found = Self::default();
        source.walk(&mut |t| match name(t, vocabulary) {
            "chain" => found.chains = true,
            "differential" => found.differentials = true,
            "congruent" => found.congruences = true,
            _ => {}
        });
        source.walk(&mut |t| {
            found.chains &= !is_opposed(t, vocabulary);
            found.differentials &= !is_over_differential(t, vocabulary);
            found.congruences &= !is_smooth_congruence(t, vocabulary);
        });
        found
    }

    /// Whether a changed term is written as its source is.
    pub(super) fn keeps(self, changed: &Term, vocabulary: &Vocabulary) -> bool {
        if !(self.chains || self.differentials || self.congruences) {
            return true;
        }
        let mut keeps = true;
        changed.walk(&mut |t| {
            let spoilt = self.chains && is_opposed(t, vocabulary)
                || self.differentials && is_over_differential(t, vocabulary)
                || self.congruences && is_smooth_congruence(t, vocabulary);
            keeps &= !spoilt;
        });
        keeps
    }
}

fn name<'v>(term: &Term, vocabulary: &'v Vocabulary) -> &'v str {
    let operator = vocabulary.operator(term.op);
    operator.map_or("", |o| o.name.as_str())
}

/// Whether a chain has signs in both directions.
fn is_opposed(term: &Term, vocabulary: &Vocabulary) -> bool {
    if name(term, vocabulary) != "chain" {
        return false;
    }
    let signs = || term.args.iter().skip(1).step_by(2);
    let any = |kind: &[&str]| signs().any(|sign| kind.contains(&name(sign, vocabulary)));
    any(ASCENDING) && any(DESCENDING)
}

/// Whether a differential stands in a denominator or an exponent.
fn is_over_differential(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("div" | "pow", [_, part]) => has(part, &["differential"], vocabulary),
        _ => false,
    }
}

/// Whether such a function stands in a congruence.
fn is_smooth_congruence(term: &Term, vocabulary: &Vocabulary) -> bool {
    name(term, vocabulary) == "congruent" && has(term, SMOOTH, vocabulary)
}

fn has(term: &Term, names: &[&str], vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= names.contains(&name(t, vocabulary)));
    found
}
