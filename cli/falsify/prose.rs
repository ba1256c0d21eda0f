//! Changes of statements that what the prose says makes true, or of which it leaves open whether they are.

use mamut_engine::rules::RuleSet;
use mamut_engine::text::Document;

use super::alike::{Alike, is_law};
use super::candidates::Kept;
use super::functions::Functions;
use super::laws::Laws;
use super::means::Means;
use super::ranges::Ranges;
use super::sentence::words;
use super::source::statement_of;
use super::structures::Structures;
use super::values::is_closed;

/// Words of structures in which other numbers than in the integers may be equal.
const RINGS: &[&str] = &["ring", "rings", "field", "fields", "characteristic"];

/// What the prose of a text says of the letters of its formulas.
pub(super) struct Prose<'c> {
    document: &'c Document,
    rules: &'c RuleSet,
    /// Letters of which it says the same.
    alike: Alike,
    functions: Functions<'c>,
    /// What holds of all values of letters.
    laws: Laws<'c>,
    /// How variables are distributed.
    means: Means<'c>,
    /// What functions go into.
    ranges: Ranges<'c>,
    /// What is closed under what is reckoned in it.
    structures: Structures<'c>,
    /// Whether it speaks of rings.
    rings: bool,
}

impl<'c> Prose<'c> {
    /// Looks for what the prose says.
    pub(super) fn of(document: &'c Document, rules: &'c RuleSet) -> Self {
        let vocabulary = &rules.vocabulary;
        Self {
            document,
            rules,
            alike: Alike::of(document, vocabulary),
            functions: Functions::of(document, vocabulary),
            laws: Laws::of(document, vocabulary),
            means: Means::of(document, vocabulary),
            ranges: Ranges::of(document, vocabulary),
            structures: Structures::of(document, vocabulary),
            rings: words(&document.source.to_lowercase())
                .any(|word| RINGS.contains(&word.trim_end_matches('.'))),
        }
    }

    /// Whether a passage that was changed may be true as well.
    pub(super) fn allows(&self, passage: usize, kept: &Kept) -> bool {
        let at = passage;
        let passage = &self.document.passages[at];
        let (source, changed) = (&passage.term, &kept.formula.term);
        let statement = || statement_of(self.document, passage);
        // `2 = 0` in place of `2x = 0`
        let numbers_alone = self.rings && is_closed(changed) && !is_closed(source);
        numbers_alone
            || is_law(self.document, &kept.change, self.rules)
            || self.structures.allow(source, changed)
            || self.alike.merges(source, changed, &self.rules.vocabulary)
            || self.functions.asks_elsewhere(source, changed)
            || (self.functions).allows(&statement(), &kept.formula)
            || self.laws.allow(at, &statement(), &kept.formula)
            || self.means.allow(&kept.formula)
            || self.ranges.allow(&kept.formula)
    }
}
