//! Words between statements: conditions, reasons, remarks.

use super::Elaborator;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Pieces side by side. `S if C` and `if C then S` are what they say, other words stay between
    /// the pieces.
    pub(super) fn sequence(&mut self, trees: &[Tree]) -> Term {
        let said: Vec<Option<String>> = trees.iter().map(spoken).collect();
        let said: Vec<Option<&str>> = said.iter().map(Option::as_deref).collect();
        match (said.as_slice(), trees) {
            (
                [
                    None,
                    Some("if" | "when" | "whenever" | "provided that" | "provided"),
                    None,
                ],
                [a, _, b],
            ) if self.is_statement(b) => {
                let args = vec![self.term(a, Kind::Any), self.term(b, Kind::Prop)];
                self.named("when", args)
            }
            (
                [
                    None,
                    Some("where" | "with" | "such that" | "subject to"),
                    None,
                ],
                [a, _, b],
            ) if self.is_statement(b) || matches!(b.head, Head::Items) => {
                let args = vec![self.term(a, Kind::Any), self.term(b, Kind::Prop)];
                self.named("where", args)
            }
            ([Some("if"), None, Some("then"), None], [_, a, _, b])
                if self.is_statement(a) && self.is_statement(b) =>
            {
                let args = vec![self.term(a, Kind::Prop), self.term(b, Kind::Prop)];
                self.named("implies", args)
            }
            _ => {
                let args = self.terms(trees, Kind::Any);
                self.named("text", args)
            }
        }
    }
}

/// The words of a piece of words, in lower case.
fn spoken(tree: &Tree) -> Option<String> {
    let Head::Words(text) = &tree.head else {
        return None;
    };
    let (_, rest) = text.split_once('{')?;
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    Some(inner.trim_matches([',', ' ', ':', '.']).to_lowercase())
}
