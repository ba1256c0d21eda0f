//! A natural choice of names.

use super::plan::Plan;
use super::rank::Assignment;
use super::unit::{How, Unit};
use crate::choice::{Draws, Key};

impl Plan {
    /// Draws an assignment: of the variables and of the functions, k of n, k uniform; each gets a
    /// candidate that nothing else is called.
    pub(super) fn draw_assignment(&self, key: Key) -> Assignment {
        let mut draws = key.draws();
        let mut names = self.own();
        let mut chosen: Vec<usize> = Vec::new();
        for function in [false, true] {
            let mut pool: Vec<usize> = (0..self.units.len())
                .filter(|u| self.units[*u].function == function)
                .collect();
            let k = draws.below(pool.len() + 1);
            draws.shuffle(&mut pool);
            chosen.extend(&pool[..k]);
        }
        draws.shuffle(&mut chosen);
        if draws.chance(self.indexed.0) {
            self.index(&mut draws, &mut chosen, &mut names);
        }
        let mut stray = draws.chance(self.stray);
        for unit in chosen {
            self.rename(unit, &mut stray, &mut draws, &mut names);
        }
        names
    }

    /// Gives some of the chosen units, all of one group, a common name with indices.
    fn index(&self, draws: &mut Draws, chosen: &mut Vec<usize>, names: &mut Assignment) {
        let members = |unit: &Unit| -> Vec<String> {
            let part = unit.single().filter(|_| unit.indexable);
            let members = part
                .iter()
                .flat_map(|part| &part.candidates)
                .filter(|c| c.how == How::Member);
            members.map(|c| c.name.clone()).collect()
        };
        let Some(first) = chosen
            .iter()
            .position(|u| !members(&self.units[*u]).is_empty())
        else {
            return;
        };
        let mut group = vec![chosen[first]];
        let mut bases = members(&self.units[chosen[first]]);
        for unit in chosen.iter().filter(|u| **u != chosen[first]) {
            let theirs = members(&self.units[*unit]);
            let common: Vec<String> = bases
                .iter()
                .filter(|name| theirs.contains(name))
                .cloned()
                .collect();
            if !common.is_empty() && group.len() < self.indexed.1.min(9) {
                bases = common;
                group.push(*unit);
            }
        }
        let elsewhere = |name: &String| {
            names
                .iter()
                .enumerate()
                .any(|(u, parts)| !group.contains(&u) && parts.contains(name))
        };
        let bundled = |name: &String| {
            self.units
                .iter()
                .any(|unit| unit.rows.iter().flatten().any(|n| n == name))
        };
        bases.retain(|name| !elsewhere(name) && !bundled(name));
        if group.len() < 2 || bases.is_empty() {
            return;
        }
        let base = &bases[draws.below(bases.len())];
        chosen.retain(|unit| !group.contains(unit));
        group.sort_unstable();
        // The base is kept from others by a name that is only looked at here: see `rename`.
        for (index, unit) in group.iter().enumerate() {
            names[*unit] = vec![format!("{base}_{}", index + 1)];
        }
    }

    /// Gives a unit a name that nothing else has; it keeps its own when there is none.
    fn rename(&self, unit: usize, stray: &mut bool, draws: &mut Draws, names: &mut Assignment) {
        let taken = |name: &str| {
            names.iter().enumerate().any(|(other, parts)| {
                let bare = parts
                    .first()
                    .and_then(|n| n.rsplit_once('_'))
                    .map(|(base, _)| base);
                other != unit
                    && (parts.iter().any(|n| n == name)
                        || (self.units[other].indexable && bare == Some(name)))
            })
        };
        let now = &self.units[unit];
        let Some(part) = now.single() else {
            let rows: Vec<&Vec<String>> = now.rows[1..]
                .iter()
                .filter(|row| !row.iter().any(|name| taken(name)))
                .collect();
            if !rows.is_empty() {
                let row = rows[draws.below(rows.len())].clone();
                names[unit] = row;
            }
            return;
        };
        let others = part
            .candidates
            .iter()
            .filter(|c| c.name != part.own && !taken(&c.name));
        let (strays, usual): (Vec<_>, Vec<_>) = others.partition(|c| c.how == How::Stray);
        let from = if *stray && !strays.is_empty() {
            &strays
        } else {
            &usual
        };
        if !from.is_empty() {
            *stray &= from[0].how != How::Stray;
            names[unit] = vec![from[draws.below(from.len())].name.clone()];
        }
    }
}
