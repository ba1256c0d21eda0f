//! Means of the variables of a text, whose laws it tells in words or by `X \sim N(0, 1)`.

use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::phrases::{Phrases, Tells};
use mamut_engine::rules::RuleSet;
use mamut_engine::text::Document;
use mamut_engine::truth::{Moments, Refuter};
use mamut_engine::vocabulary::Vocabulary;

use super::alike::letters;
use super::sentence::Sentence;
use super::theorem::STEPS;

/// What a text says of how variables are distributed.
pub(super) struct Means<'v> {
    moments: Moments<'v>,
    vocabulary: &'v Vocabulary,
}

impl<'v> Means<'v> {
    /// Looks for laws of variables.
    pub(super) fn of(document: &Document, rules: &'v RuleSet) -> Self {
        let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
        let normal = &lexicon[Tells::StandardNormal];
        let prose = document.source.to_lowercase();
        let independent = lexicon[Tells::Independent].are_in(&prose);
        let mut moments = Moments::new(vocabulary, independent);
        let standard = normal.are_in(&prose);
        for (at, passage) in document.passages.iter().enumerate() {
            if !moments.learn(&passage.term, &document.atoms)
                && standard
                && is_standard(document, at, normal)
            {
                let letters = letters(&passage.term, vocabulary);
                for letter in letters.iter().filter(|t| t.args.is_empty()) {
                    moments.take_standard_normal(letter.op);
                }
            }
        }
        Self {
            moments,
            vocabulary,
        }
    }

    /// Whether a changed statement holds by what the means are: `\operatorname{Var}(X - Y) = 2` for independent
    /// standard normal variables.
    pub(super) fn allow(&self, changed: &Formula) -> bool {
        if self.moments.is_empty() {
            return false;
        }
        let known = self.moments.put(&changed.term, &changed.atoms);
        let holds = || {
            let refuter = Refuter::new(&known, &changed.atoms, self.vocabulary);
            refuter.standing().valid
        };
        known != changed.term && within(STEPS, holds)
    }
}

/// Whether the sentence of a passage says that its variables are standard normal.
fn is_standard(document: &Document, at: usize, normal: &Phrases) -> bool {
    Sentence::around(document, at).is_some_and(|Sentence { before, behind, .. }| {
        normal.are_in(&before) || normal.are_in(&behind)
    })
}
