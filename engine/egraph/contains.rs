//! Whether a term is one of the forms of a forest, up to the order of children and bound names.

use super::program::Laws;
use crate::forest::{ClassId, Forest};
use crate::term::{Head, Op, Slot, Term};
use rustc_hash::FxHashMap;

/// The bound names in scope, outermost first: in the term and in the forest.
type Scope = Vec<(Slot, Slot)>;

struct Search<'a> {
    forest: &'a Forest,
    laws: &'a [Laws],
    scope: Scope,
    known: FxHashMap<(ClassId, usize, Scope), bool>,
}

/// Whether a term is a form of the root.
pub(crate) fn contains(forest: &Forest, laws: &[Laws], term: &Term) -> bool {
    !forest.classes.is_empty() && Search::new(forest, laws).holds(forest.root, term)
}

/// The term with the bound names that the forest has for it, when it is a form of the root.
pub(crate) fn form(forest: &Forest, laws: &[Laws], term: &Term) -> Option<Term> {
    let mut search = Search::new(forest, laws);
    (!forest.classes.is_empty())
        .then(|| search.build(forest.root, term))
        .flatten()
}

impl<'a> Search<'a> {
    fn new(forest: &'a Forest, laws: &'a [Laws]) -> Self {
        Self {
            forest,
            laws,
            scope: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    fn holds(&mut self, class: ClassId, term: &Term) -> bool {
        if let Head::Slot(slot) = term.op.head() {
            return self.slot(class).is_some_and(|other| self.same(slot, other));
        }
        let key = (class, std::ptr::from_ref(term) as usize, self.scope.clone());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let forest = self.forest;
        let mut nodes = forest.classes[class as usize].nodes.iter();
        let found = nodes.any(|n| self.partners(n.op, &n.args, term).is_some());
        self.known.insert(key, found);
        found
    }

    /// The term as the class has it.
    fn build(&mut self, class: ClassId, term: &Term) -> Option<Term> {
        if matches!(term.op.head(), Head::Slot(_)) {
            let slot = self.slot(class)?;
            return self.holds(class, term).then(|| Term::leaf(Op::slot(slot)));
        }
        let forest = self.forest;
        for node in &forest.classes[class as usize].nodes {
            let Some(partners) = self.partners(node.op, &node.args, term) else {
                continue;
            };
            let names = self.names(node.op, &node.args, term);
            let mut args = Vec::with_capacity(term.args.len());
            for (i, (&class, arg)) in partners.iter().zip(term.args.iter()).enumerate() {
                let built = match names {
                    Some((var, _, (_, theirs))) if var == i => Some(Term::leaf(Op::slot(theirs))),
                    Some((_, scope, pair)) if scope >> i & 1 == 1 => {
                        self.scope.push(pair);
                        let built = self.build(class, arg);
                        self.scope.pop();
                        built
                    }
                    _ => self.build(class, arg),
                };
                args.push(built?);
            }
            return Some(Term::new(term.op, args));
        }
        None
    }

    fn slot(&self, class: ClassId) -> Option<Slot> {
        self.forest.classes[class as usize]
            .nodes
            .iter()
            .find_map(|n| match n.op.head() {
                Head::Slot(slot) => Some(slot),
                _ => None,
            })
    }

    /// Whether two names are bound by the same binder, or free and equal.
    fn same(&self, ours: Slot, theirs: Slot) -> bool {
        let binder = self
            .scope
            .iter()
            .rev()
            .find(|(a, b)| *a == ours || *b == theirs);
        binder.map_or(ours == theirs, |pair| *pair == (ours, theirs))
    }

    fn laws(&self, op: Op) -> Laws {
        match op.head() {
            Head::Operator(i) => self.laws.get(i as usize).copied().unwrap_or_default(),
            _ => Laws::default(),
        }
    }

    /// The place of the bound name, the scope, and what the term and the class bind.
    fn names(
        &self,
        op: Op,
        classes: &[ClassId],
        term: &Term,
    ) -> Option<(usize, u32, (Slot, Slot))> {
        let (var, scope) = self.laws(op).binds?;
        let var = usize::from(var);
        let Head::Slot(ours) = term.args.get(var)?.op.head() else {
            return None;
        };
        Some((var, scope, (ours, self.slot(*classes.get(var)?)?)))
    }

    /// For every argument of the term the class that holds it, when the node holds the term.
    fn partners(&mut self, op: Op, classes: &[ClassId], term: &Term) -> Option<Vec<ClassId>> {
        if op != term.op || classes.len() != term.args.len() {
            return None;
        }
        let laws = self.laws(op);
        if laws.comm {
            return self.pairing(classes, &term.args);
        }
        let names = self.names(op, classes, term);
        if names.is_none() && laws.binds.is_some() {
            return None;
        }
        for (i, (&class, arg)) in classes.iter().zip(term.args.iter()).enumerate() {
            let holds = match names {
                Some((var, _, _)) if var == i => true,
                Some((_, scope, pair)) if scope >> i & 1 == 1 => {
                    self.scope.push(pair);
                    let holds = self.holds(class, arg);
                    self.scope.pop();
                    holds
                }
                _ => self.holds(class, arg),
            };
            if !holds {
                return None;
            }
        }
        Some(classes.to_vec())
    }

    /// Pairs the classes off with the terms (Kuhn's algorithm).
    fn pairing(&mut self, classes: &[ClassId], terms: &[Term]) -> Option<Vec<ClassId>> {
        let mut fits: Vec<Vec<bool>> = Vec::with_capacity(classes.len());
        for &class in classes {
            let row: Vec<bool> = terms.iter().map(|t| self.holds(class, t)).collect();
            if !row.contains(&true) {
                return None;
            }
            fits.push(row);
        }
        let mut partner: Vec<Option<usize>> = vec![None; terms.len()];
        for from in 0..classes.len() {
            if !augment(from, &fits, &mut partner, &mut vec![false; terms.len()]) {
                return None;
            }
        }
        partner.into_iter().map(|p| p.map(|i| classes[i])).collect()
    }
}

fn augment(
    from: usize,
    fits: &[Vec<bool>],
    partner: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for to in 0..partner.len() {
        if fits[from][to] && !std::mem::replace(&mut seen[to], true) {
            let free = match partner[to] {
                None => true,
                Some(other) => augment(other, fits, partner, seen),
            };
            if free {
                partner[to] = Some(from);
                return true;
            }
        }
    }
    false
}
