//! Functions as values: smooth generic ones with exact derivatives and antiderivatives, and what
//! is built from them.

use super::maps::{self, Map};
use super::number::Number;
use super::smooth::Smooth;
use super::taylor;
use super::value::{Reason, Value};
use std::sync::Arc;

/// A function of a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// A generic function.
    Smooth(Arc<Smooth>),
    /// A generic function that is not continuous at one place.
    Broken(Arc<Smooth>, Arc<Break>),
    /// The derivative of this order.
    Derivative(Arc<Function>, u32),
    /// The inverse on the real line.
    Inverse(Arc<Function>),
    /// A sum of functions.
    Sum(Vec<Function>),
    /// A product of functions.
    Product(Vec<Function>),
    /// A quotient of functions.
    Quotient(Arc<Function>, Arc<Function>),
    /// Functions applied one after the other, the last one first.
    Composition(Vec<Function>),
    /// A constant.
    Constant(Number),
    /// A function whose values are vectors: one function for each entry.
    Curve(Vec<Function>),
    /// A map of the universe to itself.
    Map(Map),
}

/// Where a function breaks, and what is added to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Break {
    /// The place.
    pub at: Number,
    /// What is added there.
    pub there: Number,
    /// What is added beyond it.
    pub beyond: Number,
}

impl Break {
    /// What is added at a number; `None` where the number may be on either side.
    fn added(&self, x: &Number) -> Option<Number> {
        let off = x.minus(&self.at);
        match off.as_real()? {
            d if off.is_zero() => Some(self.there.clone()).filter(|_| d == 0.0),
            d if d > off.error() => Some(self.beyond.clone()),
            d if d < -off.error() => Some(Number::integer(0)),
            _ => None,
        }
    }
}

impl Function {
    /// The value at these arguments.
    pub fn call(&self, args: &[Value]) -> Value {
        let [arg] = args else {
            return Value::Unknown(Reason::Mismatch);
        };
        if let Some(value) = self.mapped(arg) {
            return value;
        }
        if let Self::Curve(entries) = self {
            let mut values = Vec::with_capacity(entries.len());
            for entry in entries {
                match entry.call(args) {
                    Value::Number(n) => values.push(n),
                    other => return Value::missing([&other]),
                }
            }
            return Value::Vector(values);
        }
        match arg {
            Value::Number(x) => match self.at(x) {
                Some(n) => Value::number(n),
                None => Value::Unknown(Reason::NotConverged),
            },
            Value::Random(values) => {
                let found: Option<Vec<Number>> = values.iter().map(|v| self.at(v)).collect();
                found.map_or(Value::Unknown(Reason::NotConverged), Value::Random)
            }
            // What is no number has a number of its own.
            other => match other.fingerprint() {
                Some(print) => {
                    let place = Number::integer((print >> 40) as i64 % 4096);
                    let scaled = place.over(&Number::integer(512));
                    let shifted = scaled.map(|x| x.minus(&Number::integer(4)));
                    shifted
                        .and_then(|x| self.at(&x))
                        .map_or(Value::Unknown(Reason::NotConverged), Value::number)
                }
                None => Value::missing([other]),
            },
        }
    }

    /// The value of a map, of its inverse, or of maps one after the other; none of other functions.
    fn mapped(&self, arg: &Value) -> Option<Value> {
        match self {
            Self::Map(map) => Some(maps::image(map, arg)),
            Self::Inverse(inner) => inner.mapped_back(arg),
            Self::Composition(parts) => {
                let mut value = arg.clone();
                for part in parts.iter().rev() {
                    value = part.mapped(&value)?;
                }
                Some(value)
            }
            _ => None,
        }
    }

    /// What such a map makes a value of, or all that it makes members of a set of.
    fn mapped_back(&self, arg: &Value) -> Option<Value> {
        match self {
            Self::Map(map) => Some(maps::preimage(map, arg)),
            Self::Inverse(inner) => inner.mapped(arg),
            Self::Composition(parts) => {
                let mut value = arg.clone();
                for part in parts {
                    value = part.mapped_back(&value)?;
                }
                Some(value)
            }
            _ => None,
        }
    }

    /// The derivative of this order.
    pub(super) fn derivative(&self, order: u32) -> Self {
        match self {
            Self::Curve(entries) => {
                Self::Curve(entries.iter().map(|f| f.derivative(order)).collect())
            }
            _ => Self::Derivative(Arc::new(self.clone()), order),
        }
    }

    /// How many of `most` functions are left when those that this is built from are taken away.
    pub(super) fn parts(&self, most: usize) -> Option<usize> {
        let left = most.checked_sub(1)?;
        match self {
            Self::Smooth(_) | Self::Broken(..) | Self::Constant(_) | Self::Map(_) => Some(left),
            Self::Derivative(inner, _) | Self::Inverse(inner) => inner.parts(left),
            Self::Quotient(above, below) => above.parts(left).and_then(|left| below.parts(left)),
            Self::Sum(parts)
            | Self::Product(parts)
            | Self::Composition(parts)
            | Self::Curve(parts) => parts.iter().try_fold(left, |left, part| part.parts(left)),
        }
    }

    /// The value at a number; `None` when it is not known.
    pub fn at(&self, x: &Number) -> Option<Number> {
        match self {
            Self::Smooth(smooth) => Some(smooth.at(x, 0)),
            Self::Broken(smooth, broken) => Some(smooth.at(x, 0).plus(&broken.added(x)?)),
            Self::Derivative(inner, order) => match &**inner {
                Self::Smooth(smooth) => Some(smooth.at(x, *order)),
                _ => self.taylor(x, 0)?.pop(),
            },
            _ => self.taylor(x, 0)?.pop(),
        }
    }

    /// The first Taylor coefficients at a number, up to this order.
    pub fn taylor(&self, x: &Number, order: u32) -> Option<Vec<Number>> {
        let n = order as usize;
        match self {
            Self::Smooth(smooth) => {
                let mut factorial = Number::integer(1);
                let mut coefficients = Vec::new();
                for k in 0..=order {
                    if k > 1 {
                        factorial = factorial.times(&Number::integer(i64::from(k)));
                    }
                    coefficients.push(smooth.at(x, k).over(&factorial)?);
                }
                Some(coefficients)
            }
            Self::Constant(c) => Some(taylor::constant(c, n)),
            // Where it breaks it has no slope.
            Self::Broken(smooth, broken) => {
                if order > 0 && broken.at.minus(x).is_zero() {
                    return None;
                }
                let added = taylor::constant(&broken.added(x)?, n);
                let series = Self::Smooth(smooth.clone()).taylor(x, order)?;
                Some(taylor::sum(&series, &added))
            }
            Self::Derivative(inner, m) => {
                if order + m > 40 {
                    return None;
                }
                let mut series = inner.taylor(x, order + m)?;
                for _ in 0..*m {
                    series = taylor::derivative(&series);
                }
                Some(series)
            }
            Self::Inverse(inner) => {
                let place = inverse(inner, x)?;
                taylor::reversed(&place, &inner.taylor(&place, order.max(1))?, n)
            }
            Self::Sum(parts) => {
                let mut sum = taylor::constant(&Number::integer(0), n);
                for part in parts {
                    sum = taylor::sum(&sum, &part.taylor(x, order)?);
                }
                Some(sum)
            }
            Self::Product(parts) => {
                let mut product = taylor::constant(&Number::integer(1), n);
                for part in parts {
                    product = taylor::product(&product, &part.taylor(x, order)?);
                }
                Some(product)
            }
            Self::Curve(_) | Self::Map(_) => None,
            Self::Quotient(a, b) => taylor::quotient(&a.taylor(x, order)?, &b.taylor(x, order)?),
            Self::Composition(parts) => {
                let (first, rest) = parts.split_last()?;
                let mut series = first.taylor(x, order)?;
                for part in rest.iter().rev() {
                    let outer = part.taylor(series.first()?, order)?;
                    series = taylor::composed(&outer, &series);
                }
                Some(series)
            }
        }
    }
}

/// Newton's method on the real line, and around it.
fn inverse(function: &Function, y: &Number) -> Option<Number> {
    let fast = super::flags::precision() == super::flags::Precision::Fast;
    let mut x = if fast {
        Number::exact(0.5)
    } else {
        // Floating point leads near it.
        super::flags::at(super::flags::Precision::Fast, || inverse(function, y))?.midpoint()
    };
    let mut settled = 0;
    for _ in 0..200 {
        super::flags::work(40);
        let series = function.taylor(&x, 1)?;
        let off = series.first()?.minus(y);
        let slope = series.get(1)?.midpoint();
        let step = off.midpoint().over(&slope)?;
        let length = step.near().abs();
        // Long steps leave the region where the slope means something.
        let step = if length > 1.0 {
            step.over(&Number::exact(length))?
        } else {
            step
        };
        let reach = off.error() + y.error() + off.near().abs();
        if length <= 1e-13 * (1.0 + x.near().abs()) {
            settled += 1;
        }
        if settled > if fast { 2 } else { 5 } {
            return Some(x.widened(4.0 * reach / slope.near().abs()));
        }
        x = x.minus(&step).midpoint();
    }
    None
}
