//! The entries of a file as symbols.

use lsp_types::{DocumentSymbol, SymbolKind};
use mamut_engine::dsl::sketch::{Entry, sketch};

use super::index::Sort;
use super::places::Lines;

/// The entries of a file, in order.
pub(super) fn symbols(text: &str) -> Vec<DocumentSymbol> {
    let lines = Lines::new(text);
    let symbol = |entry: &Entry| {
        let field = |name: &str| entry.text(name, text).filter(|t| !t.is_empty());
        let (name, kind, place) = match (Sort::of_list(&entry.list), &entry.head) {
            (Some((sort, id)), _) => (field(id)?.to_owned(), kind(sort), entry.place(id)?),
            (None, Some(head)) => {
                let of = ["op", "term"].iter().find_map(|f| field(f));
                let name = of.map_or_else(|| head.clone(), |of| format!("{head} {of}"));
                let start = entry.span.start;
                (name, SymbolKind::EVENT, start..start)
            }
            _ => return None,
        };
        let details = ["sig", "rule", "print", "tex", "members", "words", "doc"];
        #[expect(deprecated, reason = "the type has the field")]
        Some(DocumentSymbol {
            name,
            detail: details.iter().find_map(|f| field(f)).map(str::to_owned),
            kind,
            tags: None,
            deprecated: None,
            range: lines.places(&entry.span),
            selection_range: lines.places(&place),
            children: None,
        })
    };
    sketch(text).entries.iter().filter_map(symbol).collect()
}

fn kind(sort: Sort) -> SymbolKind {
    match sort {
        Sort::Operator => SymbolKind::OPERATOR,
        Sort::Equivalence => SymbolKind::FUNCTION,
        Sort::Notation => SymbolKind::INTERFACE,
        Sort::Style => SymbolKind::ENUM,
        Sort::Group => SymbolKind::ARRAY,
        Sort::Noun => SymbolKind::STRING,
    }
}
