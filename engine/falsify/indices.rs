//! What may stand in indices: they count, so that what is put into them has to count as well.
//!
//! `x_{n/2}` and `x_{n^2}` are no look-alikes of `x_n`, unless such indices are in what was written.

use super::places::Node;
use crate::term::{Head, Op, SlotSort, Term};
use crate::vocabulary::Vocabulary;

/// The largest number that is put into an index, and how much larger it may be than those that are
/// written.
const MOST: u32 = 9;
const MORE: u32 = 2;

/// What the indices of a term are made of.
#[derive(Debug)]
pub(super) struct Indices {
    /// The operators in them, and those that make another integer of one.
    operators: Vec<Op>,
    /// The symbols in them and in the limits of what counts.
    letters: Vec<Op>,
    most: u32,
    neg: Option<Op>,
    /// Whether an index is a negative number, and whether letters are subtracted in one.
    negative: bool,
    subtracts: bool,
}

impl Indices {
    /// Looks through the places of a term.
    pub(super) fn of(nodes: &[Node<'_>], vocabulary: &Vocabulary) -> Self {
        let usual = ["add", "neg"].map(|name| vocabulary.find(name));
        let mut indices = Self {
            operators: usual.into_iter().flatten().collect(),
            letters: Vec::new(),
            most: MOST,
            neg: vocabulary.find("neg"),
            negative: false,
            subtracts: false,
        };
        for node in nodes {
            let within = is_within(node, vocabulary);
            match node.term.op.head() {
                Head::Symbol(_) if within || is_limit(node, vocabulary) => {
                    indices.letters.push(node.term.op);
                }
                Head::Operator(_) if within => {
                    indices.operators.push(node.term.op);
                    if Some(node.term.op) == indices.neg {
                        let literal = is_literal(node.term.args.first());
                        indices.negative |= literal && is_index(node, vocabulary);
                        indices.subtracts |= !literal;
                    }
                }
                Head::Integer(n) if within => {
                    indices.most = indices.most.max(n.saturating_add(MORE));
                }
                _ => {}
            }
        }
        indices
    }

    /// Whether a term may stand in an index, or be one as a `whole`, where symbols from `known` on are new.
    pub(super) fn admit(&self, term: &Term, known: usize, whole: bool) -> bool {
        let negated = |t: &Term| Some(t.op) == self.neg;
        let mut admitted = self.negative || !(whole && negated(term));
        term.walk(&mut |t| {
            admitted &= self.subtracts || !negated(t) || is_literal(t.args.first());
            admitted &= match t.op.head() {
                Head::Integer(n) => n <= self.most,
                Head::Symbol(s) => s as usize >= known || self.letters.contains(&t.op),
                Head::Slot(slot) => counts(slot.sort),
                Head::Operator(_) => self.operators.contains(&t.op),
                Head::Literal(_) | Head::Opaque(_) => false,
            };
        });
        admitted
    }
}

fn is_literal(term: Option<&Term>) -> bool {
    term.is_some_and(|t| matches!(t.op.head(), Head::Integer(_)))
}

/// A term with sums of numbers in indices calculated: `x_{1 + 1}` is no way to write `x_2`. None where one
/// is below zero.
pub(super) fn calculated(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let [add, neg] = ["add", "neg"].map(|name| vocabulary.find(name));
    let value = |t: &Term| match (t.op.head(), &*t.args) {
        (Head::Integer(n), _) => Some(i64::from(n)),
        (_, [of]) if Some(t.op) == neg => match of.op.head() {
            Head::Integer(n) => Some(-i64::from(n)),
            _ => None,
        },
        _ => None,
    };
    let mut below = false;
    let mut summed = |t: &Term| {
        let (numbers, others): (Vec<&Term>, Vec<&Term>) =
            t.args.iter().partition(|arg| value(arg).is_some());
        if Some(t.op) != add || numbers.len() < 2 {
            return t.clone();
        }
        let sum: i64 = numbers.into_iter().filter_map(value).sum();
        let size = Term::leaf(Op::integer(sum.unsigned_abs() as u32));
        let number = match neg {
            Some(neg) if sum < 0 => Term::new(neg, vec![size]),
            _ => size,
        };
        below |= sum < 0 && others.is_empty();
        let mut parts: Vec<Term> = others.into_iter().cloned().collect();
        if sum != 0 || parts.is_empty() {
            parts.push(number);
        }
        match parts.len() {
            1 => parts.remove(0),
            _ => Term::new(t.op, parts),
        }
    };
    let term = term.map(&mut |t| {
        if !is_scripted(t.op, vocabulary) || t.args.iter().skip(1).all(|arg| Some(arg.op) != add) {
            return t;
        }
        let mut args = t.args.to_vec();
        for arg in args.iter_mut().skip(1) {
            *arg = summed(arg);
        }
        Term::new(t.op, args)
    });
    (!below).then_some(term)
}

/// Whether what an operator has behind its first argument are indices.
fn is_scripted(op: Op, vocabulary: &Vocabulary) -> bool {
    let operator = vocabulary.operator(op);
    operator.is_some_and(|o| o.has_tag("scripted") && !o.has_tag("derivative"))
}

/// Whether a place is an index, and not in one only.
pub(super) fn is_index(node: &Node<'_>, vocabulary: &Vocabulary) -> bool {
    let above = node.above.last();
    above.is_some_and(|(op, place)| *place > 0 && is_scripted(*op, vocabulary))
}

/// Whether a place is in an index.
pub(super) fn is_within(node: &Node<'_>, vocabulary: &Vocabulary) -> bool {
    let mut above = node.above.iter();
    above.any(|(op, place)| *place > 0 && is_scripted(*op, vocabulary))
}

/// Whether a place is in a limit: an argument of a binder that it binds nothing in.
fn is_limit(node: &Node<'_>, vocabulary: &Vocabulary) -> bool {
    node.above.iter().any(|(op, place)| {
        let binder = vocabulary.operator(*op).and_then(|o| o.binds.as_ref());
        let place = usize::from(*place);
        binder.is_some_and(|b| b.var != place && !b.scope.contains(&place))
    })
}

const fn counts(sort: SlotSort) -> bool {
    matches!(
        sort,
        SlotSort::Positive | SlotSort::Natural | SlotSort::Integer
    )
}
