//! Derivatives before fields, and the matrices of spinors.

use crate::latex::elaborate::Elaborator;
use crate::latex::tensor::half_bracket;
use crate::latex::tree::{Head, Join, Tree};

impl Elaborator<'_> {
    /// Whether derivatives or momenta are slashed, between spinors then.
    pub(super) fn has_slashes(&self) -> bool {
        let slashed = || {
            let mut signs = [r"\slash", r"\not{"].iter();
            signs.any(|sign| self.source.contains(sign))
        };
        *self.slashes.get_or_init(slashed)
    }
}

/// Whether a sign of a derivative stands before the value that it is taken of: `d_C \Theta(X)`, `D^m
/// f(x)`.
pub(super) fn derives(joins: &[Join], tree: &Tree) -> bool {
    let sign = |t: &Tree| {
        let [letter, script] = t.args.as_slice() else {
            return false;
        };
        match (&t.head, letter.symbol()) {
            (Head::Index, Some("d")) => script
                .root_symbol()
                .is_some_and(crate::latex::kinds::capital),
            (Head::Power, Some("D")) => script.symbol().is_some(),
            _ => false,
        }
    };
    let last = joins.len();
    let pairs = joins.iter().zip(tree.args.windows(2)).zip(1..);
    pairs.into_iter().any(|((join, pair), at)| {
        let value = pair[1].head == Head::Call && sign(&pair[0]);
        // `D^2 g \rho`: the square of a diameter.
        let field =
            derives_field(&pair[0], &pair[1]) && (at == last || pair[0].head == Head::Index);
        *join == Join::Beside && (value || field)
    })
}

/// Whether a derivative with an index of space or a number above it stands before a field: `D_i \phi`,
/// `D^2 u`.
fn derives_field(sign: &Tree, field: &Tree) -> bool {
    let [letter, script] = sign.args.as_slice() else {
        return false;
    };
    let indexed = sign.head == Head::Index
        && matches!(
            script.symbol(),
            Some("i" | "j" | "k" | "l" | "m" | "a" | "b")
        );
    let power = sign.head == Head::Power && matches!(script.head, Head::Number(_));
    // `D_i N_j`
    let other = match (&field.head, field.args.as_slice()) {
        (Head::Index | Head::Upper, [_, index]) => {
            let index = index
                .symbol()
                .filter(|n| matches!(*n, "i" | "j" | "k" | "l"));
            indexed && index.is_some_and(|index| script.symbol() != Some(index))
        }
        _ => false,
    };
    letter.symbol() == Some("D")
        && (indexed || power)
        && !(field.args.get(1)).is_some_and(|above| matches!(above.head, Head::Product(_)))
        && (other
            || matches!(
                field.root_symbol(),
                Some(
                    "f" | "g"
                        | "u"
                        | "v"
                        | "w"
                        | r"\phi"
                        | r"\varphi"
                        | r"\psi"
                        | r"\Phi"
                        | r"\Psi"
                )
            ))
}

/// Whether several gamma matrices with numbers are multiplied: `\gamma^0 \gamma^5`.
pub(super) fn spinors(tree: &Tree) -> bool {
    let numbered = |t: &&Tree| {
        matches!((&t.head, t.args.as_slice()), (Head::Upper, [letter, above])
            if letter.symbol() == Some(r"\gamma") && matches!(above.head, Head::Number(_)))
    };
    tree.args.iter().filter(numbered).count() > 1
}

/// Whether a spinor stands before its adjoint, with which it makes a matrix: `u^s(p) \bar{u}^s(p)`.
pub(super) fn spin_sum(tree: &Tree) -> bool {
    let spinor = |t: &'_ Tree| match t.head {
        Head::Call => t
            .args
            .first()
            .and_then(Tree::root_symbol)
            .map(str::to_owned),
        _ => None,
    };
    tree.args.windows(2).any(|pair| {
        let (Some(one), Some(other)) = (spinor(&pair[0]), spinor(&pair[1])) else {
            return false;
        };
        matches!(one.as_str(), "u" | "v") && other == format!(r"\bar{{{one}}}")
    })
}

/// Whether an adjoint spinor stands right before its spinor, with which it makes a number, and would make a
/// matrix behind it: `m \bar\psi \psi`.
pub(super) fn bilinear(joins: &[Join], tree: &Tree) -> bool {
    let adjoint = |t: &'_ Tree| match (&t.head, t.args.as_slice()) {
        // A line is read as that of a conjugate at first.
        (Head::Apply(_), [only]) if t.start < only.start => only.symbol().map(str::to_owned),
        (Head::Symbol(_), _) => t
            .symbol()
            .and_then(|name| name.strip_prefix(r"\bar{")?.strip_suffix('}'))
            .map(str::to_owned),
        _ => None,
    };
    let pairs = joins.iter().zip(tree.args.windows(2));
    pairs.into_iter().any(|(join, pair)| {
        let spinor = pair[1].symbol();
        *join == Join::Beside && spinor.is_some() && adjoint(&pair[0]).as_deref() == spinor
    })
}

/// Whether indices are made symmetric across factors, between brackets that begin below one and end below
/// another: `T_{[a} S_{b]}`.
pub(super) fn symmetrised(tree: &Tree) -> bool {
    let half = |t: &Tree| matches!(&t.head, Head::Mark(m) if half_bracket(m).is_some());
    tree.args.iter().any(|t| {
        // `A_{[a}^i`, `\partial_b A_{c]}^i`: the indices may stand below what has others above.
        let mut script = t;
        while let Head::Upper | Head::Index | Head::Power | Head::Apply(_) = script.head {
            let indexed = matches!(script.head, Head::Index | Head::Upper);
            if indexed && script.args.len() > 2 && script.args.iter().any(half) {
                return true;
            }
            let next = match script.head {
                Head::Apply(_) => script.args.last(),
                _ => script.args.first(),
            };
            match next {
                Some(next) => script = next,
                None => break,
            }
        }
        false
    })
}
