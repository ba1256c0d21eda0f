//! All formulas of a text as one forest, in which bound names of the same name are one.

use std::collections::{BTreeMap, BTreeSet};

use crate::forest::{Class, ClassId, Forest, Node};
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// Forests put side by side under one root.
#[derive(Clone, Debug, Default)]
pub struct Union {
    /// The forest; the root has one class for each formula below it.
    pub forest: Forest,
    /// The terms of the formulas, with the bound names of the whole text.
    pub terms: Vec<Term>,
    /// Names that the source gives to the bound names of the whole text.
    pub slot_names: Vec<(Slot, String)>,
    /// Bound names that stand beside a free symbol of the same name in one formula.
    pub apart: BTreeSet<Slot>,
    /// The levels of bound names: by name and nesting, or for those without a name by level.
    levels: BTreeMap<(Option<String>, usize), u8>,
    roots: Vec<ClassId>,
    mentioned: BTreeSet<u32>,
}

/// There are as many levels of bound names as this.
const LEVELS: usize = 250;

impl Union {
    /// Adds the forest of a formula and gives its class; none when the text has too many bound
    /// names. `free` says whether a name is one of a free symbol of this formula.
    pub fn add(
        &mut self,
        term: &Term,
        forest: &Forest,
        slot_names: &[(Slot, String)],
        free: &dyn Fn(&str) -> bool,
    ) -> Option<ClassId> {
        let mut slots: BTreeSet<Slot> = BTreeSet::new();
        for node in forest.classes.iter().flat_map(|c| &c.nodes) {
            if let Head::Slot(slot) = node.op.head() {
                slots.insert(slot);
            }
        }
        term.walk(&mut |node| {
            if let Head::Slot(slot) = node.op.head() {
                slots.insert(slot);
            }
        });
        let mut moved: BTreeMap<Slot, Slot> = BTreeMap::new();
        let mut nested: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
        for slot in slots {
            let name = slot_names
                .iter()
                .find(|(s, _)| *s == slot)
                .map(|(_, name)| name);
            let key = match name {
                Some(name) => {
                    // Levels of one name in one formula are nested and stay different.
                    let levels = nested.entry(name).or_default();
                    if !levels.contains(&slot.level) {
                        levels.push(slot.level);
                    }
                    let nth = levels.iter().position(|l| *l == slot.level).unwrap_or(0);
                    (Some(name.clone()), nth)
                }
                None => (None, usize::from(slot.level)),
            };
            let next = self.levels.len();
            let level = match self.levels.get(&key) {
                Some(level) => *level,
                None if next < LEVELS => {
                    self.levels.insert(key, next as u8);
                    next as u8
                }
                None => return None,
            };
            let to = Slot {
                sort: slot.sort,
                level,
            };
            if let Some(name) = name {
                if !self.slot_names.iter().any(|(s, _)| *s == to) {
                    self.slot_names.push((to, name.clone()));
                }
                if free(name) {
                    self.apart.insert(to);
                }
            }
            moved.insert(slot, to);
        }
        let offset = self.forest.classes.len() as ClassId;
        let op = |op: Op| match op.head() {
            Head::Slot(slot) => Op::slot(moved.get(&slot).copied().unwrap_or(slot)),
            _ => op,
        };
        for class in &forest.classes {
            let nodes = class.nodes.iter().map(|node| Node {
                op: op(node.op),
                args: node.args.iter().map(|arg| arg + offset).collect(),
                source: node.source,
                rule: node.rule,
            });
            self.forest.classes.push(Class {
                nodes: nodes.collect(),
                kind: class.kind,
            });
        }
        self.terms.push(term.map(&mut |node| Term {
            op: op(node.op),
            args: node.args,
        }));
        let root = forest.root + offset;
        self.roots.push(root);
        Some(root)
    }

    /// The class of a part of a formula that was added: an argument of its term, one of that, and so on.
    pub fn part(&self, class: ClassId, term: &Term, path: &[usize]) -> Option<ClassId> {
        let Some((at, deeper)) = path.split_first() else {
            return Some(class);
        };
        let nodes = &self.forest.classes[class as usize].nodes;
        let own =
            |node: &&Node| node.source && node.op == term.op && node.args.len() == term.args.len();
        let node = nodes.iter().find(own)?;
        self.part(*node.args.get(*at)?, term.args.get(*at)?, deeper)
    }

    /// Adds a symbol that only stands where letters are replaced.
    pub fn mention(&mut self, symbol: u32) {
        let leaf = Term::leaf(Op::symbol(symbol));
        if self.mentioned.insert(symbol) {
            self.forest.classes.push(Class {
                nodes: vec![Node {
                    op: leaf.op,
                    args: Vec::new(),
                    source: true,
                    rule: None,
                }],
                kind: Kind::Any,
            });
            self.roots.push(self.forest.classes.len() as ClassId - 1);
            self.terms.push(leaf);
        }
    }

    /// Puts all formulas under one root and gives them as one term.
    pub fn close(&mut self, vocabulary: &Vocabulary) -> Term {
        // The operator for things side by side; a slot that nothing has when there is none.
        let beside = vocabulary.find("text").unwrap_or(Op::slot(Slot {
            sort: SlotSort::Any,
            level: u8::MAX,
        }));
        self.forest.classes.push(Class {
            nodes: vec![Node {
                op: beside,
                args: self.roots.clone(),
                source: true,
                rule: None,
            }],
            kind: Kind::Any,
        });
        self.forest.root = self.forest.classes.len() as ClassId - 1;
        Term::new(beside, self.terms.clone())
    }
}
