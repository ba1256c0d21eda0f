//! Elements of groups, which multiplication writes in order.

use super::{note, same};
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;

/// Whether a letter usually names an element of a group.
fn element(tree: &Tree) -> bool {
    matches!(tree.symbol(), Some("g" | "h"))
}

/// `gx = xg` says which elements commute, and nothing of numbers; nor does `xy = yx = 1`, or that
/// `aa^{-1}` is `a^{-1}a`.
pub(super) fn commuting(tree: &Tree, found: &mut Vec<String>) {
    if tree.args.len() < super::MOST {
        for (at, one) in tree.args.iter().enumerate() {
            let others = &tree.args[at + 1..];
            if let Some([a, b]) = others.iter().find_map(|other| reversed_pair(one, other))
                && (tree.args.len() > 2 || a.root_symbol() == b.root_symbol())
            {
                note(&[a, b], found);
            }
        }
    }
    let [one, other] = tree.args.as_slice() else {
        return;
    };
    if let (Head::Product(_), [a, b]) = (&one.head, one.args.as_slice())
        && let (Head::Product(_), [c, d]) = (&other.head, other.args.as_slice())
        && (element(a) || element(b))
        && same(a, d)
        && same(b, c)
        && [a, b].iter().all(|t| t.symbol().is_some())
    {
        note(&[a, b], found);
    }
}

/// The letters of two products of two that differ in their order.
fn reversed_pair<'t>(one: &'t Tree, other: &'t Tree) -> Option<[&'t Tree; 2]> {
    let (Head::Product(_), Head::Product(_)) = (&one.head, &other.head) else {
        return None;
    };
    let letter = |t: &Tree| {
        matches!(
            t.head,
            Head::Symbol(_) | Head::Index | Head::Power | Head::Prime
        ) && t.root_symbol().is_some()
    };
    match (one.args.as_slice(), other.args.as_slice()) {
        ([a, b], [c, d]) => {
            let turned = letter(a) && letter(b) && same(a, d) && same(b, c) && !same(a, b);
            turned.then_some([a, b])
        }
        _ => None,
    }
}

/// Whether these are two elements of a group, multiplied.
pub(super) fn elements(tree: &Tree) -> bool {
    matches!(tree.args.as_slice(), [a, b] if element(a) && element(b) && !same(a, b))
}

/// Names the letters of predicates and their subjects, which are not multiplied: a capital letter
/// before small ones, one of which the quantifier declares.
pub(super) fn predicated(quantified: &Tree, found: &mut Vec<String>) {
    let Some((body, declared)) = quantified.args.split_last() else {
        return;
    };
    let implied = matches!(body.head, Head::Chain(_)) && body.args.len() == 2;
    if !implied {
        return;
    }
    let subject = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && !capital(n));
    let bound = |t: &Tree| {
        t.symbol()
            .is_some_and(|n| declared.iter().any(|d| d.mentions(n)))
    };
    let predicate = |t: &Tree| match (&t.head, t.args.as_slice()) {
        (Head::Product(joins), [name, subjects @ ..]) => {
            joins.iter().all(|j| *j == Join::Beside)
                && name.symbol().is_some_and(|n| n.len() == 1 && capital(n))
                && subjects.iter().all(subject)
                && subjects.iter().any(bound)
        }
        _ => false,
    };
    if body.args.iter().all(predicate) {
        for letter in body.args.iter().flat_map(|side| &side.args) {
            note(&[letter], found);
        }
    }
}

/// Whether a word is multiplied by the matrix of a code: `\{xG \mid x \in \mathbb{F}_q^k\}`.
pub(super) fn encodes(tree: &Tree) -> bool {
    matches!(tree.args.as_slice(), [word, matrix]
        if matrix.symbol() == Some("G")
            && matches!(word.symbol(), Some("x" | "u" | "m" | "v" | "c" | "a")))
}

/// As many laws of a formula are looked at.
const LAWS: usize = 8;

/// Names the letters of a law of order, `ab = ba`, which the formula says to be elements of a set with a
/// letter of its own, `a, b \in G`: there it is no law of numbers.
pub(super) fn elements_commute(tree: &Tree, member: Option<Op>, found: &mut Vec<String>) {
    let mut laws = Vec::new();
    turned_sides(tree, &mut laws);
    for [a, b] in laws.into_iter().take(LAWS) {
        let declared = |t: &Tree| t.symbol().is_some_and(|name| in_letter(tree, name, member));
        if declared(a) && declared(b) {
            note(&[a, b], found);
        }
    }
}

/// A product of elements that are looked for in their group has no more factors.
const LONGEST: usize = 8;

/// Names the letters of products whose factors the formula says to be elements of a group:
/// `(ab)^2 = a^2 b^2, \forall a, b \in G`.
pub(super) fn elements_multiplied(tree: &Tree, member: Option<Op>, found: &mut Vec<String>) {
    fn products<'t>(tree: &'t Tree, found: &mut Vec<&'t Tree>) {
        let short = tree.args.len() <= LONGEST;
        if matches!(tree.head, Head::Product(_)) && short && found.len() < LAWS {
            found.push(tree);
        }
        for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
            products(arg, found);
        }
    }
    let mut all = Vec::new();
    products(tree, &mut all);
    for product in all {
        fn letter(t: &Tree) -> Option<&str> {
            match t.head {
                Head::Power => t.args[0].symbol(),
                _ => t.symbol(),
            }
        }
        let names: Option<Vec<&str>> = product.args.iter().map(letter).collect();
        let Some(names) = names else { continue };
        let group = |name: &&str| {
            ["G", "H"]
                .iter()
                .any(|set| declared_in(tree, name, member, set))
        };
        if names.iter().all(group) && names.iter().any(|name| *name != names[0]) {
            note(&product.args.iter().collect::<Vec<_>>(), found);
        }
    }
}

/// Whether a name is said to be an element of a set, alone or in a list.
fn declared_in(tree: &Tree, name: &str, member: Option<Op>, set: &str) -> bool {
    let says = |t: &Tree| {
        matches!((&t.head, t.args.as_slice()), (Head::Chain(ops), [.., elements, last])
            if ops.last().copied() == member
                && last.symbol() == Some(set)
                && (elements.symbol() == Some(name)
                    || elements.head == Head::Items && elements.mentions(name)))
    };
    let mut parts = tree.args.iter();
    // `\forall a, b \in G` is a list whose last member says it.
    let listed = parts.clone().any(|t| t.symbol() == Some(name))
        && parts.any(|t| {
            matches!((&t.head, t.args.as_slice()), (Head::Chain(ops), [_, last])
                if ops.last().copied() == member && last.symbol() == Some(set))
        });
    says(tree)
        || listed
        || tree
            .args
            .iter()
            .any(|t| !t.args.is_empty() && declared_in(t, name, member, set))
}

/// Letters that name a representation or what a group does otherwise.
const REPRESENTATIONS: [&str; 6] = [r"\rho", r"\pi", r"\phi", r"\varphi", r"\tau", "T"];

/// Letters that a group acts on.
const POINTS: [&str; 6] = ["v", "w", "x", "y", "u", "m"];

/// An element of a group, as what it does to something stands before that: `\rho(g) v`.
pub(super) fn represented(pair: &[Tree]) -> Option<[&Tree; 2]> {
    let [action, point] = pair else { return None };
    let (Head::Call, [map, argument]) = (&action.head, action.args.as_slice()) else {
        return None;
    };
    let named = map.symbol().is_some_and(|n| REPRESENTATIONS.contains(&n));
    let of_element = match &argument.head {
        Head::Product(_) => argument.args.iter().all(element),
        Head::Power => element(&argument.args[0]),
        _ => element(argument),
    };
    let moved = point.symbol().is_some_and(|n| POINTS.contains(&n));
    let letter = match &argument.head {
        Head::Product(_) | Head::Power => &argument.args[0],
        _ => argument,
    };
    (named && of_element && moved).then_some([letter, point])
}

/// The letters of all equations `ab = ba`.
fn turned_sides<'t>(tree: &'t Tree, found: &mut Vec<[&'t Tree; 2]>) {
    let beside = |t: &Tree| match &t.head {
        Head::Product(joins) => joins.iter().all(|j| *j == Join::Beside),
        _ => false,
    };
    if let (Head::Chain(_), [one, other]) = (&tree.head, tree.args.as_slice())
        && beside(one)
        && beside(other)
        && let ([a, b], [c, d]) = (one.args.as_slice(), other.args.as_slice())
        && same(a, d)
        && same(b, c)
        && !same(a, b)
    {
        found.push([a, b]);
    }
    for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
        turned_sides(arg, found);
    }
}

/// Whether a name is said to be an element of a set whose name is a letter.
fn in_letter(tree: &Tree, name: &str, member: Option<Op>) -> bool {
    let here = match (&tree.head, tree.args.as_slice()) {
        (Head::Chain(ops), [.., elements, set]) => {
            ops.last().copied() == member
                && set.symbol().is_some_and(|n| n.len() == 1 && capital(n))
                && (elements.symbol() == Some(name)
                    || elements.head == Head::Items && elements.mentions(name))
        }
        _ => false,
    };
    let listed = || {
        let last = |t: &Tree| {
            matches!((&t.head, t.args.as_slice()), (Head::Chain(ops), [_, set])
                if ops.last().copied() == member
                    && set.symbol().is_some_and(|n| n.len() == 1 && capital(n)))
        };
        // `\forall a, b \in G` is a list whose last member says it.
        tree.args.iter().any(|t| t.symbol() == Some(name)) && tree.args.iter().any(last)
    };
    here || listed() || tree.args.iter().any(|t| in_letter(t, name, member))
}

/// An element and what it acts on with a dot, as the other side applies it to a sum with that:
/// `w \cdot \lambda = w(\lambda + \rho) - \rho`.
pub(super) fn acted<'t>(product: &'t Tree, other: &Tree) -> Option<[&'t Tree; 2]> {
    let (Head::Product(joins), [element, point]) = (&product.head, product.args.as_slice()) else {
        return None;
    };
    let (name, target) = (element.symbol()?, point.symbol()?);
    let applied = |t: &Tree| {
        matches!((&t.head, t.args.as_slice()), (Head::Call, [map, sum])
            if map.symbol() == Some(name)
                && matches!(sum.head, Head::Sum(..))
                && sum.mentions(target))
    };
    let fits = joins[..] == [Join::Dot] && (applied(other) || other.args.iter().any(applied));
    fits.then_some([element, point])
}
