//! Families of solutions: their members put in, one integer for all, and the members of which a
//! range leaves some.

use super::alone::verifier;
use super::reason::Reason;
use super::search::Search;
use super::solution::Set;
use super::sum::{Base, Sum};
use super::verify::Fate;
use super::words::occurs;
use crate::normal;
use crate::term::{Op, Term};
use num_bigint::BigInt;
use std::cmp::Ordering;

/// Members of a family, on both sides of zero, of which a range leaves some.
const MEMBERS: i64 = 40;

/// Remainders are told apart by these numbers: what repeats with the sines of a school book does.
const MODULI: [i64; 9] = [1, 2, 3, 4, 5, 6, 8, 10, 12];

/// What is left of a root of an equation once its members are put in: those of some remainders, as
/// `x = k\pi/2` for odd `k`. Also the members that are no solutions.
///
/// # Errors
/// When members cannot be decided, or those that are solutions do not repeat.
pub(super) fn admissible(
    search: &mut Search<'_>,
    equation: &Term,
    root: &Sum,
) -> Result<(Vec<Sum>, Vec<Term>), Reason> {
    let value = search.term(root);
    let integers: Vec<u32> = search.apart[1..].to_vec();
    let held = integers.into_iter().filter(|k| root.holds(*k));
    let integer = match held.collect::<Vec<_>>()[..] {
        [integer] => integer,
        [] => {
            return Ok(match verifier(search, equation).fate(&value)? {
                Fate::Solution => (vec![root.clone()], Vec::new()),
                Fate::Extraneous => (Vec::new(), vec![value]),
            });
        }
        _ => return Err(Reason::NoFormula),
    };
    let members = verifier(search, equation).members(&value, integer)?;
    let of = |remainder: i64, modulus: i64| {
        let same = move |(k, _): &&(i64, Fate)| k.rem_euclid(modulus) == remainder;
        members.iter().filter(same).map(|(_, fate)| *fate)
    };
    let alike = |modulus: &&i64| {
        (0..**modulus).all(|remainder| {
            let mut fates = of(remainder, **modulus);
            let first = fates.next();
            fates.all(|fate| Some(fate) == first)
        })
    };
    let modulus = *MODULI.iter().find(alike).ok_or(Reason::NotVerified)?;
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for remainder in 0..modulus {
        let members = Sum::base(Base::Symbol(integer)).scaled(&BigInt::from(modulus).into());
        let members = members.plus(&Sum::integer(remainder));
        let part = root.replaced(&Base::Symbol(integer), &members)?;
        match of(remainder, modulus).next() {
            Some(Fate::Solution) => kept.push(ascending(search, part, integer)?),
            _ => others.push(search.term(&part)),
        }
    }
    Ok((kept, others))
}

/// A family, its members in ascending order: those of `-k\pi` are those of `k\pi`.
fn ascending(search: &mut Search<'_>, family: Sum, integer: u32) -> Result<Sum, Reason> {
    let base = Base::Symbol(integer);
    let member = |k: i64| family.replaced(&base, &Sum::integer(k));
    let step = member(1)?.minus(&member(0)?);
    if search.sign(&step) != Some(Ordering::Less) {
        return Ok(family);
    }
    family.replaced(
        &base,
        &Sum::base(base.clone()).scaled(&BigInt::from(-1).into()),
    )
}

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
