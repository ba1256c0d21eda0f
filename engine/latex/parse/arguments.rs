//! The arguments of a call, with commas, bars or semicolons between them.

use super::Parser;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    pub(super) fn call(&mut self, function: Tree) -> Tree {
        // `nx \quad (x \ge -1)`
        if self.pos < self.end && self.condition_here().is_some() {
            return function;
        }
        let braced = self.tokens[self.pos].key == "{";
        self.pos += usize::from(braced);
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return function;
        };
        let start = function.start;
        let square = self.tokens[self.pos].key == "[" && function.head != Head::Prime;
        let (from, after) = (self.pos + width, partner + width);
        let inside = self
            .barred(from, partner, after)
            .or_else(|| self.grouped(from, partner, after))
            .unwrap_or_else(|| self.group(from, partner, after));
        let mut args = Vec::with_capacity(2);
        args.push(function);
        match inside.head {
            Head::Items if !inside.closed => args.extend(inside.args),
            _ => args.push(inside),
        }
        let head = match self.table.bracket_call.filter(|_| square) {
            Some(op) => Head::Apply(op),
            None => Head::Call,
        };
        let mut tree = Tree::over(head, args).close();
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        self.pos += usize::from(braced);
        tree
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
                _ if divides_arguments(&self.tokens[at]) => bars.push(at),
                _ => {}
            }
            at += 1;
        }
        let double = is_double(&self.tokens[*bars.first()?]);
        let op = match double {
            true => self.table.named("apart")?,
            false => self.table.barred?,
        };
        if bars
            .iter()
            .any(|bar| is_double(&self.tokens[*bar]) != double)
        {
            return None;
        }
        let mut parts = Vec::new();
        let mut start = from;
        for bar in bars.into_iter().chain([to]) {
            let part = self.grouped(start, bar, bar);
            parts.push(part.unwrap_or_else(|| self.group(start, bar, bar)));
            start = bar + 1;
        }
        self.pos = after;
        Some(Tree::over(Head::Apply(op), parts))
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
    matches!(
        token.key.as_ref(),
        r"\|" | r"\Vert" | "‖" | r"\parallel" | "∥"
    )
}
