//! What pictures need to know of a row.

use std::collections::BTreeMap;

use mamut_engine::text::{Part, segments};

use crate::falsify::distance::tokens;
use crate::row::Row;

/// A row, as far as it is counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts<'r> {
    /// The id of its identity; empty when it belongs to none.
    pub identity: &'r str,
    /// The name of that identity.
    pub name: &'r str,
    /// Whether it is equivalent to its source.
    pub label: bool,
    /// Whether it is a text with formulas in it.
    pub is_text: bool,
    /// The strategies that made it false, each once.
    pub strategies: Vec<&'r str>,
    /// Which symbols have other names than in the source.
    pub renamed: Renamed,
    /// How its label is known.
    pub verdict: &'r str,
    /// How many tokens of a falsified version are not those of its source.
    pub distance: Option<u32>,
    /// The version.
    pub text: &'r str,
}

/// Which symbols of a row were renamed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Renamed {
    /// Symbols that are no functions.
    pub variable: bool,
    /// Generic functions.
    pub function: bool,
    /// Symbols of either sort.
    pub any: bool,
}

impl<'r> Facts<'r> {
    /// Of a generated row.
    pub fn of(row: &'r Row) -> Self {
        let mut strategies: Vec<&str> = Vec::new();
        for strategy in &row.strategies {
            if !strategies.contains(&strategy.strategy.as_str()) {
                strategies.push(&strategy.strategy);
            }
        }
        let mut renamed = Renamed::default();
        for (from, to) in row.substitution.iter().filter(|(from, to)| from != to) {
            let (from, to) = (from.trim_end_matches(" (bound)"), to.as_str());
            renamed.any = true;
            if called(&row.text, to) || called(&row.source, from) {
                renamed.function = true;
            } else {
                renamed.variable = true;
            }
        }
        Self {
            identity: row.identity.as_deref().unwrap_or_default(),
            name: row.name.as_deref().unwrap_or_default(),
            label: row.label,
            is_text: row.is_text,
            strategies,
            renamed,
            verdict: &row.verdict,
            distance: row.distance,
            text: &row.text,
        }
    }
}

/// Whether a letter of functions stands before a bracket or has a prime.
fn called(latex: &str, name: &str) -> bool {
    const FUNCTIONS: [&str; 10] = [
        "f", "g", "h", "F", "G", "H", r"\phi", r"\psi", r"\Phi", r"\Psi",
    ];
    let after = |at: usize| latex[at + name.len()..].trim_start_matches([' ', '\\', ',', '!']);
    let applied = |rest: &str| rest.starts_with(['(', '\'']) || rest.starts_with("left(");
    FUNCTIONS.contains(&name) && latex.match_indices(name).any(|(at, _)| applied(after(at)))
}

/// The number of tokens of LaTeX in a version, and a hash of its form: the version with the letters
/// of its formulas numbered in order of appearance, so that it does not depend on names.
pub fn form(text: &str, is_text: bool) -> (usize, u64) {
    let mut form = String::with_capacity(text.len());
    let mut letters: BTreeMap<&str, usize> = BTreeMap::new();
    let mut length = 0;
    if is_text {
        let (parts, _) = segments(text);
        for part in parts {
            let piece = &text[part.span.clone()];
            if matches!(part.part, Part::Formula(_)) {
                length += numbered(piece, &mut form, &mut letters);
            } else {
                length += piece.split_whitespace().count();
                form.push_str(piece);
            }
        }
    } else {
        length = numbered(text, &mut form, &mut letters);
    }
    (length, mamut_printer::fingerprint(form.as_bytes()))
}

/// Adds the tokens of a formula with its letters as numbers; how many tokens there are.
fn numbered<'t>(
    latex: &'t str,
    form: &mut String,
    letters: &mut BTreeMap<&'t str, usize>,
) -> usize {
    let found = tokens(latex);
    for token in &found {
        if token.len() == 1 && token.starts_with(|c: char| c.is_ascii_alphabetic()) {
            let next = letters.len();
            let number = *letters.entry(token).or_insert(next);
            form.push('#');
            form.push_str(&number.to_string());
        } else {
            form.push_str(token);
        }
        form.push(' ');
    }
    found.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_do_not_depend_on_names_of_letters_and_blanks() {
        let same = |a: &str, b: &str, text: bool| form(a, text) == form(b, text);
        assert!(same("a^2 + b^2=c^2", "x^2+y^2 = z^2", false));
        assert!(!same("a^2 + b^2=c^2", "x^2+y^2 = x^2", false));
        assert!(!same("a^2 + b^2=c^2", "x^2+z^2 = \\frac12", false));
        let text = "If $a > b$, then $b < a$.";
        assert!(same(text, "If $x > b$, then $b < x$.", true));
        assert!(!same(text, "Of $a > b$, then $b < a$.", true));
        assert_eq!(form("a^2 + b", false).0, 5);
    }

    #[test]
    fn renamed_functions_are_told_from_variables() {
        assert!(
            called(r"f(x) = 1", "f") && called(r"g \left( x \right)", "g") && called("h'", "h")
        );
        assert!(!called("x(y+z)", "x") && !called("f + (x)", "f"));
    }
}
