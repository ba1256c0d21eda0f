//! Splicing of flat nodes that turn out to be children of flat nodes.
//!
//! When a rule makes a sum of a term of a sum, the flat sum is added beside it; when it makes a
//! negative of a factor, so is the product with the sign before it. Of each child one node is
//! spliced, the smallest: all variants of all children would be far too many.

use super::graph::Graph;
use super::language::Node;
use super::limits::Limits;
use super::snapshot::Dense;
use crate::term::Op;
use egg::Id;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// The name of these steps in proofs.
pub(crate) const FLATTEN: &str = "flatten";

/// The most nodes that are spliced in one iteration.
const SPLICED: usize = 200;

/// Adds spliced nodes; returns what is to be united.
pub(crate) fn flatten(
    graph: &mut Graph<'_>,
    limits: &Limits,
    seen: &mut FxHashSet<u64>,
) -> Vec<(Id, Id)> {
    let mut found: Vec<(u32, usize, u32)> = Vec::new();
    let snapshot = &graph.snapshot;
    for (i, laws) in graph.program.laws.iter().enumerate() {
        let op = Op::operator(i as u32);
        if !laws.assoc {
            continue;
        }
        for &(_, node) in snapshot.with_op(op) {
            let flat = &snapshot.nodes[node as usize];
            let most = limits.most(snapshot.size(flat.class));
            if flat.looped || snapshot.is_atom(flat.class) {
                continue;
            }
            let stored = snapshot.stored(node);
            let total = stored
                .iter()
                .fold(0u32, |s, &k| s.saturating_add(snapshot.size(k)));
            for (place, &kid) in stored.iter().enumerate() {
                let Some(inner) = inner(graph, op, kid, flat.class) else {
                    continue;
                };
                let size = snapshot
                    .kids(inner)
                    .iter()
                    .fold(0u32, |s, &k| s.saturating_add(snapshot.size(k)));
                let fits = (total - snapshot.size(kid)).saturating_add(size) < most;
                if fits
                    && found.len() < SPLICED
                    && seen.insert(fingerprint(graph, node, place, inner))
                {
                    found.push((node, place, inner));
                }
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(node, place, inner)| splice(graph, node, place, inner))
        .collect()
}

/// The smallest node of a child that can be taken into a node of this operator.
fn inner(graph: &Graph<'_>, op: Op, kid: Dense, class: Dense) -> Option<u32> {
    let snapshot = &graph.snapshot;
    if snapshot.is_atom(kid) || kid == class {
        return None;
    }
    let names = graph.program.names;
    let sign = |o: Op| Some(op) == names.mul && Some(o) == names.neg;
    let size = |n: u32| {
        snapshot
            .kids(n)
            .iter()
            .fold(0u32, |s, &k| s.saturating_add(snapshot.size(k)))
    };
    let usable = |n: &u32| {
        let flat = &snapshot.nodes[*n as usize];
        !flat.looped && (flat.op == op || sign(flat.op)) && !snapshot.kids(*n).contains(&class)
    };
    snapshot
        .members(kid)
        .filter(usable)
        .min_by_key(|&n| (size(n), n))
}

fn splice(graph: &mut Graph<'_>, node: u32, place: usize, inner: u32) -> Option<(Id, Id)> {
    let snapshot = &graph.snapshot;
    let ids =
        |kids: &[Dense]| -> Vec<Id> { kids.iter().map(|&k| snapshot.ids[k as usize]).collect() };
    let (op, below) = (
        snapshot.nodes[node as usize].op,
        snapshot.nodes[inner as usize].op,
    );
    let (mut outside, inside) = (ids(snapshot.stored(node)), ids(snapshot.stored(inner)));
    let mut left = snapshot.ids[snapshot.class(node) as usize];
    if graph.explain {
        let kid = graph.egraph.add_uncanonical(Node::new(below, &inside));
        let mut kids = outside.clone();
        kids[place] = kid;
        left = graph.egraph.add_uncanonical(Node::new(op, &kids));
    }
    outside.splice(place..=place, inside);
    let flat = graph.add(op, outside, None).0;
    let right = if below == op {
        flat
    } else {
        graph.add(below, vec![flat], None).0
    };
    Some((left, right))
}

fn fingerprint(graph: &Graph<'_>, node: u32, place: usize, inner: u32) -> u64 {
    let snapshot = &graph.snapshot;
    let mut hasher = FxHasher::default();
    for n in [node, inner] {
        snapshot.nodes[n as usize].op.hash(&mut hasher);
        for &kid in snapshot.kids(n) {
            snapshot.ids[kid as usize].hash(&mut hasher);
        }
    }
    place.hash(&mut hasher);
    FLATTEN.hash(&mut hasher);
    hasher.finish()
}
