//! The arguments of `dataset mt`, `dataset mf` and `dataset sources`.

use clap::{Args, ValueEnum};

use super::args::{Making, Writing};
use crate::args::{Falsification, Search};
use crate::sources::Sources;

/// More columns, for those who want them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Extra {
    /// Where the formulas are, in characters, without their delimiters
    Spans,
    /// What the formulas look like, as Presentation MathML
    Presentation,
    /// What the formulas say, as Content MathML
    Content,
}

/// `dataset sources`.
#[derive(Args, Debug)]
pub struct Survey {
    #[command(flatten)]
    pub sources: Sources,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// `dataset mt` and `dataset mf`.
#[derive(Args, Debug)]
pub struct Variants {
    #[command(flatten)]
    pub sources: Sources,
    #[command(flatten)]
    pub making: Making,
    /// The most versions of a text or a formula, beside itself
    #[arg(short = 'n', long, default_value_t = 100, value_name = "N")]
    pub number: u64,
    /// Write this many falsified versions after each equivalent one
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub falsify: u64,
    /// More columns
    #[arg(long, value_enum, value_name = "COLUMN", value_delimiter = ',')]
    pub columns: Vec<Extra>,
    /// The seed of all choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub writing: Writing,
    /// The splits and their shares, train=0.9,test=0.1 by default; a thread or an exercise is in
    /// one split with all that belongs to it
    #[arg(long, value_name = "NAME=SHARE", value_delimiter = ',')]
    pub fractions: Vec<String>,
    /// The seed of the splits
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub split_seed: u64,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub falsification: Falsification,
}
