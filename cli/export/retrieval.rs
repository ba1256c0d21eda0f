//! Test collections: queries, documents, judgements and the candidates that are to be ranked.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};

use super::args::{Export, Layout};
use super::examples::{Example, Roles};
use super::scratch::{Scratch, identities};
use super::target::{Table, Target};
use crate::dataset::{Directory, Split};
use crate::output::Output;
use crate::table::{Cell, Column, Format, Kind, Schema, Writer};

/// How many of each were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Queries.
    pub queries: u64,
    /// Documents.
    pub documents: u64,
    /// Judgements.
    pub judgements: u64,
}

/// The four parts of a collection.
struct Collection {
    documents: Part,
    queries: Part,
    judgements: Part,
    candidates: Part,
}

enum Part {
    Table(Table),
    File(Writer),
    Lines(Output),
}

/// Writes a split as a collection: a query for each name or formula that is asked for, whose
/// candidates are the versions beside it.
///
/// # Errors
/// As the system reports them.
pub fn write(
    args: &Export,
    directory: &Directory,
    roles: &Roles,
    split: &Split,
    target: &mut Target,
) -> Result<Counts> {
    let mut collection = Collection::new(args, target, &split.name)?;
    let scratch = Scratch::new(target.path())?;
    let mut counts = Counts::default();
    for file in scratch.divide(roles.read(directory, split))? {
        for (identity, examples) in identities(file)? {
            of_identity(&identity, &examples, &mut collection, &mut counts)?;
        }
    }
    collection.finish(args, target)?;
    Ok(counts)
}

fn of_identity(
    identity: &str,
    examples: &[Example],
    to: &mut Collection,
    counts: &mut Counts,
) -> Result<()> {
    // The document of each text, the examples of each query in the order of their files.
    let mut documents: HashMap<&str, String> = HashMap::new();
    let mut ids: HashMap<String, u32> = HashMap::new();
    let mut queries: Vec<(&str, Vec<&Example>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for example in examples {
        if let Entry::Vacant(place) = documents.entry(&example.text) {
            let id = id(&format!("{identity}:{}", example.id));
            let again = ids.entry(id.clone()).or_default();
            *again += 1;
            let id = if *again == 1 {
                id
            } else {
                format!("{id}~{again}")
            };
            to.document(&id, example)?;
            counts.documents += 1;
            place.insert(id);
        }
        let place = *places.entry(&example.anchor).or_insert_with(|| {
            queries.push((&example.anchor, Vec::new()));
            queries.len() - 1
        });
        queries[place].1.push(example);
    }
    for (n, (text, candidates)) in queries.iter().enumerate() {
        let query = id(&format!("{identity}#{n}"));
        to.query(&query, text, identity)?;
        counts.queries += 1;
        let mut listed: Vec<&str> = Vec::with_capacity(candidates.len());
        let mut seen: HashMap<&str, ()> = HashMap::new();
        for example in candidates {
            let Some(document) = documents.get(example.text.as_str()) else {
                continue;
            };
            if seen.insert(document, ()).is_none() {
                to.judgement(&query, document, example.label)?;
                counts.judgements += 1;
                listed.push(document);
            }
        }
        to.candidates(&query, &listed)?;
    }
    Ok(())
}

/// An id without blanks: what is neither a letter nor a digit nor one of `-._~:#+/` is
/// percent-encoded.
pub fn id(text: &str) -> String {
    let mut id = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~:#+/".contains(&byte) {
            id.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(id, "%{byte:02X}");
        }
    }
    id
}

fn text(name: &str) -> Column {
    Column::new(name, Kind::Text)
}

impl Collection {
    fn new(args: &Export, target: &Target, split: &str) -> Result<Self> {
        let metadata = Kind::Struct(vec![
            text("identity"),
            Column::new("strategies", Kind::list(Kind::Text)),
        ]);
        let table = |columns: Vec<Column>, config: &str, file: &str, lines: &str| {
            let schema = Schema::new(columns)?;
            Ok::<_, anyhow::Error>(match args.to {
                Layout::Mteb => Part::Table(target.table(args, config, split, &schema)?),
                Layout::Trec => Part::Lines(lines_of(&target.path().join(lines))?),
                _ if config == "default" => {
                    let mut output = lines_of(&target.path().join(file))?;
                    output.write(b"query-id\tcorpus-id\tscore\n")?;
                    Part::Lines(output)
                }
                _ => {
                    let path = target.path().join(file);
                    within(&path)?;
                    Part::File(Writer::create(&path, &schema, Format::Jsonl, &[])?)
                }
            })
        };
        Ok(Self {
            documents: table(
                vec![
                    text("_id"),
                    text("title"),
                    text("text"),
                    Column::new("metadata", metadata),
                ],
                "corpus",
                "corpus.jsonl",
                "documents.tsv",
            )?,
            queries: table(
                vec![text("_id"), text("text"), text("identity")],
                "queries",
                "queries.jsonl",
                "topics.tsv",
            )?,
            judgements: table(
                vec![
                    text("query-id"),
                    text("corpus-id"),
                    Column::new("score", Kind::Int),
                ],
                "default",
                &format!("qrels/{split}.tsv"),
                &format!("{split}.qrels"),
            )?,
            candidates: table(
                vec![
                    text("query-id"),
                    Column::new("corpus-ids", Kind::list(Kind::Text)),
                ],
                "top_ranked",
                &format!("top_ranked/{split}.jsonl"),
                &format!("{split}.candidates"),
            )?,
        })
    }

    fn document(&mut self, id: &str, example: &Example) -> Result<()> {
        let strategies = example.strategies.iter().map(Cell::text).collect();
        let metadata = vec![Cell::text(&*example.identity), Cell::List(strategies)];
        let row = [
            Cell::text(id),
            Cell::text(""),
            Cell::text(&*example.text),
            Cell::Struct(metadata),
        ];
        let line = || format!("{id}\t{}\n", one_line(&example.text));
        self.documents.push(&row, line)
    }

    fn query(&mut self, id: &str, asked: &str, identity: &str) -> Result<()> {
        let row = [id, asked, identity].map(Cell::text);
        self.queries
            .push(&row, || format!("{id}\t{}\n", one_line(asked)))
    }

    fn judgement(&mut self, query: &str, document: &str, label: bool) -> Result<()> {
        let score = i64::from(label);
        let row = [Cell::text(query), Cell::text(document), Cell::Int(score)];
        let trec = matches!(self.documents, Part::Lines(_));
        self.judgements.push(&row, || match trec {
            true => format!("{query} 0 {document} {score}\n"),
            false => format!("{query}\t{document}\t{score}\n"),
        })
    }

    fn candidates(&mut self, query: &str, documents: &[&str]) -> Result<()> {
        let list = documents.iter().map(|&id| Cell::text(id)).collect();
        self.candidates
            .push(&[Cell::text(query), Cell::List(list)], || {
                let mut lines = String::new();
                for (n, document) in documents.iter().enumerate() {
                    let _ = writeln!(lines, "{query} Q0 {document} {} 0 candidates", n + 1);
                }
                lines
            })
    }

    fn finish(self, args: &Export, target: &mut Target) -> Result<()> {
        let parts = [
            (self.documents, "The versions, true and false."),
            (self.queries, "What is asked for."),
            (
                self.judgements,
                "Which versions state what is asked for: 1, or 0.",
            ),
            (
                self.candidates,
                "The versions that are to be ranked for each query.",
            ),
        ];
        for (part, about) in parts {
            match part {
                Part::Table(table) => target.add(args, table, about)?,
                Part::File(writer) => {
                    writer.finish()?;
                }
                Part::Lines(output) => output.finish()?,
            }
        }
        Ok(())
    }
}

impl Part {
    fn push(&mut self, row: &[Cell<'_>], line: impl FnOnce() -> String) -> Result<()> {
        match self {
            Self::Table(table) => table.writer.push(row),
            Self::File(writer) => writer.push(row),
            Self::Lines(output) => Ok(output.write(line().as_bytes())?),
        }
    }
}

fn within(path: &Path) -> Result<()> {
    let parent = path.parent().unwrap_or(path);
    std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))
}

fn lines_of(path: &Path) -> Result<Output> {
    within(path)?;
    Output::new(Some(path))
}

/// A text without tabs and line breaks.
fn one_line(text: &str) -> String {
    text.replace(['\t', '\n', '\r'], " ")
}
