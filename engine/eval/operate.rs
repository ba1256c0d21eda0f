//! Operators whose arguments are all evaluated first.

use super::complex::{Complex, I};
use super::function::Function;
use super::matrix;
use super::number::Number;
use super::point::Point;
use super::set::{Numbers, Set};
use super::special;
use super::value::Value;
use super::{probability, relation};
use std::sync::Arc;

/// The value of an operator over values.
pub(super) fn apply(name: &str, args: &[Value], point: &Point) -> Value {
    match name {
        "and" | "comma" => return statements(args, true),
        "or" => return statements(args, false),
        "not" => return events(args, |m| !m).unwrap_or_else(|| relation::negation(first(args))),
        "implies" => return relation::implication(first(args), last(args)),
        _ => {}
    }
    if args.contains(&Value::Unknown) {
        return Value::Unknown;
    }
    if args.contains(&Value::Undefined) {
        return Value::Undefined;
    }
    match name {
        "add" => args
            .iter()
            .cloned()
            .reduce(plus)
            .unwrap_or(Value::integer(0)),
        "mul" => args
            .iter()
            .cloned()
            .reduce(times)
            .unwrap_or(Value::integer(1)),
        "neg" => times(Value::integer(-1), first(args)),
        "pm" if point.plus => first(args),
        "mp" if !point.plus => first(args),
        "pm" | "mp" => times(Value::integer(-1), first(args)),
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "in" | "notin" | "subset" | "subseteq"
        | "supset" | "supseteq" | "defines" | "equiv" => {
            relation::compare(name, &args[0], &args[1])
        }
        "iff" | "xor" => exclusive(args, name == "iff"),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        "call" => match args {
            [Value::Function(f), rest @ ..] => f.call(rest),
            _ => Value::Unknown,
        },
        "list" | "tuple" => Value::Tuple(args.to_vec()),
        "compose" | "finv" | "prime" => function(name, args),
        "matmul" | "scale" | "matinv" | "matpow" | "transpose" | "det" | "tr" | "rank" | "norm"
        | "normp" | "dot" | "inner" | "vecprod" | "row" | "matrix" => linear(name, args),
        "prob" | "condprob" | "expect" | "condexpect" | "var" | "cov" => {
            probability::apply(name, args, &point.weights)
        }
        "union" | "inter" | "setminus" | "symdiff" | "compl" | "cross" | "powerset" | "card"
        | "set" => sets(name, args),
        "universe" => Value::Set(Set::universe()),
        "emptyset" => Value::Set(Set::Members(Vec::new())),
        "NN" => Value::Set(Set::Numbers(Numbers::Natural)),
        "NN0" => Value::Set(Set::Numbers(Numbers::NaturalWithZero)),
        "ZZ" => Value::Set(Set::Numbers(Numbers::Integer)),
        "QQ" => Value::Set(Set::Numbers(Numbers::Rational)),
        "RR" => Value::Set(Set::Numbers(Numbers::Real)),
        "CC" => Value::Set(Set::Numbers(Numbers::Complex)),
        "interval-cc" | "interval-oo" | "interval-co" | "interval-oc" => match args {
            [Value::Number(a), Value::Number(b)] => {
                let (with_low, with_high) = (name[9..].starts_with('c'), name.ends_with('c'));
                Value::Set(Set::Interval(*a, with_low, *b, with_high))
            }
            _ => Value::Unknown,
        },
        "infty" => Value::Infinite(true),
        "otherwise" => first(args),
        "div" => quotient(first(args), last(args)),
        "max" | "min" => extremum(name, args),
        _ if args.iter().any(|a| matches!(a, Value::Random(_))) => pointwise(name, args, point),
        _ => numeric(name, args, point),
    }
}

fn first(args: &[Value]) -> Value {
    args.first().cloned().unwrap_or(Value::Unknown)
}

fn last(args: &[Value]) -> Value {
    args.last().cloned().unwrap_or(Value::Unknown)
}

/// The conjunction or disjunction of statements, the intersection or union of events.
fn statements(args: &[Value], both: bool) -> Value {
    if args.iter().any(|a| matches!(a, Value::Set(_))) {
        return sets(if both { "inter" } else { "union" }, args);
    }
    let parts = args.iter().cloned();
    if both {
        relation::conjunction(parts)
    } else {
        relation::disjunction(parts)
    }
}

fn events(args: &[Value], change: impl Fn(u64) -> u64) -> Option<Value> {
    match args {
        [Value::Set(set)] => set.combine(set, |a, _| change(a)).map(Value::Set),
        _ => None,
    }
}

/// Whether an odd number of statements hold; turned round when `start` is true.
fn exclusive(args: &[Value], start: bool) -> Value {
    let mut result = start;
    for arg in args {
        match arg {
            Value::Bool(holds) => result ^= *holds,
            other => return Value::missing(std::slice::from_ref(other)),
        }
    }
    Value::Bool(result)
}

/// The sum of two values.
pub(super) fn plus(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::number(x.plus(y)),
        (Value::Infinite(x), Value::Infinite(y)) if x == y => Value::Infinite(x),
        (Value::Infinite(_), Value::Infinite(_)) => Value::Undefined,
        (Value::Infinite(x), Value::Number(_)) | (Value::Number(_), Value::Infinite(x)) => {
            Value::Infinite(x)
        }
        (Value::Random(x), Value::Random(y)) => {
            Value::Random(x.iter().zip(&y).map(|(p, q)| p.plus(*q)).collect())
        }
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            Value::Random(x.iter().map(|p| p.plus(y)).collect())
        }
        (Value::Vector(x), Value::Vector(y)) if x.len() == y.len() => {
            Value::Vector(x.iter().zip(&y).map(|(p, q)| p.plus(*q)).collect())
        }
        (Value::Matrix(x), Value::Matrix(y))
            if x.len() == y.len() && x.iter().zip(&y).all(|(r, s)| r.len() == s.len()) =>
        {
            let row = |(r, s): (&Vec<Number>, &Vec<Number>)| {
                r.iter().zip(s).map(|(p, q)| p.plus(*q)).collect()
            };
            Value::Matrix(x.iter().zip(&y).map(row).collect())
        }
        (Value::Function(f), Value::Function(g)) => Value::Function(Function::Sum(vec![f, g])),
        (Value::Number(n), other) | (other, Value::Number(n)) if n == Number::integer(0) => other,
        _ => Value::Undefined,
    }
}

/// The product of two values, of which only one may be a vector or matrix.
pub(super) fn times(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::number(x.times(y)),
        (Value::Infinite(x), Value::Infinite(y)) => Value::Infinite(x == y),
        (Value::Infinite(up), Value::Number(n)) | (Value::Number(n), Value::Infinite(up)) => {
            match n.as_real() {
                Some(r) if !n.is_zero() => Value::Infinite(up == (r > 0.0)),
                _ => Value::Undefined,
            }
        }
        (Value::Random(x), Value::Random(y)) => {
            Value::Random(x.iter().zip(&y).map(|(p, q)| p.times(*q)).collect())
        }
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            Value::Random(x.iter().map(|p| p.times(y)).collect())
        }
        (Value::Number(n), Value::Vector(v)) | (Value::Vector(v), Value::Number(n)) => {
            Value::Vector(v.iter().map(|p| p.times(n)).collect())
        }
        (Value::Number(n), Value::Matrix(m)) | (Value::Matrix(m), Value::Number(n)) => {
            Value::Matrix(
                m.iter()
                    .map(|r| r.iter().map(|p| p.times(n)).collect())
                    .collect(),
            )
        }
        (Value::Function(f), Value::Function(g)) => Value::Function(Function::Product(vec![f, g])),
        (Value::Number(n), Value::Function(f)) | (Value::Function(f), Value::Number(n)) => {
            Value::Function(Function::Product(vec![Function::Constant(n), f]))
        }
        (Value::Matrix(x), Value::Matrix(y)) => {
            matrix::product(&x, &y).map_or(Value::Undefined, Value::Matrix)
        }
        _ => Value::Undefined,
    }
}

fn quotient(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::defined(x.over(y)),
        (Value::Number(_), Value::Infinite(_)) => Value::integer(0),
        (Value::Infinite(_), Value::Infinite(_)) => Value::Undefined,
        (Value::Random(x), Value::Random(y)) => {
            let parts: Option<Vec<Number>> = x.iter().zip(&y).map(|(p, q)| p.over(*q)).collect();
            parts.map_or(Value::Undefined, Value::Random)
        }
        (a, Value::Number(y)) => match y.inverse() {
            Some(inverse) => times(a, Value::Number(inverse)),
            None => Value::Undefined,
        },
        (Value::Number(x), Value::Random(y)) => {
            let parts: Option<Vec<Number>> = y.iter().map(|q| x.over(*q)).collect();
            parts.map_or(Value::Undefined, Value::Random)
        }
        _ => Value::Undefined,
    }
}

fn extremum(name: &str, args: &[Value]) -> Value {
    let listed = match args {
        [Value::Set(set)] => match set.members() {
            Some(members) => members,
            None => return Value::Unknown,
        },
        args => args.to_vec(),
    };
    let mut best: Option<Number> = None;
    for value in &listed {
        let Some(n) = value.as_number().filter(|n| n.as_real().is_some()) else {
            return Value::Undefined;
        };
        let better = |b: &Number| {
            if name == "max" {
                n.z.re > b.z.re
            } else {
                n.z.re < b.z.re
            }
        };
        if best.as_ref().is_none_or(better) {
            best = Some(n);
        }
    }
    Value::defined(best)
}

/// An operator on numbers, at each outcome.
fn pointwise(name: &str, args: &[Value], point: &Point) -> Value {
    let mut values = Vec::new();
    for i in 0..super::set::UNIVERSE {
        let here: Vec<Value> = args
            .iter()
            .map(|a| match a {
                Value::Random(r) => r.get(i).map_or(Value::Unknown, |n| Value::Number(*n)),
                other => other.clone(),
            })
            .collect();
        match numeric(name, &here, point) {
            Value::Number(n) => values.push(n),
            other => return other,
        }
    }
    Value::Random(values)
}

/// Functions made of functions.
fn function(name: &str, args: &[Value]) -> Value {
    match (name, args) {
        ("finv", [Value::Function(f)]) => Value::Function(Function::Inverse(Arc::new(f.clone()))),
        ("prime", [Value::Function(f), order]) => match order.as_integer() {
            Some(0) => Value::Function(f.clone()),
            Some(n) if (1..=64).contains(&n) => {
                Value::Function(Function::Derivative(Arc::new(f.clone()), n as u32))
            }
            Some(_) => Value::Undefined,
            None => Value::Unknown,
        },
        ("compose", parts) => {
            let found: Option<Vec<Function>> = parts
                .iter()
                .map(|p| match p {
                    Value::Function(f) => Some(f.clone()),
                    _ => None,
                })
                .collect();
            found.map_or(Value::Unknown, |f| {
                Value::Function(Function::Composition(f))
            })
        }
        _ => Value::Unknown,
    }
}

fn linear(name: &str, args: &[Value]) -> Value {
    let matrix_or = |m: Option<matrix::Matrix>| m.map_or(Value::Undefined, Value::Matrix);
    match (name, args) {
        ("row", entries) => Value::Tuple(entries.to_vec()),
        ("matrix", rows) => {
            let found: Option<Vec<Vec<Number>>> = rows
                .iter()
                .map(|r| match r {
                    Value::Tuple(entries) => entries.iter().map(Value::as_number).collect(),
                    _ => None,
                })
                .collect();
            match found {
                Some(m) if m.windows(2).all(|w| w[0].len() == w[1].len()) => Value::Matrix(m),
                _ => Value::Unknown,
            }
        }
        ("matmul", parts) => parts
            .iter()
            .cloned()
            .reduce(times)
            .unwrap_or(Value::Unknown),
        ("scale", [c, m]) => times(c.clone(), m.clone()),
        ("matinv", [Value::Matrix(m)]) => matrix_or(matrix::inverse(m)),
        ("matpow", [Value::Matrix(m), n]) => match n.as_integer() {
            Some(n) if n.abs() <= 64 && matrix::is_square(m) => {
                let base = if n < 0 {
                    matrix::inverse(m)
                } else {
                    Some(m.clone())
                };
                let start = Some(matrix::identity(m.len()));
                matrix_or((0..n.abs()).fold(start, |p, _| matrix::product(&p?, base.as_ref()?)))
            }
            _ => Value::Unknown,
        },
        ("transpose", [Value::Matrix(m)]) => Value::Matrix(matrix::transposed(m)),
        ("det", [Value::Matrix(m)]) => Value::defined(matrix::determinant(m)),
        ("tr", [Value::Matrix(m)]) if matrix::is_square(m) => {
            let diagonal = m.iter().enumerate().map(|(i, row)| row[i]);
            Value::number(diagonal.fold(Number::integer(0), Number::plus))
        }
        ("rank", [Value::Matrix(m)]) => Value::integer(matrix::rank(m) as i64),
        ("norm", [Value::Matrix(m)]) => Value::number(matrix::norm(m.iter().flatten())),
        ("norm", [Value::Vector(v)]) => Value::number(matrix::norm(v.iter())),
        ("norm", [Value::Number(n)]) => Value::number(matrix::norm([n].into_iter())),
        ("dot" | "inner", [Value::Vector(v), Value::Vector(w)]) => {
            Value::defined(matrix::dot(v, w))
        }
        ("vecprod", [Value::Vector(v), Value::Vector(w)]) => {
            matrix::vector_product(v, w).map_or(Value::Undefined, Value::Vector)
        }
        _ => Value::Unknown,
    }
}

fn sets(name: &str, args: &[Value]) -> Value {
    if name == "set" {
        return Value::Set(Set::Members(args.to_vec()));
    }
    let found: Option<Vec<&Set>> = args
        .iter()
        .map(|a| match a {
            Value::Set(set) => Some(set),
            _ => None,
        })
        .collect();
    let Some(sets) = found else {
        return Value::missing(args);
    };
    let fold = |operation: fn(u64, u64) -> u64| {
        let (start, rest) = sets.split_first()?;
        rest.iter()
            .try_fold((*start).clone(), |s, t| s.combine(t, operation))
    };
    let result = match name {
        "union" => fold(|a, b| a | b),
        "inter" => fold(|a, b| a & b),
        "setminus" => fold(|a, b| a & !b),
        "symdiff" => fold(|a, b| a ^ b),
        "compl" => sets[0].combine(sets[0], |a, _| !a),
        "cross" if sets.len() == 2 => sets[0].cross(sets[1]),
        "powerset" => sets[0].powerset(),
        "card" => {
            return sets[0]
                .size()
                .map_or(Value::Unknown, |n| Value::integer(n as i64));
        }
        _ => None,
    };
    result.map_or(Value::Unknown, Value::Set)
}

/// Operators on numbers alone.
fn numeric(name: &str, args: &[Value], point: &Point) -> Value {
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
            ("abs", [set @ Value::Set(_)]) => sets("card", std::slice::from_ref(set)),
            ("abs", [m @ Value::Matrix(_)]) => linear("det", std::slice::from_ref(m)),
            ("pow", [m @ Value::Matrix(_), n]) => linear("matpow", &[m.clone(), n.clone()]),
            _ => Value::Unknown,
        };
    };
    match *numbers {
        [] => constant(name),
        [x] => elementary(name, x, point),
        [x, y] => binary(name, x, y),
        _ if matches!(name, "gcd" | "lcm") => {
            let start = Value::Number(numbers[0]);
            numbers[1..].iter().fold(start, |a, n| match a.as_number() {
                Some(a) => binary(name, a, *n),
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

fn binary(name: &str, x: Number, y: Number) -> Value {
    match name {
        "pow" => Value::defined(x.power(y)),
        "root" => root(x, y),
        "logb" => {
            if x.is_zero() || y.is_zero() {
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
        "ln" if x.is_zero() => Value::Undefined,
        "ln" => through(Complex::ln),
        "log" if x.is_zero() => Value::Undefined,
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
