//! The arguments of `mask`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::passages::Passages;

/// `mask`.
#[derive(Args, Debug)]
pub struct Mask {
    #[command(flatten)]
    pub passages: Passages,
    /// A WordPiece vocabulary: one token a line (vocab.txt), or tokenizer.json
    #[arg(long, value_name = "FILE")]
    pub vocabulary: PathBuf,
    /// Keep capital letters and accents; only with vocab.txt
    #[arg(long)]
    pub cased: bool,
    /// Which tokens are predicted
    #[arg(long, value_enum, default_value_t = Scheme::Mf, value_name = "SCHEME")]
    pub scheme: Scheme,
    /// The most tokens of a text; what is longer is cut
    #[arg(long, default_value_t = 512, value_name = "N", value_parser = clap::value_parser!(u32).range(3..))]
    pub max_length: u32,
    /// How often each text is masked, each time otherwise
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// The seed of all choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// A table: .parquet, .jsonl or .csv
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Which tokens are predicted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scheme {
    /// 15 % of all
    Mf,
    /// 20 % of those of formulas, 30 % of mathematical words as whole words, and as many others as
    /// make 15 % of all
    Mt,
}
