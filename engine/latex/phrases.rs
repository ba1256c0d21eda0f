//! Words that say something of what stands before them, `n \text{ is even and } n > 2`: what joins
//! them to the rest of the formula is set apart from what they say.

use super::signs::Signs;
use super::token::{Class, Token};
use crate::phrases::{Lexicon, Tells};
use std::borrow::Cow;

/// Words that stand alone before what they are said of: `\text{arc } AB`.
const NAMING: &[&str] = &[
    "arc",
    "segment",
    "line",
    "plane",
    "ray",
    "chord",
    "side",
    "triangle",
    "quadrilateral",
    "eccentricity",
];

/// What is said of what stands before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    /// Of one thing: `n \text{ is even}`.
    One,
    /// Of several things: `a, b \text{ are coprime}`.
    Several,
}

/// What words say of what stands before them, if they do.
pub(super) fn predicate(words: &str, lexicon: &Lexicon) -> Option<Predicate> {
    let mut all = words.split_whitespace();
    let first = bare(all.next()?);
    if lexicon[Tells::VerbOfOne].has(first) {
        return Some(Predicate::One);
    }
    // Chinese leaves no room between words, and its verbs are those of one thing and of several.
    if lexicon[Tells::VerbOfSeveral].has(first) || first.starts_with(['是', '为', '都', '均']) {
        return Some(Predicate::Several);
    }
    let property = |word: &str| lexicon[Tells::Property].has(bare(word));
    let last = words.split_whitespace().next_back().is_some_and(property);
    let each = |word: &str| property(word) || lexicon[Tells::Degree].has(bare(word));
    if !last || !words.split_whitespace().all(each) {
        return None;
    }
    let jointly = &lexicon[Tells::Jointly];
    let jointly = words.split_whitespace().any(|word| jointly.has(bare(word)));
    Some(if jointly {
        Predicate::Several
    } else {
        Predicate::One
    })
}

/// Whether words end with a preposition or an article.
pub(super) fn leads(words: &str, lexicon: &Lexicon) -> bool {
    let mut all = words.split_whitespace();
    let last = all.next_back();
    all.next().is_some() && last.is_some_and(|last| lexicon[Tells::WantsThing].has(last))
}

/// Whether words name what stands right after them, or what is done with it: `P(\text{reject } H_0)`.
pub(super) fn names(words: &str) -> bool {
    let last = words.split_whitespace().next_back();
    NAMING.contains(&words.trim())
        || matches!(
            last,
            Some("reject" | "Reject" | "accept" | "Accept" | "draw")
        )
}

/// Whether words that say something of what stands before want a thing after them.
pub(super) fn wants(words: &str, lexicon: &Lexicon) -> bool {
    words.split_whitespace().next_back().is_some_and(|last| {
        lexicon[Tells::WantsThing].has(last) || lexicon[Tells::Transitive].has(last)
    }) || for_all(words, lexicon)
}

/// Whether words want two things after them, with a conjunction between: `\text{distance between } A \text{ and } B`.
pub(super) fn wants_two(words: &str, lexicon: &Lexicon) -> bool {
    let last = words.split_whitespace().next_back();
    last.is_some_and(|last| lexicon[Tells::WantsTwo].has(last))
}

/// Whether such words go on with what they hold for: `f^{-1}(U) \text{ is open for all open } U \subseteq Y`.
fn for_all(words: &str, lexicon: &Lexicon) -> bool {
    let pairs = words
        .split_whitespace()
        .zip(words.split_whitespace().skip(1));
    pairs
        .into_iter()
        .any(|(one, other)| one == "for" && lexicon[Tells::Any].has(other))
}

/// Whether the thing that these words want may be a statement: `f \text{ is continuous at } x = a`.
pub(super) fn wants_statement(words: &str, lexicon: &Lexicon) -> bool {
    let last = words.split_whitespace().next_back();
    last.is_some_and(|last| lexicon[Tells::WantsStatement].has(last)) || for_all(words, lexicon)
}

fn bare(word: &str) -> &str {
    word.trim_matches([',', '.', ';'])
}

/// The tokens with conjunctions and commas at the ends of such words as signs of their own.
pub(super) fn set_apart<'t>(
    tokens: Vec<Token<'t>>,
    signs: Signs,
    lexicon: &Lexicon,
) -> Vec<Token<'t>> {
    let some = |t: &Token<'_>| cut(t, lexicon).is_some() || modulus(t).is_some() || remainder(t);
    if !signs.holds(Class::Words) || !tokens.iter().any(some) {
        return tokens;
    }
    let mut kept = Vec::with_capacity(tokens.len() + 4);
    for token in tokens {
        if let Some(modulus) = modulus(&token).map(str::to_owned) {
            kept.push(spelled(token.clone(), "(".to_owned(), Class::Sign));
            let word = r"\text{mod}".to_owned();
            kept.push(spelled(token.clone(), word, Class::Words));
            for (place, sign) in modulus.chars().enumerate() {
                let mut token = token.clone();
                if place > 0 {
                    token.gap = super::token::Gap::None;
                }
                let class = match sign {
                    '0'..='9' => Class::Digit,
                    ')' => Class::Sign,
                    _ => Class::Letter,
                };
                kept.push(spelled(token, sign.to_string(), class));
            }
            continue;
        }
        if remainder(&token) && kept.last().is_some_and(|t: &Token<'_>| t.key != "(") {
            kept.push(spelled(token, r"\bmod".to_owned(), Class::Sign));
            continue;
        }
        match cut(&token, lexicon) {
            None => kept.push(token),
            Some(("", joint)) => {
                let key = format!(r"\text{{{joint}}}");
                kept.push(spelled(token, key, Class::Words));
            }
            Some((said, joint)) => {
                let (said, joint) = (said.to_owned(), joint.to_owned());
                let mut after = token.clone();
                kept.push(spelled(token, format!(r"\text{{{said}}}"), Class::Words));
                after.gap = super::token::Gap::Blank;
                let comma = joint == ",";
                let key = if comma {
                    joint
                } else {
                    format!(r"\text{{{joint}}}")
                };
                let class = if comma { Class::Sign } else { Class::Words };
                kept.push(spelled(after, key, class));
            }
        }
    }
    kept
}

/// Whether a word joins statements as `and` and `or` do.
pub(super) fn conjunction(word: &str, lexicon: &Lexicon) -> bool {
    lexicon[Tells::Conjunction].has(word)
}

/// What stands behind `mod` in words that open a bracket, with that which closes it if they do:
/// nothing in `x = 5 \text{ (mod } 7)`, `7)` in `x = 5 \text{ (mod 7)}`.
fn modulus<'w>(token: &'w Token<'_>) -> Option<&'w str> {
    if token.class != Class::Words {
        return None;
    }
    let words = token.key.strip_prefix(r"\text{")?.strip_suffix('}')?.trim();
    let rest = words.strip_prefix("(mod")?.trim_start();
    let inside = rest.strip_suffix(')').unwrap_or(rest);
    let number = !inside.is_empty() && inside.bytes().all(|b| b.is_ascii_digit());
    let letter = inside.len() == 1 && inside.bytes().all(|b| b.is_ascii_lowercase());
    (rest.is_empty() || rest != inside && (number || letter)).then_some(rest)
}

/// Whether this is the word between a number and its modulus: `7 \text{ mod } 3`.
fn remainder(token: &Token<'_>) -> bool {
    let words = token.key.strip_prefix(r"\text{");
    token.class == Class::Words
        && words.is_some_and(|words| matches!(words.trim_end_matches('}').trim(), "mod" | "modulo"))
}

/// What words say and what joins that to the rest, `is even` and `and`.
fn cut<'w>(token: &'w Token<'_>, lexicon: &Lexicon) -> Option<(&'w str, &'w str)> {
    if token.class != Class::Words {
        return None;
    }
    let words = token.key.strip_prefix(r"\text{")?.strip_suffix('}')?;
    // `x > 0 \text{, and } y > 0`
    if let Some(joint) = words.strip_prefix(", ") {
        return conjunction(joint, lexicon).then_some(("", joint));
    }
    let joints = lexicon[Tells::JoinsStatements].iter().filter_map(|joint| {
        let said = words.strip_suffix(joint)?;
        (said.ends_with(' ')).then_some((said, &words[said.len()..]))
    });
    let joint = joints.max_by_key(|(_, joint)| joint.len());
    let (said, joint) = match joint {
        Some(found) => found,
        None => (words.strip_suffix(',')?, ","),
    };
    let said = said.trim_end_matches([' ', ',']);
    predicate(said, lexicon).map(|_| (said, joint))
}

fn spelled<'t>(mut token: Token<'t>, key: String, class: Class) -> Token<'t> {
    token.respell("");
    (token.key, token.class) = (Cow::Owned(key), class);
    token
}
