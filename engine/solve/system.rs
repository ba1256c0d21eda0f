//! Systems of linear equations by elimination.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::search::Search;
use super::solution::Set;
use super::sum::{Base, Sum};
use super::verify::Verifier;
use crate::eval::{Precision, Program};
use crate::normal;
use crate::term::{Op, Term};
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The most unknowns.
pub(super) const UNKNOWNS: usize = 3;

/// The coefficients of the unknowns, and the right side.
struct Row {
    coefficients: Vec<Sum>,
    right: Sum,
}

impl Search<'_> {
    /// Solves linear equations for several unknowns: those that are determined, and their values;
    /// the others stay free.
    pub(super) fn system(
        &mut self,
        statement: &Term,
        equations: &[(Term, Term)],
        unknowns: &[u32],
    ) -> Result<(Vec<u32>, Set), Reason> {
        if unknowns.len() > UNKNOWNS {
            return Err(Reason::TooLarge);
        }
        let mut rows = Vec::new();
        for (left, right) in equations {
            let difference = self.reduce(left)?.minus(&self.reduce(right)?);
            rows.push(row(&difference, unknowns)?);
        }
        let (mut solved, mut determined): (Vec<Row>, Vec<usize>) = (Vec::new(), Vec::new());
        for place in 0..unknowns.len() {
            // Where every other coefficient of an unknown vanishes, it is free.
            let Some(pivot) = self.pivot(&rows, place)? else {
                continue;
            };
            let pivot = rows.swap_remove(pivot);
            let lead = pivot.coefficients[place].clone();
            for row in rows.iter_mut().chain(&mut solved) {
                let factor = self.quotient(&row.coefficients[place], &lead)?;
                row.subtract(&pivot, &factor)?;
            }
            solved.push(pivot);
            determined.push(place);
            self.show(statement, solved.iter().chain(&rows), unknowns);
        }
        if self.is_inconsistent(&rows) {
            return Ok((unknowns.to_vec(), Set::Empty));
        }
        if !rows.iter().all(|row| row.right.is_zero()) {
            return Err(Reason::NoMethod);
        }
        let mut values = Vec::new();
        for (row, place) in solved.iter().zip(&determined) {
            let mut right = row.right.clone();
            for free in (0..unknowns.len()).filter(|k| !determined.contains(k)) {
                let letter = Sum::base(Base::Symbol(unknowns[free]));
                right = right.minus(&row.coefficients[free].times(&letter)?);
            }
            let value = self.quotient(&right, &row.coefficients[*place])?;
            values.push(self.term(&value));
        }
        let names: Vec<u32> = determined.iter().map(|k| unknowns[*k]).collect();
        self.verified(statement, equations, (unknowns, &names), &values)?;
        let set = match values.len() {
            0 => return Err(Reason::NoFormula),
            1 => Set::Points(values),
            _ => Set::Tuple(values),
        };
        Ok((names, set))
    }

    /// The row in which an unknown has a coefficient that is not zero; plain numbers first.
    fn pivot(&mut self, rows: &[Row], place: usize) -> Result<Option<usize>, Reason> {
        let coefficient = |row: &Row| row.coefficients[place].clone();
        let one = |row: &Row| coefficient(row).as_rational().is_some_and(|c| c.is_one());
        let number = |row: &Row| coefficient(row).as_rational().is_some_and(|c| !c.is_zero());
        let found = rows
            .iter()
            .position(one)
            .or_else(|| rows.iter().position(number));
        if found.is_some() {
            return Ok(found);
        }
        let Some(other) = rows.iter().position(|row| !coefficient(row).is_zero()) else {
            return Ok(None);
        };
        self.not_zero(&coefficient(&rows[other]))?;
        Ok(Some(other))
    }

    fn is_inconsistent(&mut self, rows: &[Row]) -> bool {
        rows.iter().any(|row| {
            let empty = row.coefficients.iter().all(Sum::is_zero);
            empty && matches!(self.sign(&row.right), Some(sign) if sign.is_ne())
        })
    }

    fn show<'r>(
        &mut self,
        statement: &Term,
        rows: impl Iterator<Item = &'r Row>,
        unknowns: &[u32],
    ) {
        let mut shown = Vec::new();
        for row in rows {
            let mut left = Sum::zero();
            for (c, unknown) in row.coefficients.iter().zip(unknowns) {
                left = left.plus(
                    &c.times(&Sum::base(Base::Symbol(*unknown)))
                        .unwrap_or_default(),
                );
            }
            let (left, right) = (self.term(&left), self.term(&row.right));
            shown.push(self.words.equal(left, right));
        }
        let before = self
            .steps
            .last()
            .map_or(statement, |step| &step.after)
            .clone();
        let after = Term::new(self.words.comma, shown);
        self.note("solve/eliminate", &before, &after);
    }

    /// Puts the values in; the equations must leave no more unknowns free, as numbers have it.
    fn verified(
        &self,
        statement: &Term,
        equations: &[(Term, Term)],
        (unknowns, determined): (&[u32], &[u32]),
        values: &[Term],
    ) -> Result<(), Reason> {
        let put = |term: &Term| {
            let pairs = determined.iter().zip(values);
            pairs.fold(term.clone(), |term, (unknown, value)| {
                normal::replace(&term, Op::symbol(*unknown), value)
            })
        };
        let each: Vec<Term> = equations
            .iter()
            .map(|(a, b)| self.words.equal(put(a), put(b)))
            .collect();
        let verifier = Verifier {
            words: self.words,
            atoms: &self.atoms,
            statement,
            unknown: *determined.first().ok_or(Reason::NoFormula)?,
            integers: &[],
            assumed: &self.assumed,
        };
        let statements: Vec<&Term> = each.iter().collect();
        let points = verifier.points(&statements)?;
        for point in &points {
            for statement in &each {
                if ground::truth(self.words, &self.atoms, statement, point) != Truth::True {
                    return Err(Reason::NotVerified);
                }
            }
            if self.rank_at(equations, unknowns, point) != Some(determined.len()) {
                return Err(Reason::Incomplete);
            }
        }
        Ok(())
    }

    /// The rank of the coefficients at a point.
    fn rank_at(
        &self,
        equations: &[(Term, Term)],
        unknowns: &[u32],
        point: &crate::eval::Point,
    ) -> Option<usize> {
        let value = |equation: &(Term, Term), at: Option<u32>| {
            let mut point = point.clone();
            for unknown in unknowns {
                ground::set(
                    &mut point,
                    *unknown,
                    f64::from(u8::from(at == Some(*unknown))),
                );
            }
            let sides = [&equation.0, &equation.1];
            let program = Program::compile(&sides, self.words.vocabulary, &self.atoms);
            let side = |k| ground::real(&program.value(k, &point, Precision::Digits40));
            Some(side(0)? - side(1)?)
        };
        let matrix: Option<Vec<Vec<f64>>> = equations
            .iter()
            .map(|equation| {
                let zero = value(equation, None)?;
                unknowns
                    .iter()
                    .map(|u| Some(value(equation, Some(*u))? - zero))
                    .collect()
            })
            .collect();
        matrix.map(rank)
    }
}

impl Row {
    fn subtract(&mut self, other: &Self, factor: &Sum) -> Result<(), Reason> {
        for (c, d) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *c = c.minus(&d.times(factor)?);
        }
        self.right = self.right.minus(&other.right.times(factor)?);
        Ok(())
    }
}

fn row(difference: &Sum, unknowns: &[u32]) -> Result<Row, Reason> {
    let mut coefficients = vec![Sum::zero(); unknowns.len()];
    let mut right = Sum::zero();
    for (product, c) in &difference.0 {
        let held: Vec<usize> = (0..unknowns.len())
            .filter(|k| product.holds(unknowns[*k]))
            .collect();
        match held[..] {
            [] => right.push(product.clone(), -c),
            [k] => {
                let base = Base::Symbol(unknowns[k]);
                let rest = product.without(&base);
                if product.exponent(&base) != BigRational::one() || rest.holds(unknowns[k]) {
                    return Err(Reason::NoMethod);
                }
                coefficients[k].push(rest, c.clone());
            }
            _ => return Err(Reason::NoMethod),
        }
    }
    Ok(Row {
        coefficients,
        right,
    })
}

/// The rank of a matrix, by elimination with the greatest pivots.
fn rank(mut rows: Vec<Vec<f64>>) -> usize {
    let size = rows
        .iter()
        .flatten()
        .fold(0.0_f64, |size, x| size.max(x.abs()));
    let mut rank = 0;
    let columns = rows.first().map_or(0, Vec::len);
    for column in 0..columns {
        let largest =
            |a: &usize, b: &usize| rows[*a][column].abs().total_cmp(&rows[*b][column].abs());
        let Some(pivot) = (rank..rows.len()).max_by(largest) else {
            break;
        };
        if rows[pivot][column].abs() <= 1e-9 * size {
            continue;
        }
        rows.swap(rank, pivot);
        let lead = rows[rank].clone();
        for row in &mut rows[rank + 1..] {
            let factor = row[column] / lead[column];
            for (x, y) in row.iter_mut().zip(&lead) {
                *x -= factor * y;
            }
        }
        rank += 1;
    }
    rank
}
