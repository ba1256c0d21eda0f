//! Functions with parameters behind a semicolon or a bar, `\prod_{i=1}^n f(x_i; \theta)`: where values of them are added
//! or multiplied by a bound name, they are functions of several numbers.

use super::form::name;
use crate::scope::is_closed;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// How the values of a function are written.
#[derive(Clone, Copy, Default)]
struct Written {
    /// Whether all have their parameters apart.
    apart: bool,
    /// Whether some value is one of a bound name.
    bound: bool,
}

/// The term in which parameters are arguments, of functions that are written with them everywhere.
pub(super) fn spread(term: &Term, vocabulary: &Vocabulary) -> Term {
    let mut heads: BTreeMap<Op, Written> = BTreeMap::new();
    term.walk(&mut |t| {
        if let ("call", [head, args @ ..]) = (name(t, vocabulary), &*t.args)
            && head.op.as_symbol().is_some()
        {
            let apart = parts(args, vocabulary).is_some();
            let known = heads.entry(head.op).or_insert(Written {
                apart,
                bound: false,
            });
            known.apart &= apart;
            known.bound |= !is_closed(t, vocabulary);
        }
    });
    heads.retain(|_, written| written.apart && written.bound);
    if heads.is_empty() {
        return term.clone();
    }
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("call", [head, args @ ..]) if heads.contains_key(&head.op) => {
            match parts(args, vocabulary) {
                Some(parts) => {
                    let args = std::iter::once(head).chain(parts).cloned().collect();
                    Term::new(t.op, args)
                }
                None => t,
            }
        }
        _ => t,
    })
}

/// An argument and its parameter.
fn parts<'t>(args: &'t [Term], vocabulary: &Vocabulary) -> Option<&'t [Term]> {
    match args {
        [only] if matches!(name(only, vocabulary), "semi" | "barred") && only.args.len() == 2 => {
            Some(&only.args)
        }
        _ => None,
    }
}
