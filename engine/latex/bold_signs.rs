//! Bold letters that are signs elsewhere, as names of vectors and matrices: `\mathbf{r} - \mathbf{R}`,
//! `\mathbf{P}^T\mathbf{A}`.

use super::kinds::transposes;
use super::table::Roles;
use super::token::{Class, Entry, Gap, Token};

/// Sets of numbers.
pub(crate) const NUMBERS: [&str; 5] = [
    r"\mathbf{N}",
    r"\mathbf{Z}",
    r"\mathbf{Q}",
    r"\mathbf{R}",
    r"\mathbf{C}",
];

/// Probability and expectation.
const CHANCES: [&str; 2] = [r"\mathbf{P}", r"\mathbf{E}"];

/// Whether a key is such a letter.
pub(super) fn ambiguous(key: &str) -> bool {
    key.starts_with(r"\mathbf{") && (NUMBERS.contains(&key) || CHANCES.contains(&key))
}

/// Makes names of these letters where other letters are bold, too, and nothing shows that they are
/// signs; those that are `told` by the text around are names as well.
pub(super) fn named(tokens: &mut [Token<'_>], told: [bool; 5]) {
    if !tokens.iter().any(|t| ambiguous(&t.key)) {
        return;
    }
    let bold = |t: &Token<'_>| {
        t.class == Class::Name
            && (t.key.starts_with(r"\mathbf{") || t.key.starts_with(r"\boldsymbol{"))
    };
    let matrix =
        |t: &Token<'_>| t.class == Class::Begin && t.key.ends_with("matrix") || t.key == "array";
    let others = tokens
        .iter()
        .any(|t| bold(t) && !ambiguous(&t.key) || matrix(t));
    let several = NUMBERS.iter().chain(&CHANCES);
    let several = several.filter(|name| tokens.iter().any(|t| t.key == **name));
    let several = several.count() > 1;
    let counts = tokens.iter().any(|t| t.key == r"\aleph");
    let crossed = |at: usize| {
        !others
            && [at.checked_sub(2), Some(at + 2)]
                .iter()
                .flatten()
                .any(|other| {
                    key(tokens, (at + other) / 2) == r"\times"
                        && NUMBERS.contains(&key(tokens, *other))
                })
    };
    let free = |name: &&str| {
        let places = (0..tokens.len()).filter(|i| tokens[*i].key == **name);
        let mut places = places.peekable();
        if places.peek().is_none() {
            return false;
        }
        match CHANCES.contains(name) {
            true => {
                let mut factor = false;
                let all = places.all(|at| {
                    factor |= scripted(tokens, at);
                    !takes_events(tokens, at)
                });
                all && (others || several || factor)
            }
            false
                if NUMBERS
                    .iter()
                    .zip(told)
                    .any(|(n, told)| told && *n == *name) =>
            {
                true
            }
            false if component(tokens, name) || varies(tokens, name) || derives(tokens, name) => {
                true
            }
            // `\mathbf{Q} \in \mathbb{R}^{m \times n}`
            false if places.clone().any(|at| is_member(tokens, at)) => true,
            // `|\mathbf{Q}| = 1` is a determinant.
            false if !counts && places.clone().all(|at| barred(tokens, at)) => true,
            false => (others || several) && !places.any(|at| is_set(tokens, at) || crossed(at)),
        }
    };
    let names: Vec<&str> = NUMBERS.into_iter().chain(CHANCES).filter(free).collect();
    for token in tokens {
        if names.contains(&token.key.as_ref()) {
            (token.entry, token.roles) = (Entry::Listed(0), Roles::NONE);
        }
    }
}

/// Whether the letter is said to be a member of a set of vectors or matrices.
fn is_member(tokens: &[Token<'_>], at: usize) -> bool {
    let raised = at + 3 < tokens.len() && key(tokens, at + 3) == "^";
    raised
        && matches!(key(tokens, at + 1), r"\in" | "∈")
        && tokens[at + 2].key.starts_with(r"\math")
}

/// Whether a letter stands alone between bars.
fn barred(tokens: &[Token<'_>], at: usize) -> bool {
    let bar = |at: Option<usize>| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(super::bars::is_bar)
    };
    bar(at.checked_sub(1)) && bar(Some(at + 1))
}

fn key<'t>(tokens: &'t [Token<'_>], at: usize) -> &'t str {
    tokens.get(at).map_or("", |t| t.key.as_ref())
}

/// Whether the letter stands where a set does.
fn is_set(tokens: &[Token<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |at| key(tokens, at));
    let after = key(tokens, at + 1);
    let sets = matches!(
        before,
        r"\in"
            | r"\notin"
            | r"\ni"
            | r"\subset"
            | r"\subseteq"
            | r"\supset"
            | r"\to"
            | r"\rightarrow"
            | r"\cup"
            | r"\cap"
            | r"\setminus"
            | r"\colon"
            | ":"
            | ";"
            | "/"
            | "∈"
            | "⊂"
            | "⊆"
            | "→"
    );
    // `\mathrm{GL}_n(\mathbf{Z})`, `\mathbf{G}(\mathbf{Q})`, but `p(\mathbf{Z})`,
    // `\mathbf{\Theta}(\mathbf{Q})`.
    let lone = before == "(" && after == ")" && at > 1;
    let letter = |key: &str| {
        key.bytes()
            .next()
            .is_some_and(|b| b.is_ascii_lowercase() || b == b'\\')
    };
    let bold = |key: &str| {
        let inner = [r"\mathbf{", r"\boldsymbol{"]
            .iter()
            .find_map(|font| key.strip_prefix(font));
        inner.is_some_and(letter)
    };
    let value = |key: &str| key == "=" || bold(key) || key.len() == 1 && letter(key);
    sets || lone && !value(key(tokens, at - 2))
        || matches!(
            after,
            r"\to" | r"\rightarrow" | "→" | r"\setminus" | r"\cup" | r"\cap" | r"\subset"
        )
        // `\mathbf{Z}/n`, but `\mathbf{C}/c`
        || after == "/"
            && (key(tokens, at) == r"\mathbf{Z}"
                || !tokens.get(at + 2).is_some_and(|t| t.key.starts_with(|c: char| c.is_lowercase())))
        || after == "^" && matches!(key(tokens, at + 2), "n" | "m" | "d" | "N" | "+" | r"\times")
        || after == "_" && matches!(key(tokens, at + 2), "+" | "-" | r"\ge" | r"\geq" | ">")
}

/// Whether the letter is everywhere one of several vectors: `\mathbf{R}_i`. Rings have numbers or
/// primes below, `\mathbf{Z}_n`, `\mathbf{Q}_p`.
fn component(tokens: &[Token<'_>], name: &str) -> bool {
    // `\mathbf{C}_{1, \dots, k}`
    let listed = |at: usize| {
        let digit = tokens.get(at + 3).is_some_and(|t| t.class == Class::Digit);
        key(tokens, at + 2) == "{" && digit && key(tokens, at + 4) == ","
    };
    let of_family = |at: usize| {
        key(tokens, at + 1) == "_"
            && (matches!(key(tokens, at + 2).as_bytes(), [b'a'..=b'n' | b's' | b't']) || listed(at))
    };
    !matches!(name, r"\mathbf{Z}" | r"\mathbf{Q}")
        && (0..tokens.len())
            .filter(|at| tokens[*at].key == name)
            .all(of_family)
}

/// Whether the letter has a script that no operator of chance has.
fn scripted(tokens: &[Token<'_>], at: usize) -> bool {
    let inverse = |at: usize| match key(tokens, at) {
        "{" => key(tokens, at + 1) == "-" || transposes(key(tokens, at + 1)),
        script => matches!(script, "H" | r"\dagger") || transposes(script),
    };
    key(tokens, at + 1) == "^" && inverse(at + 2)
}

/// Whether brackets of events or random variables stand right after the letter.
fn takes_events(tokens: &[Token<'_>], at: usize) -> bool {
    match key(tokens, at + 1) {
        "[" | r"\{" => true,
        "(" => {
            // `\mathbf{E}(\mathbf{r}, t)` is a field.
            let first = key(tokens, at + 2);
            let small = first
                .strip_prefix(r"\mathbf{")
                .is_some_and(|letter| letter.starts_with(char::is_lowercase));
            !small
        }
        _ => false,
    }
}

/// Whether a differential or a derivative is taken along a letter: `d\mathbf{R}`, `\nabla_{\mathbf{R}}`.
fn varies(tokens: &[Token<'_>], name: &str) -> bool {
    let along = |w: &[Token<'_>]| {
        let d = matches!(w[2].key.as_ref(), "d" | r"\mathrm{d}") && w[3].gap == Gap::None;
        let nabla = w[0].key == r"\nabla" && w[1].key == "_" && w[2].key == "{";
        w[3].key == name && (d || nabla)
    };
    tokens.windows(4).any(along)
}

/// Whether a letter is the sign of a derived functor: `\mathbf{R}\mathrm{Hom}(E, F)`, `\mathbf{R}\Gamma(X, E)`.
fn derives(tokens: &[Token<'_>], name: &str) -> bool {
    let functor = |t: &Token<'_>| {
        t.key == r"\Gamma" || t.key.len() > r"\mathrm{X}".len() && t.key.starts_with(r"\mathrm{")
    };
    tokens
        .windows(2)
        .any(|w| w[0].key == name && functor(&w[1]) && w[1].gap <= Gap::Blank)
}
