//! The arguments of `check`, `compare` and `verify`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{Input, InputFormat, Results, TierName, Written, jobs};

/// `check`.
#[derive(Args, Debug)]
pub struct Check {
    #[command(flatten)]
    pub input: Input,
    /// About how many points to look at
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=10_000))]
    pub points: u16,
    /// The seed of the points
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub results: Results,
}

/// `compare`.
#[derive(Args, Debug)]
pub struct Compare {
    #[command(flatten)]
    pub input: Input,
    /// The field or column of a record that holds the second formula; lines and arguments are
    /// compared two by two
    #[arg(long, default_value = "other", value_name = "NAME")]
    pub with: String,
    /// About how many points to look at for each formula
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u16).range(8..=10_000))]
    pub points: u16,
    /// The seed of the points
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// The strongest rules that are tried to derive one from the other
    #[arg(long, value_enum, default_value_t = TierName::Structure, value_name = "TIER")]
    pub tier: TierName,
    #[command(flatten)]
    pub written: Written,
}

impl Compare {
    /// Whether files hold records with both formulas.
    pub fn pairs(&self) -> bool {
        let table = |path: &PathBuf| {
            let extension = path.extension().and_then(|e| e.to_str());
            matches!(extension, Some("jsonl" | "ndjson" | "csv" | "tsv" | "tab"))
        };
        match self.input.input_format {
            Some(InputFormat::Jsonl | InputFormat::Csv | InputFormat::Tsv) => true,
            Some(InputFormat::Lines | InputFormat::Text) => false,
            None => self.input.file.iter().all(table),
        }
    }
}

/// `verify`.
#[derive(Args, Debug)]
pub struct Verify {
    /// Files of rows in JSON Lines or Parquet, as `generate`, `falsify` and `dataset` write them; `-`
    /// is stdin
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// Also compare each false row with its source as a whole, under every renaming and at other
    /// points
    #[arg(long)]
    pub thorough: bool,
    /// Also list each row that is left open, except where the row itself gives no witness
    #[arg(long)]
    pub list_open: bool,
    /// Add the identities of a directory to those that rows of datasets may be versions of
    #[arg(long, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,
    /// How many rows to work on at the same time; the output does not depend on it
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
}
