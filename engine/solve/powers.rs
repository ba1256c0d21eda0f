//! Powers with broken exponents, which two conventions give different values for negative bases.

use super::reduce::Reducer;
use super::words::{Words, symbols};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive};

/// The term with powers of real roots, `\sqrt[3]{x}^2`, for those with broken exponents whose
/// denominator is odd, `x^{2/3}`, wherever a symbol stands in the base.
pub(super) fn as_roots(term: &Term, atoms: &Atoms, words: &Words<'_>) -> Term {
    let reducer = Reducer { words, atoms };
    term.map(&mut |t| {
        let ("pow", [base, exponent]) = (words.name(&t), &*t.args) else {
            return t;
        };
        let value = reducer.sum(exponent).ok().and_then(|e| e.as_rational());
        let Some(value) = value.filter(|q| !q.is_integer() && q.denom().is_odd()) else {
            return t;
        };
        if symbols(base).is_empty() {
            return t;
        }
        let number = |n: &BigInt| words.integer(n.magnitude().to_u64()?);
        let (Some(above), Some(index)) = (number(value.numer()), number(value.denom())) else {
            return t;
        };
        let root = Term::new(words.root, vec![base.clone(), index]);
        let power = Term::new(words.pow, vec![root, above]);
        if value.is_negative() {
            let one = Term::leaf(Op::integer(1));
            return Term::new(words.div, vec![one, power]);
        }
        power
    })
}
