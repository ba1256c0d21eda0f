//! The arguments of a call, with commas, bars or semicolons between them.

use super::{Parser, minus_one};
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::token::{Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    pub(super) fn call(&mut self, function: Tree) -> Tree {
        // `nx \quad (x \ge -1)`
        if self.pos < self.end && self.condition_here().is_some() {
            return function;
        }
        let over = self.space_over_interval(&function);
        let braced = self.tokens[self.pos].key == "{";
        self.pos += usize::from(braced);
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return function;
        };
        let start = function.start;
        let square = self.tokens[self.pos].key == "[" && function.head != Head::Prime;
        let after = partner + width;
        let (from, to) = self.unwrapped(self.pos + width, partner);
        let inside = self
            .small_part(from, to, after)
            .or_else(|| self.places_through(square, from, to, after))
            .or_else(|| self.barred(from, to, after))
            .or_else(|| self.grouped(from, to, after))
            .unwrap_or_else(|| self.group(from, to, after));
        let mut args = Vec::with_capacity(2);
        args.push(function);
        match (inside.head, self.table.named("interval-cc")) {
            (Head::Items, Some(interval)) if over => {
                args.push(Tree::over(Head::Apply(interval), inside.args));
            }
            (Head::Items, _) if !inside.closed => args.extend(inside.args),
            (head, _) => args.push(Tree { head, ..inside }),
        }
        // `\mathcal{L}^{-1}[F]`
        if square
            && let Some(inverse) = self.table.named("finv")
            && args[0].head == Head::Power
            && minus_one(&args[0].args[1])
        {
            args[0].head = Head::Apply(inverse);
            args[0].args.pop();
        }
        let head = match self.table.bracket_call.filter(|_| square && !over) {
            Some(op) => Head::Apply(op),
            None => Head::Call,
        };
        let mut tree = Tree::over(head, args).close();
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        self.pos += usize::from(braced);
        tree
    }

    /// `dx` under an integral: what a measure is taken of.
    fn small_part(&mut self, from: usize, to: usize, after: usize) -> Option<Tree> {
        let op = self.table.differential_of.filter(|_| self.integrals > 0)?;
        let single = to == from + 2 && super::integral::is_differential(self.key_at(from));
        let name = single.then(|| self.group(from + 1, to, after))?;
        name.symbol()?;
        Some(Tree::over(Head::Apply(op), vec![name]))
    }

    /// The first and the last place of a part of an array: `S[i:j]`.
    fn places_through(
        &mut self,
        square: bool,
        from: usize,
        to: usize,
        after: usize,
    ) -> Option<Tree> {
        if !square || !self.part_in_square() {
            return None;
        }
        let op = self.table.named("through")?;
        let ends = vec![
            self.group(from, from + 1, from + 1),
            self.group(from + 2, to, after),
        ];
        Some(Tree::over(Head::Apply(op), ends))
    }

    /// `f(x | y)`, `p(x \mid y)`, `D(p \| q)`: arguments with bars between them.
    pub(super) fn barred(&mut self, from: usize, to: usize, after: usize) -> Option<Tree> {
        let mut bars = Vec::new();
        let mut at = from;
        while at < to {
            match self.marks[at] {
                Mark::Open { partner, width } if !is_bar(&self.tokens[at]) || at == from => {
                    at = partner + width;
                    continue;
                }
                Mark::Open { partner, .. } if self.marks[partner] == Mark::Close => return None,
                _ if self.double_bar(at) => {
                    bars.push((at, 2));
                    at += 2;
                    continue;
                }
                // `v_\parallel t` is an index.
                _ if divides_arguments(&self.tokens[at])
                    && !(at > from && matches!(self.key_at(at - 1), "_" | "^")) =>
                {
                    bars.push((at, 1))
                }
                _ => {}
            }
            at += 1;
        }
        let doubled = |(at, width): &(usize, usize)| *width == 2 || is_double(&self.tokens[*at]);
        let double = doubled(bars.first()?);
        let op = match double {
            true => self.table.named("apart")?,
            false => self.table.barred?,
        };
        if bars.iter().any(|bar| doubled(bar) != double) {
            return None;
        }
        let mut parts = Vec::new();
        let mut start = from;
        for (bar, width) in bars.into_iter().chain([(to, 1)]) {
            let part = self.grouped(start, bar, bar);
            parts.push(part.unwrap_or_else(|| self.group(start, bar, bar)));
            start = bar + width;
        }
        self.pos = after;
        Some(Tree::over(Head::Apply(op), parts))
    }

    /// Whether two single bars stand here that are one sign.
    pub(super) fn double_bar(&self, at: usize) -> bool {
        let single = |at: usize| {
            self.marks.get(at) == Some(&Mark::Separator)
                && matches!(self.key_at(at), "|" | r"\vert")
        };
        single(at) && single(at + 1) && self.tokens[at + 1].gap <= Gap::Back
    }

    /// The sign of two bars between operands that are no arguments: lines that are parallel,
    /// resistors, what is put behind something else; and its width.
    pub(super) fn beside_bars(&self, left: &Tree) -> Option<(Op, usize)> {
        let at = self.pos;
        let width = match self.key_at(at) {
            r"\|" | "‖" if self.marks[at] != Mark::Close => 1,
            _ if self.double_bar(at) => 2,
            _ => return None,
        };
        if matches!(self.marks[at], Mark::Open { .. }) || !self.starts_operand(at + width) {
            return None;
        }
        let corner = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index | Head::Prime)
                && t.root_symbol()
                    .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_uppercase))
        };
        let lines = match &left.head {
            Head::Apply(op) => {
                Some(*op) == self.table.usual.points || Some(*op) == self.table.named("segment")
            }
            Head::Product(_) => left.args.len() == 2 && left.args.iter().all(corner),
            _ => false,
        };
        let op = self.table.named(if lines { "parallel" } else { "apart" })?;
        Some((op, width))
    }

    /// `I(X; Y)`, `F(a, b; c; z)`: groups of arguments with semicolons between them.
    pub(super) fn grouped(&mut self, from: usize, to: usize, after: usize) -> Option<Tree> {
        let op = self.table.named("semi")?;
        let mut cuts = Vec::new();
        let mut at = from;
        while at < to {
            match self.marks[at] {
                Mark::Open { partner, width } => at = partner + width,
                _ => {
                    if self.key_at(at) == ";" {
                        cuts.push(at);
                    }
                    at += 1;
                }
            }
        }
        if cuts.is_empty() {
            return None;
        }
        let mut parts = Vec::new();
        let mut start = from;
        for cut in cuts.into_iter().chain([to]) {
            parts.push(self.group(start, cut, cut));
            start = cut + 1;
        }
        self.pos = after;
        Some(Tree::over(Head::Apply(op), parts))
    }
}

/// Whether a sign stands between the arguments of a function: what is given, or what is compared.
pub(super) fn divides_arguments(token: &Token<'_>) -> bool {
    is_bar(token) || matches!(token.key.as_ref(), r"\mid" | "∣" | r"\parallel" | "∥")
}

fn is_double(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), r"\|" | "‖" | r"\parallel" | "∥")
}
