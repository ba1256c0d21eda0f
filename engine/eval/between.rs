//! Places between those from which a limit was drawn: what oscillates shows there.

use super::number::Number;
use super::rational::Rational;
use super::value::{Reason, Value};

/// Where more is asked for, as parts of the way from one place to the next: no fractions of few
/// digits, since these repeat with what they are multiplied by.
const PARTS: [(i64, u64); 3] = [(5_741, 8_119), (5_473, 7_000), (4_181, 6_765)];

/// Whole numbers beyond powers of two.
const WHOLE: [i64; 4] = [1, 2, 3, 34];

/// The limit that was found, unless values between the places it was drawn from are off.
///
/// Places are given by how far on the way they are: 0 is the first. Values off at whole places tell
/// that there is no limit; what is off at others may be meant of whole numbers alone.
pub(super) fn checked(
    found: Value,
    near: &mut dyn FnMut(u32, Step) -> Value,
    whole: bool,
) -> Value {
    let mut strays = |steps: &mut dyn Iterator<Item = Step>| {
        let mut off = [0.0_f64; 2];
        let mut strays = false;
        for step in steps {
            for (half, far) in [(0, EARLY), (1, LATE)] {
                match near(far, step) {
                    Value::Number(value) => {
                        let size = distance(&found, &value);
                        off[half] = off[half].max(size);
                    }
                    Value::Infinite(up) if found == Value::Infinite(up) => {}
                    Value::Unknown(Reason::TooLarge) if matches!(found, Value::Infinite(_)) => {}
                    // Between whole numbers there may be nothing.
                    Value::Undefined if matches!(step, Step::Part(..)) => {}
                    Value::Unknown(_) => {}
                    _ => strays = true,
                }
            }
        }
        // Farther on, values are nearer to the limit.
        strays || off[1] > 1e-3 && off[1] >= 0.7 * off[0]
    };
    if !matches!(found, Value::Number(_) | Value::Infinite(_)) {
        return found;
    }
    if whole && strays(&mut WHOLE.into_iter().map(Step::Whole)) {
        return Value::Undefined;
    }
    if strays(&mut PARTS.into_iter().map(|(a, b)| Step::Part(a, b))) {
        return match whole {
            true => Value::Unknown(Reason::Divergent),
            false => Value::Undefined,
        };
    }
    found
}

/// How many doublings or halvings on the way the values are asked for.
const EARLY: u32 = 6;
const LATE: u32 = 11;

/// A place beyond one from which the limit was drawn.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// So many whole numbers farther.
    Whole(i64),
    /// This part of it.
    Part(i64, u64),
}

impl Step {
    /// The place at a power of two far out.
    pub(super) fn outward(self, far: u32, sign: i64) -> Option<Number> {
        let power = 1_i64 << far;
        match self {
            Self::Whole(n) => Some(Number::integer(sign * (power + n))),
            Self::Part(a, b) => Rational::new(sign * power * a, b as i64).map(Number::rational),
        }
    }

    /// The distance from a place that is approached.
    pub(super) fn inward(self, far: u32, sign: i64) -> Option<Number> {
        match self {
            Self::Whole(_) => None,
            Self::Part(a, b) => Rational::new(sign * a, (b as i64) << far).map(Number::rational),
        }
    }
}

/// How far a value is from a limit: as a part of what is larger; for infinity, how far it is from
/// growing into it.
fn distance(found: &Value, value: &Number) -> f64 {
    match found {
        Value::Number(limit) => {
            let off = (value.near() - limit.near()).abs();
            let allowed = 4.0 * (value.error() + limit.error());
            (off - allowed).max(0.0) / (1.0 + limit.near().abs())
        }
        Value::Infinite(up) => match value.as_real() {
            Some(x) if (x > 0.0) == *up => 1.0 / (1.0 + x.abs()),
            _ => 1.0,
        },
        _ => 0.0,
    }
}
