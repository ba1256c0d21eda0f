//! Sums of products of powers: the normal form in which equations are solved.
//!
//! Every way to bring a term into this form keeps its value wherever the term has one; it may have
//! a value in more places (`x/x` becomes `1`), so solutions may be added, never lost.

pub(super) use super::product::{Base, Product};
use super::reason::Reason;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// The most products of a sum.
const MOST: usize = 400;
/// The most bits of a coefficient.
const BITS: u64 = 4096;
/// Sums of several products are multiplied out up to this power; higher powers stay closed.
const EXPANDED: i64 = 6;

/// A sum of products with coefficients that are not zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum(pub(super) BTreeMap<Product, BigRational>);

impl Sum {
    /// Zero.
    pub(super) fn zero() -> Self {
        Self::default()
    }
    /// A number.
    pub(super) fn constant(value: BigRational) -> Self {
        Self::of(Product::default(), value)
    }
    /// An integer.
    pub(super) fn integer(value: i64) -> Self {
        Self::constant(BigRational::from_integer(value.into()))
    }
    /// One product.
    pub(super) fn of(product: Product, coefficient: BigRational) -> Self {
        let mut sum = Self::default();
        if !coefficient.is_zero() {
            sum.0.insert(product, coefficient);
        }
        sum
    }
    /// A base.
    pub(super) fn base(base: Base) -> Self {
        Self::of(Product::of(base, BigRational::one()), BigRational::one())
    }
    /// Whether it is zero as it stands.
    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
    /// The rational number that it is.
    pub(super) fn as_rational(&self) -> Option<BigRational> {
        match self.0.iter().next() {
            None => Some(BigRational::zero()),
            Some((product, c)) if self.0.len() == 1 && product.0.is_empty() => Some(c.clone()),
            Some(_) => None,
        }
    }
    /// The only product, with its coefficient.
    pub(super) fn single(&self) -> Option<(&Product, &BigRational)> {
        self.0.iter().next().filter(|_| self.0.len() == 1)
    }
    /// Whether a symbol occurs in it.
    pub(super) fn holds(&self, symbol: u32) -> bool {
        self.0.keys().any(|p| p.holds(symbol))
    }
    /// The bases in which a symbol occurs, in order.
    pub(super) fn bases(&self, symbol: u32) -> Vec<Base> {
        let mut found: Vec<Base> = Vec::new();
        for (base, _) in self.0.keys().flat_map(|p| &p.0) {
            if base.holds(symbol) && !found.contains(base) {
                found.push(base.clone());
            }
        }
        found.sort();
        found
    }

    pub(super) fn push(&mut self, product: Product, coefficient: BigRational) {
        use std::collections::btree_map::Entry;
        match self.0.entry(product) {
            Entry::Vacant(place) => {
                if !coefficient.is_zero() {
                    place.insert(coefficient);
                }
            }
            Entry::Occupied(mut place) => {
                *place.get_mut() += coefficient;
                if place.get().is_zero() {
                    place.remove();
                }
            }
        }
    }

    /// `self + other`.
    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (product, c) in &other.0 {
            sum.push(product.clone(), c.clone());
        }
        sum
    }
    /// `self - other`.
    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(&-BigRational::one()))
    }
    /// Every coefficient multiplied.
    pub(super) fn scaled(&self, by: &BigRational) -> Self {
        if by.is_zero() {
            return Self::zero();
        }
        Self(self.0.iter().map(|(p, c)| (p.clone(), c * by)).collect())
    }

    /// The number that `self` is a multiple of `other` by.
    pub(super) fn ratio(&self, other: &Self) -> Option<BigRational> {
        let (_, first) = other.0.iter().next()?;
        let (_, own) = self.0.iter().next()?;
        let ratio = own / first;
        (*self == other.scaled(&ratio)).then_some(ratio)
    }

    /// `self · other`.
    ///
    /// # Errors
    /// When the result is too large.
    pub(super) fn times(&self, other: &Self) -> Result<Self, Reason> {
        let mut sum = Self::zero();
        for (p, a) in &self.0 {
            for (q, b) in &other.0 {
                let (product, coefficient) = folded(p.times(q), a * b)?;
                if coefficient.numer().bits() + coefficient.denom().bits() > BITS {
                    return Err(Reason::TooLarge);
                }
                if let Some((factor, rest)) = expandable(&product)? {
                    let rest = Self::of(rest, coefficient);
                    sum = sum.plus(&factor.times(&rest)?);
                } else {
                    sum.push(product, coefficient);
                }
                if sum.0.len() > MOST {
                    return Err(Reason::TooLarge);
                }
            }
        }
        Ok(sum)
    }

    /// The greatest number that leaves whole coefficients without a common factor, of the sign of
    /// the greatest product.
    pub(super) fn content(&self) -> BigRational {
        let mut top = BigInt::zero();
        let mut below = BigInt::one();
        for c in self.0.values() {
            top = top.gcd(c.numer());
            below = below.lcm(c.denom());
        }
        if top.is_zero() {
            return BigRational::one();
        }
        let content = BigRational::new(top, below);
        match self.0.values().next_back() {
            Some(last) if last.is_negative() => -content,
            _ => content,
        }
    }

    /// Its whole power.
    ///
    /// # Errors
    /// When the result is too large.
    pub(super) fn whole_power(&self, exponent: i64) -> Result<Self, Reason> {
        if let Some((product, c)) = self.single() {
            let exponents = BigRational::from_integer(exponent.into());
            let bits = (c.numer().bits() + c.denom().bits()) as i64;
            if (bits - 2).max(0).saturating_mul(exponent.abs()) > BITS as i64 {
                return Err(Reason::TooLarge);
            }
            let power = i32::try_from(exponent).map_err(|_| Reason::TooLarge)?;
            let c = if c.is_one() { c.clone() } else { c.pow(power) };
            // Roots may come out whole.
            return Self::constant(BigRational::one())
                .times(&Self::of(product.raised(&exponents), c));
        }
        if exponent > EXPANDED {
            let content = self.content();
            let factor = Self::constant(content.clone()).whole_power(exponent)?;
            let base = Base::Compound(self.scaled(&content.recip()));
            return factor.times(&Self::base_power(base, exponent.into()));
        }
        let mut power = Self::integer(1);
        for _ in 0..exponent {
            power = power.times(self)?;
        }
        Ok(power)
    }

    /// The power of a base, as it stands.
    pub(super) fn base_power(base: Base, exponent: BigInt) -> Self {
        let exponent = BigRational::from_integer(exponent);
        Self::of(Product::of(base, exponent), BigRational::one())
    }

    /// The sum with every base changed.
    ///
    /// # Errors
    /// When the result is too large.
    pub(super) fn replaced(&self, base: &Base, by: &Self) -> Result<Self, Reason> {
        let mut sum = Self::zero();
        for (product, c) in &self.0 {
            let exponent = product.exponent(base);
            let rest = Self::of(product.without(base), c.clone());
            if exponent.is_zero() {
                sum = sum.plus(&rest);
                continue;
            }
            let whole = exponent
                .is_integer()
                .then(|| exponent.to_integer().to_i64());
            let Some(Some(whole)) = whole.filter(|_| exponent.is_positive()) else {
                return Err(Reason::NoMethod);
            };
            sum = sum.plus(&by.whole_power(whole)?.times(&rest)?);
        }
        Ok(sum)
    }
}

/// Whole parts of the exponents of primes go into the coefficient.
fn folded(
    mut product: Product,
    mut coefficient: BigRational,
) -> Result<(Product, BigRational), Reason> {
    let mut emptied = false;
    for (base, exponent) in &mut product.0 {
        let Base::Prime(p) = base else { continue };
        let whole = exponent.floor();
        if whole.is_zero() {
            continue;
        }
        let times = whole.to_integer().to_i32().ok_or(Reason::TooLarge)?;
        if u64::from(times.unsigned_abs()).saturating_mul(p.bits()) > BITS {
            return Err(Reason::TooLarge);
        }
        coefficient *= BigRational::from_integer(BigInt::from(p.clone())).pow(times);
        *exponent -= whole;
        emptied |= exponent.is_zero();
    }
    if emptied {
        product.0.retain(|(_, e)| !e.is_zero());
    }
    Ok((product, coefficient))
}

/// The whole powers of sums in a product, multiplied out, and the rest.
fn expandable(product: &Product) -> Result<Option<(Sum, Product)>, Reason> {
    let one = BigRational::one();
    let open = |(base, e): &&(Base, BigRational)| {
        matches!(base, Base::Compound(_))
            && *e >= one
            && e.floor() <= BigRational::from_integer(EXPANDED.into())
    };
    let Some((base, exponent)) = product.0.iter().find(open) else {
        return Ok(None);
    };
    let Base::Compound(sum) = base else {
        return Ok(None);
    };
    let whole = exponent.floor();
    let mut rest = product.without(base);
    let left = exponent - &whole;
    if !left.is_zero() {
        rest = rest.times(&Product::of(base.clone(), left));
    }
    let power = whole.to_integer().to_i64().ok_or(Reason::TooLarge)?;
    Ok(Some((sum.whole_power(power)?, rest)))
}
