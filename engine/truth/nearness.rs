//! Values as numbers of floating point, and how near they are.

use super::sample::Truth;
use crate::eval::{Complex, Domain, Number, Numbers, Value};

/// Whether numbers, or those of vectors and matrices, are as near as solutions in floating point make
/// them; one of them may be a number that is not solved for.
pub(super) fn alike(a: &Value, b: &Value, constant: Option<f64>) -> bool {
    let least = constant.map_or(1.0, f64::abs);
    let least = if least == 0.0 { 1.0 } else { least.min(1.0) };
    entry_by_entry(a, b, |(x, _), (y, _)| {
        (x - y).abs() <= 1e-8 * (least + x.abs().max(y.abs()))
    })
}

/// Whether numbers, or those of vectors and matrices, are equal as far as bounds tell that are wide
/// but not senseless.
pub(super) fn within(a: &Value, b: &Value) -> bool {
    entry_by_entry(a, b, |(x, p), (y, q)| {
        let scale = 1e-3 + x.abs().max(y.abs());
        (x - y).abs() <= p + q && p + q <= 1e-2 * scale
    })
}

fn entry_by_entry(
    a: &Value,
    b: &Value,
    holds: impl Fn((Complex, f64), (Complex, f64)) -> bool,
) -> bool {
    match (entries(a), entries(b)) {
        (Some(x), Some(y)) => x.len() == y.len() && x.into_iter().zip(y).all(|(p, q)| holds(p, q)),
        _ => false,
    }
}

/// The numbers that a value is made of, in order, with the bounds on their errors.
fn entries(value: &Value) -> Option<Vec<(Complex, f64)>> {
    let one = |n: &Number| (n.near(), n.error());
    Some(match value {
        Value::Number(n) => vec![one(n)],
        Value::Vector(v) | Value::Random(v) => v.iter().map(one).collect(),
        Value::Matrix(rows) => rows.iter().flatten().map(one).collect(),
        Value::Tuple(parts) => parts
            .iter()
            .map(|p| p.as_number().map(one))
            .collect::<Option<_>>()?,
        _ => return None,
    })
}

/// What is nearer to zero than this is below the range of errors: `2^x` is never zero.
const TINY: f64 = 1e-280;

/// Whether values that agree within a tolerance do so within their errors too.
pub(super) fn near(a: &Value, b: &Value) -> Truth {
    let (Some((x, p)), Some((y, q))) = (complex(a), complex(b)) else {
        return Truth::True;
    };
    let (off, scale) = ((x - y).abs(), x.abs().max(y.abs()));
    if scale < TINY && 0.0 < p + q && p + q < TINY {
        Truth::Unknown
    } else if off <= 1e-9 * scale || off <= 100.0 * (p + q) {
        Truth::True
    } else if off > 1e-6 * scale && off > 1e4 * (p + q) {
        Truth::False
    } else {
        Truth::Unknown
    }
}

/// Whether a domain has this number.
pub(super) fn admits(domain: Domain, x: f64) -> bool {
    let whole = matches!(
        domain.numbers,
        Numbers::Natural | Numbers::NaturalWithZero | Numbers::Integer
    );
    let natural = matches!(domain.numbers, Numbers::Natural | Numbers::NaturalWithZero);
    domain.admits(x) && (!whole || x.fract() == 0.0) && (!natural || x >= 0.0)
}

/// The real number that a value is.
pub(super) fn real(value: &Value) -> Option<f64> {
    value.as_number().and_then(Number::as_real)
}

/// The number that a value is, and the bound on its error.
pub(super) fn complex(value: &Value) -> Option<(Complex, f64)> {
    value.as_number().map(|n| (n.near(), n.error()))
}

/// A real number with a bound on its error.
pub(super) fn with_error(x: f64, error: f64) -> Value {
    Value::Number(near_to(x, error))
}

/// A number as near as this error, exact when it is zero.
pub(super) fn near_to(x: f64, error: f64) -> Number {
    if error == 0.0 {
        Number::exact(x)
    } else {
        Number::with(Complex::real(x), error)
    }
}

/// Whether a value is known without any error.
pub(super) fn is_exact(value: &Value) -> bool {
    match value {
        Value::Number(n) => n.is_exact(),
        Value::Bool(_) | Value::Set(_) => true,
        _ => false,
    }
}
