//! Names that are written as those of vectors and matrices: bold letters and letters with an arrow,
//! also under accents and with marks above: `\mathbf{x}`, `\dot{\vec{r}}`, `\hat{\mathbf{n}}`.

use crate::spelling::under_accents;

/// Fonts of vectors and matrices.
const BOLD: &[&str] = &[r"\mathbf{", r"\boldsymbol{", r"\bm{", r"\textbf{", r"\pmb{"];

/// Arrows of vectors.
const ARROWS: &[&str] = &[r"\vec{", r"\overrightarrow{", r"\vv{"];

/// What stands in bold in a name, under its accents and without marks above it.
fn inside(name: &str) -> Option<&str> {
    if !decorated(name) {
        return None;
    }
    let inner = under_accents(name);
    let letters = BOLD.iter().find_map(|font| inner.strip_prefix(font))?;
    let letters = letters.split("}^{").next().unwrap_or(letters);
    Some(letters.trim_end_matches('}'))
}

/// Whether a name is a single letter in bold, a capital one or a small one.
fn letter(name: &str, large: bool) -> bool {
    inside(name).is_some_and(|letter| {
        let greek = letter.strip_prefix('\\');
        let case = |c: char| {
            if large {
                c.is_uppercase()
            } else {
                c.is_lowercase()
            }
        };
        (greek.is_some() || letter.chars().count() == 1)
            && greek.unwrap_or(letter).starts_with(case)
    })
}

/// Whether anything may stand around the letter of a name.
fn decorated(name: &str) -> bool {
    name.starts_with('\\') && name.ends_with('}')
}

/// Whether a name has an arrow: that of a vector.
pub(super) fn arrowed(name: &str) -> bool {
    decorated(name) && {
        let inner = under_accents(name);
        ARROWS.iter().any(|arrow| inner.starts_with(arrow))
    }
}

/// Whether a name is a small letter in bold: that of a vector.
pub(super) fn small(name: &str) -> bool {
    letter(name, false)
}

/// Whether a name is a capital letter in bold: that of a matrix or a vector.
pub(super) fn large(name: &str) -> bool {
    letter(name, true)
}

/// Whether a name is written as that of a vector.
pub(super) fn spatial(name: &str) -> bool {
    arrowed(name) || small(name)
}

/// Whether what is in bold in a name begins with a capital letter.
pub(super) fn capital(name: &str) -> bool {
    inside(name).is_some_and(|letters| {
        let bare = letters.strip_prefix('\\').unwrap_or(letters);
        bare.starts_with(char::is_uppercase)
    })
}

/// Whether anything in a name is in bold or has an arrow.
pub fn directed(name: &str) -> bool {
    arrowed(name) || inside(name).is_some()
}
