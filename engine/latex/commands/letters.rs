//! Commands and characters that stand for one letter.

use super::meaning;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

/// The command of the list of letters that is spelled so.
pub(in crate::latex) fn letter_command(name: &str) -> Option<&'static str> {
    static LETTER: LazyLock<FxHashSet<&'static str>> =
        LazyLock::new(|| LETTERS.iter().copied().collect());
    LETTER.get(name).copied()
}

/// Letters and digits, at least one, or one command for a letter.
pub(in crate::latex) fn is_name(text: &str) -> bool {
    let plain = !text.is_empty() && text.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    plain || text.starts_with('\\') && is_letter_command(text)
}

/// Whether the character stands for a symbol by itself.
pub(in crate::latex) fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() && c.is_alphabetic() && !"ℕℤℚℝℂ".contains(c)
}

/// Commands that stand for one letter.
pub(super) const LETTERS: &[&str] = &[
    r"\alpha",
    r"\beta",
    r"\gamma",
    r"\delta",
    r"\epsilon",
    r"\varepsilon",
    r"\zeta",
    r"\eta",
    r"\theta",
    r"\vartheta",
    r"\iota",
    r"\kappa",
    r"\varkappa",
    r"\lambda",
    r"\mu",
    r"\nu",
    r"\xi",
    r"\omicron",
    r"\Omicron",
    r"\pi",
    r"\varpi",
    r"\rho",
    r"\varrho",
    r"\sigma",
    r"\varsigma",
    r"\tau",
    r"\upsilon",
    r"\phi",
    r"\varphi",
    r"\chi",
    r"\psi",
    r"\omega",
    r"\digamma",
    r"\Alpha",
    r"\Beta",
    r"\Gamma",
    r"\Delta",
    r"\Epsilon",
    r"\Zeta",
    r"\Eta",
    r"\Theta",
    r"\Iota",
    r"\Kappa",
    r"\Lambda",
    r"\Mu",
    r"\Nu",
    r"\Xi",
    r"\Pi",
    r"\Rho",
    r"\Sigma",
    r"\Tau",
    r"\Upsilon",
    r"\Phi",
    r"\Chi",
    r"\Psi",
    r"\Omega",
    r"\varGamma",
    r"\varDelta",
    r"\varTheta",
    r"\varLambda",
    r"\varXi",
    r"\varPi",
    r"\varSigma",
    r"\varUpsilon",
    r"\varPhi",
    r"\varPsi",
    r"\varOmega",
    r"\ell",
    r"\hbar",
    r"\hslash",
    r"\aleph",
    r"\beth",
    r"\imath",
    r"\jmath",
    r"\wp",
    r"\mho",
    r"\eth",
    r"\Bbbk",
    r"\square",
    r"\Box",
    r"\blacksquare",
    r"\bigcirc",
    r"\Diamond",
    r"\blacklozenge",
    r"\lozenge",
    r"\bigstar",
    r"\blacktriangle",
    r"\blacktriangledown",
    r"\clubsuit",
    r"\diamondsuit",
    r"\heartsuit",
    r"\spadesuit",
    r"\AA",
    r"\backepsilon",
    r"\checkmark",
    r"\copyright",
    r"\pounds",
    r"\Finv",
    r"\gimel",
    r"\daleth",
];

/// Whether the command stands for one letter.
pub(in crate::latex) fn is_letter_command(name: &str) -> bool {
    meaning(name).is_some_and(|m| m.letter)
}
