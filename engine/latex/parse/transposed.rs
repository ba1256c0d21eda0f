//! Brackets that are factors because primes transpose: `X(X'X)^{-1}X'`, `(y - Xb)'(y - Xb)`, `z'(I - P)z`.

use super::Parser;
use crate::latex::around::{column, skip_scripts};
use crate::latex::bold;
use crate::latex::kinds::{capital, is_transposition};
use crate::latex::linear::names_vector;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::spelling::under_accents;

/// Letters that are applied to a square of data, too: `E(X'X)`.
const APPLIED: &[&str] = &["E", "P", "F", "G", "f", "g", "h"];

/// Letters that name a matrix where a row that is made a column follows.
const MATRICES: &[&str] = &["A", "M", "Q", "R", "S", "U", "V", "W"];

/// The exponent of what is inverted.
const INVERSE: [&str; 5] = ["^", "{", "-", "1", "}"];

/// As many tokens of a bracket are looked through.
const NEAR: usize = 60;

impl Parser<'_> {
    /// Whether what stands before the bracket here is multiplied by it, since a prime in it or before
    /// it transposes.
    pub(super) fn transposes_here(&self, tree: &Tree) -> bool {
        let Some(name) = tree.root_symbol() else {
            return tree.head == Head::Prime && self.repeats_primed();
        };
        let name = under_accents(name);
        // `\sigma^2(\mathbf{X}^\top\mathbf{X})^{-1}`
        let variance = || {
            tree.head == Head::Power
                && matches!(tree.args[1].head, Head::Number(_))
                && !APPLIED.contains(&name)
                && self.inverts_square()
        };
        let plain = name.len() == 1 || name.starts_with('\\') && !name.contains('{');
        self.begins_with_square() && plain && !APPLIED.contains(&name)
            || variance()
            || column(self.tokens, self.marks, self.pos)
                && (transposed(tree) || MATRICES.contains(&name) && !self.called_twice(name))
            || tree.head == Head::Prime
                && (names_vector(name) && self.stands_before(name)
                    || plain && capital(name) && (self.weighs_blocks() || self.holds_primed(name)))
    }

    /// Whether the bracket holds the letter before it once more, with a prime and applied to nothing:
    /// `P H'(H P H' + R)^{-1}`.
    fn holds_primed(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inside = &self.tokens[self.pos + 1..partner.min(self.pos + NEAR) + 1];
        let primed = |w: &[Token<'_>]| w[0].key == name && w[1].key == "'" && w[2].key != "(";
        inside.windows(3).any(primed)
    }

    /// Whether a letter stands before a bracket without such a sign, too: `A(x, y) = 0`.
    fn called_twice(&self, name: &str) -> bool {
        let called = |w: &&[Token<'_>]| w[0].key == name && w[1].key == "(";
        self.around().windows(2).filter(called).count() > 1
    }

    /// Whether the bracket holds the letter before it once more, with scripts and nothing else, and has
    /// a superscript of its own: `A_k (A_m)^*`. Nothing is applied to itself.
    pub(super) fn applied_to_itself(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return false;
        };
        let from = self.pos + width;
        let scripts = matches!(self.key_at(from + 1), "_" | "^");
        scripts
            && self.key_at(partner + width) == "^"
            && tree.root_symbol().or(tree.root_numbered()) == Some(self.key_at(from))
            && skip_scripts(self.tokens, self.marks, from + 1).0 == partner
    }

    /// Whether a sum of a matrix and the identity is inverted in the bracket at a place: a capital before
    /// it is a factor, `Q(A + I)^{-1}`.
    pub(super) fn inverts_matrix_at(&self, at: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(at).copied() else {
            return false;
        };
        let inverse = ["^", "{", "-", "1", "}"].iter().enumerate();
        let mut inverse = inverse.map(|(n, key)| self.key_at(partner + 1 + n) == *key);
        partner <= at + NEAR && inverse.all(|is| is) && self.beside_identity(at, partner)
    }

    /// Whether a spectral radius or the like is taken of the matrix in the bracket here, and no more is
    /// done to that: `\rho(I - M^{-1}A) < 1`.
    pub(super) fn of_spectrum(&self, tree: &Tree) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        let ends = || {
            let sign = |key: &str| {
                matches!(
                    key,
                    "=" | "<" | ">" | r"\le" | r"\leq" | r"\ge" | r"\geq" | "," | r"\approx"
                )
            };
            partner + 1 >= self.end || sign(self.key_at(partner + 1))
        };
        matches!(tree.symbol(), Some(r"\rho" | r"\kappa"))
            && partner <= self.pos + NEAR
            && ends()
            && self.beside_identity(self.pos, partner)
    }

    /// Whether a sum of the identity and another matrix stands between these brackets.
    fn beside_identity(&self, at: usize, partner: usize) -> bool {
        let inside = &self.tokens[at + 1..partner];
        let signs = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
        let matrix = |t: &Token<'_>| t.key != "I" && capital(&t.key) && t.class == Class::Letter;
        inside.iter().any(signs) && inside.iter().any(|t| t.key == "I") && inside.iter().any(matrix)
    }

    /// Whether the gain of an observer stands before the difference between what is measured and what is
    /// expected: `L(y - C\hat{x})`.
    pub(super) fn gains(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        if !matches!(tree.root_symbol(), Some("K" | "L" | "G"))
            || !matches!(self.key_at(self.pos + 1), "y" | "z")
        {
            return false;
        }
        let inside = &self.tokens[self.pos + 1..partner.min(self.pos + NEAR)];
        let sign = inside.iter().position(|t| t.key == "-");
        let after = sign.and_then(|at| inside.get(at + 1));
        after.is_some_and(|t| capital(&t.key))
            && inside
                .iter()
                .any(|t| matches!(t.key.as_ref(), r"\hat" | r"\widehat"))
            && !inside.iter().any(|t| t.key == ",")
    }

    /// Whether the bracket holds one capital in bold and is raised, behind another one that is not
    /// applied elsewhere: `\mathbf{V} (\mathbf{\Lambda})^{1/2} \mathbf{V}^T`.
    pub(super) fn raised_matrix_here(&self, tree: &Tree) -> bool {
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return false;
        };
        tree.root_symbol()
            .is_some_and(|name| bold::large(name) && self.usage.is_bare(name))
            && partner == self.pos + width + 1
            && self.key_at(partner + width) == "^"
            && bold::large(self.key_at(partner - 1))
    }

    /// Whether a product of Kronecker stands in the bracket, and a factor right behind it:
    /// `X'(S \otimes I)Z`.
    fn weighs_blocks(&self) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let near = partner.min(self.pos + NEAR);
        let blocks = self.tokens[self.pos..near]
            .iter()
            .any(|t| matches!(t.key.as_ref(), r"\otimes" | "⊗"));
        let (next, ..) = skip_scripts(self.tokens, self.marks, partner + 1);
        blocks
            && self
                .tokens
                .get(next)
                .is_some_and(|t| t.class == Class::Letter)
    }

    /// Whether the bracket begins with a matrix and itself transposed: `(X'X`, `(RR'`.
    fn begins_with_square(&self) -> bool {
        let key = |n: usize| self.key_at(self.pos + n);
        let again = match (key(2), key(3)) {
            ("'", again) | (again, "'") => again,
            _ => return false,
        };
        key(1) == again && again.len() == 1 && capital(again)
    }

    /// Whether what the bracket holds is inverted, and is a matrix or column transposed before itself:
    /// `(\mathbf{X}^\top\mathbf{X})^{-1}`.
    fn inverts_square(&self) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let first = self.pos + 1;
        let again = match self.key_at(first + 1) {
            "'" => first + 2,
            "^" => skip_scripts(self.tokens, self.marks, first + 1).0,
            _ => return false,
        };
        again + 1 == partner
            && self.key_at(again) == self.key_at(first)
            && (partner + 1..)
                .zip(INVERSE)
                .all(|(at, key)| self.key_at(at) == key)
    }

    /// Whether the bracket is the one before it, which has a prime, or an inverted one that stands between
    /// the two: `(a - b)'(V - W)^{-1}(a - b)`.
    fn repeats_primed(&self) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inverted = (partner + 1..)
            .zip(INVERSE)
            .all(|(at, key)| self.key_at(at) == key);
        let again = match inverted {
            true => partner + 1 + INVERSE.len(),
            false => self.pos,
        };
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(again).copied() else {
            return false;
        };
        let before = |keys: &[&str]| {
            let from = self.pos.checked_sub(keys.len())?;
            let stand = (from..).zip(keys).all(|(at, key)| self.key_at(at) == *key);
            stand.then_some(from)
        };
        let prime = before(&["'"]).or_else(|| before(&["^", "{", r"\prime", "}"]));
        let length = partner - again;
        let Some(first) = prime.and_then(|prime| prime.checked_sub(length + 1)) else {
            return false;
        };
        let same = |(a, b): (&Token<'_>, &Token<'_>)| a.key == b.key;
        matches!(self.marks[first], Mark::Open { partner, .. } if partner == first + length)
            && self.tokens[first..=first + length]
                .iter()
                .zip(&self.tokens[again..=partner])
                .all(same)
    }

    /// Whether the letter of a vector follows the bracket again, in which a matrix stands.
    fn stands_before(&self, name: &str) -> bool {
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return false;
        };
        let inverted = (1..)
            .zip(INVERSE)
            .all(|(n, key)| self.key_at(partner + n) == key);
        let next = partner + 1 + if inverted { INVERSE.len() } else { 0 };
        self.key_at(next) == name
            && self.key_at(next + 1) != "("
            && self.tokens[self.pos..partner]
                .iter()
                .any(|t| t.key.len() == 1 && capital(&t.key))
    }
}

/// Whether this is transposed: `V^T`, `x^\top`.
fn transposed(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Power | Head::Upper, [_, sign])
        if sign.symbol() == Some("T")
            || matches!(&sign.head, Head::Mark(mark) if is_transposition(mark)))
}
