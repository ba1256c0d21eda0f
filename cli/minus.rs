//! Formulas that begin with a minus sign, as arguments.

use std::ffi::OsString;

/// Keeps a formula that begins with a minus sign from being taken for an option: a blank before it
/// changes nothing of what it says.
pub(crate) fn as_formula(arg: OsString) -> OsString {
    // A number may be the value of an option.
    let Some(text) = arg.to_str().filter(|text| text.parse::<f64>().is_err()) else {
        return arg;
    };
    let mut chars = text.chars();
    let formula = match (chars.next(), chars.next(), chars.next()) {
        (Some('-'), Some(c), _) if c.is_ascii_digit() || "\\({|[. ".contains(c) => true,
        // No option is followed by these at once.
        (Some('-'), Some(c), Some(next)) => c.is_ascii_alphabetic() && "^_ +*<>(/".contains(next),
        _ => false,
    };
    match formula {
        true => format!(" {text}").into(),
        false => arg,
    }
}

#[cfg(test)]
mod tests {
    use super::as_formula;

    #[test]
    fn formulas_with_a_minus_sign_are_no_options() {
        for formula in ["-3 < x < 3", r"-\cos x", "-x^2 = y", "-(a+b)", "-x = 3"] {
            assert_eq!(as_formula(formula.into()), *format!(" {formula}"));
        }
        for option in [
            "-n",
            "-n4",
            "-j2",
            "--falsify",
            "-",
            "-0.5",
            "-q",
            "-vv",
            "-ofile.csv",
        ] {
            assert_eq!(as_formula(option.into()), *option);
        }
    }
}
