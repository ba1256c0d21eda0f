//! Membership: whether a term is one of those that a forest holds.

use rustc_hash::FxHashMap;

use crate::forest::{ClassId, Forest};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Operator, Vocabulary};

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
}

impl<'f> Search<'f> {
    pub(crate) fn new(forest: &'f Forest, vocabulary: &'f Vocabulary) -> Self {
        Self {
            forest,
            vocabulary,
            known: FxHashMap::default(),
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
            return false;
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
                            && term
                                .args
                                .iter()
                                .zip(&node.args)
                                .all(|(t, c)| self.member(t, *c))
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
        self.known.insert(key, found);
        found
    }

    /// Whether the terms, in some order and grouped where `assoc`, are members of the classes.
    fn unordered(&mut self, op: Op, assoc: bool, terms: &[&Term], classes: &[ClassId]) -> bool {
        let Some((&class, others)) = classes.split_first() else {
            return terms.is_empty();
        };
        if terms.len() < classes.len() || (!assoc && terms.len() > classes.len()) {
            return false;
        }
        for at in 0..terms.len() {
            if self.member(terms[at], class) && !terms[..at].contains(&terms[at]) {
                let mut rest = terms.to_vec();
                rest.remove(at);
                if self.unordered(op, assoc, &rest, others) {
                    return true;
                }
            }
        }
        // Several of the terms may stand for a nested application of the same operator.
        let spare = terms.len() - classes.len();
        if spare == 0 || !self.has(class, op) || terms.len() > 16 {
            return false;
        }
        (1u32..1 << terms.len())
            .filter(|set| (2..=spare as u32 + 1).contains(&set.count_ones()))
            .any(|set| {
                let (inside, outside): (Vec<_>, Vec<_>) =
                    (0..terms.len()).partition(|i| set >> i & 1 == 1);
                let group = Term::new(op, inside.iter().map(|i| terms[*i].clone()).collect());
                let rest: Vec<&Term> = outside.iter().map(|i| terms[*i]).collect();
                self.member(&group, class) && self.unordered(op, assoc, &rest, others)
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
