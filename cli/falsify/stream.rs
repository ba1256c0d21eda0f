//! Falsified versions of one source: a pool of falsehoods that grows, each written again and again.

use std::collections::BTreeMap;

use mamut_engine::choice::Key;
use mamut_engine::eval::effort;
use mamut_engine::symbols::Names;
use mamut_printer::{Pen, Seen, Trace};

use super::base::Base;
use super::neighbours::Neighbours;
use super::pace::Pace;
use super::quota::Strictness;
use super::settings::Settings;
use super::source::Source;
use super::stats::Stats;
use super::supply::Supply;
use crate::pipeline::Pipeline;
use crate::row::{Strategy, Witness};
use crate::subject::Subject;

/// How often a falsehood is tried in a round before it is passed over.
const TRIES: u32 = 24;
/// How often names of the kind that is asked for are insisted on.
const INSISTED: u32 = 6;
/// How often choices take no notice of weights, step by step.
const STEPS: [f64; 4] = [0.0, 0.125, 0.5, 1.0];
/// The next step is taken after so many forms that were there already; after the last one a
/// falsehood has no more.
const REPEATED: u32 = 32;
/// As many forms may read as something else in a row before a falsehood is given up.
const PATIENCE: u32 = 12;

/// One falsified version, borrowed until the next one is made.
pub struct False<'v> {
    /// What it is a form of.
    pub base: &'v Base,
    /// The LaTeX.
    pub text: &'v str,
    /// The names used.
    pub names: &'v Names,
    /// What it is made of.
    pub trace: &'v Trace,
}

impl False<'_> {
    /// What was done, in order.
    pub fn strategies(&self) -> &[Strategy] {
        &self.base.change.strategies
    }
    /// How it is known that it is false: `refuted`, `authored`, `other`, `unknown`.
    pub const fn verdict(&self) -> &'static str {
        self.base.verdict()
    }
    /// A point at which it says something else than its source, under its own names.
    pub fn witness(&self) -> Option<Witness> {
        let sketch = self.base.witness();
        sketch.map(|sketch| sketch.under(self.names))
    }
    /// Symbols that were renamed, with their new names; symbols that the source has not among them.
    pub fn substitution(&self) -> BTreeMap<String, String> {
        self.base.body.plan().substitution(self.names)
    }
}

/// Says of falsehoods whether they are none.
pub type Refused<'c> = Box<dyn Fn(&Base) -> bool + 'c>;

/// A falsehood and how far it has been written.
struct Member {
    base: Base,
    key: Key,
    /// How many forms were drawn.
    drawn: u64,
    /// Which of [`STEPS`] it has come to, and how many forms repeated others since.
    step: usize,
    repeated: u32,
    /// How many forms in a row read as something else.
    refused: u32,
    /// Whether a form was given away.
    given: bool,
}

/// The falsified versions of a source, all different, in an order that depends on source, rules,
/// settings and seed alone.
///
/// Falsehoods take turns. The first round writes each once, later ones several times in a row, and each
/// round adds some.
pub struct Stream<'c, 'r> {
    pipeline: &'c Pipeline<'r>,
    source: Source<'c, 'r>,
    nearest: bool,
    renamed: f64,
    /// Which falsehoods are none after all.
    refused: Option<Refused<'c>>,
    key: Key,
    seen: Seen,
    pool: Vec<Member>,
    pen: Pen,
    /// Which falsehood comes next, and how often it was written in this round.
    at: usize,
    written: u32,
    pace: Pace,
    /// Whether anything was written in this round.
    fruitful: bool,
    /// Whether the round before wrote nothing, so that falsehoods are needed whatever they cost.
    starved: bool,
    /// Whether there are no more falsehoods.
    dry: bool,
    /// Whether shares of strategies matter no longer: there is nothing else to be had.
    relaxed: bool,
}

impl<'c, 'r> Stream<'c, 'r> {
    /// Starts a stream.
    ///
    /// # Errors
    /// Why nothing can be told apart from the source.
    pub fn new(
        pipeline: &'c Pipeline<'r>,
        subject: &'c Subject,
        neighbours: Neighbours,
        settings: &'c Settings,
    ) -> Result<Self, String> {
        let source = Source::new(subject, pipeline, neighbours, settings);
        if let Some(why) = source.hopeless().filter(|_| !settings.keep_unknown) {
            return Err(format!("nothing can be told apart from it: {why}"));
        }
        let names = subject.plan().source_names();
        Ok(Self {
            pipeline,
            source,
            nearest: settings.nearest,
            renamed: settings.renamed,
            refused: None,
            key: Key::seed(pipeline.seed)
                .named("false")
                .named(subject.source()),
            seen: Seen::default(),
            pool: Vec::new(),
            pen: Pen::new(subject.grammar(), names, pipeline.trace),
            at: 0,
            written: 0,
            pace: Pace::new(Supply::default()),
            fruitful: false,
            starved: false,
            dry: false,
            relaxed: false,
        })
    }

    /// Makes falsehoods by another measure; before the first version.
    #[must_use]
    pub fn supplied(mut self, supply: Supply) -> Self {
        self.pace = Pace::new(supply);
        self
    }

    /// Leaves out falsehoods that somebody else knows to be none.
    #[must_use]
    pub fn refusing(mut self, refused: Refused<'c>) -> Self {
        self.refused = Some(refused);
        self
    }

    /// How many falsehoods there have been.
    pub const fn falsehoods(&self) -> u64 {
        self.pace.made
    }

    /// What the falsehoods cost, about in microseconds, as it is reckoned.
    pub const fn cost(&self) -> u64 {
        self.pace.cost
    }

    /// What became of the candidates so far.
    pub fn stats(&self) -> Stats {
        self.source.stats()
    }

    /// The next version; none when there are no more.
    pub fn next_version(&mut self) -> Option<False<'_>> {
        self.next_named(None)
    }

    /// The next version, with other names than its source when it is to be `renamed`, or with the
    /// same; where it has none of either kind left, with names as they come.
    pub fn next_named(&mut self, renamed: Option<bool>) -> Option<False<'_>> {
        loop {
            if self.at >= self.pool.len() && !self.grow() {
                if !self.begin() {
                    return None;
                }
                continue;
            }
            let at = self.at;
            let found = self.write(at, renamed);
            self.written += 1;
            if !found || self.written >= self.pace.batch() {
                (self.at, self.written) = (at + 1, 0);
            }
            if found {
                self.fruitful = true;
                let version = self.pen.version();
                return Some(False {
                    base: &self.pool[at].base,
                    text: version.text,
                    names: version.names,
                    trace: version.trace,
                });
            }
        }
    }

    /// Begins the next round; false when the last one gave nothing and there is nothing else.
    fn begin(&mut self) -> bool {
        if !self.fruitful && self.dry {
            if self.relaxed {
                return false;
            }
            (self.relaxed, self.dry) = (true, false);
        }
        self.starved = !std::mem::take(&mut self.fruitful);
        self.pool.retain(|member| member.step < STEPS.len());
        self.at = 0;
        let excess = self.pace.begin(self.pool.len());
        if !self.dry {
            self.pool.drain(..excess);
        }
        true
    }

    /// Adds falsehoods; false when the round has its number, or when there are no more.
    fn grow(&mut self) -> bool {
        let start = self.pool.len();
        while !self.dry && self.pace.allows(self.seen.len() as u64, self.starved) {
            let before = effort();
            let strictness = match self.relaxed {
                true => Strictness::None,
                false if self.pace.is_young() => Strictness::Open,
                false => Strictness::All,
            };
            let mut base = self.source.next_base(strictness);
            self.dry = base.is_none();
            let refused = self.refused.as_ref();
            if let Some(none) = base.take_if(|base| refused.is_some_and(|is| is(base))) {
                self.source.take_back(&none.change);
            }
            let productions = base.as_ref().map(|base| base.body.grammar().size().1);
            self.pool.extend(base.map(|base| Member {
                base,
                key: self.key.at(self.pace.made),
                drawn: 0,
                step: 0,
                repeated: 0,
                refused: 0,
                given: false,
            }));
            self.pace.count(effort() - before, productions);
            if !self.nearest && self.pool.len() > start {
                break;
            }
        }
        if self.nearest {
            self.pool[start..].sort_by_key(|member| member.base.change.distance);
        }
        self.pool.len() > start
    }

    /// Writes a form of a falsehood that is not there yet; false when none was found.
    fn write(&mut self, at: usize, asked: Option<bool>) -> bool {
        let Member {
            base,
            key,
            drawn,
            step,
            repeated,
            refused,
            given,
        } = &mut self.pool[at];
        self.pen.take_up(base.body.plan().own_names());
        for nth in 0..TRIES {
            let Some(flat) = STEPS.get(*step) else {
                return false;
            };
            let plan = base.body.plan();
            let place = key.at(*drawn);
            *drawn += 1;
            // What is asked for may not exist, or no more.
            let asked = asked.filter(|_| nth < INSISTED);
            let renamed = asked.unwrap_or_else(|| place.named("renamed").unit() < self.renamed);
            if self.pipeline.substitute && renamed {
                self.pen.draw(base.body.grammar(), Some(plan), place, *flat);
            } else {
                self.pen.take_up(plan.own_names());
                self.pen.draw(base.body.grammar(), None, place, *flat);
            }
            if asked == Some(true) && self.pen.names() == plan.own_names() {
                continue;
            }
            if !self.seen.insert(self.pen.text()) {
                // Forms under the names of the source are few, and no sign that there are no others.
                *repeated += u32::from(asked != Some(false));
                if *repeated >= REPEATED {
                    (*repeated, *step) = (0, *step + 1);
                }
                continue;
            }
            let (text, names) = (self.pen.text(), self.pen.names());
            let read = self.source.read(text);
            let said = base.is_said_by(self.pipeline, (text, names), read.as_ref());
            if said && read.is_none_or(|read| self.source.shows(base, &read, names)) {
                *refused = 0;
                *given = true;
                return true;
            }
            if base.lost {
                *step = STEPS.len();
                if !*given {
                    self.source.take_back(&base.change);
                }
                return false;
            }
            *refused += 1;
            if *refused >= PATIENCE {
                *step = STEPS.len();
            }
        }
        false
    }
}
