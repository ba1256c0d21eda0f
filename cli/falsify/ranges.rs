//! Functions of which a text says into what interval they go, `f\colon [0, 1] \to [0, 1]`: what is said of their values
//! may hold by that alone, `f(0) - 0 < 2`.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::Document;
use mamut_engine::truth::{Refuter, assuming};
use mamut_engine::vocabulary::Vocabulary;

use super::theorem::{PREMISES, STEPS};

/// The ranges of the functions of a text.
pub(super) struct Ranges<'v> {
    vocabulary: &'v Vocabulary,
    /// Functions and the intervals that they go into.
    all: Vec<(Term, Term)>,
    /// Other functions, with their argument, and what they are there.
    defined: Vec<(Term, Term, Term)>,
}

impl<'v> Ranges<'v> {
    /// Looks for such functions, and for what others are by them.
    pub(super) fn of(document: &Document, vocabulary: &'v Vocabulary) -> Self {
        let mut found = Self {
            vocabulary,
            all: Vec::new(),
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
        for term in terms().filter(|_| !found.all.is_empty()) {
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

    /// Whether a changed statement holds wherever the functions have values in their ranges.
    pub(super) fn allow(&self, changed: &Formula) -> bool {
        if self.all.is_empty() {
            return false;
        }
        let term = changed.term.map(&mut |t| self.put(&t).unwrap_or(t));
        let mut given: Vec<Term> = Vec::new();
        let member = self.vocabulary.find("in");
        term.walk(&mut |t| {
            if let ("call", [of, _]) = (self.name(t), &*t.args)
                && let Some((_, range)) = self.all.iter().find(|(own, _)| own == of)
                && let Some(member) = member
            {
                given.push(Term::new(member, vec![t.clone(), range.clone()]));
            }
        });
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
