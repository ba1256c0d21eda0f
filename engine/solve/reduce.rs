//! Terms as sums of products, with the exact values of functions at the usual places.

use super::reason::Reason;
use super::sum::{Base, Product, Sum};
use super::words::Words;
use crate::atoms::Atoms;
use crate::eval;
use crate::term::{Head, Op, Term};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The most rows of a determinant.
const LINES: usize = 5;
/// The deepest nesting of terms.
const DEPTH: usize = 60;

/// What brings terms into the normal form.
pub(super) struct Reducer<'a> {
    pub(super) words: &'a Words<'a>,
    pub(super) atoms: &'a Atoms,
}

impl Reducer<'_> {
    /// The normal form of a term.
    ///
    /// # Errors
    /// When something in it has no real value, is too large, or is none of the functions that
    /// are known and is not free of symbols.
    pub(super) fn sum(&self, term: &Term) -> Result<Sum, Reason> {
        self.at(term, 0)
    }

    fn at(&self, term: &Term, depth: usize) -> Result<Sum, Reason> {
        if depth > DEPTH {
            return Err(Reason::TooLarge);
        }
        let words = self.words;
        match term.op.head() {
            Head::Integer(n) => return Ok(Sum::integer(i64::from(n))),
            Head::Literal(i) => {
                let literal = self.atoms.literals.get(i as usize);
                let literal = literal.ok_or(Reason::NotUnderstood)?;
                if literal.value.numer().bits() + literal.value.denom().bits() > 2048 {
                    return Err(Reason::TooLarge);
                }
                return Ok(Sum::constant(literal.value.clone()));
            }
            Head::Symbol(s) => return Ok(Sum::base(Base::Symbol(s))),
            Head::Slot(_) | Head::Opaque(_) => return Err(Reason::NotUnderstood),
            Head::Operator(_) => {}
        }
        let inner = |arg: &Term| self.at(arg, depth + 1);
        match (words.name(term), &*term.args) {
            ("add", parts) => {
                let mut sum = Sum::zero();
                for part in parts {
                    sum = sum.plus(&inner(part)?);
                }
                Ok(sum)
            }
            ("neg", [x]) => Ok(inner(x)?.scaled(&-BigRational::one())),
            ("mul", parts) => {
                let mut product = Sum::integer(1);
                for part in parts {
                    product = product.times(&inner(part)?)?;
                }
                Ok(product)
            }
            ("div" | "ratio", [a, b]) => {
                let (above, below) = (inner(a)?, inner(b)?);
                // Logarithms of powers of one number: what is not zero is divided out.
                if !below.0.keys().any(Product::varies)
                    && let Some(ratio) = above.ratio(&below)
                {
                    return Ok(Sum::constant(ratio));
                }
                above.times(&words.power(&below, &-BigRational::one())?)
            }
            ("percent", [x]) => Ok(inner(x)?.scaled(&BigRational::new(1.into(), 100.into()))),
            ("degrees", [x]) => {
                let turn = Sum::base(Base::Pi).scaled(&BigRational::new(1.into(), 180.into()));
                inner(x)?.times(&turn)
            }
            ("pow", [base, exponent]) => {
                let (base, exponent) = (inner(base)?, inner(exponent)?);
                match exponent.as_rational() {
                    Some(q) => words.power(&base, &q),
                    None => words.general_power(&base, &exponent),
                }
            }
            ("root", [x, n]) => {
                let index = inner(n)?.as_rational().ok_or(Reason::NoMethod)?;
                if index.is_zero() {
                    return Err(Reason::Undefined);
                }
                words.power(&inner(x)?, &index.recip())
            }
            ("exp", [x]) => words.general_power(&Sum::base(Base::Euler), &inner(x)?),
            ("ln", [x]) => words.logarithm(&inner(x)?),
            ("lg", [x]) => {
                let below = words.logarithm(&Sum::integer(10))?;
                let below = words.power(&below, &-BigRational::one())?;
                words.logarithm(&inner(x)?)?.times(&below)
            }
            // Whatever the base is, the logarithm of e is a factor of all.
            ("log", [x]) => {
                let unit = Base::Call(term.op, vec![Sum::base(Base::Euler)]);
                words.logarithm(&inner(x)?)?.times(&Sum::base(unit))
            }
            ("logb", [base, x]) => {
                let above = words.logarithm(&inner(x)?)?;
                let below = words.logarithm(&inner(base)?)?;
                // Powers of one number: `log_8 4` is 2/3.
                if !below.is_zero() {
                    let ratio = above.content() / below.content();
                    if above.minus(&below.scaled(&ratio)).is_zero() {
                        return Ok(Sum::constant(ratio));
                    }
                }
                above.times(&words.power(&below, &-BigRational::one())?)
            }
            ("pi", []) => Ok(Sum::base(Base::Pi)),
            ("e", []) => Ok(Sum::base(Base::Euler)),
            ("i", []) => Err(Reason::NotReal),
            ("pm" | "mp" | "infty" | "dots" | "blank", _) => Err(Reason::NotUnderstood),
            ("factorial", [n]) => {
                let n = inner(n)?
                    .as_rational()
                    .and_then(|n| n.to_integer().to_u32().filter(|_| n.is_integer()));
                let n = n.filter(|n| *n <= 60).ok_or(Reason::NoMethod)?;
                let product = (1..=n).fold(BigInt::one(), |product, k| product * k);
                Ok(Sum::constant(product.into()))
            }
            ("det", [matrix]) if words.name(matrix) == "matrix" => {
                let entries = matrix
                    .args
                    .iter()
                    .map(|row| row.args.iter().map(inner).collect());
                let rows: Vec<Vec<Sum>> = entries.collect::<Result<_, _>>()?;
                determinant(&rows)
            }
            ("call" | "idx", _) => self.other(term),
            (name, [x]) if FUNCTIONS.contains(&name) => words.function(term.op, name, inner(x)?),
            _ => self.other(term),
        }
    }

    /// A number that is not looked into; it must have a value of its own.
    fn other(&self, term: &Term) -> Result<Sum, Reason> {
        let words = self.words;
        let known = words.name(term) == "idx" || eval::has_value(words.name(term));
        let operator = words
            .vocabulary
            .operator(term.op)
            .ok_or(Reason::NotUnderstood)?;
        let number = operator.signatures.iter().any(|s| {
            use crate::vocabulary::Kind;
            matches!(s.result, Kind::Num | Kind::Any)
        });
        let mut clear = known && number && operator.binds.is_none();
        term.walk(&mut |t| {
            clear &= !matches!(t.op.head(), Head::Slot(_) | Head::Opaque(_));
        });
        if clear {
            Ok(Sum::base(Base::Other(term.clone())))
        } else {
            Err(Reason::NotUnderstood)
        }
    }
}

/// Functions of one number that sums are made of.
const FUNCTIONS: [&str; 18] = [
    "abs", "sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "arccot",
    "sinh", "cosh", "tanh", "coth", "arsinh", "arcosh", "artanh",
];

impl Words<'_> {
    /// A function of a sum: its exact value where that is known, otherwise with the sign of the
    /// argument in front.
    pub(super) fn function(&self, op: Op, name: &str, x: Sum) -> Result<Sum, Reason> {
        let minus = -BigRational::one();
        if let Some(value) = self.known_value(name, &x)? {
            return Ok(value);
        }
        let content = x.content();
        let negative = content.is_negative();
        let positive = if negative {
            x.scaled(&minus)
        } else {
            x.clone()
        };
        let call = |x: &Sum| Sum::base(Base::Call(op, vec![x.clone()]));
        match name {
            "abs" => {
                let size = content.abs();
                let inner = x.scaled(&content.recip());
                if let Some(c) = inner.as_rational() {
                    return Ok(Sum::constant(size * c.abs()));
                }
                if let Some((product, _)) = inner.single()
                    && product
                        .0
                        .iter()
                        .all(|(b, e)| b.is_positive(self.abs) || !e.is_integer())
                {
                    return Ok(inner.scaled(&size));
                }
                Ok(call(&inner).scaled(&size))
            }
            "cos" | "sec" | "cosh" if negative => Ok(call(&positive)),
            "arccos" | "arccot" if negative => {
                Ok(Sum::base(Base::Pi).minus(&self.function(op, name, positive)?))
            }
            "arcosh" => Ok(call(&x)),
            _ if negative => Ok(self.function(op, name, positive)?.scaled(&minus)),
            _ => Ok(call(&x)),
        }
    }

    fn known_value(&self, name: &str, x: &Sum) -> Result<Option<Sum>, Reason> {
        match name {
            "sin" | "cos" | "tan" | "cot" | "sec" | "csc" => {
                let Some(twelfths) = twelfths(x) else {
                    return Ok(None);
                };
                let sine = |k: i64| self.sine(k.rem_euclid(24));
                let (s, c) = (sine(twelfths)?, sine(twelfths + 6)?);
                let over = |a: &Sum, b: &Sum| a.times(&self.power(b, &-BigRational::one())?);
                Ok(Some(match name {
                    "sin" => s,
                    "cos" => c,
                    "tan" => over(&s, &c)?,
                    "cot" => over(&c, &s)?,
                    "sec" => over(&Sum::integer(1), &c)?,
                    _ => over(&Sum::integer(1), &s)?,
                }))
            }
            "arcsin" | "arccos" | "arctan" | "arccot" => {
                let turn =
                    |k: i64| Sum::base(Base::Pi).scaled(&BigRational::new(k.into(), 12.into()));
                for k in -6..=6 {
                    let value = if matches!(name, "arcsin" | "arccos") {
                        self.sine((k + 24) % 24)?
                    } else if k.abs() == 6 {
                        continue;
                    } else {
                        let below = self.power(&self.sine((k + 30) % 24)?, &-BigRational::one())?;
                        self.sine((k + 24) % 24)?.times(&below)?
                    };
                    if value == *x {
                        let direct = matches!(name, "arcsin" | "arctan");
                        return Ok(Some(turn(if direct { k } else { 6 - k })));
                    }
                }
                let one = BigRational::one();
                let outside = x.as_rational().is_some_and(|q| q.abs() > one);
                if outside && matches!(name, "arcsin" | "arccos") {
                    return Err(Reason::Undefined);
                }
                Ok(None)
            }
            "sinh" | "tanh" | "arsinh" | "artanh" if x.is_zero() => Ok(Some(Sum::zero())),
            "cosh" if x.is_zero() => Ok(Some(Sum::integer(1))),
            _ => Ok(None),
        }
    }

    /// The sine of so many twelfths of π, from 0 to 23.
    fn sine(&self, k: i64) -> Result<Sum, Reason> {
        if k >= 12 {
            return Ok(self.sine(k - 12)?.scaled(&-BigRational::one()));
        }
        let root = |n: i64| self.power(&Sum::integer(n), &BigRational::new(1.into(), 2.into()));
        let part = |below: i64| BigRational::new(1.into(), below.into());
        Ok(match k.min(12 - k) {
            0 => Sum::zero(),
            1 => root(6)?.minus(&root(2)?).scaled(&part(4)),
            2 => Sum::constant(part(2)),
            3 => root(2)?.scaled(&part(2)),
            4 => root(3)?.scaled(&part(2)),
            5 => root(6)?.plus(&root(2)?).scaled(&part(4)),
            _ => Sum::integer(1),
        })
    }
}

/// The determinant of a square matrix, along its first row.
fn determinant(rows: &[Vec<Sum>]) -> Result<Sum, Reason> {
    let Some((first, rest)) = rows.split_first() else {
        return Ok(Sum::integer(1));
    };
    if rows.len() > LINES || rows.iter().any(|row| row.len() != rows.len()) {
        return Err(Reason::NoMethod);
    }
    let mut sum = Sum::zero();
    for (place, entry) in first.iter().enumerate().filter(|(_, e)| !e.is_zero()) {
        let minor = rest.iter().map(|row| {
            let kept = row.iter().enumerate().filter(|(i, _)| *i != place);
            kept.map(|(_, e)| e.clone()).collect()
        });
        let minor: Vec<Vec<Sum>> = minor.collect();
        let part = entry.times(&determinant(&minor)?)?;
        sum = match place % 2 {
            0 => sum.plus(&part),
            _ => sum.minus(&part),
        };
    }
    Ok(sum)
}

/// How many twelfths of π it is.
fn twelfths(x: &Sum) -> Option<i64> {
    if x.is_zero() {
        return Some(0);
    }
    let (product, c) = x.single()?;
    let pi = *product == Product::of(Base::Pi, BigRational::one());
    let k = c * BigRational::from_integer(12.into());
    (pi && k.is_integer())
        .then(|| k.to_integer().to_i64())
        .flatten()
}
