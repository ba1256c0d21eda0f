//! Sets of given members, tuples, curves and unions of intervals as text from which they can be made again.

use super::exact::{number, read, read_number, write};
use super::function::Function;
use super::interval::{End, Interval};
use super::set::Set;
use super::value::Value;

const MEMBERS: &str = "members [";
const TUPLE: &str = "tuple [";
const INTERVALS: &str = "intervals {";
const CURVE: &str = "curve [";

/// A value that is made of others, in full; none when one of them has no text.
pub(super) fn write_parts(value: &Value) -> Option<String> {
    let all = |parts: &[Value]| {
        let parts: Option<Vec<String>> = parts.iter().map(write).collect();
        Some(parts?.join("; "))
    };
    Some(match value {
        Value::Tuple(parts) => format!("{TUPLE}{}]", all(parts)?),
        Value::Function(Function::Curve(entries)) => {
            let entries: Vec<Value> = entries.iter().cloned().map(Value::Function).collect();
            format!("{CURVE}{}]", all(&entries)?)
        }
        Value::Set(Set::Members(members)) => format!("{MEMBERS}{}]", all(members)?),
        Value::Set(Set::Pieces(pieces)) => {
            let pieces: Vec<String> = pieces.iter().map(interval).collect();
            format!("{INTERVALS}{}}}", pieces.join("; "))
        }
        _ => return None,
    })
}

/// The value that [`write_parts`] wrote.
pub(super) fn read_parts(text: &str) -> Option<Value> {
    let all = |list: &str| {
        split(list)
            .into_iter()
            .map(read)
            .collect::<Option<Vec<_>>>()
    };
    if let Some(list) = inside(text, TUPLE, ']') {
        return Some(Value::Tuple(all(list)?));
    }
    if let Some(list) = inside(text, CURVE, ']') {
        let entries = all(list)?.into_iter().map(|entry| match entry {
            Value::Function(function) => Some(function),
            _ => None,
        });
        return Some(Value::Function(Function::Curve(
            entries.collect::<Option<_>>()?,
        )));
    }
    if let Some(list) = inside(text, MEMBERS, ']') {
        return Some(Value::Set(Set::Members(all(list)?)));
    }
    let list = inside(text, INTERVALS, '}')?;
    let pieces: Option<Vec<Interval>> = split(list).into_iter().map(read_interval).collect();
    Some(Value::Set(Set::Pieces(pieces?)))
}

fn inside<'t>(text: &'t str, open: &str, close: char) -> Option<&'t str> {
    text.strip_prefix(open)?.strip_suffix(close)
}

/// The parts of a list between its own semicolons.
fn split(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, c) in list.char_indices() {
        match c {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            ';' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if !list.trim().is_empty() {
        parts.push(&list[start..]);
    }
    parts
}

/// `closed 0, open 1`, `open -∞, closed 2`: ends in words, as brackets of both kinds would not pair.
fn interval(piece: &Interval) -> String {
    let end = |end: &End, infinite: &str| match end {
        Some((n, true)) => format!("closed {}", number(n)),
        Some((n, false)) => format!("open {}", number(n)),
        None => format!("open {infinite}"),
    };
    format!("{}, {}", end(&piece.low, "-∞"), end(&piece.high, "∞"))
}

fn read_interval(text: &str) -> Option<Interval> {
    fn end(text: &str) -> Option<End> {
        let (kind, number) = text.trim().split_once(' ')?;
        if matches!(number, "∞" | "-∞") {
            return Some(None);
        }
        let belongs = match kind {
            "closed" => true,
            "open" => false,
            _ => return None,
        };
        Some(Some((read_number(number)?, belongs)))
    }
    let (low, high) = text.split_once(',')?;
    Some(Interval {
        low: end(low)?,
        high: end(high)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Key;
    use crate::eval::Number;
    use crate::eval::smooth::Smooth;
    use std::sync::Arc;

    #[test]
    fn lists_come_back() {
        let pair = Value::Tuple(vec![
            Value::integer(1),
            Value::Vector(vec![Number::integer(2), Number::exact(0.5)]),
        ]);
        let nested = Value::Set(Set::Members(vec![
            pair.clone(),
            Value::Set(Set::Members(vec![])),
        ]));
        let pieces = Value::Set(Set::Pieces(vec![
            Interval {
                low: None,
                high: Some((Number::integer(-1), true)),
            },
            Interval {
                low: Some((Number::integer(0), false)),
                high: None,
            },
        ]));
        let smooth = |seed| Smooth::random(&mut Key::seed(seed).draws());
        let one = |seed| Function::Smooth(Arc::new(smooth(seed)));
        let curve = Value::Function(Function::Curve(vec![one(1), one(2)]));
        for value in [curve, pair, nested, pieces, Value::Tuple(vec![])] {
            let text = write(&value).expect("a text");
            assert_eq!(read(&text), Some(value), "{text}");
        }
    }
}
