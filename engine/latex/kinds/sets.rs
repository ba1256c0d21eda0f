//! Sets that arrows and signs with an index tell of: `\iota: A \hookrightarrow B`, `A *_C B`.

use super::{Kinds, capital};
use crate::latex::tree::{Head, Join, Tree};
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
        let arrows = ["tends", "embeds", "maponto", "embedsinto", "rationalmap"];
        let arrow = |op: Op| arrows.contains(&self.name(op));
        let maps = ops.iter().any(|op| arrow(*op))
            || args
                .iter()
                .any(|t| matches!(t.head, Head::Relation(op) if arrow(op)));
        if maps {
            args.iter().for_each(|side| self.large(side));
        }
    }

    /// Notes the spaces of which the dual ones are among the factors that a map is defined on:
    /// `T: V^* \times W \to \mathbb{R}`, `F: \underbrace{V^* \times \dots \times V^*}_k \to \mathbb{R}`.
    pub(super) fn duals(&mut self, side: &Tree) {
        match &side.head {
            Head::Apply(op) if matches!(self.name(*op), "underbraced" | "overbraced") => {
                side.args[..1].iter().for_each(|t| self.duals(t));
            }
            Head::Product(joins) if joins.iter().all(|join| *join == Join::Cross) => {
                for factor in side.args.iter().filter_map(starred) {
                    self.note(factor, Kind::Set);
                }
            }
            _ => {}
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

    /// Whether this is the dual of a space that is known to be one.
    pub(super) fn dual(&self, tree: &Tree) -> bool {
        starred(tree).is_some_and(|name| self.symbol(name) == Kind::Set)
    }

    fn large(&mut self, side: &Tree) {
        if side.symbol().is_some_and(capital) {
            self.expect(side, Kind::Set);
        }
    }
}

/// The capital letter of which this is the dual: `V^*`.
fn starred(tree: &Tree) -> Option<&str> {
    let (Head::Power, [base, star]) = (&tree.head, tree.args.as_slice()) else {
        return None;
    };
    let is_star =
        matches!(&star.head, Head::Mark(mark) if matches!(mark.as_str(), "*" | r"\ast" | r"\star"));
    base.symbol().filter(|name| is_star && capital(name))
}
