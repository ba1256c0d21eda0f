//! A natural choice of names, from tables made once a plan.

use std::collections::BTreeMap;

use super::greek::other_shape;
use super::plan::{Names, Plan};
use super::unit::{How, Place, Unit};
use crate::choice::{Draws, Key};

/// The units of a plan with their names as small integers.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    /// Every name that a unit may get.
    names: Vec<String>,
    /// For `t_1`, the name `t`, when that is one of the names.
    bare: Vec<Option<u16>>,
    /// The same letter in its other shape, when that is one of the names.
    shapes: Vec<Option<u16>>,
    /// Names in rows of a family.
    bundled: Vec<bool>,
    units: Vec<Table>,
    /// What the parts are called when nothing is substituted.
    own: Vec<Given>,
    variables: Vec<u8>,
    functions: Vec<u8>,
}

/// One unit.
#[derive(Clone, Debug)]
struct Table {
    /// Where its parts begin in a list of all parts.
    start: usize,
    own: Vec<u16>,
    indexable: bool,
    /// For a single part: names but its own, usual ones and stray ones.
    usual: Vec<u16>,
    strays: Vec<u16>,
    /// For a single indexable part: members of its groups.
    members: Vec<u16>,
    /// For a family: the rows after its own.
    rows: Vec<Vec<u16>>,
    single: bool,
}

/// The name of a part: an entry of the table, with an index unless that is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Given {
    name: u16,
    index: u8,
}

impl Tables {
    pub(super) fn new(units: &[Unit]) -> Self {
        let mut tables = Self::default();
        let mut known: BTreeMap<String, u16> = BTreeMap::new();
        let mut start = 0;
        for unit in units {
            let mut id = |name: &String| {
                *known.entry(name.clone()).or_insert_with(|| {
                    tables.names.push(name.clone());
                    (tables.names.len() - 1) as u16
                })
            };
            let own: Vec<u16> = unit.parts.iter().map(|part| id(&part.own)).collect();
            let (mut usual, mut strays, mut members) = (Vec::new(), Vec::new(), Vec::new());
            for candidate in unit.single().iter().flat_map(|part| &part.candidates) {
                let name = id(&candidate.name);
                if candidate.how == How::Member && unit.indexable {
                    members.push(name);
                }
                if name != own[0] {
                    let stray = candidate.how == How::Stray;
                    (if stray { &mut strays } else { &mut usual }).push(name);
                }
            }
            let rows = unit.rows.iter().skip(1);
            let rows = rows.map(|row| row.iter().map(&mut id).collect()).collect();
            tables.units.push(Table {
                start,
                indexable: unit.indexable,
                usual,
                strays,
                members,
                rows,
                single: unit.parts.len() == 1,
                own,
            });
            start += unit.parts.len();
            let at = (tables.units.len() - 1) as u8;
            if unit.function {
                tables.functions.push(at);
            } else {
                tables.variables.push(at);
            }
        }
        let own = tables.units.iter().flat_map(|unit| &unit.own);
        tables.own = own
            .map(|name| Given {
                name: *name,
                index: 0,
            })
            .collect();
        let bare = |name: &String| {
            let (base, _) = name.rsplit_once('_')?;
            known.get(base).copied()
        };
        tables.bare = tables.names.iter().map(bare).collect();
        let shape = |name: &String| known.get(other_shape(name)?).copied();
        tables.shapes = tables.names.iter().map(shape).collect();
        tables.bundled = vec![false; tables.names.len()];
        for name in units.iter().flat_map(|unit| &unit.rows).flatten() {
            if let Some(id) = known.get(name) {
                tables.bundled[usize::from(*id)] = true;
            }
        }
        tables
    }

    /// The name that a unit has, or the base of its indexed one, besides the names of its parts.
    fn base(&self, unit: &Table, given: &[Given]) -> Option<u16> {
        let first = given[unit.start];
        if !unit.indexable {
            None
        } else if first.index > 0 {
            Some(first.name)
        } else {
            self.bare[usize::from(first.name)]
        }
    }

    /// Adds what a unit is called to the uses of names, or takes it away.
    fn count(&self, unit: &Table, given: &[Given], uses: &mut [u8], by: impl Fn(u8) -> u8) {
        let parts = given[unit.start..unit.start + unit.own.len()].iter();
        let plain = parts.filter(|g| g.index == 0).map(|g| g.name);
        for name in plain.chain(self.base(unit, given)) {
            let uses = &mut uses[usize::from(name)];
            *uses = by(*uses);
        }
    }

    /// Whether a unit other than those of a group has exactly this name.
    fn elsewhere(&self, given: &[Given], name: u16, group: &[u8]) -> bool {
        self.units.iter().enumerate().any(|(at, unit)| {
            !group.contains(&(at as u8))
                && given[unit.start..unit.start + unit.own.len()]
                    .iter()
                    .any(|g| g.index == 0 && g.name == name)
        })
    }

    /// Gives some of the chosen units, all of one group, a common name with indices; what is left
    /// of the chosen ones comes first.
    fn index(&self, most: usize, draws: &mut Draws, chosen: &mut Vec<u8>, given: &mut [Given]) {
        let members = |unit: u8| &self.units[usize::from(unit)].members;
        let Some(&first) = chosen.iter().find(|u| !members(**u).is_empty()) else {
            return;
        };
        let mut group = vec![first];
        let mut bases = members(first).clone();
        for &unit in chosen.iter().filter(|u| **u != first) {
            let theirs = members(unit);
            let common = |name: &&u16| theirs.contains(name);
            if group.len() < most && bases.iter().any(|name| common(&name)) {
                bases.retain(|name| theirs.contains(name));
                group.push(unit);
            }
        }
        bases.retain(|name| {
            let shape = self.shapes[usize::from(*name)];
            let used = |name: u16| self.elsewhere(given, name, &group);
            !used(*name) && !shape.is_some_and(used) && !self.bundled[usize::from(*name)]
        });
        if group.len() < 2 || bases.is_empty() {
            return;
        }
        let name = bases[draws.below(bases.len())];
        chosen.retain(|unit| !group.contains(unit));
        group.sort_unstable();
        for (index, unit) in (1..).zip(group) {
            given[self.units[usize::from(unit)].start] = Given { name, index };
        }
    }

    /// Gives a unit a name that nothing else has; it keeps its own when there is none.
    fn rename(
        &self,
        at: u8,
        stray: &mut bool,
        draws: &mut Draws,
        given: &mut [Given],
        uses: &mut [u8],
    ) {
        let unit = &self.units[usize::from(at)];
        self.count(unit, given, uses, |n| n - 1);
        let unused = |name: u16| uses[usize::from(name)] == 0;
        let free = |name: &u16| unused(*name) && self.shapes[usize::from(*name)].is_none_or(unused);
        if unit.single {
            let strays = *stray && unit.strays.iter().any(free);
            *stray &= !strays;
            let from = if strays { &unit.strays } else { &unit.usual };
            if let Some(&name) = pick(from, free, draws) {
                given[unit.start] = Given { name, index: 0 };
            }
        } else if let Some(row) = pick(&unit.rows, |row| row.iter().all(free), draws) {
            for (place, name) in row.iter().enumerate() {
                given[unit.start + place] = Given {
                    name: *name,
                    index: 0,
                };
            }
        }
        self.count(unit, given, uses, |n| n + 1);
    }
}

/// One of the items that are free, all equally likely.
fn pick<'a, T>(items: &'a [T], free: impl Fn(&T) -> bool, draws: &mut Draws) -> Option<&'a T> {
    if items.is_empty() {
        return None;
    }
    for _ in 0..4 {
        let item = &items[draws.below(items.len())];
        if free(item) {
            return Some(item);
        }
    }
    match items.iter().filter(|item| free(item)).count() {
        0 => None,
        count => items
            .iter()
            .filter(|item| free(item))
            .nth(draws.below(count)),
    }
}

impl Plan {
    /// A natural choice: of the variables and of the functions k of n change, k uniform; each gets
    /// a candidate that nothing else is called. Stray letters and indices come now and then
    /// (paper, section 3.1).
    pub fn draw(&self, key: Key) -> Names {
        let mut names = self.source_names();
        self.draw_into(key, 0.0, &mut names);
        names
    }

    /// [`Self::draw`] into names that this plan made, whose memory is used again; `flat` is how
    /// often all symbols change, from 0 to 1.
    pub fn draw_into(&self, key: Key, flat: f64, names: &mut Names) {
        let tables = &self.tables;
        let mut draws = key.draws();
        let mut given = tables.own.clone();
        let mut chosen: Vec<u8> = Vec::with_capacity(tables.units.len());
        let all = flat > 0.0 && draws.chance(flat);
        for pool in [&tables.variables, &tables.functions] {
            let k = if all {
                pool.len()
            } else {
                draws.below(pool.len() + 1)
            };
            let start = chosen.len();
            chosen.extend(pool);
            draws.shuffle(&mut chosen[start..]);
            chosen.truncate(start + k);
        }
        draws.shuffle(&mut chosen);
        if draws.chance(self.indexed.0) {
            tables.index(self.indexed.1.min(9), &mut draws, &mut chosen, &mut given);
        }
        let mut stray = draws.chance(self.stray);
        // Few formulas have more candidates than this; theirs are counted on the heap.
        let (mut few, mut many) = ([0; 256], Vec::new());
        let uses = match few.get_mut(..tables.names.len()) {
            Some(few) => few,
            None => {
                many.resize(tables.names.len(), 0);
                &mut many[..]
            }
        };
        for unit in &tables.units {
            tables.count(unit, &given, uses, |n| n + 1);
        }
        for unit in chosen {
            tables.rename(unit, &mut stray, &mut draws, &mut given, uses);
        }
        self.write(&given, names);
    }

    /// Writes the names out.
    fn write(&self, given: &[Given], names: &mut Names) {
        let parts = self.units.iter().flat_map(|unit| &unit.parts);
        for (part, given) in parts.zip(given) {
            let name = &self.tables.names[usize::from(given.name)];
            for place in &part.places {
                let target = match place {
                    Place::Symbol(index) => &mut names.symbols[*index as usize],
                    Place::Slot(slot) => match names.slots.iter_mut().find(|(s, _)| s == slot) {
                        Some((_, target)) => target,
                        None => continue,
                    },
                };
                target.clear();
                target.push_str(name);
                if given.index > 0 {
                    target.push('_');
                    target.push(char::from(b'0' + given.index));
                }
            }
        }
        self.name_spares(names);
    }
}
