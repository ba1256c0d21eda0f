//! Points that tell something about a statement, and what it is there.

use super::equation::{self, Equation};
use super::form::{hypothesis, name};
use super::nearness::is_exact;
use super::sample::{Sampler, Truth};
use super::statement::and;
use super::{critical, order, solve};
use crate::eval::{self, Numbers, Point, Value};
use crate::term::{Head, Term};
use std::collections::BTreeSet;

/// Steps after which no more points are looked at, when enough of them told something.
const EFFORT: u64 = 2_500_000;
/// Steps after which points are given up when none told anything.
const HOPELESS: u64 = 500_000;

/// A statement that costs more steps at a point is not solved where there is a limit to all.
const DEAR: u64 = 2_000;

/// A point at which the hypotheses hold, and what the body is there.
pub(super) struct Seen {
    pub point: Point,
    pub truth: Truth,
    /// Whether the hypothesis of an implication holds, so that the conclusion matters.
    pub relevant: bool,
    /// Whether the point is one like all others, neither solved for nor special.
    pub generic: bool,
    /// Whether the point was looked for because an equation or a boundary of the statement holds
    /// there.
    pub solved: bool,
    /// Whether all values are known without error.
    pub exact: bool,
}

/// Looks at about this many points. Points at which the leading declarations do not hold are passed
/// over.
pub(super) fn gather(sampler: &Sampler<'_>, count: usize) -> Vec<Seen> {
    let (form, vocabulary) = (sampler.form, sampler.vocabulary);
    let symbols: BTreeSet<u32> = form.symbols.iter().copied().collect();
    let constant = symbols.is_empty();
    let hypothesis = hypothesis(&form.body, vocabulary);
    let premises = equation::equations(&form.premises, vocabulary);
    let given = hypothesis.map_or_else(Vec::new, |h| {
        equation::equations(std::slice::from_ref(h), vocabulary)
    });
    let mut boundaries = Vec::new();
    equation::boundaries(&form.body, vocabulary, &mut boundaries);
    let conclusion = hypothesis.and_then(|_| form.body.args.last());
    let said = conclusion.unwrap_or(&form.body);
    // Of alternatives one is made true after the other.
    let owns: Vec<Vec<Equation>> = equation::alternatives(said, vocabulary)
        .iter()
        .map(|a| equation::equations(std::slice::from_ref(a), vocabulary))
        .collect();
    let mut seen: Vec<Seen> = Vec::new();
    let (mut slow, mut dear) = (0, false);
    for i in 0..count as u64 {
        // What never has a value in the first points has none later, and may be slow to say so.
        let known = seen.iter().filter(|s| s.truth != Truth::Unknown).count();
        if known == 0 && (slow >= 12 || slow > 0 && sampler.effort() > HOPELESS)
            || known >= 12 && sampler.effort() > EFFORT
            || sampler.effort() > 2 * EFFORT
            || eval::is_spent()
        {
            break;
        }
        for attempt in 0..8 {
            let number = i + attempt * 1_000;
            let mut point = sampler.draw(number);
            let mut draws = sampler.draws(number ^ 0x5555_0000);
            for ordered in form.premises.iter().chain(hypothesis) {
                order::arrange(ordered, &mut point, vocabulary);
            }
            // What is declared may ask for another order.
            if i % 4 != 3 && attempt % 2 == 0 {
                order::exchange(&form.orders, &mut point);
            }
            let mut targets: Vec<Equation> = premises.clone();
            let mode = (i / 8) % 3;
            if mode > 0 || hypothesis.is_some() && attempt % 2 == 1 {
                targets.extend(given.iter().cloned());
            }
            let asked = targets.len();
            let own = &owns[i as usize % owns.len()];
            let mode = if sampler.bounded && dear { 0 } else { mode };
            match mode {
                1 => targets.extend(own.iter().cloned()),
                2 if !boundaries.is_empty() => {
                    targets.push(boundaries[draws.below(boundaries.len())].clone())
                }
                _ => {}
            }
            if !targets.is_empty() {
                solve::impose(sampler, &targets, &symbols, &mut point, &mut draws);
                // Between two boundaries there may be little room.
                if mode == 2 && own.is_empty() && given.is_empty() && draws.chance(0.6) {
                    solve::nudge(&symbols, &mut point, &mut draws);
                }
            }
            let mut holds = Truth::True;
            for premise in &form.premises {
                // A membership that is not evaluated (`x \in \mathbb{R}^n`) says of what kind
                // something is.
                match sampler.truth(premise, &point) {
                    Truth::Unknown if name(premise, vocabulary) == "in" => {}
                    truth => holds = and(holds, truth),
                }
            }
            if holds != Truth::True {
                continue;
            }
            let relevant = hypothesis.is_none_or(|h| sampler.truth(h, &point) == Truth::True);
            // An implication tells most where its hypothesis holds.
            if !relevant && attempt < 6 && i % 4 != 0 {
                continue;
            }
            let said = conclusion.filter(|_| relevant).unwrap_or(&form.body);
            let before = sampler.effort();
            let mut truth = sampler.first_truth(said, &point);
            // What was solved for in floating point holds as nearly as that.
            let doubtful = truth == Truth::Unknown || truth == Truth::False && point.moved;
            if doubtful && targets.len() > asked && !sampler.solved.get() {
                sampler.solved.set(true);
                if sampler.first_truth(said, &point) == Truth::True {
                    truth = Truth::True;
                }
                sampler.solved.set(false);
            }
            dear |= sampler.effort() - before > DEAR;
            slow += usize::from(truth == Truth::Unknown);
            let exact = !point.moved
                && form
                    .symbols
                    .iter()
                    .all(|s| point.values.get(s).is_some_and(is_exact));
            seen.push(Seen {
                generic: targets.len() == asked
                    && Sampler::is_generic(number)
                    && (form.orders.is_empty() || i % 4 != 3),
                solved: targets.len() > asked,
                point,
                truth,
                relevant,
                exact,
            });
            break;
        }
        if constant && (i >= 3 || slow > 0) {
            break;
        }
    }
    if hypothesis.is_none() && sampler.effort() < EFFORT {
        seen.extend(among_whole(sampler, &boundaries));
    }
    seen
}

/// A point at which a comparison of what oscillates fails for a whole number, though it holds for
/// those that are drawn.
fn among_whole(sampler: &Sampler<'_>, compared: &[Equation]) -> Option<Seen> {
    let form = sampler.form;
    let whole = |s: &&u32| {
        let domain = form.domains.get(s);
        domain.is_some_and(|d| d.numbers <= Numbers::Integer)
            && critical::oscillates(sampler, compared, **s)
    };
    let symbol = *form.symbols.iter().find(whole)?;
    let mut point = sampler.draw(0);
    (0..=critical::MANY).find_map(|n| {
        point.values.insert(symbol, Value::integer(i64::from(n)));
        let holds = |p: &Term| sampler.truth(p, &point) == Truth::True;
        let fails = form.premises.iter().all(holds)
            && sampler.first_truth(&form.body, &point) == Truth::False;
        fails.then(|| Seen {
            point: point.clone(),
            truth: Truth::False,
            relevant: true,
            generic: true,
            solved: false,
            exact: true,
        })
    })
}

/// How many of these points differ in the values of the symbols.
pub(super) fn distinct(seen: &[&Seen], symbols: &[u32]) -> usize {
    let mut found: Vec<&Seen> = Vec::new();
    for one in seen {
        let same = |other: &&Seen| {
            symbols
                .iter()
                .all(|s| one.point.values.get(s) == other.point.values.get(s))
        };
        if !found.iter().any(same) {
            found.push(one);
        }
        if found.len() > 8 {
            break;
        }
    }
    found.len()
}

/// Whether a symbol occurs at all.
pub(super) fn has_symbols(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t.op.head(), Head::Symbol(_)));
    found
}
