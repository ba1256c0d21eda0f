//! How something is distributed, by the parameters of its law: `X \sim N(\mu, \sigma^2)`.

use std::collections::BTreeSet;

use super::form::{name, node};
use super::solve::{occurs, once};
use super::whole::label;
use crate::atoms::Atoms;
use crate::scope::is_closed;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The term that says of each parameter of a law what it is, and the names that these have.
///
/// A law of other parameters is another one. The second parameter of a normal law is its variance to some
/// and the root of that to others, so that a square and its root are the same there.
pub(super) fn told(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let mut names = BTreeSet::new();
    let once = once(term);
    let term = term.map(&mut |t| {
        let ("sim", [what, law]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        let ("call", [head, parameters @ ..]) = (name(law, vocabulary), &*law.args) else {
            return t;
        };
        let letter = head.args.is_empty() && head.op.as_symbol().is_some();
        // What else is said of it may follow from the law: `X \sim N(0, 1), E[X^3] = 0`.
        let alone = occurs(what).is_subset(&once);
        if !letter || !alone || parameters.is_empty() || !is_closed(what, vocabulary) {
            return t;
        }
        let labels = [what, head].map(|part| label(part, atoms, vocabulary));
        let [Some(what), Some(head)] = labels else {
            return t;
        };
        let each = parameters.iter().enumerate().map(|(place, parameter)| {
            let told = match (place, name(parameter, vocabulary), &*parameter.args) {
                (1, "pow", [root, two]) if two.op.head() == Head::Integer(2) => root,
                _ => parameter,
            };
            let label = format!("{what} ∼ {head} {}", place + 1);
            let symbol = atoms.called(&label, Kind::Any);
            names.insert(label);
            node(
                "eq",
                vec![Term::leaf(Op::symbol(symbol)), told.clone()],
                vocabulary,
            )
        });
        let mut each: Vec<Term> = each.collect();
        match each.len() {
            1 => each.remove(0),
            _ => node("and", each, vocabulary),
        }
    });
    (term, names)
}
