//! What nobody writes: chains with comparisons in opposed directions, `a \le b > c`, denominators and exponents
//! with differentials, sines of what is congruent, angles with one point twice, a length and a bare number
//! in one sum or beside one, letters to the power of themselves, slopes of a letter by itself, integrals by their own
//! constant, factorials below zero, numbers twice in a set, chains of congruences that fall apart. A source that is none of these
//! is changed into none.

use super::guard::is_symbol;
use super::parallel::is_linked;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// Signs that ascend, and those that descend.
const ASCENDING: &[&str] = &["rel-lt", "rel-le", "rel-subset", "rel-subseteq"];
const DESCENDING: &[&str] = &["rel-gt", "rel-ge", "rel-supset", "rel-supseteq"];

/// Functions whose values are no whole numbers.
const SMOOTH: &[&str] = &["cos", "exp", "ln", "log", "sin", "sqrt", "tan"];

/// Points written side by side, of which none stands twice.
const FIGURES: &[&str] = &["angle", "anglemeasure", "points", "segment", "triangle"];

/// What has a unit, or is a small change: a bare number is not added to it.
const MEASURED: &[&str] = &[
    "angle",
    "anglemeasure",
    "degrees",
    "differential",
    "quantity",
];

/// Something that nobody writes, and the operators without which a formula cannot have it.
struct Flaw {
    of: &'static [&'static str],
    is: fn(&Term, &Vocabulary) -> bool,
}

const FLAWS: [Flaw; 10] = [
    Flaw {
        of: &["chain"],
        is: is_opposed,
    },
    Flaw {
        of: &["differential"],
        is: is_over_differential,
    },
    Flaw {
        of: &["congruent"],
        is: is_smooth_congruence,
    },
    Flaw {
        of: FIGURES,
        is: is_degenerate,
    },
    Flaw {
        of: MEASURED,
        is: adds_bare_number,
    },
    Flaw {
        of: &["pow"],
        is: is_power_of_itself,
    },
    Flaw {
        of: &["diff", "pdiff"],
        is: is_slope_of_itself,
    },
    Flaw {
        of: &["int"],
        is: integrates_by_constant,
    },
    Flaw {
        of: &["factorial"],
        is: is_factorial_below_zero,
    },
    Flaw {
        of: &["set"],
        is: lists_twice,
    },
];

/// The flaws that a change may bring into a source, which has none of them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    flaws: [bool; FLAWS.len()],
    /// Whether the source is a chain of congruences.
    linked: bool,
}

impl Manner {
    pub(super) fn of(source: &Term, vocabulary: &Vocabulary) -> Self {
        let (mut open, mut flawed) = ([false; FLAWS.len()], [false; FLAWS.len()]);
        source.walk(&mut |t| {
            for (at, flaw) in FLAWS.iter().enumerate() {
                open[at] |= flaw.of.contains(&name(t, vocabulary));
                flawed[at] |= (flaw.is)(t, vocabulary);
            }
        });
        Self {
            flaws: std::array::from_fn(|at| open[at] && !flawed[at]),
            linked: is_linked(source, vocabulary),
        }
    }

    /// Whether a changed term is written as its source is.
    pub(super) fn keeps(self, changed: &Term, vocabulary: &Vocabulary) -> bool {
        let open = || FLAWS.iter().zip(self.flaws).filter(|(_, open)| *open);
        let mut keeps = !self.linked || is_linked(changed, vocabulary);
        if open().next().is_some() {
            changed.walk(&mut |t| keeps &= !open().any(|(flaw, _)| (flaw.is)(t, vocabulary)));
        }
        keeps
    }
}

fn name<'v>(term: &Term, vocabulary: &'v Vocabulary) -> &'v str {
    vocabulary.name(term.op)
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

/// Whether a point stands twice in what points make: `\angle ABB`.
fn is_degenerate(term: &Term, vocabulary: &Vocabulary) -> bool {
    let args = &term.args;
    let twice = |(at, point): (usize, &Term)| args[..at].contains(point);
    FIGURES.contains(&name(term, vocabulary)) && args.iter().enumerate().any(twice)
}

/// Whether a bare number stands in a sum with what has a unit, or in one that is compared with that: `60\,\mathrm{km} + 2`,
/// `l + 2 = 60\,\mathrm{km}`.
fn adds_bare_number(term: &Term, vocabulary: &Vocabulary) -> bool {
    let any = |term: &Term, test: &dyn Fn(&Term) -> bool| term.args.iter().any(test);
    let numbers = |t: &Term| name(t, vocabulary) == "add" && any(t, &|t| is_number(t, vocabulary));
    let measured = |t: &Term| is_measured(t, vocabulary);
    let compares = matches!(
        name(term, vocabulary),
        "eq" | "chain" | "lt" | "le" | "gt" | "ge"
    );
    any(term, &measured) && (numbers(term) || compares && any(term, &numbers))
}

fn is_number(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("neg", [only]) => is_number(only, vocabulary),
        _ => matches!(term.op.head(), Head::Integer(_) | Head::Literal(_)),
    }
}

/// Whether something has a unit, or a factor of it has.
fn is_measured(term: &Term, vocabulary: &Vocabulary) -> bool {
    match name(term, vocabulary) {
        "mul" | "div" | "neg" => term.args.iter().any(|t| is_measured(t, vocabulary)),
        name => MEASURED.contains(&name),
    }
}

/// Whether a letter has itself for an exponent: `x^x`.
fn is_power_of_itself(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("pow", [base, exponent]) => base == exponent && is_symbol(base),
        _ => false,
    }
}

/// Whether a letter is differentiated by itself.
fn is_slope_of_itself(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("diff" | "pdiff", [by, .., of]) => by == of,
        _ => false,
    }
}

/// Whether an equation adds the letter that it integrates by: `\int x^2 \,dC = \frac{x^3}{3} + C`.
fn integrates_by_constant(term: &Term, vocabulary: &Vocabulary) -> bool {
    if !matches!(name(term, vocabulary), "eq" | "chain") {
        return false;
    }
    let (mut by, mut added) = (Vec::new(), Vec::new());
    let unsigned = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("neg", [only]) => only.clone(),
        _ => t.clone(),
    };
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("int", [letter, ..]) => by.push(letter.clone()),
        ("add", terms) => added.extend(terms.iter().map(unsigned)),
        _ => {}
    });
    by.iter().any(|letter| added.contains(letter))
}

/// Whether a factorial is of what is below zero, at least for large numbers: `(-1)!`, `(1 - p)!`.
fn is_factorial_below_zero(term: &Term, vocabulary: &Vocabulary) -> bool {
    let negative = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("div", [above, _]) => name(above, vocabulary) == "neg",
        (sign, _) => sign == "neg",
    };
    match (name(term, vocabulary), &*term.args) {
        ("factorial", [of]) if name(of, vocabulary) == "add" => {
            let mut letters = of
                .args
                .iter()
                .filter(|t| !is_number(t, vocabulary))
                .peekable();
            letters.peek().is_some() && letters.all(negative)
        }
        ("factorial", [of]) => negative(of),
        _ => false,
    }
}

/// Whether a set that is listed has a number twice: `\{1, 2, 2\}`.
fn lists_twice(term: &Term, vocabulary: &Vocabulary) -> bool {
    let args = &term.args;
    let twice =
        |(at, member): (usize, &Term)| is_number(member, vocabulary) && args[..at].contains(member);
    name(term, vocabulary) == "set" && args.iter().enumerate().any(twice)
}

fn has(term: &Term, names: &[&str], vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= names.contains(&name(t, vocabulary)));
    found
}
