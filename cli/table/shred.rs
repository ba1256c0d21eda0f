//! Rows taken apart into the columns of Parquet, a row group at a time.

use std::io::Write;
use std::sync::Arc;

use anyhow::Result;
use bytes::Bytes;
use parquet::basic::{Compression, ZstdLevel};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;

use super::schema::Schema;
use super::shape::{self, Content, Node};
use super::value::Cell;

/// The most rows in a row group.
const ROWS: usize = 100_000;
/// A row group is written when its rows take about this many bytes.
const BYTES: usize = 16 << 20;
const ZSTD: i32 = 1;

/// Writes rows as a file of Parquet.
pub(super) struct Shredder<W: Write + Send> {
    file: SerializedFileWriter<W>,
    nodes: Vec<(String, Node)>,
    leaves: Vec<Leaf>,
    rows: usize,
    bytes: usize,
}

/// What the rows at hand have for a leaf.
#[derive(Debug, Default)]
struct Leaf {
    bools: Vec<bool>,
    ints: Vec<i64>,
    floats: Vec<f64>,
    text: Vec<u8>,
    /// Where each text ends.
    ends: Vec<usize>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl<W: Write + Send> Shredder<W> {
    /// A file without rows.
    pub(super) fn new(to: W, schema: &Schema, metadata: Vec<(String, String)>) -> Result<Self> {
        let root = shape::file_schema(schema)?;
        let nodes = shape::nodes(&root);
        let pairs = metadata
            .into_iter()
            .map(|(key, value)| KeyValue::new(key, value));
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::try_new(ZSTD)?))
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_key_value_metadata(Some(pairs.collect()))
            .build();
        let leaves = nodes.last().map_or(0, |(_, node)| node.leaves.end);
        Ok(Self {
            file: SerializedFileWriter::new(to, root, Arc::new(properties))?,
            leaves: (0..leaves).map(|_| Leaf::default()).collect(),
            nodes,
            rows: 0,
            bytes: 0,
        })
    }

    /// Adds a row whose values fit the schema.
    pub(super) fn push(&mut self, row: &[Cell<'_>]) -> Result<()> {
        for ((_, node), value) in self.nodes.iter().zip(row) {
            shred(value, node, 0, 0, &mut self.leaves);
            self.bytes += value.size();
        }
        self.rows += 1;
        if self.rows >= ROWS || self.bytes >= BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for leaf in &mut self.leaves {
            if let Some(mut column) = group.next_column()? {
                leaf.write(column.untyped())?;
                column.close()?;
            }
            leaf.clear();
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<W> {
        self.flush()?;
        Ok(self.file.into_inner()?)
    }
}

fn shred(value: &Cell<'_>, node: &Node, repetition: i16, definition: i16, leaves: &mut [Leaf]) {
    if matches!(value, Cell::Null) {
        return absent(node, repetition, definition, leaves);
    }
    match (&node.content, value) {
        (Content::List(again, elements), Cell::List(parts)) => {
            for (n, part) in parts.iter().enumerate() {
                let repetition = if n == 0 { repetition } else { *again };
                shred(part, elements, repetition, node.level, leaves);
            }
            if parts.is_empty() {
                absent(node, repetition, node.level, leaves);
            }
        }
        (Content::Struct(fields), Cell::Struct(parts)) => {
            for ((_, field), part) in fields.iter().zip(parts) {
                shred(part, field, repetition, node.level, leaves);
            }
        }
        _ => {
            let leaf = &mut leaves[node.leaves.start];
            leaf.definition.push(node.level);
            leaf.repetition.push(repetition);
            match value {
                Cell::Text(text) => {
                    leaf.text.extend_from_slice(text.as_bytes());
                    leaf.ends.push(leaf.text.len());
                }
                Cell::Bool(b) => leaf.bools.push(*b),
                Cell::Int(n) => leaf.ints.push(*n),
                Cell::Class(n) => leaf.ints.push(i64::from(*n)),
                Cell::Float(x) => leaf.floats.push(*x),
                Cell::Null | Cell::List(_) | Cell::Struct(_) => {
                    unreachable!("rows are compared with the schema before")
                }
            }
        }
    }
}

/// Nothing from `definition` on.
fn absent(node: &Node, repetition: i16, definition: i16, leaves: &mut [Leaf]) {
    for leaf in &mut leaves[node.leaves.clone()] {
        leaf.definition.push(definition);
        leaf.repetition.push(repetition);
    }
}

impl Leaf {
    fn write(&mut self, to: &mut ColumnWriter<'_>) -> Result<()> {
        let levels = (Some(&*self.definition), Some(&*self.repetition));
        match to {
            ColumnWriter::BoolColumnWriter(to) => to.write_batch(&self.bools, levels.0, levels.1),
            ColumnWriter::Int64ColumnWriter(to) => to.write_batch(&self.ints, levels.0, levels.1),
            ColumnWriter::DoubleColumnWriter(to) => {
                to.write_batch(&self.floats, levels.0, levels.1)
            }
            ColumnWriter::ByteArrayColumnWriter(to) => {
                let text = Bytes::from(std::mem::take(&mut self.text));
                let mut start = 0;
                let part = |&end: &usize| {
                    let part = text.slice(start..end);
                    start = end;
                    ByteArray::from(part)
                };
                let parts: Vec<_> = self.ends.iter().map(part).collect();
                to.write_batch(&parts, levels.0, levels.1)
            }
            _ => unreachable!("columns of these types alone are made"),
        }?;
        Ok(())
    }

    fn clear(&mut self) {
        self.bools.clear();
        self.ints.clear();
        self.floats.clear();
        self.text.clear();
        self.ends.clear();
        self.definition.clear();
        self.repetition.clear();
    }
}
