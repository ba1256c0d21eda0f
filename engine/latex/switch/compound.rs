//! Names with a hyphen, dots or a star in them.

use super::letter_font;

/// Hyphens that are set as words, since a plain one would be a minus.
const HYPHENS: &[&str] = &[
    r"\text{-}",
    r"\textrm{-}",
    r"\textsf{-}",
    r"\mbox{-}",
    "{-}",
];

/// The letters that are set as words in the font of an upright name.
const UPRIGHT: &[(&str, &str)] = &[
    (r"\mathrm", r"\text"),
    (r"\mathsf", r"\textsf"),
    (r"\mathtt", r"\texttt"),
    (r"\operatorname", r"\operatorname"),
];

/// The name with hyphens in it that are set as words: `\mathrm{ind\text{-}cpa}`.
pub(super) fn hyphened(font: &str, inner: &str) -> Option<String> {
    let hyphen = HYPHENS.iter().find(|hyphen| inner.contains(**hyphen))?;
    let (_, words) = UPRIGHT.iter().find(|(upright, _)| *upright == font)?;
    let name = inner.replace(hyphen, "-");
    let part = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_alphanumeric());
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    (begins && name.split('-').all(part)).then(|| format!("{words}{{{name}}}"))
}

/// Whether this is one name with a hyphen, dots or a star in it: `\operatorname{lambda-free}`,
/// `\operatorname{l.i.m.}`, `\operatorname{zero*}`.
pub(super) fn is_compound(font: &str, inner: &str) -> bool {
    let operator = font.starts_with(r"\operatorname");
    let least = if operator { 1 } else { 3 };
    let part = |w: &str| w.len() >= least && w.bytes().all(|b| b.is_ascii_alphabetic());
    let hyphened = inner.contains('-') && inner.split('-').all(part);
    let initial = |w: &str| w.len() == 1 && w.bytes().all(|b| b.is_ascii_alphabetic());
    let parts = || inner.trim_end_matches('.').split('.');
    let initials = || inner.contains('.') && parts().all(initial) && parts().count() > 1;
    let dotted = inner.ends_with('.') && (initials() || operator && parts().all(part));
    let starred = operator
        && inner
            .strip_suffix('*')
            .is_some_and(|w| w.len() > 1 && part(w));
    // `\operatorname{tr.deg}`
    let joined = operator && inner.contains('.') && inner.split('.').all(part);
    // `\mathrm{gl.dim}`, but no units: `\mathrm{kg.mol}`.
    let word = |w: &str| {
        w.len() > 1
            && w.bytes().all(|b| b.is_ascii_lowercase())
            && !crate::latex::matter::is_unit(w)
    };
    let worded = font == r"\mathrm"
        && inner.contains('.')
        && inner.split('.').all(word)
        && inner.rsplit('.').next().is_some_and(|w| w.len() > 2);
    (hyphened || dotted || starred || joined || worded) && letter_font(font) == font
}
