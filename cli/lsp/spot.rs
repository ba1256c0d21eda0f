//! What may be written at a place of a rule file, by the reference of all fields.

use std::ops::Range;
use std::sync::OnceLock;

use mamut_engine::dsl::around::{Around, around};
use mamut_engine::dsl::fields::{self, CHOICES, Choice, Field, Part};

use super::places::floor;

/// What is written at a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asks {
    /// The kind of the file.
    Kind,
    /// The name of a field.
    Field(&'static Part),
    /// One of several words.
    Word(&'static Choice),
    /// A pattern, or two with an arrow.
    Pattern,
    /// The name of an operator.
    Operator,
    /// LaTeX with holes and styles.
    Template,
    /// A variable with its sigil.
    Variable,
    /// A rest variable without its sigil.
    Rest,
    /// A level.
    Level,
    /// The id of a style.
    Style,
    /// The id of the entry.
    Id,
    /// What a choice is shared under.
    Along,
    /// The name of a rule file.
    File,
    /// A label.
    Tag,
    /// The kinds of arguments and result.
    Signature,
    /// Something else.
    Other,
}

/// A place.
#[derive(Clone, Debug)]
pub(super) struct Spot<'t> {
    pub(super) at: usize,
    pub(super) around: Around<'t>,
    /// The field whose name or value it is in.
    pub(super) field: Option<&'static Field>,
    pub(super) asks: Asks,
}

impl Spot<'_> {
    /// The bytes of the string it is in, otherwise of the word.
    pub(super) fn span(&self) -> Range<usize> {
        self.around.text.clone().unwrap_or(self.around.word.clone())
    }
}

/// Where each part is written: the path to it.
fn parts() -> &'static [(Vec<&'static str>, &'static Part)] {
    static PARTS: OnceLock<Vec<(Vec<&'static str>, &'static Part)>> = OnceLock::new();
    PARTS.get_or_init(|| {
        let path = |part: &'static Part| {
            let at = part.frame.find('@').unwrap_or(0);
            (around(part.frame, at).path, part)
        };
        fields::parts().map(path).collect()
    })
}

/// Says what may be written at a byte of a rule file.
pub(super) fn spot(text: &str, at: usize) -> Spot<'_> {
    let at = floor(text, at);
    let around = around(text, at);
    let (field, asks) = match around.comment {
        true => (None, Asks::Other),
        false => asks(text, at, &around),
    };
    Spot {
        at,
        around,
        field,
        asks,
    }
}

fn asks(text: &str, at: usize, around: &Around<'_>) -> (Option<&'static Field>, Asks) {
    let path = &around.path;
    if path.is_empty() {
        return (None, Asks::Kind);
    }
    let fits = parts().iter().filter(|(p, _)| path.starts_with(p));
    let Some((prefix, part)) = fits.max_by_key(|(p, _)| p.len()) else {
        return (None, Asks::Other);
    };
    let rest = &path[prefix.len()..];
    let Some((name, heads)) = rest.split_first() else {
        let word = &text[around.word.clone()];
        let field = part.fields.iter().find(|f| f.name == word);
        return match around.name && around.text.is_none() {
            true => (field, Asks::Field(part)),
            false => (None, Asks::Other),
        };
    };
    let Some(field) = part.fields.iter().find(|f| f.name == *name) else {
        return (None, Asks::Other);
    };
    let asks = match &around.text {
        Some(inner) => string(field, heads, around.name, &text[inner.start..at]),
        None => word(field, heads),
    };
    (Some(field), asks)
}

/// What a word may be, where it is no string.
fn word(field: &Field, heads: &[&str]) -> Asks {
    let name = match heads.last() {
        None | Some(&"Not" | &"AnyOf") => field.kind,
        Some(&"IsKind") => "Kind",
        Some(_) => return Asks::Other,
    };
    choice(name).map_or(Asks::Other, Asks::Word)
}

/// The choice that a field's kind names.
fn choice(kind: &str) -> Option<&'static Choice> {
    let names = |choice: &&Choice| has(kind, choice.name);
    CHOICES.iter().find(names)
}

fn has(kind: &str, word: &str) -> bool {
    kind.split(|c: char| !c.is_alphanumeric())
        .any(|w| w == word)
}

/// What a string may be; `before` is its text up to the place.
fn string(field: &Field, heads: &[&str], key: bool, before: &str) -> Asks {
    if let Some(head) = heads.last() {
        return match *head {
            "Unit" => Asks::Operator,
            "Tagged" if before.starts_with(|c| c != '?' && c != '.') => Asks::Tag,
            _ => Asks::Variable,
        };
    }
    // `{variable: pattern}`
    let kind = match field.kind.split_once(':') {
        Some((keys, _)) if key => keys,
        Some((_, values)) if field.kind.starts_with('{') => values,
        _ => field.kind,
    };
    match field.name {
        "uses" => return Asks::File,
        "levels" => return Asks::Level,
        "along" => return Asks::Along,
        "terms" | "factors" => return Asks::Rest,
        "pair" => return Asks::Other,
        "name" => return Asks::Id,
        _ => {}
    }
    let kinds: [(&str, Asks); 11] = [
        ("pattern", Asks::Pattern),
        ("term", Asks::Pattern),
        ("operator", Asks::Operator),
        ("template", Asks::Template),
        ("holes", Asks::Template),
        ("variable", Asks::Variable),
        ("level", Asks::Level),
        ("style", Asks::Style),
        ("id", Asks::Id),
        ("word", Asks::Tag),
        ("signature", Asks::Signature),
    ];
    let found = kinds.iter().find(|(word, _)| has(kind, word));
    found.map_or(Asks::Other, |(_, asks)| *asks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> String {
        let place = text.find('@').unwrap();
        let text = text.replacen('@', "", 1);
        match spot(&text, place).asks {
            Asks::Field(part) => format!("field of {}", part.name),
            Asks::Word(choice) => format!("word of {}", choice.name),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_part_and_choice_is_found_where_it_is_written() {
        for part in fields::parts() {
            assert_eq!(at(part.frame), format!("field of {}", part.name));
        }
        for choice in CHOICES {
            assert_eq!(at(choice.frame), format!("word of {}", choice.name));
        }
    }

    #[test]
    fn strings_are_what_their_fields_say() {
        let rule = |inner: &str| at(&format!("Equivalences(rules: [(id: \"x\", {inner})])"));
        assert_eq!(rule("rule: \"(@\""), "Pattern");
        assert_eq!(rule("when: [Not(NonZero(\"@\"))]"), "Variable");
        assert_eq!(rule("kinds: {\"?@\": Num}"), "Variable");
        assert_eq!(rule("kinds: {\"?a\": @}"), "word of Kind");
        assert_eq!(rule("when: [IsKind(\"?a\", @)]"), "word of Kind");
        assert_eq!(rule("let: {\"?m\": \"(@\"}"), "Pattern");
        assert_eq!(rule("tier: St@"), "word of Tier");
        assert_eq!(rule("examples: [(\"a@\", \"b\")]"), "Other");
        let form = |inner: &str| {
            at(&format!(
                "Notations(notations: [(id: \"x\", forms: [({inner})])])"
            ))
        };
        assert_eq!(form("tex: \"#@\""), "Template");
        assert_eq!(form("level: \"@\""), "Level");
        assert_eq!(form("when: [Tagged(\"?x\", [\"a@\"])]"), "Tag");
        assert_eq!(form("times: \"@\""), "Style");
        assert_eq!(at("Vocabulary(uses: [\"@\"])"), "File");
        assert_eq!(at("Vocabulary(reads: [Bound(op: \"@\")])"), "Operator");
        assert_eq!(at("Vocabulary(reads: [Shape(tex: r\"@\")])"), "Template");
        assert_eq!(
            at("Vocabulary(operators: [(name: \"x\", sig: \"@\")])"),
            "Signature"
        );
        assert_eq!(at("Symbols(excluded: {\"e\": [\"@\"]})"), "Operator");
        assert_eq!(at("Target(words: {\"@\": \"sin\"})"), "Operator");
        assert_eq!(at("Target(words: {\"sin\": \"@\"})"), "Other");
        assert_eq!(at("// @\nStyles()"), "Other");
        assert_eq!(at("@"), "Kind");
    }
}
