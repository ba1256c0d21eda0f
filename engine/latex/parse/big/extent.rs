//! How far what is summed, made least or has a limit goes on behind its sign.

use super::SUMMED;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::parse::join::Next;
use crate::latex::table::Role;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// Sums and limits side by side that bind nothing: `\sum x^2 \sum y^2`, `\lim x_n \cdot \lim y_n`
    /// are products of two.
    pub(super) fn separate(&self, mut tree: Tree) -> Tree {
        let sum = self.table.named("sumof");
        let bare = |t: &Tree| match t.head {
            Head::Apply(op) if Some(op) == sum => true,
            Head::Apply(op) if Some(op) == self.table.limited => {
                t.args[0].symbol() == Some(r"\lim") && t.args[1].start == t.args[1].end
            }
            _ => false,
        };
        if !bare(&tree) {
            return tree;
        }
        let Some(body) = tree.args.last_mut().filter(|b| !b.closed) else {
            return tree;
        };
        let Head::Product(joins) = &mut body.head else {
            return tree;
        };
        if !body.args.last().is_some_and(bare) {
            return tree;
        }
        let (Some(join), Some(other)) = (joins.pop(), body.args.pop()) else {
            return tree;
        };
        if body.args.len() == 1 {
            *body = body.args.remove(0);
        }
        body.end = body.args.last().map_or(body.end, |last| last.end);
        tree.end = body.end;
        Tree::over(Head::Product([join][..].into()), vec![tree, other])
    }

    /// A body with the terms after it in which names bound since `outer` occur: they belong to it,
    /// as in `\min_x f(x) + g(x)`. What is least or greatest has vectors, too: `\xi_i` is one of `\xi`.
    pub(super) fn extended(&mut self, mut body: Tree, outer: usize, vectors: bool) -> Tree {
        // `\min_{w,b} \|w\|^2 + C\sum_i \xi_i`: of several names one is said nothing of before the sum
        // ends.
        let names = &self.bound[outer..];
        let lacking = vectors
            && names.len() > 1
            && names.iter().all(|n| !n.contains('_'))
            && names.iter().any(|n| !body.mentions(n));
        while self.pos < self.end {
            let Next::Signed { sign, width } = self.next(&body) else {
                break;
            };
            let from = self.pos + width;
            if !self.bound_ahead(from, outer, vectors) && (!lacking || self.extremal_ahead(from)) {
                break;
            }
            self.pos += width;
            let term = self.expression(self.table.strength.sum + 1);
            body = self.add_term(body, sign, term);
        }
        body
    }

    /// Members of sequences in a list, as they are written: `_{c_1, c_2}`.
    pub(super) fn members(&self, list: &Tree) -> Vec<String> {
        let items = match list.head {
            Head::Items => list.args.as_slice(),
            _ => std::slice::from_ref(list),
        };
        let member = |t: &&Tree| t.head == Head::Index && t.root_symbol().is_some();
        let written = |t: &Tree| {
            let from = self.tokens.partition_point(|token| token.start < t.start);
            let to = self.tokens.partition_point(|token| token.start < t.end);
            self.tokens[from..to]
                .iter()
                .map(|t| t.key.as_ref())
                .collect()
        };
        items.iter().filter(member).map(written).collect()
    }

    /// Whether a member of a sequence stands here as it is written elsewhere.
    pub(super) fn stands_here(&self, at: usize, mut member: &str) -> bool {
        for token in &self.tokens[at..self.end] {
            match member.strip_prefix(token.key.as_ref()) {
                Some("") => return true,
                Some(rest) => member = rest,
                None => return false,
            }
        }
        false
    }

    /// Whether another least or greatest value stands in the rest of the line.
    pub(super) fn extremal_ahead(&self, from: usize) -> bool {
        let extremal = |role: &Role| {
            matches!(role, Role::Bound { bare: Some(op), .. }
                if self.table.extremal.contains(op))
        };
        let binds = |at: usize| {
            self.key_at(at + 1) == "_" && self.roles_at(at).any(|(role, _)| extremal(role))
        };
        (from..self.end).any(binds)
    }

    /// Whether what was read since a token is one pair of parentheses or the like, and no value.
    pub(super) fn grouped_since(&self, from: usize) -> bool {
        let group = |key: &str| matches!(key, "(" | "[" | "{" | r"\{");
        matches!(self.marks.get(from), Some(Mark::Open { partner, width })
            if partner + width == self.pos && group(self.key_at(from)))
    }

    /// Whether the term that begins here mentions a name bound since `outer` and binds none anew.
    pub(super) fn bound_ahead(&self, from: usize, outer: usize, vectors: bool) -> bool {
        let (mut mentioned, mut inside) = (false, from);
        for at in from..self.end {
            if let Mark::Open { partner, .. } = self.marks[at] {
                inside = inside.max(partner);
            }
            let mut ends = false;
            for (role, _) in self.roles_at(at) {
                match role {
                    Role::Bound { .. } if self.rebinds(at, outer) => return false,
                    Role::Infix { level, .. } | Role::Prefix { level, .. } => {
                        ends |= *level <= self.table.sum;
                    }
                    _ => {}
                }
            }
            if at >= inside && at > from && (ends || matches!(self.key_at(at), "," | ";")) {
                break;
            }
            let key = self.key_at(at);
            // `x_0`, `x^*` and `x'` are other things than `x`.
            let marked = || match self.key_at(at + 1) {
                "_" => {
                    let index = at + 2 + usize::from(self.key_at(at + 2) == "{");
                    !vectors || !self.runs_over(index, from, outer)
                }
                "'" => true,
                "^" => matches!(self.key_at(at + 2), "*" | r"\ast" | r"\star" | r"\prime"),
                _ => false,
            };
            // `T_{ij}` is an entry of `\mathbf{T}`.
            let entry = |name: &str| {
                vectors
                    && self.key_at(at + 1) == "_"
                    && name.split_once('{').is_some_and(|(font, inner)| {
                        font == r"\mathbf" && inner.strip_suffix('}') == Some(key)
                    })
            };
            let own = |name: &str| match name.contains('_') {
                true => self.stands_here(at, name),
                false => (name == key || entry(name)) && !marked(),
            };
            mentioned |= self.bound[outer..].iter().any(|name| own(name));
        }
        mentioned
    }

    /// Whether a letter in an index runs over something in the term that begins at a place, or around
    /// the names bound since `outer`: `\xi_i` in `\sum_i \xi_i` is one of `\xi`, `a_t` beside `a` is not.
    pub(super) fn runs_over(&self, index: usize, from: usize, outer: usize) -> bool {
        let letter = |t: &Token<'_>| t.class == Class::Letter;
        if !self.tokens.get(index).is_some_and(letter) {
            return false;
        }
        let name = self.key_at(index);
        let binds = |at: usize| {
            let below = at + 2 + usize::from(self.key_at(at + 2) == "{");
            self.key_at(at + 1) == "_"
                && self.key_at(below) == name
                && self
                    .roles_at(at)
                    .any(|(role, _)| matches!(role, Role::Bound { .. }))
        };
        let near = from.max(index.saturating_sub(SUMMED))..index;
        near.into_iter().any(binds) || self.bound[..outer].iter().any(|bound| bound == name)
    }

    pub(super) fn integrates(&self, op: Op) -> bool {
        self.table.differential.contains(&op) || Some(op) == self.table.limited
    }

    /// Whether the big operator here has a name below it that is bound since `outer`, or none; an
    /// integral has it elsewhere.
    pub(super) fn rebinds(&self, at: usize, outer: usize) -> bool {
        let integral = |role: &Role| matches!(role, Role::Bound { op, .. } if self.integrates(*op));
        if self.roles_at(at).any(|(role, _)| integral(role)) {
            return true;
        }
        let below = (self.key_at(at + 1) == "_").then_some(at + 2);
        let Some(from) = below.filter(|from| *from < self.end) else {
            // `\max(0, 1 - x)` binds nothing.
            let function = |role: &Role| matches!(role, Role::Function { .. });
            let brackets = matches!(self.marks.get(at + 1), Some(Mark::Open { .. }));
            return !(brackets && self.roles_at(at).any(|(role, _)| function(role)));
        };
        let to = match self.marks[from] {
            Mark::Open { partner, .. } => partner,
            _ => from + 1,
        };
        (from..to).any(|i| {
            self.bound[outer..]
                .iter()
                .any(|name| name == self.key_at(i))
        })
    }
}
