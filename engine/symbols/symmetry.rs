//! Symbols that a formula treats alike.

use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// Larger terms are not searched for symbols that may be exchanged.
const LARGE: usize = 400;

/// Whether exchanging two symbols leaves the term as it is, up to order, as far as it is looked for.
pub(super) fn interchangeable(term: &Term, vocabulary: &Vocabulary, a: u32, b: u32) -> bool {
    if term.size() > LARGE {
        return false;
    }
    let (a, b) = (Op::symbol(a), Op::symbol(b));
    let swapped = term.map(&mut |node| match node.op {
        op if op == a => Term { op: b, ..node },
        op if op == b => Term { op: a, ..node },
        _ => node,
    });
    sorted(term, vocabulary) == sorted(&swapped, vocabulary)
}

fn sorted(term: &Term, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |node| {
        if vocabulary.operator(node.op).is_some_and(|op| op.comm) {
            let mut args = node.args.to_vec();
            args.sort();
            Term::new(node.op, args)
        } else {
            node
        }
    })
}
