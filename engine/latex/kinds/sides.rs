//! What the sides of a relation tell of each other.

use super::{Kinds, capital};
use crate::latex::bold;
use crate::latex::elaborate::brackets_value;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Letters with an arrow between them are statements among signs of logic: `(p \to q) \land (q \to r)`.
    fn implied(&mut self, ops: &[Op], tree: &Tree) {
        let arrow = matches!(ops, [op] if Some(*op) == self.table.tends);
        if !arrow || !self.usage.logic || self.usage.typings {
            return;
        }
        let stated = |side: &Tree| match side.symbol() {
            Some(_) => self.of(side) == Kind::Any,
            None => self.of(side) == Kind::Prop,
        };
        if tree.args.iter().all(stated) {
            tree.args
                .iter()
                .for_each(|side| self.expect(side, Kind::Prop));
        }
    }

    /// A capital letter that is what two lines over it make of it is a set: `\overline{\overline{A}} = A`.
    fn lined_twice(&mut self, tree: &Tree) {
        let Some(line) = self.table.usual.conj.filter(|_| !self.usage.logic) else {
            return;
        };
        for (at, side) in tree.args.iter().enumerate() {
            // Numbers are called `Z` and `W`.
            let set = |name: &&str| name.len() == 1 && capital(name) && !matches!(*name, "Z" | "W");
            let letter = under(side, line).and_then(|t| under(t, line));
            let Some(name) = letter.and_then(Tree::symbol).filter(set) else {
                continue;
            };
            let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
            let mut beside = beside.filter_map(|at| tree.args.get(at));
            if self.symbol(name) == Kind::Any && beside.any(|t| t.symbol() == Some(name)) {
                let name = name.to_owned();
                self.note(&name, Kind::Set);
            }
        }
    }

    pub(super) fn relation(&mut self, tree: &Tree) {
        let Head::Chain(ops) = &tree.head else {
            return;
        };
        self.implied(ops, tree);
        self.lined_twice(tree);
        for (i, op) in ops.iter().enumerate() {
            let (left, right) = (&tree.args[i], &tree.args[i + 1]);
            let vocabulary = self.vocabulary;
            let Some(operator) = vocabulary.operator(*op) else {
                continue;
            };
            let signature = operator.signatures.first();
            let want = |n: usize| {
                signature
                    .and_then(|s| s.args.get(n))
                    .copied()
                    .unwrap_or(Kind::Any)
            };
            let (first, second) = (want(0), want(1));
            self.expect(left, first);
            self.expect(right, second);
            if operator.name == "eq" {
                self.powers_of_matrices(left, right);
                self.powers_of_matrices(right, left);
            }
            if operator.name == "eq" && classes(left) {
                self.of_structures(right);
            }
            if operator.name == "cong" {
                self.of_structures(left);
                self.of_structures(right);
            }
            if Some(*op) == self.table.member {
                self.of_size(left, right);
            }
            if let (Head::Fence(a), Head::Fence(b)) = (&left.head, &right.head)
                && a == b
            {
                // `|A| = |B|`: both are sets, or both matrices.
                let (inner, other) = (left.args[0].clone(), right.args[0].clone());
                for (one, two) in [(&inner, &other), (&other, &inner)] {
                    let kind = self.of(one);
                    if matches!(kind, Kind::Set | Kind::Mat) && two.symbol().is_some_and(capital) {
                        self.expect(two, kind);
                    }
                }
            }
            let bracket = brackets_value(left, right) || brackets_value(right, left);
            if first == Kind::Any && second == Kind::Any && !bracket {
                let (a, b) = (self.of(left), self.of(right));
                // In `x = A^T y` it is not told yet whether `y` is a vector.
                let (from_left, from_right) = (self.told(left, a), self.told(right, b));
                self.waits |= !(from_left && from_right);
                if from_right {
                    self.expect(left, b);
                }
                if from_left {
                    self.expect(right, a);
                }
            }
        }
    }

    /// `\mathbf{P}^2 = \mathbf{P}`, `\mathbf{A}^k = \mathbf{0}`: the square of a vector is a number.
    fn powers_of_matrices(&mut self, power: &Tree, other: &Tree) {
        let base = power.args.first().and_then(Tree::symbol);
        let bold = |name: &&str| bold::large(name) && !bold::spatial(name);
        let (Head::Power, Some(base), Some(other)) =
            (&power.head, base.filter(bold), other.symbol())
        else {
            return;
        };
        let zero = bold::directed(other) && other.contains('0');
        if bold(&other) || zero {
            self.note(base, Kind::Mat);
            self.note(other, Kind::Mat);
        }
    }

    /// Whether the kind of a side is sure: that of a product of matrices is once letters behind matrices
    /// have been looked at.
    pub(super) fn told(&self, side: &Tree, kind: Kind) -> bool {
        let open = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| !capital(n) && self.symbol(n) == Kind::Any)
        };
        // `x^t A y`, of which `x` is not known yet.
        let row = matches!((&side.head, side.args.first()), (Head::Product(_), Some(first))
            if first.head == Head::Power && self.lies(first) && self.of(&first.args[0]) == Kind::Any);
        if row {
            return false;
        }
        self.matrix_signs
            || kind != Kind::Mat
            || !matches!(side.head, Head::Product(_))
            || !side.args.last().is_some_and(open)
    }
}

/// What a line stands over.
fn under(tree: &Tree, line: Op) -> Option<&Tree> {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Apply(op), [inner]) if *op == line => Some(inner),
        _ => None,
    }
}

/// Whether this is a group that is made as a quotient, by its name: `\operatorname{Cl}(K) = I_K/P_K`.
fn classes(tree: &Tree) -> bool {
    let name = tree
        .args
        .first()
        .and_then(Tree::symbol)
        .map(crate::spelling::core);
    tree.head == Head::Call
        && matches!(
            name,
            Some("Cl" | "Pic" | "Br" | "Gal" | "Out" | "NS" | "CH" | "Jac" | "Coker" | "coker")
        )
}
