//! Greatest common divisors in plain parentheses: `(a, b) = 1 \implies (a^2, b^2) = 1`; and least common multiples in square brackets beside them: `(a, b)[a, b] = ab`.

use super::table::Table;
use super::tree::{Head, Tree};
use crate::term::Op;

/// As deep as this is looked.
const DEEPEST: u16 = 60;

/// The formula with its common divisors.
pub(super) fn common(mut tree: Tree, table: &Table) -> Tree {
    let (Some(eq), Some(gcd)) = (table.eq, table.named("gcd")) else {
        return tree;
    };
    if tree.height > DEEPEST {
        return tree;
    }
    if told(&tree, table.div) {
        let lcm = table.named("lcm").unwrap_or(gcd);
        numbers(&mut tree, gcd, lcm);
    } else {
        replace(&mut tree, (eq, table.named("divides")), gcd);
    }
    tree
}

/// Whether a pair in parentheses has to be a number: it stands in an exponent, is multiplied by the
/// same pair in square brackets, or divides the product of what is in it.
fn told(tree: &Tree, div: Op) -> bool {
    let here = match (&tree.head, tree.args.as_slice()) {
        (Head::Power, [base, above]) => matches!(base.head, Head::Number(_)) && paired(above, "("),
        (Head::Product(_), factors) => {
            let mut round = factors.iter().filter(|t| paired(t, "("));
            let same = |one: &Tree, other: &Tree| {
                one.args.iter().zip(&other.args).all(|(a, b)| a.says_as(b))
            };
            let square = |one: &Tree| factors.iter().any(|t| paired(t, "[") && same(one, t));
            round.any(square)
        }
        (Head::Apply(op), [above, below]) if *op == div => {
            let product = matches!(above.head, Head::Product(_)) && above.args.len() == 2;
            product
                && paired(below, "(")
                && above
                    .args
                    .iter()
                    .zip(&below.args)
                    .all(|(a, b)| a.says_as(b))
        }
        _ => false,
    };
    here || tree.args.iter().any(|arg| told(arg, div))
}

/// Whether this is a pair of whole numbers, in brackets that open so.
fn paired(tree: &Tree, bracket: &str) -> bool {
    matches!(&tree.head, Head::Pair(open, close)
        if open == bracket && close == if bracket == "(" { ")" } else { "]" })
        && tree.args.len() == 2
        && tree.args.iter().all(whole)
}

/// Makes numbers of all such pairs.
fn numbers(tree: &mut Tree, gcd: Op, lcm: Op) {
    for (bracket, op) in [("(", gcd), ("[", lcm)] {
        if paired(tree, bracket) {
            tree.head = Head::Apply(op);
        }
    }
    tree.args.iter_mut().for_each(|arg| numbers(arg, gcd, lcm));
}

/// Makes a number of the pair in `(a, b) = 1` and in `d \mid (a, b)`.
fn replace(tree: &mut Tree, (eq, divides): (Op, Option<Op>), gcd: Op) {
    if let (Head::Chain(ops), [_, pair]) = (&tree.head, tree.args.as_mut_slice())
        && matches!(ops.as_slice(), [op] if Some(*op) == divides)
        && paired(pair, "(")
    {
        pair.head = Head::Apply(gcd);
        return;
    }
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
    tree.args
        .iter_mut()
        .for_each(|arg| replace(arg, (eq, divides), gcd));
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
