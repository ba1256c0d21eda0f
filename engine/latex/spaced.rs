//! Formulas in which blanks stand between all tokens, `{ \cal L } = \frac { 1 } { 1 2 } S U ( 2 )`, or
//! between all letters, `A B=2 C D`, as programs write them: blanks say nothing there.

use super::Reader;
use super::room::Room;
use super::table::Table;
use super::token::{Class, Gap, Token, split};

/// Fewer tokens may be apart by chance.
const FEWEST: usize = 8;

/// Whether blanks stand between all tokens, of which some are braces.
pub(super) fn apart(tokens: &[Token<'_>]) -> bool {
    tokens.len() >= FEWEST
        && tokens[1..].iter().all(|t| t.gap >= Gap::Blank)
        && tokens.iter().any(|t| t.class == Class::Open)
}

/// Leaves blanks out, those between all tokens where they are `apart`, and those between letters where a
/// text `joins` them or the formula tells.
pub(super) fn closed(tokens: &mut [Token<'_>], apart: bool, joins: bool, table: &Table) {
    if !apart {
        let spacing = Spacing::of(tokens);
        if spacing.tells() || joins && !spacing.denies() {
            joined(tokens, table);
        }
        return;
    }
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].gap == Gap::Blank {
            tokens[at].gap = Gap::None;
        }
        // `(1 2 3)` is a permutation.
        at += match tokens[at].key.as_ref() {
            "(" => 1 + permuted(&tokens[at + 1..]),
            _ => 1,
        };
    }
}

/// Where blanks stand and where they do not.
#[derive(Clone, Copy, Default)]
struct Spacing {
    /// Letters with a blank between them.
    apart: bool,
    /// Letters without one.
    together: bool,
    /// Signs of relations and sums without a blank beside them.
    close: bool,
    /// Signs with one.
    loose: bool,
}

impl Spacing {
    fn of(tokens: &[Token<'_>]) -> Self {
        let mut spacing = Self::default();
        for pair in tokens.windows(2) {
            let [left, right] = pair else { continue };
            if letter(left) && letter(right) {
                spacing.together |= right.gap == Gap::None;
                spacing.apart |= right.gap == Gap::Blank;
            } else if left.class != Class::Cell
                && right.class != Class::Cell
                && (sign(left) || sign(right))
            {
                spacing.close |= right.gap == Gap::None;
                spacing.loose |= right.gap == Gap::Blank;
            }
            if spacing.denies() {
                return spacing;
            }
        }
        spacing
    }

    /// Whether blanks stand between all letters, and beside no sign: nobody's hand does both.
    const fn tells(self) -> bool {
        self.apart && self.close && !self.denies()
    }

    /// Whether a blank may say something.
    const fn denies(self) -> bool {
        self.together || self.loose
    }
}

impl Reader<'_> {
    /// Whether blanks stand between all letters of these formulas of a text, and beside no sign, so
    /// that they say nothing: `A B=5`, `B C`.
    pub(crate) fn joins<'s>(&self, formulas: impl Iterator<Item = &'s str>) -> bool {
        let mut all = Spacing::default();
        for latex in formulas {
            let (tokens, _) = split(latex, Some(&self.table), &mut Room::default());
            let one = Spacing::of(&tokens);
            all.apart |= one.apart;
            all.close |= one.close;
            if one.denies() {
                return false;
            }
        }
        all.tells()
    }
}

/// Whether this is a letter in italics.
fn letter(token: &Token<'_>) -> bool {
    token.class == Class::Letter && token.short()
}

/// Signs beside which hands that write `A B` leave blanks as well.
fn sign(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), "=" | "+" | "-" | "<" | ">")
}

/// Leaves the blanks between letters out, but for those that keep letters from being a function: whoever
/// writes so has commands for these.
fn joined(tokens: &mut [Token<'_>], table: &Table) {
    let mut at = 0;
    while at < tokens.len() {
        let end = at + tokens[at..].iter().take_while(|t| letter(t)).count();
        let apart = |t: &&mut Token<'_>| t.gap == Gap::Blank;
        for token in tokens[at..end].iter_mut().skip(1).filter(apart) {
            token.gap = Gap::None;
        }
        while at + 1 < end {
            let words = table.lookup(&tokens[at..end]).map(|(_, width)| width);
            let width = words.max().unwrap_or(1);
            for token in &mut tokens[at + 1..at + width] {
                token.gap = Gap::Blank;
            }
            at += width;
        }
        at = end + 1;
    }
}

/// The number of digits that stand here alone before a parenthesis closes.
fn permuted(tokens: &[Token<'_>]) -> usize {
    let digits = tokens
        .iter()
        .take_while(|t| t.class == Class::Digit)
        .count();
    match tokens.get(digits).is_some_and(|t| t.key == ")") {
        true => digits,
        false => 0,
    }
}
