//! The arguments of `rules`, `completions` and `man`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `rules`.
#[derive(Debug, Subcommand)]
pub enum Rules {
    /// Check rule files: those that are named, those of --rules, and the built-in ones
    Check(Check),
    /// Try the examples and rejects of equivalences, falsifications and steps, and write and read back
    /// what notations print
    Test(Test),
    /// Write a rule file to begin with: commented, without errors, with an example to fill in
    New(New),
    /// List what is loaded
    List(List),
    /// Show one rule: what it says, where it is written, what it prints, how often it fires
    Show {
        /// Its id
        id: String,
    },
    /// Say what each equivalence does to its examples and to the named identities
    Stats(Stats),
    /// Write one Markdown page a rule file
    Doc(Doc),
    /// Set the lines of rule files in by their brackets; comments and strings stay as they are
    Fmt(Fmt),
    /// Explain the id of a complaint: what it means, what causes it, how to repair it
    ExplainError {
        /// The id, as it stands in brackets; none lists them all
        id: Option<String>,
    },
}

/// `rules check`.
#[derive(Args, Clone, Debug, Default)]
pub struct Check {
    /// Rule files and directories to check, over the built-in rules
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Also evaluate equivalences, read back notations, and look for rules that are redundant,
    /// never apply or explode: of the files that are named, or of all
    #[arg(long)]
    pub deep: bool,
    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long)]
    pub watch: bool,
    /// How complaints are written; `pretty` and `short` show the first 50 and say how many more
    /// there are
    #[arg(long, value_enum, default_value_t = Shape::Pretty, value_name = "SHAPE")]
    pub output: Shape,
}

/// How complaints about rules are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Shape {
    /// With the lines they are about, on stderr
    #[default]
    Pretty,
    /// `file:line:column: id: message`, one a line
    Short,
    /// One JSON object a line, with places in bytes and in lines and columns
    Json,
    /// Workflow commands of GitHub
    Github,
}

/// `rules test`.
#[derive(Args, Clone, Debug)]
pub struct Test {
    /// Rule files and directories to test, over the built-in rules; none tests all that is loaded
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Only rules whose id matches a regular expression
    #[arg(short, long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// Write the snapshots of what notations print, instead of comparing with them
    #[arg(short = 'U', long)]
    pub update: bool,
    /// Where the snapshots are; otherwise next to each file
    #[arg(long, value_name = "DIR")]
    pub snapshots: Option<PathBuf>,
    /// Write one JSON object a case
    #[arg(long)]
    pub json: bool,
}

/// `rules new`.
#[derive(Args, Clone, Debug)]
pub struct New {
    /// What kind of rule
    #[arg(value_enum, value_name = "KIND")]
    pub kind: RuleKind,
    /// Its id: lower case letters, digits and hyphens
    pub id: String,
    /// Write to a new file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `rules list`.
#[derive(Args, Clone, Debug, Default)]
pub struct List {
    /// Only rules with this text in their id, doc or pattern
    pub text: Option<String>,
    /// Only this kind
    #[arg(long, value_enum, value_name = "KIND")]
    pub kind: Option<RuleKind>,
    /// Only rules with this tag
    #[arg(long, value_name = "TAG")]
    pub tag: Option<String>,
    /// Only equivalences of this status
    #[arg(long, value_enum, value_name = "STATUS")]
    pub status: Option<StatusName>,
    /// Only rules of files with this in their name
    #[arg(long, value_name = "FILE")]
    pub file: Option<String>,
    /// Only equivalences that fire on none of the named identities
    #[arg(long)]
    pub unfired: bool,
    /// Write JSON Lines
    #[arg(long)]
    pub json: bool,
}

/// `rules stats`.
#[derive(Args, Clone, Debug, Default)]
pub struct Stats {
    /// Rule files and directories whose equivalences are measured, over the built-in rules; none
    /// measures all that is loaded
    #[arg(value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,
    /// Only rules whose id matches a regular expression
    #[arg(short, long, value_name = "REGEX")]
    pub filter: Option<String>,
    /// Only rules that fire nowhere
    #[arg(long)]
    pub unfired: bool,
    /// Write one JSON object a rule
    #[arg(long)]
    pub json: bool,
}

/// `rules doc`.
#[derive(Args, Clone, Debug)]
pub struct Doc {
    /// The directory of the pages
    #[arg(short, long, value_name = "DIR", default_value = "docs/rules")]
    pub output: PathBuf,
    /// Write nothing, but say which pages are stale
    #[arg(long)]
    pub check: bool,
}

/// `rules fmt`.
#[derive(Args, Clone, Debug)]
pub struct Fmt {
    /// Rule files and directories
    #[arg(value_name = "FILE|DIR", required = true)]
    pub paths: Vec<PathBuf>,
    /// Write nothing, but say which files would change
    #[arg(long)]
    pub check: bool,
}

/// The kinds of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RuleKind {
    Equivalence,
    Falsification,
    Step,
    Notation,
    Style,
    Operator,
    Symbols,
    Target,
    Identity,
}

/// The status of an equivalence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatusName {
    Draft,
    Stable,
    Deprecated,
}

/// `completions`.
#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Args, Clone, Debug)]
pub struct Man {
    /// Write a page for each command into a directory, instead of the first one to stdout
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}
