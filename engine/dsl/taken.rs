//! Spellings of readings that other readings or TeX itself have a use for.

use super::scalar::Src;
use super::source::{Report, SourceFile};
use super::template;
use crate::diagnostic::Diagnostic;
use crate::vocabulary::ReadForm;

/// A spelling, and where it is written.
pub(super) struct Spelling<'s> {
    source: &'s SourceFile,
    text: &'s str,
    place: Place,
    op: &'s str,
}

/// Where a spelling stands: those of different places do not exclude each other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Between,
    Before,
    After,
    Name,
    Shape,
}

/// Signs by which formulas are put together, which are never read otherwise between operands.
const STRUCTURE: [&str; 8] = [",", ";", ".", "_", "^", "&", r"\\", "'"];

/// Signs that stand in pairs.
const PAIRED: [&str; 5] = ["|", "(", ")", "[", "]"];

/// The spellings of a reading.
pub(super) fn spellings<'s>(
    source: &'s SourceFile,
    tex: &[Src<'s>],
    form: &ReadForm,
    op: &'s str,
) -> Vec<Spelling<'s>> {
    let place = match form {
        ReadForm::Infix { .. } => Place::Between,
        ReadForm::Prefix { .. } => Place::Before,
        ReadForm::Postfix { .. } => Place::After,
        ReadForm::Shape { .. } => Place::Shape,
        _ => Place::Name,
    };
    let spelling = |tex: &Src<'s>| Spelling {
        source,
        text: tex.0.trim(),
        place,
        op,
    };
    tex.iter().map(spelling).collect()
}

/// Warns of spellings in files over the built-in ones that are taken.
pub(super) fn warn(all: &[Spelling<'_>], out: &mut Vec<Diagnostic>) {
    for one in all.iter().filter(|one| one.source.layer > 0) {
        let (text, op) = (one.text, one.op);
        let mut report = Report::new(one.source, out);
        if one.place == Place::Shape {
            if grouping(text) {
                let message = "this is read in place of every pair of brackets";
                let help = "a reading has a sign of its own: a name, a command, other brackets";
                report
                    .warning("taken-sign", text, message, "brackets alone")
                    .help = Some(help.to_owned());
            }
            continue;
        }
        if let Some((message, label)) = structural(one) {
            report.warning("taken-sign", text, message, label).help =
                Some("choose another spelling, or give a `Shape`".to_owned());
            continue;
        }
        let replaces = |other: &&Spelling<'_>| {
            let lower = other.source.layer < one.source.layer;
            lower && other.text == text && other.place == one.place && other.op != op
        };
        // A colon between what is declared and what is said of it is kept by whatever it is read as.
        if let Some(other) = all.iter().rev().find(replaces) {
            let message = format!("`{text}` is read as `{}` no more", other.op);
            let label = format!("read as `{op}` everywhere");
            let origin = other.source.origin(other.text);
            report.warning("taken-sign", text, message, &label).help = Some(format!(
                "another spelling keeps both; the other reading is at {}:{}",
                origin.file, origin.line
            ));
        }
    }
}

/// What is to be said of a sign that is structure, a bracket or a number.
fn structural(one: &Spelling<'_>) -> Option<(String, &'static str)> {
    let Spelling { text, op, .. } = one;
    if one.place == Place::Between && STRUCTURE.contains(text) {
        let message = format!("`{text}` is never read as `{op}`");
        return Some((message, "formulas are put together by it"));
    }
    if PAIRED.contains(text) {
        let message = format!("`{text}` is read as `{op}` where it has no partner");
        return Some((message, "what stands in pairs stays so"));
    }
    let number = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let message = format!("`{text}` is read as `{op}`, within longer numbers as well");
    number.then_some((message, "no number any more"))
}

/// Whether nothing but round brackets and braces stands around one hole.
fn grouping(tex: &str) -> bool {
    let signs = [r"\left", r"\right", "(", ")", "{", "}"];
    let hole = |t: &&str| !signs.contains(t);
    tex.matches('#').count() == 1
        && template::tokens(tex)
            .skip_while(|t| *t != "#")
            .skip(1)
            .filter(hole)
            .all(|t| t.chars().all(char::is_alphanumeric))
        && template::tokens(tex)
            .take_while(|t| *t != "#")
            .all(|t| signs.contains(&t))
}
