//! `corpus`: checking, listing and importing named identities, one subcommand a file.

pub mod check;
mod foreign;
pub mod import;
pub mod list;
pub mod show;
mod written;

use anyhow::Result;

use crate::Outcome;
use crate::args::Global;
use crate::corpus;
use crate::corpus_args::{Corpus, CorpusCommand};
use crate::rules::{self, Loaded};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Corpus, global: &Global) -> Result<Outcome> {
    let rules = || -> Result<Loaded> {
        let loaded = rules::load_with(&global.packs, &global.rules)?;
        super::complain(&loaded, global);
        Ok(loaded)
    };
    let paths = &args.files.corpus;
    let load = || -> Result<_> {
        let identities = corpus::load(paths)?;
        corpus::complain(&identities);
        Ok(identities)
    };
    match &args.command {
        CorpusCommand::Check(check) => check::run(check, paths, global, &rules()?),
        CorpusCommand::List(list) => list::run(list, &load()?.corpus),
        CorpusCommand::Show { id, json } => show::run(id, *json, &load()?.corpus, &rules()?),
        CorpusCommand::Import(import) => import::run(import, global, &rules()?),
    }
}
