//! Symbols that are made for names of several parts.

use crate::atoms::Atoms;
use crate::normal::canonical;
use crate::term::{Head, Op, Term};
use crate::truth::form::{name, node};
use crate::vocabulary::{Kind, Vocabulary};

/// Symbols that are made for names.
pub(super) struct Fresh<'a> {
    pub(super) atoms: &'a mut Atoms,
}

impl Fresh<'_> {
    pub(super) fn label(&self, symbol: u32) -> String {
        let known = self.atoms.symbols.get(symbol as usize);
        known.map_or_else(String::new, |s| s.name.clone())
    }

    pub(super) fn kind(&self, symbol: u32) -> Kind {
        let known = self.atoms.symbols.get(symbol as usize);
        known.map_or(Kind::Any, |s| s.kind)
    }

    /// A term in the order of its parts, which is the same where it may be written in another.
    pub(super) fn spelled(&self, term: &Term, vocabulary: &Vocabulary) -> String {
        let mut parts = Vec::new();
        canonical(vocabulary, term).walk(&mut |t| match t.op.head() {
            Head::Symbol(s) => parts.push(self.label(s)),
            Head::Integer(n) => parts.push(n.to_string()),
            _ if name(t, vocabulary) == "call" => {}
            _ => parts.push(format!("{}/{}", name(t, vocabulary), t.args.len())),
        });
        match parts.split_first() {
            Some((head, rest)) => format!("{head}({})", rest.join(", ")),
            None => String::new(),
        }
    }

    pub(super) fn leaf(&mut self, label: String, kind: Kind) -> Term {
        Term::leaf(Op::symbol(self.atoms.called(&label, kind)))
    }

    /// A symbol that another mark makes out of the base, with the indices of both.
    pub(super) fn indexed(
        &mut self,
        base: &Term,
        mark: &str,
        indices: &[Term],
        vocabulary: &Vocabulary,
    ) -> Option<Term> {
        let (symbol, own) = match (base.op.head(), name(base, vocabulary), &*base.args) {
            (Head::Symbol(s), _, []) => (s, &[][..]),
            (_, "idx", [inner, own @ ..]) => match inner.op.head() {
                Head::Symbol(s) => (s, own),
                _ => return None,
            },
            _ => return None,
        };
        if indices.is_empty() {
            return None;
        }
        let fresh = self.leaf(self.label(symbol) + mark, self.kind(symbol));
        let mut args = vec![fresh];
        args.extend(own.iter().chain(indices).cloned());
        Some(node("idx", args, vocabulary))
    }

    pub(super) fn prefixed(
        &mut self,
        prefix: &str,
        what: &Term,
        vocabulary: &Vocabulary,
    ) -> Option<Term> {
        match (what.op.head(), name(what, vocabulary), &*what.args) {
            (Head::Symbol(s), _, []) => {
                Some(self.leaf(format!("{prefix} {}", self.label(s)), self.kind(s)))
            }
            (_, "idx", [inner, own @ ..]) => {
                let Head::Symbol(s) = inner.op.head() else {
                    return None;
                };
                let fresh = self.leaf(format!("{prefix} {}", self.label(s)), self.kind(s));
                let mut args = vec![fresh];
                args.extend(own.iter().cloned());
                Some(node("idx", args, vocabulary))
            }
            _ => None,
        }
    }
}
