//! Dollar signs: where a formula between them ends, and when they are money.

/// What a single dollar sign opens.
pub(super) enum Inline {
    /// A formula of this many bytes, followed by a dollar sign.
    Formula(usize),
    /// Nothing: it is a currency sign.
    Currency,
    /// Nothing: no dollar sign closes it.
    Open,
}

/// A formula in words in a formula is looked for in this many bytes.
const NESTED: usize = 1024;

/// Commands whose braces hold words, in which dollar signs set formulas again.
pub(super) const WORDS: &[&str] = &[
    "text",
    "mbox",
    "hbox",
    "textrm",
    "textbf",
    "textit",
    "textsf",
    "texttt",
    "textup",
    "intertext",
    "shortintertext",
    "fbox",
    "parbox",
    // Conditions in the cases of plain TeX are words, too.
    "cases",
];

/// The length of a formula up to `$$`.
pub(super) fn display(rest: &str) -> Option<usize> {
    let length = closing(rest, true).ok()?;
    (rest[length..].starts_with("$$") && !rest[..length].trim().is_empty()).then_some(length)
}

/// What the dollar sign before `rest` opens. Words in the formula are minded as long as `wasted`,
/// the bytes that were looked through in vain, allows it.
pub(super) fn inline(rest: &str, wasted: &mut usize) -> Inline {
    let minded = match *wasted {
        0..MOST_WASTED => closing(rest, false),
        _ => Err(0),
    };
    let length = minded.or_else(|looked| {
        *wasted += looked;
        plain(rest)
    });
    let Ok(length) = length else {
        return if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            Inline::Currency
        } else {
            Inline::Open
        };
    };
    let (inner, after) = (&rest[..length], &rest[length + 1..]);
    if is_money(inner, after) {
        Inline::Currency
    } else if is_prose(inner) || loose(inner, after) || inner.trim().is_empty() {
        Inline::Open
    } else {
        Inline::Formula(length)
    }
}

/// As many bytes of a text are looked through in vain for the end of formulas with words in them.
const MOST_WASTED: usize = 1 << 20;

/// Where the next dollar sign of the paragraph is.
fn plain(rest: &str) -> Result<usize, ()> {
    let bytes = rest.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'$' => return Ok(at),
            b'\n' if blank_line(&bytes[at..]) => return Err(()),
            _ => {}
        }
        at += 1;
    }
    Err(())
}

/// Where the next dollar sign is that does not belong to words in the formula; if none is before
/// the end of the paragraph, how many bytes were looked through. A display may span paragraphs.
fn closing(rest: &str, display: bool) -> Result<usize, usize> {
    let bytes = rest.as_bytes();
    let (mut at, mut depth) = (0, 0usize);
    // The depths at which words in the formula began, where, and whether a formula is open in them.
    let mut words: Vec<(usize, usize, bool)> = Vec::new();
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => {
                let name = bytes[at + 1..]
                    .iter()
                    .take_while(|b| b.is_ascii_alphabetic())
                    .count();
                if WORDS.contains(&&rest[at + 1..at + 1 + name])
                    && bytes.get(at + 1 + name) == Some(&b'{')
                {
                    depth += 1;
                    words.push((depth, at, false));
                    at += 1;
                }
                at += name.max(1) + 1;
                continue;
            }
            b'{' => depth += 1,
            b'}' => {
                if words.last().is_some_and(|(at, ..)| *at == depth) {
                    words.pop();
                }
                depth = depth.saturating_sub(1);
            }
            b'$' => match words.last_mut() {
                Some((.., open)) => *open = !*open,
                None => return Ok(at),
            },
            b'\n' if !display && blank_line(&bytes[at..]) => return Err(at),
            _ => {}
        }
        if words.first().is_some_and(|(_, from, _)| at > from + NESTED) {
            return Err(at);
        }
        at += 1;
    }
    Err(at)
}

/// Whether a line break is followed by a line with nothing on it.
pub(super) fn blank_line(bytes: &[u8]) -> bool {
    let rest = bytes[1..]
        .iter()
        .find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
    rest == Some(&b'\n')
}

/// Whether two dollar signs are prices: `$5 and $10`, `$20-$30`.
fn is_money(inner: &str, after: &str) -> bool {
    let trimmed = inner.trim_start();
    let number = trimmed
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ','))
        .unwrap_or(trimmed.len());
    if number == 0 || !trimmed.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return false;
    }
    let rest = trimmed[number..].trim();
    // Prices have no commands.
    let command = |pair: &[u8]| pair[0] == b'\\' && pair[1].is_ascii_alphabetic();
    if rest.as_bytes().windows(2).any(command) {
        return false;
    }
    let digit_after = after
        .trim_start_matches(' ')
        .starts_with(|c: char| c.is_ascii_digit());
    if digit_after && (rest.is_empty() || matches!(rest, "-" | "–" | "—" | "/" | "," | "+" | "&"))
    {
        // `$5$10` is not written by anybody, but `$5$ 10` is.
        return !rest.is_empty() || after.starts_with(|c: char| c.is_ascii_digit());
    }
    // What begins a formula, the next price or code has a blank, bracket or quote before it.
    let outside = inner.ends_with(|c: char| c.is_whitespace() || matches!(c, '(' | '`' | '"'));
    let apart = trimmed[number..].starts_with(char::is_whitespace);
    let two = rest
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.len() > 1);
    words(rest) > 0 && (digit_after || outside) || apart && outside && two && !rest.contains('\\')
}

/// Whether the second dollar sign begins something rather than ends it: `$x = $y`.
fn loose(inner: &str, after: &str) -> bool {
    !inner.starts_with(char::is_whitespace)
        && inner.ends_with(char::is_whitespace)
        && !inner.ends_with("\\ ")
        && after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\\' | '(' | '{' | '['))
}

/// Whether what stands between two dollar signs is prose: words with a blank on either side.
fn is_prose(inner: &str) -> bool {
    inner.starts_with(char::is_whitespace)
        && inner.ends_with(char::is_whitespace)
        && words(inner) > 1
        && spoken(inner) > 1
}

/// The number of words that stand between blanks and are no functions: not `E_xdx`, `sin`.
fn spoken(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| !word.starts_with('\\'))
        .map(|word| word.trim_matches(|c: char| c.is_ascii_punctuation()))
        .filter(|word| {
            let long = word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
            long && !FUNCTIONS.contains(word) || SHORT.contains(word)
        })
        .count()
}

/// The number of words that are neither commands nor in braces.
fn words(text: &str) -> usize {
    let (mut depth, mut count, mut letters, mut command) = (0usize, 0, 0, false);
    for c in text.chars().chain([' ']) {
        if c.is_alphabetic() {
            letters += usize::from(depth == 0 && !command);
            continue;
        }
        // Two letters may be a product, three are a word; `\` begins a command.
        count += usize::from(letters > 2);
        letters = 0;
        command = c == '\\';
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    count
        + usize::from(
            SHORT
                .iter()
                .any(|w| text.split_whitespace().any(|t| t == *w)),
        )
}

/// Short words that stand between prices.
const SHORT: &[&str] = &[
    "or", "to", "of", "is", "in", "at", "on", "by", "if", "so", "we",
];

/// Functions that people write without a backslash.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "log", "exp", "lim", "max", "min", "mod", "gcd",
    "lcm", "det", "arg",
];
