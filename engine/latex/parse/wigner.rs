//! Arrays in braces: Wigner's symbols of six or nine numbers, columns of vectors.

use super::Parser;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// What an array without brackets of its own in braces is when it is no set: rows of three numbers are
    /// a symbol of Wigner's, columns are vectors unless they count partitions, `\left\{{n \atop k}\right\}`.
    pub(super) fn braced_array(&self, array: Tree) -> Result<Tree, Tree> {
        let rows = &array.args;
        let entries = || rows.iter().flat_map(|row| &row.args);
        let numbers = || {
            entries().all(|t| {
                t.symbol().is_some()
                    || matches!(
                        t.head,
                        Head::Number(_)
                            | Head::Index
                            | Head::Sum(..)
                            | Head::Product(_)
                            | Head::Prime
                    )
                    || matches!(t.head, Head::Apply(op) if op == self.table.div)
            })
        };
        let all_of = |length: usize| rows.iter().all(|row| row.args.len() == length);
        if array.head != Head::Matrix || rows.len() < 2 || !numbers() {
            return Err(array);
        }
        if all_of(3)
            && rows.len() < 4
            && let Some(op) = self.table.named("wigner")
        {
            return Ok(Tree::over(Head::Apply(op), array.args));
        }
        let indexed = |t: &Tree| t.head == Head::Index;
        match all_of(1) && (rows.len() > 2 || entries().all(indexed)) {
            true => Ok(array),
            false => Err(array),
        }
    }

    /// Stirling's numbers, `\begin{Bmatrix} n \\ k \end{Bmatrix}`; other arrays are matrices.
    pub(super) fn stacked_numbers(&self, array: Tree) -> Tree {
        let column = array.args.len() == 2 && array.args.iter().all(|row| row.args.len() == 1);
        match self.table.named("stacked").filter(|_| column) {
            Some(op) => {
                let lines = array.args.into_iter().flat_map(|row| row.args).collect();
                Tree::over(Head::Braces, vec![Tree::over(Head::Apply(op), lines)])
            }
            None => array,
        }
    }

    /// Whether an array without brackets of its own begins here.
    pub(super) fn bare_array(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|t| {
            t.class == Class::Begin && matches!(t.key.as_ref(), "array" | "matrix" | "smallmatrix")
        })
    }
}
