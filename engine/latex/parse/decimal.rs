//! Decimals whose digits are letters: `0.a_1a_2a_3\ldots`.

use super::Parser;
use crate::latex::stops::digits_follow;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// A number with the digits behind it that are letters with an index, if there are such here.
    pub(super) fn lettered_digits(&mut self, whole: Tree) -> Tree {
        let at = self.pos;
        let point = self.key_at(at) == "." && self.tokens[at].gap == Gap::None;
        if !point || !digits_follow(self.tokens, at) {
            return whole;
        }
        let Some(op) = self.table.named("decimal") else {
            return whole;
        };
        self.pos += 1;
        let mut args = vec![whole];
        while self.pos < self.end {
            let at = self.pos;
            let is_dots =
                |role: &Role| matches!(role, Role::Constant { op } if Some(*op) == self.table.dots);
            let dots = self.roles().find(|(role, _)| is_dots(role));
            if let Some((_, width)) = dots {
                let dots = self.table.dots.unwrap_or(op);
                let span = self.span(at, at + width);
                self.pos += width;
                args.push(Tree::new(
                    Head::Apply(dots),
                    Vec::new(),
                    span.start,
                    span.end,
                ));
            } else if self.tokens[at].class == Class::Letter && self.key_at(at + 1) == "_" {
                args.push(self.expression(self.table.strength.product + 1));
            } else {
                break;
            }
            if self.pos == at {
                break;
            }
        }
        Tree::over(Head::Apply(op), args).close()
    }
}
