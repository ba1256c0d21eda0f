//! Words and marks: leaves that say something and are never renamed.

use super::Elaborator;
use crate::latex::commands::is_letter_command;
use crate::latex::tree::{Head, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

/// Letters over an arrow that say in which sense something converges: in distribution, in
/// probability, in law, weakly.
const CONVERGENCE: &[&str] = &["d", "D", "p", "P", "w", "L", r"\mathcal{D}", r"\mathcal{L}"];

impl Elaborator<'_> {
    /// Words inside a formula.
    pub(super) fn said(&mut self, text: &str) -> Term {
        // `\text{in}` would be the sign of membership.
        let blanks = text.split_once('{').and_then(|(font, rest)| {
            let word = rest.strip_suffix('}')?;
            self.table
                .names_operator(word)
                .then(|| format!("{font}{{ {word} }}"))
        });
        self.fixed(blanks.as_deref().unwrap_or(text), Kind::Text)
    }

    /// Words and things in a row. The blanks that keep them apart belong to the words, as TeX drops
    /// those between them.
    pub(super) fn worded(&mut self, trees: &[Tree]) -> Vec<Term> {
        let last = trees.len().saturating_sub(1);
        let mut args = Vec::with_capacity(trees.len());
        for (at, tree) in trees.iter().enumerate() {
            let words = match &tree.head {
                Head::Words(text) => text
                    .split_once('{')
                    .and_then(|(_, rest)| rest.strip_suffix('}')),
                _ => None,
            };
            args.push(match words {
                Some(said) => {
                    let before = if at > 0 { " " } else { "" };
                    let after = if at < last { " " } else { "" };
                    self.fixed(&format!(r"\text{{{before}{said}{after}}}"), Kind::Text)
                }
                None => self.piece(trees, at),
            });
        }
        args
    }

    /// What stands at a place of a row; two things in brackets that something is said to hold on are an
    /// interval: `f \text{ is increasing on } (a, b)`.
    pub(super) fn piece(&mut self, trees: &[Tree], at: usize) -> Term {
        let tree = &trees[at];
        let on = |words: &Tree| {
            super::spoken(words).is_some_and(|said| said == "on" || said.ends_with(" on"))
        };
        let pair = tree.args.len() == 2 && matches!(tree.head, Head::Pair(..));
        let interval = at > 0 && pair && on(&trees[at - 1]);
        self.term(tree, if interval { Kind::Set } else { Kind::Any })
    }

    /// A script that is a sign of its own: the `+` of `r_+`.
    pub(super) fn mark(&mut self, mark: &str) -> Term {
        self.fixed(mark, Kind::Text)
    }

    /// The sign of a relation with what stands over and under it.
    pub(super) fn relation(&mut self, op: Op, tree: &Tree) -> Term {
        // `x(t) \overset{\mathcal{F}}{\leftrightarrow} X(f)`: a pair of transforms.
        let written = self.source.get(tree.start..tree.end).unwrap_or("");
        let both_ways = [r"\leftrightarrow", r"\longleftrightarrow", "↔"];
        let pair = self.op("iff") == Some(op)
            && !self.usage.logic
            && both_ways.iter().any(|sign| written.contains(sign));
        let corresponds = self.op("corresponds").filter(|_| pair);
        let op = corresponds.unwrap_or(op);
        let sign = self.table.shape(op).sign;
        let mut sign = Term::leaf(sign.unwrap_or(op));
        for (name, arg) in ["above", "below", "subscripted", "superscripted"]
            .into_iter()
            .zip(&tree.args)
        {
            let blank = matches!(arg.head, Head::Apply(op) if Some(op) == self.table.blank);
            if !blank {
                let set = match arg.symbol() {
                    Some(mode) if CONVERGENCE.contains(&mode) => self.fixed(mode, Kind::Text),
                    _ => self.term(arg, Kind::Any),
                };
                sign = self.named(name, vec![sign, set]);
            }
        }
        sign
    }

    fn fixed(&mut self, name: &str, kind: Kind) -> Term {
        let index = self.symbol_index(name);
        let symbol = &mut self.atoms.symbols[index as usize];
        symbol.protected = true;
        symbol.kind = kind;
        Term::leaf(Op::symbol(index))
    }
}

/// Whether the name is a command that stands for no letter: it is not renamed.
pub(super) fn is_command(name: &str) -> bool {
    name.starts_with('\\') && !name.contains(['{', '_', '^']) && !is_letter_command(name)
}
