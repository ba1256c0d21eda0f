//! Indices of entries without a comma between them, `a_{11}x + a_{12}y = b`: the first row and the
//! first column, not the eleventh of a sequence; and indices that a transposition exchanges.

use super::signs::Signs;
use super::token::{Class, Token, put_in};
use crate::atoms::{Atoms, Shown};
use rustc_hash::FxHashSet;

/// Entries of larger arrays are written with a comma.
const LARGEST: u8 = b'6';

/// Letters with such indices are looked for so many times.
const MOST: usize = 4;

/// As many indices and commas are looked at below a letter.
const BELOW: usize = 8;

/// What stands below a letter somewhere.
#[derive(Default)]
pub(super) struct Places {
    /// Two ones.
    pub(super) first: bool,
    /// Other pairs of figures.
    pub(super) others: usize,
    /// One number: the member of a sequence.
    pub(super) single: bool,
}

impl Places {
    /// Whether pairs of figures are entries.
    pub(super) const fn are_entries(&self) -> bool {
        self.first && self.others > 0 && !self.single
    }

    /// Adds what stands below it elsewhere.
    pub(super) const fn add(&mut self, other: &Self) {
        self.first |= other.first;
        self.others += other.others;
        self.single |= other.single;
    }
}

/// Puts commas between the indices of letters that have one for `11` and for other places, and no
/// index of a sequence; a formula that is said again tells which letters these are.
pub(super) fn parted(tokens: &mut Vec<Token<'_>>, signs: Signs, latex: &str, atoms: &Atoms) {
    if !signs.has(b'_') {
        return;
    }
    let told = atoms.symbols.iter();
    let told = told.filter(|s| atoms.settled && s.shown.has(Shown::ENTRIES));
    let told: FxHashSet<&str> = told.map(|s| s.name.as_str()).collect();
    if told.is_empty() && (!signs.has(b'1') || !latex.contains("_{11}")) {
        return;
    }
    let mut letters: Vec<String> = Vec::new();
    for at in 1..tokens.len() {
        if places(tokens, at) == Some([b'1', b'1']) {
            let letter = &tokens[at - 1];
            let key = letter.key.as_ref();
            let known = told.contains(key) || letters.iter().any(|l| l == key);
            if !known && letters.len() < MOST && matches!(letter.class, Class::Letter | Class::Name)
            {
                letters.push(key.to_owned());
            }
        }
    }
    letters.retain(|letter| seen(tokens, letter).are_entries());
    let entry = |at: &usize| {
        let key = tokens[*at - 1].key.as_ref();
        places(tokens, *at).is_some() && (told.contains(key) || letters.iter().any(|l| l == key))
    };
    let commas = (1..tokens.len()).filter(entry).map(|at| {
        let mut comma = tokens[at + 2].clone();
        comma.respell(",");
        (comma.class, comma.start) = (Class::Sign, comma.end);
        (at + 3, comma)
    });
    let commas = commas.collect();
    put_in(tokens, commas);
}

/// Whether commas stand between letters below something, of which one is no usual index: `K_{m,n}`,
/// `\left(\frac{\partial U}{\partial T}\right)_{V,N}`.
pub(super) fn divided(tokens: &[Token<'_>], signs: Signs) -> bool {
    if !signs.has(b'_') || !signs.has(b',') {
        return false;
    }
    let index = |t: &Token<'_>| matches!(t.key.as_ref(), "i" | "j" | "k" | "l");
    (2..tokens.len()).any(|at| {
        if tokens[at - 2].key != "_" || tokens[at - 1].class != Class::Open {
            return false;
        }
        let inside = tokens[at..].iter().take(BELOW);
        let mut inside = inside.take_while(|t| t.class == Class::Letter || t.key == ",");
        let length = inside.clone().count();
        let ends = tokens
            .get(at + length)
            .is_some_and(|t| t.class == Class::Close);
        let comma = inside.clone().any(|t| t.key == ",");
        ends && comma && inside.any(|t| t.class == Class::Letter && !index(t))
    })
}

/// The two digits below the letter before this token.
fn places(tokens: &[Token<'_>], at: usize) -> Option<[u8; 2]> {
    let [sign, open, first, second, close, ..] = &tokens[at..] else {
        return None;
    };
    let digit = |t: &Token<'_>| match t.key.as_bytes() {
        [digit @ b'1'..=LARGEST] => Some(*digit),
        _ => None,
    };
    let whole = sign.key == "_" && open.class == Class::Open && close.class == Class::Close;
    whole.then_some([digit(first)?, digit(second)?])
}

/// What stands below a letter.
fn seen(tokens: &[Token<'_>], letter: &str) -> Places {
    let mut seen = Places::default();
    for at in 1..tokens.len() {
        if tokens[at].key != "_" || tokens[at - 1].key != letter {
            continue;
        }
        match places(tokens, at) {
            Some([b'1', b'1']) => seen.first = true,
            Some(_) => seen.others += 1,
            None => {
                let open = tokens.get(at + 1).is_some_and(|t| t.class == Class::Open);
                let below = &tokens[(at + 1 + usize::from(open)).min(tokens.len())..];
                let digits = below.iter().take_while(|t| t.class == Class::Digit).count();
                let ends = below
                    .get(digits)
                    .is_none_or(|t| !open || t.class == Class::Close);
                // `a_1`, `a_{10}` count the members of a sequence.
                seen.single |= digits > 0 && ends;
            }
        }
    }
    seen
}

/// Whether a small `t` above a matrix exchanges the indices of its entries, as the same indices stand in
/// the other order behind another bracket: `[A^t]_{ij} = [A]_{ji}`.
pub(super) fn transposed(tokens: &[Token<'_>], signs: Signs) -> bool {
    if !signs.has(b'^') || !signs.has(b'_') || !signs.has(b't') {
        return false;
    }
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let closes = |at: usize| matches!(key(at), "]" | ")" | r"\rbrack");
    let letter = |at: usize| tokens.get(at).is_some_and(|t| t.class == Class::Letter);
    let entry = |at: usize| {
        let below = key(at) == "_" && key(at + 1) == "{" && key(at + 4) == "}";
        let two = below && letter(at + 2) && letter(at + 3) && key(at + 2) != key(at + 3);
        two.then(|| (key(at + 2), key(at + 3)))
    };
    let mut others = Vec::new();
    let mut above = Vec::new();
    for at in 2..tokens.len() {
        let Some(indices) = entry(at).filter(|_| closes(at - 1)) else {
            continue;
        };
        let inner = tokens[..at - 1].iter().rev().take_while(|t| t.key == "}");
        let braces = inner.count();
        let last = at - 2 - braces.min(at - 2);
        let raised = key(last) == "t"
            && last > 0
            && (key(last - 1) == "^" || last > 1 && key(last - 1) == "{" && key(last - 2) == "^");
        match raised {
            true => above.push(indices),
            false => others.push(indices),
        }
    }
    above.iter().any(|(i, j)| others.contains(&(*j, *i)))
}
