//! Products of capital letters that only matrices have: `AB = BA`, `ABx = BAx`, `AX + XB`,
//! `I - KH`, `Wx + b`.

mod models;
mod steps;

use super::apart::same;
use super::kinds::capital;
use super::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;
use models::{layer, model, residual, weighed};

/// As many sides or terms are compared with each other.
const MOST: usize = 12;

/// Tells that what a sign multiplies or sums up is a matrix, as one stands before it and its inverse or
/// adjoint behind: `U^\dagger \prod_k V_k U`.
fn led_back(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let inner = match tree.args.last() {
        Some(behind) if matches!(behind.head, Head::Product(_)) && !behind.closed => {
            behind.args.as_slice()
        }
        _ => &[],
    };
    let whole = tree.args.len() - usize::from(!inner.is_empty());
    let factors: Vec<&Tree> = tree.args[..whole].iter().chain(inner).collect();
    let [first, between @ .., last] = factors.as_slice() else {
        return;
    };
    let turned = |t: &Tree| {
        let marked = |m: &str| matches!(m, r"\dagger" | r"\dag" | "*");
        t.head == Head::Power
            && (super::parse::minus_one(&t.args[1])
                || matches!(&t.args[1].head, Head::Mark(m) if marked(m.as_str())))
    };
    let name = |t: &Tree| t.root_symbol().filter(|n| capital(n)).map(str::to_owned);
    let same = name(first).is_some() && name(first) == name(last);
    if !same || turned(first) == turned(last) || between.is_empty() {
        return;
    }
    for part in between {
        if matches!(part.head, Head::Binder(..) | Head::Apply(_))
            && let Some(body) = part.args.last()
            && matches!(body.head, Head::Index | Head::Symbol(_))
            && let Some(letter) = body.root_symbol().filter(|n| n.len() == 1 && capital(n))
        {
            matrix(letter);
        }
    }
}

/// Tells the kinds of letters: of products that sides of a relation, or terms of a sum, write in both
/// orders, of products around an unknown, beside the identity, and within a norm, and of what stands
/// beside such matrices.
pub(super) fn note(tree: &Tree, norm: Option<Op>, told: &mut impl FnMut(&str, Kind)) {
    let matrix = &mut |name: &str| told(name, Kind::Mat);
    match tree.head {
        Head::Chain(_) | Head::Sum(..) if tree.args.len() < MOST => {
            let several = tree.args.iter().filter(|t| product(t)).nth(1).is_some();
            if several {
                both_orders(tree, matrix);
            }
            if matches!(tree.head, Head::Chain(_)) {
                factored(tree, matrix);
                steps::carried(tree, matrix);
                for pair in tree.args.windows(2) {
                    model(&pair[0], &pair[1], told);
                }
            } else {
                beside_identity(tree, matrix);
                layer(tree, told);
            }
        }
        Head::Row => controlled(tree, matrix),
        // `(ST)^* = T^* S^*`
        Head::Power | Head::Upper if matches!(&tree.args[1].head, Head::Mark(m) if matches!(m.as_str(), "*" | r"\ast")) => {
            if let Some((letters, None)) = word(&tree.args[0]) {
                letters
                    .iter()
                    .filter_map(|t| t.root_symbol())
                    .for_each(&mut *matrix);
            }
        }
        Head::Product(_) => {
            weighed(tree, matrix);
            around(tree, matrix);
            led_back(tree, matrix);
            before_estimate(tree, matrix);
            eliminated(tree, matrix);
            projected(tree, matrix);
            reduced(tree, matrix);
            steps::innovation(tree, matrix);
        }
        // `|A + A|`: nobody adds a number to itself.
        Head::Fence(op) if Some(op) != norm => {
            if let [sum] = tree.args.as_slice()
                && matches!(sum.head, Head::Sum(..))
                && let Some(name) = sum.args[0].symbol()
                && name.len() == 1
                && capital(name)
                && sum.args[1..].iter().all(|t| t.symbol() == Some(name))
            {
                let name = name.to_owned();
                told(&name, Kind::Set);
            }
        }
        Head::Fence(op) | Head::Apply(op) if Some(op) == norm => {
            if let [only] = tree.args.as_slice() {
                residual(only, matrix);
                let letters = word(only).filter(|(_, column)| column.is_none());
                let letters = letters.into_iter().flat_map(|(l, _)| l);
                letters.filter_map(Tree::root_symbol).for_each(matrix);
                return;
            }
        }
        _ => {}
    }
    for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
        note(arg, norm, told);
    }
}

/// `B, AB, A^2 B` in a row of blocks.
fn controlled(row: &Tree, matrix: &mut impl FnMut(&str)) {
    let Some(block) = row.args.first().and_then(Tree::symbol) else {
        return;
    };
    let power = |t: &Tree| match t.head {
        Head::Power => t.args[0].symbol().map(str::to_owned),
        _ => t.symbol().map(str::to_owned),
    };
    for entry in row.args.iter().skip(1).take(MOST) {
        if let (Head::Product(joins), [first, last]) = (&entry.head, entry.args.as_slice())
            && joins[..] == [Join::Beside]
            && last.symbol() == Some(block)
            && let Some(name) =
                power(first).filter(|n| n.len() == 1 && capital(n) && capital(block))
        {
            matrix(&name);
            matrix(block);
        }
    }
}

/// `A = LU`, `PA = LU`, `A = QR`: the usual letters of a matrix and its factors.
fn factored(equation: &Tree, matrix: &mut impl FnMut(&str)) {
    let letters = |side: &Tree| -> Option<String> {
        let (letters, column) = word(side)?;
        let all = letters
            .iter()
            .map(|t| t.symbol())
            .collect::<Option<String>>();
        all.filter(|_| column.is_none())
    };
    let whole = |side: &Tree| match side.symbol() {
        Some(name) => name == "A",
        None => letters(side).is_some_and(|w| matches!(w.as_str(), "PA" | "AP" | "PAQ")),
    };
    let split = |side: &Tree| {
        letters(side).is_some_and(|w| matches!(w.as_str(), "LU" | "QR" | "PLU" | "LDU" | "LDL"))
    };
    if let [one, other] = equation.args.as_slice()
        && (whole(one) && split(other) || split(one) && whole(other))
    {
        for side in [one, other] {
            let names = side.args.iter().chain([side]).filter_map(Tree::symbol);
            names.for_each(&mut *matrix);
        }
    }
}

/// `AB = BA`, `ABx = BAx`, `AX + XB`.
fn both_orders(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let words: Vec<_> = tree.args.iter().filter_map(word).collect();
    for (i, (word, column)) in words.iter().enumerate() {
        let turned = |(other, last): &(Vec<&Tree>, Option<&Tree>)| {
            let reversed = !alike(word, other.iter()) && alike(word, other.iter().rev());
            let met = column.is_none()
                && matches!((word.as_slice(), other.as_slice()), ([a, b], [c, d])
                    if !same(a, b)
                        && !same(c, d)
                        && same(b, c) != same(a, d)
                        && between(if same(b, c) { [a, b, d] } else { [b, a, c] }));
            let columns = match (last, column) {
                (Some(one), Some(other)) => same(one, other),
                (one, other) => one.is_none() && other.is_none(),
            };
            columns && (reversed || met)
        };
        if let Some((other, _)) = words[i + 1..].iter().find(|other| turned(other)) {
            let letters = word.iter().chain(other);
            letters
                .filter_map(|t| t.root_symbol())
                .for_each(&mut *matrix);
        }
    }
}

/// Whether an unknown stands between two letters that name none.
fn between([left, middle, right]: [&Tree; 3]) -> bool {
    unknown(middle) && !unknown(left) && !unknown(right)
}

/// Whether these letters are those of a word, in its order.
fn alike<'t>(word: &[&Tree], other: impl ExactSizeIterator<Item = &'t &'t Tree>) -> bool {
    word.len() == other.len() && word.iter().zip(other).all(|(a, b)| same(a, b))
}

/// `AXB`: an unknown between two letters that usually name matrices.
fn around(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let Some((letters, None)) = word(tree) else {
        return;
    };
    let given = |t: &Tree| matches!(t.root_symbol(), Some("A" | "B" | "C" | "D"));
    if let [left, middle, right] = letters.as_slice()
        && unknown(middle)
        && given(left)
        && given(right)
    {
        letters
            .iter()
            .filter_map(|t| t.root_symbol())
            .for_each(matrix);
    }
}

/// `H\hat x_k`: a matrix before what is estimated.
fn before_estimate(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let Head::Product(joins) = &tree.head else {
        return;
    };
    let estimate = |t: &Tree| {
        t.root_symbol().is_some_and(|n| {
            let letter = n.strip_prefix(r"\hat{").unwrap_or("");
            matches!(letter, "x}" | "y}" | "z}") || letter == r"\beta}" || letter == r"\theta}"
        })
    };
    for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
        if *join == Join::Beside
            && estimate(&pair[1])
            && let Some(name) = letter(&pair[0]).and_then(Tree::root_symbol)
            && capital(name)
        {
            matrix(name);
        }
    }
}

/// Whether a letter usually names an unknown.
fn unknown(tree: &Tree) -> bool {
    matches!(tree.root_symbol(), Some("X" | "Y" | "Z"))
}

/// `I - KH`: a product of two capitals beside the identity.
fn beside_identity(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let [one, other] = tree.args.as_slice() else {
        return;
    };
    let letters = match (one.symbol(), other.symbol()) {
        (Some("I"), _) => other,
        (_, Some("I")) => one,
        _ if steps::shift(other) => one,
        _ if steps::shift(one) => other,
        _ => return,
    };
    if !product(letters) {
        return;
    }
    let letters = unsigned(letters);
    let large = |t: &Tree| {
        t.root_symbol()
            .is_some_and(|n| n.len() == 1 && capital(n) && n != "I")
    };
    if letters.args.len() == 2 && letters.args.iter().all(large) {
        letters
            .args
            .iter()
            .filter_map(Tree::root_symbol)
            .for_each(matrix);
    }
}

/// `(I - H)y`: a matrix beside the identity, before a column.
fn projected(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let (Head::Product(joins), [sum, column]) = (&tree.head, tree.args.as_slice()) else {
        return;
    };
    let small = matches!(
        column.symbol(),
        Some("x" | "y" | "z" | "u" | "v" | "w" | "b" | r"\varepsilon" | r"\epsilon")
    );
    if joins[..] != [Join::Beside] || !small || !sum.closed || !matches!(sum.head, Head::Sum(..)) {
        return;
    }
    let [one, other] = sum.args.as_slice() else {
        return;
    };
    let letter = match (unsigned(one).symbol(), unsigned(other).symbol()) {
        (Some("I"), Some(name)) | (Some(name), Some("I")) => name,
        _ => return,
    };
    if letter.len() == 1 && capital(letter) {
        let letter = letter.to_owned();
        matrix(&letter);
        matrix("I");
    }
}

/// `\rho_A A`: the state of a part before an operator of that part.
fn reduced(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let [state, operator] = tree.args.as_slice() else {
        return;
    };
    let large = operator
        .symbol()
        .is_some_and(|n| n.len() == 1 && capital(n));
    if let (Head::Index, Some(name @ (r"\rho" | r"\sigma"))) = (&state.head, state.root_symbol())
        && large
        && matches!(state.args.as_slice(), [_, part] if part.says_as(operator))
    {
        matrix(name);
    }
}

/// `E_{32} E_{21} A`: matrices of the steps of an elimination, with a row and a column below, before
/// a capital.
fn eliminated(tree: &Tree, matrix: &mut impl FnMut(&str)) {
    let Head::Product(joins) = &tree.head else {
        return;
    };
    let Some((last, steps)) = tree.args.split_last() else {
        return;
    };
    let two = |n: &str| n.len() == 2 && n.bytes().all(|b| matches!(b, b'1'..=b'9'));
    let step = |t: &Tree| {
        matches!((&t.head, t.args.as_slice()), (Head::Index, [letter, at])
            if matches!(letter.symbol(), Some("E" | "P"))
                && matches!(&at.head, Head::Number(n) if two(n.as_str())))
    };
    let large = last.symbol().filter(|n| n.len() == 1 && capital(n));
    if let Some(name) = large
        && joins.iter().all(|j| *j == Join::Beside)
        && steps.iter().all(step)
    {
        matrix(name);
        for step in steps {
            step.root_symbol().into_iter().for_each(&mut *matrix);
        }
    }
}

/// A column or a matrix of ones, with its size below: `1_N`.
pub(super) fn ones(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Index, [one, size])
        if one.head == Head::Number("1".into()) && matches!(size.symbol(), Some("n" | "N" | "m")))
}

fn product(tree: &Tree) -> bool {
    matches!(unsigned(tree).head, Head::Product(_))
}

/// What stands after the sign of a term.
fn unsigned(tree: &Tree) -> &Tree {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Sum(..), [only]) => only,
        _ => tree,
    }
}

/// A product of two or more capital letters side by side, and the small letter after them.
fn word(tree: &Tree) -> Option<(Vec<&Tree>, Option<&Tree>)> {
    let tree = unsigned(tree);
    let Head::Product(joins) = &tree.head else {
        return None;
    };
    if tree.args.len() > 5 || joins.iter().any(|j| *j != Join::Beside) {
        return None;
    }
    let mut letters: Vec<&Tree> = tree.args.iter().map(letter).collect::<Option<_>>()?;
    let large = |t: &&Tree| t.root_symbol().is_some_and(capital);
    let column = letters.pop_if(|last| !large(last));
    (letters.len() > 1 && letters.iter().all(large)).then_some((letters, column))
}

/// A letter, alone or with a number below.
fn letter(tree: &Tree) -> Option<&Tree> {
    let numbered = match (&tree.head, tree.args.as_slice()) {
        (Head::Symbol(_), _) => true,
        (Head::Index, [letter, index]) => {
            letter.symbol().is_some() && matches!(index.head, Head::Number(_))
        }
        _ => false,
    };
    let short = tree.root_symbol().is_some_and(|name| name.len() == 1);
    (numbered && short).then_some(tree)
}
