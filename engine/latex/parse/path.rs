//! Differentials of paths and surfaces, which fields are multiplied by: `\int_C F \cdot dr`.

use super::{Parser, names_path};
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// Whether a differential with a vector stands here: `d\mathbf{r}`, `\mathrm{d}{\boldsymbol{r}}`.
    pub(super) fn vector_ahead(&self) -> bool {
        let Some(width) = self.differential(self.pos) else {
            return false;
        };
        let at = self.pos + width;
        let key = self.key_at(at + usize::from(self.key_at(at) == "{"));
        self.key_at(self.pos + 1) != "^"
            && [
                r"\mathbf",
                r"\vec",
                r"\boldsymbol",
                r"\overrightarrow",
                r"\bm",
                r"\hat",
            ]
            .iter()
            .any(|font| key.starts_with(font))
    }

    /// Whether the differential of a path stands here, after the sign of a field: `\int_C F \cdot dr`;
    /// between bounds it is that of a number.
    pub(super) fn path_ahead(&self, left: &Tree) -> bool {
        let field = match left.head {
            Head::Product(_) => left.args.last(),
            _ => Some(left),
        };
        let named = field.is_some_and(|t| names_field(t, self.table.named("curl")));
        let path = self.differential(self.pos) == Some(1)
            && names_path(self.key_at(self.pos + 1))
            && !matches!(self.key_at(self.pos + 2), "^" | "_" | "'");
        named && path && !self.bounded_above()
    }

    /// Whether the integral that was begun last has an upper bound.
    fn bounded_above(&self) -> bool {
        let (mut at, end) = (self.big_sign + 1, self.pos);
        while at < end {
            match self.key_at(at) {
                "^" => return true,
                "_" => {
                    at = match self.marks[at + 1] {
                        Mark::Open { partner, width } => partner + width,
                        _ => at + 2,
                    }
                }
                r"\limits" | r"\nolimits" => at += 1,
                _ => return false,
            }
        }
        false
    }

    /// The differential here, as a factor: that of a path or surface, or of a product of them.
    pub(super) fn path(&mut self) -> Option<Tree> {
        let op = self.table.differential_of?;
        let start = self.tokens[self.pos].start;
        let variable = self.read_differential()?;
        let mut tree = Tree::over(Head::Apply(op), vec![variable]);
        tree.start = start;
        Some(tree)
    }
}

/// Whether this is called as fields are that are integrated along a path, or is the rotation of one.
pub(in crate::latex) fn names_field(tree: &Tree, curl: Option<Op>) -> bool {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Apply(op), [field]) => Some(*op) == curl && names_field(field, curl),
        _ => tree
            .headed()
            .is_some_and(|n| capital(n) && n.len() == 1 || n == "v"),
    }
}
