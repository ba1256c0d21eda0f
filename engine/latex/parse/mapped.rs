//! Colons behind functions: `f: A \to B`.

use super::Parser;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use smallvec::smallvec;

impl Parser<'_> {
    /// The rest of `f: A \to B` or `f: x \mapsto y` from the colon on.
    pub(super) fn maps(&mut self, mut function: Tree) -> Tree {
        if matches!(function.head, Head::Chain(_))
            && let Some(map) = function.args.first().cloned()
        {
            // `h = f \circ g : X \to Z` says it of all of these.
            let typed = self.maps(map);
            return Tree::over(Head::Items, vec![function, typed]);
        }
        let differential = function.args.first().and_then(Tree::symbol) == Some("d");
        if super::join::beside(&function)
            && differential
            && let Some(op) = self.table.differential_of
        {
            // `df_p: T_p M \to T_{f(p)} N`
            function.head = Head::Apply(op);
            function.args.remove(0);
        } else if let (true, Some(ordered)) = (
            super::join::composed(&function) || super::join::beside(&function),
            self.table.named("opmul"),
        ) {
            function.head = Head::Apply(ordered);
        }
        self.pos += 1;
        let mut right = self.expression(4 * self.table.relation);
        let arrow = matches!(
            self.key_at(self.pos),
            r"\to" | r"\rightarrow" | r"\longrightarrow" | "→"
        );
        if let (true, Some(tends), Head::Chain(ops)) = (
            arrow && self.pos < self.end,
            self.table.tends,
            &mut right.head,
        ) && !right.closed
        {
            // What is between colon and arrow is a statement, and no side of the arrow.
            ops.push(tends);
            self.pos += 1;
            let target = self.expression(4 * self.table.relation + 1);
            right.push(target);
            // `f: U \subset \mathbb{R}^m \to V \subset \mathbb{R}^n`
            if let Some(whole) = self.whole_here()
                && let Head::Chain(ops) = &mut right.head
            {
                ops.push(whole);
                self.pos += 1;
                let whole = self.expression(4 * self.table.relation + 1);
                right.push(whole);
            }
        }
        // `f : (A \to B) \to C`, `p : (x = y) \to (y = x)`
        if let (true, Some(op), Head::Chain(_)) = (
            arrow && self.pos < self.end && right.closed,
            self.table.maps,
            &right.head,
        ) {
            self.pos += 1;
            let target = self.expression(4 * self.table.relation + 1);
            let sides = [right, target].map(|side| self.bracketed_side(side));
            let args = [function].into_iter().chain(sides).collect();
            return Tree::over(Head::Apply(op), args);
        }
        match (self.table.maps, self.table.defines) {
            (Some(op), _) if !right.closed && self.maps_part(&right).is_some() => {
                let mut args = vec![function];
                args.extend(self.maps_part(&right).into_iter().flatten());
                Tree::over(Head::Apply(op), args)
            }
            _ if self.injects(&right)
                && let Some(op) = self.table.named("labelled") =>
            {
                Tree::over(Head::Apply(op), vec![function, right])
            }
            (_, Some(op)) => Tree::over(Head::Chain(smallvec![op]), vec![function, right]),
            _ => Tree::over(Head::Sequence, vec![function, right]),
        }
    }

    /// A side of an arrow with its brackets kept, where a statement stands in them.
    fn bracketed_side(&self, side: Tree) -> Tree {
        let arrow = |op: &Op| self.table.tends == Some(*op);
        match (&side.head, self.table.named("grouped")) {
            (Head::Chain(ops), Some(grouped)) if side.closed && !ops.iter().all(arrow) => {
                let span = side.start..side.end;
                let mut tree = Tree::over(Head::Apply(grouped), vec![side]);
                (tree.start, tree.end) = (span.start, span.end);
                tree
            }
            _ => side,
        }
    }

    /// The sign of a part, when the set after an arrow is said to be one of another set here.
    fn whole_here(&self) -> Option<Op> {
        let name = match self.key_at(self.pos) {
            _ if self.pos >= self.end => return None,
            r"\subset" => "subset",
            r"\subseteq" => "subseteq",
            _ => return None,
        };
        self.table.named(name)
    }

    /// The two sets around an arrow, which may be said to be parts of others:
    /// `f: U \subset \mathbb{R}^n \to V \subset \mathbb{R}^m`.
    pub(super) fn maps_part(&self, tree: &Tree) -> Option<[Tree; 2]> {
        let Head::Chain(ops) = &tree.head else {
            return None;
        };
        let arrow = ops.iter().position(|op| Some(*op) == self.table.tends)?;
        let among =
            |op: &Op, names: &[&str]| names.iter().any(|name| self.table.named(name) == Some(*op));
        let part = |op: &Op| among(op, &["subset", "subseteq", "supset", "supseteq"]);
        // `f: X \to Y \cong Z`
        let same = |op: &Op| part(op) || among(op, &["cong", "eq"]);
        let (source, target) = (&ops[..arrow], &ops[arrow + 1..]);
        if !source.iter().all(part) || !target.iter().all(same) {
            return None;
        }
        let side = |parts: &[Op], sets: &[Tree]| match sets {
            [only] => only.clone(),
            several => Tree::over(Head::Chain(parts.into()), several.to_vec()),
        };
        Some([
            side(source, &tree.args[..=arrow]),
            side(target, &tree.args[arrow + 1..]),
        ])
    }

    /// Whether two sets have an arrow of injections or surjections between them, or one with something
    /// over it, `A \xrightarrow{\sim} B`.
    pub(super) fn injects(&self, tree: &Tree) -> bool {
        let arrows = ["embeds", "maponto", "embedsinto", "rationalmap"];
        if let (Head::Chain(_), [_, sign, _]) = (&tree.head, tree.args.as_slice()) {
            let named = |op| arrows.iter().any(|name| self.table.named(name) == Some(op));
            return matches!(sign.head, Head::Relation(op) if Some(op) == self.table.tends || named(op));
        }
        matches!(&tree.head, Head::Chain(ops) if ops.len() == 1
            && arrows.iter().any(|name| self.table.named(name) == Some(ops[0])))
    }
}
