//! `dataset stats`: what a dataset is made of, as tables and pictures.

use std::fs;

use anyhow::{Context, Result};

use crate::dataset::job::write_whole;
use crate::output::Output;
use crate::picture::rows::{self, Wanted};
use crate::picture::{counts, figures, summary};
use crate::picture_args::Stats;
use crate::{Outcome, interrupt};

/// Runs the command.
///
/// # Errors
/// When rows cannot be read, or files cannot be written.
pub(super) fn run(args: &Stats) -> Result<Outcome> {
    let wanted = Wanted {
        input: &args.rows,
        identity: None,
        sample: 0,
        seed: 0,
    };
    let census = rows::gather(&wanted)?.census;
    if interrupt::asked() {
        return Ok(Outcome::Interrupted);
    }
    let mut output = Output::new(None)?;
    if args.json {
        output.write(format!("{:#}\n", counts::json(&census)).as_bytes())?;
    } else {
        output.write(summary::tables(&census, args.identities).as_bytes())?;
    }
    output.finish()?;
    let Some(directory) = &args.output else {
        return Ok(Outcome::Done);
    };
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot write {}", directory.display()))?;
    for picture in figures::all(&census) {
        let path = directory.join(format!("{}.svg", picture.name));
        write_whole(&path, picture.file().as_bytes())?;
    }
    for (name, table) in counts::csv(&census) {
        write_whole(&directory.join(format!("{name}.csv")), table.as_bytes())?;
    }
    let json = format!("{:#}\n", counts::json(&census));
    write_whole(&directory.join("stats.json"), json.as_bytes())?;
    Ok(Outcome::Done)
}
