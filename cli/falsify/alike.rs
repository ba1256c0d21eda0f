//! What the prose says that makes changes true: letters of which it says the same, so that what is said of one of them
//! may hold of another, and words under which a change is sound.

use mamut_engine::falsify::Falsification;
use mamut_engine::normal;
use mamut_engine::phrases::Tells;
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::Document;
use mamut_engine::vocabulary::Vocabulary;

use super::base::Change;
use super::sentence::{Sentence, words};
use super::values::sides;

/// The letters of a text that are alike, sentence by sentence.
#[derive(Debug, Default)]
pub(super) struct Alike(Vec<Vec<Term>>);

impl Alike {
    /// Looks for sentences that say so, and for the letters that stand alone in these.
    pub(super) fn of(document: &Document, rules: &RuleSet) -> Self {
        let (vocabulary, alike) = (&rules.vocabulary, &rules.symbols.lexicon[Tells::Alike]);
        let prose = document.source.to_lowercase();
        if !alike.are_in(&prose) {
            return Self::default();
        }
        let mut groups: Vec<(usize, Vec<Term>)> = Vec::new();
        for (at, passage) in document.passages.iter().enumerate() {
            let letters = letters(&passage.term, vocabulary);
            let Some(sentence) = Sentence::around(document, at).filter(|_| !letters.is_empty())
            else {
                continue;
            };
            let said = words(&sentence.before).chain(words(&sentence.behind));
            if !said.into_iter().any(|word| alike.has(word)) {
                continue;
            }
            match groups
                .iter_mut()
                .find(|(start, _)| *start == sentence.start)
            {
                Some((_, group)) => group.extend(letters),
                None => groups.push((sentence.start, letters)),
            }
        }
        Self(groups.into_iter().map(|(_, group)| group).collect())
    }

    /// Whether a changed statement says nothing else than its source where letters that are alike are one:
    /// `\operatorname{Var}(X) + \operatorname{Var}(X)` in place of `\operatorname{Var}(X) + \operatorname{Var}(Y)`.
    pub(super) fn merges(&self, source: &Term, changed: &Term, vocabulary: &Vocabulary) -> bool {
        self.0.iter().any(|group| {
            let merged = |term: &Term| {
                let mut one = |t: Term| match group.contains(&t) {
                    true => group[0].clone(),
                    false => t,
                };
                normal::canonical(vocabulary, &term.map(&mut one))
            };
            let (source, changed) = (merged(source), merged(changed));
            let within = match (sides(&source, vocabulary), sides(&changed, vocabulary)) {
                (Some(all), Some(some)) => some.iter().all(|side| all.contains(side)),
                _ => false,
            };
            source == changed || within
        })
    }
}

/// Whether the prose says that a change is sound: `P(A)P(B)` in place of `P(A \cap B)` for independent events.
pub(super) fn is_law(document: &Document, change: &Change, rules: &RuleSet) -> bool {
    let done = |rule: &&Falsification| change.strategies.iter().any(|s| s.rule == rule.id);
    let rules = rules.falsifications.iter().filter(done);
    let mut words = rules.flat_map(|rule| &rule.sound_where).peekable();
    words.peek().is_some() && {
        let prose = document.source.to_lowercase();
        words.any(|word| prose.contains(word.as_str()))
    }
}

/// The letters of a passage that is nothing else.
pub(super) fn letters(term: &Term, vocabulary: &Vocabulary) -> Vec<Term> {
    match (term.op.head(), name(term, vocabulary)) {
        (Head::Symbol(_), _) | (_, "idx") => vec![term.clone()],
        (_, "list" | "comma") => {
            let letters = term.args.iter().flat_map(|t| letters(t, vocabulary));
            letters.collect()
        }
        _ => Vec::new(),
    }
}

fn name<'v>(term: &Term, vocabulary: &'v Vocabulary) -> &'v str {
    vocabulary.name(term.op)
}
