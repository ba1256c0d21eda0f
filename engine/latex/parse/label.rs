//! Statements with a name before them, and moduli in brackets.

use super::Parser;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Assoc;

/// How far ahead a sign is looked for, in tokens.
const AHEAD: usize = 200;
/// As many tokens are looked at for the side of an equation.
const NEAR: usize = 40;

/// Small letters that name lines and curves.
const LINES: &[&str] = &["f", "g", "h", "k", "l", "p", "t"];

impl Parser<'_> {
    /// The modulus in `(\bmod m)`, `(\text{mod } m)` after a congruence.
    pub(super) fn modulus_in_brackets(&self, left: &Tree) -> Option<(usize, usize)> {
        if self.key_at(self.pos) != "(" {
            return None;
        }
        let Mark::Open { partner, width: 1 } = self.marks[self.pos] else {
            return None;
        };
        let word = self.tokens.get(self.pos + 1)?;
        let spelled = |i: usize| self.key_at(i);
        let letters = spelled(self.pos + 1) == "m"
            && spelled(self.pos + 2) == "o"
            && spelled(self.pos + 3) == "d";
        let named = matches!(word.key.as_ref(), r"\bmod" | r"\mod")
            || matches!(word.class, Class::Name | Class::Words)
                && super::fence::said(word) == "mod";
        let from = self.pos + if letters { 4 } else { 2 };
        let states = matches!(left.head, Head::Chain(_)) || self.congruent_before();
        ((named || letters) && from < partner && states).then_some((from, partner))
    }

    /// Whether the sign of a congruence stands before, near.
    fn congruent_before(&self) -> bool {
        self.tokens[self.pos.saturating_sub(AHEAD)..self.pos]
            .iter()
            .any(|t| {
                matches!(
                    t.key.as_ref(),
                    r"\equiv" | "≡" | "=" | r"\not\equiv" | r"\cong"
                )
            })
    }

    /// Whether the operand before a colon is the name of the statement after it: `H_0: \mu = 5`,
    /// `C: y = x^2`, and no term of a ratio.
    pub(super) fn labels(&self, left: &Tree) -> bool {
        let index = matches!(left.head, Head::Index);
        let line = self.line_follows();
        let name = left
            .root_symbol()
            .is_some_and(|name| capital(name) || name == r"\ell" || line && LINES.contains(&name));
        if self.declaring || !name || !(index || left.symbol().is_some()) {
            return false;
        }
        let first = self.tokens.get(self.pos + 1);
        let large = first.is_some_and(|t| t.class == Class::Digit || capital(&t.key));
        if large && !index && !self.plane_follows() {
            return false;
        }
        let mut related = false;
        let mut at = self.pos + 1;
        let limit = self.end.min(self.pos + AHEAD);
        while at < limit {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            let token = &self.tokens[at];
            let apart = at > self.pos + 1 && (token.gap == Gap::Wide || super::is_text(token));
            if apart || matches!(token.key.as_ref(), "," | ";") || token.class == Class::Row {
                break;
            }
            if matches!(token.key.as_ref(), ":" | r"\colon") {
                return false;
            }
            related |= self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { op, level, assoc: Assoc::Chain, .. }
                    if *level == self.table.relation && Some(*op) != self.table.tends)
            });
            at += 1;
        }
        related
    }

    /// Whether an equation of a line or curve begins after the colon: `y =`, `\vec{x} =`.
    fn line_follows(&self) -> bool {
        let at = self.pos + 1;
        let point = self.key_at(at) == "y" || self.key_at(at).starts_with(r"\vec{");
        point && self.key_at(at + 1) == "="
    }

    /// Whether an equation in coordinates begins after the colon: `2x + y - z = 4`.
    fn plane_follows(&self) -> bool {
        let ahead = self.pos + 1..self.end.min(self.pos + 1 + NEAR);
        let sides = ahead.take_while(|at| self.key_at(*at) != "=");
        let (mut x, mut y) = (false, false);
        let mut last = self.pos;
        for at in sides {
            x |= self.key_at(at) == "x";
            y |= self.key_at(at) == "y";
            last = at;
        }
        x && y && self.key_at(last + 1) == "="
    }

    /// The rest of a statement with a name, from the colon on.
    pub(super) fn labelled(&mut self, name: Tree) -> Tree {
        self.pos += 1;
        let statement = self.expression(4 * self.table.relation);
        let head = match self.table.named("labelled") {
            Some(op) => Head::Apply(op),
            None => Head::Sequence,
        };
        Tree::over(head, vec![name, statement])
    }
}
