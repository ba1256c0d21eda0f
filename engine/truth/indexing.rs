//! Letters that count the members of a family over a set, `i \in I \Rightarrow A_i \subseteq \bigcup_{j \in I} A_j`: they
//! are members of the universe themselves, not only of the class of one.

use super::form::name;
use crate::eval::{Domain, Numbers, UNIVERSE};
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// Adds what is known of letters that stand as indices alone and of which a set is said that they belong to.
pub(super) fn counted(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    let mut belonging: BTreeMap<u32, usize> = BTreeMap::new();
    let (mut indices, mut all): (BTreeMap<u32, usize>, BTreeMap<u32, usize>) = Default::default();
    term.walk(&mut |t| {
        let letter = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
        if let Some(symbol) = letter(t) {
            *all.entry(symbol).or_default() += 1;
        }
        match (name(t, vocabulary), &*t.args) {
            ("in", [one, set]) if letter(set).is_some() => {
                if let Some(symbol) = letter(one) {
                    *belonging.entry(symbol).or_default() += 1;
                }
            }
            ("idx", [_, at @ ..]) => {
                for symbol in at.iter().filter_map(letter) {
                    *indices.entry(symbol).or_default() += 1;
                }
            }
            _ => {}
        }
    });
    let domain = Domain {
        low: Some((1.0, false)),
        high: Some((UNIVERSE as f64, false)),
        ..Domain::of(Numbers::Integer)
    };
    for (symbol, times) in belonging {
        let counts = indices.get(&symbol).copied().unwrap_or_default();
        if counts > 0 && all.get(&symbol) == Some(&(times + counts)) {
            found.insert(symbol, domain);
        }
    }
}
