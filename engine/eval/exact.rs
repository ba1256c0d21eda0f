//! Values and points as text from which they can be made again.

use super::complex::Complex;
use super::function::{Break, Function};
use super::listed::{read_parts, write_parts};
use super::number::Number;
use super::point::Point;
use super::set::{Set, UNIVERSE};
use super::smooth::{Smooth, Wave};
use super::value::Value;
use crate::choice::Key;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::sync::Arc;

/// What stands before the place at which a function breaks.
const BREAK: &str = " with ";
/// What stands before the places that a map of the universe has.
const MAP: &str = "1, … ↦ ";

/// A value in full; none for values that no text gives back.
pub fn write(value: &Value) -> Option<String> {
    Some(match value {
        Value::Number(n) => number(n),
        Value::Bool(holds) => holds.to_string(),
        Value::Set(Set::Subset(mask)) => {
            let inside = (0..UNIVERSE).filter(|i| mask >> i & 1 == 1);
            let members: Vec<String> = inside.map(|i| (i + 1).to_string()).collect();
            format!("{{{}}}", members.join(", "))
        }
        Value::Matrix(rows) => {
            let rows: Vec<String> = rows.iter().map(|row| list(row)).collect();
            format!("[{}]", rows.join("; "))
        }
        Value::Vector(parts) => format!("({})", list(parts)),
        Value::Random(values) => format!("by outcome {}", list(values)),
        Value::Function(Function::Smooth(smooth)) => smooth_function(smooth),
        Value::Function(Function::Broken(smooth, broken)) => format!(
            "{}{BREAK}{}, {}, {}",
            smooth_function(smooth),
            number(&broken.at),
            number(&broken.there),
            number(&broken.beyond)
        ),
        Value::Function(Function::Map(map)) => {
            let places: Vec<String> = map.iter().map(|to| (to + 1).to_string()).collect();
            format!("{MAP}{}", places.join(", "))
        }
        other => return write_parts(other),
    })
}

/// The value that [`write`] wrote.
pub fn read(text: &str) -> Option<Value> {
    let text = text.trim();
    let within = |open: char, close: char| text.strip_prefix(open)?.strip_suffix(close);
    if let Some(body) = text.strip_prefix("x ↦ ") {
        if let Some((body, broken)) = body.split_once(BREAK) {
            let [at, there, beyond] = read_list(broken)?.try_into().ok()?;
            let broken = Arc::new(Break { at, there, beyond });
            let smooth = Arc::new(read_smooth(body)?);
            return Some(Value::Function(Function::Broken(smooth, broken)));
        }
        let smooth = read_smooth(body)?;
        return Some(Value::Function(Function::Smooth(Arc::new(smooth))));
    }
    if let Some(value) = read_parts(text) {
        return Some(value);
    }
    if let Some(body) = text.strip_prefix(MAP) {
        let places = body
            .split(", ")
            .map(|to| to.parse::<u8>().ok()?.checked_sub(1));
        let places: Option<Vec<u8>> = places.collect();
        let map: [u8; UNIVERSE] = places?.try_into().ok()?;
        let inside = map.iter().all(|to| usize::from(*to) < UNIVERSE);
        return inside.then_some(Value::Function(Function::Map(map)));
    }
    if let Some(body) = text.strip_prefix("by outcome ") {
        return Some(Value::Random(read_list(body)?));
    }
    if let Some(body) = within('{', '}') {
        let mut mask = 0_u64;
        for member in body.split(',').map(str::trim).filter(|m| !m.is_empty()) {
            let member: usize = member.parse().ok()?;
            if !(1..=UNIVERSE).contains(&member) {
                return None;
            }
            mask |= 1 << (member - 1);
        }
        return Some(Value::Set(Set::Subset(mask)));
    }
    if let Some(body) = within('[', ']') {
        let rows: Option<Vec<_>> = body.split(';').map(read_list).collect();
        return Some(Value::Matrix(rows?));
    }
    if let Some(body) = within('(', ')') {
        return Some(Value::Vector(read_list(body)?));
    }
    match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => read_number(text).map(Value::Number),
    }
}

/// Fractions in full; what is not exact with `≈`, as floating point has it.
pub(super) fn number(n: &Number) -> String {
    if let Some(fraction) = n.as_fraction() {
        // A number of floating point that is taken as exact is shorter as one.
        let float = n.near().re;
        let decimal = float.to_string();
        let exact = BigRational::from_float(float).is_some_and(|f| f == fraction);
        let whole = fraction.to_string();
        return if exact && decimal.len() < whole.len() {
            decimal
        } else {
            whole
        };
    }
    let z = n.near();
    let sign = if n.is_exact() { "" } else { "≈" };
    if z.im == 0.0 {
        format!("{sign}{}", z.re)
    } else {
        let plus = if z.im < 0.0 { "" } else { "+" };
        format!("{sign}{}{plus}{}i", z.re, z.im)
    }
}

pub(super) fn read_number(text: &str) -> Option<Number> {
    let text = text.trim();
    let (near, text) = match text.strip_prefix('≈') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    if let Some(body) = text.strip_suffix('i') {
        let middle = body.rfind(['+', '-']).filter(|at| *at > 0);
        // The sign of an exponent is none between two parts.
        let middle = middle.filter(|at| !body[..*at].ends_with(['e', 'E']));
        let (re, im) = body.split_at(middle.unwrap_or(0));
        let part = |text: &str| match text {
            "" | "+" => Some(if text.is_empty() { 0.0 } else { 1.0 }),
            "-" => Some(-1.0),
            text => text.parse::<f64>().ok(),
        };
        let z = Complex::new(part(re)?, part(im)?);
        return Some(of(z, near));
    }
    if near {
        return Some(of(Complex::real(text.parse().ok()?), true));
    }
    if let Some((top, bottom)) = text.split_once('/') {
        let (top, bottom): (BigInt, BigInt) = (top.parse().ok()?, bottom.parse().ok()?);
        return (bottom != BigInt::from(0)).then(|| Number::large(BigRational::new(top, bottom)));
    }
    match text.parse::<BigInt>() {
        Ok(whole) => Some(Number::large(BigRational::from_integer(whole))),
        Err(_) => {
            let float: f64 = text.parse().ok()?;
            float.is_finite().then(|| Number::exact(float))
        }
    }
}

/// Solutions in floating point are as near as a few roundings.
fn of(z: Complex, near: bool) -> Number {
    if near {
        Number::with(z, 1e-14 * z.abs())
    } else {
        Number::complex(z)
    }
}

fn list(parts: &[Number]) -> String {
    parts.iter().map(number).collect::<Vec<_>>().join(", ")
}

fn read_list(text: &str) -> Option<Vec<Number>> {
    text.split(',').map(read_number).collect()
}

fn smooth_function(smooth: &Smooth) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (power, factor) in smooth.polynomial.iter().enumerate() {
        parts.push(match power {
            0 => number(factor),
            1 => format!("{} x", number(factor)),
            _ => format!("{} x^{power}", number(factor)),
        });
    }
    for wave in &smooth.waves {
        // The order of the derivative; negative for antiderivatives.
        let order = match wave.turns {
            0 => String::new(),
            turns => format!("[{turns}]"),
        };
        parts.push(format!(
            "{} sin{order}({} x + {})",
            number(&wave.amplitude),
            number(&wave.frequency),
            number(&wave.phase)
        ));
    }
    format!("x ↦ {}", parts.join(" + "))
}

fn read_smooth(text: &str) -> Option<Smooth> {
    let mut smooth = Smooth {
        polynomial: Vec::new(),
        waves: Vec::new(),
    };
    let mut rest = text;
    while !rest.is_empty() {
        // A sine holds a sum of its own.
        let end = match (rest.find(" + "), rest.find('(')) {
            (Some(plus), Some(open)) if open < plus => rest.find(')').map(|close| close + 1)?,
            (Some(plus), _) => plus,
            (None, _) => rest.len(),
        };
        let (part, after) = rest.split_at(end);
        rest = after.strip_prefix(" + ").unwrap_or(after);
        if let Some((amplitude, wave)) = part.split_once(" sin") {
            let (order, body) = wave.split_once('(')?;
            let order = order.trim_matches(['[', ']']);
            let (frequency, phase) = body.strip_suffix(')')?.split_once(" x + ")?;
            smooth.waves.push(Wave {
                amplitude: read_number(amplitude)?,
                frequency: read_number(frequency)?,
                phase: read_number(phase)?,
                turns: if order.is_empty() {
                    0
                } else {
                    order.parse().ok()?
                },
            });
        } else {
            let factor = part.split(' ').next()?;
            smooth.polynomial.push(read_number(factor)?);
        }
    }
    Some(smooth)
}

/// What a point leaves open besides the values of symbols: signs, bases, probabilities, families.
pub fn state(point: &Point) -> String {
    let (size, key) = point.hidden();
    let lifts: Vec<String> = point
        .lifts
        .iter()
        .map(|(symbol, lift)| format!("{:016x}:{}", point.label(*symbol), number(lift)))
        .collect();
    let shifts: Vec<String> = point
        .shifts
        .iter()
        .map(|(symbol, shift)| {
            let entries: Vec<String> = shift.iter().map(number).collect();
            format!("{:016x}:{}", point.label(*symbol), entries.join("|"))
        })
        .collect();
    let shifts = match shifts.as_slice() {
        [] => String::new(),
        shifts => format!("shifts {}; ", shifts.join(" ")),
    };
    let members: Vec<String> = point
        .members
        .iter()
        .map(|((symbol, indices), value)| {
            let indices: Vec<String> = indices.iter().map(i64::to_string).collect();
            let label = point.label(*symbol);
            format!("{label:016x}:{}:{}", indices.join(","), number(value))
        })
        .collect();
    let members = match members.as_slice() {
        [] => String::new(),
        members => format!("members {}; ", members.join(" ")),
    };
    format!(
        "plus {}; log {}; outcomes {}; size {} {} {}; complex {}; lifts {}; {shifts}{members}key {:016x}",
        point.plus,
        point.log_base,
        list(&point.weights),
        size[0],
        size[1],
        size[2],
        point.complex,
        lifts.join(" "),
        key.code(),
    )
}

/// The symbol of a point that is called so, which it need not have; none when nothing is called so.
fn symbol(point: &Point, label: &str) -> Option<Option<u32>> {
    Some(point.labelled(u64::from_str_radix(label, 16).ok()?))
}

/// Gives a point what [`state`] wrote; false when the text is no such.
pub fn restore(point: &mut Point, text: &str) -> bool {
    let mut fill = || {
        let (mut size, mut key) = point.hidden();
        for part in text.split("; ") {
            let (name, value) = part.split_once(' ').unwrap_or((part, ""));
            match name {
                "plus" => point.plus = value.parse().ok()?,
                "log" => point.log_base = value.parse().ok()?,
                "outcomes" => point.weights = read_list(value)?,
                "size" => {
                    let all: Option<Vec<usize>> =
                        value.split(' ').map(|n| n.parse().ok()).collect();
                    size = all?.try_into().ok()?;
                    if size.iter().any(|n| *n > 64) {
                        return None;
                    }
                }
                "complex" => point.complex = value.parse().ok()?,
                "lifts" => {
                    for lift in value.split_whitespace() {
                        let (label, lift) = lift.split_once(':')?;
                        let lift = read_number(lift)?;
                        if let Some(symbol) = symbol(point, label)? {
                            point.lifts.insert(symbol, lift);
                        }
                    }
                }
                "shifts" => {
                    for shift in value.split_whitespace() {
                        let (label, entries) = shift.split_once(':')?;
                        let entries = entries.split('|').map(read_number);
                        let entries = entries.collect::<Option<_>>()?;
                        if let Some(symbol) = symbol(point, label)? {
                            point.shifts.insert(symbol, entries);
                        }
                    }
                }
                "members" => {
                    for member in value.split_whitespace() {
                        let mut parts = member.splitn(3, ':');
                        let (label, indices) = (parts.next()?, parts.next()?);
                        let value = read_number(parts.next()?)?;
                        let indices = indices.split(',').map(|i| i.parse().ok());
                        let indices = indices.collect::<Option<_>>()?;
                        if let Some(symbol) = symbol(point, label)? {
                            point.members.insert((symbol, indices), value);
                        }
                    }
                }
                "key" => key = Key::of_code(u64::from_str_radix(value, 16).ok()?),
                _ => return None,
            }
        }
        point.hide(size, key);
        Some(())
    };
    fill().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let mut draws = Key::seed(3).draws();
        let values = [
            Value::integer(-7),
            Value::Number(read_number("22/7").expect("a fraction")),
            Value::Number(Number::exact(0.1)),
            Value::Number(Number::complex(Complex::new(1.5, -2.0))),
            Value::Number(Number::complex(Complex::new(0.0, 2.5))),
            Value::Bool(true),
            Value::Set(Set::Subset(0b10_1101)),
            Value::Set(Set::Subset(0)),
            Value::Matrix(vec![
                vec![Number::integer(1), Number::integer(-2)],
                vec![Number::exact(0.5), Number::integer(4)],
            ]),
            Value::Random(vec![Number::integer(1), Number::integer(0)]),
            Value::Function(Function::Smooth(Arc::new(Smooth::random(&mut draws)))),
            Value::Function(Function::Map([3, 1, 1, 0, 5, 2])),
            Value::Function(Function::Broken(
                Arc::new(Smooth::random(&mut draws)),
                Arc::new(Break {
                    at: Number::integer(-1),
                    there: Number::integer(2),
                    beyond: Number::integer(1),
                }),
            )),
            Value::Function(Function::Smooth(Arc::new(
                Smooth::random(&mut draws).integral(),
            ))),
        ];
        for value in values {
            let text = write(&value).expect("a text");
            assert_eq!(read(&text), Some(value), "{text}");
        }
    }
}
