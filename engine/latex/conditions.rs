//! Conditions in brackets behind a statement, `y = 2x\ (x > 0)`: nobody multiplies by a statement, so
//! that they stand apart as if a wide gap were before them.

use super::lengths::RELATIONS;
use super::signs::{Signs, Sorts};
use super::token::{Class, Gap, Token, leave_out};
use crate::phrases::Lexicon;
use smallvec::SmallVec;

/// Signs of relations besides those between lengths.
const OTHERS: &[&str] = &[r"\in", "∈", "≤", "≥", "≠"];

/// As many tokens of a condition are looked at for letters, and as many before it.
const NEAR: usize = 12;
const BEFORE: usize = 60;

/// What stands between an opening bracket and the place that is looked at.
#[derive(Clone, Copy)]
struct Level {
    open: usize,
    /// A relation stands here, since the last comma or row.
    related: bool,
    /// One that is no equation stands somewhere since the bracket.
    stated: bool,
    /// The bracket that the one right before this opened with.
    before: Option<usize>,
}

/// Sets the gap before such brackets, and leaves those out that hold the other side of a relation.
pub(super) fn apart(tokens: &mut Vec<Token<'_>>, signs: Signs, lexicon: &Lexicon) {
    // The body of a quantified statement stands in brackets, too.
    if !signs.has(b'(') || signs.may(Sorts::QUANTIFIER) {
        return;
    }
    let mut levels: SmallVec<[Level; 8]> = SmallVec::new();
    let mut level = Level::at(0, None);
    let mut closed = None;
    let mut needless = Vec::new();
    for at in 0..tokens.len() {
        let token = &tokens[at];
        match (token.class, token.key.as_ref()) {
            // `(t \text{为参数})`: words without room between them.
            (Class::Name, key) if at == level.open + 2 && says(key) => level.stated = true,
            (Class::Letter | Class::Digit | Class::Name, _) => {}
            (_, "(" | "[" | "{" | r"\{") => {
                levels.push(level);
                level = Level::at(at, closed.filter(|_| at > 0 && closes(&tokens[at - 1])));
            }
            // A brace that opens cases has no partner, and one without a partner closes nothing.
            (_, r"\}") if levels.is_empty() || tokens[level.open].key != r"\{" => {}
            (_, ")" | "]" | "}" | r"\}") => {
                while token.key != r"\}" && !levels.is_empty() && tokens[level.open].key == r"\{" {
                    let Some(outside) = levels.pop() else { return };
                    level = outside;
                }
                let inside = level;
                let Some(outside) = levels.pop() else { return };
                level = outside;
                let round = token.key == ")" && tokens[inside.open].key == "(";
                // `\sum_{j = 0 (j \ne i)}`
                let below = level.open > 0 && tokens[level.open - 1].key == "_";
                if round
                    && !below
                    && inside.stated
                    && level.related
                    && ends(tokens.get(at + 1), lexicon)
                    && follows(tokens, &inside, at)
                {
                    tokens[inside.open].gap = Gap::Wide;
                }
                if round && !below && goes_on(tokens, inside.open, at, lexicon) {
                    needless.extend([inside.open, at]);
                }
                closed = Some(inside.open);
            }
            // `(n \to \infty)`
            (_, r"\to" | r"\rightarrow" | "→")
                if at == level.open + 2
                    && tokens[at - 1].class == Class::Letter
                    && tokens[level.open].gap > Gap::None =>
            {
                (level.related, level.stated) = (true, true);
            }
            // `(t \text{ is the parameter})`
            (Class::Words, key) if says(key) && at == level.open + 2 => level.stated = true,
            // `(n \text{ odd})`, `(m, n \text{ coprime})`
            (Class::Words, key)
                if at > level.open
                    && property(key, lexicon)
                    && listed(&tokens[level.open + 1..at]) =>
            {
                (level.related, level.stated) = (true, true);
            }
            // `(t \text{ in seconds})`
            (Class::Words, _) if remarks(tokens, level.open, at) => {
                (level.related, level.stated) = (true, true);
            }
            // `(x = 1 \text{ is excluded})`
            (Class::Words, key) if says(key) && level.related => level.stated = true,
            (_, r"\because" | "∵") if at == level.open + 1 => {
                (level.related, level.stated) = (true, true);
            }
            // `(\text{i.e., } n = 0)`
            (Class::Words, key) if at == level.open + 1 && leads(key) => level.stated = true,
            (Class::Row | Class::Cell, _) | (_, "," | ";") => level.related = false,
            (_, key) if relates(key) => {
                level.related = true;
                // What is equal to something may be an argument: `S(\lambda = 0)`. A sum is none:
                // `\lambda\vec{u} + \mu\vec{v}\ (\lambda + \mu = 1)`.
                let sum = || {
                    let before = &tokens[level.open..at];
                    let plus = before.iter().rev().take(NEAR).any(|t| t.key == "+");
                    plus && tokens[level.open].key == "("
                };
                level.stated |= key != "=" || sum() || sampled(tokens, level.open, at);
            }
            _ => {}
        }
    }
    needless.sort_unstable();
    leave_out(tokens, needless.into_iter().map(|at| at..at + 1).collect());
}

/// Whether a bracket begins with the sign of an equality, and nothing is reckoned with it:
/// `x = 3^4 \; (= 81)`. `N(> x)` counts.
fn goes_on(tokens: &[Token<'_>], open: usize, close: usize, lexicon: &Lexicon) -> bool {
    let before = open.checked_sub(1).map(|at| &tokens[at]);
    let operand = before.is_some_and(|t| {
        matches!(t.class, Class::Letter | Class::Digit | Class::Name) || closes(t)
    });
    let next = tokens.get(close + 1);
    operand
        && close > open + 2
        && matches!(tokens[open + 1].key.as_ref(), "=" | r"\approx" | "≈")
        && (ends(next, lexicon) || next.is_some_and(|t| relates(&t.key)))
}

impl Level {
    fn at(open: usize, before: Option<usize>) -> Self {
        Self {
            open,
            related: false,
            stated: false,
            before,
        }
    }
}

/// Whether it is the sign of a relation.
pub(super) fn relates(key: &str) -> bool {
    RELATIONS.contains(&key) || OTHERS.contains(&key)
}

/// Whether words say something of the letter before them.
pub(super) fn says(words: &str) -> bool {
    let said = words
        .split_once('{')
        .map_or("", |(_, said)| said.trim_start());
    ["is ", "are ", "是", "为", "est "]
        .iter()
        .any(|verb| said.starts_with(verb))
}

/// Whether a letter is given a value in a bracket behind a percentage, or apart from another number:
/// `42\% (n = 144)`, `F = 5.3 \; (p = 0.02)`.
fn sampled(tokens: &[Token<'_>], open: usize, sign: usize) -> bool {
    let named = sign == open + 2 && tokens[open + 1].class == Class::Letter;
    let before = open.checked_sub(1).map(|at| &tokens[at]);
    named
        && before.is_some_and(|t| {
            t.key == r"\%" || t.class == Class::Digit && tokens[open].gap >= Gap::Blank
        })
}

/// Whether the words here close a bracket that holds nothing else but a letter which is said before.
fn remarks(tokens: &[Token<'_>], open: usize, words: usize) -> bool {
    let closed = tokens.get(words + 1).is_some_and(|t| t.key == ")");
    words == open + 2
        && closed
        && tokens[open + 1].class == Class::Letter
        && speaks(tokens, open, words)
}

/// Whether these are letters with commas between them.
fn listed(things: &[Token<'_>]) -> bool {
    let comma = |t: &Token<'_>| t.key == ",";
    (1..NEAR).contains(&things.len()) && things.iter().all(|t| t.class == Class::Letter || comma(t))
}

/// Whether words say a property of the letter before them, without a verb.
pub(super) fn property(words: &str, lexicon: &Lexicon) -> bool {
    let said = words.split_once('{').map_or("", |(_, said)| said);
    super::phrases::predicate(said.trim_end_matches('}'), lexicon).is_some()
}

/// Whether words say how what they begin is meant.
pub(super) fn leads(words: &str) -> bool {
    let said = words.split_once('{').map_or("", |(_, said)| said);
    let first = said.trim_start().split([' ', ',', '}', '~']).next();
    matches!(
        first,
        Some(
            "i.e."
                | "e.g."
                | "say"
                | "since"
                | "as"
                | "because"
                | "by"
                | "if"
                | "for"
                | "where"
                | "when"
                | "with"
        )
    )
}

fn closes(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), ")" | "]" | "}")
}

/// Whether a statement ends before this token.
fn ends(next: Option<&Token<'_>>, lexicon: &Lexicon) -> bool {
    next.is_none_or(|t| {
        t.class == Class::Row
            || matches!(t.key.as_ref(), "," | ";" | "." | "}")
            || t.class == Class::End
            // `y = 2x (x > 0)\text{的图象}`
            || super::parse::in_prose(t)
            || t.class == Class::Words && super::parse::joins(super::parse::said(t), lexicon)
    })
}

/// Whether the bracket stands behind what is no function: after a number, a bracket or a fraction, or
/// apart from a small letter that it speaks of.
fn follows(tokens: &[Token<'_>], bracket: &Level, end: usize) -> bool {
    let Some(last) = bracket.open.checked_sub(1) else {
        return false;
    };
    // What the last group, or the token, is a script of.
    let first = bracket.before.unwrap_or(last);
    let script = first
        .checked_sub(1)
        .filter(|sign| matches!(tokens[*sign].key.as_ref(), "_" | "^"));
    let base = match script {
        Some(sign) => match sign.checked_sub(1) {
            Some(base) => base,
            None => return false,
        },
        // `a = 1(s > t)` counts what is stated, `a_n = 2n - 1(n > 2)` does not.
        None if tokens[last].class == Class::Digit => {
            let one = tokens[last].key == "1"
                && tokens[bracket.open].gap == Gap::None
                && last
                    .checked_sub(1)
                    .is_none_or(|n| tokens[n].class != Class::Digit && tokens[n].key != ".")
                && !sole_term(tokens, last);
            return !one || limits(tokens, bracket.open, end);
        }
        None if tokens[last].key == r"\%" => return true,
        None if closes(&tokens[last]) => return !named(tokens, first),
        None => last,
    };
    let gap = tokens[bracket.open].gap;
    // `S_{n-1} (n \ge 2)`, `b - S_{n-1}(n \ge 2)`: a member of a sequence.
    let index = script
        .filter(|sign| tokens[*sign].key == "_" && !matches!(tokens[base].key.as_ref(), "P" | "E"));
    let counted = &tokens[bracket.open + 1];
    if counted.class == Class::Letter
        && (gap >= Gap::Blank || tokens[base].class == Class::Letter)
        && index.is_some_and(|sign| {
            tokens[sign..bracket.open]
                .iter()
                .rev()
                .take(NEAR)
                .any(|t| t.key == counted.key)
        })
    {
        return true;
    }
    // `x^2 + y^2 = r^2(r > 0)`
    let raised = tokens[base].class == Class::Letter
        && script
            .is_some_and(|sign| tokens[sign].key == "^" && tokens[sign + 1].class == Class::Digit);
    let number = match tokens[base].key.as_ref() {
        "P" | "E" => false,
        "f" | "g" | "h" => gap >= Gap::Thin,
        _ if raised => true,
        "p" | "q" | r"\mu" => gap >= Gap::Thin,
        key if key.starts_with(|c: char| c.is_ascii_uppercase()) => gap >= Gap::Thin,
        // `y = kx(k \ne 0)`: few functions are called by such letters.
        "a" | "b" | "c" | "d" | "i" | "k" | "m" | "n" | "t" | "x" | "y" | "z" | r"\pi" => true,
        _ => tokens[base].class != Class::Name && gap >= Gap::Blank,
    };
    number && speaks(tokens, bracket.open, end)
}

/// Whether a 1 is the last term of a sum, and no other stands before a bracket.
fn sole_term(tokens: &[Token<'_>], one: usize) -> bool {
    let added = one > 1 && matches!(tokens[one - 1].key.as_ref(), "+" | "-");
    let counts = |pair: &&[Token<'_>]| pair[0].key == "1" && pair[1].key == "(";
    added && tokens.windows(2).filter(counts).nth(1).is_none()
}

/// Whether a bracket speaks of a letter before it.
fn speaks(tokens: &[Token<'_>], open: usize, end: usize) -> bool {
    let inside = tokens[open + 1..end].iter().take(NEAR);
    let near = &tokens[open.saturating_sub(BEFORE)..open];
    let mut letters = inside.filter(|t| t.class == Class::Letter);
    letters.any(|t| near.iter().any(|other| other.key == t.key))
}

/// Whether what is stated in a bracket limits letters before it, and is not counted: several relations,
/// or numbers of some sort, `\frac{x^2}{a^2} + \frac{y^2}{b^2} = 1(a > b > 0)`, `a_n = 2n + 1(n \in \mathbb{N})`.
fn limits(tokens: &[Token<'_>], open: usize, end: usize) -> bool {
    let inside = &tokens[open + 1..end.min(open + 1 + NEAR)];
    let relations = inside
        .iter()
        .filter(|t| RELATIONS.contains(&t.key.as_ref()));
    let sort = |t: &Token<'_>| t.key.starts_with(r"\mathbb{");
    // `f(x) = 1(0 < x < 1)` counts.
    let counts = open > 2 && tokens[open - 2].key == "=" && tokens[open - 3].key == ")";
    (relations.count() > 1 && !counts || inside.iter().any(sort)) && speaks(tokens, open, end)
}

/// Whether a group is the argument of a name, as that of a font or an accent.
fn named(tokens: &[Token<'_>], open: usize) -> bool {
    tokens[open].key == "{"
        && open.checked_sub(1).is_some_and(|before| {
            let command =
                tokens[before].class == Class::Sign && tokens[before].key.starts_with('\\');
            command
                && !closes(&tokens[before])
                && !matches!(
                    tokens[before].key.as_ref(),
                    r"\frac" | r"\sqrt" | r"\vec" | r"\overrightarrow"
                )
        })
}
