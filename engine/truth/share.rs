//! What two formulas tell each other of their letters.

use super::depends;
use super::form::Form;
use crate::atoms::{Atoms, Symbol};
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// A letter alone is a statement beside a statement.
pub(super) fn propose(form: &mut Form, other: &Form, vocabulary: &Vocabulary) {
    if let Head::Symbol(i) = form.term.op.head()
        && other.is_statement(vocabulary)
        && let Some(symbol) = form.atoms.symbols.get_mut(i as usize)
        && matches!(symbol.kind, Kind::Any | Kind::Num)
    {
        symbol.kind = Kind::Prop;
    }
}

/// The leaves of a formula, where a letter that it differentiates is a function when another formula
/// applies it.
pub(super) fn share_functions(
    (term, atoms): (&Term, &Atoms),
    other: &Atoms,
    vocabulary: &Vocabulary,
) -> Atoms {
    let mut atoms = atoms.clone();
    for letter in depends::sloped(term, vocabulary) {
        let Some(symbol) = atoms.symbols.get_mut(letter as usize) else {
            continue;
        };
        let applied = |o: &Symbol| o.name == symbol.name && o.kind == Kind::Fn;
        if other.symbols.iter().any(applied) {
            symbol.kind = Kind::Fn;
        }
    }
    atoms
}

/// What one formula knows of a letter, the other knows too when it says nothing of it.
pub(super) fn share_kinds(first: &mut Atoms, second: &mut Atoms) {
    for symbol in &mut first.symbols {
        if let Some(other) = second.symbols.iter_mut().find(|o| o.name == symbol.name) {
            match (symbol.kind, other.kind) {
                (Kind::Any, kind) => symbol.kind = kind,
                (kind, Kind::Any) => other.kind = kind,
                // A letter of an equation alone may be anything.
                (Kind::Num, kind @ (Kind::Set | Kind::Event | Kind::Mat | Kind::Vec)) => {
                    symbol.kind = kind
                }
                (kind @ (Kind::Set | Kind::Event | Kind::Mat | Kind::Vec), Kind::Num) => {
                    other.kind = kind
                }
                (Kind::Set, Kind::Event) => symbol.kind = Kind::Event,
                (Kind::Event, Kind::Set) => other.kind = Kind::Event,
                _ => {}
            }
        }
    }
}
