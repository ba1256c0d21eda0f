//! Points that tell something about a statement, and what it is there.

use super::equation::{self, Equation};
use super::form::{hypothesis, name};
use super::nearness::{admits, is_exact};
use super::sample::{Sampler, Truth};
use super::solve::occurs;
use super::statement::and;
use super::{critical, order, solve};
use crate::eval::{self, Number, Numbers, Point, Value};
use crate::term::{Head, Term};
use std::collections::BTreeSet;

/// Steps after which no more points are looked at, when enough of them told something.
const EFFORT: u64 = 2_500_000;
/// Steps after which points are given up when none told anything.
const HOPELESS: u64 = 500_000;

/// After as many points without a value, half of them are so much nearer to zero.
const VALUELESS: usize = 6;
const SHRUNK: f64 = 8.0;

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
    let mut points = Points::new(sampler);
    points.look(count);
    points.seen
}

/// Points of a statement that are looked at bit by bit.
pub(super) struct Points<'s, 'v> {
    sampler: &'s Sampler<'v>,
    symbols: BTreeSet<u32>,
    hypothesis: Option<&'s Term>,
    conclusion: Option<&'s Term>,
    premises: Vec<Equation>,
    given: Vec<Equation>,
    boundaries: Vec<Equation>,
    /// Of alternatives one is made true after the other.
    owns: Vec<Vec<Equation>>,
    /// Those that told something.
    pub(super) seen: Vec<Seen>,
    next: u64,
    slow: usize,
    /// How many points had no value.
    valueless: usize,
    dear: bool,
    ended: bool,
    /// Whether points at which what is said is true are looked for.
    solves: bool,
}

impl<'s, 'v> Points<'s, 'v> {
    /// Before any is looked at.
    pub(super) fn new(sampler: &'s Sampler<'v>) -> Self {
        let (form, vocabulary) = (sampler.form, sampler.vocabulary);
        let hypothesis = hypothesis(&form.body, vocabulary);
        let given = hypothesis.map_or_else(Vec::new, |h| {
            equation::equations(std::slice::from_ref(h), vocabulary)
        });
        let mut boundaries = Vec::new();
        equation::boundaries(&form.body, vocabulary, &mut boundaries);
        let conclusion = hypothesis.and_then(|_| form.body.args.last());
        let said = conclusion.unwrap_or(&form.body);
        let owns = equation::alternatives(said, vocabulary)
            .iter()
            .map(|a| equation::equations(std::slice::from_ref(a), vocabulary));
        // Equations of numbers that were rounded are not solved, and the others do without them.
        let solved = |mut equations: Vec<Equation>| {
            let constant = |(a, b): &Equation| occurs(a).is_empty() && occurs(b).is_empty();
            equations.retain(|equation| !form.rounded || !constant(equation));
            equations
        };
        let owns = owns.map(solved);
        Self {
            symbols: form.symbols.iter().copied().collect(),
            hypothesis,
            conclusion,
            premises: equation::equations(&form.premises, vocabulary),
            given,
            boundaries,
            owns: owns.collect(),
            seen: Vec::new(),
            next: 0,
            slow: 0,
            valueless: 0,
            dear: false,
            ended: false,
            solves: true,
            sampler,
        }
    }

    /// The same, and points at which what is said is true are not looked for: those at which it is
    /// false are wanted.
    pub(super) const fn unsolved(mut self) -> Self {
        self.solves = false;
        self
    }

    /// Looks at more of them, about this many in all.
    pub(super) fn look(&mut self, count: usize) {
        let (sampler, first) = (self.sampler, self.next == 0);
        while !self.ended && self.next < count as u64 {
            // What never has a value in the first points has none later, and may be slow to say so.
            let known = self.seen.iter().filter(|s| s.truth != Truth::Unknown);
            let known = known.count();
            if known == 0 && (self.slow >= 12 || self.slow > 0 && sampler.effort() > HOPELESS)
                || known >= 12 && sampler.effort() > EFFORT
                || sampler.effort() > 2 * EFFORT
                || eval::is_spent()
            {
                break;
            }
            self.point(self.next);
            self.ended = self.symbols.is_empty() && (self.next >= 3 || self.slow > 0);
            self.next += 1;
        }
        if first && self.hypothesis.is_none() && sampler.effort() < EFFORT {
            self.seen.extend(among_whole(sampler, &self.boundaries));
        }
    }

    /// Looks at a point, or at another one in its place where the declarations do not hold.
    fn point(&mut self, i: u64) {
        let (sampler, hypothesis) = (self.sampler, self.hypothesis);
        let (form, vocabulary) = (sampler.form, sampler.vocabulary);
        for attempt in 0..8 {
            let number = i + attempt * 1_000;
            let mut point = sampler.draw(number);
            let mut draws = sampler.draws(number ^ 0x5555_0000);
            if self.valueless >= VALUELESS && i.is_multiple_of(2) {
                shrink(&self.symbols, &mut point);
            }
            for ordered in form.premises.iter().chain(hypothesis) {
                order::arrange(ordered, &mut point, vocabulary);
            }
            // What is declared may ask for another order.
            if i % 4 != 3 && attempt % 2 == 0 {
                order::exchange(&form.orders, &mut point);
            }
            let mut targets: Vec<Equation> = self.premises.clone();
            let mode = (i / 8) % 3;
            if mode > 0 || hypothesis.is_some() && attempt % 2 == 1 {
                targets.extend(self.given.iter().cloned());
            }
            let asked = targets.len();
            let own = &self.owns[i as usize % self.owns.len()];
            match mode {
                _ if sampler.bounded && self.dear => {}
                1 if self.solves => targets.extend(own.iter().cloned()),
                2 if !self.boundaries.is_empty() => {
                    targets.push(self.boundaries[draws.below(self.boundaries.len())].clone())
                }
                _ => {}
            }
            if !targets.is_empty() {
                solve::impose(sampler, &targets, &self.symbols, &mut point, &mut draws);
                // Between two boundaries there may be little room.
                let between = mode == 2 && !(sampler.bounded && self.dear);
                if between && own.is_empty() && self.given.is_empty() && draws.chance(0.6) {
                    solve::nudge(&self.symbols, &mut point, &mut draws);
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
            if !relevant && attempt < 6 && !i.is_multiple_of(4) {
                continue;
            }
            let said = self.conclusion.filter(|_| relevant).unwrap_or(&form.body);
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
            self.dear |= sampler.effort() - before > DEAR;
            self.slow += usize::from(truth == Truth::Unknown);
            self.valueless += usize::from(!matches!(truth, Truth::True | Truth::False));
            let exact = !point.moved
                && form
                    .symbols
                    .iter()
                    .all(|s| point.values.get(s).is_some_and(is_exact));
            self.seen.push(Seen {
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
    }
}

/// Moves fractions nearer to zero: `\sqrt{1 - 9x^2}` has values there alone. What has values for whole
/// numbers alone keeps them.
fn shrink(symbols: &BTreeSet<u32>, point: &mut Point) {
    for symbol in symbols {
        let Some(Value::Number(number)) = point.values.get(symbol) else {
            continue;
        };
        let Some(x) = number.as_real().filter(|x| x.fract() != 0.0) else {
            continue;
        };
        let x = x / SHRUNK;
        let domain = point.domains.get(symbol);
        if domain.is_none_or(|d| d.numbers >= Numbers::Real && admits(*d, x)) {
            point
                .values
                .insert(*symbol, Value::Number(Number::exact(x)));
        }
    }
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
