//! Statements in words: `n \text{ is even}`, `X_n \text{ converges to } X \text{ in probability}`;
//! values in words: `\text{number of successes in } n \text{ trials}`.

use super::fence::said;
use super::{Parser, Strength, words};
use crate::latex::phrases::{
    Predicate, conjunction, names, predicate, wants, wants_statement, wants_two,
};
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;

/// So many pieces are read as one statement in words.
const PIECES: usize = 8;

/// Words after which something else is said: a condition, a reason.
fn turns(token: &Token<'_>) -> bool {
    matches!(
        said(token).split_whitespace().next(),
        Some(
            "if" | "when"
                | "whenever"
                | "where"
                | "for"
                | "as"
                | "with"
                | "such"
                | "provided"
                | "since"
                | "because"
                | "so"
                | "and"
                | "or"
                | "then"
                | "but"
        )
    )
}

impl Parser<'_> {
    /// How strongly the words here join what they are said of, when they are said of what stands
    /// before.
    pub(super) fn says(&self, left: &Tree) -> Option<Strength> {
        let token = &self.tokens[self.pos];
        if !matches!(token.class, Class::Words | Class::Name)
            || !words::is_text(token)
            || self.table.says.is_none()
            || left.states() && !self.located(left)
            || words::aside(left)
            || self.roles().next().is_some() && !self.judged(left)
            || self.declaring && !self.declared_property()
        {
            return None;
        }
        // `p \text{ and integer } k \ge 1`: the words are of what follows.
        let leads = |words: &str| {
            let first = words.trim().split_once(' ').map(|(first, _)| first);
            first.is_some_and(|w| crate::latex::phrases::conjunction(w, &self.table.lexicon))
        };
        if leads(said(token)) && self.starts_operand(self.pos + 1) {
            return None;
        }
        let applied = token.class == Class::Name && self.key_at(self.pos + 1) == "(";
        if self.judged(left) {
            return Some(4 * self.table.relation);
        }
        match predicate(said(token), &self.table.lexicon).filter(|_| !applied)? {
            // `p, q \text{ prime}`
            Predicate::One if self.behind_letters(left) => Some(self.table.strength.comma),
            Predicate::One if left.head == Head::Items && !left.closed => None,
            Predicate::One => Some(4 * self.table.relation),
            Predicate::Several => {
                let listed = |t: &Tree| !t.states() && !words::aside(t) && !self.lists(t);
                // `m, k \in A \text{ and } m \text{ and } k`
                let left = left
                    .args
                    .last()
                    .filter(|t| self.conjoins(t))
                    .unwrap_or(left);
                let several = !self.lists(left) || left.args.iter().rev().take(2).all(listed);
                several.then_some(self.table.strength.comma)
            }
        }
    }

    /// Whether it is said here that a hypothesis or an event holds: `H_0\text{ true}`.
    fn judged(&self, left: &Tree) -> bool {
        let token = &self.tokens[self.pos];
        token.key.starts_with(r"\text{")
            && matches!(said(token).trim(), "true" | "false")
            && matches!(left.head, Head::Symbol(_) | Head::Index)
            && left.root_symbol().is_some_and(crate::latex::kinds::capital)
    }

    /// Whether this only says what a letter is in, of which something else may be said then:
    /// `A \subset \mathbb{R}^n \text{ is compact}`.
    fn located(&self, tree: &Tree) -> bool {
        let inside = |op: &Op| {
            Some(*op) == self.table.member
                || ["subset", "subseteq"]
                    .map(|name| self.table.named(name))
                    .contains(&Some(*op))
        };
        let verb = said(&self.tokens[self.pos]).split_whitespace().next();
        matches!(&tree.head, Head::Chain(ops) if ops.len() == 1 && inside(&ops[0]))
            && !tree.closed
            && tree.args[0].symbol().is_some()
            && matches!(verb, Some("is" | "has"))
    }

    /// Whether the words here, without a verb, stand behind several letters.
    fn behind_letters(&self, left: &Tree) -> bool {
        let verb = matches!(
            said(&self.tokens[self.pos]).split_whitespace().next(),
            Some("is" | "has" | "does" | "can")
        );
        let letter = |t: &Tree| t.symbol().is_some();
        let several = match left.head {
            Head::Items if !left.closed => left.args.iter().rev().take(2).all(letter),
            _ => letter(left),
        };
        let token = |back: usize| self.pos.checked_sub(back).map(|at| &self.tokens[at]);
        let plain = |t: Option<&Token<'_>>| t.is_some_and(|t| t.class == Class::Letter);
        let comma = |t: &Token<'_>| t.key == ",";
        // Nothing but a comma or the beginning stands before them.
        let begins = |t: &Token<'_>| {
            comma(t) || matches!(t.class, Class::Open | Class::Words) || t.gap >= Gap::Wide
        };
        !verb
            && several
            && plain(token(1))
            && token(2).is_some_and(comma)
            && plain(token(3))
            && token(4).is_none_or(begins)
    }

    /// Whether a property of what is declared stands here, and the declaration ends behind it:
    /// `\exists p \text{ prime}: p > n`.
    fn declared_property(&self) -> bool {
        let verb = matches!(
            said(&self.tokens[self.pos]).split_whitespace().next(),
            Some("is" | "are" | "has" | "be")
        );
        !verb && matches!(self.key_at(self.pos + 1), ":" | r"\colon" | ",")
    }

    /// Whether these are several things: with commas, `and` or `or` between them.
    fn lists(&self, tree: &Tree) -> bool {
        let joined = |op| self.table.named("and") == Some(op) || self.table.named("or") == Some(op);
        !tree.closed
            && (tree.head == Head::Items || matches!(tree.head, Head::Apply(op) if joined(op)))
    }

    /// Whether these are several things and a statement before them, with `and` or `or` between them.
    fn conjoins(&self, tree: &Tree) -> bool {
        self.lists(tree) && tree.head != Head::Items && tree.args.iter().any(Tree::states)
    }

    /// What the words here say of what stands before them.
    pub(super) fn saying(&mut self, left: Tree) -> Tree {
        let Some(op) = self.table.says else {
            return left;
        };
        if left.head == Head::Items && left.args.last().is_some_and(|t| self.conjoins(t)) {
            let mut left = left;
            if let Some(last) = left.args.pop() {
                let last = self.saying(last);
                left.push(last);
            }
            return left;
        }
        let start = left.start;
        if !self.lists(&left) {
            let mut pieces = vec![left];
            self.told(&mut pieces);
            let mut tree = Tree::over(Head::Apply(op), pieces);
            tree.start = start;
            return tree;
        }
        // `x > 0, a, b \text{ are coprime}`
        let mut parts = left.args;
        let first = parts.iter().rposition(Tree::states).map_or(0, |at| at + 1);
        let things = Tree::over(Head::Items, parts.split_off(first));
        let mut pieces = vec![things];
        self.told(&mut pieces);
        let tree = Tree::over(Head::Apply(op), pieces);
        if parts.is_empty() {
            return tree;
        }
        parts.push(tree);
        Tree::over(left.head, parts)
    }

    /// Words and the things that they want, as long as there are any.
    fn told(&mut self, pieces: &mut Vec<Tree>) {
        while self.pos < self.end && pieces.len() < PIECES {
            let token = &self.tokens[self.pos];
            let first = pieces.len() < 2;
            let judged = first && matches!(said(token).trim(), "true" | "false");
            let goes_on = words::is_text(token)
                && (judged || self.roles().next().is_none())
                && (first || !turns(token) && token.gap < Gap::Wide);
            if !goes_on {
                return;
            }
            let head = Head::Words(token.key.as_ref().into());
            pieces.push(Tree::new(head, Vec::new(), token.start, token.end));
            self.pos += 1;
            let words = said(token);
            if !wants(words, &self.table.lexicon)
                || self.pos >= self.end
                || self.quantifier_at(self.pos)
            {
                continue;
            }
            if self.operand_follows() && self.tokens[self.pos].gap < Gap::Wide {
                let statement = u8::from(!wants_statement(words, &self.table.lexicon));
                pieces.push(self.expression(4 * self.table.relation + statement));
                pieces.extend(self.second(words).into_iter().flatten());
            }
        }
    }

    /// Whether a word stands here that says what the letter right after it is: `\text{arc } AB`, and
    /// the `p` of `\text{p}K_a`; or that says something of a figure: `\mathrm{Rt}\triangle ABC`.
    pub(super) fn names_next(&self, at: usize) -> bool {
        let (token, next) = (&self.tokens[at], self.tokens.get(at + 1));
        if self.usage.figures.drawn && self.figure_named(at + 1) {
            return true;
        }
        let letter = next.is_some_and(|t| t.class == Class::Letter && at + 1 < self.end);
        let power = || said(token) == "p" && token.key.len() > 1 && self.key_at(at + 1) == "K";
        letter && (words::is_text(token) && names(said(token)) || power())
    }

    /// The conjunction that stands here between two things that words want, and the second one:
    /// `\text{ between } A \text{ and } B`.
    fn second(&mut self, words: &str) -> Option<[Tree; 2]> {
        let token = self.tokens[..self.end].get(self.pos)?;
        let lexicon = &self.table.lexicon;
        let joined = wants_two(words, lexicon)
            && matches!(token.class, Class::Words | Class::Name)
            && conjunction(said(token).trim(), lexicon);
        if !joined || self.pos + 1 >= self.end || !self.starts_operand(self.pos + 1) {
            return None;
        }
        let head = Head::Words(token.key.as_ref().into());
        let word = Tree::new(head, Vec::new(), token.start, token.end);
        self.pos += 1;
        Some([word, self.expression(self.table.strength.product + 1)])
    }

    /// Words that want a thing, the thing, and what is said of that: a value.
    pub(super) fn phrase(&mut self) -> Tree {
        let token = &self.tokens[self.pos];
        let head = Head::Words(token.key.as_ref().into());
        let words = Tree::new(head, Vec::new(), token.start, token.end);
        self.pos += 1;
        let Some(op) = self
            .table
            .named("phrase")
            .filter(|_| self.starts_operand(self.pos))
        else {
            return words;
        };
        let thing = self.expression(self.table.strength.product + 1);
        let mut pieces = vec![words, thing];
        pieces.extend(self.second(said(token)).into_iter().flatten());
        while self.pos < self.end && pieces.len() < PIECES {
            let token = &self.tokens[self.pos];
            if !words::is_text(token)
                || turns(token)
                || token.gap == Gap::Wide
                || self.roles().next().is_some()
                || predicate(said(token), &self.table.lexicon).is_some()
            {
                break;
            }
            let head = Head::Words(token.key.as_ref().into());
            pieces.push(Tree::new(head, Vec::new(), token.start, token.end));
            self.pos += 1;
            // `\text{average value of $f$ on $R$}`
            if wants(said(token), &self.table.lexicon) && self.starts_operand(self.pos) {
                pieces.push(self.expression(self.table.strength.product + 1));
            }
        }
        Tree::over(Head::Apply(op), pieces).close()
    }
}

/// Whether a word says how or where something holds: `\text{locally}`, `\text{everywhere}`.
pub(super) fn says_how(word: &str) -> bool {
    const ENDS: &[&str] = &[
        "ably", "actly", "ally", "arly", "ately", "ently", "etely", "ively", "ormly", "ously",
        "ongly", "where",
    ];
    word == "weakly" || word.len() > 6 && ENDS.iter().any(|end| word.ends_with(end))
}
