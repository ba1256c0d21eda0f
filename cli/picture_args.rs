//! The arguments of `report` and `dataset stats`.

use std::path::PathBuf;

use clap::Args;

/// Where rows are.
#[derive(Args, Clone, Debug, Default)]
pub struct Rows {
    /// A dataset directory, or a file of rows in JSON Lines as `generate` and `falsify` write them
    #[arg(value_name = "DIR|FILE")]
    pub path: PathBuf,
    /// The dataset of the directory, when it holds several: nmf, mfr, mf, mt
    #[arg(long, value_name = "NAME")]
    pub config: Option<String>,
    /// Only this split: train, validation, test
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    /// Add the identities of a directory, whose versions rows may come from
    #[arg(long, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,
    /// How many files to read at the same time; the output does not depend on it
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    pub jobs: Option<usize>,
}

/// `report`.
#[derive(Args, Clone, Debug)]
pub struct Report {
    #[command(flatten)]
    pub rows: Rows,
    /// Write to a file, which appears when everything is done
    #[arg(short, long, value_name = "FILE.html")]
    pub output: Option<PathBuf>,
    /// Only rows of this identity, by its id
    #[arg(long, value_name = "ID")]
    pub identity: Option<String>,
    /// How many rows of each strategy are shown
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub sample: usize,
    /// The seed that draws them
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
}

/// `dataset stats`.
#[derive(Args, Clone, Debug)]
pub struct Stats {
    #[command(flatten)]
    pub rows: Rows,
    /// Also print a line for each identity
    #[arg(long)]
    pub identities: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "identities")]
    pub json: bool,
    /// Write stats.json, tables in CSV and pictures in SVG into a directory
    #[arg(short, long, value_name = "OUT")]
    pub output: Option<PathBuf>,
}
