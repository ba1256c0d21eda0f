//! Words of capital letters that are points of figures: `AB`, `\triangle ABC`.

use super::around::subscript_of;
use super::distances;
use super::lengths;
use super::matching::Mark;
use super::rows::begins_table;
use super::signs::{Signs, Sorts};
use super::token::{Class, Gap, Token};
use crate::atoms::Atoms;
use crate::vocabulary::Kind;
use std::collections::BTreeMap;

/// Commands that may draw.
pub(super) const DRAWING: &[&str] = &[
    r"\angle",
    r"\measuredangle",
    r"\sphericalangle",
    r"\triangle",
    r"\bigtriangleup",
    r"\vartriangle",
    r"\Delta",
    r"\overleftrightarrow",
    r"\parallel",
    r"\nparallel",
    r"\perp",
    r"\odot",
    r"\square",
    r"\Box",
];

/// Commands that join sets, events or statements.
pub(super) const JOINING: &[&str] = &[
    r"\cup",
    r"\cap",
    r"\land",
    r"\lor",
    r"\wedge",
    r"\vee",
    r"\neg",
    r"\lnot",
    r"\Pr",
    r"\setminus",
];

/// The most corners of a polygon that is a formula by itself.
const MOST: usize = 8;

/// What the formula tells of words of capital letters in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    /// Angles, triangles, parallels: capital letters side by side are points.
    pub(super) drawn: bool,
    /// Nothing is drawn, but capital letters stand in words only: `AB + BC = AC`.
    pub(super) words: bool,
    /// Sets, events or statements occur: a line above letters is no segment.
    pub(super) sets: bool,
    /// `df` is a number of degrees of freedom, and no differential.
    pub(super) freedom: bool,
}

impl Figures {
    /// Looks at the tokens; kinds that are `known` decide what the words of these letters are.
    pub(super) fn new(
        tokens: &[Token<'_>],
        marks: &[Mark],
        signs: Signs,
        known: &BTreeMap<String, Kind>,
    ) -> Self {
        let pointed = |t: &Token<'_>| known.get(t.key.as_ref()) == Some(&Kind::Point);
        let no_point = |kind: &Kind| !matches!(kind, Kind::Any | Kind::Point);
        let names = known.keys().any(|name| name.contains('_'));
        let other = |t: &Token<'_>| match known.get(t.key.as_ref()) {
            Some(kind) => no_point(kind),
            // `B_1` may be one name.
            None if names => {
                let letter = format!("{}_", t.key);
                let mut numbered = known.range(letter.clone()..);
                numbered
                    .next()
                    .is_some_and(|(name, kind)| name.starts_with(&letter) && no_point(kind))
            }
            None => false,
        };
        let barred = signs.has(b'|') || signs.may(Sorts::BAR);
        // `AD` beside the points `A`, `B`, `C`.
        let unknown = |t: &Token<'_>| point(t) && !other(t);
        let drawn = signs.may(Sorts::FIGURE)
            && (0..tokens.len()).any(|i| !tokens[i].short() && draws(tokens, i))
            || signs.capitals() && (whole(tokens) || (0..tokens.len()).any(|i| meets(tokens, i)))
            || !known.is_empty()
                && (0..tokens.len()).any(|at| {
                    let corner = |at: usize| tokens.get(at).is_some_and(|t| point(t) && pointed(t));
                    let first = || {
                        let before = at.checked_sub(1).map(|before| &tokens[before]);
                        unknown(&tokens[at])
                            && before.is_none_or(|t| t.class != Class::Letter)
                            && corner(at + 1)
                            && tokens[at + 1].gap == Gap::None
                    };
                    first()
                        || corner(at)
                            && (corner(at + 1)
                                || tokens
                                    .get(at + 1)
                                    .is_some_and(|t| unknown(t) && t.gap == Gap::None)
                                    && tokens.get(at + 2).is_none_or(|t| t.key != "(")
                                || lengths::marked(tokens, at).is_some_and(|(_, next)| {
                                    corner(next) && tokens[next].gap == Gap::None
                                }))
                });
        let drawn = drawn
            || signs.has(b'[') && signs.capitals() && area(tokens)
            || signs.capitals()
                && ((signs.holds(Class::Words) || signs.holds(Class::Name))
                    && (tokens.windows(3).any(called)
                        || tokens.windows(3).any(meeting)
                        || tokens.windows(5).any(measured))
                    || signs.has(b'-') && signs.has(b'_') && tokens.windows(6).any(solid))
            || !known.is_empty() && barred && distances::of(tokens, pointed);
        let joined = |t: &Token<'_>| {
            !t.short()
                && (JOINING.contains(&t.key.as_ref())
                    || matches!(t.key.as_ref(), "∪" | "∩" | r"\mathbb{P}"))
        };
        let probable = |(i, t): (usize, &Token<'_>)| {
            t.key == "P"
                && tokens.get(i + 1).is_some_and(|t| t.key == "(")
                && matches!(marks[i + 1], Mark::Open { .. })
        };
        let sets = signs.may(Sorts::SETS) && tokens.iter().any(joined)
            || signs.has(b'P') && tokens.iter().enumerate().any(probable);
        Self {
            drawn,
            words: !drawn
                && !sets
                && signs.capitals()
                && (!tokens.iter().any(|t| point(t) && other(t)) && worded(tokens)
                    || !beside(tokens).any(other)
                        && (lengths::measured(tokens, marks) || barred && distances::told(tokens))),
            sets,
            freedom: signs.has(b'd') && signs.has(b'f') && freedom(tokens),
        }
    }
}

/// The capital letters that stand beside others, with or without indices and primes between them.
fn beside<'r, 't>(tokens: &'r [Token<'t>]) -> impl Iterator<Item = &'r Token<'t>> {
    let next = |at: usize| lengths::marked(tokens, at).map(|(_, end)| end);
    let pair = move |at: usize| next(at).filter(|end| tokens.get(*end).is_some_and(point));
    let places = (0..tokens.len()).filter_map(move |at| Some([at, pair(at)?]));
    places.flatten().map(|at| &tokens[at])
}

/// Keeps the names of capital letters that stand alone beside lengths: others would be no lengths.
pub(super) fn keep_names(tokens: &[Token<'_>], atoms: &mut Atoms) {
    for symbol in &mut atoms.symbols {
        let capital = matches!(symbol.name.as_bytes(), [b] if b.is_ascii_uppercase());
        if capital && !beside(tokens).any(|t| t.key == symbol.name) {
            symbol.protected = true;
        }
    }
}

/// Whether a word says of which figure the letters after it are corners: `\text{plane } ABC`.
fn called(tokens: &[Token<'_>]) -> bool {
    let [word, first, second] = tokens else {
        return false;
    };
    matches!(word.class, Class::Words | Class::Name)
        && point(first)
        && (point(second) || second.key == "_")
        && super::phrases::names(super::parse::said(word))
}

/// What is said of lines, points and polygons alone.
const SAID: &[&str] = &["concur", "concurrent", "collinear", "concyclic", "cyclic"];

/// Whether what is said of two points that stand side by side before it is said of figures alone:
/// `CF\text{ concur}`.
fn meeting(tokens: &[Token<'_>]) -> bool {
    let [first, second, words] = tokens else {
        return false;
    };
    matches!(words.class, Class::Words | Class::Name)
        && point(first)
        && point(second)
        && super::parse::said(words)
            .split_whitespace()
            .any(|word| SAID.contains(&word))
}

/// What is measured of a figure that its corners in brackets name.
const MEASURED: &[&str] = &["area", "perimeter", "volume", "vol"];

/// Whether a figure is measured by its corners in brackets: `\text{area}(ABCD)`.
fn measured(tokens: &[Token<'_>]) -> bool {
    let [word, open, corners @ ..] = tokens else {
        return false;
    };
    let said = || super::parse::said(word).to_ascii_lowercase();
    matches!(word.class, Class::Words | Class::Name)
        && open.key == "("
        && corners.iter().all(point)
        && MEASURED.contains(&said().as_str())
}

/// Whether the corners of a pyramid stand below a letter, with a dash behind its top: `V_{P-ABC}`.
fn solid(tokens: &[Token<'_>]) -> bool {
    let [low, open, top, dash, corners @ ..] = tokens else {
        return false;
    };
    low.key == "_" && open.key == "{" && dash.key == "-" && point(top) && corners.iter().all(point)
}

/// Whether the formula is nothing but the corners of a polygon, perhaps in brackets: `ABCD`.
fn whole(tokens: &[Token<'_>]) -> bool {
    let letters = match tokens {
        [open, letters @ .., close] if open.key == "(" && close.key == ")" => letters,
        all => all,
    };
    if !(3..=MOST).contains(&letters.len()) || run(letters, 0, true) < letters.len() {
        return false;
    }
    let capitals: Vec<u8> = letters.iter().map(|t| t.key.as_bytes()[0]).collect();
    let once = |(i, letter): (usize, &u8)| !capitals[..i].contains(letter);
    // `B M T`: who multiplies writes no blanks.
    let apart = || letters[1..].iter().all(|t| t.gap == Gap::Blank);
    capitals.iter().enumerate().all(once)
        && (apart() || super::runs::corners(&String::from_utf8_lossy(&capitals)))
}

/// Whether `d` and `f` only occur together, and nothing is integrated or differentiated.
fn freedom(tokens: &[Token<'_>]) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let together = |i: usize| key(i) == "d" && key(i + 1) == "f" && tokens[i + 1].gap == Gap::None;
    let fits = |(i, token): (usize, &Token<'_>)| match token.key.as_ref() {
        "d" => together(i) && !matches!(key(i + 2), "(" | "/"),
        // `f(x, df_1, df_2)`: the density of a quotient.
        "f" if i == 0 => key(1) == "(" && key(2) != "d",
        "f" => together(i - 1),
        r"\int" | r"\partial" | r"\nabla" | "'" => false,
        _ => true,
    };
    tokens.iter().enumerate().all(fits) && (0..tokens.len()).any(together)
}

/// Whether the token is one capital letter.
pub(super) fn point(token: &Token<'_>) -> bool {
    token.class == Class::Letter
        && token.key.len() == 1
        && token.key.as_bytes()[0].is_ascii_uppercase()
}

/// The number of capital letters from here on; with blanks between them if allowed.
pub(super) fn run(tokens: &[Token<'_>], at: usize, blanks: bool) -> usize {
    let widest = if blanks { Gap::Blank } else { Gap::None };
    tokens[at.min(tokens.len())..]
        .iter()
        .enumerate()
        .take_while(|(i, t)| point(t) && (*i == 0 || t.gap <= widest))
        .count()
}

/// Whether the sign at this token belongs to a figure.
pub(super) fn draws(tokens: &[Token<'_>], i: usize) -> bool {
    let word = |from: usize, least: usize| {
        let braced = tokens.get(from).is_some_and(|t| t.class == Class::Open);
        run(tokens, from + usize::from(braced), true) >= least
    };
    let before = || {
        let mut from = i;
        while from > 0 && point(&tokens[from - 1]) {
            from -= 1;
        }
        i - from >= 2
    };
    match tokens[i].key.as_ref() {
        r"\angle" | "∠" | r"\measuredangle" | r"\sphericalangle" => true,
        r"\triangle" | "△" | r"\bigtriangleup" | r"\vartriangle" => word(i + 1, 3),
        r"\Delta" | "Δ" => run(tokens, i + 1, false) == 3,
        r"\overleftrightarrow" => true,
        r"\parallel" | r"\nparallel" | "∥" | "∦" | r"\perp" | "⟂" => {
            (before() || ends_pair(tokens, i))
                && (word(i + 1, 2) || lengths::pair(tokens, i + 1).is_some())
        }
        r"\odot" | r"\square" | r"\Box" => word(i + 1, 4),
        _ => false,
    }
}

/// Whether the area of a triangle is that of a side of it, `[ABC] = \frac{1}{2} AB \cdot AC`: three
/// letters in square brackets, and two of them side by side elsewhere.
fn area(tokens: &[Token<'_>]) -> bool {
    let triangle = |w: &[Token<'_>]| {
        w[0].key == "["
            && w[4].key == "]"
            && w[1..4].iter().all(point)
            && w[1].key != w[2].key
            && w[2].key != w[3].key
            && w[1].key != w[3].key
    };
    let Some(corners) = tokens.windows(5).find(|w| triangle(w)).map(|w| &w[1..4]) else {
        return false;
    };
    let corner = |t: &Token<'_>| corners.iter().any(|c| c.key == t.key);
    let side = |w: &[Token<'_>]| {
        corner(&w[1])
            && corner(&w[2])
            && w[1].key != w[2].key
            && !corner(&w[3])
            && !matches!(w[3].key.as_ref(), "_" | "'")
            && !corner(&w[0])
            && w[0].key != "["
    };
    tokens.iter().any(|t| t.key == "=") && tokens.windows(4).any(side)
}

/// Letters of points; others name groups and sets of matrices.
const CORNERS: &str = "ABCDEFMNOPQXYZ";

/// Whether a point is said to be on a line through two, `D \in BC`, or two lines to meet in one,
/// `P = AB \cap CD`, `AC \cap BD = \{O\}`.
fn meets(tokens: &[Token<'_>], i: usize) -> bool {
    let corner = |at: usize| {
        tokens
            .get(at)
            .is_some_and(|t| point(t) && CORNERS.contains(t.key.as_ref()))
    };
    let sole = |at: usize| {
        let alone = |t: &Token<'_>| !matches!(t.class, Class::Letter | Class::Name | Class::Close);
        corner(at)
            && at
                .checked_sub(1)
                .is_none_or(|before| alone(&tokens[before]))
    };
    let near = |at: usize| tokens.get(at).is_some_and(|t| t.gap == Gap::None);
    let pair = |at: usize| {
        let other = |a: usize, b: usize| tokens[a].key != tokens[b].key;
        let ends = |t: &Token<'_>| !matches!(t.class, Class::Letter | Class::Digit | Class::Name);
        corner(at)
            && corner(at + 1)
            && near(at + 1)
            && other(at, at + 1)
            && tokens
                .get(at + 2)
                .is_none_or(|t| ends(t) && !matches!(t.key.as_ref(), "_" | "^" | "'"))
    };
    let Some(before) = i.checked_sub(1) else {
        return false;
    };
    match tokens[i].key.as_ref() {
        r"\in" | "∈" => sole(before) && pair(i + 1),
        r"\cap" | "∩" => {
            // `P =`, `\{P\} =`
            let named = |at: usize| {
                let held = at > 2 && tokens[at - 1].key == r"\}" && corner(at - 2);
                tokens[at].key == "=" && (held || at > 0 && sole(at - 1))
            };
            let line = |at: usize| {
                let key = tokens.get(at).map(|t| t.key.as_ref());
                matches!(key, Some(r"\ell" | "l" | "m"))
            };
            let meeting = || {
                let end = i + 2 + usize::from(pair(i + 1));
                let at = end + 1 + usize::from(tokens.get(end + 1).is_some_and(|t| t.key == r"\{"));
                tokens.get(end).is_some_and(|t| t.key == "=") && corner(at) && !pair(at)
            };
            let drawn = before > 0 && pair(before - 1);
            (drawn && (pair(i + 1) || line(i + 1)) || line(before) && pair(i + 1))
                && ((0..before).any(named) || meeting())
        }
        _ => false,
    }
}

/// Whether two points stand right before this place.
fn ends_pair(tokens: &[Token<'_>], at: usize) -> bool {
    (at.saturating_sub(LONGEST)..at).any(|from| lengths::pair(tokens, from) == Some(at))
}

/// The most tokens of two points.
const LONGEST: usize = 12;

/// Whether this bar is one of two around two points: `|AB|`.
fn bounds_distance(tokens: &[Token<'_>], i: usize) -> bool {
    let between = |open: usize| {
        matches!(tokens.get(open..open + 4), Some([one, a, b, other])
            if one.key == other.key && point(a) && point(b))
    };
    between(i) || i.checked_sub(3).is_some_and(between)
}

/// Whether each letter is next to the one before in the alphabet: `RS`, `KLM`.
pub(super) fn neighbours(letters: &[u8]) -> bool {
    letters
        .windows(2)
        .all(|pair| pair[0].abs_diff(pair[1]) == 1)
}

/// Letters that corners have where there is but one pair or triple of them.
const ALONE: &[u8] = b"ABCDEFHKMNOPQXY";

/// Letters that corners have where no two words share one.
const APART: &[u8] = b"ABCDEFGHKMNOPQRSXYZ";

/// Whether all capital letters stand in words, and the words say something of each other.
fn worded(tokens: &[Token<'_>]) -> bool {
    if !tokens.windows(2).any(|pair| pair.iter().all(point)) {
        return false;
    }
    let mut words: Vec<String> = Vec::new();
    let (mut relation, mut digits, mut long) = (false, false, false);
    let mut i = 0;
    while i < tokens.len() {
        let token = &tokens[i];
        // `AB = 5\,\text{cm}`
        if i > 0 && tokens[i - 1].class == Class::Digit && super::matter::measures_length(token) {
            long |= tokens.get(i + 1).is_none_or(|t| t.key != "^");
            i += 1;
            continue;
        }
        match token.key.as_ref() {
            "=" | r"\frac" | "+" | ":" | r"\cdot" | r"\parallel" | r"\perp" | r"\sim"
            | r"\cong" | "<" | ">" | r"\le" | r"\ge" | r"\leq" | r"\geq" => {
                relation = true;
            }
            "^" | "_"
                if tokens.get(i + 1).is_some_and(|t| {
                    matches!(t.key.as_ref(), "T" | r"\top" | r"\dagger" | "-" | "t")
                }) =>
            {
                return false;
            }
            "|" if !bounds_distance(tokens, i) => return false,
            r"\det" | r"\operatorname{tr}" | r"\in" | r"\to" | r"\subset" => return false,
            _ => {}
        }
        if token.class == Class::Digit && !matches!(token.key.as_ref(), "0" | "1") {
            digits = true;
        }
        // `AB = 5 \quad\text{and}\quad BC = 12`: a word apart from both sides names nothing.
        let apart = |t: &Token<'_>| t.gap >= Gap::Thin;
        let said = || {
            apart(token) && tokens.get(i + 1).is_some_and(apart) && token.key.starts_with(r"\text{")
        };
        let named = || token.class == Class::Name && token.key.contains('{') && !said();
        if begins_table(token) || named() {
            return false;
        }
        if !point(token) || subscript_of(tokens, i) {
            i += 1;
            continue;
        }
        let length = run(tokens, i, false);
        let letter =
            |t: &Token<'_>| t.class == Class::Letter && !point(t) && !t.key.starts_with('\\');
        let glued = i > 0 && letter(&tokens[i - 1]) && token.gap == Gap::None
            || tokens.get(i + length).is_some_and(|t| {
                letter(t) && t.gap == Gap::None
                    || matches!(t.key.as_ref(), "(" | "_" | "[" | "{" | "'")
                    || t.gap == Gap::Blank && point(t)
            });
        if !(2..=4).contains(&length) || glued {
            return false;
        }
        words.push(
            tokens[i..i + length]
                .iter()
                .map(|t| t.key.as_ref())
                .collect(),
        );
        i += length;
    }
    words.sort();
    words.dedup();
    let turned = |w: &String| {
        let back: String = w.chars().rev().collect();
        back != *w && words.binary_search(&back).is_ok()
    };
    let of = |letters: &[u8]| {
        let corners = |w: &String| w.bytes().all(|b| letters.contains(&b));
        words.iter().all(|w| corners(w) || neighbours(w.as_bytes()))
    };
    // `\frac{PL}{EI}`, `\sqrt{LC}`, `2GM` are products.
    let shared = || {
        let mut all: Vec<u8> = words.iter().flat_map(|w| w.bytes()).collect();
        all.sort_unstable();
        all.windows(2).any(|pair| pair[0] == pair[1])
    };
    relation
        && match words.len() {
            0 => false,
            1 => digits && of(ALONE) || long && of(APART),
            _ => !words.iter().any(turned) && (of(APART) || shared()),
        }
}
