//! The arguments of `corpus`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::rule_args::Shape;

/// Where identities come from.
#[derive(Args, Clone, Debug, Default)]
pub struct CorpusFiles {
    /// Add the identities of a directory or file; they replace built-in ones of the same id
    #[arg(long = "corpus", value_name = "DIR|FILE", global = true)]
    pub corpus: Vec<PathBuf>,
}

/// `corpus`.
#[derive(Args, Clone, Debug)]
pub struct Corpus {
    #[command(subcommand)]
    pub command: CorpusCommand,
    #[command(flatten)]
    pub files: CorpusFiles,
}

/// The commands of `corpus`.
#[derive(Clone, Debug, Subcommand)]
pub enum CorpusCommand {
    /// Check identities: that versions are read and true, false versions false, replacements right
    Check(CorpusCheck),
    /// List identities
    List(CorpusList),
    /// Show one identity: its names and versions, and what they are worth
    Show {
        /// Its id, or a name
        id: String,
        /// Write one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Write the identities of a JSON file of MAMUT's format as corpus files
    Import(CorpusImport),
}

/// `corpus check`.
#[derive(Args, Clone, Debug, Default)]
pub struct CorpusCheck {
    /// Corpus files and directories to check, over the built-in ones; none checks all that is loaded
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// How complaints are written
    #[arg(long, value_enum, default_value_t = Shape::Pretty, value_name = "SHAPE")]
    pub output: Shape,
    /// How many identities to work on at the same time; the output does not depend on it
    #[arg(short, long, value_name = "N", value_parser = crate::args::jobs)]
    pub jobs: Option<usize>,
}

/// `corpus list`.
#[derive(Args, Clone, Debug, Default)]
pub struct CorpusList {
    /// Only identities with this text in their id or a name
    pub text: Option<String>,
    /// Only those of this field
    #[arg(long, value_name = "FIELD")]
    pub field: Option<String>,
    /// Only those that share a name with another one
    #[arg(long)]
    pub shared: bool,
    /// Write JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// `corpus import`.
#[derive(Args, Clone, Debug)]
pub struct CorpusImport {
    /// The file: a list of objects with `id`, `names`, `versions`, `no-versions`
    #[arg(value_name = "FILE.json")]
    pub file: PathBuf,
    /// The directory of the corpus file that is written
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// How complaints are written
    #[arg(long = "format", value_enum, default_value_t = Shape::Pretty, value_name = "SHAPE")]
    pub shape: Shape,
}
