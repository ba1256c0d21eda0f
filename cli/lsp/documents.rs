//! Files that are open in the editor; their text is what it shows, saved or not.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lsp_types::{TextDocumentContentChangeEvent as Change, Uri};

use super::places::Lines;
use super::uri;

/// A file that is open.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// As the client spells it.
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: String,
}

/// The files that are open, by their [`key`].
pub(super) type Documents = BTreeMap<PathBuf, Document>;

/// What a file is known by: its path, or for something that is no file its URI.
pub(super) fn key(uri: &Uri) -> PathBuf {
    uri::path(uri.as_str()).unwrap_or_else(|| uri.as_str().into())
}

/// Changes a text as the editor did.
pub(super) fn apply(text: &mut String, changes: Vec<Change>) {
    for change in changes {
        match change.range {
            None => *text = change.text,
            Some(range) => {
                let lines = Lines::new(text);
                let start = lines.offset(range.start);
                let end = lines.offset(range.end).max(start);
                text.replace_range(start..end, &change.text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    #[test]
    fn changes_apply_one_after_the_other() {
        let change = |range: Option<[u32; 4]>, text: &str| Change {
            range: range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d))),
            range_length: None,
            text: text.to_owned(),
        };
        let mut text = "α𝔸\nb".to_owned();
        apply(
            &mut text,
            vec![
                change(Some([0, 3, 0, 3]), "!"),
                change(Some([0, 1, 0, 3]), "ℝ"),
                change(Some([1, 0, 7, 7]), ""),
            ],
        );
        assert_eq!(text, "αℝ!\n");
        // An end before the start, and one within a character.
        apply(&mut text, vec![change(Some([0, 2, 0, 1]), "x")]);
        assert_eq!(text, "αℝx!\n");
        apply(
            &mut text,
            vec![change(None, "𝔸"), change(Some([0, 1, 0, 1]), "a")],
        );
        assert_eq!(text, "a𝔸");
    }
}
