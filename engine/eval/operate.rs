//! Operators over values: what depends on nothing but the values of the arguments and the point.

use super::code::Code;
use super::combine::{plus, quotient, times};
use super::function::Function;
use super::gathered::{interval, sets};
use super::linear;
use super::number::Number;
use super::point::Point;
use super::set::{Numbers, Set};
use super::value::{Reason, Value, agree};
use super::{elementary, geometry, probability, relation, whole};
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
        // Operators on a line are numbers.
        (Code::Opmul, args) if args.iter().all(|a| matches!(a, Value::Number(_))) => {
            known(Code::Mul, args, point)
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
            | Code::Definesback
            | Code::Equiv
            | Code::Approx
            | Code::Simeq,
            [a, b],
        ) => relation::compare(code, a, b),
        (Code::Iff | Code::Xor, args) => exclusive(args, code == Code::Iff),
        (Code::True, []) => Value::Bool(true),
        (Code::False, []) => Value::Bool(false),
        (Code::Call, [Value::Function(f), rest @ ..]) => f.call(rest),
        // A random variable at an outcome.
        (Code::Call, [Value::Random(values), at @ Value::Number(_)]) => {
            let value = super::set::class(at).and_then(|place| values.get(place));
            value.map_or(Value::Undefined, |n| Value::Number(n.clone()))
        }
        (Code::List | Code::Tuple, args) => Value::Tuple(args.to_vec()),
        (Code::Compose | Code::Finv | Code::Fpow | Code::Prime, args) => function(code, args),
        (Code::Pow, [Value::Function(_), Value::Number(_)]) => function(Code::Fpow, args),
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
        (Code::Exp, [Value::Matrix(_)]) | (Code::Pow, [Value::Number(_), Value::Matrix(_)]) => {
            linear::apply(Code::Exp, args)
        }
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
        // The modulus, and the difference of what is congruent.
        (Code::Divides | Code::Congruent, [Value::Number(m), Value::Number(n)]) => {
            let residues = || whole::of_residues(m, n).filter(|_| code == Code::Congruent);
            // A modulus that is no integer divides by an integer quotient.
            match n.over(m) {
                Some(q) => match elementary::of_two(Code::Divides, m, n, point) {
                    Some(Value::Bool(divides)) => Value::Bool(divides),
                    _ if q.as_whole().is_none() && q.is_near_whole() => {
                        Value::Unknown(Reason::Close)
                    }
                    // A fraction of many digits may be a residue, which its first digits do not tell.
                    _ if code == Code::Congruent && n.as_fraction().is_none() => {
                        Value::Unknown(Reason::Close)
                    }
                    _ => Value::Bool(match residues() {
                        Some(divides) => divides,
                        None => q.as_whole().is_some(),
                    }),
                },
                None => Value::Bool(n.is_zero()),
            }
        }
        (Code::Deg | Code::Dim, _) => mismatch,
        (
            Code::Segment
            | Code::Points
            | Code::Displacement
            | Code::Angle
            | Code::Anglemeasure
            | Code::Areaof
            | Code::Angled
            | Code::Normp
            | Code::Idx,
            args,
        ) => geometry::apply(code, args),
        _ if args.iter().any(|a| matches!(a, Value::Random(_))) => pointwise(code, args, point),
        // `\tanh(W x + b)`
        (Code::Tanh | Code::Exp | Code::Sin | Code::Cos | Code::Ln, [Value::Vector(entries)]) => {
            let values = entries.iter().map(|x| elementary::of_one(code, x, point));
            let numbers = values.map(|v| match v {
                Some(Value::Number(n)) => Some(n),
                _ => None,
            });
            numbers
                .collect::<Option<Vec<Number>>>()
                .map_or(mismatch, Value::Vector)
        }
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
        (Code::Finv, [Value::Function(f)]) => Value::built(Function::Inverse(Arc::new(f.clone()))),
        (Code::Fpow, [Value::Function(f), n]) => match n.as_integer() {
            Some(n) if (1..=12).contains(&n) => {
                Value::built(Function::Product(vec![f.clone(); n as usize]))
            }
            _ => mismatch,
        },
        (Code::Prime, [Value::Function(f), order]) => match order.as_integer() {
            Some(0) => Value::Function(f.clone()),
            Some(n) if (1..=40).contains(&n) => Value::built(f.derivative(n as u32)),
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
            functions.map_or(mismatch, |f| Value::built(Function::Composition(f)))
        }
        _ => mismatch,
    }
}
