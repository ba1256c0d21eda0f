//! Quotients and divisors that nobody takes for numbers: `F^p H/F^{p+1} H`, `H^n = Z^n/B^n`,
//! `\Sha(E/K)`, `D - D' = \operatorname{div}(f)`.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};

/// As many tokens are looked through for what such a thing is beside.
const LOOKED: usize = 60;

impl Elaborator<'_> {
    /// Whether the divisor of a function is taken beside other divisors: `D - D' = \operatorname{div}(f)`.
    pub(super) fn of_divisor(&self, tree: &Tree) -> bool {
        let divisor = |w: &[Token<'_>]| {
            w[0].key == "D" && !matches!(w[1].key.as_ref(), "_" | "(" | "^")
                || w[0].key == r"\mathcal{O}"
        };
        let signed = |t: &Token<'_>| matches!(t.key.as_ref(), r"\sim" | r"\deg" | r"\ge" | r"\geq");
        matches!(tree.args.as_slice(), [of] if matches!(of.symbol(), Some("f" | "g" | "h")))
            && self.tokens.windows(2).take(LOOKED).any(divisor)
            && self.tokens.iter().take(LOOKED).any(signed)
    }

    /// Whether this is a curve over a field beside its Selmer or Shafarevich group: `\Sha(E/K)`.
    pub(super) fn curve_over(&self, tree: &Tree) -> bool {
        let group = |t: &Token<'_>| {
            matches!(crate::spelling::core(&t.key), "Sel" | "Sha" | r"\Sha" | "Ш")
                || t.key.contains("{Sel}")
                || t.key.contains("{Sha}")
        };
        matches!(tree.args.as_slice(), [curve, field]
            if matches!(curve.symbol(), Some("E" | "A" | "J"))
                && matches!(field.symbol(), Some("K" | "F" | "k" | "L")))
            && self.tokens.iter().take(LOOKED).any(group)
    }
}

/// Whether a part of a filtration is divided by the next one, a power of an ideal by the next, cycles by
/// boundaries, units by units, or ideles by norms, none of which anybody would leave so of numbers:
/// `F^p H/F^{p+1} H`, `I^n/I^{n+1}`, `F_n M/F_{n-1} M`, `Z^n/B^n`, `K_v^\times/K^\times`,
/// `C_K/N_{L/K} C_L`.
pub(super) fn filtered(tree: &Tree) -> bool {
    let [above, below] = tree.args.as_slice() else {
        return false;
    };
    normed(above, below) || units(above) && units(below) || next_part(above, below)
}

fn units(tree: &Tree) -> bool {
    tree.head == Head::Power
        && matches!(&tree.args[1].head, Head::Mark(mark) if mark.as_str() == r"\times")
}

/// `C_K/N_{L/K} C_L`
fn normed(above: &Tree, below: &Tree) -> bool {
    matches!(above.head, Head::Index)
        && matches!((&below.head, below.args.as_slice()), (Head::Product(_) | Head::Call, [norm, part])
            if norm.head == Head::Index
                && norm.root_symbol() == Some("N")
                && part.root_symbol().is_some()
                && part.root_symbol() == above.root_symbol())
}

/// The part of a filtration, or the power of an ideal, that a product or a value begins with.
fn leading(tree: &Tree, called: bool) -> &Tree {
    match tree.head {
        Head::Product(_) => tree.args.first().unwrap_or(tree),
        Head::Call if called => &tree.args[0],
        _ => tree,
    }
}

/// Whether this is a number and one more, or one less.
fn beside(tree: &Tree, number: &Tree, less: bool) -> bool {
    let (Head::Sum(_, signs), [first, by]) = (&tree.head, tree.args.as_slice()) else {
        return false;
    };
    let (by, signed) = match (&by.head, by.args.as_slice()) {
        (Head::Sum(..), [only]) => (only, true),
        _ => (by, false),
    };
    let minus = signed || signs.iter().any(Option::is_some);
    first.says_as(number) && by.head == Head::Number("1".into()) && minus == less
}

/// Whether what is divided by is the next part, or the boundaries among cycles.
fn next_part(above: &Tree, below: &Tree) -> bool {
    // `Z_n(C)/B_n(C)`
    let called = above.head == Head::Call
        && below.head == Head::Call
        && above.args.len() == 2
        && below.args.len() == 2
        && above.args[1].says_as(&below.args[1]);
    let (one, other) = (leading(above, called), leading(below, called));
    if one.head != other.head || !matches!(one.head, Head::Power | Head::Index) {
        return false;
    }
    let ([base, at], [base_below, at_below]) = (one.args.as_slice(), other.args.as_slice()) else {
        return false;
    };
    if !matches!(at.symbol(), Some("n" | "p" | "k" | "i" | "q" | "m")) {
        return false;
    }
    let product = |t: &Tree| matches!(t.head, Head::Product(_));
    if base.symbol() == Some("Z") && base_below.symbol() == Some("B") {
        return !product(above) && at.says_as(at_below);
    }
    let large = base
        .symbol()
        .is_some_and(|n| n.len() == 1 && capital(n) || n.starts_with(r"\mathfrak{"));
    if !large || !base.says_as(base_below) {
        return false;
    }
    // `F_n M/F_{n-1} M`
    let rest = || {
        product(above)
            && product(below)
            && above.args.len() == 2
            && below.args.len() == 2
            && above.args[1].says_as(&below.args[1])
    };
    match one.head {
        Head::Power => beside(at_below, at, false),
        _ => rest() && beside(at_below, at, true),
    }
}
