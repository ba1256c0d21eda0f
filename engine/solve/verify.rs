//! Whether solutions are some, and all: by substitution, and by looking for others.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::words::{Words, symbols};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Point, Precision, Program};
use crate::normal;
use crate::term::{Op, Term};
use num_rational::BigRational;

/// Values of the parameters that are tried.
const DRAWS: u64 = 60;
/// At so many of them a solution must hold.
const ENOUGH: usize = 4;
/// Members of a family that are tried, on both sides of zero.
const MEMBERS: i64 = 4;
/// Steps of the search for other solutions, over each of its ranges.
const STEPS: i32 = 240;

/// A statement about one unknown, with what is left open beside it.
pub(super) struct Verifier<'a> {
    pub(super) words: &'a Words<'a>,
    pub(super) atoms: &'a Atoms,
    pub(super) statement: &'a Term,
    pub(super) unknown: u32,
    /// Integers of families.
    pub(super) integers: &'a [u32],
    /// Conditions on parameters.
    pub(super) assumed: &'a [Term],
}

/// What became of a value that may be a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is one.
    Solution,
    /// It is none.
    Extraneous,
}

impl Verifier<'_> {
    /// Puts a value in the place of the unknown.
    ///
    /// # Errors
    /// When it cannot be decided what that says.
    pub(super) fn fate(&self, value: &Term) -> Result<Fate, Reason> {
        let statement = normal::replace(self.statement, Op::symbol(self.unknown), value);
        let program = Program::compile(&[&statement], self.words.vocabulary, self.atoms);
        let (mut holds, mut fails) = (0, 0);
        let points = self.points(&[&statement])?;
        let needed = ENOUGH.min(points.len());
        for point in &points {
            match ground::truth_of(&program, point) {
                Truth::True => holds += 1,
                Truth::False => fails += 1,
                Truth::Undefined if points.len() == 1 => fails += 1,
                Truth::Undefined => {}
                Truth::Unknown => return Err(Reason::NotVerified),
            }
        }
        match (holds, fails) {
            (_, 0) if holds >= needed && needed > 0 => Ok(Fate::Solution),
            (0, _) => Ok(Fate::Extraneous),
            _ => Err(Reason::NotVerified),
        }
    }

    /// Points with values for parameters at which all conditions hold, and for the integers of
    /// families; one where there are neither.
    pub(super) fn points(&self, statements: &[&Term]) -> Result<Vec<Point>, Reason> {
        let mut free: Vec<u32> = statements.iter().flat_map(|s| symbols(s)).collect();
        free.extend(self.assumed.iter().flat_map(symbols));
        free.sort_unstable();
        free.dedup();
        free.retain(|s| *s != self.unknown);
        let blank = ground::point(self.words, self.atoms, statements);
        let (integers, parameters): (Vec<u32>, Vec<u32>) =
            free.into_iter().partition(|s| self.integers.contains(s));
        let mut points = Vec::new();
        let draws = if parameters.is_empty() { 1 } else { DRAWS };
        for i in 0..draws {
            let mut point = blank.clone();
            let mut draws = Key::seed(0).named("parameters").at(i).draws();
            for parameter in &parameters {
                let halves = draws.below(29) as i64 - if i % 2 == 0 { 0 } else { 14 };
                let value = BigRational::new(halves.into(), 2.into());
                ground::set_fraction(&mut point, *parameter, &value);
            }
            let granted = self.assumed.iter().all(|condition| {
                ground::truth(self.words, self.atoms, condition, &point) == Truth::True
            });
            if granted {
                points.push(point);
            }
            if points.len() >= 3 * ENOUGH {
                break;
            }
        }
        if points.is_empty() {
            return Err(Reason::NotVerified);
        }
        if integers.is_empty() {
            return Ok(points);
        }
        let members = |point: &Point| {
            let mut all = vec![point.clone()];
            for integer in &integers {
                let each = all.iter().flat_map(|point| {
                    (-MEMBERS..=MEMBERS).map(|k| {
                        let mut member = point.clone();
                        ground::set(&mut member, *integer, k as f64);
                        member
                    })
                });
                all = each.collect();
            }
            all
        };
        Ok(points.iter().flat_map(members).collect())
    }

    /// Looks for other solutions of an equation than these on the real line: for changes of sign,
    /// for places where the sides touch, and at the ends of where they have values.
    ///
    /// # Errors
    /// When there is one.
    pub(super) fn complete(&self, sides: [&Term; 2], values: &[Term]) -> Result<(), Reason> {
        let program = Program::compile(&sides, self.words.vocabulary, self.atoms);
        let points = self.parameter_points(&sides)?;
        for point in points.into_iter().take(3) {
            let known = self.known(values, &point)?;
            let mut scan = Scan {
                program: &program,
                unknown: self.unknown,
                point,
            };
            scan.others(&known)?;
        }
        Ok(())
    }

    /// Points for parameters alone.
    fn parameter_points(&self, statements: &[&Term]) -> Result<Vec<Point>, Reason> {
        let without = Verifier {
            integers: &[],
            ..*self
        };
        without.points(statements)
    }

    /// Families without those whose members another one has.
    pub(super) fn distinct(&self, families: Vec<Term>, integer: u32) -> Result<Vec<Term>, Reason> {
        let shared = Verifier {
            integers: &[integer],
            ..*self
        };
        let all: Vec<&Term> = families.iter().collect();
        let point = self.parameter_points(&all)?.swap_remove(0);
        let mut kept: Vec<(Term, Known)> = Vec::new();
        for family in families {
            let known = shared.known(std::slice::from_ref(&family), &point)?;
            let Some(known) = known.into_iter().next() else {
                return Err(Reason::NotVerified);
            };
            let member = |other: &Known| {
                let first = other.is_near(known.start, 1e-11);
                first && other.is_near(known.start + known.period.unwrap_or(0.0), 1e-11)
            };
            if !kept.iter().any(|(_, other)| member(other)) {
                kept.retain(|(_, other)| {
                    let next = other.start + other.period.unwrap_or(0.0);
                    !(known.is_near(other.start, 1e-11) && known.is_near(next, 1e-11))
                });
                kept.push((family, known));
            }
        }
        kept.sort_by(|(_, a), (_, b)| a.start.total_cmp(&b.start));
        Ok(kept.into_iter().map(|(family, _)| family).collect())
    }

    /// The values at a point: numbers, or where a family begins and its period.
    fn known(&self, values: &[Term], point: &Point) -> Result<Vec<Known>, Reason> {
        let mut known = Vec::new();
        for value in values {
            let mut at = point.clone();
            let mut read = |k: f64| {
                for integer in self.integers {
                    ground::set(&mut at, *integer, k);
                }
                ground::near_at(self.words, self.atoms, value, &at)
            };
            // At some values of the parameters there is no such solution.
            let Some(start) = read(0.0) else { continue };
            let period = if symbols(value).iter().any(|s| self.integers.contains(s)) {
                let (one, two) = (read(1.0), read(2.0));
                let (Some(one), Some(two)) = (one, two) else {
                    return Err(Reason::NotVerified);
                };
                if (two - one - (one - start)).abs() > 1e-9 * (1.0 + two.abs()) {
                    return Err(Reason::NotVerified);
                }
                Some(one - start)
            } else {
                None
            };
            known.push(Known { start, period });
        }
        Ok(known)
    }
}

/// A solution, or a family of them.
pub(super) struct Known {
    start: f64,
    period: Option<f64>,
}

impl Known {
    fn is_near(&self, x: f64, within: f64) -> bool {
        let mut off = x - self.start;
        if let Some(period) = self.period {
            off -= period * (off / period).round();
        }
        off.abs() <= within * (1.0 + x.abs())
    }
}

/// The difference of two sides along the real line.
struct Scan<'a> {
    program: &'a Program,
    unknown: u32,
    point: Point,
}

impl Scan<'_> {
    /// The difference of the sides and their size.
    fn at(&mut self, x: f64) -> Option<(f64, f64)> {
        ground::set(&mut self.point, self.unknown, x);
        let left = ground::real(&self.program.value(0, &self.point, Precision::Fast))?;
        let right = ground::real(&self.program.value(1, &self.point, Precision::Fast))?;
        let size = left.abs().max(right.abs());
        // Below this, numbers are no longer told from zero.
        Some((left - right, if size < 1e-280 { 0.0 } else { size }))
    }

    fn others(&mut self, known: &[Known]) -> Result<(), Reason> {
        let mut grid = Vec::new();
        let far = known
            .iter()
            .map(|k| k.start.abs())
            .fold(10.0, f64::max)
            .min(1e6);
        let periodic = known.iter().any(|k| k.period.is_some());
        for k in -STEPS..=STEPS {
            // An odd part of the step keeps off the places where poles and roots usually are.
            let part = (f64::from(k) + 0.137) / f64::from(STEPS);
            grid.push(1.3 * far * part);
            grid.push(2.1 * part);
            if k % 4 == 0 && !periodic {
                grid.push(part.signum() * 10_f64.powf(5.0 * part.abs()) * far / 10.0);
            }
        }
        grid.sort_by(f64::total_cmp);
        let values: Vec<_> = grid.iter().map(|x| (*x, self.at(*x))).collect();
        for two in values.windows(2) {
            let [(a, fa), (b, fb)] = two else { continue };
            let found = match (fa, fb) {
                (Some((fa, p)), Some((fb, q))) if (*fa < 0.0) != (*fb < 0.0) => {
                    if p.min(*q) == 0.0 {
                        continue;
                    }
                    self.crossing(*a, *b, *fa, p.max(*q))
                }
                (Some(_), None) => self.edge(*a, *b),
                (None, Some(_)) => self.edge(*b, *a),
                _ => None,
            };
            refuse(found, known, 1e-6)?;
        }
        for three in values.windows(3) {
            let [(a, Some((fa, p))), (b, Some((fb, q))), (c, Some((fc, r)))] = three else {
                continue;
            };
            let least = fb.abs() <= fa.abs() && fb.abs() <= fc.abs();
            if q.min(p.min(*r)) == 0.0 {
                continue;
            }
            if least && (*fa < 0.0) == (*fb < 0.0) && (*fb < 0.0) == (*fc < 0.0) {
                let found = self.touching([*a, *b, *c], p.max(*r));
                refuse(found, known, 1e-3)?;
            }
        }
        Ok(())
    }

    /// Where the difference changes its sign, unless it does so at a pole or a jump.
    fn crossing(&mut self, mut low: f64, mut high: f64, at_low: f64, scale: f64) -> Option<f64> {
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            let (f, _) = self.at(middle)?;
            if (f < 0.0) == (at_low < 0.0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let ((f, _), (g, _)) = (self.at(low)?, self.at(high)?);
        (f.abs().min(g.abs()) <= 1e-7 * scale).then_some(low)
    }

    /// The end of where both sides have values, when they are equal there.
    fn edge(&mut self, mut inside: f64, mut outside: f64) -> Option<f64> {
        for _ in 0..80 {
            let middle = 0.5 * (inside + outside);
            if self.at(middle).is_some() {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        // What is undefined at the end itself is no solution.
        let end = [inside, inside.round(), outside];
        end.into_iter().find(|x| {
            (x - inside).abs() < 1e-9
                && self
                    .at(*x)
                    .is_some_and(|(f, size)| f.abs() <= 1e-9 * (1.0 + size))
        })
    }

    /// Where the difference comes down to zero without a change of sign.
    fn touching(&mut self, [mut low, mut middle, mut high]: [f64; 3], scale: f64) -> Option<f64> {
        let (mut least, _) = self.at(middle)?;
        for _ in 0..90 {
            let next = if high - middle > middle - low {
                0.5 * (middle + high)
            } else {
                0.5 * (low + middle)
            };
            let (f, _) = self.at(next)?;
            if f.abs() < least.abs() {
                if next > middle {
                    low = middle;
                } else {
                    high = middle;
                }
                (middle, least) = (next, f);
            } else if next > middle {
                high = next;
            } else {
                low = next;
            }
        }
        (least.abs() <= 1e-13 * scale).then_some(middle)
    }
}

fn refuse(found: Option<f64>, known: &[Known], within: f64) -> Result<(), Reason> {
    match found {
        Some(x) if !known.iter().any(|k| k.is_near(x, within)) => Err(Reason::Incomplete),
        _ => Ok(()),
    }
}
