//! The arguments of `dataset`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::columns::Profile;
use super::job::Share;
use super::split::By;
use crate::args::{Falsification, Search};
use crate::table::Format;

/// `dataset`.
#[derive(Args, Debug)]
pub struct Dataset {
    #[command(subcommand)]
    pub command: DatasetCommand,
}

/// The commands of `dataset`.
#[derive(Debug, Subcommand)]
pub enum DatasetCommand {
    /// Make NMF: names of identities with true and false versions
    Nmf(Identities),
    /// Make MFR: pairs of versions that state the same identity or not
    Mfr(Identities),
    /// Make MT: texts of collections with their formulas written in other ways
    Mt(Box<super::entries::Variants>),
    /// Make MF: generally valid formulas of collections, written in other ways
    Mf(Box<super::entries::Variants>),
    /// Say what is read from collections of texts, what is kept and why the rest is left out
    Sources(super::entries::Survey),
    /// Prove a directory: hashes, counts, ratio, labels, that no split leaks into another
    Check(Check),
    /// Count and draw what a dataset is made of: strategies, renamed symbols, lengths
    Stats(crate::picture_args::Stats),
    /// Put the shards of a dataset together and describe them
    Finish(Finish),
}

/// Where a dataset goes and how it is made; nothing of it decides a row.
#[derive(Args, Clone, Debug)]
pub struct Making {
    /// The directory; it may hold other datasets
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Go on with what an interrupted run left
    #[arg(long)]
    pub resume: bool,
    /// Make one of N shares of the work, I from 0; `dataset finish` puts them together
    #[arg(long, value_name = "I/N", value_parser = Share::parse)]
    pub shard: Option<Share>,
    /// How many units to work on at the same time; the rows do not depend on it
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    pub jobs: Option<usize>,
}

/// How a dataset is written.
#[derive(Args, Clone, Debug)]
pub struct Writing {
    /// Names and types of columns
    #[arg(long, value_enum, default_value_t = Profile::Hf, value_name = "PROFILE")]
    pub profile: Profile,
    /// How files are written
    #[arg(long, value_enum, default_value_t = Format::Parquet, value_name = "FORMAT")]
    pub format: Format,
    /// In how many files the largest split is written; by default 1 for each 3 million rows asked for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub shards: Option<u16>,
}

/// How rows are split.
#[derive(Args, Clone, Debug)]
pub struct Splitting {
    /// What is kept together in one split
    #[arg(long, value_enum, default_value_t = By::Row, value_name = "WHAT")]
    pub split: By,
    /// The splits and their shares; by default 90, 5 and 5 % of rows, 70, 15 and 15 % of templates,
    /// 49, 11 and 11 of 71 identities
    #[arg(long, value_name = "NAME=SHARE", value_delimiter = ',')]
    pub fractions: Vec<String>,
    /// The seed of splits that are not drawn row by row
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub split_seed: u64,
}

/// `dataset nmf` and `dataset mfr`.
#[derive(Args, Debug)]
pub struct Identities {
    #[command(flatten)]
    pub making: Making,
    #[command(flatten)]
    pub of: Versions,
}

/// `bench dataset`.
#[derive(Args, Debug)]
pub struct Bench {
    #[command(flatten)]
    pub of: Versions,
    /// About how many rows of each identity
    #[arg(short = 'n', long, default_value_t = 2_000, value_name = "N")]
    pub number: u64,
    /// Write one JSON array
    #[arg(long)]
    pub json: bool,
}

/// Which identities, and what is made of them.
#[derive(Args, Debug)]
pub struct Versions {
    /// Which identities: `nmft` for the 71 of the original and your own, `all`, or ids
    #[arg(long, value_name = "ID", value_delimiter = ',', default_value = "nmft")]
    pub identities: Vec<String>,
    /// The most rows of an identity
    #[arg(long, default_value_t = 400_000, value_name = "N")]
    pub max_per_identity: u64,
    /// The most true versions of an identity, whatever --max-per-identity says
    #[arg(long, value_name = "N")]
    pub positives: Option<u64>,
    /// False versions for each true one: exactly as many in every split
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub negatives: u16,
    /// The seed of all choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    #[command(flatten)]
    pub writing: Writing,
    #[command(flatten)]
    pub splitting: Splitting,
    #[command(flatten)]
    pub search: Search,
    #[command(flatten)]
    pub falsification: Falsification,
    /// The share of true versions whose symbols are renamed, where there are other names; by default
    /// as they are drawn, which is nearly all
    #[arg(long, value_name = "SHARE")]
    pub renamed: Option<f64>,
    /// The same for false versions; by default the share that the true versions of the identity
    /// have, so that names say nothing about the label
    #[arg(long, value_name = "SHARE", help_heading = "Falsified versions")]
    pub renamed_false: Option<f64>,
    /// The share of false versions that state another identity drawn at random
    #[arg(long, value_name = "SHARE", help_heading = "Falsified versions")]
    pub random: Option<f64>,
}

/// `dataset check`.
#[derive(Args, Debug)]
pub struct Check {
    /// The directory
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// Write one JSON array
    #[arg(long)]
    pub json: bool,
    /// How many files to read at the same time
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    pub jobs: Option<usize>,
}

/// `dataset finish`.
#[derive(Args, Debug)]
pub struct Finish {
    /// The directory
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// More directories with shares of the same work
    #[arg(value_name = "OTHER")]
    pub others: Vec<PathBuf>,
    /// How many files to write at the same time
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    pub jobs: Option<usize>,
}
