//! A tilde that is typed for the sign of a distribution: `x ~ N(0, 1)`. TeX takes it for a blank.

use super::token::{Class, Gap, Token};

/// Distributions of one letter.
const LETTERS: [&str; 4] = ["N", "U", r"\mathcal{N}", r"\mathcal{U}"];

/// Puts the sign where a tilde with blanks on both sides stands between a variable and the name of a
/// distribution with its parameters.
pub(super) fn sampled<'t>(latex: &str, tokens: &mut Vec<Token<'t>>) {
    let between = |at: usize| latex.get(tokens[at - 1].end..tokens[at].start) == Some(" ~ ");
    // `\eta^+ ~ N(0, 1)`
    let variable = |at: usize| {
        let t = &tokens[at];
        matches!(t.class, Class::Letter | Class::Name | Class::Close)
            || t.key == ")"
            || matches!(t.key.as_ref(), "+" | "*") && at > 0 && tokens[at - 1].key == "^"
    };
    let named = |t: &Token<'_>| {
        let word = t.key.split_once('{').map_or("", |(_, word)| word);
        LETTERS.contains(&t.key.as_ref())
            || matches!(t.class, Class::Name | Class::Words)
                && word.len() > 3
                && word.starts_with(char::is_uppercase)
    };
    // `MVN(\mu, \Sigma)`
    let acronym = |at: usize| {
        let capital = |t: &&Token<'_>| {
            t.class == Class::Letter && matches!(t.key.as_bytes(), [b] if b.is_ascii_uppercase())
        };
        let length = tokens[at..].iter().take_while(capital).count();
        let joined = (1..length).all(|n| tokens[at + n].gap == Gap::None);
        (length > 1 && joined).then_some(at + length)
    };
    let name = |at: usize| {
        if !between(at) || !variable(at - 1) {
            return None;
        }
        let end = match named(&tokens[at]) {
            true => at + 1,
            false => acronym(at)?,
        };
        let parameters = tokens.get(end).is_some_and(|t| t.key == "(");
        parameters.then_some((at, end))
    };
    let names: Vec<(usize, usize)> = (1..tokens.len()).filter_map(name).collect();
    if names.is_empty() {
        return;
    }
    let mut out = Vec::with_capacity(tokens.len() + names.len());
    let mut from = 0;
    for (at, end) in names {
        out.extend_from_slice(&tokens[from..at]);
        let mut tilde = tokens[at].clone();
        tilde.respell(r"\sim");
        tilde.class = Class::Sign;
        tilde.start = tokens[at - 1].end + 1;
        tilde.end = tilde.start + 1;
        out.push(tilde);
        out.push(match end - at {
            1 => tokens[at].clone(),
            _ => Token::joined(&tokens[at..end], r"\mathrm"),
        });
        from = end;
    }
    out.extend_from_slice(&tokens[from..]);
    *tokens = out;
}

/// Makes the name of the normal distribution of a macro that is called as the natural numbers are, between
/// the sign of a distribution and its parameters: `x \sim \N(0, 1)`.
pub(super) fn normal(tokens: &mut [Token<'_>]) {
    for at in 2..tokens.len() {
        let drawn = tokens[at - 2].key == r"\sim" && tokens[at].key == "(";
        if drawn && matches!(tokens[at - 1].key.as_ref(), r"\N" | r"\mathbb{N}") {
            tokens[at - 1].respell(r"\mathcal{N}");
            tokens[at - 1].class = Class::Letter;
        }
    }
}

/// The tokens with the words for independence that follow the sign of a distribution above it:
/// `x_i \sim iid\ N(0, 1)`, `x_i \sim \text{i.i.d. } F`.
pub(super) fn independent<'t>(tokens: Vec<Token<'t>>) -> Vec<Token<'t>> {
    let words = |at: usize| match tokens.get(at..)? {
        [words, ..] if matches!(words.class, Class::Words | Class::Name) => {
            let said = words.key.split_once('{')?.1.trim_end_matches('}').trim();
            matches!(said, "iid" | "i.i.d." | "IID" | "ind" | "ind.").then_some(1)
        }
        [one, two, three, ..] => {
            let spelled = [one, two, three]
                .iter()
                .map(|t| t.key.as_ref())
                .eq(["i", "i", "d"]);
            let close = two.gap == Gap::None && three.gap == Gap::None;
            (spelled && close).then_some(3)
        }
        _ => None,
    };
    let places: Vec<(usize, usize)> = (0..tokens.len())
        .filter(|at| tokens[*at].key == r"\sim")
        .filter_map(|at| Some((at, words(at + 1)?)))
        .collect();
    if places.is_empty() {
        return tokens;
    }
    let mut out = Vec::with_capacity(tokens.len() + 6 * places.len());
    let (mut rest, mut places) = (0, places.into_iter());
    let mut next = places.next();
    while rest < tokens.len() {
        let Some((at, length)) = next.filter(|(at, _)| *at == rest) else {
            out.push(tokens[rest].clone());
            rest += 1;
            continue;
        };
        let made = |key: &'static str, class: Class| {
            let mut token = tokens[at].clone();
            token.respell(key);
            (token.class, token.gap, token.end) = (class, Gap::None, token.start);
            token
        };
        let mut words = tokens[at + 1].clone();
        if length > 1 {
            words = Token::joined(&tokens[at + 1..=at + length], r"\text");
        }
        words.gap = Gap::None;
        let mut sign = tokens[at].clone();
        sign.gap = Gap::None;
        out.push(made(r"\overset", Class::Sign));
        out.extend([made("{", Class::Open), words, made("}", Class::Close)]);
        out.extend([made("{", Class::Open), sign, made("}", Class::Close)]);
        rest = at + 1 + length;
        next = places.next();
    }
    out
}
