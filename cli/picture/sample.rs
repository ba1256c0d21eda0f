//! Rows drawn at random from many, by what was done to them.

use std::collections::BTreeMap;

use mamut_engine::choice::Key;

use crate::row::Row;

/// The group of rows that are equivalent to their source.
pub const EQUIVALENT: &str = "equivalent";

/// Some rows of each strategy. Which ones depends on the rows and the seed, not on their order.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    seed: u64,
    number: usize,
    /// Rows by group and by rank; equal ranks by their text.
    kept: BTreeMap<String, BTreeMap<(u64, String), Row>>,
}

impl Sample {
    /// No rows yet; so many of each group at most.
    pub const fn new(seed: u64, number: usize) -> Self {
        Self {
            seed,
            number,
            kept: BTreeMap::new(),
        }
    }

    /// Offers a row, which is made when it is wanted.
    pub fn offer<'g>(
        &mut self,
        groups: impl Iterator<Item = &'g str>,
        text: &str,
        row: impl Fn() -> Row,
    ) {
        for group in groups {
            if !self.kept.contains_key(group) {
                self.kept.insert(group.to_owned(), BTreeMap::new());
            }
            let Some(kept) = self.kept.get_mut(group) else {
                continue;
            };
            let rank = Key::seed(self.seed).named(group).named(text).draws().bits();
            let wanted = kept
                .last_key_value()
                .is_none_or(|((last, _), _)| rank < *last);
            if kept.len() < self.number || wanted {
                kept.insert((rank, text.to_owned()), row());
                if kept.len() > self.number {
                    kept.pop_last();
                }
            }
        }
    }

    /// Adds the rows of another sample of the same seed and number.
    pub fn merge(&mut self, other: Self) {
        for (group, rows) in other.kept {
            let kept = self.kept.entry(group).or_default();
            kept.extend(rows);
            while kept.len() > self.number {
                kept.pop_last();
            }
        }
    }

    /// The groups, and their rows as they were drawn.
    pub fn groups(&self) -> impl Iterator<Item = (&str, Vec<&Row>)> {
        let groups = self.kept.iter();
        groups.map(|(group, rows)| (group.as_str(), rows.values().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(texts: impl Iterator<Item = u32>) -> Sample {
        let mut sample = Sample::new(3, 5);
        for n in texts {
            let text = format!("a+{n}");
            let row = || Row {
                text: text.clone(),
                ..Row::default()
            };
            let groups = if n % 2 == 0 {
                &["swap"][..]
            } else {
                &["swap", "random"]
            };
            sample.offer(groups.iter().copied(), &text, row);
        }
        sample
    }

    fn shown(sample: &Sample) -> Vec<(String, Vec<String>)> {
        let texts = |rows: Vec<&Row>| rows.into_iter().map(|r| r.text.clone()).collect();
        sample
            .groups()
            .map(|(g, rows)| (g.to_owned(), texts(rows)))
            .collect()
    }

    #[test]
    fn neither_order_nor_parts_decide() {
        let all = shown(&drawn(0..400));
        assert_eq!(all.len(), 2);
        assert!(all.iter().all(|(_, rows)| rows.len() == 5));
        assert_eq!(shown(&drawn((0..400).rev())), all);
        let mut parts = drawn(0..100);
        parts.merge(drawn(100..400));
        assert_eq!(shown(&parts), all);
        assert_ne!(all[1].1, ["a+0", "a+1", "a+2", "a+3", "a+4"]);
    }
}
