//! An operand joined to the one after it: by an infix sign, a comma, a slash, nothing at all.

mod divided;

use super::join::Next;
use super::{Parser, Strength};
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Assoc;
use smallvec::smallvec;

impl Parser<'_> {
    pub(super) fn infix(
        &mut self,
        left: Tree,
        op: Op,
        strength: Strength,
        assoc: Assoc,
        width: usize,
    ) -> Tree {
        // Braces may stand around the sign.
        let at = self.pos + usize::from(self.tokens[self.pos].class == Class::Open);
        self.pos += width;
        let table = self.table;
        if self.scripting && Some(op) == table.named("through") && self.range_ends(self.pos) {
            let right = self.blank();
            return Tree::over(Head::Apply(op), vec![left, right]);
        }
        if matches!(self.tokens[at].key.as_ref(), "*" | r"\ast" | "∗")
            && let Some(op) = self.convolves(&left)
        {
            return self.convolution(op, left, strength);
        }
        if matches!(self.tokens[at].key.as_ref(), "*" | r"\ast" | "∗")
            && self.usage.stars
            && self.other_product(at)
            && let Some(star) = self.table.named("star")
        {
            return self.joined_by(left, star, strength, Assoc::Left);
        }
        if let Some(join) = table.join(op, &self.tokens[at].key) {
            if join != Join::Beside
                && self.integrals > 0
                && (self.vector_ahead() || join == Join::Dot && self.path_ahead(&left))
                && let Some(path) = self.path()
            {
                return self.multiply(left, join, path);
            }
            // `\int_0^R F \cdot dr`
            let differential = join == Join::Dot
                && self.integrals > 0
                && self.differential(self.pos) == Some(1)
                && self.key_at(self.pos + 1) != "d"
                && self.key_at(self.pos + 2) != "(";
            if differential {
                return left;
            }
            let factor = self.expression(strength + 1);
            return self.multiply(left, join, factor);
        }
        if op == table.div && strength == table.strength.product {
            let mut left = left;
            if self.structures(&left)
                && let Some(last) = left.args.pop()
            {
                let quotient = self.divide(last);
                left.end = quotient.end;
                left.push(quotient);
                return left;
            }
            return self.divide(left);
        }
        if Some(op) == table.remainder {
            // `a \bmod 2n`: all of what stands side by side divides.
            let right = self.open_argument();
            return Tree::over(Head::Apply(op), vec![left, right]);
        }
        let op = self.divides_exactly(op, &left, self.pos).unwrap_or(op);
        // `x \bmod n \equiv y \bmod n` speaks of remainders.
        let congruence = matches!(self.tokens[at].key.as_ref(), r"\equiv" | "≡")
            && !table
                .remainder
                .is_some_and(|op| super::modulus::applies(&left, op));
        let outer = self.congruence;
        self.congruence |= congruence;
        let tree = self.joined_by(left, op, strength, assoc);
        self.congruence = outer;
        tree
    }

    /// The operand before an infix sign, joined to the one after it.
    fn joined_by(&mut self, left: Tree, op: Op, strength: Strength, assoc: Assoc) -> Tree {
        let table = self.table;
        match assoc {
            Assoc::Chain => {
                let saved = std::mem::replace(&mut self.related, strength == 4 * table.relation);
                let right = if self.pos < self.end {
                    self.expression(strength + 1)
                } else {
                    self.blank()
                };
                self.related = saved;
                let (mut left, mut right) = (left, right);
                if self.alternates(&left, op)
                    && let Some(first) = left.args.pop()
                {
                    left.push(self.in_order(first));
                    right = self.in_order(right);
                }
                // `X \overset{d}{=} Y \implies A` is no chain of three.
                let weaker = match left.args.iter().rev().nth(1).map(|sign| &sign.head) {
                    Some(Head::Relation(sign)) => !table.goes_on(&[*sign], op, strength),
                    Some(Head::Apply(sign)) if self.table.usual.relating == Some(*sign) => {
                        strength != 4 * table.relation
                    }
                    _ => false,
                };
                match &mut left.head {
                    Head::Chain(ops)
                        if !left.closed && !weaker && table.goes_on(ops, op, strength) =>
                    {
                        ops.push(op);
                        left.push(right);
                        left
                    }
                    _ => Tree::pair(Head::Chain(smallvec![op]), left, right),
                }
            }
            Assoc::Flat => {
                let mut right = self.expression(strength + 1);
                if table.loose.contains(&op) {
                    right = self.factors(right);
                }
                if left.head == Head::Apply(op) && !left.closed {
                    let mut left = left;
                    left.push(right);
                    return left;
                }
                Tree::over(Head::Apply(op), vec![left, right])
            }
            Assoc::Left => {
                let mut right = self.expression(strength + 1);
                if table.loose.contains(&op) {
                    right = self.factors(right);
                }
                // Of `:\cos\varphi:_Q` the last sign ends what the first one begins.
                let ends = right.args.first().is_some_and(
                    |base| matches!(base.head, Head::Apply(op) if Some(op) == table.blank),
                );
                if Some(op) == table.ratio
                    && !ends
                    && let Some(several) = table.named("ratios")
                    && !left.closed
                    && (left.head == Head::Apply(op) || left.head == Head::Apply(several))
                {
                    let mut left = left;
                    left.head = Head::Apply(several);
                    left.push(right);
                    return left;
                }
                Tree::over(Head::Apply(op), vec![left, right])
            }
            Assoc::Right => {
                let right = self.expression(strength);
                Tree::over(Head::Apply(op), vec![left, right])
            }
        }
    }

    /// The factors that stand beside one after `\otimes` and the like.
    fn factors(&mut self, mut right: Tree) -> Tree {
        while self.pos < self.end && matches!(self.next(&right), Next::Beside) {
            let before = self.pos;
            let factor = self.expression(self.table.strength.product + 1);
            if self.pos == before {
                break;
            }
            right = self.multiply(right, Join::Beside, factor);
        }
        right
    }

    pub(super) fn comma(&mut self, left: Tree) -> Tree {
        let first = self.pos;
        // `\max_{x : \|x\| = 1}`
        let condition = self.key_at(first) == ":";
        let apart = self.statement_ahead() || self.intervals_meet() || self.number_apart();
        self.pos += usize::from(!apart);
        while self.pause_here() || self.conjunction_at(self.pos) {
            let comma = |at: usize| {
                let token = &self.tokens[at];
                token.key == "," && token.class != Class::Row
            };
            if self.pos > first && comma(self.pos) && comma(self.pos - 1) {
                let span = self.span(self.pos, self.pos + 1);
                self.warn(
                    "stray-token",
                    "nothing stands between two commas",
                    span,
                    "left out",
                );
            }
            self.pos += 1;
        }
        if self.pos >= self.end {
            return left;
        }
        // `0 < x,\quad y < 1` are two statements.
        let near = self.tokens[self.pos].gap < Gap::Wide;
        let right = match condition {
            true => self.expression(self.table.strength.implication),
            false if self.residue_ahead(&left) => self.residue(),
            false => self.expression(self.table.strength.comma + 1),
        };
        if let (Head::Declared(op), true) = (&right.head, self.trailing(&left, &right)) {
            return self.quantified_behind(*op, right.args, left);
        }
        let (first, right) = self.listed_through(&left, right);
        let (dots, right) = self.after_dots(right);
        let (right, more) = self.before_dots(right);
        let mut list = match left.head {
            Head::Items if !left.closed => left,
            _ => {
                let (left, dots) = self.before_dots(left);
                let listed = [left].into_iter().chain(dots);
                Tree::over(Head::Items, listed.collect())
            }
        };
        first
            .into_iter()
            .chain(dots)
            .chain([right])
            .chain(more)
            .for_each(|t| list.push(t));
        if near {
            self.bound_alike(&mut list.args);
        }
        list
    }

    /// The statements of their own behind the first one.
    pub(super) fn lines(&mut self, first: Tree) -> Tree {
        let mut lines = Tree::over(Head::Items, vec![first]);
        while self.pos + 1 < self.end && self.line_here() {
            self.pos += 1;
            let line = self.expression(1);
            match line.head {
                Head::Items if !line.closed => line.args.into_iter().for_each(|t| lines.push(t)),
                _ => lines.push(line),
            }
        }
        lines
    }

    pub(super) fn add_term(&mut self, mut left: Tree, sign: Option<Op>, term: Tree) -> Tree {
        let (dots, term) = self.after_dots(term);
        if dots.is_some() || self.goes_through(&left) {
            return self.sum_through(left, sign, dots, term);
        }
        if let Head::Sum(_, signs) = &mut left.head
            && !left.closed
        {
            signs.push(sign);
            left.push(term);
            return left;
        }
        Tree::pair(Head::Sum(self.table.add, smallvec![None, sign]), left, term)
    }

    pub(super) fn multiply(&mut self, mut left: Tree, join: Join, factor: Tree) -> Tree {
        if join == Join::Beside
            && !super::field::waits(&factor)
            && let Some(waiting) = self.derivation_in(&mut left)
        {
            // `(-i\partial_x)\psi` is `-i\partial_x\psi`.
            let sign = std::mem::replace(waiting, Tree::new(Head::Row, Vec::new(), 0, 0));
            *waiting = self.derived(sign, factor);
            return left;
        }
        if self.ends_product(&factor) {
            return self.factor_by_factor(left, join, factor);
        }
        // `\mu \circ T\mu`: what is composed on the right is all of the word.
        if join == Join::Beside
            && matches!(left.head, Head::Apply(op) if Some(op) == self.table.compose)
            && !left.closed
            && map(&factor)
            && let Some(op) = self.table.usual.opmul
            && let Some(last) = left.args.pop()
        {
            left.push(match last.head {
                Head::Apply(own) if own == op && !last.closed => {
                    let mut word = last;
                    word.push(factor);
                    word
                }
                _ => Tree::pair(Head::Apply(op), last, factor),
            });
            return left;
        }
        if let Head::Product(joins) = &mut left.head
            && !left.closed
        {
            joins.push(join);
            left.push(factor);
            return left;
        }
        if join == Join::Beside
            && arrow(&left)
            && column(&factor)
            && let Some(op) = self.table.named("phrase")
        {
            // `\vec{u}\begin{pmatrix} 1 \\ 2 \end{pmatrix}` says the coordinates.
            return Tree::over(Head::Apply(op), vec![left, factor]);
        }
        // `A_{2 2}` has two indices.
        let stray = match (&left.head, &factor.head) {
            (Head::Number(a), Head::Number(b)) => !self.scripting || a.len().max(b.len()) > 1,
            _ => false,
        };
        if join == Join::Beside && !factor.closed && stray {
            self.warn(
                "numbers-side-by-side",
                "two numbers stand side by side, without a sign between them",
                left.start..factor.end,
                "read as a product",
            );
        }
        Tree::pair(Head::Product(smallvec![join]), left, factor)
    }
}

/// Whether a name is set as units are.
pub(super) fn measure(name: &str) -> bool {
    [r"\text{", r"\mathrm{", r"\textrm{", r"\mbox{", r"\mathsf{"]
        .iter()
        .any(|font| name.starts_with(font))
}

/// Whether this is a letter with an arrow, or two points with one.
fn arrow(tree: &Tree) -> bool {
    tree.symbol().is_some_and(|name| {
        [r"\vec{", r"\overrightarrow{"]
            .iter()
            .any(|arrow| name.starts_with(arrow))
    })
}

/// Whether this is a matrix of one column.
fn column(tree: &Tree) -> bool {
    tree.head == Head::Matrix
        && tree.args.len() > 1
        && tree.args.iter().all(|row| row.args.len() == 1)
}

/// Whether this is a letter of a map, with what hangs on it.
fn map(tree: &Tree) -> bool {
    matches!(
        tree.head,
        Head::Symbol(_) | Head::Index | Head::Upper | Head::Prime
    ) && tree.root_symbol().is_some()
}
