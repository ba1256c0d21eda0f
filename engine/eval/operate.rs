//! Operators whose arguments are all evaluated first.

use super::function::Function;
use super::matrix;
use super::number::Number;
use super::point::Point;
use super::set::{Numbers, Set};
use super::value::Value;
use super::{elementary, probability, relation};
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
        _ => elementary::numeric(name, args, point),
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
        match elementary::numeric(name, &here, point) {
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

pub(super) fn linear(name: &str, args: &[Value]) -> Value {
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

pub(super) fn sets(name: &str, args: &[Value]) -> Value {
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
