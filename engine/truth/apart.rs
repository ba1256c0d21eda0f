//! Sides that are never equal: a power of a positive number is above zero, however near it comes.

use super::form::name;
use super::sample::Sampler;
use crate::eval::Point;
use crate::term::{Head, Term};
use crate::vocabulary::Vocabulary;

/// What is known of the sign of real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Positive,
    NotNegative,
    Zero,
    NotPositive,
    Negative,
}

impl Sign {
    const fn opposite(self) -> Self {
        match self {
            Self::Positive => Self::Negative,
            Self::NotNegative => Self::NotPositive,
            Self::Zero => Self::Zero,
            Self::NotPositive => Self::NotNegative,
            Self::Negative => Self::Positive,
        }
    }

    const fn is_above(self) -> bool {
        matches!(self, Self::Positive | Self::NotNegative | Self::Zero)
    }

    /// The sign of a sum.
    const fn plus(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Zero, sign) | (sign, Self::Zero) => Some(sign),
            (Self::Positive, sign) | (sign, Self::Positive) if sign.is_above() => {
                Some(Self::Positive)
            }
            (Self::NotNegative, Self::NotNegative) => Some(Self::NotNegative),
            (Self::Negative, sign) | (sign, Self::Negative) if !sign.is_above() => {
                Some(Self::Negative)
            }
            (Self::NotPositive, Self::NotPositive) => Some(Self::NotPositive),
            _ => None,
        }
    }

    /// The sign of a product.
    const fn times(self, other: Self) -> Self {
        let (above, same) = match (self, other) {
            (Self::Zero, _) | (_, Self::Zero) => return Self::Zero,
            (a, b) => (
                matches!(
                    (a, b),
                    (
                        Self::Positive | Self::Negative,
                        Self::Positive | Self::Negative
                    )
                ),
                a.is_above() == b.is_above(),
            ),
        };
        match (above, same) {
            (true, true) => Self::Positive,
            (true, false) => Self::Negative,
            (false, true) => Self::NotNegative,
            (false, false) => Self::NotPositive,
        }
    }
}

impl Sampler<'_> {
    /// Whether two sides are equal for no real numbers, by their signs.
    pub(super) fn never_equal(&self, a: &Term, b: &Term, point: &Point) -> bool {
        if point.complex {
            return false;
        }
        let signs = [a, b].map(|side| sign(side, self.vocabulary));
        match signs {
            [Some(Sign::Positive), Some(other)] | [Some(other), Some(Sign::Positive)] => {
                !matches!(other, Sign::Positive | Sign::NotNegative)
            }
            [Some(Sign::Negative), Some(other)] | [Some(other), Some(Sign::Negative)] => {
                !matches!(other, Sign::Negative | Sign::NotPositive)
            }
            _ => false,
        }
    }
}

/// The sign that a term has for all real numbers, wherever it has a value.
fn sign(term: &Term, vocabulary: &Vocabulary) -> Option<Sign> {
    match term.op.head() {
        Head::Integer(0) => return Some(Sign::Zero),
        Head::Integer(_) => return Some(Sign::Positive),
        _ => {}
    }
    match (name(term, vocabulary), &*term.args) {
        ("exp" | "cosh", [_]) | ("e" | "pi", []) => Some(Sign::Positive),
        ("abs" | "norm" | "sqrt", [_]) => Some(Sign::NotNegative),
        ("neg", [of]) => sign(of, vocabulary).map(Sign::opposite),
        ("pow", [base, exponent]) => match (sign(base, vocabulary), exponent.op.head()) {
            (Some(Sign::Positive), _) => Some(Sign::Positive),
            (_, Head::Integer(n)) if n % 2 == 0 && n > 0 => Some(Sign::NotNegative),
            _ => None,
        },
        ("add", parts) => {
            let mut signs = parts.iter().map(|part| sign(part, vocabulary));
            signs.try_fold(Sign::Zero, |sum, part| sum.plus(part?))
        }
        ("mul", parts) => {
            let mut signs = parts.iter().map(|part| sign(part, vocabulary));
            signs.try_fold(Sign::Positive, |product, part| Some(product.times(part?)))
        }
        ("div", [top, below]) => {
            let below = sign(below, vocabulary)?;
            // Where there is a quotient, what it is divided by is not zero.
            let below = match below.is_above() {
                true => Sign::Positive,
                false => Sign::Negative,
            };
            Some(sign(top, vocabulary)?.times(below))
        }
        _ => None,
    }
}
