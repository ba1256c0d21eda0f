//! Sets as values: subsets of a universe of six members, its pairs and its subsets, sets of
//! numbers, intervals, and lists of members.

use super::number::Number;
use super::value::{Value, agree, all};

/// How many members the universe has: the numbers from 1. Six outcomes of a die, as it were.
pub const UNIVERSE: usize = 6;
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
    /// An interval with its ends and whether they belong to it.
    Interval(Number, bool, Number, bool),
    /// These.
    Members(Vec<Value>),
}

/// The usual sets of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Numbers {
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
            Self::Interval(low, with_low, high, with_high) => {
                let (low, high) = (low.as_real()?, high.as_real()?);
                let x = value.as_number()?.as_real()?;
                let above = if *with_low { x >= low } else { x > low };
                let below = if *with_high { x <= high } else { x < high };
                Some(above && below)
            }
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
            (Self::Numbers(a), Self::Numbers(b)) if a == b => Some(true),
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
            (Self::Interval(a, al, b, bl), Self::Interval(c, cl, d, dl))
                if al == cl && bl == dl =>
            {
                all([super::value::same(*a, *c), super::value::same(*b, *d)].into_iter())
            }
            _ => None,
        }
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
        let empty = |s: &Self| matches!(s, Self::Members(m) if m.is_empty());
        let like = match (empty(self), empty(other)) {
            (true, true) => &Self::Subset(0),
            (true, false) => other,
            _ => self,
        };
        let (a, whole) = self.bits(like)?;
        let (b, _) = other.bits(like)?;
        Some(like.with_bits(operation(a, b) & whole))
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
            _ => None,
        }
    }

    /// The set of pairs.
    pub fn cross(&self, other: &Self) -> Option<Self> {
        let (a, b) = match (self, other) {
            (Self::Subset(a), Self::Subset(b)) => (*a, *b),
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
            _ => None,
        }
    }
}

impl Numbers {
    fn holds(self, number: Number) -> Option<bool> {
        match self {
            Self::Complex => Some(true),
            Self::Real => Some(number.as_real().is_some()),
            Self::Rational => match number.as_integer() {
                Some(_) => Some(true),
                None if number.as_real().is_none() => Some(false),
                None => None,
            },
            Self::Integer => Some(number.as_integer().is_some()),
            Self::NaturalWithZero => Some(number.as_integer().is_some_and(|n| n >= 0)),
            Self::Natural => match number.as_integer() {
                Some(0) => None,
                n => Some(n.is_some_and(|n| n > 0)),
            },
        }
    }
}

/// The member of the universe whose class a value belongs to: itself, or one that is fixed.
fn class(value: &Value) -> Option<usize> {
    match value {
        Value::Number(n) => Some(match n.as_integer() {
            Some(i) => (i - 1).rem_euclid(UNIVERSE as i64) as usize,
            None => {
                let mixed = (n.z.re * 8.0).round() * 31.0 + (n.z.im * 8.0).round() * 17.0;
                mixed.rem_euclid(UNIVERSE as f64) as usize % UNIVERSE
            }
        }),
        _ => None,
    }
}
