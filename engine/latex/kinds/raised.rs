//! What a superscript tells of its base: `A^T`, `A^{-1}`, `A^c`.

use super::{Kinds, capital, complements, is_transposition};
use crate::latex::bold;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Whether the exponents are all numbers of a kind: `p^{\mathbb{Z}}`.
    pub(in crate::latex) fn raised_to_numbers(&self, power: &Tree) -> bool {
        let exponent = &power.args[1];
        exponent.args.is_empty()
            && matches!(exponent.head, Head::Apply(_))
            && self.of(exponent) == Kind::Set
    }

    /// Notes the set whose complement is all that a formula or its first side says, `A^c`,
    /// `A^c = \{1, 2\}`, where nothing else is reckoned with.
    pub(super) fn whole_complement(&mut self, tree: &Tree) {
        let side = match (&tree.head, tree.args.as_slice()) {
            (Head::Chain(_), [left, right]) => {
                let reckoned = matches!(
                    right.head,
                    Head::Number(_) | Head::Sum(..) | Head::Product(_) | Head::Power
                );
                match reckoned || right.head == Head::Apply(self.table.div) {
                    true => return,
                    false => left,
                }
            }
            _ => tree,
        };
        let (Head::Power, [base, above]) = (&side.head, side.args.as_slice()) else {
            return;
        };
        let set = |n: &&str| n.len() == 1 && capital(n) && !matches!(*n, "N" | "M" | "R");
        if above.symbol() == Some("c")
            && let Some(name) = base.symbol().filter(set)
        {
            let name = name.to_owned();
            self.note(&name, Kind::Set);
        }
    }

    /// Notes the set of which the elements are counted: `2^{|A|}`, `a^{|G|}`.
    fn counted_exponent(&mut self, tree: &Tree) {
        let (Head::Fence(op), [of]) = (&tree.args[1].head, tree.args[1].args.as_slice()) else {
            return;
        };
        let base = &tree.args[0];
        let small = |n: &str| n.len() == 1 && !capital(n) && !matches!(n, "e" | "i" | "r");
        let fits = |name: &str| match base.head {
            Head::Number(_) => base.head == Head::Number("2".into()) && capital(name),
            _ => base.symbol().is_some_and(small) && matches!(name, "G" | "H" | "K"),
        };
        if Some(*op) == self.table.abs
            && let Some(name) = of.symbol().filter(|n| n.len() == 1 && fits(n))
        {
            self.note(name, Kind::Set);
        }
    }

    /// Whether this is the square of a bold letter that nothing tells to be a matrix.
    pub(super) fn square_of_field(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Power, [base, exponent])
            if matches!(&exponent.head, Head::Number(n) if n == "2")
                && base.symbol().is_some()
                && self.of(base) == Kind::Vec)
    }

    /// What goes back to where it came from is a set when it is a complement: `f^{-1}(B^c)`.
    pub(super) fn inverse_image(&mut self, tree: &Tree) {
        let [map, of] = tree.args.as_slice() else {
            return;
        };
        if map.head == Head::Power
            && crate::latex::parse::minus_one(&map.args[1])
            && of.head == Head::Power
            && matches!(of.args[1].symbol(), Some("c" | "C"))
            && let Some(name) = of.args[0].symbol().filter(|n| n.len() == 1 && capital(n))
        {
            self.note(name, Kind::Set);
        }
    }

    pub(super) fn power(&mut self, tree: &Tree) {
        let group = &tree.args[0];
        // `(A^c)^c`, `(A^t)^t`: a letter that is twice an exponent of a capital one is no number.
        if group.closed
            && group.head == Head::Power
            && let Some(letter @ ("c" | "C" | "t" | "T")) = tree.args[1].symbol()
            && group.args[1].symbol() == Some(letter)
            && let Some(name) = group.args[0].symbol().filter(|n| capital(n))
        {
            let of_set = letter.eq_ignore_ascii_case("c");
            self.note(name, if of_set { Kind::Set } else { Kind::Mat });
        }
        // `(\overline{A})^t`, where the line is that of a conjugate.
        if let (Head::Apply(op), [only]) = (&group.head, group.args.as_slice())
            && Some(*op) == self.table.usual.conj
            && match &tree.args[1].head {
                Head::Mark(mark) => is_transposition(mark),
                _ => matches!(tree.args[1].symbol(), Some("T" | "t")),
            }
            && let Some(name) = only.symbol().filter(|n| n.len() == 1 && capital(n))
        {
            self.note(name, Kind::Mat);
        }
        // `A^{-T}`
        if crate::latex::parse::minus_transposed(&tree.args[1])
            && let Some(name) = group.symbol().filter(|n| n.len() == 1 && capital(n))
        {
            self.note(name, Kind::Mat);
        }
        self.counted_exponent(tree);
        self.inverted_square(tree);
        self.resolvent(tree);
        if is_decimal(&tree.args[1])
            && let Some(name) = group.root_symbol().filter(|n| n.len() == 1 && capital(n))
        {
            self.note_amount(name);
        }
        let Some(base) = group.root_symbol() else {
            let capitals = |t: &Tree| t.symbol().is_some_and(capital);
            if group.closed
                && matches!(tree.args[1].symbol(), Some("T" | "t"))
                && matches!(group.head, Head::Sum(..) | Head::Product(_))
                && group.args.iter().all(capitals)
            {
                // `(AB)^T`, `(A + B)^T`
                let parts = group.args.clone();
                parts.iter().for_each(|a| self.expect(a, Kind::Mat));
            }
            // `(\alpha A)^T`
            let number = |t: &Tree| {
                let greek = |n: &str| n.starts_with('\\') && !n.contains('{');
                t.symbol()
                    .is_some_and(|n| n.len() == 1 && !capital(n) || greek(n))
            };
            if let (Head::Product(_), [scalar, matrix]) = (&group.head, group.args.as_slice())
                && group.closed
                && tree.args[1].symbol().is_some_and(|t| self.transposes(t))
                && number(scalar)
                && let Some(name) = matrix.symbol().filter(|n| n.len() == 1 && capital(n))
            {
                self.note(name, Kind::Mat);
            }
            return;
        };
        let transposed = match &tree.args[1].head {
            Head::Symbol(t) => self.transposes(t) || *t == "H" && bold::directed(base),
            Head::Mark(mark) => is_transposition(mark),
            _ => false,
        };
        if transposed && !matches!(tree.args[0].head, Head::Power) {
            if bold::spatial(base) {
                self.note(base, Kind::Vec);
            } else if capital(base) || bold::directed(base) {
                self.note(base, Kind::Mat);
            }
        }
        // `(W^{l+1})^T`
        if transposed
            && group.closed
            && group.head == Head::Power
            && group.args[0]
                .symbol()
                .is_some_and(|n| n.len() == 1 && capital(n))
        {
            self.note(base, Kind::Mat);
        }
        if complements(&tree.args[1]) {
            self.note(base, Kind::Set);
        }
        let adjoint = matches!(&tree.args[1].head, Head::Mark(m) if matches!(m.as_str(), r"\dagger" | r"\dag"));
        if adjoint && base.len() == 1 && capital(base) && group.symbol().is_some() {
            return self.note(base, Kind::Mat);
        }
        if bold::large(base) && crate::latex::parse::minus_one(&tree.args[1]) {
            return self.note(base, Kind::Mat);
        }
        // `A^{-1}`, `\tilde{A}^{-1}`
        if core(base).len() == 1
            && capital(core(base))
            && crate::latex::parse::minus_one(&tree.args[1])
            && self.symbol(base) == Kind::Any
            && !self.usage.is_bound(base)
        {
            self.waits = true;
            if self.matrix_signs {
                self.note(base, Kind::Mat);
            }
        }
    }
}

/// Whether this is an exponent that nobody gives a matrix: a decimal number that is no half,
/// `X^{-0.476}`.
fn is_decimal(exponent: &Tree) -> bool {
    let number = match (&exponent.head, exponent.args.as_slice()) {
        (Head::Sum(_, signs), [number]) if signs.len() == 1 => number,
        _ => exponent,
    };
    matches!(&number.head, Head::Number(n) if n.contains('.') && !n.ends_with(".5"))
}

/// Whether this is a square of what is no bold capital, which may be a matrix: that of a vector is a
/// number.
pub(super) fn squared(power: &Tree) -> bool {
    let [base, exponent] = power.args.as_slice() else {
        return false;
    };
    let matrix = |name: &str| bold::capital(name) && !bold::arrowed(name);
    power.head == Head::Power
        && matches!(&exponent.head, Head::Number(n) if n == "2")
        && !base.root_symbol().is_some_and(matrix)
}

/// Whether two letters of indices stand below a matrix: an entry of it, `\mathbf{T}_{ij}`,
/// `[P^T A P]_{i,j}`.
pub(super) fn entry(tree: &Tree) -> bool {
    const INDICES: &[&str] = &["i", "j", "k", "l", "m", "n"];
    let index = |t: &Tree| t.symbol().is_some_and(|name| INDICES.contains(&name));
    if tree.head != Head::Index {
        return false;
    }
    let unit = matches!(tree.args[0].symbol(), Some("E" | "e"));
    !unit
        && match &tree.args[1..] {
            [both] => match &both.head {
                // `W_{ii}` is a matrix of its own among others.
                Head::Product(joins) => {
                    joins[..] == [Join::Beside]
                        && both.args.iter().all(index)
                        && both.args[0].symbol() != both.args[1].symbol()
                }
                Head::Items => both.args.len() == 2 && both.args.iter().all(index),
                _ => false,
            },
            [one, other] => index(one) && index(other),
            _ => false,
        }
}
