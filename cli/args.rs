//! The arguments of the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use mamut_engine::rules::Tier;

pub use crate::corpus_args::Corpus;
pub use crate::dataset::args::Dataset;
pub use crate::eval::args::Eval;
pub use crate::export::args::Export;
pub use crate::mask::Mask;
pub use crate::picture_args::Report;
pub use crate::rule_args::{Completions, Man, RuleKind, Rules};
pub use crate::schedule::Schedule;
pub use crate::solve_args::Solve;
pub use crate::tokens::Tokens;
pub use crate::truth_args::{Check, Compare, Verify};

/// Equivalent versions of mathematical formulas in LaTeX, by rules.
#[derive(Debug, Parser)]
#[command(name = "mamut-rw", version, about, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 done, 1 nothing generated or not derivable, 2 usage or input error, 130 interrupted."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub global: Global,
}

/// What every command understands.
#[derive(Args, Clone, Debug, Default)]
pub struct Global {
    /// Add the rules of a directory; they replace built-in rules of the same id
    #[arg(long = "rules", value_name = "DIR", global = true)]
    pub rules: Vec<PathBuf>,
    /// Add a pack of rules that comes with the program
    #[arg(
        long = "pack",
        value_name = "NAME",
        value_delimiter = ',',
        global = true
    )]
    pub packs: Vec<String>,
    /// Write in another syntax than LaTeX: mathml, sympy, typst, unicode, or a directory of rules
    /// with a file that begins with Target(
    #[arg(long, value_name = "NAME|DIR", global = true)]
    pub target: Option<String>,
    /// Say less: errors only
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub quiet: u8,
    /// Say more: warnings and statistics of each formula
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub verbose: u8,
    /// When to colour; NO_COLOR is respected
    #[arg(long, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", global = true)]
    pub color: Colour,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write equivalent versions of formulas
    Generate(Generate),
    /// Write falsified versions of formulas: look-alikes that are shown to be false
    Falsify(Falsify),
    /// Show the term that a formula is read as: an S-expression, or JSON
    Parse(Parse),
    /// Say whether statements are valid, contingent or invalid, with points that show it
    Check(Check),
    /// Say whether two formulas say the same, with a point that tells them apart
    Compare(Compare),
    /// Solve equations, inequalities and linear systems, step by step
    Solve(Solve),
    /// Check generated rows again, from their LaTeX and their witnesses alone
    Verify(Verify),
    /// Show how one formula follows from another, step by step
    Explain(Explain),
    /// Make a page of a dataset: pictures, and rows with what was changed marked
    Report(Report),
    /// Check, test, show and begin rule files
    Rules {
        #[command(subcommand)]
        command: Rules,
    },
    /// Serve editors of rule files: a language server over stdin and stdout
    Lsp,
    /// Check, list, show and import named identities
    Corpus(Corpus),
    /// Make, check and put together datasets of named identities
    Dataset(Dataset),
    /// Write a dataset in the layouts of sentence-transformers, BEIR, MTEB or TREC
    Export(Export),
    /// Score a model, or a baseline, on a dataset or on judgements
    Eval(Eval),
    /// Write the most frequent LaTeX tokens that a vocabulary lacks
    Tokens(Tokens),
    /// Mask tokens of texts for language modelling
    Mask(Mask),
    /// Write batches of NMF and MFR in turn, with fresh false rows in each epoch
    Schedule(Schedule),
    /// Measure the speed of generating
    Bench(Bench),
    /// Write a completion script for a shell
    Completions(Completions),
    /// Write the manual pages
    Man(Man),
}

/// Formulas to work on.
#[derive(Args, Clone, Debug, Default)]
pub struct Input {
    /// Formulas in LaTeX, without dollar signs; `-` reads them from stdin, one a line
    #[arg(value_name = "FORMULA")]
    pub formulas: Vec<String>,
    /// Read formulas from a file: JSON Lines, CSV or TSV by its extension, otherwise one a line,
    /// where empty lines and lines that start with % are skipped
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,
    /// The field or column of a record that holds the formula
    #[arg(long, default_value = "latex", value_name = "NAME")]
    pub field: String,
    /// What names that field on the command line, where it is not `--field`
    #[arg(skip)]
    pub field_option: Option<&'static str>,
    /// The field or column of a record that holds its id
    #[arg(skip = "id")]
    pub key: String,
    /// Whether every record has to have that field
    #[arg(skip)]
    pub keyed: bool,
    /// What files and stdin hold, whatever their extension
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub input_format: Option<InputFormat>,
    /// Take every input for a text: prose with formulas between `$…$`, `\(…\)`, `\[…\]` or in
    /// environments; otherwise those with both are
    #[arg(long)]
    pub text: bool,
    /// Replace the macros that a file defines with \newcommand, \def, \let or \DeclareMathOperator;
    /// the rest of the file is passed over
    #[arg(long, value_name = "FILE")]
    pub macros: Vec<PathBuf>,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// One formula a line, or one text a line with --text
    Lines,
    /// One text; what --text takes a file for that is no table
    Text,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values; the first record names the columns
    Csv,
    /// The same with tabs
    Tsv,
}

/// Reads how many threads there are to be.
///
/// # Errors
/// What is expected.
pub fn jobs(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "a number from 1 is expected".to_owned())
}

/// Reads a factor.
fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    let number = number.filter(|x: &f64| x.is_finite() && *x > 0.0);
    number.ok_or_else(|| "a number above 0 is expected".to_owned())
}

/// How far rules are applied and how large forms may be.
#[derive(Args, Clone, Debug)]
pub struct Search {
    /// Which rules apply: other notation only, or also structure, or also algebra
    #[arg(long, value_enum, default_value_t = TierName::Structure, value_name = "TIER")]
    pub tier: TierName,
    /// The largest form, relative to the source
    #[arg(long, default_value_t = 1.4, value_name = "FACTOR", value_parser = factor)]
    pub max_size: f64,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            tier: TierName::Structure,
            max_size: 1.4,
        }
    }
}

/// [`Tier`] on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TierName {
    Notation,
    Structure,
    Algebra,
}

impl From<TierName> for Tier {
    fn from(name: TierName) -> Self {
        match name {
            TierName::Notation => Self::Notation,
            TierName::Structure => Self::Structure,
            TierName::Algebra => Self::Algebra,
        }
    }
}

/// `generate`.
#[derive(Args, Debug)]
pub struct Generate {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub search: Search,
    /// How many versions of each formula
    #[arg(short = 'n', long, default_value_t = 1, value_name = "N")]
    pub number: u64,
    /// Write every version once
    #[arg(long, conflicts_with_all = ["number", "count", "uniform"])]
    pub all: bool,
    /// Write how many versions there are, and none of them
    #[arg(long, conflicts_with = "number")]
    pub count: bool,
    /// The seed of all choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Keep the names of symbols
    #[arg(long)]
    pub no_substitute: bool,
    /// Choose every form with the same probability instead of usual ones more often
    #[arg(long)]
    pub uniform: bool,
    #[command(flatten)]
    pub results: Results,
    /// Record the notations used in each row
    #[arg(long)]
    pub trace: bool,
    /// Exit with 1 when a formula was skipped
    #[arg(long)]
    pub strict: bool,
    /// Read every version of a formula again and evaluate it beside its source; a difference stops
    /// the run. Texts are not verified
    #[arg(long, conflicts_with = "count")]
    pub verify: bool,
    /// Generate again whenever a rule file of --rules or an input file changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// Write this many falsified versions after each equivalent one
    #[arg(long, value_name = "N", conflicts_with = "count")]
    pub falsify: Option<u64>,
    #[command(flatten)]
    pub falsification: Falsification,
    /// Say on stderr what became of all candidates, by strategy
    #[arg(long, help_heading = "Falsified versions")]
    pub stats: bool,
}

/// What falsified versions are made of.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Falsified versions")]
pub struct Falsification {
    /// Use these strategies alone; NAME=WEIGHT says how often
    #[arg(long, value_name = "NAME[=WEIGHT]", value_delimiter = ',')]
    pub strategy: Vec<String>,
    /// How many strategies a version uses; by default one for half of the versions
    #[arg(long, value_name = "N|MIN..MAX", value_parser = range)]
    pub strategies: Option<(usize, usize)>,
    /// Keep versions that could not be decided, marked `unknown`
    #[arg(long)]
    pub keep_unknown: bool,
    /// Begin with the versions that are nearest to their source, or keep those alone whose
    /// distance in tokens is at most MAX
    #[arg(long, value_name = "MAX", num_args = 0..=1)]
    pub near: Option<Option<u32>>,
    /// Add the identities of a directory to those that are known by name
    #[arg(long, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,
}

/// Reads `3` or `1..3`.
fn range(text: &str) -> Result<(usize, usize), String> {
    let number = |text: &str| {
        let found = text.trim_start_matches('=').parse::<usize>().ok();
        found.filter(|n| (1..=16).contains(n))
    };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok((least, most)),
        _ => Err("a number from 1 to 16, or two of them: 1..3".to_owned()),
    }
}

/// `falsify`.
#[derive(Args, Debug)]
pub struct Falsify {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub search: Search,
    /// How many versions of each formula
    #[arg(short = 'n', long, default_value_t = 1, value_name = "N")]
    pub number: u64,
    #[command(flatten)]
    pub falsification: Falsification,
    /// Say on stderr what became of all candidates, by strategy
    #[arg(long, help_heading = "Falsified versions")]
    pub stats: bool,
    /// The seed of all choices
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Keep the names of symbols
    #[arg(long)]
    pub no_substitute: bool,
    #[command(flatten)]
    pub results: Results,
    /// Record the notations used in each row
    #[arg(long)]
    pub trace: bool,
    /// Exit with 1 when a formula was skipped
    #[arg(long)]
    pub strict: bool,
}

/// What rows look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// The versions alone, one a line
    Text,
    /// One JSON object a line
    Jsonl,
    /// One JSON array
    Json,
    /// Comma-separated values with a record of names; lists and maps in them are JSON
    Csv,
}

/// `parse`.
#[derive(Args, Debug)]
pub struct Parse {
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub results: Results,
    /// Say how much of all is read, what is not, and how long it takes, instead of rows
    #[arg(long)]
    pub report: bool,
    /// Say which of several readings was taken, and why: on stderr, in JSON as `choices`
    #[arg(long)]
    pub explain: bool,
}

/// How answers are made and written: one for each formula.
#[derive(Args, Debug)]
pub struct Results {
    #[command(flatten)]
    pub written: Written,
    /// How many formulas to work on at the same time; the output does not depend on it
    #[arg(short, long, value_name = "N", value_parser = jobs)]
    pub jobs: Option<usize>,
}

/// How and where rows are written.
#[derive(Args, Debug)]
pub struct Written {
    /// What to write; by default what the extension of the file says, otherwise text
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write to a file, which appears when everything is done
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl Written {
    /// What to write.
    pub fn format(&self) -> Format {
        let extension = |path: &PathBuf| path.extension()?.to_str().map(str::to_ascii_lowercase);
        self.format.unwrap_or_else(
            || match self.output.as_ref().and_then(extension).as_deref() {
                Some("jsonl" | "ndjson") => Format::Jsonl,
                Some("json") => Format::Json,
                Some("csv") => Format::Csv,
                _ => Format::Text,
            },
        )
    }
}

/// `explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// A formula
    #[arg(value_name = "A", required_unless_present = "record")]
    pub from: Option<String>,
    /// What should follow from it
    #[arg(value_name = "B", required_unless_present = "record")]
    pub to: Option<String>,
    /// Explain a generated row: a file of JSON Lines or Parquet and a line, counted from 1
    #[arg(long, value_name = "FILE:LINE", conflicts_with_all = ["from", "to"])]
    pub record: Option<String>,
    /// Add the identities of a directory to those that a row of a dataset may be a version of
    #[arg(long, value_name = "DIR")]
    pub corpus: Vec<PathBuf>,
    /// The strongest rules that may be used
    #[arg(long, value_enum, default_value_t = TierName::Algebra, value_name = "TIER")]
    pub tier: TierName,
    /// Write one JSON object
    #[arg(long)]
    pub json: bool,
}

/// What is measured instead of single formulas.
#[derive(Debug, Subcommand)]
pub enum BenchStages {
    /// Measure the stages of making a dataset
    Dataset(crate::dataset::args::Bench),
}

/// `bench`.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Bench {
    #[command(subcommand)]
    pub stages: Option<BenchStages>,
    #[command(flatten)]
    pub input: Input,
    #[command(flatten)]
    pub search: Search,
    /// How many strings of each formula or text
    #[arg(short = 'n', long, default_value_t = 100_000, value_name = "N")]
    pub number: u64,
    /// Write one JSON object a line
    #[arg(long)]
    pub json: bool,
}
