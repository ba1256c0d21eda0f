//! `generate`: equivalent versions of formulas.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::symbols::Plan;
use mamut_engine::text;
use mamut_printer::{Choice, Grammar, Version, Versions};

use crate::args::{self, Format, Global};
use crate::input::{self, Item, Place};
use crate::output::{Output, Rows, is_broken_pipe};
use crate::parallel::{self, Sender};
use crate::pipeline::{Pipeline, Prepared, Times, refusal};
use crate::row::{COLUMNS, Id, Row, Setup};
use crate::rules::{self, Loaded};
use crate::tally::Tally;
use crate::verify::{Check, TextCheck, Verification};
use crate::watch::{self, Watch};
use crate::{Outcome, csv, interrupt, macros};

/// Rows are passed on in pieces of about this many bytes.
const PIECE: usize = 1 << 16;

/// What a worker reports.
enum Event {
    /// Rows, ready to be written.
    Rows { bytes: Vec<u8>, rows: u64 },
    /// A formula is done.
    Done {
        place: Place,
        complaints: Vec<Diagnostic>,
        refused: Option<String>,
        remark: Option<String>,
    },
    /// The input ends with an error.
    Failed(anyhow::Error),
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &args::Generate, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let mut pipeline = Pipeline::new(&loaded.rules, &args.search);
    let (macros, faulty) = macros::load(&args.input)?;
    pipeline = pipeline.with_macros(macros);
    pipeline.seed = args.seed;
    if let (true, Some(target)) = (args.verify, &loaded.rules.target) {
        bail!(
            "--verify reads LaTeX; what is written for {} is not read",
            target.name
        );
    }
    pipeline.substitute = !args.no_substitute;
    pipeline.trace = args.trace && args.format != Format::Text;
    if args.all {
        pipeline.choice = Choice::All;
    } else if args.uniform {
        pipeline.choice = Choice::Uniform;
    }
    let maker = Maker {
        setup: pipeline.setup(),
        pipeline,
        format: args.format,
        most: if args.all { u64::MAX } else { args.number },
        count: args.count,
        texts: args.input.text,
        remarks: global.verbose > 0,
        verify: args.verify,
    };
    let items = input::open(&args.input)?;
    let jobs = args
        .jobs
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
        .max(1);
    let mut writer = Rows::new(
        Output::new(args.output.as_deref())?,
        args.format == Format::Json,
    );
    let mut tally = Tally::new(global);
    interrupt::listen();
    writer.begin()?;
    if args.format == Format::Csv {
        let names = if args.count {
            csv::line(["source", "count"])
        } else {
            csv::line(COLUMNS)
        };
        writer.piece(names.as_bytes())?;
    }
    parallel::ordered(
        items,
        jobs,
        |item, send| maker.make(item, send),
        |event| match event {
            Event::Rows { bytes, rows } => {
                tally.rows(rows);
                writer.piece(&bytes)
            }
            Event::Done {
                place,
                complaints,
                refused,
                remark,
            } => {
                tally.formula(&place, &complaints, refused, remark);
                Ok(())
            }
            Event::Failed(error) => Err(error),
        },
    )?;
    writer.end()?;
    tally.finish();
    if interrupt::asked() {
        return Ok(Outcome::Interrupted);
    }
    writer.finish()?;
    Ok(match tally.outcome(args.strict) {
        Outcome::Done if faulty => Outcome::Findings,
        outcome => outcome,
    })
}

/// Generates, and again whenever a rule file or an input file changes.
///
/// # Errors
/// When there is nothing to watch.
pub fn watch(args: &args::Generate, global: &Global) -> Result<Outcome> {
    let paths: Vec<_> = global.rules.iter().chain(&args.input.file).collect();
    anyhow::ensure!(
        !paths.is_empty(),
        "nothing to watch: name rule files with --rules, or input files with --file"
    );
    anyhow::ensure!(
        !args.input.formulas.iter().any(|formula| formula == "-"),
        "stdin cannot be read again: name formulas or files"
    );
    let mut watch = Watch::new(&paths);
    loop {
        let generated = rules::load_with(&global.packs, &global.rules).and_then(|loaded| {
            super::complain(&loaded, global);
            run(args, global, &loaded)
        });
        match generated {
            Err(error) if is_broken_pipe(&error) => return Err(error),
            Err(error) => anstream::eprintln!("mamut-rw: {error:#}"),
            Ok(_) => {}
        }
        match watch.next_change() {
            Some(changed) => {
                anstream::eprintln!("\nmamut-rw: {} changed", watch::name(&changed));
            }
            None => return Ok(Outcome::Interrupted),
        }
    }
}

/// Makes the rows of one formula.
struct Maker<'r> {
    pipeline: Pipeline<'r>,
    setup: Setup,
    format: Format,
    most: u64,
    count: bool,
    /// Whether every input is a text.
    texts: bool,
    remarks: bool,
    /// Whether versions are evaluated beside their source.
    verify: bool,
}

/// A formula or a text, ready to be written.
struct Work<'p> {
    source: &'p str,
    is_text: bool,
    grammar: &'p Grammar,
    plan: &'p Plan,
}

impl Maker<'_> {
    fn make(&self, item: Result<Item>, send: &mut Sender<'_, Event>) {
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
                });
                return;
            }
        };
        let work = Work {
            source: &prepared.formula.source,
            is_text: false,
            grammar: &prepared.grammar,
            plan: &prepared.plan,
        };
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
            self.rows(&work, self.pipeline.versions(&prepared), checked, send)
        };
        let classes = prepared.saturated.forest.classes.len();
        let remark = self.remarks.then(|| {
            let mut said = remark(&work, classes, prepared.times, rows);
            if prepared.doubtful {
                said += "; forms that read as something else are left out";
            }
            said
        });
        let nothing = rows == 0 && prepared.doubtful && !self.count && !interrupt::asked();
        let refused = nothing.then(|| "all that is written of it reads as something else".into());
        let refused = refused.or_else(|| self.unwritten(&prepared));
        let complaints = [prepared.formula.complaints, prepared.saturated.notes].concat();
        send(Event::Done {
            place,
            complaints,
            refused,
            remark,
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
                });
                return;
            }
        };
        let work = Work {
            source: &prepared.document.source,
            is_text: true,
            grammar: &prepared.grammar,
            plan: &prepared.plan,
        };
        let mut refused = None;
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
            let versions = self.pipeline.text_versions(&prepared);
            self.rows(&work, versions, checked.map(Verification::Text), send)
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
        });
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
        mut versions: Versions<'_>,
        mut checked: Option<Verification<'_>>,
        send: &mut Sender<'_, Event>,
    ) -> u64 {
        let (mut bytes, mut held, mut index) = (Vec::new(), 0, 0);
        while index < self.most && !interrupt::asked() {
            let Some(version) = versions.next_version() else {
                break;
            };
            if let Some(checked) = &mut checked
                && let Err(error) = checked.check(version.text, version.names, &self.used(&version))
            {
                send(Event::Failed(error));
                return index;
            }
            match self.format {
                Format::Text => {
                    bytes.extend_from_slice(version.text.as_bytes());
                    bytes.push(b'\n');
                }
                Format::Csv => self.row(work, &version, index).csv(&mut bytes),
                Format::Jsonl | Format::Json => {
                    if self.format == Format::Json && held > 0 {
                        bytes.extend_from_slice(b",\n");
                    }
                    let row = self.row(work, &version, index);
                    // Writing plain data to memory cannot fail.
                    let _ = serde_json::to_writer(&mut bytes, &row);
                    if self.format == Format::Jsonl {
                        bytes.push(b'\n');
                    }
                }
            }
            index += 1;
            held += 1;
            // The first row goes out at once.
            if bytes.len() > PIECE || index == 1 {
                let full = std::mem::take(&mut bytes);
                if !send(Event::Rows {
                    bytes: full,
                    rows: held,
                }) {
                    return index;
                }
                held = 0;
            }
        }
        if held > 0 {
            send(Event::Rows { bytes, rows: held });
        }
        index
    }

    /// The syntax of the versions, when it is not LaTeX.
    fn target(&self) -> Option<&str> {
        self.pipeline.rules.target.as_ref().map(|t| t.name.as_str())
    }

    /// The ids of the rules of a version, each once.
    fn used(&self, version: &Version<'_>) -> Vec<&str> {
        let rules = &self.pipeline.rules.equivalences;
        let ids = version
            .trace
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
        let used = self.used(version);
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
            notations: version
                .trace
                .forms
                .iter()
                .map(|form| work.grammar.form_id(*form))
                .filter(|id| !id.is_empty())
                .map(str::to_owned)
                .collect(),
            verdict: "derived".to_owned(),
            witness: None,
            identity: None,
            name: None,
            seed: *seed,
            index,
            target: self.target().map(str::to_owned),
        }
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
