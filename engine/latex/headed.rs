//! Names of formulas at the beginning of a line, `(1)\quad a = b`, `(ii)\ x \in A`, and abbreviations at
//! the end of a sum, `E + c.c.`: words, and nothing that is multiplied.

use super::numbered::numbers;
use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out};
use std::borrow::Cow;
use std::ops::Range;

/// The longest name, in tokens.
const LONGEST: usize = 6;

/// The tokens with such names and abbreviations as words.
pub(super) fn worded<'t>(mut tokens: Vec<Token<'t>>, signs: Signs) -> Vec<Token<'t>> {
    let lines = || signs.holds(Class::Row) || signs.holds(Class::Begin);
    let marked = |t: &Token<'_>| matches!(t.key.as_ref(), ")" | "." | "(");
    if (signs.has(b')') || signs.has(b'.')) && (lines() || tokens.iter().take(LONGEST).any(marked))
    {
        let pieces = pieces(0, tokens.len(), |at| {
            begins(&tokens, at).then(|| name(&tokens, at)).flatten()
        });
        join(&mut tokens, pieces);
    }
    if signs.has(b':') {
        valued(&mut tokens);
    }
    let conjugates = || signs.has(b'c') || signs.has(b'C') || signs.holds(Class::Name);
    if signs.has(b'+') && signs.has(b'.') && conjugates() {
        let pieces = pieces(1, tokens.len(), |at| {
            (tokens[at - 1].key == "+")
                .then(|| abbreviation(&tokens, at))
                .flatten()
        });
        join(&mut tokens, pieces);
    }
    tokens
}

/// Takes the colon into the words before it that say what the value behind it is: `\text{mean}: 3.2`,
/// `95\%\text{ CI}: (1.2, 3.4)`. Words on both sides make a ratio, and so do two ratios.
fn valued(tokens: &mut Vec<Token<'_>>) {
    let mut colons = (1..tokens.len()).filter(|at| tokens[*at].key == ":");
    let (Some(at), None) = (colons.next(), colons.next()) else {
        return;
    };
    let words = &tokens[at - 1];
    let begins = at.checked_sub(2).is_none_or(|n| {
        let before = &tokens[n];
        before.key == r"\%" || matches!(before.class, Class::Row | Class::Begin)
    });
    let rest = &tokens[at + 1..];
    let said = rest.iter().any(super::parse::is_text);
    if !super::parse::is_text(words) || !begins || rest.is_empty() || said {
        return;
    }
    let key = format!(r"\text{{{}:}}", bare(&words.key).trim());
    let end = tokens[at].end;
    tokens.remove(at);
    let words = &mut tokens[at - 1];
    words.respell("");
    (words.key, words.class, words.end) = (Cow::Owned(key), Class::Words, end);
}

/// The pieces, apart from each other, that begin at places from one to another, as the ends tell that
/// are found there.
fn pieces(from: usize, to: usize, end: impl Fn(usize) -> Option<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = from;
    while at < to {
        let next = end(at);
        found.extend(next.map(|next| at..next));
        at = next.unwrap_or(at + 1);
    }
    found
}

/// Puts the tokens of each piece into one of words.
fn join(tokens: &mut Vec<Token<'_>>, pieces: Vec<Range<usize>>) {
    for piece in &pieces {
        let inside = tokens[piece.clone()].iter();
        let said: String = inside
            .filter(|t| !matches!(t.class, Class::Open | Class::Close))
            .map(|t| bare(&t.key))
            .collect();
        let end = tokens[piece.end - 1].end;
        let token = &mut tokens[piece.start];
        token.respell("");
        token.key = Cow::Owned(format!(r"\text{{{said}}}"));
        (token.class, token.end) = (Class::Words, end);
    }
    let rest = pieces.into_iter().map(|piece| piece.start + 1..piece.end);
    leave_out(tokens, rest.collect());
}

/// The letters in a font.
fn bare(key: &str) -> &str {
    key.split_once('{')
        .and_then(|(_, rest)| rest.strip_suffix('}'))
        .unwrap_or(key)
}

/// Whether a line begins here.
fn begins(tokens: &[Token<'_>], at: usize) -> bool {
    let line = |t: &Token<'_>| matches!(t.class, Class::Row | Class::Begin);
    at.checked_sub(1).is_none_or(|n| line(&tokens[n]))
}

/// Where the name that begins a line ends: a gap is after it, and mostly a statement.
fn name(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    if tokens[at].key != "(" {
        return listed(tokens, at);
    }
    let close = (at + 1..tokens.len().min(at + 2 + LONGEST)).find(|n| tokens[*n].key == ")")?;
    let inside = &tokens[at + 1..close];
    let next = tokens.get(close + 1)?;
    let letter = matches!(inside, [only] if only.class == Class::Letter && only.short());
    let digits = inside.iter().all(|t| t.class == Class::Digit);
    let counted = !letter || matches!(inside, [only] if only.key == "i");
    let gap = match counted {
        true => Gap::Thin,
        false => Gap::Wide,
    };
    let apart = next.gap >= gap || next.class == Class::Cell;
    let rest = tokens[close + 1..]
        .iter()
        .take_while(|t| t.class != Class::Row);
    let named = letter || numbers(inside);
    // Nobody multiplies a number in brackets, nor anything over a wide gap.
    let surely = next.gap == Gap::Wide || digits && next.key != "(" && next.gap >= Gap::Thin;
    (named && apart && !joined(next) && (surely || rest.clone().any(stated))).then_some(close + 1)
}

/// Where the name that begins a list ends, without the bracket that would open it or with a dot:
/// `a)\ x = 2`, `1.\quad x = 2`.
fn listed(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let digits = tokens[at..].iter().take(LONGEST);
    let digits = digits.take_while(|t| t.class == Class::Digit).count();
    let letter = tokens[at].class == Class::Letter && tokens[at].short();
    let mark = at + digits.max(usize::from(letter));
    let next = tokens.get(mark + 1)?;
    let gap = match tokens[mark].key.as_ref() {
        ")" => Gap::Blank,
        "." if digits > 0 => Gap::Wide,
        _ => return None,
    };
    (mark > at && next.gap >= gap && !joined(next)).then_some(mark + 1)
}

/// Whether something has to stand before it.
fn joined(next: &Token<'_>) -> bool {
    let sign = match next.key.as_ref() {
        "+" | r"\cdot" | r"\times" | "^" | "/" | "," => true,
        "-" => next.gap < Gap::Wide,
        _ => false,
    };
    sign || stated(next) && !matches!(next.key.as_ref(), r"\forall" | r"\exists")
}

/// Where `c.c.` or `h.c.` ends that begins here and ends a sum: `{\rm h.c.}` too.
fn abbreviation(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let braced = usize::from(tokens[at].class == Class::Open);
    let key = |n: usize| tokens.get(n).map_or("", |t| bare(&t.key));
    let from = at + braced;
    let spelled = matches!(key(from), "c" | "h" | "C" | "H")
        && key(from + 1) == "."
        && matches!(key(from + 2), "c" | "C");
    let last = from + 3 + usize::from(key(from + 3) == ".");
    let end = last + braced;
    if !spelled || braced > 0 && tokens.get(last)?.class != Class::Close {
        return None;
    }
    let ends = tokens.get(end).is_none_or(|t| {
        stated(t)
            || matches!(t.key.as_ref(), "+" | "-")
            || matches!(t.key.as_ref(), ")" | "]" | "}" | "," | ";" | "." | r"\}")
            || matches!(
                t.class,
                Class::Row | Class::End | Class::Cell | Class::Close
            )
    });
    ends.then_some(end)
}

/// Whether it is the sign of a relation or an implication.
fn stated(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        "=" | "<"
            | ">"
            | r"\le"
            | r"\leq"
            | r"\ge"
            | r"\geq"
            | r"\in"
            | r"\equiv"
            | r"\to"
            | r"\subset"
            | r"\subseteq"
            | r"\ne"
            | r"\neq"
            | r"\approx"
            | r"\sim"
            | r"\mid"
            | r"\Rightarrow"
            | r"\implies"
            | r"\iff"
            | r"\forall"
            | r"\exists"
    )
}
