//! The arguments of `solve`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{Format, Input};

/// `solve`.
#[derive(Args, Debug)]
pub struct Solve {
    #[command(flatten)]
    pub input: Input,
    /// The unknown; otherwise the only symbol, or the only one of the letters x, y, z, t …
    #[arg(long = "for", value_name = "SYMBOL")]
    pub unknown: Option<String>,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,
    /// How many formulas to work on at the same time; the output does not depend on it
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Write to a file, which appears when everything is done
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
