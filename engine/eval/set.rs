//! Sets as values: subsets of a universe of six members, its pairs and its subsets, sets of
//! numbers, intervals, and lists of members.

use super::interval::{self, Interval};
use super::number::Number;
use super::value::{Value, agree, all};
use num_traits::{Signed, Zero};

/// How many members the universe has: the numbers from 1. Six outcomes of a die, as it were.
pub const UNIVERSE: usize = 6;
/// More members than this are not listed.
const LISTED: usize = 256;
const WHOLE: u64 = (1 << UNIVERSE) - 1;

/// A set.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// A subset of the universe, as bits. Any value belongs to the class of one member.
    Subset(u64),
    /// A set of pairs of members, bit `6 i + j`.
    Pairs(u64),
    /// A set of subsets, bit `subset`.
    Family(u64),
    /// Numbers of a kind.
    Numbers(Numbers),
    /// Intervals of real numbers, in order.
    Pieces(Vec<Interval>),
    /// These.
    Members(Vec<Value>),
}

/// The usual sets of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Numbers {
    /// The primes.
    Prime,
    /// ℕ, which may or may not hold zero.
    Natural,
    /// ℕ with zero.
    NaturalWithZero,
    /// ℤ
    Integer,
    /// ℚ, whose members floating point cannot tell from those of ℝ.
    Rational,
    /// ℝ
    Real,
    /// ℂ
    Complex,
}

impl Set {
    /// The universe.
    pub const fn universe() -> Self {
        Self::Subset(WHOLE)
    }

    /// Whether a value belongs to the set; `None` when that is not known.
    pub fn holds(&self, value: &Value) -> Option<bool> {
        if !value.is_known() {
            return None;
        }
        match self {
            Self::Subset(mask) => Some(mask >> class(value)? & 1 == 1),
            Self::Pairs(mask) => match value {
                Value::Tuple(two) if two.len() == 2 => {
                    let bit = class(&two[0])? * UNIVERSE + class(&two[1])?;
                    Some(mask >> bit & 1 == 1)
                }
                _ => None,
            },
            Self::Family(mask) => match value {
                Value::Set(Self::Subset(member)) => Some(mask >> member & 1 == 1),
                _ => None,
            },
            Self::Numbers(numbers) => numbers.holds(value.as_number()?),
            Self::Pieces(pieces) => interval::holds(pieces, value.as_number()?),
            Self::Members(members) => {
                let mut found = Some(false);
                for member in members {
                    match agree(member, value) {
                        Some(true) => return Some(true),
                        None => found = None,
                        Some(false) => {}
                    }
                }
                found
            }
        }
    }

    /// Whether two sets are the same.
    pub fn same(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Subset(a), Self::Subset(b))
            | (Self::Pairs(a), Self::Pairs(b))
            | (Self::Family(a), Self::Family(b)) => Some(a == b),
            // ℕ may hold zero.
            (
                Self::Numbers(Numbers::Natural | Numbers::NaturalWithZero),
                Self::Numbers(Numbers::Natural | Numbers::NaturalWithZero),
            ) if self != other => None,
            (Self::Numbers(a), Self::Numbers(b)) => Some(a == b),
            (Self::Numbers(_), Self::Members(_)) | (Self::Members(_), Self::Numbers(_)) => {
                Some(false)
            }
            // Only the real numbers are an interval.
            (Self::Numbers(numbers), Self::Pieces(_))
            | (Self::Pieces(_), Self::Numbers(numbers))
                if *numbers != Numbers::Real =>
            {
                Some(false)
            }
            // The empty set is one set, whatever it is a subset of.
            (Self::Members(none), Self::Subset(mask) | Self::Pairs(mask) | Self::Family(mask))
            | (Self::Subset(mask) | Self::Pairs(mask) | Self::Family(mask), Self::Members(none))
                if none.is_empty() =>
            {
                Some(*mask == 0)
            }
            (Self::Members(a), Self::Members(b)) => {
                let inside = all(a.iter().map(|x| other.holds(x)));
                let outside = all(b.iter().map(|x| self.holds(x)));
                all([inside, outside].into_iter())
            }
            (Self::Members(_), Self::Subset(mask)) => {
                Some(self.members()?.len() as u32 == mask.count_ones())
                    .filter(|same| !same)
                    .or_else(|| all(self.members()?.iter().map(|m| other.member(m))))
            }
            (Self::Subset(_), Self::Members(_)) => other.same(self),
            // Whole classes of numbers make no interval that ends somewhere.
            (Self::Subset(_), Self::Pieces(pieces)) | (Self::Pieces(pieces), Self::Subset(_))
                if pieces.iter().any(|p| p.low.is_some() || p.high.is_some()) =>
            {
                Some(false)
            }
            _ => {
                let (a, b) = (self.pieces()?, other.pieces()?);
                interval::combine(&a, &b, &|x, y| x ^ y).map(|off| off.is_empty())
            }
        }
    }

    /// Whether a number is a member itself, not only in the class of one.
    fn member(&self, value: &Value) -> Option<bool> {
        match value.as_integer() {
            Some(i) if (1..=UNIVERSE as i64).contains(&i) => self.holds(value),
            Some(_) => Some(false),
            None => None,
        }
    }

    /// The set as intervals.
    pub(super) fn pieces(&self) -> Option<Vec<Interval>> {
        match self {
            Self::Pieces(pieces) => Some(pieces.clone()),
            Self::Numbers(Numbers::Real) => Some(vec![Interval::line()]),
            Self::Members(members) => members
                .iter()
                .map(|m| match m {
                    Value::Number(n) if n.as_real().is_some() => Some(Interval::point(n.clone())),
                    _ => None,
                })
                .collect(),
            _ => None,
        }
    }

    /// Whether all members are members of another set.
    pub fn within(&self, other: &Self) -> Option<bool> {
        if let (Self::Numbers(a), Self::Numbers(b)) = (self, other) {
            return match (a, b) {
                (Numbers::NaturalWithZero, Numbers::Natural) => None,
                _ => Some(a <= b),
            };
        }
        if let (Self::Pieces(pieces), Self::Numbers(numbers)) = (self, other) {
            let points = pieces.iter().all(|p| p.low == p.high && p.low.is_some());
            return if pieces.is_empty() || *numbers >= Numbers::Real {
                Some(true)
            } else if points {
                None
            } else {
                Some(false)
            };
        }
        if let Self::Members(members) = self {
            return all(members.iter().map(|m| match other {
                Self::Subset(_) => other.member(m),
                _ => other.holds(m),
            }));
        }
        match self.combine(other, |x, y| x & !y)? {
            Self::Pieces(left) => Some(left.is_empty()),
            left => left.size().map(|n| n == 0),
        }
    }

    /// The ends of an interval.
    pub fn ends(&self) -> Option<(Value, Value)> {
        let [Interval { low, high }] = &self.pieces()?[..] else {
            return None;
        };
        let end = |end: &super::interval::End, up| match end {
            Some((x, _)) => Value::Number(x.clone()),
            None => Value::Infinite(up),
        };
        Some((end(low, false), end(high, true)))
    }

    /// The greatest (or least) bound of a set of real numbers.
    pub fn bound(&self, greatest: bool) -> Option<Value> {
        let pieces = self.pieces()?;
        let pieces = interval::combine(&pieces, &[], &|x, _| x)?;
        let end = if greatest {
            &pieces.last()?.high
        } else {
            &pieces.first()?.low
        };
        Some(match end {
            Some((x, _)) => Value::Number(x.clone()),
            None => Value::Infinite(greatest),
        })
    }

    /// The set as bits over the space of another one.
    fn bits(&self, like: &Self) -> Option<(u64, u64)> {
        let whole = match like {
            Self::Subset(_) => WHOLE,
            Self::Pairs(_) => (1 << (UNIVERSE * UNIVERSE)) - 1,
            Self::Family(_) => u64::MAX,
            _ => return None,
        };
        match (self, like) {
            (Self::Subset(m), Self::Subset(_))
            | (Self::Pairs(m), Self::Pairs(_))
            | (Self::Family(m), Self::Family(_)) => Some((*m, whole)),
            (Self::Members(none), _) if none.is_empty() => Some((0, whole)),
            (Self::Members(members), Self::Subset(_)) => {
                let bits: Option<Vec<usize>> = members.iter().map(class).collect();
                Some((bits?.into_iter().fold(0, |m, i| m | 1 << i), whole))
            }
            _ => None,
        }
    }

    fn with_bits(&self, bits: u64) -> Self {
        match self {
            Self::Pairs(_) => Self::Pairs(bits),
            Self::Family(_) => Self::Family(bits),
            _ => Self::Subset(bits),
        }
    }

    /// A Boolean operation on two sets of one space, bit by bit.
    pub fn combine(&self, other: &Self, operation: impl Fn(u64, u64) -> u64) -> Option<Self> {
        let ranges = |s: &Self| matches!(s, Self::Pieces(_) | Self::Numbers(Numbers::Real));
        if ranges(self) || ranges(other) {
            let (a, b) = (self.pieces()?, other.pieces()?);
            return interval::combine(&a, &b, &operation).map(Self::Pieces);
        }
        if let (Self::Members(a), Self::Members(b)) = (self, other)
            && !(a.is_empty() && b.is_empty())
        {
            return self.listed(other, a, b, &operation);
        }
        // Of listed members some are left where nothing is added to them.
        let of_listed = match (self, other) {
            (Self::Members(listed), Self::Subset(_)) => Some((listed, other, true)),
            (Self::Subset(_), Self::Members(listed)) => Some((listed, self, false)),
            _ => None,
        };
        if let Some((listed, set, first)) = of_listed {
            let kept = |listed: bool, held: bool| {
                let (a, b) = if first {
                    (listed, held)
                } else {
                    (held, listed)
                };
                operation(u64::from(a), u64::from(b)) & 1 == 1
            };
            if !kept(false, false) && !kept(false, true) {
                let mut left = Vec::new();
                for member in listed {
                    if kept(true, set.holds(member)?) {
                        left.push(member.clone());
                    }
                }
                return Some(Self::Members(left));
            }
        }
        let empty = |s: &Self| matches!(s, Self::Members(m) if m.is_empty());
        let like = match (empty(self), empty(other)) {
            (true, true) => &Self::Subset(0),
            (true, false) => other,
            _ if matches!((self, other), (Self::Members(_), Self::Subset(_))) => other,
            _ => self,
        };
        let (a, whole) = self.bits(like)?;
        let (b, _) = other.bits(like)?;
        Some(like.with_bits(operation(a, b) & whole))
    }

    /// An operation on sets of listed members, when it adds no others.
    fn listed(
        &self,
        other: &Self,
        a: &[Value],
        b: &[Value],
        operation: &impl Fn(u64, u64) -> u64,
    ) -> Option<Self> {
        if operation(0, 0) & 1 == 1 {
            return None;
        }
        let mut kept = Vec::new();
        for member in a.iter().chain(b) {
            let bits = (
                u64::from(self.holds(member)?),
                u64::from(other.holds(member)?),
            );
            if operation(bits.0, bits.1) & 1 == 1
                && Self::Members(kept.clone()).holds(member) != Some(true)
            {
                kept.push(member.clone());
            }
        }
        Some(Self::Members(kept))
    }

    /// The number of members.
    pub fn size(&self) -> Option<usize> {
        match self {
            Self::Subset(m) | Self::Pairs(m) | Self::Family(m) => Some(m.count_ones() as usize),
            Self::Members(members) => {
                let mut different: Vec<&Value> = Vec::new();
                for member in members {
                    let known: Vec<_> = different.iter().map(|d| agree(d, member)).collect();
                    if known.contains(&Some(true)) {
                        continue;
                    }
                    if known.contains(&None) {
                        return None;
                    }
                    different.push(member);
                }
                Some(different.len())
            }
            _ => None,
        }
    }

    /// The members, when they can be listed.
    pub fn members(&self) -> Option<Vec<Value>> {
        match self {
            Self::Subset(mask) => {
                let bits = (0..UNIVERSE).filter(|i| mask >> i & 1 == 1);
                Some(bits.map(|i| Value::integer(i as i64 + 1)).collect())
            }
            Self::Members(members) => Some(members.clone()),
            Self::Family(family) => {
                let subsets = (0..64).filter(|s| family >> s & 1 == 1);
                Some(subsets.map(|s| Value::Set(Self::Subset(s))).collect())
            }
            _ => None,
        }
    }

    /// The set of pairs.
    pub fn cross(&self, other: &Self) -> Option<Self> {
        let (a, b) = match (self, other) {
            (Self::Subset(a), Self::Subset(b)) => (*a, *b),
            (Self::Members(a), Self::Members(b)) if a.len() * b.len() <= LISTED => {
                let pairs = a.iter().flat_map(|x| {
                    b.iter()
                        .map(move |y| Value::Tuple(vec![x.clone(), y.clone()]))
                });
                return Some(Self::Members(pairs.collect()));
            }
            _ => return None,
        };
        let rows = (0..UNIVERSE).filter(|i| a >> i & 1 == 1);
        Some(Self::Pairs(rows.fold(0, |m, i| m | b << (i * UNIVERSE))))
    }

    /// The set of subsets.
    pub fn powerset(&self) -> Option<Self> {
        match self {
            Self::Subset(a) => {
                let subsets = (0..=WHOLE).filter(|s| s & !a == 0);
                Some(Self::Family(subsets.fold(0, |m, s| m | 1 << s)))
            }
            // Repeated members do no harm: subsets are repeated then.
            Self::Members(members) if 1 << members.len().min(63) <= LISTED => {
                let subset = |bits: usize| {
                    let chosen = members.iter().enumerate();
                    let chosen = chosen.filter(|(i, _)| bits >> i & 1 == 1);
                    Value::Set(Self::Members(chosen.map(|(_, m)| m.clone()).collect()))
                };
                Some(Self::Members((0..1 << members.len()).map(subset).collect()))
            }
            _ => None,
        }
    }
}

impl Numbers {
    fn holds(self, number: &Number) -> Option<bool> {
        match self {
            Self::Prime => match number.as_integer() {
                Some(n) => super::whole::is_prime(n),
                None => Some(false),
            },
            Self::Complex => Some(true),
            Self::Real => Some(number.as_real().is_some()),
            Self::Rational => match number.as_fraction() {
                Some(_) => Some(true),
                None if number.as_real().is_none() => Some(false),
                // An integer to all digits, or a number of which nothing is known.
                None => number.as_integer().map(|_| true),
            },
            Self::Integer => Some(number.as_whole().is_some()),
            Self::NaturalWithZero => Some(number.as_whole().is_some_and(|n| !n.is_negative())),
            Self::Natural => match number.as_whole() {
                Some(n) if n.is_zero() => None,
                n => Some(n.is_some_and(|n| n.is_positive())),
            },
        }
    }
}

/// The member of the universe whose class a value belongs to: itself, or one that is fixed.
pub(super) fn class(value: &Value) -> Option<usize> {
    match value {
        Value::Vector(_) | Value::Matrix(_) | Value::Tuple(_) | Value::Bool(_) | Value::Set(_) => {
            Some((value.fingerprint()? >> 20) as usize % UNIVERSE)
        }
        Value::Number(n) => Some(match n.as_integer() {
            Some(i) => (i - 1).rem_euclid(UNIVERSE as i64) as usize,
            None => {
                let z = n.near();
                let mixed = (z.re * 8.0).round() * 31.0 + (z.im * 8.0).round() * 17.0;
                mixed.rem_euclid(UNIVERSE as f64) as usize % UNIVERSE
            }
        }),
        _ => None,
    }
}
