//! Letters that index tensors, and letters of tensors.

/// Greek letters that index tensors.
pub(super) const GREEK: &[&str] = &[
    r"\mu",
    r"\nu",
    r"\rho",
    r"\sigma",
    r"\lambda",
    r"\kappa",
    r"\tau",
    r"\alpha",
    r"\beta",
    r"\gamma",
    r"\delta",
    r"\epsilon",
    r"\varepsilon",
    r"\xi",
    r"\eta",
    r"\zeta",
    r"\omega",
];

/// Those of them that are rarely exponents.
pub(super) const SURE: &[&str] = &[r"\mu", r"\nu", r"\rho", r"\sigma", r"\lambda", r"\kappa"];

/// Letters that count terms rather than components.
pub(in crate::latex) const COUNTING: &[&str] =
    &["k", "n", "m", "N", "x", "y", "z", "t", "T", "p", "q"];

/// Letters of which a superscript before a subscript is an index.
pub(in crate::latex) const TENSORS: &[&str] = &[
    r"\delta",
    r"\Gamma",
    r"\epsilon",
    r"\varepsilon",
    "R",
    "T",
    "g",
    "h",
    r"\omega",
    r"\eta",
    r"\Lambda",
    r"\gamma",
    "F",
    "f",
    "C",
];

/// Letters of vectors in space and time, which are rarely raised to `\mu`.
pub(in crate::latex) const COMPONENTS: &[&str] = &[
    r"\gamma",
    r"\sigma",
    "x",
    "p",
    "k",
    "q",
    "A",
    "B",
    "V",
    "J",
    "j",
    "P",
    "W",
    "u",
    "D",
    r"\partial",
    r"\psi",
    r"\xi",
    r"\epsilon",
    r"\bar{\sigma}",
    r"\tilde{A}",
    r"\Gamma",
    r"\dot{x}",
    r"\hat{A}",
];

/// Letters of functions that have an order.
pub(super) const SPECIAL: &[&str] = &[
    "J",
    "Y",
    "I",
    "K",
    "H",
    "P",
    "Q",
    "L",
    "C",
    "T",
    "U",
    "E",
    "W",
    "M",
    "D",
    "j",
    "y",
    "h",
    "B",
    r"\zeta",
    r"\Gamma",
    r"\operatorname{Li}",
    ")",
];

/// Letters that are raised to products of indices: roots of unity, variables.
pub(super) const NUMBERS: &[&str] = &[
    r"\omega", r"\zeta", r"\xi", r"\theta", r"\lambda", r"\rho", "x", "y", "z", "w", "q", "t", "r",
    "e",
];

/// Whether a letter is one of those that are nothing but indices.
pub(super) fn index(letter: &&str) -> bool {
    matches!(*letter, "i" | "j" | "k" | "l")
}

/// Whether a letter is a capital, Latin or Greek.
pub(super) fn capital(name: &str) -> bool {
    name.trim_start_matches('\\')
        .starts_with(char::is_uppercase)
        && !name.contains('{')
}

/// Whether a letter is one of those that number components.
pub(super) fn latin(letter: &&str) -> bool {
    matches!(
        *letter,
        "i" | "j" | "k" | "l" | "m" | "n" | "p" | "q" | "r" | "s" | "a" | "b" | "c" | "d"
    )
}

/// Whether several letters stand above the sign of permutations, the unit tensor or structure
/// constants: `\epsilon^{ijk}`, `\delta^{ij}`, `f^{abc}`.
pub(super) fn symbol_of_tensors(base: &str, letters: &[&str]) -> bool {
    let pair = |l: &&str| index(l) || matches!(*l, "a" | "b" | "c" | "d") || GREEK.contains(l);
    let distinct = (1..letters.len()).all(|i| !letters[..i].contains(&letters[i]));
    let usual = letters.len() > 2 || letters.iter().all(pair);
    match base {
        r"\epsilon" | r"\varepsilon" | "ε" | "ϵ" => distinct && usual,
        // Structure constants: `f^{abc} T^c`.
        "f" => {
            distinct
                && letters.len() == 3
                && letters
                    .iter()
                    .all(|l| matches!(l.as_bytes(), [b'a'..=b'h']))
        }
        r"\delta" | "δ" => letters.len() == 2 && distinct && letters.iter().all(pair),
        _ => false,
    }
}
