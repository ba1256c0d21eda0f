//! Environments that set formulas, and where they and bracketed formulas end.

use std::ops::Range;

use super::dollar::blank_line;

/// What begins with `\begin` or `\verb`.
pub(super) enum Environment {
    /// A formula.
    Display { inner: Range<usize>, end: usize },
    /// Code.
    Verbatim { end: usize },
    /// A formula that nothing ends: the length of its beginning.
    Open { length: usize },
}

const DISPLAYS: &[&str] = &[
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "alignat",
    "xalignat",
    "xxalignat",
    "flalign",
    "displaymath",
    "math",
    "dmath",
    "IEEEeqnarray",
];

const VERBATIM: &[&str] = &["verbatim", "lstlisting", "minted", "Verbatim", "comment"];

/// Reads the beginning of an environment, or `\verb`, at the start of `rest`.
pub(super) fn begin(rest: &str) -> Option<Environment> {
    if let Some(code) = rest
        .strip_prefix(r"\verb")
        .or_else(|| rest.strip_prefix(r"\lstinline"))
    {
        let before = rest.len() - code.len();
        let code = code.strip_prefix('*').unwrap_or(code);
        let mark = code
            .chars()
            .next()
            .filter(|c| !c.is_alphanumeric() && !c.is_whitespace())?;
        let line = line(code);
        let length = code[mark.len_utf8()..line].find(mark)?;
        let star = rest.len() - before - code.len();
        return Some(Environment::Verbatim {
            end: before + star + length + 2 * mark.len_utf8(),
        });
    }
    if let Some(argument) = ["url", "label", "ref", "eqref", "cite", "includegraphics"]
        .iter()
        .find_map(|name| {
            rest.strip_prefix('\\')?
                .strip_prefix(name)?
                .strip_prefix('{')
        })
    {
        let line = line(argument);
        let end = argument[..line].find('}')?;
        return Some(Environment::Verbatim {
            end: rest.len() - argument.len() + end + 1,
        });
    }
    let named = rest.strip_prefix(r"\begin{")?;
    let name = &named[..named.bytes().take(20).position(|b| b == b'}')?];
    let start = r"\begin{".len() + name.len() + 1;
    let plain = name.strip_suffix('*').unwrap_or(name);
    let display = DISPLAYS.contains(&plain);
    if !display && !VERBATIM.contains(&plain) {
        return None;
    }
    let (close, open) = (format!("\\end{{{name}}}"), format!("\\begin{{{name}}}"));
    let inner = match arguments(plain, &rest[start..]) {
        Some(length) => start + length,
        None => start,
    };
    Some(match closing(&rest[inner..], &close, &open, false) {
        Some(length) if display => Environment::Display {
            inner: inner..inner + length,
            end: inner + length + close.len(),
        },
        Some(length) => Environment::Verbatim {
            end: inner + length + close.len(),
        },
        None => Environment::Open { length: start },
    })
}

/// The length of a line, as far as it is looked at.
fn line(text: &str) -> usize {
    let end = text.bytes().take(LONGEST).position(|b| b == b'\n');
    let end = end.unwrap_or(LONGEST.min(text.len()));
    (end..=text.len())
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(text.len())
}

const LONGEST: usize = 4096;

/// The length of the arguments after `\begin{alignat}` and the like.
fn arguments(name: &str, rest: &str) -> Option<usize> {
    let takes = matches!(name, "alignat" | "xalignat" | "xxalignat" | "IEEEeqnarray");
    (takes && rest.starts_with('{'))
        .then(|| rest.bytes().take(40).position(|b| b == b'}'))?
        .map(|at| at + 1)
}

/// Where `close` comes; none when `open` comes before it, or the paragraph ends before an inline
/// formula does.
pub(super) fn closing(rest: &str, close: &str, open: &str, inline: bool) -> Option<usize> {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => {
                let here = &bytes[at..];
                if here.starts_with(close.as_bytes()) {
                    return Some(at);
                }
                if here.starts_with(open.as_bytes()) {
                    return None;
                }
                at += 2;
            }
            b'\n' if inline && blank_line(&bytes[at..]) => return None,
            _ => at += 1,
        }
    }
    None
}
