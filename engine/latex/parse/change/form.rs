//! Differential forms outside of integrals.

use super::{GROUP, coordinate};
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// Letters of differential forms.
const FORMS: &[&str] = &[r"\omega", r"\eta", r"\alpha", r"\beta", r"\theta", r"\mu"];

/// As many tokens are looked through for the next differential of a form.
const FORM: usize = 80;

impl Parser<'_> {
    /// `dx` outside an integral: `ds^2 = dx^2 + dy^2`.
    pub(in crate::latex::parse) fn differential_form(&mut self) -> Option<Tree> {
        let at = self.pos;
        let op = self.table.differential_of?;
        let key = self.tokens[at].key.as_ref();
        let upright = key != "d" && crate::latex::parse::integral::is_differential(key);
        // `d(f^*\eta)`
        let pulled = key == "d" && {
            let keys = [2, 3, 4, 5].map(|n| self.key_at(at + n));
            matches!(keys, [_, "^", "*", form] if FORMS.contains(&form))
        };
        // The `d` of `V_{ds}` is a letter of a label.
        let meant = upright
            || key == "d"
                && !self.scripting
                && (self.forms
                    || self.usage.tensors.differentials
                    || self.of_layer(at + 1)
                    || self.grows_a_little(at)
                    || pulled);
        if self.integrals > 0 || !meant {
            return None;
        }
        let next = self.tokens.get(at + 1).filter(|_| at + 1 < self.end)?;
        let single = |to: usize| !(at + 2..to).any(|i| self.key_at(i) == ",");
        if key == "d" && crate::latex::forms::twice(&self.tokens[..self.end], at) {
            let mut tree = self.before_letter(at + 2, |letter| {
                let once = Tree::over(Head::Apply(op), vec![letter]);
                Tree::over(Head::Apply(op), vec![once])
            });
            tree.start = self.tokens[at].start;
            return Some(tree);
        }
        let dual = next.key == r"\star" && self.starts_operand(at + 2);
        if dual || next.key == r"\iota" && self.key_at(at + 2) == "_" {
            // `d\iota_X\omega`, `d\star F`
            self.pos = at + 1;
            let body = self.expression(self.table.strength.product);
            let mut tree = Tree::over(Head::Apply(op), vec![body]);
            tree.start = self.tokens[at].start;
            return Some(tree);
        }
        if self.usage.tensors.wedges && crate::latex::forms::traces(next) {
            self.pos = at + 1;
            let body = self.expression(self.table.strength.product + 1);
            let mut tree = Tree::over(Head::Apply(op), vec![body]);
            tree.start = self.tokens[at].start;
            return Some(tree);
        }
        let grouped = (upright
            || self.usage.tensors.wedges
            || self.usage.tensors.differentials
            || pulled)
            && matches!(next.key.as_ref(), "(" | "[")
            && matches!(self.marks[at + 1], Mark::Open { partner, .. } if partner < at + GROUP && single(partner));
        let letter = matches!(next.class, Class::Letter | Class::Name)
            || self.accent(at + 1)
            || grouped
            || self.varies(at + 1);
        if !letter || upright && next.gap > Gap::Blank {
            return None;
        }
        Some(self.before_letter(at, |letter| {
            Tree::over(Head::Apply(op), vec![coordinate(letter)])
        }))
    }

    /// Whether the letter behind a `d` stands before the sign too: `r + dr`.
    fn grows_a_little(&self, at: usize) -> bool {
        let letter = |at: usize| {
            let token = self.tokens.get(at).filter(|t| t.class == Class::Letter);
            token.map(|t| t.key.as_ref())
        };
        at > 1
            && self.key_at(at - 1) == "+"
            && letter(at + 1).is_some_and(|key| Some(key) == letter(at - 2))
            && letter(at + 2).is_none()
            && !matches!(self.key_at(at + 2), "(" | "^" | "_")
    }

    /// Whether a differential follows after the sign here, before a relation, a comma or an integral:
    /// `\int_C P\,dx + Q\,dy`.
    pub(in crate::latex::parse) fn form_goes_on(&self) -> bool {
        if self.pos >= self.end || self.sign_here().is_none() {
            return false;
        }
        let mut at = self.pos + 1;
        let limit = self.end.min(self.pos + FORM);
        while at < limit {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            let key = self.tokens[at].key.as_ref();
            let ends = matches!(
                key,
                "=" | ","
                    | ";"
                    | "<"
                    | ">"
                    | r"\int"
                    | r"\oint"
                    | r"\iint"
                    | r"\iiint"
                    | r"\le"
                    | r"\leq"
                    | r"\ge"
                    | r"\geq"
                    | r"\approx"
                    | r"\to"
                    | r"\Rightarrow"
                    | r"\frac"
            ) || self.tokens[at].class == Class::Row;
            if ends {
                return false;
            }
            if self.differential(at).is_some() {
                return true;
            }
            at += 1;
        }
        false
    }
}
