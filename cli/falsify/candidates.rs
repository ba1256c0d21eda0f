//! Candidates of one formula: changed terms, read again from their LaTeX, and what becomes of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::eval::effort;
use mamut_engine::falsify::{Falsified, Falsifier, keeps_signs};
use mamut_engine::latex::Formula;
use mamut_engine::normal;
use mamut_engine::readback::under;
use mamut_engine::symbols::{Names, Plans, resolve};
use mamut_engine::term::Term;
use mamut_engine::truth::Newcomer;
use mamut_engine::vocabulary::Kind;

use super::base::{Change, Evidence};
use super::distance;
use super::memory::Memory;
use super::neighbours::{Neighbour, Neighbours};
use super::quota::{Quota, Strictness, places};
use super::settings::Settings;
use super::stats::{Fate, Stats, timed};
use super::stock::Stated;
use super::trial::{Outcome, Trial};
use crate::pipeline::{Pipeline, refusal};
use crate::row::{Strategy, Witness};
use crate::witness::Sketch;

/// How many draws in a row may give nothing new, and how many steps of evaluation these may cost:
/// as much as a few candidates that are given up.
const FRUITLESS: u32 = 150;
const SPENT: u64 = 3_000_000;
/// How many steps all candidates before the first that is kept may cost: a source whose changes are
/// too dear or never decided has none.
const HOPE: u64 = 8_000_000;
/// How many steps a candidate may cost: so many, or a multiple of what the dearest that was refuted did.
/// There are others.
const PATIENCE: u64 = 800_000;
const DEARER: u64 = 2;

/// A candidate that is kept.
pub struct Kept {
    /// The changed statement, as it is read.
    pub formula: Formula,
    /// The same for all sources, where it is another identity.
    pub stated: Option<Arc<Stated>>,
    /// What was done.
    pub change: Change,
}

/// As many forms of a falsehood are remembered.
const FORMS: usize = 512;

/// The candidates of one formula, drawn one after the other.
pub struct Candidates<'c, 'r> {
    pipeline: &'c Pipeline<'r>,
    source: &'c Formula,
    plain: String,
    falsifier: Falsifier<'c>,
    trial: Trial<'r>,
    neighbours: Neighbours,
    settings: &'c Settings,
    key: Key,
    next: u64,
    memory: Memory,
    /// What parts of the source and of changes over its leaves alone look like.
    looks: RefCell<BTreeMap<Term, String>>,
    /// How the symbols of those that were kept may be called.
    pub(super) plans: Plans,
    /// How many steps are left to find a change that is kept; none once there is one.
    hope: Option<u64>,
    /// How many steps the dearest cost that was refuted.
    dearest: u64,
    /// The shares of its strategies, once it is asked for candidates.
    quota: Option<Quota>,
    /// What became of them.
    pub stats: Stats,
}

impl<'c, 'r> Candidates<'c, 'r> {
    /// Looks for the places of a formula, and finds out what it is worth under what is `given`.
    pub fn new(
        pipeline: &'c Pipeline<'r>,
        source: &'c Formula,
        given: Vec<Term>,
        neighbours: Neighbours,
        settings: &'c Settings,
    ) -> Self {
        let rules = pipeline.rules;
        let vocabulary = &rules.vocabulary;
        let trial = Trial::new(source, given, vocabulary);
        let mut falsifier = Falsifier::new(&source.term, &source.atoms, rules);
        falsifier.leave(&trial.sealed(source));
        Self {
            pipeline,
            source,
            plain: pipeline.plain(&source.term, &source.atoms),
            falsifier,
            trial,
            neighbours,
            settings,
            key: Key::seed(pipeline.seed)
                .named("falsify")
                .named(&source.source),
            next: 0,
            memory: Memory::new(&source.term, source.atoms.literals.len(), vocabulary),
            looks: RefCell::default(),
            plans: Plans::default(),
            hope: Some(HOPE),
            dearest: 0,
            quota: None,
            stats: Stats::default(),
        }
    }

    /// Whether a witness shows of a version that was read that it is false, to whoever reads it alone and
    /// to whoever knows the kinds of the symbols of its source: `-h \times u` beside
    /// `u \times v`. `known` is what was found of other forms.
    pub fn shows(
        &self,
        read: &Formula,
        names: &Names,
        sketch: &Sketch,
        known: &mut BTreeMap<Term, bool>,
    ) -> bool {
        let source = &self.source.atoms;
        let own = Names {
            symbols: names.symbols[..source.symbols.len()].to_vec(),
            slots: names.slots.clone(),
        };
        let plain = |kind: Kind| matches!(kind, Kind::Any | Kind::Num);
        let told = source.symbols.iter().zip(&own.symbols).any(|(told, name)| {
            let seen = read.atoms.symbols.iter().find(|s| s.name == *name);
            seen.is_some_and(|seen| {
                seen.kind != told.kind && !(plain(seen.kind) && plain(told.kind))
            })
        });
        let knowing = told.then(|| {
            let mut known = under(source, &own);
            for name in &names.symbols[source.symbols.len()..] {
                known.symbol(name);
            }
            self.pipeline.reader().read_with(&read.source, known)
        });
        let witness = sketch.under(names);
        let ordered = !sketch.compares_numbers();
        let mut all = [Some(read), knowing.as_ref()].into_iter().flatten();
        all.all(|read| self.is_shown((read, ordered), &own, &witness, known))
    }

    /// Whether a witness shows of a version, as it was read, that it is false.
    fn is_shown(
        &self,
        (read, ordered): (&Formula, bool),
        own: &Names,
        witness: &Witness,
        known: &mut BTreeMap<Term, bool>,
    ) -> bool {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let mut atoms = self.source.atoms.clone();
        let term = resolve(&read.term, &read.atoms, own, &mut atoms, vocabulary);
        let form = self.form(&term, ordered);
        if let Some(shows) = known.get(&form) {
            return *shows;
        }
        let shows = self.trial.shows((&term, &atoms), own, witness);
        if known.len() < FORMS {
            known.insert(form, shows);
        }
        shows
    }

    /// What is the same of forms that differ in what does not matter to a witness. Which side stands
    /// first does where one of them is not known: they are `ordered` then.
    pub(super) fn form(&self, term: &Term, ordered: bool) -> Term {
        let vocabulary = &self.pipeline.rules.vocabulary;
        if !ordered {
            return normal::canonical(vocabulary, term);
        }
        let sides = term.args.iter().map(|t| normal::canonical(vocabulary, t));
        Term::new(term.op, sides.collect())
    }

    /// Why nothing can be told apart from the source, when that is so.
    pub fn hopeless(&self) -> Option<String> {
        let known = !self.neighbours.manual.is_empty() || !self.neighbours.random.is_empty();
        let reason = self.trial.hopeless().filter(|_| !known);
        reason.map(mamut_engine::truth::Reason::text)
    }

    /// Leaves everything but the sign of the source as it is.
    pub(super) fn turn_only(&mut self) {
        self.falsifier
            .leave(&BTreeSet::from([self.source.term.clone()]));
    }

    /// Whether the source holds wherever what is given does.
    pub fn is_valid(&self) -> bool {
        self.trial.is_valid()
    }

    /// Whether a statement over the leaves of a candidate holds as well, or says the same.
    pub(super) fn holds(&self, term: &Term, candidate: &Formula) -> bool {
        let formula = Formula {
            term: term.clone(),
            ..candidate.clone()
        };
        matches!(self.trial.of(&formula, &[], PATIENCE), Outcome::Equal)
    }

    /// Whether rules of a strategy change the source in a way that can be decided.
    pub fn applies(&self, strategy: usize) -> bool {
        let decided = self.trial.hopeless().is_none() || self.settings.keep_unknown;
        decided && self.falsifier.applies(strategy)
    }

    /// The next candidate of one formula alone: see [`Self::next_of`].
    pub fn next_kept(&mut self, strictness: Strictness) -> Option<Kept> {
        let mut quota = match self.quota.take() {
            Some(quota) => quota,
            None => {
                let applies = |strategy| self.applies(strategy);
                Quota::new(
                    self.settings,
                    self.pipeline,
                    &self.neighbours,
                    applies,
                    self.key,
                )
            }
        };
        let found = loop {
            let Some(wanted) = quota.wanted(strictness) else {
                break None;
            };
            if let Some(kept) = self.next_of(wanted, &mut quota, strictness) {
                break Some(kept);
            }
            quota.close(wanted);
        };
        self.quota = Some(quota);
        found
    }

    /// Takes back a candidate that was kept: it is not written.
    pub fn take_back(&mut self, change: &Change) {
        if let Some(quota) = &mut self.quota {
            quota.uncount(&places(&change.strategies, self.pipeline.rules));
        }
    }

    /// The next candidate that is kept, of so many strategies; none when nothing new is found for
    /// long.
    pub fn next_of(
        &mut self,
        wanted: usize,
        quota: &mut Quota,
        strictness: Strictness,
    ) -> Option<Kept> {
        let weights = quota.weights(strictness);
        let before = effort();
        for _ in 0..FRUITLESS {
            if effort() - before > SPENT {
                break;
            }
            let key = self.key.at(self.next);
            self.next += 1;
            if let Some(kept) = self.attempt(key, wanted, quota, &weights) {
                quota.count(&places(&kept.change.strategies, self.pipeline.rules));
                return Some(kept);
            }
        }
        None
    }

    fn attempt(&mut self, key: Key, wanted: usize, quota: &Quota, weights: &[f64]) -> Option<Kept> {
        let neighbour = (wanted == 1).then(|| quota.statement(weights, &self.neighbours, key));
        if let Some(neighbour) = neighbour.flatten() {
            let neighbour = neighbour.clone();
            return self.neighbour(neighbour);
        }
        // What cannot be told from anything is changed in vain.
        if self.trial.hopeless().is_some() && !self.settings.keep_unknown || self.hope == Some(0) {
            return None;
        }
        let falsifier = &self.falsifier;
        let drawn = timed(&mut self.stats.spent.draw, || {
            falsifier.draw(key, wanted, weights)
        })?;
        let before = effort();
        let kept = self.candidate(&drawn);
        let left = |hope: u64| hope.saturating_sub(effort() - before);
        self.hope = self.hope.map(left).filter(|_| kept.is_none());
        kept
    }

    /// A statement of the corpus.
    fn neighbour(&mut self, neighbour: Neighbour) -> Option<Kept> {
        // What is another statement has leaves of its own.
        let stock = &self.neighbours.stock;
        let known = neighbour.other.then(|| stock.of(&neighbour.source));
        let formula = match &known {
            Some(stated) => {
                let read = || self.pipeline.read(&neighbour.source);
                let readable = || Some(read()).filter(|read| refusal(read).is_none());
                stated.formula(readable)?.clone()
            }
            None => self.read(&neighbour.source, &self.source.atoms)?,
        };
        let vocabulary = &self.pipeline.rules.vocabulary;
        let stated = (&formula.term, &formula.atoms);
        if !self.memory.is_new(stated, vocabulary) || formula.source == self.plain {
            return None;
        }
        let evidence = if neighbour.other {
            // It is true as a rule, so that no point tells; it must not be the source again.
            (!self.trial.restates(&formula)).then_some(Evidence::Other)
        } else {
            match self.tried(&formula, &[]) {
                Outcome::Refuted(witness) => Some(Evidence::Refuted(witness)),
                Outcome::Equal => None,
                Outcome::Unknown(_) => Some(Evidence::Authored),
            }
        };
        let fate = match &evidence {
            None => Fate::Equal,
            Some(Evidence::Refuted(_)) => Fate::Refuted,
            Some(_) => Fate::Stated,
        };
        let strategies = [neighbour.strategy.strategy.as_str()];
        self.stats.candidate(strategies.into_iter(), fate);
        let kept = self.keep(formula, [neighbour.strategy].into(), evidence?);
        kept.map(|kept| Kept {
            stated: known,
            ..kept
        })
    }

    fn candidate(&mut self, drawn: &Falsified) -> Option<Kept> {
        // What is not decided by itself is as little beside other changes.
        let vocabulary = &self.pipeline.rules.vocabulary;
        let doubtful = self.memory.is_doubtful(drawn, vocabulary);
        if doubtful || !self.memory.is_new((&drawn.term, &drawn.atoms), vocabulary) {
            return None;
        }
        let start = Instant::now();
        let formula = self.reread(drawn);
        self.stats.spent.read += start.elapsed();
        let formula = formula?;
        if formula.source == self.plain {
            return None;
        }
        let rules = self.pipeline.rules;
        let named = |rule: usize| {
            let rule = &rules.falsifications[rule];
            rules.strategies[rule.strategy as usize].id.as_str()
        };
        let strategies = || drawn.parts.iter().map(|part| named(part.rule));
        let outcome = self.tried(&formula, &drawn.newcomers);
        if !self.settings.keep_unknown {
            let undecided = matches!(outcome, Outcome::Unknown(_));
            self.memory.learn(drawn, undecided, &rules.vocabulary);
        }
        let evidence = match outcome {
            Outcome::Refuted(witness) => {
                self.stats.candidate(strategies(), Fate::Refuted);
                Evidence::Refuted(witness)
            }
            Outcome::Equal => {
                self.stats.candidate(strategies(), Fate::Equal);
                return None;
            }
            Outcome::Unknown(reason) => {
                self.stats.candidate(strategies(), Fate::Unknown);
                *self.stats.reasons.entry(reason).or_default() += 1;
                if !self.settings.keep_unknown {
                    return None;
                }
                Evidence::Unknown
            }
        };
        let plain = |term: &Term| self.look(term, &drawn.atoms);
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
        self.keep(formula, strategies, evidence)
    }

    /// A part of a change in its usual notation.
    fn look(&self, term: &Term, atoms: &Atoms) -> String {
        if atoms != &self.source.atoms {
            return self.pipeline.plain(term, atoms);
        }
        let mut looks = self.looks.borrow_mut();
        let look = looks.entry(term.clone());
        look.or_insert_with(|| self.pipeline.plain(term, atoms))
            .clone()
    }

    fn tried(&mut self, formula: &Formula, newcomers: &[Newcomer]) -> Outcome {
        let trial = &self.trial;
        let most = PATIENCE.max(DEARER * self.dearest);
        let before = effort();
        let outcome = timed(&mut self.stats.spent.refute, || {
            trial.of(formula, newcomers, most)
        });
        if matches!(outcome, Outcome::Refuted(_)) {
            self.dearest = self.dearest.max(effort() - before);
        }
        outcome
    }

    fn keep(
        &mut self,
        formula: Formula,
        strategies: Arc<[Strategy]>,
        evidence: Evidence,
    ) -> Option<Kept> {
        let (old, new) = (
            distance::tokens(&self.plain),
            distance::tokens(&formula.source),
        );
        let (edits, shared) = (distance::edits(&old, &new), distance::shared(&old, &new));
        if self.settings.most.is_some_and(|most| edits > most) {
            return None;
        }
        self.stats.kept(strategies.len(), edits, shared);
        Some(Kept {
            formula,
            stated: None,
            change: Change {
                strategies,
                evidence,
                distance: edits,
                shared,
            },
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
        let read = self.read(&plain, &drawn.atoms)?;
        let same = read.term.size() == drawn.term.size()
            && keeps_signs(&read.term, &drawn.term, vocabulary)
            && read.atoms.symbols.len() == drawn.atoms.symbols.len()
            && read.atoms.opaques.len() == drawn.atoms.opaques.len();
        let canonical = normal::canonical(vocabulary, &read.term);
        (same && canonical != normal::canonical(vocabulary, &self.source.term)).then_some(read)
    }

    /// Reads LaTeX over these leaves and more.
    fn read(&self, latex: &str, over: &Atoms) -> Option<Formula> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let known = Atoms {
            symbols: over.symbols.clone(),
            ordered: over.ordered.clone(),
            topic: over.topic,
            ..Atoms::default()
        };
        let read = self.pipeline.reader().read_with(latex, known);
        if refusal(&read).is_some() {
            return None;
        }
        let names = Names {
            symbols: over.symbols.iter().map(|s| s.name.clone()).collect(),
            slots: Vec::new(),
        };
        let mut atoms = Atoms {
            slot_names: read.atoms.slot_names.clone(),
            ..over.clone()
        };
        let term = resolve(&read.term, &read.atoms, &names, &mut atoms, vocabulary);
        Some(Formula {
            term,
            atoms,
            source: latex.to_owned(),
            ..read
        })
    }
}
