//! Lines over letters and values: conjugates, and what else has a line.

use crate::latex::kinds::transposes;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Token, around};

/// Lines over a letter, which make another function of one.
pub(in crate::latex) const LINES: &[&str] = &[r"\bar", r"\overline"];

/// So many tokens below a line are looked at.
const LONGEST: usize = 60;

/// Whether a line stands over the letter, right before what it is applied to, and then whether in
/// braces: `\bar f(x)`, `\overline{F}_n(t)`. That of `\bar z(1 + i)` makes a number.
pub(in crate::latex) fn lined(tokens: &[Token<'_>], i: usize) -> Option<bool> {
    let line = |at: Option<usize>| at.is_some_and(|at| LINES.contains(&tokens[at].key.as_ref()));
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let braced = i > 1 && key(i - 1) == "{" && key(i + 1) == "}" && line(i.checked_sub(2));
    if !braced && !line(i.checked_sub(1)) || matches!(key(i), "z" | "w" | "i") {
        return None;
    }
    let after = i + 1 + usize::from(braced);
    // `\bar K^2_l(x)`
    let square = key(after) == "^"
        && tokens
            .get(after + 1)
            .is_some_and(|t| t.class == Class::Digit)
        && matches!(key(after + 2), "(" | "_");
    // `\bar u^s(p)`: a spinor
    let spin = || {
        let above = after + 1 + usize::from(key(after + 1) == "{");
        let behind = above + 1 + usize::from(matches!(key(above + 1), "'" | r"\prime"));
        let end = behind + usize::from(key(behind) == "}");
        matches!((key(i), key(above)), ("u" | "v", "s" | "r")) && key(end) == "("
    };
    let square = square || key(after) == "^" && spin();
    (square || matches!(key(after), "(" | "_" | r"\left")).then_some(braced)
}

/// Whether a value of a function stands in the braces at `open`, under a line: a conjugate.
pub(in crate::latex) fn conjugates(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let inside = &tokens[(open + 1).min(partner)..partner];
    inside
        .first()
        .is_some_and(|t| t.class == Class::Letter || t.class == Class::Name)
        && inside.iter().take(12).any(|t| t.key == "(")
}

/// Whether the braces at `open`, under a line, hold a matrix that is transposed: `(\overline{A})^t`,
/// `\overline{Z^T}`.
pub(in crate::latex) fn transposed_line(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let matrix = |t: &Token<'_>| {
        let letter = [
            "A", "B", "C", "D", "E", "F", "G", "H", "K", "L", "M", "N", "P", "Q", "R", "S", "U",
            "V", "W",
        ];
        letter.contains(&t.key.as_ref())
    };
    let (from, to) = match marks.get(open).copied() {
        Some(Mark::Open { partner, width: 1 }) => ((open + 1).min(partner), partner),
        _ => (open.min(tokens.len()), (open + 1).min(tokens.len())),
    };
    let inside = &tokens[from..to];
    let mut rest = tokens[to..].iter().map(|t| t.key.as_ref());
    let raised = rest.find(|key| !matches!(*key, "}" | ")")) == Some("^");
    let transposes = |key: &str| key == "t" || transposes(key);
    // `\overline{Z^T} = \overline{Z}^T`
    let within = || match inside {
        [letter, above, sign] | [letter, above, _, sign, _] => {
            crate::latex::figures::point(letter) && above.key == "^" && transposes(&sign.key)
        }
        _ => false,
    };
    within()
        || matches!(inside, [only] if matrix(only))
            && raised
            && rest.find(|key| *key != "{").is_some_and(transposes)
}

/// As many tokens of a row are looked through.
const ROW: usize = 60;

/// Whether the sign of something transposed stands above what ends before this place: `^T`, `^{\top}`.
pub(in crate::latex) fn transposed_at(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let sign = key(at + 1 + usize::from(key(at + 1) == "{"));
    key(at) == "^" && transposes(sign)
}

/// Whether the bracket at `open` holds a row that is made a column: `(x_1, \dots, x_n)^T`.
pub(in crate::latex) fn column(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    tokens[open].key == "(" && transposed_at(tokens, partner + 1) && lists(tokens, marks, open)
}

/// Whether commas stand in the bracket at `open`, outside of brackets in it.
pub(in crate::latex) fn lists(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let Some(Mark::Open { partner, width: 1 }) = marks.get(open).copied() else {
        return false;
    };
    let mut at = open + 1;
    while at < partner.min(open + ROW) {
        match marks[at] {
            Mark::Open { partner, width } => at = partner + width,
            _ if tokens[at].key == "," => return true,
            _ => at += 1,
        }
    }
    false
}

/// Whether the braces at `open`, under a line, hold several letters of which one stands alone under a
/// line, too: `\overline{a + b} = \bar a + \bar b`.
pub(in crate::latex) fn shares_line(tokens: &[Token<'_>], marks: &[Mark], open: usize) -> bool {
    let letter = |t: &&Token<'_>| t.class == Class::Letter || t.key.starts_with(r"\mathbf{");
    let within = |open: usize| match marks.get(open).copied() {
        Some(Mark::Open { partner, .. }) => &tokens[(open + 1).min(partner)..partner],
        _ => &tokens[open.min(tokens.len())..(open + 1).min(tokens.len())],
    };
    let small = |t: &Token<'_>| {
        let first = t.key.trim_start_matches('\\').chars().next();
        first.is_some_and(char::is_lowercase)
    };
    let several = within(open);
    let several = &several[..several.len().min(LONGEST)];
    let letters = || several.iter().filter(letter);
    // `\overline{AB}` is a segment, `\overline{U\mathbf{x}}` is none.
    let column = |t: &Token<'_>| t.key.starts_with(r"\mathbf{");
    if letters().count() < 2 || !letters().all(small) && !letters().any(column) {
        return false;
    }
    around(tokens, open).any(|at| {
        let lined = LINES.contains(&tokens[at].key.as_ref()) && at + 1 != open;
        let mut alone = within(at + 1).iter().take(LONGEST).filter(letter);
        match (lined, alone.next(), alone.next()) {
            (true, Some(one), None) => letters().any(|t| t.key == one.key),
            _ => false,
        }
    })
}

/// Whether a bracket opens here that has a star, of letters that have lines elsewhere:
/// `(ab)^* = \bar a \bar b`.
pub(in crate::latex) fn starred_beside_lines(
    tokens: &[Token<'_>],
    marks: &[Mark],
    at: usize,
) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    match marks[at] {
        Mark::Open { partner, width: 1 } => {
            key(partner + 1) == "^" && key(partner + 2) == "*" && shares_line(tokens, marks, at)
        }
        _ => false,
    }
}
