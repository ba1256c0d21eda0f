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
    let said = term.map(&mut |t| {
        let ("sim", [what, law]) = (name(&t, vocabulary), &*t.args) else {
            return t;
        };
        let ("call", [head, parameters @ ..]) = (name(law, vocabulary), &*law.args) else {
            return t;
        };
        let letter = head.args.is_empty() && head.op.as_symbol().is_some();
        // What else is said of it may follow from the law: `X \sim N(0, 1), E[X^3] = 0`.
        let alone = t == *term || occurs(what).is_subset(&once);
        if !letter || !alone || parameters.is_empty() || !is_closed(what, vocabulary) {
            return t;
        }
        let labels = [what, head].map(|part| label(part, atoms, vocabulary));
        let [Some(what), Some(head)] = labels else {
            return t;
        };
        let told = parameters_of(parameters, vocabulary).into_iter();
        let each = told.enumerate().map(|(place, told)| {
            let label = format!("{what} ∼ {head} {}", place + 1);
            let symbol = atoms.called(&label, Kind::Any);
            names.insert(label);
            node("eq", vec![Term::leaf(Op::symbol(symbol)), told], vocabulary)
        });
        let mut each: Vec<Term> = each.collect();
        match each.len() {
            1 => each.remove(0),
            _ => node("and", each, vocabulary),
        }
    });
    (said, names)
}

/// What is told of the parameters of a law: a square and its roots are the same as the second one.
pub(super) fn parameters_of(parameters: &[Term], vocabulary: &Vocabulary) -> Vec<Term> {
    let told = |(place, parameter): (usize, &Term)| {
        let root = match (place, name(parameter, vocabulary), &*parameter.args) {
            (1, "pow", [root, two]) if two.op.head() == Head::Integer(2) => root,
            _ => return parameter.clone(),
        };
        match (name(root, vocabulary), &*root.args) {
            ("neg", [of]) => of.clone(),
            _ => root.clone(),
        }
    };
    parameters.iter().enumerate().map(told).collect()
}

/// The letter and the parameters of a law, `N(0, 1)`.
pub(super) fn of<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t Term, &'t [Term])> {
    match (name(term, vocabulary), &*term.args) {
        ("call", [head, parameters @ ..]) if head.args.is_empty() && !parameters.is_empty() => {
            head.op.as_symbol().map(|_| (head, parameters))
        }
        _ => None,
    }
}

/// Whether a law is written in a term that is none itself: it is not known what `-N(0, 1)` is another name of.
pub(super) fn is_within(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= of(t, vocabulary).is_some());
    found && of(term, vocabulary).is_none()
}
