//! Where a plain `i` or `j` has the place of the imaginary unit: `2 + 3i`, `x + iy`, `2\pi i`, `i\hbar`,
//! `R + j\omega L`.

mod alone;
mod leading;
mod parts;

use super::Usage;
use super::beside::NEAR;
use crate::latex::around::{exponent_base, is_e, is_edge};
use crate::latex::token::{Class, Token};
use smallvec::SmallVec;

/// Tokens between the imaginary unit and the sign of permutations, at most.
const FACTORS: usize = 8;

/// As many tokens stand between the sign of the exponential and the unit.
const NEARBY: usize = 6;

/// As many tokens before and after are looked through for what angles have beside them.
const FORMULA: usize = 200;

/// As many tokens stand before the unit among what is adjoined.
const ADJOINED: usize = 12;

/// Whether some `i` stands where only the imaginary unit does.
pub(super) fn occurs(tokens: &[Token<'_>]) -> bool {
    // What is written as an exponent may be an index.
    let raised = |at: usize| at > 0 && matches!(tokens[at - 1].key.as_ref(), "^" | "_");
    let is_i = |at: &usize| tokens[*at].key == "i" && !raised(*at);
    let mut places = (0..tokens.len()).filter(is_i);
    // `3i + 2j` is about directions.
    let directions = (0..tokens.len()).any(|at| directed(tokens, at));
    let look = Look { tokens };
    let (mut added, mut taken) = (false, false);
    let rooted = || (0..tokens.len()).any(|at| look.root_of_negative(at));
    if !directions && look.opposite_entries() {
        return true;
    }
    if look.alone() {
        return true;
    }
    let quantum = tokens.iter().any(|t| t.key == r"\hbar");
    places.any(|at| {
        // `1 + i` may hold a rate of interest; `1 - i` beside it tells.
        match look.sign_behind_number(at) {
            Some("+") => added = true,
            Some(_) => taken = true,
            None => {}
        }
        !directions && (added && taken || look.in_number(at)) || quantum || look.tells(at)
    }) || !directions && tokens.iter().any(|t| t.key == "i") && rooted()
}

/// Whether a `j` is multiplied or added, and not compared: `j \le n` is about an index.
fn directed(tokens: &[Token<'_>], at: usize) -> bool {
    let compares = |t: &Token<'_>| {
        super::super::around::is_inequality(&t.key) || matches!(t.key.as_ref(), "=" | "," | r"\in")
    };
    let before = at.checked_sub(1).map(|n| &tokens[n]);
    tokens[at].key == "j"
        && !before.is_some_and(|t| compares(t) || matches!(t.key.as_ref(), "_" | "^"))
        && !tokens.get(at + 1).is_some_and(compares)
}

/// Whether an `i` stands beside `\pi` or first before an angle in the exponent of `e`:
/// `e^{2\pi i/3}`, `e^{i\theta_i}`.
fn turned(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |n: Option<usize>| n.and_then(|n| tokens.get(n)).map_or("", |t| t.key.as_ref());
    let minus = usize::from(key(at.checked_sub(1)) == "-");
    let first = key(at.checked_sub(1 + minus)) == "{" && key(at.checked_sub(2 + minus)) == "^";
    let angle = matches!(
        key(Some(at + 1)),
        r"\theta" | r"\phi" | r"\varphi" | r"\omega" | r"\alpha" | r"\beta" | r"\gamma" | r"\delta"
    );
    let pi = |key: &str| matches!(key, r"\pi" | "π");
    let beside = pi(key(at.checked_sub(1))) || pi(key(Some(at + 1)));
    // `\exp(2\pi i/m_j)`
    let exponential = || {
        let near = &tokens[at.saturating_sub(NEARBY)..at];
        near.windows(2)
            .any(|w| w[0].key == r"\exp" && w[1].key == "(")
    };
    (first && angle || beside) && exponent_base(tokens, at).is_some_and(is_e)
        || beside && exponential()
}

/// Spells the imaginary unit upright where it stands before `\hbar` or the sign of permutations that
/// has an `i` itself, perhaps with single letters before it, or turns in the exponent of `e`, and every
/// other `i` is an index: `[J_i, J_j] = i\hbar\epsilon_{ijk}J_k`, `\exp(i g a^2 \epsilon_{ijk} B_k
/// \tau^a)`, `z_i = r_i e^{i\theta_i}`.
pub(in crate::latex) fn upright(tokens: &mut [Token<'_>]) {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    // The sign of permutations behind letters and their powers.
    let beyond = |at: usize| {
        let factor = |i: &usize| {
            tokens.get(*i).is_some_and(|t| {
                let other = !matches!(t.key.as_ref(), "i" | r"\epsilon" | r"\varepsilon");
                matches!(t.class, Class::Letter | Class::Digit) && other || t.key == "^"
            })
        };
        at + 1 + (at + 1..at + 1 + FACTORS).take_while(factor).count()
    };
    let unit = |at: usize| {
        key(at) == "i"
            && (turned(tokens, at)
                || !at
                    .checked_sub(1)
                    .is_some_and(|before| matches!(key(before), "_" | "^" | "{"))
                    && match key(beyond(at)) {
                        _ if key(at + 1) == r"\hbar" => true,
                        r"\epsilon" | r"\varepsilon" => {
                            let sign = beyond(at);
                            let indices = tokens.get(sign + 3..sign + 6).unwrap_or_default();
                            key(sign + 1) == "_"
                                && key(sign + 2) == "{"
                                && indices.iter().any(|t| t.key == "i")
                        }
                        _ => false,
                    })
    };
    let places: SmallVec<[usize; 4]> = (0..tokens.len()).filter(|at| unit(*at)).collect();
    if places.is_empty() {
        return;
    }
    let (mut indexed, mut depth) = (false, 0);
    for (at, token) in tokens.iter().enumerate() {
        let below = at > 0 && key(at - 1) == "_";
        match token.class {
            Class::Open => depth += u32::from(depth > 0 || below),
            Class::Close if depth > 0 => depth -= 1,
            _ if key(at) != "i" || places.binary_search(&at).is_ok() => {}
            _ if below || depth > 0 && key(at + 1) != "=" => indexed = true,
            _ => return,
        }
    }
    let summed = |w: &[Token<'_>]| {
        matches!(w[0].key.as_ref(), r"\sum" | r"\prod")
            && w[1].key == "_"
            && (w[2].key == "i" || w[2].key == "{" && w[3].key == "i")
    };
    if !indexed || tokens.windows(4).any(summed) {
        return;
    }
    for at in places {
        tokens[at].respell(r"\mathrm{i}");
        tokens[at].class = Class::Name;
    }
}

struct Look<'l, 't> {
    tokens: &'l [Token<'t>],
}

impl Look<'_, '_> {
    fn key(&self, at: Option<usize>) -> &str {
        let token = at.and_then(|at| self.tokens.get(at));
        token.map_or("", |t| t.key.as_ref())
    }

    fn digit(&self, at: Option<usize>) -> bool {
        let token = at.and_then(|at| self.tokens.get(at));
        token.is_some_and(|t| t.class == Class::Digit)
    }

    /// Whether what stands around an `i` tells that it is the unit.
    fn tells(&self, at: usize) -> bool {
        let (before, after) = (self.key(at.checked_sub(1)), self.key(Some(at + 1)));
        let next = self.key(Some(at + 2));
        let pi = |key: &str| matches!(key, r"\pi" | "π");
        let quantum = matches!(after, r"\hbar" | r"\gamma") && (after == r"\hbar" || next == "^");
        let over = || (self.key(Some(at + 3)), self.key(Some(at + 4)));
        let changes = after == r"\frac"
            && (over().0 == r"\hbar" || over().0 == r"\partial" && over().1 != "}");
        // `\sin` beside `\cos` is looked for where the product is.
        // `i\mathbb{R}` is the imaginary axis.
        let turns =
            matches!(after, r"\sin" | r"\sinh" | r"\mathbb{R}" | r"\arg") || after.contains("{Arg");
        let ring = self.adjoined(at);
        let below = before == "{"
            && after == "}"
            && next == "{"
            && matches!(self.key(Some(at + 3)), r"\hbar" | r"\not" | r"\slashed");
        let state = matches!(after, "u" | "v" | "q" | r"\psi" | r"\phi" | r"\partial");
        let evolves = state
            && next == "_"
            && self.key(Some(at + 3)) == "t"
            && matches!(before, "" | "=" | "-" | "+" | "&" | "(");
        // `|z - i|`
        let beside_complex = signs(before)
            && matches!(self.key(at.checked_sub(2)), "z" | "w")
            && self.ends_term(at + 1);
        // `z = i`, `z \to -i`
        let minus = usize::from(before == "-");
        let place = matches!(self.key(at.checked_sub(1 + minus)), "=" | r"\to")
            && matches!(self.key(at.checked_sub(2 + minus)), "z" | "w")
            && self.ends_term(at + 1);
        evolves
            || place
            || self.halves(at)
            || self.turns_powers(at)
            || beside_complex
            || self.leads(at)
            || self.raised_far(at)
            || self.over_circle(at)
            || pi(before)
            || pi(after)
            || quantum
            || changes
            || turns
            || ring
            || below
    }

    /// Whether `it` is the exponent of a number that is counted or of a modular operator: `n^{-it}`.
    fn turns_powers(&self, at: usize) -> bool {
        let minus = usize::from(self.key(at.checked_sub(1)) == "-");
        let before = |n: usize| self.key(at.checked_sub(minus + n));
        (self.key(Some(at + 1)), self.key(Some(at + 2))) == ("t", "}")
            && (before(1), before(2)) == ("{", "^")
            && matches!(before(3), "n" | "p" | "m" | "2" | "|" | r"\Delta")
    }

    /// Whether a Greek letter stands here.
    fn greek_at(&self, at: usize) -> bool {
        let letter = |t: &Token<'_>| t.class == Class::Letter || t.class == Class::Name;
        self.key(Some(at)).starts_with('\\') && self.tokens.get(at).is_some_and(letter)
    }

    /// Whether a script of three letters begins here: `^{abc}`, `_{abc}`.
    fn three_above(&self, at: usize) -> bool {
        let letter = |n: usize| {
            let token = self.tokens.get(at + n);
            token.is_some_and(|t| t.class == Class::Letter && t.key != "i")
        };
        matches!(self.key(Some(at)), "^" | "_")
            && self.key(Some(at + 1)) == "{"
            && (2..5).all(letter)
            && self.key(Some(at + 5)) == "}"
    }

    /// Whether `i` and `-i` fill entries of a matrix: `\begin{pmatrix} 0 & -i \\ i & 0 \end{pmatrix}`.
    fn opposite_entries(&self) -> bool {
        let entry = |from: usize, at: usize| {
            self.key(Some(at)) == "i"
                && from > 0
                && is_edge(self.tokens, from, true)
                && is_edge(self.tokens, at, false)
        };
        let places = 1..self.tokens.len();
        self.tokens.iter().any(|t| t.class == Class::Begin)
            && places.clone().any(|at| entry(at, at))
            && places
                .skip(1)
                .any(|at| self.key(Some(at - 1)) == "-" && entry(at - 1, at))
    }

    /// `\mathbb{Z}[i]`, `\mathbb{Q}(\sqrt{2}, i)`
    fn adjoined(&self, at: usize) -> bool {
        let mut depth = 0_usize;
        for open in (at.saturating_sub(ADJOINED)..at).rev() {
            match self.key(Some(open)) {
                ")" | "]" => depth += 1,
                "(" | "[" if depth > 0 => depth -= 1,
                "(" | "[" => {
                    return matches!(
                        self.key(open.checked_sub(1)),
                        r"\mathbb{Z}" | r"\mathbb{Q}" | r"\mathbf{Q}" | r"\mathbf{Z}"
                    );
                }
                "_" | "=" => return false,
                _ => {}
            }
        }
        false
    }

    /// `\sqrt{-16}`, `\sqrt{-i\tau}`
    fn root_of_negative(&self, at: usize) -> bool {
        self.key(Some(at)) == r"\sqrt"
            && self.key(Some(at + 1)) == "{"
            && self.key(Some(at + 2)) == "-"
            && (self.digit(Some(at + 3))
                || self.key(Some(at + 3)) == "i" && !matches!(self.key(Some(at + 4)), "_" | "^"))
    }
}

fn signs(key: &str) -> bool {
    matches!(key, "+" | "-" | r"\pm" | r"\mp")
}

/// Whether a quantifier declares all letters of the formula but this one, `e` and functions.
pub(super) fn all_but_one_declared(tokens: &[Token<'_>], usage: &Usage<'_>, unit: &str) -> bool {
    let quantifier = |t: &Token<'_>| matches!(t.key.as_ref(), r"\forall" | "∀" | r"\exists" | "∃");
    let Some(first) = tokens.iter().position(quantifier) else {
        return false;
    };
    let separator = |t: &Token<'_>| {
        matches!(
            t.key.as_ref(),
            ":" | r"\colon" | r"\Rightarrow" | r"\implies"
        )
    };
    let Some(length) = tokens[first..].iter().position(separator) else {
        return false;
    };
    let (declared, rest) = tokens[first..].split_at(length);
    let letter = |t: &&Token<'_>| {
        t.class == Class::Letter && t.key != unit && !matches!(t.key.as_ref(), "e" | r"\pi" | "π")
    };
    let units = rest.iter().enumerate().filter(|(_, t)| t.key == unit);
    !declared.iter().any(|t| t.key == unit)
        && units.into_iter().all(|(at, _)| is_factor(rest, at))
        && rest
            .iter()
            .filter(letter)
            .all(|t| declared.iter().any(|d| d.key == t.key) || usage.is_function(&t.key))
}

/// Whether what stands beside a token is multiplied with it: `bj`, `j\sin`, `2 \cdot j`.
fn is_factor(tokens: &[Token<'_>], at: usize) -> bool {
    let times = |t: &Token<'_>| matches!(t.key.as_ref(), "*" | r"\cdot" | r"\times");
    let operand = |t: &Token<'_>| matches!(t.class, Class::Letter | Class::Digit | Class::Name);
    let before = tokens[..at].iter().rev().find(|t| !times(t));
    let after = tokens[at + 1..].iter().find(|t| !times(t));
    let ends = |t: &Token<'_>| operand(t) || matches!(t.key.as_ref(), ")" | "]" | "}");
    let begins = |t: &Token<'_>| {
        let function = t.key.strip_prefix('\\').is_some_and(|name| {
            matches!(
                name,
                "sin" | "cos" | "sinh" | "cosh" | "exp" | "frac" | "sqrt"
            )
        });
        operand(t) || function || matches!(t.key.as_ref(), "(" | "[")
    };
    before.is_some_and(ends) || after.is_some_and(begins)
}

/// Whether a letter stands before an angular frequency, as in the impedance `R + j\omega L` and the
/// response `H(j2\pi f)`.
pub(super) fn turns_with_time(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let cycles = || {
        let before = |n: usize| at.checked_sub(n).and_then(|at| tokens.get(at));
        let called = before(1).is_some_and(|t| t.key == "(")
            && before(2).is_some_and(|t| t.class == Class::Letter);
        key(at + 1) == "2"
            && key(at + 2) == r"\pi"
            && key(at + 3) == "f"
            && (called || before(1).is_some_and(|t| signs(&t.key)))
    };
    key(at + 1) == r"\omega" && !matches!(key(at + 2), "_" | "^" | "\'") || cycles()
}

/// Whether a letter stands before a reactance, a susceptance or a reactive power behind a
/// resistance, a conductance or a power, or between two impedances: `R_L + jX_L`, `G - jB`, `P +
/// jQ`, `Z_L + jZ_0`, `R + j(X_L - X_C)`.
pub(super) fn impedes(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |n: Option<usize>| n.and_then(|n| tokens.get(n)).map_or("", |t| t.key.as_ref());
    let sign = at.checked_sub(1);
    let before = sign.and_then(|at| at.checked_sub(1));
    let indexed = key(before.and_then(|at| at.checked_sub(1))) == "_";
    let first = before.and_then(|at| at.checked_sub(2 * usize::from(indexed)));
    signs(key(sign))
        && matches!(
            (key(first), key(Some(at + 1))),
            ("R", "X") | ("G", "B") | ("P", "Q") | ("Z", "Z")
        )
        || signs(key(sign))
            && (key(first), key(Some(at + 1))) == ("R", "(")
            && matches!(key(Some(at + 2)), "X" | r"\omega")
}

/// Whether a letter stands in an exponent of `e` beside a sine and a cosine or a real part:
/// `\cos t + j\sin t = e^{tj}`, `\Re(e^{jt})`.
pub(super) fn turns(tokens: &[Token<'_>], at: usize) -> bool {
    let above = exponent_base(tokens, at).is_some_and(is_e);
    let near = &tokens[at.saturating_sub(FORMULA)..tokens.len().min(at + FORMULA)];
    let has = |key: &str| near.iter().any(|t| t.key == key);
    let parts = [
        r"\Re",
        r"\Im",
        r"\operatorname{Re}",
        r"\operatorname{Im}",
        r"\mathrm{Re}",
    ];
    above && (has(r"\cos") && has(r"\sin") || parts.iter().any(|part| has(part)))
}

/// Whether a letter is that of `\cos x + j\sin x`.
pub(super) fn polar(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |n: Option<usize>| n.and_then(|n| tokens.get(n)).map_or("", |t| t.key.as_ref());
    let cosine = || {
        tokens[..at]
            .iter()
            .rev()
            .take(NEAR)
            .any(|t| t.key == r"\cos")
    };
    key(Some(at + 1)) == r"\sin" && matches!(key(at.checked_sub(1)), "+" | "-") && cosine()
}
