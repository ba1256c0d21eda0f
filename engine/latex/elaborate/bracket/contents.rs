//! What stands in brackets: weights, operators, components, groups.

use crate::latex::kinds::{capital, is_transposition};
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;

/// Whether this is the letter of a weight or a root, or a sum of such: `\lambda + 2\rho`, `\alpha_i`.
pub(super) fn weight(tree: &Tree) -> bool {
    let number = |t: &Tree| matches!(t.head, Head::Number(_));
    match &tree.head {
        Head::Sum(..) => tree.args.iter().all(weight),
        Head::Product(_) => tree.args.iter().all(|t| number(t) || weight(t)),
        Head::Symbol(_) | Head::Index => matches!(
            tree.root_symbol(),
            Some(r"\alpha" | r"\beta" | r"\lambda" | r"\mu" | r"\rho")
        ),
        _ => false,
    }
}

pub(super) fn is_number(tree: &Tree) -> bool {
    match &tree.head {
        Head::Number(_) => true,
        Head::Sum(..) => tree.args.iter().any(is_number) || tree.args.len() == 1,
        Head::Apply(_) => tree.args.is_empty(),
        _ => false,
    }
}

/// Whether this is the line of a matrix that is transposed, `[x, y]^T`: no operators are in brackets.
pub(in crate::latex::elaborate) fn is_line(base: &Tree, exponent: &Tree) -> bool {
    let transposes = match &exponent.head {
        Head::Mark(mark) => is_transposition(mark),
        _ => exponent.symbol() == Some("T"),
    };
    transposes && base.args.len() == 2 && matches!(&base.head, Head::Pair(open, _) if open == "[")
}

/// Whether a pair in square brackets holds operators: capital letters, adjoints, derivatives.
pub(in crate::latex) fn commutes(tree: &Tree) -> bool {
    let [a, b] = tree.args.as_slice() else {
        return false;
    };
    let square = matches!(&tree.head, Head::Pair(open, close) if open == "[" && close == "]");
    square
        && !crate::latex::elaborate::ends::bounds(a, b)
        && (operator(a) && !is_number(b) || operator(b) && !is_number(a))
}

/// Whether letters in square brackets stand beside a small letter, `[x, y] = z`: intervals have
/// capital letters, or numbers as ends.
pub(in crate::latex) fn brackets_value(tree: &Tree, other: &Tree) -> bool {
    let small = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && !capital(n));
    matches!(&tree.head, Head::Pair(open, close) if open == "[" && close == "]")
        && tree.args.len() == 2
        && tree.args.iter().chain([other]).all(small)
}

/// Whether two different letters stand in square brackets, and in the other order with a sign or a factor
/// in others: `[A, B] = -[B, A]`.
pub(in crate::latex::elaborate) fn is_turned(tree: &Tree, other: &Tree) -> bool {
    let letters = |t: &Tree| match (&t.head, t.args.as_slice()) {
        (Head::Pair(open, close), [a, b]) if open == "[" && close == "]" => {
            Some((a.symbol()?.to_owned(), b.symbol()?.to_owned()))
        }
        _ => None,
    };
    let Some((a, b)) = letters(tree).filter(|(a, b)| a != b) else {
        return false;
    };
    let turned = Some((b, a));
    let parts = match &other.head {
        Head::Sum(..) | Head::Product(_) => &other.args[..],
        _ => return false,
    };
    let factors = parts.iter().flat_map(|part| match &part.head {
        Head::Product(_) => &part.args[..],
        _ => std::slice::from_ref(part),
    });
    factors.into_iter().any(|factor| letters(factor) == turned)
}

pub(super) fn operator(tree: &Tree) -> bool {
    match &tree.head {
        Head::Power => {
            matches!(&tree.args[1].head, Head::Mark(m) if m.contains("dag"))
                || operator(&tree.args[0])
        }
        Head::Index | Head::Upper | Head::Prime | Head::Call => operator(&tree.args[0]),
        // `[A, BC]`
        Head::Product(joins) => {
            let large = |t: &Tree| {
                t.symbol()
                    .is_some_and(|name| name.len() == 1 && capital(name))
            };
            joins.iter().all(|j| *j == Join::Beside) && tree.args.iter().all(large)
        }
        Head::Symbol(name) => {
            capital(name) && !names_end(name)
                || name.starts_with(r"\hat{")
                || matches!(name.as_str(), r"\partial" | r"\nabla")
                || name.starts_with(r"\mathcal{")
        }
        _ => false,
    }
}

/// Names of groups that something else determines: `\mathrm{GL}_n(K)`, `\operatorname{Aut}(G)`.
const GROUPS: &[&str] = &[
    "GL", "SL", "PGL", "PSL", "SO", "SU", "Sp", "PSU", "Aut", "Gal", "Out", "Inn", "Stab", "Orb",
    "Syl", "Sym", "Hom", "End",
];

/// Whether this is a group by its name.
pub(super) fn is_group(tree: &Tree) -> bool {
    tree.head == Head::Call
        && tree
            .headed()
            .is_some_and(|name| GROUPS.contains(&core(name)))
}

/// Whether a group is bracketed with itself, `[G, G]`, as no interval begins where it ends.
pub(super) fn derived(tree: &Tree) -> bool {
    let square = matches!(&tree.head, Head::Pair(open, close) if open == "[" && close == "]");
    match tree.args.as_slice() {
        [one, other] if square => {
            one.symbol().is_some_and(capital) && one.symbol() == other.symbol()
        }
        _ => false,
    }
}

/// Whether a capital letter may be an end of an interval.
pub(in crate::latex) fn names_end(name: &str) -> bool {
    matches!(name, "A" | "B" | "N" | "T" | "R" | "M")
}

/// Whether this is a set and its structure, a point or a part of it: `(X, \tau)`, `(G, *)`, `(X,
/// x_0)`, `(X, A)`, and no interval.
pub(super) fn structured(tree: &Tree) -> bool {
    let [set, structure] = tree.args.as_slice() else {
        return false;
    };
    let named = |n: &str| {
        n.starts_with(r"\mathcal{")
            || matches!(
                n,
                r"\tau" | r"\sigma" | r"\rho" | r"\mu" | r"\le" | "d" | r"\mathfrak"
            )
    };
    // Nothing ends an interval of real numbers, `(\mathbb{R}, \mathcal{B})`.
    if matches!(set.head, Head::Apply(_)) && set.args.is_empty() {
        let script = |n: &str| n.starts_with(r"\mathcal{");
        return structure.root_symbol().is_some_and(script);
    }
    let Some(name) = set.symbol().filter(|n| capital(n)) else {
        return false;
    };
    match &structure.head {
        Head::Mark(_) => true,
        Head::Symbol(of) => named(of) || !names_end(name) && of.len() == 1 && capital(of),
        Head::Index => structure.args[0].symbol().is_some_and(|n| {
            named(n) || n.len() == 1 && !capital(n) && n.eq_ignore_ascii_case(name)
        }),
        Head::Fence(_) | Head::Apply(_) => structure.mentions(r"\cdot"),
        _ => false,
    }
}

/// Whether this is a single letter that is not written as a vector: beside derivatives it is a function.
pub(super) fn plain(tree: &Tree) -> bool {
    tree.symbol().is_some_and(|n| n.len() == 1)
}

/// Whether this is a letter with an index that is not written as a vector: `x_i`.
pub(super) fn component(tree: &Tree) -> bool {
    // `|u_i - v_i|`, but `|x_i - x_j|` is the distance of two points.
    if let (Head::Sum(..), [first, rest @ ..]) = (&tree.head, tree.args.as_slice()) {
        let alike = |t: &Tree| {
            component(t)
                && first
                    .args
                    .get(1)
                    .zip(t.args.get(1))
                    .is_some_and(|(a, b)| a.says_as(b))
                && first.root_symbol() != t.root_symbol()
        };
        return first.head == Head::Index
            && component(first)
            && first.args.get(1).is_some_and(|t| t.symbol().is_some())
            && !rest.is_empty()
            && rest.iter().all(alike);
    }
    tree.head == Head::Index
        && tree.args[0]
            .symbol()
            .is_some_and(|n| !crate::latex::bold::directed(n))
}
