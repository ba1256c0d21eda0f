//! Variances and covariances of vectors, which are matrices: `A\operatorname{Var}(X)A^T`.

use super::{Kinds, transposes};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes that the random variables are vectors of which a variance or a covariance stands before
    /// something transposed, and not first.
    pub(super) fn spread(&mut self, tree: &Tree) {
        let [_, middle @ .., last] = tree.args.as_slice() else {
            return;
        };
        if !is_transposed(last) {
            return;
        }
        for factor in middle {
            if !self.spreads(factor) {
                continue;
            }
            for name in factor.args.iter().filter_map(Tree::root_symbol) {
                let known = self.known.get(name);
                if known.is_none_or(|kind| *kind == Kind::Rv) {
                    self.known.insert(name.to_owned(), Kind::Vec);
                    self.age += 1;
                }
            }
        }
    }

    fn spreads(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op)
            if matches!(self.name(op), "var" | "cov" | "condvar" | "condcov"))
    }
}

/// Whether a letter above says that this is transposed.
fn is_transposed(tree: &Tree) -> bool {
    let letter = match (&tree.head, tree.args.as_slice()) {
        (Head::Power, [_, above]) => match &above.head {
            Head::Symbol(name) | Head::Mark(name) => name,
            _ => return false,
        },
        _ => return false,
    };
    transposes(letter)
}
