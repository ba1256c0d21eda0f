//! Quotients of differentials that are no derivatives: determinants of Jacobi and densities of measures.

use super::Sort;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// `\frac{d\mathbb{Q}}{d\mathbb{P}}`: the density of a measure, which is no derivative by the other.
    pub(super) fn of_measures(
        &mut self,
        at: usize,
        above: (usize, usize),
        below: (usize, usize),
        after: usize,
    ) -> Option<Tree> {
        let measure = |(from, to): (usize, usize)| {
            to == from + 2
                && self.d_at(from) == Some(Sort::Total)
                && self.key_at(from + 1).starts_with(r"\mathbb{")
        };
        let op = self.table.differential_of?;
        if !measure(above) || !measure(below) {
            return None;
        }
        let sides = [(above, below.0), (below, after)].map(|((from, to), next)| {
            let measure = self.group(from + 1, to, next);
            Tree::over(Head::Apply(op), vec![measure])
        });
        let mut tree = Tree::over(Head::Apply(self.table.div), sides.into());
        (tree.start, tree.end) = (self.tokens[at].start, self.tokens[after - 1].end);
        Some(tree)
    }

    /// `\frac{\partial(x, y)}{\partial(u, v)}`: the determinant of the partial derivatives.
    pub(super) fn jacobian(
        &mut self,
        at: usize,
        above: (usize, usize),
        below: usize,
    ) -> Option<Tree> {
        let (_, pdiff) = self.table.derivative?;
        let abs = self.table.abs?;
        let Mark::Open { partner, .. } = self.marks.get(below).copied()? else {
            return None;
        };
        let lists = [above, (below + 1, partner)];
        let listed = lists.iter().all(|&(from, to)| {
            matches!(self.key_at(from), r"\partial" | "∂")
                && self.key_at(from + 1) == "("
                && matches!(self.marks[from + 1], Mark::Open { partner, width: 1 } if partner + 1 == to)
        });
        if !listed {
            return None;
        }
        let before = self.pos;
        let [values, variables] = lists.map(|(from, to)| self.group(from + 2, to - 1, to).args);
        self.pos = partner + 1;
        let short = values.iter().chain(&variables).all(Tree::repeats);
        if !short || values.len() != variables.len() || !(2..=4).contains(&values.len()) {
            self.pos = before;
            return None;
        }
        let start = self.tokens[at].start;
        let one = || Tree::new(Head::Number("1".into()), Vec::new(), start, start);
        let row = |value: &Tree| {
            let along = |variable: &Tree| {
                let args = vec![variable.clone(), one(), value.clone()];
                Tree::over(Head::Apply(pdiff), args)
            };
            Tree::over(Head::Row, variables.iter().map(along).collect())
        };
        let matrix = Tree::over(Head::Matrix, values.iter().map(row).collect());
        let mut tree = Tree::over(Head::Fence(abs), vec![matrix]);
        (tree.start, tree.end) = (start, self.tokens[partner].end);
        Some(tree)
    }
}
