//! What repairs a complaint: the name that may have been meant, in place of the one that stands there.

use std::collections::HashMap;

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, Diagnostic, Range, TextEdit, Uri,
    WorkspaceEdit,
};
use mamut_engine::diagnostic::nearest;

use super::places::Lines;

/// The repairs of the complaints that a client shows within some places of a text.
pub(super) fn actions(
    told: &[Diagnostic],
    asked: Range,
    uri: &Uri,
    text: &str,
) -> Vec<CodeActionOrCommand> {
    let lines = Lines::new(text);
    let touches = |d: &&Diagnostic| d.range.start <= asked.end && asked.start <= d.range.end;
    let told = told.iter().filter(touches);
    let action = |d: &Diagnostic| {
        let span = lines.offset(d.range.start)..lines.offset(d.range.end);
        let meant = meant(&d.message)?;
        // The help may be of a longer text than the name, and the text may have changed since.
        nearest(text.get(span)?, [meant])?;
        let edit = TextEdit::new(d.range, meant.to_owned());
        Some(CodeActionOrCommand::CodeAction(CodeAction {
            title: format!("Replace it with `{meant}`"),
            kind: Some(CodeActionKind::QUICKFIX),
            diagnostics: Some(vec![d.clone()]),
            edit: Some(WorkspaceEdit {
                changes: Some(HashMap::from([(uri.clone(), vec![edit])])),
                ..WorkspaceEdit::default()
            }),
            is_preferred: Some(true),
            ..CodeAction::default()
        }))
    };
    told.filter_map(action).collect()
}

/// The name in `help: did you mean …?`.
fn meant(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once("\nhelp: did you mean `")?;
    rest.split_once("`?").map(|(meant, _)| meant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{NumberOrString, Position};

    fn repaired(text: &str, name: &str, help: &str) -> Option<String> {
        let start = text.find(name).expect("the name");
        let lines = Lines::new(text);
        let told = Diagnostic {
            range: lines.places(&(start..start + name.len())),
            code: Some(NumberOrString::String("unknown-operator".to_owned())),
            message: format!("there is no operator `{name}`\nnot known\nhelp: {help}"),
            ..Diagnostic::default()
        };
        let uri: Uri = "untitled:a.ron".parse().expect("a name");
        let found = actions(std::slice::from_ref(&told), told.range, &uri, text);
        let far = Range::new(Position::new(9, 0), Position::new(9, 0));
        assert!(actions(&[told], far, &uri, text).is_empty());
        let CodeActionOrCommand::CodeAction(action) = found.into_iter().next()? else {
            return None;
        };
        let edit = action.edit?.changes?.remove(&uri)?.pop()?;
        let span = lines.offset(edit.range.start)..lines.offset(edit.range.end);
        let mut text = text.to_owned();
        text.replace_range(span, &edit.new_text);
        Some(text)
    }

    #[test]
    fn names_are_put_in_place() {
        let text = "𝔸 (mull ?x)";
        let mended = repaired(text, "mull", "did you mean `mul`?");
        assert_eq!(mended.as_deref(), Some("𝔸 (mul ?x)"));
        assert_eq!(repaired(text, "mull", "a variable is `?m`"), None);
        assert_eq!(repaired(text, "(mull ?x)", "did you mean `mul`?"), None);
    }
}
