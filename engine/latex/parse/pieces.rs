//! All that stands in a formula or a group: pieces side by side, with words between them.

use super::{Parser, said, words};
use crate::latex::name::Name;
use crate::latex::phrases::conjunction;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};
use crate::phrases::Lexicon;

impl Parser<'_> {
    /// Reads everything up to the end of the group.
    pub(super) fn all(&mut self) -> Tree {
        if self.pos + 1 == self.end && self.ordinary() && self.roles().next().is_none() {
            return self.primary();
        }
        if let Some(tree) = self.sign_alone() {
            return tree;
        }
        if self.pos + 1 == self.end
            && self.pos > 0
            && matches!(self.key_at(self.pos), "*" | r"\ast" | r"\cdot")
        {
            // An entry of a matrix of which nothing is said.
            let token = &self.tokens[self.pos];
            self.pos += 1;
            return Tree::new(
                Head::Mark(token.key.as_ref().into()),
                Vec::new(),
                token.start,
                token.end,
            );
        }
        let mut pieces = Vec::new();
        while self.pos < self.end {
            let before = self.pos;
            let open = self.placeholder_here();
            // `\text{and } x = 1` goes on with what is said before the formula.
            if before == 0 && goes_on(&self.tokens[0], &self.table.lexicon) {
                let token = &self.tokens[0];
                let head = Head::Words(Name::of(token));
                pieces.push(Tree::new(head, Vec::new(), token.start, token.end));
                self.pos = 1;
                continue;
            }
            // `\star F = J`: the dual of a form.
            let dual = pieces.is_empty()
                && self.key_at(self.pos) == r"\star"
                && self.starts_operand(self.pos + 1);
            let joined = !open
                && !dual
                && (self.relation_here()
                    || self.infix_here()
                    || pieces.is_empty() && self.decorates_right_side());
            if joined && self.relation_here() && self.resumed(&mut pieces) {
                continue;
            }
            if joined && pieces.iter().rev().take(words::AHEAD).all(words::aside) {
                let left = self.blank();
                pieces.push(self.continued(left, 0));
            } else if open
                || dual
                || self.starts_operand(self.pos)
                || self.sign_here().is_some()
                || self.prefix_here()
                || matches!(self.key_at(self.pos), "_" | "^")
                || self.ordered_end(self.pos).is_some()
            {
                let stated = pieces.last().is_some_and(Tree::states);
                if stated && self.quantifier_at(self.pos) {
                    self.behind = Some(self.pos);
                }
                let mut piece = self.next_piece(&pieces);
                if stated && self.behind.is_some() {
                    piece = self.concluded(&mut pieces, piece);
                }
                match (
                    &piece.head,
                    pieces
                        .last()
                        .is_some_and(|p: &Tree| !matches!(p.head, Head::Words(_))),
                ) {
                    (Head::Declared(op), true) => {
                        // `x^2 \ge 0 \quad \forall x \in \mathbb{R}`
                        let op = *op;
                        let said = words::predicate(&mut pieces);
                        pieces
                            .extend(said.map(|said| self.quantified_behind(op, piece.args, said)));
                    }
                    (Head::Quantified(op), true)
                        if words::is_text(&self.tokens[before])
                            && pieces.last().is_some_and(Tree::states)
                            && !matches!(piece.args.last(), Some(Tree { head: Head::Apply(op), .. })
                                if Some(*op) == self.table.implies) =>
                    {
                        // `x^2 > 1 \text{ for all } x \in A \text{ with } x > 1`
                        let head = Head::Quantified(*op);
                        let mut parts = piece.args;
                        parts.extend(words::predicate(&mut pieces));
                        pieces.push(Tree::over(head, parts));
                    }
                    _ if pieces.is_empty() && self.pos >= self.end => return piece,
                    _ => pieces.push(piece),
                }
            }
            if self.pos < self.end {
                if self.prefix_here() && self.pos > before {
                    continue;
                }
                if let Some(words) = self.words() {
                    pieces.push(words);
                } else if self.pause_here() {
                    self.pos += 1;
                } else if self.pos == before
                    || !self.starts_operand(self.pos) && !self.prefix_here()
                {
                    pieces.push(self.stray());
                }
            }
        }
        match pieces.len() {
            0 => self.missing(),
            1 => pieces.remove(0),
            _ => self.sequence(pieces),
        }
    }
}

/// Whether this is a word between two statements, of which one may stand outside of the formula.
pub(super) fn goes_on(token: &Token<'_>, lexicon: &Lexicon) -> bool {
    let said = said(token).trim();
    words::is_text(token) && (said == "but" || conjunction(said, lexicon))
}
