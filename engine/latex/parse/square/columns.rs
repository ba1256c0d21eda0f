//! What stands in columns and lines: matrices in brackets, one thing over another.

use super::LINE;
use super::{corner, joins};
use crate::latex::bold::spatial;
use crate::latex::kinds::{capital, transposes};
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// Lengths of the commands that set one thing over another; those that end a row are shorter.
const ATOP: [usize; 2] = [r"\atop".len(), r"\brace".len()];

impl Parser<'_> {
    /// Whether these are what stands side by side in a matrix: `[A | I]`, `[A \mid b]`,
    /// `[v_1 | v_2 | \dots | v_n]`.
    pub(super) fn columns(&self, parts: &[Tree]) -> bool {
        let inverse = |t: &Tree| {
            t.head == Head::Power
                && corner(&t.args[0])
                && crate::latex::parse::minus_one(&t.args[1])
        };
        // `[I | A^{-1}B]`
        let solved = |t: &Tree| matches!(t.head, Head::Product(_)) && inverse(&t.args[0]);
        // `[I_n | \mathbf{0}]`
        let unit = |t: &Tree| t.head == Head::Index && t.root_symbol() == Some("I");
        let said_again = || {
            self.usage.lacks(self.table.named("iverson"))
                && self.usage.has(self.table.named("bracketed"))
        };
        if let [matrix, beside] = parts
            && (corner(matrix) || unit(matrix) || matrix.symbol().is_some() && said_again())
            && (beside.symbol().is_some()
                || inverse(beside)
                || solved(beside)
                || beside.head == Head::Index && beside.root_symbol().is_some())
        {
            return true;
        }
        // `[-P^T | I_{n-k}]`
        let part = |t: &Tree| {
            let whole = match (&t.head, t.args.as_slice()) {
                (Head::Sum(..), [only]) => only,
                _ => t,
            };
            unit(whole)
                || corner(whole)
                || whole.head == Head::Power
                    && corner(&whole.args[0])
                    && whole.args[1].symbol() == Some("T")
        };
        let identity = |t: &Tree| unit(t) || t.symbol() == Some("I");
        if let [_, _] = parts
            && parts.iter().any(identity)
            && parts.iter().all(part)
        {
            return true;
        }
        // `[t | I_n]`
        if let [matrix, beside] = parts
            && matrix.symbol().is_some()
            && unit(beside)
        {
            return true;
        }
        let named = |t: &Tree| matches!(t.head, Head::Index | Head::Call);
        let Some(first) = parts.first().filter(|t| named(t)).and_then(Tree::headed) else {
            return false;
        };
        let dots = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.dots);
        // `[d_1 | d_2]` is one where the one divides the other.
        let enough = parts.len() > 2 || capital(first) || spatial(first);
        enough
            && parts
                .iter()
                .all(|t| dots(t) || named(t) && t.headed() == Some(first))
    }

    /// Whether a chain in parentheses is an augmented matrix: `(A \mid I)`, `(A | b)`. One capital letter
    /// beside another may be an event under a condition.
    pub(in crate::latex::parse) fn augmented(&self, inside: &Tree) -> bool {
        let Head::Chain(ops) = &inside.head else {
            return false;
        };
        let [_, beside] = inside.args.as_slice() else {
            return false;
        };
        let letter =
            |t: &Tree, letters: &[&str]| t.root_symbol().is_some_and(|n| letters.contains(&n));
        ops.iter().all(|op| self.table.divides == Some(*op))
            && letter(&inside.args[0], &["A", "B", "C", "D", "M", "I", "E"])
            && (beside.symbol().is_none() || letter(beside, &["I", "E", "b", "c", "x"]))
            && self.columns(&inside.args)
    }

    /// Whether products of matrices stand here in a row, with dots among them: `[B\ AB\ \cdots\
    /// A^{n-1}B]`.
    fn blocks(&self, from: usize, to: usize) -> bool {
        let tokens = &self.tokens[from..to];
        let dots = |t: &Token<'_>| matches!(t.key.as_ref(), r"\cdots" | r"\dots" | r"\ldots");
        let part = |t: &Token<'_>| {
            capital(&t.key)
                || t.class == Class::Digit
                || dots(t)
                || matches!(t.key.as_ref(), "^" | "{" | "}" | "-" | "n" | "k" | "_")
        };
        let spaced = |t: &Token<'_>| dots(t) && t.gap >= Gap::Thin;
        tokens.iter().any(spaced) && tokens.iter().all(part)
    }

    /// A line of a matrix whose entries are set apart by commands for space: `[x \; y \; z]^T`,
    /// `[1\ 0\ 0]`.
    pub(in crate::latex::parse) fn spaced_line(
        &mut self,
        from: usize,
        to: usize,
        after: usize,
    ) -> Option<Tree> {
        let sign = self.key_at(after + 1 + usize::from(self.key_at(after + 1) == "{"));
        let transposed = self.key_at(after) == "^" && transposes(sign);
        let numbers = self.tokens[from..to]
            .iter()
            .all(|t| t.class == Class::Digit);
        if to > from + LINE || !(transposed || numbers || self.blocks(from, to)) {
            return None;
        }
        let mut starts = vec![from];
        let mut at = from;
        while at < to {
            let token = &self.tokens[at];
            let apart = |at: usize| {
                let before = &self.tokens[at - 1];
                token.gap >= Gap::Thin
                    && !joins(before)
                    && !joins(token)
                    && !self.table.is_function(&before.key)
            };
            if at > from && apart(at) {
                starts.push(at);
            }
            if matches!(token.key.as_ref(), "," | ";" | "&" | "=" | "|" | r"\\") {
                return None;
            }
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        // `[A\,B]^T` is a product of matrices.
        let capitals = || self.tokens[from..to].iter().all(|t| capital(&t.key));
        if starts.len() < 2 || starts.len() == 2 && capitals() {
            return None;
        }
        let ends = starts.iter().skip(1).copied().chain([to]);
        let places: Vec<(usize, usize)> = starts.iter().copied().zip(ends).collect();
        let entries = places.iter().map(|&(from, to)| self.group(from, to, to));
        let row = Tree::over(Head::Row, entries.collect());
        self.pos = after;
        Some(Tree::over(Head::Matrix, vec![row]))
    }

    /// One thing over another: `{n \atop k}`.
    pub(in crate::latex::parse) fn stacked_pair(
        &mut self,
        from: usize,
        to: usize,
        after: usize,
    ) -> Option<Tree> {
        let op = self.table.named("stacked").filter(|_| !self.scripting)?;
        let over = |t: &Token<'_>| t.class == Class::Row && ATOP.contains(&(t.end - t.start));
        let mut at = from;
        while at < to && !over(&self.tokens[at]) {
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        if at >= to || at == from || at + 1 == to {
            return None;
        }
        let upper = self.group(from, at, at);
        let lower = self.group(at + 1, to, after);
        Some(Tree::over(Head::Apply(op), vec![upper, lower]).close())
    }
}
