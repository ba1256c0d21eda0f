//! A saturated e-graph as plain data: what the printer compiles to a string grammar.

use crate::term::Op;
use crate::vocabulary::Kind;

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
