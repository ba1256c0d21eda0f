//! Which brackets are open, token by token.

use super::token::{Class, Token};

/// Whether every bracket in it is opened and closed in it.
pub(super) fn balanced(tokens: &[Token<'_>]) -> bool {
    let mut closers = Vec::new();
    tokens.iter().all(|t| bracket(t, &mut closers).is_some()) && closers.is_empty()
}

/// Whether [`bracket`] keeps account of it.
pub(super) fn is_bracket(key: &str) -> bool {
    let named = key.strip_prefix(r"\l").or_else(|| key.strip_prefix(r"\r"));
    matches!(key, "{" | "}" | "(" | ")" | "[" | "]" | r"\{" | r"\}")
        || matches!(
            named,
            Some("brace" | "angle" | "floor" | "ceil" | "vert" | "Vert")
        )
}

/// Keeps account of the brackets that are open; none when a bracket closes that was not opened.
pub(super) fn bracket(token: &Token<'_>, closers: &mut Vec<&'static str>) -> Option<()> {
    let key = token.key.as_ref();
    let closer = match token.class {
        Class::Open => "}",
        Class::Begin => "end",
        Class::Close => return (closers.pop() == Some("}")).then_some(()),
        Class::End => return (closers.pop() == Some("end")).then_some(()),
        _ => match key {
            "(" => ")",
            "[" => "]",
            r"\{" => r"\}",
            r"\lbrace" => r"\rbrace",
            r"\langle" => r"\rangle",
            r"\lfloor" => r"\rfloor",
            r"\lceil" => r"\rceil",
            r"\lvert" => r"\rvert",
            r"\lVert" => r"\rVert",
            ")" | "]" | r"\}" | r"\rbrace" | r"\rangle" | r"\rfloor" | r"\rceil" | r"\rvert"
            | r"\rVert" => {
                // Half-open intervals and nearest integers close with the other bracket.
                let open = closers.pop()?;
                let round = |k: &str| matches!(k, ")" | "]");
                let whole = |k: &str| matches!(k, r"\rfloor" | r"\rceil");
                let alike = round(open) && round(key) || whole(open) && whole(key);
                return (open == key || alike).then_some(());
            }
            _ => return Some(()),
        },
    };
    closers.push(closer);
    Some(())
}

/// What stands in braces that hold nothing but other braces: `\prime` of `{{\prime}}`.
pub(super) fn innermost<'r, 't>(mut inside: &'r [Token<'t>]) -> &'r [Token<'t>] {
    while let [first, within @ .., last] = inside
        && first.class == Class::Open
        && last.class == Class::Close
        && balanced(within)
    {
        inside = within;
    }
    inside
}
