//! Labels in scripts: `x_{max,i}`, `T_{o-sky}`, `V_{\text{in}}`, `\|f\|_{BV}`; and what a sign is
//! taken over: `\prod_{p\ prime}`.

mod parts;
mod upright;

use super::{ITALIC, LONGEST, PLAIN, Reading, Run, letter, name, shape};
use crate::latex::token::{Class, Gap, Token, around};
use crate::rules::Where;
pub(super) use parts::{closed_up, numbered, subjects};
use upright::bounds;
pub(super) use upright::labels;

/// Indices below a symbol with a label have no more tokens.
const LOWER: usize = 8;

/// What is said of a number below a sign.
const PROPERTIES: &[&str] = &[
    "prime",
    "odd",
    "even",
    "composite",
    "squarefree",
    "primitive",
    "coprime",
];

impl<'t> Reading<'_, 't> {
    /// The label that this run is below a symbol, between braces, commas and hyphens.
    pub(super) fn label(&self, run: Run, word: &str, sign: usize) -> Option<(Run, Token<'t>)> {
        let base = sign.checked_sub(1)?;
        if bounds(self.table, &self.tokens[..=base], base) {
            let whole = self.key(run.at - 1) == "{" && self.key(run.end()) == "}";
            let letters = word.as_bytes();
            let small = letters.iter().all(u8::is_ascii_lowercase);
            // `\int_{min}^{max}`
            let extreme = word == "min" && self.key(base) == r"\int";
            if whole
                && small
                && (extreme
                    || letters.len() > 3 && shape::natural(letters) && shape::sayable(letters))
            {
                return Some((run, name(self.tokens, run, PLAIN)));
            }
            return self.property(run, word);
        }
        let (before, after) = (self.key(run.at - 1), self.key(run.end()));
        if before == "-" || after == "-" {
            return self.hyphened(run, word);
        }
        // `\beta_{2SLS}`
        let staged = || {
            matches!(before, "2" | "3")
                && run.at > 1
                && self.key(run.at - 2) == "{"
                && word == "SLS"
        };
        if staged() && after == "}" {
            let (at, length) = (run.at - 1, run.length + 1);
            let whole = Run { at, length };
            return Some((whole, name(self.tokens, whole, PLAIN)));
        }
        let starts = matches!(before, "{" | "," | ";" | "/");
        let long = || word.len() > 4 && word.bytes().all(|b| b.is_ascii_lowercase());
        let ends = matches!(after, "}" | "," | ";" | "/" | "") || after == "_" && long();
        let norm = matches!(self.key(base), r"\|" | r"\rVert" | "|" | r"\rvert");
        if norm && starts && (ends || after == "_") && self.norm(word) {
            return Some((run, name(self.tokens, run, ITALIC)));
        }
        let beside = before != "{" || after != "}";
        let fits = starts && ends && self.labels(run, word, base, beside);
        fits.then(|| (run, name(self.tokens, run, PLAIN)))
    }

    /// Whether a word is the label of the symbol that ends at this token; beside others, perhaps.
    fn labels(&self, run: Run, word: &str, base: usize, beside: bool) -> bool {
        let bytes = word.as_bytes();
        let key = self.key(base);
        if matches!(word, "dR" | "dB" | "dBm" | "dBi" | "dBc") {
            return self.known.has(word, Where::Below);
        }
        if word.bytes().all(|b| b.is_ascii_uppercase()) {
            // `T_{KL}` has two indices.
            let divergence = matches!(key, "D" | "H" | "d" | "L" | "}")
                || self.tokens[base].class == Class::Name;
            // `\hat\beta_{IV}`
            let estimated =
                base > 0 && matches!(self.key(base - 1), r"\hat" | r"\widehat" | r"\tilde");
            // `J_{FCM}`, where none of the letters stands elsewhere.
            let acronym =
                || word.len() > 2 && !shape::neighbours(bytes) && !self.company.any_alone(bytes);
            // `M_{BH}`, `v_{CM}`, `S_{EH}`
            let body = || {
                (matches!(word, "BH" | "CM") || key == "S" && !matches!(word, "KL" | "LS"))
                    && !self.company.any_alone(bytes)
            };
            return self.known.has(word, Where::Below)
                && (word.len() > 2 || divergence || estimated || body())
                || acronym();
        }
        if bytes[0].is_ascii_uppercase() {
            return shape::capitalised(bytes) || shape::abbreviated(bytes);
        }
        if !bytes.iter().all(u8::is_ascii_lowercase) {
            return false;
        }
        if self.known.has(word, Where::Below) {
            // `\delta_{in}` has two indices.
            let greek = self.tokens[base].class == Class::Letter && key.starts_with('\\');
            // So have `a_{in}` beside `x_i^n`, and `(x_{in})_{n=1}^\infty`.
            let indices =
                || word.len() == 2 && self.company.all_alone(bytes) || self.runs_over(base, bytes);
            let greek = greek && word == "in" && !self.beside_out(run);
            return !(greek || indices());
        }
        if bytes.len() > 3 {
            // `x_{preds}`: several of what has a name.
            let singular = word.strip_suffix('s').filter(|one| one.len() > 3);
            return shape::natural(bytes)
                && (shape::sayable(bytes)
                    || bytes.len() > 4 && shape::nearly_spoken(bytes)
                    || singular.is_some_and(|one| shape::sayable(one.as_bytes())));
        }
        // Three letters may be indices, of which one stands elsewhere.
        let free = || !self.company.any_alone(bytes);
        shape::label(bytes) && (beside || free())
    }

    /// Whether one of these letters runs over numbers somewhere: `_{n = 1}`.
    fn runs_over(&self, at: usize, letters: &[u8]) -> bool {
        letters.len() == 2
            && self.tokens[around(self.tokens, at)].windows(4).any(|w| {
                w[0].key == "_"
                    && w[1].key == "{"
                    && w[3].key == "="
                    && matches!(w[2].key.as_bytes(), [letter] if letters.contains(letter))
            })
            || self.summed(at, letters)
    }

    /// Whether all of these letters stand below one sign of a sum, `\sum_{ijkn}`, or are two indices of
    /// which one does, `\sum_i a_{in}`.
    fn summed(&self, at: usize, letters: &[u8]) -> bool {
        let near = around(self.tokens, at);
        let index = |letter: &u8| (b'i'..=b'n').contains(letter);
        let indices = letters.len() == 2 && letters.iter().all(index);
        near.clone().any(|sum| {
            if !matches!(self.key(sum), r"\sum" | r"\prod" | "∑") || self.key(sum + 1) != "_" {
                return false;
            }
            // A script without braces is one letter: `\sum_i H_{vap}`.
            let single = self.key(sum + 2) != "{";
            if single {
                let own = |letter: &u8| self.key(sum + 2).as_bytes() == [*letter];
                return indices && letters.iter().any(own);
            }
            letters.iter().all(|letter| {
                let below = self.tokens[(sum + 2).min(near.end)..near.end]
                    .iter()
                    .take(LONGEST);
                below
                    .take_while(|t| t.key != "}")
                    .any(|t| t.key.as_bytes() == [*letter])
            })
        })
    }

    /// Whether these letters say which norm is taken.
    fn norm(&self, word: &str) -> bool {
        let capitals = word.bytes().all(|b| b.is_ascii_uppercase());
        let listed =
            self.known.has(word, Where::Below) || matches!(word, "bv" | "ba" | "tr" | "op");
        // `\|f\|_{BV} \le V`
        let alone = |letter: u8| self.company.any_alone(&[letter]);
        match capitals {
            true => !word.bytes().all(alone),
            false => listed && !word.bytes().any(alone),
        }
    }

    /// Words joined by a hyphen, or the word beside a minus sign.
    fn hyphened(&self, run: Run, word: &str) -> Option<(Run, Token<'t>)> {
        let own = |word: &str| {
            let bytes = word.as_bytes();
            self.known.has(word, Where::Below)
                || shape::label(bytes)
                || bytes.len() > 3
                    && bytes.iter().all(u8::is_ascii_lowercase)
                    && shape::natural(bytes)
        };
        if self.key(run.at - 1) == "-" {
            // `T_{o-sky}`
            let first = run.at.saturating_sub(2);
            let letter = letter(&self.tokens[first])
                && matches!(self.key(first.saturating_sub(1)), "{" | ",")
                && !self.company.counts(self.tokens[first].key.as_bytes()[0]);
            if letter && own(word) && matches!(self.key(run.end()), "}" | ",") {
                return Some(self.joined(Run {
                    at: first,
                    length: run.length + 2,
                }));
            }
            return own(word).then(|| (run, name(self.tokens, run, PLAIN)));
        }
        let second = run.end() + 1;
        let more = self.tokens[second.min(self.tokens.len())..]
            .iter()
            .enumerate()
            .take_while(|(i, t)| letter(t) && (*i == 0 || t.gap == Gap::None))
            .count();
        let other: String = self.tokens[second..second + more]
            .iter()
            .map(|t| t.key.as_ref())
            .collect();
        let ends = matches!(self.key(second + more), "}" | ",");
        let starts = matches!(self.key(run.at - 1), "{" | ",");
        let index = more == 1 && self.company.counts(other.as_bytes()[0]);
        if more > 0 && starts && ends && !index && (own(word) || own(&other)) {
            return Some(self.joined(Run {
                at: run.at,
                length: run.length + 1 + more,
            }));
        }
        own(word).then(|| (run, name(self.tokens, run, PLAIN)))
    }

    /// All of this as words.
    fn joined(&self, run: Run) -> (Run, Token<'t>) {
        (
            run,
            Token::joined(&self.tokens[run.at..run.end()], r"\text"),
        )
    }

    /// A property of the number that a sign is taken over.
    fn property(&self, run: Run, word: &str) -> Option<(Run, Token<'t>)> {
        let apart =
            self.tokens[run.at].gap >= Gap::Blank && self.before(run).is_some_and(ends_operand);
        (apart && PROPERTIES.contains(&word)).then(|| self.joined(run))
    }

    /// Whether a word above a symbol is a label: `E^{kin}`, `x^{new}`.
    pub(super) fn raised(&self, run: Run, word: &str, sign: usize) -> bool {
        let base = sign.checked_sub(1).map_or("", |at| self.key(at));
        let enclosed = self.key(run.at - 1) == "(" && self.key(run.end()) == ")";
        let (open, close) = match enclosed {
            // `m^{(ref)}`
            true => (run.at.wrapping_sub(2), run.end() + 1),
            false => (run.at - 1, run.end()),
        };
        let whole = self.key(open) == "{" && self.key(close) == "}";
        let number = sign > 0 && self.tokens[sign - 1].class == Class::Digit;
        let label = !number
            && word.len() > 2
            && !word.starts_with("in")
            && self.known.has(word, Where::Below)
            && !self.company.all_alone(word.as_bytes());
        let bytes = word.as_bytes();
        // `C^{stat}`: four letters that can be said, none of which is a quantity here.
        let said = || {
            !number
                && bytes.len() > 3
                && bytes.iter().all(u8::is_ascii_lowercase)
                && shape::natural(bytes)
                && shape::sayable(bytes)
                && !self.company.any_alone(bytes)
        };
        // `C_p^{ig}`, `G^{ex}`: states of a quantity.
        let opens = |at: &usize| self.key(*at) == "{" && *at > 0 && self.key(*at - 1) == "_";
        let indexed = base == "}" && (sign.saturating_sub(LOWER)..sign).any(|at| opens(&at))
            || sign > 1 && self.key(sign - 2) == "_";
        let state = matches!(word, "ig" | "id" | "ex" | "eq")
            && (indexed || base.starts_with(char::is_uppercase))
            && !self.company.any_alone(&word.as_bytes()[1..])
            // The largest abelian quotient, `G^{ab}`
            || word == "ab" && matches!(base, "G" | "H" | "K");
        // `q^{NE}`, `D^{co}`
        let above =
            || !number && self.known.has(word, Where::Above) && !self.company.any_alone(bytes);
        // `\phi^{l,ref}`: a comma parts indices and labels, never factors.
        let listed =
            || matches!(self.key(open), "{" | ",") && matches!(self.key(close), "}" | ",") && label;
        // `\pi_1(X)^{ab}`
        if word == "ab" && base == ")" && whole && self.of_group(sign - 1) {
            return true;
        }
        !matches!(base, "e" | ")" | "]" | "" | r"\mathrm{e}")
            && (!whole && !enclosed && listed()
                || whole
                    && (label
                        || state
                        || above()
                        || shape::capitalised(bytes)
                        || said()
                        || word == "in"
                            && (self.beside_out(run)
                                || self.key(run.end() + 1) == "_" && base != "z")))
    }

    /// Whether a group of loops or one with a name of several letters ends with the parenthesis here:
    /// `\pi_1(X)`, `\mathrm{Gal}(K)`.
    fn of_group(&self, close: usize) -> bool {
        let from = close.saturating_sub(LOWER);
        let open = (from..close).rev().find(|at| self.key(*at) == "(");
        open.filter(|open| *open > 0).is_some_and(|open| {
            let loops = open > 2
                && [self.key(open - 3), self.key(open - 2), self.key(open - 1)]
                    == [r"\pi", "_", "1"];
            loops || self.tokens[open - 1].class == Class::Name
        })
    }

    /// Whether what goes out is labelled near: `k^{in} + k^{out}`.
    fn beside_out(&self, run: Run) -> bool {
        let near = self.tokens[around(self.tokens, run.at)].windows(5);
        near.into_iter().any(|w| {
            matches!(w[0].key.as_ref(), "_" | "^")
                && ["{", "o", "u", "t"]
                    .iter()
                    .zip(&w[1..])
                    .all(|(key, t)| t.key == *key)
        })
    }
}

/// Whether the token ends an operand.
pub(super) fn ends_operand(token: &Token<'_>) -> bool {
    matches!(
        token.class,
        Class::Letter | Class::Digit | Class::Name | Class::Close
    )
}
