//! What a statement says of the values of its symbols: declared sets and bounds.

use super::set::Numbers;
use crate::pattern::Pattern;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// What the values of a symbol are restricted to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain {
    /// The set they are drawn from.
    pub numbers: Numbers,
    /// A lower bound, and whether it is excluded.
    pub low: Option<(f64, bool)>,
    /// An upper bound, and whether it is excluded.
    pub high: Option<(f64, bool)>,
    /// Whether zero is excluded.
    pub nonzero: bool,
    /// Whether one is excluded.
    pub not_one: bool,
}

impl Domain {
    /// All members of a set of numbers.
    pub const fn of(numbers: Numbers) -> Self {
        Self {
            numbers,
            low: None,
            high: None,
            nonzero: false,
            not_one: false,
        }
    }
    /// Real numbers above a bound.
    pub const fn above(bound: f64) -> Self {
        Self {
            low: Some((bound, true)),
            ..Self::of(Numbers::Real)
        }
    }
    /// The values that lie in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let tighter = |a: Option<(f64, bool)>, b: Option<(f64, bool)>, up: bool| match (a, b) {
            (Some(a), Some(b)) if a.0 == b.0 => Some((a.0, a.1 || b.1)),
            (Some(a), Some(b)) => Some(if (a.0 > b.0) == up { a } else { b }),
            (a, b) => a.or(b),
        };
        Self {
            numbers: self.numbers.min(other.numbers),
            low: tighter(self.low, other.low, true),
            high: tighter(self.high, other.high, false),
            nonzero: self.nonzero || other.nonzero,
            not_one: self.not_one || other.not_one,
        }
    }
    /// Whether a value may be drawn.
    pub fn admits(&self, x: f64) -> bool {
        self.low
            .is_none_or(|(l, strict)| if strict { x > l } else { x >= l })
            && self
                .high
                .is_none_or(|(h, strict)| if strict { x < h } else { x <= h })
            && !(self.nonzero && x == 0.0)
            && !(self.not_one && x == 1.0)
    }
}

/// The domains of symbols, by their index, that a statement declares: memberships and comparisons
/// with literals in the declarations of quantifiers, in hypotheses, in lists of statements.
/// Numbers are real unless the statement speaks of complex ones.
pub fn declared(term: &Term, vocabulary: &Vocabulary) -> BTreeMap<u32, Domain> {
    let mut found = BTreeMap::new();
    statement(term, vocabulary, &mut found);
    found
}

/// Whether a term speaks of complex numbers.
pub fn is_complex(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut complex = false;
    term.walk(&mut |t| complex |= speaks_of_complex(t.op, vocabulary));
    complex
}

/// Whether an operator, or what it is defined by, is about complex numbers.
pub(crate) fn speaks_of_complex(op: Op, vocabulary: &Vocabulary) -> bool {
    let Some(operator) = vocabulary.operator(op) else {
        return false;
    };
    let mut complex = matches!(
        operator.name.as_str(),
        "i" | "CC" | "conj" | "re" | "im" | "arg"
    );
    if let Some(definition) = &operator.define {
        definition.body.walk(&mut |p| {
            if let Pattern::Node(op, _) = p {
                complex |= speaks_of_complex(*op, vocabulary);
            }
        });
    }
    complex
}

fn name<'v>(term: &Term, vocabulary: &'v Vocabulary) -> &'v str {
    vocabulary.name(term.op)
}

fn statement(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    match name(term, vocabulary) {
        "forall" | "exists" | "existsunique" => {
            if let Some((last, declarations)) = term.args.split_last() {
                declarations
                    .iter()
                    .for_each(|d| declaration(d, vocabulary, found));
                statement(last, vocabulary, found);
            }
        }
        "comma" | "and" => term
            .args
            .iter()
            .for_each(|t| statement(t, vocabulary, found)),
        "implies" => {
            if let [hypothesis, conclusion] = &*term.args {
                statement(hypothesis, vocabulary, found);
                statement(conclusion, vocabulary, found);
            }
        }
        _ => declaration(term, vocabulary, found),
    }
}

fn declaration(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    match (name(term, vocabulary), &*term.args) {
        ("in", [left, set]) => {
            if let Some(domain) = of_set(set, vocabulary) {
                symbols(left, vocabulary, domain, found);
            }
        }
        ("chain", sides) => {
            for three in sides.windows(3).step_by(2) {
                let sign = name(&three[1], vocabulary).trim_start_matches("rel-");
                compare(&three[0], sign, &three[2], vocabulary, found);
            }
        }
        (sign @ ("lt" | "le" | "gt" | "ge" | "ne"), [left, right]) => {
            compare(left, sign, right, vocabulary, found);
        }
        _ => {}
    }
}

fn compare(
    left: &Term,
    sign: &str,
    right: &Term,
    vocabulary: &Vocabulary,
    found: &mut BTreeMap<u32, Domain>,
) {
    let real = Domain::of(Numbers::Real);
    if let Some(bound) = literal(right, vocabulary) {
        if let Some(domain) = bounded(sign, bound) {
            symbols(left, vocabulary, domain, found);
        }
    } else if let Some(bound) = literal(left, vocabulary) {
        let turned = match sign {
            "lt" => "gt",
            "le" => "ge",
            "gt" => "lt",
            "ge" => "le",
            other => other,
        };
        if let Some(domain) = bounded(turned, bound) {
            symbols(right, vocabulary, domain, found);
        }
    } else if sign != "ne" && matches!(sign, "lt" | "le" | "gt" | "ge") {
        symbols(left, vocabulary, real, found);
        symbols(right, vocabulary, real, found);
    }
}

fn bounded(sign: &str, bound: f64) -> Option<Domain> {
    let real = Domain::of(Numbers::Real);
    let any = Domain::of(Numbers::Complex);
    Some(match sign {
        "lt" => Domain {
            high: Some((bound, true)),
            ..real
        },
        "le" => Domain {
            high: Some((bound, false)),
            ..real
        },
        "gt" => Domain {
            low: Some((bound, true)),
            ..real
        },
        "ge" => Domain {
            low: Some((bound, false)),
            ..real
        },
        "ne" if bound == 0.0 => Domain {
            nonzero: true,
            ..any
        },
        "ne" if bound == 1.0 => Domain {
            not_one: true,
            ..any
        },
        _ => return None,
    })
}

fn of_set(set: &Term, vocabulary: &Vocabulary) -> Option<Domain> {
    let real = Domain::of(Numbers::Real);
    Some(match (name(set, vocabulary), &*set.args) {
        ("NN", _) => Domain {
            low: Some((1.0, false)),
            ..Domain::of(Numbers::Natural)
        },
        ("NN0", _) => Domain {
            low: Some((0.0, false)),
            ..Domain::of(Numbers::Natural)
        },
        ("PP", _) => Domain {
            low: Some((2.0, false)),
            ..Domain::of(Numbers::Natural)
        },
        ("ZZ", _) => Domain::of(Numbers::Integer),
        ("QQ", _) => Domain::of(Numbers::Rational),
        ("RR", _) => real,
        ("CC", _) => Domain::of(Numbers::Complex),
        (kind, [low, high]) if kind.starts_with("interval-") => Domain {
            low: literal(low, vocabulary).map(|b| (b, kind.starts_with("interval-o"))),
            high: literal(high, vocabulary).map(|b| (b, kind.ends_with('o'))),
            ..real
        },
        _ => return None,
    })
}

fn symbols(
    term: &Term,
    vocabulary: &Vocabulary,
    domain: Domain,
    found: &mut BTreeMap<u32, Domain>,
) {
    match term.op.head() {
        Head::Symbol(index) => {
            let entry = found.entry(index).or_insert(domain);
            *entry = entry.and(domain);
        }
        _ if matches!(name(term, vocabulary), "list" | "idx") => {
            let parts = if name(term, vocabulary) == "idx" {
                1
            } else {
                term.args.len()
            };
            for part in term.args.iter().take(parts) {
                symbols(part, vocabulary, domain, found);
            }
        }
        _ => {}
    }
}

fn literal(term: &Term, vocabulary: &Vocabulary) -> Option<f64> {
    match term.op.head() {
        Head::Integer(value) => Some(f64::from(value)),
        _ if name(term, vocabulary) == "neg" => literal(term.args.first()?, vocabulary).map(|v| -v),
        _ => None,
    }
}
