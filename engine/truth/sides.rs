//! Statements that hold everywhere, compared side by side; expressions, compared by their values.

use super::compare::{Excluded, Tried};
use super::equation::equations;
use super::form::{Form, name, node};
use super::pairing::Map;
use super::sample::Truth;
use super::show::show;
use super::solve;
use super::statement::{and, is_statement};
use super::world::{Guests, World, witness_beside};
use crate::eval::{Point, Value};
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// Values that must agree before two expressions count as the same.
const ENOUGH: usize = 8;

/// The sides of a relation in an order that does not depend on its direction, its name, and whether
/// the sides may be exchanged; nothing for other statements.
pub(super) fn split(body: &Term, vocabulary: &Vocabulary) -> Option<(String, Vec<Term>, bool)> {
    let sign = name(body, vocabulary);
    let turned = |sign: &str| match sign {
        "gt" => Some("lt"),
        "ge" => Some("le"),
        "supset" => Some("subset"),
        "supseteq" => Some("subseteq"),
        _ => None,
    };
    match (sign, &*body.args) {
        ("chain", args) => {
            let mut sides: Vec<Term> = args.iter().step_by(2).cloned().collect();
            let mut signs: Vec<&str> = args
                .iter()
                .skip(1)
                .step_by(2)
                .map(|t| name(t, vocabulary).trim_start_matches("rel-"))
                .collect();
            if signs.iter().all(|s| turned(s).is_some() || *s == "eq")
                && signs.iter().any(|s| turned(s).is_some())
            {
                sides.reverse();
                signs.reverse();
                signs = signs.into_iter().map(|s| turned(s).unwrap_or(s)).collect();
            }
            let symmetric = signs.iter().all(|s| *s == "eq");
            Some((format!("chain {}", signs.join(" ")), sides, symmetric))
        }
        ("iff" | "eq" | "ne" | "approx" | "equiv", [a, b]) => {
            Some((sign.to_owned(), vec![a.clone(), b.clone()], true))
        }
        (_, [a, b]) if turned(sign).is_some() => {
            Some((turned(sign)?.to_owned(), vec![b.clone(), a.clone()], false))
        }
        (_, [a, b])
            if sign == "implies"
                || vocabulary
                    .operator(body.op)
                    .is_some_and(|o| o.has_tag("relation")) =>
        {
            Some((sign.to_owned(), vec![a.clone(), b.clone()], false))
        }
        _ => None,
    }
}

/// Whether what two forms assume holds at the same points, as far as their points show.
fn assumed(host: &World<'_>, guest: &Form, guests: &Guests, map: &Map) -> bool {
    let brought: Vec<Term> = guest
        .premises
        .iter()
        .map(|p| guests.bring(p, map))
        .collect();
    host.seen.iter().all(|seen| {
        let holds = |p: &Term| match host.sampler.truth(p, &seen.point) {
            // A membership that is not evaluated says of what kind something is.
            Truth::Unknown => Truth::True,
            other => other,
        };
        brought.iter().map(holds).fold(Truth::True, and) == Truth::True
    })
}

/// Whether statements that hold wherever they have a value are about the same: their sides agree,
/// and their hypotheses hold at the same points.
pub(super) fn alike(worlds: [&World<'_>; 2], guests: [&Guests; 2], maps: &[Map]) -> Option<Map> {
    let vocabulary = worlds[0].sampler.vocabulary;
    let forms = [worlds[0].sampler.form, worlds[1].sampler.form];
    let (sign, ours, symmetric) = split(&forms[0].body, vocabulary)?;
    let (other, theirs, _) = split(&forms[1].body, vocabulary)?;
    if sign != other || ours.len() != theirs.len() {
        return None;
    }
    let reversed: Vec<Term> = theirs.iter().rev().cloned().collect();
    for map in maps {
        let back: Map = map.iter().map(|(b, a)| (*a, *b)).collect();
        if !assumed(worlds[0], forms[1], guests[0], map)
            || !assumed(worlds[1], forms[0], guests[1], &back)
        {
            continue;
        }
        for theirs in [&theirs, &reversed]
            .into_iter()
            .take(1 + usize::from(symmetric))
        {
            let here: Vec<Term> = theirs.iter().map(|t| guests[0].bring(t, map)).collect();
            let there: Vec<Term> = ours.iter().map(|t| guests[1].bring(t, &back)).collect();
            let pairs =
                |a: &[Term], b: &[Term], world: &World<'_>, suits: &dyn Fn(&Point) -> bool| {
                    a.iter().zip(b).all(|(x, y)| same(x, y, world, suits))
                };
            if pairs(&ours, &here, worlds[0], &|p| {
                worlds[0].suits(p, forms[1], map)
            }) && pairs(&there, theirs, worlds[1], &|p| {
                worlds[1].suits(p, forms[0], &back)
            }) {
                return Some(map.clone());
            }
        }
    }
    None
}

/// Whether two terms of one world have the same values at its points.
fn same(a: &Term, b: &Term, world: &World<'_>, suits: &dyn Fn(&Point) -> bool) -> bool {
    if a == b {
        return true;
    }
    let vocabulary = world.sampler.vocabulary;
    let statements = is_statement(a, vocabulary) && is_statement(b, vocabulary);
    let (mut agreed, mut held, mut failed) = (0, false, false);
    for seen in world.seen.iter().filter(|s| suits(&s.point)) {
        let alike = if statements {
            let truths = [a, b].map(|t| world.sampler.truth(t, &seen.point));
            held |= truths.contains(&Truth::True);
            failed |= truths.contains(&Truth::False);
            (!truths.contains(&Truth::Unknown)).then_some(truths[0] == truths[1])
        } else {
            let [x, y] = [a, b].map(|t| world.sampler.value(t, &seen.point));
            world.sampler.agree((a, &x), (b, &y))
        };
        match alike {
            Some(true) => agreed += 1,
            Some(false) => return false,
            None => {}
        }
    }
    if statements && [a, b].iter().any(|one| splits(one, a, b, world, suits)) {
        return false;
    }
    // Statements that hold at all of these points, or at none, are not told apart by truth.
    if statements && !(held && failed) {
        return parted(a, b, world, suits);
    }
    agreed
        >= if world.sampler.form.symbols.is_empty() {
            1
        } else {
            ENOUGH
        }
}

/// Whether only one of two statements holds where an equation of `one` has been solved: points of a
/// hypothesis of both say nothing of the other solutions of each.
fn splits(
    one: &Term,
    a: &Term,
    b: &Term,
    world: &World<'_>,
    suits: &dyn Fn(&Point) -> bool,
) -> bool {
    const POINTS: u64 = 8;
    let sampler = &world.sampler;
    let equations = equations(std::slice::from_ref(one), sampler.vocabulary);
    let symbols: BTreeSet<u32> = sampler.form.symbols.iter().copied().collect();
    (0..POINTS).filter(|_| !equations.is_empty()).any(|i| {
        let mut point = sampler.draw(i);
        let mut draws = sampler.draws(i ^ 0x3333_0000);
        solve::impose(sampler, &equations, &symbols, &mut point, &mut draws)
            && suits(&point)
            && matches!(
                [a, b].map(|t| sampler.truth(t, &point)),
                [Truth::True, Truth::False] | [Truth::False, Truth::True]
            )
    })
}

/// Whether two statements are the same relation of sides that are the same.
fn parted(a: &Term, b: &Term, world: &World<'_>, suits: &dyn Fn(&Point) -> bool) -> bool {
    let vocabulary = world.sampler.vocabulary;
    let (Some((sign, ours, symmetric)), Some((other, theirs, _))) =
        (split(a, vocabulary), split(b, vocabulary))
    else {
        return false;
    };
    let pairs = |theirs: &mut dyn Iterator<Item = &Term>| {
        let mut both = ours.iter().zip(theirs);
        both.all(|(x, y)| same(x, y, world, suits))
    };
    sign == other
        && ours.len() == theirs.len()
        && (pairs(&mut theirs.iter()) || symmetric && pairs(&mut theirs.iter().rev()))
}

/// Compares two expressions at the points of one world.
pub(super) fn expressions(
    world: &World<'_>,
    a: &Term,
    b: &Term,
    suits: impl Fn(&Point) -> bool,
    first_is_host: bool,
    tried: &mut Tried,
) {
    let constant = world.sampler.form.symbols.is_empty();
    let (mut gaps, mut loose) = (Vec::new(), Vec::new());
    let equation = node("eq", vec![a.clone(), b.clone()], world.sampler.vocabulary);
    for seen in world.seen.iter().filter(|s| suits(&s.point)) {
        // Enough to tell.
        if loose.len() >= 2 || gaps.len() >= 3 {
            break;
        }
        let (x, y) = (
            world.sampler.value(a, &seen.point),
            world.sampler.value(b, &seen.point),
        );
        let excluded = || Excluded {
            witness: witness_beside(&world.sampler, &seen.point, a, b),
            host: show(&x),
            guest: show(&y),
            guest_sides: Vec::new(),
            first_is_host,
        };
        let agreed = match world.sampler.agree((a, &x), (b, &y)) {
            // Within a tolerance: more digits tell.
            Some(true) => match world.sampler.decided(&equation, &seen.point) {
                Some(Truth::False) => Some(false),
                _ => Some(true),
            },
            other => other,
        };
        match agreed {
            Some(true) => tried.agreed += 1,
            Some(false) if !world.sampler.confirms_apart(a, b, &seen.point) => tried.doubtful += 1,
            Some(false) if seen.exact => {
                tried.excluded = Some(excluded());
                return;
            }
            Some(false) => loose.push(excluded()),
            None => match (&x, &y) {
                // Defined on one side alone, and not only at odd points.
                (Value::Undefined, other) | (other, Value::Undefined)
                    if other.is_known()
                        && seen.generic
                        && world.sampler.confirms_apart(a, b, &seen.point) =>
                {
                    gaps.push(excluded());
                }
                (Value::Undefined, Value::Undefined) => {}
                (Value::Undefined, _) | (_, Value::Undefined) => {}
                _ if x.is_known()
                    && y.is_known()
                    && std::mem::discriminant(&x) != std::mem::discriminant(&y) =>
                {
                    loose.push(excluded());
                }
                _ => tried.unknown += 1,
            },
        }
    }
    if loose.len() >= 2 || constant && !loose.is_empty() {
        tried.excluded = loose.into_iter().next();
    } else if gaps.len() >= 3 || constant && !gaps.is_empty() {
        tried.excluded = gaps.into_iter().next();
    }
}
