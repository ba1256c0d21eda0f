//! What may be typed at a place.

use std::ops::Range;

use lsp_types::{
    CompletionItem as Item, CompletionItemKind as Kind, CompletionTextEdit, Documentation,
    InsertTextFormat, MarkupContent, MarkupKind, TextEdit,
};
use mamut_engine::dsl::KINDS;
use mamut_engine::dsl::fields::{CHOICES, Choice, Part, parts};

use super::checked::Checked;
use super::definition::sort;
use super::hover;
use super::index::Sort;
use super::places::Lines;
use super::spot::{Asks, Spot};
use crate::commands::rules::explain_error::pages;

/// What may be typed at a place. `snippets`: whether the client fills in arguments.
pub(super) fn complete(
    checked: &Checked,
    text: &str,
    spot: &Spot<'_>,
    snippets: bool,
) -> Vec<Item> {
    let typed = Typed {
        checked,
        text,
        spot,
        snippets,
        lines: Lines::new(text),
    };
    if spot.around.comment {
        return typed.accepted();
    }
    let mut whole = spot.span();
    let string = &text[whole.clone()];
    let at = spot.at.saturating_sub(whole.start);
    match spot.asks {
        Asks::Kind => typed.kinds(),
        Asks::Field(part) => typed.fields(part),
        Asks::Word(choice) if spot.around.text.is_none() => typed.words(choice, whole),
        Asks::Pattern => typed.pattern(string, at),
        Asks::Operator => typed.operators(whole, true),
        Asks::Template => typed.template(string, at),
        Asks::Variable => typed.variables(whole, ""),
        Asks::Rest => typed.variables(whole, ".."),
        Asks::Level => typed.levels(whole),
        Asks::Style => typed.styles(whole),
        Asks::Id => typed.ids(whole),
        Asks::Along => typed.along(whole),
        Asks::File => typed.files(whole),
        Asks::Tag => {
            let tags = checked.tags();
            let item = |tag: &&str| typed.item(tag, Kind::KEYWORD, "label", None, &whole);
            tags.iter().map(item).collect()
        }
        Asks::Signature => {
            let other = |c: char| !c.is_alphanumeric();
            whole.start += string[..at].rfind(other).map_or(0, |i| i + 1);
            let kinds = CHOICES.iter().find(|c| c.name == "Kind");
            kinds.map_or_else(Vec::new, |kinds| typed.words(kinds, whole))
        }
        _ => Vec::new(),
    }
}

/// A place where something is typed.
pub(super) struct Typed<'t> {
    pub(super) checked: &'t Checked,
    pub(super) text: &'t str,
    pub(super) spot: &'t Spot<'t>,
    snippets: bool,
    lines: Lines<'t>,
}

impl Typed<'_> {
    /// An item that takes the place of what stands between the start of a span and the cursor.
    pub(super) fn item(
        &self,
        label: &str,
        kind: Kind,
        detail: &str,
        doc: Option<String>,
        span: &Range<usize>,
    ) -> Item {
        self.edit(label, label.to_owned(), kind, detail, doc, span)
    }

    pub(super) fn edit(
        &self,
        label: &str,
        new_text: String,
        kind: Kind,
        detail: &str,
        doc: Option<String>,
        span: &Range<usize>,
    ) -> Item {
        let doc = doc.filter(|doc| !doc.is_empty()).map(|value| {
            Documentation::MarkupContent(MarkupContent {
                kind: MarkupKind::Markdown,
                value,
            })
        });
        let range = self
            .lines
            .places(&(span.start.min(self.spot.at)..self.spot.at));
        Item {
            label: label.to_owned(),
            kind: Some(kind),
            detail: Some(detail.to_owned()).filter(|detail| !detail.is_empty()),
            documentation: doc,
            filter_text: Some(label.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text })),
            ..Item::default()
        }
    }

    fn kinds(&self) -> Vec<Item> {
        let span = self.spot.around.word.clone();
        let item = |kind: &&str| {
            let doc = parts().find(|p| p.name == *kind).map(|p| p.doc.to_owned());
            self.item(kind, Kind::MODULE, "kind of file", doc, &span)
        };
        KINDS.iter().map(item).collect()
    }

    fn fields(&self, part: &Part) -> Vec<Item> {
        let word = self.spot.around.word.clone();
        let here = &self.text[word.clone()];
        // The colon of a field whose name is typed anew is there.
        let colon = self.text[word.end..].trim_start().starts_with(':');
        let missing = part
            .fields
            .iter()
            .filter(|f| f.name == here || !self.spot.around.fields.contains(&f.name));
        let item = |field: &mamut_engine::dsl::fields::Field| {
            let new = match colon {
                true => field.name.to_owned(),
                false => format!("{}: ", field.name),
            };
            let mut item = self.edit(
                field.name,
                new,
                Kind::FIELD,
                field.kind,
                Some(hover::of_field(field)),
                &word,
            );
            let must = if field.default.is_none() { 0 } else { 1 };
            item.sort_text = Some(format!("{must}{}", field.name));
            item
        };
        missing.map(item).collect()
    }

    fn words(&self, choice: &Choice, span: Range<usize>) -> Vec<Item> {
        let item = |(written, doc): &(&str, &str)| {
            let head = hover::head(written);
            let arguments = written.strip_prefix(head).filter(|a| a.len() > 2);
            let new = match arguments {
                Some(arguments) if self.snippets => {
                    let inner = &arguments[1..arguments.len() - 1];
                    let inner = inner
                        .replace('\\', r"\\")
                        .replace('$', r"\$")
                        .replace('}', r"\}");
                    format!("{head}(${{1:{inner}}})")
                }
                _ => (*written).to_owned(),
            };
            let mut item = self.edit(
                head,
                new,
                Kind::ENUM_MEMBER,
                written,
                Some((*doc).to_owned()),
                &span,
            );
            item.insert_text_format =
                (self.snippets && arguments.is_some()).then_some(InsertTextFormat::SNIPPET);
            item
        };
        choice.words.iter().map(item).collect()
    }

    pub(super) fn levels(&self, span: Range<usize>) -> Vec<Item> {
        let levels = self.checked.rules.vocabulary.levels.iter().enumerate();
        let item = |(n, level): (usize, &String)| {
            let doc = hover::of_level(self.checked, level);
            let mut item = self.item(level, Kind::VALUE, "level", doc, &span);
            item.sort_text = Some(format!("{n:03}"));
            item
        };
        levels.map(item).collect()
    }

    pub(super) fn styles(&self, span: Range<usize>) -> Vec<Item> {
        let styles = self.checked.styles();
        let item = |(name, id): &(&str, &str)| {
            let found = self.checked.index.find(Sort::Style, id).first();
            let doc = found.and_then(|d| d.field("doc")).map(str::to_owned);
            self.item(name, Kind::ENUM, "style", doc, &span)
        };
        styles.iter().map(item).collect()
    }

    /// Ids that there are: an entry of this id replaces one of a lower layer.
    fn ids(&self, span: Range<usize>) -> Vec<Item> {
        let all = sort(self.spot).map_or(&[][..], |sort| self.checked.index.all(sort));
        let others = all.iter().filter(|d| d.place != span);
        let mut items: Vec<Item> = Vec::new();
        for found in others {
            if items.last().is_none_or(|item| item.label != found.id) {
                let doc = found.field("doc").map(str::to_owned);
                items.push(self.item(&found.id, Kind::REFERENCE, found.detail(), doc, &span));
            }
        }
        items
    }

    fn along(&self, span: Range<usize>) -> Vec<Item> {
        let all = sort(self.spot).map_or(&[][..], |sort| self.checked.index.all(sort));
        let mut names: Vec<&str> = all.iter().filter_map(|d| d.field("along")).collect();
        names.sort_unstable();
        names.dedup();
        let item = |name: &&str| self.item(name, Kind::REFERENCE, "decided together", None, &span);
        names.iter().map(item).collect()
    }

    fn files(&self, span: Range<usize>) -> Vec<Item> {
        let stems = self.checked.stems();
        let item = |(stem, file): &(&str, &mamut_engine::dsl::SourceFile)| {
            self.item(stem, Kind::FILE, &file.name, None, &span)
        };
        stems.iter().map(item).collect()
    }

    /// Ids of complaints after `// accept `.
    fn accepted(&self) -> Vec<Item> {
        let before = &self.text[..self.spot.at];
        let line = &before[before.rfind('\n').map_or(0, |i| i + 1)..];
        let Some(typed) = line.rsplit_once("accept ").map(|(_, typed)| typed) else {
            return Vec::new();
        };
        let span = self.spot.at - typed.len()..self.spot.at;
        let pages = pages();
        let item = |(id, _): &(&str, &str)| {
            self.item(id, Kind::REFERENCE, "complaint", hover::page(id), &span)
        };
        pages
            .iter()
            .filter(|_| !typed.contains(' '))
            .map(item)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lsp::checked::check;
    use crate::lsp::plan::Plan;
    use crate::lsp::spot::spot;
    use crate::lsp::{definition, outline};
    use crate::rules;

    #[test]
    fn every_built_in_file_may_be_half_typed() {
        let (checked, errors) = check(&Plan::default(), &[], |_| None);
        assert_eq!(errors, [""; 0]);
        let mut offered = 0;
        for (n, file) in rules::built_in().iter().enumerate() {
            let text = file.text.as_str();
            for part in 1..12 {
                let at = crate::lsp::places::floor(text, text.len() * part / 12 + 7 * n);
                // The rest is not there, stands behind a missing piece, or is there.
                let later = crate::lsp::places::floor(text, at + 9);
                for text in [
                    text[..at].to_owned(),
                    text[..at].to_owned() + &text[later..],
                    text.to_owned(),
                ] {
                    let spot = spot(&text, at);
                    offered += complete(&checked, &text, &spot, part % 2 == 0).len();
                    for found in definition::at(&checked, &text, &spot) {
                        assert!(checked.file(&found.file).is_some());
                    }
                    outline::symbols(&text);
                }
            }
        }
        assert!(offered > 10_000, "{offered}");
    }
}
