//! Numbers without a dimension that the mechanics of fluids names by two letters.

use super::Parser;
use crate::latex::token::{Class, Token};

/// Those beside that of Reynolds.
const NUMBERS: &[&str] = &[
    "Nu", "Pr", "Gr", "Ra", "Sc", "Sh", "We", "Ma", "Fr", "Pe", "St", "Bi", "Kn", "Ca", "Ec", "Le",
    "Ro", "Da", "Wo", "De",
];

/// The number that a token in upright letters names, if it names one.
fn number<'t>(token: &'t Token<'_>) -> Option<&'t str> {
    let upright = matches!(token.class, Class::Name | Class::Words);
    let word = token.key.split_once('{')?.1.strip_suffix('}')?;
    (upright && NUMBERS.contains(&word)).then_some(word)
}

/// Whether a name in upright letters is one of these numbers and no unit, as another one stands near.
pub(in crate::latex) fn has_no_dimension(name: &str, tokens: &[Token<'_>]) -> bool {
    let word = name
        .split_once('{')
        .and_then(|(_, word)| word.strip_suffix('}'));
    let other = |t: &Token<'_>| number(t).is_some_and(|n| Some(n) != word);
    word == Some("Re")
        || word.is_some_and(|word| NUMBERS.contains(&word)) && tokens.iter().any(other)
}

impl Parser<'_> {
    /// Whether the upright `Re` here is the number of Reynolds, as another such number stands near:
    /// `\mathrm{Nu} = 0.023\, \mathrm{Re}^{0.8}\, \mathrm{Pr}^{0.4}`.
    pub(super) fn of_fluids(&self, at: usize) -> bool {
        self.tokens[at].class != Class::Letter
            && self.key_at(at) != r"\Re"
            && self.around().iter().any(|t| number(t).is_some())
    }
}
