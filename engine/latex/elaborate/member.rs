//! Sequences and matrices that are named by a member in brackets: `(x_n)`, `A = (a_{ij})`, values of
//! forms, `(x | y)`, and what the words around a formula say it to be.

use super::Elaborator;
use crate::atoms::Said;
use crate::latex::commands::is_letter_command;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// The term of a member in round brackets; none when brackets only group.
    pub(super) fn by_member(&mut self, tree: &Tree) -> Option<Term> {
        if tree.head != Head::Index || !tree.closed || tree.args.len() < 2 {
            return None;
        }
        // Which letters count members is known of a formula that is said again.
        let known = self.atoms.settled && self.known_by_member();
        let index = |t: &Tree| index(t) || known && t.symbol().is_some_and(|n| n.len() == 1);
        let counts = tree.args[1..].iter().all(|t| match &t.head {
            Head::Product(_) => t.args.iter().all(index),
            _ => index(t),
        });
        if !self.opened(tree) || !counts || tree.args[0].symbol().is_none() {
            return None;
        }
        self.member(tree.clone())
    }

    /// Whether members in round brackets stand for all of them in the formula that is said again.
    fn known_by_member(&self) -> bool {
        let op = self.op("bymember");
        op.is_some_and(|op| self.atoms.applied.contains(&op))
    }

    /// The matrix with this block, where it is the product of two: `A \otimes B = (a_{ij} B)`.
    pub(super) fn by_block(&mut self, tree: &Tree, of: &Tree) -> Option<Term> {
        let [entry, block] = tree.args.as_slice() else {
            return None;
        };
        let product = matches!(of.head, Head::Apply(op) if self.op("otimes") == Some(op));
        let indices = entry.args.get(1..).unwrap_or_default();
        let (rows, counts) = match indices {
            [only] if matches!(only.head, Head::Product(_)) => {
                (only.args.len(), only.args.iter().all(index))
            }
            several => (several.len(), several.iter().all(index)),
        };
        let blocks = product
            && entry.head == Head::Index
            && (rows, counts) == (2, true)
            && of.args.iter().any(|t| t.says_as(block));
        if !blocks || !tree.closed || !self.opened(tree) {
            return None;
        }
        self.member(tree.clone())
    }

    /// The matrix with these entries, where it is made of others whose entries they are made of:
    /// `A + B = (a_{ij} + b_{ij})`, `cA = (ca_{ij})`.
    pub(super) fn by_entries(&mut self, tree: &Tree, of: &Tree) -> Option<Term> {
        let entry = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [letter, at]) => {
                let two = matches!(at.head, Head::Product(_) | Head::Items)
                    && at.args.len() == 2
                    && at.args.iter().all(index);
                letter
                    .symbol()
                    .filter(|n| two && n.len() == 1)
                    .map(str::to_owned)
            }
            _ => None,
        };
        let parts = tree.args.iter().flat_map(|t| match t.head {
            Head::Product(_) => t.args.as_slice(),
            _ => std::slice::from_ref(t),
        });
        let mut entries = parts.filter_map(entry).peekable();
        entries.peek()?;
        let whole = entries.all(|name| of.mentions(&name.to_uppercase()));
        if !whole || !tree.closed || !self.opened(tree) {
            return None;
        }
        self.member(tree.clone())
    }

    /// The sequence with this member.
    fn member(&mut self, mut member: Tree) -> Option<Term> {
        self.op("bymember")?;
        member.closed = false;
        let member = self.term(&member, Kind::Any);
        Some(self.named("bymember", vec![member]))
    }

    /// The value of a form, where a number stands that divides nothing: `(\lambda | \mu) = 2`.
    pub(super) fn form(&mut self, tree: &Tree) -> Option<Term> {
        let divides = self.table.divides?;
        let bars = matches!(&tree.head, Head::Chain(ops) if ops.as_slice() == [divides]);
        if !bars || !tree.closed {
            return None;
        }
        let key = self.key_at(tree.start)?;
        let brackets = match key.trim_start_matches(r"\left") {
            "(" => "tuple",
            "[" | r"\lbrack" => "bracketed",
            _ => return None,
        };
        let args = self.terms(&tree.args, Kind::Any);
        let parted = self.named("barred", args);
        Some(self.named(brackets, vec![parted]))
    }

    /// Whether a parenthesis opens before what stands here.
    fn opened(&self, tree: &Tree) -> bool {
        let key = self.key_at(tree.start);
        key.is_some_and(|key| matches!(key.as_str(), "(" | r"\left("))
    }

    /// The term of a formula that is what the words beside it say.
    pub(super) fn as_said(&mut self, tree: &Tree) -> Option<Term> {
        match (self.atoms.said, &tree.head, tree.args.as_slice()) {
            (Said::Interval, Head::Pair(..), [_, _]) => Some(self.term(tree, Kind::Set)),
            (Said::Sequence, Head::Braces, [member]) => self.member(member.clone()),
            (
                Said::Sequence,
                Head::Power | Head::Index | Head::Product(_) | Head::Sum(..) | Head::Call,
                _,
            ) if tree.closed && self.opened(tree) => self.member(tree.clone()),
            (Said::Sequence, Head::Apply(op), [_, _])
                if *op == self.table.div && tree.closed && self.opened(tree) =>
            {
                self.member(tree.clone())
            }
            _ => None,
        }
    }
}

/// Whether it is a letter, which runs through the members; figures name one of them.
fn index(tree: &Tree) -> bool {
    tree.symbol()
        .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_lowercase) || is_letter_command(n))
}
