//! Symbols that a statement is given for parts of it that are numbers of their own: `y''`, `s_0`
//! beside a function s, `\Delta x`, `\angle A`.

use super::form::Form;
use crate::atoms::Atoms;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// What the number of a symbol stands between, where its name would; neither is in a formula.
const MARKS: [char; 2] = ['\u{1}', '\u{2}'];

/// Whether a name is such a mark: of a symbol whatever it is called.
pub(super) fn is_marked(name: &str) -> bool {
    name.starts_with(MARKS[0])
}

/// What a part of a statement is called that is a number of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Its name under those of the symbols of the statement.
    pub name: String,
    /// Text, and symbols by their index in the atoms.
    pieces: Vec<(String, Option<usize>)>,
}

impl Derived {
    /// Its name where symbols have these names.
    pub fn under<'n>(&self, named: impl Fn(usize) -> &'n str) -> String {
        let mut name = String::new();
        for (text, symbol) in &self.pieces {
            name += text;
            if let Some(symbol) = symbol {
                name += named(*symbol);
            }
        }
        without_needless_braces(&name)
    }

    /// The same over other leaves; `None` when one of its symbols is not among them.
    pub fn over(mut self, moved: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        for (_, symbol) in &mut self.pieces {
            if let Some(symbol) = symbol {
                *symbol = moved(*symbol)?;
            }
        }
        Some(self)
    }

    fn of(name: &str, marked: &str) -> Self {
        let mut pieces = Vec::new();
        let mut rest = marked;
        while let Some((text, after)) = rest.split_once(MARKS[0]) {
            let (number, after) = after.split_once(MARKS[1]).unwrap_or((after, ""));
            pieces.push((text.to_owned(), number.parse().ok()));
            rest = after;
        }
        pieces.push((rest.to_owned(), None));
        Self {
            name: name.to_owned(),
            pieces,
        }
    }
}

/// An index of one character stands without braces: `y_i`, `y_{\alpha}`.
fn without_needless_braces(name: &str) -> String {
    let mut pieces = name.split("_{");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let mut chars = piece.chars();
        match (chars.next(), chars.next()) {
            (Some(index), Some('}')) => {
                plain.extend(['_', index]);
                plain += chars.as_str();
            }
            _ => {
                plain += "_{";
                plain += piece;
            }
        }
    }
    plain
}

/// The parts of a statement over these leaves that have a symbol of their own among the `new` ones of
/// its form.
pub(super) fn derived(
    term: &Term,
    atoms: &Atoms,
    new: &Atoms,
    vocabulary: &Vocabulary,
) -> Vec<Derived> {
    let known = atoms.symbols.len();
    if new.symbols.len() == known {
        return Vec::new();
    }
    // Names are made of those of symbols: marks in their places show of which.
    let mut marked = atoms.clone();
    for (i, symbol) in marked.symbols.iter_mut().enumerate() {
        symbol.name = format!("{}{i}{}", MARKS[0], MARKS[1]);
    }
    let marked = Form::of_version(term, &marked, vocabulary).atoms;
    let pairs = new.symbols.iter().zip(&marked.symbols).skip(known);
    let all = pairs.map(|(symbol, marked)| Derived::of(&symbol.name, &marked.name));
    let own = |symbol: usize| atoms.symbols[symbol].name.as_str();
    all.filter(|derived| derived.under(own) == without_needless_braces(&derived.name))
        .collect()
}
