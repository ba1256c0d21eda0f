//! The measures of parts of a dataset.

use std::collections::BTreeMap;

use super::candidates::{Candidate, Candidates, Facets};
use super::summary::{Policy, Summary, summarise};

/// A part of the rows.
#[derive(Clone, Debug)]
pub struct Slice {
    /// What rows are told apart by.
    pub facet: &'static str,
    /// What those of this part have.
    pub value: String,
    /// Their measures.
    pub summary: Summary,
}

/// What rows are told apart by. Of the first two, false rows alone have values, and true rows are
/// beside those of each.
const FACETS: [&str; 6] = [
    "strategy",
    "strategies",
    "substitution",
    "text",
    "identity",
    "template",
];

/// All parts of candidates whose facets are known.
pub fn slices(candidates: &Candidates, policy: Policy) -> Vec<Slice> {
    let mut slices = Vec::new();
    for facet in FACETS {
        let falsified = matches!(facet, "strategy" | "strategies");
        let mut parts: BTreeMap<String, Vec<&Candidate>> = BTreeMap::new();
        let known = || {
            let all = candidates.all.iter();
            all.filter_map(|c| Some((c, c.facets.as_deref()?)))
        };
        for (candidate, facets) in known().filter(|(c, _)| !falsified || c.gain == 0) {
            for value in values(facet, facets, candidates) {
                parts.entry(value).or_default().push(candidate);
            }
        }
        if falsified {
            let relevant: Vec<&Candidate> =
                known().map(|(c, _)| c).filter(|c| c.gain > 0).collect();
            for part in parts.values_mut() {
                *part = merged(&relevant, part);
            }
        }
        for (value, part) in parts.into_iter().filter(|(value, _)| !value.is_empty()) {
            slices.push(Slice {
                facet,
                value,
                summary: summarise(&part, |_| &[], 0, policy, None),
            });
        }
    }
    slices
}

fn values(facet: &str, facets: &Facets, candidates: &Candidates) -> Vec<String> {
    let yes = |b: bool, yes: &str, no: &str| vec![if b { yes } else { no }.to_owned()];
    match facet {
        "strategy" => {
            let mut used = facets.strategies.clone();
            used.sort_unstable();
            used.dedup();
            used.iter()
                .map(|&n| candidates.strategies.name(n).to_owned())
                .collect()
        }
        "strategies" => vec![facets.strategies.len().to_string()],
        "substitution" => yes(facets.substituted, "renamed", "kept"),
        "text" => yes(facets.is_text, "text", "formula"),
        "identity" => vec![candidates.identities.name(facets.identity).to_owned()],
        _ => vec![candidates.templates.name(facets.template).to_owned()],
    }
}

/// Two parts in order as one. Queries that the second has no row of are left out.
fn merged<'c>(relevant: &[&'c Candidate], others: &[&'c Candidate]) -> Vec<&'c Candidate> {
    let mut all: Vec<&Candidate> = others.to_vec();
    let asked = |query: u32| others.binary_search_by(|c| c.query.cmp(&query)).is_ok();
    all.extend(relevant.iter().filter(|c| asked(c.query)));
    all.sort_by(|a, b| a.order(b));
    all
}
