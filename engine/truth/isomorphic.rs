//! What is isomorphic has as many members: `G/\ker\varphi \cong \operatorname{im}\varphi` is compared with versions by
//! the numbers of members, `\mathbb{Z}_{mn} \cong \mathbb{Z}_m \times \mathbb{Z}_n`.

use std::collections::BTreeSet;

use super::derived::is_marked;
use super::form::{name, node};
use super::whole::label;
use crate::atoms::Atoms;
use crate::scope::is_closed;
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// Numbers of members, and the names of those that may be any.
pub(super) struct Sizes<'a> {
    pub(super) atoms: &'a mut Atoms,
    pub(super) names: &'a mut BTreeSet<String>,
    pub(super) vocabulary: &'a Vocabulary,
}

impl Sizes<'_> {
    /// How many members a structure has; none where more than letters would have to be known for it.
    pub(super) fn of(&mut self, term: &Term) -> Option<Term> {
        match (name(term, self.vocabulary), &*term.args) {
            ("idx", [whole, n]) if self.is_integers(whole) => Some(n.clone()),
            ("quotient", [whole, part]) if self.is_integers(whole) => self.modulus(part),
            ("quotient", [whole, part]) => {
                let sizes = vec![self.part(whole)?, self.part(part)?];
                Some(node("div", sizes, self.vocabulary))
            }
            ("cross" | "oplus", parts) => {
                let sizes: Option<Vec<Term>> = parts.iter().map(|part| self.of(part)).collect();
                Some(node("mul", sizes?, self.vocabulary))
            }
            ("setpow", [of, n]) => {
                let size = self.of(of)?;
                Some(node("pow", vec![size, n.clone()], self.vocabulary))
            }
            ("ker" | "image", [of]) if self.is_letter(of) => self.whole(term),
            ("call", [head, of @ ..]) if self.is_letter(head) => {
                let letters = of.iter().all(|t| self.is_structure(t));
                letters.then(|| self.whole(term)).flatten()
            }
            _ if self.is_structure(term) => self.whole(term),
            _ => None,
        }
    }

    /// The same of what stands in a quotient: `HN/N`, `H/(H \cap N)`.
    fn part(&mut self, term: &Term) -> Option<Term> {
        match (name(term, self.vocabulary), &*term.args) {
            ("mul" | "opmul" | "add" | "inter", parts)
                if parts.iter().all(|t| self.is_structure(t)) =>
            {
                self.whole(term)
            }
            _ => self.of(term),
        }
    }

    /// `n` of `n\mathbb{Z}`.
    fn modulus(&self, part: &Term) -> Option<Term> {
        match (name(part, self.vocabulary), &*part.args) {
            ("mul", [n @ .., integers]) if self.is_integers(integers) => match n {
                [n] => Some(n.clone()),
                _ => Some(node("mul", n.to_vec(), self.vocabulary)),
            },
            _ => None,
        }
    }

    fn whole(&mut self, term: &Term) -> Option<Term> {
        let label = label(term, self.atoms, self.vocabulary)
            .filter(|_| is_closed(term, self.vocabulary))?;
        let label = format!("|{label}|");
        let symbol = self.atoms.called(&label, Kind::Num);
        self.names.insert(label);
        Some(Term::leaf(Op::symbol(symbol)))
    }

    fn is_integers(&self, term: &Term) -> bool {
        name(term, self.vocabulary) == "ZZ"
    }

    fn is_letter(&self, term: &Term) -> bool {
        term.args.is_empty() && term.op.as_symbol().is_some()
    }

    /// Whether this is the capital letter of a structure.
    fn is_structure(&self, term: &Term) -> bool {
        let symbol = term.op.as_symbol().filter(|_| term.args.is_empty());
        let known = symbol.and_then(|s| self.atoms.symbols.get(s as usize));
        let capital = |name: &str| name.len() == 1 && name.starts_with(char::is_uppercase);
        known.is_some_and(|s| capital(&s.name) || is_marked(&s.name))
    }
}
