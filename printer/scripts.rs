//! Scripts in TeX: what may have one, what is one token, where braces keep two of a kind apart.

/// As far back is looked for the braces of what a script is set to, in bytes.
const FARTHEST: usize = 200;

/// Nothing has more scripts; where more stand side by side, TeX sets none of them.
const SCRIPTS: usize = 8;

/// Names that TeX sets as operators: as a script they need braces.
const OPERATORS: [&str; 32] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim",
    "exp", "gcd", "hom", "inf", "ker", "lg", "lim", "liminf", "limsup", "ln", "log", "max", "min",
    "Pr", "sec", "sin", "sinh", "sup", "tan", "tanh",
];

/// Whether some LaTeX is a single letter, digit or control word that may be a script without braces.
pub(crate) fn is_token(text: &str) -> bool {
    match text.as_bytes() {
        [byte] => byte.is_ascii_alphanumeric(),
        [b'\\', name @ ..] => {
            !name.is_empty()
                && name.iter().all(u8::is_ascii_alphabetic)
                && !OPERATORS.contains(&&text[1..])
        }
        [first, ..] if !first.is_ascii() => text.chars().nth(1).is_none(),
        _ => false,
    }
}

/// Where what is written needs an opening brace before it gets a script of this kind: it ends with
/// such a script already, and TeX sets no two.
pub(crate) fn doubled(text: &str, mark: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut found = false;
    let mut end = bytes.len();
    for _ in 0..SCRIPTS {
        let start = unit(&bytes[..end])?;
        match bytes[..start].last() {
            Some(script @ (b'_' | b'^')) if bytes[..start - 1].last() != Some(&b'\\') => {
                found |= *script == mark;
                end = start - 1;
            }
            _ => return found.then_some(start),
        }
    }
    None
}

/// Where the last character, control word or group in braces begins, with the command before it.
fn unit(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(1)?;
    let lowest = bytes.len().saturating_sub(FARTHEST);
    let mut start = last;
    if bytes[last] == b'}' && bytes[..last].last() != Some(&b'\\') {
        let mut depth = 0;
        loop {
            match bytes[start] {
                b'}' => depth += 1,
                b'{' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            start = start.checked_sub(1).filter(|at| *at >= lowest)?;
        }
        let letters = bytes[..start].iter().rev();
        let letters = letters.take_while(|b| b.is_ascii_alphabetic()).count();
        let command = start.checked_sub(letters + 1).filter(|_| letters > 0);
        return Some(command.filter(|at| bytes[*at] == b'\\').unwrap_or(start));
    }
    while start > lowest && !bytes[start].is_ascii() && bytes[start] & 0xc0 == 0x80 {
        start -= 1;
    }
    let letters = bytes.iter().rev();
    let letters = letters.take_while(|b| b.is_ascii_alphabetic()).count();
    let word = bytes.len().checked_sub(letters + 1).filter(|_| letters > 0);
    Some(word.filter(|at| bytes[*at] == b'\\').unwrap_or(start))
}

#[cfg(test)]
mod tests {
    use super::{doubled, is_token};

    #[test]
    fn names_of_operators_are_no_tokens() {
        assert!(is_token(r"\infty") && is_token("x") && is_token("π"));
        assert!(!is_token(r"\max") && !is_token("10") && !is_token("-"));
    }

    #[test]
    fn two_scripts_of_a_kind_are_found() {
        for (text, mark, place) in [
            (r"a\alpha_i", b'_', Some(1)),
            (r"a\alpha_i", b'^', None),
            ("E^{*}", b'^', Some(0)),
            (r"x + \mathbf{r}_{ij}^2", b'_', Some(4)),
            (r"x_\alpha", b'_', Some(0)),
            ("x_i y", b'_', None),
            (r"\frac{a}{b}", b'^', None),
            (r"\{x\}", b'^', None),
            ("x_π", b'_', Some(0)),
            ("", b'_', None),
            ("a_b_c_d_e_f_g_h_i_j", b'_', None),
        ] {
            assert_eq!(doubled(text, mark), place, "{text}");
        }
    }
}
