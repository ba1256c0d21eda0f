//! What acts on what stands after it in a product: derivations and maps on forms, weights on inputs.

use super::Elaborator;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether a derivation or a map acts on the forms after it, or an operator on the value of a
    /// function: `\iota_X \omega`, `\mathcal{L}_X \omega`, `f^* \omega`.
    pub(super) fn on_forms(&self, tree: &Tree) -> bool {
        let Some((_, before)) = tree.args.split_last() else {
            return false;
        };
        let field = |t: &Tree| t.symbol().is_some();
        let acts = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [sign, index]) => {
                sign.symbol().is_some_and(|n| DERIVATIONS.contains(&n)) && field(index)
            }
            (Head::Power, [map, mark]) => {
                matches!(&mark.head, Head::Mark(mark) if matches!(mark.as_str(), "*" | r"\ast"))
                    && map.symbol().is_some_and(|n| MAPS.contains(&n))
                    && tree.args.iter().any(|t| self.is_form(t))
            }
            _ => false,
        };
        // `\mathcal{A} f(x)`, `E h(X)`
        let operates = |pair: &[Tree]| {
            let operator = |n: &str| {
                let font = n.starts_with(r"\mathcal{") || n.starts_with(r"\mathscr{");
                font || matches!(n, "E" | r"\mathbf{E}" | r"\mathrm{E}" | r"\mathbb{E}")
            };
            pair[0].symbol().is_some_and(operator) && pair[1].head == Head::Call
        };
        before.iter().any(acts) || tree.args.windows(2).any(operates)
    }

    /// Whether a tree may be a differential form.
    fn is_form(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Symbol(name) => matches!(
                name.as_str(),
                r"\omega" | r"\eta" | r"\alpha" | r"\beta" | r"\theta"
            ),
            Head::Apply(op) if Some(*op) == self.table.differential_of => true,
            Head::Apply(_) | Head::Sum(..) | Head::Product(_) => {
                tree.args.iter().any(|a| self.is_form(a))
            }
            _ => false,
        }
    }

    /// A function with its arguments; an operator keeps its place before what it acts on:
    /// `(Tf)(x)`.
    pub(super) fn called(&mut self, tree: &Tree) -> Term {
        let base = &tree.args[0];
        let function = |t: &Tree| {
            t.root_symbol()
                .is_some_and(|name| self.usage.may_be_function(name))
        };
        let acts = matches!(base.head, Head::Product(_)) && !base.args.iter().all(function);
        let ordered = acts.then(|| self.in_order(base));
        let mut args = self.list();
        for (at, arg) in tree.args.iter().enumerate() {
            args.push(match &ordered {
                Some(base) if at == 0 => self.term(base, Kind::Any),
                _ => self.term(arg, Kind::Any),
            });
        }
        self.named("call", args)
    }
}

/// Derivations along a field, which stands below.
const DERIVATIONS: &[&str] = &[r"\iota", r"\mathcal{L}", r"\mathscr{L}"];

/// Letters of maps along which forms are pulled back.
const MAPS: &[&str] = &[
    "f", "g", "h", "i", "j", "F", "G", r"\phi", r"\varphi", r"\psi", r"\Phi", r"\Psi", r"\pi",
    r"\iota", r"\sigma", r"\tau",
];
