//! The e-graph of one formula: adding terms, uniting classes, keeping the order of children apart.

use super::assumptions::Assumptions;
use super::facts::{Flags, Knowledge};
use super::language::Node;
use super::program::Program;
use super::snapshot::{Dense, Snapshot};
use super::varying;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use egg::{EGraph, Id, Language};
use std::collections::BTreeSet;

/// The name of unions of nodes that differ in the order of their children alone.
pub(crate) const REORDER: &str = "reorder";

/// An e-graph with what is known of its formula.
pub(crate) struct Graph<'p> {
    pub egraph: EGraph<Node, Knowledge<'p>>,
    pub program: &'p Program<'p>,
    pub snapshot: Snapshot,
    /// Nodes that rules made, in the order of their making.
    pub born: Vec<(Id, Option<u32>)>,
    /// Nodes of the source, children in the order of the source.
    pub source: Vec<(Id, Node)>,
    /// Whether every union is to be explained.
    pub explain: bool,
    /// Whether the source must survive rewriting: its nodes never vanish in a leaf or in their own part.
    pub protect: bool,
    /// Statements that rules with conditions must not touch.
    pub frozen: Vec<Id>,
    /// Units and indices that are calculated: no rule takes them apart.
    pub labels: Vec<Id>,
    /// Rules with assumptions that were used.
    pub assumed: BTreeSet<u32>,
    /// Rules whose results were not united because a side would have swallowed another.
    pub held: BTreeSet<u32>,
    /// Pairs of classes that rules must not unite.
    pub apart: Vec<(Id, Id)>,
}

impl<'p> Graph<'p> {
    /// An empty graph that knows what a statement assumes.
    pub(crate) fn new(
        program: &'p Program<'p>,
        atoms: &Atoms,
        assumptions: &Assumptions,
        explain: bool,
    ) -> Self {
        let mut knowledge = Knowledge::new(program.vocabulary(), &program.roles, atoms);
        knowledge.order.clone_from(&assumptions.order);
        knowledge.varying.clone_from(&assumptions.varying);
        varying::dotted(&mut knowledge.varying, atoms);
        varying::functions(&mut knowledge.varying, &assumptions.unsaid, atoms);
        for (term, flags) in assumptions.known() {
            if let (Head::Symbol(i), true) = (term.op.head(), term.args.is_empty())
                && let Some(symbol) = knowledge.symbols.get_mut(i as usize)
            {
                symbol.0 = symbol.0.and(*flags);
            }
        }
        let egraph = EGraph::new(knowledge);
        Self {
            egraph: if explain {
                egraph.with_explanations_enabled()
            } else {
                egraph
            },
            program,
            snapshot: Snapshot::default(),
            born: Vec::new(),
            source: Vec::new(),
            explain,
            protect: true,
            frozen: Vec::new(),
            labels: Vec::new(),
            assumed: BTreeSet::new(),
            held: BTreeSet::new(),
            apart: Vec::new(),
        }
    }

    /// Adds a term as it stands; its nodes count as source.
    pub(crate) fn add_source(&mut self, term: &Term) -> Id {
        let kids: Vec<Id> = term.args.iter().map(|t| self.add_source(t)).collect();
        let node = Node::new(term.op, &kids);
        let id = self.egraph.add_uncanonical(node.clone());
        if !kids.is_empty() {
            self.egraph[id].data.flags.0 |= Flags::SOURCE.0;
        }
        self.source.push((id, node));
        if self.program.laws(term.op).labelled {
            for label in term.args.iter().skip(1) {
                if self.calculated(label) {
                    self.keep(label);
                }
            }
        }
        id
    }

    /// Whether a term holds a fraction or a power.
    fn calculated(&self, term: &Term) -> bool {
        let names = self.program.names;
        [names.div, names.pow].contains(&Some(term.op))
            || term.args.iter().any(|t| self.calculated(t))
    }

    /// Keeps a term, already added, and its parts from all rules.
    fn keep(&mut self, term: &Term) {
        if let (false, Some(id)) = (term.args.is_empty(), self.lookup(term)) {
            self.labels.push(id);
            term.args.iter().for_each(|t| self.keep(t));
        }
    }

    /// Records what a statement, already added, assumes of its parts.
    pub(crate) fn assume(&mut self, assumptions: &Assumptions) {
        self.egraph.rebuild();
        for (term, flags) in assumptions.known() {
            if let Some(id) = self.lookup(term) {
                let mut data = self.egraph[id].data;
                data.flags = data.flags.and(*flags);
                self.egraph.set_analysis_data(id, data);
            }
        }
        for term in &assumptions.frozen {
            if let Some(id) = self.lookup(term) {
                self.frozen.push(id);
            }
        }
    }

    /// The class of a term that was added as it stands.
    pub(crate) fn lookup(&self, term: &Term) -> Option<Id> {
        let kids: Option<Vec<Id>> = term.args.iter().map(|t| self.lookup(t)).collect();
        self.egraph.lookup(Node::new(term.op, &kids?))
    }

    /// The class of a term, in whatever order its children are held.
    pub(crate) fn find_term(&self, term: &Term) -> Option<Id> {
        let kids: Option<Vec<Id>> = term.args.iter().map(|t| self.find_term(t)).collect();
        let kids = self.arranged(term.op, kids?);
        self.egraph.lookup(Node::new(term.op, &kids))
    }

    /// The id of a term that [`Graph::find_term`] finds, with its children as they are held.
    pub(crate) fn add_known(&mut self, term: &Term) -> Id {
        let kids: Vec<Id> = term.args.iter().map(|t| self.add_known(t)).collect();
        let kids = self.arranged(term.op, kids);
        self.egraph.add_uncanonical(Node::new(term.op, &kids))
    }

    /// Restores congruence modulo order and takes a snapshot.
    pub(crate) fn settle(&mut self) {
        let mut snapshot = std::mem::take(&mut self.snapshot);
        loop {
            self.egraph.rebuild();
            let repairs = snapshot.take(&self.egraph, self.program, &self.source);
            if repairs.is_empty() {
                break;
            }
            for (a, b) in repairs {
                let (one, other) = (self.written(&snapshot, a), self.written(&snapshot, b));
                self.unite(one, other, REORDER);
            }
        }
        self.snapshot = snapshot;
    }

    /// The id of a node as the e-graph holds it.
    fn written(&mut self, snapshot: &Snapshot, node: u32) -> Id {
        if !self.explain {
            return snapshot.ids[snapshot.class(node) as usize];
        }
        let kids: Vec<Id> = snapshot
            .stored(node)
            .iter()
            .map(|&k| snapshot.ids[k as usize])
            .collect();
        self.egraph
            .add_uncanonical(Node::new(snapshot.nodes[node as usize].op, &kids))
    }

    fn unite(&mut self, a: Id, b: Id, reason: &str) -> bool {
        if self.explain {
            self.egraph.union_trusted(a, b, reason)
        } else {
            self.egraph.union(a, b)
        }
    }

    /// Unites both sides of a rule unless that would lose something; returns whether it did.
    pub(crate) fn rewrite(&mut self, left: Id, right: Id, rule: u32, conditional: bool) -> bool {
        let (a, b) = (self.egraph.find(left), self.egraph.find(right));
        if conditional
            && self
                .frozen
                .iter()
                .any(|f| [a, b].contains(&self.egraph.find(*f)))
        {
            return false;
        }
        let label = |id: &Id| [a, b].contains(&self.egraph.find(*id));
        if a != b && self.labels.iter().any(label) {
            return false;
        }
        let pair = |(x, y): &(Id, Id)| {
            [(a, b), (b, a)].contains(&(self.egraph.find(*x), self.egraph.find(*y)))
        };
        if a != b && self.apart.iter().any(pair) {
            self.held.insert(rule);
            return false;
        }
        let id = &self.program.rules.equivalences[rule as usize].id;
        self.join(left, right, id)
    }

    /// Unites two classes unless leaves, or nodes of the source, would vanish.
    pub(crate) fn join(&mut self, left: Id, right: Id, reason: &str) -> bool {
        let (a, b) = (self.egraph.find(left), self.egraph.find(right));
        if a == b {
            return false;
        }
        let leaf = |class: Id| self.egraph[class].nodes.iter().any(Language::is_leaf);
        let (left_leaf, right_leaf) = (leaf(a), leaf(b));
        if left_leaf && right_leaf {
            return false;
        }
        let node = self.egraph.id_to_node(right);
        if node.children().iter().any(|k| self.egraph.find(*k) == a) {
            return false;
        }
        if self.protect {
            let source = |class: Id| self.egraph[class].data.flags.has(Flags::SOURCE);
            let (left_source, right_source) = (source(a), source(b));
            let swallowed = left_leaf && right_source || right_leaf && left_source;
            if swallowed
                || left_source && right_source && (self.reaches(a, b) || self.reaches(b, a))
            {
                return false;
            }
        }
        self.unite(left, right, reason)
    }

    /// Whether a class is below another one in the source.
    fn reaches(&self, from: Id, to: Id) -> bool {
        let (mut seen, mut todo) = (vec![from], vec![from]);
        while let Some(class) = todo.pop() {
            for (id, node) in &self.source {
                if self.egraph.find(*id) != class {
                    continue;
                }
                for kid in node.children() {
                    let kid = self.egraph.find(*kid);
                    if kid == to {
                        return true;
                    }
                    if !seen.contains(&kid) {
                        seen.push(kid);
                        todo.push(kid);
                    }
                }
            }
        }
        false
    }

    /// The children of a commutative node in the order in which the graph holds them, if it does.
    fn arranged(&self, op: Op, mut kids: Vec<Id>) -> Vec<Id> {
        if self.program.laws(op).comm {
            kids.sort_by_key(|k| self.egraph.find(*k));
            let number = |k: &Id| self.snapshot.dense(self.egraph.find(*k));
            let dense: Vec<Dense> = kids.iter().map(number).collect();
            if let Some(known) = self.snapshot.unordered(op, &dense) {
                let mut left: Vec<Option<Id>> = kids.iter().copied().map(Some).collect();
                for (place, want) in self.snapshot.stored(known).iter().enumerate() {
                    let mut free = dense.iter().zip(&left);
                    let from = free.position(|(d, id)| d == want && id.is_some());
                    if let Some(id) = from.and_then(|i| left[i].take()) {
                        kids[place] = id;
                    }
                }
            }
        }
        kids
    }

    /// Adds a node, for a rule if any.
    pub(crate) fn add(&mut self, op: Op, kids: Vec<Id>, rule: Option<u32>) -> (Id, Node) {
        let node = Node::new(op, &self.arranged(op, kids));
        let before = self.egraph.total_size();
        let id = self.egraph.add_uncanonical(node.clone());
        if self.egraph.total_size() > before {
            self.born.push((id, rule));
        }
        (id, node)
    }
}
