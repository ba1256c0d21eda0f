//! Programs whose sign names no variables: `\text{minimize } c^Tx \text{ subject to } Ax \le b`,
//! `\max\ 3x + 2y`, `\text{Maximize } z = 3x + 5y`.

use super::Parser;
use super::constraint::introduces_constraints;
use super::fence::said;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::phrases::{Lexicon, Tells};
use crate::term::Op;

/// As many tokens of an objective are looked through for the words before constraints.
const OBJECTIVE: usize = 400;

/// The operator of a program that begins with these words.
pub(super) fn sense(words: &str, lexicon: &Lexicon) -> Option<&'static str> {
    let word = words.trim().trim_end_matches(':');
    let is = |tells: Tells| lexicon[tells].has_in_any_case(word);
    if is(Tells::Minimized) {
        return Some("minimized");
    }
    is(Tells::Maximized).then_some("maximized")
}

/// Whether a program begins with this word.
pub(in crate::latex) fn begins_program(token: &Token<'_>, lexicon: &Lexicon) -> bool {
    matches!(token.class, Class::Words | Class::Name) && sense(said(token), lexicon).is_some()
}

impl Parser<'_> {
    /// A program that a word begins here.
    pub(super) fn told_program(&mut self) -> Option<Tree> {
        let at = self.pos;
        let op = self
            .table
            .named(sense(said(&self.tokens[at]), &self.table.lexicon)?)?;
        self.pos += 1;
        if self.pos >= self.end || !(self.starts_operand(self.pos) || self.prefix_here()) {
            self.pos = at;
            return None;
        }
        let objective = self.expression(self.table.strength.relation);
        let body = self.with_constraints(objective);
        let mut tree = Tree::over(Head::Apply(op), vec![body]);
        tree.start = self.tokens[at].start;
        Some(tree)
    }

    /// A program after the sign of an extremum at `at`, which has been read: there is room before
    /// what it is taken of, or constraints stand behind that.
    pub(super) fn signed_program(&mut self, op: Op, at: usize) -> Option<Tree> {
        let name = match op {
            op if self.table.named("min") == Some(op) => "minimized",
            op if self.table.named("max") == Some(op) => "maximized",
            _ => return None,
        };
        let program = self.table.named(name)?;
        let first = at == 0
            || matches!(
                self.tokens[at - 1].class,
                Class::Row | Class::Cell | Class::Begin
            );
        let here = self.tokens.get(self.pos).filter(|_| self.pos < self.end)?;
        let bracket = self.bracket_here() || matches!(here.key.as_ref(), "{" | r"\{" | "|");
        if !first || bracket || !(self.starts_operand(self.pos) || self.prefix_here()) {
            return None;
        }
        let ahead = self.end.min(self.pos + OBJECTIVE);
        let constrained = self.tokens[self.pos..ahead]
            .iter()
            .any(|t| introduces_constraints(t, &self.table.lexicon));
        let tight = !constrained && here.gap < Gap::Thin && !self.names_objective();
        let again = |t: &Token<'_>| matches!(t.key.as_ref(), r"\min" | r"\max");
        if tight && (at > 0 || self.tokens[self.pos..ahead].iter().any(again)) {
            return None;
        }
        let before = self.pos;
        if !constrained && self.names_objective() {
            let objective = self.expression(4 * self.table.relation);
            let mut tree = Tree::over(Head::Apply(program), vec![objective]);
            tree.start = self.tokens[at].start;
            return Some(tree);
        }
        let objective = self.expression(match constrained {
            true => self.table.strength.relation,
            false => self.table.strength.sum,
        });
        // `\max 3x + 2y` and nothing else is no sum with an extremum of one of its terms.
        let fits = match tight {
            true => matches!(objective.head, Head::Sum(..)) && self.pos >= self.end,
            false => matches!(objective.head, Head::Sum(..) | Head::Product(_)),
        };
        if !constrained && !fits {
            self.pos = before;
            return None;
        }
        let body = self.with_constraints(objective);
        let mut tree = Tree::over(Head::Apply(program), vec![body]);
        tree.start = self.tokens[at].start;
        Some(tree)
    }

    /// Whether a letter stands here for the linear form that it is equal to, of which no extremum is
    /// a letter: `\max z = 3x_1 + 5x_2`, `\min z = c^T x`.
    fn names_objective(&self) -> bool {
        let [letter, sign, one, other, ..] = &self.tokens[self.pos..self.end] else {
            return false;
        };
        let coefficient = one.class == Class::Digit && other.class == Class::Letter
            || matches!(&*one.key, "c" | r"\mathbf{c}") && other.key == "^"
            || one.key == r"\sum";
        letter.class == Class::Letter && sign.key == "=" && coefficient
    }
}
