//! Words in scripts that formulas have no letters of, right beside formulas: `x = 1 \text{ или } x = 2`,
//! `\{a_n\} \text{是等差数列}`. Nobody multiplies by them, unless they are units: `5\text{ м}`.

use super::Parser;
use crate::latex::token::{Class, Token};

/// Whether a character is of a script in which prose is written, and letters of formulas hardly are.
pub(in crate::latex) fn of_prose(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{52f}' | '\u{590}'..='\u{6ff}' | '\u{900}'..='\u{97f}' | '\u{e00}'..='\u{e7f}')
        || ideograph(c)
}

/// Whether this is text in such a script.
pub(in crate::latex) fn in_prose(token: &Token<'_>) -> bool {
    super::is_text(token) && super::fence::said(token).contains(of_prose)
}

/// Whether a character is of a script that leaves no room between words.
pub(super) fn ideograph(c: char) -> bool {
    // `，求`
    let pause = matches!(c, '，' | '。' | '、' | '；' | '：');
    pause
        || matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

/// Units have no more letters: `(20 + x)\text{千米}`.
const UNIT: usize = 3;

/// Whether words say that what stands before them always holds, or when or where something does.
fn held(words: &str) -> bool {
    words.starts_with(['恒', '时', '成', '中', '上', '内'])
}

impl Parser<'_> {
    /// Whether the words here are of such a script and no factor: an operand is on one side of them, and
    /// no sign that takes them for an operand on the other.
    pub(super) fn prose_at(&self, at: usize) -> bool {
        let said = super::fence::said(&self.tokens[at]).trim();
        let letters = said.chars().take(UNIT + 1).count();
        if !said.starts_with(of_prose) || letters < 2 && !said.starts_with(ideograph) {
            return false;
        }
        let next = self.tokens.get(at + 1).filter(|_| at + 1 < self.end);
        let closes = next.is_none_or(|t| {
            matches!(t.class, Class::Row | Class::End) || matches!(&*t.key, "," | ";" | ".")
        });
        let value = next.is_some_and(|t| !super::is_text(t)) && self.starts_operand(at + 1);
        let digits = value && self.tokens[at + 1].class == Class::Digit;
        let Some(before) = at.checked_sub(1).map(|n| &self.tokens[n]) else {
            return value;
        };
        match before.class {
            // `f(x) \le 0 \text{恒成立}`
            Class::Digit if closes => letters > UNIT || held(said),
            Class::Digit => value && !digits,
            Class::Row | Class::Begin | Class::Cell => value,
            _ if before.key == "," => value,
            _ if closes && letters <= UNIT && said.starts_with(ideograph) => {
                held(said) || crate::latex::phrases::predicate(said, &self.table.lexicon).is_some()
            }
            _ => (closes || value) && self.ended_before(at),
        }
    }
}
