//! The symbols that the prose names, which no version may call by others.

use super::Passage;
use crate::atoms::Atoms;
use crate::latex;
use crate::rules::RuleSet;
use crate::text::coded::Spellings;
use crate::text::mention;
use crate::text::segment::Segment;
use std::collections::BTreeSet;

/// Protects the symbols that the prose names.
pub(super) fn protect(
    atoms: &mut Atoms,
    passages: &[Passage],
    taken: &mut BTreeSet<String>,
    source: &str,
    segments: &[Segment],
    rules: &RuleSet,
) {
    let bound = passages.iter().flat_map(|p| &p.slot_names);
    let names: BTreeSet<String> = atoms
        .symbols
        .iter()
        .map(|s| s.name.clone())
        .chain(bound.map(|(_, name)| name.clone()))
        .collect();
    if passages.iter().any(|p| differential(&p.latex)) {
        taken.insert("d".to_owned());
    }
    if latex::tells_axes(passages.iter().map(|p| &p.term), atoms, &rules.vocabulary) {
        taken.extend(latex::COORDINATES.map(str::to_owned));
    }
    // The neutral element is called so.
    if ["group", "Group", "monoid", "homomorphism"]
        .iter()
        .any(|word| source.contains(word))
        || atoms.topic.groups
    {
        taken.insert("e".to_owned());
    }
    // So is the group of the permutations that are written out.
    let cycle = rules.vocabulary.find("cycle");
    let cycles = |p: &Passage| {
        let mut found = false;
        let digits = p.latex.contains("(1") || p.latex.contains("(2");
        if digits {
            p.term.walk(&mut |t| found |= Some(t.op) == cycle);
        }
        found
    };
    if ["S", "e"].iter().any(|name| names.contains(*name)) && passages.iter().any(cycles) {
        taken.extend(["S", "e"].map(str::to_owned));
    }
    let mut spellings = Spellings::default();
    for passage in passages {
        spellings.add(&passage.latex);
    }
    let nouns = &rules.symbols.nouns;
    taken.extend(mention::mentions(
        source, segments, nouns, &names, &spellings,
    ));
    for symbol in &mut atoms.symbols {
        // Upright letters are units and abbreviations.
        symbol.protected |= taken.contains(&symbol.name)
            || symbol.name.starts_with(r"\mathrm{")
            || symbol.name.starts_with(r"\text{");
    }
}

/// Whether a `d` stands right before a letter, as in `dx` and `ds`.
fn differential(latex: &str) -> bool {
    let letters = latex::letters(latex);
    letters
        .windows(2)
        .any(|pair| pair[0].0 == "d" && pair[0].1.end == pair[1].1.start)
}
