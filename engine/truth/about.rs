//! Statements that hold about: approximations, and integrals up to a constant.

use super::form::name;
use super::nearness::real;
use super::sample::{Sampler, Truth};
use super::statement::and;
use crate::eval::{self, Number, Point, Value};
use crate::term::{Head, Term};

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
