//! Abbreviations in capitals with a dot behind each letter: `L.H.S.`, `A.M.`. Nobody multiplies by a
//! dot on the line before a sign.

use super::{Known, letter};
use crate::latex::token::{Class, Gap, Token};

/// The place after an abbreviation that begins here, and whether the formula ends with it.
struct Dotted {
    end: usize,
    letters: String,
    /// Whether a dot stands behind the last letter, too.
    closed: bool,
}

fn dotted(tokens: &[Token<'_>], at: usize) -> Option<Dotted> {
    let near = |n: usize, key: fn(&Token<'_>) -> bool| {
        tokens.get(n).is_some_and(|t| key(t) && t.gap == Gap::None)
    };
    let dot = |t: &Token<'_>| t.key == ".";
    let (mut letters, mut end) = (tokens[at].key.to_string(), at + 1);
    let mut closed = false;
    while near(end, dot) {
        end += 1;
        closed = true;
        if near(end, letter) {
            letters.push_str(&tokens[end].key);
            end += 1;
            closed = false;
        } else {
            break;
        }
    }
    (letters.len() > 1).then_some(Dotted {
        end,
        letters,
        closed,
    })
}

/// The tokens with such abbreviations as words.
pub(super) fn joined<'t>(tokens: Vec<Token<'t>>, known: &Known) -> Vec<Token<'t>> {
    let begins = |at: usize| {
        let first = &tokens[at];
        let apart = || {
            let before = at.checked_sub(1).map(|n| &tokens[n]);
            before.is_none_or(|t| {
                first.gap > Gap::None
                    || !letter(t) && t.class != Class::Digit && !matches!(t.key.as_ref(), "." | ")")
            })
        };
        letter(first)
            && first.key.as_bytes()[0].is_ascii_uppercase()
            && tokens.get(at + 1).is_some_and(|t| t.key == ".")
            && apart()
    };
    let (mut kept, mut from, mut at) = (Vec::new(), 0, 0);
    while at + 2 < tokens.len() {
        let Some(found) = begins(at).then(|| dotted(&tokens, at)).flatten() else {
            at += 1;
            continue;
        };
        let next = tokens.get(found.end);
        let listed = || !known.places(&found.letters).is_empty();
        let script = |t: &Token<'_>| matches!(t.key.as_ref(), "_" | "^" | "(" | "[");
        // The last dot of a formula may end the sentence.
        let fits = match next {
            None => listed(),
            Some(next) if found.closed => next.class != Class::Letter && !script(next),
            Some(next) => found.letters.len() > 2 && listed() && !script(next),
        };
        if fits {
            kept.extend_from_slice(&tokens[from..at]);
            let mut word = Token::joined(&tokens[at..found.end], r"\text");
            if !found.closed && next.is_none() {
                let letters = found.letters.chars();
                let letters: String = letters.flat_map(|letter| [letter, '.']).collect();
                word.key = format!(r"\text{{{letters}}}").into();
            }
            kept.push(word);
            from = found.end;
        }
        at = found.end;
    }
    if from == 0 {
        return tokens;
    }
    kept.extend_from_slice(&tokens[from..]);
    kept
}
