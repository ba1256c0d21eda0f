//! Data and residuals of observations beside what a prime transposes: `x_i x_i'`, `X'MY`.

use super::primes::{RESIDUALS, primed};
use crate::latex::apart::same;
use crate::latex::kinds::{Kinds, capital};
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes the data or the residuals of an observation that stand before themselves, primed: `x_i x_i'`.
    pub(super) fn observed(&mut self, tree: &Tree) {
        for pair in tree.args.windows(2) {
            let one_of_many = |base: &&Tree| {
                base.head == Head::Index
                    && !matches!(base.args[1].head, Head::Number(_))
                    && same(base, &pair[0])
            };
            if let Some(base) = primed(&pair[1]).filter(one_of_many)
                && let Some(name) = base.root_symbol()
                && (matches!(name, "x" | "z" | "X" | "Z") || RESIDUALS.contains(&name))
                && !self.is_primed(name)
            {
                let name = name.to_owned();
                self.transpose_primes_of(&name, Kind::Vec);
            }
        }
    }

    /// Notes the matrices of `X'MY` and `Z'M_1X`, where several capital letters follow what is primed.
    pub(super) fn moments(&mut self, tree: &Tree) {
        let large = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol().is_some_and(|n| n.len() == 1 && capital(n))
        };
        let [first, rest @ ..] = tree.args.as_slice() else {
            return;
        };
        let Some(data) = primed(first).and_then(Tree::symbol) else {
            return;
        };
        if matches!(data, "X" | "Y" | "Z" | "W") && rest.len() > 1 && rest.iter().all(large) {
            let data = data.to_owned();
            self.transpose_primes_of(&data, Kind::Mat);
            for name in rest.iter().filter_map(Tree::root_symbol) {
                self.note(name, Kind::Mat);
            }
        }
    }
}
