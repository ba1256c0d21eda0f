//! Greatest common divisors in plain parentheses, beside other statements: `(a, b) = 1 \implies
//! (a^2, b^2) = 1`.

use super::table::Table;
use super::tree::{Head, Tree};
use crate::term::Op;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// The formula with its common divisors. An equation by itself may be about anything in parentheses.
pub(super) fn common(mut tree: Tree, table: &Table) -> Tree {
    if let (Some(eq), Some(gcd)) = (table.eq, table.named("gcd"))
        && tree.height <= DEEPEST
        && !matches!(&tree.head, Head::Chain(ops) if ops.as_slice() == [eq])
    {
        replace(&mut tree, eq, gcd);
    }
    tree
}

fn replace(tree: &mut Tree, eq: Op, gcd: Op) {
    if let (Head::Chain(ops), [pair, number]) = (&tree.head, tree.args.as_mut_slice())
        && ops.as_slice() == [eq]
        && matches!(&number.head, Head::Number(n) if n.bytes().all(|b| b.is_ascii_digit()) && !n.starts_with('0'))
        && matches!(&pair.head, Head::Pair(open, close) if open == "(" && close == ")")
        && pair.args.iter().all(whole)
        && pair.args.iter().any(|t| !matches!(t.head, Head::Number(_)))
        && !matches!(pair.args.as_slice(), [a, b] if a.symbol().is_some() && a.symbol() == b.symbol())
    {
        pair.head = Head::Apply(gcd);
        return;
    }
    tree.args.iter_mut().for_each(|arg| replace(arg, eq, gcd));
}

/// Whether this is made of letters that usually are integers.
fn whole(tree: &Tree) -> bool {
    match &tree.head {
        Head::Number(n) => n.bytes().all(|b| b.is_ascii_digit()),
        Head::Symbol(name) => matches!(
            name.as_str(),
            "a" | "b" | "c" | "d" | "k" | "m" | "n" | "p" | "q" | "r"
        ),
        Head::Sum(..) | Head::Product(_) | Head::Power => tree.args.iter().all(whole),
        _ => false,
    }
}
