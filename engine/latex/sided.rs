//! Bars and angles of kets and bras that are spelled as what they are not: `\lvert n\rangle`,
//! `\langle n\rvert`, `|n><m|`; signs of division that stand around a value, `\mid x \mid`.

use super::signs::{Signs, Sorts};
use super::token::{Class, Side, Token};

/// Bars that say on which side they stand.
pub(super) const BARS: &[&str] = &[r"\lvert"];

/// What is open: where, and whether a plain bar stands in it.
struct Opened {
    at: usize,
    barred: bool,
}

/// Makes plain bars of those that an angle closes or opens, and angles of `>` right before `<`.
/// Returns whether anything was changed.
pub(super) fn plain(tokens: &mut [Token<'_>], signs: Signs) -> bool {
    let mut changed = false;
    if signs.has(b'<') && signs.has(b'>') && signs.has(b'|') {
        for at in 1..tokens.len() {
            if tokens[at - 1].key == ">" && tokens[at].key == "<" {
                tokens[at - 1].respell(r"\rangle");
                tokens[at].respell(r"\langle");
                changed = true;
            }
        }
    }
    if !signs.may(Sorts::BAR) {
        return changed;
    }
    let mut open: Vec<Opened> = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].side != Side::None {
            continue;
        }
        match tokens[at].key.as_ref() {
            r"\lvert" | r"\langle" | "⟨" => open.push(Opened { at, barred: false }),
            "|" | r"\vert" | r"\mid" => {
                if let Some(last) = open.last_mut() {
                    last.barred = true;
                }
            }
            r"\rangle" | "⟩" => {
                // `\lvert |0\rangle \rvert`: the ket is within.
                let ket = open.last().map(|last| tokens[last.at].key == r"\lvert");
                match (ket, open.last_mut()) {
                    (Some(true), Some(last)) if last.barred => last.barred = false,
                    (Some(true), Some(last)) => {
                        tokens[last.at].respell("|");
                        changed = true;
                        open.pop();
                    }
                    _ => _ = open.pop(),
                }
            }
            r"\rvert" => {
                let bra = open.pop();
                // `\langle\psi\lvert H\rvert\psi\rangle`
                if let (Some(bar), Some(angle)) = (&bra, open.last())
                    && tokens[bar.at].key == r"\lvert"
                    && matches!(tokens[angle.at].key.as_ref(), r"\langle" | "⟨")
                    && state(&tokens[angle.at + 1..bar.at])
                    && ket_ahead(&tokens[at + 1..])
                {
                    let bar = bar.at;
                    tokens[bar].respell("|");
                    tokens[at].respell("|");
                    changed = true;
                    continue;
                }
                // `\phi\rvert_{\partial\Omega}`: nothing opens what has a place.
                let place = || tokens.get(at + 1).is_some_and(|t| t.key == "_");
                if bra.map_or_else(place, |bra| tokens[bra.at].key != r"\lvert") {
                    tokens[at].respell("|");
                    changed = true;
                }
            }
            _ => {}
        }
    }
    changed
}

/// As many tokens name a state between an angle and a bar.
const STATE: usize = 8;

/// Whether these tokens name a state: letters and numbers with their scripts.
fn state(tokens: &[Token<'_>]) -> bool {
    let part = |t: &Token<'_>| {
        matches!(
            t.class,
            Class::Letter | Class::Digit | Class::Name | Class::Open | Class::Close
        ) || matches!(t.key.as_ref(), "_" | "^" | "," | "'")
    };
    // `\langle f, \lvert T\rvert g\rangle` is an inner product.
    let listed = tokens.last().is_some_and(|t| t.key == ",");
    (1..=STATE).contains(&tokens.len()) && !listed && tokens.iter().all(part)
}

/// Whether a state stands here, and an angle closes it.
fn ket_ahead(tokens: &[Token<'_>]) -> bool {
    let angle = |t: &Token<'_>| matches!(t.key.as_ref(), r"\rangle" | "⟩");
    let end = tokens.iter().take(STATE + 1).position(angle);
    end.is_some_and(|end| state(&tokens[..end]))
}

/// Makes plain bars of two signs of division of which the first has nothing before it that could be
/// divided: `y = \mid x \mid`, where an absolute value is meant.
pub(super) fn absolute(tokens: &mut [Token<'_>]) {
    // Alternatives of a grammar begin lines: `& \mid e + e`.
    let waits = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            "=" | "<"
                | ">"
                | "+"
                | "-"
                | "("
                | "["
                | r"\{"
                | "{"
                | "/"
                | r"\cdot"
                | r"\times"
                | r"\le"
                | r"\leq"
                | r"\ge"
                | r"\geq"
                | ","
                | r"\mid"
                | r"\approx"
                | r"\neq"
                | r"\ne"
                | r"\pm"
                | r"\Rightarrow"
                | r"\implies"
        )
    };
    let (mut open, mut depth): (Option<(usize, u32)>, u32) = (None, 0);
    for at in 0..tokens.len() {
        match tokens[at].key.as_ref() {
            "(" | "[" | "{" | r"\{" => depth += 1,
            ")" | "]" | "}" | r"\}" => {
                depth = depth.saturating_sub(1);
                open = open.filter(|(_, within)| *within <= depth);
            }
            r"\mid" => {
                let operand = at
                    .checked_sub(1)
                    .is_some_and(|before| !waits(&tokens[before]));
                let alternative = |from: usize| {
                    let goes_on = |t: &Token<'_>| {
                        matches!(t.class, Class::Letter | Class::Digit | Class::Name)
                    };
                    from == 0 && tokens.get(at + 1).is_some_and(goes_on)
                };
                match open.take() {
                    Some((from, within))
                        if operand && within == depth && from + 1 < at && !alternative(from) =>
                    {
                        tokens[from].respell("|");
                        tokens[at].respell("|");
                    }
                    _ if !operand => open = Some((at, depth)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}
