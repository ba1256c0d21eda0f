//! Values as people write them.

use crate::eval::{Function, Number, Numbers, Set, UNIVERSE, Value};

/// A value in a few characters.
pub fn show(value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Unknown => "unknown".to_owned(),
        Value::Number(n) => number(*n),
        Value::Infinite(true) => "∞".to_owned(),
        Value::Infinite(false) => "-∞".to_owned(),
        Value::Bool(holds) => holds.to_string(),
        Value::Set(set) => of_set(set),
        Value::Matrix(rows) => {
            let rows: Vec<String> = rows
                .iter()
                .map(|r| list(r.iter().map(|n| number(*n))))
                .collect();
            format!("[{}]", rows.join("; "))
        }
        Value::Vector(parts) => format!("({})", list(parts.iter().map(|n| number(*n)))),
        Value::Function(f) => of_function(f),
        Value::Random(values) => format!("by outcome {}", list(values.iter().map(|n| number(*n)))),
        Value::Tuple(parts) => format!("({})", list(parts.iter().map(show))),
    }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn number(n: Number) -> String {
    let re = decimal(n.z.re);
    if n.z.im.abs() <= 1e-12 * (1.0 + n.z.re.abs()) {
        return re;
    }
    let im = decimal(n.z.im.abs());
    let im = if im == "1" { String::new() } else { im };
    match (n.z.re.abs() <= 1e-12 * n.z.im.abs(), n.z.im < 0.0) {
        (true, false) => format!("{im}i"),
        (true, true) => format!("-{im}i"),
        (false, false) => format!("{re} + {im}i"),
        (false, true) => format!("{re} - {im}i"),
    }
}

/// Integers in full up to 15 digits, otherwise eight significant digits.
fn decimal(x: f64) -> String {
    if x == 0.0 {
        return "0".to_owned();
    }
    if x.fract() == 0.0 && x.abs() < 1e15 {
        return format!("{x:.0}");
    }
    if !(1e-5..1e15).contains(&x.abs()) {
        return format!("{x:.7e}");
    }
    let digits = (7 - x.abs().log10().floor() as i32).clamp(0, 16) as usize;
    let text = format!("{x:.digits$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn of_set(set: &Set) -> String {
    let members = |mask: u64| {
        let inside = (0..UNIVERSE).filter(|i| mask >> i & 1 == 1);
        list(inside.map(|i| (i + 1).to_string()))
    };
    match set {
        Set::Subset(0) => "∅".to_owned(),
        Set::Subset(mask) => format!("{{{}}}", members(*mask)),
        Set::Pairs(mask) => format!("{} pairs", mask.count_ones()),
        Set::Family(mask) => format!("{} sets", mask.count_ones()),
        Set::Numbers(numbers) => match numbers {
            Numbers::Natural | Numbers::NaturalWithZero => "ℕ",
            Numbers::Integer => "ℤ",
            Numbers::Rational => "ℚ",
            Numbers::Real => "ℝ",
            Numbers::Complex => "ℂ",
        }
        .to_owned(),
        Set::Interval(a, with_a, b, with_b) => format!(
            "{}{}, {}{}",
            if *with_a { '[' } else { '(' },
            number(*a),
            number(*b),
            if *with_b { ']' } else { ')' }
        ),
        Set::Members(members) => format!("{{{}}}", list(members.iter().map(show))),
    }
}

fn of_function(function: &Function) -> String {
    let Function::Smooth(smooth) = function else {
        return "a function".to_owned();
    };
    let mut text = String::new();
    let mut part = |factor: f64, rest: &str| {
        let sign = match (text.is_empty(), factor < 0.0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += &format!("{sign}{:.2}{rest}", factor.abs());
    };
    for (power, factor) in smooth.polynomial.iter().enumerate() {
        match power {
            0 => part(*factor, ""),
            1 => part(*factor, "x"),
            _ => part(*factor, &format!("x^{power}")),
        }
    }
    for (amplitude, frequency, phase) in &smooth.waves {
        part(
            *amplitude,
            &format!(
                " sin({frequency:.2}x + {:.2})",
                phase.rem_euclid(std::f64::consts::TAU)
            ),
        );
    }
    format!("x ↦ {text}")
}
