//! Values as people write them.

use crate::eval::{Function, Interval, Number, Numbers, Set, UNIVERSE, Value};

/// A value in a few characters.
pub fn show(value: &Value) -> String {
    match value {
        Value::Undefined => "undefined".to_owned(),
        Value::Unknown(_) => "unknown".to_owned(),
        Value::Number(n) => number(n),
        Value::Infinite(true) => "∞".to_owned(),
        Value::Infinite(false) => "-∞".to_owned(),
        Value::Bool(holds) => holds.to_string(),
        Value::Set(set) => of_set(set),
        Value::Matrix(rows) => {
            let rows: Vec<String> = rows.iter().map(|r| list(r.iter().map(number))).collect();
            format!("[{}]", rows.join("; "))
        }
        Value::Vector(parts) => format!("({})", list(parts.iter().map(number))),
        Value::Function(f) => of_function(f),
        Value::Random(values) => format!("by outcome {}", list(values.iter().map(number))),
        Value::Tuple(parts) => format!("({})", list(parts.iter().map(show))),
    }
}

fn list(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

fn number(n: &Number) -> String {
    let z = n.near();
    if !z.re.is_finite()
        && let Some(digits) = n.as_whole()
    {
        return huge(&digits.to_string());
    }
    let re = decimal(z.re);
    if z.im.abs() <= 1e-12 * (1.0 + z.re.abs()) {
        return re;
    }
    let im = decimal(z.im.abs());
    let im = if im == "1" { String::new() } else { im };
    match (z.re.abs() <= 1e-12 * z.im.abs(), z.im < 0.0) {
        (true, false) => format!("{im}i"),
        (true, true) => format!("-{im}i"),
        (false, false) => format!("{re} + {im}i"),
        (false, true) => format!("{re} - {im}i"),
    }
}

/// An integer beyond floating point: eight significant digits and the exponent.
fn huge(digits: &str) -> String {
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    let (first, rest) = digits.split_at(1.min(digits.len()));
    let shown: String = rest.chars().take(7).collect();
    format!("{sign}{first}.{shown}e{}", rest.len())
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
            Numbers::Prime => "ℙ",
            Numbers::Natural | Numbers::NaturalWithZero => "ℕ",
            Numbers::Integer => "ℤ",
            Numbers::Rational => "ℚ",
            Numbers::Real => "ℝ",
            Numbers::Complex => "ℂ",
        }
        .to_owned(),
        Set::Pieces(pieces) if pieces.is_empty() => "∅".to_owned(),
        Set::Pieces(pieces) => {
            let pieces: Vec<String> = pieces.iter().map(interval).collect();
            pieces.join(" ∪ ")
        }
        Set::Members(members) => format!("{{{}}}", list(members.iter().map(show))),
    }
}

fn interval(piece: &Interval) -> String {
    let low = match &piece.low {
        Some((x, true)) => format!("[{}", number(x)),
        Some((x, false)) => format!("({}", number(x)),
        None => "(-∞".to_owned(),
    };
    let high = match &piece.high {
        Some((x, true)) => format!("{}]", number(x)),
        Some((x, false)) => format!("{})", number(x)),
        None => "∞)".to_owned(),
    };
    format!("{low}, {high}")
}

fn of_function(function: &Function) -> String {
    let smooth = match function {
        Function::Smooth(smooth) => smooth,
        Function::Broken(smooth, broken) => {
            let continuous = of_function(&Function::Smooth(smooth.clone()));
            return format!(
                "{continuous}, and {} more at {} and {} beyond",
                number(&broken.there),
                number(&broken.at),
                number(&broken.beyond)
            );
        }
        Function::Map(map) => {
            let each = map.iter().enumerate();
            return list(each.map(|(from, to)| format!("{} ↦ {}", from + 1, to + 1)));
        }
        Function::Curve(entries) => return format!("({})", list(entries.iter().map(of_function))),
        _ => return "a function".to_owned(),
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
        if power > 0 && factor.is_zero() {
            continue;
        }
        match power {
            0 => part(factor.near().re, ""),
            1 => part(factor.near().re, "x"),
            _ => part(factor.near().re, &format!("x^{power}")),
        }
    }
    for wave in &smooth.waves {
        let frequency = wave.frequency.near().re;
        let turned = f64::from(wave.turns) * std::f64::consts::FRAC_PI_2;
        let phase = (wave.phase.near().re + turned).rem_euclid(std::f64::consts::TAU);
        part(
            wave.amplitude.near().re * frequency.powi(wave.turns),
            &format!(" sin({frequency:.2}x + {phase:.2})"),
        );
    }
    format!("x ↦ {text}")
}
