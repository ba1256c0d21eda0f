//! Right sides of rules: building terms with smart constructors, substitution for bound names.
//!
//! New sums, products and the like are flat, without units, with one sign a product; `(neg (neg x))`
//! is `x`, `x^1` and `x/1` are `x`. A constructor looks into a class through one node: the node of
//! the source when there is one.

use super::binding::{Binding, Bound};
use super::graph::Graph;
use super::language::Node;
use super::snapshot::{Dense, Snapshot};
use crate::pattern::{Pattern, Var};
use crate::term::{Head, Op, Slot, SlotSort};
use egg::{Id, Language};

/// Something built: its id and, when it was not just looked up, its outermost node.
#[derive(Clone)]
pub(super) struct Built {
    pub(super) id: Id,
    pub(super) node: Option<Node>,
}

/// The building of one instance.
pub(crate) struct Builder<'g, 'p, 'b> {
    pub(super) graph: &'g mut Graph<'p>,
    bound: Bound<'b>,
    rule: u32,
    /// Bound names that get another sort on the right side.
    renamed: Vec<(Var, Op)>,
    /// Variables whose terms are opened for a substitution, and for which slot.
    opened: Vec<(Var, Var)>,
    pub(super) copied: usize,
}

/// The size of what a pattern stands for, with the smallest terms for its variables.
pub(crate) fn size(pattern: &Pattern, bound: Bound<'_>, snapshot: &Snapshot) -> u32 {
    let classes = |v: Var| {
        bound
            .classes(v)
            .fold(0u32, |s, c| s.saturating_add(snapshot.size(c)))
    };
    match pattern {
        Pattern::Var(v) | Pattern::Rest(v) => match bound.of(*v) {
            Binding::Int(_) => 1,
            _ => classes(*v),
        },
        Pattern::Subst(v, _, by) => classes(*v).saturating_add(size(by, bound, snapshot)),
        Pattern::Node(_, args) => args
            .iter()
            .fold(1, |s: u32, a| s.saturating_add(size(a, bound, snapshot))),
    }
}

impl<'g, 'p, 'b> Builder<'g, 'p, 'b> {
    pub(crate) fn new(
        graph: &'g mut Graph<'p>,
        bound: Bound<'b>,
        rule: u32,
        rhs: &Pattern,
    ) -> Self {
        let mut opened = Vec::new();
        rhs.walk(&mut |p| {
            if let Pattern::Subst(body, slot, _) = p {
                opened.push((*body, *slot));
            }
        });
        Self {
            graph,
            bound,
            rule,
            renamed: Vec::new(),
            opened,
            copied: 0,
        }
    }

    /// The left side, node by node as it was matched: what an explanation starts from.
    pub(crate) fn left(&mut self, pattern: &Pattern) -> Option<Id> {
        match pattern {
            Pattern::Var(v) => self.variable(*v).map(|b| b.id),
            Pattern::Rest(_) | Pattern::Subst(..) => None,
            Pattern::Node(op, args) => {
                let mut kids = Vec::with_capacity(args.len());
                for arg in args {
                    match arg {
                        Pattern::Rest(v) => {
                            let classes: Vec<Dense> = self.bound.classes(*v).collect();
                            kids.extend(classes.into_iter().map(|c| self.shown(c).id));
                        }
                        _ => kids.push(self.left(arg)?),
                    }
                }
                Some(self.graph.add(*op, kids, Some(self.rule)).0)
            }
        }
    }

    /// The right side; `None` when it cannot be built.
    pub(crate) fn right(&mut self, pattern: &Pattern) -> Option<Id> {
        self.build(pattern).map(|b| b.id)
    }

    fn build(&mut self, pattern: &Pattern) -> Option<Built> {
        match pattern {
            Pattern::Var(v) => {
                if let Some((_, slot)) = self.renamed.iter().rev().find(|(s, _)| s == v) {
                    return Some(self.leaf(*slot));
                }
                for (slot, new) in self.renamed.clone() {
                    let old = self.slot(slot)?;
                    let class = self.bound.classes(*v).next();
                    let depends =
                        class.map_or(0, |c| self.graph.snapshot.facts[c as usize].depends);
                    if depends & super::facts::name_bit(new) != 0 {
                        return None;
                    }
                    if depends & super::facts::name_bit(old) != 0 {
                        let new = self.leaf(new);
                        return self.substitute(class?, old, &new);
                    }
                }
                self.variable(*v)
            }
            Pattern::Rest(_) => None,
            Pattern::Subst(body, slot, by) => {
                let by = self.build(by)?;
                let old = self.slot(*slot)?;
                let class = self.bound.classes(*body).next()?;
                self.substitute(class, old, &by)
            }
            Pattern::Node(op, args) => self.node(*op, args),
        }
    }

    fn node(&mut self, op: Op, args: &[Pattern]) -> Option<Built> {
        let laws = self.graph.program.laws(op);
        let mut kids = Vec::with_capacity(args.len());
        let mut pushed = false;
        for (i, arg) in args.iter().enumerate() {
            match arg {
                Pattern::Rest(v) => {
                    let classes: Vec<Dense> = self.bound.classes(*v).collect();
                    for class in classes {
                        let built = self.shown(class);
                        kids.push(built);
                    }
                }
                Pattern::Var(v) if (laws.indexed || laws.unsorted) && i == 0 => {
                    let old = self.slot(*v)?;
                    let new = if laws.indexed {
                        let lower = self.build(args.get(1)?)?;
                        self.resorted(old, lower.id)
                    } else {
                        anything(old)
                    };
                    if new != old {
                        let scope = laws.binds.map_or(0, |(_, scope)| scope);
                        let inside = args.iter().enumerate().filter(|(n, _)| scope >> n & 1 == 1);
                        if inside.into_iter().any(|(_, arg)| self.has_name(arg, new)) {
                            return None;
                        }
                        self.renamed.push((*v, new));
                        pushed = true;
                    }
                    kids.push(self.leaf(new));
                }
                Pattern::Node(..) | Pattern::Subst(..) | Pattern::Var(_) => {
                    let scoped = laws.binds.is_some_and(|(_, scope)| scope >> i & 1 == 1);
                    let held = if pushed && !scoped {
                        self.renamed.pop()
                    } else {
                        None
                    };
                    let built = self.build(arg);
                    self.renamed.extend(held);
                    kids.push(built?);
                }
            }
        }
        if pushed {
            self.renamed.pop();
        }
        self.make(op, kids)
    }

    /// Whether a bound name stands free in what the variables of a pattern are: a binder of that name
    /// would capture it.
    fn has_name(&self, pattern: &Pattern, name: Op) -> bool {
        let free = |var: Var| {
            self.bound.classes(var).any(|class| {
                let facts = &self.graph.snapshot.facts[class as usize];
                (facts.depends | facts.varies) & super::facts::name_bit(name) != 0
            })
        };
        match pattern {
            Pattern::Var(v) | Pattern::Rest(v) => free(*v),
            Pattern::Subst(body, _, by) => free(*body) || self.has_name(by, name),
            Pattern::Node(_, args) => args.iter().any(|arg| self.has_name(arg, name)),
        }
    }

    /// The slot with the sort that its new lower bound gives it.
    fn resorted(&self, old: Op, lower: Id) -> Op {
        let Head::Slot(slot) = old.head() else {
            return old;
        };
        let class = &self.graph.egraph[lower];
        let literal = class.nodes.iter().find_map(|n| match n.op().head() {
            Head::Integer(v) if n.is_leaf() => Some(v),
            _ => None,
        });
        let sort = match literal {
            Some(0) => SlotSort::Natural,
            Some(_) => SlotSort::Positive,
            None => SlotSort::Integer,
        };
        Op::slot(Slot { sort, ..slot })
    }

    fn slot(&self, var: Var) -> Option<Op> {
        let class = self.bound.classes(var).next()?;
        self.graph.snapshot.atoms[class as usize]
    }

    fn leaf(&mut self, op: Op) -> Built {
        let (id, node) = self.graph.add(op, Vec::new(), Some(self.rule));
        Built {
            id,
            node: Some(node),
        }
    }

    fn integer(&mut self, value: i64) -> Option<Built> {
        let size = u32::try_from(value.unsigned_abs())
            .ok()
            .filter(|v| *v < 1 << 28)?;
        let positive = self.leaf(Op::integer(size));
        if value < 0 {
            self.negative(positive)
        } else {
            Some(positive)
        }
    }

    fn variable(&mut self, var: Var) -> Option<Built> {
        match self.bound.of(var) {
            Binding::Class(class) => {
                if let Some((_, slot)) = self.opened.iter().copied().find(|(v, _)| *v == var)
                    && self.graph.explain
                {
                    let slot = self.slot(slot)?;
                    return self.exposed(class, super::facts::name_bit(slot), 0);
                }
                Some(self.shown(class))
            }
            Binding::Int(value) => self.integer(value),
            Binding::Free | Binding::List(..) => None,
        }
    }

    /// A class through the node that stands for it. With explanations its id is that of this very
    /// node, so that the term of a proof is what constructors saw.
    pub(super) fn shown(&mut self, class: Dense) -> Built {
        let node = self.seen(class);
        match node {
            Some(node) if self.graph.explain => {
                let kids: Vec<Id> = node.children().iter().map(|k| self.plain(*k)).collect();
                let mut node = Node::new(node.op(), &kids);
                if Some(node.op()) == self.graph.program.names.neg
                    && let Some(inner) = node
                        .children()
                        .first()
                        .map(|k| self.graph.snapshot.dense(self.graph.egraph.find(*k)))
                    && let Some(below) = self.seen(inner)
                {
                    let kids: Vec<Id> = below.children().iter().map(|k| self.plain(*k)).collect();
                    let id = self
                        .graph
                        .egraph
                        .add_uncanonical(Node::new(below.op(), &kids));
                    node = Node::new(node.op(), &[id]);
                }
                let id = self.graph.egraph.add_uncanonical(node.clone());
                Built {
                    id,
                    node: Some(node),
                }
            }
            node => Built {
                id: self.graph.snapshot.ids[class as usize],
                node,
            },
        }
    }

    /// The node through which a class of the snapshot is seen.
    fn seen(&self, class: Dense) -> Option<Node> {
        let snapshot = &self.graph.snapshot;
        if class as usize >= snapshot.ids.len() {
            return None;
        }
        if let Some(op) = snapshot.atoms[class as usize] {
            return Some(Node::new(op, &[]));
        }
        let main = snapshot.main(class)?;
        let kids: Vec<Id> = snapshot
            .stored(main)
            .iter()
            .map(|&k| snapshot.ids[k as usize])
            .collect();
        Some(Node::new(snapshot.nodes[main as usize].op, &kids))
    }

    /// With explanations, the leaf of a class that has one.
    fn plain(&mut self, id: Id) -> Id {
        let class = self.graph.snapshot.dense(self.graph.egraph.find(id));
        match self
            .graph
            .snapshot
            .atoms
            .get(class as usize)
            .copied()
            .flatten()
        {
            Some(op) if self.graph.explain => self.graph.egraph.add_uncanonical(Node::new(op, &[])),
            _ => id,
        }
    }

    /// The outermost node of something built.
    fn open(&self, built: &Built) -> Option<Node> {
        built.node.clone().or_else(|| {
            let class = self.graph.snapshot.dense(self.graph.egraph.find(built.id));
            if self.graph.explain {
                Some(self.graph.egraph.id_to_node(built.id).clone())
            } else {
                self.seen(class)
            }
        })
    }

    fn is_integer(&self, built: &Built, value: u32) -> bool {
        self.open(built)
            .is_some_and(|n| n.op() == Op::integer(value))
    }

    fn add(&mut self, op: Op, kids: Vec<Id>) -> Built {
        let (id, node) = self.graph.add(op, kids, Some(self.rule));
        Built {
            id,
            node: Some(node),
        }
    }

    /// A node by its smart constructor.
    pub(super) fn make(&mut self, op: Op, kids: Vec<Built>) -> Option<Built> {
        let names = self.graph.program.names;
        let op_is = |name: Option<Op>| name == Some(op);
        if self.graph.program.laws(op).assoc {
            return self.flat(op, kids);
        }
        match &kids[..] {
            [kid] if op_is(names.neg) => return self.negative(kid.clone()),
            [base, one] if (op_is(names.pow) || op_is(names.div)) && self.is_integer(one, 1) => {
                return Some(base.clone());
            }
            [one, _] if (op_is(names.pow) || op_is(names.root)) && self.is_integer(one, 1) => {
                return Some(one.clone());
            }
            _ => {}
        }
        Some(self.add(op, kids.iter().map(|k| k.id).collect()))
    }

    fn negative(&mut self, kid: Built) -> Option<Built> {
        let neg = self.graph.program.names.neg?;
        match self.open(&kid) {
            Some(node) if node.op() == neg => Some(Built {
                id: *node.children().first()?,
                node: None,
            }),
            Some(node) if node.op() == Op::integer(0) => Some(kid),
            _ => Some(self.add(neg, vec![kid.id])),
        }
    }

    /// A flat node: nested ones are spliced, units dropped, signs of factors pulled out.
    fn flat(&mut self, op: Op, kids: Vec<Built>) -> Option<Built> {
        let laws = self.graph.program.laws(op);
        let product = self.graph.program.names.mul == Some(op);
        let mut parts: Vec<Built> = Vec::with_capacity(kids.len());
        let mut negative = false;
        for mut kid in kids {
            let mut node = self.open(&kid);
            if let Some(inner) = node
                .as_ref()
                .filter(|n| product && Some(n.op()) == self.graph.program.names.neg)
            {
                negative = !negative;
                kid = Built {
                    id: *inner.children().first()?,
                    node: None,
                };
                node = self.open(&kid);
            }
            match node {
                Some(inner) if inner.op() == op && !inner.is_leaf() => {
                    parts.extend(inner.children().iter().map(|&id| Built { id, node: None }));
                }
                node => parts.push(Built { id: kid.id, node }),
            }
        }
        if let Some(unit) = laws.unit {
            parts.retain(|p| !self.open(p).is_some_and(|n| n.op() == unit && n.is_leaf()));
        }
        if laws.idem && laws.comm {
            let mut kept: Vec<Id> = Vec::new();
            parts.retain(|p| {
                let class = self.graph.egraph.find(p.id);
                let new = !kept.contains(&class);
                if new {
                    kept.push(class);
                }
                new
            });
        }
        let built = match (parts.len(), laws.unit) {
            (0, Some(unit)) => self.leaf(unit),
            (0, None) => return None,
            (1, _) => parts.swap_remove(0),
            _ => self.add(op, parts.iter().map(|p| p.id).collect()),
        };
        if negative {
            self.negative(built)
        } else {
            Some(built)
        }
    }
}

/// The slot with the sort of anything.
fn anything(slot: Op) -> Op {
    match slot.head() {
        Head::Slot(slot) => Op::slot(Slot {
            sort: SlotSort::Any,
            ..slot
        }),
        _ => slot,
    }
}
