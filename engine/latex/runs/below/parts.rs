//! Parts of a label that stand apart are brought together: figures, letters, a subject.

use super::{LOWER, PROPERTIES};
use crate::latex::parse::{is_text, joins};
use crate::latex::runs::{Known, LONGEST, Run, letter, spelling, token};
use crate::latex::token::{Class, Gap, Token, leave_out};
use crate::phrases::Lexicon;
use crate::rules::Where;

/// The tokens with the figures at the end of a label in it: `f_{\text{Schaffer}2}`.
pub(in crate::latex::runs) fn numbered<'t>(
    mut tokens: Vec<Token<'t>>,
    lexicon: &Lexicon,
) -> Vec<Token<'t>> {
    let mut needless = Vec::new();
    for at in 2..tokens.len() {
        let below = tokens[at - 2].key == "_" && tokens[at - 1].key == "{";
        if !below || !is_text(&tokens[at]) {
            continue;
        }
        let said = tokens[at].key.split_once('{').map_or("", |(_, said)| said);
        if joins(said, lexicon) {
            continue;
        }
        let figures = tokens[at + 1..].iter().take(LOWER);
        let figures: String = figures
            .take_while(|t| t.class == Class::Digit && t.gap == Gap::None)
            .map(|t| t.key.as_ref())
            .collect();
        let end = at + 1 + figures.len();
        let word = tokens[at].key.strip_suffix('}').map(str::to_owned);
        if let (Some(word), false, Some(close)) = (word, figures.is_empty(), tokens.get(end))
            && close.key == "}"
        {
            tokens[at].end = tokens[end - 1].end;
            // `f_{\text{ZDT2}1}` is the first of several.
            let comma = if word.ends_with(|c: char| c.is_ascii_digit()) {
                ","
            } else {
                ""
            };
            tokens[at].key = format!("{word}{comma}{figures}}}").into();
            needless.push(at + 1..end);
        }
    }
    leave_out(&mut tokens, needless);
    tokens
}

/// The tokens with the letters of a label that are set apart as indices are, `T_{e f f}`, side by
/// side.
pub(in crate::latex::runs) fn closed_up<'t>(
    mut tokens: Vec<Token<'t>>,
    known: &Known,
) -> Vec<Token<'t>> {
    let mut at = 0;
    while let Some(found) = tokens[at..]
        .windows(2)
        .position(|w| w[0].key == "_" && w[1].key == "{")
    {
        at += found + 2;
        let apart = |(i, t): (usize, &Token<'_>)| letter(t) && (i == 0 || t.gap == Gap::Blank);
        let length = tokens[at..]
            .iter()
            .enumerate()
            .take_while(|(i, t)| apart((*i, t)))
            .count();
        let ends = tokens.get(at + length).is_some_and(|t| t.key == "}");
        let label = Run { at, length };
        if ends && length > 2 && known.has(&spelling(&tokens, label), Where::Below) {
            tokens[at + 1..at + length]
                .iter_mut()
                .for_each(|t| t.gap = Gap::None);
        }
    }
    tokens
}

/// The tokens with the letter that a property speaks of before that, where a comma parts it from its
/// first value: `_{l=0,\,even}` is `_{l=0, l\ even}`.
pub(in crate::latex::runs) fn subjects<'t>(mut tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    let mut added = Vec::new();
    for at in 3..tokens.len().saturating_sub(1) {
        if tokens[at].key != "," {
            continue;
        }
        let word: String = match tokens[at + 1].class {
            Class::Name | Class::Words => {
                let inside = tokens[at + 1]
                    .key
                    .split_once('{')
                    .map_or("", |(_, rest)| rest);
                inside.trim_end_matches('}').trim().to_owned()
            }
            _ => {
                let run = tokens[at + 1..]
                    .iter()
                    .take_while(|t| letter(t))
                    .take(LONGEST);
                run.map(|t| t.key.as_ref()).collect()
            }
        };
        let bounded = (at.saturating_sub(LOWER)..at - 1).rev().find(|n| {
            tokens[*n].key == "_" && tokens[n + 1].key == "{" && tokens[n + 3].key == "="
        });
        let length = match tokens[at + 1].class {
            Class::Name | Class::Words => 1,
            _ => word.len(),
        };
        let ends = tokens.get(at + 1 + length).is_some_and(|t| t.key == "}");
        if let Some(sign) = bounded.filter(|_| ends && PROPERTIES.contains(&word.as_str())) {
            added.push((at + 1, tokens[sign + 2].clone()));
            tokens[at + 1].gap = Gap::Blank;
        }
    }
    token::put_in(&mut tokens, added);
    tokens
}
