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
}

impl Indices {
    /// Looks through the places of a term.
    pub(super) fn of(nodes: &[Node<'_>], vocabulary: &Vocabulary) -> Self {
        let usual = ["add", "neg"].map(|name| vocabulary.find(name));
        let mut indices = Self {
            operators: usual.into_iter().flatten().collect(),
            letters: Vec::new(),
            most: MOST,
        };
        for node in nodes {
            let within = is_within(node, vocabulary);
            match node.term.op.head() {
                Head::Symbol(_) if within || is_limit(node, vocabulary) => {
                    indices.letters.push(node.term.op);
                }
                Head::Operator(_) if within => indices.operators.push(node.term.op),
                Head::Integer(n) if within => {
                    indices.most = indices.most.max(n.saturating_add(MORE));
                }
                _ => {}
            }
        }
        indices
    }

    /// Whether a term may stand in an index, where symbols from `known` on are new.
    pub(super) fn admit(&self, term: &Term, known: usize) -> bool {
        let mut admitted = true;
        term.walk(&mut |t| {
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

/// Whether a place is in an index.
pub(super) fn is_within(node: &Node<'_>, vocabulary: &Vocabulary) -> bool {
    node.above.iter().any(|(op, place)| {
        let operator = vocabulary.operator(*op);
        *place > 0 && operator.is_some_and(|o| o.has_tag("scripted") && !o.has_tag("derivative"))
    })
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
