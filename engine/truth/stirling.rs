//! Stirling's numbers of the second kind, `\left\{{n \atop k}\right\}`, as the sums that they are.

use super::form::{name, node};
use crate::term::{Op, Slot, SlotSort, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeSet;

/// The level of the name bound here, above those of functions of number theory.
const LEVEL: u8 = 251;

/// The term in which these numbers are written out, and the letters in them, which stand for natural numbers.
pub(super) fn written_out(term: &Term, vocabulary: &Vocabulary) -> (Term, BTreeSet<u32>) {
    let mut letters = BTreeSet::new();
    let term = term.map(&mut |t| {
        let ("set", [inner]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        let ("stacked", [n, k]) = (name(inner, vocabulary), &*inner.args) else {
            return t;
        };
        inner.walk(&mut |part| letters.extend(part.op.as_symbol()));
        parts(n, k, vocabulary)
    });
    (term, letters)
}

/// The number of ways to part `n` things into `k` heaps: `\frac{1}{k!} \sum_{j=0}^k (-1)^{k-j} \binom{k}{j} j^n`.
fn parts(n: &Term, k: &Term, vocabulary: &Vocabulary) -> Term {
    let make = |name: &str, args: Vec<Term>| node(name, args, vocabulary);
    let integer = |n| Term::leaf(Op::integer(n));
    let j = Term::leaf(Op::slot(Slot {
        sort: SlotSort::Natural,
        level: LEVEL,
    }));
    let left = make("add", vec![k.clone(), make("neg", vec![j.clone()])]);
    let sign = make("pow", vec![make("neg", vec![integer(1)]), left]);
    let chosen = make("binom", vec![k.clone(), j.clone()]);
    let power = make("pow", vec![j.clone(), n.clone()]);
    let each = make("mul", vec![sign, chosen, power]);
    let sum = make("sum", vec![j, integer(0), k.clone(), each]);
    make("div", vec![sum, make("factorial", vec![k.clone()])])
}
