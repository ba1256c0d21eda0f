//! What names and marks tell by themselves: points, matrices, transpositions, functions of matrices.

use crate::latex::tree::{Head, Tree};
use crate::spelling::core;
/// The capital letter that names a point, with or without an index or primes.
pub(super) fn point(tree: &Tree) -> Option<String> {
    let letter = match &tree.head {
        Head::Index | Head::Prime => tree.args.first()?,
        _ => tree,
    };
    let name = letter.symbol()?;
    (name.len() == 1 && capital(name)).then(|| name.to_owned())
}

/// Whether a superscript says that its base is a set.
pub(super) fn complements(exponent: &Tree) -> bool {
    matches!(&exponent.head, Head::Mark(mark) if matches!(mark.as_str(), r"\complement" | "∁"))
}

/// Whether a letter usually names a matrix.
pub(in crate::latex) fn names_matrix(name: &str) -> bool {
    matches!(
        name,
        "A" | "B" | "C" | "D" | "J" | "L" | "P" | "S" | "U" | "W" | "X"
    )
}

/// Whether a function is taken that gives a matrix of a matrix and a vector of a vector.
pub(super) fn by_entries(tree: &Tree) -> bool {
    let name = tree.headed().map_or("", core);
    let names = [
        "softmax",
        "Softmax",
        "relu",
        "ReLU",
        "GELU",
        "sigmoid",
        "LayerNorm",
        "Dropout",
    ];
    tree.args.len() == 2 && names.contains(&name)
}

/// Superscripts that transpose.
pub(in crate::latex) fn is_transposition(mark: &str) -> bool {
    matches!(
        mark,
        r"\top"
            | "⊤"
            | r"\intercal"
            | r"\mathsf{T}"
            | r"\mathrm{T}"
            | r"\mathtt{T}"
            | r"\text{T}"
            | r"\textsf{T}"
            | r"\textrm{T}"
    )
}

/// Whether something transposes when it stands above: one of these signs, or the letter.
pub(in crate::latex) fn transposes(sign: &str) -> bool {
    sign == "T" || is_transposition(sign)
}

/// Whether a name is a capital letter.
pub(in crate::latex) fn capital(name: &str) -> bool {
    let bare = name
        .strip_prefix(r"\mathbf{")
        .or_else(|| name.strip_prefix(r"\mathcal{"))
        .unwrap_or(name);
    bare.strip_prefix('\\')
        .unwrap_or(bare)
        .starts_with(char::is_uppercase)
}

/// Whether this is the matrix of the cofactors of another: `\operatorname{adj}(A)`.
pub(super) fn adjugate(call: &Tree) -> bool {
    let named = |n: &str| {
        matches!(
            n,
            r"\operatorname{adj}" | r"\mathrm{adj}" | r"\text{adj}" | r"\operatorname{cof}"
        )
    };
    call.args[0].symbol().is_some_and(named)
}

/// Whether a diagonal matrix is made of what is in the brackets: `\operatorname{diag}(\lambda)`.
pub(in crate::latex) fn diagonal(call: &Tree) -> bool {
    let named = crate::latex::parse::names_diagonal;
    call.head == Head::Call && call.args[0].symbol().is_some_and(named)
}
