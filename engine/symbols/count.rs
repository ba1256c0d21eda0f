//! Counting of injective name assignments.
//!
//! Names that the same symbols accept are one class, symbols that accept the same classes one
//! type. How many ways the rest can be named depends only on how many symbols of each type are
//! left and how many names of each class are used, so the numbers stay few.

use std::collections::{BTreeMap, HashMap};

use super::unit::{Candidate, How, Unit};

/// Gives up (and is asked again with fewer candidates) beyond this many different states.
const STATES: usize = 8192;

/// All assignments of a set of units.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    /// Names of each class, sorted.
    pub(super) classes: Vec<Vec<String>>,
    /// Symbols that accept the same names.
    pub(super) types: Vec<Type>,
    /// Units of several parts: the index of the unit and its rows as (class, name).
    pub(super) bundles: Vec<(usize, Vec<Row>)>,
    /// Without indices first, then one for each choice of what is indexed.
    pub(super) cases: Vec<Case>,
    /// Whether the names of a class occur in bundles; such names are not indexed.
    bundled: Vec<bool>,
    memo: HashMap<State, u128>,
}

/// The names of a family, each as its class and its bit.
pub(super) type Row = Vec<(usize, u32)>;

/// Who accepts a name.
struct Signature {
    /// One entry for each type.
    accepted: Vec<Option<How>>,
    /// Its number among the names of bundles.
    bit: Option<u32>,
}

/// Units that accept the same names.
#[derive(Clone, Debug)]
pub(super) struct Type {
    /// The units.
    pub(super) units: Vec<usize>,
    /// The classes that they accept, and why.
    pub(super) accepts: Vec<(usize, How)>,
    indexable: bool,
}

/// Which symbols get the name `t_1, t_2, …`.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// How many of each type.
    pub(super) taken: Vec<u8>,
    /// The class of `t`.
    pub(super) base: Option<usize>,
    /// Ways to choose which units, `t` and the order of the indices.
    pub(super) ways: u128,
    /// Ways to name everything else.
    pub(super) rest: u128,
}

/// What the number of completions depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// The next bundle.
    pub(super) bundle: usize,
    /// Used names that occur in bundles; zero once all are named.
    pub(super) bits: u128,
    /// Units left of each type.
    pub(super) left: Vec<u8>,
    /// Used names of each class; zero for those that nobody left accepts.
    pub(super) used: Vec<u8>,
    /// Whether a stray letter is used.
    pub(super) stray: bool,
}

impl Space {
    /// Counts the assignments of these units, with up to `most` of them indexed; `None` when
    /// that takes too many states.
    pub(super) fn new(units: &[Unit], most: usize) -> Option<Self> {
        let mut space = Self::default();
        let ids = space.classify(units);
        for (index, unit) in units.iter().enumerate() {
            if unit.single().is_none() {
                let place = |name: &String| ids.get(name).copied().unwrap_or_default();
                let rows = unit.rows.iter().map(|row| row.iter().map(place).collect());
                space.bundles.push((index, rows.collect()));
            }
        }
        space.choose_cases(most);
        for case in 0..space.cases.len() {
            let state = space.start(case);
            space.cases[case].rest = space.count(&state)?;
        }
        space.cases.retain(|case| case.ways > 0 && case.rest > 0);
        Some(space)
    }

    /// The number of assignments.
    pub(super) fn total(&self) -> u128 {
        self.cases.iter().map(|case| case.ways * case.rest).sum()
    }

    /// Makes the types and the classes; gives each name its class and its bit among the names of
    /// bundles.
    fn classify(&mut self, units: &[Unit]) -> BTreeMap<String, (usize, u32)> {
        let mut kinds: BTreeMap<(&[Candidate], bool), Vec<usize>> = BTreeMap::new();
        let mut sorted: Vec<Vec<Candidate>> = Vec::new();
        for unit in units {
            let mut candidates = unit
                .single()
                .map(|part| part.candidates.clone())
                .unwrap_or_default();
            candidates.sort();
            sorted.push(candidates);
        }
        for (index, unit) in units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.single().is_some())
        {
            kinds
                .entry((&sorted[index], unit.indexable))
                .or_default()
                .push(index);
        }
        let mut signatures: BTreeMap<&str, Signature> = BTreeMap::new();
        let fresh = || Signature {
            accepted: vec![None; kinds.len()],
            bit: None,
        };
        for (number, (candidates, _)) in kinds.keys().enumerate() {
            for candidate in *candidates {
                signatures
                    .entry(&candidate.name)
                    .or_insert_with(fresh)
                    .accepted[number] = Some(candidate.how);
            }
        }
        let mut bits = 0..;
        for name in units.iter().flat_map(|unit| unit.rows.iter().flatten()) {
            let bit = &mut signatures.entry(name).or_insert_with(fresh).bit;
            *bit = bit.or_else(|| bits.next());
        }
        let mut classes: BTreeMap<(&[Option<How>], bool), Vec<String>> = BTreeMap::new();
        for (name, signature) in &signatures {
            classes
                .entry((&signature.accepted, signature.bit.is_some()))
                .or_default()
                .push((*name).to_owned());
        }
        for (number, ((_, indexable), units)) in kinds.iter().enumerate() {
            let accepts = classes
                .keys()
                .enumerate()
                .filter_map(|(class, key)| key.0[number].map(|how| (class, how)));
            self.types.push(Type {
                units: units.clone(),
                accepts: accepts.collect(),
                indexable: *indexable,
            });
        }
        let mut ids = BTreeMap::new();
        for (class, ((_, bundled), names)) in classes.into_iter().enumerate() {
            for name in &names {
                ids.insert(
                    name.clone(),
                    (class, signatures[name.as_str()].bit.unwrap_or(0)),
                );
            }
            self.classes.push(names);
            self.bundled.push(bundled);
        }
        ids
    }

    fn choose_cases(&mut self, most: usize) {
        let mut vectors = vec![vec![0_u8; self.types.len()]];
        for (number, kind) in self
            .types
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.indexable)
        {
            for vector in vectors.clone() {
                let room = most.saturating_sub(vector.iter().map(|n| usize::from(*n)).sum());
                for n in 1..=kind.units.len().min(room) {
                    let mut more = vector.clone();
                    more[number] = n as u8;
                    vectors.push(more);
                }
            }
        }
        self.cases.push(Case {
            taken: vec![0; self.types.len()],
            base: None,
            ways: 1,
            rest: 0,
        });
        for taken in vectors {
            let k: u8 = taken.iter().sum();
            if k < 2 {
                continue;
            }
            for base in 0..self.classes.len() {
                let shared = |(kind, n): (&Type, &u8)| {
                    *n == 0 || kind.accepts.contains(&(base, How::Member))
                };
                if !self.bundled[base] && self.types.iter().zip(&taken).all(shared) {
                    let which: u128 = self
                        .types
                        .iter()
                        .zip(&taken)
                        .map(|(kind, n)| choose(kind.units.len(), (*n).into()))
                        .product();
                    let orders: u128 = (1..=u128::from(k)).product();
                    let ways = which * orders * self.classes[base].len() as u128;
                    self.cases.push(Case {
                        taken: taken.clone(),
                        base: Some(base),
                        ways,
                        rest: 0,
                    });
                }
            }
        }
    }

    /// The state in which nothing is named but what the case indexes.
    pub(super) fn start(&self, case: usize) -> State {
        let case = &self.cases[case];
        let left = self
            .types
            .iter()
            .zip(&case.taken)
            .map(|(kind, taken)| kind.units.len() as u8 - taken);
        let mut used = vec![0; self.classes.len()];
        if let Some(base) = case.base {
            used[base] = 1;
        }
        self.settled(State {
            bundle: 0,
            bits: 0,
            left: left.collect(),
            used,
            stray: false,
        })
    }

    /// The state after naming one unit of a type from a class.
    pub(super) fn name(&self, state: &State, kind: usize, class: usize, how: How) -> State {
        let mut next = state.clone();
        next.left[kind] -= 1;
        next.used[class] += 1;
        next.stray |= how == How::Stray;
        self.settled(next)
    }

    /// The state after giving the next bundle a row, unless a name of it is used.
    pub(super) fn bundle(&self, state: &State, row: usize) -> Option<State> {
        let mut next = state.clone();
        next.bundle += 1;
        for (class, bit) in &self.bundles[state.bundle].1[row] {
            if next.bits & (1 << bit) != 0 {
                return None;
            }
            next.bits |= 1 << bit;
            next.used[*class] += 1;
        }
        Some(self.settled(next))
    }

    /// Forgets what no longer matters.
    fn settled(&self, mut state: State) -> State {
        if state.bundle == self.bundles.len() {
            state.bits = 0;
            for (class, used) in state.used.iter_mut().enumerate() {
                let wanted = |(kind, left): (&Type, &u8)| {
                    *left > 0 && kind.accepts.iter().any(|(c, _)| *c == class)
                };
                if !self.types.iter().zip(&state.left).any(wanted) {
                    *used = 0;
                }
            }
        }
        state
    }

    /// The next type with units left.
    pub(super) fn next_type(&self, state: &State) -> Option<usize> {
        state.left.iter().position(|left| *left > 0)
    }

    /// The number of completions of a state that was counted.
    pub(super) fn known(&self, state: &State) -> u128 {
        self.memo.get(state).copied().unwrap_or(0)
    }

    fn count(&mut self, state: &State) -> Option<u128> {
        if let Some(known) = self.memo.get(state) {
            return Some(*known);
        }
        if self.memo.len() >= STATES {
            return None;
        }
        let mut total = 0;
        if state.bundle < self.bundles.len() {
            for row in 0..self.bundles[state.bundle].1.len() {
                if let Some(next) = self.bundle(state, row) {
                    total += self.count(&next)?;
                }
            }
        } else if let Some(kind) = self.next_type(state) {
            for choice in 0..self.types[kind].accepts.len() {
                let (class, how) = self.types[kind].accepts[choice];
                let free = self.classes[class].len() - usize::from(state.used[class]);
                if free > 0 && !(state.stray && how == How::Stray) {
                    let next = self.name(state, kind, class, how);
                    total += free as u128 * self.count(&next)?;
                }
            }
        } else {
            total = 1;
        }
        self.memo.insert(state.clone(), total);
        Some(total)
    }
}

/// n choose k.
pub(super) fn choose(n: usize, k: usize) -> u128 {
    (0..k).fold(1, |ways, i| ways * (n - i) as u128 / (i as u128 + 1))
}
