//! Quantifiers: declarations, a separator, the statement.

use super::Parser;
use super::fence::said;
use super::join::Next;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

/// So many tokens of a bracket are looked through for the sign of a statement.
const BODY: usize = 60;

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

    /// Goes on after a quantifier in brackets: `(\forall x)(\exists y)(x < y)`.
    pub(super) fn governed(&mut self, left: Tree) -> Tree {
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
    pub(super) fn governed_closely(&mut self, left: Tree) -> Tree {
        let Head::Declared(op) = left.head else {
            return left;
        };
        if !left.closed || !self.operand_after() || self.depth >= super::DEEPEST {
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
    pub(super) fn denied_first(&mut self, not: Op, chain: &mut Tree, at: usize) -> Option<Tree> {
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
    pub(super) fn quantified_behind(
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
    pub(super) fn trailing(&self, left: &Tree, right: &Tree) -> bool {
        let stated = || match left.head {
            Head::Items => left.args.len() > 1 && left.args.iter().all(Tree::states),
            _ => left.states(),
        };
        matches!(right.head, Head::Declared(_)) && !right.closed && !left.closed && stated()
    }

    fn statement(&mut self) -> Tree {
        self.expression(self.table.strength.implication)
    }

    pub(super) fn quantifier_at(&self, at: usize) -> bool {
        at < self.end
            && self.roles_at(at).any(|(role, _)| matches!(role, Role::Prefix { op, .. } if self.table.quantifiers.contains(op)))
    }

    /// `:`, `\colon`, `.`, a bar, an implication or words such as "we have".
    fn separator_here(&self) -> bool {
        let token = &self.tokens[self.pos];
        if self.marks[self.pos] == Mark::Separator
            || matches!(token.key.as_ref(), r"\colon" | r"\mid" | ".")
        {
            return true;
        }
        if token.key == ":" {
            return self.tokens.get(self.pos + 1).is_none_or(|t| t.key != "=");
        }
        if matches!(token.class, Class::Words | Class::Name) {
            return matches!(
                said(token),
                "such that"
                    | "so that"
                    | "we have"
                    | "with"
                    | "s.t."
                    | "st"
                    | "it holds that"
                    | "holds"
                    | "then"
                    | "where"
                    | ": "
            );
        }
        self.implied_here()
    }

    /// Whether the word before what follows stands at a place.
    fn then_at(&self, at: usize) -> bool {
        let words = |t: &Token<'_>| t.class == Class::Words && said(t) == "then";
        at < self.end && words(&self.tokens[at])
    }

    /// The sign of an implication.
    fn implied_here(&self) -> bool {
        self.roles().any(|(role, _)| match role {
            Role::Infix { op, .. } => Some(*op) == self.table.implies,
            _ => false,
        })
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

    /// Whether what follows this operand is no factor because the operand ends a declaration.
    pub(super) fn declaration_ends(&self, left: &Tree) -> bool {
        if !self.declaring {
            return false;
        }
        let chosen = self.set_ends(left);
        let left = match (&left.head, left.args.last()) {
            (Head::Chain(_), Some(last)) => last,
            _ => left,
        };
        let set = match &left.head {
            Head::Apply(op) => self.table.set_constants.contains(op),
            Head::Power | Head::Index => {
                matches!(&left.args[0].head, Head::Apply(op) if self.table.set_constants.contains(op))
            }
            _ => false,
        };
        let first = left.symbol().is_some()
            && self
                .tokens
                .get(self.item_start)
                .is_some_and(|t| t.start == left.start)
            && self
                .letters_before
                .is_some_and(|n| n == 0 || !self.factor_here());
        let denied = matches!(self.key_at(self.pos), r"\lnot" | r"\neg" | "¬");
        set || first
            || denied
            || chosen
            || self.tokens[self.pos].gap == Gap::Wide
            || self.size_here()
            || self.body_here()
            || self.predicate_here()
    }

    /// Whether bars open here behind room and the bound of what is declared: `\forall n \ge N\ |a_n| < 1`.
    fn size_here(&self) -> bool {
        let bound = self.pos.checked_sub(2).filter(|at| *at > self.item_start);
        matches!(self.marks[self.pos], Mark::Open { .. })
            && self.tokens[self.pos].gap >= Gap::Thin
            && !matches!(self.key_at(self.pos), "(" | "[" | r"\{" | "{")
            && bound.is_some_and(|at| self.is_relation(at))
    }

    /// Whether room is left behind the one letter that names what the declared one is in: `\forall x \in A\, xy = yx`.
    pub(super) fn set_ends(&self, left: &Tree) -> bool {
        let member = |(role, _): (&Role, _)| matches!(role, Role::Infix { op, .. } if Some(*op) == self.table.member);
        let sign = self.pos.checked_sub(2).filter(|at| *at > self.item_start);
        self.tokens[self.pos].gap >= Gap::Thin
            && left.symbol().is_some()
            && self.tokens[self.pos - 1].start == left.start
            && sign.is_some_and(|at| self.roles_at(at).any(member))
    }

    /// Whether only letters are declared so far, and not the one that stands here: behind
    /// `\forall x \in A,` and `\forall x, x` a statement begins.
    fn undeclared(&self, parts: &[Tree]) -> bool {
        let here = self.key_at(self.pos);
        let other = |part: &Tree| part.symbol().is_some_and(|letter| letter != here);
        parts.iter().all(other)
    }

    /// Whether a small letter stands here right after another: `\forall x, ab = ba`.
    fn factor_here(&self) -> bool {
        let token = &self.tokens[self.pos];
        token.gap == Gap::None
            && token.class == Class::Letter
            && !super::super::kinds::capital(&token.key)
    }

    /// Whether a capital letter stands here with the declared one in brackets, which says something
    /// of it: `\forall x \in X\, P(x)`.
    fn predicate_here(&self) -> bool {
        let (Some(predicate), Some(declared)) =
            (self.tokens.get(self.pos), self.tokens.get(self.item_start))
        else {
            return false;
        };
        let inside = match self.marks.get(self.pos + 1) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(self.pos + 1) == "(" => {
                &self.tokens[self.pos + 2..*partner]
            }
            _ => return false,
        };
        predicate.class == Class::Letter
            && super::super::kinds::capital(&predicate.key)
            && declared.class == Class::Letter
            && inside.iter().take(BODY).any(|t| t.key == declared.key)
    }

    /// Whether the bracket here, behind the set of a declaration, holds the statement:
    /// `\forall x \in A\,[x > 0]`.
    pub(super) fn body_here(&self) -> bool {
        let Some(Mark::Open { partner, width: 1 }) = self.marks.get(self.pos).copied() else {
            return false;
        };
        if !self.declaring || !matches!(self.key_at(self.pos), "(" | "[" | r"\{") {
            return false;
        }
        // `\exists y\,(x, y) \in R`: nothing is applied to itself.
        if let Some(declared) = self.tokens.get(self.item_start)
            && self.pos == self.item_start + 1
            && declared.class == Class::Letter
            && self.key_at(self.pos) == "("
        {
            let mut inside = self.tokens[self.pos + 1..partner].iter().take(BODY);
            if self.tokens[self.pos].gap >= Gap::Thin || inside.any(|t| t.key == declared.key) {
                return true;
            }
        }
        let mut at = self.pos + 1;
        let predicate = self.tokens[at].class == Class::Letter
            && super::super::kinds::capital(&self.tokens[at].key)
            && self.key_at(at + 1) == "("
            && self.key_at(self.pos) == "[";
        let end = partner.min(at + BODY);
        while at < end && !predicate {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            let states = self.roles_at(at).any(|(role, _)| {
                matches!(role, Role::Infix { level, .. } if *level <= self.table.relation)
            });
            // `\exists p > n\,(p \text{ is prime})`
            let said = self.tokens[at].class == Class::Words;
            if (states || said) && self.key_at(at) != "," {
                return true;
            }
            at += 1;
        }
        predicate
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
