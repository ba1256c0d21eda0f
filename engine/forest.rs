//! A saturated e-graph as plain data: what the printer compiles to a string grammar.

use std::collections::BTreeMap;

use crate::atoms::Atoms;
use crate::term::{Head, Op, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// An index into [`Forest::classes`].
pub type ClassId = u32;

/// The classes reachable from a root, in an order that depends on the formula and the rules alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forest {
    /// The classes; children may come before or after their parents, there may be cycles.
    pub classes: Vec<Class>,
    /// The class of the formula.
    pub root: ClassId,
}

/// Terms that mean the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// Its nodes, sorted: source nodes and derived ones. Classes of numbers, symbols and bound
    /// names have their leaf alone. No node has its own class among its children.
    pub nodes: Vec<Node>,
    /// What the class stands for.
    pub kind: Kind,
}

/// A node over classes.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What stands here.
    pub op: Op,
    /// The children. Those of a commutative operator are in the order of the source, for source
    /// nodes, and in canonical order otherwise.
    pub args: Vec<ClassId>,
    /// Whether the source writes this node.
    pub source: bool,
    /// The rule that made it: an index into `RuleSet::equivalences`.
    pub rule: Option<u32>,
}

impl Forest {
    /// The forest of one term: every class has one node, equal sub-terms share theirs.
    pub fn of(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms) -> Self {
        let mut forest = Self::default();
        let mut known = BTreeMap::new();
        forest.root = forest.add(term, vocabulary, atoms, &mut known);
        forest
    }

    fn add(
        &mut self,
        term: &Term,
        vocabulary: &Vocabulary,
        atoms: &Atoms,
        known: &mut BTreeMap<Term, ClassId>,
    ) -> ClassId {
        if let Some(&class) = known.get(term) {
            return class;
        }
        let args: Vec<ClassId> = term
            .args
            .iter()
            .map(|arg| self.add(arg, vocabulary, atoms, known))
            .collect();
        let kind = match term.op.head() {
            Head::Integer(_) | Head::Literal(_) => Kind::Num,
            Head::Symbol(symbol) => atoms.symbols[symbol as usize].kind,
            Head::Slot(slot) if slot.sort != SlotSort::Any => Kind::Num,
            Head::Slot(_) | Head::Opaque(_) => Kind::Any,
            Head::Operator(index) => {
                let kinds: Vec<Kind> = args
                    .iter()
                    .map(|arg| self.classes[*arg as usize].kind)
                    .collect();
                vocabulary.operators[index as usize].result(&kinds)
            }
        };
        let node = Node {
            op: term.op,
            args,
            source: true,
            rule: None,
        };
        self.classes.push(Class {
            nodes: vec![node],
            kind,
        });
        let class = (self.classes.len() - 1) as ClassId;
        known.insert(term.clone(), class);
        class
    }
}
