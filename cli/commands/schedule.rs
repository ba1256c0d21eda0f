//! `schedule`: batches of several tasks in turn, epoch by epoch.

use anyhow::Result;

use crate::args::Global;
use crate::diagnostics::count;
use crate::schedule::{self, Schedule};
use crate::table::{Format, Writer};
use crate::{Outcome, interrupt};

/// Runs the command.
///
/// # Errors
/// Errors of the world, and epochs that the dataset has no false rows for.
pub fn run(args: &Schedule, global: &Global) -> Result<Outcome> {
    interrupt::listen();
    let schema = schedule::schema()?;
    let mut writer = Writer::create(&args.output, &schema, Format::of(&args.output)?, &[])?;
    schedule::rows(args, |row| {
        writer.push(row)?;
        Ok(!interrupt::asked())
    })?;
    if interrupt::asked() {
        return Ok(Outcome::Interrupted);
    }
    let written = writer.finish()?;
    if global.quiet == 0 {
        let (rows, epochs) = (written.rows as usize, args.epochs as usize);
        anstream::eprintln!(
            "mamut-rw: {} in {}",
            count(rows, "row"),
            count(epochs, "epoch")
        );
    }
    Ok(if written.rows == 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}
