//! Units and names of subgroups before brackets, and what these hold.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::Tree;

impl Parser<'_> {
    /// Whether gaps stand on both sides of the name before the bracket here, as around a unit:
    /// `10\,\mathrm{km}\,(1/\mathrm{s})`.
    pub(super) fn among_units(&self) -> bool {
        let own = self.pos.checked_sub(1).map(|at| self.tokens[at].gap);
        own == Some(Gap::Thin) && self.tokens[self.pos].gap == Gap::Thin
    }

    /// Whether this is a unit behind a number, and the bracket here says for what it was measured:
    /// `293\,\mathrm{K} (p = 1\,\mathrm{atm})`.
    pub(in crate::latex::parse) fn measured_where(&self, tree: &Tree) -> bool {
        let upright = |name: &str| name.starts_with(r"\mathrm{") || name.starts_with(r"\text{");
        self.key_at(self.pos + 2) == "="
            && tree.symbol().is_some_and(upright)
            && self.pos > 1
            && self.tokens[self.pos - 2].class == Class::Digit
    }

    /// Whether the bracket here holds what elements generate, of which a normalizer or a centralizer is
    /// taken: `N_G(\langle g \rangle)`.
    pub(super) fn of_generated(&self, tree: &Tree) -> bool {
        let open = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, width: 1 }) => Some(*partner),
            _ => None,
        };
        matches!(tree.args[0].symbol(), Some("N" | "C" | "Z"))
            && self.key_at(self.pos + 1) == r"\langle"
            && open(self.pos).is_some_and(|end| open(self.pos + 1) == end.checked_sub(1))
    }

    /// Whether the bracket here holds a bold letter alone, which nobody brackets in a product:
    /// `R^m_\ell(\mathbf{r})`.
    pub(super) fn of_one_vector(&self) -> bool {
        let bold = |key: &str| key.starts_with(r"\mathbf{") || key.starts_with(r"\boldsymbol{");
        self.key_at(self.pos) == "("
            && bold(self.key_at(self.pos + 1))
            && self.key_at(self.pos + 2) == ")"
    }

    /// Whether a field is taken at a vector, or at the value of one, that is all the bracket here holds:
    /// `\vec{F}(\vec{r}(t))`. Nobody multiplies two vectors side by side.
    pub(super) fn field_at_vector(&self, tree: &Tree) -> bool {
        let arrow = |name: &str| name.starts_with(r"\vec{");
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        if !tree.symbol().is_some_and(arrow) || self.key_at(self.pos + 1) != r"\vec" {
            return false;
        }
        let past = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, width }) => partner + width,
            _ => at + 1,
        };
        let mut after = past(self.pos + 2);
        if self.key_at(after) == "(" {
            after = past(after);
        }
        after == partner
    }
}
