//! The upper and the lower limit of a sequence.

use super::flags;
use super::machine::Machine;
use super::number::Number;
use super::value::{Reason, Value};
use std::cmp::Ordering;

/// As many numbers of a sequence are looked at in a row.
const SHOWN: i64 = 24;

/// The upper or lower limit of a sequence: that of its extremes over stretches further and further
/// out, as far as their first numbers show.
pub(super) fn of(machine: &mut Machine<'_>, block: u32, side: Ordering) -> Value {
    if flags::is_strict() {
        return periodic(machine, block, side);
    }
    flags::estimate(|| {
        let mut extremes = Vec::new();
        for k in 5..14 {
            let mut best: Option<Number> = None;
            for n in 0..SHOWN {
                match machine.body(block, Value::integer((1 << k) + n)) {
                    Value::Number(x) => {
                        if best.as_ref().is_none_or(|b| x.order(b) == Some(side)) {
                            best = Some(x);
                        }
                    }
                    other => return Value::missing([&other]),
                }
            }
            extremes.extend(best);
        }
        super::limit::of(&extremes)
    })
}

/// The extreme of a sequence whose numbers come again, over and over.
fn periodic(machine: &mut Machine<'_>, block: u32, side: Ordering) -> Value {
    let mut shown: Option<Vec<Number>> = None;
    for start in [2, 3, 50, 1_000] {
        let mut stretch = Vec::new();
        for n in 0..SHOWN {
            match machine.body(block, Value::integer(start * SHOWN + n)) {
                Value::Number(x) if x.is_exact() => stretch.push(x),
                _ => return Value::Unknown(Reason::NotConverged),
            }
        }
        match &shown {
            Some(before) if *before != stretch => {
                return Value::Unknown(Reason::NotConverged);
            }
            _ => shown = Some(stretch),
        }
    }
    let further = |a: Number, b: Number| if b.order(&a) == Some(side) { b } else { a };
    let most = shown.into_iter().flatten().reduce(further);
    most.map_or(Value::Unknown(Reason::NotConverged), Value::Number)
}
