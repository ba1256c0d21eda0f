//! Characters that stand for what LaTeX writes with several tokens: raised and lowered digits and
//! letters, marks above a letter, `∂`, `∛`.

use super::token::{Class, Gap, Lexer};
use crate::symbols::command_of;

/// Raised characters and what they are on the line.
const RAISED: &[(char, &str)] = &[
    ('⁰', "0"),
    ('¹', "1"),
    ('²', "2"),
    ('³', "3"),
    ('⁴', "4"),
    ('⁵', "5"),
    ('⁶', "6"),
    ('⁷', "7"),
    ('⁸', "8"),
    ('⁹', "9"),
    ('⁺', "+"),
    ('⁻', "-"),
    ('⁽', "("),
    ('⁾', ")"),
    ('ᵃ', "a"),
    ('ᵇ', "b"),
    ('ᶜ', "c"),
    ('ᵈ', "d"),
    ('ᵉ', "e"),
    ('ⁱ', "i"),
    ('ʲ', "j"),
    ('ᵏ', "k"),
    ('ᵐ', "m"),
    ('ⁿ', "n"),
    ('ᵖ', "p"),
    ('ʳ', "r"),
    ('ˢ', "s"),
    ('ᵗ', "t"),
    ('ˣ', "x"),
    ('ʸ', "y"),
    ('ᶻ', "z"),
    ('ᵀ', "T"),
];

/// Lowered characters and what they are on the line.
const LOWERED: &[(char, &str)] = &[
    ('₀', "0"),
    ('₁', "1"),
    ('₂', "2"),
    ('₃', "3"),
    ('₄', "4"),
    ('₅', "5"),
    ('₆', "6"),
    ('₇', "7"),
    ('₈', "8"),
    ('₉', "9"),
    ('₊', "+"),
    ('₋', "-"),
    ('₌', "="),
    ('₍', "("),
    ('₎', ")"),
    ('ₐ', "a"),
    ('ₑ', "e"),
    ('ₒ', "o"),
    ('ₓ', "x"),
    ('ₕ', "h"),
    ('ₖ', "k"),
    ('ₗ', "l"),
    ('ₘ', "m"),
    ('ₙ', "n"),
    ('ₚ', "p"),
    ('ₛ', "s"),
    ('ₜ', "t"),
    ('ᵢ', "i"),
    ('ⱼ', "j"),
    ('ᵣ', "r"),
    ('ᵤ', "u"),
    ('ᵥ', "v"),
];

/// Signs that a keyboard, a word processor or a drawing puts in the place of others.
const SIGNS: &[(char, &str)] = &[
    ('−', "-"),
    ('×', r"\times"),
    ('·', r"\cdot"),
    ('±', r"\pm"),
    ('∑', r"\sum"),
    ('∏', r"\prod"),
    ('∫', r"\int"),
    ('≤', r"\leq"),
    ('⩽', r"\leq"),
    ('≥', r"\geq"),
    ('⩾', r"\geq"),
    ('≠', r"\neq"),
    ('∈', r"\in"),
    ('→', r"\to"),
    ('∞', r"\infty"),
    ('∇', r"\nabla"),
    ('…', r"\ldots"),
    ('⋯', r"\cdots"),
    ('′', "'"),
    ('’', "'"),
    ('┌', r"\ulcorner"),
    ('┐', r"\urcorner"),
    ('└', r"\llcorner"),
    ('┘', r"\lrcorner"),
];

/// Sets of numbers.
const NUMBERS: &[(char, &str)] = &[
    ('ℕ', r"\mathbb{N}"),
    ('ℤ', r"\mathbb{Z}"),
    ('ℚ', r"\mathbb{Q}"),
    ('ℝ', r"\mathbb{R}"),
    ('ℂ', r"\mathbb{C}"),
];

const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The digit that one of a bold or upright font is: `𝟎`, `𝟢`.
fn styled_digit(c: char) -> Option<usize> {
    let place = u32::from(c).checked_sub(0x1D7CE)?;
    (place < 50).then_some(place as usize % 10)
}

/// Marks that join the letter before them, and the commands for them.
const MARKS: &[(char, &str)] = &[
    ('\u{300}', r"\grave"),
    ('\u{301}', r"\acute"),
    ('\u{302}', r"\hat"),
    ('\u{303}', r"\tilde"),
    ('\u{304}', r"\bar"),
    ('\u{305}', r"\bar"),
    ('\u{307}', r"\dot"),
    ('\u{308}', r"\ddot"),
    ('\u{20d7}', r"\vec"),
];

fn found(list: &[(char, &'static str)], c: char) -> Option<&'static str> {
    list.iter().find(|(d, _)| *d == c).map(|(_, key)| *key)
}

impl Lexer<'_> {
    /// Reads a character that stands for several tokens; false when it does not.
    pub(super) fn compound(&mut self, c: char, start: usize) -> bool {
        if let Some(accent) = found(MARKS, c) {
            self.pos = start + c.len_utf8();
            return self.mark_last(accent) || {
                self.pos = start;
                false
            };
        }
        let (script, list) = match (found(RAISED, c), found(LOWERED, c)) {
            (Some(_), _) => ("^", RAISED),
            (_, Some(_)) => ("_", LOWERED),
            _ => return self.sign(c, start),
        };
        self.push(script, Class::Sign, start);
        self.push("{", Class::Open, start);
        while let Some((c, key)) = self
            .rest()
            .chars()
            .next()
            .and_then(|c| Some((c, found(list, c)?)))
        {
            let start = self.pos;
            self.pos += c.len_utf8();
            let class = match key.as_bytes() {
                [b'0'..=b'9'] => Class::Digit,
                [b'a'..=b'z' | b'A'..=b'Z'] => Class::Letter,
                _ => Class::Sign,
            };
            self.push(key, class, start);
        }
        self.push("}", Class::Close, self.pos);
        true
    }

    fn sign(&mut self, c: char, start: usize) -> bool {
        // `Σ` is typed for the sign of a sum.
        let letter = self.font.is_none() && c != 'Σ';
        if let Some(letter) = command_of(c).filter(|_| letter) {
            self.pos = start + c.len_utf8();
            self.push(letter, Class::Letter, start);
            return true;
        }
        if let Some(digit) = styled_digit(c) {
            self.pos = start + c.len_utf8();
            self.push(DIGITS[digit], Class::Digit, start);
            return true;
        }
        if let Some(set) = found(NUMBERS, c) {
            self.pos = start + c.len_utf8();
            self.push(set, Class::Name, start);
            return true;
        }
        if let Some(key) = found(SIGNS, c) {
            self.pos = start + c.len_utf8();
            self.push(key, Class::Sign, start);
            return true;
        }
        let index = match c {
            '∂' => None,
            '∛' => Some("3"),
            '∜' => Some("4"),
            _ => return false,
        };
        self.pos = start + c.len_utf8();
        match index {
            None => self.push(r"\partial", Class::Sign, start),
            Some(index) => {
                self.push(r"\sqrt", Class::Sign, start);
                self.push("[", Class::Sign, start);
                self.push(index, Class::Digit, start);
                self.push("]", Class::Sign, start);
            }
        }
        true
    }

    /// Puts an accent over the letter before; false when none stands there.
    fn mark_last(&mut self, accent: &'static str) -> bool {
        if self.gap != Gap::None || self.out.last().is_none_or(|t| t.class != Class::Letter) {
            return false;
        }
        let Some(mut letter) = self.out.pop() else {
            return false;
        };
        let start = letter.start;
        self.gap = std::mem::replace(&mut letter.gap, Gap::None);
        self.push(accent, Class::Sign, start);
        self.push("{", Class::Open, start);
        letter.end = self.pos;
        self.out.push(letter);
        self.push("}", Class::Close, self.pos);
        true
    }
}
