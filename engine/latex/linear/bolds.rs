//! Matrices in bold, which stand before what they act on: `\mathbf{A}\mathbf{x}`,
//! `\mathbf{Q}\mathbf{K}^T`.

use crate::latex::bold;
use crate::latex::kinds::Kinds;
use crate::latex::tree::{Head, Join, Tree};
use crate::spelling::core;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes that a bold capital right before a bold letter or right behind a matrix is a matrix.
    pub(in crate::latex) fn bold_factors(&mut self, joins: &[Join], tree: &Tree) {
        for (join, pair) in joins.iter().zip(tree.args.windows(2)) {
            if *join != Join::Beside {
                continue;
            }
            if self.is_acted_on(&pair[1]) {
                self.note_bold(&pair[0]);
            }
            if self.of(&pair[0]) == Kind::Mat {
                self.note_bold(&pair[1]);
            }
        }
    }

    /// Notes the bold capitals beside an identity in a sum: `\mathbf{A} - \lambda\mathbf{I}`.
    pub(in crate::latex) fn bold_terms(&mut self, sum: &Tree) {
        fn last(term: &Tree) -> &Tree {
            match (&term.head, term.args.last()) {
                (Head::Product(_), Some(last)) => last,
                _ => term,
            }
        }
        let identity = |t: &Tree| {
            let name = last(t).root_symbol().filter(|n| bold::large(n));
            name.is_some_and(|n| core(n) == "I")
        };
        if sum.args.iter().any(identity) {
            sum.args.iter().for_each(|term| self.note_bold(last(term)));
        }
    }

    /// Whether what stands behind a bold capital is a vector or a matrix by its font, or a sum of
    /// such.
    fn is_acted_on(&self, tree: &Tree) -> bool {
        match tree.head {
            Head::Call => false,
            Head::Sum(..) if tree.closed => tree.args.iter().any(|t| self.is_acted_on(t)),
            Head::Product(_) => tree.args.iter().any(|t| self.is_acted_on(t)),
            Head::Matrix => true,
            _ => self
                .rooted(tree)
                .is_some_and(|n| bold::small(n) || bold::large(n)),
        }
    }

    fn note_bold(&mut self, tree: &Tree) {
        if tree.head != Head::Call
            && let Some(name) = self.rooted(tree).filter(|n| bold::large(n))
        {
            let name = name.to_owned();
            self.note(&name, Kind::Mat);
        }
    }
}
