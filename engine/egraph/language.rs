//! E-nodes: an operator over classes, 24 bytes, ordered by operator first.

use crate::term::Op;
use egg::{Id, Language};
use std::cmp::Ordering;

/// A node of the e-graph. Up to three children are held inline.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    /// Up to three children; unused places hold `Id` 0.
    Small { op: Op, len: u8, kids: [Id; 3] },
    /// More than three children.
    Big { op: Op, kids: Box<[Id]> },
}

impl Node {
    /// A node over these children, in this order.
    pub(crate) fn new(op: Op, kids: &[Id]) -> Self {
        if kids.len() <= 3 {
            let mut inline = [Id::from(0); 3];
            inline[..kids.len()].copy_from_slice(kids);
            Self::Small {
                op,
                len: kids.len() as u8,
                kids: inline,
            }
        } else {
            Self::Big {
                op,
                kids: kids.into(),
            }
        }
    }
    /// What stands here.
    pub(crate) fn op(&self) -> Op {
        match self {
            Self::Small { op, .. } | Self::Big { op, .. } => *op,
        }
    }
}

impl Ord for Node {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (self.children(), other.children());
        self.op()
            .cmp(&other.op())
            .then(a.len().cmp(&b.len()))
            .then_with(|| a.cmp(b))
    }
}

impl PartialOrd for Node {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Language for Node {
    type Discriminant = (Op, u32);

    fn discriminant(&self) -> Self::Discriminant {
        (self.op(), self.children().len() as u32)
    }
    fn matches(&self, other: &Self) -> bool {
        self.op() == other.op() && self.children().len() == other.children().len()
    }
    fn children(&self) -> &[Id] {
        match self {
            Self::Small { len, kids, .. } => &kids[..usize::from(*len)],
            Self::Big { kids, .. } => kids,
        }
    }
    fn children_mut(&mut self) -> &mut [Id] {
        match self {
            Self::Small { len, kids, .. } => &mut kids[..usize::from(*len)],
            Self::Big { kids, .. } => kids,
        }
    }
}

impl std::fmt::Display for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.op())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small_and_sort_by_operator() {
        assert_eq!(size_of::<Node>(), 24);
        let ids: Vec<Id> = (0..5).map(Id::from).collect();
        let few = Node::new(Op(2), &ids[3..]);
        let many = Node::new(Op(1), &ids);
        assert!(many < few);
        assert_eq!(many.children(), &ids[..]);
        assert!(!few.matches(&Node::new(Op(2), &ids)));
    }
}
