//! What stands under a line or in angle brackets, where only its company says what that makes of it.

use super::Elaborator;
use super::statement::SIDES;
use crate::latex::kinds::Coordinates;
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether a line over this set is its closure: a ball with its centre, a span.
    pub(super) fn has_closure(&self, set: &Tree) -> bool {
        let spans = |op| self.op("span") == Some(op);
        match &set.head {
            Head::Call => set.headed() == Some("B") && set.args.len() > 1,
            Head::Apply(op) => spans(*op),
            _ => false,
        }
    }

    /// A side of an equation with its angle brackets as components of vectors, when another side is
    /// a vector: `\mathbf{v} = \langle a, b \rangle`.
    pub(super) fn components(&self, side: &Tree, sides: &[Tree]) -> Option<Tree> {
        let vector = |t: &Tree| {
            let named = matches!(
                t.head,
                Head::Symbol(_) | Head::Index | Head::Call | Head::Prime
            );
            named && self.kinds.of(t) == Kind::Vec || self.kinds.gradient(t)
        };
        let other = |t: &&Tree| !std::ptr::eq(*t, side);
        if sides.len() > SIDES
            || !self.bracketed_terms(side)
            || !sides.iter().filter(other).any(vector)
        {
            return None;
        }
        Some(self.as_components(side))
    }

    /// The components of a vector in bars: `|\langle 3, 4 \rangle|`, and letters where the formula says
    /// that they are components.
    pub(super) fn measured_components(&self, fence: &Tree) -> Option<Tree> {
        let [only] = fence.args.as_slice() else {
            return None;
        };
        let Some(Coordinates::Angled(_)) = self.kinds.coordinates(only) else {
            return None;
        };
        let numbers = only.args.iter().all(|t| self.literal(t));
        (numbers || self.kinds.holds_components()).then(|| self.as_components(only))
    }

    /// Angle brackets around two vectors that are as many degrees as another side says, which are the angle
    /// between them: `\langle \vec{a}, \vec{b} \rangle = 60^\circ`.
    pub(super) fn angle_between(&self, side: &Tree, sides: &[Tree]) -> Option<Tree> {
        let brackets = match side.head {
            Head::Apply(op) | Head::Fence(op) => self.table.inner == Some(op),
            _ => false,
        };
        let angle = brackets && sides.iter().any(|t| self.in_degrees(t));
        angle.then(|| self.as_components(side))
    }

    /// Whether angle brackets around two things are a term of this sum, or the last factor of one.
    fn bracketed_terms(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Sum(..) => tree.args.iter().any(|t| self.bracketed_terms(t)),
            Head::Product(_) => tree.args.last().is_some_and(|t| self.bracketed_terms(t)),
            Head::Apply(op) | Head::Fence(op) => self.op("inner") == Some(*op),
            _ => false,
        }
    }

    /// The same with components in its angle brackets.
    pub(super) fn as_components(&self, tree: &Tree) -> Tree {
        let mut tree = tree.clone();
        match tree.head {
            Head::Sum(..) => {
                tree.args = tree.args.iter().map(|t| self.as_components(t)).collect();
            }
            Head::Product(ref joins) => {
                if let (Some(scale), Some(last)) = (self.op("scale"), tree.args.pop()) {
                    let numbers = match tree.args.as_slice() {
                        [only] => only.clone(),
                        several => {
                            let joins = joins[..several.len() - 1].into();
                            Tree::over(Head::Product(joins), several.to_vec())
                        }
                    };
                    tree.args = vec![numbers, self.as_components(&last)];
                    tree.head = Head::Apply(scale);
                }
            }
            Head::Apply(op) | Head::Fence(op) if self.op("inner") == Some(op) => {
                if let Some(angled) = self.op("angled") {
                    tree.head = Head::Apply(angled);
                }
            }
            _ => {}
        }
        tree
    }
}
