//! Columns about the formulas of a text: where they are, what they look like, what they say.

use std::ops::Range;
use std::sync::LazyLock;

use mamut_engine::latex::Macros;
use mamut_engine::text::{Part, segments};
use pulldown_latex::config::RenderConfig;
use pulldown_latex::{Parser, Storage, push_mathml};

use super::content;
use super::entries::Extra;
use crate::pipeline::Pipeline;
use crate::table::{Column, Kind, Value};

/// The column of an extra.
pub fn column(extra: Extra) -> Column {
    match extra {
        Extra::Spans => {
            let ends = ["start", "end"].map(|name| Column::new(name, Kind::Int));
            Column::new("formulas", Kind::list(Kind::Struct(ends.to_vec())))
        }
        Extra::Presentation => Column::new("presentation_mathml", Kind::list(Kind::Text)),
        Extra::Content => Column::new("content_mathml", Kind::list(Kind::Text)),
    }
}

/// The values of the extras for a text or a formula, in their order.
pub fn values(text: &str, is_text: bool, extra: &[Extra], pipeline: &Pipeline<'_>) -> Vec<Value> {
    let formulas: Vec<Range<usize>> = if is_text {
        let (segments, _) = segments(text);
        let formulas = segments
            .into_iter()
            .filter(|s| matches!(s.part, Part::Formula(_)));
        formulas.map(|s| s.inner).collect()
    } else {
        std::iter::once(0..text.len()).collect()
    };
    let each = |write: &dyn Fn(&str) -> String| {
        let written = formulas
            .iter()
            .map(|f| Value::text(write(&text[f.clone()])));
        Value::List(written.collect())
    };
    let values = extra.iter().map(|extra| match extra {
        Extra::Spans => spans(text, &formulas),
        Extra::Presentation => each(&layout),
        Extra::Content => each(&|latex| content::of(&pipeline.read(latex), pipeline.rules)),
    });
    values.collect()
}

/// Sets of numbers as many preambles define them.
static SETS: LazyLock<Macros> = LazyLock::new(|| {
    let mut macros = Macros::default();
    for set in ["N", "Z", "Q", "R", "C"] {
        macros.collect(&format!(r"\newcommand{{\{set}}}{{\mathbb{{{set}}}}}"));
    }
    macros
});

/// What a formula looks like, as Presentation MathML; nothing where a command is not known.
fn layout(latex: &str) -> String {
    let latex = SETS.expand(latex).unwrap_or_else(|| latex.to_owned());
    let storage = Storage::new();
    // Writing makes elements of errors.
    if Parser::new(&latex, &storage).any(|event| event.is_err()) {
        return String::new();
    }
    let storage = Storage::new();
    let mut mathml = String::new();
    let parser = Parser::new(&latex, &storage);
    let config = RenderConfig {
        xml: true,
        ..RenderConfig::default()
    };
    match push_mathml(&mut mathml, parser, config) {
        Ok(()) => escaped(&mathml),
        Err(_) => String::new(),
    }
}

/// MathML in which signs that are no markup are written as XML wants them: `<mo><</mo>`.
fn escaped(mathml: &str) -> String {
    let mathml = mathml.replace("&nbsp;", "\u{a0}");
    let mut text = String::with_capacity(mathml.len() + 16);
    let (mut inside, mut quoted) = (false, false);
    for (at, sign) in mathml.char_indices() {
        let rest = &mathml[at + sign.len_utf8()..];
        match sign {
            '<' if !inside && is_tag(rest) => inside = true,
            '>' if inside && !quoted => inside = false,
            '"' if inside => {
                quoted = !quoted;
                // `stretchy="true"minsize="1.2em"`
                if !quoted && rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                    text += "\" ";
                    continue;
                }
            }
            '<' => {
                text += "&lt;";
                continue;
            }
            '>' => {
                text += "&gt;";
                continue;
            }
            '&' if !is_entity(rest) => {
                text += "&amp;";
                continue;
            }
            _ => {}
        }
        text.push(sign);
    }
    text
}

/// Whether a tag goes on so.
fn is_tag(rest: &str) -> bool {
    let name = rest.strip_prefix('/').unwrap_or(rest);
    let letters = name.len()
        - name
            .trim_start_matches(|c: char| c.is_ascii_lowercase())
            .len();
    let ended = name[letters..].starts_with(['>', ' ', '/']);
    ended
        && (name.starts_with('m')
            || name.starts_with("semantics")
            || name.starts_with("annotation"))
}

/// Whether an entity of XML goes on so.
fn is_entity(rest: &str) -> bool {
    let known = ["amp;", "lt;", "gt;", "quot;", "apos;", "#"];
    known.iter().any(|name| rest.starts_with(name))
}

/// Where formulas are, in characters as Python counts them.
fn spans(text: &str, formulas: &[Range<usize>]) -> Value {
    let (mut bytes, mut characters) = (0, 0);
    let mut place = |at: usize| {
        characters += text[bytes..at].chars().count() as i64;
        bytes = at;
        Value::Int(characters)
    };
    let spans = formulas
        .iter()
        .map(|s| Value::Struct(vec![place(s.start), place(s.end)]));
    Value::List(spans.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_are_xml() {
        let inside = |latex: &str| {
            let text = layout(latex);
            let (_, text) = text.split_once('>').unwrap_or_default();
            text.strip_suffix("</math>").unwrap_or_default().to_owned()
        };
        assert_eq!(inside("a<b"), "<mi>a</mi><mo>&lt;</mo><mi>b</mi>");
        assert_eq!(
            inside(r"\text{a & b > c}"),
            "<mtext>a &amp; b &gt; c</mtext>"
        );
        assert_eq!(inside(r"a~b"), "<mi>a</mi><mtext>\u{a0}</mtext><mi>b</mi>");
        assert_eq!(inside(r"\R"), inside(r"\mathbb{R}"));
        assert!(inside(r"\Re z").contains("ℜ"), "{}", inside(r"\Re z"));
        assert_eq!(layout(r"\nosuch"), "");
        let namespace = r#"xmlns="http://www.w3.org/1998/Math/MathML""#;
        assert!(layout("x").contains(namespace), "{}", layout("x"));
    }
}
