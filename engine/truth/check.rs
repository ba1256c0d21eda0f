//! What a statement is worth: valid, contingent, invalid, or not known.

mod nature;

use super::conditions::under_conditions;
use super::form::{Form, name};
use super::gather::{Seen, distinct, gather, has_symbols};
use super::generic;
use super::operators;
use super::reason;
use super::sample::{Sampler, Truth};
use super::shapes;
use super::small;
use super::verdict::{Reason, Verdict, Witness};
use super::world::witness;
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{self, Numbers, Point, Value, agree};
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use nature::{asks_for_fractions, has_sequences, numeric, propositional, unsolved};

/// Points that must be seen before a statement counts as valid.
const ENOUGH: usize = 10;
/// Points without a value at which series are followed.
const SERIES: usize = 12;
/// Points among them that were not found by solving the statement.
const UNSOLVED: usize = 3;

/// Looks for points at which a statement is true and false.
///
/// A statement that begins with universal quantifiers is valid or invalid; its other symbols, if
/// any, may make it contingent. Hypotheses of an implication are assumptions: the conclusion counts
/// where they hold. A statement without a value anywhere is undecided.
pub fn check(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
    points: usize,
    seed: u64,
) -> Verdict {
    if let Some(theorem) = under_conditions(term, vocabulary) {
        let verdict = check(&theorem, atoms, vocabulary, points, seed);
        if matches!(verdict, Verdict::Valid { .. }) {
            return verdict;
        }
    }
    let form = Form::of(term, atoms, vocabulary);
    if !form.is_statement(vocabulary) {
        return Verdict::NoStatement;
    }
    if let Some(reason) = reason::hopeless(&form, vocabulary) {
        return Verdict::Undecided(reason);
    }
    let key = Key::seed(seed).named("truth");
    let before = eval::effort();
    let verdict = looked_at(&Sampler::new(&form, vocabulary, key), points);
    if let Verdict::Undecided(reason) = &verdict
        && generic::is_worth(reason, eval::effort() - before)
        && let Some(freed) = generic::freed(&form, vocabulary, key.named("freed"))
    {
        let freer = looked_at(&Sampler::new(&freed, vocabulary, key), points);
        // What a chain leaves out may fail.
        let whole = !leaves_out(&form.body, vocabulary);
        match freer {
            Verdict::Contingent { .. } => return freer,
            Verdict::Valid { .. } if whole => return freer,
            _ => {}
        }
    }
    verdict
}

/// The verdict that follows from so many points.
fn looked_at(sampler: &Sampler<'_>, points: usize) -> Verdict {
    let seen = gather(sampler, points);
    match judge(sampler, &seen) {
        // It has a value at few of its points: more are looked at.
        Verdict::Undecided(reason) if reason.id == "too-few-points" => {
            judge(sampler, &gather(sampler, 5 * points))
        }
        verdict => verdict,
    }
}

/// The verdict that follows from points.
pub(super) fn judge(sampler: &Sampler<'_>, seen: &[Seen]) -> Verdict {
    match judged(sampler, seen) {
        Verdict::Valid { points }
            if sampler.form.in_line
                && operators::is_law(&sampler.form.body, sampler.vocabulary) =>
        {
            Verdict::Valid { points }
        }
        Verdict::Valid { .. } | Verdict::Invalid { .. } if sampler.form.in_line => {
            Verdict::Undecided(Reason::about("no-meaning", "opmul".to_owned()))
        }
        Verdict::Valid { .. } if shapes::draws_in(&sampler.form.body, sampler.vocabulary) => {
            Verdict::Undecided(Reason::plain("continuity"))
        }
        Verdict::Invalid { .. } if leaves_out(&sampler.form.body, sampler.vocabulary) => {
            Verdict::Undecided(Reason::plain("no-sequence"))
        }
        verdict => verdict,
    }
}

/// Whether a chain leaves out some of its sides: it is never seen to hold, and never known to hold
/// by the sides that it has.
fn leaves_out(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| {
        found |=
            name(t, vocabulary) == "chain" && t.args.iter().any(|a| name(a, vocabulary) == "dots");
    });
    found
}

fn judged(sampler: &Sampler<'_>, seen: &[Seen]) -> Verdict {
    let form = sampler.form;
    let of = |truth: Truth| -> Vec<&Seen> {
        seen.iter()
            .filter(|s| s.relevant && s.truth == truth)
            .collect()
    };
    let (held, unknown, undefined) = (of(Truth::True), of(Truth::Unknown), of(Truth::Undefined));
    let failed = certain(of(Truth::False));
    let why = || match (unknown.first(), undefined.is_empty()) {
        (Some(seen), _) => Verdict::Undecided(reason::at(sampler, &form.body, &seen.point)),
        (None, false) => Verdict::Undecided(Reason::plain("undefined")),
        (None, true) => Verdict::Undecided(Reason::plain("no-points")),
    };
    let shown = |seen: &Seen| witness(sampler, &seen.point, &form.body);
    let points = held.len() + failed.len();
    let look = if has_symbols(&form.term) { 4 } else { 1 };
    let unconfirmed = Verdict::Undecided(Reason::plain("unconfirmed"));
    match (held.first(), failed.first()) {
        // What quantifiers settle is one of both.
        (Some(_), Some(_)) if form.bound.is_empty() && form.is_closed() => unconfirmed,
        (Some(_), Some(_)) if form.bound.is_empty() => {
            let holds = sampler.confirmed(&held, Truth::True);
            match (holds, sampler.confirmed(&failed, Truth::False)) {
                (Some(holds), Some(fails)) => Verdict::Contingent {
                    holds: shown(holds),
                    fails: shown(fails),
                },
                _ => unconfirmed,
            }
        }
        (Some(_), None) => {
            let symbols = has_symbols(&form.term);
            let enough = if symbols { ENOUGH } else { 1 };
            // Where an equation was solved it holds, whatever it says elsewhere.
            let free = held.iter().filter(|s| !s.solved).count();
            // A hypothesis may have one or two solutions, and fail everywhere else.
            let narrow = seen.iter().any(|s| !s.relevant);
            let alike = !narrow && numeric(sampler) && distinct(&held, &form.symbols) < 3;
            let few = symbols && (alike || free < UNSOLVED);
            if held.len() < enough || few {
                if unknown.is_empty() {
                    return Verdict::Undecided(Reason::plain("too-few-points"));
                }
                return why();
            }
            // Of quantifiers inside it is not known that they fail where nothing is found.
            let share = if form.inner.is_empty() { 2.0 } else { 0.25 };
            if unknown.len() as f64 > share * held.len() as f64 {
                return why();
            }
            // All points are fractions.
            if asks_for_fractions(sampler) {
                return Verdict::Undecided(Reason::about("no-meaning", "QQ".to_owned()));
            }
            if let Some(fails) = divergent(sampler, &undefined) {
                return Verdict::Contingent {
                    holds: shown(simplest(&held)),
                    fails: shown(fails),
                };
            }
            if let Some(reason) = form.asked.beyond() {
                return Verdict::Undecided(reason);
            }
            if small::is_bounded(sampler) {
                return Verdict::Undecided(Reason::plain("small-sets"));
            }
            if unknown.iter().any(|s| touches(sampler, &s.point)) {
                return Verdict::Undecided(Reason::plain("within-errors"));
            }
            if let Some(sign) = undefined.iter().find_map(|s| unordered(sampler, &s.point)) {
                return Verdict::Undecided(Reason::about("no-meaning", sign));
            }
            Verdict::Valid { points }
        }
        (_, Some(_)) => {
            let closed = form.bound.is_empty() || form.is_closed();
            if closed && held.is_empty() && unknown.len() > 2 * failed.len() {
                return why();
            }
            // It may hold where it was solved for.
            let equations =
                super::equation::equations(std::slice::from_ref(&form.body), sampler.vocabulary);
            if held.is_empty() && !equations.is_empty() && unknown.iter().any(|s| s.solved) {
                return Verdict::Undecided(Reason::plain("within-errors"));
            }
            // That what is false implies anything is a law of propositions, and no matter of numbers.
            let vacuous = seen.iter().find(|s| !s.relevant && s.truth == Truth::True);
            match sampler.confirmed(&failed, Truth::False) {
                Some(fails) if held.is_empty() && propositional(sampler) && vacuous.is_some() => {
                    match vacuous {
                        Some(holds) => Verdict::Contingent {
                            holds: shown(holds),
                            fails: shown(fails),
                        },
                        None => unconfirmed,
                    }
                }
                // What functions and families may be is not gone through.
                Some(_) if held.is_empty() && unsolved(sampler) => {
                    Verdict::Undecided(Reason::plain("unsolved"))
                }
                Some(fails) if closed => Verdict::Invalid {
                    fails: shown(fails),
                    points,
                },
                Some(fails) => grouped(sampler, shown(fails)),
                None => unconfirmed,
            }
        }
        (None, None) => match undefined.first() {
            Some(_) if unsolved(sampler) => Verdict::Undecided(Reason::plain("unsolved")),
            // It equals no number wherever it was looked at.
            Some(first)
                if unknown.is_empty()
                    && undefined
                        .iter()
                        .take(look)
                        .all(|s| sampler.diverges(&s.point)) =>
            {
                Verdict::Invalid {
                    fails: shown(first),
                    points: undefined.len(),
                }
            }
            _ => why(),
        },
    }
}

/// A point at which a series or a limit has no value while what it is to equal is a number: the statement
/// holds only where there is one.
fn divergent<'s>(sampler: &Sampler<'_>, undefined: &[&'s Seen]) -> Option<&'s Seen> {
    let form = sampler.form;
    let series = |t: &Term| match (name(t, sampler.vocabulary), &*t.args) {
        ("sum" | "prod", [_, _, high, _]) => name(high, sampler.vocabulary) == "infty",
        // Functions of which nothing is known are not meant to break where they do here.
        ("lim", [.., of]) => !applies(of, sampler.vocabulary),
        _ => false,
    };
    let said = form.said(sampler.vocabulary);
    let summed = name(said, sampler.vocabulary) == "eq" && said.args.iter().any(series);
    if !summed || !form.bound.is_empty() {
        return None;
    }
    let mut looked = undefined.iter().take(SERIES);
    looked.find(|s| sampler.diverges(&s.point)).copied()
}

fn applies(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= name(t, vocabulary) == "call");
    found
}

/// The sign that is to order numbers of which one is not real, where complex ones are declared.
fn unordered(sampler: &Sampler<'_>, point: &Point) -> Option<String> {
    let form = sampler.form;
    let declared = |s: &u32| {
        let domain = form.domains.get(s);
        domain.is_some_and(|d| d.numbers == Numbers::Complex)
    };
    if !form.symbols.iter().any(declared) {
        return None;
    }
    let said = form.said(sampler.vocabulary);
    let parts = match name(said, sampler.vocabulary) {
        "comma" | "and" => &*said.args,
        _ => std::slice::from_ref(said),
    };
    let beyond = |side: &Term| {
        matches!(sampler.value(side, point), Value::Number(n)
            if n.near().im.abs() > n.error() && n.as_real().is_none())
    };
    parts.iter().find_map(|part| {
        let sign = name(part, sampler.vocabulary);
        let orders = matches!(sign, "lt" | "le" | "gt" | "ge" | "chain");
        (orders && part.args.iter().any(beyond)).then(|| sign.to_owned())
    })
}

/// Whether sides of which one is to be smaller cannot be told apart at a point: they may be equal.
fn touches(sampler: &Sampler<'_>, point: &Point) -> bool {
    let mut found = false;
    sampler.form.body.walk(&mut |t| {
        let sides = match (name(t, sampler.vocabulary), &*t.args) {
            ("lt" | "gt" | "ne", [a, b]) => vec![(a, b)],
            ("chain", args) => {
                let strict = |sign: &Term| {
                    matches!(
                        name(sign, sampler.vocabulary),
                        "rel-lt" | "rel-gt" | "rel-ne"
                    )
                };
                let links = args.windows(3).step_by(2).filter(|w| strict(&w[1]));
                links.map(|w| (&w[0], &w[2])).collect()
            }
            _ => return,
        };
        for (a, b) in sides {
            let (x, y) = (sampler.value(a, point), sampler.value(b, point));
            found |= matches!((&x, &y), (Value::Number(_), Value::Number(_)))
                && agree(&x, &y) != Some(false);
        }
    });
    found
}

/// Of points with errors one alone proves nothing.
pub(super) fn certain(failed: Vec<&Seen>) -> Vec<&Seen> {
    if failed.len() >= 2 || failed.iter().any(|s| s.exact) {
        return failed;
    }
    Vec::new()
}

/// The point with the simplest numbers.
pub(super) fn simplest<'s>(seen: &[&'s Seen]) -> &'s Seen {
    let cost = |s: &Seen| -> u32 {
        let values = s.point.values.values().map(|v| match v {
            Value::Number(n) if n.is_exact() && n.as_integer().is_some() => {
                // Zero and one are often special.
                let size = n.near().abs();
                if (2.0..10.0).contains(&size) {
                    0
                } else {
                    1 + size.log10().max(0.0) as u32
                }
            }
            Value::Number(n) if n.is_exact() => 6,
            Value::Number(_) => 9,
            _ => 0,
        });
        values.sum()
    };
    let mut best = seen[0];
    for one in seen {
        if cost(one) < cost(best) {
            best = one;
        }
    }
    best
}

/// Some symbols are quantified and others are not: what holds for all values of the former depends
/// on the latter.
fn grouped(sampler: &Sampler<'_>, counterexample: Witness) -> Verdict {
    let (mut held, mut failed, mut seen) = (None, None, 0);
    for i in 0..24 {
        let point = sampler.draw(i);
        match sampler.truth(&sampler.form.term, &point) {
            Truth::True => held = held.or(Some(witness(sampler, &point, &sampler.form.body))),
            Truth::False => failed = failed.or(Some(witness(sampler, &point, &sampler.form.body))),
            _ => continue,
        }
        seen += 1;
    }
    match (held, failed) {
        (Some(holds), _) => Verdict::Contingent {
            holds,
            fails: counterexample,
        },
        (None, Some(_)) if unsolved(sampler) || has_sequences(sampler) => {
            Verdict::Undecided(Reason::plain("unsolved"))
        }
        (None, Some(_)) => Verdict::Invalid {
            fails: counterexample,
            points: seen,
        },
        (None, None) => Verdict::Undecided(Reason::plain("too-few-points")),
    }
}
