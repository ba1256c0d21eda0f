//! The letters of a formula, each with what is known of it: few of them, so they stand in a list.

use super::room::recycled;
use rustc_hash::FxHashMap;

/// Memory that is used again.
pub(super) struct Room<T>(Vec<(Short, &'static str, T)>);

impl<T> Default for Room<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Longer lists get an index.
const FEW: usize = 12;

/// The byte of a name of one byte, otherwise one more than all bytes: most comparisons end here.
type Short = u16;

#[inline]
fn short(name: &str) -> Short {
    match name.as_bytes() {
        [b] => Short::from(*b),
        _ => 256,
    }
}

/// Names with something that is known of each.
pub(super) struct Letters<'t, T> {
    list: Vec<(Short, &'t str, T)>,
    /// The places of all names, once there are many.
    index: FxHashMap<&'t str, usize>,
}

impl<'t, T> Letters<'t, T> {
    /// None, in memory that is there.
    pub(super) fn new(room: &mut Room<T>) -> Self {
        Self {
            list: recycled(std::mem::take(&mut room.0)),
            index: FxHashMap::default(),
        }
    }

    /// Gives the memory back.
    pub(super) fn reuse(self, room: &mut Room<T>) {
        room.0 = recycled(self.list);
    }

    fn place(&self, name: &str) -> Option<usize> {
        if self.index.is_empty() {
            let short = short(name);
            let same =
                |known: &(Short, &str, T)| known.0 == short && (short < 256 || known.1 == name);
            self.list.iter().position(same)
        } else {
            self.index.get(name).copied()
        }
    }

    /// What is known of a name.
    pub(super) fn get(&self, name: &str) -> Option<&T> {
        self.place(name).map(|at| &self.list[at].2)
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
            self.list.push((short(name), name, new()));
            let last = self.list.len() - 1;
            if last == FEW {
                let places = self.list.iter().enumerate().map(|(i, (_, n, _))| (*n, i));
                self.index.extend(places);
            } else if last > FEW {
                self.index.insert(name, last);
            }
            last
        });
        &mut self.list[place].2
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.list.iter_mut().map(|(_, _, known)| known)
    }
}
