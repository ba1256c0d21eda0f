//! Expected values without brackets in a plain letter, where the text has random variables: `EX^2`.

use super::token::{Class, Gap, Token};
use crate::atoms::Atoms;
use crate::vocabulary::Kind;

/// Makes the sign of an expected value of each `E` right before a random variable of the text.
pub(super) fn marked(tokens: &mut [Token<'_>], atoms: &Atoms) {
    let kind = |name: &str| {
        atoms
            .symbols
            .iter()
            .find(|s| s.name == name)
            .map(|s| s.kind)
    };
    if !matches!(kind("E"), None | Some(Kind::Any | Kind::Num)) {
        return;
    }
    for at in 1..tokens.len() {
        let (before, variable) = (&tokens[at - 1], &tokens[at]);
        let expected = before.key == "E"
            && before.class == Class::Letter
            && variable.class == Class::Letter
            && variable.gap <= Gap::Back
            && kind(&variable.key) == Some(Kind::Rv);
        if expected {
            tokens[at - 1].respell(r"\mathbb{E}");
            tokens[at - 1].class = Class::Name;
        }
    }
}
