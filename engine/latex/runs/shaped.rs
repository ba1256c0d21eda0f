//! Runs of letters that are names by their shape and their place: words, names of functions that are
//! applied, figures and tables of capital letters.

use super::{PLAIN, Reading, Run, UPRIGHT, below, shape};
use crate::latex::token::{Class, Gap};
use crate::rules::Where;
use smallvec::SmallVec;

/// What is said of a product of three letters by nobody, so that they are a name:
/// `PGW = \min_T f(T)`.
const RECKONED: [&str; 11] = [
    r"\min",
    r"\max",
    r"\arg",
    r"\sum",
    r"\mathbb{E}",
    r"\exp",
    r"\frac",
    r"\|",
    r"\{",
    r"\log",
    r"\ln",
];

/// A run of letters with what is asked of it again and again.
#[derive(Clone, Copy)]
struct Word<'w> {
    run: Run,
    text: &'w str,
    bytes: &'w [u8],
    /// Whether a bracket follows.
    applied: bool,
    /// How many capital letters it begins with.
    capitals: usize,
}

impl Word<'_> {
    fn lower(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_lowercase)
    }

    /// Whether it is capital letters alone.
    fn upper(&self) -> bool {
        self.capitals == self.bytes.len()
    }

    /// Whether points of a figure are named so first.
    fn figure(&self) -> bool {
        self.bytes.iter().all(|b| (b'A'..=b'H').contains(b))
    }
}

impl Reading<'_, '_> {
    /// The font of a run that is a name by its shape and its place.
    pub(super) fn shaped(&mut self, run: Run, text: &str) -> Option<&'static str> {
        if shape::joined(text) {
            return Some(PLAIN);
        }
        let bytes = text.as_bytes();
        let word = Word {
            run,
            text,
            bytes,
            applied: self.key(run.end()) == "(" && self.tokens[run.end()].gap <= Gap::Back,
            capitals: bytes.iter().take_while(|b| b.is_ascii_uppercase()).count(),
        };
        if let Some(length) = self.spelled(run)
            && !longer_than_function(word, length)
        {
            return self.extremum(word, length).then_some(UPRIGHT);
        }
        if self.company.all_alone(bytes) {
            return None;
        }
        if self.said(word) {
            return Some(PLAIN);
        }
        if self.short_function(word) || self.long_function(word) || self.defined_pair(word) {
            return Some(UPRIGHT);
        }
        if self.table_of_capitals(word) {
            return Some(PLAIN);
        }
        if word.lower() && self.placed(word) {
            // `list[i] + list[j]`: the letters of places are no factors.
            let factors: SmallVec<[u8; 8]> = bytes
                .iter()
                .copied()
                .filter(|b| !matches!(b, b'i'..=b'n'))
                .collect();
            return (!self.company.any_alone(&factors)).then_some(PLAIN);
        }
        let tail = &text[word.capitals.saturating_sub(1)..];
        let small = tail.bytes().skip(1).all(|b| b.is_ascii_lowercase());
        if word.capitals > 1 && small && tail.len() > 2 {
            let named = self.known.has(tail, Where::Alone);
            return (named || shape::word(tail)).then_some(PLAIN);
        }
        let syllable = word.capitals == 1 && word.applied && self.spelled(run).is_none();
        if syllable && shape::syllable(text) {
            return Some(UPRIGHT);
        }
        (word.upper() && !self.drawn(run) && self.initials(word)).then_some(PLAIN)
    }

    /// Whether the word of a limit is all that stands here: `x = \max`.
    fn extremum(&self, word: Word<'_>, length: usize) -> bool {
        length == word.run.length
            && matches!(word.text, "min" | "max" | "sup" | "inf")
            && self.stands_alone(word.run)
    }

    /// Whether it is a word by its letters, or one of four letters among others.
    fn said(&self, word: Word<'_>) -> bool {
        let short = || {
            word.lower()
                && word.bytes.len() == 4
                && shape::natural(word.bytes)
                && shape::sayable(word.bytes)
        };
        shape::word(word.text) || short() && self.alone(word.run) && self.company.words(self.known)
    }

    /// Whether two small letters are a function of several things that is defined here: `ed(x, y) = \sqrt{x}`.
    fn defined_pair(&self, word: Word<'_>) -> bool {
        word.applied
            && word.lower()
            && word.bytes.len() == 2
            && self.begins_line(word.run)
            && self.several_arguments(word.run)
            && self.defined(word.run)
            && !self.company.any_alone(word.bytes)
    }

    /// Whether three letters are applied at the beginning of a term: `gak(x, y)`,
    /// `\sum_{i \ne j} sim(i, j)`.
    fn short_function(&self, word: Word<'_>) -> bool {
        let &[first, _, last] = word.bytes else {
            return false;
        };
        let consonants = [first, last].iter().all(|b| !b"aeiou".contains(b));
        let factors = word.bytes.iter().filter(|b| !matches!(b, b'i'..=b'n'));
        let factors: SmallVec<[u8; 4]> = factors.copied().collect();
        word.applied
            && word.lower()
            && consonants
            && self.starts_term(word.run)
            && shape::natural(word.bytes)
            && !self.company.any_alone(&factors)
    }

    /// Whether a word is applied to several things at the beginning of a term: `clamp(x, a, b)`.
    fn long_function(&self, word: Word<'_>) -> bool {
        word.applied
            && word.lower()
            && word.bytes.len() > 4
            && self.starts_term(word.run)
            && shape::natural(word.bytes)
            && shape::plain(word.text)
            && self.several_arguments(word.run)
            && !self.company.any_alone(word.bytes)
    }

    /// Whether a term begins with the run.
    fn starts_term(&self, run: Run) -> bool {
        self.before(run).is_none_or(|t| {
            t.class == Class::Close
                || t.class == Class::Sign && matches!(t.key.as_ref(), "=" | "+" | "-" | "(" | ",")
        })
    }

    /// Whether a place in a table of two letters is named: `PE_{(pos, 2i)}`.
    fn table_of_capitals(&self, word: Word<'_>) -> bool {
        let key = |n: usize| self.key(word.run.end() + n);
        word.upper() && word.capitals == 2 && [key(0), key(1), key(2)] == ["_", "{", "("]
    }

    /// Whether places of it stand in square brackets again and again, `dp[i][j] = dp[i-1][j]`, or one
    /// letter alone after what can be said, `mat[i][j]`.
    fn placed(&self, word: Word<'_>) -> bool {
        let end = word.run.end();
        let index = self
            .tokens
            .get(end + 1)
            .is_some_and(|t| t.class == Class::Letter);
        let entry = || {
            word.bytes.len() > 2
                && index
                && self.key(end + 2) == "]"
                && shape::natural(word.bytes)
                && shape::sayable(word.bytes)
        };
        self.key(end) == "["
            && self.tokens[end].gap == Gap::None
            && (entry() || self.company.repeats(word.run, word.text))
    }

    /// Whether capital letters are a name, and neither a product nor points.
    fn initials(&self, word: Word<'_>) -> bool {
        let Word { run, bytes, .. } = word;
        // `MC(5) = MC(4) + 1`
        let called = word.capitals == 2 && word.applied && !self.company.any_alone(bytes);
        if called && self.company.repeats(run, word.text) && !self.company.crosses(word.text) {
            return true;
        }
        // `HPR = \frac{Income}{P}`
        let beside_words = || self.alone(run) && self.company.words(self.known);
        if word.capitals == 3 && !word.figure() && beside_words() {
            return true;
        }
        let introduced = || self.several_arguments(run) || self.defined(run);
        // `CHS(X, L)`: nobody applies the corner of a figure.
        let function = word.capitals > 2 && word.applied;
        if function && !self.company.any_alone(&bytes[1..]) && introduced() {
            return true;
        }
        // `RS(U, V) = 1 - d`
        let first = || self.begins_line(run) && self.several_arguments(run) && self.defined(run);
        // `PPL = \exp(h)`: no figure has a corner twice.
        let twice = || word.capitals == 3 && shape::distinct(bytes) == 2 && self.reckoned(run);
        if shape::corners(bytes) && !(called && first()) && !twice() {
            return false;
        }
        if self.of_points(run) {
            return false;
        }
        match word.capitals {
            // `4\pi KA(d, \sigma)`: factors stand before it.
            2 => called && introduced() && !self.before(run).is_some_and(below::ends_operand),
            3 => word.applied || self.alone(run) && self.three_alone(word),
            _ => !self.among_points(run) && !self.bounds_area(run),
        }
    }

    /// Whether the letters are the corners of a figure with an area beside others: `[TAYB] - [NAY]`.
    fn bounds_area(&self, run: Run) -> bool {
        let within = run.at > 0 && self.key(run.at - 1) == "[" && self.key(run.end()) == "]";
        within && self.company.shares_corners(run)
    }

    /// Whether three capital letters that stand alone are a name: of a class, with an index, or by what is
    /// said of them.
    fn three_alone(&self, word: Word<'_>) -> bool {
        let Word { run, bytes, .. } = word;
        let free = !self.company.any_alone(bytes);
        let beside = || self.equates(run) && self.company.acronym_beside(run);
        let reckoned = || !word.figure() && (self.reckoned(run) || beside());
        self.among_classes(run) || free && (self.key(run.end()) == "_" || reckoned())
    }

    /// Whether the run is the first side of an equation.
    fn equates(&self, run: Run) -> bool {
        self.begins_line(run) && self.key(self.past_cell(run.end())) == "="
    }

    /// Whether more is equal to it than to a product, and none of its letters stands elsewhere.
    pub(super) fn reckoned(&self, run: Run) -> bool {
        let letters = self.tokens[run.at..run.end()].iter();
        let letters: SmallVec<[u8; 4]> = letters.map(|t| t.key.as_bytes()[0]).collect();
        self.equates(run)
            && RECKONED.contains(&self.key(self.past_cell(run.end()) + 1))
            && !self.company.any_alone(&letters)
    }
}

/// Whether a word of so many letters at the beginning is no function of the rest: `coskewness` is no
/// cosine, `loglike` no logarithm of four factors, and `degree` begins with nothing.
fn longer_than_function(word: Word<'_>, length: usize) -> bool {
    let Word { text, bytes, .. } = word;
    if length == bytes.len() {
        return false;
    }
    let rest = &bytes[length..];
    let longer = rest.len() >= 4 && shape::word(text);
    let spoken = || shape::natural(rest) && shape::sayable(rest);
    // `sinx`, `Rez`; `Release` begins with no real part.
    longer && spoken()
        || length < 4 && bytes.len() > 5 && shape::word(text) && shape::plain(text)
        || length <= 2 && bytes.len() >= 4
}
