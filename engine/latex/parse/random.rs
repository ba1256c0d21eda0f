//! Means without brackets, and letters of random variables, of which they are taken.

use super::Parser;
use super::chance::EVENT;
use crate::latex::around::{event_argument, skip_scripts};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Join, Tree};

/// As many tokens before and after are looked through for other means.
const MEANS: usize = 100;

impl Parser<'_> {
    /// Whether the letter of a mean stands here right before what is random: `EX^2 - (EX)^2`.
    pub(super) fn means_what_follows(&self, at: usize) -> bool {
        let letter = |at: usize| self.tokens[at].class == Class::Letter;
        self.key_at(at) == "E"
            && at
                .checked_sub(1)
                .is_none_or(|before| !letter(before) || self.random(&self.tokens[before].key))
            && self.random_at(at + 1)
            && (self.usage.topic.random
                || self.usage.is_random(self.key_at(at + 1))
                || self.means_shown())
    }

    pub(super) fn random(&self, name: &str) -> bool {
        matches!(name, "X" | "Y" | "Z")
            || self.usage.is_random(name)
            || self.usage.topic.random
                && matches!(name, "S" | "T" | "U" | "V" | "W" | "N" | r"\xi" | r"\eta")
    }

    /// Whether a random variable begins here, a norm or a function of one.
    pub(super) fn random_at(&self, at: usize) -> bool {
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let within = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, .. }) => {
                let inside = &self.tokens[at + 1..(*partner).min(at + EVENT)];
                inside.iter().any(|t| self.random(&t.key))
            }
            _ => false,
        };
        match key(at) {
            "e" => key(at + 1) == "^" && within(at + 2),
            r"\exp" | r"\bar" | r"\overline" | r"\hat" | r"\tilde" => {
                within(at + 1) || self.random(key(at + 1))
            }
            "|" | r"\|" | r"\lvert" | r"\lVert" => within(at),
            name => self.random(name) && key(at + 1) != "(",
        }
    }

    /// Whether every `E` near is a mean, and one is no product: of a norm, of an exponential, with
    /// brackets around it and a power, with a Greek letter for its value.
    pub(super) fn means_shown(&self) -> bool {
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let from = self.pos.saturating_sub(MEANS);
        let to = self.tokens.len().min(self.pos + MEANS);
        let mut shown = false;
        for at in (from..to).filter(|at| key(*at) == "E") {
            if matches!(key(at + 1), "[" | "(") {
                shown |= event_argument(self.tokens, self.marks, at + 1);
                continue;
            }
            if !self.random_at(at + 1) {
                return false;
            }
            let (after, ..) = skip_scripts(self.tokens, self.marks, at + 2);
            let grouped = at > 0 && key(at - 1) == "(";
            shown |= !self.random(key(at + 1))
                || grouped && key(after) == ")" && key(after + 1) == "^"
                || key(after) == "=" && matches!(key(after + 1), r"\mu" | r"\lambda" | r"\theta");
        }
        shown
    }

    /// What a mean without brackets is taken of: random factors up to the next mean.
    pub(super) fn random_factors(&mut self) -> Tree {
        let mut argument = self.expression(self.table.strength.product + 1);
        while self.pos < self.end
            && self.random_at(self.pos)
            && self.tokens[self.pos].gap < Gap::Thin
        {
            let Some(factor) = self.another_factor() else {
                break;
            };
            argument = self.multiply(argument, Join::Beside, factor);
        }
        argument.closed = false;
        argument
    }
}
