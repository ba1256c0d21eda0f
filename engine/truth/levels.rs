//! Points at which all numbers but one are the same, and all functions. What a candidate says at them does
//! not depend on how the others are called: each tells of many renamings at once.

use super::equation;
use super::form::{Form, hypothesis, name};
use super::gather::Seen;
use super::nearness::{admits, is_exact};
use super::refute::{Refuter, SEED, kept};
use super::sample::{Sampler, Truth};
use super::solve;
use super::world::suits;
use crate::choice::Key;
use crate::eval::{Number, Point, Value};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// The numbers that all others are: one of them is below 1, and none is such as `2 + 2 = 2 \cdot 2`.
const BASES: [f64; 3] = [3.0, 0.75, 5.0];
/// As many points that carry errors have to agree.
const LOOSE: u32 = 2;

/// A point of the source at which one symbol has a value of its own.
pub(super) struct Level {
    symbol: u32,
    base: f64,
    /// What all functions are.
    function: Option<Value>,
    seen: Seen,
}

impl Refuter<'_> {
    /// Which symbols of a candidate cannot be called like which of the source, as pairs, whatever the
    /// others are called; empty where one of them speaks of anything but numbers.
    pub(super) fn forbidden(&self, guest: &Sampler<'_>) -> BTreeSet<(u32, u32)> {
        let form = guest.form;
        let levels = self
            .levels
            .get_or_init(|| levels(&self.form, self.vocabulary));
        let drawn = guest.draw(0);
        if levels.is_empty() || !speaks_of_numbers(form, &drawn, self.vocabulary) {
            return BTreeSet::new();
        }
        let own = || self.form.symbols.iter();
        let pairs = form
            .symbols
            .iter()
            .flat_map(|r| own().map(move |s| (*r, *s)));
        pairs
            .filter(|(theirs, ours)| {
                let mut loose = 0;
                levels
                    .iter()
                    .filter(|level| level.symbol == *ours)
                    .any(|level| {
                        let fails = level.fails(guest, &drawn, *theirs);
                        loose += u32::from(fails);
                        fails && (level.seen.exact || loose >= LOOSE)
                    })
            })
            .collect()
    }
}

impl Level {
    /// Whether a candidate is certainly false where one of its symbols has the value of this point
    /// and all others have the other one.
    fn fails(&self, guest: &Sampler<'_>, drawn: &Point, symbol: u32) -> bool {
        let form = guest.form;
        let Some(own) = self.seen.point.values.get(&self.symbol) else {
            return false;
        };
        let mut point = self.seen.point.clone();
        point.extend(drawn);
        point.complex |= form.complex;
        point.domains.clone_from(&drawn.domains);
        for other in &form.symbols {
            if let (Some(function), Some(Value::Function(_))) =
                (&self.function, drawn.values.get(other))
            {
                point.values.insert(*other, function.clone());
                continue;
            }
            let value = match *other == symbol {
                true => own.clone(),
                false => Value::Number(Number::exact(self.base)),
            };
            if !is_admitted(form, *other, &value) {
                return false;
            }
            point.values.insert(*other, value);
        }
        let there = Seen { point, ..self.seen };
        suits(&there.point, form, Some) && guest.bounded_truth(&form.term, &there) == Truth::False
    }
}

/// The points of a source that is made of equations between numbers and values of functions: of several,
/// all but those of the one symbol hold where all others are the same.
fn levels(form: &Form, vocabulary: &Vocabulary) -> Vec<Level> {
    let sampler = Sampler::new(form, vocabulary, Key::seed(0).named(SEED));
    let drawn = sampler.draw(0);
    let said = std::slice::from_ref(&form.body);
    let equations = equation::equations(said, vocabulary);
    if equations.is_empty()
        || hypothesis(&form.body, vocabulary).is_some()
        || !speaks_of_numbers(form, &drawn, vocabulary)
    {
        return Vec::new();
    }
    let mut found = Vec::new();
    let function = |s: &&u32| matches!(drawn.values.get(s), Some(Value::Function(_)));
    let (functions, numbers): (Vec<&u32>, Vec<&u32>) = form.symbols.iter().partition(function);
    let function = functions.first().and_then(|s| drawn.values.get(s));
    for (number, base) in (0..).zip(BASES) {
        let all = Value::Number(Number::exact(base));
        if !numbers.iter().all(|s| is_admitted(form, **s, &all)) {
            continue;
        }
        for &symbol in &numbers {
            let mut point = drawn.clone();
            for &other in &numbers {
                point.values.insert(*other, all.clone());
            }
            for &other in &functions {
                point.values.extend(function.map(|f| (*other, f.clone())));
            }
            let mut draws = sampler.draws(number);
            let own = BTreeSet::from([*symbol]);
            solve::impose(&sampler, &equations, &own, &mut point, &mut draws);
            let value = point.values.get(symbol);
            if !value.is_some_and(|value| is_admitted(form, *symbol, value)) {
                continue;
            }
            let holds = |premise| sampler.truth(premise, &point) == Truth::True;
            let suited = suits(&point, form, Some) && form.premises.iter().all(holds);
            let truth = sampler.first_truth(&form.body, &point);
            let exact = !point.moved && value.is_some_and(is_exact);
            let seen = Seen {
                point,
                truth,
                relevant: suited,
                generic: false,
                solved: true,
                exact,
            };
            let kept = kept(&sampler, vec![seen], false);
            found.extend(kept.into_iter().map(|seen| Level {
                symbol: *symbol,
                base,
                function: function.cloned(),
                seen,
            }));
        }
    }
    found
}

/// Whether all symbols stand for numbers, each by itself, or for functions that are called and nothing else.
fn speaks_of_numbers(form: &Form, drawn: &Point, vocabulary: &Vocabulary) -> bool {
    let mut alone = true;
    let mut called = BTreeSet::new();
    form.term
        .walk(&mut |t| match (name(t, vocabulary), &*t.args) {
            ("call", [head, ..]) => match head.op.as_symbol() {
                Some(function) => {
                    called.insert(function);
                }
                None => alone = false,
            },
            ("idx", _) => alone = false,
            _ => {}
        });
    let fits = |s: &u32| {
        let kind = drawn.kinds.get(*s as usize);
        match drawn.values.get(s) {
            Some(Value::Number(n)) => {
                n.as_real().is_some()
                    && !called.contains(s)
                    && matches!(kind, Some(Kind::Num | Kind::Any))
            }
            Some(Value::Function(_)) => {
                called.contains(s) && matches!(kind, Some(Kind::Fn | Kind::Any))
            }
            _ => false,
        }
    };
    alone
        && form.units.is_empty()
        && form.inner.is_empty()
        && !form.in_line
        && form.symbols.iter().all(fits)
}

fn is_admitted(form: &Form, symbol: u32, value: &Value) -> bool {
    let Value::Number(value) = value else {
        return false;
    };
    let domain = form.domains.get(&symbol);
    value
        .as_real()
        .is_some_and(|x| domain.is_none_or(|d| admits(*d, x)))
}
