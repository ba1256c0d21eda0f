//! Statements that hold about: approximations, rounded decimals, and integrals up to a constant.

use super::form::{Form, name, node};
use super::nearness::{complex, real};
use super::sample::{Sampler, Truth};
use super::solve::occurs;
use super::statement::and;
use crate::eval::{self, Number, Point, Value};
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// As many units of the last digit may a number be off that was rounded or cut off…
const ROUNDED: f64 = 1.0001;
/// … and off by more than these it is another number, whatever was rounded before.
const OTHER: f64 = 5.0;

impl Sampler<'_> {
    /// `a ≈ b`: certain where the digits that are written are those of the other, to the nearest or cut
    /// off, or within a hundredth (a tenth where none are written), out of the question beyond a half.
    pub(super) fn about(&self, a: &Term, b: &Term, point: &Point) -> Truth {
        let (left, right) = (self.value(a, point), self.value(b, point));
        if left == Value::Undefined || right == Value::Undefined {
            return Truth::Undefined;
        }
        let (Some(x), Some(y)) = (real(&left), real(&right)) else {
            return Truth::Unknown;
        };
        let (off, size) = ((x - y).abs(), x.abs().max(y.abs()));
        let written: Vec<bool> = [(a, x, y), (b, y, x)]
            .into_iter()
            .filter_map(|(t, own, other)| {
                let unit = self.unit(t)?;
                let cut = own.abs() <= other.abs() && off < unit;
                Some(cut || off <= 0.5001 * unit)
            })
            .collect();
        let near = if written.is_empty() { 0.1 } else { 0.01 };
        if off <= near * size || written.contains(&true) {
            Truth::True
        } else if off > 0.5 * size {
            Truth::False
        } else {
            Truth::Unknown
        }
    }

    /// How much a unit of the last digit is worth of the sides that are one decimal, where such stand
    /// for what is rounded to them: the most of them, as rounded numbers are calculated with.
    pub(super) fn precision<'t>(
        &self,
        sides: impl Iterator<Item = &'t Term>,
        point: &Point,
    ) -> Option<f64> {
        let rounded = sides.filter(|_| self.form.rounded);
        let units = rounded.filter_map(|side| self.worth(side, point));
        units.reduce(f64::max)
    }

    fn worth(&self, side: &Term, point: &Point) -> Option<f64> {
        match decimal(side, self.form, self.vocabulary)? {
            (of, None) => self.unit(of),
            (of, Some(scale)) => Some(self.unit(of)? * real(&self.value(&scale, point))?.abs()),
        }
    }

    /// Whether numbers are the same to so much.
    pub(super) fn rounds(a: &Value, b: &Value, unit: f64) -> Truth {
        let (Some((x, p)), Some((y, q))) = (complex(a), complex(b)) else {
            return Truth::Unknown;
        };
        let off = (x - y).abs();
        if off + p + q <= ROUNDED * unit {
            Truth::True
        } else if off - p - q > OTHER * unit {
            Truth::False
        } else {
            Truth::Unknown
        }
    }

    /// A unit of the last digit of a number that is written.
    fn unit(&self, term: &Term) -> Option<f64> {
        match term.op.head() {
            Head::Integer(_) => Some(1.0),
            Head::Literal(i) => {
                let spelling = &self.form.atoms.literals.get(i as usize)?.spelling;
                let digits = spelling.split_once('.').map_or(0, |(_, after)| after.len());
                Some(0.1_f64.powi(digits as i32))
            }
            _ if name(term, self.vocabulary) == "neg" => self.unit(term.args.first()?),
            _ => None,
        }
    }

    /// The symbol over which an indefinite integral is taken.
    pub(super) fn integrated(&self, statement: &Term) -> Option<u32> {
        let mut found = None;
        statement.walk(&mut |t| {
            if Some(t.op) == self.integral
                && let [x, _] = &*t.args
                && let Head::Symbol(i) = x.op.head()
            {
                found = Some(i);
            }
        });
        found
    }

    /// Indefinite integrals are equal when they differ by a constant.
    pub(super) fn up_to_constant(&self, a: &Term, b: &Term, x: u32, point: &Point) -> Truth {
        let mut offs: Vec<Value> = Vec::new();
        let start = point.values.get(&x).and_then(real).unwrap_or(1.0);
        for step in [0.0, 0.37, 0.81] {
            let mut here = point.clone();
            here.values
                .insert(x, Value::Number(Number::exact(start + step)));
            match (self.value(a, &here), self.value(b, &here)) {
                (Value::Number(l), Value::Number(r)) => offs.push(Value::Number(l.minus(&r))),
                (Value::Undefined, _) | (_, Value::Undefined) => return Truth::Undefined,
                _ => return Truth::Unknown,
            }
        }
        // Differences of large values: their errors are those of the values.
        let same = offs.windows(2).map(|w| eval::agree(&w[0], &w[1]));
        same.fold(Truth::True, |sum, one| {
            and(
                sum,
                match one {
                    Some(true) => Truth::True,
                    Some(false) => Truth::False,
                    None => Truth::Unknown,
                },
            )
        })
    }
}

/// The decimal that a side is, and what it is multiplied with: signs, powers of ten, percent, units.
fn decimal<'t>(
    side: &'t Term,
    form: &Form,
    vocabulary: &Vocabulary,
) -> Option<(&'t Term, Option<Term>)> {
    let scaled = |of: &'t Term, scale: Term| {
        let (of, inner) = decimal(of, form, vocabulary)?;
        let scale = match inner {
            Some(inner) => node("mul", vec![inner, scale], vocabulary),
            None => scale,
        };
        Some((of, Some(scale)))
    };
    match (name(side, vocabulary), &*side.args) {
        ("neg", [of]) => decimal(of, form, vocabulary),
        ("percent", [of]) => {
            let hundredth = vec![Term::leaf(Op::integer(1))];
            scaled(of, Term::new(side.op, hundredth))
        }
        ("mul", [of, scale]) => {
            let ten = |t: &Term| t.args.first().is_some_and(|t| t.op == Op::integer(10));
            let power = name(scale, vocabulary) == "pow" && ten(scale);
            let letters = occurs(scale);
            let unit = !letters.is_empty() && letters.is_subset(&form.units);
            (power || unit).then(|| scaled(of, scale.clone()))?
        }
        _ => {
            let Head::Literal(i) = side.op.head() else {
                return None;
            };
            let literal = form.atoms.literals.get(i as usize)?;
            literal.spelling.contains('.').then_some((side, None))
        }
    }
}

/// A statement of which decimals stand for what is rounded to them; none when there are none that
/// anything is equal to.
pub(super) fn rounding(form: &Form, vocabulary: &Vocabulary) -> Option<Form> {
    let decimal = |side: &Term| decimal(side, form, vocabulary).is_some();
    let mut found = false;
    form.body.walk(&mut |t| {
        let mut pairs: Vec<[&Term; 2]> = Vec::new();
        match (name(t, vocabulary), &*t.args) {
            ("eq", [a, b]) => pairs.push([a, b]),
            ("chain", parts) => {
                let links = parts.windows(3).step_by(2);
                let equal = links.filter(|link| name(&link[1], vocabulary) == "rel-eq");
                pairs.extend(equal.map(|link| [&link[0], &link[2]]));
            }
            _ => {}
        }
        found |= pairs.into_iter().flatten().any(decimal);
    });
    found.then(|| Form {
        rounded: true,
        ..form.clone()
    })
}

/// The term in which every side of a chain of equations is equal to an indefinite integral in it: each has a constant
/// of its own, `\int x \,dx = \frac{x^2}{2} + A = \frac{x^2 + 1}{2} + B`.
pub(super) fn antiderivatives(term: &Term, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        if name(&t, vocabulary) != "chain" {
            return t;
        }
        let equal = |sign: &Term| name(sign, vocabulary) == "rel-eq";
        if !t.args.iter().skip(1).step_by(2).all(equal) {
            return t;
        }
        let integrates = |side: &&Term| {
            let mut found = false;
            side.walk(&mut |t| found |= name(t, vocabulary) == "int");
            found
        };
        // Whatever their order is.
        let sides = t.args.iter().step_by(2).filter(integrates);
        let larger = |a: &&Term, b: &&Term| a.size().cmp(&b.size()).then_with(|| a.cmp(b));
        let Some(integral) = sides.max_by(larger) else {
            return t;
        };
        let others = t.args.iter().step_by(2).filter(|side| *side != integral);
        let each = |side: &Term| node("eq", vec![integral.clone(), side.clone()], vocabulary);
        node("and", others.map(each).collect(), vocabulary)
    })
}
