//! Reading back: which formulas of a text are written such that they say something else.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use mamut_engine::choice::Key;
use mamut_engine::forest::Forest;
use mamut_engine::member::contains;
use mamut_engine::readback::{Original, empties};
use mamut_engine::symbols::{Names, Resolver};
use mamut_engine::text::{self, Document};
use mamut_printer::{Choice, Versions};

use super::build::Built;
use crate::pipeline::Pipeline;

/// A formula of which more than one version of so many is misread is not varied.
const SELDOM: u32 = 4;

/// What is wrong with a formula of a version.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Astray {
    /// It is read as something else.
    Misread,
    /// It relates something with itself, and the source does not: the law `a + b = b + a`.
    Empty,
}

impl Pipeline<'_> {
    /// The formulas, by number, that versions write such that the text says something else: those
    /// of which too many do, and whether there are others, for which every version must be looked
    /// at.
    ///
    /// Forms of all kinds are read by themselves under the names of the source, each once, by a
    /// reader who knows what the letters are; what seems to go astray, and the first versions that
    /// would be given away, are read with the whole text.
    pub(super) fn misread(
        &self,
        document: &Document,
        built: &Built,
        probes: u32,
    ) -> (BTreeSet<usize>, bool) {
        let key = Key::seed(0).named("alone").named(&document.source);
        let mut misread: BTreeMap<usize, u32> = BTreeMap::new();
        let mut whole = |text: &str, names: &Names| {
            for (at, why) in self.astray(document, &built.forests, text, names) {
                *misread.entry(at).or_default() += u32::from(why == Astray::Misread);
            }
        };
        let mut seen = HashSet::new();
        let (grammar, names) = (&built.grammar, built.plan.source_names());
        Versions::new(grammar, None, names, key, Choice::Weighted).all_pass(
            probes,
            |text, names| {
                if !self.seems_right(document, built, text, names, &mut seen) {
                    whole(text, names);
                }
                true
            },
        );
        let mut stream = self.stream(grammar, &built.plan, &document.source);
        for _ in 0..probes {
            let Some(version) = stream.next_version() else {
                break;
            };
            whole(version.text, version.names);
        }
        let often = misread
            .iter()
            .filter(|(_, times)| **times * SELDOM > probes);
        (often.map(|(at, _)| *at).collect(), !misread.is_empty())
    }

    /// Whether all formulas of a version, those aside that were seen before, say what they should
    /// when they are read by themselves.
    fn seems_right(
        &self,
        document: &Document,
        built: &Built,
        text: &str,
        names: &Names,
        seen: &mut HashSet<(usize, String)>,
    ) -> bool {
        let vocabulary = &self.rules.vocabulary;
        let mut right = true;
        for (at, latex) in text::formulas(text).into_iter().enumerate() {
            let Some(forest) = built.forests.get(at).and_then(Option::as_ref) else {
                continue;
            };
            let original = Original {
                forest,
                atoms: &document.atoms,
                term: document.passages.get(at).map(|p| &p.term),
            };
            let place = (at, latex);
            if seen.contains(&place) {
                continue;
            }
            right &= original.is_said_by(&place.1, names, &self.reader, vocabulary);
            seen.insert(place);
        }
        right
    }

    /// The formulas, by number, that a version writes such that the text, read again, says
    /// something else by them, or nothing.
    pub fn astray(
        &self,
        document: &Document,
        forests: &[Option<Forest>],
        text: &str,
        names: &Names,
    ) -> Vec<(usize, Astray)> {
        let again = text::read_terms(text, &self.reader, self.rules);
        let vocabulary = &self.rules.vocabulary;
        let mut atoms = document.atoms.clone();
        let mut resolver = Resolver::new(&again.atoms, names, &mut atoms, vocabulary);
        resolver.keep_apart();
        let mut fault = |at: usize, forest: &Forest| {
            let Some(passage) = again.passages.get(at) else {
                return Some(Astray::Misread);
            };
            let term = resolver.resolve(&passage.term);
            let source = document.passages.get(at).map(|p| &p.term);
            let empty = || source.is_some_and(|source| empties(&term, source, vocabulary));
            if !contains(forest, &term, vocabulary) {
                Some(Astray::Misread)
            } else {
                empty().then_some(Astray::Empty)
            }
        };
        let formulas = forests.iter().enumerate();
        formulas
            .filter_map(|(at, forest)| Some((at, fault(at, forest.as_ref()?)?)))
            .collect()
    }
}
