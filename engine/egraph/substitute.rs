//! Substitution for bound names: on the smallest term of a class, copied where it must change.

use super::facts::{Names, name_bit};
use super::language::Node;
use super::rewrite::{Builder, Built};
use super::snapshot::Dense;
use crate::term::Op;
use egg::Id;

/// The most nodes that a substitution may copy.
const COPIED: usize = 80;

impl Builder<'_, '_, '_> {
    /// The smallest nodes of a class and of the parts of it that depend on a name, as they stand.
    pub(super) fn exposed(&mut self, class: Dense, bit: Names, depth: usize) -> Option<Built> {
        if self.graph.snapshot.facts[class as usize].depends & bit == 0
            || self.graph.snapshot.is_atom(class)
        {
            return Some(self.shown(class));
        }
        let node = self.cheapest(class, depth)?;
        let op = self.graph.snapshot.nodes[node as usize].op;
        let stored = self.graph.snapshot.stored(node).to_vec();
        let kids: Option<Vec<Id>> = stored
            .into_iter()
            .map(|k| self.exposed(k, bit, depth + 1).map(|b| b.id))
            .collect();
        let node = Node::new(op, &kids?);
        let id = self.graph.egraph.add_uncanonical(node.clone());
        Some(Built {
            id,
            node: Some(node),
        })
    }

    /// The node of a class with the smallest term, within the budget of a substitution.
    fn cheapest(&mut self, class: Dense, depth: usize) -> Option<u32> {
        self.copied += 1;
        if self.copied > COPIED || depth > COPIED {
            return None;
        }
        self.graph.snapshot.cheapest(class)
    }

    /// The smallest term of a class with a slot replaced.
    pub(super) fn substitute(&mut self, class: Dense, old: Op, by: &Built) -> Option<Built> {
        self.copied = 0;
        let names = self.graph.egraph[by.id].data.depends;
        self.replace(class, old, by, names, 0)
    }

    fn replace(
        &mut self,
        class: Dense,
        old: Op,
        by: &Built,
        names: Names,
        depth: usize,
    ) -> Option<Built> {
        let snapshot = &self.graph.snapshot;
        if snapshot.atoms[class as usize] == Some(old) {
            return Some(by.clone());
        }
        let facts = &snapshot.facts[class as usize];
        if facts.varies & name_bit(old) != 0 {
            // It is not known what it is elsewhere.
            return None;
        }
        if facts.depends & name_bit(old) == 0 || snapshot.is_atom(class) {
            return Some(self.shown(class));
        }
        let node = self.cheapest(class, depth)?;
        let op = self.graph.snapshot.nodes[node as usize].op;
        let stored = self.graph.snapshot.stored(node).to_vec();
        let binds = self.graph.program.laws(op).binds;
        let inner = binds.and_then(|(var, _)| {
            self.graph.snapshot.atoms[*stored.get(usize::from(var))? as usize]
        });
        if inner.is_some_and(|slot| slot != old && names & name_bit(slot) != 0) {
            return None;
        }
        let mut kids = Vec::with_capacity(stored.len());
        for (i, &kid) in stored.iter().enumerate() {
            let place = binds.is_some_and(|(var, scope)| {
                usize::from(var) == i || inner == Some(old) && scope >> i & 1 == 1
            });
            let built = if place {
                self.shown(kid)
            } else {
                self.replace(kid, old, by, names, depth + 1)?
            };
            kids.push(built);
        }
        self.make(op, kids)
    }
}
