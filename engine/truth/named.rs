//! Letters that are names: what one is equal to that stands nowhere else may be anything.

use super::form::{Form, name};
use super::generic::is_any;
use super::parts::Parts;
use super::words;
use crate::term::{Head, Term};

impl Parts<'_> {
    /// The side of an equation whose other side is a letter, or a function at letters, that stands
    /// nowhere else: its value may be any.
    pub(super) fn named<'t>(&self, path: &[&'t Term], form: &Form) -> Option<&'t Term> {
        for (k, part) in path.iter().enumerate() {
            let equation = matches!(
                name(part, self.vocabulary),
                "approx" | "defines" | "eq" | "equiv"
            );
            let ([a, b], true) = (&*part.args, equation) else {
                continue;
            };
            let fails = |side: &Term| path.get(k + 1).is_none_or(|next| *next == side);
            for (letter, side) in [(a, b), (b, a)] {
                if fails(side) && self.is_free(letter, form) && self.is_plain(side) {
                    return Some(side);
                }
            }
        }
        None
    }

    /// Whether a term is a letter that stands nowhere else, or such a function at different letters.
    fn is_free(&self, term: &Term, form: &Form) -> bool {
        let (mut head, mut at) = (term, &[] as &[Term]);
        if let ("call", [of, args @ ..]) = (name(head, self.vocabulary), &*head.args) {
            (head, at) = (of, args);
        }
        if let ("idx", [of, ..]) = (name(head, self.vocabulary), &*head.args) {
            head = of;
        }
        let Head::Symbol(s) = head.op.head() else {
            return false;
        };
        let mut times = 0;
        form.term
            .walk(&mut |t| times += usize::from(t.op.head() == Head::Symbol(s)));
        let symbols = |t: &Term| matches!(t.op.head(), Head::Symbol(_));
        let apart = |(k, t): (usize, &Term)| symbols(t) && !at[..k].contains(t);
        times == 1
            && form.atoms.symbols.get(s as usize).is_some_and(is_any)
            && at.iter().enumerate().all(apart)
    }

    /// Whether all of a term was understood.
    fn is_plain(&self, term: &Term) -> bool {
        let mut plain = true;
        let stray = |s: u32| {
            let symbol = self.atoms.symbols.get(s as usize);
            let name = symbol.map_or("", |s| s.name.trim_start_matches('\\'));
            name.len() == 1 && !name.starts_with(char::is_alphabetic)
        };
        term.walk(&mut |t| {
            plain &= match t.op.head() {
                Head::Opaque(_) => false,
                Head::Symbol(s) => !stray(s),
                _ => !words::worded(t, self.vocabulary) && name(t, self.vocabulary) != "blank",
            };
        });
        plain
    }
}
