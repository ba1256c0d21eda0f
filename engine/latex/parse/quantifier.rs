//! Quantifiers: declarations, a separator, the statement.

mod behind;
mod extent;

use super::Parser;
use super::join::Next;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

impl Parser<'_> {
    /// What follows a quantifier; `at` is its own token.
    pub(super) fn quantified(&mut self, op: Op, at: usize) -> Tree {
        let start = self.tokens[at].start;
        let mut parts = Vec::new();
        let mut stated = false;
        loop {
            if self.pos >= self.end {
                if parts.is_empty() {
                    parts.push(self.missing());
                }
                break;
            }
            let saved = (self.declaring, self.item_start, self.letters_before);
            (self.declaring, self.item_start) = (true, self.pos);
            self.letters_before = self.undeclared(&parts).then_some(parts.len());
            let item = self.expression(self.table.strength.disjunction);
            (self.declaring, self.item_start, self.letters_before) = saved;
            parts.push(item);
            // `\forall 1 \le i, j \le n`
            let alike = !parts.iter().any(|t| self.is_dots(t)) && self.bound_alike(&mut parts);
            if self.pos >= self.end {
                stated = parts.len() > 1
                    && !alike
                    && parts.last().is_some_and(Tree::states)
                    && !self.declares(&parts)
                    // `f(x, y) = 0\quad \forall x \in A, y \in B`
                    && !(self.behind == Some(at) && parts.iter().all(|p| letter(p).is_some()));
                break;
            }
            // `\exists N, |a_n - a| < 1, \forall n > N`
            let comma = self.tokens[self.pos].key == ",";
            if Some(op) == self.table.usual.exists
                && self.quantifier_at(self.pos + usize::from(comma))
                && said_of(&parts)
            {
                stated = true;
                break;
            }
            if self.quantifier_at(self.pos) {
                let inner = self.expression(0);
                stated = !awaits(&inner);
                parts.push(inner);
                break;
            }
            // `\text{if } f(x) > 0 \text{ for all } x, \text{ then } S`
            if self.behind == Some(at) && self.then_at(self.pos + usize::from(comma)) {
                break;
            }
            if comma {
                self.pos += 1;
                if self.quantifier_at(self.pos) {
                    let inner = self.expression(0);
                    stated = !awaits(&inner);
                    parts.push(inner);
                    break;
                }
                continue;
            }
            // `f(x) > 0\ \forall x \in A \implies S`
            if self.behind == Some(at) && self.implied_here() {
                break;
            }
            if self.separator_here() {
                self.pos += 1;
                if self.pos < self.end {
                    parts.push(self.statement());
                    stated = true;
                }
                break;
            }
            if self.starts_operand(self.pos) || self.prefix_here() {
                let tight = parts.len() == 1
                    && parts[0].symbol().is_some()
                    && self.scoped(parts[0].symbol());
                parts.push(match tight {
                    true => self.expression(4 * self.table.relation),
                    false => self.statement(),
                });
                stated = true;
                break;
            }
            if parts.len() > 1 && !matches!(self.next(&parts[parts.len() - 1]), Next::Stop) {
                // The last item is the beginning of the statement: `\forall x > 0, A \iff B`.
                if let Some(left) = parts.pop() {
                    parts.push(self.continued(left, self.table.strength.implication));
                }
                stated = true;
            }
            break;
        }
        let head = if stated {
            Head::Quantified(op)
        } else {
            Head::Declared(op)
        };
        let mut tree = self.released(Tree::over(head, parts));
        tree.start = start;
        tree
    }

    /// A quantified implication whose conclusion binds a letter of the quantifier again is one between
    /// two quantified statements: `\exists x\forall y\,R(x, y) \implies \forall y\exists x\,R(x, y)`.
    fn released(&self, mut tree: Tree) -> Tree {
        let implies = self.table.implies;
        let Some((body, declared)) = tree.args.split_last() else {
            return tree;
        };
        let sign = match &body.head {
            Head::Chain(ops) if ops.len() == 1 && !body.closed => Some(ops[0]),
            _ => None,
        };
        let equivalent = sign.is_some() && sign == self.table.named("iff");
        let implied = sign.is_some() && (sign == implies || sign == self.table.tends);
        let (true, [_, conclusion]) = (equivalent || implied, body.args.as_slice()) else {
            return tree;
        };
        let again = declared.iter().any(|part| binds(conclusion, part));
        let Some(op) = sign.filter(|_| equivalent).or(implies).filter(|_| again) else {
            return tree;
        };
        let Some((premise, conclusion)) = tree.args.pop().and_then(halves) else {
            return tree;
        };
        tree.args.push(premise);
        Tree::over(Head::Chain([op][..].into()), vec![tree, conclusion])
    }

    /// Whether the scope of a quantifier is the bracket right after its letter, or one predicate:
    /// `\exists x(P(x) \land Q(x)) \to R`, `\exists xP(x) \land Q`. A space between them tells nothing
    /// where the letter is bound again after it: `\exists x\,P(x) \to \forall x\,P(x)`.
    fn scoped(&self, letter: Option<&str>) -> bool {
        let predicate = self.tokens[self.pos].class == Class::Letter
            && super::super::kinds::capital(&self.tokens[self.pos].key)
            && self.key_at(self.pos + 1) == "(";
        let open = self.pos + usize::from(predicate);
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(open).copied() else {
            return false;
        };
        let connects = |at: usize| {
            self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, .. }
                    if (self.table.strength.implication..4 * self.table.relation).contains(&(4 * level)))
                    || matches!(role, Role::Infix { op, .. } if Some(*op) == self.table.tends)
            })
        };
        let formula = predicate || (open + 1..partner).any(connects);
        let again = |gap: Gap| gap <= Gap::Thin && self.binds_again(letter, partner);
        let gap = self.tokens[self.pos].gap;
        self.key_at(open) == "("
            && formula
            && connects(partner + 1)
            && (gap <= Gap::Blank || again(gap))
    }

    /// Whether a letter stands after a place first where a quantifier binds it.
    fn binds_again(&self, letter: Option<&str>, after: usize) -> bool {
        let Some(letter) = letter else { return false };
        let next = (after + 1..self.end).find(|at| self.key_at(*at) == letter);
        next.is_some_and(|at| self.quantifier_at(at - 1))
    }

    /// Whether these are letters and what set they are all in: `x, y \in A`.
    fn declares(&self, parts: &[Tree]) -> bool {
        let Some((last, letters)) = parts.split_last() else {
            return false;
        };
        let ops = ["in", "ge", "gt", "le", "lt", "ne"];
        let related = matches!(&last.head, Head::Chain(found) if found.len() == 1
            && ops.iter().any(|name| self.table.named(name) == Some(found[0])));
        let Some(name) = last.args.first().and_then(Tree::symbol).filter(|_| related) else {
            return false;
        };
        letters
            .iter()
            .all(|t| t.symbol().is_some_and(|letter| letter != name))
    }

    fn statement(&mut self) -> Tree {
        self.expression(self.table.strength.implication)
    }

    pub(super) fn quantifier_at(&self, at: usize) -> bool {
        at < self.end
            && self.roles_at(at).any(|(role, _)| matches!(role, Role::Prefix { op, .. } if self.table.quantifiers.contains(op)))
    }

    /// What follows from the last statement, for what the quantifier right behind it says:
    /// `f(x) > 0\ \forall x \in A \implies S`.
    pub(super) fn concluded(&self, pieces: &mut Vec<Tree>, piece: Tree) -> Tree {
        let concludes =
            |op: &Op| Some(*op) == self.table.implies || self.table.named("iff") == Some(*op);
        let concludes = match &piece.head {
            Head::Chain(ops) => ops.iter().all(concludes),
            _ => false,
        };
        let behind = matches!(piece.args.as_slice(), [first, ..]
            if matches!(first.head, Head::Declared(_)) && !first.closed);
        if !concludes || !behind || piece.closed {
            return piece;
        }
        let Some(statement) = pieces.pop() else {
            return piece;
        };
        let mut piece = piece;
        if let Some(first) = piece.args.first_mut() {
            if let Head::Declared(op) = first.head {
                first.head = Head::Quantified(op);
            }
            first.push(statement);
        }
        piece
    }
}

/// The two sides of a chain.
fn halves(chain: Tree) -> Option<(Tree, Tree)> {
    let mut sides = chain.args.into_iter();
    Some((sides.next()?, sides.next()?))
}

/// Whether this is a quantifier of which the statement stands elsewhere: `\forall x \in A`.
fn awaits(tree: &Tree) -> bool {
    matches!(tree.head, Head::Declared(_)) && !tree.closed
}

/// The statement under a quantifier, and under those that stand behind its declarations:
/// `\forall x \in A, \forall n \ge N`.
fn stating(op: Op, mut parts: Vec<Tree>, statement: Tree) -> Tree {
    let statement = match parts.pop_if(|last| awaits(last)) {
        Some(Tree {
            head: Head::Declared(inner),
            args,
            ..
        }) => stating(inner, args, statement),
        _ => statement,
    };
    parts.push(statement);
    Tree::over(Head::Quantified(op), parts)
}

/// Whether a quantifier at the head of a statement, perhaps behind a negation, binds the letter that is
/// declared.
fn binds(statement: &Tree, declared: &Tree) -> bool {
    match (&statement.head, statement.args.as_slice()) {
        (Head::Quantified(_), [parts @ .., inner]) => {
            let again = |part: &Tree| letter(part) == letter(declared);
            letter(declared).is_some() && parts.iter().any(again) || binds(inner, declared)
        }
        (Head::Apply(_), [inner]) => binds(inner, declared),
        _ => false,
    }
}

/// Whether the last of these says something of what the others declare, as a side of it is no letter:
/// `N, |a_n - a| < 1`.
fn said_of(parts: &[Tree]) -> bool {
    match parts {
        [first, .., last] => {
            let sides = matches!(last.head, Head::Chain(_)) && !last.closed;
            // `\exists c, n_0 > 0\ \forall n`
            let declared = |t: &Tree| match t.args.as_slice() {
                [name, bound] => name.head == Head::Index && matches!(bound.head, Head::Number(_)),
                _ => false,
            };
            sides
                && !(parts.len() == 2 && declared(last))
                && letter(first).is_some()
                && letter(last).is_none()
        }
        _ => false,
    }
}

/// The letter of a declaration: `x`, `x \in A`.
fn letter(declared: &Tree) -> Option<&str> {
    match declared.head {
        Head::Chain(_) => declared.args.first()?.symbol(),
        _ => declared.symbol(),
    }
}
