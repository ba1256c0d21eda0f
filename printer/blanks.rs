//! Texts that differ by blanks alone: white space, spacing commands, sizes of brackets, braces.

/// Commands that say nothing but where there is room and how large brackets are.
const SILENT: &[&str] = &[
    "left",
    "right",
    "quad",
    "qquad",
    "displaystyle",
    "limits",
    "nolimits",
];

/// Whether two texts are the same but for blanks.
pub(crate) fn only(one: &str, other: &str) -> bool {
    let (one, other) = beyond(one, other);
    Marks { rest: one }.eq(Marks { rest: other })
}

/// What follows the pieces that two texts begin with alike.
fn beyond<'t>(one: &'t str, other: &'t str) -> (&'t str, &'t str) {
    let alike = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    // A command may go on where its letters end alike.
    let whole = &one.as_bytes()[..alike.count()];
    let letters = whole.iter().rev().take_while(|b| b.is_ascii_alphabetic());
    let mut end = whole.len() - letters.count();
    while end > 0 && (whole[end - 1] == b'\\' || !one.is_char_boundary(end)) {
        end -= 1;
    }
    (&one[end..], &other[end..])
}

/// What of a text is to be seen, piece by piece.
struct Marks<'t> {
    rest: &'t str,
}

impl<'t> Iterator for Marks<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        loop {
            let first = self.rest.chars().next()?;
            let length = match first {
                '\\' => {
                    let name = self.rest[1..].bytes().take_while(u8::is_ascii_alphabetic);
                    match name.count() {
                        0 => 1 + self.rest[1..].chars().next().map_or(0, char::len_utf8),
                        letters => 1 + letters,
                    }
                }
                c => c.len_utf8(),
            };
            let piece = &self.rest[..length];
            self.rest = &self.rest[length..];
            let silent = match piece.strip_prefix('\\') {
                Some(name) => SILENT.contains(&name) || matches!(name, "," | ";" | ":" | "!" | " "),
                None => first.is_whitespace() || matches!(first, '{' | '}' | '~'),
            };
            if !silent {
                return Some(piece);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::only;

    #[test]
    fn blanks_are_not_seen() {
        for (one, other, same) in [
            ("a $x+1$ b", r"a $x \, + 1$ b", true),
            (r"$\left(x\right)^{2}$", "$(x)^2$", true),
            (r"$\alpha x$", r"$\alpha{x}$", true),
            ("$x+1$", "$1+x$", false),
            (r"$\leftarrow$", r"$\arrow$", false),
            ("$x$", "$x$ b", false),
            (r"$\left$", r"$\leftarrow$", false),
            (r"$\le\,$", r"$\le$", true),
            (r"$\\,a$", r"$\\;a$", false),
            ("ä$x$", "ö$x$", false),
        ] {
            assert_eq!(only(one, other), same, "{one} {other}");
        }
    }
}
