//! Where falsehoods come from: a formula, or a text of which one formula or some words are changed.

mod changed;
mod written;

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use mamut_engine::choice::Key;
use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::{Names, Plans};
use mamut_engine::term::{Head, Term};
use mamut_engine::text::{Document, Manner, Passage};
use mamut_engine::truth::is_stated;

use super::base::{Base, Change, Evidence};
use super::candidates::{Candidates, Kept};
use super::claims::claims;
use super::existing::{is_bound, is_of_existing, is_offered, is_one_of_several};
use super::neighbours::Neighbours;
use super::prose::Prose;
use super::quota::{Quota, Strictness, places};
use super::settings::Settings;
use super::stats::{Stats, timed};
use super::theorem::{Premise, Roles, STEPS};
use super::values::{Valued, is_closed};
use crate::memo::Memo;
use crate::pipeline::{Pipeline, ungrouped};
use crate::subject::Subject;

/// How often a text may be changed in vain in a row.
const FRUITLESS: u32 = 8;

/// Falsehoods of one source.
pub enum Source<'c, 'r> {
    /// Of a formula.
    Formula(Box<Candidates<'c, 'r>>, &'c Pipeline<'r>),
    /// Of a text.
    Text(Box<Texts<'c, 'r>>),
}

impl<'c, 'r> Source<'c, 'r> {
    /// The falsehoods of a formula or a text.
    pub fn new(
        subject: &'c Subject,
        pipeline: &'c Pipeline<'r>,
        neighbours: Neighbours,
        settings: &'c Settings,
    ) -> Self {
        match subject {
            Subject::Formula(prepared) => {
                let formula = prepared.changed.as_ref().unwrap_or(&prepared.formula);
                let given = Vec::new();
                let candidates = Candidates::new(pipeline, formula, given, neighbours, settings);
                Self::Formula(Box::new(candidates), pipeline)
            }
            Subject::Text { prepared, .. } => {
                let statements = subject.statements(pipeline);
                let document = &prepared.document;
                let texts = Texts::new(pipeline, document, statements, neighbours, settings);
                Self::Text(Box::new(texts))
            }
        }
    }

    /// The next falsehood; none when there is nothing new of a size that is behind its share, or,
    /// where that is passed over, of any size.
    pub fn next_base(&mut self, strictness: Strictness) -> Option<Base> {
        match self {
            Self::Formula(candidates, pipeline) => loop {
                let Kept {
                    formula,
                    stated,
                    change,
                } = candidates.next_kept(strictness)?;
                let form = match &change.evidence {
                    // A refutation counts when it is shown again of what is written of it.
                    Evidence::Refuted(sketch) => {
                        let ordered = !sketch.compares_numbers();
                        Some(candidates.form(&formula.term, ordered))
                    }
                    _ => None,
                };
                let (spent, plans) = (&mut candidates.stats.spent, &candidates.plans);
                let body = timed(&mut spent.compile, || match stated {
                    Some(stated) => stated.subject(|| pipeline.written(formula, &Plans::default())),
                    None => pipeline.written(formula, plans).map(Arc::new),
                });
                if let Some(body) = body {
                    let mut base = Base::new(body, change);
                    base.shown.extend(form.map(|form| (form, true)));
                    return Some(base);
                }
                candidates.take_back(&change);
            },
            Self::Text(texts) => texts.next_base(strictness),
        }
    }

    /// What a reader makes of a version. Versions of texts are taken at their word, and nothing
    /// reads other targets.
    pub fn read(&self, text: &str) -> Option<Formula> {
        match self {
            Self::Formula(_, pipeline) if pipeline.rules.target.is_none() => {
                Some(pipeline.read(text))
            }
            _ => None,
        }
    }

    /// Whether a version that was read shows again, by its witness, that it is false.
    pub fn shows(&self, base: &mut Base, read: &Formula, names: &Names) -> bool {
        let (Self::Formula(candidates, _), Evidence::Refuted(sketch)) =
            (self, &base.change.evidence)
        else {
            return true;
        };
        candidates.shows(read, names, sketch, &mut base.shown)
    }

    /// Takes back a falsehood that is not written, so that it has no part in the shares.
    pub fn take_back(&mut self, change: &Change) {
        match self {
            Self::Formula(candidates, _) => candidates.take_back(change),
            Self::Text(texts) => texts.take_back(change),
        }
    }

    /// What became of candidates.
    pub fn stats(&self) -> Stats {
        match self {
            Self::Formula(candidates, _) => candidates.stats.clone(),
            Self::Text(texts) => {
                let mut all = texts.stats.clone();
                for (_, candidates) in &texts.formulas {
                    all.add(&candidates.stats);
                }
                all
            }
        }
    }

    /// Why nothing can be told apart from the source, when that is so.
    pub fn hopeless(&self) -> Option<String> {
        match self {
            Self::Formula(candidates, _) => candidates.hopeless(),
            Self::Text(texts) => {
                let known =
                    !texts.neighbours.manual.is_empty() || !texts.neighbours.random.is_empty();
                let all = texts.formulas.iter().all(|(_, c)| c.hopeless().is_some());
                (all && !known)
                    .then(|| "no formula of it is a statement that is decided".to_owned())
            }
        }
    }
}

/// The statements of a text, as formulas of their own, by number.
pub fn statements(document: &Document, pipeline: &Pipeline<'_>) -> Vec<(usize, Formula)> {
    let vocabulary = &pipeline.rules.vocabulary;
    let all = document.passages.iter().enumerate();
    let varied = |p: &Passage| matches!(p.manner, Manner::Forms | Manner::Sides(..));
    all.filter(|(_, p)| varied(p) && is_stated(&p.term, &document.atoms, vocabulary))
        .map(|(at, p)| (at, statement_of(document, p)))
        .map(|(at, found)| (at, ungrouped(&found, pipeline.rules).unwrap_or(found)))
        .collect()
}

/// A passage of a text as a formula of its own.
pub fn statement_of(document: &Document, passage: &Passage) -> Formula {
    let mut atoms = document.atoms.clone();
    atoms.slot_names.clone_from(&passage.slot_names);
    Formula {
        source: passage.latex.clone(),
        term: passage.term.clone(),
        atoms,
        complaints: Vec::new(),
        tail: String::new(),
        choices: Vec::new(),
    }
}

/// What a text declares of the symbols of a statement.
pub fn given(document: &Document, statement: &Term) -> Vec<Term> {
    let given = document.given.iter();
    given.filter(|g| speaks_of(g, statement)).cloned().collect()
}

/// Falsehoods of a text.
pub struct Texts<'c, 'r> {
    pipeline: &'c Pipeline<'r>,
    document: &'c Document,
    formulas: Vec<(usize, Candidates<'c, 'r>)>,
    roles: Roles<'c>,
    /// What changes of these have to show besides themselves.
    premises: Vec<Premise<'c>>,
    /// Those that hold without their premises, under these: changes may hold where these do.
    assumed: Vec<Option<Candidates<'c, 'r>>>,
    /// Those with the values that the text gives, once one is kept.
    valued: Vec<OnceCell<Option<Valued<'c>>>>,
    /// The indices of members that they list.
    running: Vec<Option<Term>>,
    prose: Prose<'c>,
    /// How often in a row nothing came of a change of them.
    barren: Vec<u32>,
    neighbours: Neighbours,
    quota: Quota,
    key: Key,
    next: u64,
    seen: BTreeSet<String>,
    memo: Memo,
    stats: Stats,
}

impl<'c, 'r> Texts<'c, 'r> {
    /// Looks for the statements of a text that can be falsified; `statements` are those of
    /// [`statements`].
    pub fn new(
        pipeline: &'c Pipeline<'r>,
        document: &'c Document,
        statements: &'c [(usize, Formula)],
        neighbours: Neighbours,
        settings: &'c Settings,
    ) -> Self {
        let key = Key::seed(pipeline.seed)
            .named("falsify")
            .named(&document.source);
        let roles = Roles::new(document, pipeline.rules);
        let candidates = |(at, formula): &'c (usize, Formula)| {
            // Of numbers alone the same is true whatever exists: "there are $\binom{5}{2} = 10$ pairs".
            let existing = !is_closed(&formula.term)
                && is_of_existing(document, *at, &pipeline.rules.symbols.lexicon);
            if existing && !is_bound(document, *at, pipeline.rules) {
                return None;
            }
            if is_one_of_several(document, *at, pipeline.rules) || is_offered(document, *at) {
                return None;
            }
            let premise = roles.premise(*at);
            let premise = match premise {
                Premise::Kept if existing && roles.defines(*at) => Premise::Free,
                Premise::Kept => return None,
                premise => premise,
            };
            let under = |given| {
                let none = Neighbours::default();
                let mut of = Candidates::new(pipeline, formula, given, none, settings);
                if existing {
                    of.turn_only();
                }
                of
            };
            let plain = under(given(document, &formula.term));
            let assumed = roles.assumed(*at);
            let assumed = assumed.map(|given| within(STEPS, || under(given)));
            let assumed = assumed.filter(Candidates::is_valid);
            let (of, assumed) = match plain.is_valid() {
                true => (plain, assumed),
                false => (assumed.unwrap_or(plain), None),
            };
            (of.hopeless().is_none()).then_some(((*at, of), (premise, assumed)))
        };
        let read = |latex: &String| pipeline.read(latex);
        let known: Vec<Formula> = neighbours.formulas.iter().map(read).collect();
        let each: Vec<&Formula> = statements.iter().map(|(_, formula)| formula).collect();
        let claimed = claims(&each, &known, &pipeline.rules.vocabulary);
        let claimed = statements.iter().zip(claimed).filter(|(_, is)| *is);
        let (formulas, under): (Vec<_>, Vec<_>) = claimed
            .filter_map(|(statement, _)| candidates(statement))
            .unzip();
        let (premises, assumed) = under.into_iter().unzip();
        let running = formulas.iter().map(|(at, _)| roles.running(*at)).collect();
        let applies = |strategy| formulas.iter().any(|(_, of)| of.applies(strategy));
        let quota = Quota::new(settings, pipeline, &neighbours, applies, key);
        Self {
            pipeline,
            document,
            barren: vec![0; formulas.len()],
            valued: formulas.iter().map(|_| OnceCell::new()).collect(),
            formulas,
            premises,
            assumed,
            roles,
            running,
            prose: Prose::of(document, pipeline.rules),
            neighbours,
            quota,
            key,
            next: 0,
            seen: BTreeSet::from([document.source.clone()]),
            memo: Memo::default(),
            stats: Stats::default(),
        }
    }

    fn next_base(&mut self, strictness: Strictness) -> Option<Base> {
        while let Some(wanted) = self.quota.wanted(strictness) {
            let weights = self.quota.weights(strictness);
            for _ in 0..FRUITLESS {
                let key = self.key.at(self.next);
                self.next += 1;
                let neighbour = (wanted == 1)
                    .then(|| self.quota.statement(&weights, &self.neighbours, key))
                    .flatten();
                let found = match neighbour.cloned() {
                    Some(neighbour) => self.stated(neighbour),
                    None => self.changed(key, wanted, strictness),
                };
                if found.is_some() {
                    return found;
                }
            }
            self.quota.close(wanted);
        }
        None
    }

    fn take_back(&mut self, change: &Change) {
        self.quota
            .uncount(&places(&change.strategies, self.pipeline.rules));
    }
}

/// Whether a declaration is about symbols of a statement.
pub(super) fn speaks_of(given: &Term, statement: &Term) -> bool {
    let mut symbols = BTreeSet::new();
    statement.walk(&mut |t| {
        if let Head::Symbol(i) = t.op.head() {
            symbols.insert(i);
        }
    });
    let mut found = false;
    given.walk(&mut |t| found |= matches!(t.op.head(), Head::Symbol(i) if symbols.contains(&i)));
    found
}
