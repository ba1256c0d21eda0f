//! Operators over values: what depends on nothing but the values of the arguments and the point.

use super::code::Code;
use super::function::Function;
use super::interval::Interval;
use super::linear;
use super::number::Number;
use super::point::Point;
use super::set::{Numbers, Set};
use super::value::{Reason, Value, agree};
use super::{elementary, geometry, matrix, probability, relation};
use crate::term::Op;
use std::cmp::Ordering;
use std::sync::Arc;

/// The value of an operator over values; `op` names it when it is not known.
pub(super) fn apply(code: Code, op: Op, args: &[Value], point: &Point) -> Value {
    match code {
        Code::And | Code::Comma => return statements(args, true),
        Code::Or => return statements(args, false),
        Code::Not => {
            return match args {
                [Value::Set(set)] => set
                    .combine(set, |m, _| !m)
                    .map_or(Value::Unknown(Reason::Mismatch), Value::Set),
                [statement] => relation::negation(statement),
                _ => Value::Unknown(Reason::Mismatch),
            };
        }
        Code::Implies => {
            return match args {
                [premise, conclusion] => relation::implication(premise, conclusion),
                _ => Value::Unknown(Reason::Mismatch),
            };
        }
        _ => {}
    }
    if args.iter().any(|a| !a.is_known()) {
        return Value::missing(args);
    }
    let value = known(code, args, point);
    match value {
        // Where arguments of these kinds mean nothing to the operator, it is to blame.
        Value::Unknown(Reason::Mismatch) => Value::Unknown(Reason::Unsupported(op)),
        value => value,
    }
}

fn known(code: Code, args: &[Value], point: &Point) -> Value {
    let mismatch = Value::Unknown(Reason::Mismatch);
    match (code, args) {
        (Code::Add, args) => {
            let start = args.first().cloned().unwrap_or(Value::integer(0));
            args.iter().skip(1).fold(start, |a, b| plus(&a, b))
        }
        (Code::Mul, args) => {
            let start = args.first().cloned().unwrap_or(Value::integer(1));
            args.iter().skip(1).fold(start, |a, b| times(&a, b))
        }
        (Code::Neg, [x]) => times(&Value::integer(-1), x),
        (Code::Pm | Code::Mp, [x]) => {
            if point.plus == (code == Code::Pm) {
                x.clone()
            } else {
                times(&Value::integer(-1), x)
            }
        }
        (Code::Div, [a, b]) => quotient(a, b),
        (
            Code::Eq
            | Code::Ne
            | Code::Lt
            | Code::Le
            | Code::Gt
            | Code::Ge
            | Code::In
            | Code::Notin
            | Code::Contains
            | Code::Subset
            | Code::Subseteq
            | Code::Supset
            | Code::Supseteq
            | Code::Defines
            | Code::Equiv
            | Code::Approx
            | Code::Simeq,
            [a, b],
        ) => relation::compare(code, a, b),
        (Code::Iff | Code::Xor, args) => exclusive(args, code == Code::Iff),
        (Code::True, []) => Value::Bool(true),
        (Code::False, []) => Value::Bool(false),
        (Code::Call, [Value::Function(f), rest @ ..]) => f.call(rest),
        (Code::List | Code::Tuple, args) => Value::Tuple(args.to_vec()),
        (Code::Compose | Code::Finv | Code::Fpow | Code::Prime, args) => function(code, args),
        (
            Code::Matmul
            | Code::Scale
            | Code::Matinv
            | Code::Matpow
            | Code::Transpose
            | Code::Adjoint
            | Code::Det
            | Code::Tr
            | Code::Rank
            | Code::Norm
            | Code::Dot
            | Code::Inner
            | Code::Vecprod
            | Code::Row
            | Code::Matrix,
            args,
        ) => linear::apply(code, args),
        (Code::Wedge, [Value::Bool(_), ..]) => statements(args, true),
        (Code::Perpendicular, [Value::Vector(_), Value::Vector(_)]) => {
            match linear::apply(Code::Dot, args) {
                Value::Number(n) => {
                    relation::compare(Code::Eq, &Value::Number(n), &Value::integer(0))
                }
                other => other,
            }
        }
        (
            Code::Prob | Code::Condprob | Code::Expect | Code::Condexpect | Code::Var | Code::Cov,
            args,
        ) => probability::apply(code, args, &point.weights),
        (
            Code::Union
            | Code::Inter
            | Code::Setminus
            | Code::Symdiff
            | Code::Compl
            | Code::Cross
            | Code::Powerset
            | Code::Card
            | Code::Set
            | Code::Closure
            | Code::Positivepart
            | Code::Negativepart,
            args,
        ) => sets(code, args),
        (Code::Max | Code::Min | Code::Sup | Code::Inf, args) => extremum(code, args),
        (
            Code::IntervalCc | Code::IntervalOo | Code::IntervalCo | Code::IntervalOc,
            [low, high],
        ) => interval(code, low, high),
        (Code::Dots, []) => Value::Unknown(Reason::Pattern),
        (_, []) => constant(code),
        (Code::Abs, [Value::Infinite(_)]) => Value::Infinite(true),
        (Code::Abs, [Value::Set(_)]) => sets(Code::Card, args),
        (Code::Abs, [Value::Matrix(_)]) => linear::apply(Code::Det, args),
        (Code::Abs, [Value::Vector(_)]) => linear::apply(Code::Norm, args),
        (Code::Pow, [Value::Matrix(_), _]) => linear::apply(Code::Matpow, args),
        (Code::Pow, [Value::Vector(_), n]) if n.as_integer() == Some(2) => {
            linear::apply(Code::Dot, &[args[0].clone(), args[0].clone()])
        }
        (Code::Pow, [Value::Number(b), Value::Infinite(up)]) => endless(b, *up),
        (Code::Pow, [Value::Infinite(true), Value::Number(n)]) => match n.sign() {
            Some(Ordering::Greater) => Value::Infinite(true),
            Some(Ordering::Less) => Value::integer(0),
            _ => Value::Undefined,
        },
        (Code::Exp, [Value::Infinite(up)]) => {
            if *up {
                Value::Infinite(true)
            } else {
                Value::integer(0)
            }
        }
        (Code::Ln | Code::Root, [Value::Infinite(true), ..]) => Value::Infinite(true),
        (Code::Arctan, [Value::Infinite(up)]) => {
            let quarter = Number::pi().times(&Number::exact(0.5));
            Value::Number(if *up { quarter } else { quarter.negated() })
        }
        (Code::Ll | Code::Gg, [Value::Number(a), Value::Number(b)]) => {
            let (small, large) = if code == Code::Ll { (a, b) } else { (b, a) };
            let ten = small.modulus().times(&Number::integer(10));
            match ten.order(&large.modulus()) {
                Some(Ordering::Greater) => Value::Bool(false),
                _ => Value::Unknown(Reason::Close),
            }
        }
        (Code::Gcd | Code::Lcm, [Value::Number(first), rest @ ..]) => {
            let start = Value::Number(first.clone());
            rest.iter().fold(start, |a, b| match (&a, b) {
                (Value::Number(x), Value::Number(y)) => {
                    elementary::of_two(code, x, y, point).unwrap_or(Value::Undefined)
                }
                _ => Value::missing([&a, b]),
            })
        }
        (Code::Divides, [Value::Number(m), Value::Number(n)]) => {
            // A modulus that is no integer divides by an integer quotient.
            match n.over(m) {
                Some(q) => match elementary::of_two(Code::Divides, m, n, point) {
                    Some(Value::Bool(divides)) => Value::Bool(divides),
                    _ => Value::Bool(q.as_whole().is_some()),
                },
                None => Value::Bool(n.is_zero()),
            }
        }
        (Code::Deg | Code::Dim, _) => mismatch,
        (
            Code::Segment
            | Code::Points
            | Code::Angle
            | Code::Anglemeasure
            | Code::Areaof
            | Code::Angled
            | Code::Normp
            | Code::Idx,
            args,
        ) => geometry::apply(code, args),
        _ if args.iter().any(|a| matches!(a, Value::Random(_))) => pointwise(code, args, point),
        (_, [Value::Number(x)]) => elementary::of_one(code, x, point).unwrap_or(mismatch),
        (_, [Value::Number(x), Value::Number(y)]) => {
            elementary::of_two(code, x, y, point).unwrap_or(mismatch)
        }
        _ => mismatch,
    }
}

fn constant(code: Code) -> Value {
    let numbers = |n| Value::Set(Set::Numbers(n));
    match code {
        Code::Pi => Value::Number(Number::pi()),
        Code::Euler => Value::defined(Number::integer(1).apply(super::ball::Function::Exp)),
        Code::Imaginary => Value::Number(Number::imaginary()),
        Code::Infty => Value::Infinite(true),
        Code::Universe => Value::Set(Set::universe()),
        Code::Emptyset => Value::Set(Set::Members(Vec::new())),
        Code::Naturals => numbers(Numbers::Natural),
        Code::NaturalsWithZero => numbers(Numbers::NaturalWithZero),
        Code::Integers => numbers(Numbers::Integer),
        Code::Rationals => numbers(Numbers::Rational),
        Code::Reals => numbers(Numbers::Real),
        Code::Complexes => numbers(Numbers::Complex),
        Code::Primes => numbers(Numbers::Prime),
        _ => Value::Unknown(Reason::Mismatch),
    }
}

/// The limit of a power whose exponent grows.
fn endless(base: &Number, up: bool) -> Value {
    let one = Number::integer(1);
    match (base.sign(), base.order(&one)) {
        (Some(Ordering::Greater), Some(order)) if order != Ordering::Equal => {
            if (order == Ordering::Greater) == up {
                Value::Infinite(true)
            } else {
                Value::integer(0)
            }
        }
        _ => Value::Undefined,
    }
}

fn interval(code: Code, low: &Value, high: &Value) -> Value {
    let closed = match code {
        Code::IntervalCc => (true, true),
        Code::IntervalCo => (true, false),
        Code::IntervalOc => (false, true),
        _ => (false, false),
    };
    let end = |value: &Value, closed: bool, upper: bool| match value {
        Value::Number(n) if n.as_real().is_some() => Some(Some((n.clone(), closed))),
        Value::Infinite(up) if *up == upper => Some(None),
        _ => None,
    };
    let (Some(from), Some(to)) = (end(low, closed.0, false), end(high, closed.1, true)) else {
        return Value::missing([low, high]);
    };
    if let (Some((a, _)), Some((b, _))) = (&from, &to) {
        match a.order(b) {
            Some(Ordering::Greater) => return Value::Set(Set::Pieces(Vec::new())),
            Some(Ordering::Equal) if closed != (true, true) => {
                return Value::Set(Set::Pieces(Vec::new()));
            }
            _ => {}
        }
    }
    Value::Set(Set::Pieces(vec![Interval {
        low: from,
        high: to,
    }]))
}

/// The conjunction or disjunction of statements, the intersection or union of events.
fn statements(args: &[Value], both: bool) -> Value {
    if args.iter().any(|a| matches!(a, Value::Set(_))) {
        let code = if both { Code::Inter } else { Code::Union };
        return sets(code, args);
    }
    let parts = args.iter().cloned();
    if both {
        relation::conjunction(parts)
    } else {
        relation::disjunction(parts)
    }
}

/// Whether an odd number of statements hold; turned round when `start` is true.
fn exclusive(args: &[Value], start: bool) -> Value {
    if let [a, b] = args
        && !matches!((a, b), (Value::Bool(_), Value::Bool(_)))
        && start
    {
        return relation::compare(Code::Eq, a, b);
    }
    let mut result = start;
    for arg in args {
        match arg {
            Value::Bool(holds) => result ^= *holds,
            other => return Value::missing([other]),
        }
    }
    Value::Bool(result)
}

fn outcomes(values: Option<Vec<Number>>) -> Value {
    values.map_or(Value::Undefined, Value::Random)
}

/// The sum of two values.
pub(super) fn plus(a: &Value, b: &Value) -> Value {
    let each = |x: &[Number], y: &[Number]| x.iter().zip(y).map(|(p, q)| p.plus(q)).collect();
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::number(x.plus(y)),
        (Value::Infinite(x), Value::Infinite(y)) if x == y => Value::Infinite(*x),
        (Value::Infinite(_), Value::Infinite(_)) => Value::Undefined,
        (Value::Infinite(x), Value::Number(_)) | (Value::Number(_), Value::Infinite(x)) => {
            Value::Infinite(*x)
        }
        (Value::Random(x), Value::Random(y)) => Value::Random(each(x, y)),
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            Value::Random(x.iter().map(|p| p.plus(y)).collect())
        }
        (Value::Vector(x), Value::Vector(y)) if x.len() == y.len() => Value::Vector(each(x, y)),
        (Value::Matrix(x), Value::Matrix(y)) => {
            if x.len() != y.len() || x.iter().zip(y).any(|(r, s)| r.len() != s.len()) {
                return Value::Undefined;
            }
            Value::Matrix(x.iter().zip(y).map(|(r, s)| each(r, s)).collect())
        }
        (Value::Function(f), Value::Function(g)) => {
            Value::Function(Function::Sum(vec![f.clone(), g.clone()]))
        }
        (Value::Tuple(_), Value::Tuple(_) | Value::Vector(_))
        | (Value::Vector(_), Value::Tuple(_)) => match (a.as_vector(), b.as_vector()) {
            (Some(x), Some(y)) if x.len() == y.len() => Value::Vector(each(&x, &y)),
            _ => Value::Unknown(Reason::Mismatch),
        },
        (Value::Number(n), other) | (other, Value::Number(n)) if n.is_exact_zero() => other.clone(),
        (Value::Function(f), Value::Number(n)) | (Value::Number(n), Value::Function(f)) => {
            Value::Function(Function::Sum(vec![
                f.clone(),
                Function::Constant(n.clone()),
            ]))
        }
        _ => Value::missing([a, b]),
    }
}

/// The product of two values, of which only one may be a vector or matrix.
pub(super) fn times(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::number(x.times(y)),
        (Value::Infinite(x), Value::Infinite(y)) => Value::Infinite(x == y),
        (Value::Infinite(up), Value::Number(n)) | (Value::Number(n), Value::Infinite(up)) => {
            match n.sign() {
                Some(Ordering::Greater) => Value::Infinite(*up),
                Some(Ordering::Less) => Value::Infinite(!*up),
                _ => Value::Undefined,
            }
        }
        (Value::Random(x), Value::Random(y)) => {
            Value::Random(x.iter().zip(y).map(|(p, q)| p.times(q)).collect())
        }
        (Value::Random(x), Value::Number(y)) | (Value::Number(y), Value::Random(x)) => {
            Value::Random(x.iter().map(|p| p.times(y)).collect())
        }
        (Value::Number(_), Value::Tuple(_)) | (Value::Tuple(_), Value::Number(_)) => {
            let (n, v) = match (a.as_number(), b.as_number()) {
                (Some(n), _) => (n, b.as_vector()),
                (None, Some(n)) => (n, a.as_vector()),
                _ => return Value::missing([a, b]),
            };
            v.map_or(Value::Unknown(Reason::Mismatch), |v| {
                Value::Vector(v.iter().map(|p| p.times(n)).collect())
            })
        }
        (Value::Number(n), Value::Vector(v)) | (Value::Vector(v), Value::Number(n)) => {
            Value::Vector(v.iter().map(|p| p.times(n)).collect())
        }
        (Value::Number(n), Value::Matrix(m)) | (Value::Matrix(m), Value::Number(n)) => {
            let row = |r: &Vec<Number>| r.iter().map(|p| p.times(n)).collect();
            Value::Matrix(m.iter().map(row).collect())
        }
        (Value::Function(f), Value::Function(g)) => {
            Value::Function(Function::Product(vec![f.clone(), g.clone()]))
        }
        (Value::Number(n), Value::Function(f)) | (Value::Function(f), Value::Number(n)) => {
            let constant = Function::Constant(n.clone());
            Value::Function(Function::Product(vec![constant, f.clone()]))
        }
        (Value::Matrix(x), Value::Matrix(y)) => {
            matrix::product(x, y).map_or(Value::Undefined, Value::Matrix)
        }
        (Value::Matrix(m), Value::Vector(v)) => {
            let column: Vec<Vec<Number>> = v.iter().map(|n| vec![n.clone()]).collect();
            match matrix::product(m, &column) {
                Some(product) => Value::Vector(product.into_iter().flatten().collect()),
                None => Value::Undefined,
            }
        }
        (Value::Vector(_), Value::Vector(_)) => linear::apply(Code::Dot, &[a.clone(), b.clone()]),
        _ => Value::missing([a, b]),
    }
}

fn quotient(a: &Value, b: &Value) -> Value {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => Value::defined(x.over(y)),
        (Value::Number(_), Value::Infinite(_)) => Value::integer(0),
        (Value::Infinite(_), Value::Infinite(_)) => Value::Undefined,
        (Value::Random(x), Value::Random(y)) => {
            outcomes(x.iter().zip(y).map(|(p, q)| p.over(q)).collect())
        }
        (a, Value::Number(y)) => match y.inverse() {
            Some(inverse) => times(a, &Value::Number(inverse)),
            None => Value::Undefined,
        },
        (Value::Number(x), Value::Random(y)) => outcomes(y.iter().map(|q| x.over(q)).collect()),
        (Value::Function(f), Value::Function(g)) => {
            Value::Function(Function::Quotient(Arc::new(f.clone()), Arc::new(g.clone())))
        }
        (Value::Number(n), Value::Function(g)) => Value::Function(Function::Quotient(
            Arc::new(Function::Constant(n.clone())),
            Arc::new(g.clone()),
        )),
        _ => Value::missing([a, b]),
    }
}

fn extremum(code: Code, args: &[Value]) -> Value {
    let greatest = matches!(code, Code::Max | Code::Sup);
    let listed = match args {
        [Value::Set(set)] => match set.members() {
            Some(members) => members,
            None => {
                let Some(bound) = set.bound(greatest) else {
                    return Value::Unknown(Reason::Mismatch);
                };
                // A maximum belongs to the set, a supremum need not.
                let attained = set.holds(&bound) == Some(true);
                let any = matches!(code, Code::Sup | Code::Inf);
                return if any || attained {
                    bound
                } else {
                    Value::Undefined
                };
            }
        },
        [Value::Tuple(parts)] => parts.clone(),
        args => args.to_vec(),
    };
    let mut best: Option<&Value> = None;
    for value in &listed {
        let comparable = match value {
            Value::Number(n) => n.as_real().is_some(),
            Value::Infinite(_) => true,
            _ => false,
        };
        if !comparable {
            return Value::missing([value]);
        }
        let Some(known) = best else {
            best = Some(value);
            continue;
        };
        let sign = if greatest { Code::Gt } else { Code::Lt };
        match relation::compare(sign, value, known) {
            Value::Bool(true) => best = Some(value),
            Value::Bool(false) => {}
            // Of two that are equal as far as errors tell, either will do.
            _ if agree(value, known) == Some(true) => {}
            other => return other,
        }
    }
    best.cloned().unwrap_or(Value::Undefined)
}

/// An operator on numbers, at each outcome.
fn pointwise(code: Code, args: &[Value], point: &Point) -> Value {
    let mut values = Vec::new();
    for i in 0..super::set::UNIVERSE {
        let here: Vec<Value> = args
            .iter()
            .map(|a| match a {
                Value::Random(r) => r
                    .get(i)
                    .map_or(Value::Undefined, |n| Value::Number(n.clone())),
                other => other.clone(),
            })
            .collect();
        match known(code, &here, point) {
            Value::Number(n) => values.push(n),
            other => return other,
        }
    }
    Value::Random(values)
}

/// Functions made of functions.
fn function(code: Code, args: &[Value]) -> Value {
    let mismatch = Value::Unknown(Reason::Mismatch);
    match (code, args) {
        (Code::Finv, [Value::Function(f)]) => {
            Value::Function(Function::Inverse(Arc::new(f.clone())))
        }
        (Code::Fpow, [Value::Function(f), n]) => match n.as_integer() {
            Some(n) if (1..=12).contains(&n) => {
                Value::Function(Function::Product(vec![f.clone(); n as usize]))
            }
            _ => mismatch,
        },
        (Code::Prime, [Value::Function(f), order]) => match order.as_integer() {
            Some(0) => Value::Function(f.clone()),
            Some(n) if (1..=40).contains(&n) => {
                Value::Function(Function::Derivative(Arc::new(f.clone()), n as u32))
            }
            Some(n) if n < 0 => Value::Undefined,
            Some(_) => Value::Unknown(Reason::TooLarge),
            None => mismatch,
        },
        (Code::Compose, parts) => {
            let functions: Option<Vec<Function>> = parts
                .iter()
                .map(|p| match p {
                    Value::Function(f) => Some(f.clone()),
                    _ => None,
                })
                .collect();
            functions.map_or(mismatch, |f| Value::Function(Function::Composition(f)))
        }
        _ => mismatch,
    }
}

fn sets(code: Code, args: &[Value]) -> Value {
    if code == Code::Set {
        return Value::Set(Set::Members(args.to_vec()));
    }
    let found: Option<Vec<&Set>> = args
        .iter()
        .map(|a| match a {
            Value::Set(set) => Some(set),
            _ => None,
        })
        .collect();
    let Some(sets) = found.filter(|s| !s.is_empty()) else {
        return Value::missing(args);
    };
    let fold = |operation: fn(u64, u64) -> u64| {
        let (start, rest) = sets.split_first()?;
        rest.iter()
            .try_fold((*start).clone(), |s, t| s.combine(t, operation))
    };
    let result = match code {
        Code::Union => fold(|a, b| a | b),
        Code::Inter => fold(|a, b| a & b),
        Code::Setminus => fold(|a, b| a & !b),
        Code::Symdiff => fold(|a, b| a ^ b),
        Code::Compl => sets[0].combine(sets[0], |a, _| !a),
        Code::Cross if sets.len() == 2 => sets[0].cross(sets[1]),
        Code::Powerset => sets[0].powerset(),
        Code::Positivepart | Code::Negativepart => part(sets[0], code == Code::Positivepart),
        Code::Card => {
            let infinite = match sets[0] {
                Set::Numbers(_) => true,
                Set::Pieces(pieces) => pieces.iter().any(|p| p.low != p.high || p.low.is_none()),
                _ => false,
            };
            if infinite {
                return Value::Infinite(true);
            }
            return match sets[0].size() {
                Some(n) => Value::integer(n as i64),
                None => Value::Unknown(Reason::Mismatch),
            };
        }
        _ => None,
    };
    result.map_or(Value::Unknown(Reason::Mismatch), Value::Set)
}

/// The positive (or negative) members of a set of numbers.
fn part(set: &Set, positive: bool) -> Option<Set> {
    if *set == Set::Numbers(Numbers::Integer) && positive {
        return Some(Set::Numbers(Numbers::Natural));
    }
    let zero = Some((Number::integer(0), false));
    let half = if positive {
        Interval {
            low: zero,
            high: None,
        }
    } else {
        Interval {
            low: None,
            high: zero,
        }
    };
    match set {
        Set::Numbers(Numbers::Real) => Some(Set::Pieces(vec![half])),
        _ => None,
    }
}
