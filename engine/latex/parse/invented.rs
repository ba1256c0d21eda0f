//! Signs that a problem makes operators of: `a \heartsuit b = |a - b|`, `3 \square 4 = 12`, `a @ b`.

use super::Parser;
use super::join::Next;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token};
use crate::latex::tree::Tree;
use crate::term::Op;
use crate::vocabulary::Assoc;

/// Signs that are symbols where nothing stands on either side, with their operators.
const SIGNS: &[(&str, &str)] = &[
    (r"\heartsuit", "heartsuit"),
    ("♡", "heartsuit"),
    ("♥", "heartsuit"),
    (r"\spadesuit", "spadesuit"),
    ("♠", "spadesuit"),
    (r"\clubsuit", "clubsuit"),
    ("♣", "clubsuit"),
    (r"\diamondsuit", "diamondsuit"),
    ("♢", "diamondsuit"),
    (r"\#", "hashsign"),
    ("@", "atsign"),
    (r"\bigstar", "bigstar"),
    ("★", "bigstar"),
    (r"\square", "boxsign"),
    (r"\Box", "boxsign"),
    ("□", "boxsign"),
    (r"\blacksquare", "blackbox"),
    ("■", "blackbox"),
];

/// Operators whose signs mean something else before what has parts, fields and sets.
const GUARDED: &[&str] = &["hashsign", "boxsign"];

/// As many tokens of a script are looked back through.
const SCRIPTED: usize = 8;

/// Suits of cards, which stand behind the names of cards: `A\heartsuit`.
const CARDS: &[&str] = &[r"\heartsuit", r"\spadesuit", r"\clubsuit", r"\diamondsuit"];

impl Parser<'_> {
    /// What joins the operand before to what follows, if a sign that is no operator anywhere else
    /// stands between two operands here and wherever it occurs.
    pub(super) fn invented(&self, left: &Tree) -> Option<Next> {
        let op = self.invented_here().filter(|_| !left.states())?;
        Some(Next::Infix {
            op,
            strength: self.table.strength.product,
            assoc: Assoc::Left,
            width: 1,
        })
    }

    /// The operator that such a sign is at the current place.
    pub(super) fn invented_here(&self) -> Option<Op> {
        let key = self.key_at(self.pos);
        let (_, name) = SIGNS.iter().find(|(sign, _)| *sign == key)?;
        let op = self.table.named(name)?;
        let around = self.around();
        let between = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| around.get(at));
            before.is_some_and(ends) && around.get(at + 1).is_some_and(starts)
        };
        let all = around.iter().enumerate().all(|(at, token)| {
            token.key != key && !CARDS.contains(&token.key.as_ref()) || between(at)
        });
        let opens = matches!(self.marks[self.pos], Mark::Open { .. });
        if opens || !all || !self.starts_operand(self.pos + 1) {
            return None;
        }
        (!GUARDED.contains(name)
            || self.between_numbers()
            || *name == "hashsign" && self.between_spaces()
            || *name == "boxsign" && self.between_graphs())
        .then_some(op)
    }

    /// Whether the operands on either side of the sign here are numbers: `3 \square 4`, `a \# b`; not
    /// `\phi \Box \phi`, `n \# A`.
    fn between_numbers(&self) -> bool {
        if self.usage.logic || self.usage.figures.sets {
            return false;
        }
        let number = |t: &Token<'_>| {
            t.class == Class::Digit
                || matches!(t.key.as_bytes(), [b] if b.is_ascii_lowercase() || matches!(b, b'(' | b')'))
        };
        let [before, after] = [self.pos - 1, self.pos + 1].map(|at| &self.tokens[at]);
        let capital = |t: &Token<'_>| crate::latex::figures::point(t);
        let sums = capital(before) && capital(after);
        let differ = before.key != after.key || before.class == Class::Digit;
        // `\frac{1}{2} \square \frac{2}{3}`
        let figure = matches!(before.class, Class::Digit | Class::Close)
            && (after.class == Class::Digit || after.key.ends_with("frac"))
            && self.key_at(self.pos) == r"\square";
        differ && (number(before) && number(after) || sums) || figure
    }

    /// Whether a space with scripts ends before the sign here, and another begins after it, so that it
    /// is that of their connected sum: `T^2 \# \mathbb{RP}^2`, `\Sigma_g \# \Sigma_h`.
    fn between_spaces(&self) -> bool {
        let space = |t: &Token<'_>| {
            crate::latex::figures::point(t)
                || t.key == r"\Sigma"
                || t.class == Class::Name && t.key.starts_with(r"\mathbb{")
        };
        self.scripted_before().is_some_and(space) && space(&self.tokens[self.pos + 1])
    }

    /// Whether graphs with an index stand on both sides of the sign here, of which it is the product:
    /// `K_2 \square C_n`; not `A_\mu \Box A^\mu`.
    fn between_graphs(&self) -> bool {
        let graph = |t: &Token<'_>| matches!(t.key.as_ref(), "G" | "H" | "K" | "C" | "P" | "Q");
        let index = self.key_at(self.pos + 3);
        let indexed = self.key_at(self.pos + 2) == "_" && !index.starts_with('\\');
        let after = indexed && graph(&self.tokens[self.pos + 1]);
        let before = || self.scripted_before().is_some_and(graph);
        // `G_1 \square \cdots \square G_k`
        after && (before() || self.pos > 0 && dots(&self.tokens[self.pos - 1]))
            || dots(&self.tokens[self.pos + 1]) && before()
    }

    /// What the script that ends before the sign here hangs on.
    fn scripted_before(&self) -> Option<&Token<'_>> {
        let from = self.pos.saturating_sub(SCRIPTED);
        let scripted = (from..self.pos).rev().find(|at| {
            matches!(self.key_at(*at), "^" | "_")
                && match self.marks.get(at + 1) {
                    Some(Mark::Open { partner, .. }) => partner + 1 == self.pos,
                    _ => at + 2 == self.pos,
                }
        });
        scripted.and_then(|at| self.tokens.get(at.checked_sub(1)?))
    }
}

/// Whether an operand may end with this token.
fn ends(token: &Token<'_>) -> bool {
    matches!(
        token.class,
        Class::Letter | Class::Digit | Class::Name | Class::Close
    ) && !SIGNS.iter().any(|(sign, _)| *sign == token.key)
        || matches!(token.key.as_ref(), ")" | "]" | "|" | "!" | "'")
        || dots(token)
}

/// Whether dots stand for operands in between.
fn dots(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\cdots" | r"\dots" | r"\ldots" | r"\dotsb"
    )
}

/// Whether an operand may begin with this token, and it is none of these signs.
fn starts(token: &Token<'_>) -> bool {
    let sign = SIGNS.iter().any(|(sign, _)| *sign == token.key);
    matches!(
        token.class,
        Class::Letter | Class::Digit | Class::Name | Class::Open
    ) && !sign
        || matches!(token.key.as_ref(), "(" | "[" | "|")
        || token.class == Class::Sign && token.key.len() > 2 && token.key.starts_with('\\') && !sign
}
