//! What may be typed in patterns and templates.

use std::ops::Range;

use lsp_types::{CompletionItem as Item, CompletionItemKind as Kind};

use super::completion::Typed;
use super::index::Sort;
use super::template::{Piece, piece};
use super::words::{variables, word};

impl Typed<'_> {
    pub(super) fn pattern(&self, string: &str, at: usize) -> Vec<Item> {
        let start = self.spot.span().start;
        let (word, head) = word(string, at);
        let span = start + word.start..start + word.end;
        let mut items = Vec::new();
        if !head {
            items.extend(self.variables(span.clone(), ""));
        }
        if !string[word].starts_with(['?', '.']) {
            items.extend(self.operators(span.clone(), head));
            if head {
                let doc = "On the right side: the first with the second, a bound name, replaced by the third.";
                items.push(self.item("subst", Kind::KEYWORD, "?f ?i e", Some(doc.into()), &span));
            }
        }
        items
    }

    /// Operators; where no bracket is before them, with one.
    pub(super) fn operators(&self, span: Range<usize>, head: bool) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        for found in self.checked.index.all(Sort::Operator) {
            // Those of higher layers come first, and replace the others.
            if items.last().is_some_and(|item| item.label == found.id) {
                continue;
            }
            let sig = found.field("sig").unwrap_or("");
            let constant = sig.trim_start().starts_with("->");
            let new = match head || constant {
                true => found.id.clone(),
                false => format!("({}", found.id),
            };
            let kind = if constant {
                Kind::CONSTANT
            } else {
                Kind::OPERATOR
            };
            let doc = found.field("doc").map(str::to_owned);
            items.push(self.edit(&found.id, new, kind, sig, doc, &span));
        }
        items
    }

    /// The variables of the entry. For one sigil only those with it, and without it.
    pub(super) fn variables(&self, span: Range<usize>, only: &str) -> Vec<Item> {
        let Some(entry) = self.spot.around.entry.clone() else {
            return Vec::new();
        };
        let mut names = variables(self.text.get(entry.clone()).unwrap_or(""));
        // The name that is typed is none yet.
        let typed = self.text.get(span.clone()).unwrap_or("");
        let times = |name: &str| self.text[entry.clone()].matches(name).count();
        names.retain(|name| name.starts_with(only) && (*name != typed || times(name) > 1));
        let bound = self.left_side(&entry);
        let item = |name: &&str| {
            let detail = match bound.contains(name) {
                true => "variable of the left side",
                false => "variable",
            };
            let label = name.strip_prefix(only).unwrap_or(name);
            let mut item = self.item(label, Kind::VARIABLE, detail, None, &span);
            item.sort_text = Some(format!("{}{label}", u8::from(!bound.contains(name))));
            item
        };
        names.iter().map(item).collect()
    }

    /// The variables that the pattern of the entry binds.
    fn left_side(&self, entry: &Range<usize>) -> Vec<&str> {
        let text = &self.text[entry.clone()];
        let field = |name: &str| text.find(name).map(|i| &text[i + name.len()..]);
        let pattern = ["rule:", "print:", "params:", "term:"]
            .iter()
            .find_map(|f| field(f));
        let pattern = pattern.unwrap_or("");
        let end = pattern
            .find("=>")
            .or_else(|| pattern.find('\n'))
            .unwrap_or(pattern.len());
        variables(&pattern[..end])
    }

    pub(super) fn template(&self, string: &str, at: usize) -> Vec<Item> {
        let start = self.spot.span().start;
        let Some((piece, word)) = piece(string, at) else {
            return Vec::new();
        };
        let span = start + word.start..start + word.end;
        match piece {
            Piece::Level => self.levels(span),
            Piece::Style => self.styles(span),
            Piece::Hole => {
                let entry = self.spot.around.entry.clone().unwrap_or_default();
                let names = variables(self.text.get(entry).unwrap_or(""));
                let item = |name: &&str| {
                    let label = name.trim_start_matches(['?', '.']);
                    self.item(label, Kind::VARIABLE, name, None, &span)
                };
                names.iter().map(item).collect()
            }
        }
    }
}
