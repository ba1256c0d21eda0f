//! Functions applied to brackets, and expressions taken at a place.

use super::Parser;
use crate::latex::around::simple_argument;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether the superscript is an order in parentheses: `f^{(n)}`.
    pub(super) fn order(&self, sup: &Tree) -> bool {
        self.tokens[..self.pos]
            .iter()
            .rev()
            .take(2)
            .any(|t| t.key == ")")
            && sup.closed
            && !matches!(sup.head, Head::Items)
    }

    /// Whether this is a group of functions: `(f + g)`.
    pub(super) fn function_group(&self, tree: &Tree) -> bool {
        let function = |a: &Tree| {
            a.root_symbol()
                .is_some_and(|name| self.usage.may_be_function(name))
        };
        matches!(tree.head, Head::Sum(..) | Head::Product(_))
            && tree.closed
            && tree.args.iter().all(function)
    }

    /// Whether the operand is a function that is applied to the bracket that follows.
    pub(super) fn applies(&self, tree: &Tree, applied: bool) -> bool {
        if applied {
            return false;
        }
        let square = self.tokens[self.pos].key == "[";
        if tree.head == Head::Prime {
            return !square || tree.root_symbol().is_some();
        }
        match &tree.head {
            Head::Symbol(name) if name.contains("operatorname") || multi_letter(name) => !square,
            Head::Left(_) => !square,
            Head::Index if matches!(tree.args[0].head, Head::Left(_)) => !square,
            Head::Symbol(_) | Head::Index | Head::Power | Head::Upper => {
                tree.root_symbol()
                    .is_some_and(|name| self.usage.is_function(name))
                    && !square
            }
            Head::Apply(op) => Some(*op) == self.table.compose && tree.closed,
            Head::Sum(..) | Head::Product(_) if !square => {
                self.function_group(tree) && simple_argument(self.tokens, self.marks, self.pos)
            }
            _ => false,
        }
    }

    /// Whether the bracket after this ring or field holds what is adjoined: `\mathbb{Z}[x]`.
    pub(super) fn ring_here(&self, tree: &Tree) -> Option<(usize, usize)> {
        if self.key_at(self.pos) != "[" {
            return None;
        }
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return None;
        };
        let ring = match &tree.head {
            Head::Apply(op) => self.table.set_constants.contains(op),
            _ => tree.root_symbol().is_some_and(|name| {
                name.starts_with(r"\mathbb{") && !matches!(name, r"\mathbb{E}" | r"\mathbb{P}")
                    || matches!(name, "K" | "k" | "F" | "R")
                        && self.tokens[self.pos].gap == Gap::None
            }),
        };
        let inside = &self.tokens[self.pos + 1..partner];
        let first = inside.first().is_some_and(|t| {
            t.class == Class::Letter || matches!(t.key.as_ref(), r"\sqrt" | r"\zeta" | r"\omega")
        });
        let plain = inside.iter().all(|t| {
            matches!(
                t.class,
                Class::Letter | Class::Digit | Class::Name | Class::Open | Class::Close
            ) || matches!(
                t.key.as_ref(),
                "," | "_" | "^" | r"\sqrt" | r"\ldots" | r"\dots" | r"\cdots" | "-"
            )
        });
        (ring && first && plain && inside.len() < 40).then_some((partner, width))
    }

    /// The ring with what is adjoined to it.
    pub(super) fn adjoined(&mut self, ring: Tree, partner: usize, width: usize) -> Tree {
        let start = ring.start;
        let inside = self.group(self.pos + width, partner, partner + width);
        let mut args = vec![ring];
        match inside.head {
            Head::Items if !inside.closed => args.extend(inside.args),
            _ => args.push(inside),
        }
        let head = match self.table.named("adjoin") {
            Some(op) => Head::Apply(op),
            None => Head::Sequence,
        };
        let mut tree = Tree::over(head, args).close();
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        tree
    }

    pub(super) fn call(&mut self, function: Tree) -> Tree {
        let Mark::Open { partner, width } = self.marks[self.pos] else {
            return function;
        };
        let start = function.start;
        let inside = self.group(self.pos + width, partner, partner + width);
        let mut args = vec![function];
        match inside.head {
            Head::Items if !inside.closed => args.extend(inside.args),
            _ => args.push(inside),
        }
        let mut tree = Tree::over(Head::Call, args).close();
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        tree
    }

    /// Whether a bar that says where something is evaluated stands here.
    pub(super) fn evaluation_bar(&self) -> bool {
        let next = self
            .tokens
            .get(self.pos + 1)
            .filter(|_| self.pos + 1 < self.end);
        is_bar(&self.tokens[self.pos])
            && matches!(self.marks[self.pos], Mark::Separator | Mark::None)
            && next.is_some_and(|t| t.key == "_")
            && self.table.evaluation.is_some()
    }

    /// `|_{x=0}`, `|_a^b` after the bar.
    pub(super) fn evaluated(&mut self, body: Tree) -> Tree {
        let start = body.start;
        let scripts = self.read_scripts();
        let Some((at, between)) = self.table.evaluation else {
            return body;
        };
        let end = self.span(self.pos - 1, self.pos).end;
        let mut tree = match (scripts.sub, scripts.sup) {
            (Some(sub), Some(sup)) => Tree::over(Head::Apply(between), vec![body, sub, sup]),
            (Some(sub), None) | (None, Some(sub)) => Tree::over(Head::Apply(at), vec![body, sub]),
            (None, None) => return body,
        };
        (tree.start, tree.end) = (start, end);
        tree.close()
    }
}

fn multi_letter(name: &str) -> bool {
    name.split_once('{').is_some_and(|(font, word)| {
        matches!(
            font,
            r"\mathrm" | r"\text" | r"\mathit" | r"\mathop" | r"\mathsf" | r"\textrm"
        ) && word.trim_end_matches('}').chars().count() > 1
            && !word.contains(' ')
            && !word.starts_with('\\')
    })
}
