//! Columns about the formulas of a text: where they are, what they look like, what they say.

use mamut_engine::text::{Part, Segment, segments};

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

/// The values of the extras for a text, in their order.
pub fn values(text: &str, extra: &[Extra], pipeline: &Pipeline<'_>) -> Vec<Value> {
    let (segments, _) = segments(text);
    let formulas: Vec<&Segment> = segments
        .iter()
        .filter(|s| matches!(s.part, Part::Formula(_)))
        .collect();
    extra
        .iter()
        .map(|extra| match extra {
            Extra::Spans => spans(text, &formulas),
            Extra::Presentation | Extra::Content => Value::List(Vec::new()),
        })
        .collect()
}

/// Where formulas are, in characters as Python counts them.
fn spans(text: &str, formulas: &[&Segment]) -> Value {
    let (mut bytes, mut characters) = (0, 0);
    let mut place = |at: usize| {
        characters += text[bytes..at].chars().count() as i64;
        bytes = at;
        Value::Int(characters)
    };
    let spans = formulas
        .iter()
        .map(|s| Value::Struct(vec![place(s.inner.start), place(s.inner.end)]));
    Value::List(spans.collect())
}
