//! Where the thing under the cursor is defined.

use lsp_types::Location;

use super::checked::Checked;
use super::index::{Definition, Sort};
use super::server::Server;
use super::spot::{Asks, Spot};
use super::template::{Piece, piece};
use super::words::word;

/// The definitions of what is at a place; the one that holds first.
pub(super) fn at<'c>(checked: &'c Checked, text: &str, spot: &Spot<'_>) -> Vec<&'c Definition> {
    let Some(inner) = spot.around.text.clone() else {
        return Vec::new();
    };
    let (string, at) = (&text[inner.clone()], spot.at - inner.start);
    let find = |sort, id: &str| checked.index.find(sort, id).iter().collect();
    match spot.asks {
        Asks::Pattern | Asks::Operator => find(Sort::Operator, &string[word(string, at).0]),
        Asks::Template => match piece(string, at) {
            Some((Piece::Style, name)) => style(checked, &string[name]),
            _ => Vec::new(),
        },
        Asks::Style => style(checked, string),
        Asks::Id => match sort(spot) {
            Some(sort) => find(sort, string),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The sort of the entry that a place is in.
pub(super) fn sort(spot: &Spot<'_>) -> Option<Sort> {
    let list = spot.around.path.get(1)?;
    Sort::of_list(list).map(|(sort, _)| sort)
}

/// The definitions of a style, by its id or the name of its closing half.
fn style<'c>(checked: &'c Checked, name: &str) -> Vec<&'c Definition> {
    let styles = checked.styles();
    let ids = styles.iter().filter(|(n, _)| *n == name).map(|(_, id)| *id);
    ids.flat_map(|id| checked.index.find(Sort::Style, id))
        .collect()
}

/// The places to go to. Definitions that others replace come after those.
pub(super) fn locations(
    server: &Server,
    checked: &Checked,
    text: &str,
    spot: &Spot<'_>,
) -> Vec<Location> {
    if let (Asks::File, Some(inner)) = (spot.asks, spot.around.text.clone()) {
        let name = &text[inner];
        let named = checked.files.iter().filter(|file| {
            let path = file.name.strip_suffix(".ron").unwrap_or(&file.name);
            path == name || path.rsplit(['/', '\\']).next() == Some(name)
        });
        return named
            .rev()
            .filter_map(|file| server.location(file, &(0..0)))
            .collect();
    }
    let found = at(checked, text, spot).into_iter();
    found
        .filter_map(|d| server.location(checked.file(&d.file)?, &d.place))
        .collect()
}
