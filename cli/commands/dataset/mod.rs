//! `dataset`: training data, made, checked and put together.

mod check;
mod collections;
mod finish;
mod identities;

use anyhow::Result;

use crate::Outcome;
use crate::args::Global;
use crate::dataset::args::{Dataset, DatasetCommand};
use crate::dataset::variants::Which;
use crate::rules::Loaded;

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(
    args: &Dataset,
    global: &Global,
    load: impl FnOnce() -> Result<Loaded>,
) -> Result<Outcome> {
    match &args.command {
        DatasetCommand::Nmf(args) => {
            identities::run(args, global, &load()?, identities::Which::Nmf)
        }
        DatasetCommand::Mfr(args) => {
            identities::run(args, global, &load()?, identities::Which::Mfr)
        }
        DatasetCommand::Mt(args) => collections::run(args, global, &load()?, Which::Mt),
        DatasetCommand::Mf(args) => collections::run(args, global, &load()?, Which::Mf),
        DatasetCommand::Sources(args) => collections::survey(args, global),
        DatasetCommand::Check(args) => check::run(args, global),
        DatasetCommand::Finish(args) => finish::run(args, global),
    }
}
