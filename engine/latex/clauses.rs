//! Implications beside each other, each a statement of its own: `a \implies b, c \implies d`, and the lines of
//! a display.

use super::rows::relates;
use super::signs::{Signs, Sorts};
use super::token::{Class, Side, Token};

/// Signs that join statements.
pub(super) const IMPLICATIONS: &[&str] = &[
    r"\iff",
    r"\implies",
    r"\impliedby",
    r"\Rightarrow",
    r"\Leftarrow",
    r"\Leftrightarrow",
    r"\Longrightarrow",
    r"\Longleftrightarrow",
];

/// Signs that may join statements.
pub(super) const ARROWS: &[&str] = &[r"\equiv", r"\to", r"\rightarrow", r"\leftrightarrow"];

/// Whether statements of their own stand on both sides of this comma or break, whatever joins their
/// parts.
pub(super) fn parts_statements(token: &Token<'_>) -> bool {
    token.class == Class::Row && token.side == Side::Middle
}

/// Marks those of a formula without lines. A quantifier is of all that follows.
pub(super) fn listed(tokens: &mut [Token<'_>], signs: Signs) {
    let quantifies = |t: &Token<'_>| matches!(t.key.as_ref(), r"\forall" | r"\exists" | "∀" | "∃");
    if signs.has(b',') && signs.may(Sorts::IMPLIES) && !tokens.iter().any(quantifies) {
        apart(tokens, None);
    }
}

/// What stands since the last comma or break.
#[derive(Clone, Copy, Default)]
struct Stretch {
    /// The place of that comma or break.
    from: Option<usize>,
    /// How weakly the sign joins that stands before it, and the one behind.
    before: u8,
    behind: u8,
}

impl Stretch {
    fn ends(&mut self, at: usize) {
        *self = Self {
            from: Some(at),
            before: self.behind,
            behind: 0,
        };
    }
}

/// Marks the commas and the breaks of lines between implications or equivalences of their own, which no
/// sign of one joins: `a &\iff b \\ c &\iff d`, `a \implies b, c \implies d`.
pub(super) fn apart(tokens: &mut [Token<'_>], keep: Option<&[bool]>) {
    let joins = |t: &Token<'_>| {
        let key = t.key.as_ref();
        2 * u8::from(IMPLICATIONS.contains(&key)) + u8::from(ARROWS.contains(&key))
    };
    if tokens.iter().filter(|t| joins(t) > 0).take(2).count() < 2 {
        return;
    }
    let (mut line, mut item) = (Stretch::default(), Stretch::default());
    let (mut around, mut begins) = (Vec::new(), true);
    let mut related = false;
    let mut brackets = 0_usize;
    let opens = |t: &Token<'_>| matches!(t.key.as_ref(), "(" | "[" | r"\{" | r"\langle");
    let closes = |t: &Token<'_>| matches!(t.key.as_ref(), ")" | "]" | r"\}" | r"\rangle");
    for at in 0..tokens.len() {
        let comma = tokens[at].class == Class::Sign && tokens[at].key == ",";
        match tokens[at].class {
            Class::Cell => continue,
            Class::Open | Class::Begin => {
                around.push((std::mem::take(&mut line), std::mem::take(&mut item)));
            }
            Class::Close | Class::End => (line, item) = around.pop().unwrap_or_default(),
            Class::Row if keep.is_none_or(|keep| keep[at]) => {
                line.ends(at);
                item = Stretch::default();
                (related, brackets) = (false, 0);
            }
            _ if comma && brackets == 0 => {
                item.ends(at);
                related = false;
            }
            _ if opens(&tokens[at]) => brackets += 1,
            _ if closes(&tokens[at]) => brackets = brackets.saturating_sub(1),
            _ if !begins => {
                related |= relates(&tokens[at]) && joins(&tokens[at]) == 0;
                // An arrow behind what is said of something joins that to what is said next.
                let weak = match joins(&tokens[at]) {
                    1 if related => 2,
                    weak => weak,
                };
                line.behind = line.behind.max(weak);
                item.behind = item.behind.max(weak);
                let own = weak > 0 && line.before >= weak;
                let implied = weak == 2 && item.before == 2;
                let found = [line.from.filter(|_| own), item.from.filter(|_| implied)];
                for place in found.into_iter().flatten() {
                    (tokens[place].class, tokens[place].side) = (Class::Row, Side::Middle);
                }
            }
            _ => {}
        }
        begins = comma || matches!(tokens[at].class, Class::Row | Class::Begin);
    }
}
