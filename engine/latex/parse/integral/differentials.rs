//! Differentials of integrals, looked for ahead of what is integrated.

use super::MOST;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};

/// How far ahead a differential is looked for, in tokens.
const AHEAD: usize = 500;

/// As many times its own length of a formula is read a second time, at most.
const AGAIN: usize = 4;

impl Parser<'_> {
    pub(in crate::latex::parse) fn accent(&self, at: usize) -> bool {
        matches!(
            self.tokens[at].key.as_ref(),
            r"\vec"
                | r"\mathbf"
                | r"\bar"
                | r"\tilde"
                | r"\hat"
                | r"\overline"
                | r"\dot"
                | r"\overrightarrow"
        )
    }

    /// Whether a differential follows in this group, outside brackets.
    pub(super) fn differential_ahead(&self) -> bool {
        let mut at = self.pos;
        let (mut inner, mut nested, mut sum) = (0, false, false);
        let limit = self.end.min(self.pos + AHEAD);
        while at < limit {
            match self.marks[at] {
                Mark::Open { partner, width } => at = partner + width,
                // That of an integral inside.
                _ if inner > 0 && self.differential(at).is_some() => {
                    inner -= 1;
                    at += 1;
                }
                _ if self.differential(at).is_some() => return sum || !nested,
                // The differential after the next integral is that one's.
                _ if at > self.pos
                    && matches!(self.key_at(at), r"\int" | r"\oint")
                    && matches!(self.key_at(at - 1), "+" | "-") =>
                {
                    return false;
                }
                _ if matches!(self.key_at(at), r"\int" | r"\oint") => {
                    (inner, nested) = (inner + 1, true);
                    at += 1;
                }
                _ if matches!(
                    self.tokens[at].key.as_ref(),
                    "=" | "<" | ">" | r"\le" | r"\ge" | r"\leq" | r"\geq" | r"\Rightarrow"
                ) =>
                {
                    return false;
                }
                _ => {
                    sum |= inner == 0 && matches!(self.key_at(at), "+" | "-");
                    at += 1;
                }
            }
        }
        false
    }

    /// Whether what stands from a token on may be read once more: forms within forms would be read more
    /// and more often.
    pub(super) fn again(&mut self, from: usize) -> bool {
        self.again += self.pos - from;
        self.again <= AGAIN * self.tokens.len()
    }

    /// The sign of a sum before the next integral in this group: `\int_C P\,dx + Q\,dy + \int_D`.
    pub(super) fn next_integral(&self) -> Option<usize> {
        let mut at = self.pos;
        while at < self.end.min(self.pos + AHEAD) {
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ if at > self.pos
                    && matches!(self.key_at(at), r"\int" | r"\oint" | r"\iint")
                    && matches!(self.key_at(at - 1), "+" | "-") =>
                {
                    return Some(at - 1);
                }
                _ => at + 1,
            };
        }
        None
    }

    /// The sign of a product before a differential at the end of a group.
    fn times_differential(&self, end: usize) -> Option<usize> {
        let sign = end.checked_sub(3).filter(|&at| at > self.pos)?;
        let product = matches!(self.tokens[sign].key.as_ref(), r"\cdot" | r"\times" | "*");
        (product && self.differential(sign + 1).is_some()).then_some(sign)
    }

    /// Reads the differentials that stand here in a numerator: `\frac{dx\,dy}{1 - xy}`.
    fn find_differentials(&mut self) {
        while self.found.len() < MOST
            && self.pos < self.end
            && self.differential(self.pos).is_some()
            && let Some(variable) = self.read_differential()
        {
            self.found.push(variable);
        }
    }

    /// The numerator of a fraction under an integral, in which the differential may stand.
    pub(in crate::latex::parse) fn numerator(&mut self) -> Tree {
        let at = self.pos;
        let Some(Mark::Open { partner, .. }) =
            self.marks.get(at).copied().filter(|_| at < self.end)
        else {
            return self.argument();
        };
        let holds = self.integrals > 0
            && self.found.is_empty()
            && self.tokens[at].class == Class::Open
            && (at + 1..partner).any(|i| self.differential(i).is_some_and(|_| i + 2 <= partner));
        if !holds {
            return self.argument();
        }
        let saved = (self.end, self.declaring);
        (self.pos, self.end, self.declaring) = (at + 1, partner, false);
        let place = self.tokens[at].end;
        let mut tree = if self.differential(self.pos).is_some() {
            self.find_differentials();
            if self.pos < self.end {
                self.all()
            } else {
                Tree::new(Head::Number("1".into()), Vec::new(), place, place)
            }
        } else if let Some(times) = self.times_differential(partner) {
            // `\frac{3 \cdot dx}{x}`
            let tree = self.group(at + 1, times, times + 1);
            self.end = partner;
            tree
        } else {
            self.expression(self.table.strength.sum)
        };
        if self.found.is_empty() {
            self.find_differentials();
        }
        if self.pos < self.end {
            let rest = self.all();
            tree = Tree::over(Head::Sequence, vec![tree, rest]);
        }
        (self.end, self.declaring) = saved;
        self.pos = partner + 1;
        tree
    }
}
