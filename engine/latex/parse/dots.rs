//! Dots in lists and sums with a sign missing beside them: `x_1, x_2, \ldots x_n`, `1 + 2 + 3 \cdots + n`.

use super::Parser;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use smallvec::{SmallVec, smallvec};

impl Parser<'_> {
    pub(super) fn is_dots(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if Some(op) == self.table.dots)
    }

    /// Takes the dots off the beginning of a product: the next member of what goes on follows them.
    pub(super) fn after_dots(&mut self, mut tree: Tree) -> (Option<Tree>, Tree) {
        // `s_2/s_1, \dots s_r/s_{r-1}`
        let quotient = tree.head == Head::Apply(self.table.div)
            && !tree.closed
            && tree.args.len() == 2
            && matches!(tree.args[0].head, Head::Product(_));
        if quotient {
            let numerator = std::mem::replace(&mut tree.args[0], self.blank());
            let (dots, member) = self.after_dots(numerator);
            tree.args[0] = member;
            return (dots, tree);
        }
        let leads = !tree.closed
            && matches!(&tree.head, Head::Product(joins) if joins.first() == Some(&Join::Beside))
            && self.is_dots(&tree.args[0])
            && !self.is_dots(&tree.args[tree.args.len() - 1]);
        if !leads {
            return (None, tree);
        }
        let (Head::Product(joins), mut args) = (tree.head, tree.args) else {
            return (None, self.blank());
        };
        let dots = args.remove(0);
        let rest = match args.len() {
            1 => args.remove(0),
            _ => {
                let joins: SmallVec<[Join; 16]> = joins.into_iter().skip(1).collect();
                Tree::over(Head::Product(joins), args)
            }
        };
        (Some(dots), rest)
    }

    /// Takes a member off the beginning of what looks like a product, where dots go on with a list from
    /// it: `x_1, x_2 \dots x_n`, `a, b \ldots z`.
    pub(super) fn listed_through(&self, left: &Tree, mut right: Tree) -> (Option<Tree>, Tree) {
        let before = match left.head {
            Head::Items if !left.closed => left.args.last(),
            _ => Some(left),
        };
        let alike = |a: &Tree, b: &Tree| match (&a.head, &b.head) {
            (Head::Symbol(_), Head::Symbol(_)) => true,
            (Head::Index, Head::Index) => a.root_symbol() == b.root_symbol(),
            _ => false,
        };
        let listed = matches!(&right.head, Head::Product(joins) if joins.as_slice() == [Join::Beside; 2])
            && !right.closed
            && matches!((before, right.args.as_slice()), (Some(before), [first, dots, last])
                if self.is_dots(dots)
                    && alike(before, first)
                    && alike(first, last)
                    && self.key_of(dots) != r"\cdots");
        if !listed {
            return (None, right);
        }
        let first = right.args.remove(0);
        right.head = Head::Product([Join::Beside].into_iter().collect());
        (Some(first), right)
    }

    /// The spelling of the token that a tree begins with.
    fn key_of(&self, tree: &Tree) -> &str {
        self.key_at(self.tokens.partition_point(|t| t.start < tree.start))
    }

    /// Takes the dots off the end of a member that nothing but dots stands beside.
    pub(super) fn before_dots(&mut self, mut tree: Tree) -> (Tree, Option<Tree>) {
        // `-1, -3, -5 \ldots`
        if let (Head::Sum(..), [_]) = (&tree.head, tree.args.as_slice())
            && !tree.closed
        {
            let member = std::mem::replace(&mut tree.args[0], self.blank());
            let (member, dots) = self.before_dots(member);
            tree.args[0] = member;
            return (tree, dots);
        }
        let ends = !tree.closed
            && matches!(&tree.head, Head::Product(joins) if joins.as_slice() == [Join::Beside])
            && self.is_dots(&tree.args[1])
            && !self.is_dots(&tree.args[0])
            // Brackets within each other are closed behind the dots.
            && !matches!(tree.args[0].head, Head::Pair(..));
        if !ends {
            return (tree, None);
        }
        let mut args = tree.args;
        let dots = args.pop();
        match args.pop() {
            Some(member) => (member, dots),
            None => (self.blank(), dots),
        }
    }

    /// Whether the last term of a sum ends with dots that nothing joins to it.
    pub(super) fn goes_through(&self, sum: &Tree) -> bool {
        let last = match &sum.head {
            Head::Sum(..) if !sum.closed => sum.args.last(),
            _ => Some(sum),
        };
        last.is_some_and(|t| {
            !t.closed
                && matches!(&t.head, Head::Product(joins) if joins.as_slice() == [Join::Beside])
                && self.is_dots(&t.args[1])
        })
    }

    /// A sum with a term after it where dots stand without a sign of their own.
    pub(super) fn sum_through(
        &mut self,
        left: Tree,
        sign: Option<Op>,
        dots: Option<Tree>,
        term: Tree,
    ) -> Tree {
        let mut sum = match left.head {
            Head::Sum(..) if !left.closed => left,
            _ => Tree::over(Head::Sum(self.table.add, smallvec![None]), vec![left]),
        };
        let mut terms = Vec::new();
        if let Some(last) = sum.args.pop() {
            let (last, more) = self.before_dots(last);
            sum.push(last);
            terms.extend(more.map(|t| (None, t)));
        }
        terms.extend(dots.clone().map(|t| (sign, t)));
        // After `- \cdots` the sign of the term itself is written.
        let sign = sign.filter(|_| dots.is_none());
        terms.push((sign, term));
        for (sign, term) in terms {
            if let Head::Sum(_, signs) = &mut sum.head {
                signs.push(sign);
            }
            sum.push(term);
        }
        sum
    }
}
