//! What stands within the spelling of a name: the letter `x` of `\hat{\mathbf{x}}`, the word of
//! `\mathrm{Hom}`.

/// Whether a command sets an accent, which says nothing of the letter below it.
fn is_accent(command: &str) -> bool {
    matches!(
        command,
        r"\hat"
            | r"\widehat"
            | r"\tilde"
            | r"\widetilde"
            | r"\bar"
            | r"\overline"
            | r"\dot"
            | r"\ddot"
            | r"\dddot"
            | r"\check"
            | r"\breve"
            | r"\acute"
            | r"\grave"
            | r"\mathring"
    )
}

/// Splits `\hat{\mathbf{v}}` into `\hat{\mathbf{`, `v` and `}}`; the first and the last part are
/// empty for a plain name.
pub(crate) fn undecorated(name: &str) -> (&str, &str, &str) {
    let brace = |b: &u8| *b == b'{';
    if name.starts_with('\\')
        && let Some(open) = name.as_bytes().iter().rposition(&brace)
    {
        let inner = name[open + 1..].trim_end_matches('}');
        let (depth, closing) = (
            name.bytes().filter(brace).count(),
            name.len() - open - 1 - inner.len(),
        );
        if depth == closing {
            let after = &name[name.len() - closing..];
            return (&name[..=open], inner, after);
        }
    }
    ("", name, "")
}

/// The letter or word of a name below its accents and fonts.
pub(crate) fn core(name: &str) -> &str {
    undecorated(name).1
}

/// What the outermost command of a name holds: `\var{a}` of `\text{\var{a}}`.
pub(crate) fn inner(name: &str) -> &str {
    let inside = name.strip_suffix('}').and_then(|rest| rest.split_once('{'));
    inside.map_or(name, |(_, inner)| inner)
}

/// A name without its accents: `\mathbf{x}` of `\hat{\mathbf{x}}`.
pub(crate) fn under_accents(name: &str) -> &str {
    let mut inner = name;
    while let Some((command, rest)) = opened(inner)
        && is_accent(command)
        && let Some(below) = rest.strip_suffix('}')
    {
        inner = below;
    }
    inner
}

/// The command that a name begins with, and what stands behind the first brace: `\hat` and `\mathbf{x}}`
/// of `\hat{\mathbf{x}}`.
pub(crate) fn opened(name: &str) -> Option<(&str, &str)> {
    let bytes = name.as_bytes();
    if bytes.first() != Some(&b'\\') {
        return None;
    }
    let open = bytes.iter().position(|b| *b == b'{')?;
    Some((&name[..open], &name[open + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_apart() {
        assert_eq!(undecorated("x"), ("", "x", ""));
        assert_eq!(undecorated(r"\mathbf{v}"), (r"\mathbf{", "v", "}"));
        assert_eq!(
            undecorated(r"\hat{\mathbf{v}}"),
            (r"\hat{\mathbf{", "v", "}}")
        );
        assert_eq!(core(r"\operatorname{Hom}"), "Hom");
        assert_eq!(core(r"\tilde{\beta}"), r"\beta");
        assert_eq!(inner(r"\text{\var{a}}"), r"\var{a}");
    }

    #[test]
    fn fonts_stay_below_accents() {
        assert_eq!(under_accents(r"\bar{\dot{\mathbf{x}}}"), r"\mathbf{x}");
        assert_eq!(under_accents(r"\vec{x}"), r"\vec{x}");
        assert_eq!(under_accents("x"), "x");
    }

    #[test]
    fn braces_that_do_not_close_are_no_font() {
        assert_eq!(undecorated(r"\mathbf{x}_{1}").1, r"\mathbf{x}_{1}");
    }
}
