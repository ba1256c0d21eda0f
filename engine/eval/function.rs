//! Functions as values: smooth generic ones with exact derivatives and antiderivatives, and what
//! is built from them.

use super::complex::{Complex, ZERO};
use super::number::Number;
use super::value::Value;
use crate::choice::Draws;
use std::sync::Arc;

/// A function of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Function {
    /// A generic function.
    Smooth(Arc<Smooth>),
    /// The derivative of this order.
    Derivative(Arc<Function>, u32),
    /// The inverse on the real line.
    Inverse(Arc<Function>),
    /// A sum of functions.
    Sum(Vec<Function>),
    /// A product of functions.
    Product(Vec<Function>),
    /// Functions applied one after the other, the last one first.
    Composition(Vec<Function>),
    /// A constant.
    Constant(Number),
}

/// A polynomial plus waves: closed under differentiation and integration, increasing on the real
/// line as drawn. Further arguments are folded into the first one.
#[derive(Clone, Debug, PartialEq)]
pub struct Smooth {
    /// Coefficients, the constant first.
    pub polynomial: Vec<f64>,
    /// Amplitude, frequency, phase of sines.
    pub waves: Vec<(f64, f64, f64)>,
}

impl Smooth {
    /// An increasing function with waves.
    pub fn random(draws: &mut Draws) -> Self {
        let slope = 0.8 + draws.unit();
        let mut waves = Vec::new();
        for share in [0.4, 0.3] {
            let frequency = 0.5 + 1.5 * draws.unit();
            let amplitude = share * slope / frequency * (0.5 + draws.unit() / 2.0);
            waves.push((amplitude, frequency, 6.0 * draws.unit()));
        }
        Self {
            polynomial: vec![2.0 * draws.unit() - 1.0, slope],
            waves,
        }
    }
    /// The derivative of this order.
    #[must_use]
    pub fn derivative(&self, order: u32) -> Self {
        let mut result = self.clone();
        for _ in 0..order.min(64) {
            let terms = result.polynomial.iter().enumerate().skip(1);
            result.polynomial = terms.map(|(i, c)| c * i as f64).collect();
            for (amplitude, frequency, phase) in &mut result.waves {
                *amplitude *= *frequency;
                *phase += std::f64::consts::FRAC_PI_2;
            }
        }
        result
    }
    /// An antiderivative.
    #[must_use]
    pub fn integral(&self) -> Self {
        let terms = self.polynomial.iter().enumerate();
        let mut polynomial = vec![0.7];
        polynomial.extend(terms.map(|(i, c)| c / (i as f64 + 1.0)));
        let waves = self.waves.iter();
        let waves = waves.map(|&(a, f, p)| (a / f, f, p - std::f64::consts::FRAC_PI_2));
        Self {
            polynomial,
            waves: waves.collect(),
        }
    }
    /// The value at a point of the complex plane.
    pub fn at(&self, x: Complex) -> Complex {
        let start = self.polynomial.iter().rev();
        let start = start.fold(ZERO, |sum, &c| sum * x + Complex::real(c));
        self.waves.iter().fold(start, |sum, &(a, f, p)| {
            sum + (x * Complex::real(f) + Complex::real(p)).sin() * Complex::real(a)
        })
    }
}

impl Function {
    /// The value at these arguments.
    pub fn call(&self, args: &[Value]) -> Value {
        let mut numbers = Vec::new();
        for arg in args {
            match arg {
                Value::Number(n) => numbers.push(*n),
                Value::Random(values) if args.len() == 1 => {
                    let found: Option<Vec<Number>> =
                        values.iter().map(|v| self.at(&[*v])).collect();
                    return found.map_or(Value::Unknown, Value::Random);
                }
                Value::Undefined => return Value::Undefined,
                _ => return Value::Unknown,
            }
        }
        match self.at(&numbers) {
            Some(n) => Value::number(n),
            None => Value::Unknown,
        }
    }

    /// The value at numbers; `None` when it is not known.
    pub fn at(&self, args: &[Number]) -> Option<Number> {
        match self {
            Self::Smooth(smooth) => Some(folded(args)?.through(|x| smooth.at(x))),
            Self::Constant(c) => Some(*c),
            Self::Derivative(inner, order) => match &**inner {
                Self::Smooth(smooth) => {
                    let derived = smooth.derivative(*order);
                    Some(folded(args)?.through(|x| derived.at(x)))
                }
                inner => {
                    let [x] = args else { return None };
                    super::derivative::of(*x, *order, |t| inner.at(&[t]))
                }
            },
            Self::Inverse(inner) => {
                let [y] = args else { return None };
                inverse(inner, *y)
            }
            Self::Sum(parts) => {
                let mut sum = Number::integer(0);
                for part in parts {
                    sum = sum.plus(part.at(args)?);
                }
                Some(sum)
            }
            Self::Product(parts) => {
                let mut product = Number::integer(1);
                for part in parts {
                    product = product.times(part.at(args)?);
                }
                Some(product)
            }
            Self::Composition(parts) => {
                let (first, rest) = parts.split_last()?;
                let mut value = first.at(args)?;
                for part in rest.iter().rev() {
                    value = part.at(&[value])?;
                }
                Some(value)
            }
        }
    }
}

/// One argument from several: fixed irrational multiples and one product, so that the order
/// means something.
fn folded(args: &[Number]) -> Option<Number> {
    let (first, rest) = args.split_first()?;
    let mut sum = *first;
    let mut factor = 0.618_033_988_749_895;
    for arg in rest {
        sum = sum.plus(arg.times(Number::rounded(Complex::real(factor))));
        let wave = arg.times(sum).through(Complex::sin);
        sum = sum.plus(wave.times(Number::rounded(Complex::real(0.3))));
        factor *= 0.7;
    }
    Some(sum)
}

/// Newton's method, in the complex plane near the real line.
fn inverse(function: &Function, y: Number) -> Option<Number> {
    let mut x = Number::exact(0.5);
    let slope = Function::Derivative(Arc::new(function.clone()), 1);
    for _ in 0..200 {
        let off = function.at(&[x])?.plus(y.negated());
        let step = off.over(slope.at(&[x])?)?;
        // Long steps leave the region where the slope means something.
        let length = step.z.abs();
        let damped = if length > 1.0 {
            step.z / Complex::real(length)
        } else {
            step.z
        };
        x = Number {
            z: x.z - damped,
            error: 0.0,
        };
        if length <= 1e-14 * (1.0 + x.z.abs()) {
            let error = y.error / slope.at(&[x])?.z.abs();
            return Some(Number::with(x.z, error + 1e-13 * (1.0 + x.z.abs())));
        }
    }
    None
}
