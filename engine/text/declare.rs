//! Declarations in prose: "natural number $n$", "let $f$ be a continuous function", "integers $a$
//! and $b$".

use std::collections::{BTreeMap, BTreeSet};

use super::segment::{Part, Segment};
use super::suppose::{self, Supposed};
use crate::nouns::Noun;
use crate::phrases::{Lexicon, Tells};
use crate::rules::SymbolTable;
use crate::vocabulary::Kind;

/// What the prose says of symbols.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Declared {
    /// What each symbol stands for.
    pub(super) kinds: BTreeMap<String, Kind>,
    /// What may be assumed of each symbol: patterns with `?x`.
    pub(super) assumed: BTreeMap<String, BTreeSet<String>>,
    /// Groups and rings: products of their members keep their order.
    pub(super) structures: BTreeSet<String>,
}

/// Words are looked at as far as this from a formula.
const NEAR: usize = 7;

/// Gathers the declarations of a text. `names` gives the symbols that the formula of a segment
/// introduces, in order, `stated` what it says of symbols.
pub(super) fn declared(
    source: &str,
    segments: &[Segment],
    words: &SymbolTable,
    names: &dyn Fn(usize) -> Vec<String>,
    stated: &dyn Fn(usize) -> Vec<(String, String)>,
) -> Declared {
    let lexicon = &words.lexicon;
    let mut found = Declared::default();
    let mut supposed = Supposed::default();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for (at, segment) in segments.iter().enumerate() {
        if segment.part == Part::Kept {
            let after = segments.get(at + 1).filter(|s| s.part == Part::Prose);
            let after = after.map_or("", |s| &source[s.span.clone()]);
            if let Some((name, phrase)) = listed(&source[segment.span.clone()], after, words) {
                found.add(&[name], &phrase, &mut seen);
            }
        }
        if !matches!(segment.part, Part::Formula(_)) {
            continue;
        }
        let before = match at.checked_sub(1).map(|n| &segments[n]) {
            Some(s) if s.part == Part::Prose => &source[s.span.clone()],
            _ => "",
        };
        let after = match segments.get(at + 1) {
            Some(s) if s.part == Part::Prose => &source[s.span.clone()],
            _ => "",
        };
        let phrase = before_formula(before, words);
        let conditioned = || suppose::is_conditioned(&source[..segment.span.start], lexicon);
        let declares = suppose::opens(before, lexicon) && !conditioned()
            || phrase.as_ref().is_some_and(|p| !p.hedged);
        supposed.say(at, stated(at), declares);
        if let Some(phrase) = phrase {
            // `integers $a$, $b$ and $c$`
            let mut next = at;
            loop {
                supposed.introduce(next, &names(next));
                found.add(&names(next), &phrase, &mut seen);
                let joined = segments.get(next + 1).is_some_and(|s| {
                    s.part == Part::Prose && joins(&source[s.span.clone()], lexicon)
                });
                let formula = segments
                    .get(next + 2)
                    .is_some_and(|s| matches!(s.part, Part::Formula(_)));
                if !(joined && formula && phrase.plural) {
                    break;
                }
                next += 2;
            }
        }
        let more = match (segments.get(at + 2), segments.get(at + 3)) {
            (Some(f), Some(s)) if s.part == Part::Prose && matches!(f.part, Part::Formula(_)) => {
                &source[s.span.clone()]
            }
            _ => "",
        };
        if let Some(phrase) = after_formula(before, after, more, words) {
            supposed.introduce(at, &names(at));
            found.add(&names(at), &phrase, &mut seen);
            let mut first = at;
            while first >= 2
                && phrase.plural
                && segments[first - 1].part == Part::Prose
                && joins(&source[segments[first - 1].span.clone()], lexicon)
                && matches!(segments[first - 2].part, Part::Formula(_))
            {
                first -= 2;
                found.add(&names(first), &phrase, &mut seen);
            }
        }
    }
    for (name, patterns) in supposed.settled() {
        found.assumed.entry(name).or_default().extend(patterns);
    }
    found
}

/// What a phrase says.
#[derive(Clone, Debug, Default)]
struct Phrase {
    kind: Option<Kind>,
    assumed: BTreeSet<String>,
    plural: bool,
    hedged: bool,
    ordered: bool,
    /// Whether the noun is a verb before what is defined: "and set $x = 1$".
    verb: bool,
}

/// How a formula introduces a symbol.
#[derive(PartialEq, Eq)]
enum Sort {
    Alone,
    Applied,
    Defined,
}

impl Declared {
    fn add(&mut self, names: &[String], phrase: &Phrase, seen: &mut BTreeSet<String>) {
        for name in names {
            // `f()` is applied, `y=` is defined: neither is declared by every noun.
            let (name, sort) = match (name.strip_suffix("()"), name.strip_suffix('=')) {
                (Some(name), _) => (name.to_owned(), Sort::Applied),
                (_, Some(name)) => (name.to_owned(), Sort::Defined),
                _ => (name.clone(), Sort::Alone),
            };
            let function = phrase.kind == Some(Kind::Fn);
            if function && sort == Sort::Defined || !function && sort == Sort::Applied {
                continue;
            }
            if phrase.verb && sort == Sort::Defined {
                continue;
            }
            if let Some(kind) = phrase.kind {
                self.kinds.entry(name.clone()).or_insert(kind);
                if phrase.ordered {
                    self.structures.insert(name.clone());
                }
            }
            let assumed = if phrase.hedged {
                BTreeSet::new()
            } else {
                phrase.assumed.clone()
            };
            // Said twice, only what both say holds everywhere.
            if seen.insert(name.clone()) {
                self.assumed.insert(name.clone(), assumed);
            } else if let Some(known) = self.assumed.get_mut(&name)
                && (!phrase.assumed.is_empty() || phrase.hedged)
            {
                known.retain(|a| assumed.contains(a));
            }
        }
    }
}

fn joins(between: &str, lexicon: &Lexicon) -> bool {
    between
        .split(|c: char| c.is_whitespace() || c == ',')
        .all(|word| word.is_empty() || lexicon[Tells::Joining].has(word))
        && !between.is_empty()
}

/// Whether a declaration goes on with another letter: `, $K$ a field`, `and $H$ a subgroup`.
fn goes_on(before: &str) -> bool {
    let before = before.trim_end();
    before.ends_with(',') || before.split_whitespace().next_back() == Some("and")
}

/// The last words before a formula, the nearest first; punctuation ends them.
fn words_before(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in text.split_whitespace().rev().take(NEAR) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let ends = word.ends_with(['.', ';', ':', '?', '!', ')']) || word.ends_with(',');
        if ends || bare.is_empty() {
            break;
        }
        words.push(bare.to_lowercase());
        if word.starts_with(|c: char| !c.is_alphanumeric()) {
            break;
        }
    }
    words
}

/// The first words after a formula; punctuation ends them.
fn words_after(text: &str) -> impl Iterator<Item = String> {
    let apart = text.starts_with(char::is_whitespace);
    let mut ended = false;
    let words = text.split_whitespace().take(if apart { NEAR } else { 0 });
    words.map_while(move |word| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-');
        let goes_on = !ended && !bare.is_empty();
        // `i.i.d.`
        let abbreviated = word.ends_with('.') && bare.contains('.');
        ended = !abbreviated && word.ends_with(['.', ';', ':', '?', '!', ',', ')']);
        goes_on.then(|| bare.to_lowercase())
    })
}

/// A noun right before a formula, with its adjectives.
fn before_formula(text: &str, said: &SymbolTable) -> Option<Phrase> {
    let (nouns, lexicon) = (&said.nouns, &said.lexicon);
    if !text.ends_with(|c: char| c.is_whitespace() || matches!(c, '(' | '~' | '>')) {
        return None;
    }
    // `$2 \times 2$-matrices $A$`
    let text = text.strip_prefix('-').unwrap_or(text);
    let mut words = words_before(text.trim_end_matches(['(', '~']));
    words.reverse();
    let (noun, length) = nouns.ending(&words).max_by_key(|(_, length)| *length)?;
    let from = words.len() - length;
    let plural = words.last().is_some_and(|w| w.ends_with('s'));
    let setting = words[..from].last();
    let setting = setting.is_none_or(|word| lexicon[Tells::BeforeSet].has(word));
    Some(Phrase {
        verb: setting && length == 1 && words[from] == "set",
        ..phrase(noun, &words[..from], plural, said)
    })
}

/// `$f$ is a continuous function`, `$a$ and $b$ are integers`, `let $X$ be a random variable`.
/// An attribute may be a formula: `$A$ is an $m \times n$ matrix`, with `more` after it.
fn after_formula(before: &str, after: &str, more: &str, said: &SymbolTable) -> Option<Phrase> {
    let (nouns, lexicon) = (&said.nouns, &said.lexicon);
    let plural = match words_after(after).next()?.as_str() {
        verb if lexicon[Tells::Is].has(verb) => false,
        verb if lexicon[Tells::Are].has(verb) => true,
        // `let $G$ be a group and $H$ a subgroup`
        "a" | "an" if goes_on(before) => false,
        _ => return None,
    };
    let mut words: Vec<String> = words_after(after).collect();
    let own = words.len();
    // `be convex and $X$ a random variable` says nothing more of the first letter.
    let goes_on = words.last().is_some_and(|w| lexicon[Tells::Joining].has(w))
        || after.trim_end().ends_with(',');
    if after.ends_with(' ') && !goes_on && words.len() == after.split_whitespace().count() {
        words.extend(words_after(&format!(
            " {}",
            more.trim_start_matches(['-', ' '])
        )));
    }
    if words.iter().any(|w| lexicon[Tells::Hedge].has(w)) {
        return None;
    }
    let longest = |from: usize| {
        let found = nouns.beginning(&words[from..]);
        found
            .filter(|(noun, _)| noun.kind.is_some())
            .max_by_key(|(_, length)| *length)
    };
    let found = (1..words.len()).find_map(|from| longest(from).map(|(n, len)| (n, from, len)));
    let (mut noun, from, length) = found?;
    // `a cost function`, `a rate matrix`: the last of several nouns says what it is, unless it is
    // a verb.
    // `complex valued matrix`
    let valued = |at: usize| at + usize::from(words.get(at).is_some_and(|w| w == "valued"));
    let mut next = valued(from + length);
    while let Some((head, length)) = (next < words.len() && next != own)
        .then(|| longest(next))
        .flatten()
    {
        if length == 1 && matches!(words[next].as_str(), "set" | "ranges" | "range" | "maps") {
            break;
        }
        noun = head;
        next = valued(next + length);
    }
    // `is the number of points in the set`: only what comes before the first preposition counts.
    let apart = &lexicon[Tells::Preposition];
    if words[1..from].iter().any(|word| apart.has(word)) {
        return None;
    }
    let mut phrase = phrase(noun, &words[1..from], plural, said);
    let last = before
        .split_whitespace()
        .next_back()
        .unwrap_or("")
        .to_lowercase();
    phrase.hedged |= lexicon[Tells::Hedge].has(&last);
    Some(phrase)
}

/// A letter in code with what it is behind a dash or a colon: ``` ``M`` -- square matrix ```. A
/// number after the letter is its index.
fn listed(code: &str, after: &str, words: &SymbolTable) -> Option<(String, Phrase)> {
    let name = code.trim_matches('`');
    let letter = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let single = letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_alphabetic());
    let greek = || super::coded::greek(letter).into_iter().next();
    let name = if single { letter.to_owned() } else { greek()? };
    let said = ["--", "–", "—", ":"]
        .iter()
        .find_map(|dash| after.trim_start().strip_prefix(dash))?;
    let line = said.split('\n').next().unwrap_or("");
    let phrase = after_formula("", &format!(" is {}", line.trim_start()), "", words)?;
    Some((name, phrase))
}

fn phrase(noun: &Noun, adjectives: &[String], plural: bool, said: &SymbolTable) -> Phrase {
    let mut phrase = Phrase {
        kind: noun.kind,
        assumed: noun.assume.iter().cloned().collect(),
        plural,
        hedged: false,
        ordered: noun.ordered,
        verb: false,
    };
    for at in (0..adjectives.len()).rev() {
        let word = &adjectives[at];
        if said.lexicon[Tells::Hedge].has(word) {
            phrase.hedged = true;
        }
        let negated = at > 0 && matches!(adjectives[at - 1].as_str(), "not" | "non");
        let known = said.nouns.ending(&adjectives[..=at]).map(|(noun, _)| noun);
        for adjective in known.filter(|n| n.kind.is_none() && !negated) {
            phrase.assumed.extend(adjective.assume.iter().cloned());
        }
    }
    phrase
}
