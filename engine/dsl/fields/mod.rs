//! Every field of every kind of rule file, in words. A test compares this with what is accepted.

mod choices;
mod corpus;
mod equivalences;
mod falsifications;
mod notations;
mod readings;
mod steps;
mod symbols;
mod target;
mod vocabulary;

pub use choices::CHOICES;

/// Something that is written `( field: value, … )`.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its name in the reference.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// A rule file with `@` where the fields stand.
    pub frame: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
}

/// A field.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What is written there.
    pub kind: &'static str,
    /// What it is when it is not written; none when it must be.
    pub default: Option<&'static str>,
    /// What it says.
    pub doc: &'static str,
    /// A value.
    pub example: &'static str,
}

/// One of several words, perhaps with values in parentheses.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its name in the reference.
    pub name: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// A rule file with `@` where one of them stands.
    pub frame: &'static str,
    /// Each as it is written, and what it says.
    pub words: &'static [(&'static str, &'static str)],
}

const fn must(
    name: &'static str,
    kind: &'static str,
    example: &'static str,
    doc: &'static str,
) -> Field {
    Field {
        name,
        kind,
        default: None,
        doc,
        example,
    }
}

const fn may(
    name: &'static str,
    kind: &'static str,
    default: &'static str,
    example: &'static str,
    doc: &'static str,
) -> Field {
    Field {
        name,
        kind,
        default: Some(default),
        doc,
        example,
    }
}

const ID: Field = must(
    "id",
    "id",
    "\"it\"",
    "Unique over all files: lower-case words joined by hyphens.",
);
const ABOUT: Field = may(
    "about",
    "text",
    "empty",
    "\"What is in it.\"",
    "One sentence about the file.",
);
const USES: Field = may(
    "uses",
    "[name]",
    "none",
    "[]",
    "Rule files whose names this one relies on, without directory and ending. It is checked that they are loaded; order and circles mean nothing.",
);
const DOC: Field = may(
    "doc",
    "text",
    "empty",
    "\"In words.\"",
    "One sentence, shown by `rules show`.",
);
const TEX: Field = must(
    "tex",
    "LaTeX or [LaTeX]",
    "r\"\\it\"",
    "The spellings, all equal.",
);
const OP: Field = must("op", "operator", "\"sin\"", "What is read.");
const LEVEL: Field = must("level", "level", "\"sum\"", "How strongly it binds.");

/// All parts, in the order of the reference.
pub fn parts() -> impl Iterator<Item = &'static Part> {
    let files = [
        vocabulary::PARTS,
        readings::PARTS,
        equivalences::PARTS,
        falsifications::PARTS,
        steps::PARTS,
        notations::PARTS,
        symbols::PARTS,
        target::PARTS,
        corpus::PARTS,
    ];
    files.into_iter().flatten()
}

/// The reference of all fields, in Markdown.
pub fn reference() -> String {
    use std::fmt::Write;
    let mut out = String::new();
    let cell = |text: &str| text.replace('|', "\\|");
    for part in parts() {
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "### {}\n\n{}\n\n| field | value | default | meaning |\n|---|---|---|---|\n",
            part.name, part.doc
        );
        for field in part.fields {
            let default = field.default.unwrap_or("required");
            let _ = writeln!(
                out,
                "| `{}` | {} | {} | {} |",
                field.name,
                cell(field.kind),
                cell(default),
                cell(field.doc)
            );
        }
        out.push('\n');
    }
    for choice in CHOICES {
        let _ = write!(
            out,
            "### {}\n\n{}\n\n| word | meaning |\n|---|---|\n",
            choice.name, choice.doc
        );
        for (word, doc) in choice.words {
            let _ = writeln!(out, "| `{}` | {} |", cell(word), cell(doc));
        }
        out.push('\n');
    }
    out
}
