//! Subshells below a letter, `\psi_{2p}`, `E_{1s \to 2p}`: names, and no products.

use super::signs::Signs;
use super::token::{Class, Gap, Token, leave_out};
use crate::atoms::Atoms;
use std::ops::Range;

/// Letters of states, of energies and of effective charges, below which subshells stand.
const STATES: &[&str] = &[
    r"\psi",
    r"\Psi",
    r"\phi",
    r"\varphi",
    r"\Phi",
    r"\chi",
    r"\epsilon",
    r"\varepsilon",
    "E",
    "Z",
    r"\mathrm{K}",
];

/// As many tokens of one script are looked through.
const LONGEST: usize = 16;

/// Makes one name of the number and the letter of each subshell.
pub(super) fn named(tokens: &mut Vec<Token<'_>>, signs: Signs, atoms: &Atoms) {
    // Other letters make subshells of indices only by chance.
    let other = |name: &str| atoms.settled && !atoms.symbols.iter().any(|s| s.name == name);
    if !signs.has(b'_') || !signs.holds(Class::Digit) || !LETTERS.iter().any(|l| signs.has(*l)) {
        return;
    }
    let mut dropped = Vec::new();
    for below in 1..tokens.len().saturating_sub(3) {
        if tokens[below].key != "_" || tokens[below + 1].class != Class::Open {
            continue;
        }
        let base = tokens[below - 1].key.as_ref();
        // `a_{1s}` is an entry of a matrix.
        if matches!(base.as_bytes(), [b'a'..=b'z']) {
            continue;
        }
        let mut states = STATES.contains(&base);
        let mut at = below + 2;
        let mut depth = 0;
        while at + 1 < tokens.len().min(below + LONGEST) {
            match tokens[at].class {
                Class::Close if depth == 0 => break,
                Class::Close => depth -= 1,
                Class::Open => depth += 1,
                _ => {}
            }
            let after = dropped
                .last()
                .is_some_and(|last: &Range<usize>| last.end == at);
            if let Some(name) = subshell(tokens, at, states, after).filter(|name| !other(name)) {
                let end = tokens[at + 1].end;
                let token = &mut tokens[at];
                token.respell("");
                (token.key, token.class, token.end) = (name.into(), Class::Name, end);
                dropped.push(at + 1..at + 2);
                states = true;
                at += 1;
            }
            at += 1;
        }
    }
    leave_out(tokens, dropped);
}

/// Kinds of subshells.
const LETTERS: [u8; 4] = *b"spdf";

/// The name of the subshell that begins here; the lowest one is known below other capitals, too.
fn subshell(tokens: &[Token<'_>], at: usize, states: bool, after: bool) -> Option<String> {
    let (shell, kind) = (tokens[at].key.as_bytes(), tokens[at + 1].key.as_bytes());
    let fits = match (shell, kind) {
        (b"1", b"s") => true,
        ([b'2'..=b'7'], [kind]) => states && LETTERS.contains(kind),
        _ => false,
    };
    let beside = matches!(tokens[at - 1].class, Class::Digit | Class::Letter);
    let whole = after || !beside || tokens[at].gap > Gap::None;
    let ends = tokens.get(at + 2).is_none_or(|t| {
        matches!(t.class, Class::Close | Class::Sign | Class::Digit) && t.key != "("
    });
    (fits && whole && ends).then(|| format!(r"\mathrm{{{}{}}}", tokens[at].key, tokens[at + 1].key))
}
