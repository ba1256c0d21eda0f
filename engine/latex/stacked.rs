//! Operators with limits that commands set above and below them: `\underset{x \to 0}{\lim}`,
//! `\overset{n}{\mathop{\underset{i=1}{\sum}}}`.

use super::token::{Class, Gap, Token, braces_end};
use std::borrow::Cow;
use std::ops::Range;

/// What has its limits below it.
const LIMITED: &[&str] = &[
    r"\lim",
    r"\limsup",
    r"\liminf",
    r"\max",
    r"\min",
    r"\sup",
    r"\inf",
    r"\arg",
    r"\argmax",
    r"\argmin",
    r"\operatorname{argmax}",
    r"\operatorname{argmin}",
    r"\mathrm{argmax}",
    r"\mathrm{argmin}",
    r"\text{argmax}",
    r"\text{argmin}",
    r"\sum",
    r"\prod",
    r"\bigcup",
    r"\bigcap",
];

/// What is set upright in its place: `\underset{x}{\mathrm{sup}}`.
const UPRIGHT: &[(&str, &str)] = &[
    ("lim", r"\lim"),
    ("max", r"\max"),
    ("min", r"\min"),
    ("sup", r"\sup"),
    ("inf", r"\inf"),
    ("minimize", r"\min"),
    ("minimise", r"\min"),
    ("maximize", r"\max"),
    ("maximise", r"\max"),
];

/// Signs of means and chances, which have below them what they are taken over.
const MEANS: &[&str] = &[
    "E",
    r"\mathbb{E}",
    r"\mathbf{E}",
    r"\mathrm{E}",
    r"\operatorname{E}",
    r"\mathbb{P}",
    r"\operatorname{Var}",
];

/// `\underset{c}{\lim}` as `\lim_{c}`.
pub(super) fn stacked(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::with_capacity(tokens.len() + 4);
    let mut at = 0;
    while at < tokens.len() {
        // `\mathop{…}` has left its braces.
        let outer = at + usize::from(tokens[at].class == Class::Open);
        let sets = (tokens.get(outer))
            .is_some_and(|t| matches!(t.key.as_ref(), r"\underset" | r"\overset"));
        if let Some(limits) = sets.then(|| Limits::at(&tokens, at, DEEPEST)).flatten() {
            at = limits.written(&tokens, at, &mut out);
            continue;
        }
        let found = (tokens[at].key == r"\underset")
            .then(|| limited(&tokens, at))
            .flatten();
        let Some((below, from, to, after)) = found else {
            out.push(tokens[at].clone());
            at += 1;
            continue;
        };
        let first = out.len();
        out.extend(tokens[from..to].iter().cloned());
        out[first].gap = tokens[at].gap;
        if let Some(sign) = extremum(&out[first]) {
            (out[first].key, out[first].class) = (Cow::Borrowed(sign), Class::Sign);
        }
        out.push(Token {
            key: Cow::Borrowed("_"),
            class: Class::Sign,
            gap: Gap::None,
            ..tokens[at].clone()
        });
        out.extend(tokens[at + 1..below].iter().cloned());
        at = after;
    }
    out
}

/// A sum or product with what is set above and below it: `\overset{n}{\mathop{\underset{i=1}{\sum}}}`.
struct Limits {
    /// The place of its sign.
    sign: usize,
    /// The scripts, each with the places of its braces, the innermost first.
    scripts: Vec<(&'static str, Range<usize>)>,
    /// The place behind it.
    end: usize,
}

/// As many commands and braces stand around a sign.
const DEEPEST: u32 = 6;

impl Limits {
    fn at(tokens: &[Token<'_>], at: usize, deepest: u32) -> Option<Self> {
        let token = tokens.get(at)?;
        let deeper = deepest.checked_sub(1)?;
        let script = match token.key.as_ref() {
            r"\sum" | r"\prod" | r"\bigcup" | r"\bigcap" => {
                return Some(Self {
                    sign: at,
                    scripts: Vec::new(),
                    end: at + 1,
                });
            }
            r"\underset" => "_",
            r"\overset" => "^",
            _ if token.class == Class::Open => {
                let end = braces_end(tokens, at, LONGEST)?;
                let inside = Self::at(tokens, at + 1, deeper)?;
                return (inside.end + 1 == end).then_some(Self { end, ..inside });
            }
            _ => return None,
        };
        let from = braces_end(tokens, at + 1, LONGEST)?;
        let mut inside = Self::at(tokens, from, deeper)?;
        inside.scripts.push((script, at + 1..from));
        Some(inside)
    }

    /// Writes the sign with its scripts, and gives back where it goes on.
    fn written<'t>(self, tokens: &[Token<'t>], at: usize, out: &mut Vec<Token<'t>>) -> usize {
        let mut sign = tokens[self.sign].clone();
        sign.gap = tokens[at].gap;
        out.push(sign);
        for (script, place) in self.scripts {
            out.push(Token {
                key: Cow::Borrowed(script),
                class: Class::Sign,
                gap: Gap::None,
                ..tokens[place.start].clone()
            });
            out.extend(tokens[place].iter().cloned());
        }
        self.end
    }
}

/// The sign that stands for a word: `\text{minimize}`.
fn extremum(token: &Token<'_>) -> Option<&'static str> {
    let said = super::parse::said(token).trim();
    let upright = token.class != Class::Letter && UPRIGHT.iter().any(|(word, _)| *word == said);
    let sign = UPRIGHT.iter().find(|(word, _)| upright && *word == said);
    sign.map(|(_, sign)| *sign)
}

/// The end of what stands below, the place of the operator, and the place after it.
fn limited(tokens: &[Token<'_>], at: usize) -> Option<(usize, usize, usize, usize)> {
    let below = braces_end(tokens, at + 1, LONGEST)?;
    let (from, to, after) = match tokens.get(below)?.class {
        Class::Open => {
            let end = braces_end(tokens, below, LONGEST)?;
            (below + 1, end - 1, end)
        }
        _ => (below, below + 1, below + 1),
    };
    let inside = tokens.get(from..to)?;
    let operator = matches!(inside.len(), 1 | 2)
        && inside.iter().all(|t| LIMITED.contains(&t.key.as_ref()))
        || matches!(inside, [word] if extremum(word).is_some());
    // `\underset{x \sim p}{\mathbb{E}}[f(x)]`
    let bracket = || matches!(tokens.get(after).map(|t| t.key.as_ref()), Some("[" | "("));
    let mean = matches!(inside, [letter] if MEANS.contains(&letter.key.as_ref())) && bracket();
    let operator = operator || mean;
    operator.then_some((below, from, to, after))
}

/// What stands below an operator has no more tokens.
const LONGEST: usize = 200;
