//! The arguments of `export`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::negatives::Mix;
use crate::table::Format;

/// `export`.
#[derive(Args, Debug)]
pub struct Export {
    /// The dataset
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// The layout: five of sentence-transformers, three of retrieval
    #[arg(long, value_enum, value_name = "LAYOUT")]
    pub to: Layout,
    /// A new or empty directory
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Which dataset of the directory; needed where it holds several
    #[arg(long, value_name = "NAME")]
    pub config: Option<String>,
    /// These splits alone
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub split: Vec<String>,
    /// False versions for each true one, in n-tuple and labeled-list
    #[arg(long, default_value_t = 5, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub negatives: u16,
    /// How often false versions are falsified ones of the same identity (challenging) or state
    /// another one (random)
    #[arg(long, default_value = "challenging=0.8,random=0.2", value_name = "NAME=WEIGHT,…", value_parser = Mix::parse)]
    pub mix: Mix,
    /// The seed of all choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// How tables are written; beir and trec have formats of their own
    #[arg(long, value_enum, default_value_t = Format::Parquet, value_name = "FORMAT")]
    pub format: Format,
}

/// A layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// anchor, positive
    Pair,
    /// anchor, positive, negative
    Triplet,
    /// anchor, positive, negative_1 … negative_K
    NTuple,
    /// anchor, passage, label
    LabeledPair,
    /// query, docs, labels
    LabeledList,
    /// corpus.jsonl, queries.jsonl, qrels, top_ranked
    Beir,
    /// The same as four tables with a card
    Mteb,
    /// Topics, documents, qrels and candidates, as lines
    Trec,
}

impl Layout {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Triplet => "triplet",
            Self::NTuple => "n-tuple",
            Self::LabeledPair => "labeled-pair",
            Self::LabeledList => "labeled-list",
            Self::Beir => "beir",
            Self::Mteb => "mteb",
            Self::Trec => "trec",
        }
    }
}
