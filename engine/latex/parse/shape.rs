//! LaTeX with holes that rule files give: its parts, put where its term has them.

use super::Parser;
use super::big::lower_sort;
use crate::latex::matching::Mark;
use crate::latex::shapes::{self, Shape};
use crate::latex::tree::{Head, Tree};
use crate::pattern::Pattern;
use crate::term::SlotSort;

impl Parser<'_> {
    /// Where the shape ends that begins here and belongs to the operand before it.
    pub(super) fn shape_after(&self) -> Option<usize> {
        if !self.table.shapes.follows(self.key_at(self.pos)) {
            return None;
        }
        match self.marks[self.pos] {
            Mark::Open { partner, .. } => Some(partner),
            _ => None,
        }
    }

    /// The term of the shape that begins here and ends at `partner`; `left` is the operand before
    /// a shape that comes after one.
    pub(super) fn shaped(&mut self, left: Option<Tree>, partner: usize) -> Option<Tree> {
        let at = self.pos;
        let table = self.table;
        let shape = table.shapes.of(self.tokens[at].key.as_ref())?;
        let start = left.as_ref().map_or(self.tokens[at].start, |l| l.start);
        let mut parts: Vec<Tree> = left.into_iter().collect();
        let mut from = at + 1;
        while from < partner && parts.len() < shape.holes.len() {
            let to = self.part_end(from, partner);
            parts.push(self.group(from, to, to));
            from = to + 1;
        }
        if parts.len() != shape.holes.len() {
            // An operand is missing before it.
            self.pos = partner + 1;
            return Some(self.opaque(at, partner + 1));
        }
        self.pos = partner + 1;
        let mut trees = built(&shape.term, shape, &parts);
        let mut tree = trees.pop().filter(|_| trees.is_empty())?;
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        Some(tree.close())
    }

    /// Where the part of a shape ends that begins here.
    fn part_end(&self, from: usize, partner: usize) -> usize {
        let mut at = from;
        while at < partner {
            match self.marks[at] {
                Mark::Open {
                    partner: inner,
                    width,
                } if inner < partner => at = inner + width,
                _ if self.tokens[at].key == shapes::NEXT => return at,
                _ => at += 1,
            }
        }
        partner
    }
}

/// The trees of a pattern: one, or those of a list.
fn built(pattern: &Pattern, shape: &Shape, parts: &[Tree]) -> Vec<Tree> {
    let part = |var: crate::pattern::Var| {
        let place = shape.holes.iter().position(|&hole| hole == var);
        place.and_then(|i| parts.get(i)).cloned()
    };
    match pattern {
        Pattern::Var(var) => part(*var).into_iter().collect(),
        Pattern::Rest(var) => match part(*var) {
            Some(tree) if tree.head == Head::Items && !tree.closed => tree.args,
            tree => tree.into_iter().collect(),
        },
        Pattern::Subst(..) => Vec::new(),
        Pattern::Node(op, args) => {
            let mut trees = Vec::new();
            for arg in args {
                trees.extend(built(arg, shape, parts));
            }
            if let crate::term::Head::Integer(value) = op.head() {
                let place = parts.first().map_or(0, |p| p.start);
                let head = Head::Number(value.to_string().into());
                return vec![Tree::new(head, Vec::new(), place, place)];
            }
            let bound = matches!(args.first(), Some(Pattern::Var(v)) if shape.names(*v));
            let head = match (bound, trees.get(1)) {
                (true, Some(low)) if trees.len() == 4 => Head::Binder(*op, lower_sort(low)),
                (true, _) => Head::Binder(*op, SlotSort::Any),
                (false, _) => Head::Apply(*op),
            };
            vec![Tree::over(head, trees)]
        }
    }
}
