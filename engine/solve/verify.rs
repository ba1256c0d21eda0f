//! Whether solutions are some, and all: by substitution, and by looking for others.

use super::ground::{self, Truth};
use super::reason::Reason;
use super::scan::{Known, Scan};
use super::words::{Words, symbols};
use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Point, Program};
use crate::normal;
use crate::term::{Op, Term};
use num_rational::BigRational;

/// Values of the parameters that are tried.
const DRAWS: u64 = 60;
/// At so many of them a solution must hold.
const ENOUGH: usize = 4;
/// Members of a family that are tried, on both sides of zero.
const MEMBERS: i64 = 60;

/// Values of the unknown at which a statement is tried for any meaning.
const ELSEWHERE: [f64; 6] = [0.625, 2.375, 7.5, -0.375, -3.625, 41.0];

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

/// A statement with a value in the place of its unknown, and the value.
struct Put {
    program: Program,
    /// The statement as it is.
    open: Program,
    unknown: u32,
    /// Whether there are parameters in it.
    varies: bool,
}

impl Put {
    /// What becomes of the value at points that give everything else.
    fn at(&self, points: &[Point]) -> Result<Fate, Reason> {
        let (mut holds, mut fails) = (0, 0);
        let needed = ENOUGH.min(points.len());
        for point in points {
            match ground::truth_of(&self.program, point) {
                Truth::True => holds += 1,
                Truth::False => fails += 1,
                Truth::Undefined if points.len() == 1 => fails += 1,
                // Where there is no such value, or no equation, nothing is said.
                Truth::Undefined if ground::undefined(&self.program, 1, point) => {}
                Truth::Undefined if self.meaningless(point) => {}
                Truth::Undefined | Truth::Unknown => return Err(Reason::NotVerified),
            }
        }
        // What fails at some values of parameters may hold at others.
        match (holds, fails) {
            (_, 0) if holds >= needed && needed > 0 => Ok(Fate::Solution),
            (0, _) if !self.varies => Ok(Fate::Extraneous),
            _ => Err(Reason::NotVerified),
        }
    }
}

impl Put {
    /// Whether the statement has no meaning at a point, whatever the unknown is.
    fn meaningless(&self, point: &Point) -> bool {
        let mut point = point.clone();
        ELSEWHERE.iter().all(|x| {
            ground::set(&mut point, self.unknown, *x);
            ground::truth_of(&self.open, &point) == Truth::Undefined
        })
    }
}

impl Verifier<'_> {
    /// Puts a value in the place of the unknown.
    ///
    /// # Errors
    /// When it cannot be decided what that says.
    pub(super) fn fate(&self, value: &Term) -> Result<Fate, Reason> {
        let points = self.points(&[self.statement, value])?;
        self.put_in(value).at(&points)
    }

    /// What becomes of each member of a family, on both sides of zero.
    ///
    /// # Errors
    /// When that cannot be decided of one.
    pub(super) fn members(&self, value: &Term, integer: u32) -> Result<Vec<(i64, Fate)>, Reason> {
        let points = self.points(&[self.statement, value])?;
        // What parameters vary is tried at fewer members.
        let most = if points.len() == 1 { MEMBERS } else { 12 };
        let put = self.put_in(value);
        let fate = |k: i64| {
            let mut points = points.clone();
            for point in &mut points {
                ground::set(point, integer, k as f64);
            }
            Ok((k, put.at(&points)?))
        };
        (-most..=most).map(fate).collect()
    }

    fn put_in(&self, value: &Term) -> Put {
        let statement = normal::replace(self.statement, Op::symbol(self.unknown), value);
        let varies = |s: &u32| *s != self.unknown && !self.integers.contains(s);
        Put {
            varies: symbols(&statement).iter().any(varies),
            program: Program::compile(&[&statement, value], self.words.vocabulary, self.atoms),
            open: Program::compile(&[self.statement], self.words.vocabulary, self.atoms),
            unknown: self.unknown,
        }
    }

    /// Points with values for parameters at which all conditions hold; one where there are none.
    pub(super) fn points(&self, statements: &[&Term]) -> Result<Vec<Point>, Reason> {
        let mut free: Vec<u32> = statements.iter().flat_map(|s| symbols(s)).collect();
        free.extend(self.assumed.iter().flat_map(symbols));
        free.sort_unstable();
        free.dedup();
        free.retain(|s| *s != self.unknown);
        let blank = ground::point(self.words, self.atoms, statements);
        let parameters: Vec<u32> = free
            .into_iter()
            .filter(|s| !self.integers.contains(s))
            .collect();
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
        Ok(points)
    }

    /// Looks for other solutions of an equation than these on the real line: for changes of sign,
    /// for places where the sides touch, and at the ends of where they have values.
    ///
    /// # Errors
    /// When there is one.
    pub(super) fn complete(&self, sides: [&Term; 2], values: &[Term]) -> Result<(), Reason> {
        let [left, right] = sides.map(Clone::clone);
        let parts = vec![left, self.words.negative(right)];
        let difference = self.words.node(self.words.add, parts);
        let all = [sides[0], sides[1], &difference];
        let program = Program::compile(&all, self.words.vocabulary, self.atoms);
        let points = self.points(&sides)?;
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

    /// Families without those whose members another one has.
    pub(super) fn distinct(&self, families: Vec<Term>, integer: u32) -> Result<Vec<Term>, Reason> {
        let shared = Verifier {
            integers: &[integer],
            ..*self
        };
        let all: Vec<&Term> = families.iter().collect();
        let point = self.points(&all)?.swap_remove(0);
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
