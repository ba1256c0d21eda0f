//! The five layouts of sentence-transformers: nothing but what a loss needs, in its order.

use anyhow::{Result, ensure};
use mamut_engine::choice::Key;

use super::args::{Export, Layout};
use super::examples::{Example, Roles};
use super::mixture::mixed;
use super::negatives::Pools;
use super::scratch::{Scratch, identities};
use super::target::Target;
use crate::dataset::{Directory, Split};
use crate::table::{Cell, Column, Format, Kind, Reader, Schema, Writer};

/// What became of the rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Rows written.
    pub rows: u64,
    /// True versions without enough false ones.
    pub short: u64,
    /// Identities that lack a sort of false versions which the mix asks for.
    pub lacking: Vec<String>,
}

/// The columns of a layout.
pub fn schema(layout: Layout, negatives: usize) -> Schema {
    let text = |name: &str| Column::new(name, Kind::Text);
    let mut columns = match layout {
        Layout::LabeledPair => vec![
            text("anchor"),
            text("passage"),
            Column::new("label", Kind::Int),
        ],
        Layout::LabeledList => vec![
            text("query"),
            Column::new("docs", Kind::list(Kind::Text)),
            Column::new("labels", Kind::list(Kind::Int)),
        ],
        _ => vec![text("anchor"), text("positive")],
    };
    match layout {
        Layout::Triplet => columns.push(text("negative")),
        Layout::NTuple => columns.extend((1..=negatives).map(|n| text(&format!("negative_{n}")))),
        _ => {}
    }
    Schema { columns }
}

/// Writes a split.
///
/// # Errors
/// As the system reports them, and when the split has no row for the layout.
pub fn write(
    args: &Export,
    directory: &Directory,
    roles: &Roles,
    split: &Split,
    target: &mut Target,
) -> Result<Outcome> {
    let key = Key::seed(args.seed)
        .named(args.to.name())
        .named(&split.name);
    let schema = schema(args.to, usize::from(args.negatives));
    let scratch = Scratch::new(target.path())?;
    let mut outcome = Outcome::default();
    let mut files = Vec::new();
    for (n, file) in scratch
        .divide(roles.read(directory, split))?
        .into_iter()
        .enumerate()
    {
        let path = scratch.path("rows", n as u64);
        let mut writer = Writer::create(&path, &schema, Format::Jsonl, &[])?;
        for (identity, examples) in identities(file)? {
            of_identity(args, &identity, &examples, key, &mut writer, &mut outcome)?;
        }
        let rows = writer.finish()?.rows;
        outcome.rows += rows;
        files.push((Reader::typed(&path, &schema)?, rows));
    }
    ensure!(
        outcome.rows > 0,
        "the split `{}` has no row with enough versions for {}",
        split.name,
        args.to.name()
    );
    let mut table = target.table(args, args.to.name(), &split.name, &schema)?;
    for row in mixed(files, key.named("mixed")) {
        table.writer.push(&row?)?;
    }
    target.add(args, table, about(args.to))?;
    Ok(outcome)
}

fn of_identity(
    args: &Export,
    identity: &str,
    examples: &[Example],
    key: Key,
    to: &mut Writer,
    outcome: &mut Outcome,
) -> Result<()> {
    let key = key.named(identity);
    let pools = Pools::of(examples);
    let uses_negatives = matches!(
        args.to,
        Layout::Triplet | Layout::NTuple | Layout::LabeledList
    );
    if uses_negatives && pools.lacks(&args.mix) {
        outcome.lacking.push(identity.to_owned());
    }
    let mut order: Vec<usize> = (0..examples.len()).collect();
    key.named("order").draws().shuffle(&mut order);
    let text = |n: usize| Cell::text(&*examples[n].text);
    for n in order {
        let example = &examples[n];
        if args.to == Layout::LabeledPair {
            let label = Cell::Int(i64::from(example.label));
            to.push(&[Cell::text(&*example.anchor), text(n), label])?;
            continue;
        }
        if !example.label || example.anchor == example.text {
            continue;
        }
        let wanted = match args.to {
            Layout::Triplet => 1,
            Layout::NTuple | Layout::LabeledList => usize::from(args.negatives),
            _ => 0,
        };
        let mut draws = key.named(&example.id).at(n as u64).draws();
        let chosen = pools.choose(wanted, &args.mix, &mut draws);
        let few = match args.to {
            Layout::LabeledList => chosen.is_empty(),
            _ => chosen.len() < wanted,
        };
        if few {
            outcome.short += 1;
            continue;
        }
        let mut row = vec![Cell::text(&*example.anchor)];
        if args.to == Layout::LabeledList {
            let mut docs = chosen;
            docs.push(n);
            draws.shuffle(&mut docs);
            row.push(Cell::List(docs.iter().map(|&n| text(n)).collect()));
            let label = |&n: &usize| Cell::Int(i64::from(examples[n].label));
            row.push(Cell::List(docs.iter().map(label).collect()));
        } else {
            row.push(text(n));
            row.extend(chosen.into_iter().map(text));
        }
        to.push(&row)?;
    }
    Ok(())
}

fn about(layout: Layout) -> &'static str {
    match layout {
        Layout::Pair => "What is asked for and a version that states it.",
        Layout::Triplet => "What is asked for, a version that states it and one that does not.",
        Layout::NTuple => "What is asked for, a version that states it and some that do not.",
        Layout::LabeledPair => "What is asked for and a version; 1 where the version states it.",
        Layout::LabeledList => "What is asked for and versions; 1 for those that state it.",
        Layout::Beir | Layout::Mteb | Layout::Trec => "A test collection.",
    }
}
