//! Patterns: terms with variables and rest variables.

use crate::term::Op;

/// A variable of a rule: an index into its `vars`.
pub type Var = u8;

/// A term with holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pattern {
    /// `?x`: any term; the same one wherever it stands.
    Var(Var),
    /// `..r`: all remaining arguments of a flat or variadic operator, possibly none.
    Rest(Var),
    /// An operator or number over patterns.
    Node(Op, Vec<Pattern>),
    /// `(subst ?f ?i e)`, right sides only: `?f` with the bound name `?i` replaced by `e`.
    Subst(Var, Var, Box<Pattern>),
}

impl Pattern {
    /// Calls `visit` on every node, parents first.
    pub fn walk<'p>(&'p self, visit: &mut impl FnMut(&'p Self)) {
        visit(self);
        match self {
            Self::Node(_, args) => args.iter().for_each(|arg| arg.walk(visit)),
            Self::Subst(_, _, by) => by.walk(visit),
            Self::Var(_) | Self::Rest(_) => {}
        }
    }
}
