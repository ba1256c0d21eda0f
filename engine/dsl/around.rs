//! What is around a place of a rule file that may be half typed: its fields, brackets and string.

use super::tokens::{self, Token, TokenKind};
use std::ops::Range;

/// What is around a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around<'s> {
    /// Names before brackets and of fields, from the outermost one to the innermost:
    /// `Notations`, `notations`, `forms`, `level`.
    pub path: Vec<&'s str>,
    /// The names of the fields of the innermost parentheses, also of those behind the place.
    pub fields: Vec<&'s str>,
    /// Whether the name of a field (in braces: a key) is written here, not a value.
    pub name: bool,
    /// The bytes between the quotes of the string that the place is in.
    pub text: Option<Range<usize>>,
    /// The bytes of the word that the place is in or at the end of; empty when it is at none.
    pub word: Range<usize>,
    /// The bytes of the entry (an element of a list of the file) that the place is in.
    pub entry: Option<Range<usize>>,
    /// Whether the place is in a comment.
    pub comment: bool,
}

/// Says what is around a byte of a text.
pub fn around(text: &str, at: usize) -> Around<'_> {
    let at = (0..=at.min(text.len()))
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .unwrap_or(0);
    let mut found = Around {
        word: at..at,
        ..Around::default()
    };
    let tokens = tokens::read(text);
    let mut walk = Walk::new(text);
    let mut seen = false;
    let mut innermost = None;
    for (index, token) in tokens.iter().enumerate() {
        if !seen && token.span.end >= at && !is_before(token, at) {
            seen = true;
            look(&walk, token, at, &mut found);
            innermost = walk
                .frames
                .last()
                .map(|f| (walk.frames.len() - 1, f.open_at));
        }
        walk.step(&tokens, index);
        if !seen {
            continue;
        }
        // What belongs to the brackets that the place is in may come behind it.
        let open = |depth: usize, at| walk.frames.get(depth).filter(|f| f.open_at == at);
        match innermost.and_then(|(depth, at)| open(depth, at)) {
            Some(frame) => found.fields.clone_from(&frame.fields),
            None => innermost = None,
        }
        if let Some(entry) = &mut found.entry
            && open(2, entry.start).is_none()
        {
            entry.end = match (walk.replaced, index.checked_sub(1)) {
                (true, Some(before)) => tokens[before].span.end,
                _ => token.span.end,
            };
            break;
        }
        if innermost.is_none() && found.entry.is_none() {
            break;
        }
    }
    if !seen {
        let nothing = Token {
            kind: TokenKind::Comma,
            span: text.len()..text.len(),
        };
        look(&walk, &nothing, at, &mut found);
    }
    found.comment = found.text.is_none() && is_comment(text, &tokens, at);
    found
}

/// Whether a token ends where the place is and has nothing to do with it.
fn is_before(token: &Token, at: usize) -> bool {
    token.span.end == at
        && match &token.kind {
            TokenKind::Word => false,
            TokenKind::Text(_, closed) => *closed,
            _ => true,
        }
}

fn look<'s>(walk: &Walk<'s>, token: &Token, at: usize, found: &mut Around<'s>) {
    found.path = walk.path();
    if let Some(frame) = walk.frames.last() {
        found.fields.clone_from(&frame.fields);
        found.name = match frame.open {
            '(' => frame.field.is_none(),
            '{' => frame.field.is_none() && !frame.colon,
            _ => false,
        };
    } else {
        found.name = true;
    }
    if let Some(entry) = walk.frames.get(2) {
        found.entry = Some(entry.open_at..walk.text.len());
    }
    match &token.kind {
        TokenKind::Text(inner, _) if inner.start <= at && at <= inner.end => {
            found.text = Some(inner.clone());
        }
        TokenKind::Word if token.span.start <= at => found.word = token.span.clone(),
        _ => {}
    }
}

fn is_comment(text: &str, tokens: &[Token], at: usize) -> bool {
    let next = tokens.partition_point(|t| t.span.start < at);
    let start = match next.checked_sub(1).map(|i| &tokens[i]) {
        Some(before) if before.span.end > at => return false,
        Some(before) => before.span.end,
        None => 0,
    };
    let between = &text[start..at];
    // A comment of one line ends with the line; one of several lines when it is closed.
    let line = between.rfind('\n').map_or(0, |i| i + 1);
    between[line..].contains("//") || between.matches("/*").count() > between.matches("*/").count()
}

/// A bracket that is open.
#[derive(Clone, Debug)]
pub(super) struct Frame<'s> {
    open: char,
    pub(super) open_at: usize,
    pub(super) head: Option<&'s str>,
    /// The field whose value comes, after its colon.
    pub(super) field: Option<&'s str>,
    fields: Vec<&'s str>,
    /// Whether a key of a map has been read, up to its colon.
    colon: bool,
    word: Option<&'s str>,
}

/// Walks through the tokens of a text.
pub(super) struct Walk<'s> {
    text: &'s str,
    pub(super) frames: Vec<Frame<'s>>,
    /// A word before the first bracket.
    word: Option<&'s str>,
    /// Whether the last step gave up brackets that were never closed.
    pub(super) replaced: bool,
}

impl<'s> Walk<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        Self {
            text,
            frames: Vec::new(),
            word: None,
            replaced: false,
        }
    }

    /// Takes a token.
    pub(super) fn step(&mut self, tokens: &[Token], index: usize) {
        let Token { kind, span } = &tokens[index];
        let text = self.text;
        self.replaced = false;
        match *kind {
            TokenKind::Word => *self.pending() = Some(&text[span.clone()]),
            TokenKind::Text(..) => *self.pending() = None,
            TokenKind::Comma => {
                *self.pending() = None;
                if let Some(frame) = self.frames.last_mut() {
                    frame.colon = false;
                    if frame.open == '(' {
                        frame.field = None;
                    }
                }
            }
            TokenKind::Colon => {
                let word = self.pending().take();
                if let Some(frame) = self.frames.last_mut() {
                    frame.colon = true;
                    if frame.open == '(' && word.is_some() {
                        frame.field = word;
                        frame.fields.extend(word);
                    }
                }
            }
            TokenKind::Open(open) => {
                let head = self.pending().take();
                // Entries begin with their ids: what is open inside of another one was forgotten.
                if open == '('
                    && self.frames.len() > 2
                    && self.frames[1].open == '['
                    && begins_entry(text, tokens, index)
                {
                    self.frames.truncate(2);
                    self.replaced = true;
                }
                self.frames.push(Frame {
                    open,
                    open_at: span.start,
                    head,
                    field: None,
                    fields: Vec::new(),
                    colon: false,
                    word: None,
                });
            }
            TokenKind::Close(close) => {
                *self.pending() = None;
                let open = match close {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                if let Some(frame) = self.frames.iter().rposition(|f| f.open == open) {
                    self.frames.truncate(frame);
                }
            }
        }
    }

    fn pending(&mut self) -> &mut Option<&'s str> {
        match self.frames.last_mut() {
            Some(frame) => &mut frame.word,
            None => &mut self.word,
        }
    }

    fn path(&self) -> Vec<&'s str> {
        let names = self.frames.iter().flat_map(|f| [f.head, f.field]);
        names.flatten().collect()
    }
}

/// Whether a bracket is followed by the first field of an entry.
fn begins_entry(text: &str, tokens: &[Token], index: usize) -> bool {
    let (Some(word), Some(colon)) = (tokens.get(index + 1), tokens.get(index + 2)) else {
        return false;
    };
    matches!(&text[word.span.clone()], "id" | "name") && colon.kind == TokenKind::Colon
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is around `@`, which is no part of the text.
    fn at(text: &str) -> (Vec<String>, Vec<String>, bool, Option<String>) {
        let place = text.find('@').unwrap();
        let text = text.replace('@', "");
        let found = around(&text, place);
        let own = |list: Vec<&str>| list.into_iter().map(str::to_owned).collect();
        let inner = found.text.map(|t| text[t].to_owned());
        (own(found.path), own(found.fields), found.name, inner)
    }

    #[test]
    fn says_which_field_and_string() {
        let (path, fields, name, text) = at(
            r##"Notations(notations: [(id: "x", print: "(di@v ?a ?b)", forms: [(tex: "x")])])"##,
        );
        assert_eq!(path, ["Notations", "notations", "print"]);
        assert_eq!(fields, ["id", "print", "forms"]);
        assert!(!name);
        assert_eq!(text.as_deref(), Some("(div ?a ?b)"));
    }

    #[test]
    fn sees_names_and_values() {
        let (path, fields, name, _) = at("Notations(notations: [(id: \"x\", forms: [(w: 1, @)])])");
        assert_eq!(path, ["Notations", "notations", "forms"]);
        assert_eq!(fields, ["w"]);
        assert!(name);
        let (path, _, name, _) = at("Equivalences(rules: [(id: \"x\", tier: No@)])");
        assert_eq!(path, ["Equivalences", "rules", "tier"]);
        assert!(!name);
        let (path, ..) = at("Equivalences(rules: [(id: \"x\", when: [Not(@)])])");
        assert_eq!(path, ["Equivalences", "rules", "when", "Not"]);
        let (.., name, _) = at("Equivalences(rules: [(id: \"x\", kinds: {\"?a\": @})])");
        assert!(!name);
        let (.., name, text) = at("Equivalences(rules: [(id: \"x\", kinds: {\"?@\": Num})])");
        assert!(name && text.as_deref() == Some("?"));
    }

    #[test]
    fn survives_what_is_half_typed() {
        let (path, _, _, text) = at(
            "Equivalences(rules: [(id: \"x\", rule: \"(add ?a (@\n    (id: \"y\", rule: \"a => b\"),\n])",
        );
        assert_eq!(path, ["Equivalences", "rules", "rule"]);
        assert_eq!(text.as_deref(), Some("(add ?a ("));
        let (path, fields, name, _) =
            at("Equivalences(rules: [(id: \"x\", when: [\n    (id: \"y\", rule: \"a => b\", @");
        assert_eq!(path, ["Equivalences", "rules"]);
        assert_eq!(fields, ["id", "rule"]);
        assert!(name);
        let (path, fields, ..) =
            at("Equivalences(rules: [(id: \"x\", @\n    (id: \"y\", rule: \"a\")])");
        assert_eq!((path.len(), fields.len()), (2, 1), "{path:?} {fields:?}");
        assert_eq!(at("@").0, [""; 0]);
        assert!(at("Equi@").2);
    }

    #[test]
    fn knows_comments() {
        let text = "// (id: \nStyles(styles: [ // x\n])";
        assert!(around(text, 4).comment && around(text, 28).comment);
        assert!(!around(text, 12).comment && !around(text, text.len()).comment);
    }
}
