//! Angle brackets: inner products, means, bras and kets.

use super::Parser;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::tree::{Head, Tree};

/// Whether this opens or closes an angle.
pub(in crate::latex) fn is_angle(key: &str) -> bool {
    matches!(key, r"\langle" | r"\rangle" | "⟨" | "⟩" | "<" | ">")
}

impl Parser<'_> {
    /// What stands between an angle and an angle or bar; none when these are no such brackets.
    pub(super) fn angles(&mut self, partner: usize, from: usize, after: usize) -> Option<Tree> {
        let (open, close) = (&self.tokens[self.pos], &self.tokens[partner]);
        let (left, right) = (is_angle(&open.key), is_angle(&close.key));
        let states = self.table.states?;
        let bar = |key: &str| matches!(key, "|" | r"\vert" | r"\mid" | r"\lvert" | r"\rvert");
        match (left, right) {
            (true, true) => {}
            (true, false) if bar(&close.key) => {
                let inside = self.group(from, partner, after);
                return Some(Tree::over(Head::Apply(states.bra), items(inside)));
            }
            (false, true) if bar(&open.key) => {
                let inside = self.group(from, partner, after);
                return Some(Tree::over(Head::Apply(states.ket), items(inside)));
            }
            _ => return None,
        }
        let bars = self.bars_between(from, partner);
        if bars.is_empty() {
            let inside = self.group(from, partner, after);
            let args = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            let head = match (args.len(), self.table.inner) {
                (2, Some(inner)) => Head::Apply(inner),
                _ => Head::Apply(states.angled),
            };
            return Some(Tree::over(head, args));
        }
        let mut args = Vec::new();
        let mut start = from;
        for bar in bars.into_iter().chain([partner]) {
            args.push(self.group(start, bar, bar));
            start = bar + 1;
        }
        self.pos = after;
        let related = |tree: &Tree| match &tree.head {
            Head::Items => tree.args.iter().any(Tree::states),
            _ => tree.states(),
        };
        if let (Some(barred), [_, relations]) = (self.table.barred, args.as_slice())
            && related(relations)
        {
            // `\langle a, b \mid a^2 = b^2 = 1 \rangle` is a group by generators and relations.
            let presented = Tree::over(Head::Apply(barred), args);
            return Some(Tree::over(Head::Apply(states.angled), vec![presented]));
        }
        Some(Tree::over(Head::Apply(states.braket), args))
    }

    /// The bars directly between these tokens that separate; a pair at the very start or end is an
    /// absolute value.
    fn bars_between(&self, from: usize, to: usize) -> Vec<usize> {
        let mut bars = Vec::new();
        let mut at = from;
        while at < to {
            let bar = is_bar(&self.tokens[at]) || self.tokens[at].key == r"\mid";
            match self.marks[at] {
                Mark::Open { partner, width } if !bar || at == from || partner + width == to => {
                    at = partner + width;
                    continue;
                }
                _ if bar => bars.push(at),
                _ => {}
            }
            at += 1;
        }
        bars
    }
}

/// A bra or ket has one argument.
fn items(inside: Tree) -> Vec<Tree> {
    vec![inside]
}
