//! Whether what was matched and filled in may be so.

use super::apply::{Edit, Fill};
use super::matching::Bound;
use super::places::{Node, at, is_sign, node_at};
use super::rule::{Guard, Place};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Signature, Vocabulary};

/// What guards are decided over.
#[derive(Clone, Copy)]
pub(super) struct Ground<'g> {
    pub root: &'g Term,
    pub nodes: &'g [Node<'g>],
    pub atoms: &'g Atoms,
    pub vocabulary: &'g Vocabulary,
}

/// A term or an operator that a place stands for.
#[derive(PartialEq)]
enum Found<'f> {
    Term(&'f Term),
    Operator(Op),
}

impl Ground<'_> {
    /// Whether a guard holds; one about a hole that is not filled yet holds for now.
    pub(super) fn holds(&self, guard: &Guard, edit: &Edit) -> bool {
        let vocabulary = self.vocabulary;
        let of = |place: &Place| self.found(place, edit);
        let term = |place: &Place, test: &dyn Fn(&Term) -> bool| match of(place) {
            Some(Found::Term(term)) => test(term),
            Some(Found::Operator(_)) => false,
            None => true,
        };
        let operator = |place: &Place, test: &dyn Fn(Op) -> bool| match of(place) {
            Some(Found::Term(term)) => test(term.op),
            Some(Found::Operator(op)) => test(op),
            None => true,
        };
        match guard {
            Guard::IsKind(place, wanted) => {
                let of_kind = |t: &Term| {
                    let node = self.node(place, edit);
                    if *wanted == Kind::Num && node.is_some_and(|node| node.element) {
                        return false;
                    }
                    let there = node.map(|node| node.kind);
                    let found =
                        there.unwrap_or_else(|| super::kind::kind(vocabulary, t, self.atoms));
                    found == *wanted || found == Kind::Any && *wanted == Kind::Num
                };
                term(place, &of_kind)
                    && self.has_room(place, edit, *wanted)
                    && !(*wanted == Kind::Num && self.is_unit(place, edit))
            }
            Guard::IsSymbol(place) => term(place, &|t| is_symbol(t) && !is_sign(t, self.atoms)),
            Guard::Literal(place) => term(place, &is_literal),
            Guard::Compound(place) => term(place, &|t| !t.args.is_empty()),
            Guard::Varies(place) => term(place, &|t| {
                let mut varies = false;
                t.walk(&mut |t| varies |= is_symbol(t));
                varies
            }),
            Guard::Small(place, most) => term(place, &|t| t.size() <= *most),
            Guard::Among(place, terms) => term(place, &|t| terms.contains(t)),
            Guard::Differ(a, b) => match (of(a), of(b)) {
                (Some(a), Some(b)) => a != b,
                _ => true,
            },
            Guard::Tagged(place, tag) => operator(place, &|op| {
                vocabulary.operator(op).is_some_and(|o| o.has_tag(tag))
            }),
            Guard::HeadIn(place, ops) => operator(place, &|op| ops.contains(&op)),
            Guard::Not(inner) => !self.holds(inner, edit) || self.open(inner, edit),
            Guard::AnyOf(several) => several.iter().any(|g| self.holds(g, edit)),
        }
    }

    /// Whether something of a kind may stand where a variable was matched: neither a head nor an
    /// event or a set becomes a number because nothing else is known of it.
    fn has_room(&self, place: &Place, edit: &Edit, wanted: Kind) -> bool {
        let Place::Var(v) = place else {
            return true;
        };
        let Some(Bound::One(path)) = edit.found.bound.get(usize::from(*v)) else {
            return true;
        };
        let Some((last, above)) = path.split_last() else {
            return true;
        };
        let parent = at(self.root, above);
        let Some((parent, operator)) =
            parent.and_then(|t| Some((t, self.vocabulary.operator(t.op)?)))
        else {
            return true;
        };
        let place = usize::from(*last);
        if operator.has_tag("headed") && place == 0 {
            return wanted == Kind::Fn;
        }
        let count = parent.args.len();
        let mut fitting = operator.signatures.iter().filter(|s| s.takes(count));
        let asked = |s: &Signature| match s.arg(place) {
            // Random variables are calculated with as numbers are.
            None | Some(Kind::Any | Kind::Rv) => true,
            Some(kind) => kind == wanted || wanted != Kind::Num,
        };
        operator.signatures.is_empty() || fitting.any(asked)
    }

    /// Whether a variable was matched with a unit that has an exponent: `\mathrm{cm}^3` is no power of a number.
    fn is_unit(&self, place: &Place, edit: &Edit) -> bool {
        let named = |op: &Op, of: &str| self.vocabulary.operator(*op).is_some_and(|o| o.name == of);
        let tagged = |op: &Op| {
            self.vocabulary
                .operator(*op)
                .is_some_and(|o| o.has_tag("measured"))
        };
        let Some(node) = self.node(place, edit) else {
            return false;
        };
        is_symbol(node.term)
            && node
                .above
                .last()
                .is_some_and(|(op, at)| *at == 0 && named(op, "pow"))
            && node.above.iter().any(|(op, at)| *at == 1 && tagged(op))
    }

    /// Whether a guard is about a hole that is not filled yet.
    fn open(&self, guard: &Guard, edit: &Edit) -> bool {
        let open = |place: &Place| self.found(place, edit).is_none();
        match guard {
            Guard::IsKind(p, _)
            | Guard::IsSymbol(p)
            | Guard::Literal(p)
            | Guard::Compound(p)
            | Guard::Varies(p)
            | Guard::Small(p, _)
            | Guard::Among(p, _)
            | Guard::Tagged(p, _)
            | Guard::HeadIn(p, _) => open(p),
            Guard::Differ(a, b) => open(a) || open(b),
            Guard::Not(inner) => self.open(inner, edit),
            Guard::AnyOf(several) => several.iter().any(|g| self.open(g, edit)),
        }
    }

    /// The node that a variable was matched with.
    fn node(&self, place: &Place, edit: &Edit) -> Option<&Node<'_>> {
        let Place::Var(v) = place else { return None };
        let Bound::One(path) = edit.found.bound.get(usize::from(*v))? else {
            return None;
        };
        node_at(self.nodes, path)
    }

    fn found<'f>(&'f self, place: &Place, edit: &'f Edit) -> Option<Found<'f>> {
        match place {
            Place::Var(v) => match edit.found.bound.get(usize::from(*v))? {
                Bound::One(path) => Some(Found::Term(at(self.root, path)?)),
                Bound::Head(op) => Some(Found::Operator(*op)),
                Bound::Rest(_) | Bound::Free => None,
            },
            Place::Hole(h) => match edit.holes.get(usize::from(*h))? {
                Fill::Term(term) => Some(Found::Term(term)),
                Fill::Operator(op) => Some(Found::Operator(*op)),
            },
        }
    }
}

/// A symbol or a bound name.
pub(super) fn is_symbol(term: &Term) -> bool {
    matches!(term.op.head(), Head::Symbol(_) | Head::Slot(_))
}

fn is_literal(term: &Term) -> bool {
    matches!(term.op.head(), Head::Integer(_) | Head::Literal(_))
}
