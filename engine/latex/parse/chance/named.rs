//! Letters that are signs of probabilities and expected values, or name something else.

use super::EVENT;
use crate::latex::around::{compares, conditioned, event_argument, skip_scripts};
use crate::latex::bars::is_bar;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap, Token};

/// A sign with the law below it has no more tokens.
const LAW: usize = 8;

impl Parser<'_> {
    /// Whether braces with random variables or a statement stand right here: `E\{XY\}`,
    /// `P\{X \le x\}`.
    fn braces_events(&self, at: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(at).copied() else {
            return false;
        };
        let inside = &self.tokens[at + 1..partner];
        let random = |t: &Token<'_>| t.class == Class::Letter && capital(&t.key);
        // `E\{x[n] y[n]\}`
        let sampled = |w: &[Token<'_>]| w[0].class == Class::Letter && w[1].key == "[";
        let near = &inside[..inside.len().min(EVENT)];
        // `E\{e^2(n)\}`, `E\{|x|^2\}`: what is no list and no set of all that something holds for.
        let listed = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                "," | ":" | ";" | r"\mid" | r"\in" | r"\dots" | r"\ldots"
            )
        };
        let mean = || {
            at.checked_sub(1).is_some_and(|n| self.key_at(n) == "E")
                && partner <= at + EVENT
                && partner > at + 2
                && !inside.iter().any(listed)
        };
        self.key_at(at) == r"\{"
            && self.tokens[at].gap == Gap::None
            && (near.iter().any(random) || near.windows(2).any(sampled) || mean())
            && self
                .separator(at + 1, partner)
                .is_none_or(|bar| self.key_at(bar) != ":")
    }

    /// Whether a letter is the sign of an operator here: of events or random variables, as its
    /// brackets show, here or everywhere.
    pub(super) fn names_operator(&self, at: usize, after: usize) -> bool {
        let name = self.key_at(at);
        // `\forall P\,[P(0) \land Q]` is about a predicate.
        if self.usage.logic && self.usage.is_bound(name)
            || at.checked_sub(1).is_some_and(|n| self.quantifier_at(n))
        {
            return false;
        }
        // `P(Q)q_i - C(q_i)`: a price that depends on what is sold.
        let sold = || {
            self.key_at(after + 1) == "Q"
                && self.key_at(after + 2) == ")"
                && self.around().iter().any(|t| t.key == "q")
        };
        if name == "P" && sold() {
            return false;
        }
        if matches!(name, "E" | "V") && (self.usage.topic.graphs || self.of_graphs()) {
            return false;
        }
        let (open, ..) = skip_scripts(self.tokens, self.marks, after);
        // `E[p^\infty]`, `E[2]`, `E[p] \cong (\mathbb{Z}/p\mathbb{Z})^2`: what is annihilated, as
        // nobody takes a mean of these.
        let algebraic = || {
            self.around().iter().any(|t| {
                matches!(
                    t.key.as_ref(),
                    r"\cong" | r"\simeq" | r"\mathbb{Z}" | r"\mathbb{F}" | r"\mathbb{Q}"
                )
            }) || self
                .around()
                .windows(2)
                .any(|w| w[0].key == "H" && w[1].key == "^")
        };
        let killed = name == "E"
            && self.key_at(after) == "["
            && matches!(self.key_at(after + 1), "p" | "n" | "m" | r"\ell")
            && self.key_at(after + 2) == "]"
            && algebraic();
        if killed {
            return false;
        }
        let torsion = |at: usize| match self.marks[at] {
            Mark::Open { partner, .. } => {
                let last = &self.tokens[partner - 1];
                partner == at + 2 && last.class == Class::Digit
                    || last.key == r"\infty" && self.key_at(partner - 2) == "^"
            }
            _ => false,
        };
        let square = |at: usize| at < self.end && self.key_at(at) == "[" && !torsion(at);
        square(after) && self.usage.is_event(name)
            || name == "E" && (square(open) || self.takes_mean_again(at))
            || self.usage.is_operator(name) && (name != "V" || self.usage.is_operator("E"))
            || self.braces_events(after)
            // `P_{ij} = P(X_{n+1} = j \mid X_n = i)`, `P_f = P(Z \ge z)`
            || name == "P"
                && self.key_at(after) == "("
                && (conditioned(self.tokens, self.marks, after)
                    && event_argument(self.tokens, self.marks, after)
                    || compares(self.tokens, self.marks, after)
                    || self.is_result(after + 1, after + 2) && self.key_at(after + 2) == ")")
    }

    /// Whether the vertices or the edges of a graph stand near: `V(G)`, `E(G_1)`, `E(K_n)`; or vertices of
    /// anything are counted, `|V(T)|`, as no variance has a sign that bars would take away.
    fn of_graphs(&self) -> bool {
        let graph = |letter: &str, next: &str| {
            letter == "G" && matches!(next, ")" | "_" | "'") || letter == "K" && next == "_"
        };
        self.around().windows(4).any(|w| {
            let part = |at: usize| matches!(&*w[at].key, "E" | "V") && w[at + 1].key == "(";
            part(0) && graph(&w[2].key, &w[3].key)
                || is_bar(&w[0]) && w[1].key == "V" && w[2].key == "("
        })
    }

    /// Whether the sign here has the law below it that one with square brackets has elsewhere, and stands
    /// before a capital: `E_\theta W` beside `E_\theta[W^2]`.
    pub(super) fn takes_mean_again(&self, at: usize) -> bool {
        if self.key_at(at + 1) != "_" {
            return false;
        }
        let (after, ..) = skip_scripts(self.tokens, self.marks, at + 1);
        let sign = self.tokens.get(at..after).unwrap_or_default();
        let again = |w: &[Token<'_>]| {
            w.last().is_some_and(|t| t.key == "[")
                && w.iter().zip(sign).all(|(a, b)| a.key == b.key)
        };
        (2..LAW).contains(&sign.len())
            && capital(self.key_at(after))
            && self.around().windows(sign.len() + 1).any(again)
    }

    /// Whether the letter here is that of polynomials: `P(Q(x))`, `P(P(x)) = x`, `P(X) = X^2 + 1`.
    pub(super) fn polynomial(&self, at: usize) -> bool {
        if self.key_at(at) != "P" {
            return false;
        }
        let opens = |w: &[Token<'_>]| w[0].key == "P" && w[1].key == "(";
        let nested = |w: &[Token<'_>]| {
            opens(w)
                && matches!(w[2].key.as_ref(), "P" | "Q" | "R")
                && w[3].key == "("
                && w[4].class == Class::Letter
                && !capital(&w[4].key)
                && w[5].key == ")"
        };
        let powers = |letter: &&str| {
            let sides = |w: &[Token<'_>]| {
                opens(w) && w[2].key == **letter && w[3].key == ")" && w[4].key == "="
            };
            self.raised_outside(letter) && self.around().windows(6).any(sides)
        };
        self.around().windows(6).any(nested) || ["X", "T", "Z"].iter().any(powers)
    }

    /// Whether a power of this letter is a term of its own somewhere: `X^2 + 1`.
    fn raised_outside(&self, name: &str) -> bool {
        let around = self.around();
        (1..around.len().saturating_sub(1)).any(|at| {
            around[at].key == name
                && around[at + 1].key == "^"
                && (matches!(around[at - 1].key.as_ref(), "=" | "+" | "-")
                    || around[at - 1].class == Class::Digit)
        })
    }

    /// Whether the bracket holds a number before a bar: `P(2|-3)` is a point.
    pub(super) fn coordinates(&self, open: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return false;
        };
        let first = open + 1 + usize::from(self.key_at(open + 1) == "-");
        let digits = self.tokens[first..partner]
            .iter()
            .take_while(|t| t.class == crate::latex::token::Class::Digit || t.key == ".")
            .count();
        let bar = self.tokens.get(first + digits);
        self.key_at(open) == "(" && digits > 0 && bar.is_some_and(|t| is_bar(t) || t.key == r"\mid")
    }
}
