//! Leaving out the symbols of a formula that do not occur in its term.

use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};

/// Marks the symbols of a term; there are no more than 64.
fn mark(term: &Term, used: &mut u64) {
    if let Some(index) = term.op.as_symbol() {
        *used |= 1 << (index & 63);
    }
    for arg in term.args.iter() {
        if !arg.args.is_empty() {
            mark(arg, used);
        } else if let Some(index) = arg.op.as_symbol() {
            *used |= 1 << (index & 63);
        }
    }
}

/// Leaves out the symbols from `shared` on that do not occur: names that are only bound.
pub(super) fn drop_unused(term: Term, atoms: &mut Atoms, shared: usize) -> Term {
    let count = atoms.symbols.len();
    if count == shared {
        return term;
    }
    if count <= 64 {
        let mut used = (1u64 << shared) - 1;
        mark(&term, &mut used);
        if used.count_ones() as usize == count {
            return term;
        }
    }
    let mut used = vec![false; count];
    used[..shared].fill(true);
    term.walk(&mut |t| {
        if let Head::Symbol(index) = t.op.head() {
            used[index as usize] = true;
        }
    });
    if used.iter().all(|&u| u) {
        return term;
    }
    let mut places = Vec::with_capacity(used.len());
    let mut next = 0;
    for &u in &used {
        places.push(next);
        next += u32::from(u);
    }
    let mut keep = used.iter();
    atoms
        .symbols
        .retain(|_| keep.next().copied().unwrap_or(true));
    term.map(&mut |t| match t.op.head() {
        Head::Symbol(index) => Term {
            op: Op::symbol(places[index as usize]),
            args: t.args,
        },
        _ => t,
    })
}
