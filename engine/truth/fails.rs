//! Candidates beside a source that holds everywhere: a point at which one fails, and the source does
//! not, tells them apart whatever their symbols are called.

use super::check::{certain, judge};
use super::form::{Form, hypothesis, name};
use super::gather::{Points, Seen, gather};
use super::refute::{Refutation, Refuter, SEED, take};
use super::sample::{Sampler, Truth};
use super::statement::and;
use super::verdict::{Difference, Reason, Verdict};
use super::world::{sides, suits, witness_beside};
use crate::choice::Key;
use crate::eval::{self, Point, Value};
use crate::term::Term;

/// About how many points of a candidate are looked at, one stage after the other.
const STAGES: [usize; 3] = [6, 24, LAST];
const LAST: usize = 64;

/// As many points without a value say that there is none.
const NOWHERE: usize = 6;

const EVERYWHERE: &str = "the first holds everywhere";

impl Refuter<'_> {
    /// A point at which a candidate fails, where the source holds: one of those of the source, or
    /// one that the candidate itself leads to.
    pub(super) fn fails(&self, form: &Form) -> Refutation {
        let key = Key::seed(0).named(SEED);
        let mut sampler = Sampler::new(form, self.vocabulary, key);
        sampler.bounded = true;
        let Some(own) = self.over(form) else {
            return Refutation::Unknown(Reason::plain("nothing-tells"));
        };
        let beside = Beside {
            refuter: self,
            own: Sampler::new(&own, self.vocabulary, key),
            sampler,
        };
        if let Some(found) = beside.at_held() {
            return Refutation::Refuted(Box::new(found));
        }
        beside.elsewhere()
    }
}

/// A candidate beside a source.
struct Beside<'b, 'v> {
    refuter: &'b Refuter<'v>,
    own: Sampler<'b>,
    sampler: Sampler<'b>,
}

impl Beside<'_, '_> {
    /// A point of the source at which the candidate fails: one without errors, or one of two; or,
    /// where it fails or has no value at all of them or at several like all others, and holds at none,
    /// one of these.
    fn at_held(&self) -> Option<Difference> {
        let form = self.sampler.form;
        let said = form.said(self.sampler.vocabulary);
        let constant = form.symbols.is_empty();
        let (mut loose, mut without) = (None::<Seen>, Vec::new());
        let (mut looked, mut holds) = (0, false);
        for seen in self.refuter.widened(&self.sampler) {
            if !suits(&seen.point, form, Some) || !self.applies(&seen.point) {
                continue;
            }
            looked += 1;
            match self.sampler.bounded_truth(said, &seen) {
                Truth::False if seen.exact => return Some(self.shown(&seen, Truth::False)),
                Truth::False => match loose {
                    Some(first) => return Some(self.shown(&first, Truth::False)),
                    None => loose = Some(seen),
                },
                Truth::Undefined => without.push(seen),
                Truth::True => holds |= constant || !is_origin(&seen.point),
                Truth::Unknown => {}
            }
        }
        let apart = without.len() + usize::from(loose.is_some());
        let like_all = without.iter().filter(|s| s.generic).count();
        // What holds wherever it has a value is no falsehood.
        let nowhere = apart == looked && looked > 0 && (looked >= NOWHERE || constant);
        if holds || !nowhere && like_all < NOWHERE {
            return None;
        }
        if let Some(first) = loose {
            return Some(self.shown(&first, Truth::False));
        }
        let mut first: Vec<&Seen> = without.iter().collect();
        first.sort_by_key(|s| !s.exact);
        let mut shown = first.iter().map(|s| self.shown(s, Truth::Undefined));
        shown.find(says_something)
    }

    /// Whether what the candidate assumes holds at a point.
    fn applies(&self, point: &Point) -> bool {
        let form = self.sampler.form;
        let vocabulary = self.sampler.vocabulary;
        // Whether zero is natural is the same here and in what is said: `\forall m \in \mathbb{N} \exists n \in \mathbb{N}: n \le mn`.
        let mut counts = false;
        form.body
            .walk(&mut |t| counts |= name(t, vocabulary) == "NN");
        let open =
            |premise: &Term| counts && premise.args.iter().any(|t| name(t, vocabulary) == "NN");
        let given = |premise: &Term| match self.sampler.truth(premise, point) {
            // A membership that is not evaluated says of what kind something is.
            Truth::Unknown if name(premise, vocabulary) == "in" && !open(premise) => Truth::True,
            truth => truth,
        };
        let premises = form
            .premises
            .iter()
            .chain(hypothesis(&form.body, vocabulary));
        premises.map(given).fold(Truth::True, and) == Truth::True
    }

    /// A point of the candidate at which it fails and the source is true.
    fn elsewhere(&self) -> Refutation {
        let mut points = Points::new(&self.sampler).unsolved();
        for count in STAGES {
            if eval::is_spent() {
                return Refutation::Unknown(Reason::plain("too-slow"));
            }
            points.look(count);
            let seen = &mut points.seen;
            // What bounds in floating point leave open, estimates may tell.
            if count == LAST && seen.iter().all(|s| s.truth == Truth::Unknown) {
                let plain =
                    Sampler::new(self.sampler.form, self.sampler.vocabulary, self.sampler.key);
                *seen = gather(&plain, count);
            }
            for one in seen.iter_mut() {
                self.complete(&mut one.point);
            }
            let failed = seen
                .iter()
                .filter(|s| s.relevant && s.truth == Truth::False);
            let failed: Vec<&Seen> = failed.filter(|s| self.holds(&s.point)).collect();
            if let Some(fails) = self.sampler.confirmed(&certain(failed), Truth::False) {
                return Refutation::Refuted(Box::new(self.shown(fails, Truth::False)));
            }
            // The first few points are small ones.
            if count != STAGES[0]
                && let Some(nowhere) = self.nowhere(seen)
            {
                return Refutation::Refuted(Box::new(nowhere));
            }
            if seen.is_empty() && count != STAGES[0] {
                return Refutation::Unknown(Reason::plain("no-points"));
            }
        }
        match judge(&self.sampler, &points.seen) {
            Verdict::Valid { .. } => Refutation::Equal("it holds as well"),
            Verdict::Undecided(reason) => Refutation::Unknown(reason),
            Verdict::Invalid { .. } | Verdict::Contingent { .. } => {
                Refutation::Unknown(Reason::plain("unconfirmed"))
            }
            Verdict::NoStatement => Refutation::Unknown(Reason::plain("nothing-tells")),
        }
    }

    /// Gives the symbols that only the source has the values of one of its own points.
    fn complete(&self, point: &mut Point) {
        let form = self.sampler.form;
        let missing = |s: &&u32| !form.symbols.contains(s);
        let missing: Vec<u32> = self
            .own
            .form
            .symbols
            .iter()
            .filter(missing)
            .copied()
            .collect();
        if let Some(held) = self.refuter.held.first() {
            take(point, &held.point, &missing);
        }
    }

    /// Whether the source is true at a point: it speaks of other ones, or it holds there.
    fn holds(&self, point: &Point) -> bool {
        let form = self.own.form;
        let given = form.premises.iter().map(|p| self.own.truth(p, point));
        match given.fold(Truth::True, and) {
            Truth::False => true,
            Truth::True => {
                suits(point, form, Some) && self.own.truth(&form.body, point) == Truth::True
            }
            _ => false,
        }
    }

    /// A point that shows that the candidate has no value where it applies, if it has none at any.
    fn nowhere(&self, seen: &[Seen]) -> Option<Difference> {
        let constant = self.sampler.form.symbols.is_empty();
        let relevant: Vec<&Seen> = seen
            .iter()
            .filter(|s| s.relevant && (constant || !is_origin(&s.point)))
            .collect();
        let enough = if constant { 1 } else { NOWHERE };
        if relevant.len() < enough || relevant.iter().any(|s| s.truth != Truth::Undefined) {
            return None;
        }
        let body = &self.sampler.form.body;
        let sure = relevant
            .iter()
            .filter(|s| (s.exact || constant) && self.holds(&s.point))
            .take(3)
            .filter(|s| {
                self.sampler.confirms(body, Truth::Undefined, s) || self.sampler.diverges(&s.point)
            });
        let sure: Vec<&&Seen> = sure.collect();
        let shown = (sure.len() >= enough.min(3)).then(|| self.shown(sure[0], Truth::Undefined));
        shown.filter(says_something)
    }

    /// What both are at a point at which the source is true.
    fn shown(&self, seen: &Seen, found: Truth) -> Difference {
        let (own, form) = (self.own.form, self.sampler.form);
        Difference {
            witness: witness_beside(&self.own, &seen.point, &own.body, &form.term),
            first: "true".to_owned(),
            second: match found {
                Truth::Undefined => "undefined".to_owned(),
                _ => "false".to_owned(),
            },
            second_sides: sides(&self.sampler, &seen.point, &form.body),
            of_first: true,
            whatever: Some(EVERYWHERE),
            ..Difference::default()
        }
    }
}

/// Whether some side has a value: where none has, nobody is told what is wrong.
fn says_something(found: &Difference) -> bool {
    let sides = &found.second_sides;
    sides.is_empty() || sides.iter().any(|side| side != "undefined")
}

/// Whether all symbols are zero: there a series has a value that converges nowhere else.
fn is_origin(point: &Point) -> bool {
    let zero = |value: &Value| matches!(value, Value::Number(n) if n.is_zero());
    point.values.values().all(zero)
}
