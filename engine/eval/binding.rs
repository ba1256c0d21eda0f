//! The values of binders: sums, products, unions, limits, integrals, derivatives by differences,
//! sets by a condition, claims about the members of a set.

mod approached;

use self::approached::{between, derivative, limit};
use super::chosen;
use super::code::Code;
use super::extreme;
use super::flags;
use super::machine::Machine;
use super::number::Number;
use super::program::{Act, Register};
use super::rational::Rational;
use super::series::{self, Fold};
use super::set::Set;
use super::summit;
use super::value::{Reason, Value, agree};
use crate::term::Op;
use std::cmp::Ordering;

/// The value of a binder over a block, given the registers of its arguments.
pub(super) fn value(
    machine: &mut Machine<'_>,
    code: Code,
    block: u32,
    op: Op,
    args: &[Register],
) -> Value {
    let given: Vec<Value> = args.iter().map(|a| machine.get(*a).clone()).collect();
    match (code, &*given) {
        (Code::Sum | Code::Prod | Code::Bigunion | Code::Biginter, [low, high]) => {
            bounded(machine, Fold::of(code), block, low, high)
        }
        (
            Code::Addseq | Code::Mulseq | Code::Unionseq | Code::Interseq,
            [low, high, count, shown @ ..],
        ) => sequence(machine, Fold::of(code), block, (low, high), count, shown),
        (Code::Sumin | Code::Prodin | Code::Bigunionin | Code::Biginterin, [set]) => {
            match members(set) {
                Ok(members) => series::finite(Fold::of(code), members.len() as i64, |k| {
                    machine.body(block, members[k as usize].clone())
                }),
                Err(value) => value,
            }
        }
        (Code::Sumcond | Code::Prodcond | Code::Bigunioncond | Code::Bigintercond, []) => {
            conditional(machine, Fold::of(code), block)
        }
        (Code::Argmaxin | Code::Argminin, [set]) => match members(set) {
            Ok(members) => most(machine, block, members, code == Code::Argmaxin),
            Err(value) => value,
        },
        (
            Code::Maxin | Code::Supin | Code::Minin | Code::Infin,
            [Value::Set(set @ Set::Pieces(_))],
        ) => {
            let greatest = matches!(code, Code::Maxin | Code::Supin);
            let attained = matches!(code, Code::Maxin | Code::Minin);
            summit::over(machine, block, set, (greatest, attained))
        }
        (Code::Maxin | Code::Supin | Code::Minin | Code::Infin, [set]) => {
            let members = match members(set) {
                Ok(members) => members,
                Err(value) => return value,
            };
            let values: Vec<Value> = members
                .into_iter()
                .map(|m| machine.body(block, m))
                .collect();
            let code = match code {
                Code::Maxin | Code::Supin => Code::Max,
                _ => Code::Min,
            };
            super::operate::apply(code, op, &values, machine.point)
        }
        (Code::Lim | Code::Limleft | Code::Limright, [at]) => limit(machine, code, block, at),
        (Code::Limsup, [Value::Infinite(true)]) => extreme::of(machine, block, Ordering::Greater),
        (Code::Liminf, [Value::Infinite(true)]) => extreme::of(machine, block, Ordering::Less),
        (Code::Diff, [x, order]) => derivative(machine, block, x, order),
        (Code::Int, [x]) => {
            let start = Value::Number(Number::exact(0.4));
            between(machine, block, &start, x)
        }
        (Code::Dint, [low, high]) => between(machine, block, low, high),
        (Code::Intover, [Value::Set(set)]) => match set.ends() {
            Some((low, high)) => between(machine, block, &low, &high),
            None => Value::Unknown(Reason::Unsupported(op)),
        },
        (Code::Maxcond | Code::Supcond | Code::Mincond | Code::Infcond, []) => {
            let Some(divisors) = chosen::divisors(machine, block) else {
                return Value::Unknown(Reason::Unsupported(op));
            };
            let values = divisors
                .iter()
                .map(|d| machine.root(block, Value::integer(*d), 1));
            let values: Vec<Value> = values.collect();
            let code = match code {
                Code::Maxcond | Code::Supcond => Code::Max,
                _ => Code::Min,
            };
            super::operate::apply(code, op, &values, machine.point)
        }
        (Code::Setof, [base]) => {
            let all = matches!(
                machine.program.nodes[args[0] as usize].act,
                Act::Apply(Code::Universe, _)
            );
            chosen::builder(machine, block, (base, all), op)
        }
        (Code::Imageset, []) => chosen::image(machine, block, op),
        (Code::Forall | Code::Exists | Code::Existsunique | Code::Eq, [set]) => {
            claim(machine, code, block, set, op)
        }
        (_, given) if given.iter().any(|v| !v.is_known()) => Value::missing(given),
        _ => Value::Unknown(Reason::Unsupported(op)),
    }
}

/// The member of a set at which the value of a block is greatest, or least, where it is the only one.
fn most(machine: &mut Machine<'_>, block: u32, members: Vec<Value>, greatest: bool) -> Value {
    let mut found: Option<(Value, Number)> = None;
    let mut alone = true;
    for member in members {
        let value = match machine.body(block, member.clone()) {
            Value::Number(value) => value,
            other => return Value::missing([&other]),
        };
        let Some((_, known)) = &found else {
            found = Some((member, value));
            continue;
        };
        let off = value.minus(known);
        match off.as_real() {
            Some(x) if x.abs() > off.error() && x != 0.0 => {
                if (x > 0.0) == greatest {
                    found = Some((member, value));
                    alone = true;
                }
            }
            _ => alone = false,
        }
    }
    match found {
        Some((member, _)) if alone => member,
        _ => Value::Undefined,
    }
}

fn members(set: &Value) -> Result<Vec<Value>, Value> {
    match set {
        Value::Set(set) => set.members().ok_or(Value::Unknown(Reason::Mismatch)),
        other => Err(Value::missing([other])),
    }
}

fn bounded(machine: &mut Machine<'_>, fold: Fold, block: u32, low: &Value, high: &Value) -> Value {
    let mut term = |k: i64| machine.body(block, Value::integer(k));
    let start = match (low, low.as_integer()) {
        (_, Some(start)) => start,
        (Value::Infinite(false), _) if *high == Value::Infinite(true) => {
            let up = series::infinite(fold, &mut term);
            let down = series::infinite(fold, |k| term(-1 - k));
            return fold.join(up, down);
        }
        (low, None) if low.is_known() => return Value::Undefined,
        (low, None) => return low.clone(),
    };
    match high {
        Value::Infinite(true) => series::infinite(fold, |k| term(start.saturating_add(k))),
        high => match high.as_number().and_then(Number::as_whole) {
            Some(end) => match i64::try_from(end) {
                Ok(end) => {
                    let count = end.saturating_sub(start).saturating_add(1);
                    series::finite(fold, count, |k| term(start + k))
                }
                Err(_) => Value::Unknown(Reason::TooLarge),
            },
            None if high.is_known() => Value::Undefined,
            None => high.clone(),
        },
    }
}

/// A sum with an ellipsis; the terms that are shown have to be those of the rule.
fn sequence(
    machine: &mut Machine<'_>,
    fold: Fold,
    block: u32,
    ends: (&Value, &Value),
    count: &Value,
    shown: &[Value],
) -> Value {
    let missed = Value::Unknown(Reason::Pattern);
    let (Some(low), Some(count)) = (ends.0.as_integer(), count.as_integer()) else {
        return missed;
    };
    let (before, after) = shown.split_at((count as usize).min(shown.len()));
    let whole = ends.1.as_integer();
    if *ends.1 != Value::Infinite(true) && whole.is_none() {
        return match ends.1 {
            Value::Number(_) => missed,
            other => other.clone(),
        };
    }
    // Nothing is said of sums that are shorter than what is shown.
    if whole.is_some_and(|high| high - low + 1 < before.len().max(after.len()) as i64) {
        return missed;
    }
    let length = whole.map_or(i64::MAX, |high| high - low + 1);
    for (k, value) in before.iter().enumerate().take(length.max(0) as usize) {
        let found = machine.body(block, Value::integer(low + k as i64));
        if agree(&found, value) != Some(true) {
            return if value.is_known() {
                missed
            } else {
                value.clone()
            };
        }
    }
    if let Some(high) = whole {
        for (k, value) in after.iter().rev().enumerate() {
            let found = machine.body(block, Value::integer(high - k as i64));
            if agree(&found, value) != Some(true) {
                return if value.is_known() {
                    missed
                } else {
                    value.clone()
                };
            }
        }
    }
    bounded(machine, fold, block, ends.0, ends.1)
}

/// The body over the integers for which a condition holds: between bounds that the condition
/// itself shows by failing.
fn conditional(machine: &mut Machine<'_>, fold: Fold, block: u32) -> Value {
    /// Conditions of another kind fail beyond this, as far as is looked.
    const REACH: i64 = 64;
    /// No more integers are asked whether something made of them divides a number.
    const MOST: i64 = 1_024;
    if let Some(divisors) = chosen::divisors(machine, block) {
        return series::finite(fold, divisors.len() as i64, |k| {
            machine.root(block, Value::integer(divisors[k as usize]), 1)
        });
    }
    let reach = match chosen::multiple(machine, block) {
        None => REACH,
        // `(p - 1) \mid 2n`, `2d \mid n`
        Some(number) if number != 0 && number.abs() <= MOST / 2 - 2 => 2 * number.abs() + 2,
        Some(_) => return Value::Unknown(Reason::TooLarge),
    };
    flags::work(reach as u64 / 8);
    let mut chosen = Vec::new();
    for k in -reach..=reach {
        match machine.body(block, Value::integer(k)) {
            Value::Bool(true) => chosen.push(k),
            Value::Bool(false) => {}
            other => return Value::missing([&other]),
        }
    }
    let far = machine.body(block, Value::integer(100 * reach));
    let mut term = |k: i64| machine.root(block, Value::integer(k), 1);
    match (chosen.first(), chosen.last(), far) {
        (Some(&first), Some(&last), Value::Bool(true))
            if last == reach && first > -reach && chosen.len() as i64 == last - first + 1 =>
        {
            series::infinite(fold, |k| term(first + k))
        }
        (_, Some(&last), _) if last == reach => Value::Unknown(Reason::TooLarge),
        (Some(&first), ..) if first == -reach => Value::Unknown(Reason::TooLarge),
        _ => series::finite(fold, chosen.len() as i64, |k| term(chosen[k as usize])),
    }
}

fn number(value: Value) -> Option<Number> {
    match value {
        Value::Number(n) => Some(n),
        _ => None,
    }
}

/// The body of a limit at a place; unknown where there is none, and where something is divided by that
/// is too small to be told from zero.
fn at_place(machine: &mut Machine<'_>, block: u32, place: Option<Number>) -> Value {
    let Some(place) = place else {
        return Value::Unknown(Reason::NotConverged);
    };
    let close = flags::take_close();
    let value = match machine.body(block, Value::Number(place)) {
        Value::Undefined if flags::is_close() => Value::Unknown(Reason::TooLarge),
        value => value,
    };
    if close {
        flags::note_close();
    }
    value
}

/// What a claim about the members of a set comes to, as far as usual members show.
fn claim(machine: &mut Machine<'_>, code: Code, block: u32, set: &Value, op: Op) -> Value {
    let Value::Set(set) = set else {
        return Value::missing([set]);
    };
    let (members, complete) = match set.members() {
        Some(members) => (members, true),
        None => (usual(machine, set), false),
    };
    let (mut held, mut failed, mut open) = (0, 0, None);
    for member in members {
        match machine.body(block, member) {
            Value::Bool(true) => held += 1,
            Value::Bool(false) => failed += 1,
            Value::Unknown(Reason::Budget) => return Value::Unknown(Reason::Budget),
            other => open = Some(other),
        }
        let decided = match code {
            Code::Exists => held > 0,
            Code::Existsunique => held > 1,
            _ => failed > 0,
        };
        if decided {
            return Value::Bool(code == Code::Exists);
        }
    }
    if let Some(open) = open {
        return Value::missing([&open]);
    }
    match code {
        // Sets are compared number by number.
        Code::Eq => Value::Bool(true),
        Code::Exists if complete => Value::Bool(false),
        Code::Existsunique if complete => Value::Bool(held == 1),
        Code::Forall if complete => Value::Bool(true),
        _ => Value::Unknown(Reason::Unfound(op)),
    }
}

/// Numbers that often show whether something holds: small ones, and the values of symbols with
/// what is often made of them.
fn usual(machine: &Machine<'_>, set: &Set) -> Vec<Value> {
    let mut numbers: Vec<Number> = (-12..=12).map(Number::integer).collect();
    for (top, below) in [
        (1, 2),
        (-1, 2),
        (3, 2),
        (1, 3),
        (-7, 3),
        (1, 10),
        (1, 100),
        (22, 7),
    ] {
        numbers.extend(Rational::new(top, below).map(Number::rational));
    }
    numbers.extend([Number::integer(100), Number::integer(-1000)]);
    let two = Number::integer(2);
    numbers.extend(two.apply(super::ball::Function::Sqrt));
    numbers.push(Number::pi());
    let one = Number::integer(1);
    for value in machine.point.values.values().take(6) {
        let Value::Number(n) = value else { continue };
        numbers.extend([
            n.clone(),
            n.negated(),
            n.plus(&one),
            n.minus(&one),
            n.times(&two),
            n.times(n),
        ]);
        numbers.extend(n.inverse());
        numbers.extend(n.over(&two));
        numbers.extend(n.apply(super::ball::Function::Sqrt));
        numbers.extend(n.floor());
    }
    let values = numbers.into_iter().map(Value::Number);
    values.filter(|v| set.holds(v) == Some(true)).collect()
}
