//! Orders between groups, rings and spaces, of which one is a part of the other: `H \le G`.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

/// Orders of numbers, and what they say of structures.
const PARTS: &[(&str, &str)] = &[
    ("le", "subgroup"),
    ("lt", "subgroupproper"),
    ("ge", "overgroup"),
    ("gt", "overgroupproper"),
];

impl Elaborator<'_> {
    /// Puts what they say of structures for the orders between sides that are such.
    pub(super) fn order_structures(&self, ops: &mut [Op], sides: &[Tree]) {
        if !ops.iter().any(|op| self.table.orders.contains(op)) {
            return;
        }
        for (op, pair) in ops.iter_mut().zip(sides.windows(2)) {
            let set = |t: &Tree| {
                matches!(t.head, Head::Symbol(_) | Head::Index)
                    && t.root_symbol().is_some_and(capital)
                    && self.kinds.of(t) == Kind::Set
            };
            let fits = |t: &Tree| {
                self.kinds.of(t) == Kind::Set && !matches!(t.head, Head::Pair(..) | Head::Builder)
            };
            // `[G, G] \le N`
            let part = |t: &Tree| derived(t) || t.root_symbol().is_some_and(capital);
            let commutators = pair.iter().any(derived) && pair.iter().all(part);
            if !(commutators || pair.iter().any(set) && pair.iter().all(fits)) {
                continue;
            }
            let said = PARTS.iter().find(|(order, _)| self.op(order) == Some(*op));
            if let Some(part) = said.and_then(|(_, part)| self.op(part)) {
                *op = part;
            }
        }
    }

    /// Whether the vertices or the edges of a graph stand between these bars, whose names then stay:
    /// `|V(G)|`, `|E(H)|`.
    pub(super) fn of_graph(&mut self, bars: &Tree) -> bool {
        let [only] = bars.args.as_slice() else {
            return false;
        };
        let (Head::Call, [of, graph]) = (&only.head, only.args.as_slice()) else {
            return false;
        };
        let whole = matches!(graph.head, Head::Symbol(_) | Head::Index | Head::Prime);
        let (Some(of @ ("V" | "E")), Some(graph)) = (of.symbol(), graph.root_symbol()) else {
            return false;
        };
        // A text says which letters are graphs, whatever they are called.
        let told = self.usage.topic.graphs;
        // `|V(T)| = |E(T)| + 1`
        let near = self.beginning();
        let taken = |part: &str| {
            let of = |w: &[Token<'_>]| w[0].key == part && w[1].key == "(" && w[2].key == graph;
            near.windows(3).any(of)
        };
        let usual = told || matches!(graph, "G" | "H");
        if !usual && (!taken("V") || !taken("E")) {
            return false;
        }
        let names = if told { vec![of] } else { vec![of, graph] };
        for name in names.into_iter().filter(|_| whole) {
            let index = self.symbol_index(name);
            self.atoms.symbols[index as usize].protected = true;
        }
        whole
    }
}

/// Whether this is the derived subgroup of a group: `[G, G]`.
fn derived(tree: &Tree) -> bool {
    let one = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && capital(n));
    matches!((&tree.head, tree.args.as_slice()), (Head::Pair(open, close), [group, again])
        if open == "[" && close == "]" && one(group) && group.says_as(again))
}
