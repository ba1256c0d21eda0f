//! `report`: a page of a dataset with pictures and rows to look at.

use anyhow::Result;

use crate::args::{self, Global};
use crate::diagnostics::count;
use crate::output::Output;
use crate::picture::page::Page;
use crate::picture::rows::{self, Wanted};
use crate::picture_args::Report;
use crate::pipeline::Pipeline;
use crate::rules::Loaded;
use crate::{Outcome, interrupt};

/// Runs the command.
///
/// # Errors
/// When rows cannot be read, or the page cannot be written.
pub fn run(args: &Report, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let wanted = Wanted {
        input: &args.rows,
        identity: args.identity.as_deref(),
        sample: args.sample,
        seed: args.seed,
    };
    let gathered = rows::gather(&wanted)?;
    if interrupt::asked() {
        return Ok(Outcome::Interrupted);
    }
    let search = args::Search::default();
    let pipeline = Pipeline::new(&loaded.rules, &search);
    let page = Page {
        title: gathered.title,
        making: gathered.making,
        census: &gathered.census,
        sample: &gathered.sample,
        left_out: gathered.left_out,
        pipeline: &pipeline,
    };
    let (html, refused) = page.html();
    let mut output = Output::new(args.output.as_deref())?;
    output.write(html.as_bytes())?;
    output.finish()?;
    if global.quiet == 0 && !refused.is_empty() {
        anstream::eprintln!(
            "mamut-rw: shown as LaTeX, since the renderer refuses: {}",
            count(refused.len(), "formula")
        );
    }
    Ok(Outcome::Done)
}
