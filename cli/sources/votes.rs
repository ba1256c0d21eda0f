//! Up-votes by post, in pages that exist only where there are votes.

use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};

use super::xml::{Row, Rows};
use crate::packed::unpacked;

/// `VoteTypeId` of an up-vote in dumps of Stack Exchange.
const UP: &str = "2";
/// Posts of a page.
const PAGE: usize = 4096;

/// How many up-votes posts have; more than 255 are 255.
#[derive(Debug, Default)]
pub(super) struct Votes {
    pages: HashMap<u64, Box<[u8; PAGE]>>,
}

impl Votes {
    /// Counts the up-votes of a file `Votes.xml`.
    ///
    /// # Errors
    /// When it cannot be read to its end: a count of a part would reject what deserves to be kept.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        let mut rows = Rows::new(unpacked(path, file)?, &name)?;
        let mut votes = Self::default();
        while let Some(row) = rows.next_row(&["PostId", "VoteTypeId"])? {
            match row {
                Row::Fields(fields) => {
                    if let [Some(post), Some(kind)] = &fields.values[..]
                        && kind == UP
                        && let Ok(post) = post.parse()
                    {
                        votes.add(post);
                    }
                }
                Row::Broken {
                    line, complaint, ..
                } => {
                    anyhow::bail!("{name}:{line}: {}", complaint.message)
                }
            }
        }
        Ok(votes)
    }

    fn add(&mut self, post: u64) {
        let page = self.pages.entry(post / PAGE as u64);
        let page = page.or_insert_with(|| Box::new([0; PAGE]));
        let count = &mut page[(post % PAGE as u64) as usize];
        *count = count.saturating_add(1);
    }

    /// The up-votes of a post.
    pub(super) fn of(&self, post: u64) -> u8 {
        let page = self.pages.get(&(post / PAGE as u64));
        page.map_or(0, |page| page[(post % PAGE as u64) as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_end_at_255() {
        let mut votes = Votes::default();
        (0..300).for_each(|_| votes.add(5));
        votes.add(u64::MAX);
        let counts = [5, 6, 1 << 40, u64::MAX].map(|post| votes.of(post));
        assert_eq!(counts, [255, 0, 0, 1]);
    }
}
