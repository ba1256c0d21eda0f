//! Rows put together in groups: one true row and as many false ones of the same split as are asked
//! for.

use std::collections::VecDeque;

/// Rows that wait for others.
pub struct Balance<R> {
    /// How many false rows a group has.
    pub negatives: usize,
    /// True and false rows by split.
    waiting: Vec<[VecDeque<R>; 2]>,
    /// As many groups' rows may wait in a split.
    limit: usize,
}

impl<R> Balance<R> {
    /// Nothing waits yet; `limit` groups may wait in each split.
    pub fn new(splits: usize, negatives: usize, limit: usize) -> Self {
        Self {
            negatives,
            waiting: (0..splits).map(|_| Default::default()).collect(),
            limit,
        }
    }

    /// Whether a row of this label is wanted in some split.
    pub fn wants(&self, label: bool) -> bool {
        (0..self.waiting.len()).any(|split| self.has_room(split, label))
    }

    fn has_room(&self, split: usize, label: bool) -> bool {
        let most = if label {
            self.limit
        } else {
            self.limit * self.negatives
        };
        self.waiting[split][usize::from(label)].len() < most
    }

    /// Adds a row; gives it back when too many of its kind wait already.
    pub fn push(&mut self, split: usize, label: bool, row: R) -> Option<R> {
        if !self.has_room(split, label) {
            return Some(row);
        }
        self.waiting[split][usize::from(label)].push_back(row);
        None
    }

    /// A group that is complete: its split, the true row, the false ones.
    pub fn group(&mut self) -> Option<(usize, R, Vec<R>)> {
        let negatives = self.negatives;
        let complete =
            |[wrong, right]: &[VecDeque<R>; 2]| !right.is_empty() && wrong.len() >= negatives;
        let split = self.waiting.iter().position(complete)?;
        let [wrong, right] = &mut self.waiting[split];
        let right = right.pop_front()?;
        Some((split, right, wrong.drain(..negatives).collect()))
    }

    /// How many rows wait, true and false ones.
    pub fn left(&self) -> (usize, usize) {
        let count = |label: usize| self.waiting.iter().map(|rows| rows[label].len()).sum();
        (count(1), count(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_of_one_split_and_complete() {
        let mut balance = Balance::new(2, 2, 3);
        for n in 0..4 {
            assert_eq!(balance.push(0, true, n).is_some(), n == 3, "{n}");
        }
        assert_eq!(balance.push(1, false, 10), None);
        assert_eq!(balance.push(0, false, 11), None);
        assert_eq!(balance.group(), None);
        assert_eq!(balance.push(0, false, 12), None);
        assert_eq!(balance.group(), Some((0, 0, vec![11, 12])));
        assert_eq!(balance.group(), None);
        assert_eq!(balance.left(), (2, 1));
    }
}
