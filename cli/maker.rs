//! Rows of formulas and texts: equivalent versions, falsified ones, or both.

use std::collections::BTreeMap;

use anyhow::Result;
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::symbols::Plan;
use mamut_engine::text;
use mamut_printer::{Grammar, Trace, Version, Versions};

use crate::args::Format;
use crate::falsify::stream::{self, Stream};
use crate::falsify::{self, Candidates, Neighbours, Source, Texts};
use crate::input::{Item, Place};
use crate::parallel::Sender;
use crate::pipeline::{Pipeline, Prepared, Times, refusal};
use crate::row::{Id, Row, Setup};
use crate::verify::{Check, TextCheck, Verification};
use crate::{csv, interrupt};

/// Rows are passed on in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

/// What a worker reports.
pub enum Event {
    /// Rows, ready to be written.
    Rows { bytes: Vec<u8>, rows: u64 },
    /// A formula is done.
    Done {
        place: Place,
        complaints: Vec<Diagnostic>,
        refused: Option<String>,
        remark: Option<String>,
        /// What became of candidates for falsified versions.
        stats: Option<Box<falsify::Stats>>,
    },
    /// The input ends with an error.
    Failed(anyhow::Error),
}

/// Makes the rows of one formula.
pub struct Maker<'r> {
    pub pipeline: Pipeline<'r>,
    pub setup: Setup,
    pub format: Format,
    /// How many equivalent versions of each input, or false ones when these are asked for alone.
    pub most: u64,
    pub count: bool,
    /// Whether every input is a text.
    pub texts: bool,
    pub remarks: bool,
    /// Whether versions are evaluated beside their source.
    pub verify: bool,
    pub falsify: Option<Falsify<'r>>,
}

/// Which falsified versions are asked for.
pub struct Falsify<'c> {
    pub settings: falsify::Settings,
    /// The named identities.
    pub known: Option<falsify::Known<'c>>,
    /// How many for each equivalent version; none for falsified versions alone.
    pub beside: Option<u64>,
}

/// A formula or a text, ready to be written.
struct Work<'p> {
    source: &'p str,
    is_text: bool,
    grammar: &'p Grammar,
    plan: &'p Plan,
    /// The id and the name of the identity that it states.
    identity: Option<(String, String)>,
}

impl Maker<'_> {
    /// Makes the rows of one input.
    pub fn make(&self, item: Result<Item>, send: &mut Sender<'_, Event>) {
        let item = match item {
            Ok(item) => item,
            Err(error) => {
                send(Event::Failed(error));
                return;
            }
        };
        if let Some(broken) = item.broken {
            send(Event::Done {
                place: item.place,
                refused: Some(broken.message.clone()),
                complaints: vec![broken],
                remark: None,
                stats: None,
            });
            return;
        }
        let Item { latex, place, .. } = item;
        let is_text = self.texts || text::is_text(&latex);
        if let (true, Some(target)) = (is_text, self.target()) {
            let refused = format!("texts are written in LaTeX alone, not for {target}");
            send(Event::Done {
                place,
                complaints: Vec::new(),
                refused: Some(refused),
                remark: None,
                stats: None,
            });
            return;
        }
        if is_text {
            let source = place.text.clone();
            self.text(&source, Place { start: 0, ..place }, send);
            return;
        }
        let prepared = match self.pipeline.prepare(&latex) {
            Ok(prepared) => prepared,
            Err(formula) => {
                let refused = refusal(&formula);
                send(Event::Done {
                    place,
                    complaints: formula.complaints,
                    refused,
                    remark: None,
                    stats: None,
                });
                return;
            }
        };
        let work = Work {
            source: &prepared.formula.source,
            is_text: false,
            grammar: &prepared.grammar,
            plan: &prepared.plan,
            identity: None,
        };
        let mut stats = None;
        let mut hopeless = None;
        let rows = if self.count {
            let count = match self.pipeline.count(&prepared) {
                (count, true) => count.to_string(),
                (most, false) => format!("at most {most}"),
            };
            self.counted(work.source, &count, send)
        } else {
            let checked = self
                .verify
                .then(|| Check::new(&self.pipeline, &prepared.formula));
            let checked = checked.map(|check| Verification::Formula(Box::new(check)));
            let versions = self.pipeline.versions(&prepared);
            match &self.falsify {
                None => self.rows(&work, Some((versions, checked)), None, send),
                Some(asked) => {
                    let formula = &prepared.formula;
                    let neighbours = self.neighbours(&formula.source);
                    let settings = &asked.settings;
                    let candidates = Candidates::new(
                        &self.pipeline,
                        formula,
                        Vec::new(),
                        neighbours.clone(),
                        settings,
                    );
                    let source = Source::Formula(Box::new(candidates), &self.pipeline);
                    let versions = asked.beside.map(|_| (versions, checked));
                    let (rows, why, found) =
                        self.false_rows(&work, source, neighbours, versions, send);
                    hopeless = why;
                    stats = Some(Box::new(found));
                    rows
                }
            }
        };
        let classes = prepared.saturated.forest.classes.len();
        let remark = self.remarks.then(|| {
            let mut said = remark(&work, classes, prepared.times, rows);
            if prepared.doubtful {
                said += "; forms that read as something else are left out";
            }
            said
        });
        let nothing = rows == 0 && !self.count && !interrupt::asked();
        let refused = hopeless
            .or_else(|| {
                let said = "all that is written of it reads as something else";
                (nothing && prepared.doubtful).then(|| said.to_owned())
            })
            .or_else(|| self.unwritten(&prepared))
            .or_else(|| {
                let said = "no change that can be shown to be false was found";
                (nothing && self.falsify.is_some()).then(|| said.to_owned())
            });
        let complaints = [prepared.formula.complaints, prepared.saturated.notes].concat();
        send(Event::Done {
            place,
            complaints,
            refused,
            remark,
            stats,
        });
    }

    /// What a target lacks to write a formula.
    fn unwritten(&self, prepared: &Prepared) -> Option<String> {
        let target = self.target()?;
        let (forest, atoms) = (&prepared.saturated.forest, &prepared.formula.atoms);
        prepared.grammar.is_empty().then(|| {
            let lacking = self.pipeline.printer.unwritten(forest, atoms);
            format!("{target} has no notation for {}", lacking.join(", "))
        })
    }

    fn text(&self, source: &str, place: Place, send: &mut Sender<'_, Event>) {
        let prepared = match self.pipeline.prepare_text(source) {
            Ok(prepared) => prepared,
            Err(document) => {
                send(Event::Done {
                    place,
                    complaints: document.complaints,
                    refused: Some("no formula is in the text".to_owned()),
                    remark: None,
                    stats: None,
                });
                return;
            }
        };
        let work = Work {
            source: &prepared.document.source,
            is_text: true,
            grammar: &prepared.grammar,
            plan: &prepared.plan,
            identity: None,
        };
        let (mut refused, mut stats) = (None, None);
        let rows = if self.count {
            match self.pipeline.count_text(&prepared) {
                Some(count) => self.counted(source, &count.to_string(), send),
                None => {
                    refused =
                        Some("a text with too many versions to list is not counted".to_owned());
                    0
                }
            }
        } else {
            let checked = self
                .verify
                .then(|| TextCheck::new(&self.pipeline, &prepared));
            let checked = checked.map(Verification::Text);
            let versions = self.pipeline.text_versions(&prepared);
            match &self.falsify {
                None => self.rows(&work, Some((versions, checked)), None, send),
                Some(asked) => {
                    let neighbours = self.neighbours(source);
                    let document = &prepared.document;
                    let all = falsify::source::statements(document, &self.pipeline);
                    let texts = Texts::new(
                        &self.pipeline,
                        document,
                        &all,
                        neighbours.clone(),
                        &asked.settings,
                    );
                    let versions = asked.beside.map(|_| (versions, checked));
                    let source = Source::Text(Box::new(texts));
                    let (rows, why, found) =
                        self.false_rows(&work, source, neighbours, versions, send);
                    refused = why.or_else(|| {
                        let said = "no change that can be shown to be false was found";
                        (rows == 0 && !interrupt::asked()).then(|| said.to_owned())
                    });
                    stats = Some(Box::new(found));
                    rows
                }
            }
        };
        let classes = prepared.forest.classes.len();
        let remark = self
            .remarks
            .then(|| remark(&work, classes, prepared.times, rows));
        let complaints = [prepared.document.complaints, prepared.notes].concat();
        send(Event::Done {
            place,
            complaints,
            refused,
            remark,
            stats,
        });
    }

    /// What the corpus knows of a source.
    fn neighbours(&self, source: &str) -> Neighbours {
        let known = self.falsify.as_ref().and_then(|f| f.known.as_ref());
        known.map_or_else(Neighbours::default, |known| {
            known.of(source, &self.pipeline)
        })
    }

    /// Rows with falsified ones among them, why there are none, and what became of candidates.
    fn false_rows(
        &self,
        work: &Work<'_>,
        source: Source<'_, '_>,
        neighbours: Neighbours,
        versions: Option<(Versions<'_>, Option<Verification<'_>>)>,
        send: &mut Sender<'_, Event>,
    ) -> (u64, Option<String>, falsify::Stats) {
        let settings = self.falsify.as_ref().map(|f| &f.settings);
        let undecided = settings.is_some_and(|s| s.keep_unknown);
        if let Some(why) = source.hopeless().filter(|_| !undecided) {
            let said = format!("nothing can be told apart from it: {why}");
            return (0, Some(said), falsify::Stats::default());
        }
        let nearest = settings.is_some_and(|s| s.nearest);
        let mut stream = Stream::new(&self.pipeline, source, nearest, work.source);
        let work = Work {
            identity: neighbours.identity,
            ..*work
        };
        let rows = self.rows(&work, versions, Some(&mut stream), send);
        (rows, None, stream.stats())
    }

    fn counted(&self, source: &str, count: &str, send: &mut Sender<'_, Event>) -> u64 {
        let bytes = match self.format {
            Format::Text => format!("{count}\n"),
            // A number that JSON readers keep exactly is a string here.
            Format::Jsonl => format!(
                "{}\n",
                serde_json::json!({"source": source, "count": count})
            ),
            Format::Csv => csv::line([source, count]),
            Format::Json => serde_json::json!({"source": source, "count": count}).to_string(),
        };
        send(Event::Rows {
            bytes: bytes.into_bytes(),
            rows: 1,
        });
        1
    }

    fn rows(
        &self,
        work: &Work<'_>,
        mut versions: Option<(Versions<'_>, Option<Verification<'_>>)>,
        mut falsified: Option<&mut Stream<'_, '_>>,
        send: &mut Sender<'_, Event>,
    ) -> u64 {
        let mut piece = Piece {
            format: self.format,
            bytes: Vec::new(),
            held: 0,
            all: 0,
            send,
        };
        let (mut index, mut wrong) = (0, 0);
        while index < self.most && !interrupt::asked() {
            let beside = match &mut versions {
                None => 1,
                Some((versions, checked)) => {
                    let Some(version) = versions.next_version() else {
                        break;
                    };
                    if let Some(checked) = checked
                        && let Err(error) =
                            checked.check(version.text, version.names, &self.used(version.trace))
                    {
                        piece.flush();
                        (piece.send)(Event::Failed(error));
                        return piece.all;
                    }
                    if !piece.add(version.text, || self.row(work, &version, index)) {
                        return piece.all;
                    }
                    self.falsify.as_ref().and_then(|f| f.beside).unwrap_or(0)
                }
            };
            index += 1;
            let Some(stream) = &mut falsified else {
                continue;
            };
            for _ in 0..beside {
                let mut wanted = true;
                let more = stream.next(|version| {
                    wanted = piece.add(version.text, || self.false_row(work, version, wrong));
                });
                if !wanted || !more {
                    piece.flush();
                    return piece.all;
                }
                wrong += 1;
            }
        }
        piece.flush();
        piece.all
    }

    /// The syntax of the versions, when it is not LaTeX.
    fn target(&self) -> Option<&str> {
        self.pipeline.rules.target.as_ref().map(|t| t.name.as_str())
    }

    /// The ids of the rules of a version, each once.
    fn used(&self, trace: &Trace) -> Vec<&str> {
        let rules = &self.pipeline.rules.equivalences;
        let ids = trace
            .rules
            .iter()
            .map(|rule| rules[*rule as usize].id.as_str());
        let mut used: Vec<&str> = ids.collect();
        used.sort_unstable();
        used.dedup();
        used
    }

    fn row(&self, work: &Work<'_>, version: &Version<'_>, index: u64) -> Row {
        let Pipeline {
            seed, substitute, ..
        } = &self.pipeline;
        let used = self.used(version.trace);
        Row {
            id: Id::new(work.source, self.setup, *seed, index).to_string(),
            source: work.source.to_owned(),
            text: version.text.to_owned(),
            label: true,
            is_text: work.is_text,
            substitution: if *substitute {
                work.plan.substitution(version.names)
            } else {
                BTreeMap::new()
            },
            rules: used.into_iter().map(str::to_owned).collect(),
            strategies: Vec::new(),
            notations: forms(work.grammar, version.trace),
            verdict: "derived".to_owned(),
            witness: None,
            identity: work.identity.as_ref().map(|(id, _)| id.clone()),
            name: work.identity.as_ref().map(|(_, name)| name.clone()),
            seed: *seed,
            index,
            target: self.target().map(str::to_owned),
            distance: None,
            shared: None,
        }
    }

    fn false_row(&self, work: &Work<'_>, version: &stream::False<'_>, index: u64) -> Row {
        let base = version.base;
        let setup = Setup {
            choice: 'f',
            rules: self.setup.rules ^ self.falsify.as_ref().map_or(0, |f| f.settings.hash()),
            ..self.setup
        };
        let mut row = Row {
            id: Id::new(work.source, setup, self.pipeline.seed, index).to_string(),
            source: work.source.to_owned(),
            text: version.text.to_owned(),
            label: false,
            is_text: work.is_text,
            substitution: BTreeMap::new(),
            rules: self
                .used(version.trace)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            strategies: base.strategies.clone(),
            notations: forms(base.body.grammar(), version.trace),
            verdict: base.verdict().to_owned(),
            witness: base.witness(version.names),
            identity: work.identity.as_ref().map(|(id, _)| id.clone()),
            name: work.identity.as_ref().map(|(_, name)| name.clone()),
            seed: self.pipeline.seed,
            index,
            target: self.target().map(str::to_owned),
            distance: Some(base.distance),
            shared: Some((base.shared * 1000.0).round() / 1000.0),
        };
        if self.pipeline.substitute {
            // New symbols are none of the source's.
            row.substitution = base.body.plan().substitution(version.names);
        }
        row
    }
}

/// The ids of the notations that were used.
fn forms(grammar: &Grammar, trace: &Trace) -> Vec<String> {
    trace
        .forms
        .iter()
        .map(|form| grammar.form_id(*form))
        .filter(|id| !id.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Rows on their way out.
struct Piece<'p, 's> {
    format: Format,
    bytes: Vec<u8>,
    held: u64,
    all: u64,
    send: &'p mut Sender<'s, Event>,
}

impl Piece<'_, '_> {
    /// Adds a row; false when nobody wants more.
    fn add(&mut self, text: &str, row: impl FnOnce() -> Row) -> bool {
        match self.format {
            Format::Text => {
                self.bytes.extend_from_slice(text.as_bytes());
                self.bytes.push(b'\n');
            }
            Format::Csv => row().csv(&mut self.bytes),
            Format::Jsonl | Format::Json => {
                if self.format == Format::Json && self.held > 0 {
                    self.bytes.extend_from_slice(b",\n");
                }
                // Writing plain data to memory cannot fail.
                let _ = serde_json::to_writer(&mut self.bytes, &row());
                if self.format == Format::Jsonl {
                    self.bytes.push(b'\n');
                }
            }
        }
        self.held += 1;
        self.all += 1;
        // The first row goes out at once.
        if self.bytes.len() > PIECE || self.all == 1 {
            return self.flush();
        }
        true
    }

    /// Sends what is held; false when nobody wants more.
    fn flush(&mut self) -> bool {
        if self.held == 0 {
            return true;
        }
        let (bytes, rows) = (std::mem::take(&mut self.bytes), self.held);
        self.held = 0;
        (self.send)(Event::Rows { bytes, rows })
    }
}

/// What was done for a formula, for those who ask.
fn remark(work: &Work<'_>, classes: usize, times: Times, rows: u64) -> String {
    let (nonterminals, productions) = work.grammar.size();
    format!(
        "{rows} rows; {classes} classes, {nonterminals} nonterminals, {productions} productions; read {:.1} ms, saturated {:.1} ms, compiled {:.1} ms",
        times.read.as_secs_f64() * 1e3,
        times.saturate.as_secs_f64() * 1e3,
        times.compile.as_secs_f64() * 1e3,
    )
}
