//! Bounds of real numbers, in exact arithmetic.

use std::cmp::Ordering;

use super::domain::Domain;
use super::rational::Rational;
use super::set::Numbers;

/// An end of a span: where it is, and whether it does not belong to it; none where there is none.
type End = Option<(Rational, bool)>;

/// The real numbers between two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    low: End,
    high: End,
}

impl Span {
    /// One number.
    pub const fn point(value: Rational) -> Self {
        Self {
            low: Some((value, false)),
            high: Some((value, false)),
        }
    }

    /// The values of a domain; none where these are not real. Zero may be a natural number.
    pub fn of(domain: &Domain) -> Option<Self> {
        let end = |end: Option<(f64, bool)>| match end {
            None => Some(None),
            Some((at, open)) => {
                let whole = at.fract() == 0.0 && at.abs() < 1e9;
                whole.then(|| Some((Rational::integer(at as i64), open)))
            }
        };
        (domain.numbers != Numbers::Complex).then_some(())?;
        let low = match (domain.numbers, domain.low) {
            (Numbers::Natural, Some((1.0, false))) => Some((0.0, false)),
            (_, low) => low,
        };
        Some(Self {
            low: end(low)?,
            high: end(domain.high)?,
        })
    }

    /// Whether there is no number between the ends.
    pub fn is_empty(self) -> bool {
        self.is_above(self)
    }

    /// Whether it is one number.
    pub fn is_point(self) -> bool {
        self.low.is_some() && self.low == self.high && self.low.is_some_and(|(_, open)| !open)
    }

    /// Whether every value here is greater than every one there.
    pub fn is_above(self, other: Self) -> bool {
        matches!((self.low, other.high), (Some((low, a)), Some((high, b)))
        if match order(low, high) {
            Ordering::Greater => true,
            Ordering::Equal => a || b,
            Ordering::Less => false,
        })
    }

    /// Whether no value here is less than one there.
    pub fn is_not_below(self, other: Self) -> bool {
        matches!((self.low, other.high), (Some((low, _)), Some((high, _)))
            if order(low, high) != Ordering::Less)
    }

    /// The numbers that these are the negatives of.
    #[must_use]
    pub fn negated(self) -> Self {
        let negated = |end: End| end.map(|(at, open)| (at.negated(), open));
        Self {
            low: negated(self.high),
            high: negated(self.low),
        }
    }

    /// The sums of a number from each.
    pub fn plus(self, other: Self) -> Option<Self> {
        let sum = |a: End, b: End| match (a, b) {
            (Some((a, x)), Some((b, y))) => Some(Some((a.plus(b)?, x || y))),
            _ => Some(None),
        };
        Some(Self {
            low: sum(self.low, other.low)?,
            high: sum(self.high, other.high)?,
        })
    }

    /// The products of a number from each; none where a sign is open.
    pub fn times(self, other: Self) -> Option<Self> {
        let zero = Rational::integer(0);
        match (self.is_negative(), other.is_negative()) {
            (true, true) => return self.negated().times(other.negated()),
            (true, false) => return Some(self.negated().times(other)?.negated()),
            (false, true) => return Some(self.times(other.negated())?.negated()),
            (false, false) => {}
        }
        let (Some((a, x)), Some((b, y))) = (self.low, other.low) else {
            return None;
        };
        if order(a, zero) == Ordering::Less || order(b, zero) == Ordering::Less {
            return None;
        }
        // Zero is reached where one of them is.
        let reached = a == zero && !x || b == zero && !y;
        let high = match (self.high, other.high) {
            (Some((a, x)), Some((b, y))) => Some((a.times(b)?, x || y)),
            _ => None,
        };
        Some(Self {
            low: Some((a.times(b)?, !reached && (x || y))),
            // The end of a product with zero may be reached whatever the other is.
            high: high.map(|(at, open)| (at, open && at != zero)),
        })
    }

    /// The reciprocals; none where a number may be zero.
    pub fn inverse(self) -> Option<Self> {
        let zero = Rational::integer(0);
        if self.is_negative() {
            return Some(self.negated().inverse()?.negated());
        }
        let (low, open) = self.low?;
        let positive = order(low, zero) == Ordering::Greater || low == zero && open;
        positive.then_some(())?;
        let of = |(at, open): (Rational, bool)| Some((at.inverse()?, open));
        Some(Self {
            low: match self.high {
                Some(high) => Some(of(high)?),
                None => Some((zero, true)),
            },
            high: of((low, open)),
        })
    }

    /// Powers with a positive exponent; none where the sign of the base is open.
    pub fn power(self, exponent: u32) -> Option<Self> {
        (1..exponent).try_fold(self, |power, _| power.times(self))
    }

    /// Whether no value is above zero, and one is not zero.
    fn is_negative(self) -> bool {
        let zero = Rational::integer(0);
        let low = self
            .low
            .is_none_or(|(low, _)| order(low, zero) == Ordering::Less);
        low && self
            .high
            .is_some_and(|(high, _)| order(high, zero) != Ordering::Greater)
    }
}

fn order(a: Rational, b: Rational) -> Ordering {
    match (a == b, a.less(b)) {
        (true, _) => Ordering::Equal,
        (false, true) => Ordering::Less,
        (false, false) => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(low: Option<(i64, bool)>, high: Option<(i64, bool)>) -> Span {
        let end = |end: Option<(i64, bool)>| end.map(|(at, open)| (Rational::integer(at), open));
        Span {
            low: end(low),
            high: end(high),
        }
    }

    #[test]
    fn bounds_are_those_of_all_values() {
        let above = |at| span(Some((at, true)), None);
        // 0 < 1/x < 1 for x > 1, and 0 < 1/x + 1/y < 2.
        let inverse = above(1).inverse().expect("it is not zero");
        assert_eq!(inverse, span(Some((0, true)), Some((1, true))));
        let sum = inverse.plus(inverse).expect("small numbers");
        assert_eq!(sum, span(Some((0, true)), Some((2, true))));
        assert!(Span::point(Rational::integer(2)).is_above(sum));
        assert!(!Span::point(Rational::integer(1)).is_above(sum));
        // -6 ≤ xy ≤ 0 for 0 ≤ x ≤ 2 and -3 ≤ y < 0: zero is reached by x.
        let (x, y) = (
            span(Some((0, false)), Some((2, false))),
            span(Some((-3, false)), Some((0, true))),
        );
        assert_eq!(x.times(y), Some(span(Some((-6, false)), Some((0, false)))));
        assert_eq!(above(0).times(above(0)), Some(above(0)));
        // Signs that are open bound nothing, nor does what may be zero.
        assert_eq!(above(-1).times(above(1)), None);
        assert_eq!(span(Some((0, false)), None).inverse(), None);
        assert_eq!(
            span(None, Some((-2, false))).power(2),
            Some(span(Some((4, false)), None))
        );
        assert!(span(Some((1, true)), Some((1, false))).is_empty());
        assert!(!Span::point(Rational::integer(1)).is_empty());
    }
}
