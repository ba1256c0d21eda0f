//! The arguments of `eval`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// `eval`.
#[derive(Args, Debug)]
pub struct Eval {
    /// A dataset, whose rows --scores or --baseline score
    #[arg(
        value_name = "DIR",
        required_unless_present = "qrels",
        conflicts_with = "qrels"
    )]
    pub directory: Option<PathBuf>,
    /// Which dataset of the directory; needed where it holds several
    #[arg(long, value_name = "NAME")]
    pub config: Option<String>,
    /// Which split
    #[arg(long, value_name = "NAME", default_value = "test")]
    pub split: String,
    /// A score for each row, in the order of the rows: a table, or numbers in a .txt file. A column
    /// `id` is compared with that of the rows
    #[arg(long, value_name = "FILE", required_unless_present_any = ["baseline", "qrels"])]
    pub scores: Option<PathBuf>,
    /// The column of the scores
    #[arg(long, value_name = "NAME", default_value = "score")]
    pub score_column: String,
    /// Score with a baseline instead: how hard is the data?
    #[arg(long, value_enum, value_name = "NAME", conflicts_with_all = ["scores", "qrels"])]
    pub baseline: Option<Baseline>,
    /// The split from which baselines learn how true versions of an identity look, where there is one
    #[arg(long, value_name = "NAME", default_value = "train")]
    pub train: String,
    /// Judgements of TREC or BEIR, whose queries --run ranks
    #[arg(long, value_name = "FILE", requires = "run")]
    pub qrels: Option<PathBuf>,
    /// A run of TREC, or lines of query, document and score
    #[arg(long, value_name = "FILE", requires = "qrels")]
    pub run: Option<PathBuf>,
    /// The least judgement that counts as relevant
    #[arg(long, value_name = "GRADE", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub relevant: u32,
    /// Leave out documents that are not judged
    #[arg(long, requires = "qrels")]
    pub judged: bool,
    /// What equal scores mean: the expectation over all their orders, or the order of trec_eval
    #[arg(long, value_enum, default_value_t = Ties::Expected, value_name = "POLICY")]
    pub ties: Ties,
    /// The least score that says true; by default 0.5 where all scores lie between 0 and 1
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    pub threshold: Option<f64>,
    /// How many samples of queries the intervals of 95 % are made from
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub bootstrap: u32,
    /// The seed of the samples and of the random baseline
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// What to write
    #[arg(long, value_enum, default_value_t = Format::Markdown, value_name = "FORMAT")]
    pub format: Format,
    /// Write to a file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A way to score without a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Baseline {
    /// Numbers drawn at random
    Random,
    /// Okapi BM25 over LaTeX tokens and words
    Bm25,
    /// The cosine of character n-grams, weighted by how rare they are
    Ngram,
}

/// What equal scores mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Ties {
    Expected,
    Trec,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables to read
    Markdown,
    /// Everything, by name
    Json,
    /// A record for the whole and for each slice
    Csv,
}
