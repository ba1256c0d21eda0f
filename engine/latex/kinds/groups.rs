//! Sets that are told by how their elements are counted or what stands with them: `|G| = p^n m`,
//! `|gH| = |H|`, `G = (V, E)`.

use super::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

/// What is made of a group, of fields or of objects and is a set itself.
const MADE: &[&str] = &[
    "Stab", "Orb", "Gal", "Aut", "Inn", "Out", "Syl", "Fix", "stab", "orb", "Hom", "Mor", "Nat",
];

/// Of a chain, so many sides before and after one tell what it counts.
const NEAR: usize = 12;

/// Letters of groups, which have as many elements as their bars say.
const GROUPS: &[&str] = &["G", "H", "K", "N"];

/// Whether this is a set that is made of others: `\operatorname{Stab}(x)`, the maps `\mathcal{C}(A, B)`.
pub(super) fn made(call: &Tree) -> bool {
    let objects = || {
        let [_, given @ ..] = call.args.as_slice() else {
            return false;
        };
        let given = match given {
            [items] if items.head == Head::Items => items.args.as_slice(),
            _ => given,
        };
        given.len() == 2 && given.iter().all(|t| t.symbol().is_some_and(capital))
    };
    if call
        .headed()
        .is_some_and(|name| name.starts_with(r"\mathcal{"))
    {
        return objects();
    }
    let fonts = [r"\operatorname{", r"\mathrm{", r"\text{"];
    call.headed().is_some_and(|name| {
        let bare = fonts.iter().find_map(|font| name.strip_prefix(font));
        bare.is_some_and(|n| MADE.contains(&n.trim_end_matches('}')))
    })
}

impl Kinds<'_> {
    /// Notes the sets of which a side of a relation counts the elements, and those of a graph.
    pub(super) fn counted_sides(&mut self, chain: &Tree) {
        let Head::Chain(ops) = &chain.head else {
            return;
        };
        let equal = ops.iter().all(|op| Some(*op) == self.table.eq);
        let mut found: Vec<String> = Vec::new();
        for (at, side) in chain.args.iter().enumerate() {
            let near = at.saturating_sub(NEAR)..chain.args.len().min(at + NEAR);
            let others = || near.clone().filter(|i| *i != at).map(|i| &chain.args[i]);
            if let Some(name) = self.barred(side).and_then(Tree::symbol)
                && GROUPS.contains(&name)
            {
                let told = others().any(|t| {
                    self.counts(t) || name == "G" && equal && whole(t) || self.coset(t, name)
                });
                // `\operatorname{ord}(g) \mid |G|`
                let divided = at > 0
                    && ops
                        .get(at - 1)
                        .is_some_and(|op| Some(*op) == self.table.divides);
                if told || divided {
                    found.push(name.to_owned());
                }
            }
            // `\sum_{v \in V} \deg(v) = 2|E|`
            let edges = |t: &Tree| {
                let letter = self.barred(t).and_then(Tree::symbol);
                letter.filter(|n| capital(n)).map(str::to_owned)
            };
            let factors = match side.head {
                Head::Product(_) => side.args.as_slice(),
                _ => std::slice::from_ref(side),
            };
            if let Some(name) = factors.iter().find_map(edges)
                && others().any(|t| self.adds_degrees(t))
            {
                found.push(name);
            }
            // `|G/N| = |G|/|N|`
            if let Some(pair) = factors.iter().find_map(|t| self.counted_cosets(t)) {
                found.extend(pair);
            }
            // `|V| - |E| + |F| = 2`
            if matches!(side.head, Head::Sum(..)) {
                let barred = side.args.iter().filter_map(|t| self.barred(t)?.symbol());
                let barred: Vec<&str> = barred.collect();
                if ["V", "E"].iter().all(|name| barred.contains(name)) {
                    found.extend(barred.into_iter().map(str::to_owned));
                }
            }
            // `G = (V, E)`
            if side.symbol() == Some("G") {
                let graph = |t: &Tree| {
                    matches!(&t.head, Head::Pair(open, _) if open == "(")
                        && matches!(t.args.as_slice(), [v, e] if v.symbol() == Some("V") && e.symbol() == Some("E"))
                };
                if others().any(graph) {
                    found.extend(["V", "E"].map(str::to_owned));
                }
            }
        }
        found.iter().for_each(|name| self.note(name, Kind::Set));
    }

    /// Notes both sides of an order between structures, of which one is known as a set or the text
    /// tells: `H \le G`.
    pub(super) fn parts_of(&mut self, chain: &Tree) {
        let Head::Chain(ops) = &chain.head else {
            return;
        };
        for (op, pair) in ops.iter().zip(chain.args.windows(2)) {
            let normal = self.table.normal.contains(op);
            if !normal && !self.table.orders.contains(op) {
                continue;
            }
            let names: Vec<&str> = pair.iter().filter_map(structure).collect();
            let told = || {
                normal
                    || self.usage.topic.subgroups
                    || pair.iter().any(|side| self.of(side) == Kind::Set)
            };
            if names.len() == 2 && told() {
                names.iter().for_each(|name| self.note(name, Kind::Set));
            }
        }
    }

    /// Notes that capital letters in bars are sets where the elements of another one are counted beside
    /// them: `|V| - |E| + |F| = 2`.
    pub(super) fn counted_alike(&mut self, tree: &Tree) {
        let set = |t: &Tree| self.barred(t).is_some_and(|t| self.of(t) == Kind::Set);
        if !tree.args.iter().any(set) {
            return;
        }
        let letters = tree.args.iter().filter_map(|t| self.barred(t)?.symbol());
        let names: Vec<String> = letters
            .filter(|n| n.len() == 1 && capital(n))
            .map(str::to_owned)
            .collect();
        names.iter().for_each(|name| self.note(name, Kind::Set));
    }

    /// Whether degrees are added up, those of vertices.
    fn adds_degrees(&self, sum: &Tree) -> bool {
        let degree = |t: &Tree| match &t.head {
            Head::Apply(op) => self.table.named("deg") == Some(*op),
            Head::Call => matches!(
                t.args[0].root_symbol(),
                Some("d" | r"\deg" | r"\operatorname{deg}" | r"\mathrm{deg}")
            ),
            _ => false,
        };
        matches!(sum.head, Head::Binder(..)) && sum.args.last().is_some_and(degree)
    }

    /// The letters of a group and of the part by which it is taken, whose cosets are counted: `|G/N|`.
    fn counted_cosets(&self, tree: &Tree) -> Option<[String; 2]> {
        let quotient = self.barred(tree)?;
        match (&quotient.head, quotient.args.as_slice()) {
            (Head::Apply(op), [group, part])
                if *op == self.table.div || self.table.named("quotient") == Some(*op) =>
            {
                let group = group.symbol().filter(|n| GROUPS.contains(n))?;
                let part = part.symbol().filter(|n| n.len() == 1 && capital(n))?;
                Some([group.to_owned(), part.to_owned()])
            }
            _ => None,
        }
    }

    /// What stands between bars.
    fn barred<'t>(&self, tree: &'t Tree) -> Option<&'t Tree> {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Fence(op), [only]) if Some(*op) == self.table.abs => Some(only),
            _ => None,
        }
    }

    /// Whether elements of a set that is made of a group are counted in a tree.
    fn counts(&self, tree: &Tree) -> bool {
        self.barred(tree)
            .is_some_and(|t| t.head == Head::Call && made(t))
            || matches!(tree.head, Head::Product(_) | Head::Apply(_))
                && tree.args.iter().any(|t| self.counts(t))
    }

    /// Whether the elements of a coset of this group are counted: `|gH|`.
    fn coset(&self, tree: &Tree, group: &str) -> bool {
        let small = |t: &Tree| t.symbol().is_some_and(|n| n.len() == 1 && !capital(n));
        self.barred(tree).is_some_and(|t| {
            matches!((&t.head, t.args.as_slice()), (Head::Product(joins), [one, other])
                if joins[..] == [Join::Beside]
                    && (small(one) && other.symbol() == Some(group)
                        || one.symbol() == Some(group) && small(other)))
        })
    }

    /// Notes the part of a group by which it is taken: `G/H`, where `G` is one.
    pub(super) fn modulo(&mut self, op: Op, tree: &Tree) {
        if (op == self.table.div || self.table.named("quotient") == Some(op))
            && let [group, part] = tree.args.as_slice()
            && (group.symbol().is_some() || matches!(group.head, Head::Apply(_)))
            && self.of(group) == Kind::Set
        {
            // `(G/N)/(H/N)`
            let part = match &part.head {
                Head::Apply(op) if *op == self.table.div && part.closed => &part.args[0],
                _ => part,
            };
            if let Some(name) = part.symbol().filter(|n| n.len() == 1 && capital(n)) {
                self.note(name, Kind::Set);
            }
        }
    }
}

/// The letter of a structure, or of one of several.
fn structure(tree: &Tree) -> Option<&str> {
    match tree.head {
        Head::Symbol(_) | Head::Index => tree.root_symbol().filter(|n| n.len() == 1 && capital(n)),
        _ => None,
    }
}

/// Whether this is a whole number as orders of groups are: `p^n m`, `n!`, `12`.
fn whole(tree: &Tree) -> bool {
    match &tree.head {
        Head::Number(_) => true,
        Head::Symbol(name) => matches!(name.as_str(), "n" | "m" | "p" | "q" | "r" | "k"),
        Head::Power | Head::Product(_) => tree.args.iter().all(whole),
        _ => false,
    }
}
