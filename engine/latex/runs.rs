//! Plain letters side by side that are one name and no product: `GDP`, `Vol(X)`, `NP`, `x_{in,i}`.
//!
//! A run of letters is a name when it is a word by its shape, stands in a list of the rules and at
//! such a place as the list asks for, or is known from the text around. What may be a product of
//! letters as well stays one.

mod again;
mod below;
mod bold;
mod company;
mod degree;
mod dotted;
mod listed;
mod phrase;
mod places;
mod shape;
mod shaped;

use super::clauses::IMPLICATIONS;
use super::coded;
use super::figures;
use super::rows::is_display;
use super::signs::{Signs, Sorts};
use super::table::Table;
use super::token::{self, Class, Gap, Token};
use crate::atoms::Atoms;
use crate::rules::{NameList, Where};
use crate::vocabulary::{Kind, ReadForm, ShapePiece, Vocabulary};
use company::Company;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The longest run that may be a name.
const LONGEST: usize = 40;

/// The fewest capital letters with blanks between them that are one name.
const ACRONYM: usize = 5;

/// Fonts that names are set in: those that are known by their letters alone, and others.
const PLAIN: &str = "";
const ITALIC: &str = r"\mathit";
const UPRIGHT: &str = r"\operatorname";

/// The names of the rules.
pub(super) struct Known {
    names: FxHashMap<Box<str>, SmallVec<[(Where, u16); 2]>>,
    /// Words that are a part of some notation.
    notation: Vec<String>,
}

impl Known {
    /// Those of these lists, beside the notations of a vocabulary.
    pub(super) fn new(lists: &[NameList], vocabulary: &Vocabulary) -> Self {
        let mut notation = Vec::new();
        for reading in &vocabulary.reads {
            let ReadForm::Shape { tex, .. } = &reading.form else {
                continue;
            };
            for piece in tex.iter().flatten() {
                if let ShapePiece::Text(text) = piece {
                    let all = token::tokens(text);
                    let runs = Company::new(&all).runs;
                    let long = runs.iter().filter(|run| run.length > 1);
                    notation.extend(long.map(|run| spelling(&all, *run)));
                }
            }
        }
        notation.sort_unstable();
        notation.dedup();
        let mut known = Self {
            names: FxHashMap::default(),
            notation,
        };
        for (number, list) in (0..).zip(lists) {
            for name in &list.names {
                let places = known.names.entry(name.as_str().into()).or_default();
                places.push((list.place, number));
            }
        }
        known
    }

    /// Whether a word is a part of some notation.
    fn notes(&self, word: &str) -> bool {
        let own = |known: &String| known.as_str().cmp(word);
        self.notation.binary_search_by(own).is_ok()
    }

    fn places(&self, word: &str) -> &[(Where, u16)] {
        self.names.get(word).map_or(&[], |places| places)
    }

    fn has(&self, word: &str, place: Where) -> bool {
        self.places(word).iter().any(|(of, _)| *of == place)
    }
}

/// A run of letters: the place of its first token and their number.
#[derive(Clone, Copy)]
pub(super) struct Run {
    at: usize,
    length: usize,
}

impl Run {
    fn end(self) -> usize {
        self.at + self.length
    }
}

/// What braces are around a place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    None,
    /// Below a symbol, which ends right before this token.
    Below(usize),
    /// Above one.
    Above(usize),
}

/// Whether a word with one capital letter, the first, can be spoken.
pub(super) fn pronounceable(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() > 2
        && bytes[0].is_ascii_uppercase()
        && bytes[1..].iter().all(u8::is_ascii_lowercase)
        && shape::spoken_name(word)
}

/// Whether capital letters side by side may be the corners of a figure.
pub(super) fn corners(capitals: &str) -> bool {
    shape::corners(capitals.as_bytes())
}

/// The tokens with such runs as names.
pub(super) fn named<'t>(
    tokens: Vec<Token<'t>>,
    signs: Signs,
    known: &Known,
    table: &Table,
    atoms: &Atoms,
) -> Vec<Token<'t>> {
    let tokens = match signs.holds(Class::Name) {
        true => bold::split(tokens, known),
        false => tokens,
    };
    let tokens = match signs.has(b'.') && signs.capitals() {
        true => dotted::joined(tokens, known),
        false => tokens,
    };
    let tokens = match signs.has(b'_') {
        true => below::closed_up(tokens, known),
        false => tokens,
    };
    let said = signs.holds(Class::Words) || signs.holds(Class::Name);
    let tokens = match signs.has(b'_') && said && signs.holds(Class::Digit) {
        true => below::numbered(tokens, &table.lexicon),
        false => tokens,
    };
    let tokens = match signs.has(b'_') && signs.has(b',') && signs.has(b'=') {
        true => below::subjects(tokens),
        false => tokens,
    };
    let tokens = match signs.capitals() {
        true => joined(acronyms(tokens), known),
        false => tokens,
    };
    let side_by_side = |pair: &[Token<'_>]| letter(&pair[0]) && goes_on(&pair[1]);
    let words = ((signs.has(b'_') || signs.has(b'^'))
        && (signs.holds(Class::Name) || signs.holds(Class::Words)))
    .then(|| below::labels(&tokens, table));
    let orthogonal = (signs.has(b'O') || signs.has(b'U')) && signs.has(b'(');
    if !orthogonal
        && !tokens.windows(2).any(side_by_side)
        && words.as_ref().is_none_or(Vec::is_empty)
    {
        return tokens;
    }
    let mut reader = Reading {
        tokens: &tokens,
        signs,
        known,
        table,
        atoms,
        company: Company::new(&tokens),
        drawn: None,
    };
    // Of names that begin at one place the first is kept: that of several words.
    let mut found = reader.phrases();
    found.extend(reader.found());
    found.extend(words.into_iter().flatten());
    if found.is_empty() {
        return tokens;
    }
    found.sort_by_key(|(run, _)| run.at);
    let mut kept = Vec::with_capacity(tokens.len());
    let mut from = 0;
    for (run, token) in found {
        if run.at < from {
            continue;
        }
        kept.extend_from_slice(&tokens[from..run.at]);
        kept.push(token);
        from = run.end();
        let digits = coded::behind_word(&tokens[run.at..run.end()], &tokens[from..]);
        if digits > 0 {
            kept.extend(coded::below(&tokens[from..from + digits]));
            from += digits;
        }
    }
    kept.extend_from_slice(&tokens[from..]);
    kept
}

/// The tokens with capital letters that are set apart, as many as nobody multiplies, side by side:
/// `T N Y W R`.
fn acronyms(mut tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let capital = |t: &Token<'_>| letter(t) && t.key.as_bytes()[0].is_ascii_uppercase();
    let mut at = 0;
    while let Some(found) = tokens[at..].iter().position(capital) {
        at += found;
        let apart = |t: &&Token<'_>| capital(t) && t.gap == Gap::Blank;
        let end = at + 1 + tokens[at + 1..].iter().take_while(apart).count();
        let free = !tokens
            .get(end)
            .is_some_and(|t| letter(t) || t.key == "_" || t.key == "^");
        if end - at >= ACRONYM && free {
            let inner = &mut tokens[at + 1..end];
            inner.iter_mut().for_each(|t| t.gap = Gap::None);
        }
        at = end;
    }
    tokens
}

/// The tokens with names of two letters set apart that are multiplied without a gap, beside
/// another one of their list: `Pe = RePr`.
fn joined<'t>(mut tokens: Vec<Token<'t>>, known: &Known) -> Vec<Token<'t>> {
    let pair = |of: &[Token<'t>]| {
        let [large, small] = of else { return None };
        let named = letter(large)
            && goes_on(small)
            && large.key.as_bytes()[0].is_ascii_uppercase()
            && small.key.as_bytes()[0].is_ascii_lowercase();
        let word = named.then(|| format!("{}{}", large.key, small.key))?;
        let mut lists = known.places(&word).iter();
        lists
            .find(|(place, _)| *place == Where::Alone)
            .map(|(_, list)| *list)
    };
    let joint = |tokens: &[Token<'t>], at: usize| {
        let next = &tokens[at + 2];
        if !goes_on(next) || !next.key.as_bytes()[0].is_ascii_uppercase() {
            return None;
        }
        let first = at == 0 || !goes_on(&tokens[at]) || !letter(&tokens[at - 1]);
        let list = first.then(|| pair(&tokens[at..at + 2]))??;
        let after = tokens.get(at + 3).filter(|t| goes_on(t));
        let whole = after.is_none() || pair(&tokens[at + 2..at + 4]) == Some(list);
        whole.then_some(list)
    };
    for at in 0..tokens.len().saturating_sub(2) {
        if let Some(list) = joint(&tokens, at) {
            let mut others = (0..tokens.len() - 1).filter(|n| !(at..at + 4).contains(n));
            if others.any(|n| pair(&tokens[n..n + 2]) == Some(list)) {
                tokens[at + 2].gap = Gap::Blank;
            }
        }
    }
    tokens
}

fn letter(token: &Token<'_>) -> bool {
    token.class == Class::Letter
        && matches!(token.key.as_bytes(), [byte] if byte.is_ascii_alphabetic())
}

/// Whether a letter stands here without a gap.
fn goes_on(token: &Token<'_>) -> bool {
    letter(token) && token.gap == Gap::None
}

/// The letters of a run.
fn spelling(tokens: &[Token<'_>], run: Run) -> String {
    let letters = tokens[run.at..run.end()].iter();
    letters.map(|t| t.key.as_ref()).collect()
}

/// These letters as one name.
fn name<'t>(tokens: &[Token<'t>], run: Run, font: &str) -> Token<'t> {
    let letters = &tokens[run.at..run.end()];
    if !font.is_empty() {
        return Token::joined(letters, font);
    }
    let mut token = Token::joined(letters, UPRIGHT);
    token.key = spelling(tokens, run).into();
    token
}

/// A formula whose runs of letters are looked at.
struct Reading<'r, 't> {
    tokens: &'r [Token<'t>],
    signs: Signs,
    known: &'r Known,
    table: &'r Table,
    atoms: &'r Atoms,
    company: Company,
    /// Whether capital letters side by side are points, once that has been asked.
    drawn: Option<bool>,
}

impl<'t> Reading<'_, 't> {
    /// The names among the runs, with the tokens that stand for them.
    fn found(&mut self) -> Vec<(Run, Token<'t>)> {
        let mut found = Vec::new();
        let mut around: SmallVec<[Script; 8]> = SmallVec::new();
        let runs = self.company.runs.clone();
        let mut next = runs.into_iter().peekable();
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            match token.class {
                Class::Open => around.push(self.script(at)),
                Class::Close => {
                    around.pop();
                }
                _ => {}
            }
            let Some(run) = next.next_if(|run| run.at == at) else {
                continue;
            };
            if run.length == 1 && matches!(self.key(at), "O" | "U") && self.orthogonal(run) {
                found.push((run, name(self.tokens, run, UPRIGHT)));
            }
            if !(2..=LONGEST).contains(&run.length) {
                continue;
            }
            let script = around.last().copied().unwrap_or(Script::None);
            let taken = found
                .last()
                .is_some_and(|(last, _): &(Run, _)| last.end() > at);
            if !taken {
                found.extend(self.in_place(run, script));
            }
        }
        self.again(&mut found);
        found
    }

    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.key.as_ref())
    }

    /// The place behind a place to align that stands here.
    fn past_cell(&self, at: usize) -> usize {
        let cell = self.tokens.get(at).is_some_and(|t| t.class == Class::Cell);
        at + usize::from(cell)
    }

    /// Whether a formula begins with the run, a line of a display, or what follows words, an implication or
    /// a wide gap.
    fn begins_line(&self, run: Run) -> bool {
        let opens = |t: &Token<'_>| t.class == Class::Begin && is_display(&t.key);
        let gap = self.tokens.get(run.at).map_or(Gap::None, |t| t.gap);
        let said = |t: &Token<'_>| t.class == Class::Words || t.key.starts_with(r"\text{");
        let starts = |t: &Token<'_>| {
            t.class == Class::Row
                || opens(t)
                || gap == Gap::Wide
                || gap >= Gap::Blank && (said(t) || IMPLICATIONS.contains(&t.key.as_ref()))
        };
        match self.before(run) {
            Some(t) if t.class == Class::Cell => run.at < 2 || starts(&self.tokens[run.at - 2]),
            before => before.is_none_or(starts),
        }
    }

    fn before(&self, run: Run) -> Option<&Token<'t>> {
        run.at.checked_sub(1).map(|at| &self.tokens[at])
    }

    /// What the braces that open here are.
    fn script(&self, at: usize) -> Script {
        match at.checked_sub(1).map_or("", |before| self.key(before)) {
            "_" => Script::Below(at - 1),
            "^" => Script::Above(at - 1),
            _ => Script::None,
        }
    }

    /// The name that this run is.
    fn in_place(&mut self, run: Run, script: Script) -> Option<(Run, Token<'t>)> {
        let word = spelling(self.tokens, run);
        // A script without braces is one letter: `x^TV x`.
        let raised = self.before(run).is_some_and(|t| t.key == "^");
        if raised || self.known.notes(&word) {
            return None;
        }
        if word == "mod" && script == Script::None && self.divides(run) {
            let mut sign = name(self.tokens, run, PLAIN);
            (sign.key, sign.class) = (r"\bmod".into(), Class::Sign);
            return Some((run, sign));
        }
        if word == "mod" && self.key(run.end()) == "(" && self.several_arguments(run) {
            return Some((run, name(self.tokens, run, PLAIN)));
        }
        if let Some(font) = self.told(run, &word) {
            return Some((run, name(self.tokens, run, font)));
        }
        // A formula that is said again has no other words than its own.
        if self.atoms.settled && !self.atoms.symbols.iter().any(|s| s.name.contains(&word)) {
            return None;
        }
        match script {
            Script::Below(sign) => {
                if let Some(found) = self.label(run, &word, sign) {
                    return Some(found);
                }
            }
            Script::Above(sign) => {
                if self.raised(run, &word, sign) {
                    return Some((run, name(self.tokens, run, PLAIN)));
                }
            }
            Script::None => {}
        }
        let scripted = script != Script::None;
        let font = self
            .listed(run, &word, scripted)
            .or_else(|| self.shaped(run, &word))?;
        Some((run, name(self.tokens, run, font)))
    }

    /// The font of a name that the text around has.
    fn told(&self, run: Run, word: &str) -> Option<&'static str> {
        let named = self.atoms.names.iter().any(|name| name == word);
        if named && self.spelled(run) != Some(run.length) {
            let listed = self.known.has(word, Where::Alone);
            return Some(if listed { ITALIC } else { PLAIN });
        }
        let fonts = [PLAIN, ITALIC, UPRIGHT];
        let spelled = |font: &&str| {
            let own = |name: &str| match font.is_empty() {
                true => name == word,
                false => {
                    let inside = name.strip_prefix(font).and_then(|n| n.strip_prefix('{'));
                    let same = inside.and_then(|n| n.strip_suffix('}')) == Some(word);
                    // Beside the name in its font the letters are others: `\mathit{it} = it`.
                    same && !self.tokens.iter().any(|t| t.key == name)
                }
            };
            self.atoms.symbols.iter().any(|s| own(&s.name))
        };
        fonts.into_iter().find(spelled)
    }

    /// How many letters from the start of the run on are a word of the vocabulary.
    fn spelled(&self, run: Run) -> Option<usize> {
        let roles = self.table.lookup(&self.tokens[run.at..run.end()]);
        roles.map(|(_, width)| width).filter(|w| *w > 1).max()
    }

    /// Whether two capital letters side by side that are no name are a run elsewhere, as points are.
    fn among_points(&self, run: Run) -> bool {
        self.company.pairs_of_capitals(self.known, run)
    }

    /// Whether all letters of a run are known to be points.
    fn of_points(&self, run: Run) -> bool {
        let point = |t: &Token<'_>| {
            let known = self.atoms.symbols.iter().find(|s| s.name == t.key);
            known.is_some_and(|s| s.kind == Kind::Point)
        };
        self.tokens[run.at..run.end()].iter().all(point)
    }

    /// Whether the letters of a run of capitals may be points.
    fn drawn(&mut self, run: Run) -> bool {
        if self.of_points(run) {
            return true;
        }
        *self.drawn.get_or_insert_with(|| {
            self.signs.may(Sorts::FIGURE)
                && (0..self.tokens.len())
                    .any(|at| !self.tokens[at].short() && figures::draws(self.tokens, at))
        })
    }
}
