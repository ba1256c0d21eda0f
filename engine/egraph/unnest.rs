//! No product among the factors of a product: places where a class would only be written clumsily
//! get a copy of it without the clumsy nodes.
//!
//! Rules build flat nodes with one sign a product, but classes grow: a factor that was `1/6 \pi`
//! as a fraction may turn out to be a product too. The flat form is there beside it, so the nested
//! one would only be written again, with brackets.

use super::program::{Known, Laws};
use crate::forest::{Class, ClassId, Forest};
use crate::term::{Head, Op};
use std::collections::BTreeMap;

/// Replaces children of flat nodes and of signs by copies that are not of the same make, where
/// there are other nodes. What the source writes stays.
pub(crate) fn unnest(forest: &mut Forest, laws: &[Laws], names: Known) {
    let clumsy = |parent: Op, child: Op| {
        let flat = matches!(parent.head(), Head::Operator(i) if laws.get(i as usize).is_some_and(|l| l.assoc));
        let product = Some(parent) == names.mul && Some(child) == names.neg;
        flat && parent == child || product || Some(parent) == names.neg && parent == child
    };
    let originals = forest.classes.len();
    let mut copies: BTreeMap<(ClassId, Op), ClassId> = BTreeMap::new();
    let mut at = 0;
    while at < forest.classes.len() {
        for n in 0..forest.classes[at].nodes.len() {
            let (op, source) = (
                forest.classes[at].nodes[n].op,
                forest.classes[at].nodes[n].source,
            );
            for i in 0..forest.classes[at].nodes[n].args.len() {
                let child = forest.classes[at].nodes[n].args[i];
                if child as usize >= originals {
                    continue;
                }
                let class = &forest.classes[child as usize];
                let bad = |m: &crate::forest::Node| clumsy(op, m.op) && !(source && m.source);
                if !class.nodes.iter().any(bad) || class.nodes.iter().all(bad) {
                    continue;
                }
                let copy = match copies.get(&(child, op)) {
                    Some(&copy) => copy,
                    None => {
                        let nodes = class.nodes.iter().filter(|m| !bad(m)).cloned().collect();
                        let copy = Class {
                            nodes,
                            kind: class.kind,
                        };
                        forest.classes.push(copy);
                        let copy = (forest.classes.len() - 1) as ClassId;
                        copies.insert((child, op), copy);
                        copy
                    }
                };
                forest.classes[at].nodes[n].args[i] = copy;
            }
        }
        at += 1;
    }
    let whole = finite(forest);
    let back: BTreeMap<ClassId, ClassId> = copies
        .iter()
        .filter(|(_, c)| !whole[**c as usize])
        .map(|((class, _), copy)| (*copy, *class))
        .collect();
    if !back.is_empty() {
        let args = forest
            .classes
            .iter_mut()
            .flat_map(|c| &mut c.nodes)
            .flat_map(|n| &mut n.args);
        args.for_each(|arg| *arg = back.get(arg).copied().unwrap_or(*arg));
    }
}

/// Which classes have a finite term.
fn finite(forest: &Forest) -> Vec<bool> {
    let mut finite = vec![false; forest.classes.len()];
    loop {
        let mut changed = false;
        for (i, class) in forest.classes.iter().enumerate() {
            if !finite[i]
                && class
                    .nodes
                    .iter()
                    .any(|n| n.args.iter().all(|&a| finite[a as usize]))
            {
                finite[i] = true;
                changed = true;
            }
        }
        if !changed {
            return finite;
        }
    }
}
