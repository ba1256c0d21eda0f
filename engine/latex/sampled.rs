//! A tilde that is typed for the sign of a distribution: `x ~ N(0, 1)`. TeX takes it for a blank.

use super::token::{Class, Token, put_in};

/// Distributions of one letter.
const LETTERS: [&str; 4] = ["N", "U", r"\mathcal{N}", r"\mathcal{U}"];

/// Puts the sign where a tilde with blanks on both sides stands between a variable and the name of a
/// distribution with its parameters.
pub(super) fn sampled<'t>(latex: &str, tokens: &mut Vec<Token<'t>>) {
    let between = |at: usize| latex.get(tokens[at - 1].end..tokens[at].start) == Some(" ~ ");
    let variable = |t: &Token<'_>| {
        matches!(t.class, Class::Letter | Class::Name | Class::Close) || t.key == ")"
    };
    let named = |t: &Token<'_>| {
        let word = t.key.split_once('{').map_or("", |(_, word)| word);
        LETTERS.contains(&t.key.as_ref())
            || matches!(t.class, Class::Name | Class::Words)
                && word.len() > 3
                && word.starts_with(char::is_uppercase)
    };
    let sign = |at: &usize| {
        between(*at)
            && variable(&tokens[at - 1])
            && named(&tokens[*at])
            && tokens.get(at + 1).is_some_and(|t| t.key == "(")
    };
    let signs = (1..tokens.len()).filter(sign).map(|at| {
        let mut tilde = tokens[at].clone();
        tilde.respell(r"\sim");
        tilde.class = Class::Sign;
        tilde.start = tokens[at - 1].end + 1;
        tilde.end = tilde.start + 1;
        (at, tilde)
    });
    let signs = signs.collect();
    put_in(tokens, signs);
}
