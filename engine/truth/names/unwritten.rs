//! Statements with sides that are not written.

use crate::atoms::{Atoms, Shown, Symbol};
use crate::term::{Op, Term};
use crate::truth::form::{name, node};
use crate::vocabulary::{Kind, Vocabulary};

/// The statement without the sides that are not written; `None` when less than a relation is left.
pub(in crate::truth) fn complete(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let blank = |t: &Term| name(t, vocabulary) == "blank";
    match (name(term, vocabulary), &*term.args) {
        ("chain", mut sides) => {
            while let [first, _, rest @ ..] = sides
                && blank(first)
            {
                sides = rest;
            }
            while let [rest @ .., _, last] = sides
                && blank(last)
            {
                sides = rest;
            }
            match sides {
                [_] | [] => None,
                // An arrow with something above it is no relation alone.
                [a, sign, b] if sign.args.is_empty() => {
                    let sign = name(sign, vocabulary).trim_start_matches("rel-");
                    Some(node(sign, vec![a.clone(), b.clone()], vocabulary))
                }
                sides => Some(Term::new(term.op, sides.to_vec())),
            }
        }
        (_, sides)
            if sides.iter().any(blank)
                && vocabulary
                    .operator(term.op)
                    .is_some_and(|o| o.has_tag("relation")) =>
        {
            None
        }
        _ => Some(term.clone()),
    }
}

/// What stands for a side that is not written.
const UNWRITTEN: &str = "□";

/// A relation with one side that is not written, of which it says something: a value that has no other
/// name. So is a set that a condition describes and that stands alone.
pub(in crate::truth) fn supplied(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    if crate::truth::extension::DESCRIBED.contains(&name(term, vocabulary)) {
        let value = unwritten(Kind::Set, atoms)?;
        return Some(node("eq", vec![value, term.clone()], vocabulary));
    }
    let blank = |t: &&Term| name(t, vocabulary) == "blank";
    let operator = vocabulary.operator(term.op);
    let relation = operator.is_some_and(|o| o.has_tag("relation"));
    (relation && term.args.iter().filter(blank).count() == 1).then_some(())?;
    let written = term.args.iter().find(|t| !blank(t))?;
    // A member of a set is no set; what a vector is equal to is found with the values.
    let kind = match (name(term, vocabulary), vocabulary.kind(written, atoms)) {
        ("eq", kind @ (Kind::Set | Kind::Prop)) => kind,
        _ => Kind::Any,
    };
    let value = unwritten(kind, atoms)?;
    let side = |t: &Term| match blank(&t) {
        true => value.clone(),
        false => t.clone(),
    };
    Some(Term::new(term.op, term.args.iter().map(side).collect()))
}

/// A symbol for what is not written.
fn unwritten(kind: Kind, atoms: &mut Atoms) -> Option<Term> {
    let symbol = u32::try_from(atoms.symbols.len()).ok()?;
    atoms.symbols.push(Symbol {
        name: UNWRITTEN.to_owned(),
        kind,
        protected: true,
        shown: Shown::default(),
    });
    Some(Term::leaf(Op::symbol(symbol)))
}
