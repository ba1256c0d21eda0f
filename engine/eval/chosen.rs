//! Values that a condition chooses: the members of sets, and the divisors of a number.

use super::code::Code;
use super::flags;
use super::machine::Machine;
use super::program::{Act, Register};
use super::set::{Numbers, Set, UNIVERSE};
use super::value::{Reason, Value};
use crate::term::Op;

/// The largest number of which is asked whether it meets the condition of a set.
const BEYOND: i64 = 24;
/// Integers up to this are members of a set by a condition that holds of none beyond.
const LISTED: i64 = 150;
/// Up to this none may meet it, nor a few powers of ten.
const SEARCHED: i64 = 300;
/// The largest number whose divisors are looked for.
const LARGEST: u64 = 1_000_000_000;

/// The positive integers that meet the condition of a block, where it asks for divisors of a number
/// that is none of nothing.
pub(super) fn divisors(machine: &mut Machine<'_>, block: u32) -> Option<Vec<i64>> {
    let number = divided(machine, block)?.unsigned_abs();
    if number == 0 || number > LARGEST {
        return None;
    }
    flags::work(number.isqrt() / 8);
    let small: Vec<u64> = (1..=number.isqrt()).filter(|d| number % d == 0).collect();
    let large = small.iter().rev().map(|d| number / d);
    let mut all: Vec<u64> = small.iter().copied().chain(large).collect();
    all.dedup();
    let mut kept = Vec::new();
    for divisor in all.into_iter().filter_map(|d| i64::try_from(d).ok()) {
        match machine.body(block, Value::integer(divisor)) {
            Value::Bool(true) => kept.push(divisor),
            Value::Bool(false) => {}
            _ => return None,
        }
    }
    Some(kept)
}

/// What the name of a block has to divide, which does not depend on it.
fn divided(machine: &Machine<'_>, block: u32) -> Option<i64> {
    let block = &machine.program.blocks[block as usize];
    let node = |register: &Register| &machine.program.nodes[*register as usize];
    let condition = block.roots.first()?;
    let parts = match node(condition).act {
        Act::Apply(Code::And, _) => &*node(condition).args,
        _ => std::slice::from_ref(condition),
    };
    let number = parts
        .iter()
        .find_map(|part| match (node(part).act, &*node(part).args) {
            (Act::Apply(Code::Divides | Code::Congruent, _), [name, number])
                if *name == block.variable && !block.steps.contains(number) =>
            {
                Some(*number)
            }
            _ => None,
        })?;
    machine.get(number).as_integer()
}

/// The number that something made of the name of a block has to divide.
pub(super) fn multiple(machine: &Machine<'_>, block: u32) -> Option<i64> {
    let block = &machine.program.blocks[block as usize];
    let number = block.steps.iter().find_map(|step| {
        let node = &machine.program.nodes[*step as usize];
        match (node.act, &*node.args) {
            (Act::Apply(Code::Divides | Code::Congruent, _), [_, number])
                if !block.steps.contains(number) =>
            {
                Some(*number)
            }
            _ => None,
        }
    })?;
    machine.get(number).as_integer()
}

/// `{x in base | condition}` over a finite base, or over integers of which few meet the condition;
/// `all` says that no base was written.
pub(super) fn builder(
    machine: &mut Machine<'_>,
    block: u32,
    (base, all): (&Value, bool),
    op: Op,
) -> Value {
    let Value::Set(base) = base else {
        return Value::missing([base]);
    };
    if let Set::Numbers(numbers) = base {
        return integers(machine, block, *numbers, op);
    }
    if all && is_about_numbers(machine, block) {
        let listed = divisors(machine, block);
        return listed.map_or(Value::Unknown(Reason::Unsupported(op)), |listed| {
            set(listed.into_iter())
        });
    }
    let Some(members) = base.members() else {
        return Value::Unknown(Reason::Unsupported(op));
    };
    let mut chosen = Vec::new();
    for (k, member) in members.iter().enumerate() {
        match machine.body(block, member.clone()) {
            Value::Bool(true) => chosen.push(k),
            Value::Bool(false) => {}
            other => return Value::missing([&other]),
        }
    }
    if let Set::Subset(_) = base {
        let bits = chosen.iter().filter_map(|k| members[*k].as_integer());
        return Value::Set(Set::Subset(bits.fold(0, |m, i| m | 1 << (i - 1))));
    }
    let kept = chosen.into_iter().map(|k| members[k].clone());
    Value::Set(Set::Members(kept.collect()))
}

fn set(members: impl Iterator<Item = i64>) -> Value {
    Value::Set(Set::Members(members.map(Value::integer).collect()))
}

/// The integers of a kind that meet a condition; not known where it may be many.
fn integers(machine: &mut Machine<'_>, block: u32, numbers: Numbers, op: Op) -> Value {
    let open = Value::Unknown(Reason::Unsupported(op));
    let base = Set::Numbers(numbers);
    if numbers > Numbers::Integer {
        return open;
    }
    if let Some(listed) = divisors(machine, block) {
        let mirrored = listed.iter().rev().map(|d| -d);
        let both: Vec<i64> = mirrored.chain(listed.iter().copied()).collect();
        let inside = |d: &i64| base.holds(&Value::integer(*d)) == Some(true);
        return set(both.into_iter().filter(inside));
    }
    let far = (3..=9).map(|n| 10_i64.pow(n));
    let far = far.flat_map(|k| [k, -k]);
    let mut kept = Vec::new();
    for k in (-SEARCHED..=SEARCHED).chain(far) {
        let member = Value::integer(k);
        let inside = base.holds(&member);
        if inside == Some(false) {
            continue;
        }
        match machine.body(block, member) {
            Value::Bool(true) if k.abs() <= LISTED && inside == Some(true) => kept.push(k),
            Value::Bool(false) => {}
            Value::Bool(true) => return open,
            other => return Value::missing([&other]),
        }
    }
    set(kept.into_iter())
}

/// `{element | condition}` over the members of the universe; not known where the condition also holds
/// of other numbers.
pub(super) fn image(machine: &mut Machine<'_>, block: u32, op: Op) -> Value {
    let mut members = Vec::new();
    for k in 0..UNIVERSE {
        let member = Value::integer(k as i64 + 1);
        match machine.body(block, member.clone()) {
            Value::Bool(true) => members.push(machine.root(block, member, 1)),
            Value::Bool(false) => {}
            other => return Value::missing([&other]),
        }
    }
    if is_about_numbers(machine, block) && holds_beyond(machine, block) {
        return Value::Unknown(Reason::Unsupported(op));
    }
    Value::Set(Set::Members(members))
}

/// Whether a block says more of its name than which finite sets it is in: other sets are complements
/// within the universe.
fn is_about_numbers(machine: &Machine<'_>, block: u32) -> bool {
    let block = &machine.program.blocks[block as usize];
    block.steps.iter().any(|register| {
        let node = &machine.program.nodes[*register as usize];
        match (node.act, &*node.args) {
            (Act::Apply(Code::In | Code::Notin, _), [_, set]) => {
                !matches!(machine.get(*set), Value::Set(set) if set.members().is_some())
            }
            (Act::Apply(code, _), _) => !matches!(
                code,
                Code::And | Code::Or | Code::Not | Code::Implies | Code::Call
            ),
            _ => false,
        }
    })
}

/// Whether a condition holds of a number that is not in the universe.
fn holds_beyond(machine: &mut Machine<'_>, block: u32) -> bool {
    let beyond = UNIVERSE as i64 + 1..=BEYOND;
    (-BEYOND..=0)
        .chain(beyond)
        .any(|k| machine.body(block, Value::integer(k)) == Value::Bool(true))
}
