//! Expressions taken at a place, between two, or where something holds: `f(x)|_{x=2}`, `[F]_a^b`.

use super::Parser;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether a bar that says where something is evaluated stands here.
    pub(super) fn evaluation_bar(&self) -> bool {
        let next = self
            .tokens
            .get(self.pos + 1)
            .filter(|_| self.pos + 1 < self.end);
        is_bar(&self.tokens[self.pos])
            && !self.derived
            && matches!(self.marks[self.pos], Mark::Separator | Mark::None)
            && next.is_some_and(|t| t.key == "_")
            && self.table.evaluation.is_some()
    }

    /// `|_{x=0}`, `|_a^b` after the bar.
    pub(super) fn evaluated(&mut self, body: Tree) -> Tree {
        let start = body.start;
        let scripts = self.read_scripts();
        let Some((at, between)) = self.table.evaluation else {
            return body;
        };
        let end = self.span(self.pos - 1, self.pos).end;
        let mut tree = match (scripts.sub, scripts.sup) {
            (Some(sub), Some(sup)) => Tree::over(Head::Apply(between), vec![body, sub, sup]),
            (Some(sub), None) | (None, Some(sub)) => Tree::over(Head::Apply(at), vec![body, sub]),
            (None, None) => return body,
        };
        (tree.start, tree.end) = (start, end);
        tree.close()
    }
}
