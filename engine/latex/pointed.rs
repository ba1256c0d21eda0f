//! Wedge sums and smash products of spaces, `S^1 \vee S^1`, `\tilde{H}_n(X \vee Y)`, which are written with
//! the signs of logic.

use super::token::{Class, Token};

/// As many tokens are looked through.
const LOOKED: usize = 400;

/// Whether every `\vee` and `\wedge` of the formula stands between spaces, some of which is a sphere, or of
/// which groups of homotopy or homology are taken.
pub(super) fn spaces(tokens: &[Token<'_>]) -> bool {
    let tokens = &tokens[..tokens.len().min(LOOKED)];
    let joins = |t: &Token<'_>| matches!(t.key.as_ref(), r"\vee" | r"\wedge" | "∨" | "∧");
    let mut joined = (0..tokens.len())
        .filter(|at| joins(&tokens[*at]))
        .peekable();
    joined.peek().is_some()
        && (0..tokens.len()).any(|at| sphere(tokens, at) || functor(tokens, at))
        && !tokens.iter().any(stated)
        && joined.all(|at| {
            let before = at
                .checked_sub(1)
                .is_some_and(|last| ends_space(tokens, last));
            before && tokens.get(at + 1).is_some_and(begins_space)
        })
}

/// `S^1`, `D^n`
fn sphere(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let named = matches!(
        key(at),
        "S" | "D" | r"\mathbb{S}" | r"\mathbb{RP}" | r"\mathbb{CP}"
    );
    let size = at + 2 + usize::from(key(at + 2) == "{");
    named
        && key(at + 1) == "^"
        && tokens.get(size).is_some_and(|t| {
            t.class == Class::Digit || matches!(t.key.as_ref(), "n" | "m" | "k" | "p" | "q")
        })
}

/// `\pi_1(X`, `H_n(X`, `H_*(X`, with an accent on the letter or none
fn functor(tokens: &[Token<'_>], at: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    let accented = key(at + 1) == "}";
    let script = at + 1 + usize::from(accented);
    let named = match key(at) {
        r"\pi" => key(script) == "_",
        "H" | "K" | "h" => matches!(key(script), "_" | "^"),
        _ => false,
    };
    let close = match key(script + 1) {
        "{" => {
            let inside = tokens[script + 2..].iter().take(4);
            script + 2 + inside.take_while(|t| t.class != Class::Close).count()
        }
        _ => script + 1,
    };
    named && key(close + 1) == "(" && tokens.get(close + 2).is_some_and(begins_space)
}

/// Whether a sign of statements stands here.
fn stated(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\land" | r"\lor" | r"\neg" | r"\lnot" | r"\forall" | r"\exists" | r"\vdash" | r"\models"
    )
}

fn begins_space(token: &Token<'_>) -> bool {
    token.key == "(" || large(token)
}

/// A capital letter, in a font or none.
fn large(token: &Token<'_>) -> bool {
    let name = token
        .key
        .split_once('{')
        .map_or(token.key.as_ref(), |(_, rest)| rest);
    let font = token.class == Class::Name && token.key.starts_with(r"\math");
    (font || token.class == Class::Letter)
        && name
            .strip_prefix('\\')
            .unwrap_or(name)
            .starts_with(char::is_uppercase)
}

/// Whether a capital letter, with a script or none, or a bracket ends here.
fn ends_space(tokens: &[Token<'_>], last: usize) -> bool {
    let scripted = |at: usize| {
        at.checked_sub(2).is_some_and(|base| {
            matches!(tokens[at - 1].key.as_ref(), "^" | "_") && large(&tokens[base])
        })
    };
    match tokens[last].class {
        Class::Close => {
            let open = tokens[..last].iter().rposition(|t| t.class == Class::Open);
            open.is_some_and(scripted)
        }
        _ => tokens[last].key == ")" || large(&tokens[last]) || scripted(last),
    }
}

/// Whether signs between spaces stand here, beside which a capital letter is suspended and nothing is
/// summed: `\Sigma X \simeq S^1 \wedge X`, `\tilde{H}_{n+1}(\Sigma X)`.
pub(super) fn of_spaces(tokens: &[Token<'_>]) -> bool {
    let homology = |w: &[Token<'_>]| {
        w[0].key == r"\tilde" && (w[1].key == "H" || w[1].key == "{" && w[2].key == "H")
    };
    let between = |t: &Token<'_>| matches!(t.key.as_ref(), r"\simeq" | r"\wedge" | r"\Omega");
    tokens.iter().any(between) || tokens.windows(3).any(homology)
}
