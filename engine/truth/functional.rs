//! Functional equations, `\forall x, y: f(x + y) = f(x) + f(y)`: what holds for a function at one place says
//! nothing of it. Points are those of simple functions for which such a statement holds wherever it is looked
//! at.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::form::{Form, name};
use super::gather::Seen;
use super::positive::compares;
use super::sample::{Sampler, Truth};
use super::solve::occurs;
use crate::eval::{Function, Number, Smooth, Value};
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};

/// Functions by their coefficients, the constant first.
const MODELS: &[&[i64]] = &[
    &[0, 1],
    &[0, 3],
    &[0, -1],
    &[1, 1],
    &[2],
    &[1],
    &[0, 0, 1],
    &[0, 0, 2],
    &[0, 0, 0, 1],
    &[0],
];

/// At as many points a statement has to hold for a function, and at as many of them it has to be known.
const POINTS: u64 = 12;
const ENOUGH: usize = 6;
/// As many functions are tried for others beside the first, and as many choices of functions do.
const OTHERS: usize = 5;
const MOST: usize = 8;

/// The functions that may be any and are asked for all values of a letter.
pub(super) fn asked(form: &Form, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    let ("forall", [declared @ .., _], false) = (
        name(&form.term, vocabulary),
        &*form.term.args,
        form.at_one_place,
    ) else {
        return found;
    };
    let letters: BTreeSet<u32> = declared.iter().flat_map(occurs).collect();
    form.term.walk(&mut |t| {
        let ("call", [head, places @ ..]) = (name(t, vocabulary), &*t.args) else {
            return;
        };
        let any = |s: &u32| {
            let known = form.atoms.symbols.get(*s as usize);
            known
                .is_some_and(|s| !s.protected && matches!(s.kind, Kind::Fn | Kind::Any | Kind::Num))
        };
        let everywhere = places
            .iter()
            .any(|p: &Term| !occurs(p).is_disjoint(&letters));
        let one = places.len() == 1;
        // A derivative is compared at all places; what it equals is not found among models.
        let head = match (name(head, vocabulary), &*head.args) {
            ("prime", [of, _]) if compares(&form.body, vocabulary) => of,
            _ => head,
        };
        found.extend(
            head.op
                .as_symbol()
                .filter(any)
                .filter(|_| everywhere && one),
        );
    });
    found
}

/// The functions that are asked for without its being said of what letters: they have a sum or a product
/// of several letters for an argument, and another argument beside, `f(ax + by) = af(x) + bf(y)`.
pub(super) fn implied(form: &Form, vocabulary: &Vocabulary) -> BTreeSet<u32> {
    let (mut joint, mut all) = (BTreeSet::new(), Vec::new());
    if form.at_one_place {
        return joint;
    }
    let letter = |t: &&Term| t.op.as_symbol().is_some() || name(t, vocabulary) == "idx";
    form.term.walk(&mut |t| {
        let ("call", [head, place]) = (name(t, vocabulary), &*t.args) else {
            return;
        };
        let any = |s: &u32| {
            let known = form.atoms.symbols.get(*s as usize);
            known.is_some_and(|s| !s.protected && matches!(s.kind, Kind::Fn | Kind::Any))
        };
        let Some(function) = head.op.as_symbol().filter(any) else {
            return;
        };
        let sum = |t: &Term| matches!(name(t, vocabulary), "add" | "mul");
        let letters = |t: &Term| t.args.iter().filter(letter).count() > 1;
        let products = || place.args.iter().filter(|t| sum(t) && letters(t)).count() > 1;
        if sum(place) && (letters(place) || products()) {
            joint.insert(function);
        }
        all.push((function, place.clone()));
    });
    let elsewhere = |function: &u32| {
        let mut places = all.iter().filter(|(f, _)| f == function);
        let first = places.next();
        places.any(|(_, place)| first.is_none_or(|(_, first)| first != place))
    };
    joint.retain(elsewhere);
    joint
}

/// Points of functions for which a statement holds wherever it is looked at; of functions that are
/// asked for by no word those that are no constants.
pub(super) fn held(sampler: &Sampler<'_>, functions: &BTreeSet<u32>, constants: bool) -> Vec<Seen> {
    let model = |factors: &&[i64]| {
        let polynomial = factors.iter().map(|n| Number::integer(*n)).collect();
        let waves = Vec::new();
        Value::Function(Function::Smooth(Arc::new(Smooth { polynomial, waves })))
    };
    let models = MODELS.iter().filter(|m| constants || m.len() > 1);
    let models: Vec<Value> = models.map(model).collect();
    // Of several functions one is another one than the others.
    let others = match functions.len() {
        1 => 1,
        _ => models.len().min(OTHERS),
    };
    let pairs = models.iter().flat_map(|first| {
        let others = models.iter().take(others);
        others.map(move |other| [first, other])
    });
    let held = pairs.filter_map(|pair| holding(sampler, functions, pair));
    held.take(MOST).flatten().collect()
}

/// Points at which a statement holds for a function and others; none where it fails somewhere.
fn holding(
    sampler: &Sampler<'_>,
    functions: &BTreeSet<u32>,
    [first, other]: [&Value; 2],
) -> Option<Vec<Seen>> {
    let mut seen = Vec::new();
    for number in 0..POINTS {
        let mut point = sampler.draw(number);
        for (place, function) in functions.iter().enumerate() {
            let model = if place == 0 { first } else { other };
            point.values.insert(*function, model.clone());
            *point.kinds.get_mut(*function as usize)? = Kind::Fn;
        }
        let premises = sampler.form.premises.iter();
        let mut given = premises.map(|p| sampler.truth(p, &point));
        if given.any(|truth| truth == Truth::False) {
            continue;
        }
        match sampler.truth(&sampler.form.body, &point) {
            Truth::True => seen.push(Seen {
                point,
                truth: Truth::True,
                relevant: true,
                generic: true,
                solved: false,
                exact: true,
            }),
            Truth::False => return None,
            _ => {}
        }
    }
    (seen.len() >= ENOUGH).then_some(seen)
}
