//! Candidates: a changed term, read again from its LaTeX, and what the evidence says of it.

use std::collections::BTreeSet;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::falsify::{Falsified, Falsifier};
use mamut_engine::latex::Formula;
use mamut_engine::normal;
use mamut_engine::symbols::{Names, resolve};
use mamut_engine::term::{Head, Term};
use mamut_engine::truth::{Difference, Refutation, Refuter};

use super::settings::Settings;
use super::stats::{Fate, Stats};
use super::{distance, witness};
use crate::pipeline::{Pipeline, Prepared, refusal};
use crate::row::Strategy;

/// Operators whose values depend on more than symbols: the point is written in full.
const OPEN: [&str; 14] = [
    "pm",
    "mp",
    "log",
    "lg",
    "prob",
    "condprob",
    "expect",
    "condexpect",
    "var",
    "cov",
    "idx",
    "std",
    "call",
    "diff",
];

/// A falsified statement, ready to be written.
pub struct Base {
    /// All its forms and names.
    pub prepared: Prepared,
    /// What was done.
    pub strategies: Vec<Strategy>,
    /// The point that refutes it; none when it is not decided.
    pub found: Option<Difference>,
    /// The distance in tokens from the source, both in the usual notation.
    pub distance: u32,
    /// The share of tokens that it has in common with the source.
    pub shared: f64,
    /// Whether the point has to be written in full.
    open: bool,
}

impl Base {
    /// The witness under the names of a version.
    pub fn witness(&self, names: &Names) -> Option<std::collections::BTreeMap<String, String>> {
        let found = self.found.as_ref()?;
        let formula = &self.prepared.formula;
        let symbols: Vec<String> = formula
            .atoms
            .symbols
            .iter()
            .map(|s| s.name.clone())
            .collect();
        let mut occurring = BTreeSet::new();
        formula.term.walk(&mut |t| {
            if let Head::Symbol(i) = t.op.head() {
                occurring.insert(i as usize);
            }
        });
        let own = |place: usize| occurring.contains(&place);
        Some(witness::of(found, &symbols, own, self.open, names))
    }
}

/// The candidates of one formula, drawn one after the other.
pub struct Candidates<'c, 'r> {
    pipeline: &'c Pipeline<'r>,
    source: &'c Formula,
    plain: String,
    falsifier: Falsifier<'c>,
    refuter: &'c Refuter<'r>,
    settings: &'c Settings,
    key: Key,
    next: u64,
    seen: BTreeSet<Term>,
    /// What became of them.
    pub stats: Stats,
}

/// How many draws in a row may give nothing new.
const FRUITLESS: u32 = 150;

impl<'c, 'r> Candidates<'c, 'r> {
    /// Looks for the places of a formula.
    pub fn new(
        pipeline: &'c Pipeline<'r>,
        source: &'c Formula,
        refuter: &'c Refuter<'r>,
        settings: &'c Settings,
    ) -> Self {
        let vocabulary = &pipeline.rules.vocabulary;
        let own = normal::canonical(vocabulary, &source.term);
        Self {
            pipeline,
            source,
            plain: pipeline.plain(&source.term, &source.atoms),
            falsifier: Falsifier::new(&source.term, &source.atoms, pipeline.rules),
            refuter,
            settings,
            key: Key::seed(pipeline.seed)
                .named("falsify")
                .named(&source.source),
            next: 0,
            seen: BTreeSet::from([own]),
            stats: Stats::default(),
        }
    }

    /// Forgets which candidates were made, so that they are made again.
    pub fn again(&mut self) {
        let vocabulary = &self.pipeline.rules.vocabulary;
        self.seen = BTreeSet::from([normal::canonical(vocabulary, &self.source.term)]);
    }

    /// The next candidate that is kept; none when nothing new is found for long.
    pub fn next_base(&mut self) -> Option<Base> {
        let much = &self.settings.much;
        let mut wanted = much.draw(self.key.named("size").at(self.next));
        // Where one place has been changed in every way, several are.
        for _ in 0..much.weights.len() {
            for _ in 0..FRUITLESS {
                let key = self.key.at(self.next);
                self.next += 1;
                let drawn = self.falsifier.draw(key, wanted, &self.settings.weights);
                if let Some(base) = drawn.and_then(|drawn| self.candidate(&drawn)) {
                    return Some(base);
                }
            }
            let most = much.weights.len();
            wanted = (0..most)
                .map(|step| wanted % most + 1 + step)
                .find(|size| *size <= most && much.weights[size - 1] > 0.0)
                .unwrap_or(1);
        }
        None
    }

    fn candidate(&mut self, drawn: &Falsified) -> Option<Base> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        if !self.seen.insert(normal::canonical(vocabulary, &drawn.term)) {
            return None;
        }
        let formula = self.reread(drawn)?;
        // What is written says it, or it is not this candidate.
        if formula.source == self.plain {
            return None;
        }
        let rules = &self.pipeline.rules;
        let named = |rule: usize| {
            let rule = &rules.falsifications[rule];
            rules.strategies[rule.strategy as usize].id.as_str()
        };
        let strategies = || drawn.parts.iter().map(|part| named(part.rule));
        let found = match self.refuter.refute(&formula.term, &formula.atoms) {
            Refutation::Refuted(found) => {
                self.stats.candidate(strategies(), Fate::Refuted);
                Some(*found)
            }
            Refutation::Equal(_) => {
                self.stats.candidate(strategies(), Fate::Equal);
                return None;
            }
            Refutation::Unknown(reason) => {
                self.stats.candidate(strategies(), Fate::Unknown);
                *self.stats.reasons.entry(reason.text()).or_default() += 1;
                if !self.settings.keep_unknown {
                    return None;
                }
                None
            }
        };
        let (old, new) = (
            distance::tokens(&self.plain),
            distance::tokens(&formula.source),
        );
        let (edits, shared) = (distance::edits(&old, &new), distance::shared(&old, &new));
        if self.settings.most.is_some_and(|most| edits > most) {
            return None;
        }
        let plain = |term: &Term| self.pipeline.plain(term, &drawn.atoms);
        let strategies = drawn
            .parts
            .iter()
            .map(|part| Strategy {
                strategy: named(part.rule).to_owned(),
                rule: rules.falsifications[part.rule].id.clone(),
                before: plain(&part.before),
                after: plain(&part.after),
            })
            .collect();
        let mut open = false;
        for term in [&formula.term, &self.source.term] {
            term.walk(&mut |t| {
                open |= vocabulary
                    .operator(t.op)
                    .is_some_and(|o| o.free || OPEN.contains(&o.name.as_str()));
            });
        }
        let prepared = self.pipeline.compile(formula);
        if prepared.grammar.is_empty() {
            return None;
        }
        self.stats.kept(drawn.parts.len(), edits, shared);
        Some(Base {
            prepared,
            strategies,
            found,
            distance: edits,
            shared,
            open,
        })
    }

    /// The changed term as a reader of its LaTeX has it, over the leaves of the source and more;
    /// none when that reader does not see the change that was made.
    fn reread(&self, drawn: &Falsified) -> Option<Formula> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let plain = self.pipeline.plain(&drawn.term, &drawn.atoms);
        if plain.is_empty() {
            return None;
        }
        let known = Atoms {
            symbols: drawn.atoms.symbols.clone(),
            ..Atoms::default()
        };
        let read = self.pipeline.reader().read_with(&plain, known);
        if refusal(&read).is_some() {
            return None;
        }
        let names = Names {
            symbols: drawn.atoms.symbols.iter().map(|s| s.name.clone()).collect(),
            slots: Vec::new(),
        };
        let mut atoms = Atoms {
            slot_names: read.atoms.slot_names.clone(),
            ..drawn.atoms.clone()
        };
        let term = resolve(&read.term, &read.atoms, &names, &mut atoms, vocabulary);
        let same = term.size() == drawn.term.size()
            && atoms.symbols.len() == drawn.atoms.symbols.len()
            && atoms.opaques.len() == drawn.atoms.opaques.len();
        let canonical = normal::canonical(vocabulary, &term);
        (same && canonical != normal::canonical(vocabulary, &self.source.term)).then_some(Formula {
            term,
            atoms,
            source: plain,
            ..read
        })
    }
}
