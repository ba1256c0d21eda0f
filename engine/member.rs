//! Membership: whether a term is one of those that a forest holds.

use rustc_hash::FxHashMap;

use crate::forest::{ClassId, Forest, Node};
use crate::normal;
use crate::term::{Head, Op, Slot, Term};
use crate::vocabulary::{Operator, Vocabulary};

/// Among more terms than this no group is looked for.
const GROUPED: usize = 16;

/// Whether a term is in the root class of a forest, up to the order and the grouping of the
/// arguments of commutative and associative operators.
pub fn contains(forest: &Forest, term: &Term, vocabulary: &Vocabulary) -> bool {
    Search::new(forest, vocabulary).member(term, forest.root)
}

/// The smallest pieces of a term that are in no class of a forest: where a term that is no member
/// goes astray. Empty when all pieces are in some class.
pub fn strangers(forest: &Forest, term: &Term, vocabulary: &Vocabulary) -> Vec<Term> {
    let mut search = Search::new(forest, vocabulary);
    let classes = 0..forest.classes.len() as ClassId;
    let mut found: Vec<Term> = Vec::new();
    term.walk(&mut |piece| {
        let strange = |search: &mut Search, t: &Term| !classes.clone().any(|c| search.member(t, c));
        if strange(&mut search, piece) && !piece.args.iter().any(|a| strange(&mut search, a)) {
            found.push(piece.clone());
        }
    });
    found
}

/// A search for members of the classes of a forest.
pub(crate) struct Search<'f> {
    pub(crate) forest: &'f Forest,
    vocabulary: &'f Vocabulary,
    known: FxHashMap<(Term, ClassId), bool>,
    /// A sign, and a product of which the order counts.
    signed: Option<(Op, Op)>,
}

impl<'f> Search<'f> {
    pub(crate) fn new(forest: &'f Forest, vocabulary: &'f Vocabulary) -> Self {
        Self {
            forest,
            vocabulary,
            known: FxHashMap::default(),
            signed: vocabulary.find("neg").zip(vocabulary.find("opmul")),
        }
    }

    pub(crate) fn operator(&self, op: Op) -> Option<&'f Operator> {
        match op.head() {
            Head::Operator(index) => self.vocabulary.operators.get(index as usize),
            _ => None,
        }
    }

    pub(crate) fn member(&mut self, term: &Term, class: ClassId) -> bool {
        let nodes = &self.forest.classes[class as usize].nodes;
        if !nodes.iter().any(|node| node.op == term.op) {
            return self
                .sign_taken_in(term, class)
                .is_some_and(|product| self.member(&product, class));
        }
        if term.args.is_empty() {
            return nodes
                .iter()
                .any(|node| node.op == term.op && node.args.is_empty());
        }
        let key = (term.clone(), class);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let operator = self.operator(term.op);
        let (comm, assoc) = operator.map_or((false, false), |o| (o.comm, o.assoc));
        let found =
            nodes
                .iter()
                .filter(|node| node.op == term.op)
                .any(|node| match (comm, assoc) {
                    (false, false) => {
                        node.args.len() == term.args.len()
                            && (self.each(&term.args, &node.args)
                                || self.under_its_name(term, node))
                    }
                    (true, _) => {
                        let args: Vec<&Term> = term.args.iter().collect();
                        self.unordered(term.op, assoc, &args, &node.args)
                    }
                    (false, true) => {
                        let args: Vec<&Term> = term.args.iter().collect();
                        self.ordered(term.op, &args, &node.args)
                    }
                });
        let found = found
            || self.exchanged(term).is_some_and(|other| {
                nodes
                    .iter()
                    .any(|n| n.op == other.op && self.each(&other.args, &n.args))
            });
        self.known.insert(key, found);
        found
    }

    /// Whether terms are members of as many classes, in this order.
    fn each(&mut self, terms: &[Term], classes: &[ClassId]) -> bool {
        terms.len() == classes.len() && terms.iter().zip(classes).all(|(t, c)| self.member(t, *c))
    }

    /// The product of which the order counts, with the sign before it taken into its first factor, where
    /// the class has such a product: `-(AB) = (-A)B`.
    fn sign_taken_in(&self, term: &Term, class: ClassId) -> Option<Term> {
        let (neg, product) = self.signed?;
        let [inner] = &*term.args else {
            return None;
        };
        if term.op != neg || inner.op != product || !self.has(class, product) {
            return None;
        }
        let mut factors = inner.args.to_vec();
        let first = factors.first_mut()?;
        *first = Term::new(neg, vec![first.clone()]);
        Some(Term::new(product, factors))
    }

    /// Whether a binder is one of a node that has another name for what is bound, of the same sort.
    fn under_its_name(&mut self, term: &Term, node: &Node) -> bool {
        let Some(binder) = self.operator(term.op).and_then(|o| o.binds.as_ref()) else {
            return false;
        };
        let own = term.args.get(binder.var).and_then(slot);
        let class = node.args.get(binder.var);
        let other = class.and_then(|class| {
            let mut nodes = self.forest.classes[*class as usize].nodes.iter();
            nodes.find_map(|n| match n.op.head() {
                Head::Slot(slot) => Some(slot),
                _ => None,
            })
        });
        let (Some(own), Some(other)) = (own, other) else {
            return false;
        };
        if own == other || own.sort != other.sort || mentions(term, other) {
            return false;
        }
        let name = Term::leaf(Op::slot(other));
        let mut args = term.args.to_vec();
        for at in binder.scope.iter().chain([&binder.var]) {
            if let Some(arg) = args.get_mut(*at) {
                *arg = normal::replace(arg, Op::slot(own), &name);
            }
        }
        self.each(&args, &node.args)
    }

    /// A binder of what runs jointly with what the binder in its scope binds, with the two names exchanged:
    /// which of them is the outer one says nothing.
    fn exchanged(&self, term: &Term) -> Option<Term> {
        let operator = self.operator(term.op)?;
        operator.binds.as_ref()?;
        // Where an extremum is taken is told by names in their order.
        let family = operator.name.strip_suffix("all");
        let family = family.filter(|family| !family.starts_with("arg"))?;
        let [name, body] = &*term.args else {
            return None;
        };
        let inner = self.operator(body.op).filter(|o| o.binds.is_some())?;
        let ending = inner.name.strip_prefix(family)?;
        if !matches!(ending, "all" | "cond") {
            return None;
        }
        let (one, other) = (slot(name)?, slot(body.args.first()?)?);
        if one.sort != other.sort {
            return None;
        }
        let swapped = swap(body, one, other);
        let mut args = swapped.args.to_vec();
        *args.first_mut()? = Term::leaf(Op::slot(other));
        Some(Term::new(
            term.op,
            vec![name.clone(), Term::new(body.op, args)],
        ))
    }

    /// Whether the terms, in some order and grouped where `assoc`, are members of the classes.
    ///
    /// A term is in one class only, and terms of one class may take each other's places wherever
    /// they stand: what fits a class by itself is given to it, and groups are looked for among the
    /// rest.
    fn unordered(&mut self, op: Op, assoc: bool, terms: &[&Term], classes: &[ClassId]) -> bool {
        if terms.len() < classes.len() || (!assoc && terms.len() > classes.len()) {
            return false;
        }
        let mut rest = terms.to_vec();
        let mut open = Vec::new();
        for &class in classes {
            let mut fits =
                |at: usize| (at == 0 || rest[at] != rest[at - 1]) && self.member(rest[at], class);
            match (0..rest.len()).find(|at| fits(*at)) {
                Some(at) => drop(rest.remove(at)),
                None if assoc && self.has(class, op) => open.push(class),
                None => return false,
            }
        }
        self.grouped(op, &rest, &open)
    }

    /// Whether the terms, in some order, are nested applications of the operator in the classes.
    fn grouped(&mut self, op: Op, terms: &[&Term], classes: &[ClassId]) -> bool {
        let Some((&class, others)) = classes.split_first() else {
            return terms.is_empty();
        };
        if terms.len() < 2 * classes.len() || terms.len() > GROUPED {
            return false;
        }
        let most = terms.len() - 2 * others.len();
        // Of equal terms the first ones are taken: which of them they are makes no difference.
        let equal = |i: usize| terms[..i].iter().rposition(|t| *t == terms[i]);
        let earlier: Vec<u32> = (0..terms.len())
            .map(|i| equal(i).map_or(0, |j| 1 << j))
            .collect();
        let first = |set: u32| {
            let taken = (0..terms.len()).filter(|i| set >> i & 1 == 1);
            taken.fold(0, |needed, i| needed | earlier[i]) & !set == 0
        };
        let sizes = if others.is_empty() {
            most..=most
        } else {
            2..=most
        };
        (1u32..1 << terms.len())
            .filter(|set| sizes.contains(&(set.count_ones() as usize)) && first(*set))
            .any(|set| {
                let (inside, outside): (Vec<_>, Vec<_>) =
                    (0..terms.len()).partition(|i| set >> i & 1 == 1);
                let group = Term::new(op, inside.iter().map(|i| terms[*i].clone()).collect());
                let rest: Vec<&Term> = outside.iter().map(|i| terms[*i]).collect();
                self.member(&group, class) && self.grouped(op, &rest, others)
            })
    }

    fn ordered(&mut self, op: Op, terms: &[&Term], classes: &[ClassId]) -> bool {
        let Some((&class, others)) = classes.split_first() else {
            return terms.is_empty();
        };
        if terms.len() < classes.len() {
            return false;
        }
        (1..=terms.len() - others.len()).any(|taken| {
            let fits = if taken == 1 {
                self.member(terms[0], class)
            } else {
                let group = terms[..taken].iter().map(|t| (*t).clone()).collect();
                self.has(class, op) && self.member(&Term::new(op, group), class)
            };
            fits && self.ordered(op, &terms[taken..], others)
        })
    }

    fn has(&self, class: ClassId, op: Op) -> bool {
        let nodes = &self.forest.classes[class as usize].nodes;
        nodes.iter().any(|node| node.op == op)
    }
}

fn slot(term: &Term) -> Option<Slot> {
    match term.op.head() {
        Head::Slot(slot) => Some(slot),
        _ => None,
    }
}

fn mentions(term: &Term, name: Slot) -> bool {
    slot(term) == Some(name) || term.args.iter().any(|arg| mentions(arg, name))
}

/// The term with two names in each other's places.
fn swap(term: &Term, one: Slot, other: Slot) -> Term {
    match slot(term) {
        Some(name) if name == one => Term::leaf(Op::slot(other)),
        Some(name) if name == other => Term::leaf(Op::slot(one)),
        _ => {
            let args = term.args.iter().map(|arg| swap(arg, one, other));
            Term::new(term.op, args.collect())
        }
    }
}
