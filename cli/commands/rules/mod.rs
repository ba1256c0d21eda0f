//! `rules`: writing, checking, testing and looking at rules, one subcommand a file.

pub mod check;
pub mod doc;
pub mod explain_error;
pub mod fmt;
pub mod list;
pub mod new;
pub mod show;
pub mod stats;
pub mod test;

use anyhow::Result;

use crate::Outcome;
use crate::args::{Global, Rules};
use crate::rules;

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(command: &Rules, global: &Global) -> Result<Outcome> {
    let load = || {
        let loaded = rules::load_for(global.target.as_deref(), &global.packs, &global.rules)?;
        super::complain(&loaded, global);
        Ok::<_, anyhow::Error>(loaded)
    };
    match command {
        Rules::Check(args) => check::run(args, global),
        Rules::Test(args) => test::run(args, global),
        Rules::New(args) => new::run(args, global),
        Rules::List(args) => list::run(args, &load()?),
        Rules::Show { id } => show::run(id, &load()?),
        Rules::Stats(args) => stats::run(args, global),
        Rules::Doc(args) => doc::run(args, global),
        Rules::Fmt(args) => fmt::run(args),
        Rules::ExplainError { id } => explain_error::run(id.as_deref()),
    }
}
