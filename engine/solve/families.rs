//! Families of solutions: one integer for all, and the members of which a range leaves some.

use super::alone::verifier;
use super::reason::Reason;
use super::search::Search;
use super::solution::Set;
use super::sum::{Base, Sum};
use super::verify::Fate;
use super::words::occurs;
use crate::normal;
use crate::term::{Op, Term};

/// Members of a family, on both sides of zero, of which a range leaves some.
const MEMBERS: i64 = 40;

/// Families with one integer for all.
pub(super) fn together(
    search: &Search<'_>,
    values: Vec<Term>,
    used: &[u32],
    extraneous: Vec<Term>,
) -> Result<(Set, Vec<Term>), Reason> {
    let Some((integer, others)) = used.split_first() else {
        return Err(Reason::NoFormula);
    };
    let mut families: Vec<Term> = Vec::new();
    for value in values {
        let held = used.iter().filter(|k| occurs(&value, **k)).count();
        if held != 1 {
            return Err(Reason::NoFormula);
        }
        let name = Term::leaf(Op::symbol(*integer));
        let value = others.iter().fold(value, |value, other| {
            normal::replace(&value, Op::symbol(*other), &name)
        });
        if !families.contains(&value) {
            families.push(value);
        }
    }
    let distinct = verifier(search, &search.words.zero()).distinct(families, *integer)?;
    Ok((Set::Families(distinct, *integer), extraneous))
}

/// The members of families for which a statement holds, when they are finitely many.
pub(super) fn members(
    search: &mut Search<'_>,
    statement: &Term,
    roots: &[Sum],
    integer: u32,
) -> Result<Vec<Term>, Reason> {
    let mut found = Vec::new();
    for root in roots {
        for k in -MEMBERS..=MEMBERS {
            let value = root.replaced(&Base::Symbol(integer), &Sum::integer(k))?;
            let value = search.term(&value);
            if found.contains(&value)
                || verifier(search, statement).fate(&value)? == Fate::Extraneous
            {
                continue;
            }
            if k.abs() > MEMBERS - 4 {
                return Err(Reason::NoFormula);
            }
            found.push(value);
        }
    }
    Ok(found)
}
