//! Molecules in plain letters, `H_2O`, and their concentrations, `[H^+]`: no product is meant.

use super::elaborate::upright;
use super::token::{Class, Gap, Token, leave_out};
use std::ops::Range;

/// Elements whose signs are two letters; those of one letter stand in [`SINGLE`].
pub(super) const ELEMENTS: &[&str] = &[
    "Ag", "Al", "Ar", "Au", "Ba", "Be", "Br", "Ca", "Cd", "Cl", "Co", "Cr", "Cs", "Cu", "Fe", "He",
    "Hg", "Kr", "Li", "Mg", "Mn", "Na", "Ne", "Ni", "Pb", "Pt", "Rb", "Sb", "Se", "Si", "Sn", "Sr",
    "Ti", "Xe", "Zn",
];

const SINGLE: &str = "HBCNOFPSKI";

/// Whether a word is made of the signs of elements: `NaOH`.
pub(in crate::latex) fn of_elements(word: &str) -> bool {
    let mut rest = word;
    while !rest.is_empty() {
        let two = rest.get(..2).filter(|sign| ELEMENTS.contains(sign));
        let one = rest.get(..1).filter(|sign| SINGLE.contains(sign));
        match two.or(one).and_then(|sign| rest.strip_prefix(sign)) {
            Some(after) => rest = after,
            None => return false,
        }
    }
    !word.is_empty()
}

/// The number of letters of the sign of an element here.
fn element(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let large = tokens.get(at).filter(|t| t.class == Class::Letter)?;
    let small = tokens.get(at + 1).filter(|t| {
        t.class == Class::Letter && t.gap == Gap::None && t.key.starts_with(char::is_lowercase)
    });
    match small {
        Some(small) => ELEMENTS
            .iter()
            .any(|e| e.strip_prefix(large.key.as_ref()) == Some(small.key.as_ref()))
            .then_some(2),
        None => (large.short() && SINGLE.contains(large.key.as_ref())).then_some(1),
    }
}

/// How many atoms there are, as an index says, and the place after it.
fn counted(tokens: &[Token<'_>], at: usize) -> Option<(u32, usize)> {
    if tokens.get(at).is_none_or(|t| t.key != "_") {
        return Some((1, at));
    }
    let braced = tokens.get(at + 1)?.class == Class::Open;
    let from = at + 1 + usize::from(braced);
    let most = if braced { 3 } else { 1 };
    let digits = tokens[from..].iter().take(most);
    let digits: String = digits
        .take_while(|t| t.class == Class::Digit)
        .map(|t| t.key.as_ref())
        .collect();
    let after = from + digits.len();
    if braced && tokens.get(after)?.class != Class::Close {
        return None;
    }
    let number = digits.parse().ok().filter(|n| *n > 1)?;
    Some((number, after + usize::from(braced)))
}

/// The letters in the parenthesis that opens here, behind something, which say that it is solid,
/// liquid, a gas or dissolved: `H_2O(l)`.
fn state(tokens: &[Token<'_>], open: usize) -> Option<Range<usize>> {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let end = match (key(open + 1), key(open + 2)) {
        ("s" | "l" | "g", ")") => open + 2,
        ("a", "q") if key(open + 3) == ")" => open + 3,
        _ => return None,
    };
    (open > 0 && key(open) == "(").then_some(open + 1..end)
}

/// The place after an electron that begins here: `e^-`.
fn electron(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let key = |n: usize| tokens.get(at + n).map_or("", |t| t.key.as_ref());
    match [key(0), key(1), key(2)] {
        ["e", "^", "-"] => Some(at + 3),
        ["e", "^", "{"] if key(3) == "-" && key(4) == "}" => Some(at + 5),
        _ => None,
    }
}

/// Whether a positive charge stands here: `^+`, `^{2+}`.
fn charged(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |n: usize| tokens.get(at + n).map_or("", |t| t.key.as_ref());
    let digit = |n: usize| tokens.get(at + n).is_some_and(|t| t.class == Class::Digit);
    key(0) == "^"
        && (key(1) == "+" || key(1) == "{" && (key(2) == "+" || digit(2) && key(3) == "+"))
}

/// Whether the formula is one of chemistry: every letter is the sign of an element, and a molecule
/// of several elements says how many atoms there are, or a reaction has an ion or a compound of an
/// element with two letters.
pub(super) fn reacts(tokens: &[Token<'_>]) -> bool {
    let (mut at, mut found) = (0, false);
    let (mut reaction, mut sure) = (false, false);
    // What stands in the molecule so far.
    let (mut first, mut several, mut indexed, mut usual) = (at, false, false, 0);
    let mut long = false;
    while at < tokens.len() {
        if let Some(after) = electron(tokens, at) {
            (first, at) = (usize::MAX, after);
            continue;
        }
        if tokens[at].class == Class::Letter && !tokens[at].key.starts_with('\\') {
            let Some(length) = element(tokens, at) else {
                return false;
            };
            let Some((count, after)) = counted(tokens, at + length) else {
                return false;
            };
            let goes_on = at > first && tokens[at].gap == Gap::None;
            if !goes_on {
                (first, several, indexed, usual, long) = (at, false, false, 0, false);
            }
            long |= length == 2;
            several |= goes_on && tokens[at].key != tokens[first].key;
            indexed |= count > 1;
            usual += usize::from(length == 2 || "HCNOS".contains(tokens[at].key.as_ref()));
            found |= several && indexed && usual > 1;
            sure |= long && several || length == 2 && charged(tokens, after);
            at = after;
            continue;
        }
        if let Some(state) = state(tokens, at) {
            first = usize::MAX;
            at = state.end + 1;
            continue;
        }
        let token = &tokens[at];
        reaction |= REACTIONS.contains(&token.key.as_ref());
        let sign = match token.class {
            Class::Digit | Class::Open | Class::Close | Class::Words => true,
            _ => {
                matches!(
                    token.key.as_ref(),
                    "+" | "-"
                        | "="
                        | "^"
                        | "["
                        | "]"
                        | r"\leftrightarrow"
                        | r"\cdot"
                        | r"\uparrow"
                        | r"\downarrow"
                        | r"\Delta"
                ) || REACTIONS.contains(&token.key.as_ref())
            }
        };
        if !sign {
            return false;
        }
        first = usize::MAX;
        at += 1;
    }
    found || reaction && sure
}

/// What stands between the two sides of a reaction.
const REACTIONS: &[&str] = &[
    r"\to",
    r"\rightarrow",
    r"\longrightarrow",
    r"\xrightarrow",
    r"\rightleftharpoons",
    r"\leftrightharpoons",
    r"\xrightleftharpoons",
];

/// Sets what stands in square brackets upright where all such brackets hold signs of elements, and
/// one an ion or a molecule that says how many atoms there are: `[H^+][A^-]`, `[NO_2]^2`.
pub(super) fn concentrations(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut inside = vec![false; tokens.len()];
    let mut charged = false;
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].key != "[" {
            at += 1;
            continue;
        }
        let Some((close, ion)) = concentration(&tokens, at + 1) else {
            return tokens;
        };
        inside[at..close].fill(true);
        charged |= ion || reacts(&tokens[at + 1..close]);
        at = close + 1;
    }
    match charged {
        true => molecules(tokens, Some(&inside)),
        false => tokens,
    }
}

/// Whether a letter stands for an acid or a metal that is not said: `HA`, `M^{2+}`.
fn general(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), "A" | "B" | "M" | "X" | "L")
}

/// The closing bracket after a molecule or an ion, and whether it has a charge.
fn concentration(tokens: &[Token<'_>], from: usize) -> Option<(usize, bool)> {
    let mut at = from;
    loop {
        at = match element(tokens, at) {
            Some(length) => at + length,
            None if tokens.get(at).is_some_and(general) => at + 1,
            None => break,
        };
        at = counted(tokens, at)?.1;
    }
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let ion = key(at) == "^";
    if ion {
        at = match tokens.get(at + 1)?.class {
            Class::Open => {
                let digits = usize::from(tokens.get(at + 2)?.class == Class::Digit);
                let sign = key(at + 2 + digits);
                (matches!(sign, "+" | "-") && key(at + 3 + digits) == "}")
                    .then_some(at + 4 + digits)?
            }
            _ => matches!(key(at + 1), "+" | "-").then_some(at + 2)?,
        };
    }
    (at > from && key(at) == "]").then_some((at, ion))
}

/// Sets the signs of elements upright, all or those `within` these places; those without a number
/// go with the next.
pub(super) fn molecules<'t>(tokens: Vec<Token<'t>>, within: Option<&[bool]>) -> Vec<Token<'t>> {
    let sign = |at: usize| match within {
        None => element(&tokens, at),
        Some(within) if within.get(at) == Some(&true) => {
            let general = tokens.get(at).is_some_and(general);
            element(&tokens, at).or(general.then_some(1))
        }
        Some(_) => None,
    };
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        let from = at;
        while let Some(length) = sign(at) {
            let near = at == from || tokens[at].gap == Gap::None;
            if !near {
                break;
            }
            at += length;
            if tokens.get(at).is_some_and(|t| t.key == "_") {
                break;
            }
        }
        if at == from {
            kept.push(tokens[at].clone());
            at += 1;
            // Of a reaction all parentheses that look so are such.
            if let Some(state) = state(&tokens, from).filter(|_| within.is_none()) {
                at = state.end;
                kept.push(Token::joined(&tokens[state], r"\mathrm"));
            }
        } else {
            kept.push(Token::joined(&tokens[from..at], r"\mathrm"));
        }
    }
    kept
}

/// Makes one name of the letters of `aq` in brackets behind a substance, `\mathrm{Cl}^-(aq)`, and of
/// those of other states in a reaction.
pub(super) fn dissolved(tokens: &mut Vec<Token<'_>>) {
    let arrow = |t: &Token<'_>| REACTIONS.contains(&t.key.as_ref());
    let mut reaction = None;
    let substance = |at: usize| {
        let before = tokens[..at].iter().rev().take(NEAR);
        let script = |t: &&Token<'_>| {
            matches!(t.class, Class::Digit | Class::Open | Class::Close)
                || matches!(t.key.as_ref(), "+" | "-" | "_" | "^" | ")" | "(")
        };
        let mut before = before.skip_while(script);
        before
            .next()
            .is_some_and(|t| super::elaborate::chemical(&t.key))
    };
    let places = (0..tokens.len()).filter_map(|at| state(tokens, at));
    let places = places.filter(|state| {
        substance(state.start - 1)
            && (state.len() > 1 || *reaction.get_or_insert_with(|| tokens.iter().any(arrow)))
    });
    let places: Vec<Range<usize>> = places.collect();
    for state in &places {
        tokens[state.start] = Token::joined(&tokens[state.clone()], r"\mathrm");
    }
    let rest = places.into_iter().map(|state| state.start + 1..state.end);
    leave_out(tokens, rest.filter(|rest| !rest.is_empty()).collect());
}

/// A bracket that stands in the words beside it, which are elements or nothing.
struct Worded<'t> {
    at: usize,
    /// What stands before and behind it.
    around: (&'t str, &'t str),
}

/// The tokens with the brackets of groups of atoms outside of the words beside them:
/// `\text{(PO}_4\text{)}_2`.
pub(super) fn unworded(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let worded = |at: usize, bracket: char| {
        let word = upright(&tokens[at].key)?;
        let around = word.split_once(bracket)?;
        let elements = |word: &str| word.is_empty() || of_elements(word);
        (elements(around.0) && elements(around.1)).then_some(Worded { at, around })
    };
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for at in 0..tokens.len() {
        if let Some(opening) = worded(at, '(') {
            open.push(opening);
        } else if let Some(closing) = worded(at, ')')
            && let Some(opening) = open.pop()
        {
            pairs.extend([(opening, "("), (closing, ")")]);
        }
    }
    if pairs.is_empty() {
        return tokens;
    }
    pairs.sort_by_key(|(worded, _)| worded.at);
    let mut out = Vec::with_capacity(tokens.len() + pairs.len());
    let mut next = pairs.iter().peekable();
    for (at, token) in tokens.iter().enumerate() {
        let Some((worded, bracket)) = next.next_if(|(worded, _)| worded.at == at) else {
            out.push(token.clone());
            continue;
        };
        let (before, behind) = worded.around;
        let piece = |word: &str| {
            let mut piece = token.clone();
            piece.respell("");
            (piece.key, piece.class) = (format!(r"\text{{{word}}}").into(), Class::Name);
            piece
        };
        out.extend((!before.is_empty()).then(|| piece(before)));
        let mut sign = token.clone();
        sign.respell(bracket);
        sign.class = Class::Sign;
        out.push(sign);
        out.extend((!behind.is_empty()).then(|| piece(behind)));
    }
    out
}

/// The scripts of a substance have no more tokens.
const NEAR: usize = 10;
