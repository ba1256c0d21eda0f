//! Functions that are the same a step further: what holds for a step holds for its multiples, `f(x + 4\pi) = f(x)`
//! where `f(x + 2\pi) = f(x)`.

use super::form::name;
use super::solve::occurs;
use crate::normal::canonical;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// Whether a candidate says of a multiple of a period what its source says of the period.
pub(super) fn repeats(source: &Term, term: &Term, vocabulary: &Vocabulary) -> bool {
    let (Some(own), Some(other)) = (period(source, vocabulary), period(term, vocabulary)) else {
        return false;
    };
    // How many of the one make the other, as a quotient.
    let above = other.above.checked_mul(own.below);
    let below = other.below.checked_mul(own.above);
    let multiple = above
        .zip(below)
        .is_some_and(|(above, below)| above != 0 && above.checked_rem(below) == Some(0));
    own.function == other.function && own.of == other.of && multiple
}

/// A function and the step after which it is the same: a fraction of a product.
struct Period {
    function: Op,
    above: i64,
    below: i64,
    of: Vec<Term>,
}

fn period(term: &Term, vocabulary: &Vocabulary) -> Option<Period> {
    let ("eq", [a, b]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let place = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("call", [head, place]) => Some((head.op.as_symbol().map(|_| head.op)?, place.clone())),
        _ => None,
    };
    let ((function, one), (other, two)) = (place(a)?, place(b)?);
    let summands = |t: &Term| match name(t, vocabulary) {
        "add" => t.args.to_vec(),
        _ => vec![t.clone()],
    };
    let (mut one, mut two) = (summands(&one), summands(&two));
    let shared: Vec<Term> = one.iter().filter(|t| two.contains(t)).cloned().collect();
    one.retain(|t| !shared.contains(t));
    two.retain(|t| !shared.contains(t));
    let (([step], []) | ([], [step])) = (&*one, &*two) else {
        return None;
    };
    let moved = shared.iter().any(|t| !occurs(t).is_empty());
    let mut period = Period {
        function,
        above: 1,
        below: 1,
        of: Vec::new(),
    };
    period.times(step, vocabulary)?;
    period.of.sort();
    (function == other && moved).then_some(period)
}

impl Period {
    /// Multiplies what there is with a factor.
    fn times(&mut self, factor: &Term, vocabulary: &Vocabulary) -> Option<()> {
        match (factor.op.head(), name(factor, vocabulary), &*factor.args) {
            (Head::Integer(n), ..) => self.above = self.above.checked_mul(i64::from(n))?,
            (_, "neg", [of]) => {
                self.above = -self.above;
                self.times(of, vocabulary)?;
            }
            (_, "mul", factors) => {
                for factor in factors {
                    self.times(factor, vocabulary)?;
                }
            }
            (_, "div", [of, by]) => {
                let Head::Integer(by) = by.op.head() else {
                    return None;
                };
                self.below = self.below.checked_mul(i64::from(by))?;
                self.times(of, vocabulary)?;
            }
            _ => self.of.push(canonical(vocabulary, factor)),
        }
        Some(())
    }
}
