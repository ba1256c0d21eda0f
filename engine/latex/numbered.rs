//! Numbers of formulas and signs that a proof ends with, at the end of a line: `x^2 = 2 \qquad (3)`,
//! `x = 3 \quad \blacksquare`.

use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out};

/// The longest number, in tokens with its brackets.
const LONGEST: usize = 12;

/// As far back is a relation looked for.
const BACK: usize = 400;

/// Signs that name a formula.
const STARS: &[&str] = &[
    "*",
    r"\ast",
    r"\star",
    r"\dagger",
    r"\dag",
    r"\ddagger",
    "†",
    "★",
];

/// Leaves out the numbers at the ends of lines that others follow.
pub(super) fn unnumbered(mut tokens: Vec<Token<'_>>, signs: Signs) -> Vec<Token<'_>> {
    if !signs.holds(Class::Row) {
        return tokens;
    }
    let ends = (0..tokens.len()).filter(|at| matches!(tokens[*at].class, Class::Row | Class::End));
    let numbers = ends.filter_map(|at| {
        let from = number_before(&tokens, at)?;
        relates(&tokens[..from]).then_some(from..at)
    });
    let numbers = numbers.collect();
    leave_out(&mut tokens, numbers);
    tokens
}

/// Where the number of a formula that ends at a token begins.
pub(super) fn number_before(tokens: &[Token<'_>], end: usize) -> Option<usize> {
    let last = &tokens[end.checked_sub(1)?];
    if end > 1 && ticked(tokens, end - 1) {
        return Some(end - 1);
    }
    if last.class == Class::Digit || last.class == Class::Letter {
        return None;
    }
    let from = match last.class {
        Class::Words | Class::Name => end - 1,
        _ if circled(last) => end - 1,
        _ => bracket(tokens, end)?,
    };
    if matches!(last.class, Class::Words | Class::Name) && !said(last) {
        return None;
    }
    let before = &tokens[from.checked_sub(1)?];
    // `x + y = 3 & (1)`: a column of numbers.
    if before.class == Class::Cell && !line(&tokens[..from]).any(congruent) {
        let cells = tokens[..from].iter().rev();
        return Some(from - cells.take_while(|t| t.class == Class::Cell).count());
    }
    let bare = matches!(last.class, Class::Words | Class::Name) || circled(last);
    if bare || tokens[from].gap == Gap::Wide {
        let modulus = line(&tokens[..from]).any(congruent);
        return (!joins(before) && !modulus).then_some(from);
    }
    // `x + y = 1 \cdots (1)`
    let counted = from + 2 < end
        && tokens[from + 1..end - 1]
            .iter()
            .all(|t| t.class == Class::Digit);
    let leaders = tokens[..from]
        .iter()
        .rev()
        .take_while(|t| t.is_ellipsis())
        .count();
    let start = from - leaders;
    let operand = start.checked_sub(1).map(|at| &tokens[at])?;
    let closed = !joins(operand) && operand.key != ")" && operand.key != ",";
    (counted && leaders > 0 && closed && relates(&tokens[..start])).then_some(start)
}

/// Whether this says that what stands before is right, or that a proof ends.
fn ticked(tokens: &[Token<'_>], at: usize) -> bool {
    match tokens[at].key.as_ref() {
        r"\checkmark" => !joins(&tokens[at - 1]),
        r"\square" | r"\Box" | r"\blacksquare" => {
            tokens[at].gap == Gap::Wide && !joins(&tokens[at - 1]) || tokens[at - 1].key == "."
        }
        _ => false,
    }
}

/// Where the brackets that end here begin, when they hold the number of a formula.
fn bracket(tokens: &[Token<'_>], end: usize) -> Option<usize> {
    // `\mathrm{(6)}`
    let braced = tokens[end - 1].class == Class::Close;
    let close = end.checked_sub(1 + usize::from(braced))?;
    let opener = match tokens[close].key.as_ref() {
        ")" => "(",
        "]" => "[",
        _ => return None,
    };
    let near = tokens[..close].iter().rev().take(LONGEST);
    let length = near.take_while(|t| t.key != opener).count();
    let open = close.checked_sub(length + 1)?;
    if tokens[open].key != opener || !numbers(&tokens[open + 1..close]) {
        return None;
    }
    match braced {
        true => open
            .checked_sub(1)
            .filter(|at| tokens[*at].class == Class::Open),
        false => Some(open),
    }
}

/// Whether this is how formulas are numbered: `3`, `2.1`, `1a`, `A.3`, `iv`, stars.
pub(super) fn numbers(inside: &[Token<'_>]) -> bool {
    let near = |t: &Token<'_>| t.gap <= Gap::Back;
    if inside.is_empty() || !inside[1..].iter().all(near) {
        return false;
    }
    let star = |t: &Token<'_>| STARS.contains(&t.key.as_ref());
    if inside.iter().all(star) {
        return inside.len() < 4;
    }
    if let [only] = inside
        && only.class == Class::Name
    {
        return counts(super::parse::said(only));
    }
    let keys = || inside.iter().map(|t| t.key.as_ref());
    if keys().all(|k| matches!(k, "i" | "v" | "x")) || keys().all(|k| matches!(k, "I" | "V" | "X"))
    {
        return inside.len() < 6;
    }
    let prefix = usize::from(inside[0].class == Class::Letter && inside.len() > 2);
    if prefix == 1 && !inside[0].key.starts_with(char::is_uppercase) {
        return false;
    }
    let suffix = inside
        .iter()
        .rev()
        .take_while(|t| suffixed(t))
        .count()
        .min(2);
    let middle = &inside[prefix..inside.len().saturating_sub(suffix).max(prefix)];
    middle.iter().any(|t| t.class == Class::Digit)
        && middle
            .iter()
            .all(|t| t.class == Class::Digit || matches!(t.key.as_ref(), "." | "-"))
        && middle.first().is_some_and(|t| t.key != "-")
        && middle.last().is_some_and(|t| t.class == Class::Digit)
}

fn suffixed(token: &Token<'_>) -> bool {
    token.class == Class::Letter && matches!(token.key.as_bytes(), [b'a'..=b'f'])
        || matches!(token.key.as_ref(), "'" | "*" | "′")
}

/// Whether the words are a number in brackets: `\text{(1)}`.
fn said(token: &Token<'_>) -> bool {
    in_brackets(super::parse::said(token)).is_some_and(counts)
}

/// Whether words are the name of a formula: `(1)`, `(ii)`, `(a)`, or what begins a list: `1)`, `2.`.
pub(super) fn names(words: &str) -> bool {
    let letter = |w: &str| matches!(w.as_bytes(), [b] if b.is_ascii_alphabetic());
    let star = |w: &str| STARS.contains(&w);
    let listed = || {
        let words = words.trim();
        let number = words
            .strip_suffix('.')
            .or_else(|| words.strip_suffix(')'))?;
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        Some(number.len() < LONGEST && (digits || letter(number) && words.ends_with(')')))
    };
    in_brackets(words).is_some_and(|w| counts(w) || letter(w) || star(w))
        || listed().unwrap_or(false)
}

/// The word in brackets.
fn in_brackets(words: &str) -> Option<&str> {
    let inside = words.trim().strip_prefix('(')?.strip_suffix(')')?;
    Some(inside).filter(|w| w.len() < LONGEST)
}

/// Whether a word is a number of a formula: `3.1`, `2a`, `iv`.
fn counts(word: &str) -> bool {
    let number = word.trim_end_matches(|c: char| matches!(c, 'a'..='f' | '*' | '\''));
    let roman = word.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'));
    let stars = word.bytes().all(|b| b == b'*');
    let digits = number.starts_with(|c: char| c.is_ascii_digit())
        && number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    !word.is_empty() && (digits || roman || stars)
}

/// Whether it is a number in a circle.
fn circled(token: &Token<'_>) -> bool {
    let mut characters = token.key.chars();
    let circle = |c: char| ('①'..='⑳').contains(&c) || ('❶'..='❿').contains(&c);
    characters.next().is_some_and(circle) && characters.next().is_none()
}

/// Whether something has to follow it.
fn joins(token: &Token<'_>) -> bool {
    match token.class {
        Class::Open | Class::Begin | Class::Cell | Class::Row => true,
        Class::Sign => {
            matches!(
                token.key.as_ref(),
                "+" | "-" | "=" | "(" | "[" | "<" | ">" | "/" | "^" | "_" | ":"
            ) || matches!(
                token.key.as_ref(),
                r"\cdot"
                    | r"\times"
                    | r"\le"
                    | r"\ge"
                    | r"\leq"
                    | r"\geq"
                    | r"\equiv"
                    | r"\in"
                    | r"\to"
                    | r"\pmod"
                    | r"\mod"
                    | r"\bmod"
                    | r"\mathrm"
                    | r"\quad"
            )
        }
        _ => false,
    }
}

/// The line that ends here, from its end.
fn line<'t>(tokens: &'t [Token<'t>]) -> impl Iterator<Item = &'t Token<'t>> {
    let back = tokens.iter().rev().take(BACK);
    back.take_while(|t| !matches!(t.class, Class::Row | Class::Begin))
}

/// Whether it is the sign of a congruence, whose modulus may stand in brackets.
fn congruent(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), r"\equiv" | "≡")
}

/// Whether something is said in the line that ends here.
fn relates(tokens: &[Token<'_>]) -> bool {
    let relation = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "=" | "<"
                | ">"
                | "≤"
                | "≥"
                | r"\le"
                | r"\ge"
                | r"\leq"
                | r"\geq"
                | r"\approx"
                | r"\in"
                | r"\sim"
                | r"\neq"
                | r"\ne"
                | r"\to"
                | r"\Rightarrow"
        )
    };
    line(tokens).any(relation)
}
