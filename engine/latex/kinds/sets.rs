//! Sets that arrows and signs with an index tell of: `\iota: A \hookrightarrow B`, `A *_C B`.

use super::{Kinds, capital};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use crate::vocabulary::Kind;

impl Kinds<'_> {
    /// Notes the sets on the sides of the arrow of a map with a name.
    pub(super) fn mapped(&mut self, tree: &Tree) {
        let Some(Tree {
            head: Head::Chain(ops),
            args,
            ..
        }) = tree.args.get(1)
        else {
            return;
        };
        let arrows = ["tends", "embeds", "maponto", "embedsinto"];
        let arrow = |op: Op| arrows.contains(&self.name(op));
        let maps = ops.iter().any(|op| arrow(*op))
            || args
                .iter()
                .any(|t| matches!(t.head, Head::Relation(op) if arrow(op)));
        if maps {
            args.iter().for_each(|side| self.large(side));
        }
    }

    /// Notes capital letters on both sides of a sign with an index.
    pub(super) fn joined_over(&mut self, tree: &Tree) {
        let sides = &tree.args[tree.args.len().saturating_sub(2)..];
        let large = |t: &Tree| t.symbol().is_some_and(capital);
        if tree.args.len() == 4 && sides.iter().all(large) {
            sides.iter().for_each(|side| self.large(side));
        }
    }

    fn large(&mut self, side: &Tree) {
        if side.symbol().is_some_and(capital) {
            self.expect(side, Kind::Set);
        }
    }
}
