//! Where declarations end and what is said of them begins.

use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::fence::said;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// So many tokens of a bracket are looked through for the sign of a statement.
const BODY: usize = 60;

impl Parser<'_> {
    /// `:`, `\colon`, `.`, a bar, an implication or words such as "we have".
    pub(super) fn separator_here(&self) -> bool {
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
        self.implied_here()
    }

    /// Whether the word before what follows stands at a place.
    pub(super) fn then_at(&self, at: usize) -> bool {
        let words = |t: &Token<'_>| t.class == Class::Words && said(t) == "then";
        at < self.end && words(&self.tokens[at])
    }

    /// The sign of an implication.
    pub(super) fn implied_here(&self) -> bool {
        self.roles().any(|(role, _)| match role {
            Role::Infix { op, .. } => Some(*op) == self.table.implies,
            _ => false,
        })
    }

    /// Whether what follows this operand is no factor because the operand ends a declaration.
    pub(in crate::latex::parse) fn declaration_ends(&self, left: &Tree) -> bool {
        if !self.declaring {
            return false;
        }
        let chosen = self.set_ends(left);
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
                .is_some_and(|t| t.start == left.start)
            && self
                .letters_before
                .is_some_and(|n| n == 0 || !self.factor_here());
        let denied = matches!(self.key_at(self.pos), r"\lnot" | r"\neg" | "¬");
        set || first
            || denied
            || chosen
            || self.tokens[self.pos].gap == Gap::Wide
            || self.size_here()
            || self.body_here()
            || self.predicate_here()
    }

    /// Whether bars open here behind room and the bound of what is declared: `\forall n \ge N\ |a_n| < 1`.
    fn size_here(&self) -> bool {
        let bound = self.pos.checked_sub(2).filter(|at| *at > self.item_start);
        matches!(self.marks[self.pos], Mark::Open { .. })
            && self.tokens[self.pos].gap >= Gap::Thin
            && !matches!(self.key_at(self.pos), "(" | "[" | r"\{" | "{")
            && bound.is_some_and(|at| self.is_relation(at))
    }

    /// Whether room is left behind the one letter that names what the declared one is in: `\forall x \in A\, xy = yx`.
    pub(in crate::latex::parse) fn set_ends(&self, left: &Tree) -> bool {
        let member = |(role, _): (&Role, _)| matches!(role, Role::Infix { op, .. } if Some(*op) == self.table.member);
        let sign = self.pos.checked_sub(2).filter(|at| *at > self.item_start);
        self.tokens[self.pos].gap >= Gap::Thin
            && left.symbol().is_some()
            && self.tokens[self.pos - 1].start == left.start
            && sign.is_some_and(|at| self.roles_at(at).any(member))
    }

    /// Whether only letters are declared so far, and not the one that stands here: behind
    /// `\forall x \in A,` and `\forall x, x` a statement begins.
    pub(super) fn undeclared(&self, parts: &[Tree]) -> bool {
        let here = self.key_at(self.pos);
        let other = |part: &Tree| part.symbol().is_some_and(|letter| letter != here);
        parts.iter().all(other)
    }

    /// Whether a small letter stands here right after another: `\forall x, ab = ba`.
    fn factor_here(&self) -> bool {
        let token = &self.tokens[self.pos];
        token.gap == Gap::None
            && token.class == Class::Letter
            && !crate::latex::kinds::capital(&token.key)
    }

    /// Whether a capital letter stands here with the declared one in brackets, which says something
    /// of it: `\forall x \in X\, P(x)`.
    fn predicate_here(&self) -> bool {
        let (Some(predicate), Some(declared)) =
            (self.tokens.get(self.pos), self.tokens.get(self.item_start))
        else {
            return false;
        };
        let inside = match self.marks.get(self.pos + 1) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(self.pos + 1) == "(" => {
                &self.tokens[self.pos + 2..*partner]
            }
            _ => return false,
        };
        predicate.class == Class::Letter
            && crate::latex::kinds::capital(&predicate.key)
            && declared.class == Class::Letter
            && inside.iter().take(BODY).any(|t| t.key == declared.key)
    }

    /// Whether the bracket here, behind the set of a declaration, holds the statement:
    /// `\forall x \in A\,[x > 0]`.
    pub(in crate::latex::parse) fn body_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        if !self.declaring || !matches!(self.key_at(self.pos), "(" | "[" | r"\{") {
            return false;
        }
        // `\exists y\,(x, y) \in R`: nothing is applied to itself.
        if let Some(declared) = self.tokens.get(self.item_start)
            && self.pos == self.item_start + 1
            && declared.class == Class::Letter
            && self.key_at(self.pos) == "("
        {
            let mut inside = self.tokens[self.pos + 1..partner].iter().take(BODY);
            if self.tokens[self.pos].gap >= Gap::Thin || inside.any(|t| t.key == declared.key) {
                return true;
            }
        }
        let mut at = self.pos + 1;
        let predicate = self.tokens[at].class == Class::Letter
            && crate::latex::kinds::capital(&self.tokens[at].key)
            && self.key_at(at + 1) == "("
            && self.key_at(self.pos) == "[";
        let end = partner.min(at + BODY);
        while at < end && !predicate {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            let states = self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, .. } if *level <= self.table.relation)
            });
            // `\exists p > n\,(p \text{ is prime})`
            let said = self.tokens[at].class == Class::Words;
            if (states || said) && self.key_at(at) != "," {
                return true;
            }
            at += 1;
        }
        predicate
    }
}
