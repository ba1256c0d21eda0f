//! Quantifiers: declarations, a separator, the statement.

use super::Parser;
use super::fence::said;
use super::join::Next;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// What follows a quantifier; `at` is its own token.
    pub(super) fn quantified(&mut self, op: Op, at: usize) -> Tree {
        let start = self.tokens[at].start;
        let mut parts = Vec::new();
        let mut stated = false;
        loop {
            if self.pos >= self.end {
                if parts.is_empty() {
                    parts.push(self.missing());
                }
                break;
            }
            let saved = (self.declaring, self.item_start);
            (self.declaring, self.item_start) = (true, self.pos);
            let item = self.expression(self.table.strength.disjunction);
            (self.declaring, self.item_start) = saved;
            parts.push(item);
            if self.pos >= self.end {
                stated = parts.len() > 1 && parts.last().is_some_and(Tree::states);
                break;
            }
            if self.quantifier_at(self.pos) {
                parts.push(self.expression(0));
                stated = true;
                break;
            }
            if self.tokens[self.pos].key == "," {
                self.pos += 1;
                if self.quantifier_at(self.pos) {
                    parts.push(self.expression(0));
                    stated = true;
                    break;
                }
                continue;
            }
            if self.separator_here() {
                self.pos += 1;
                if self.pos < self.end {
                    parts.push(self.statement());
                    stated = true;
                }
                break;
            }
            if self.starts_operand(self.pos) || self.prefix_here() {
                parts.push(self.statement());
                stated = true;
                break;
            }
            if parts.len() > 1 && !matches!(self.next(&parts[parts.len() - 1]), Next::Stop) {
                // The last item is the beginning of the statement: `\forall x > 0, A \iff B`.
                if let Some(left) = parts.pop() {
                    parts.push(self.continued(left, self.table.strength.implication));
                }
                stated = true;
            }
            break;
        }
        let head = if stated {
            Head::Quantified(op)
        } else {
            Head::Declared(op)
        };
        let mut tree = Tree::over(head, parts);
        tree.start = start;
        tree
    }

    fn statement(&mut self) -> Tree {
        self.expression(self.table.strength.implication)
    }

    fn quantifier_at(&self, at: usize) -> bool {
        at < self.end
            && self.roles_at(at).any(|(role, _)| matches!(role, Role::Prefix { op, .. } if self.table.quantifiers.contains(op)))
    }

    /// `:`, `\colon`, `.`, a bar, an implication or words such as "we have".
    fn separator_here(&self) -> bool {
        let token = &self.tokens[self.pos];
        if self.marks[self.pos] == Mark::Separator
            || matches!(token.key.as_ref(), r"\colon" | r"\mid" | ".")
        {
            return true;
        }
        if token.key == ":" {
            return self.tokens.get(self.pos + 1).is_none_or(|t| t.key != "=");
        }
        if matches!(token.class, Class::Words | Class::Name) {
            return matches!(
                said(token),
                "such that"
                    | "so that"
                    | "we have"
                    | "with"
                    | "s.t."
                    | "st"
                    | "it holds that"
                    | "holds"
                    | "then"
                    | "where"
                    | ": "
            );
        }
        self.roles().any(|(role, _)| match role {
            Role::Infix { op, .. } => Some(*op) == self.table.implies,
            _ => false,
        })
    }

    /// Whether what follows this operand is no factor because the operand ends a declaration.
    pub(super) fn declaration_ends(&self, left: &Tree) -> bool {
        if !self.declaring {
            return false;
        }
        let left = match (&left.head, left.args.last()) {
            (Head::Chain(_), Some(last)) => last,
            _ => left,
        };
        let set = match &left.head {
            Head::Apply(op) => self.table.set_constants.contains(op),
            Head::Power | Head::Index => {
                matches!(&left.args[0].head, Head::Apply(op) if self.table.set_constants.contains(op))
            }
            _ => false,
        };
        let first = left.symbol().is_some()
            && self
                .tokens
                .get(self.item_start)
                .is_some_and(|t| t.start == left.start);
        set || first || self.tokens[self.pos].gap == Gap::Wide
    }
}
