//! Greek letters that are typed as they look, and the commands for them, and letters in two shapes: who reads sees one
//! letter.

/// Letters and their commands, by letter.
const LETTERS: &[(&str, &str)] = &[
    ("Γ", r"\Gamma"),
    ("Δ", r"\Delta"),
    ("Θ", r"\Theta"),
    ("Λ", r"\Lambda"),
    ("Ξ", r"\Xi"),
    ("Π", r"\Pi"),
    ("Σ", r"\Sigma"),
    ("Υ", r"\Upsilon"),
    ("Φ", r"\Phi"),
    ("Ψ", r"\Psi"),
    ("Ω", r"\Omega"),
    ("α", r"\alpha"),
    ("β", r"\beta"),
    ("γ", r"\gamma"),
    ("δ", r"\delta"),
    ("ε", r"\varepsilon"),
    ("ζ", r"\zeta"),
    ("η", r"\eta"),
    ("θ", r"\theta"),
    ("ι", r"\iota"),
    ("κ", r"\kappa"),
    ("λ", r"\lambda"),
    ("μ", r"\mu"),
    ("ν", r"\nu"),
    ("ξ", r"\xi"),
    ("π", r"\pi"),
    ("ρ", r"\rho"),
    ("ς", r"\varsigma"),
    ("σ", r"\sigma"),
    ("τ", r"\tau"),
    ("υ", r"\upsilon"),
    ("φ", r"\varphi"),
    ("χ", r"\chi"),
    ("ψ", r"\psi"),
    ("ω", r"\omega"),
    ("ϑ", r"\vartheta"),
    ("ϕ", r"\phi"),
    ("ϖ", r"\varpi"),
    ("ϱ", r"\varrho"),
    ("ϵ", r"\epsilon"),
];

/// Letters that are written in two shapes.
const SHAPES: &[(&str, &str)] = &[
    (r"\epsilon", r"\varepsilon"),
    (r"\theta", r"\vartheta"),
    (r"\kappa", r"\varkappa"),
    (r"\pi", r"\varpi"),
    (r"\rho", r"\varrho"),
    (r"\sigma", r"\varsigma"),
    (r"\phi", r"\varphi"),
];

/// The command for a letter that is typed as it looks.
pub(crate) fn command_of(letter: char) -> Option<&'static str> {
    let own = |(typed, _): &&(&str, &str)| typed.chars().eq([letter]);
    LETTERS.iter().find(own).map(|(_, command)| *command)
}

/// The same letter in its other shape.
pub(crate) fn other_shape(name: &str) -> Option<&'static str> {
    let shaped = |(plain, other): &(&'static str, &'static str)| match name {
        _ if name == *plain => Some(*other),
        _ if name == *other => Some(*plain),
        _ => None,
    };
    SHAPES.iter().find_map(shaped)
}

/// The other way to write the letter that a name is.
pub(super) fn other_spelling(name: &str) -> Option<&'static str> {
    let spelled = |(letter, command): &(&'static str, &'static str)| {
        let other = match name {
            _ if name == *letter => command,
            _ if name == *command => letter,
            _ => return None,
        };
        Some(*other)
    };
    LETTERS.iter().find_map(spelled)
}
