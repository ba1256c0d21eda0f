//! Matrices of linear models and of layers, told by their usual letters: `y = X\beta + \varepsilon`, `Wx + b`.

use super::{letter, ones, product, unsigned};
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;
use smallvec::SmallVec;

/// Linear models in their usual letters: what stands on the left side, the matrix, and what it is applied to.
const MODELS: &[(&str, &str, &[&str])] = &[
    ("y", "X", &[r"\beta", r"\theta", r"\gamma", "w", "b"]),
    (
        "y",
        "Z",
        &["u", "b", r"\gamma", r"\delta", r"\alpha", r"\pi"],
    ),
    ("Y", "X", &[r"\beta"]),
    ("y", "W", &["x"]),
    ("z", "W", &["x"]),
    ("y", "A", &["x"]),
    ("r", "A", &["x"]),
    ("u", "K", &["x"]),
    ("y", "C", &["x"]),
    ("y", "D", &["u"]),
    ("y", "H", &["x"]),
    ("z", "H", &["x"]),
];

/// What is added to a linear model: errors, and what a residual is taken of.
const ADDED: &[&str] = &[
    r"\epsilon",
    r"\varepsilon",
    r"\eta",
    r"\nu",
    r"\xi",
    "e",
    "n",
    "u",
    "v",
    "b",
];

/// `y - X\hat\beta` within a norm: a matrix and an estimate.
pub(super) fn residual(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    for term in tree.args.iter().map(unsigned) {
        if let (Head::Product(joins), [design, estimate]) = (&term.head, term.args.as_slice())
            && joins[..] == [Join::Beside]
            && let Some(name) = design.symbol().filter(|n| n.len() == 1 && capital(n))
            && estimate
                .root_symbol()
                .is_some_and(|n| n.starts_with(r"\hat{"))
        {
            matrix(name);
        }
    }
}

/// `y = X\beta + \varepsilon`, `r_k = b - Ax_k`: a linear model or a residual.
pub(super) fn model(left: &Tree, right: &Tree, told: &mut impl FnMut(&str, Kind)) {
    let Some(name) = left.root_symbol().map(core) else {
        return;
    };
    let terms = match right.head {
        Head::Sum(..) => right.args.as_slice(),
        _ => std::slice::from_ref(right),
    };
    let applied = |term: &Tree| {
        let (Head::Product(joins), [matrix, vector]) = (&term.head, term.args.as_slice()) else {
            return None;
        };
        let plain = matches!(vector.head, Head::Symbol(_) | Head::Index);
        // `X_1 \beta_1 + X_2 \beta_2`
        let (matrix, vector) = (letter(matrix)?, vector.root_symbol().filter(|_| plain)?);
        let matrix = matrix.root_symbol()?;
        let known = |(left, own, vectors): &&(&str, &str, &[&str])| {
            *left == name && *own == matrix && vectors.contains(&vector)
        };
        let whole = joins[..] == [Join::Beside] && MODELS.iter().any(|m| known(&m));
        whole.then(|| (matrix.to_owned(), vector.to_owned()))
    };
    let mut found: SmallVec<[_; 2]> = SmallVec::new();
    for term in terms.iter().map(unsigned) {
        match applied(term) {
            Some(pair) => found.push(pair),
            None if term.root_symbol().is_some_and(|n| ADDED.contains(&n)) => {}
            None => return,
        }
    }
    for (matrix, vector) in found {
        told(&matrix, Kind::Mat);
        told(&vector, Kind::Vec);
    }
}

/// `Wx + b`, `Wz + \mu + \varepsilon`: weights and biases, and what they are applied to.
pub(super) fn layer(tree: &Tree, told: &mut impl FnMut(&str, Kind)) {
    let bias = |t: &&Tree| matches!(t.root_symbol(), Some("b" | r"\mu")) && !product(t);
    let inputs: Vec<&str> = tree.args.iter().filter_map(weighted).collect();
    let error = |t: &Tree| matches!(t.symbol(), Some(r"\epsilon" | r"\varepsilon"));
    let layered = |t: &Tree| product(t) || t.root_symbol().is_none() || error(t);
    let mut others = tree.args.iter().filter(|t| !bias(t));
    let biases = tree.args.iter().filter(bias).filter_map(Tree::root_symbol);
    let biases: SmallVec<[&str; 2]> = biases.collect();
    if !biases.is_empty() && !inputs.is_empty() && others.all(layered) {
        told("W", Kind::Mat);
        for vector in biases.into_iter().chain(inputs) {
            told(vector, Kind::Vec);
        }
    }
}

/// `X W_1`, `K 1_N`: weights behind the data of a layer, and columns of ones beside a matrix.
pub(super) fn weighed(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let scripted =
        |t: &Tree| matches!(t.head, Head::Index | Head::Upper) && t.root_symbol() == Some("W");
    let large = |t: &&Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
    for pair in tree.args.windows(2) {
        if scripted(&pair[1]) && large(&&pair[0]) && pair[0].symbol() != Some("W") {
            matrix("W");
            matrix(pair[0].symbol().unwrap_or_default());
        }
        // `\operatorname{Concat}(h_1, h_2) W^O`
        let layer = |t: &Tree| {
            t.head == Head::Call
                && t.args[0].symbol().is_some_and(|name| {
                    [r"\text{", r"\operatorname{", r"\mathrm{"]
                        .iter()
                        .any(|font| name.starts_with(font))
                })
        };
        if scripted(&pair[1]) && layer(&pair[0]) {
            matrix("W");
        }
    }
    if tree.args.iter().any(ones) {
        for letter in tree.args.iter().filter(large).filter_map(Tree::symbol) {
            matrix(letter);
        }
    }
}

/// The letter that weights are applied to.
fn weighted(tree: &Tree) -> Option<&str> {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Product(joins), [weights, input])
            if joins[..] == [Join::Beside] && weights.root_symbol() == Some("W") =>
        {
            let name = input.root_symbol()?;
            name.starts_with(char::is_lowercase).then_some(name)
        }
        // `x W_1`
        (Head::Product(joins), [input, weights])
            if joins[..] == [Join::Beside]
                && weights.head == Head::Index
                && weights.root_symbol() == Some("W") =>
        {
            input.symbol().filter(|n| matches!(*n, "x" | "h" | "z"))
        }
        _ => None,
    }
}
