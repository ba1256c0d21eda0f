//! Functions of which a text says into what interval they go, `f\colon [0, 1] \to [0, 1]`, or
//! between what all their values are, "$|f(x)| \le M$ for all $x$": what is said of other values
//! may hold by that, `f(0) - 0 < 2`, `|f(-x)| \le M`. So may what fails alone where the ends of an
//! interval `[a, b]` are one.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::Document;
use mamut_engine::truth::{Refuter, assuming};
use mamut_engine::vocabulary::Vocabulary;

use super::laws::any;
use super::source::speaks_of;
use super::theorem::PREMISES;
use super::values::is_closed;

/// Steps of evaluation that it may cost to find out whether a statement holds by what is known:
/// integrals are dear.
const STEPS: u64 = 3_000_000;

/// The ranges of the functions of a text.
pub(super) struct Ranges<'v> {
    vocabulary: &'v Vocabulary,
    /// Functions and the intervals that they go into.
    all: Vec<(Term, Term)>,
    /// What holds of the values of functions at a letter, whatever that is.
    bounds: Vec<Bound>,
    /// That one end of an interval is below the other.
    ends: Vec<Term>,
    /// Other functions, with their argument, and what they are there.
    defined: Vec<(Term, Term, Term)>,
}

/// What is said of all values of a function.
struct Bound {
    /// The passage that says it.
    passage: usize,
    of: Term,
    letter: Term,
    said: Term,
}

/// Relations that bound.
const BOUNDS: &[&str] = &["le", "lt", "ge", "gt", "chain"];

impl<'v> Ranges<'v> {
    /// Looks for such functions, and for what others are by them.
    pub(super) fn of(document: &Document, rules: &'v RuleSet) -> Self {
        let vocabulary = &rules.vocabulary;
        let mut found = Self {
            vocabulary,
            all: Vec::new(),
            bounds: Vec::new(),
            ends: Vec::new(),
            defined: Vec::new(),
        };
        let terms = || document.passages.iter().map(|passage| &passage.term);
        for term in terms() {
            if let ("maps", [of, _, range]) = (found.name(term), &*term.args)
                && found.name(range).starts_with("interval-")
            {
                found.all.push((of.clone(), range.clone()));
            }
        }
        let mut ends = Vec::new();
        for term in terms() {
            term.walk(&mut |t| {
                if vocabulary.name(t.op).starts_with("interval-")
                    && let [low, high] = &*t.args
                    && low != high
                    && !(is_closed(low) && is_closed(high))
                    && let Some(below) = vocabulary.find("lt")
                {
                    ends.push(Term::new(below, vec![low.clone(), high.clone()]));
                }
            });
        }
        found.ends = ends;
        let said = document.source.contains(" for ");
        for (at, term) in terms().enumerate().filter(|_| said) {
            if BOUNDS.contains(&found.name(term)) {
                let bounds = found.bounds_of(at, term, &any(document, at, rules));
                found.bounds.extend(bounds);
            }
        }
        let any = !found.all.is_empty() || !found.bounds.is_empty();
        for term in terms().filter(|_| any) {
            let ("eq" | "defines", [left, value]) = (vocabulary.name(term.op), &*term.args) else {
                continue;
            };
            let letter = |t: &Term| t.args.is_empty() && matches!(t.op.head(), Head::Symbol(_));
            if let ("call", [of, place]) = (vocabulary.name(left.op), &*left.args)
                && letter(of)
                && letter(place)
                && !found.defined.iter().any(|(other, ..)| other == of)
            {
                let known = (of.clone(), place.clone(), value.clone());
                found.defined.push(known);
            }
        }
        found
    }

    /// The functions of which a statement bounds the values at some of these letters.
    fn bounds_of(&self, passage: usize, said: &Term, letters: &[Term]) -> Vec<Bound> {
        let mut found = Vec::new();
        said.walk(&mut |t| {
            if let ("call", [of, letter]) = (self.name(t), &*t.args)
                && letters.contains(letter)
            {
                found.push(Bound {
                    passage,
                    of: of.clone(),
                    letter: letter.clone(),
                    said: said.clone(),
                });
            }
        });
        // What relates values of several is no bound of one.
        found.truncate(if found.len() == 1 { 1 } else { 0 });
        found
    }

    /// Whether a changed passage holds wherever the functions have values in their ranges.
    pub(super) fn allow(&self, passage: usize, changed: &Formula) -> bool {
        if self.all.is_empty() && self.bounds.is_empty() && self.ends.is_empty() {
            return false;
        }
        let term = changed.term.map(&mut |t| self.put(&t).unwrap_or(t));
        let mut given: Vec<Term> = Vec::new();
        let member = self.vocabulary.find("in");
        term.walk(&mut |t| {
            let ("call", [of, place]) = (self.name(t), &*t.args) else {
                return;
            };
            if is_bound(place) {
                return;
            }
            if let Some((_, range)) = self.all.iter().find(|(own, _)| own == of)
                && let Some(member) = member
            {
                given.push(Term::new(member, vec![t.clone(), range.clone()]));
            }
            let own = |bound: &&Bound| bound.of == *of && bound.passage != passage;
            given.extend(self.bounds.iter().filter(own).map(|bound| {
                let put = &mut |t: Term| if t == bound.letter { place.clone() } else { t };
                bound.said.map(put)
            }));
        });
        let ends = self.ends.iter();
        given.extend(ends.filter(|ends| speaks_of(ends, &term)).cloned());
        given.sort();
        given.dedup();
        if given.is_empty() || given.len() > PREMISES {
            return false;
        }
        let theorem = assuming(&given, &term, self.vocabulary);
        let holds = || Refuter::new(&theorem, &changed.atoms, self.vocabulary).standing();
        within(STEPS, holds).valid
    }

    /// What a value is by the definition of its function.
    fn put(&self, term: &Term) -> Option<Term> {
        let ("call", [of, place]) = (self.name(term), &*term.args) else {
            return None;
        };
        let (_, letter, value) = self.defined.iter().find(|(own, ..)| own == of)?;
        Some(value.map(&mut |t| if t == *letter { place.clone() } else { t }))
    }

    fn name(&self, term: &Term) -> &str {
        self.vocabulary.name(term.op)
    }
}

/// Whether a place goes through values: what is known there is known of each.
fn is_bound(place: &Term) -> bool {
    let mut found = false;
    place.walk(&mut |t| found |= matches!(t.op.head(), Head::Slot(_)));
    found
}
