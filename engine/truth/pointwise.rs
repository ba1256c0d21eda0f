//! Two statements at the points of one of them, and the order that makes equal forms the same.

use super::compare::{ENOUGH, Excluded, Tried};
use super::form::{name, node};
use super::sample::{Sampler, Truth};
use super::world::{World, sides as sides_at, witness_beside};
use crate::eval::Point;
use crate::normal;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// What a formula with declarations is at a point: true where these do not hold.
fn holds(sampler: &Sampler<'_>, term: &Term, point: &Point) -> Truth {
    sampler.truth(term, point)
}

/// Points of a sort that must have been there where others are in doubt.
const SORT: usize = 3;

/// Compares two statements at the points of one world.
pub(super) fn truths(
    world: &World<'_>,
    guest: &Term,
    suits: impl Fn(&Point) -> bool,
    first_is_host: bool,
    tried: &mut Tried,
) {
    let sampler = &world.sampler;
    // What holds for all values of some symbols is no matter of one of them.
    let form = sampler.form;
    let whole = !form.bound.is_empty() && !form.is_closed();
    let own = if whole { &form.term } else { &form.body };
    let (mut loose, mut gaps, mut odd) = (Vec::new(), Vec::new(), Vec::new());
    let (mut both, mut neither, mut unknown, mut missed) = (0, 0, 0, 0);
    for seen in world.seen.iter().filter(|s| suits(&s.point)) {
        // Enough to tell.
        if loose.len() >= 2 || gaps.len() >= 3 {
            break;
        }
        let other = holds(sampler, guest, &seen.point);
        let host = match whole {
            true => holds(sampler, own, &seen.point),
            false => seen.truth,
        };
        let excluded = |said: &str| Excluded {
            witness: witness_beside(sampler, &seen.point, &sampler.form.body, guest),
            host: said_of(host).to_owned(),
            guest: said.to_owned(),
            guest_sides: sides_at(sampler, &seen.point, guest),
            first_is_host,
        };
        match (host, other) {
            (Truth::True, Truth::True) => both += 1,
            (Truth::False, Truth::False) => neither += 1,
            (Truth::True, Truth::False) | (Truth::False, Truth::True) => {
                if !(sampler.confirms(own, host, seen) && sampler.confirms(guest, other, seen)) {
                    unknown += 1;
                    tried.doubtful += usize::from(seen.exact || sampler.is_tired());
                    continue;
                }
                if seen.exact {
                    tried.excluded = Some(excluded(said_of(other)));
                    return;
                }
                loose.push(excluded(said_of(other)));
            }
            (Truth::True, Truth::Undefined) | (Truth::Undefined, Truth::True)
                if seen.generic
                    && sampler.confirms(own, host, seen)
                    && sampler.confirms(guest, other, seen) =>
            {
                gaps.push(excluded(said_of(other)));
            }
            // Solutions of one that the other has no value for, and no rare ones.
            (Truth::True, Truth::Undefined) | (Truth::Undefined, Truth::True)
                if (seen.exact || seen.solved)
                    && sampler.confirms(own, host, seen)
                    && sampler.confirms(guest, other, seen) =>
            {
                odd.push(excluded(said_of(other)));
            }
            (Truth::Unknown, _) | (_, Truth::Unknown) => unknown += 1,
            (Truth::True, _) | (_, Truth::True) => missed += 1,
            _ => {}
        }
    }
    if loose.len() >= 2 {
        tried.excluded = loose.into_iter().next();
    } else if gaps.len() >= 3 {
        tried.excluded = gaps.into_iter().next();
    } else if odd.len() >= 3 && 2 * odd.len() >= both {
        tried.excluded = odd.into_iter().next();
    } else {
        let shown = both.min(ENOUGH) + neither.min(ENOUGH);
        tried.unknown += unknown;
        // What is not known of a quantifier may be all there is to tell.
        if unknown > 0 && (quantifies(guest, sampler) || quantifies(own, sampler)) {
            return;
        }
        // One point may be alike by chance.
        let enough = if missed + unknown == 0 { 1 } else { SORT };
        if both >= enough && neither >= enough && loose.is_empty() {
            tried.agreed += shown;
        }
    }
}

/// Whether a quantifier stands in a statement.
fn quantifies(term: &Term, sampler: &Sampler<'_>) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        found |= matches!(
            name(t, sampler.vocabulary),
            "forall" | "exists" | "existsunique"
        );
    });
    found
}

/// The term in an order of its own, with comparisons turned one way.
pub(super) fn canonical(term: &Term, vocabulary: &Vocabulary) -> Term {
    let mut chains = false;
    let turned = term.map(&mut |t| {
        let sign = match name(&t, vocabulary) {
            "chain" => {
                chains = true;
                return t;
            }
            "gt" => "lt",
            "ge" => "le",
            "supset" => "subset",
            "supseteq" => "subseteq",
            _ => return t,
        };
        match &*t.args {
            [a, b] => node(sign, vec![b.clone(), a.clone()], vocabulary),
            _ => t,
        }
    });
    let ordered = normal::canonical(vocabulary, &turned);
    match chains {
        true => ordered.map(&mut |t| equal_sides(t, vocabulary)),
        false => ordered,
    }
}

/// A chain of equations with its sides in an order of their own: `a = b = c` says what `b = a = c` does.
fn equal_sides(term: Term, vocabulary: &Vocabulary) -> Term {
    let mut signs = term.args.iter().skip(1).step_by(2);
    if name(&term, vocabulary) != "chain" || !signs.all(|s| name(s, vocabulary) == "rel-eq") {
        return term;
    }
    let mut sides: Vec<&Term> = term.args.iter().step_by(2).collect();
    sides.sort();
    let mut args = Vec::with_capacity(term.args.len());
    for (place, side) in sides.into_iter().enumerate() {
        args.extend(term.args.get(1).filter(|_| place > 0).cloned());
        args.push(side.clone());
    }
    Term::new(term.op, args)
}

const fn said_of(truth: Truth) -> &'static str {
    match truth {
        Truth::True => "true",
        Truth::False => "false",
        Truth::Undefined => "undefined",
        Truth::Unknown => "unknown",
    }
}
