//! Inequalities with parameters: the ends of intervals are formulas, which lie in one order whatever
//! the parameters are. How the truth goes on beyond the last end no parameter decides either.

use super::alone::verifier;
use super::ground::{self, Truth};
use super::reason::Reason;
use super::relation::Comparison;
use super::search::{Roots, Search};
use super::solution::{self, Piece, Set};
use super::sum::{Base, Sum};
use super::verify::Fate;
use super::words::occurs;
use crate::eval::{Point, Program};
use crate::term::{Head, Op, Term};
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Where the truth of an inequality is looked at in each gap.
const INSIDE: [f64; 3] = [0.5, 0.171, 0.853];
/// How far beyond the outermost ends truth is looked at.
const BEYOND: [f64; 3] = [0.37, 5.3, 61.0];
/// Ends that are closer have nothing between them.
const CLOSE: f64 = 1e-6;

/// The values of the parameters at a point, and the ends there.
struct Place {
    point: Point,
    ends: Vec<f64>,
}

impl Search<'_> {
    /// The set of numbers for which one comparison holds that has a value everywhere; its ends hold
    /// parameters.
    ///
    /// # Errors
    /// When the ends or their order are not those of a formula.
    pub(super) fn parametric(
        &mut self,
        statement: &Term,
        comparison: &Comparison,
    ) -> Result<Set, Reason> {
        let Comparison {
            left,
            relation,
            right,
        } = comparison;
        let difference = self.reduce(left)?.minus(&self.reduce(right)?);
        if ![left, right].iter().all(|side| self.is_total(side)) {
            return Err(Reason::NoFormula);
        }
        let Ok(Roots::Some(roots)) = self.equation(left, right, 1) else {
            return Err(Reason::NoFormula);
        };
        let equation = self.words.equal(left.clone(), right.clone());
        let mut ends: Vec<Term> = Vec::new();
        for root in roots {
            let end = self.term(&root);
            if verifier(self, &equation).fate(&end)? != Fate::Solution {
                return Err(Reason::NotVerified);
            }
            ends.push(end);
        }
        if self.apart.len() > 1 || !self.has_ends(&difference, ends.len()) {
            return Err(Reason::NoFormula);
        }
        verifier(self, &equation).complete([left, right], &ends)?;
        let places = self.places(statement, &mut ends)?;
        self.are_ordered(&ends)?;
        let relation = self.words.vocabulary.operator(*relation);
        let closed = relation.is_some_and(|o| matches!(&*o.name, "le" | "ge"));
        let gaps = self.gaps(statement, &places)?;
        let set = Set::Intervals(pieces(&ends, &gaps, closed).ok_or(Reason::NoFormula)?);
        self.agrees(statement, &set, &places)?;
        Ok(set)
    }

    /// Whether a difference of sides has as many zeros as there are ends, for all values of the
    /// parameters that its zeros have values for, and one sign beyond the last.
    fn has_ends(&self, difference: &Sum, ends: usize) -> bool {
        match &difference.bases(self.unknown())[..] {
            [Base::Symbol(_)] => {
                let Some((degree, only)) = self.degree(difference) else {
                    return false;
                };
                degree == ends || only && ends == 2 - degree % 2
            }
            [base @ Base::Call(op, args)] if *op == self.words.abs => {
                let parts = Self::by_exponent(difference, base);
                let factor = parts.get(&BigRational::one());
                let alone = parts.keys().all(|e| e.is_zero() || e.is_one());
                let linear = self.degree(&args[0]).is_some_and(|(degree, _)| degree == 1);
                alone && linear && ends == 2 && factor.is_some_and(|f| f.as_rational().is_some())
            }
            _ => false,
        }
    }

    /// The degree of a polynomial in the unknown whose leading coefficient is a number, and whether
    /// no other power of the unknown is in it.
    fn degree(&self, sum: &Sum) -> Option<(usize, bool)> {
        if !self.is_polynomial(sum) {
            return None;
        }
        let parts = Self::by_exponent(sum, &Base::Symbol(self.unknown()));
        let (degree, lead) = parts.last_key_value()?;
        lead.as_rational()?;
        let powers = parts.keys().filter(|e| !e.is_zero()).count();
        Some((degree.to_usize()?, powers == 1))
    }

    /// Makes sure that no end is ever above the next one.
    fn are_ordered(&self, ends: &[Term]) -> Result<(), Reason> {
        for two in ends.windows(2) {
            let off = self.reduce(&two[1])?.minus(&self.reduce(&two[0])?);
            let positive = |ratio: BigRational| ratio.is_positive();
            let is_assumed = |condition: &Term| match (self.words.name(condition), &*condition.args)
            {
                ("ge" | "gt", [left, right]) => {
                    let sides = (self.reduce(left), self.reduce(right));
                    let (Ok(left), Ok(right)) = sides else {
                        return false;
                    };
                    off.ratio(&left.minus(&right)).is_some_and(positive)
                }
                _ => false,
            };
            if !self.is_obviously_not_negative(&off) && !self.assumed.iter().any(is_assumed) {
                return Err(Reason::NoFormula);
            }
        }
        Ok(())
    }

    /// Whether a side is made of what has a value everywhere, as far as the unknown is in it.
    fn is_total(&self, side: &Term) -> bool {
        if !occurs(side, self.unknown()) {
            return true;
        }
        let whole = |exponent: &Term| matches!(exponent.op.head(), Head::Integer(_));
        let fits = match (self.words.name(side), &*side.args) {
            ("", []) | ("add" | "mul" | "neg" | "abs", _) => true,
            ("div", [_, below]) => !occurs(below, self.unknown()),
            ("pow", [_, exponent]) => whole(exponent),
            _ => false,
        };
        fits && side.args.iter().all(|arg| self.is_total(arg))
    }

    /// Points with values for the parameters; puts the ends into the order in which they lie there.
    fn places(&self, statement: &Term, ends: &mut Vec<Term>) -> Result<Vec<Place>, Reason> {
        let all: Vec<&Term> = std::iter::once(statement).chain(ends.iter()).collect();
        let points = verifier(self, statement).points(&all)?;
        let at = |ends: &[Term], point: &Point| -> Option<Vec<f64>> {
            let near = |end| ground::near_at(self.words, &self.atoms, end, point);
            ends.iter().map(near).collect()
        };
        let apart = |ends: &Vec<f64>| {
            let mut sorted = ends.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.windows(2).all(|two| two[1] - two[0] > CLOSE)
        };
        let first = points
            .iter()
            .find_map(|point| at(ends, point).filter(apart));
        let first = first.ok_or(Reason::NotVerified)?;
        let mut order: Vec<usize> = (0..ends.len()).collect();
        order.sort_by(|a, b| first[*a].total_cmp(&first[*b]));
        *ends = order.into_iter().map(|place| ends[place].clone()).collect();
        let mut places = Vec::new();
        for point in points {
            let ends = at(ends, &point).ok_or(Reason::NotVerified)?;
            if ends.windows(2).any(|two| two[1] < two[0] - CLOSE) {
                return Err(Reason::NoFormula);
            }
            places.push(Place { point, ends });
        }
        Ok(places)
    }

    /// Whether the statement holds in each gap: the same everywhere.
    fn gaps(&self, statement: &Term, places: &[Place]) -> Result<Vec<bool>, Reason> {
        let program = Program::compile(&[statement], self.words.vocabulary, &self.atoms);
        let count = places.first().map_or(0, |place| place.ends.len());
        let mut gaps: Vec<Option<bool>> = vec![None; count + 1];
        for Place { point, ends } in places {
            let mut point = point.clone();
            for (gap, known) in gaps.iter_mut().enumerate() {
                for x in inside(ends, gap) {
                    ground::set(&mut point, self.unknown(), x);
                    let truth = match ground::truth_of(&program, &point) {
                        Truth::True => true,
                        Truth::False => false,
                        Truth::Undefined | Truth::Unknown => return Err(Reason::NotVerified),
                    };
                    if *known.get_or_insert(truth) != truth {
                        return Err(Reason::NoFormula);
                    }
                }
            }
        }
        gaps.into_iter()
            .collect::<Option<_>>()
            .ok_or(Reason::NotVerified)
    }

    /// Whether a statement says the same as that the unknown is in a set, at many numbers.
    ///
    /// # Errors
    /// When it does not.
    fn agrees(&self, statement: &Term, set: &Set, places: &[Place]) -> Result<(), Reason> {
        let unknown = Term::leaf(Op::symbol(self.unknown()));
        let solution = solution::statement(self.words, &[unknown], set);
        let compile = |t: &Term| Program::compile(&[t], self.words.vocabulary, &self.atoms);
        let (said, found) = (compile(statement), compile(&solution));
        for Place { point, ends } in places {
            let mut point = point.clone();
            let gaps = (0..=ends.len()).flat_map(|gap| inside(ends, gap));
            let halves = (-80..=80).map(|n| f64::from(n) / 4.0);
            for x in gaps.chain(halves) {
                ground::set(&mut point, self.unknown(), x);
                match (
                    ground::truth_of(&said, &point),
                    ground::truth_of(&found, &point),
                ) {
                    (Truth::True, Truth::True) | (Truth::False, Truth::False) => {}
                    // At an end that is no fraction, digits decide nothing.
                    (Truth::Unknown, _) | (_, Truth::Unknown) => {}
                    _ => return Err(Reason::Incomplete),
                }
            }
        }
        Ok(())
    }
}

/// Numbers in a gap between ends; none where it is closed.
fn inside(ends: &[f64], gap: usize) -> Vec<f64> {
    let below = gap.checked_sub(1).map(|place| ends[place]);
    match (below, ends.get(gap)) {
        (Some(a), Some(b)) if b - a <= CLOSE => Vec::new(),
        (Some(a), Some(b)) => INSIDE.map(|part| a + part * (b - a)).into(),
        (Some(a), None) => BEYOND.map(|beyond| a + beyond).into(),
        (None, Some(b)) => BEYOND.map(|beyond| b - beyond).into(),
        (None, None) => Vec::new(),
    }
}

/// The gaps in which a statement holds, with their ends where these belong to it; none when that is
/// no or every number, or an end is alone or missing.
fn pieces(ends: &[Term], gaps: &[bool], closed: bool) -> Option<Vec<Piece>> {
    let changes = gaps.windows(2).all(|two| two[0] != two[1]);
    let end = |place: usize| Some((ends.get(place)?.clone(), closed));
    let held = (0..gaps.len()).filter(|gap| gaps[*gap]);
    let pieces = held.map(|gap| Piece {
        low: gap.checked_sub(1).and_then(end),
        high: end(gap),
    });
    changes.then(|| pieces.collect())
}
