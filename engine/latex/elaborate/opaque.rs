//! Pieces that are kept as they stand.

use super::Elaborator;
use crate::atoms::Opaque;
use crate::latex::token::Class;
use crate::latex::tree::Tree;
use crate::term::{Op, Term};

impl Elaborator<'_> {
    pub(super) fn opaque_text(&mut self, text: String, start: usize) -> Term {
        let end = start + text.len();
        self.opaque_piece(vec![text], Vec::new(), start, end)
    }

    pub(super) fn opaque_piece(
        &mut self,
        pieces: Vec<String>,
        args: Vec<Term>,
        start: usize,
        end: usize,
    ) -> Term {
        let found = self.opaque_index(&pieces);
        let index = found.unwrap_or_else(|| {
            self.atoms.opaques.push(Opaque { pieces, start, end });
            self.atoms.opaques.len() - 1
        });
        Term::new(Op::opaque(index as u32), args)
    }

    /// The piece of a tree, by its place.
    pub(super) fn opaque_span(&mut self, tree: &Tree) -> Term {
        let from = self.tokens.partition_point(|t| t.start < tree.start);
        let to = self.tokens.partition_point(|t| t.start < tree.end);
        self.opaque(from, to, tree.start)
    }

    /// Tokens that are kept as they stand: the symbols among them are children.
    pub(super) fn opaque(&mut self, from: usize, to: usize, place: usize) -> Term {
        let tokens = &self.tokens[from.min(to)..to];
        // Tokens that were put in another order do not begin with the first of the source.
        let (Some(start), Some(end)) = (
            tokens.iter().map(|t| t.start).min(),
            tokens.iter().map(|t| t.end).max(),
        ) else {
            return self.opaque_text(String::new(), place);
        };
        let mut pieces = Vec::new();
        let mut args = Vec::new();
        let mut done = start;
        for token in tokens {
            let letter =
                token.class == Class::Letter && !matches!(token.key.as_ref(), r"\pi" | "π");
            let named = token.class == Class::Name && token.key.starts_with(r"\math");
            if (letter || named) && token.start >= done {
                pieces.push(self.source[done..token.start].to_owned());
                args.push(self.symbol(token.key.as_ref()));
                done = token.end;
            }
        }
        pieces.push(self.source[done..end].to_owned());
        self.opaque_piece(pieces, args, start, end)
    }
}
