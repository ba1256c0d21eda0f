//! Answers to choose from, `(A)\ 3 \quad (B)\ 5`: their letters in order are labels, and no factors.

use super::token::{Class, Gap, Token, leave_out};

/// Tokens between two labels, at most.
const ANSWER: usize = 60;

/// How a label looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// `(A)`
    Held,
    /// `A)`
    Closed,
    /// `A.`
    Stopped,
}

impl Look {
    const fn width(self) -> usize {
        match self {
            Self::Held => 3,
            Self::Closed | Self::Stopped => 2,
        }
    }
}

/// Makes words of the labels, if the formula begins with the first one and the second one follows
/// behind a wide space.
pub(super) fn labelled(tokens: &mut Vec<Token<'_>>) {
    let Some((look, first)) = label(tokens, 0).filter(|(_, letter)| matches!(letter, b'A' | b'a'))
    else {
        return;
    };
    let mut places = vec![0];
    let mut letter = first;
    let mut at = look.width();
    let mut far = at + ANSWER;
    while at < tokens.len().min(far) {
        let begins =
            tokens[at].gap == Gap::Wide || matches!(tokens[at - 1].class, Class::Row | Class::Cell);
        if begins && label(tokens, at) == Some((look, letter + 1)) {
            places.push(at);
            letter += 1;
            far = at + ANSWER;
            at += look.width();
        } else {
            at += 1;
        }
    }
    if places.len() < 2 {
        return;
    }
    for at in &places {
        tokens[*at] = Token::joined(&tokens[*at..at + look.width()], r"\text");
    }
    leave_out(
        tokens,
        places.iter().map(|at| at + 1..at + look.width()).collect(),
    );
}

/// The look and the letter of the label that stands here before an answer.
fn label(tokens: &[Token<'_>], at: usize) -> Option<(Look, u8)> {
    let key = |n: usize| tokens.get(at + n).map_or("", |t| t.key.as_ref());
    let (look, letter) = match (key(0), key(1), key(2)) {
        ("(", letter, ")") => (Look::Held, letter),
        (letter, ")", _) => (Look::Closed, letter),
        (letter, ".", _) => (Look::Stopped, letter),
        _ => return None,
    };
    let &[letter] = letter.as_bytes() else {
        return None;
    };
    let answer = tokens.get(at + look.width())?;
    let joins = matches!(
        answer.key.as_ref(),
        "=" | "+" | "<" | ">" | "," | "^" | "_" | r"\cdot"
    );
    let begins = answer.gap > Gap::None || answer.class == Class::Digit;
    (letter.is_ascii_alphabetic() && begins && !joins).then_some((look, letter))
}
