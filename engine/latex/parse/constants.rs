//! Letters that are names of constants elsewhere: what shows that they are none here.

use super::Parser;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// A statement in brackets begins within so many tokens.
const STATEMENT: usize = 24;

impl Parser<'_> {
    /// Whether something stands below the `\pi` here, or it below something, and a letter stands below
    /// one: it is one of several then, `\pi_i p_{ij}`.
    pub(super) fn numbers(&self) -> bool {
        let around = self.around();
        let key = |at: usize| around.get(at).map_or("", |t| t.key.as_ref());
        let lettered = |at: usize| {
            let index = at + 2 + usize::from(key(at + 2) == "{");
            let letter = |t: &Token<'_>| {
                t.class == Class::Letter || t.class == Class::Name && t.key.starts_with('\\')
            };
            key(at) == r"\pi" && key(at + 1) == "_" && around.get(index).is_some_and(letter)
        };
        let below = self.pos.checked_sub(1).is_some_and(|at| {
            let at = at - usize::from(at > 0 && self.tokens[at].key == "{");
            self.tokens[at].key == "_"
        });
        (below || self.key_at(self.pos + 1) == "_") && (0..around.len()).any(lettered)
    }

    /// Whether a colon follows and an arrow behind what it is from: `\pi : C \to D`.
    pub(super) fn maps_here(&self) -> bool {
        const NEAR: usize = 12;
        let arrow = |key: &str| {
            matches!(
                key,
                r"\to" | r"\rightarrow" | r"\longrightarrow" | "→" | r"\mapsto"
            )
        };
        matches!(self.key_at(self.pos + 1), ":" | r"\colon")
            && (self.pos + 3..self.pos + NEAR).any(|at| arrow(self.key_at(at)))
    }

    /// Whether the `e` here begins an exponent of a letter that names primes and moduli, and no other
    /// is a base: `\varphi(p^e) = p^e - p^{e-1}`.
    pub(super) fn exponent_of_prime(&self) -> bool {
        let raised = |at: usize| match (at.checked_sub(1), at.checked_sub(2)) {
            (Some(hat), Some(base)) if self.tokens[hat].key == "^" => Some(base),
            (Some(brace), Some(hat))
                if self.tokens[brace].key == "{" && self.tokens[hat].key == "^" =>
            {
                hat.checked_sub(1)
            }
            _ => None,
        };
        let prime = |base: usize| matches!(self.tokens[base].key.as_ref(), "p" | "q" | "P" | "X");
        raised(self.pos).is_some_and(prime)
            && !self
                .around()
                .windows(2)
                .any(|w| matches!(w[0].key.as_ref(), "e" | r"\exp" | r"\ln") && w[1].key == "^")
    }

    /// Whether a relation stands in the bracket behind the letter here, by which nothing is multiplied:
    /// the probability `\pi(\mu \le 0)`.
    pub(super) fn states_in_bracket(&self, open: usize) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open) else {
            return false;
        };
        // `x = 2k\pi\quad(k \in \mathbb{Z})`
        if self.tokens[open].gap == Gap::Wide {
            return false;
        }
        let near = open + 1..(*partner).min(open + STATEMENT);
        let large = self.key_at(open + 1).starts_with(char::is_uppercase);
        let sets = |at: usize| {
            large
                && matches!(
                    self.key_at(at),
                    r"\times" | r"\cup" | r"\cap" | r"\setminus"
                )
        };
        self.key_at(open) == "("
            && near.into_iter().any(|at| {
                let bar = is_bar(&self.tokens[at]) || self.key_at(at) == r"\mid";
                // `\pi(2 r_\perp)`
                let braced = usize::from(self.key_at(at - 1) == "{");
                let script = matches!(self.key_at(at - 1 - braced), "_" | "^");
                self.is_relation(at) && !bar && !script || sets(at)
            })
    }

    /// Whether what stands before the bracket here is applied to it, as its name and the bracket tell: a
    /// `\pi` to a statement, factors of completed functions, `\Gamma_{\mathbb{R}}(s + a)`, quantiles by
    /// degrees of freedom, `t_\alpha(n - 1)`, what the value of a function is a function of, `(f(x))(y)`.
    pub(super) fn applied_by_name(&self, tree: &Tree) -> bool {
        let alone =
            self.key_at(self.pos + 2) == ")" && self.tokens[self.pos + 1].class == Class::Letter;
        match (&tree.head, tree.args.as_slice()) {
            (Head::Symbol(name), _) => *name == *r"\pi" && self.states_in_bracket(self.pos),
            (Head::Index, [name, index]) => match name.symbol() {
                Some(r"\Gamma") => !matches!(index.head, Head::Product(_) | Head::Items),
                Some("t") => {
                    let part = match &index.head {
                        Head::Symbol(name) => *name == *r"\alpha",
                        Head::Number(n) => n.contains('.'),
                        _ => false,
                    };
                    let freedom = ["n", "-", "1", ")"];
                    let at = |n: usize| self.key_at(self.pos + 1 + n);
                    part && (0..freedom.len()).all(|n| at(n) == freedom[n])
                }
                _ => false,
            },
            (Head::Call, _) => tree.closed && alone && self.key_at(self.pos - 1) == ")",
            _ => false,
        }
    }

    /// Whether the inverse of the letter here is applied to a letter or a set: `\pi^{-1}(U)`, the part of
    /// a bundle over `U`.
    pub(super) fn preimage_here(&self) -> bool {
        let inverse = ["^", "{", "-", "1", "}", "("]
            .iter()
            .enumerate()
            .all(|(at, key)| self.key_at(self.pos + 1 + at) == *key);
        let open = self.pos + 6;
        inverse
            && matches!(self.marks.get(open), Some(Mark::Open { partner, .. })
                if *partner == open + 2 && self.tokens[open + 1].class == Class::Letter
                    || self.key_at(open + 1).starts_with(char::is_uppercase)
                        && matches!(self.key_at(open + 2), "_" | r"\cap" | r"\cup"))
    }

    /// Whether the points of a curve over a field stand here, as a group among others: `E(K) \simeq A \oplus B`,
    /// `E(K)/2E(K)`.
    pub(super) fn rational_points(&self, at: usize, open: usize) -> bool {
        let field = matches!(self.key_at(open + 1), "K" | "F" | "L" | "k");
        if self.key_at(at) != "E"
            || self.key_at(open) != "("
            || !field
            || self.key_at(open + 2) != ")"
        {
            return false;
        }
        let group = |key: &str| {
            matches!(
                key,
                r"\simeq"
                    | r"\cong"
                    | r"\oplus"
                    | r"\to"
                    | r"\rightarrow"
                    | r"\hookrightarrow"
                    | r"\dashrightarrow"
                    | r"\subset"
                    | r"\subseteq"
                    | r"\otimes"
            )
        };
        let divides = |key: &str| key == "/";
        let around = self.around();
        let points = |w: &&[Token<'_>]| w[0].key == "E" && w[1].key == "(";
        let several = around.windows(2).filter(points).count() > 1;
        around.windows(5).filter(points).any(|w| {
            w[2].key == self.key_at(open + 1) && (group(&w[4].key) || several && divides(&w[4].key))
        }) || at
            .checked_sub(1)
            .is_some_and(|before| group(self.key_at(before)))
    }

    /// Whether a word stands below the bold letter here or another like it, which is that of a vector or
    /// of a complex quantity then: `\mathbf{Z}_{eq} = \mathbf{Z}_1 + \mathbf{Z}_2`.
    pub(super) fn bold_labelled(&self) -> bool {
        let own = &self.tokens[self.pos].key;
        self.around().windows(4).any(|w| {
            let below = match w[2].class {
                Class::Open => &w[3],
                _ => &w[2],
            };
            let word = matches!(below.class, Class::Name | Class::Words)
                && super::big::is_word(&below.key);
            w[0].key == *own && w[1].key == "_" && word
        })
    }
}
