//! Where the condition or the place behind a statement ends and a new statement begins:
//! `u = f \text{ in } \Omega, \quad u = 0 \text{ on } \partial\Omega`.

use super::{Parser, words};
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap};
use crate::latex::tree::{Head, Tree};

/// As many tokens are looked through.
const AHEAD: usize = 200;

/// What stands between two commas outside of brackets.
struct Part {
    /// The token after the last one.
    end: usize,
    /// The sign of a relation.
    relation: Option<usize>,
    /// Words or a quantifier behind that.
    words: Option<usize>,
}

impl Parser<'_> {
    /// Reads the next piece of a formula that goes on after these.
    pub(super) fn next_piece(&mut self, pieces: &[Tree]) -> Tree {
        let end = self.end;
        if let Some(comma) = self.statement_after(pieces) {
            self.end = comma;
        }
        let tree = self.expression(0);
        self.end = end;
        tree
    }

    /// The comma before a new statement, when what stands here says where, or for what, the
    /// statement before it holds.
    fn statement_after(&self, pieces: &[Tree]) -> Option<usize> {
        let (said, quantifier) = match pieces {
            [.., statement, words] if statement.states() => match &words.head {
                Head::Words(said) => (Some(said.as_str()), false),
                _ => return None,
            },
            _ => (None, true),
        };
        if quantifier && !(pieces.last().is_some_and(Tree::states) && self.quantifier_here()) {
            return None;
        }
        let here = self.part(self.pos);
        let from = here.end + 1;
        if from >= self.end {
            return None;
        }
        let row = self.tokens[here.end].class == Class::Row;
        if !row && self.key_at(here.end) != "," || self.is_relation(from) {
            return None;
        }
        let next = self.part(from);
        let relation = next.relation?;
        // `x > 0, y > 0` may go on with the condition.
        let plain = relation == from + 1;
        let stated = quantifier || here.relation.is_some();
        // `\text{where } m, k \in \mathbb{N} \text{ and } m \text{ is odd}`, `\text{for all } a, b \in G
        // \text{ then}`: names before what they are in.
        if plain && here.relation.is_none() && matches!(self.key_at(relation), r"\in" | "∈") {
            return None;
        }
        // An equation says what is put in rather than when something holds.
        let equation = here.relation.is_some_and(|at| self.key_at(at) == "=");
        if equation && !quantifier {
            return None;
        }
        let again = next.words.is_some_and(|at| match said {
            Some(said) if plain && stated => {
                words::is_text(&self.tokens[at]) && said == self.tokens[at].key.as_ref()
            }
            _ => true,
        });
        // What is said with `where` may go on for long.
        let apart = quantifier && self.tokens[from].gap == Gap::Wide || !stated;
        (again || apart && !plain).then_some(here.end)
    }

    /// The part up to the next comma.
    fn part(&self, from: usize) -> Part {
        let (mut relation, mut words) = (None, None);
        let mut at = from;
        let limit = self.end.min(from + AHEAD);
        while at < limit {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            if matches!(self.key_at(at), "," | ";") || self.tokens[at].class == Class::Row {
                break;
            }
            if self.is_relation(at) && relation.is_none() && at > from {
                relation = Some(at);
            }
            let conditions = self.words_at(at) || at > from && self.quantifier_at(at);
            if relation.is_some() && conditions && words.is_none() {
                words = Some(at);
            }
            at += 1;
        }
        Part {
            end: at.min(self.end),
            relation,
            words,
        }
    }

    fn quantifier_here(&self) -> bool {
        self.quantifier_at(self.pos)
    }
}
