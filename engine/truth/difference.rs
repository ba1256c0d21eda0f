//! The difference of the two sides of an equation as one symbol moves.

use super::nearness::{complex, is_exact, near_to};
use super::sample::Sampler;
use crate::eval::{self, Complex, Function, Number, Point, Set, Smooth, Value};
use crate::term::Term;
use std::sync::Arc;

/// The difference of two sides as a function of one symbol.
pub(super) struct Off<'s, 'a> {
    pub(super) sampler: &'s Sampler<'a>,
    pub(super) sides: (&'s Term, &'s Term),
    pub(super) symbol: u32,
    /// What is moved, when the symbol is no number.
    pub(super) lifted: Option<Lift>,
}

/// What is moved to solve an equation.
pub(super) enum Lift {
    /// A function, up or down.
    Function(Arc<Smooth>),
    /// A function, by a multiple of its argument.
    Slope(Arc<Smooth>),
    /// The first entry of a vector, matrix or random variable.
    Entry(Value),
    /// All outcomes of a random variable.
    Scale(Vec<Number>),
    /// How likely an event is.
    Weights { outcomes: u64, weights: Vec<Number> },
    /// All numbers of a family.
    Family,
    /// A complex number, in one direction.
    Along(Complex),
}

impl Off<'_, '_> {
    /// Gives the symbol a number that is taken as exact.
    pub(super) fn keep(&self, x: f64, point: &mut Point) {
        if self.lifted.is_none() {
            point
                .values
                .insert(self.symbol, Value::Number(Number::exact(x)));
        }
    }

    /// The difference, its error and whether it is exact.
    pub(super) fn at(&self, x: f64, error: f64, point: &mut Point) -> Option<(f64, f64, bool)> {
        // What is moved is as near as a number that is solved for: it is written and checked so.
        let moved_by = || near_to(x, error);
        let value = match &self.lifted {
            // A fraction of many digits is slow, and of no use until the root is found.
            None if error == 0.0 && x.fract() != 0.0 => Value::Number(Number::rough(x)),
            None => Value::Number(moved_by()),
            Some(lift @ (Lift::Function(function) | Lift::Slope(function))) => {
                let mut moved = Smooth::clone(function);
                let power = usize::from(matches!(lift, Lift::Slope(_)));
                if let Some(factor) = moved.polynomial.get_mut(power) {
                    *factor = factor.plus(&moved_by());
                }
                Value::Function(Function::Smooth(Arc::new(moved)))
            }
            Some(Lift::Entry(value)) => {
                let mut moved = value.clone();
                let entry = match &mut moved {
                    Value::Vector(v) | Value::Random(v) => v.first_mut(),
                    Value::Matrix(rows) => rows.first_mut().and_then(|r| r.first_mut()),
                    _ => None,
                };
                if let Some(entry) = entry {
                    *entry = moved_by();
                }
                moved
            }
            Some(Lift::Scale(outcomes)) => {
                let factor = moved_by();
                Value::Random(outcomes.iter().map(|n| n.times(&factor)).collect())
            }
            Some(Lift::Weights { outcomes, weights }) => {
                point.weights = likelier(*outcomes, weights, &moved_by())?;
                Value::Set(Set::Subset(*outcomes))
            }
            Some(Lift::Along(direction)) => Value::Number(Number::with(
                Complex::new(x * direction.re, x * direction.im),
                error + 4.0 * f64::EPSILON * x.abs(),
            )),
            Some(Lift::Family) => {
                point.lifts.insert(self.symbol, moved_by());
                Value::Number(moved_by())
            }
        };
        point.values.insert(self.symbol, value);
        let value = |side| eval::provisionally(|| self.sampler.value(side, point));
        let (left, right) = (value(self.sides.0), value(self.sides.1));
        let ((a, p), (b, q)) = (complex(&left)?, complex(&right)?);
        let off = a - b;
        let exact = is_exact(&left) && is_exact(&right);
        // Where the sides are not real, the imaginary part must vanish too.
        let size = if off.im.abs() <= p + q + 1e-13 * (1.0 + a.abs()) {
            off.re
        } else {
            return None;
        };
        size.is_finite().then_some((size, p + q, exact))
    }
}

/// The probabilities of outcomes when some of them together have this one.
fn likelier(outcomes: u64, weights: &[Number], likely: &Number) -> Option<Vec<Number>> {
    let own = |i: usize| outcomes >> i & 1 == 1;
    let total = |own: &dyn Fn(usize) -> bool| {
        let chosen = weights.iter().enumerate().filter(|(i, _)| own(*i));
        chosen.fold(Number::integer(0), |sum, (_, w)| sum.plus(w))
    };
    let inside = likely.over(&total(&own))?;
    let rest = Number::integer(1).minus(likely);
    let outside = rest.over(&total(&|i| !own(i)))?;
    let weights = weights.iter().enumerate();
    let factor = |i: usize| if own(i) { &inside } else { &outside };
    Some(weights.map(|(i, w)| w.times(factor(i))).collect())
}
