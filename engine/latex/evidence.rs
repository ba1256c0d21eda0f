//! What a parenthesis after a letter says: whether the letter is applied to it.

mod amounts;
mod beside;
mod components;
mod greek;
mod rates;
mod signals;
mod spectral;
mod taken;
mod things;

use super::bold;
use super::kinds::capital;
use super::matching::Mark;
use super::token::{Class, Gap, Token};
pub(super) use beside::in_time;
use beside::{before_state, between_equals, of_vectors};
use components::{listed, of_indices, of_quadratic, scales};
use rates::{changes, expands, interpolates, proceeds, times_passed};
pub(super) use taken::of_phase;
use taken::*;
pub(super) use things::thing;

/// As many tokens are looked through.
const NEAR: usize = 60;

/// As many tokens on both sides are looked through for what a letter is elsewhere.
const AROUND: usize = 200;

/// Tokens of one of the things that a letter goes from and to, at most.
const POINT: usize = 6;

/// What stands after a letter and its scripts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Evidence {
    /// The place of the parenthesis, when there is one.
    pub(super) open: Option<usize>,
    /// It is written as an argument: `f\!(x)`, `f{(x)}`, `f(x)` with a single letter or value of a
    /// function, or several arguments that are no components.
    pub(super) certain: bool,
    /// It is written as a factor: it begins with a number, or holds the letter itself.
    pub(super) factor: bool,
    /// Components stand in it, as elsewhere in the formula: `t(4, 5, 6)`.
    pub(super) scaled: bool,
    /// It is a factor, as the brackets show: the letter stands alone in them, `y(1 - y)`, or goes
    /// from one thing to another, `a + t(b - a)`.
    pub(super) own: bool,
    /// It is a factor, as the letter is the matrix of a form of what stands on both sides of it, or an
    /// amount of which the bracket holds the share that is left.
    pub(super) form: bool,
    /// It is a factor, as the letter is the rate of what goes on from a value: `s_0 + v(t - t_0)`.
    pub(super) rate: bool,
}

/// Looks at what stands at `after`, where the scripts of the letter at `i` end.
pub(super) fn evidence(tokens: &[Token<'_>], marks: &[Mark], i: usize, after: usize) -> Evidence {
    let after = past_braces(tokens, i, after);
    let Some(token) = tokens.get(after) else {
        return Evidence::default();
    };
    // A condition stands apart: `a^x \quad (a > 0)`.
    if token.gap == Gap::Wide {
        return Evidence::default();
    }
    let braced = braced(tokens, marks, after);
    let open = if braced { after + 1 } else { after };
    let Mark::Open { partner, width: 1 } = marks[open] else {
        return Evidence::default();
    };
    let brace = tokens[open].key == r"\{";
    if brace && (transformation(&tokens[i].key) || in_time(tokens, i)) {
        return Evidence {
            open: Some(open),
            certain: true,
            ..Evidence::default()
        };
    }
    if tokens[open].key != "(" || tokens[partner].key != ")" {
        return Evidence::default();
    }
    let inside = &tokens[open + 1..partner];
    let letter = &tokens[i];
    let own = inside.iter().any(|t| t.key == letter.key);
    let single = (matches!(inside, [only] if only.class == Class::Letter || greek(only))
        || !own
            && (thing(tokens, marks, open + 1, partner, 0)
                || of_sets(tokens, marks, open, partner)))
        && single_means_applied(tokens, marks, i, after);
    let scaled = listed(tokens, marks, open, partner) && scales(tokens, marks, i, after);
    // `\mathcal{F}(x(t - t_0))`
    let transformed = transformation(&letter.key)
        && after == i + 1
        && inside.len() < NEAR
        && inside.iter().any(|t| t.key == "(");
    let passed = times_passed(tokens, i, open, partner);
    let weighed = of_indices(&tokens[i + 1..after], inside);
    let valued =
        matches!(letter.key.as_ref(), "v" | r"\nu") && of_prime(&tokens[i + 1..after], inside);
    let applied = || {
        braced
            || transformed
            || doubled(tokens, marks, open, partner)
            || token.gap == Gap::Back && !matches!(letter.key.as_ref(), r"\pi" | "π")
            || letter.key == r"\tau" && after == i + 1 && greek::moves_root(tokens, open, partner)
            || letter.key == r"\sigma"
                && (greek::affine(inside)
                    || !squared(&tokens[i + 1..after]) && greek::weighs(inside)
                    || after == i + 1 && greek::scores(inside)
                    || greek::moves_root(tokens, open, partner))
            || letter.key == r"\rho" && greek::pools(inside)
            || greek::counts_divisors(tokens, letter, inside)
            || of_tensors(letter, inside)
            || before_state(tokens, marks, i, open, partner)
            || signals::taken(tokens, i, inside)
            || matches!(letter.key.as_ref(), r"\Pi" | r"\mathcal{P}") && onto(&tokens[i + 1..after])
            || spectral::taken(letter, &tokens[i + 1..after], inside)
            || valued
            || matches!(letter.key.as_ref(), r"\Omega" | r"\Theta")
                && !amounts::powers(tokens, i)
                && single_means_applied(tokens, marks, i, after)
                // `\Omega_m(1 + z)^3`
                && (after == i + 1 || tokens.get(partner + 1).is_none_or(|t| t.key != "^"))
            || single
            || of_space(tokens, marks, i..after, open..partner)
            || of_bundle(tokens, i, inside)
            || of_twist(letter, &tokens[i + 1..after], inside)
            || after == i + 1 && taken::of_shift(tokens, i, inside)
            || of_region(letter, inside)
            || of_factors(letter, &tokens[i + 1..after], inside)
                && tokens.get(partner + 1).is_none_or(|t| t.key != "^")
            || of_spheres(letter, &tokens[i + 1..after], inside)
            || greek::of_rectangle(letter, inside)
            || greek::of_weight(letter, inside)
            || greek::of_half(letter, &tokens[i + 1..after], inside)
            || of_element(tokens, i, inside)
            || of_freedom(letter, &tokens[i + 1..after])
            || of_bessel(letter, &tokens[i + 1..after], inside)
            || of_ratio(tokens, i, after, open..partner)
            || of_quadratic(tokens, i, open, partner)
            || of_set(tokens, marks, open, partner)
            || of_orbit(letter, inside)
            || after == i + 1 && of_phase(letter, inside)
            || conditioned(tokens, marks, open, partner)
            || signals::summed(tokens, marks, i, inside)
            || after == i + 1 && greek::of_graph(letter, inside)
            || after == i + 1 && taken::of_fraction(tokens, marks, i, open..partner)
            || of_column(inside)
            || matches!(inside, [only] if only.class == Class::Digit) && bold::small(&letter.key)
            || of_root(letter, &tokens[i + 1..after], inside)
            || of_product(tokens, i, open, partner)
            || after == i + 1 && of_same(tokens, i, open, partner)
            || of_angle(tokens, i, after, inside)
            || listed(tokens, marks, open, partner) && !scaled
    };
    Evidence {
        open: Some(open),
        certain: !passed && !weighed && applied() && !amounts::beside(tokens, i, after, inside),
        scaled,
        own: stands_in(inside, &letter.key)
            || weighed
            || interpolates(tokens, i, open, partner)
            || amounts::of_gas(tokens, i, &tokens[i + 1..after], inside),
        form: between_equals(tokens, i, open, partner)
            || amounts::share(letter, &tokens[i + 1..after], inside)
            || amounts::couples(&tokens[i + 1..after], inside)
            || amounts::saturates(tokens, i, after, inside)
            || amounts::falls(letter, &tokens[i + 1..after], inside)
            || amounts::grows(tokens, i, after, inside)
            || amounts::coefficient(tokens, i + 1..after, partner)
            || amounts::both_raised(tokens, &tokens[i + 1..after], partner)
            || amounts::left_over(tokens, letter, inside, partner)
            || amounts::flows(token.gap, inside)
            || amounts::weighs(tokens, i, inside)
            || amounts::between_levels(letter, inside),
        rate: passed
            || proceeds(tokens, i, inside)
            || changes(tokens, i, inside)
            || expands(tokens, i, inside),
        factor: own
            || amounts::shares_index(&tokens[i + 1..after], inside)
            || of_vectors(inside)
            || inside.first().is_some_and(|t| t.class == Class::Digit)
                && inside.len() > 1
                && !valued,
    }
}

/// The place after a letter with its scripts that stands alone in braces at the beginning of an
/// operand: `{\rho_C}(y)`.
fn past_braces(tokens: &[Token<'_>], i: usize, after: usize) -> usize {
    let held = i > 0
        && tokens[i - 1].class == Class::Open
        && tokens.get(after).is_some_and(|t| t.class == Class::Close);
    let begins = || {
        i < 2
            || matches!(
                tokens[i - 2].key.as_ref(),
                "=" | "+" | "-" | "(" | "," | "["
            )
            || matches!(tokens[i - 2].class, Class::Row | Class::Cell | Class::Begin)
    };
    after + usize::from(held && begins())
}

/// Whether a letter stands among these without a bracket, a prime or an index after it, and with a
/// sign: `1 - y`.
fn stands_in(inside: &[Token<'_>], letter: &str) -> bool {
    let applied = |at: usize| {
        inside
            .get(at)
            .is_some_and(|t| matches!(t.key.as_ref(), "(" | "'" | "_" | r"\prime"))
    };
    inside.len() < NEAR
        && inside.iter().any(|t| matches!(t.key.as_ref(), "+" | "-"))
        && (0..inside.len()).any(|at| inside[at].key == letter && !applied(at + 1))
}

/// Whether a colon and then the sign of a relation stand directly inside the brackets: a function of
/// a family, `\sigma(X_s : s \le t)`.
fn conditioned(tokens: &[Token<'_>], marks: &[Mark], open: usize, close: usize) -> bool {
    let (mut at, mut colon) = (open + 1, false);
    let end = close.min(open + NEAR);
    while at < end {
        match (marks[at], tokens[at].key.as_ref()) {
            (Mark::Open { partner, width }, _) => {
                at = partner + width;
                continue;
            }
            (_, ":" | r"\colon") => colon = true,
            (_, "<" | ">" | r"\le" | r"\leq" | r"\ge" | r"\geq" | r"\in" | "∈" | "≤" | "≥")
                if colon =>
            {
                return true;
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// Whether a letter names a transformation, the argument of which may stand in braces.
pub(super) fn transformation(name: &str) -> bool {
    let letter = [r"\mathcal{", r"\mathscr{", r"\mathfrak{"]
        .iter()
        .find_map(|font| name.strip_prefix(font));
    matches!(letter, Some("L}" | "F}" | "Z}" | "M}" | "H}"))
}

/// Whether a parenthesis stands alone in braces here: `f{\left(x\right)}`.
pub(super) fn braced(tokens: &[Token<'_>], marks: &[Mark], at: usize) -> bool {
    let Some(Mark::Open { partner, .. }) = marks.get(at).copied() else {
        return false;
    };
    let base = tokens
        .get(partner + 1)
        .is_some_and(|t| matches!(t.key.as_ref(), "^" | "_"));
    tokens[at].class == Class::Open
        && !base
        && tokens[at].key == "{"
        && tokens.get(at + 1).is_some_and(|t| t.key == "(")
        && matches!(marks.get(at + 1), Some(Mark::Open { partner: inner, .. }) if inner + 1 == partner)
}

/// Whether the differential of one letter stands after a capital or Greek letter: what a measure
/// gives to it, `\mu(dx)`, and under an integral `P(d\omega)`.
fn of_element(tokens: &[Token<'_>], i: usize, inside: &[Token<'_>]) -> bool {
    let letter = &tokens[i];
    let variable = match inside {
        [d, variable, scripts @ ..] if super::parse::is_differential(&d.key) => {
            let scripted = |t: &Token<'_>| matches!(t.key.as_ref(), "_" | "'");
            scripts.len() < 5 && scripts.first().is_none_or(scripted) && variable.gap == Gap::None
        }
        _ => false,
    };
    let large = letter.key.starts_with(char::is_uppercase);
    let near = || &tokens[i.saturating_sub(NEAR)..i];
    // `\iota_X (d\omega)` is about a form.
    let form = inside.get(1).is_some_and(|t| t.key.starts_with('\\'));
    let integrated = || {
        near()
            .iter()
            .any(|t| matches!(t.key.as_ref(), r"\int" | r"\iint" | "∫"))
    };
    variable
        && (!form || integrated())
        && (large
            || letter.key.starts_with('\\') && !matches!(letter.key.as_ref(), r"\pi" | r"\iota"))
}

fn greek(token: &Token<'_>) -> bool {
    token.class == Class::Name && token.key.starts_with('\\') && !token.key.contains('{')
}

/// Nobody writes a product with brackets around a single letter; but `i(t)` is left open.
fn single_means_applied(tokens: &[Token<'_>], marks: &[Mark], i: usize, after: usize) -> bool {
    let key = |at: usize| tokens.get(at).map_or("", |t| t.key.as_ref());
    // `B_{i}^n(t)`, `\eta{}^{\nu}(t)`, `R^{a}_{i}(t)`
    let behind_power = || {
        let end = match marks.get(i + 2) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => i + 3,
        };
        key(i + 1) == "^" && key(end) == "_"
    };
    let indexed = matches!(key(i + 1), "_" | "{") || behind_power();
    // `\Psi^{m + m'}(X)`
    let set = || {
        let large = tokens.get(after + 1).is_some_and(|t| capital(&t.key));
        key(i + 1) == "^" && capital(&tokens[i].key) && large && key(after + 2) == ")"
    };
    let open = || match tokens[i].key.as_ref() {
        "e" => {
            !super::neutral::varies(&tokens[i.saturating_sub(AROUND)..tokens.len().min(i + AROUND)])
        }
        "d" => !adjoined(&tokens[i.saturating_sub(AROUND)..tokens.len().min(i + AROUND)]),
        key => key == "i",
    };
    let long = || indexed || after > i + 6 && set();
    (indexed || !open()) && after <= i + if long() { SCRIPTS } else { 6 }
}

/// As many tokens has an index with an exponent of a letter that is applied.
const SCRIPTS: usize = 24;

/// Whether a `d` has an adjoint, which makes it the name of an operator: `d^\dagger(k) d(k)`.
fn adjoined(tokens: &[Token<'_>]) -> bool {
    let dagger = |t: &Token<'_>| matches!(t.key.as_ref(), r"\dagger" | r"\dag");
    tokens.windows(4).any(|w| {
        w[0].key == "d" && w[1].key == "^" && (dagger(&w[2]) || w[2].key == "{" && dagger(&w[3]))
    })
}

/// Whether a script ends with the exponent of a square, `\sigma^2`, `\sigma_\epsilon^2`.
fn squared(scripts: &[Token<'_>]) -> bool {
    let keys = |n: usize| scripts.iter().rev().take(n).map(|t| t.key.as_ref());
    keys(2).eq(["2", "^"]) || keys(4).eq(["}", "2", "{", "^"])
}
