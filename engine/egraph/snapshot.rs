//! A rebuilt e-graph as flat arrays: what matching and extraction read.
//!
//! Classes are numbered in the order of their ids. Children of commutative nodes are sorted, and
//! of nodes that differ in the order alone one is kept.

use super::facts::{Facts, Knowledge};
use super::language::Node;
use super::program::Program;
use crate::term::{Head, Op};
use egg::{EClass, EGraph, Id, Language};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The number of a class in a [`Snapshot`].
pub(crate) type Dense = u32;

const NONE: u32 = u32::MAX;

/// The frozen graph.
#[derive(Default)]
pub(crate) struct Snapshot {
    /// Canonical ids of the classes, ascending.
    pub ids: Vec<Id>,
    dense: Vec<Dense>,
    pub facts: Vec<Facts>,
    pub nodes: Vec<Flat>,
    kids: Vec<Dense>,
    stored: Vec<Dense>,
    spans: Vec<(u32, u32)>,
    /// The leaf of a class.
    pub atoms: Vec<Option<Op>>,
    /// The node that stands for a class when a constructor looks into it; `u32::MAX` when none can.
    main: Vec<u32>,
    by_op: Vec<(Op, u32)>,
    /// Which operators and small integers occur.
    present: Vec<bool>,
    unordered: Vec<u32>,
    /// The size of the smallest term of a class and its outermost node.
    smallest: Vec<(u32, u32)>,
    /// What each class holds and what is known of it, by a hash.
    stamps: Vec<u64>,
}

/// A node over numbered classes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flat {
    pub op: Op,
    pub class: Dense,
    start: u32,
    len: u32,
    /// Whether it has its own class among its children.
    pub looped: bool,
}

impl Snapshot {
    /// Reads a clean e-graph. Returns pairs of nodes of different classes that differ in the
    /// order of their children alone; when there are any, the snapshot is not to be used.
    pub(crate) fn take(
        &mut self,
        egraph: &EGraph<Node, Knowledge<'_>>,
        program: &Program<'_>,
        source: &[(Id, Node)],
    ) -> Vec<(u32, u32)> {
        self.clear();
        self.ids.extend(egraph.classes().map(|c| c.id));
        self.ids.sort_unstable();
        self.dense
            .resize(self.ids.last().map_or(0, |id| usize::from(*id) + 1), NONE);
        for (i, id) in self.ids.iter().enumerate() {
            self.dense[usize::from(*id)] = i as u32;
        }
        for i in 0..self.ids.len() {
            let class = &egraph[self.ids[i]];
            self.facts.push(class.data);
            let first = self.nodes.len() as u32;
            let mut atom = None;
            for node in &class.nodes {
                let op = node.op();
                if node.is_leaf() {
                    atom = Some(op);
                }
                let start = self.kids.len();
                self.kids
                    .extend(node.children().iter().map(|k| self.dense[usize::from(*k)]));
                self.stored.extend_from_slice(&self.kids[start..]);
                if program.laws(op).comm {
                    self.kids[start..].sort_unstable();
                    self.unordered.push(self.nodes.len() as u32);
                }
                let looped = self.kids[start..].contains(&(i as u32));
                let len = (self.kids.len() - start) as u32;
                self.nodes.push(Flat {
                    op,
                    class: i as u32,
                    start: start as u32,
                    len,
                    looped,
                });
            }
            self.spans.push((first, self.nodes.len() as u32));
            self.atoms.push(atom);
            self.stamps.push(stamp(class));
        }
        let repairs = self.unify();
        if repairs.is_empty() {
            self.index(egraph, program, source);
            self.measure();
        }
        repairs
    }

    fn clear(&mut self) {
        self.ids.clear();
        self.dense.clear();
        self.facts.clear();
        self.nodes.clear();
        self.kids.clear();
        self.stored.clear();
        self.spans.clear();
        self.atoms.clear();
        self.main.clear();
        self.by_op.clear();
        self.present.clear();
        self.unordered.clear();
        self.smallest.clear();
        self.stamps.clear();
    }

    /// Sorts the unordered nodes, finds equal ones and drops those of the same class.
    fn unify(&mut self) -> Vec<(u32, u32)> {
        let mut unordered = std::mem::take(&mut self.unordered);
        unordered.sort_by(|&a, &b| self.key(a).cmp(&self.key(b)).then(a.cmp(&b)));
        let mut repairs = Vec::new();
        let mut kept: Vec<u32> = Vec::with_capacity(unordered.len());
        for n in unordered {
            match kept.last() {
                Some(&last) if self.key(last) == self.key(n) => {
                    if self.nodes[last as usize].class == self.nodes[n as usize].class {
                        self.nodes[n as usize].class = NONE;
                    } else {
                        repairs.push((last, n));
                    }
                }
                _ => kept.push(n),
            }
        }
        self.unordered = kept;
        repairs
    }

    fn key(&self, node: u32) -> (Op, &[Dense]) {
        (self.nodes[node as usize].op, self.kids(node))
    }

    fn index(
        &mut self,
        egraph: &EGraph<Node, Knowledge<'_>>,
        program: &Program<'_>,
        source: &[(Id, Node)],
    ) {
        for (i, node) in self.nodes.iter().enumerate() {
            if node.class != NONE {
                self.by_op.push((node.op, i as u32));
            }
        }
        self.by_op.sort_unstable();
        self.present.resize(program.laws.len() + INTEGERS, false);
        for (op, _) in &self.by_op {
            if let Some(at) = place(*op, program.laws.len()) {
                self.present[at] = true;
            }
        }
        self.main.resize(self.ids.len(), NONE);
        for (id, node) in source {
            let class = self.dense(egraph.find(*id)) as usize;
            if self.main[class] == NONE && !node.is_leaf() {
                let mut kids: Vec<Dense> = node
                    .children()
                    .iter()
                    .map(|k| self.dense(egraph.find(*k)))
                    .collect();
                if program.laws(node.op()).comm {
                    kids.sort_unstable();
                }
                let found = self
                    .members(class as u32)
                    .find(|&n| self.key(n) == (node.op(), &kids[..]));
                self.main[class] = found
                    .filter(|&n| !self.nodes[n as usize].looped)
                    .unwrap_or(NONE);
            }
        }
        for class in 0..self.ids.len() {
            if self.main[class] != NONE || self.atoms[class].is_some() {
                continue;
            }
            let summed = self
                .members(class as u32)
                .any(|n| Some(self.nodes[n as usize].op) == program.names.add);
            let rank = |n: &u32| {
                let op = self.nodes[*n as usize].op;
                (Some(op) != program.names.neg || summed, *n)
            };
            let usable = self
                .members(class as u32)
                .filter(|&n| !self.nodes[n as usize].looped);
            self.main[class] = usable.min_by_key(rank).unwrap_or(NONE);
        }
    }

    /// The number of a canonical class, `u32::MAX` when it is newer than the snapshot.
    pub(crate) fn dense(&self, id: Id) -> Dense {
        self.dense.get(usize::from(id)).copied().unwrap_or(NONE)
    }
    /// The children of a node, sorted when their order means nothing.
    pub(crate) fn kids(&self, node: u32) -> &[Dense] {
        let node = &self.nodes[node as usize];
        &self.kids[node.start as usize..(node.start + node.len) as usize]
    }
    /// The children of a node in the order in which the e-graph holds them.
    pub(crate) fn stored(&self, node: u32) -> &[Dense] {
        let node = &self.nodes[node as usize];
        &self.stored[node.start as usize..(node.start + node.len) as usize]
    }
    /// The nodes of a class.
    pub(crate) fn members(&self, class: Dense) -> impl Iterator<Item = u32> + Clone + '_ {
        let (from, to) = self.spans[class as usize];
        (from..to).filter(|&n| self.nodes[n as usize].class != NONE)
    }
    /// The nodes of an operator, in the order of their classes.
    pub(crate) fn with_op(&self, op: Op) -> &[(Op, u32)] {
        let from = self.by_op.partition_point(|(o, _)| *o < op);
        let to = from + self.by_op[from..].partition_point(|(o, _)| *o == op);
        &self.by_op[from..to]
    }
    /// Whether an operator or number occurs.
    pub(crate) fn has(&self, op: Op) -> bool {
        match place(op, self.present.len() - INTEGERS) {
            Some(at) => self.present[at],
            None => !self.with_op(op).is_empty(),
        }
    }
    /// The node that stands for a class.
    pub(crate) fn main(&self, class: Dense) -> Option<u32> {
        self.main
            .get(class as usize)
            .copied()
            .filter(|&n| n != NONE)
    }
    /// The unordered node over these sorted children.
    pub(crate) fn unordered(&self, op: Op, sorted: &[Dense]) -> Option<u32> {
        let found = self
            .unordered
            .binary_search_by(|&n| self.key(n).cmp(&(op, sorted)));
        found.ok().map(|i| self.unordered[i])
    }
    /// The class of a node.
    pub(crate) fn class(&self, node: u32) -> Dense {
        self.nodes[node as usize].class
    }
    /// The size of the smallest term of a class.
    pub(crate) fn size(&self, class: Dense) -> u32 {
        self.smallest.get(class as usize).map_or(NONE, |s| s.0)
    }
    /// The outermost node of the smallest term of a class.
    pub(crate) fn cheapest(&self, class: Dense) -> Option<u32> {
        self.smallest
            .get(class as usize)
            .map(|(_, n)| *n)
            .filter(|&n| n != NONE)
    }
    /// Finds the smallest terms; of equally small ones the node that stands for the class wins.
    fn measure(&mut self) {
        self.smallest.resize(self.ids.len(), (NONE, NONE));
        loop {
            let mut changed = false;
            for n in 0..self.nodes.len() as u32 {
                let class = self.class(n) as usize;
                if class as u32 == NONE || self.nodes[n as usize].looped {
                    continue;
                }
                let sizes = self.kids(n).iter().map(|&k| self.smallest[k as usize].0);
                let size = sizes.fold(1u32, u32::saturating_add);
                let known = self.smallest[class];
                if size < known.0
                    || size == known.0 && size != NONE && self.main[class] == n && known.1 != n
                {
                    self.smallest[class] = (size, n);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }
    /// The number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.by_op.len()
    }
    /// Whether a class has a leaf.
    pub(crate) fn is_atom(&self, class: Dense) -> bool {
        self.atoms[class as usize].is_some()
    }
}

/// A hash of what a class holds and of what is known of it.
fn stamp(class: &EClass<Node, Facts>) -> u64 {
    let mut hasher = FxHasher::default();
    class.data.hash(&mut hasher);
    class.nodes.hash(&mut hasher);
    hasher.finish()
}

/// What classes held when it was looked last.
#[derive(Default)]
pub(crate) struct Before {
    ids: Vec<Id>,
    stamps: Vec<u64>,
}

impl Before {
    /// The classes of a snapshot that have changed since, or hold one that has: only there is
    /// something new to be found. What the snapshot holds is remembered.
    pub(crate) fn changed(&mut self, snapshot: &Snapshot) -> Vec<bool> {
        let mut known = self.ids.iter().zip(&self.stamps).peekable();
        let mut changed = Vec::with_capacity(snapshot.ids.len());
        for (id, stamp) in snapshot.ids.iter().zip(&snapshot.stamps) {
            while known.next_if(|(old, _)| *old < id).is_some() {}
            let same = known.peek().is_some_and(|old| *old == (id, stamp));
            changed.push(!same);
        }
        loop {
            let mut more = false;
            for node in 0..snapshot.nodes.len() as u32 {
                let class = snapshot.class(node);
                if class != NONE
                    && !changed[class as usize]
                    && snapshot.kids(node).iter().any(|k| changed[*k as usize])
                {
                    changed[class as usize] = true;
                    more = true;
                }
            }
            if !more {
                break;
            }
        }
        self.ids.clone_from(&snapshot.ids);
        self.stamps.clone_from(&snapshot.stamps);
        changed
    }
}

/// Integers below this have a place in [`Snapshot::present`].
const INTEGERS: usize = 16;

/// The place of an operator or small integer among this many operators.
const fn place(op: Op, operators: usize) -> Option<usize> {
    match op.head() {
        Head::Operator(i) if (i as usize) < operators => Some(i as usize),
        Head::Integer(v) if (v as usize) < INTEGERS => Some(operators + v as usize),
        _ => None,
    }
}
