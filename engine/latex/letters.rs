//! The letters of a formula, each with what is known of it: few of them, so they stand in a list.

use rustc_hash::FxHashMap;

/// Longer lists get an index.
const FEW: usize = 12;

/// Names with something that is known of each.
pub(super) struct Letters<'t, T> {
    list: Vec<(&'t str, T)>,
    /// The places of all names, once there are many.
    index: FxHashMap<&'t str, usize>,
}

impl<'t, T> Letters<'t, T> {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::with_capacity(FEW),
            index: FxHashMap::default(),
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        if self.index.is_empty() {
            self.list.iter().position(|(n, _)| *n == name)
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
            self.list.push((name, new()));
            let last = self.list.len() - 1;
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

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.list.iter_mut().map(|(_, known)| known)
    }
}
