//! Values of functions that are operators, and keep their order in products: rotations and gates,
//! `R_z(\alpha) R_y(\beta)`, `U(\theta)V(\phi)`, steps of systems, `x_{t+1} = A(s_t) x_t`.

use super::same;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Tree};
use crate::spelling::core;
use smallvec::SmallVec;

/// The letters of rotations about several axes, or of different gates with one angle each, that are
/// factors.
pub(super) fn turning(tree: &Tree) -> SmallVec<[&Tree; 6]> {
    let calls = || tree.args.iter().filter(|t| t.head == Head::Call);
    let rotations = calls().filter(|t| rotates(&t.args[0]));
    let mut maps: SmallVec<[&Tree; 6]> = rotations.map(|t| &t.args[0]).collect();
    let sure = |t: &Tree| rotates(&t.args[0]) || t.args[0].symbol() == Some("U");
    if calls().count() > maps.len() && calls().any(sure) && calls().all(gate) {
        maps = calls().map(|t| &t.args[0]).collect();
    }
    match maps.iter().any(|map| !same(map, maps[0])) {
        true => maps,
        false => SmallVec::new(),
    }
}

/// Whether this is the letter of a rotation with its axis below: `R_x`, `\hat{R}_z`.
pub(in crate::latex) fn rotates(map: &Tree) -> bool {
    let axis = |t: &Tree| matches!(t.symbol(), Some("x" | "y" | "z" | "X" | "Y" | "Z"));
    matches!((&map.head, map.args.as_slice()), (Head::Index, [letter, below])
        if axis(below)
            && letter
                .symbol()
                .is_some_and(|name| matches!(core(name), "R" | "CR") || name == r"\operatorname{CR}"))
}

/// Whether this is the value of a capital letter at an angle: `V(\phi)`, `V_1(\phi_1)`.
fn gate(call: &Tree) -> bool {
    let angle = |t: &Tree| {
        t.root_symbol().is_some_and(|name| {
            matches!(
                name,
                r"\theta"
                    | r"\phi"
                    | r"\varphi"
                    | r"\psi"
                    | r"\alpha"
                    | r"\beta"
                    | r"\gamma"
                    | r"\lambda"
            )
        })
    };
    let [map, argument] = call.args.as_slice() else {
        return false;
    };
    rotates(map) || map.root_symbol().is_some_and(capital) && angle(argument)
}

/// The letters of what a system does in a step, and of what it does it to: `x_{t+1} = A(s_t) x_t`.
pub(super) fn stepped<'t>(left: &Tree, right: &'t Tree) -> SmallVec<[&'t Tree; 6]> {
    let (Head::Index, [state, next]) = (&left.head, left.args.as_slice()) else {
        return SmallVec::new();
    };
    let later = matches!(next.head, Head::Sum(..))
        && next
            .args
            .iter()
            .any(|t| matches!(&t.head, Head::Number(n) if n == "1"));
    // What drives it is told beside that: `+ B(s_t) u_t`.
    let acting = |t: &'t Tree, own: bool| -> Option<[&'t Tree; 2]> {
        let (Head::Product(_), [map, moved]) = (&t.head, t.args.as_slice()) else {
            return None;
        };
        let called = map.head == Head::Call && map.args[0].symbol().is_some_and(capital);
        let vector = moved.head == Head::Index && (!own || same(&moved.args[0], state));
        (called && vector).then_some([map, moved])
    };
    let terms = match right.head {
        Head::Sum(..) => right.args.as_slice(),
        _ => std::slice::from_ref(right),
    };
    if !later || !terms.iter().any(|t| acting(t, true).is_some()) {
        return SmallVec::new();
    }
    let told = terms.iter().filter_map(|t| acting(t, false));
    told.flatten().collect()
}

/// Whether the same sum of capital letters stands in brackets on both sides of another, which nobody writes
/// so for numbers: `(I + S)\Sigma(I + S)`.
pub(super) fn embraced(triple: &[Tree]) -> bool {
    let [before, inner, after] = triple else {
        return false;
    };
    let large = |t: &Tree| {
        matches!(t.head, Head::Symbol(_) | Head::Index) && t.root_symbol().is_some_and(capital)
    };
    matches!(before.head, Head::Sum(..))
        && same(before, after)
        && before.args.iter().all(large)
        && large(inner)
}

/// The letters of a word of which a function has the same value turned round: `\tau(xy) = \tau(yx)`.
pub(super) fn traced<'t>(left: &'t Tree, right: &'t Tree) -> SmallVec<[&'t Tree; 6]> {
    let value = |t: &'t Tree| match (&t.head, t.args.as_slice()) {
        (Head::Call, [function, word]) if matches!(word.head, Head::Product(_)) => {
            Some((function, word))
        }
        _ => None,
    };
    match (value(left), value(right)) {
        (Some((f, one)), Some((g, other)))
            if same(f, g)
                && one.args.len() == 2
                && other.args.len() == 2
                && one.args.iter().all(|t| t.symbol().is_some())
                && same(&one.args[0], &other.args[1])
                && same(&one.args[1], &other.args[0])
                && !same(&one.args[0], &one.args[1]) =>
        {
            one.args.iter().collect()
        }
        _ => SmallVec::new(),
    }
}
