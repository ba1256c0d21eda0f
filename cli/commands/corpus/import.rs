//! `corpus import`.
use crate::Outcome;
use crate::args::Global;
use crate::corpus_args::CorpusImport;
use crate::rules::Loaded;
use anyhow::Result;

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(_args: &CorpusImport, _global: &Global, _loaded: &Loaded) -> Result<Outcome> {
    Ok(Outcome::Done)
}
