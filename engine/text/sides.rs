//! Formulas of several lines, or with a frame around a part: each side of their relations is written in its
//! forms where it stands, and what stands around it stays.

use super::document::Manner;
use super::edges;
use super::manner::is_framed;
use crate::atoms::Atoms;
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::ops::Range;

/// A side of a relation in a formula of several lines or with a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Where it stands in the text.
    pub place: Range<usize>,
    /// The way to it in the term of the formula: an argument of the term, one of that, and so on.
    pub path: Vec<usize>,
    /// It has lines or cells of its own, as matrices have: only its letters are replaced.
    pub lined: bool,
    /// A part of it has a frame, which no notation writes: only its letters are replaced.
    pub framed: bool,
}

impl Side {
    /// The side in a term.
    pub fn of<'t>(&self, term: &'t Term) -> Option<&'t Term> {
        self.path.iter().try_fold(term, |t, at| t.args.get(*at))
    }

    /// Whether only its letters are replaced.
    pub const fn stays(&self) -> bool {
        self.lined || self.framed
    }
}

/// Commands of relations and of signs between statements.
const SIGNS: &[&str] = &[
    "le",
    "leq",
    "leqslant",
    "ge",
    "geq",
    "geqslant",
    "ne",
    "neq",
    "lt",
    "gt",
    "ll",
    "gg",
    "equiv",
    "approx",
    "sim",
    "simeq",
    "cong",
    "propto",
    "in",
    "notin",
    "subset",
    "subseteq",
    "supset",
    "supseteq",
    "to",
    "implies",
    "Rightarrow",
    "Longrightarrow",
    "iff",
    "Leftrightarrow",
    "Longleftrightarrow",
    "quad",
    "qquad",
];

/// Environments that set lines below each other and say nothing.
const LINES: &[&str] = &[
    "aligned",
    "split",
    "gathered",
    "alignedat",
    "align",
    "gather",
    "eqnarray",
];

/// In formulas with more sides only letters are replaced.
const MOST: usize = 300;

/// A side is in no more pieces.
const FURTHER: usize = 4;

/// The sides of a formula, in order, when what is read of each by itself is what the whole says there.
pub(super) fn sides(
    latex: &str,
    (term, atoms): (&Term, &Atoms),
    vocabulary: &Vocabulary,
    read: &mut dyn FnMut(&str) -> Option<Term>,
) -> Option<Vec<(Range<usize>, Vec<usize>)>> {
    let mut wanted = Vec::new();
    flatten(term, &mut Vec::new(), (atoms, vocabulary), &mut wanted);
    if wanted.len() > MOST {
        return None;
    }
    let mut fits = |words| {
        let mut pieces = pieces(latex, words)?.into_iter().peekable();
        let mut found = Vec::with_capacity(wanted.len());
        for (side, _) in &wanted {
            let mut place = pieces.next()?;
            // A side may go on in the next lines.
            let mut further = 0;
            while read(&latex[place.clone()]).as_ref() != Some(*side) {
                further += 1;
                place.end = pieces.next().filter(|_| further < FURTHER)?.end;
            }
            found.push(place);
        }
        pieces.peek().is_none().then_some(found)
    };
    let pieces = fits(false).or_else(|| fits(true))?;
    let paths = wanted.iter().map(|(_, path)| path.clone());
    Some(pieces.into_iter().zip(paths).collect())
}

/// How a formula is written where it stands that has these sides, if they are known, and letters to be
/// replaced; `place` gives places in the text.
pub(super) fn manner(
    latex: &str,
    sides: Option<Vec<(Range<usize>, Vec<usize>)>>,
    letters: Vec<(Range<usize>, u32)>,
    place: &dyn Fn(Range<usize>) -> Range<usize>,
) -> Manner {
    let side = |(range, path): (Range<usize>, Vec<usize>)| Side {
        lined: has_lines(&latex[range.clone()]),
        framed: is_framed(&latex[range.clone()]),
        place: place(range),
        path,
    };
    let sides: Vec<Side> = sides.into_iter().flatten().map(side).collect();
    let letters = letters.into_iter().map(|(r, s)| (place(r), s)).collect();
    match sides.iter().all(Side::stays) {
        true => Manner::Letters(letters),
        false => Manner::Sides(sides, letters),
    }
}

/// Whether LaTeX has lines or cells.
fn has_lines(latex: &str) -> bool {
    latex.contains(r"\\") || latex.replace(r"\&", "").contains('&')
}

/// The sides of all relations in a term, each with the way to it; words between them are none.
fn flatten<'t>(
    term: &'t Term,
    path: &mut Vec<usize>,
    (atoms, vocabulary): (&Atoms, &Vocabulary),
    found: &mut Vec<(&'t Term, Vec<usize>)>,
) {
    let name = |t: &Term| vocabulary.name(t.op);
    let states = |t: &Term| {
        let operator = vocabulary.operator(t.op);
        name(t) == "chain"
            || operator
                .is_some_and(|o| o.signatures.first().is_some_and(|s| s.result == Kind::Prop))
    };
    let words = |t: &Term| match t.op.head() {
        Head::Symbol(at) => atoms.symbols[at as usize].name.starts_with(r"\text"),
        _ => false,
    };
    let parted = match name(term) {
        "comma" | "text" => true,
        "chain" => {
            for at in (0..term.args.len()).step_by(2) {
                path.push(at);
                found.push((&term.args[at], path.clone()));
                path.pop();
            }
            return;
        }
        _ => states(term) && term.args.len() == 2,
    };
    if !parted {
        return found.push((term, path.clone()));
    }
    for (at, arg) in term.args.iter().enumerate() {
        if words(arg) {
            continue;
        }
        path.push(at);
        flatten(arg, path, (atoms, vocabulary), found);
        path.pop();
    }
}

/// The pieces between line breaks, cells, relations and commas outside all brackets; `words` part them
/// as well. None where brackets do not match.
fn pieces(latex: &str, words: bool) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let (mut from, mut at) = (0, 0);
    let mut end = |from: usize, to: usize| {
        let inner = edges::core(&latex[from..to]);
        if !inner.is_empty() {
            found.push(from + inner.start..from + inner.end);
        }
    };
    while at < latex.len() {
        let rest = &latex[at..];
        let (length, sign) = unit(
            rest,
            latex[..at].ends_with(|c: char| c.is_ascii_digit()),
            words,
        );
        match sign {
            Sign::Opens => depth += 1,
            Sign::Closes => depth = depth.checked_sub(1)?,
            Sign::Parts if depth == 0 => {
                end(from, at);
                from = at + length;
            }
            Sign::Parts | Sign::Other => {}
        }
        at += length;
    }
    end(from, latex.len());
    (depth == 0).then_some(found)
}

/// What a piece of LaTeX does to the pieces around it.
enum Sign {
    Opens,
    Closes,
    Parts,
    Other,
}

/// The length of the first token, and what it does.
fn unit(rest: &str, digit: bool, words: bool) -> (usize, Sign) {
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let Some(named) = rest.strip_prefix('\\') else {
        let sign = match rest.as_bytes()[0] {
            b'{' | b'(' | b'[' => Sign::Opens,
            b'}' | b')' | b']' => Sign::Closes,
            b'=' | b'<' | b'>' | b'&' | b';' => Sign::Parts,
            // `1,000`
            b',' if !(digit && rest[1..].starts_with(|c: char| c.is_ascii_digit())) => Sign::Parts,
            _ if rest.starts_with(['≤', '≥', '≠', '≈', '∈', '⇒', '⇔']) => Sign::Parts,
            _ => Sign::Other,
        };
        return (first, sign);
    };
    let name = named.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, after) = named.split_at(name);
    let braced = |from: &str| from.find('}').map_or(0, |end| end + 1);
    match word {
        "" => match named.as_bytes().first() {
            Some(b'\\') => {
                let star = usize::from(named[1..].starts_with('*'));
                (2 + star + edges::room(&named[1 + star..]), Sign::Parts)
            }
            Some(b'{') => (2, Sign::Opens),
            Some(b'}') => (2, Sign::Closes),
            _ => (
                1 + named.chars().next().map_or(0, char::len_utf8),
                Sign::Other,
            ),
        },
        "begin" | "end" => {
            let length = 1 + name + braced(after);
            let environment = after.trim_start_matches('{').split(['}', '*']).next();
            match (LINES.contains(&environment.unwrap_or("")), word) {
                (true, _) => (length, Sign::Parts),
                (false, "begin") => (length, Sign::Opens),
                (false, _) => (length, Sign::Closes),
            }
        }
        // The bracket after these is seen by itself, unless it is none.
        "left" | "right" | "middle" if after.starts_with(['.', '|', '/']) => {
            (2 + name, Sign::Other)
        }
        "langle" | "lvert" | "lVert" | "lfloor" | "lceil" => (1 + name, Sign::Opens),
        "rangle" | "rvert" | "rVert" | "rfloor" | "rceil" => (1 + name, Sign::Closes),
        "text" | "intertext" | "mbox" | "textrm" if words => {
            (1 + name + braced(after), Sign::Parts)
        }
        "text" | "mbox" | "textrm" | "label" | "tag" => (1 + name + braced(after), Sign::Other),
        _ if SIGNS.contains(&word) => (1 + name, Sign::Parts),
        _ => (1 + name, Sign::Other),
    }
}
