//! Exercises that are left out: data, that a file of the user's replaces.

use std::path::Path;

use anyhow::{Context, Result, anyhow};
use serde::Deserialize;

const BUILT_IN: &str = include_str!("skips.ron");

/// What of a collection of exercises is no use as a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skips {
    /// Exercises, by the name of their directory.
    pub exercises: Vec<String>,
    /// Problems that hold one of these are left out.
    pub marks: Vec<String>,
    /// A question ends before the first of these.
    pub cuts: Vec<String>,
}

impl Skips {
    /// The list of a file, or the one that comes with the program.
    ///
    /// # Errors
    /// When the file cannot be read or says something else, with the place.
    pub fn load(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Self::parse(BUILT_IN, "skips.ron");
        };
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        Self::parse(&text, &name)
    }

    fn parse(text: &str, name: &str) -> Result<Self> {
        ron::from_str(text).map_err(|error| {
            let at = error.span.start;
            anyhow!("{name}:{}:{}: {}", at.line, at.col, error.code)
        })
    }

    /// Whether an exercise is left out.
    pub fn exercise(&self, name: &str) -> bool {
        self.exercises.iter().any(|e| e == name)
    }

    /// Whether a problem is left out for what it holds.
    pub fn marked(&self, text: &str) -> bool {
        self.marks.iter().any(|mark| text.contains(mark.as_str()))
    }

    /// A question without the answers to choose from.
    pub fn cut<'t>(&self, question: &'t str) -> &'t str {
        let ends = self
            .cuts
            .iter()
            .filter_map(|cut| question.find(cut.as_str()));
        &question[..ends.min().unwrap_or(question.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_list_is_one() {
        let skips = Skips::load(None).expect("a list");
        assert!(skips.exercise("138") && !skips.exercise("13"));
        assert!(skips.marked(r"$\llap{-}3$") && !skips.marked("$3$"));
        assert_eq!(skips.cut("Which? Choose 1 answer: $1$"), "Which? ");
        let wrong =
            Skips::parse("Skips(\n  exercise: [])", "f").expect_err("no field of that name");
        assert!(wrong.to_string().starts_with("f:2:"), "{wrong}");
    }
}
