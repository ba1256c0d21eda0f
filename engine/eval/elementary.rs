//! Elementary functions of numbers. What is not real on the real line (logarithms, even roots and
//! broken powers of negative numbers, inverse functions outside their range) has no value unless
//! a statement speaks of complex numbers; principal values are for those, and for arguments that
//! are complex because something is continued off the real line.

use super::ball::Function;
use super::code::Code;
use super::number::Number;
use super::point::Point;
use super::rational::Rational;
use super::value::{Reason, Value};
use super::{rigorous, special, whole};
use num_bigint::BigInt;
use std::cmp::Ordering;

fn at_most(x: &Number, bound: i64) -> Option<bool> {
    Some(x.order(&Number::integer(bound))? != Ordering::Greater)
}

/// Whether a real function has no value here: the argument is real and not in the range.
fn outside(x: &Number, point: &Point, low: Option<i64>, high: Option<i64>) -> bool {
    if point.complex || x.as_real().is_none() {
        return false;
    }
    // At an end within errors it is inside.
    let below = low.is_some_and(|l| x.order(&Number::integer(l)) == Some(Ordering::Less));
    let above = high.is_some_and(|h| at_most(x, h) == Some(false));
    below || above
}

/// The value of an operator of one number; `None` when it is no such operator.
pub(super) fn of_one(code: Code, x: &Number, point: &Point) -> Option<Value> {
    let through = |f: Function| Value::defined(x.apply(f));
    let ratio = |f: Function, g: Function| match (x.apply(f), x.apply(g)) {
        (Some(a), Some(b)) => Value::defined(a.over(&b)),
        _ => Value::Undefined,
    };
    let under_one = |f: Function| Value::defined(x.apply(f).and_then(|n| n.inverse()));
    let of_inverse = |f: Function| Value::defined(x.inverse().and_then(|n| n.apply(f)));
    let within = |f: Function, low: Option<i64>, high: Option<i64>| {
        if outside(x, point, low, high) {
            Value::Undefined
        } else {
            Value::defined(x.apply(f))
        }
    };
    Some(match code {
        Code::Neg => Value::Number(x.negated()),
        Code::Pm if point.plus => Value::Number(x.clone()),
        Code::Mp if !point.plus => Value::Number(x.clone()),
        Code::Pm | Code::Mp => Value::Number(x.negated()),
        Code::Exp => through(Function::Exp),
        Code::Ln => within(Function::Ln, Some(0), None),
        // Euler's number is no number of floating point.
        Code::Log if point.log_base == std::f64::consts::E => within(Function::Ln, Some(0), None),
        Code::Log | Code::Lg => {
            if outside(x, point, Some(0), None) {
                return Some(Value::Undefined);
            }
            let base = if code == Code::Lg {
                Number::integer(10)
            } else {
                Number::exact(point.log_base)
            };
            return of_two(Code::Logb, &base, x, point);
        }
        Code::Sin => through(Function::Sin),
        Code::Cos => through(Function::Cos),
        Code::Tan => ratio(Function::Sin, Function::Cos),
        Code::Cot => ratio(Function::Cos, Function::Sin),
        Code::Sec => under_one(Function::Cos),
        Code::Csc => under_one(Function::Sin),
        Code::Arcsin => within(Function::Arcsin, Some(-1), Some(1)),
        Code::Arccos => within(Function::Arccos, Some(-1), Some(1)),
        Code::Arctan => through(Function::Arctan),
        Code::Arccot => {
            let quarter = Number::pi().times(&Number::exact(0.5));
            Value::defined(x.apply(Function::Arctan).map(|a| quarter.minus(&a)))
        }
        Code::Arcsec | Code::Arccsc => {
            if !point.complex && x.modulus().order(&Number::integer(1)) == Some(Ordering::Less) {
                return Some(Value::Undefined);
            }
            of_inverse(if code == Code::Arcsec {
                Function::Arccos
            } else {
                Function::Arcsin
            })
        }
        Code::Sinh => through(Function::Sinh),
        Code::Cosh => through(Function::Cosh),
        Code::Tanh => tanh(x),
        Code::Coth => match tanh(x) {
            Value::Number(n) => Value::defined(n.inverse()),
            other => other,
        },
        Code::Sech => under_one(Function::Cosh),
        Code::Csch => under_one(Function::Sinh),
        Code::Arsinh => through(Function::Arsinh),
        Code::Arcosh => within(Function::Arcosh, Some(1), None),
        Code::Artanh => {
            let size = x.modulus().order(&Number::integer(1));
            if size == Some(Ordering::Equal)
                || size == Some(Ordering::Greater) && outside(x, point, Some(-1), Some(1))
            {
                return Some(Value::Undefined);
            }
            through(Function::Artanh)
        }
        Code::Abs => Value::number(x.modulus()),
        Code::Re => Value::Number(x.parts().0),
        Code::Im => Value::Number(x.parts().1),
        Code::Conj => Value::Number(x.conjugate()),
        Code::Arg if x.is_zero() => Value::Undefined,
        Code::Arg => Value::number(x.argument()),
        Code::Floor | Code::Ceil => {
            if x.as_real().is_none() {
                return Some(Value::Undefined);
            }
            let floor = match code {
                Code::Floor => x.floor(),
                _ => x.negated().floor().map(|n| n.negated()),
            };
            floor.map_or(Value::Unknown(Reason::Close), Value::number)
        }
        Code::Sgn => match x.sign() {
            Some(order) => Value::integer(order as i64),
            None if x.as_real().is_none() => Value::Undefined,
            None if x.is_zero() => Value::integer(0),
            None => Value::Unknown(Reason::Close),
        },
        Code::Factorial => match whole::factorial(x, 1) {
            Some(value) => value,
            None => gamma(&x.plus(&Number::integer(1))),
        },
        Code::Dfactorial => whole::factorial(x, 2).unwrap_or(Value::Undefined),
        Code::Gamma => gamma(x),
        Code::Zeta => zeta(x),
        _ => return None,
    })
}

fn tanh(x: &Number) -> Value {
    // Far from zero the exponential is too large to calculate with.
    let near = x.near();
    if near.re.abs() > 300.0 {
        let one = if near.re > 0.0 { 1 } else { -1 };
        return Value::number(Number::integer(one).widened(1e-200));
    }
    match (x.apply(Function::Sinh), x.apply(Function::Cosh)) {
        (Some(a), Some(b)) => Value::defined(a.over(&b)),
        _ => Value::Undefined,
    }
}

fn gamma(x: &Number) -> Value {
    if let Some(n) = x.as_whole() {
        if n < BigInt::from(1) {
            return Value::Undefined;
        }
        return whole::factorial(&x.minus(&Number::integer(1)), 1).unwrap_or(Value::Undefined);
    }
    // Half integers come down to the root of pi.
    let half = Rational::new(1, 2).map(Number::rational);
    let offset = half.as_ref().and_then(|h| x.minus(h).as_integer());
    if let (Some(k), Some(half)) = (offset.filter(|k| k.abs() <= 200), half)
        && x.is_exact()
    {
        let mut value = Number::pi().apply(Function::Sqrt);
        for j in 0..k.abs() {
            let factor = if k > 0 {
                half.plus(&Number::integer(j))
            } else {
                half.minus(&Number::integer(j + 1))
            };
            value = value.and_then(|v| {
                if k > 0 {
                    Some(v.times(&factor))
                } else {
                    v.over(&factor)
                }
            });
        }
        return Value::defined(value);
    }
    if let Some(value) = rigorous::gamma(x) {
        return Value::number(value);
    }
    match special::gamma(x.near()) {
        Some(z) => {
            let moved = special::gamma(x.near() + super::complex::Complex::real(x.error() + 1e-12));
            let slope = moved.map_or(f64::INFINITY, |m| (m - z).abs());
            Value::number(Number::with(z, 2.0 * slope + 1e-12 * z.abs()))
        }
        None => Value::Undefined,
    }
}

/// Even arguments by Bernoulli numbers, zero and negative integers exactly.
fn zeta(x: &Number) -> Value {
    // B_2, B_4, …
    const BERNOULLI: [(i64, i64); 8] = [
        (1, 6),
        (-1, 30),
        (1, 42),
        (-1, 30),
        (5, 66),
        (-691, 2730),
        (7, 6),
        (-3617, 510),
    ];
    let bernoulli = |n: i64| {
        let (top, below) = BERNOULLI.get(n as usize / 2 - 1)?;
        Rational::new(*top, *below).map(Number::rational)
    };
    match x.as_integer() {
        Some(1) => return Value::Undefined,
        Some(0) => return Value::number(Number::exact(-0.5)),
        Some(n) if n < 0 && n % 2 == 0 => return Value::integer(0),
        Some(n) if (-15..0).contains(&n) => {
            let value = bernoulli(1 - n).and_then(|b| b.over(&Number::integer(n - 1)));
            return Value::defined(value);
        }
        Some(n) if n > 0 && n % 2 == 0 && n <= 16 => {
            let turn = Number::pi().times(&Number::integer(2));
            let mut value = bernoulli(n).map(|b| b.modulus());
            for k in 1..=n {
                value = value.and_then(|v| v.times(&turn).over(&Number::integer(k)));
            }
            return Value::defined(value.map(|v| v.times(&Number::exact(0.5))));
        }
        _ => {}
    }
    if let Some(value) = rigorous::zeta(x) {
        return Value::number(value);
    }
    match special::zeta(x.near()) {
        Some(z) => Value::number(Number::with(z, 4e-12 * z.abs() + 40.0 * x.error())),
        None => Value::Unknown(Reason::NotConverged),
    }
}

/// The value of an operator of two numbers; `None` when it is no such operator.
pub(super) fn of_two(code: Code, x: &Number, y: &Number, point: &Point) -> Option<Value> {
    Some(match code {
        Code::Pow => power(x, y, point),
        Code::Root => root(x, y, point),
        Code::Logb => {
            let none = |n: &Number| n.is_zero() || outside(n, point, Some(0), None);
            if none(x) || none(y) {
                return Some(Value::Undefined);
            }
            if let (Some(base), Some(value)) = (x.as_integer(), y.as_fraction())
                && x.is_exact()
                && base > 1
                && let Some(exact) = whole_logarithm(base, &value)
            {
                return Some(Value::integer(exact));
            }
            match (y.apply(Function::Ln), x.apply(Function::Ln)) {
                (Some(a), Some(b)) => Value::defined(a.over(&b)),
                _ => Value::Undefined,
            }
        }
        Code::Binom => match y.as_integer() {
            Some(k) => whole::binomial(x, k),
            None if y.as_whole().is_some() => Value::Unknown(Reason::TooLarge),
            None => Value::Undefined,
        },
        Code::Rising => match y.as_integer() {
            Some(n) if n >= 0 => whole::rising(x, n),
            _ => Value::Undefined,
        },
        Code::Falling => match y.as_integer() {
            Some(n) if n >= 0 => {
                let low = x.minus(&Number::integer(n - 1));
                whole::rising(&low, n)
            }
            _ => Value::Undefined,
        },
        Code::Gcd | Code::Lcm | Code::Mod | Code::Divides => whole::pair(code, x, y),
        _ => return None,
    })
}

/// The exponent of an exact power of an integer.
fn whole_logarithm(base: i64, value: &num_rational::BigRational) -> Option<i64> {
    let (top, below) = (value.numer(), value.denom());
    let one = BigInt::from(1);
    let (mut left, sign) = if *below == one {
        (top.clone(), 1)
    } else if *top == one {
        (below.clone(), -1)
    } else {
        return None;
    };
    if left.bits() > 4096 {
        return None;
    }
    let mut exponent = 0;
    while left > one {
        if &left % base != BigInt::ZERO {
            return None;
        }
        left /= base;
        exponent += 1;
    }
    (left == one).then_some(sign * exponent)
}

fn power(x: &Number, y: &Number, point: &Point) -> Value {
    if y.as_whole().is_none() && outside(x, point, Some(0), None) {
        return Value::Undefined;
    }
    match x.power(y) {
        Some(n) => Value::number(n),
        None => Value::Undefined,
    }
}

/// The principal root, but the real one of a negative number when the index is odd.
fn root(x: &Number, index: &Number, point: &Point) -> Value {
    let whole = index.as_integer();
    if whole == Some(0) {
        return Value::Undefined;
    }
    let negative = x.sign() == Some(Ordering::Less);
    if negative && whole.is_some_and(|n| n % 2 != 0) {
        return match root(&x.negated(), index, point) {
            Value::Number(n) => Value::Number(n.negated()),
            other => other,
        };
    }
    if let Some(exact) = whole
        .and_then(|n| u32::try_from(n).ok())
        .and_then(|n| x.exact_root(n))
    {
        return Value::Number(exact);
    }
    if outside(x, point, Some(0), None) {
        return Value::Undefined;
    }
    if whole == Some(2) {
        return Value::defined(x.apply(Function::Sqrt));
    }
    Value::defined(Number::integer(1).over(index).and_then(|e| x.power(&e)))
}
