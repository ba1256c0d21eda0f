//! Names whose products keep their order, because the formula writes them in both orders and means
//! two things: `xy - yx = 1`, `qxy = yx`, `gH = Hg`, `(ab)^* = b^* a^*`.

mod gates;
mod group;
mod schemes;
mod strings;
mod word;

pub(super) use gates::rotates;
pub(super) use word::{same, word};

use self::word::summands;

use super::kinds::capital;
use super::reversals::{
    adjoint, cosets, exchanged, large, mapped_apart, reversed, values_exchanged,
};
use super::signs;
use super::token::Token;
use super::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Vocabulary;
use smallvec::SmallVec;

/// As many sides or terms are compared with each other.
const MOST: usize = 12;

/// The operators that are looked for.
#[derive(Clone, Copy)]
pub(super) struct Signs {
    pub(super) neg: Option<Op>,
    /// The sign between things that differ: `\sigma\tau \ne \tau\sigma`.
    pub(super) differ: Option<Op>,
    /// A cycle: permutations stand beside it.
    pub(super) cycle: Option<Op>,
    /// The sign of a permutation: `\operatorname{sgn}(\sigma\tau)`.
    pub(super) sign: Option<Op>,
    /// An abstraction of the lambda calculus, in which side by side is application.
    pub(super) abstraction: Option<Op>,
    /// Generators and relations: `\langle r, s \mid srs = r^{-1} \rangle`.
    pub(super) angled: Option<Op>,
    /// Between an element and its set.
    pub(super) member: Option<Op>,
    pub(super) gradient: Option<Op>,
    pub(super) length: Option<Op>,
    /// Between the states of an automaton: `(q, aw) \vdash (p, w)`.
    pub(super) proves: Option<Op>,
    /// Between functors, one of which has a name and a colon: `\eta : 1 \Rightarrow GF`.
    pub(super) transforms: [Option<Op>; 2],
    /// The arrow and the bar of a grammar: `A \to aA \mid b`.
    pub(super) grammar: [Option<Op>; 2],
}

impl Signs {
    pub(super) fn of(vocabulary: &Vocabulary) -> Self {
        let named = |name: &str| vocabulary.find(name);
        Self {
            neg: named("neg"),
            differ: named("ne"),
            cycle: named("cycle"),
            sign: named("sgn"),
            abstraction: named("abstraction"),
            angled: named("angled"),
            member: named("in"),
            gradient: named("grad"),
            length: named("abs"),
            proves: named("proves"),
            transforms: [named("implies"), named("ratio")],
            grammar: [named("tends"), named("divides")],
        }
    }
}

/// Whether a sign occurs without which no names keep their order: most formulas need no look at
/// their tree.
pub(super) fn may(tokens: &[Token<'_>], signs: signs::Signs) -> bool {
    let tells = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            r"\ne"
                | r"\neq"
                | "≠"
                | r"\mid"
                | r"\Rightarrow"
                | r"\lambda"
                | r"\le"
                | r"\leq"
                | r"\ge"
                | r"\geq"
                | "≤"
                | "≥"
                | r"\sgn"
                | r"\operatorname{sgn}"
                | r"\mathrm{sgn}"
        )
    };
    signs.has(b'=')
        || signs.capitals()
        || signs.has(b'-')
        || signs.has(b'+')
        || !signs.sure()
        || tokens.iter().any(tells)
}

/// The names of products that stand in both orders and are not equal for that.
pub(super) fn names(tree: &Tree, signs: Signs, latex: &str, written: signs::Signs) -> Vec<String> {
    let mut found = Vec::new();
    if multiplies(tree) {
        gather(tree, signs, false, &mut found);
        if written.has(b'=') && (latex.contains(r"\in") || latex.contains('∈')) {
            group::elements_commute(tree, signs.member, &mut found);
            if latex.contains(['G', 'H']) {
                group::elements_multiplied(tree, signs.member, &mut found);
            }
        }
        if written.has(b'-') && written.capitals() {
            schemes::iterated(tree, &mut found);
        }
        let starred = written.has(b'*') || latex.contains(r"\ast");
        let barred = written.has(b'|') || written.may(signs::Sorts::BAR);
        let stepped = latex.contains(r"\delta") || latex.contains('δ') || latex.contains(r"\vdash");
        let pumped = written.has(b'^') && latex.contains(r"\in") && latex.contains('L');
        if (starred || barred || stepped || pumped) && strings::names(tree, signs) {
            all(tree, &mut found);
        }
    }
    found
}

/// Whether a product of anything but numbers occurs, without which there is no order to tell of.
fn multiplies(tree: &Tree) -> bool {
    let other = |t: &&Tree| !matches!(t.head, Head::Number(_));
    matches!(tree.head, Head::Product(_)) && tree.args.iter().filter(other).count() > 1
        || tree.args.iter().any(multiplies)
}

/// `braced` says whether braces are around.
fn gather(tree: &Tree, signs: Signs, braced: bool, found: &mut Vec<String>) {
    match &tree.head {
        // `\chi(gh) = \chi(g)\chi(h)`: nobody names numbers so.
        Head::Call => {
            if let [_, argument] = tree.args.as_slice()
                && let Some(word) = word(argument, false).filter(|w| w.letters.len() == 2)
                && word
                    .letters
                    .iter()
                    .all(|t| matches!(t.symbol(), Some("g" | "h")))
            {
                note(&word.letters, found);
            }
        }
        // `H P H'`
        Head::Product(_) if tree.args.windows(3).any(primed_around) => {
            for triple in tree.args.windows(3).filter(|w| primed_around(w)) {
                note(&[&triple[0], &triple[1]], found);
            }
        }
        // `\rho(g) v`
        Head::Product(_)
            if tree
                .args
                .windows(2)
                .any(|w| group::represented(w).is_some()) =>
        {
            let moved = tree.args.windows(2).filter_map(group::represented);
            moved.for_each(|letters| note(&letters, found));
        }
        // `\{hg \mid h \in H\}`
        Head::Product(_) if braced && (group::elements(tree) || group::encodes(tree)) => {
            note(&[&tree.args[0], &tree.args[1]], found);
        }
        Head::Product(_) if !gates::turning(tree).is_empty() => {
            note(&gates::turning(tree), found);
        }
        // `ABA`, `2 P \rho P`: nobody writes the square of a number so.
        Head::Product(joins)
            if joins.iter().all(|j| *j == Join::Beside) && tree.args.windows(3).any(between) =>
        {
            for triple in tree.args.windows(3).filter(|w| between(w)) {
                note(&[&triple[0], &triple[1]], found);
            }
        }
        // `\forall x\,(Rxy \to Ryx)`
        Head::Quantified(_) => group::predicated(tree, found),
        // `(I + S)\Sigma(I + S)`
        Head::Product(_) if tree.args.windows(3).any(gates::embraced) => {
            for triple in tree.args.windows(3).filter(|w| gates::embraced(w)) {
                let mut letters: SmallVec<[&Tree; 6]> = triple[0].args.iter().collect();
                letters.push(&triple[1]);
                note(&letters, found);
            }
        }
        Head::Product(_) if tree.args.len() > 2 && tree.args.iter().any(adjoint) => {
            let operators: SmallVec<[&Tree; 6]> = tree.args.iter().filter(|t| large(t)).collect();
            note(&operators, found);
        }
        // `\langle G \cdot G \rangle` is a mean.
        Head::Apply(op)
            if Some(*op) == signs.angled
                && matches!(tree.args.as_slice(), [only] if matches!(only.head, Head::Product(_))) =>
            {}
        Head::Apply(op) if Some(*op) == signs.angled || Some(*op) == signs.abstraction => {
            return all(tree, found);
        }
        Head::Apply(op) if Some(*op) == signs.sign => {
            if let Some(word) = tree.args.first().and_then(|t| word(t, false))
                && word.letters.len() > 1
                && word
                    .letters
                    .iter()
                    .all(|t| t.symbol().is_some_and(permutation))
            {
                note(&word.letters, found);
            }
        }
        Head::Chain(ops)
            if matches!(ops.as_slice(), [op] if Some(*op) == signs.transforms[0])
                && matches!(tree.args[0].head, Head::Apply(op) if Some(op) == signs.transforms[1]) =>
        {
            return all(tree, found);
        }
        Head::Chain(ops) => {
            group::commuting(tree, found);
            let has = |sign: &Option<Op>| sign.is_some_and(|sign| ops.contains(&sign));
            if signs.grammar.iter().all(has) {
                return all(tree, found);
            }
        }
        _ => {}
    }
    let braced = braced || matches!(tree.head, Head::Braces | Head::Builder);
    if tree.args.len() > 1 && tree.args.len() < MOST {
        match tree.head {
            Head::Sum(..) => terms(tree, signs.neg, found),
            Head::Chain(_) => {
                sides(tree, signs, found);
                units(tree, found);
            }
            Head::Items => members(tree, signs, found),
            _ => {}
        }
    }
    for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
        gather(arg, signs, braced, found);
    }
}

/// Whether the first and the last are one capital letter, with another one or a state between them.
fn between(triple: &[Tree]) -> bool {
    let [a, b, c] = triple else { return false };
    let state = |t: &Tree| matches!(t.symbol(), Some(r"\rho" | r"\sigma" | "ρ" | "σ"));
    // `P_i \rho P_j`
    let alike = || a.head == Head::Index && c.head == Head::Index && same(&a.args[0], &c.args[0]);
    large(a) && (large(b) && same(a, c) || state(b) && (same(a, c) || alike())) && !same(a, b)
}

/// Whether another capital stands between one and the same with a prime, which transposes.
fn primed_around(triple: &[Tree]) -> bool {
    let [a, b, c] = triple else { return false };
    large(a) && large(b) && !same(a, b) && c.head == Head::Prime && same(a, &c.args[0])
}

/// Whether a letter usually names a permutation.
fn permutation(name: &str) -> bool {
    matches!(name, r"\sigma" | r"\tau" | r"\pi" | r"\rho")
}

/// Names the letters of all products.
fn all(tree: &Tree, found: &mut Vec<String>) {
    if let Some(word) = word(tree, false) {
        note(&word.letters, found);
    }
    for arg in tree.args.iter().filter(|a| !a.args.is_empty()) {
        all(arg, found);
    }
}

/// `xy - yx` and `xy + yx` alone, or with other letters before it: `qxy - q^{-1}yx`. In a longer sum
/// `(a - b)(a + b) = a^2 + ab - ba - b^2` is multiplied out.
fn terms(tree: &Tree, neg: Option<Op>, found: &mut Vec<String>) {
    let words = summands(tree, neg);
    for (i, one) in words.iter().enumerate() {
        for other in &words[i + 1..] {
            // `q + iqi + jqj`
            if let (Some([a, inner]), Some([b, same_inner])) = (one.around(), other.around())
                && same(inner, same_inner)
                && !same(a, b)
            {
                note(&[a, b, inner], found);
            }
            if let Some(letters) = one.stepped(other) {
                note(&letters, found);
            }
            let Some((letters, more)) = one.turned(other) else {
                continue;
            };
            // Of numbers `ab + ba` would be gathered.
            let alike = one.minus == other.minus;
            let squares = || tree.args.iter().any(|t| t.head == Head::Power);
            if tree.args.len() == 2 || more && !alike || alike && !squares() {
                note(&letters, found);
            }
        }
    }
}

fn sides(tree: &Tree, signs: Signs, found: &mut Vec<String>) {
    let neg = signs.neg;
    if tree.args.iter().any(|side| permutes(side, signs.cycle)) {
        for word in tree.args.iter().filter_map(|side| word(side, false)) {
            note(&word.letters, found);
        }
    }
    for (at, pair) in tree.args.windows(2).enumerate() {
        let differs =
            matches!(&tree.head, Head::Chain(ops) if ops.get(at).copied() == signs.differ);
        let (left, right) = (&pair[0], &pair[1]);
        if let Some(letters) = values_exchanged(left, right) {
            note(&letters, found);
        }
        for (power, product) in [(left, right), (right, left)] {
            if let Some(letters) = reversed(power, product) {
                note(&letters, found);
            }
            if let Some(letters) = mapped_apart(power, product) {
                note(&letters, found);
            }
        }
        note(&gates::stepped(left, right), found);
        note(&gates::traced(left, right), found);
        if matches!(left.head, Head::Items) || matches!(right.head, Head::Items) {
            continue;
        }
        if let Some(letters) = cosets(left, right) {
            note(&letters, found);
        }
        for (one, other) in [(left, right), (right, left)] {
            if let Some(spin) = spins(one, other) {
                note(&[spin], found);
            }
        }
        if let Some(letters) = exchanged(left, right) {
            letters.iter().for_each(|letter| note(&[letter], found));
        }
        for (product, other) in [(left, right), (right, left)] {
            if let Some(letters) = mapped(product, other) {
                letters.iter().for_each(|letter| note(&[letter], found));
            }
            if let Some(letters) = group::acted(product, other) {
                note(&letters, found);
            }
            if let Some(letters) = schemes::descended(product, other, signs.gradient) {
                note(&letters, found);
            }
        }
        let (ones, others) = (summands(left, neg), summands(right, neg));
        let several = count(left) + count(right);
        for (one, other) in ones.iter().flat_map(|a| others.iter().map(move |b| (a, b))) {
            let Some((letters, more)) = one.turned(other) else {
                continue;
            };
            let meant = match several {
                // `xy = yx` is a law of numbers, `gH = Hg` one of subgroups.
                2 => {
                    let sign = one.minus != other.minus || one.signed != other.signed;
                    differs || more || sign || one.coset()
                }
                // `xy = yx + 1`
                3 => !more && !one.mixed && !other.mixed,
                _ => false,
            };
            if meant {
                note(&letters, found);
            }
        }
    }
}

/// `i^2 = j^2 = k^2 = ijk = -1`: the units of the quaternions.
fn units(chain: &Tree, found: &mut Vec<String>) {
    let unit = |t: &Tree, name: &str| t.symbol() == Some(name);
    let product = |side: &&Tree| {
        matches!(side.head, Head::Product(_))
            && side.args.len() == 3
            && side
                .args
                .iter()
                .zip(["i", "j", "k"])
                .all(|(t, name)| unit(t, name))
    };
    let square = |side: &Tree| side.head == Head::Power && unit(&side.args[0], "j");
    if let Some(product) = chain.args.iter().find(product)
        && chain.args.iter().any(square)
    {
        note(
            &product.args.iter().collect::<SmallVec<[&Tree; 4]>>(),
            found,
        );
    }
}

/// `ij = k, ji = -k`: products in both orders with different values, in a list of equalities.
fn members(list: &Tree, signs: Signs, found: &mut Vec<String>) {
    let equality = |t: &'_ &Tree| matches!(t.head, Head::Chain(_)) && t.args.len() == 2;
    let equalities: SmallVec<[&Tree; 4]> = list.args.iter().filter(equality).collect();
    for (at, one) in equalities.iter().enumerate() {
        for other in &equalities[at + 1..] {
            let (first, second) = (
                summands(&one.args[0], signs.neg),
                summands(&other.args[0], signs.neg),
            );
            let ([first], [second]) = (first.as_slice(), second.as_slice()) else {
                continue;
            };
            if let Some((letters, false)) = first.turned(second)
                && !same(&one.args[1], &other.args[1])
            {
                note(&letters, found);
            }
        }
    }
}

/// Whether this is a cycle of a permutation, or a product of cycles.
fn permutes(side: &Tree, cycle: Option<Op>) -> bool {
    let one = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == cycle);
    one(side) || matches!(side.head, Head::Product(_)) && side.args.iter().any(one)
}

/// The letter of two matrices of spin whose product is an imaginary multiple of another:
/// `\sigma_x\sigma_y = i\sigma_z`.
fn spins<'t>(product: &'t Tree, other: &Tree) -> Option<&'t Tree> {
    let word = word(product, false)?;
    let spin = |t: &Tree| t.head == Head::Index && t.args[0].symbol() == Some(r"\sigma");
    let [one, two] = word.letters.as_slice() else {
        return None;
    };
    // The imaginary unit may have been told from an index before.
    let unit =
        |t: &Tree| matches!(t.head, Head::Apply(_)) && t.args.is_empty() && t.end == t.start + 1;
    let imaginary =
        (other.mentions("i") || other.args.iter().any(unit)) && other.mentions(r"\sigma");
    (spin(one) && spin(two) && !same(one, two) && imaginary).then_some(*one)
}

/// The letters of capitals before a small letter where the other side is a small letter, nothing,
/// or a multiple of the same one: matrices and a column, `Ax = b`, `ABv = \lambda v`.
fn mapped<'t>(product: &'t Tree, other: &Tree) -> Option<&'t [Tree]> {
    let small = |t: &Tree| {
        t.symbol()
            .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase))
    };
    let (Head::Product(joins), Some((column, matrices))) =
        (&product.head, product.args.split_last())
    else {
        return None;
    };
    let named = |t: &Tree| {
        matches!(t.head, Head::Symbol(_) | Head::Index)
            && t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n))
    };
    let beside = joins.iter().all(|j| *j == Join::Beside);
    // `T_n f(z) = \lambda_n f(z)`
    let value = || column.head == Head::Call && small(&column.args[0]);
    if !beside || matrices.len() > 2 || !matrices.iter().all(named) {
        return None;
    }
    if !(small(column) || value() && matches!(other.head, Head::Product(_))) {
        return None;
    }
    let fits = match &other.head {
        Head::Product(_) => other.args.last().is_some_and(|t| same(t, column)),
        Head::Number(n) => *n == *"0",
        // `ITt = q` is a product of numbers.
        Head::Symbol(_) => small(other) && matrices.len() == 1,
        // `x' = Ax`
        Head::Prime => other.root_symbol() == column.symbol(),
        Head::Call => matrices.len() == 1,
        _ => false,
    };
    fits.then_some(product.args.as_slice())
}

fn note(letters: &[&Tree], found: &mut Vec<String>) {
    for name in letters.iter().filter_map(|t| t.headed()) {
        if !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    }
}

/// The number of terms of a side.
fn count(side: &Tree) -> usize {
    match side.head {
        Head::Sum(..) => side.args.len(),
        _ => 1,
    }
}
