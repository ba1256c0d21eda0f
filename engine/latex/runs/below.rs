//! Labels in scripts: `x_{max,i}`, `T_{o-sky}`, `V_{\text{in}}`, `\|f\|_{BV}`; and what a sign is
//! taken over: `\prod_{p\ prime}`.

use super::{
    ITALIC, Known, LONGEST, PLAIN, Reading, Run, Script, letter, name, shape, spelling, token,
};
use crate::latex::parse::{is_text, joins};
use crate::latex::table::{Role, Roles, Table};
use crate::latex::token::{Class, Entry, Gap, Token, around, leave_out};
use crate::phrases::Lexicon;
use crate::rules::Where;

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

/// The tokens with the figures at the end of a label in it: `f_{\text{Schaffer}2}`.
pub(super) fn numbered<'t>(mut tokens: Vec<Token<'t>>, lexicon: &Lexicon) -> Vec<Token<'t>> {
    let mut needless = Vec::new();
    for at in 2..tokens.len() {
        let below = tokens[at - 2].key == "_" && tokens[at - 1].key == "{";
        if !below || !is_text(&tokens[at]) {
            continue;
        }
        let said = tokens[at].key.split_once('{').map_or("", |(_, said)| said);
        if joins(said, lexicon) {
            continue;
        }
        let figures = tokens[at + 1..].iter().take(LOWER);
        let figures: String = figures
            .take_while(|t| t.class == Class::Digit && t.gap == Gap::None)
            .map(|t| t.key.as_ref())
            .collect();
        let end = at + 1 + figures.len();
        let word = tokens[at].key.strip_suffix('}').map(str::to_owned);
        if let (Some(word), false, Some(close)) = (word, figures.is_empty(), tokens.get(end))
            && close.key == "}"
        {
            tokens[at].end = tokens[end - 1].end;
            // `f_{\text{ZDT2}1}` is the first of several.
            let comma = if word.ends_with(|c: char| c.is_ascii_digit()) {
                ","
            } else {
                ""
            };
            tokens[at].key = format!("{word}{comma}{figures}}}").into();
            needless.push(at + 1..end);
        }
    }
    leave_out(&mut tokens, needless);
    tokens
}

/// The tokens with the letters of a label that are set apart as indices are, `T_{e f f}`, side by
/// side.
pub(super) fn closed_up<'t>(mut tokens: Vec<Token<'t>>, known: &Known) -> Vec<Token<'t>> {
    let mut at = 0;
    while let Some(found) = tokens[at..]
        .windows(2)
        .position(|w| w[0].key == "_" && w[1].key == "{")
    {
        at += found + 2;
        let apart = |(i, t): (usize, &Token<'_>)| letter(t) && (i == 0 || t.gap == Gap::Blank);
        let length = tokens[at..]
            .iter()
            .enumerate()
            .take_while(|(i, t)| apart((*i, t)))
            .count();
        let ends = tokens.get(at + length).is_some_and(|t| t.key == "}");
        let label = Run { at, length };
        if ends && length > 2 && known.has(&spelling(&tokens, label), Where::Below) {
            tokens[at + 1..at + length]
                .iter_mut()
                .for_each(|t| t.gap = Gap::None);
        }
    }
    tokens
}

/// The tokens with the letter that a property speaks of before that, where a comma parts it from its
/// first value: `_{l=0,\,even}` is `_{l=0, l\ even}`.
pub(super) fn subjects<'t>(mut tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    let mut added = Vec::new();
    for at in 3..tokens.len().saturating_sub(1) {
        if tokens[at].key != "," {
            continue;
        }
        let word: String = match tokens[at + 1].class {
            Class::Name | Class::Words => {
                let inside = tokens[at + 1]
                    .key
                    .split_once('{')
                    .map_or("", |(_, rest)| rest);
                inside.trim_end_matches('}').trim().to_owned()
            }
            _ => {
                let run = tokens[at + 1..]
                    .iter()
                    .take_while(|t| letter(t))
                    .take(LONGEST);
                run.map(|t| t.key.as_ref()).collect()
            }
        };
        let bounded = (at.saturating_sub(LOWER)..at - 1).rev().find(|n| {
            tokens[*n].key == "_" && tokens[n + 1].key == "{" && tokens[n + 3].key == "="
        });
        let length = match tokens[at + 1].class {
            Class::Name | Class::Words => 1,
            _ => word.len(),
        };
        let ends = tokens.get(at + 1 + length).is_some_and(|t| t.key == "}");
        if let Some(sign) = bounded.filter(|_| ends && PROPERTIES.contains(&word.as_str())) {
            added.push((at + 1, tokens[sign + 2].clone()));
            tokens[at + 1].gap = Gap::Blank;
        }
    }
    token::put_in(&mut tokens, added);
    tokens
}

/// Whether the token ends an operand.
pub(super) fn ends_operand(token: &Token<'_>) -> bool {
    matches!(
        token.class,
        Class::Letter | Class::Digit | Class::Name | Class::Close
    )
}

/// Whether the token at this place, before a script, is a sign that binds.
fn bounds(table: &Table, tokens: &[Token<'_>], base: usize) -> bool {
    let token = &tokens[base];
    if matches!(token.key.as_ref(), r"\limits" | r"\nolimits") {
        return true;
    }
    let mut roles = table.lookup(&tokens[base..]);
    roles.any(|(role, _)| matches!(role, Role::Bound { .. }))
}

/// The upright words in scripts below symbols that are labels though operators are called so, and
/// those that say something of what a sign is taken over.
pub(super) fn labels<'t>(tokens: &[Token<'t>], table: &Table) -> Vec<(Run, Token<'t>)> {
    let mut found = Vec::new();
    let mut around: Vec<Script> = Vec::new();
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    for (at, token) in tokens.iter().enumerate() {
        match token.class {
            Class::Open => around.push(match at.checked_sub(1).map_or("", key) {
                "_" => Script::Below(at - 1),
                "^" => Script::Above(at - 1),
                _ => Script::None,
            }),
            Class::Close => {
                around.pop();
            }
            Class::Name | Class::Words => {
                // `V_\text{in}`
                let bare = at > 0 && key(at - 1) == "_";
                let sign = match around.last().copied() {
                    _ if bare => at - 1,
                    Some(Script::Below(sign)) => sign,
                    // `V^{\text{in}}`
                    Some(Script::Above(sign)) if joins_operands(table, &tokens[at..]) => sign,
                    _ => continue,
                };
                let Some(base) = sign.checked_sub(1) else {
                    continue;
                };
                let word = token.key.split_once('{').map_or("", |(_, rest)| rest);
                let word = word.strip_suffix('}').unwrap_or(word).trim();
                let own = Run { at, length: 1 };
                if bounds(table, tokens, base) {
                    let said = token.class == Class::Name
                        && PROPERTIES.contains(&word)
                        && at
                            .checked_sub(1)
                            .is_some_and(|before| ends_operand(&tokens[before]));
                    if said {
                        let mut spelled = token.clone();
                        spelled.respell("");
                        spelled.class = Class::Words;
                        spelled.key = format!(r"\text{{{word}}}").into();
                        found.push((own, spelled));
                    }
                    continue;
                }
                // `x^{(\text{neg})}`
                let enclosed = key(at - 1) == "(" && key(at + 1) == ")";
                let first = enclosed || bare || matches!(key(at - 1), "{" | "," | ";");
                let last = enclosed || bare || matches!(key(at + 1), "}" | "," | ";");
                // `I_{\text{E}n}`
                let before_index = key(at - 1) == "{"
                    && word.len() == 1
                    && tokens.get(at + 1).is_some_and(|t| t.class == Class::Letter);
                let letters = word.bytes().all(|b| b.is_ascii_alphabetic());
                let upright = [
                    "\\text{",
                    "\\mathrm{",
                    "\\textrm{",
                    "\\mbox{",
                    "\\operatorname{",
                    "\\textnormal{",
                    "\\hbox{",
                ]
                .iter()
                .any(|font| token.key.starts_with(font));
                if !letters || word.is_empty() || !upright || !(first && last || before_index) {
                    continue;
                }
                let beside = !enclosed && !bare && (key(at - 1) != "{" || key(at + 1) != "}");
                let said = beside && last && is_text(token) && joins(word, &table.lexicon);
                // An upright index is no imaginary unit.
                let index = first && last && matches!(word, "i" | "j");
                let named = index || before_index && takes_argument(table, &tokens[at..]);
                if said || named || joins_operands(table, &tokens[at..]) {
                    let mut spelled = token.clone();
                    spelled.key = format!(r"\mathrm{{{word}}}").into();
                    (spelled.entry, spelled.roles) = (Entry::Listed(0), Roles::NONE);
                    spelled.class = Class::Name;
                    found.push((own, spelled));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether the name here stands between operands, before or behind one.
fn joins_operands(table: &Table, tokens: &[Token<'_>]) -> bool {
    let mut roles = table.lookup(tokens);
    roles.any(|(role, _)| {
        matches!(
            role,
            Role::Infix { .. } | Role::Prefix { .. } | Role::Postfix { .. }
        )
    })
}

/// Whether the name here is that of a function.
fn takes_argument(table: &Table, tokens: &[Token<'_>]) -> bool {
    let mut roles = table.lookup(tokens);
    roles.any(|(role, _)| matches!(role, Role::Function { .. } | Role::Operatorname { .. }))
}
