//! What the source shows of a letter beyond its term: braces around its arguments, strokes of integrals.

use super::Elaborator;
use crate::atoms::Shown;
use crate::latex::kinds::capital;
use crate::latex::tree::Tree;

/// As many tokens at most stand between a sign and the domain below it: `\iint\limits_{`.
const BEFORE: usize = 4;

impl Elaborator<'_> {
    /// Notes that the arguments of a letter stand in braces: `\mathcal{L}\{f\}`. A plain letter that has
    /// them so is that of a transformation.
    pub(super) fn note_braces(&mut self, call: &Tree) {
        let Some((function, [_, ..])) = call.args.split_first() else {
            return;
        };
        let behind = self.tokens.partition_point(|t| t.start < function.end);
        let braced = self.tokens.get(behind).is_some_and(|t| t.key == r"\{");
        let Some(name) = function.root_symbol().filter(|_| braced) else {
            return;
        };
        let plain = capital(name);
        let index = self.symbol_index(name) as usize;
        let symbol = &mut self.atoms.symbols[index];
        symbol.shown.add(Shown::BRACED);
        symbol.protected |= plain;
    }

    /// Notes that an integral over a domain has two or three strokes, with its measure.
    pub(super) fn note_strokes(&mut self, integral: &Tree) {
        let [domain, _, measure] = integral.args.as_slice() else {
            return;
        };
        let below = self.tokens.partition_point(|t| t.start < domain.start);
        let mut before = self.tokens[..below].iter().rev().take(BEFORE);
        let strokes = before.find_map(|t| match t.key.as_ref() {
            r"\iint" | "∬" => Some(Shown::AREA),
            r"\iiint" | "∭" => Some(Shown::VOLUME),
            _ => None,
        });
        if let (Some(strokes), Some(name)) = (strokes, measure.symbol()) {
            let index = self.symbol_index(name) as usize;
            self.atoms.symbols[index].shown.add(strokes);
        }
    }
}
