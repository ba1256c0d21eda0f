//! Quotients of spaces and rings whose slash belongs to what stands right before it:
//! `\dim V/W`, `M \otimes_R R/I`; extensions that norms are taken in, `N_{L/K} x`.

use super::Parser;
use crate::latex::kinds::capital;
use crate::latex::table::Role;
use crate::latex::token::Gap;
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// Whether the ring before a slash stands here again, behind what generates an ideal of it.
    pub(super) fn same_ring(&self, ring: &Tree, below: &Tree) -> bool {
        let same =
            |role: &Role| matches!(role, Role::Constant { op } if ring.head == Head::Apply(*op));
        let near = self
            .tokens
            .get(self.pos)
            .is_some_and(|t| self.pos < self.end && t.gap <= Gap::Blank);
        near && matches!(
            below.head,
            Head::Symbol(_) | Head::Number(_) | Head::Index | Head::Power
        ) && self.roles().any(|(role, _)| same(role))
    }

    /// A quotient; nobody divides a dimension by a space, or tensors with the ring over which that
    /// is done.
    pub(super) fn quotient(&self, left: Tree, below: Tree) -> Tree {
        let mut left = left;
        let Some(below) = self.divided_angle(&mut left, below) else {
            return left;
        };
        let space = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index) && t.root_symbol().is_some_and(capital)
        };
        // `\dim R/\mathfrak{p}`
        let fraktur = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Power | Head::Index)
                && t.root_symbol()
                    .is_some_and(|name| name.starts_with(r"\mathfrak{"))
        };
        let ideal = fraktur(&below);
        // `\dim k[x, y]/(f)`
        let generated = below.closed && !matches!(below.head, Head::Number(_));
        let op = match left.head {
            Head::Apply(op) if ideal || generated || space(&below) => Some(op),
            _ => None,
        };
        let ring = |t: &Tree| {
            matches!(t.head, Head::Apply(op) if self.table.named("adjoin") == Some(op)) && generated
        };
        let within = match left.args.as_slice() {
            [.., only] if op.is_some() && self.table.named("dim") == op => {
                let open = (space(only) && !generated || ideal && fraktur(only)) && !only.closed;
                (open || ring(only)).then_some(left.args.len() - 1)
            }
            [_, ring, base] if op.is_some() && self.table.named("tensored") == op => {
                (ring.symbol().is_some() && ring.symbol() == base.symbol()).then_some(1)
            }
            _ => None,
        };
        let div = |above, below| Tree::over(Head::Apply(self.table.div), vec![above, below]);
        let Some(at) = within else {
            return div(left, below);
        };
        let mut whole = left;
        let above = whole.args.remove(at);
        whole.args.insert(at, div(above, below));
        let (head, start) = (whole.head.clone(), whole.start);
        let mut tree = Tree::over(head, whole.args);
        tree.start = start;
        tree
    }

    /// What stands before a factor, applied to it where it ends with the norm of an extension,
    /// `N_{L/K} x`; otherwise both are given back.
    pub(super) fn in_extension(&self, mut left: Tree, factor: Tree) -> (Tree, Option<Tree>) {
        let applied = |name: Tree, factor: Tree| Tree::over(Head::Call, vec![name, factor]);
        let element = matches!(factor.head, Head::Symbol(_) | Head::Index | Head::Call);
        if !element || factor.closed {
            return (left, Some(factor));
        }
        if self.norms(&left) {
            return (applied(left, factor), None);
        }
        match left.args.pop_if(|last| {
            matches!(left.head, Head::Product(_)) && !left.closed && self.norms(last)
        }) {
            Some(name) => {
                left.push(applied(name, factor));
                (left, None)
            }
            None => (left, Some(factor)),
        }
    }

    /// Whether this is the norm of an extension by its name: `N_{L/K}`.
    fn norms(&self, tree: &Tree) -> bool {
        let (Head::Index, [name, below]) = (&tree.head, tree.args.as_slice()) else {
            return false;
        };
        let over = match below.head {
            Head::Apply(op) => op == self.table.div || self.table.named("quotient") == Some(op),
            _ => false,
        };
        let field = |t: &Tree| match &t.head {
            Head::Symbol(name) => capital(name) || name.starts_with(r"\math"),
            _ => !matches!(t.head, Head::Number(_)),
        };
        let norm = |name: &str| {
            matches!(
                name,
                "N" | r"\mathrm{N}" | r"\operatorname{N}" | r"\mathrm{Nm}" | r"\operatorname{Nm}"
            )
        };
        over && !tree.closed && name.symbol().is_some_and(norm) && below.args.iter().all(field)
    }
}
