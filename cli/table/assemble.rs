//! Rows put together again from the columns of Parquet.

use std::fs::File;

use anyhow::{Context, Result, bail};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::features;
use super::json::Json;
use super::schema::{Column, Kind, Schema};
use super::shape::{self, Content, Node};
use super::value::Value;

/// How many rows are taken from the columns at once.
const BATCH: usize = 1024;

/// Reads the rows of a file of Parquet.
pub(super) struct Assembler {
    file: SerializedFileReader<File>,
    /// The columns that are read, with what their values are.
    columns: Vec<(Node, Column)>,
    leaves: Vec<Option<Leaf>>,
    /// The row group that is read next.
    group: usize,
    /// Rows of the row group at hand that are not yet taken from the columns.
    left: usize,
    /// Rows that are taken and not yet given away.
    ready: usize,
}

/// A leaf of the row group at hand.
struct Leaf {
    column: ColumnReader,
    most: i16,
    values: Values,
    definition: Vec<i16>,
    repetition: Vec<i16>,
    /// The next level and the next value.
    level: usize,
    value: usize,
}

#[derive(Default)]
struct Values {
    bools: Vec<bool>,
    ints32: Vec<i32>,
    ints: Vec<i64>,
    floats32: Vec<f32>,
    floats: Vec<f64>,
    texts: Vec<ByteArray>,
}

impl Assembler {
    /// Opens a file, to read the columns that `choose` gives of those that there are.
    pub(super) fn open(
        file: File,
        choose: impl FnOnce(&Available) -> Result<Vec<Column>>,
    ) -> Result<Self> {
        let file = SerializedFileReader::new(file)?;
        let metadata = file.metadata().file_metadata();
        let pairs = metadata.key_value_metadata().map_or(&[][..], Vec::as_slice);
        let stated = pairs.iter().find(|pair| pair.key == features::KEY);
        let available = Available {
            nodes: shape::nodes(metadata.schema_descr().root_schema()),
            features: stated
                .and_then(|pair| pair.value.as_deref())
                .and_then(|text| serde_json::from_str(text).ok()),
        };
        let chosen = choose(&available)?;
        let columns = chosen.into_iter().map(|column| {
            let found = available
                .nodes
                .iter()
                .find(|(name, _)| *name == column.name);
            let (_, node) =
                found.with_context(|| format!("there is no column `{}`", column.name))?;
            Ok((node.clone(), column))
        });
        Ok(Self {
            columns: columns.collect::<Result<_>>()?,
            leaves: (0..metadata.schema_descr().num_columns())
                .map(|_| None)
                .collect(),
            file,
            group: 0,
            left: 0,
            ready: 0,
        })
    }

    /// The columns that are read.
    pub(super) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().map(|(_, column)| column)
    }

    /// How many rows the file has.
    pub(super) fn rows(&self) -> u64 {
        u64::try_from(self.file.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    /// The next row.
    pub(super) fn row(&mut self) -> Result<Option<Vec<Value>>> {
        while self.ready == 0 {
            if !self.advance()? {
                return Ok(None);
            }
        }
        self.ready -= 1;
        let leaves = &mut self.leaves;
        let row = self.columns.iter().map(|(node, column)| {
            let value = assemble(node, &column.kind, leaves);
            value.with_context(|| format!("the column `{}`", column.name))
        });
        Ok(Some(row.collect::<Result<_>>()?))
    }

    /// Takes further rows from the columns.
    fn advance(&mut self) -> Result<bool> {
        while self.left == 0 {
            if self.group == self.file.num_row_groups() {
                return Ok(false);
            }
            let group = self.file.get_row_group(self.group)?;
            self.left = usize::try_from(group.metadata().num_rows())?;
            self.group += 1;
            for (node, _) in &self.columns {
                for n in node.leaves.clone() {
                    self.leaves[n] = Some(Leaf {
                        column: group.get_column_reader(n)?,
                        most: group.metadata().column(n).column_descr().max_def_level(),
                        values: Values::default(),
                        definition: Vec::new(),
                        repetition: Vec::new(),
                        level: 0,
                        value: 0,
                    });
                }
            }
        }
        let rows = self.left.min(BATCH);
        for leaf in self.leaves.iter_mut().flatten() {
            leaf.fill(rows)?;
        }
        self.left -= rows;
        self.ready = rows;
        Ok(true)
    }
}

/// The columns that a file has.
pub(super) struct Available {
    nodes: Vec<(String, Node)>,
    features: Option<Json>,
}

impl Available {
    /// All of them.
    pub(super) fn schema(&self) -> Result<Schema> {
        self.columns(self.nodes.iter())
    }

    /// Those of these names, in this order.
    pub(super) fn select(&self, names: &[&str]) -> Result<Schema> {
        let all = self
            .nodes
            .iter()
            .map(|(name, _)| Column::new(name, Kind::Text));
        let all = Schema {
            columns: all.collect(),
        };
        self.columns(all.places(names)?.into_iter().map(|n| &self.nodes[n]))
    }

    fn columns<'n>(&self, nodes: impl Iterator<Item = &'n (String, Node)>) -> Result<Schema> {
        let columns = nodes.map(|(name, node)| shape::column(name, node, self.features.as_ref()));
        Ok(Schema {
            columns: columns.collect::<Result<_>>()?,
        })
    }
}

impl Leaf {
    fn fill(&mut self, rows: usize) -> Result<()> {
        self.definition.clear();
        self.repetition.clear();
        (self.level, self.value) = (0, 0);
        let levels = (&mut self.definition, &mut self.repetition);
        let values = &mut self.values;
        let read = match &mut self.column {
            ColumnReader::BoolColumnReader(from) => fill(from, rows, levels, &mut values.bools),
            ColumnReader::Int32ColumnReader(from) => fill(from, rows, levels, &mut values.ints32),
            ColumnReader::Int64ColumnReader(from) => fill(from, rows, levels, &mut values.ints),
            ColumnReader::FloatColumnReader(from) => fill(from, rows, levels, &mut values.floats32),
            ColumnReader::DoubleColumnReader(from) => fill(from, rows, levels, &mut values.floats),
            ColumnReader::ByteArrayColumnReader(from) => {
                fill(from, rows, levels, &mut values.texts)
            }
            _ => bail!("columns of this type are not read"),
        }?;
        if read != rows {
            bail!("the file ends early: {read} instead of {rows} rows");
        }
        Ok(())
    }

    /// The definition level that comes next; leaves that are always there have none.
    fn definition(&self) -> i16 {
        self.definition
            .get(self.level)
            .copied()
            .unwrap_or(self.most)
    }

    /// Whether the next level goes on with a list of this repetition level.
    fn goes_on(&self, again: i16) -> bool {
        self.repetition.get(self.level).is_some_and(|&r| r >= again)
    }

    fn next(&mut self, kind: &Kind) -> Result<Value> {
        let (n, values) = (self.value, &self.values);
        self.level += 1;
        self.value += 1;
        let missing = || anyhow::anyhow!("a value is missing");
        let value = match kind {
            Kind::Text => {
                let bytes = values.texts.get(n).with_context(missing)?.data();
                Value::text(
                    std::str::from_utf8(bytes)
                        .context("a text is not UTF-8")?
                        .to_owned(),
                )
            }
            Kind::Bool => Value::Bool(*values.bools.get(n).with_context(missing)?),
            Kind::Int | Kind::Class(_) => {
                let short = values.ints32.get(n).map(|&n| i64::from(n));
                let number = short.or_else(|| values.ints.get(n).copied());
                of_number(number.with_context(missing)?, kind)?
            }
            Kind::Float => {
                let short = values.floats32.get(n).map(|&x| f64::from(x));
                let number = short.or_else(|| values.floats.get(n).copied());
                Value::Float(number.with_context(missing)?)
            }
            Kind::List(_) | Kind::Struct(_) => bail!("a list or struct is no leaf"),
        };
        Ok(value)
    }
}

/// An integer, or the class of this number; -1 is no class.
fn of_number(number: i64, kind: &Kind) -> Result<Value> {
    let Kind::Class(names) = kind else {
        return Ok(Value::Int(number));
    };
    match u32::try_from(number) {
        Ok(n) if (n as usize) < names.len() => Ok(Value::Class(n)),
        _ if number == -1 => Ok(Value::Null),
        _ => bail!("there is no class {number}; there are {}", names.len()),
    }
}

fn fill<T: DataType>(
    from: &mut ColumnReaderImpl<T>,
    rows: usize,
    (definition, repetition): (&mut Vec<i16>, &mut Vec<i16>),
    values: &mut Vec<T::T>,
) -> Result<usize> {
    values.clear();
    let mut read = 0;
    while read < rows {
        let (more, ..) =
            from.read_records(rows - read, Some(definition), Some(repetition), values)?;
        if more == 0 {
            break;
        }
        read += more;
    }
    Ok(read)
}

fn assemble(node: &Node, kind: &Kind, leaves: &mut [Option<Leaf>]) -> Result<Value> {
    let leaf = |leaves: &[Option<Leaf>]| -> Result<i16> {
        let leaf = leaves.get(node.leaves.start).and_then(Option::as_ref);
        Ok(leaf.context("no leaf")?.definition())
    };
    if node.optional && leaf(leaves)? < node.level {
        skip(node, leaves);
        return Ok(Value::Null);
    }
    match (&node.content, kind) {
        (Content::List(again, elements), Kind::List(of)) => {
            let mut parts = Vec::new();
            if leaf(leaves)? <= node.level {
                skip(node, leaves);
                return Ok(Value::List(parts));
            }
            loop {
                parts.push(assemble(elements, of, leaves)?);
                let first = leaves[node.leaves.start].as_ref();
                if !first.is_some_and(|leaf| leaf.goes_on(*again)) {
                    return Ok(Value::List(parts));
                }
            }
        }
        (Content::Struct(inner), Kind::Struct(fields)) => {
            let part = |((_, node), field): (&(String, Node), &Column)| {
                assemble(node, &field.kind, leaves)
            };
            let parts = inner.iter().zip(fields).map(part).collect::<Result<_>>()?;
            Ok(Value::Struct(parts))
        }
        (Content::Leaf(_), kind) => {
            let leaf = leaves[node.leaves.start].as_mut();
            leaf.context("no leaf")?.next(kind)
        }
        _ => bail!("this is not {}", kind.noun()),
    }
}

/// Passes over what is not there.
fn skip(node: &Node, leaves: &mut [Option<Leaf>]) {
    for leaf in leaves[node.leaves.clone()].iter_mut().flatten() {
        leaf.level += 1;
    }
}
