//! LaTeX as MathML, with parts of it marked.

use std::ops::Range;

use mamut_engine::text::{Part, segments};
use pulldown_latex::config::{DisplayMode, RenderConfig};
use pulldown_latex::{Parser, Storage, push_mathml};

use super::svg::escaped;

/// Commands that every LaTeX preamble for mathematics has (packages `amssymb`, `dsfont`,
/// `mathtools`, or a line of one's own) and that the renderer lacks.
const PREAMBLE: &str =
    r"\def\R{\mathbb{R}}\def\N{\mathbb{N}}\def\Z{\mathbb{Z}}\def\Q{\mathbb{Q}}\def\C{\mathbb{C}}";
/// A colour that nobody asks for: what has it is marked.
const COLOUR: &str = "#fe0102";
/// How the renderer writes it.
const STYLE: &str = r#" style="color: rgb(254 1 2)""#;
/// The attribute of what is marked.
const MARK: &str = r#" data-mark="""#;

/// A formula as a `math` element, its parts in these places marked; marks that would break it are
/// left out, and all of it is marked when none is left.
///
/// # Errors
/// Why the renderer refuses the formula.
pub fn formula(latex: &str, marks: &[Range<usize>], block: bool) -> Result<String, String> {
    let some = !marks.is_empty();
    let fit = |mark: &&Range<usize>| latex.get((*mark).clone()).is_some_and(balanced);
    let mut marks: Vec<Range<usize>> = marks.iter().filter(fit).cloned().collect();
    while !marks.is_empty() {
        if let Ok(found) = rendered(&marked(latex, &marks), block) {
            return Ok(found.replace(STYLE, MARK));
        }
        // Which one it is shows when the others are gone.
        let alone = |mark: &Range<usize>| {
            rendered(&marked(latex, std::slice::from_ref(mark)), block).is_ok()
        };
        let good: Vec<Range<usize>> = marks.iter().filter(|mark| alone(mark)).cloned().collect();
        marks = if good.len() < marks.len() {
            good
        } else {
            Vec::new()
        };
    }
    let all = 0..latex.len();
    if some && let Ok(found) = rendered(&marked(latex, std::slice::from_ref(&all)), block) {
        return Ok(found.replace(STYLE, MARK));
    }
    rendered(latex, block)
}

/// A text as HTML: its prose, and its formulas as `math` elements; those that the renderer refuses
/// stand there as LaTeX, with the reasons.
pub fn text(source: &str, marks: &[Range<usize>]) -> (String, Vec<String>) {
    let (mut html, mut refused) = (String::new(), Vec::new());
    for segment in segments(source).0 {
        let inner = &segment.inner;
        let inside = marks
            .iter()
            .filter(|m| inner.start <= m.start && m.end <= inner.end);
        let inside: Vec<Range<usize>> = inside
            .map(|m| m.start - inner.start..m.end - inner.start)
            .collect();
        let piece = &source[inner.clone()];
        match segment.part {
            Part::Prose => prose(piece, &inside, &mut html),
            Part::Kept => html += &format!("<code>{}</code>", escaped(piece)),
            Part::Formula(_) => match formula(piece, &inside, false) {
                Ok(math) => html += &math,
                Err(why) => {
                    html += &format!("<code>{}</code>", escaped(piece));
                    refused.push(why);
                }
            },
        }
    }
    (html, refused)
}

fn prose(text: &str, marks: &[Range<usize>], html: &mut String) {
    let mut from = 0;
    for mark in marks {
        let (before, marked) = (&text[from..mark.start], &text[mark.clone()]);
        *html += &format!("{}<mark>{}</mark>", escaped(before), escaped(marked));
        from = mark.end;
    }
    *html += &escaped(&text[from..]);
}

/// The formula with its parts in colour.
fn marked(latex: &str, marks: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut from = 0;
    for mark in marks {
        let (before, part) = (&latex[from..mark.start], &latex[mark.clone()]);
        out += &format!(r"{before}{{\textcolor{{{COLOUR}}}{{{{{part}}}}}}}");
        from = mark.end;
    }
    out + &latex[from..]
}

/// Whether a piece of LaTeX may stand between braces.
fn balanced(part: &str) -> bool {
    let mut depth = 0_i32;
    let mut escape = false;
    for c in part.chars() {
        match c {
            _ if escape => escape = false,
            '\\' => escape = true,
            '{' => depth += 1,
            '}' => depth -= 1,
            '&' if depth == 0 && !part.contains(r"\begin") => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    let pairs = |open: &str, close: &str| part.matches(open).count() == part.matches(close).count();
    let rows = part.contains(r"\\") && !part.contains(r"\begin");
    depth == 0
        && !escape
        && !rows
        && pairs(r"\begin", r"\end")
        && part.matches(r"\left").count()
            - part.matches(r"\leftarrow").count()
            - part.matches(r"\leftrightarrow").count()
            == part.matches(r"\right").count() - part.matches(r"\rightarrow").count()
}

/// A formula as MathML.
fn rendered(latex: &str, block: bool) -> Result<String, String> {
    let text = format!("{PREAMBLE}{}", plain(latex));
    let storage = Storage::new();
    // Rendering turns errors into elements of its result; only the parser reports them.
    for event in Parser::new(&text, &storage) {
        event.map_err(|error| error.to_string())?;
    }
    let config = RenderConfig {
        display_mode: if block {
            DisplayMode::Block
        } else {
            DisplayMode::Inline
        },
        annotation: None,
        ..RenderConfig::default()
    };
    let storage = Storage::new();
    let mut html = String::new();
    push_mathml(&mut html, Parser::new(&text, &storage), config)
        .map_err(|error| error.to_string())?;
    Ok(html)
}

/// Why the renderer refuses a formula.
pub fn refusal(latex: &str) -> Option<String> {
    rendered(latex, false).err()
}

/// The formula without what is LaTeX, but not known to the renderer.
fn plain(latex: &str) -> String {
    with_braces(&without_choose(&without_root(latex)))
}

/// Writes `\root n \of {x}` as `\sqrt[n]{x}`, for the same reason as [`without_choose`].
fn without_root(latex: &str) -> String {
    let mut text = latex.to_owned();
    while let Some(at) = text.find(r"\root ") {
        let Some(of) = text[at..].find(r"\of ").map(|of| at + of) else {
            break;
        };
        let degree = text[at + r"\root ".len()..of].trim().to_owned();
        text.replace_range(at..of + r"\of ".len(), &format!(r"\sqrt[{degree}]"));
    }
    text
}

/// Writes `{a \choose b}` as `\binom{a}{b}`: the renderer leaves out the commands of plain TeX
/// that stand between their arguments.
fn without_choose(latex: &str) -> String {
    let mut text = latex.to_owned();
    while let Some(at) = text.find(r"\choose") {
        let after = at + r"\choose".len();
        let open = bracket(text[..at].char_indices().rev(), '}', '{');
        let close = bracket(text[after..].char_indices(), '{', '}');
        let (Some(open), Some(close)) = (open, close) else {
            break;
        };
        text = format!(
            "{}{{\\binom{{{}}}{{{}}}}}{}",
            &text[..open],
            &text[open + 1..at],
            &text[after..after + close],
            &text[after + close + 1..]
        );
    }
    text
}

/// Writes `\frac12` as `\frac{1}{2}`: the renderer wants one more token after two bare digits, and
/// refuses `x^{\frac12}`, which TeX and KaTeX take.
fn with_braces(latex: &str) -> String {
    let mut text = String::new();
    let mut rest = latex;
    while let Some(at) = rest.find("frac") {
        let (head, tail) = rest.split_at(at + "frac".len());
        text.push_str(head);
        rest = tail;
        let mut digits = tail.chars();
        if let (Some(a), Some(b)) = (digits.next(), digits.next())
            && a.is_ascii_digit()
            && b.is_ascii_digit()
        {
            text.push_str(&format!("{{{a}}}{{{b}}}"));
            rest = digits.as_str();
        }
    }
    text + rest
}

/// Where the first bracket `out` is that is not matched by a bracket `into` before it.
fn bracket(chars: impl Iterator<Item = (usize, char)>, into: char, out: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in chars {
        if c == into {
            depth += 1;
        } else if c == out {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "one part is marked")]
mod tests {
    use super::*;

    #[test]
    fn marked_parts_have_an_attribute() {
        let html = formula("a^2+b^{2c}", &[4..10], false).expect("a formula");
        let (_, marked) = html.split_once(MARK).expect("a mark");
        assert!(
            html.starts_with("<math") && !html.contains("rgb("),
            "{html}"
        );
        assert!(
            html[..html.len() - marked.len()].contains("<mi>a</mi>"),
            "{html}"
        );
    }

    #[test]
    fn marks_that_would_break_a_formula_are_left_out() {
        let (latex, mark) = (r"a & b", [0..5]);
        assert_eq!(formula(latex, &mark, false), formula(latex, &[], false));
    }

    #[test]
    fn marks_grow_to_what_belongs_together() {
        for (latex, part) in [(r"\frac{a}{b}", 6..9), (r"\left(a\right)", 0..7)] {
            let (part, whole) = ([part], [0..latex.len()]);
            let marked = formula(latex, &part, false).expect("a formula");
            assert!(marked.contains(MARK), "{marked}");
            assert_eq!(formula(latex, &whole, false), Ok(marked));
        }
    }

    #[test]
    fn prose_and_formulas_take_turns() {
        let (html, refused) = text("If <b> $x$ or $\\nosuch$.", &[0..2]);
        assert!(html.starts_with("<mark>If</mark> "), "{html}");
        assert!(
            html.contains("<mi>x</mi>") && html.contains("<code>\\nosuch</code>"),
            "{html}"
        );
        assert_eq!(refused.len(), 1);
    }
}
