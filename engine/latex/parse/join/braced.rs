//! Signs in braces that join what stands around them.

use super::Next;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::table::Role;
use crate::latex::token::Class;

impl Parser<'_> {
    /// The sign alone in braces here: `a {=} b`, `\mathbin{\operatorname{and}}`.
    pub(super) fn braced_sign(&self) -> Option<Next> {
        if self.tokens[self.pos].class != Class::Open {
            return None;
        }
        let Mark::Open { partner, .. } = self.marks[self.pos] else {
            return None;
        };
        if partner > self.pos + 4 || partner >= self.end {
            return None;
        }
        let inside = partner - self.pos - 1;
        self.roles_at(self.pos + 1)
            .find_map(|(role, width)| match role {
                Role::Infix { op, level, assoc } if width == inside && *op != self.table.add => {
                    Some(Next::Infix {
                        op: *op,
                        strength: 4 * level,
                        assoc: *assoc,
                        width: width + 2,
                    })
                }
                _ => None,
            })
    }
}
