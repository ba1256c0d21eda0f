//! Arguments in braces: `\mathcal{L}\{f\}`, `L\{e^{at}\}`.

use super::apply::{indicates, names_diagonal, scripted};
use super::{Parser, minus_one};
use crate::latex::evidence;
use crate::latex::matching::Mark;
use crate::latex::token::Gap;
use crate::latex::tree::{Head, Tree};
use crate::latex::usage::TRANSFORMATIONS;

/// As many tokens in braces are looked at for a comma.
const LONGEST: usize = 40;

impl Parser<'_> {
    /// Whether the braces here hold the argument of a transformation.
    pub(super) fn transformed(&self, tree: &Tree) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        if self.key_at(self.pos) != r"\{" {
            return false;
        }
        if tree.symbol().is_some_and(indicates) {
            return true;
        }
        let named = |name: &str| scripted(name) || names_diagonal(name);
        let near = self.tokens[self.pos].gap <= Gap::Back;
        // `L\{f, g\}`: the bracket of two things is multiplied.
        let inside = &self.tokens[self.pos + 1..*partner];
        let one = || !inside.iter().take(LONGEST).any(|t| t.key == ",");
        if near && (tree.symbol().is_some_and(named) || self.transforms(tree) && one()) {
            return self.separator(self.pos + 1, *partner).is_none();
        }
        let ordered = || self.pos > 0 && evidence::in_time(self.tokens, self.pos - 1);
        self.separator(self.pos + 1, *partner).is_none()
            && tree.root_symbol().is_some_and(|name| {
                (evidence::transformation(name) || tree.symbol().is_some() && ordered())
                    && self.usage.is_function(name)
            })
    }

    /// Whether this is the letter of a transformation or a mean, which a fractional part would not stand
    /// behind without a gap.
    pub(super) fn transforms(&self, tree: &Tree) -> bool {
        let letter = match tree.head {
            Head::Power if minus_one(&tree.args[1]) => tree.args[0].symbol(),
            _ => tree.symbol(),
        };
        letter.is_some_and(|name| TRANSFORMATIONS.contains(&name)) && !self.usage.floors
    }
}
