//! Products over a base, `X \times_S Y`, `A \otimes_R B`, and signs that stand for what is left
//! open, `\operatorname{Hom}(-, A)`, `k(\cdot, x)`.

use super::{Parser, Strength};
use crate::latex::matching::Mark;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

/// The longest base, in tokens.
const BASE: usize = 24;

impl Parser<'_> {
    /// The product over a base whose sign stands here. Limits, as in `\times_{i=1}^n A_i`, are none.
    pub(super) fn base_here(&self) -> Option<Op> {
        let at = self.pos;
        let name = match self.key_at(at) {
            r"\times" | "×" => "fibred",
            r"\otimes" | "⊗" => "tensored",
            _ => return None,
        };
        if self.key_at(at + 1) != "_" {
            return None;
        }
        let after = match self.marks.get(at + 2)? {
            Mark::Open { partner, .. } => partner + 1,
            _ => at + 3,
        };
        if after > at + BASE || after >= self.end || self.key_at(after) == "^" {
            return None;
        }
        let limit = |t: &crate::latex::token::Token<'_>| {
            matches!(t.key.as_ref(), "=" | r"\in" | "∈" | r"\le" | r"\leq" | "<")
        };
        if self.tokens[at + 2..after].iter().any(limit) {
            return None;
        }
        self.table.named(name)
    }

    /// The product of the operand before with the one after, over the base between them.
    pub(super) fn based(&mut self, left: Tree, op: Op, strength: Strength) -> Tree {
        self.pos += 1;
        let scripts = self.read_scripts();
        let base = match scripts.sub {
            Some(base) => base,
            None => self.blank(),
        };
        let right = self.expression(strength + 1);
        Tree::over(Head::Apply(op), vec![left, right, base])
    }

    /// A sign that is all of an item of a list in brackets: the place of an argument, or a sign
    /// itself, `\operatorname{diag}(-, +, +)`.
    pub(super) fn placeholder(&mut self) -> Option<Tree> {
        if !self.placeholder_here() {
            return None;
        }
        let token = &self.tokens[self.pos];
        self.pos += 1;
        let head = Head::Mark(token.key.as_ref().into());
        Some(Tree::new(head, Vec::new(), token.start, token.end))
    }

    /// Whether such a sign stands here.
    pub(super) fn placeholder_here(&self) -> bool {
        let at = self.pos;
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return false;
        };
        let comma = |key: &str| matches!(key, "," | ";");
        let last = at + 1 == self.end;
        if token.class != Class::Sign || !(last || comma(self.key_at(at + 1))) {
            return false;
        }
        let sign = match token.key.as_ref() {
            "-" | "+" | r"\cdot" | "·" | r"\bullet" | "*" => self.marks[at] == Mark::None,
            _ => false,
        };
        let Some(before) = at.checked_sub(1).and_then(|n| self.tokens.get(n)) else {
            return false;
        };
        let listed = comma(&before.key)
            || !last
                && matches!(
                    before.key.as_ref(),
                    "(" | "[" | r"\langle" | r"\lbrace" | r"\{"
                );
        // A group that ends here is one in brackets: what is outside of all goes on to the end.
        sign && listed && !(last && self.end >= self.tokens.len())
    }

    /// Whether the bracket here holds nothing but a sign for what is left open.
    pub(super) fn open_here(&self) -> bool {
        let Some(Mark::Open { partner, .. }) = self.marks.get(self.pos) else {
            return false;
        };
        *partner == self.pos + 2
            && matches!(self.key_at(self.pos + 1), "-" | r"\cdot" | "·" | r"\bullet")
            && self.key_at(partner + 1) != "^"
    }
}
