//! Equations of one degree in the sine and the cosine of the same angle.

use super::equation::Open;
use super::reason::Reason;
use super::search::{Roots, Search};
use super::sum::{Base, Sum};
use num_traits::{ToPrimitive, Zero};

/// The highest degree.
const DEGREE: i64 = 6;

impl Search<'_> {
    /// Divides by the highest power of the cosine: what is left is an equation of the tangent. Terms
    /// of lower degree are multiplied by powers of `sin² + cos² = 1`.
    pub(super) fn homogeneous(&mut self, open: Open<'_>) -> Result<Option<Roots>, Reason> {
        let Open { sum, bases, .. } = open;
        let op = |name: &str| self.words.vocabulary.op(name);
        let (sin, cos, tan) = (op("sin"), op("cos"), op("tan"));
        let [Base::Call(first, angle), Base::Call(second, other)] = bases else {
            return Ok(None);
        };
        let both = (*first, *second) == (sin, cos) || (*first, *second) == (cos, sin);
        if !both || angle != other {
            return Ok(None);
        }
        let call = |op| Base::Call(op, angle.clone());
        let (sine, cosine, tangent) = (call(sin), call(cos), Sum::base(call(tan)));
        let mut parts: Vec<(i64, i64, Sum)> = Vec::new();
        for (product, c) in &sum.0 {
            let exponent = |base: &Base| {
                let e = product.exponent(base);
                e.is_integer().then(|| e.to_integer().to_i64()).flatten()
            };
            let (Some(s), Some(k)) = (exponent(&sine), exponent(&cosine)) else {
                return Ok(None);
            };
            let rest = product.without(&sine).without(&cosine);
            if s < 0 || k < 0 || rest.holds(self.unknown()) {
                return Ok(None);
            }
            parts.push((s, s + k, Sum::of(rest, c.clone())));
        }
        let degree = parts.iter().map(|p| p.1).max().unwrap_or(0);
        let uneven = parts.iter().any(|p| (degree - p.1) % 2 != 0);
        if uneven || !(2..=DEGREE).contains(&degree) {
            return Ok(None);
        }
        let square = Sum::integer(1).plus(&tangent.whole_power(2)?);
        let (mut whole, mut lead) = (Sum::zero(), Sum::zero());
        for (s, own, factor) in parts {
            let missing = square.whole_power((degree - own) / 2)?;
            let power = match s {
                0 => Sum::integer(1),
                s => tangent.whole_power(s)?,
            };
            whole = whole.plus(&factor.times(&power)?.times(&missing)?);
            // What is left of it where the cosine vanishes.
            if s + degree - own == degree {
                lead = lead.plus(&factor);
            }
        }
        let Some(lead) = lead.as_rational() else {
            return Ok(None);
        };
        let mut after = self.vanishing(&whole);
        if lead.is_zero() {
            let upright = self.vanishing(&Sum::base(cosine));
            after = self.words.node(self.words.or, vec![upright, after]);
        }
        self.follow("solve/homogeneous", open, &after)
    }
}
