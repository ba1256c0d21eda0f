//! The named identities: what they are called, how they are stated, what looks like them and is false.
//!
//! Plain data, as corpus files give it; that the statements are right is for
//! [`examine`](crate::examine) and the command line to find out.

use crate::diagnostic::Diagnostic;
use crate::dsl::{self, SourceFile};
use crate::rules::Origin;
use crate::text::{Part, segments};
use std::ops::Range;

/// Named identities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Corpus {
    /// Sorted by id.
    pub identities: Vec<Identity>,
}

/// A named identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Unique: `pythagorean-theorem`.
    pub id: String,
    /// What it is called; at least one. Other identities may share a name.
    pub names: Vec<String>,
    /// What else it is called.
    pub aliases: Vec<String>,
    /// The field of mathematics; by default the name of its file.
    pub field: String,
    /// One sentence.
    pub doc: String,
    /// Ways to state it.
    pub versions: Vec<Version>,
    /// Statements that look like it and are false.
    pub false_versions: Vec<Version>,
    /// Ids of identities that are easily taken for it and say something else.
    pub similar: Vec<String>,
    /// What may be written for what in its versions without harm.
    pub replace: Vec<Replace>,
    /// What makes its versions false when it is written for something.
    pub falsify: Vec<Replace>,
    /// Where it was written.
    pub origin: Origin,
}

/// A statement of an identity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Version {
    /// `pythagorean-theorem/f1`: formulas (`f`), texts (`t`) and false versions (`n`) are counted
    /// each by themselves from 1, so that what is added at the end leaves the others alone.
    pub id: String,
    /// LaTeX, or a text with `$…$`.
    pub source: String,
    /// Whether it is a text.
    pub is_text: bool,
    /// Words that say what symbols are, read like prose: `real numbers $a$, $b$`. May be empty.
    pub declare: String,
    /// Symbols that keep their names.
    pub fixed: Vec<String>,
    /// For a text, the formula that is the statement, counted from 1; otherwise the largest one
    /// that says something.
    pub main: Option<usize>,
    /// Why it is all right that its truth is not decided; empty when it is to be decided.
    pub undecided: String,
    /// Where it was written.
    pub origin: Origin,
}

/// Where something is replaced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
pub enum Place {
    /// Outside of formulas.
    Prose,
    /// In formulas.
    Formula,
    /// Everywhere, also across the edges of formulas: `$a$ and $b$`.
    #[default]
    Anywhere,
}

/// What is written for something else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replace {
    /// What is replaced, wherever it stands.
    pub from: String,
    /// What may be written for it.
    pub to: Vec<String>,
    /// Where.
    pub place: Place,
    /// Why the result is false, where words alone are changed.
    pub because: String,
    /// Where it was written.
    pub origin: Origin,
}

/// Loads corpus files.
///
/// The order of files and identities means nothing, except that an identity of a higher layer
/// replaces one of the same id in a lower one.
pub fn load(files: &[SourceFile]) -> (Corpus, Vec<Diagnostic>) {
    dsl::load_corpus(files)
}

impl Corpus {
    /// The identity of this id.
    pub fn identity(&self, id: &str) -> Option<&Identity> {
        self.identities
            .binary_search_by(|i| i.id.as_str().cmp(id))
            .ok()
            .map(|at| &self.identities[at])
    }

    /// The identities that are called so, in capital letters or not.
    pub fn named<'c>(&'c self, name: &str) -> impl Iterator<Item = &'c Identity> + use<'c> {
        let name = name.to_lowercase();
        self.identities
            .iter()
            .filter(move |i| i.called().any(|n| n.to_lowercase() == name))
    }
}

impl Identity {
    /// Names and aliases.
    pub fn called(&self) -> impl Iterator<Item = &str> {
        self.names.iter().chain(&self.aliases).map(String::as_str)
    }

    /// Whether the two are called the same by one name at least.
    pub fn shares_name(&self, other: &Self) -> bool {
        let ours: Vec<String> = self.called().map(str::to_lowercase).collect();
        other.called().any(|n| ours.contains(&n.to_lowercase()))
    }
}

impl Replace {
    /// Writes one of the alternatives into a version; none when it has nothing to replace.
    pub fn apply(&self, to: &str, source: &str, is_text: bool) -> Option<String> {
        let places = self.places(source, is_text);
        if places.is_empty() {
            return None;
        }
        let (mut text, mut done) = (String::with_capacity(source.len()), 0);
        for place in places {
            text += &source[done..place.start];
            text += to;
            done = place.end;
        }
        text += &source[done..];
        Some(text)
    }

    /// Where it has something to replace.
    pub fn places(&self, source: &str, is_text: bool) -> Vec<Range<usize>> {
        if self.from.is_empty() {
            return Vec::new();
        }
        let formulas: Vec<Range<usize>> = if is_text {
            let (all, _) = segments(source);
            let formula = all.into_iter();
            formula
                .filter(|s| matches!(s.part, Part::Formula(_)))
                .map(|s| s.span)
                .collect()
        } else {
            std::iter::once(0..source.len()).collect()
        };
        let (mut found, mut from) = (Vec::new(), 0);
        while let Some(at) = source[from..].find(&self.from).map(|at| from + at) {
            let place = at..at + self.from.len();
            let touches = |f: &&Range<usize>| f.start < place.end && place.start < f.end;
            let inside = |f: &Range<usize>| f.start <= place.start && place.end <= f.end;
            let touched = formulas.iter().find(touches);
            let here = match self.place {
                Place::Prose => touched.is_none(),
                Place::Formula => touched.is_some_and(inside),
                Place::Anywhere => true,
            };
            if here && whole(source, &place, touched.is_some_and(inside)) {
                from = place.end;
                found.push(place);
            } else {
                from = at + source[at..].chars().next().map_or(1, char::len_utf8);
            }
        }
        found
    }
}

/// Whether a place cuts no word, and in a formula no command or number.
fn whole(source: &str, place: &Range<usize>, formula: bool) -> bool {
    let (before, after) = (&source[..place.start], &source[place.end..]);
    let text = &source[place.clone()];
    let (first, last) = (text.chars().next(), text.chars().next_back());
    let (left, right) = (before.chars().next_back(), after.chars().next());
    let both = |a: Option<char>, b: Option<char>, is: fn(char) -> bool| {
        a.is_some_and(is) && b.is_some_and(is)
    };
    if !formula {
        let word = |c: char| c.is_alphabetic();
        return !both(left, first, word) && !both(last, right, word);
    }
    let digit = |c: char| c.is_ascii_digit();
    let command = |text: &str| {
        let name = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        name.ends_with('\\')
    };
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    let cut = both(left, first, digit) || both(last, right, digit);
    let command_cut = letter(first) && command(before) || letter(right) && command(text);
    !cut && !command_cut
}
