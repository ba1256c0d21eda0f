//! Columns about the formulas of a text: where they are, what they look like, what they say.

use std::ops::Range;

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

/// What a formula looks like, as Presentation MathML; nothing where a command is not known.
fn layout(latex: &str) -> String {
    let storage = Storage::new();
    // Writing makes elements of errors.
    if Parser::new(latex, &storage).any(|event| event.is_err()) {
        return String::new();
    }
    let storage = Storage::new();
    let mut mathml = String::new();
    let parser = Parser::new(latex, &storage);
    match push_mathml(&mut mathml, parser, RenderConfig::default()) {
        Ok(()) => mathml,
        Err(_) => String::new(),
    }
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
