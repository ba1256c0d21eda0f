//! Arithmetic and elementary functions of numbers.

use super::complex::{Complex, I};
use super::number::Number;
use super::operate;
use super::point::Point;
use super::special;
use super::value::Value;

/// Operators on numbers alone.
pub(super) fn numeric(name: &str, args: &[Value], point: &Point) -> Value {
    if let ("pow", [base, Value::Infinite(up)]) = (name, args) {
        return match base.as_number().and_then(Number::as_real) {
            Some(b) if b > 1.0 + 1e-9 => {
                if *up {
                    Value::Infinite(true)
                } else {
                    Value::integer(0)
                }
            }
            Some(b) if b > 0.0 && b < 1.0 - 1e-9 => {
                if *up {
                    Value::integer(0)
                } else {
                    Value::Infinite(true)
                }
            }
            _ => Value::Unknown,
        };
    }
    let numbers: Option<Vec<Number>> = args.iter().map(Value::as_number).collect();
    let Some(numbers) = numbers else {
        return match (name, args) {
            ("abs", [Value::Infinite(_)]) => Value::Infinite(true),
            ("abs", [set @ Value::Set(_)]) => operate::sets("card", std::slice::from_ref(set)),
            ("abs", [m @ Value::Matrix(_)]) => operate::linear("det", std::slice::from_ref(m)),
            ("pow", [m @ Value::Matrix(_), n]) => {
                operate::linear("matpow", &[m.clone(), n.clone()])
            }
            _ => Value::Unknown,
        };
    };
    match *numbers {
        [] => constant(name),
        [x] => elementary(name, x, point),
        [x, y] => binary(name, x, y, point),
        _ if matches!(name, "gcd" | "lcm") => {
            let start = Value::Number(numbers[0]);
            numbers[1..].iter().fold(start, |a, n| match a.as_number() {
                Some(a) => binary(name, a, *n, point),
                None => a,
            })
        }
        _ => Value::Unknown,
    }
}

fn constant(name: &str) -> Value {
    match name {
        "pi" => Value::number(Number::rounded(Complex::real(std::f64::consts::PI))),
        "e" => Value::number(Number::rounded(Complex::real(std::f64::consts::E))),
        "i" => Value::Number(Number { z: I, error: 0.0 }),
        _ => Value::Unknown,
    }
}

/// Whether a function that is real on positive numbers alone has no value: where a statement does
/// not speak of complex numbers it has none at negative ones. Principal values are for complex
/// statements, and for arguments that are complex because something is continued off the real line.
fn outside(x: Number, point: &Point) -> bool {
    !point.complex && !x.is_zero() && x.as_real().is_some_and(|r| r < 0.0)
}

fn binary(name: &str, x: Number, y: Number, point: &Point) -> Value {
    match name {
        "pow" => Value::defined(x.power(y)),
        "root" if y.as_integer().is_some_and(|n| n % 2 == 0) && outside(x, point) => {
            Value::Undefined
        }
        "root" => root(x, y),
        "logb" => {
            let none = |n: Number| n.is_zero() || outside(n, point);
            if none(x) || none(y) {
                return Value::Undefined;
            }
            Value::defined(y.through(Complex::ln).over(x.through(Complex::ln)))
        }
        "binom" => match y.as_integer() {
            Some(k) => special::binomial(x, k).map_or(Value::Unknown, Value::number),
            None => Value::Undefined,
        },
        "gcd" | "lcm" | "mod" | "divides" => whole(name, x, y),
        _ => Value::Unknown,
    }
}

fn whole(name: &str, x: Number, y: Number) -> Value {
    let (Some(a), Some(b)) = (x.as_integer(), y.as_integer()) else {
        return Value::Undefined;
    };
    let (mut p, mut q) = (a.unsigned_abs(), b.unsigned_abs());
    while q > 0 {
        (p, q) = (q, p % q);
    }
    match name {
        "gcd" => Value::integer(p as i64),
        "lcm" if p == 0 => Value::integer(0),
        "lcm" => Value::integer((a / p as i64 * b).abs()),
        "mod" if b == 0 => Value::Undefined,
        "mod" => Value::integer(a.rem_euclid(b)),
        _ if a == 0 => Value::Bool(b == 0),
        _ => Value::Bool(b % a == 0),
    }
}

/// The principal root, but the real one of a negative number when the index is odd.
fn root(x: Number, index: Number) -> Value {
    if let (Some(n), Some(r)) = (index.as_integer(), x.as_real())
        && n % 2 != 0
        && r < 0.0
        && !x.is_zero()
    {
        let size = x
            .negated()
            .power(Number::integer(1).over(index).unwrap_or(index));
        return Value::defined(size.map(Number::negated));
    }
    if index.as_integer() == Some(2) {
        return Value::number(x.through(Complex::sqrt));
    }
    match Number::integer(1).over(index) {
        Some(exponent) => Value::defined(x.power(exponent)),
        None => Value::Undefined,
    }
}

fn elementary(name: &str, x: Number, point: &Point) -> Value {
    let through = |f: fn(Complex) -> Complex| Value::number(x.through(f));
    let ratio = |f: fn(Complex) -> Complex, g: fn(Complex) -> Complex| {
        Value::defined(x.through(f).over(x.through(g)))
    };
    let one = |_| Complex::real(1.0);
    let real = |f: fn(f64) -> f64| match x.as_real() {
        Some(r) => {
            let (low, high) = (f(r - x.error), f(r + x.error));
            if low == high {
                Value::Number(Number::exact(f(r)))
            } else {
                Value::Unknown
            }
        }
        None => Value::Undefined,
    };
    let inverse_of = |f: fn(Complex) -> Complex| match x.inverse() {
        Some(inverse) => Value::number(inverse.through(f)),
        None => Value::Undefined,
    };
    match name {
        "exp" => through(Complex::exp),
        "ln" | "log" if x.is_zero() || outside(x, point) => Value::Undefined,
        "ln" => through(Complex::ln),
        "log" => {
            let base = Number::rounded(Complex::real(point.log_base.ln()));
            Value::defined(x.through(Complex::ln).over(base))
        }
        "sin" => through(Complex::sin),
        "cos" => through(Complex::cos),
        "tan" => ratio(Complex::sin, Complex::cos),
        "cot" => ratio(Complex::cos, Complex::sin),
        "sec" => ratio(one, Complex::cos),
        "csc" => ratio(one, Complex::sin),
        "arcsin" => through(Complex::asin),
        "arccos" => through(Complex::acos),
        "arctan" => through(Complex::atan),
        "arccot" => through(|z| Complex::real(std::f64::consts::FRAC_PI_2) - z.atan()),
        "arcsec" => inverse_of(Complex::acos),
        "arccsc" => inverse_of(Complex::asin),
        "sinh" => through(Complex::sinh),
        "cosh" => through(Complex::cosh),
        "tanh" => ratio(Complex::sinh, Complex::cosh),
        "coth" => ratio(Complex::cosh, Complex::sinh),
        "sech" => ratio(one, Complex::cosh),
        "csch" => ratio(one, Complex::sinh),
        "arsinh" => through(|z| (z + (z * z + Complex::real(1.0)).sqrt()).ln()),
        "arcosh" => through(|z| {
            let (up, down) = (
                (z + Complex::real(1.0)).sqrt(),
                (z - Complex::real(1.0)).sqrt(),
            );
            (z + up * down).ln()
        }),
        "artanh" => through(|z| {
            let (up, down) = (Complex::real(1.0) + z, Complex::real(1.0) - z);
            (up.ln() - down.ln()) * Complex::real(0.5)
        }),
        "abs" => Value::number(if x.error == 0.0 && x.z.im == 0.0 {
            Number::exact(x.z.re.abs())
        } else {
            Number::with(Complex::real(x.z.abs()), x.error)
        }),
        "re" => Value::number(Number {
            z: Complex::real(x.z.re),
            error: x.error,
        }),
        "im" => Value::number(Number {
            z: Complex::real(x.z.im),
            error: x.error,
        }),
        "conj" => Value::number(Number {
            z: x.z.conj(),
            error: x.error,
        }),
        "arg" if x.is_zero() => Value::Undefined,
        "arg" => through(|z| Complex::real(z.arg())),
        "floor" => real(f64::floor),
        "ceil" => real(f64::ceil),
        "sgn" if x.is_zero() => Value::integer(0),
        "sgn" => match x.as_real() {
            Some(r) => Value::integer(if r > 0.0 { 1 } else { -1 }),
            None => Value::Undefined,
        },
        "factorial" => match x.as_integer() {
            Some(n) => Value::defined(special::factorial(n)),
            None => Value::Undefined,
        },
        "dfactorial" => match x.as_integer() {
            Some(n) => Value::defined(special::double_factorial(n)),
            None => Value::Undefined,
        },
        "gamma" => match special::gamma(x.z) {
            Some(z) => {
                let moved =
                    special::gamma(x.z + Complex::real(x.error)).map_or(0.0, |m| (m - z).abs());
                Value::number(Number::with(z, moved + 1e-13 * z.abs()))
            }
            None => Value::Undefined,
        },
        "zeta" => match special::zeta(x.z) {
            Some(z) => Value::number(Number::with(z, 1e-12 * z.abs() + 10.0 * x.error)),
            None => Value::Unknown,
        },
        _ => Value::Unknown,
    }
}
