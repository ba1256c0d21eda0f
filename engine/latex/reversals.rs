//! Products that are turned round or mapped: `(ab)^{-1} = b^{-1}a^{-1}`, `\phi(ab) = \phi(b)\phi(a)`, `L_i L_j u =
//! L_j L_i u`, and operators beside an adjoint.

use super::apart::{same, word};
use super::kinds::capital;
use super::parse::minus_one;
use super::tree::{Head, Join, Tree};
use smallvec::SmallVec;

/// The letters of two operators before the same thing in both orders: `L_i L_j u = L_j L_i u`.
pub(super) fn exchanged<'t>(left: &'t Tree, right: &Tree) -> Option<&'t [Tree]> {
    let large = |t: &Tree| {
        matches!(t.head, Head::Symbol(_) | Head::Index)
            && t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n))
    };
    let beside = |t: &Tree| matches!(&t.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside));
    let ([a, b, of], [c, d, on]) = (left.args.as_slice(), right.args.as_slice()) else {
        return None;
    };
    let fits = beside(left)
        && beside(right)
        && same(of, on)
        && same(a, d)
        && same(b, c)
        && !same(a, b)
        && large(a)
        && large(b)
        && !large(of);
    fits.then_some(left.args.as_slice())
}

/// The letters of a product of which one map is taken in both orders, perhaps with a factor before it:
/// `\operatorname{str}(AB) = (-1)^{|A||B|}\operatorname{str}(BA)`.
pub(super) fn values_exchanged<'t>(left: &'t Tree, right: &'t Tree) -> Option<[&'t Tree; 2]> {
    let value = |side: &'t Tree| match side.head {
        Head::Product(_) => side.args.last(),
        _ => Some(side),
    };
    let parts = |side: &'t Tree| {
        let value = value(side).filter(|t| t.head == Head::Call)?;
        let [map, product] = value.args.as_slice() else {
            return None;
        };
        let [one, other] = product.args.as_slice() else {
            return None;
        };
        let beside = matches!(&product.head, Head::Product(joins) if joins[..] == [Join::Beside]);
        (beside && letter(one) && letter(other)).then_some((map, one, other))
    };
    let ((map, a, b), (same_map, c, d)) = (parts(left)?, parts(right)?);
    (same(map, same_map) && same(a, d) && same(b, c) && !same(a, b)).then_some([a, b])
}

/// What is above a bracket or a letter, and what stands below it: `(ab)^{-1}`, `(ab)^*`, `(AB)'`.
fn raised(tree: &Tree) -> Option<(&Tree, &Tree)> {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Power | Head::Prime | Head::Upper, [base, above]) => Some((base, above)),
        _ => None,
    }
}

/// The letters of `(ab)^{-1}` where the other side is `b^{-1}a^{-1}`; so with a star, a prime, or the
/// letter of an anti-automorphism in place of the exponent.
pub(super) fn reversed<'t>(power: &'t Tree, product: &Tree) -> Option<SmallVec<[&'t Tree; 6]>> {
    let (bracket, above) = raised(power)?;
    let number = matches!(above.head, Head::Number(_)) && power.head != Head::Prime;
    let Head::Product(_) = Some(bracket).filter(|_| !number)?.head else {
        return None;
    };
    let letters = &bracket.args;
    let fits = matches!(product.head, Head::Product(_))
        && letters.len() == product.args.len()
        && letters.iter().all(letter)
        && letters
            .iter()
            .zip(product.args.iter().rev())
            .all(|(letter, factor)| {
                factor.head == power.head
                    && raised(factor).is_some_and(|(base, sign)| {
                        same(letter, base)
                            && (same(sign, above) || minus_one(sign) && minus_one(above))
                    })
            })
        && !palindrome(letters);
    fits.then(|| letters.iter().collect())
}

/// Letters of homomorphisms between groups.
const HOMOMORPHISMS: &[&str] = &[
    r"\phi", r"\varphi", r"\psi", r"\rho", r"\theta", r"\sigma", r"\tau", r"\pi", r"\alpha",
    r"\eta", r"\Phi", r"\Psi",
];

/// The letters of `\phi(ab)` where the other side is `\phi(b)\phi(a)`, an anti-homomorphism, or
/// `\phi(a)\phi(b)`, a homomorphism that may be one of groups.
pub(super) fn mapped_apart<'t>(call: &'t Tree, product: &Tree) -> Option<SmallVec<[&'t Tree; 6]>> {
    let (Head::Call, [map, argument]) = (&call.head, call.args.as_slice()) else {
        return None;
    };
    let letters = &argument.args;
    let joined = matches!(argument.head, Head::Product(_))
        && matches!(product.head, Head::Product(_))
        && letters.len() == product.args.len()
        && letters.iter().all(letter)
        && !palindrome(letters);
    if !joined {
        return None;
    }
    let named = |t: &Tree, names: &[&str]| t.root_symbol().is_some_and(|n| names.contains(&n));
    let counted = |t: &Tree| named(t, &["m", "n", "k", "p", "q"]);
    let numeric = |t: &Tree| counted(t) || named(t, &["x", "y", "z", "t"]);
    let value = |(letter, factor): (&Tree, &Tree)| {
        matches!((&factor.head, factor.args.as_slice()), (Head::Call, [same_map, of])
            if same(same_map, map) && same(of, letter))
    };
    // `f(xy) = f(y)f(x)`, `\varphi(mn) = \varphi(n)\varphi(m)`
    let numbers = ["f", "g", "h", r"\varphi", r"\phi", r"\mu", r"\chi"];
    let opposed = || {
        !(map.symbol().is_some_and(|n| numbers.contains(&n)) && letters.iter().all(numeric))
            && letters.iter().zip(product.args.iter().rev()).all(value)
    };
    // `\sigma(mn) = \sigma(m)\sigma(n)` is said of numbers.
    let preserved = || {
        map.symbol().is_some_and(|n| HOMOMORPHISMS.contains(&n))
            && !letters.iter().all(counted)
            && letters.iter().zip(&product.args).all(value)
    };
    (preserved() || opposed()).then(|| letters.iter().collect())
}

/// Whether this is a letter, with or without an index.
fn letter(tree: &Tree) -> bool {
    matches!(tree.head, Head::Symbol(_) | Head::Index) && tree.root_symbol().is_some()
}

/// Whether these are the same from behind.
fn palindrome(letters: &[Tree]) -> bool {
    letters
        .iter()
        .zip(letters.iter().rev())
        .all(|(a, b)| same(a, b))
}

/// Whether this is a capital letter, alone, with an index or with something above.
pub(super) fn large(tree: &Tree) -> bool {
    matches!(tree.head, Head::Symbol(_) | Head::Index | Head::Power)
        && tree
            .root_symbol()
            .is_some_and(|n| n.len() == 1 && capital(n))
}

/// Whether this is the adjoint of a capital letter: `U^*`.
pub(super) fn adjoint(tree: &Tree) -> bool {
    let marked = matches!((&tree.head, tree.args.as_slice()), (Head::Power, [_, sign])
        if matches!(&sign.head, Head::Mark(m) if matches!(m.as_str(), "*" | r"\ast" | r"\dagger" | r"\dag")));
    marked && large(tree)
}

/// The letters of two cosets of one subgroup, `aH = bH`: elements of a group.
pub(super) fn cosets<'t>(left: &'t Tree, right: &'t Tree) -> Option<[&'t Tree; 2]> {
    let (one, other) = (word(left, false)?, word(right, false)?);
    let (Head::Product(a), Head::Product(b)) = (&left.head, &right.head) else {
        return None;
    };
    let beside = a[..] == [Join::Beside] && b[..] == [Join::Beside];
    let ([g, s], [h, t]) = (one.letters.as_slice(), other.letters.as_slice()) else {
        return None;
    };
    let (elements, subgroups) = match same(s, t) {
        true => ([*g, *h], [*s, *t]),
        false => ([*s, *t], [*g, *h]),
    };
    let small = |t: &&Tree| {
        t.symbol()
            .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase))
    };
    let large = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
    let fits = beside
        && same(subgroups[0], subgroups[1])
        && large(subgroups[0])
        && elements.iter().all(small)
        && !same(elements[0], elements[1]);
    fits.then_some(elements)
}
