//! Exchanges of symbols that lead from form to form.
//!
//! `a + b` and `b + a` with `a` and `b` renamed to `c` and `d` one way or the other are two
//! strings, not four: an exchange that leaves the class as it is makes assignments coincide.

use std::collections::HashMap;

use super::plan::Plan;
use super::unit::{Place, Unit};
use crate::forest::{ClassId, Forest};
use crate::term::Op;
use crate::vocabulary::Vocabulary;

/// Gives up looking for exchanges of more than two symbols at once after this many attempts.
const ATTEMPTS: usize = 20_000;

impl Plan {
    /// The number of permutations of names, all of which this plan has, that leave the forest as
    /// it is; none when the search takes too long. Forms times assignments divided by it is the
    /// number of different strings.
    pub fn symmetries(&self, forest: &Forest, vocabulary: &Vocabulary) -> Option<u128> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        for unit in 0..self.units.len() {
            let same = found
                .iter_mut()
                .find(|kind| alike(&self.units[kind[0]], &self.units[unit]));
            match same {
                Some(kind) => kind.push(unit),
                None => found.push(vec![unit]),
            }
        }
        let table = Table::new(forest, vocabulary);
        let mut search = Search {
            units: &self.units,
            table: &table,
            attempts: 0,
        };
        // The order of a group is the product of the orbits along a chain of stabilisers.
        let movable: Vec<usize> = found
            .iter()
            .filter(|kind| kind.len() > 1)
            .flatten()
            .copied()
            .collect();
        let kind_of = |unit: usize| found.iter().position(|kind| kind.contains(&unit));
        let mut order = 1;
        for (n, first) in movable.iter().enumerate() {
            let later = &movable[n..];
            let reached = later
                .iter()
                .filter(|to| kind_of(**to) == kind_of(*first))
                .filter(|to| search.exchange(*first, **to, later, &kind_of))
                .count();
            order *= reached.max(1) as u128;
        }
        (search.attempts < ATTEMPTS).then_some(order)
    }
}

/// Whether two units may get each other's names.
fn alike(one: &Unit, other: &Unit) -> bool {
    let names = |unit: &Unit| {
        let mut names: Vec<Vec<String>> = match unit.single() {
            Some(part) => part
                .candidates
                .iter()
                .map(|c| vec![c.name.clone()])
                .collect(),
            None => unit.rows.clone(),
        };
        names.sort();
        names
    };
    let places =
        |unit: &Unit| -> Vec<usize> { unit.parts.iter().map(|p| p.places.len()).collect() };
    one.indexable == other.indexable && places(one) == places(other) && names(one) == names(other)
}

/// A search for a permutation.
struct Search<'a> {
    units: &'a [Unit],
    table: &'a Table<'a>,
    attempts: usize,
}

impl Search<'_> {
    /// Whether some permutation of `movable` units takes the first of them to `to`.
    fn exchange(
        &mut self,
        first: usize,
        to: usize,
        movable: &[usize],
        kind_of: &dyn Fn(usize) -> Option<usize>,
    ) -> bool {
        if first == to || self.holds(&[(first, to), (to, first)]) {
            return true;
        }
        let mut map = vec![(first, to)];
        self.extend(&mut map, movable, kind_of)
    }

    fn extend(
        &mut self,
        map: &mut Vec<(usize, usize)>,
        movable: &[usize],
        kind_of: &dyn Fn(usize) -> Option<usize>,
    ) -> bool {
        if self.attempts >= ATTEMPTS {
            return false;
        }
        let Some(next) = movable
            .iter()
            .find(|u| map.iter().all(|(from, _)| from != *u))
        else {
            return self.holds(map);
        };
        for to in movable {
            if kind_of(*to) == kind_of(*next) && map.iter().all(|(_, image)| image != to) {
                map.push((*next, *to));
                if self.extend(map, movable, kind_of) {
                    return true;
                }
                map.pop();
            }
        }
        false
    }

    fn holds(&mut self, map: &[(usize, usize)]) -> bool {
        self.attempts += 1;
        let mut leaves = HashMap::new();
        for (from, to) in map {
            for (a, b) in self.units[*from].parts.iter().zip(&self.units[*to].parts) {
                for (a, b) in a.places.iter().zip(&b.places) {
                    leaves.insert(leaf(*a), leaf(*b));
                }
            }
        }
        self.table.invariant(&leaves)
    }
}

fn leaf(place: Place) -> Op {
    match place {
        Place::Symbol(index) => Op::symbol(index),
        Place::Slot(slot) => Op::slot(slot),
    }
}

/// The nodes of a forest, to be looked up.
struct Table<'f> {
    forest: &'f Forest,
    vocabulary: &'f Vocabulary,
    class_of: HashMap<(Op, Vec<ClassId>), ClassId>,
}

impl<'f> Table<'f> {
    fn new(forest: &'f Forest, vocabulary: &'f Vocabulary) -> Self {
        let mut table = Self {
            forest,
            vocabulary,
            class_of: HashMap::new(),
        };
        for (id, class) in forest.classes.iter().enumerate() {
            for node in &class.nodes {
                let key = table.key(node.op, node.args.clone());
                table.class_of.insert(key, id as ClassId);
            }
        }
        table
    }

    fn key(&self, op: Op, mut args: Vec<ClassId>) -> (Op, Vec<ClassId>) {
        if self.vocabulary.operator(op).is_some_and(|o| o.comm) {
            args.sort_unstable();
        }
        (op, args)
    }

    /// Whether replacing leaves takes the root class to itself and every class to a class.
    fn invariant(&self, leaves: &HashMap<Op, Op>) -> bool {
        let mut image: Vec<Option<ClassId>> = vec![None; self.forest.classes.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (id, class) in self.forest.classes.iter().enumerate() {
                for node in &class.nodes {
                    let args: Option<Vec<ClassId>> =
                        node.args.iter().map(|arg| image[*arg as usize]).collect();
                    let Some(args) = args else { continue };
                    let op = leaves.get(&node.op).copied().unwrap_or(node.op);
                    let Some(to) = self.class_of.get(&self.key(op, args)) else {
                        return false;
                    };
                    match image[id] {
                        None => {
                            image[id] = Some(*to);
                            changed = true;
                        }
                        Some(known) if known != *to => return false,
                        Some(_) => {}
                    }
                }
            }
        }
        image[self.forest.root as usize] == Some(self.forest.root)
    }
}
