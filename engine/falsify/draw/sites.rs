//! The places of a term at which rules apply.

use super::{Falsifier, Found};
use crate::falsify::apply::Edit;
use crate::falsify::guard::is_symbol;
use crate::falsify::matching::matches;
use crate::falsify::places::{Node, Path, at};
use crate::falsify::rule::{Falsification, Hole, Site};
use crate::term::{Head, Term};

/// The most places of one rule that are kept.
const PLACES: usize = 400;

impl<'t> Falsifier<'t> {
    pub(super) fn of(&self, rule: &Falsification) -> Vec<Found> {
        if rule.site == Site::Occurrences {
            return self.occurrences(rule);
        }
        let mut found = Vec::new();
        for node in self
            .nodes
            .iter()
            .filter(|n| !n.named && at_site(&rule.site, n))
        {
            let ways = matches(
                &rule.lhs,
                rule.vars.len(),
                self.term,
                &node.path,
                self.vocabulary(),
            );
            for found_here in ways {
                let place = Found {
                    sites: vec![node.path.clone()],
                    most: 1,
                    found: found_here,
                };
                if self.admits(rule, &place) {
                    found.push(place);
                }
                if found.len() >= PLACES {
                    return found;
                }
            }
        }
        found
    }

    /// The places of each symbol and each bound name that stands at several; of each symbol where none does.
    fn occurrences(&self, rule: &Falsification) -> Vec<Found> {
        let mut groups: Vec<(&Term, Path, Vec<&Node<'_>>)> = Vec::new();
        for node in self.nodes.iter().filter(|n| is_symbol(n.term)) {
            let owner = self.owner(node);
            let group = groups.iter_mut().find(|g| g.0 == node.term && g.1 == owner);
            match group {
                Some(group) => group.2.push(node),
                None => groups.push((node.term, owner, vec![node])),
            }
        }
        // Where each symbol stands once, one of them gets the name of another: `a^2 + b^2 = a^2`.
        let other = |(_, hole): &(String, Hole)| matches!(hole, Hole::OtherSymbol(_));
        let merges = rule.holes.first().is_some_and(other)
            && groups.len() > 1
            && groups.iter().all(|(_, _, all)| all.len() == 1);
        let mut found = Vec::new();
        for (_, _, all) in groups {
            let free: Vec<&&Node<'_>> = all.iter().filter(|n| !n.named).collect();
            let left = all.len() - usize::from(!merges);
            let most = free.len().min(left);
            let Some(first) = free.first().filter(|_| most > 0) else {
                continue;
            };
            let ways = matches(
                &rule.lhs,
                rule.vars.len(),
                self.term,
                &first.path,
                self.vocabulary(),
            );
            let sites: Vec<Path> = free.iter().map(|n| n.path.clone()).collect();
            let places = ways.into_iter().map(|found| Found {
                sites: sites.clone(),
                most,
                found,
            });
            found.extend(places.filter(|place| self.admits(rule, place)));
        }
        found
    }

    /// The path of the binder that binds a bound name; none for symbols.
    fn owner(&self, node: &Node<'_>) -> Path {
        if !matches!(node.term.op.head(), Head::Slot(_)) {
            return Path::new();
        }
        for depth in (0..node.path.len()).rev() {
            let above = &node.path[..depth];
            let Some(term) = at(self.term, above) else {
                continue;
            };
            let binds = self
                .vocabulary()
                .operator(term.op)
                .and_then(|o| o.binds.as_ref());
            if let Some(binds) = binds
                && term.args.get(binds.var) == Some(node.term)
            {
                return above.to_vec();
            }
        }
        Path::new()
    }

    fn admits(&self, rule: &Falsification, place: &Found) -> bool {
        let edit = Edit {
            rule: 0,
            sites: place.sites.clone(),
            found: place.found.clone(),
            holes: Vec::new(),
        };
        self.allowed(rule, &edit, &self.leaves)
    }
}

/// Whether a node is where a rule may be applied.
fn at_site(site: &Site, node: &Node<'_>) -> bool {
    match site {
        Site::Anywhere | Site::Occurrences => true,
        Site::Root => node.path.is_empty(),
        Site::Below(ops) => node.above.iter().any(|(op, _)| ops.contains(op)),
        Site::BelowBut(ops, parents) => {
            node.above.iter().any(|(op, _)| ops.contains(op))
                && !node
                    .above
                    .last()
                    .is_some_and(|(op, _)| parents.contains(op))
        }
        Site::Argument(ops, place) => node
            .above
            .last()
            .is_some_and(|(op, at)| ops.contains(op) && usize::from(*at) == *place),
    }
}
