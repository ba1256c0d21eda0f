//! Where falsehoods come from: a formula, or a text of which one formula or some words are changed.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use mamut_engine::choice::Key;
use mamut_engine::eval::within;
use mamut_engine::latex::Formula;
use mamut_engine::symbols::{Names, Plans};
use mamut_engine::term::{Head, Term};
use mamut_engine::text::{Document, Manner, Passage, Side};
use mamut_engine::truth::is_stated;

use super::base::{Base, Change, Evidence};
use super::candidates::{Candidates, Kept};
use super::claims::claims;
use super::distance;
use super::existing::{is_bound, is_of_existing, is_offered, is_one_of_several};
use super::functions::applied;
use super::lines::{Other, others, resigned};
use super::neighbours::{Neighbour, Neighbours};
use super::prose::Prose;
use super::quota::{Quota, Strictness, places};
use super::settings::Settings;
use super::stats::{Fate, Stats, timed};
use super::theorem::{Premise, Roles, STEPS, is_elsewhere, is_weaker, is_wider, recounted};
use super::values::{Valued, is_closed};
use crate::memo::Memo;
use crate::pipeline::{Pipeline, ungrouped};
use crate::subject::Subject;

/// How often a text may be changed in vain in a row.
const FRUITLESS: u32 = 8;

/// As many forms of every changed text are read back before any is given away: the same notations
/// write the source, of which more are.
const PROBES: u32 = 5;

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

    /// A text of the corpus.
    fn stated(&mut self, neighbour: Neighbour) -> Option<Base> {
        let name = neighbour.strategy.strategy.as_str();
        self.stats.candidate([name].into_iter(), Fate::Stated);
        let strategies = &self.pipeline.rules.strategies;
        let strategy = strategies.iter().position(|s| s.id == name)?;
        let (distance, shared) = self.near(&neighbour.source);
        let change = Change {
            evidence: if neighbour.other {
                Evidence::Other
            } else {
                Evidence::Authored
            },
            strategies: [neighbour.strategy].into(),
            distance,
            shared,
        };
        let body = self.stated_body(neighbour.source, neighbour.other)?;
        let base = Base::new(body, change);
        self.quota.count(&[strategy]);
        Some(base)
    }

    /// The text with one statement changed.
    fn changed(&mut self, key: Key, wanted: usize, strictness: Strictness) -> Option<Base> {
        if self.formulas.is_empty() {
            return None;
        }
        // The largest statements are what the text is about, unless nothing comes of them.
        let passages = &self.document.passages;
        let weights = self
            .formulas
            .iter()
            .zip(&self.barren)
            .map(|((at, _), barren)| {
                let size = passages[*at].term.size() as f64;
                size * size / f64::from(1 + barren / PATIENT).powi(4)
            });
        let chosen = key.named("formula").draws().weighted(weights);
        let found = self.changed_at(chosen, wanted, strictness);
        self.barren[chosen] = match found {
            Some(_) => 0,
            None => self.barren[chosen] + 1,
        };
        found
    }

    /// The text with this statement changed.
    fn changed_at(&mut self, chosen: usize, wanted: usize, strictness: Strictness) -> Option<Base> {
        let passages = &self.document.passages;
        let (at, candidates) = &mut self.formulas[chosen];
        let at = *at;
        let kept = candidates.next_of(wanted, &mut self.quota, strictness)?;
        let vocabulary = &self.pipeline.rules.vocabulary;
        let recounted = self.running[chosen].as_ref().is_some_and(|index| {
            let others = recounted(&kept.formula.term, index, vocabulary);
            others
                .iter()
                .any(|term| candidates.holds(term, &kept.formula))
        });
        let (term, atoms) = (&kept.formula.term, &kept.formula.atoms);
        let allowed = || {
            let valued = self.valued[chosen].get_or_init(|| self.roles.valued(at));
            valued.as_ref().is_some_and(|v| v.allows(&kept.formula))
        };
        let holds = |under: &Candidates<'_, '_>| under.holds(term, &kept.formula);
        let shown = !recounted
            && !self.assumed[chosen].as_ref().is_some_and(holds)
            && !is_elsewhere(term, &passages[at].term, vocabulary)
            && !self.prose.allows(at, &kept)
            && match &self.premises[chosen] {
                Premise::Free => {
                    let holds = match &kept.change.evidence {
                        Evidence::Refuted(sketch) => sketch.has_source(),
                        _ => true,
                    };
                    (holds || !is_weaker(&kept.formula, &passages[at].term, vocabulary))
                        && !allowed()
                }
                Premise::Kept => true,
                Premise::Of(all) => all.iter().any(|t| t.fails(term, atoms)) && !allowed(),
                Premise::Wider => {
                    let premise = statement_of(self.document, &passages[at]);
                    is_wider(&kept.formula, &premise, vocabulary)
                }
            };
        if !shown {
            self.take_back(&kept.change);
            return None;
        }
        let Kept {
            formula: statement,
            mut change,
            ..
        } = kept;
        let passage = &passages[at];
        let text = match &passage.manner {
            Manner::Sides(sides, _) => self.with_sides(passage, sides, &statement),
            _ => Some(self.with([(&passage.span, statement.source.as_str())])),
        };
        let body = text.and_then(|text| self.body(text));
        let Some(body) = body.filter(|body| self.is_read_as_meant((at, &statement.term), body))
        else {
            self.take_back(&change);
            return None;
        };
        if let Evidence::Refuted(witness) = change.evidence {
            let witness = witness.within(&statement.atoms, body.atoms());
            change.evidence = Evidence::Refuted(witness);
        }
        Some(Base::new(Arc::new(body), change))
    }

    /// The text with other LaTeX in some places, which are in order.
    fn with<'l>(&self, written: impl IntoIterator<Item = (&'l Range<usize>, &'l str)>) -> String {
        let source = &self.document.source;
        let (mut text, mut done) = (String::with_capacity(source.len()), 0);
        for (place, latex) in written {
            text.push_str(&source[done..place.start]);
            if self.document.encoded {
                let escaped = latex.replace('&', "&amp;");
                text.push_str(&escaped.replace('<', "&lt;").replace('>', "&gt;"));
            } else {
                text.push_str(latex);
            }
            done = place.end;
        }
        text.push_str(&source[done..]);
        text
    }

    /// The text with the sides and signs of a statement that are others in a version of it; none where more than
    /// these is another.
    fn with_sides(&self, passage: &Passage, sides: &[Side], version: &Formula) -> Option<String> {
        let vocabulary = &self.pipeline.rules.vocabulary;
        let source = &self.document.source;
        let mut written = Vec::new();
        for other in others((&passage.term, &version.term), sides, vocabulary)? {
            written.push(match other {
                Other::Side(at, _) if sides[at].framed => return None,
                Other::Side(at, new) => {
                    let latex = self.pipeline.plain(new, &version.atoms);
                    (sides[at].place.clone(), latex)
                }
                Other::Sign(before, was, is) => {
                    let between = sides[before].place.end..sides.get(before + 1)?.place.start;
                    resigned(source, between, (was, is))?
                }
            });
        }
        let written = written.iter();
        Some(self.with(written.map(|(place, latex)| (place, latex.as_str()))))
    }

    fn take_back(&mut self, change: &Change) {
        self.quota
            .uncount(&places(&change.strategies, self.pipeline.rules));
    }

    /// The distance and the share of tokens in common.
    fn near(&self, text: &str) -> (u32, f64) {
        let old = distance::tokens(&self.document.source);
        let new = distance::tokens(text);
        (distance::edits(&old, &new), distance::shared(&old, &new))
    }

    /// Whether a text with one formula changed has this read as it is meant and the others as they were: `$FV = 1000$`
    /// where the changed one alone told that `FV` is a name.
    fn is_read_as_meant(&self, changed: (usize, &Term), body: &Subject) -> bool {
        let Subject::Text { prepared, .. } = body else {
            return true;
        };
        let told = |term: &Term| applied(term, &self.pipeline.rules.vocabulary);
        let passages = self.document.passages.iter();
        let mut pairs = passages.zip(&prepared.document.passages).enumerate();
        pairs.all(|(at, (old, new))| match at == changed.0 {
            true => told(changed.1) == told(&new.term),
            false => old.term.size() == new.term.size(),
        })
    }

    /// All ways to write a text that is not there yet.
    fn body(&mut self, text: String) -> Option<Subject> {
        if !self.seen.insert(text.clone()) {
            return None;
        }
        let pipeline = self.pipeline;
        let compile = &mut self.stats.spent.compile;
        let memo = &self.memo;
        let prepared = timed(compile, || pipeline.prepare_text_with(&text, PROBES, memo)).ok()?;
        Some(prepared.into())
    }

    /// All ways to write a text of the corpus that is not there yet.
    fn stated_body(&mut self, text: String, other: bool) -> Option<Arc<Subject>> {
        if !other {
            return self.body(text).map(Arc::new);
        }
        let stated = self.neighbours.stock.of(&text);
        if !self.seen.insert(text.clone()) {
            return None;
        }
        let pipeline = self.pipeline;
        let memo = Memo::default();
        let made = || pipeline.prepare_text_with(&text, PROBES, &memo).ok();
        let compile = &mut self.stats.spent.compile;
        timed(compile, || stated.subject(|| made().map(Subject::from)))
    }
}

/// As many changes of a statement may fail before others are more likely to be changed.
const PATIENT: u32 = 4;

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
