//! Rows put together in groups: one true row and as many false ones of the same split as are asked
//! for.

use std::collections::VecDeque;

use mamut_engine::choice::Key;

/// Rows that wait for others.
pub struct Balance<R> {
    /// How many false rows a group has.
    pub negatives: usize,
    /// True rows in the order of making and false ones, by split.
    waiting: Vec<(VecDeque<R>, Vec<R>)>,
    /// As many groups' rows may wait in a split.
    limit: usize,
    /// How many more groups of each split are wanted.
    wanted: Vec<u64>,
    /// What mixes false rows.
    key: Key,
    groups: u64,
}

impl<R> Balance<R> {
    /// Nothing waits yet; `limit` groups may wait in each split, of which so many are `wanted`.
    pub fn new(wanted: Vec<u64>, negatives: usize, limit: usize, key: Key) -> Self {
        let splits = wanted.iter();
        Self {
            negatives,
            waiting: splits.map(|_| (VecDeque::new(), Vec::new())).collect(),
            limit,
            wanted,
            key,
            groups: 0,
        }
    }

    /// Whether a row of this label is wanted in some split.
    pub fn wants(&self, label: bool) -> bool {
        (0..self.waiting.len()).any(|split| self.has_room(split, label))
    }

    fn has_room(&self, split: usize, label: bool) -> bool {
        let (right, wrong) = &self.waiting[split];
        match label {
            true => right.len() < self.limit,
            false => wrong.len() < self.limit * self.negatives,
        }
    }

    /// Adds a row; gives it back when too many of its kind wait already.
    pub fn push(&mut self, split: usize, label: bool, row: R) -> Option<R> {
        if !self.has_room(split, label) {
            return Some(row);
        }
        let (right, wrong) = &mut self.waiting[split];
        match label {
            true => right.push_back(row),
            false => wrong.push(row),
        }
        None
    }

    /// Wants as many groups of every split as there are.
    pub fn open(&mut self) {
        self.wanted.fill(u64::MAX);
    }

    /// How many groups of those that wait are complete and wanted, by split.
    fn ready(&self) -> impl Iterator<Item = usize> + '_ {
        let splits = self.waiting.iter().zip(&self.wanted);
        splits.map(|((right, wrong), wanted)| {
            let complete = right.len().min(wrong.len() / self.negatives);
            complete.min(usize::try_from(*wanted).unwrap_or(usize::MAX))
        })
    }

    /// How many groups of those that wait are complete and wanted.
    pub fn complete(&self) -> u64 {
        self.ready().sum::<usize>() as u64
    }

    /// A group that is complete: its split, the true row, the false ones, mixed. Splits come as often
    /// as they have groups, so that none gets more than its share while others wait. Unless it is to
    /// be the `last` of them, half of the room for rows stays full, so that rows that were made one
    /// after the other do not come together.
    pub fn group(&mut self, last: bool) -> Option<(usize, R, Vec<R>)> {
        let least = if last { 1 } else { (self.limit / 2).max(1) };
        let complete = self.complete() as usize;
        if complete < least {
            return None;
        }
        let mut draws = self.key.at(self.groups).draws();
        let mut place = draws.below(complete);
        let split = self.ready().position(|ready| {
            let found = place < ready;
            place = place.saturating_sub(ready);
            found
        })?;
        let negatives = self.negatives;
        let (right, wrong) = &mut self.waiting[split];
        let right = right.pop_front()?;
        self.wanted[split] = self.wanted[split].saturating_sub(1);
        self.groups += 1;
        let drawn = (0..negatives).map(|_| wrong.swap_remove(draws.below(wrong.len())));
        Some((split, right, drawn.collect()))
    }

    /// How many rows wait, true and false ones.
    pub fn left(&self) -> (usize, usize) {
        let right = self.waiting.iter().map(|(right, _)| right.len());
        let wrong = self.waiting.iter().map(|(_, wrong)| wrong.len());
        (right.sum(), wrong.sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_of_one_split_and_complete() {
        let mut balance = Balance::new(vec![9; 2], 2, 3, Key::seed(0));
        for n in 0..4 {
            assert_eq!(balance.push(0, true, n).is_some(), n == 3, "{n}");
        }
        assert_eq!(balance.push(1, false, 10), None);
        assert_eq!(balance.push(0, false, 11), None);
        assert_eq!((balance.group(true), balance.complete()), (None, 0));
        assert_eq!(balance.push(0, false, 12), None);
        assert_eq!(balance.complete(), 1);
        let (split, right, mut wrong) = balance.group(true).expect("a group");
        wrong.sort_unstable();
        assert_eq!((split, right, wrong), (0, 0, vec![11, 12]));
        assert_eq!(balance.group(true), None);
        assert_eq!(balance.left(), (2, 1));
    }

    #[test]
    fn what_is_not_wanted_waits() {
        let mut balance = Balance::new(vec![1, 1], 1, 9, Key::seed(0));
        for n in 0..3 {
            balance.push(0, true, n);
            balance.push(0, false, n);
        }
        assert_eq!(balance.complete(), 1);
        assert!(balance.group(true).is_some() && balance.group(true).is_none());
        balance.open();
        assert_eq!(balance.complete(), 2);
    }

    #[test]
    fn splits_keep_their_shares() {
        let mut balance: Balance<u32> = Balance::new(vec![999; 2], 2, 100, Key::seed(0));
        let mut groups = [0_u32; 2];
        for n in 0..400 {
            let split = usize::from(n % 10 == 0);
            balance.push(split, true, n);
            for wrong in [2 * n, 2 * n + 1] {
                balance.push(split, false, wrong);
            }
            if let Some((split, ..)) = balance.group(false) {
                groups[split] += 1;
            }
        }
        assert!(groups[0] + groups[1] >= 350, "{groups:?}");
        assert!((20..=50).contains(&groups[1]), "{groups:?}");
    }

    #[test]
    fn false_rows_are_mixed() {
        let mut balance: Balance<u32> = Balance::new(vec![999], 2, 100, Key::seed(0));
        let mut groups = Vec::new();
        for n in 0..400 {
            balance.push(0, true, n);
            for wrong in [2 * n, 2 * n + 1] {
                assert_eq!(balance.push(0, false, wrong), None);
            }
            groups.extend(balance.group(false));
        }
        groups.extend(std::iter::from_fn(|| balance.group(true)));
        assert_eq!(groups.len(), 400);
        let beside = groups.iter().filter(|(_, _, w)| w[0].abs_diff(w[1]) < 5);
        assert!(beside.count() < 40);
        let mut all: Vec<u32> = groups.into_iter().flat_map(|(_, _, wrong)| wrong).collect();
        all.sort_unstable();
        assert_eq!(all, (0..800).collect::<Vec<_>>());
    }
}
