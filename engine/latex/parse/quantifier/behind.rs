//! Quantifiers that stand behind what they are said of.

use super::{letter, stating};
use crate::latex::parse::Parser;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// Goes on after a quantifier in brackets: `(\forall x)(\exists y)(x < y)`.
    pub(in crate::latex::parse) fn governed(&mut self, left: Tree) -> Tree {
        let Head::Declared(op) = left.head else {
            return left;
        };
        let statement = self.statement();
        let mut tree = stating(op, left.args, statement);
        tree.start = left.start;
        tree
    }

    /// Goes on after quantifiers in brackets behind a negation, which end with the first thing that is
    /// stated: `\neg(\forall x)P(x)`.
    pub(in crate::latex::parse) fn governed_closely(&mut self, left: Tree) -> Tree {
        let Head::Declared(op) = left.head else {
            return left;
        };
        if !left.closed || !self.operand_after() || self.depth >= crate::latex::parse::DEEPEST {
            return left;
        }
        self.depth += 1;
        let start = left.start;
        let inner = self.expression(self.table.strength.product + 1);
        let statement = self.governed_closely(inner);
        self.depth -= 1;
        self.started(stating(op, left.args, statement), start)
    }

    /// A chain whose first side a quantifier is at the head of, with that side denied:
    /// `\neg\forall x \in A: B \iff \exists x \in A: \neg B`.
    pub(in crate::latex::parse) fn denied_first(
        &mut self,
        not: Op,
        chain: &mut Tree,
        at: usize,
    ) -> Option<Tree> {
        let released = matches!((&chain.head, chain.args.first()), (Head::Chain(_), Some(first))
            if matches!(first.head, Head::Quantified(_)) && !first.closed);
        if !released || chain.closed {
            return None;
        }
        let mut chain = std::mem::replace(chain, self.blank());
        let first = chain.args.remove(0);
        let denied = self.started(
            Tree::over(Head::Apply(not), vec![first]),
            self.tokens[at].start,
        );
        chain.args.insert(0, denied);
        chain.start = self.tokens[at].start;
        Some(chain)
    }

    /// What a quantifier behind a statement says it for: all of it, what is said to hold for something,
    /// `\exists M: |f(x)| \le M\ \forall x \in X`, or the last side of an equivalence whose other sides
    /// lack the letter, `A \iff f(x) = 0\ \forall x \in X`.
    pub(in crate::latex::parse) fn quantified_behind(
        &self,
        op: Op,
        declared: Vec<Tree>,
        mut statement: Tree,
    ) -> Tree {
        let over = |parts, statement| stating(op, parts, statement);
        if self.claims(&statement)
            && let Some(last) = statement.args.pop()
        {
            statement.push(self.quantified_behind(op, declared, last));
            return statement;
        }
        let letters: Option<Vec<String>> = declared
            .iter()
            .map(|part| letter(part).map(str::to_owned))
            .collect();
        let iff = self.table.named("iff");
        let equivalent = matches!(&statement.head, Head::Chain(ops)
            if ops.len() == 1 && iff == Some(ops[0]) && !statement.closed);
        let Some(letters) = letters.filter(|_| equivalent) else {
            return over(declared, statement);
        };
        let last = matches!(statement.args.as_slice(), [first, last]
            if letters.iter().all(|letter| last.mentions(letter) && !first.mentions(letter)));
        match last.then(|| statement.args.pop()).flatten() {
            Some(side) => {
                statement.push(over(declared, side));
                statement
            }
            None => over(declared, statement),
        }
    }

    /// Whether a statement ends with what is said to hold for something that there is, which goes on to
    /// the end: `\exists N: |a_n| < 1`, `A \iff \exists M: |f(x)| \le M`.
    fn claims(&self, statement: &Tree) -> bool {
        let concludes =
            |op: &Op| Some(*op) == self.table.implies || Some(*op) == self.table.usual.iff;
        match &statement.head {
            _ if statement.closed => false,
            Head::Quantified(op) if Some(*op) == self.table.usual.exists => true,
            Head::Quantified(_) => statement.args.last().is_some_and(|body| self.claims(body)),
            Head::Chain(ops) => {
                ops.iter().all(concludes)
                    && statement.args.last().is_some_and(|side| {
                        matches!(side.head, Head::Quantified(_)) && self.claims(side)
                    })
            }
            _ => false,
        }
    }

    /// The statement before a comma, of which the quantifier after it says for what it holds:
    /// `f(x) > 0, \forall x`.
    pub(in crate::latex::parse) fn trailing(&self, left: &Tree, right: &Tree) -> bool {
        let stated = || match left.head {
            Head::Items => left.args.len() > 1 && left.args.iter().all(Tree::states),
            _ => left.states(),
        };
        matches!(right.head, Head::Declared(_)) && !right.closed && !left.closed && stated()
    }
}
