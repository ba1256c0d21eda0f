//! Words and marks: leaves that say something and are never renamed.

use super::Elaborator;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Words inside a formula.
    pub(super) fn said(&mut self, text: &str) -> Term {
        self.fixed(text, Kind::Text)
    }

    /// A script that is a sign of its own: the `+` of `r_+`.
    pub(super) fn mark(&mut self, mark: &str) -> Term {
        self.fixed(mark, Kind::Text)
    }

    fn fixed(&mut self, name: &str, kind: Kind) -> Term {
        let index = self.atoms.symbol(name);
        let symbol = &mut self.atoms.symbols[index as usize];
        symbol.protected = true;
        symbol.kind = kind;
        Term::leaf(Op::symbol(index))
    }
}
