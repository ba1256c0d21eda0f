//! Numbers of assignments: from a number to the names and back.

use std::collections::BTreeSet;

use super::count::{Space, choose};
use super::unit::{How, Unit};

/// The names of the parts of each unit.
pub(super) type Assignment = Vec<Vec<String>>;

impl Space {
    /// The assignment of this number, which is below the total.
    pub(super) fn unrank(&self, units: &[Unit], mut rank: u128) -> Assignment {
        let mut names: Assignment = vec![Vec::new(); units.len()];
        let Some(case) = self.cases.iter().position(|case| {
            let here = case.ways * case.rest;
            let found = rank < here;
            rank -= if found { 0 } else { here };
            found
        }) else {
            return units
                .iter()
                .map(|unit| unit.parts.iter().map(|part| part.own.clone()).collect())
                .collect();
        };
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let (mut way, mut rest) = (rank / self.cases[case].rest, rank % self.cases[case].rest);
        let mut left: Vec<Vec<usize>> = Vec::new();
        let mut indexed = Vec::new();
        for (kind, taken) in self.types.iter().zip(&self.cases[case].taken) {
            let ways = choose(kind.units.len(), (*taken).into());
            let (some, others) = subset(&kind.units, (*taken).into(), way % ways);
            way /= ways;
            indexed.extend(some);
            left.push(others);
        }
        if let Some(class) = self.cases[case].base {
            let size = self.classes[class].len() as u128;
            let base = &self.classes[class][(way % size) as usize];
            way /= size;
            used.insert(base);
            indexed.sort_unstable();
            let mut free: Vec<usize> = (1..=indexed.len()).collect();
            for unit in indexed {
                let n = free.len() as u128;
                let index = free.remove((way % n) as usize);
                way /= n;
                names[unit] = vec![format!("{base}_{index}")];
            }
        }
        let mut state = self.start(case);
        while state.bundle < self.bundles.len() {
            let (unit, rows) = &self.bundles[state.bundle];
            for (row, next) in
                (0..rows.len()).filter_map(|row| Some((row, self.bundle(&state, row)?)))
            {
                let ways = self.known(&next);
                if rest < ways {
                    names[*unit] = units[*unit].rows[row].clone();
                    used.extend(units[*unit].rows[row].iter().map(String::as_str));
                    state = next;
                    break;
                }
                rest -= ways;
            }
        }
        while let Some(kind) = self.next_type(&state) {
            let queue = &left[kind];
            let unit = queue[queue.len() - usize::from(state.left[kind])];
            for &(class, how) in &self.types[kind].accepts {
                if state.stray && how == How::Stray {
                    continue;
                }
                let next = || self.name(&state, kind, class, how);
                let free = || {
                    self.classes[class]
                        .iter()
                        .filter(|name| !used.contains(name.as_str()))
                };
                let size = free().count() as u128;
                if size == 0 {
                    continue;
                }
                let each = self.known(&next());
                if rest < size * each {
                    if let Some(name) = free().nth((rest / each) as usize) {
                        rest %= each;
                        names[unit] = vec![name.clone()];
                        let after = next();
                        used.insert(name);
                        state = after;
                    }
                    break;
                }
                rest -= size * each;
            }
        }
        names
    }

    /// The number of an assignment; `None` when it is not one of this space.
    pub(super) fn rank(&self, units: &[Unit], names: &Assignment) -> Option<u128> {
        let all: Vec<&str> = names.iter().flatten().map(String::as_str).collect();
        let mut used: BTreeSet<&str> = BTreeSet::new();
        let own_subscript = |unit: usize| {
            units[unit]
                .parts
                .iter()
                .any(|part| part.candidates.iter().any(|c| c.name == names[unit][0]))
        };
        let index_of = |unit: usize| {
            let (base, index) = names[unit].first()?.rsplit_once('_')?;
            (units[unit].indexable && !own_subscript(unit))
                .then_some((base, index.parse::<usize>().ok()?))
        };
        let taken: Vec<u8> = self
            .types
            .iter()
            .map(|kind| {
                kind.units
                    .iter()
                    .filter(|u| index_of(**u).is_some())
                    .count() as u8
            })
            .collect();
        let mut indexed: Vec<usize> = self
            .types
            .iter()
            .flat_map(|kind| kind.units.iter().copied())
            .filter(|u| index_of(*u).is_some())
            .collect();
        indexed.sort_unstable();
        let base = indexed
            .first()
            .and_then(|unit| index_of(*unit))
            .map(|(base, _)| base);
        let class = base.map(|base| {
            self.classes
                .iter()
                .position(|class| class.iter().any(|name| name == base))
        });
        let class = match class {
            Some(found) => Some(found?),
            None => None,
        };
        let before = |case: &super::count::Case| case.taken == taken && case.base == class;
        let case = self.cases.iter().position(before)?;
        let mut rank: u128 = self.cases[..case]
            .iter()
            .map(|case| case.ways * case.rest)
            .sum();
        let (mut way, mut scale) = (0, 1);
        let mut left: Vec<Vec<usize>> = Vec::new();
        for kind in &self.types {
            let (some, others): (Vec<usize>, Vec<usize>) =
                kind.units.iter().partition(|unit| indexed.contains(unit));
            way += scale * subset_rank(&kind.units, &some);
            scale *= choose(kind.units.len(), some.len());
            left.push(others);
        }
        if let (Some(class), Some(base)) = (class, base) {
            way += scale * self.classes[class].iter().position(|name| name == base)? as u128;
            scale *= self.classes[class].len() as u128;
            used.insert(base);
            let mut free: Vec<usize> = (1..=indexed.len()).collect();
            for unit in indexed {
                let (its_base, index) = index_of(unit)?;
                let at = free
                    .iter()
                    .position(|n| *n == index)
                    .filter(|_| its_base == base)?;
                way += scale * at as u128;
                scale *= free.len() as u128;
                free.remove(at);
            }
        }
        rank += way * self.cases[case].rest;
        let mut state = self.start(case);
        while state.bundle < self.bundles.len() {
            let (unit, rows) = &self.bundles[state.bundle];
            let at = units[*unit]
                .rows
                .iter()
                .position(|row| *row == names[*unit])?;
            rank += (0..at.min(rows.len()))
                .filter_map(|row| self.bundle(&state, row))
                .map(|next| self.known(&next))
                .sum::<u128>();
            used.extend(names[*unit].iter().map(String::as_str));
            state = self.bundle(&state, at)?;
        }
        while let Some(kind) = self.next_type(&state) {
            let queue = &left[kind];
            let name = names[queue[queue.len() - usize::from(state.left[kind])]].first()?;
            let mut found = None;
            for &(class, how) in &self.types[kind].accepts {
                if state.stray && how == How::Stray {
                    continue;
                }
                let free: Vec<&String> = self.classes[class]
                    .iter()
                    .filter(|name| !used.contains(name.as_str()))
                    .collect();
                if free.is_empty() {
                    continue;
                }
                let next = self.name(&state, kind, class, how);
                let each = self.known(&next);
                if let Some(at) = free.iter().position(|n| *n == name) {
                    rank += at as u128 * each;
                    found = Some(next);
                    break;
                }
                rank += free.len() as u128 * each;
            }
            state = found?;
            used.insert(name);
        }
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        (distinct.len() == all.len() && rank < self.total()).then_some(rank)
    }
}

/// The subset of `k` items of this number, and the others.
fn subset(items: &[usize], k: usize, mut rank: u128) -> (Vec<usize>, Vec<usize>) {
    let (mut some, mut others, mut k) = (Vec::new(), Vec::new(), k);
    for (i, item) in items.iter().enumerate() {
        let with = if k == 0 {
            0
        } else {
            choose(items.len() - i - 1, k - 1)
        };
        if rank < with {
            some.push(*item);
            k -= 1;
        } else {
            rank -= with;
            others.push(*item);
        }
    }
    (some, others)
}

/// The inverse of [`subset`].
fn subset_rank(items: &[usize], some: &[usize]) -> u128 {
    let (mut rank, mut k) = (0, some.len());
    for (i, item) in items.iter().enumerate() {
        if k > 0 && some.contains(item) {
            k -= 1;
        } else if k > 0 {
            rank += choose(items.len() - i - 1, k - 1);
        }
    }
    rank
}
