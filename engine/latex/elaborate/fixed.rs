//! What one thing is meant by wherever it stands so: letters that keep their names, alphabets.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Tree};
use crate::term::{self, Term};

impl Elaborator<'_> {
    /// Keeps the names of Kronecker's and Levi-Civita's symbols, given a letter and its indices:
    /// `\delta_{ij}`, `\delta^i_j`, `\epsilon_{ijk}`.
    pub(super) fn keep_unit_tensor(&mut self, args: &[Term]) {
        let Some((letter, above)) = args.split_first() else {
            return;
        };
        let (letter, below) = match letter.args.split_first() {
            Some((inner, below)) => (inner, below.len()),
            None => (letter, 0),
        };
        let count = above.len() + below;
        if count < 2 {
            return;
        }
        let term::Head::Symbol(index) = letter.op.head() else {
            return;
        };
        let symbol = &mut self.atoms.symbols[index as usize];
        symbol.protected |= match symbol.name.as_str() {
            r"\delta" => count == 2,
            r"\epsilon" | r"\varepsilon" => count > 2,
            _ => false,
        };
    }

    /// Whether words are made of what a set holds, written out or as a union: `\{0, 1\}^*`.
    pub(super) fn is_alphabet(&self, set: &Tree) -> bool {
        match set.head {
            Head::Braces => true,
            Head::Apply(op) => self.op("union") == Some(op),
            _ => false,
        }
    }

    /// Keeps the name of a space of dimension or order one, as nobody writes a first power: `S^1`,
    /// `C^1`.
    pub(super) fn keep_space(&mut self, base: &Tree, exponent: &Tree) {
        let first = matches!(&exponent.head, Head::Number(n) if n == "1");
        if let Some(name) = base
            .symbol()
            .filter(|n| first && n.len() == 1 && capital(n))
        {
            let index = self.symbol_index(name);
            self.atoms.symbols[index as usize].protected = true;
        }
    }
}
