//! What the prose says of all values of its letters, "$x^2 = e$ for all $x \in G$": what is put for these holds as
//! well, `b^2 = e`.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::normal::canonical;
use mamut_engine::phrases::Tells;
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Op, Term};
use mamut_engine::text::Document;
use mamut_engine::truth::{Refutation, Refuter};
use mamut_engine::vocabulary::Vocabulary;

use super::alike::letters;
use super::sentence::{FORMULA, Sentence, words};
use super::theorem::STEPS;
use super::values::sides;

/// As often what a law makes of a statement is looked at again.
const ROUNDS: usize = 3;

/// An equation that holds whatever some letters are.
struct Law {
    /// The passage that says it.
    passage: usize,
    letters: Vec<Term>,
    left: Term,
    right: Term,
}

/// The laws of a text.
pub(super) struct Laws<'v> {
    all: Vec<Law>,
    vocabulary: &'v Vocabulary,
}

impl<'v> Laws<'v> {
    /// Looks for equations beside which the prose says for what letters they hold.
    pub(super) fn of(document: &Document, rules: &'v RuleSet) -> Self {
        let (vocabulary, any_words) = (&rules.vocabulary, &rules.symbols.lexicon[Tells::Any]);
        let prose = document.source.to_lowercase();
        let law = |passage: usize| {
            let term = &document.passages[passage].term;
            let ("eq", [a, b]) = (vocabulary.name(term.op), &*term.args) else {
                return None;
            };
            let letters = any(document, passage, rules);
            // What is put for them makes it no longer.
            let (left, right) = if a.size() < b.size() { (b, a) } else { (a, b) };
            let fits = !letters.is_empty() && left.size() > right.size();
            fits.then(|| Law {
                passage,
                letters,
                left: canonical(vocabulary, left),
                right: canonical(vocabulary, right),
            })
        };
        let said = any_words.are_in(&prose);
        let passages = 0..if said { document.passages.len() } else { 0 };
        Self {
            all: passages.filter_map(law).collect(),
            vocabulary,
        }
    }

    /// Whether a changed passage holds by what others say of all letters.
    pub(super) fn allow(&self, passage: usize, source: &Formula, changed: &Formula) -> bool {
        let laws = || self.all.iter().filter(|law| law.passage != passage);
        let put = |t: Term| {
            let made = laws().find_map(|law| law.put(&t, self.vocabulary));
            made.unwrap_or(t)
        };
        let known = |term: &Term| {
            let term = canonical(self.vocabulary, term);
            (0..ROUNDS).fold(term, |t, _| {
                canonical(self.vocabulary, &t.map(&mut { put }))
            })
        };
        let same = || {
            let sides = sides(&changed.term, self.vocabulary);
            let mut sides = sides.into_iter().flatten().map(known);
            let first = sides.next();
            first.is_some() && sides.all(|side| Some(side) == first)
        };
        let holds = || {
            let known = known(&changed.term);
            let found = within(STEPS, || {
                let refuter = Refuter::new(&source.term, &source.atoms, self.vocabulary);
                refuter.refute(&known, &changed.atoms)
            });
            known != canonical(self.vocabulary, &changed.term)
                && matches!(found, Refutation::Equal(_))
        };
        laws().next().is_some() && (same() || holds())
    }
}

impl Laws<'_> {
    /// Whether a changed passage is what it says of all letters for others, `(ab)^2 = e` in place
    /// of `a^2 = e`.
    pub(super) fn is_instance(&self, passage: usize, changed: &Formula) -> bool {
        let Some(sides) = sides(&changed.term, self.vocabulary) else {
            return false;
        };
        let sides: Vec<Term> = (sides.into_iter())
            .map(|side| canonical(self.vocabulary, side))
            .collect();
        let mut laws = self.all.iter().filter(|law| law.passage == passage);
        let [one, other] = &*sides else { return false };
        laws.any(|law| {
            let value = |side: &Term| {
                let mut found = Vec::new();
                law.is(&law.left, side, &mut found)
                    .then(|| canonical(self.vocabulary, &law.with(&found)))
            };
            value(one).as_ref() == Some(other) || value(other).as_ref() == Some(one)
        })
    }
}

impl Law {
    /// What a part of a statement is by the law.
    fn put(&self, term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
        let mut found = Vec::new();
        if self.is(&self.left, term, &mut found) {
            return Some(self.with(&found));
        }
        // `x^4` is the square of `x^2`, and so is `xx`.
        let ((own, n), (other, m)) = (power(&self.left, vocabulary)?, power(term, vocabulary)?);
        let mut found = Vec::new();
        if n < 2 || m % n != 0 || !self.is(own, other, &mut found) {
            return None;
        }
        let value = self.with(&found);
        // The square of what all squares are is that.
        if m == n || value == self.right {
            return Some(value);
        }
        let times = Term::leaf(Op::integer(m / n));
        Some(Term::new(vocabulary.find("pow")?, vec![value, times]))
    }

    /// Whether a term has a form, and what its letters are there.
    fn is(&self, form: &Term, term: &Term, found: &mut Vec<(Term, Term)>) -> bool {
        if self.letters.contains(form) {
            let known = found.iter().find(|(letter, _)| letter == form);
            return match known {
                Some((_, value)) => value == term,
                None => {
                    found.push((form.clone(), term.clone()));
                    true
                }
            };
        }
        let mut parts = form.args.iter().zip(&*term.args);
        form.op == term.op
            && form.args.len() == term.args.len()
            && parts.all(|(form, term)| self.is(form, term, found))
    }

    fn with(&self, values: &[(Term, Term)]) -> Term {
        self.right.map(&mut |t| {
            let known = values.iter().find(|(letter, _)| *letter == t);
            known.map_or(t, |(_, value)| value.clone())
        })
    }
}

/// A base and how often it stands in a power, or in a product of nothing else.
fn power<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t Term, u32)> {
    match (vocabulary.name(term.op), &*term.args) {
        ("pow", [base, n]) => match n.op.head() {
            Head::Integer(n) => Some((base, n)),
            _ => None,
        },
        ("mul" | "opmul", [base, others @ ..]) => {
            let times = 1 + u32::try_from(others.len()).ok()?;
            others.iter().all(|t| t == base).then_some((base, times))
        }
        _ => None,
    }
}

/// The letters of which the sentence of a passage says that they may be any.
pub(super) fn any(document: &Document, passage: usize, rules: &RuleSet) -> Vec<Term> {
    let (vocabulary, any) = (&rules.vocabulary, &rules.symbols.lexicon[Tells::Any]);
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return Vec::new();
    };
    let formulas = |prose: &str| {
        words(prose)
            .filter(|word| word.starts_with(FORMULA))
            .count()
    };
    let first = passage.saturating_sub(formulas(&before));
    let mut found = Vec::new();
    for (prose, first) in [(&before, first), (&behind, passage + 1)] {
        let (mut next, mut said) = (first, false);
        for word in words(prose) {
            if word.starts_with(FORMULA) {
                let term = document.passages.get(next).map(|p| &p.term);
                let letter = term.map(|t| match (vocabulary.name(t.op), &*t.args) {
                    ("in", [of, _]) => letters(of, vocabulary),
                    _ => letters(t, vocabulary),
                });
                let letter = letter.filter(|_| said).unwrap_or_default();
                said &= !letter.is_empty();
                found.extend(letter);
                next += 1;
            } else {
                said = any.has(word) || said && matches!(word, "," | "and" | "real");
            }
        }
    }
    found
}
