//! The letters of a formula, each with what is known of it: few of them, so they stand in a list.

use super::room::recycled;
use rustc_hash::FxHashMap;

/// Memory that is used again.
pub(super) struct Room<T>(Vec<(&'static str, T)>);

impl<T> Default for Room<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Longer lists get an index.
const FEW: usize = 12;

/// Names with something that is known of each.
pub(super) struct Letters<'t, T> {
    list: Vec<(&'t str, T)>,
    /// One more than the place of each name of one byte, while there are few; none is 0.
    bytes: [u8; 128],
    /// The places of all names, once there are many.
    index: FxHashMap<&'t str, usize>,
}

impl<'t, T> Letters<'t, T> {
    /// None, in memory that is there.
    pub(super) fn new(room: &mut Room<T>) -> Self {
        Self {
            list: recycled(std::mem::take(&mut room.0)),
            bytes: [0; 128],
            index: FxHashMap::default(),
        }
    }

    /// Gives the memory back.
    pub(super) fn reuse(self, room: &mut Room<T>) {
        room.0 = recycled(self.list);
    }

    fn place(&self, name: &str) -> Option<usize> {
        if let [byte] = name.as_bytes() {
            return match self.bytes[usize::from(*byte & 127)] {
                0 if self.list.len() < 256 => None,
                0 => self.index.get(name).copied(),
                place => Some(usize::from(place) - 1),
            };
        }
        if self.index.is_empty() {
            let same = |(known, _): &(&str, T)| *known == name;
            self.list.iter().position(same)
        } else {
            self.index.get(name).copied()
        }
    }

    /// What is known of a name.
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.place(name).map(|at| &self.list[at].1)
    }

    pub(super) fn contains_key(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// What is known of a name, which is added when it is new.
    pub(super) fn entry(&mut self, name: &'t str, new: impl FnOnce() -> T) -> &mut T {
        let place = self.place(name).unwrap_or_else(|| {
            if self.list.is_empty() {
                self.list.reserve(FEW);
            }
            self.list.push((name, new()));
            let last = self.list.len() - 1;
            if let [byte] = name.as_bytes() {
                let place = u8::try_from(last + 1).unwrap_or(0);
                self.bytes[usize::from(*byte & 127)] = place;
            }
            if last == FEW {
                let places = self.list.iter().enumerate().map(|(i, (n, _))| (*n, i));
                self.index.extend(places);
            } else if last > FEW {
                self.index.insert(name, last);
            }
            last
        });
        &mut self.list[place].1
    }

    /// All names with what is known of each.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (&'t str, &mut T)> {
        self.list.iter_mut().map(|(name, known)| (*name, known))
    }
}
