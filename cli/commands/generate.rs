//! `generate`: equivalent versions of formulas.

use std::path::Path;

use anyhow::{Result, bail};
use mamut_printer::Choice;

use crate::args::{self, Format, Global};
use crate::corpus::{self, Identities};
use crate::falsify::{self, Known};
use crate::input;
use crate::maker::{Event, Falsify, Maker};
use crate::output::{Output, Rows, is_broken_pipe};
use crate::pipeline::Pipeline;
use crate::row::COLUMNS;
use crate::rules::{self, Loaded};
use crate::tally::Tally;
use crate::watch::{self, Watch};
use crate::{Outcome, csv, interrupt, macros, parallel};

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
    pipeline.trace = args.trace && args.results.written.format() != Format::Text;
    if args.all {
        pipeline.choice = Choice::All;
    } else if args.uniform {
        pipeline.choice = Choice::Uniform;
    }
    let identities = match args.falsify {
        Some(_) => corpus::load(&args.falsification.corpus)?,
        None => Identities::default(),
    };
    corpus::complain(&identities);
    let falsify = match args.falsify {
        Some(beside) => Some(Falsify {
            settings: falsify::Settings::new(&args.falsification, &loaded.rules)?,
            known: Some(Known::new(&identities.corpus, &pipeline)),
            beside: Some(beside),
        }),
        None => None,
    };
    let maker = Maker {
        setup: pipeline.setup(),
        pipeline,
        format: args.results.written.format(),
        most: if args.all { u64::MAX } else { args.number },
        count: args.count,
        texts: args.input.text,
        remarks: global.verbose > 0,
        verify: args.verify,
        falsify,
    };
    let begin = if args.count {
        csv::line(["source", "count"])
    } else {
        csv::line(COLUMNS)
    };
    let out = Out {
        output: args.results.written.output.as_deref(),
        format: args.results.written.format(),
        jobs: args.results.jobs,
        strict: args.strict,
        stats: args.stats,
    };
    let outcome = write(&maker, &args.input, &out, &begin, global)?;
    Ok(match outcome {
        Outcome::Done if faulty => Outcome::Findings,
        outcome => outcome,
    })
}

/// Where rows go.
pub(super) struct Out<'o> {
    pub(super) output: Option<&'o Path>,
    pub(super) format: Format,
    pub(super) jobs: Option<usize>,
    pub(super) strict: bool,
    /// Whether it is told what became of candidates.
    pub(super) stats: bool,
}

/// Writes the rows of all inputs.
///
/// # Errors
/// Errors of the world.
pub(super) fn write(
    maker: &Maker<'_>,
    input: &args::Input,
    out: &Out<'_>,
    head: &str,
    global: &Global,
) -> Result<Outcome> {
    let items = input::open(input)?;
    let jobs = parallel::jobs(out.jobs);
    let mut writer = Rows::new(Output::new(out.output)?, out.format == Format::Json);
    let mut tally = Tally::new(global);
    let mut stats = falsify::Stats::default();
    interrupt::listen();
    writer.begin()?;
    if out.format == Format::Csv {
        writer.piece(head.as_bytes())?;
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
            Event::Done { place, done } => {
                if let Some(found) = &done.stats {
                    stats.add(found);
                }
                tally.formula(&place, &done.complaints, done.refused, done.remark);
                Ok(())
            }
            Event::Failed(error) => Err(error),
        },
    )?;
    writer.end()?;
    tally.finish();
    if out.stats {
        match out.format {
            Format::Jsonl | Format::Json => anstream::eprintln!("{}", stats.json()),
            Format::Text | Format::Csv => anstream::eprintln!("{}", stats.table()),
        }
    }
    if interrupt::asked() {
        return Ok(Outcome::Interrupted);
    }
    writer.finish()?;
    if maker.most == 0 && !maker.count && global.quiet < 2 {
        anstream::eprintln!("mamut-rw: no version is asked for with -n 0");
    }
    Ok(tally.outcome(out.strict))
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
