//! `tokens`: what a vocabulary lacks for the formulas of a dataset.

use std::collections::BTreeSet;

use anyhow::Result;

use crate::Outcome;
use crate::output::Output;
use crate::tokens::{Tokens, frequent, vocabulary};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Tokens) -> Result<Outcome> {
    let known = args.vocabulary.as_deref().map(vocabulary).transpose()?;
    let known = known.unwrap_or_else(BTreeSet::new);
    let tokens = frequent(args.passages.read()?, &known, args.number)?;
    let mut output = Output::new(args.output.as_deref())?;
    for (token, count) in &tokens {
        let line = match args.counts {
            true => format!("{count}\t{token}\n"),
            false => format!("{token}\n"),
        };
        output.write(line.as_bytes())?;
    }
    output.finish()?;
    Ok(if tokens.is_empty() {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}
