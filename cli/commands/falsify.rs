//! `falsify`: look-alikes of formulas that are shown to say something else.

use anyhow::Result;

use super::generate::{Out, write};
use crate::args::{self, Format, Global};
use crate::corpus;
use crate::falsify::{Known, Settings};
use crate::maker::{Falsify, Maker};
use crate::pipeline::Pipeline;
use crate::row::COLUMNS;
use crate::rules::Loaded;
use crate::{Outcome, csv, macros};

/// Runs the command.
///
/// # Errors
/// Errors of the world, and strategies that do not exist.
pub fn run(args: &args::Falsify, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let settings = Settings::new(&args.falsification, &loaded.rules)?;
    let (macros, faulty) = macros::load(&args.input)?;
    let mut pipeline = Pipeline::new(&loaded.rules, &args.search).with_macros(macros);
    pipeline.seed = args.seed;
    pipeline.substitute = !args.no_substitute;
    pipeline.trace = args.trace && args.results.written.format() != Format::Text;
    let identities = corpus::load(&args.falsification.corpus)?;
    corpus::complain(&identities);
    let known = Some(Known::new(&identities.corpus, &pipeline));
    let maker = Maker {
        setup: pipeline.setup(),
        pipeline,
        format: args.results.written.format(),
        most: args.number,
        count: false,
        texts: args.input.text,
        remarks: global.verbose > 0,
        verify: false,
        falsify: Some(Falsify {
            settings,
            known,
            beside: None,
        }),
    };
    let out = Out {
        output: args.results.written.output.as_deref(),
        format: args.results.written.format(),
        jobs: args.results.jobs,
        strict: args.strict,
        stats: args.stats,
    };
    let outcome = write(&maker, &args.input, &out, &csv::line(COLUMNS), global)?;
    Ok(match outcome {
        Outcome::Done if faulty => Outcome::Findings,
        outcome => outcome,
    })
}
