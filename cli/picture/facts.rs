//! What pictures need to know of a row.

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
        for strategy in &*row.strategies {
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

/// The number of tokens of LaTeX in a version; a word of prose counts as one.
pub fn length(text: &str, is_text: bool) -> usize {
    if !is_text {
        return tokens(text).len();
    }
    let lengths = segments(text)
        .0
        .into_iter()
        .map(|segment| match segment.part {
            Part::Formula(_) => tokens(&text[segment.inner]).len(),
            Part::Prose | Part::Kept => text[segment.span].split_whitespace().count(),
        });
    lengths.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_prose_and_tokens_of_formulas_count() {
        assert_eq!(length("a^2 + b", false), 5);
        assert_eq!(
            length("If $a^2 > b$, then $b < a$.", true),
            1 + 5 + 2 + 3 + 1
        );
    }

    #[test]
    fn renamed_functions_are_told_from_variables() {
        assert!(
            called(r"f(x) = 1", "f") && called(r"g \left( x \right)", "g") && called("h'", "h")
        );
        assert!(!called("x(y+z)", "x") && !called("f + (x)", "f"));
    }
}
