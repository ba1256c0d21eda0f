//! The entries of a rule file that may be half typed, with the strings in them: enough to find
//! what is defined where.

use super::around::Walk;
use super::scan::Scan;
use super::tokens::{self, TokenKind};
use std::ops::Range;

/// What a rule file says, as far as it can be seen. All places are bytes of its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The kind of the file: the word before its first bracket.
    pub kind: Option<Range<usize>>,
    /// The elements of its lists, in order.
    pub entries: Vec<Entry>,
}

/// An element of a list of the file: `(id: "…", …)`, `Infix(…)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The list: `rules`, `operators`.
    pub list: String,
    /// The word before its bracket.
    pub head: Option<String>,
    /// All of it.
    pub span: Range<usize>,
    /// Its own fields that are strings, with the bytes between the quotes.
    pub texts: Vec<(String, Range<usize>)>,
}

impl Entry {
    /// The bytes of a field.
    pub fn place(&self, field: &str) -> Option<Range<usize>> {
        let found = self.texts.iter().find(|(name, _)| name == field);
        found.map(|(_, span)| span.clone())
    }
    /// The text of a field.
    pub fn text<'t>(&self, field: &str, file: &'t str) -> Option<&'t str> {
        file.get(self.place(field)?)
    }
}

/// Reads the entries of a text.
pub fn sketch(text: &str) -> Sketch {
    let tokens = tokens::read(text);
    let mut walk = Walk::new(text);
    let mut found = Sketch::default();
    let mut open = false;
    for (index, token) in tokens.iter().enumerate() {
        let before = walk.frames.len();
        walk.step(&tokens, index);
        let now = walk.frames.len();
        if found.kind.is_none()
            && now == 1
            && let Some(head) = walk.frames[0].head
            && let Some(previous) = index.checked_sub(1)
            && text[tokens[previous].span.clone()] == *head
        {
            found.kind = Some(tokens[previous].span.clone());
        }
        if open && (now < 3 || walk.replaced) {
            open = false;
            if let Some(entry) = found.entries.last_mut() {
                entry.span.end = match walk.replaced {
                    true => index.checked_sub(1).map_or(0, |i| tokens[i].span.end),
                    false => token.span.end,
                };
            }
        }
        if now == 3 && (before == 2 || walk.replaced) {
            let frame = &walk.frames[2];
            let list = walk.frames[0]
                .field
                .filter(|_| token.kind == TokenKind::Open('('));
            if let Some(list) = list {
                open = true;
                found.entries.push(Entry {
                    list: list.to_owned(),
                    head: frame.head.map(str::to_owned),
                    span: frame.open_at..text.len(),
                    texts: Vec::new(),
                });
            }
        } else if open
            && now == 3
            && let TokenKind::Text(inner, _) = &token.kind
            && let Some(field) = walk.frames[2].field
            && let Some(entry) = found.entries.last_mut()
        {
            entry.texts.push((field.to_owned(), inner.clone()));
        }
    }
    found
}

/// The kind of a file: the word before its first bracket, where there is one.
pub fn kind(text: &str) -> Option<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut scan = Scan::new(text);
    scan.blank();
    while scan.rest().starts_with("#!") {
        scan.at += scan.rest().find(']').map_or(scan.rest().len(), |i| i + 1);
        scan.blank();
    }
    let start = scan.at;
    scan.word(scan.rest().chars().next()?);
    let word = &text[start..scan.at];
    scan.blank();
    let named = word.starts_with(|c: char| c.is_alphabetic());
    (named && scan.rest().starts_with('(')).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_entries_and_their_strings() {
        let text = "// a\nVocabulary(uses: [\"core\"], operators: [(name: \"sinc\", sig: \"Num -> Num\"), (name: \"b\")], reads: [Function(tex: r\"\\f\", op: \"sinc\")])";
        let found = sketch(text);
        assert_eq!(&text[found.kind.unwrap()], "Vocabulary");
        let ids: Vec<_> = found.entries.iter().map(|e| e.text("name", text)).collect();
        assert_eq!(ids, [Some("sinc"), Some("b"), None]);
        assert_eq!(found.entries[0].text("sig", text), Some("Num -> Num"));
        assert_eq!(found.entries[2].head.as_deref(), Some("Function"));
        assert_eq!(found.entries[2].text("tex", text), Some("\\f"));
        assert_eq!(&text[found.entries[1].span.clone()], "(name: \"b\")");
    }

    #[test]
    fn finds_entries_behind_one_that_is_half_typed() {
        let text = "Equivalences(rules: [\n  (id: \"a\", rule: \"(add ?a \n  (id: \"b\", when: [Not(\n  (id: \"c\"),\n])";
        let found = sketch(text);
        let ids: Vec<_> = found.entries.iter().map(|e| e.text("id", text)).collect();
        assert_eq!(ids, [Some("a"), Some("b"), Some("c")]);
        assert!(text[found.entries[0].span.clone()].ends_with("(add ?a"));
    }

    #[test]
    fn tells_rule_files_from_others() {
        assert_eq!(
            kind("\u{feff}// a\n#![enable(x)]\n Styles ("),
            Some("Styles")
        );
        for text in ["", "(a: 1)", "Styles", "[Styles(", "#![", "1(", "\"a\"("] {
            assert_eq!(kind(text), None, "{text}");
        }
    }

    #[test]
    fn reads_anything_to_the_end() {
        for text in [
            "",
            ")",
            "(",
            "[[[",
            "A(b: [(c: \"",
            "A(b: [(id: r#\"x",
            "é(ñ: [(𝔸: \"ℝ\")])",
            "]}){",
        ] {
            sketch(text);
            for at in 0..=text.len() {
                super::super::around::around(text, at);
            }
        }
    }
}
