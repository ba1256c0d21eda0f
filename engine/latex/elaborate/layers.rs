//! Layers of networks and gradients: `W^{(l)}`, `A^{[l-1]T}`, `\frac{\partial L}{\partial y} x^T`.

use super::Elaborator;
use crate::latex::linear::names_vector;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether these are the weights of a layer, or values of it for several inputs: `W^{(l)}`,
    /// `A^{[l]}`.
    pub(super) fn weights(&self, tree: &Tree) -> bool {
        let Head::Apply(op) = tree.head else {
            return false;
        };
        let letter = tree.args.first().and_then(Tree::root_symbol);
        let layered = || self.table.usual.layered == Some(op);
        match letter {
            Some("W") => self.table.usual.numbered == Some(op) || layered(),
            Some(r"\mathbf{W}" | r"\boldsymbol{W}") => layered(),
            Some("A" | "Z" | "X") => self.op("layered") == Some(op),
            _ => false,
        }
    }

    /// Whether a value of a layer has its number and the sign of a transposed matrix above it:
    /// the number of `A^{[l-1]T}`.
    fn layer_of<'t>(&self, exponent: &'t Tree) -> Option<&'t Tree> {
        let (Head::Product(_), [number, sign]) = (&exponent.head, exponent.args.as_slice()) else {
            return None;
        };
        let square = matches!(number.head, Head::Apply(op) if self.op("bracketed") == Some(op));
        (square && sign.symbol() == Some("T")).then(|| &number.args[0])
    }

    /// A value of a layer that is transposed, `A^{[l-1]T}`.
    pub(super) fn turned_layer(&mut self, base: &Tree, exponent: &Tree) -> Option<Term> {
        let number = self.layer_of(exponent)?;
        base.symbol()?;
        self.op("transpose")?;
        let args = vec![self.term(base, Kind::Any), self.term(number, Kind::Num)];
        let layer = self.named("layered", args);
        Some(self.named("transpose", vec![layer]))
    }

    /// Whether what has this exponent is transposed in a formula of gradients or layers: `x^T` beside
    /// `\partial`, `(W^{(l)})^T`, `A^{[l-1]T}`.
    pub(super) fn lies(&self, base: &Tree, exponent: &Tree) -> bool {
        if self.layer_of(exponent).is_some() {
            return base.symbol().is_some();
        }
        if exponent.symbol() != Some("T") {
            return false;
        }
        let differential = match (&base.head, base.args.as_slice()) {
            (Head::Apply(op), [of]) => Some(*op) == self.table.differential_of && self.weights(of),
            _ => false,
        };
        let vector = vectors(base) || self.layer_values(base);
        self.weights(base) || differential || vector && self.signs.gradients(self.tokens)
    }

    /// Whether these are the values of a layer, `a^{(l-1)}`.
    fn layer_values(&self, tree: &Tree) -> bool {
        let usual = &self.table.usual;
        matches!(tree.head, Head::Apply(op) if usual.numbered == Some(op) || usual.layered == Some(op))
            && matches!(tree.args[0].head, Head::Symbol(_))
            && vectors(&tree.args[0])
    }
}

/// Whether this is written as a vector beside gradients, or as a sum of such: `x`, `y - x_k`.
fn vectors(tree: &Tree) -> bool {
    if let Head::Sum(..) = tree.head {
        return tree.args.iter().all(vectors);
    }
    // `q^T_\nu`
    let tensor = |t: &Tree| t.symbol().is_some_and(|n| n.starts_with('\\'));
    matches!(tree.head, Head::Symbol(_) | Head::Index)
        && !tree.args.iter().skip(1).any(tensor)
        && tree
            .root_symbol()
            .is_some_and(|n| names_vector(n) || n == r"\delta")
}

/// Whether gradients stand here, and `T` nowhere but above something.
pub(super) fn gradients(tokens: &[Token<'_>]) -> bool {
    let sign = |t: &Token<'_>| matches!(t.key.as_ref(), r"\partial" | r"\nabla" | r"\odot");
    let before = |at: usize| at.checked_sub(1).map_or("", |at| tokens[at].key.as_ref());
    let above = |at: usize| match before(at) {
        "^" | "]" | ")" => true,
        "{" => before(at - 1) == "^",
        _ => false,
    };
    tokens.iter().any(sign)
        && tokens
            .iter()
            .enumerate()
            .all(|(at, t)| t.key != "T" || above(at))
}
