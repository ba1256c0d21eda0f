//! Whether `\Delta` before a function is the Laplacian and no change: `-\Delta u = f`,
//! `\partial_t u = \nu \Delta u`, `\Delta u + k^2 u = 0`.

use super::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::spelling::core;

/// Letters of functions on space.
const FUNCTIONS: &[&str] = &[
    "u", "v", "w", "f", "g", "h", "p", "c", "n", r"\phi", r"\varphi", r"\psi", r"\Phi", r"\Psi",
    r"\chi", r"\eta", r"\theta", r"\omega",
];

/// Letters of fields, in bold.
const FIELDS: &[&str] = &["A", "B", "E", "H", "U", "V"];

/// Those of them of whose changes one seldom speaks.
const SOLUTIONS: &[&str] = &["u", "w", r"\phi", r"\varphi", r"\psi", r"\Phi", r"\Psi"];

/// So many tokens before and after the sign are looked at.
const NEAR: usize = 120;

/// What stands around a sign before the letter of a function.
struct Near<'a> {
    tokens: &'a [Token<'a>],
    /// The places of the sign and of the letter.
    at: usize,
    place: usize,
}

/// The place of the letter of a function right after a place, with an accent or without.
fn function(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let accented = matches!(key(at + 1), r"\tilde" | r"\hat" | r"\bar" | r"\vec");
    let place = at + 1 + usize::from(accented);
    let place = place + usize::from(accented && key(place) == "{");
    let letter = core(key(place));
    let bold = || letter != key(place) && FIELDS.contains(&letter);
    (FUNCTIONS.contains(&letter) || bold()).then_some(place)
}

/// What a letter is where `\Delta` stands: a function, or a sign of a domain, and of whose changes one
/// seldom speaks.
pub(in crate::latex) fn solves(name: &str) -> (bool, bool) {
    let domain = matches!(name, r"\Omega");
    (
        domain || FUNCTIONS.contains(&name),
        SOLUTIONS.contains(&name),
    )
}

/// Whether a letter is a coordinate or time.
fn variable(key: &str) -> bool {
    matches!(key, "t" | "x" | "y" | "z" | "r")
}

impl Near<'_> {
    fn key(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.key.as_ref())
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |n| self.key(n))
    }

    fn name(&self) -> &str {
        self.key(self.place)
    }

    /// Whether the letter of the function stands at a place.
    fn is_name(&self, at: usize) -> bool {
        self.key(at) == self.name()
    }

    /// Whether all such signs stand before functions; `\Delta t` is a change, and so is then the other.
    fn alike(&self) -> bool {
        (0..self.tokens.len()).all(|n| {
            !matches!(self.key(n), r"\Delta" | "Δ")
                || matches!(self.key(n + 1), "_" | "^" | "(" | ")" | "+" | "-")
                || function(self.tokens, n).is_some()
        })
    }

    /// Whether the formula speaks of derivatives in space, or of those by time of the function.
    fn differentiates(&self) -> bool {
        (0..self.tokens.len()).any(|at| match self.key(at) {
            r"\nabla" | "∇" | r"\partial" | "∂" => true,
            key if key.ends_with("{div}") || key.ends_with("{grad}") => true,
            r"\Omega" => !matches!(self.key(at + 1), "_" | "^"),
            r"\dot" | r"\ddot" => self.is_name(at + 1) || self.is_name(at + 2),
            // `u_t`, `u_{tt}`, but not the index in `\Delta w_t`
            _ if at != self.place && self.is_name(at) && self.key(at + 1) == "_" => {
                let braced = self.key(at + 2) == "{";
                variable(self.key(at + 2 + usize::from(braced)))
                    && (!braced || variable(self.key(at + 4)) && self.key(at + 5) == "}")
            }
            _ => false,
        })
    }

    /// Whether the formula speaks of two values of the function, or of one relative to another:
    /// `u_2 - u_1`, `f(x + h) - f(x)`, `\frac{\Delta f}{f}`.
    fn changes(&self) -> bool {
        let number = |at: usize| self.tokens.get(at).is_some_and(|t| t.class == Class::Digit);
        let state = |at: usize| number(at) || matches!(self.key(at), "i" | "f" | "n" | "k" | "{");
        let moved = |at: usize| {
            let inside = self.tokens[at..].iter().take_while(|t| t.key != ")");
            let mut inside = inside.take(8).skip(2);
            inside.any(|t| matches!(t.key.as_ref(), "+" | "-"))
        };
        let divided =
            self.before(self.at) == "{" && self.at > 1 && self.key(self.at - 2) == r"\frac";
        let (mut states, mut value) = (0, false);
        for n in (0..self.tokens.len()).filter(|n| self.is_name(*n)) {
            let derived = variable(self.key(n + 3));
            states += u32::from(self.key(n + 1) == "_" && state(n + 2) && !derived);
            value |= matches!(self.key(n + 1), "'" | "/") || self.key(n + 1) == "(" && moved(n);
            // `w_{t+1} = w_t + \Delta w_t`
            value |= self.key(n + 1) == "_"
                && self.key(n + 2) == "{"
                && self.key(n + 3) == "t"
                && matches!(self.key(n + 4), "+" | "-");
        }
        // `\Delta w = -\eta \frac{\partial E}{\partial w}`
        let varied = (2..self.tokens.len()).any(|at| match self.key(at) {
            r"\partial" => {
                self.is_name(at + 1) && self.key(at - 1) == "{" && self.key(at - 2) == "}"
            }
            "_" => self.key(at - 1) == r"\nabla" && (self.is_name(at + 1) || self.is_name(at + 2)),
            _ => false,
        });
        states > 1 && !self.differentiates() || value || divided || varied
    }

    /// Whether an integral is taken of a product with it: `\int u \Delta v\,dx`.
    fn integrated(&self) -> bool {
        let side = self.tokens[..self.at].iter().rev();
        let mut side = side.take_while(|t| t.key != "=" && t.class != Class::Row);
        self.at > 0
            && matches!(self.tokens[self.at - 1].class, Class::Letter | Class::Name)
            && side.any(|t| matches!(t.key.as_ref(), r"\int" | r"\iint" | r"\iiint"))
    }

    /// Whether it is the first on a side of an equation, negated.
    fn negated(&self) -> bool {
        let begins = |key: &str| matches!(key, "" | "=" | "{" | "(" | "," | r"\{");
        let row = || {
            self.at
                .checked_sub(2)
                .is_some_and(|n| self.tokens[n].class == Class::Row)
        };
        matches!(self.name(), "u" | "w" | r"\psi" | r"\Psi")
            && self.before(self.at) == "-"
            && (begins(self.before(self.at - 1)) || row())
    }

    /// Whether zero, a function that is given or one with a density is all that it is equal to.
    fn equated(&self) -> bool {
        // `\Delta u(x) = f(x)`; differences are taken at numbers, `\Delta u(n)`.
        let place = matches!(
            core(self.key(self.place + 2)),
            "x" | "z" | "r" | r"\xi" | r"\vec"
        );
        let value = self.key(self.place + 1) == "(" && place && self.key(self.place + 3) == ")";
        let sign = self.place + if value { 4 } else { 1 };
        if self.key(sign) != "=" {
            return false;
        }
        let first = sign + 1 + usize::from(self.key(sign + 1) == "-");
        let ends = |at: usize| {
            self.tokens.get(at).is_none_or(|t| {
                matches!(t.class, Class::Words | Class::Row)
                    || matches!(t.key.as_ref(), "," | ";" | "." | "}" | r"\in" | r"\quad")
            })
        };
        let given = matches!(self.key(first), "0" | "f" | "g" | "h" | "F");
        let source = || (first..self.tokens.len()).any(|n| self.key(n) == r"\rho");
        let before = self.before(self.at);
        let alone =
            matches!(before, "" | "-" | "," | "{") || self.tokens[self.at - 1].class == Class::Row;
        alone && (given && (ends(first + 1) || self.key(first + 1) == "(") || source())
    }

    /// Whether the function stands elsewhere as it is.
    fn recurs(&self) -> bool {
        let alone = |n: usize| {
            n != self.place
                && self.is_name(n)
                && !matches!(self.before(n), r"\Delta" | "Δ" | "d" | "_" | "^")
                && !matches!(self.key(n + 1), "_" | "(" | "'")
        };
        (0..self.tokens.len()).any(alone)
    }
}

impl Parser<'_> {
    /// The Laplacian of a function.
    pub(super) fn laplacian(&mut self) -> Option<Tree> {
        let at = self.pos;
        let op = self.table.fields?.laplacian;
        let from = at.saturating_sub(NEAR);
        let tokens = &self.tokens[from..self.tokens.len().min(at + NEAR)];
        let near = Near {
            tokens,
            at: at - from,
            place: function(tokens, at - from)?,
        };
        if !matches!(self.key_at(at), r"\Delta" | "Δ") || !near.alike() || near.changes() {
            return None;
        }
        let solves = || {
            let bare = !matches!(near.key(near.place + 1), "_" | "^" | "'");
            let equation = || near.negated() || near.equated() || near.recurs();
            bare && SOLUTIONS.contains(&near.name()) && equation()
        };
        if !(self.usage.topic.laplacian || near.differentiates() || near.integrated() || solves()) {
            return None;
        }
        self.pos = at + 1;
        let body = self.expression(self.table.strength.product + 1);
        let start = self.tokens[at].start;
        Some(self.started(Tree::over(Head::Apply(op), vec![body]), start))
    }
}
