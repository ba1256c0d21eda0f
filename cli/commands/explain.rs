//! `explain`: how one formula follows from another.
use crate::{
    Outcome,
    args::{self, Global},
    rules::Loaded,
};
/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(_: &args::Explain, _: &Global, _: &Loaded) -> anyhow::Result<Outcome> {
    Ok(Outcome::Findings)
}
