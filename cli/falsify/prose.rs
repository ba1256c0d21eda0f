//! Changes of statements that what the prose says makes true, or of which it leaves open whether they are.

use mamut_engine::normal::canonical;
use mamut_engine::phrases::Tells;
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::Document;
use mamut_engine::vocabulary::Vocabulary;

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

/// As many rings of residues are looked at for numbers that are equal there.
const MODULI: u32 = 12;

/// Whether two statements are the same but for numbers that are equal in some ring of residues:
/// `x + x = 2` and `x + x = 0`. Exponents count.
fn is_same_in_a_ring(source: &Term, changed: &Term, vocabulary: &Vocabulary) -> bool {
    let [source, changed] = [source, changed].map(|term| canonical(vocabulary, term));
    (2..=MODULI).any(|modulus| alike(&source, &changed, modulus, vocabulary))
}

fn alike(a: &Term, b: &Term, modulus: u32, vocabulary: &Vocabulary) -> bool {
    if let (Head::Integer(a), Head::Integer(b)) = (a.op.head(), b.op.head()) {
        return a % modulus == b % modulus;
    }
    let power = vocabulary.name(a.op) == "pow";
    let mut parts = a.args.iter().zip(&*b.args).enumerate();
    a.op == b.op
        && a.args.len() == b.args.len()
        && parts.all(|(at, (a, b))| match power && at > 0 {
            true => a == b,
            false => alike(a, b, modulus, vocabulary),
        })
}

impl<'c> Prose<'c> {
    /// Looks for what the prose says.
    pub(super) fn of(document: &'c Document, rules: &'c RuleSet) -> Self {
        let rings = &rules.symbols.lexicon[Tells::Ring];
        Self {
            document,
            rules,
            alike: Alike::of(document, rules),
            functions: Functions::of(document, rules),
            laws: Laws::of(document, rules),
            means: Means::of(document, rules),
            ranges: Ranges::of(document, rules),
            structures: Structures::of(document, rules),
            rings: words(&document.source.to_lowercase())
                .any(|word| rings.has(word.trim_end_matches('.'))),
        }
    }

    /// Whether numbers with a bar stand in a statement: classes of residues, of which nothing is
    /// known here.
    fn of_classes(&self, statement: &Term) -> bool {
        let barred = |t: &Term| {
            let Head::Symbol(symbol) = t.op.head() else {
                return false;
            };
            let known = self.document.atoms.symbols.get(symbol as usize);
            let inner = known.and_then(|s| {
                let name = s.name.strip_prefix(r"\bar{");
                name.or_else(|| s.name.strip_prefix(r"\overline{"))
            });
            inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_ascii_digit()))
        };
        let mut found = false;
        statement.walk(&mut |t| found |= barred(t));
        found
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
            || self.of_classes(source)
            || self.rings && is_same_in_a_ring(source, changed, &self.rules.vocabulary)
            || is_law(self.document, &kept.change, self.rules)
            || self.structures.allow(source, changed)
            || self.alike.merges(source, changed, &self.rules.vocabulary)
            || self.functions.asks_elsewhere(source, changed)
            || (self.functions).allows(&statement(), &kept.formula)
            || self.structures.are_spoken_of() && self.laws.is_instance(at, &kept.formula)
            || self.laws.allow(at, &statement(), &kept.formula)
            || self.means.allow(&kept.formula)
            || self.ranges.allow(at, &kept.formula)
    }
}
