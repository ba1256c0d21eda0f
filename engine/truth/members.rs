//! Sets that are asked for: `A \cup B = [0,3]`, `X \setminus Y = \{2,6\}`.

use super::sample::Sampler;
use super::solve::occurs;
use crate::choice::Draws;
use crate::eval::{Interval, Number, Point, Set, Value, agree};
use crate::term::Term;
use std::collections::BTreeSet;

/// More sets than this are not looked for at once.
const SETS: usize = 3;

/// Moves the sets of an equation whose other side is a given set so that it holds: they are made of
/// that set, parts of it, and what is not in it.
pub(super) fn choose(
    sampler: &Sampler<'_>,
    (left, right): (&Term, &Term),
    symbols: &BTreeSet<u32>,
    point: &mut Point,
    draws: &mut Draws,
) -> bool {
    let given = match (occurs(left).is_empty(), occurs(right).is_empty()) {
        (true, false) => left,
        (false, true) => right,
        _ => return false,
    };
    let Value::Set(given) = sampler.value(given, point) else {
        return false;
    };
    let is_set = |symbol: &u32| matches!(point.values.get(symbol), Some(Value::Set(_)));
    let unknown = &occurs(left) | &occurs(right);
    let unknown: Vec<u32> = unknown.intersection(symbols).copied().collect();
    if unknown.is_empty() || unknown.len() > SETS || !unknown.iter().all(is_set) {
        return false;
    }
    let pool = pool(&given);
    let mut ways: Vec<usize> = (0..pool.len().pow(unknown.len() as u32)).collect();
    draws.shuffle(&mut ways);
    let before = point.clone();
    for way in ways {
        let mut rest = way;
        for symbol in &unknown {
            let set = pool[rest % pool.len()].clone();
            rest /= pool.len();
            point.values.insert(*symbol, Value::Set(set));
        }
        let (a, b) = (sampler.value(left, point), sampler.value(right, point));
        if agree(&a, &b) == Some(true) {
            return true;
        }
    }
    *point = before;
    false
}

/// A set, none, parts of it, and more.
fn pool(given: &Set) -> Vec<Set> {
    let mut pool = vec![given.clone(), Set::Members(Vec::new())];
    match given {
        Set::Members(members) => {
            let (first, second) = members.split_at(members.len() / 2);
            pool.extend([first, second].map(|part| Set::Members(part.to_vec())));
            let numbers = members.iter().filter_map(|m| m.as_number()?.as_real());
            let beyond = numbers.fold(0.0, f64::max).floor() + 1.0;
            let beyond = Value::Number(Number::exact(beyond));
            pool.push(Set::Members(vec![beyond.clone()]));
            let more = members.iter().cloned().chain([beyond]);
            pool.push(Set::Members(more.collect()));
        }
        Set::Pieces(pieces) => {
            let (first, second) = pieces.split_at(pieces.len() / 2);
            pool.extend([first, second].map(|part| Set::Pieces(part.to_vec())));
            pool.extend(pieces.iter().flat_map(halves));
        }
        _ => {}
    }
    pool
}

/// The lower and the upper half of an interval.
fn halves(piece: &Interval) -> Vec<Set> {
    let end = |end: &Option<(Number, bool)>| end.as_ref()?.0.as_real();
    let middle = match (end(&piece.low), end(&piece.high)) {
        (Some(low), Some(high)) => low + (high - low) / 2.0,
        (Some(low), None) => low + 1.0,
        (None, Some(high)) => high - 1.0,
        (None, None) => 0.0,
    };
    let middle = Some((Number::exact(middle), true));
    let part = |low, high| Set::Pieces(vec![Interval { low, high }]);
    vec![
        part(piece.low.clone(), middle.clone()),
        part(middle, piece.high.clone()),
    ]
}
