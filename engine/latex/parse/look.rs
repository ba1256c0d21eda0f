//! What stands at a place: roles, signs, words, the start of an operand.

mod constant;

use super::{Parser, fence};
use crate::latex::clauses;
use crate::latex::matching::Mark;
use crate::latex::name::Name;
use crate::latex::table::{Role, Roles};
use crate::latex::token::{self, Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;

/// As many tokens on either side are looked through.
const NEAR: usize = 40;

impl<'t> Parser<'t> {
    /// The formula around this place, in which is looked for what tells the meaning of something here.
    pub(super) fn around(&self) -> &'t [Token<'t>] {
        &self.tokens[token::around(self.tokens, self.pos)]
    }

    /// Whether words stand here that join what is before and after them: `\text{…}` that names no
    /// operator, is not applied and is no name of a quantity.
    pub(super) fn words_at(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return false;
        };
        if !super::words::is_text(token) {
            return false;
        }
        if self.inches(at) {
            return false;
        }
        if self.roles_at(at).next().is_some() {
            // `n \text{ times}`
            return at + 1 == self.end && fence::said(token).trim() == "times";
        }
        // `x \approx 1.23 \text{ (2 d.p.)}`: no name begins with a bracket.
        let last = at + 1 == self.end || self.tokens[at + 1].class == Class::Row;
        let said = fence::said(token).trim();
        // `[N]` is a unit.
        let bracket = said.starts_with('(') || said.starts_with('[') && said.contains(' ');
        let degree = || at > 1 && self.key_at(at - 1) == r"\circ" && self.key_at(at - 2) == "^";
        let remark = last && bracket && (self.ended_before(at) || degree());
        if remark {
            return true;
        }
        if self.remainder_at(at) {
            return true;
        }
        let begins = at
            .checked_sub(1)
            .is_none_or(|n| matches!(self.tokens[n].class, Class::Row | Class::Begin));
        if begins && crate::latex::numbered::names(fence::said(token)) {
            return true;
        }
        // `\text{Recall}(q)`, `\text{Recall} = \frac{a}{b}`, `\text{recall} \cdot p`, `\text{recall} + p`
        let applied = || {
            let said = fence::said(token);
            let single = !said.trim().contains(' ');
            let equated = single && said.starts_with(char::is_uppercase);
            let after = self.key_at(at + 1);
            let words = |t: &Token<'_>| matches!(t.class, Class::Name | Class::Words);
            let less = || after == "-" && self.tokens.get(at + 2).is_some_and(words);
            token.class == Class::Name
                && (after == "("
                    || equated && after == "="
                    || single
                        && (matches!(after, "+" | r"\cdot" | r"\times" | "*" | "/") || less()))
        };
        // `a = b,\quad \text{total weight} = c`: a side of the next equation.
        let equated = || {
            !bracket
                && self.key_at(at + 1) == "="
                && at.checked_sub(1).is_some_and(|n| self.key_at(n) == ",")
        };
        // `p = x,\quad \text{logit}(p) = y`
        let value = || {
            self.key_at(at + 1) == "("
                && applied()
                && at.checked_sub(1).is_some_and(|n| self.key_at(n) == ",")
        };
        super::words::joins(fence::said(token), &self.table.lexicon) && !applied()
            || self.prose_at(at)
            || token.gap == Gap::Wide && self.ended_before(at) && !equated() && !value()
    }

    /// Whether the word "in" stands after a number here, and nothing after it that something may be
    /// in: inches.
    pub(super) fn inches(&self, at: usize) -> bool {
        let word = self.tokens.get(at).filter(|t| {
            matches!(t.class, Class::Name | Class::Words) && fence::said(t).trim() == "in"
        });
        let number = at > 0 && self.tokens[at - 1].class == Class::Digit;
        word.is_some() && number && !self.starts_operand(at + 1)
    }

    /// Whether the token before ends an operand, as far as it shows.
    pub(super) fn ended_before(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let open = matches!(self.marks[before], Mark::Open { .. } | Mark::Separator)
            || self.tokens[at].key == "?" && self.columns_end(before)
            || matches!(
                self.tokens[before].class,
                Class::Open | Class::Begin | Class::Cell | Class::Row
            );
        let asks = |role: &Role| {
            matches!(
                role,
                Role::Infix { .. }
                    | Role::Prefix { .. }
                    | Role::Bound { .. }
                    | Role::Function {
                        needs_brackets: false,
                        ..
                    }
            )
        };
        let words = super::words::is_text(&self.tokens[before]);
        !open && !words && !self.roles_at(before).any(|(role, _)| asks(role))
    }

    pub(super) fn words(&mut self) -> Option<Tree> {
        if !self.words_at(self.pos) {
            return None;
        }
        let token = &self.tokens[self.pos];
        let tree = Tree::new(
            Head::Words(Name::of(token)),
            Vec::new(),
            token.start,
            token.end,
        );
        self.pos += 1;
        Some(tree)
    }

    pub(super) fn roles(&self) -> impl Iterator<Item = (&'t Role, usize)> + use<'t> {
        self.roles_at(self.pos)
    }

    pub(super) fn roles_at(&self, at: usize) -> impl Iterator<Item = (&'t Role, usize)> + use<'t> {
        let run: &'t [Token<'t>] = &self.tokens[at.min(self.end)..self.end];
        self.table.lookup(run)
    }

    /// Whether one of these roles may be listed for a token.
    #[inline]
    pub(super) fn may(&self, at: usize, roles: Roles) -> bool {
        at < self.end && self.tokens[at].roles.may(roles)
    }

    /// The sign (none for `+`) at the current place, with its width.
    pub(super) fn sign_here(&self) -> Option<(Option<Op>, usize)> {
        if !self.may(self.pos, Roles::SIGN) {
            return None;
        }
        for (role, width) in self.roles() {
            match role {
                Role::Prefix { op, level } if *level == self.table.sum => {
                    return Some((Some(*op), width));
                }
                Role::Infix { op, .. } if *op == self.table.add => return Some((None, width)),
                _ => {}
            }
        }
        None
    }

    pub(super) fn sign_of(&self, at: usize) -> Option<Op> {
        self.roles_at(at).find_map(|(role, _)| match role {
            Role::Prefix { op, level } if *level == self.table.sum => Some(*op),
            _ => None,
        })
    }

    pub(super) fn prefix_here(&self) -> bool {
        self.may(self.pos, Roles::PREFIX)
            && self
                .roles()
                .any(|(role, _)| matches!(role, Role::Prefix { .. }))
    }

    /// Whether a sign stands here that makes a factor of what follows: `\nabla f`.
    pub(super) fn operator_here(&self) -> bool {
        let factor = |level: u8| 4 * level > self.table.strength.product;
        self.may(self.pos, Roles::PREFIX)
            && self
                .roles()
                .any(|(role, _)| matches!(role, Role::Prefix { level, .. } if factor(*level)))
    }

    /// Whether the sign of a relation or an implication stands here.
    pub(super) fn relation_here(&self) -> bool {
        self.may(self.pos, Roles::WEAK)
            && self.roles().any(|(role, _)| matches!(role, Role::Infix { level, assoc: Assoc::Chain, .. } if *level <= self.table.relation))
            && !self.starts_operand(self.pos)
    }

    /// Whether an infix sign stands here that is no sign of a term and opens nothing.
    pub(super) fn infix_here(&self) -> bool {
        self.may(self.pos, Roles::INFIX)
            && !self.starts_operand(self.pos)
            && self.ordered_end(self.pos).is_none()
            && !self.prefix_here()
            && self.sign_here().is_none()
            && self.marks[self.pos] == Mark::None
            && self
                .roles()
                .any(|(role, _)| matches!(role, Role::Infix { .. }))
    }

    /// Whether the word between two numbers is that of a remainder: `17 : 5 = 3 \text{ R } 2`.
    fn remainder_at(&self, at: usize) -> bool {
        let word = fence::said(&self.tokens[at]).trim();
        let digit =
            |i: usize| i < self.end && self.tokens.get(i).is_some_and(|t| t.class == Class::Digit);
        matches!(
            word,
            "R" | "r" | "Rest" | "rest" | "remainder" | "Remainder" | "reste"
        ) && at > 0
            && digit(at - 1)
            && digit(at + 1)
    }

    /// Whether a stroke for the symbol after it stands here: `\not{D}`.
    pub(super) fn stroke_at(&self, at: usize) -> bool {
        if self.key_at(at) != r"\not" || self.table.slashed.is_none() {
            return false;
        }
        let letter = |i: usize| {
            self.tokens
                .get(i)
                .filter(|_| i < self.end)
                .is_some_and(|t| matches!(t.class, Class::Letter | Class::Name))
                || matches!(
                    self.key_at(i),
                    r"\partial" | r"\nabla" | r"\hat" | r"\bar" | r"\tilde"
                )
        };
        letter(at + 1) || self.key_at(at + 1) == "{" && letter(at + 2)
    }

    /// Whether punctuation stands here, or the end of a row.
    pub(super) fn pause_here(&self) -> bool {
        self.pos < self.end
            && self.marks[self.pos] == Mark::None
            && (self.tokens[self.pos].class == Class::Row
                || matches!(self.tokens[self.pos].key.as_ref(), "," | ";" | ".")
                    && !self.starts_operand(self.pos))
    }

    /// Whether a statement of its own begins behind the comma or the break here.
    pub(super) fn line_here(&self) -> bool {
        clauses::parts_statements(&self.tokens[self.pos])
    }

    /// Whether an operand may start here.
    pub(super) fn starts_operand(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at).filter(|_| at < self.end) else {
            return false;
        };
        match self.marks[at] {
            Mark::Open { .. } => return !self.table.shapes.follows(&token.key),
            _ if token.class == Class::Sign && self.stroke_at(at) => return true,
            Mark::Close | Mark::Separator => return false,
            Mark::None => {}
        }
        match token.class {
            Class::Letter | Class::Digit => true,
            Class::Name | Class::Words => {
                let joins = |role: &Role| {
                    matches!(
                        role,
                        Role::Infix { .. } | Role::Prefix { .. } | Role::Postfix { .. }
                    )
                };
                !self.words_at(at) && !self.roles_at(at).any(|(role, _)| joins(role))
            }
            Class::Open | Class::Close | Class::Begin | Class::End | Class::Cell | Class::Row => {
                false
            }
            Class::Sign if token.short() && self.subfactorial_at(at) => true,
            Class::Sign => {
                if !token.short() && self.figure_at(at).is_some() {
                    return true;
                }
                let mut known = false;
                for (role, _) in self.roles_at(at) {
                    known = true;
                    match role {
                        Role::Command { .. }
                        | Role::Function { .. }
                        | Role::Bound { .. }
                        | Role::Constant { .. }
                        | Role::Operatorname { .. } => return true,
                        _ => {}
                    }
                }
                let key = token.key.as_ref();
                !known && key.len() > 1 && key.starts_with('\\') && !self.structural(key)
                    || key == "?" && !self.ended_before(at)
                    || key == "."
                        && self
                            .tokens
                            .get(at + 1)
                            .is_some_and(|t| t.class == Class::Digit && t.gap <= Gap::Back)
            }
        }
    }

    /// Commands that are part of a notation and never an operand.
    pub(super) fn structural(&self, key: &str) -> bool {
        matches!(
            key,
            r"\mid"
                | r"\middle"
                | r"\}"
                | r"\{"
                | r"\|"
                | r"\rangle"
                | r"\rfloor"
                | r"\rceil"
                | r"\rvert"
                | r"\rVert"
                | r"\vert"
                | r"\of"
                | r"\colon"
                | r"\not"
                | r"\limits"
        )
    }

    /// The spelling of a token of this group; empty past its end.
    pub(super) fn key_at(&self, at: usize) -> &str {
        self.tokens
            .get(at)
            .filter(|_| at < self.end)
            .map_or("", |t| t.key.as_ref())
    }

    /// Whether a parenthesis or square bracket opens here.
    pub(super) fn bracket_here(&self) -> bool {
        self.pos < self.end
            && matches!(self.tokens[self.pos].key.as_ref(), "(" | "[")
            && matches!(self.marks[self.pos], Mark::Open { .. })
    }

    pub(super) fn operand_follows(&self) -> bool {
        self.starts_operand(self.pos) || self.sign_here().is_some() || self.prefix_here()
    }
}
