//! Letters that the prose names outside of formulas: "the x-axis", "point A", "side c". They keep
//! their names in the formulas, too, because prose is never touched.

use std::collections::BTreeSet;
use std::ops::Range;

use super::coded::{Spellings, greek, greek_in_code};
use super::segment::{Part, Segment};
use crate::nouns::Nouns;

/// The names of symbols that stand in prose or code; `symbols` are those of the formulas, spelled
/// as one word in code.
pub(super) fn mentions(
    source: &str,
    segments: &[Segment],
    nouns: &Nouns,
    symbols: &BTreeSet<String>,
    spellings: &Spellings,
) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for segment in segments {
        match segment.part {
            Part::Formula(_) => {}
            Part::Prose => prose(source, segment.span.clone(), nouns, symbols, &mut found),
            Part::Kept => code(&source[segment.span.clone()], spellings, &mut found),
        }
    }
    found
}

/// Single letters of code and words for letters; tags and addresses have none worth minding.
fn code(text: &str, spellings: &Spellings, found: &mut BTreeSet<String>) {
    if !text.starts_with(['`', '~', ' ', '\t'])
        && !text.starts_with("<code")
        && !text.starts_with("<pre")
    {
        return;
    }
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if word.chars().count() == 1 {
            found.insert(word.to_owned());
            continue;
        }
        found.extend(greek_in_code(word));
        found.extend(spellings.of(word).cloned());
    }
}

fn prose(
    source: &str,
    span: Range<usize>,
    nouns: &Nouns,
    symbols: &BTreeSet<String>,
    found: &mut BTreeSet<String>,
) {
    let text = &source[span.clone()];
    let mut before = "";
    let mut at = 0;
    while let Some(skip) = text[at..].find(|c: char| c.is_alphabetic()) {
        let start = at + skip;
        if !text[at..start].chars().all(char::is_whitespace) {
            before = "";
        }
        let word = &text[start..];
        let word = &word[..word
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(word.len())];
        at = start + word.len();
        let left = text[..start].chars().next_back();
        let right = text[at..].chars().next();
        // `$p_i$s`, `5th`, `it's`, and what stands in an argument of `\begin`.
        let glued = match left {
            // A dollar sign after it, too, means that the dollar signs are not what they seem.
            None => {
                span.start > 0
                    && !source[..span.start].ends_with('>')
                    && !(word.len() == 1 && text[at..].starts_with('$'))
            }
            Some(c) => c.is_alphanumeric() || matches!(c, '\'' | '’' | '&' | '#'),
        };
        let command = left == Some('\\');
        if command {
            if symbols.contains(&text[start - 1..at]) {
                found.insert(text[start - 1..at].to_owned());
            }
            before = "";
            continue;
        }
        if !glued {
            let here = Here {
                word,
                left,
                right,
                text,
                start,
                end: at,
                before,
            };
            here.note(nouns, symbols, found);
        }
        before = word;
    }
}

struct Here<'a> {
    word: &'a str,
    left: Option<char>,
    right: Option<char>,
    text: &'a str,
    start: usize,
    end: usize,
    before: &'a str,
}

impl Here<'_> {
    fn note(&self, nouns: &Nouns, symbols: &BTreeSet<String>, found: &mut BTreeSet<String>) {
        let word = self.word;
        let scripted = matches!(self.right, Some('_' | '^'));
        if word.chars().count() == 1 {
            if !symbols.contains(word) && !scripted {
                return;
            }
            if scripted || !self.is_word(nouns) {
                found.insert(word.to_owned());
            }
            return;
        }
        // `AB`, `ABC`: letters of points; `x1`; `kx`.
        let letters: Vec<String> = word.chars().map(String::from).collect();
        let capitals = word.chars().all(char::is_uppercase);
        if capitals && letters.len() < 7 && letters.iter().all(|l| symbols.contains(l)) {
            found.extend(letters);
            return;
        }
        // `the kth term`
        if let Some(letter) = word.strip_suffix("th")
            && letter.chars().count() == 1
            && symbols.contains(letter)
        {
            found.insert(letter.to_owned());
            return;
        }
        // `mgh`: no word has no vowel.
        let vowel = |c: char| !c.is_ascii_lowercase() || "aeiouy".contains(c);
        if letters.len() < 5
            && !word.chars().any(vowel)
            && letters.iter().all(|l| symbols.contains(l))
        {
            found.extend(letters);
            return;
        }
        let digits = word.chars().skip(1).all(|c| c.is_ascii_digit());
        if digits || scripted && letters.len() < 4 {
            found.extend(letters.into_iter().filter(|l| symbols.contains(l)));
            return;
        }
        found.extend(greek(word));
    }

    /// Whether the bracket around a letter stands right behind a letter or capitals: `AR(r)`, `f(n)`,
    /// but not `side(s)`.
    fn is_argument(&self) -> bool {
        let before = self.text[..self.start].trim_end_matches('(');
        let name = before.rsplit(|c: char| !c.is_alphanumeric()).next();
        name.is_some_and(|name| {
            let capitals = name.chars().all(char::is_uppercase);
            !name.is_empty() && (capitals || name.chars().count() == 1)
        })
    }

    /// Whether a single letter is a word, or a label of a list.
    fn is_word(&self, nouns: &Nouns) -> bool {
        let rest = &self.text[self.end..];
        let head = &self.text[..self.start];
        let line_start = head.trim_end_matches([' ', '\t', '(', '*', '[']);
        let first = line_start.is_empty() || line_start.ends_with('\n');
        // `(a) Show that`, `A. yes`, `b)`.
        if self.left == Some('(') && self.right == Some(')') && !self.is_argument()
            || first && matches!(self.right, Some(')' | ']' | '.' | ':'))
        {
            return true;
        }
        // `e.g.`, `i.e.`
        let dotted = rest
            .strip_prefix('.')
            .is_some_and(|r| r.starts_with(|c: char| c.is_alphabetic()));
        if dotted || head.ends_with('.') && self.right == Some('.') {
            return true;
        }
        let named = || {
            let before = self.before.to_lowercase();
            nouns.ended_by(&before).any(|noun| noun.kind.is_some())
        };
        match self.word {
            // The article is followed by a word.
            "a" | "A" => {
                let next = rest.strip_prefix([' ', '\n', '\t']).map(str::trim_start);
                let word = next.is_some_and(|r| {
                    r.starts_with(|c: char| {
                        c.is_alphanumeric()
                            || matches!(c, '"' | '`' | '\\' | '*' | '(' | '\'' | '“')
                    })
                });
                // `a (float): the size`
                let listed = first && rest.starts_with(" (") && {
                    let line = rest.split('\n').next().unwrap_or("");
                    line.split_once(')')
                        .is_some_and(|(_, r)| r.starts_with(':'))
                };
                if listed {
                    return false;
                }
                let formula = rest.trim_start().is_empty();
                let verb = next.is_some_and(|r| {
                    ["is ", "and ", "to ", "or ", "are ", "on ", "in "]
                        .iter()
                        .any(|v| r.starts_with(v))
                });
                let sentence = line_start.ends_with(['.', ':', '?', '!']) || first;
                (word || formula) && !named() && (!verb || sentence && self.word == "A")
            }
            "I" => {
                let next = rest.strip_prefix(' ');
                next.is_some_and(|r| r.starts_with(|c: char| c.is_lowercase())) && !named()
                    || matches!(self.right, Some('\'' | '’'))
            }
            _ => false,
        }
    }
}
