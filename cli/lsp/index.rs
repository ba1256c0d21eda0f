//! What is defined where, in files that may be half typed.

use std::ops::Range;

use mamut_engine::dsl::SourceFile;
use mamut_engine::dsl::sketch::{Entry, sketch};

/// What a definition is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    Operator,
    Equivalence,
    Notation,
    Style,
    Group,
    Noun,
}

impl Sort {
    /// That of the entries of a list, and the field of their ids.
    pub(super) fn of_list(list: &str) -> Option<(Self, &'static str)> {
        Some(match list {
            "operators" => (Self::Operator, "name"),
            "rules" => (Self::Equivalence, "id"),
            "notations" => (Self::Notation, "id"),
            "styles" => (Self::Style, "id"),
            "groups" => (Self::Group, "id"),
            "nouns" => (Self::Noun, "id"),
            _ => return None,
        })
    }

    /// In a word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Operator => "operator",
            Self::Equivalence => "equivalence",
            Self::Notation => "notation",
            Self::Style => "style",
            Self::Group => "symbol group",
            Self::Noun => "noun",
        }
    }
}

/// A definition.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    pub(super) sort: Sort,
    pub(super) id: String,
    /// The name of its file.
    pub(super) file: String,
    pub(super) layer: u32,
    /// Where its id is.
    pub(super) place: Range<usize>,
    /// Its entry.
    pub(super) entry: Entry,
    /// The text of the entry.
    pub(super) text: String,
    /// Where that begins.
    start: usize,
}

impl Definition {
    /// A field that is a string.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let place = self.entry.place(name)?;
        self.text
            .get(place.start - self.start..place.end - self.start)
    }

    /// What it says in a line: signature, rule, pattern.
    pub(super) fn detail(&self) -> &str {
        let fields = ["sig", "rule", "print", "members", "words"];
        fields.iter().find_map(|f| self.field(f)).unwrap_or("")
    }
}

/// The definitions of some files, those of higher layers first.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    all: Vec<Definition>,
}

impl Index {
    pub(super) fn new(files: &[SourceFile]) -> Self {
        let mut all: Vec<Definition> = files.iter().flat_map(definitions).collect();
        let key = |d: &Definition| (d.sort, d.id.clone(), u32::MAX - d.layer, d.file.clone());
        all.sort_by_cached_key(key);
        Self { all }
    }

    /// All of a sort, by id.
    pub(super) fn all(&self, sort: Sort) -> &[Definition] {
        let start = self.all.partition_point(|d| d.sort < sort);
        let end = self.all.partition_point(|d| d.sort <= sort);
        &self.all[start..end]
    }

    /// Those of an id, the one that holds first.
    pub(super) fn find(&self, sort: Sort, id: &str) -> &[Definition] {
        let all = self.all(sort);
        let start = all.partition_point(|d| d.id.as_str() < id);
        let end = all.partition_point(|d| d.id.as_str() <= id);
        &all[start..end]
    }
}

fn definitions(file: &SourceFile) -> Vec<Definition> {
    let text = file.text.as_str();
    let mut found = Vec::new();
    for entry in sketch(text).entries {
        let Some((sort, name)) = Sort::of_list(&entry.list) else {
            continue;
        };
        let (Some(place), Some(whole)) = (entry.place(name), text.get(entry.span.clone())) else {
            continue;
        };
        found.push(Definition {
            sort,
            id: text[place.clone()].to_owned(),
            file: file.name.clone(),
            layer: file.layer,
            place,
            text: whole.to_owned(),
            start: entry.span.start,
            entry,
        });
    }
    found
}
