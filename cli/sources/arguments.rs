//! `--from FORMAT PATH…`, and what is asked of records.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::builder::EnumValueParser;
use clap::builder::TypedValueParser;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::filter::Needs;
use super::{Records, Settings, Skips, open};

/// What collections look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Problems of Khan Academy (JSON) and Mathematica (text files), as in AMPS
    Amps,
    /// Posts.xml and Votes.xml of ARQMath
    Arqmath,
    /// Posts.xml and Votes.xml of a dump of Stack Exchange
    Stackexchange,
    /// The formula index of ARQMath: TSV files of version 1, 2 or 3
    Formulas,
    /// TeX files: paragraphs of a section, put together until they hold five formulas
    Tex,
    /// Markdown files, the same
    Markdown,
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a record of names
    Csv,
    /// Tab-separated values with a record of names
    Tsv,
    /// Parquet files
    Parquet,
}

impl Format {
    /// Its name on the command line.
    pub fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// One `--from`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    pub format: Format,
    pub paths: Vec<PathBuf>,
}

/// All `--from`, in order.
#[derive(Clone, Debug, Default)]
pub struct Collections(pub Vec<Collection>);

const FROM: &str = "from";

/// A format and paths.
fn arg() -> Arg {
    Arg::new(FROM)
        .long(FROM)
        .num_args(2..)
        .value_names(["FORMAT", "PATH"])
}

impl FromArgMatches for Collections {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut all = Self::default();
        all.update_from_arg_matches(matches)?;
        Ok(all)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        let arg = arg();
        let formats = EnumValueParser::<Format>::new();
        let command = Command::new("mamut-rw");
        for mut group in matches
            .get_occurrences::<String>(FROM)
            .into_iter()
            .flatten()
        {
            let Some(format) = group.next() else {
                continue;
            };
            self.0.push(Collection {
                format: formats.parse_ref(&command, Some(&arg), format.as_ref())?,
                paths: group.map(PathBuf::from).collect(),
            });
        }
        Ok(())
    }
}

impl Args for Collections {
    fn augment_args(command: Command) -> Command {
        let names = Format::value_variants().iter().map(|f| f.name());
        let names = names.collect::<Vec<_>>().join(", ");
        command.arg(arg().action(ArgAction::Append).required(true).help(format!(
            "Read texts from files or directories; may be given more than once. Formats: {names}"
        )))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Where texts come from, and which are taken.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Texts that are taken")]
pub struct Sources {
    #[command(flatten)]
    pub collections: Collections,
    /// Formulas that a text has at least
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub min_formulas: usize,
    /// Up-votes that an answer of Stack Exchange has at least
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub min_votes: u8,
    /// Up-votes that a question of Stack Exchange has at least
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub min_question_votes: u8,
    /// The votes of Stack Exchange; otherwise Votes*.xml beside the posts, or their scores where
    /// there is no such file
    #[arg(long, value_name = "FILE")]
    pub votes: Option<PathBuf>,
    /// The column of tables that holds the text
    #[arg(long, default_value = "text", value_name = "NAME")]
    pub text_column: String,
    /// The column of tables that holds the key of a text; otherwise `id`, where there is one
    #[arg(long, value_name = "NAME")]
    pub key_column: Option<String>,
    /// Exercises and marks of exercises that are left out, in place of the list that comes with
    /// the program
    #[arg(long, value_name = "FILE")]
    pub skip: Option<PathBuf>,
    /// Keep texts that differ from one before them in numbers, names and formulas only, with at
    /// most this many versions each
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub similar: u64,
}

impl Sources {
    /// Opens all collections.
    ///
    /// # Errors
    /// When there are no such files, or they are none of the format.
    pub fn open(&self) -> Result<Vec<Records>> {
        let settings = Settings {
            votes: self.min_votes,
            question_votes: self.min_question_votes,
            votes_file: self.votes.clone(),
            text_column: self.text_column.clone(),
            key_column: self.key_column.clone(),
            skips: Skips::load(self.skip.as_deref())?,
        };
        let mut all = Vec::new();
        for Collection { format, paths } in &self.collections.0 {
            let mut records: Vec<Records> = Vec::new();
            for path in paths {
                records.push(open(*format, path, &settings)?);
            }
            all.push(Box::new(records.into_iter().flatten()) as Records);
        }
        if all.is_empty() {
            bail!("no texts given: name a format and files with --from FORMAT PATH");
        }
        Ok(all)
    }

    /// What texts need.
    pub const fn needs(&self) -> Needs {
        Needs {
            formulas: self.min_formulas,
            distinct: self.similar == 0,
        }
    }

    /// The names of the collections, for reports.
    pub fn names(&self) -> Vec<String> {
        self.collections.0.iter().map(|c| c.format.name()).collect()
    }
}
