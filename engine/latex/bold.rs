//! Names that are written as those of vectors and matrices: bold letters and letters with an arrow,
//! also under accents and with marks above: `\mathbf{x}`, `\dot{\vec{r}}`, `\hat{\mathbf{n}}`.

use crate::spelling::{opened, under_accents};

/// What stands in bold in a name, under its accents and without marks above it.
fn inside(name: &str) -> Option<&str> {
    bare(name).and_then(in_bold)
}

/// A name around which something may stand, without its accents.
fn bare(name: &str) -> Option<&str> {
    (name.starts_with('\\') && name.ends_with('}')).then(|| under_accents(name))
}

/// What stands in bold in a name without accents.
fn in_bold(bare: &str) -> Option<&str> {
    let (font, rest) = opened(bare)?;
    let bold = matches!(
        font,
        r"\mathbf" | r"\boldsymbol" | r"\bm" | r"\textbf" | r"\pmb"
    );
    bold.then(|| {
        let letters = rest.split("}^{").next().unwrap_or(rest);
        letters.trim_end_matches('}')
    })
}

/// Whether an arrow stands above a name without accents.
fn below_arrow(bare: &str) -> bool {
    let command = opened(bare).map(|(command, _)| command);
    matches!(command, Some(r"\vec" | r"\overrightarrow" | r"\vv"))
}

/// Whether a name is a single letter in bold, a capital one or a small one.
fn letter(name: &str, large: bool) -> bool {
    inside(name).is_some_and(|letters| is_letter(letters, large))
}

fn is_letter(letter: &str, large: bool) -> bool {
    let greek = letter.strip_prefix('\\');
    let case = |c: char| match large {
        true => c.is_uppercase(),
        false => c.is_lowercase(),
    };
    (greek.is_some() || letter.chars().count() == 1) && greek.unwrap_or(letter).starts_with(case)
}

/// Whether a name has an arrow: that of a vector.
pub(super) fn arrowed(name: &str) -> bool {
    bare(name).is_some_and(below_arrow)
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
    bare(name).is_some_and(|bare| {
        below_arrow(bare) || in_bold(bare).is_some_and(|letters| is_letter(letters, false))
    })
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
    bare(name).is_some_and(|bare| below_arrow(bare) || in_bold(bare).is_some())
}
