//! Kinds that the subject of a text gives to letters of its formulas: automorphisms are applied,
//! sets with an interior are sets, groups and parts of graphs have a number of elements, what is parallel and
//! multiplied is a vector.

use crate::phrases::{Lexicon, Tells};
use crate::vocabulary::Kind;

/// Greek letters that name maps.
const GREEK: &[&str] = &[r"\sigma", r"\tau", r"\phi", r"\varphi", r"\psi", r"\theta"];

/// The kinds of letters in the formulas of a text with this prose, in lower case.
pub(super) fn implied<'f>(
    prose: &str,
    formulas: impl Iterator<Item = &'f str> + Clone,
    lexicon: &Lexicon,
) -> Vec<(String, Kind)> {
    let tells = |of: Tells| lexicon[of].are_in(prose);
    let speaks = |words: &[&str]| words.iter().any(|word| prose.contains(word));
    let maps = tells(Tells::Automorphism);
    let interiors = speaks(&["interior of $", "the interior"]) && !prose.contains("angle");
    let groups = tells(Tells::Group) && !speaks(&["matri", "determinant"]);
    let graphs = speaks(&["graph $", "graph with", "a graph"]) && prose.contains("edge");
    let mut found = Vec::new();
    if tells(Tells::Directed) && !tells(Tells::Parallel) {
        found = directed(prose, formulas.clone(), lexicon);
    }
    if prose.contains("graph") {
        let parts = formulas.clone().filter_map(parts_of_graph).flatten();
        found.extend(parts.map(|part| (part.to_string(), Kind::Set)));
    }
    if !(maps || interiors || groups || graphs) {
        return found;
    }
    for formula in formulas {
        if maps {
            let applied = GREEK.iter().filter(|greek| {
                formula
                    .match_indices(**greek)
                    .any(|(at, _)| formula[at + greek.len()..].starts_with('('))
            });
            found.extend(applied.map(|greek| ((*greek).to_owned(), Kind::Fn)));
        }
        for (at, letter) in formula
            .char_indices()
            .filter(|(_, c)| c.is_ascii_uppercase())
        {
            let (before, after) = (&formula[..at], &formula[at + 1..]);
            let open = ["^\\circ", "^{\\circ}", "^o", "^{o}"];
            let inner = interiors && open.iter().any(|sign| after.starts_with(sign));
            let counted = before.ends_with('|') && after.starts_with(['|', '/']);
            let group = groups && counted;
            let part = graphs && counted && matches!(letter, 'V' | 'E' | 'F');
            if inner || group || part {
                found.push((letter.to_string(), Kind::Set));
            }
        }
    }
    found
}

/// The letters of vertices and edges: `G = (V, E)`.
fn parts_of_graph(formula: &str) -> Option<[char; 2]> {
    let bare = formula.replace(r"\left", "").replace(r"\right", "");
    let letters: Vec<char> = bare.chars().filter(|c| !c.is_whitespace()).collect();
    match letters[..] {
        [graph, '=', '(', vertices, ',', edges, ')'] => {
            let names = [graph, vertices, edges];
            let capital = names.iter().all(char::is_ascii_uppercase);
            capital.then_some([vertices, edges])
        }
        _ => None,
    }
}

/// The two letters of which such a phrase is said, where letters are multiplied by a sign elsewhere.
fn directed<'f>(
    prose: &str,
    formulas: impl Iterator<Item = &'f str> + Clone,
    lexicon: &Lexicon,
) -> Vec<(String, Kind)> {
    let product = |formula: &str| {
        [r"\times", r"\cdot"]
            .iter()
            .any(|sign| formula.contains(sign))
    };
    let phrase = lexicon[Tells::Directed]
        .iter()
        .find_map(|phrase| prose.find(phrase));
    let Some(at) = phrase.filter(|_| formulas.clone().any(product)) else {
        return Vec::new();
    };
    let before = prose[..at].matches('$').count();
    let letters = formulas.skip(before).take(2);
    letters
        .map(|letter| (letter.to_owned(), Kind::Vec))
        .collect()
}
