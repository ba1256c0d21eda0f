//! The rows of one file, taken from the parts of all units in a mixed order.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::PathBuf;

use anyhow::Result;
use mamut_engine::choice::Key;

use super::part::{Rows, Summary};
use crate::table::Cell;

/// The rows of all parts for one file, each part spread evenly over the file.
pub(super) struct Mixed {
    sources: Vec<Source>,
    /// The sources that have rows left, the next row first: its place in the file, in units of
    /// 2⁻⁶⁴ of the file, and the source.
    next: BinaryHeap<Reverse<(u64, usize)>>,
}

struct Source {
    rows: Rows,
    key: Key,
    /// Rows taken, and rows in all.
    taken: u64,
    of: u64,
}

impl Source {
    /// Where the next row belongs: somewhere in its own share of the file.
    fn place(&self) -> u64 {
        let offset = u128::from(self.key.at(self.taken).bits());
        let place = (u128::from(self.taken) << 64) + offset;
        (place / u128::from(self.of)) as u64
    }
}

impl Mixed {
    /// Opens the rows of all parts for a file of a split.
    ///
    /// # Errors
    /// When they cannot be read.
    pub(super) fn open(parts: &[(PathBuf, Summary)], split: usize, shard: usize) -> Result<Self> {
        let mut mixed = Self {
            sources: Vec::new(),
            next: BinaryHeap::new(),
        };
        for (unit, (path, summary)) in parts.iter().enumerate() {
            let of = summary.rows[split][shard];
            if of == 0 {
                continue;
            }
            let key = Key::seed(unit as u64).at(split as u64).at(shard as u64);
            let source = Source {
                rows: Rows::open(path, split, shard, of)?,
                key,
                taken: 0,
                of,
            };
            mixed
                .next
                .push(Reverse((source.place(), mixed.sources.len())));
            mixed.sources.push(source);
        }
        Ok(mixed)
    }

    /// The next row, which lasts until the one after it.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(super) fn next_row(&mut self) -> Result<Option<Vec<Cell<'_>>>> {
        let Some(Reverse((_, at))) = self.next.pop() else {
            return Ok(None);
        };
        let source = &mut self.sources[at];
        source.taken += 1;
        if source.taken < source.of {
            self.next.push(Reverse((source.place(), at)));
        }
        source.rows.next_row()
    }
}
