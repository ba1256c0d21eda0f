//! What a run of tokens may be.

use super::known::Known;
use crate::term::Op;
use crate::vocabulary::{Assoc, Level};

/// What a run of tokens means.
#[derive(Clone, Debug)]
pub(super) enum Role {
    Infix {
        op: Op,
        level: Level,
        assoc: Assoc,
    },
    Prefix {
        op: Op,
        level: Level,
    },
    Postfix {
        op: Op,
    },
    Command {
        op: Op,
        args: usize,
        optional: Option<String>,
    },
    Function {
        op: Op,
        inverse: Option<Op>,
        base: Option<Op>,
        needs_brackets: bool,
    },
    Bound {
        op: Op,
        over: Option<Op>,
        cond: Option<Op>,
        bare: Option<Op>,
    },
    Fence {
        op: Op,
        close: Vec<String>,
    },
    Close,
    Constant {
        op: Op,
    },
    Operatorname {
        op: Op,
        given: Option<Op>,
        letter: bool,
    },
}

/// Which roles there may be: whatever is not among them need not be looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Roles(pub(super) u8);

impl Roles {
    pub(super) const ALL: Self = Self(u8::MAX);
    pub(super) const INFIX: Self = Self(1);
    pub(super) const PREFIX: Self = Self(1 << 1);
    pub(super) const POSTFIX: Self = Self(1 << 2);
    /// A relation or what binds less.
    pub(super) const WEAK: Self = Self(1 << 3);
    /// What a term of a sum may begin with.
    pub(super) const SIGN: Self = Self(1 << 4);
    /// What takes arguments, or none.
    pub(super) const OPERAND: Self = Self(1 << 5);
    /// A command with arguments.
    pub(super) const COMMAND: Self = Self(1 << 6);
    /// All that a token may be by itself.
    pub(super) const READ: Self = Self(Self::OPERAND.0 | Self::PREFIX.0 | Self::SIGN.0);
    /// Any other role.
    pub(super) const OTHER: Self = Self(1 << 7);
    pub(super) const NONE: Self = Self(0);

    /// Whether one of these may be among them.
    #[inline]
    pub(super) fn may(self, roles: Self) -> bool {
        self.0 & roles.0 != 0
    }

    /// The bits of a role.
    pub(super) fn of(role: &Role, known: &Known) -> Self {
        match role {
            Role::Infix { op, level, .. } => {
                let weak = if *level <= known.relation {
                    Self::WEAK.0
                } else {
                    0
                };
                let sign = if *op == known.add { Self::SIGN.0 } else { 0 };
                Self(Self::INFIX.0 | weak | sign)
            }
            Role::Prefix { level, .. } if *level == known.sum => {
                Self(Self::PREFIX.0 | Self::SIGN.0)
            }
            Role::Prefix { .. } => Self::PREFIX,
            Role::Postfix { .. } => Self::POSTFIX,
            Role::Command { .. } => Self(Self::OPERAND.0 | Self::COMMAND.0),
            Role::Function { .. }
            | Role::Bound { .. }
            | Role::Constant { .. }
            | Role::Operatorname { .. } => Self::OPERAND,
            Role::Fence { .. } | Role::Close => Self::OTHER,
        }
    }
}
