//! Names that are applied for what they say, and for how they are set.

use crate::spelling::under_accents;

/// Whether a name is that of the function that is 1 where a statement holds, and 0 elsewhere.
pub(in crate::latex::parse) fn indicates(name: &str) -> bool {
    let font = [
        r"\mathbf{",
        r"\mathbb{",
        r"\mathbbm{",
        r"\mathds{",
        r"\boldsymbol{",
    ]
    .iter()
    .find_map(|font| name.strip_prefix(font));
    font == Some("1}") || name == r"\mathbb{I}"
}

/// Whether a letter is set in script, as transformations are.
pub(in crate::latex::parse) fn scripted(name: &str) -> bool {
    name.starts_with(r"\mathcal{") || name.starts_with(r"\mathscr{")
}

/// Whether a name is that of the matrix with given entries in its diagonal, whose brackets are often
/// braces: `\operatorname{diag}\{a, b\}`.
pub(in crate::latex) fn names_diagonal(name: &str) -> bool {
    let word = name.split_once('{').map_or("", |(_, word)| word);
    matches!(word, "diag}" | "Diag}" | "blkdiag}" | "blockdiag}")
}

/// Whether this is a sign of Landau with a tilde, which stands for an order up to logarithms:
/// `\tilde{O}(n)`.
pub(super) fn soft(name: &str) -> bool {
    let letter = name
        .strip_prefix(r"\tilde{")
        .or_else(|| name.strip_prefix(r"\widetilde{"));
    matches!(
        letter,
        Some("O}" | r"\mathcal{O}}" | r"\Omega}" | r"\Theta}")
    )
}

pub(in crate::latex) fn multi_letter(name: &str) -> bool {
    let inner = under_accents(name);
    if inner.len() < name.len() && (inner.starts_with(r"\mathrm{") || inner.starts_with(r"\text{"))
    {
        return multi_letter(inner);
    }
    let plain = name.len() > 1 && name.bytes().all(|b| b.is_ascii_alphabetic());
    plain
        || name.split_once('{').is_some_and(|(font, word)| {
            matches!(
                font,
                r"\mathrm"
                    | r"\text"
                    | r"\mathit"
                    | r"\mathop"
                    | r"\mathsf"
                    | r"\mathfrak"
                    | r"\textrm"
                    | r"\textup"
                    | r"\widehat"
                    | r"\widetilde"
            ) && word.trim_end_matches('}').chars().count() > 1
                && !word.contains(' ')
                && !word.starts_with('\\')
                // `\hat{RZ}(\theta)`
                || font == r"\hat"
                    && word.len() == 3
                    && word[..2].bytes().all(|b| b.is_ascii_uppercase())
        })
}
