//! From a settled graph to a canonical forest.
//!
//! Classes are numbered by their smallest term, which no two classes share; so the order depends on
//! what the classes hold and not on how they came about.

use super::graph::Graph;
use super::snapshot::Dense;
use super::unnest::unnest;
use crate::forest::{Class, Forest, Node};
use crate::term::Op;
use egg::{Id, Language};
use std::collections::BTreeMap;

const NONE: u32 = u32::MAX;

/// A node by its operator and the ranks of its children, sorted when their order means nothing.
type Key = (Op, Vec<u32>);

/// Reads the forest below a class.
pub(crate) fn forest(graph: &Graph<'_>, root: Id) -> Forest {
    let snapshot = &graph.snapshot;
    let root = snapshot.dense(graph.egraph.find(root));
    let members = kept(graph, root);
    let ranked = rank(graph, &members);
    let mut order: Vec<Dense> = (0..members.len() as u32)
        .filter(|&c| ranked[c as usize] != NONE)
        .collect();
    order.sort_by_key(|&c| ranked[c as usize]);
    let number: BTreeMap<Dense, u32> = order
        .iter()
        .enumerate()
        .map(|(i, &c)| (c, i as u32))
        .collect();

    let origins = origins(graph);
    let source = sources(graph);
    let mut classes = Vec::with_capacity(order.len());
    for &class in &order {
        let mut nodes = Vec::new();
        for &n in &members[class as usize] {
            let op = snapshot.nodes[n as usize].op;
            let kids = snapshot.kids(n);
            let Some(mut args) = numbered(&number, kids) else {
                continue;
            };
            let key = (op, kids.to_vec());
            let written = source.get(&key).filter(|(c, _)| *c == class);
            if let Some((_, order)) = written {
                args = numbered(&number, order).unwrap_or(args);
            } else if graph.program.laws(op).comm {
                args.sort_unstable();
            }
            let rule = origins
                .get(&key)
                .filter(|_| written.is_none())
                .copied()
                .flatten();
            nodes.push(Node {
                op,
                args,
                source: written.is_some(),
                rule,
            });
        }
        nodes.sort_by(|a, b| {
            (!a.source, a.op, a.args.len(), &a.args).cmp(&(!b.source, b.op, b.args.len(), &b.args))
        });
        classes.push(Class {
            nodes,
            kind: snapshot.facts[class as usize].kind,
        });
    }
    let root = number.get(&root).copied().unwrap_or(0);
    let mut forest = Forest { classes, root };
    unnest(&mut forest, &graph.program.laws, graph.program.names);
    forest
}

fn numbered(number: &BTreeMap<Dense, u32>, kids: &[Dense]) -> Option<Vec<u32>> {
    kids.iter().map(|k| number.get(k).copied()).collect()
}

/// The nodes that stay of the classes below the root: of a class with a leaf the leaf, otherwise
/// those that do not contain their own class.
fn kept(graph: &Graph<'_>, root: Dense) -> Vec<Vec<u32>> {
    let snapshot = &graph.snapshot;
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); snapshot.ids.len()];
    let mut todo = vec![root];
    let mut seen = vec![false; snapshot.ids.len()];
    seen[root as usize] = true;
    while let Some(class) = todo.pop() {
        let leaf = snapshot
            .members(class)
            .find(|&n| snapshot.kids(n).is_empty());
        match leaf {
            Some(leaf) => members[class as usize].push(leaf),
            None => {
                let straight = snapshot
                    .members(class)
                    .filter(|&n| !snapshot.nodes[n as usize].looped);
                members[class as usize].extend(straight);
            }
        }
        for &n in &members[class as usize] {
            for &kid in snapshot.kids(n) {
                if !std::mem::replace(&mut seen[kid as usize], true) {
                    todo.push(kid);
                }
            }
        }
    }
    members
}

/// Ranks classes by the size of their smallest term, then by its operator and children.
fn rank(graph: &Graph<'_>, members: &[Vec<u32>]) -> Vec<u32> {
    let snapshot = &graph.snapshot;
    let mut sizes = vec![NONE; members.len()];
    loop {
        let mut changed = false;
        for (class, nodes) in members.iter().enumerate() {
            for &n in nodes {
                let kids = snapshot.kids(n).iter().map(|&k| sizes[k as usize]);
                let size = kids.fold(1u32, u32::saturating_add);
                if size < sizes[class] {
                    sizes[class] = size;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut order: Vec<Dense> = (0..members.len() as u32)
        .filter(|&c| sizes[c as usize] != NONE)
        .collect();
    order.sort_by_key(|&c| sizes[c as usize]);
    let mut ranks = vec![NONE; members.len()];
    let mut next = 0;
    for group in order.chunk_by(|&a, &b| sizes[a as usize] == sizes[b as usize]) {
        let mut keyed: Vec<(Key, Dense)> = Vec::with_capacity(group.len());
        for &class in group {
            let keys = members[class as usize].iter().filter_map(|&n| {
                let mut kids: Vec<u32> = snapshot
                    .kids(n)
                    .iter()
                    .map(|&k| ranks[k as usize])
                    .collect();
                let op = snapshot.nodes[n as usize].op;
                if kids.contains(&NONE) {
                    return None;
                }
                let size = snapshot
                    .kids(n)
                    .iter()
                    .fold(1u32, |s, &k| s.saturating_add(sizes[k as usize]));
                if graph.program.laws(op).comm {
                    kids.sort_unstable();
                }
                (size == sizes[class as usize]).then_some((op, kids))
            });
            if let Some(key) = keys.min() {
                keyed.push((key, class));
            }
        }
        keyed.sort();
        for (_, class) in keyed {
            ranks[class as usize] = next;
            next += 1;
        }
    }
    ranks
}

fn key(graph: &Graph<'_>, node: &super::language::Node) -> (Key, Vec<Dense>) {
    let kids: Vec<Dense> = node
        .children()
        .iter()
        .map(|k| graph.snapshot.dense(graph.egraph.find(*k)))
        .collect();
    let mut sorted = kids.clone();
    if graph.program.laws(node.op()).comm {
        sorted.sort_unstable();
    }
    ((node.op(), sorted), kids)
}

/// The rule that first made each node.
fn origins(graph: &Graph<'_>) -> BTreeMap<Key, Option<u32>> {
    let mut origins = BTreeMap::new();
    for (id, rule) in &graph.born {
        let (key, _) = key(graph, graph.egraph.id_to_node(*id));
        origins.entry(key).or_insert(*rule);
    }
    origins
}

/// The nodes of the source: their class and their children in the order of the source.
fn sources(graph: &Graph<'_>) -> BTreeMap<Key, (Dense, Vec<Dense>)> {
    let mut sources = BTreeMap::new();
    for (id, node) in &graph.source {
        let (key, written) = key(graph, node);
        let class = graph.snapshot.dense(graph.egraph.find(*id));
        sources.entry(key).or_insert((class, written));
    }
    sources
}
