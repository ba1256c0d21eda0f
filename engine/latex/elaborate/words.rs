//! Words between statements: conditions, reasons, remarks.

use super::Elaborator;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Pieces side by side. `S if C` and `if C then S` are what they say, other words stay between
    /// the pieces.
    pub(super) fn sequence(&mut self, trees: &[Tree]) -> Term {
        if trees.iter().all(|t| self.is_statement(t)) {
            let args = self.terms(trees, Kind::Prop);
            return self.named("comma", args);
        }
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
            ) if self.is_statement(b)
                || b.head == Head::Items && b.args.iter().any(Tree::states) =>
            {
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
            // `\sqrt{x} < x \text{ for } x > 1`; an equation says what is put in, or counts.
            ([None, Some("for"), None], [a, _, b])
                if (self.is_statement(a) || self.states_all(a)) && self.says_where(b) =>
            {
                let args = vec![self.term(a, Kind::Any), self.term(b, Kind::Prop)];
                self.named("when", args)
            }
            ([Some("if"), None, Some("then"), None], [_, a, _, b])
                if (self.is_statement(a) || self.says_where(a)) && self.is_statement(b) =>
            {
                let args = vec![self.term(a, Kind::Prop), self.term(b, Kind::Prop)];
                self.named("implies", args)
            }
            _ => {
                if let Some(statements) = self.conditioned(trees, &said) {
                    return self.named("comma", statements);
                }
                let args = (0..trees.len()).map(|at| self.piece(trees, at)).collect();
                self.named("text", args)
            }
        }
    }

    /// Whether this is a list of nothing but statements.
    fn states_all(&self, tree: &Tree) -> bool {
        tree.head == Head::Items && tree.args.iter().all(|item| self.is_statement(item))
    }

    /// The statements of a run of several, each with its condition or place behind it.
    fn conditioned(&mut self, trees: &[Tree], said: &[Option<&str>]) -> Option<Vec<Term>> {
        let states = |t: &Tree| self.is_statement(t);
        let mut runs: Vec<&[Tree]> = Vec::new();
        let mut at = 0;
        while at < trees.len() {
            let statement = states(&trees[at]);
            let words = matches!(said.get(at + 1), Some(Some(_)));
            let thing = matches!(said.get(at + 2), Some(None));
            let to = match (statement, words) {
                (true, true) if thing => at + 3,
                (true, false) => at + 1,
                _ => return None,
            };
            runs.push(&trees[at..to]);
            at = to;
        }
        if runs.len() < 2 || runs.iter().all(|run| run.len() == 1) {
            return None;
        }
        let mut statements = Vec::new();
        for run in runs {
            statements.push(match run {
                [only] => self.term(only, Kind::Prop),
                several => self.sequence(several),
            });
        }
        Some(statements)
    }
}

impl Elaborator<'_> {
    /// Whether a tree says where something is: an order or a membership, or several.
    fn says_where(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Chain(ops) => !ops.iter().any(|op| Some(*op) == self.table.eq),
            // `a, b > 0`
            Head::Items => match tree.args.split_last() {
                Some((last, before)) => {
                    let said = |t: &Tree| t.symbol().is_some() || self.says_where(t);
                    self.says_where(last) && before.iter().all(said)
                }
                None => false,
            },
            _ => false,
        }
    }
}

/// The words of a piece of words, in lower case.
pub(in crate::latex) fn spoken(tree: &Tree) -> Option<String> {
    let Head::Words(text) = &tree.head else {
        return None;
    };
    let (_, rest) = text.split_once('{')?;
    let inner = rest.strip_suffix('}').unwrap_or(rest);
    Some(inner.trim_matches([',', ' ', ':', '.']).to_lowercase())
}
