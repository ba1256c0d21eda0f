//! Logarithms of numbers drawn together, as sums of them are written.

use super::sum::{Base, Product, Sum};
use crate::term::Op;
use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive};

/// Logarithms of numbers are drawn together up to here.
const LARGEST: u32 = 1_000_000;
/// A multiple of a logarithm becomes the logarithm of a power up to here.
const LARGEST_POWER: u32 = 1_000;

/// The logarithms of numbers in a sum drawn together; `ln` is the natural one.
pub(super) fn joined(sum: &Sum, ln: Op) -> Sum {
    let mut rest = Sum::zero();
    let mut logarithms: Vec<(BigUint, BigRational)> = Vec::new();
    for (product, c) in &sum.0 {
        if let [(Base::Call(op, args), e)] = &product.0[..]
            && *op == ln
            && e.is_one()
            && let Some(n) = args[0]
                .as_rational()
                .filter(|n| n.is_integer() && n.is_positive())
        {
            logarithms.push((n.to_integer().magnitude().clone(), c.clone()));
        } else {
            rest.push(product.clone(), c.clone());
        }
    }
    let mut content = Sum::zero();
    for (n, c) in &logarithms {
        content.push(
            Product::of(Base::Prime(n.clone()), BigRational::one()),
            c.clone(),
        );
    }
    let content = content.content().abs();
    let (mut above, mut below) = (BigUint::one(), BigUint::one());
    for (n, c) in &logarithms {
        let times = (c / &content).to_integer();
        let Some(k) = times.magnitude().to_u32().filter(|k| *k <= 32) else {
            return sum.clone();
        };
        let factor = Pow::pow(n, k);
        if times.is_negative() {
            below *= factor;
        } else {
            above *= factor;
        }
    }
    let largest = BigUint::from(LARGEST);
    if logarithms.is_empty() || above > largest || below > largest {
        return sum.clone();
    }
    let (mut argument, mut factor) = (BigRational::new(above.into(), below.into()), content);
    if argument.numer().is_one() {
        (argument, factor) = (argument.recip(), -factor);
    }
    let times = factor
        .numer()
        .magnitude()
        .to_u32()
        .filter(|k| *k > 1 && *k <= 10);
    if let Some(k) = times {
        let raised = argument.clone().pow(k as i32);
        if raised.numer().magnitude() <= &BigUint::from(LARGEST_POWER)
            && raised.denom().magnitude() <= &BigUint::from(LARGEST_POWER)
        {
            argument = raised;
            factor /= BigRational::from_integer(k.into());
        }
    }
    let log = Base::Call(ln, vec![Sum::constant(argument)]);
    rest.push(Product::of(log, BigRational::one()), factor);
    rest
}
