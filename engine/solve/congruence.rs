//! Congruences of polynomials with whole coefficients: the remainders that solve them are found by
//! trying all, so none is missing.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::search::Search;
use super::solution::{self, Set};
use super::sum::{Base, Sum};
use super::words::symbols;
use crate::eval::Program;
use crate::term::{Op, Term};
use num_bigint::BigInt;
use num_traits::{Signed, ToPrimitive};

/// The largest modulus.
const LARGEST: i64 = 500;
/// The most remainders that a solution lists.
const MOST: usize = 8;

impl Search<'_> {
    /// Solves `f(x) ≡ g(x) (mod m)` for whole `x`.
    ///
    /// # Errors
    /// When it is none of one unknown with a small modulus, all whole numbers solve it, or what
    /// solves it is no short list of remainders.
    pub(super) fn congruence(&mut self, statement: &Term) -> Result<Set, Reason> {
        let [left, right, modulus] = &*statement.args else {
            return Err(Reason::NotARelation);
        };
        if symbols(statement) != [self.unknown()] {
            return Err(Reason::NoMethod);
        }
        let difference = self.reduce(left)?.minus(&self.reduce(right)?);
        let whole = difference.0.values().all(|c| c.is_integer());
        if !(whole && self.is_polynomial(&difference)) {
            return Err(Reason::NoMethod);
        }
        let modulus = self.reduce(modulus)?.as_rational();
        let modulus = modulus.filter(|m| m.is_integer() && m.is_positive());
        let modulus = modulus.ok_or(Reason::NoMethod)?.to_integer();
        let modulus = modulus.to_i64().filter(|m| (2..=LARGEST).contains(m));
        let modulus = modulus.ok_or(Reason::TooLarge)?;
        let holds = (0..modulus).map(|x| self.solves(&difference, x, modulus));
        let holds = holds.collect::<Result<Vec<bool>, _>>()?;
        self.evaluated(statement, &holds)?;
        // The smallest modulus that tells the solutions apart.
        let repeats = |period: &i64| {
            let same = |x: i64| holds[x as usize] == holds[(x % period) as usize];
            modulus % period == 0 && (0..modulus).all(same)
        };
        let period = (1..=modulus).find(repeats).unwrap_or(modulus);
        let found: Vec<i64> = (0..period).filter(|x| holds[*x as usize]).collect();
        if period == 1 && !found.is_empty() || found.len() > MOST {
            return Err(Reason::NoFormula);
        }
        let set = match found.is_empty() {
            true => Set::Empty,
            false => self.remainders(&found, period)?,
        };
        let x = Term::leaf(Op::symbol(self.unknown()));
        let solution = solution::statement(self.words, &[x], &set);
        self.note("solve/remainders", statement, &solution);
        Ok(set)
    }

    /// Whether a polynomial vanishes at a whole number, but for multiples of the modulus.
    fn solves(&self, polynomial: &Sum, x: i64, modulus: i64) -> Result<bool, Reason> {
        let value = polynomial.replaced(&Base::Symbol(self.unknown()), &Sum::integer(x))?;
        let value = value.as_rational().ok_or(Reason::NoMethod)?;
        Ok(value.is_integer() && value.to_integer() % BigInt::from(modulus) == BigInt::from(0))
    }

    /// Whether the statement itself, evaluated, holds for the same numbers, on both sides of zero.
    fn evaluated(&self, statement: &Term, holds: &[bool]) -> Result<(), Reason> {
        let modulus = holds.len() as i64;
        let program = Program::compile(&[statement], self.words.vocabulary, &self.atoms);
        let mut point = ground::point(self.words, &self.atoms, &[statement]);
        for x in -modulus..2 * modulus {
            ground::set(&mut point, self.unknown(), x as f64);
            let wanted = holds[x.rem_euclid(modulus) as usize];
            match ground::truth_of(&program, &point) {
                Truth::True if wanted => {}
                Truth::False if !wanted => {}
                _ => return Err(Reason::NotVerified),
            }
        }
        Ok(())
    }

    /// The numbers with these remainders.
    fn remainders(&mut self, found: &[i64], period: i64) -> Result<Set, Reason> {
        let integer = self.integer().ok_or(Reason::NoFormula)?;
        let Some(&[symbol]) = self.apart.get(1..) else {
            return Err(Reason::NoFormula);
        };
        let multiple = self.reduce(&integer)?.scaled(&BigInt::from(period).into());
        let family = |r: &i64| multiple.plus(&Sum::integer(*r));
        let families: Vec<Sum> = found.iter().map(family).collect();
        let families = families.iter().map(|family| self.term(family)).collect();
        Ok(Set::Families(families, symbol))
    }
}
