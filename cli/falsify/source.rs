//! Where falsehoods come from: a formula, or a text of which one formula or some words are changed.

use std::collections::BTreeSet;

use mamut_engine::choice::Key;
use mamut_engine::latex::Formula;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::{Document, Manner};
use mamut_engine::truth::is_statement;

use super::base::{Base, Change, Evidence};
use super::candidates::{Candidates, Kept, choose};
use super::distance;
use super::neighbours::Neighbours;
use super::settings::Settings;
use super::stats::{Fate, Stats};
use crate::pipeline::Pipeline;
use crate::subject::Subject;

/// How often a text may be changed in vain in a row.
const FRUITLESS: u32 = 40;

/// As many forms of every falsehood are read back before any is given away: the same notations
/// write the source, of which more are. All are read back once one reads as something else.
const PROBES: u32 = 9;

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
                let formula = &prepared.formula;
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

    /// The next falsehood.
    pub fn next_base(&mut self) -> Option<Base> {
        match self {
            Self::Formula(candidates, pipeline) => loop {
                let Kept { formula, change } = candidates.next_kept()?;
                let mut prepared = pipeline.compile(formula);
                if !prepared.grammar.is_empty() {
                    prepared.doubtful = !pipeline.reads_back(&prepared, PROBES);
                    return Some(Base::new(prepared.into(), change));
                }
            },
            Self::Text(texts) => texts.next_base(),
        }
    }

    /// Forgets which were made.
    pub fn again(&mut self) {
        match self {
            Self::Formula(candidates, _) => candidates.again(),
            Self::Text(texts) => texts.again(),
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
    all.filter(|(_, p)| p.manner == Manner::Forms && is_statement(&p.term, vocabulary))
        .map(|(at, p)| {
            let mut atoms = document.atoms.clone();
            atoms.slot_names.clone_from(&p.slot_names);
            let formula = Formula {
                source: p.latex.clone(),
                term: p.term.clone(),
                atoms,
                complaints: Vec::new(),
                tail: String::new(),
                choices: Vec::new(),
            };
            (at, formula)
        })
        .collect()
}

/// Falsehoods of a text.
pub struct Texts<'c, 'r> {
    pipeline: &'c Pipeline<'r>,
    document: &'c Document,
    formulas: Vec<(usize, Candidates<'c, 'r>)>,
    neighbours: Neighbours,
    settings: &'c Settings,
    key: Key,
    next: u64,
    seen: BTreeSet<String>,
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
        let candidates = |(at, formula): &'c (usize, Formula)| {
            let given = document.given.iter();
            let given = given.filter(|g| speaks_of(g, &formula.term)).cloned();
            let none = Neighbours::default();
            let of = Candidates::new(pipeline, formula, given.collect(), none, settings);
            of.hopeless().is_none().then_some((*at, of))
        };
        Self {
            pipeline,
            document,
            formulas: statements.iter().filter_map(candidates).collect(),
            neighbours,
            settings,
            key,
            next: 0,
            seen: BTreeSet::from([document.source.clone()]),
            stats: Stats::default(),
        }
    }

    fn again(&mut self) {
        self.seen = BTreeSet::from([self.document.source.clone()]);
        for (_, candidates) in &mut self.formulas {
            candidates.again();
        }
    }

    fn next_base(&mut self) -> Option<Base> {
        for _ in 0..FRUITLESS {
            let key = self.key.at(self.next);
            self.next += 1;
            let found = match choose(&self.neighbours, self.settings, self.pipeline, key) {
                Some(neighbour) => {
                    let neighbour = neighbour.clone();
                    let name = neighbour.strategy.strategy.as_str();
                    self.stats.candidate([name].into_iter(), Fate::Refuted);
                    let evidence = if neighbour.other {
                        Evidence::Other
                    } else {
                        Evidence::Authored
                    };
                    let strategies = vec![neighbour.strategy];
                    let (distance, shared) = self.near(&neighbour.source);
                    let change = Change {
                        strategies,
                        evidence,
                        distance,
                        shared,
                    };
                    self.base(neighbour.source, change)
                }
                None => self.changed(key),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The text with one statement changed.
    fn changed(&mut self, key: Key) -> Option<Base> {
        if self.formulas.is_empty() {
            return None;
        }
        // The largest statements are what the text is about.
        let passages = &self.document.passages;
        let weights = self.formulas.iter().map(|(at, _)| {
            let size = passages[*at].term.size() as f64;
            size * size
        });
        let chosen = key.named("formula").draws().weighted(weights);
        let (at, candidates) = &mut self.formulas[chosen];
        let kept = candidates.next_kept()?;
        let span = &passages[*at].span;
        let source = &self.document.source;
        let latex = if self.document.encoded {
            kept.formula
                .source
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
        } else {
            kept.formula.source
        };
        let text = format!("{}{latex}{}", &source[..span.start], &source[span.end..]);
        self.base(text, kept.change)
    }

    /// The distance and the share of tokens in common.
    fn near(&self, text: &str) -> (u32, f64) {
        let old = distance::tokens(&self.document.source);
        let new = distance::tokens(text);
        (distance::edits(&old, &new), distance::shared(&old, &new))
    }

    fn base(&mut self, text: String, change: Change) -> Option<Base> {
        if !self.seen.insert(text.clone()) {
            return None;
        }
        let prepared = self.pipeline.prepare_text(&text).ok()?;
        Some(Base::new(prepared.into(), change))
    }
}

/// Whether a declaration is about symbols of a statement.
fn speaks_of(given: &Term, statement: &Term) -> bool {
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
