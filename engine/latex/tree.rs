//! What was read before it is known what the symbols stand for.

use super::name::Name;
use crate::term::{Op, SlotSort};
use crate::vocabulary::Kind;
use smallvec::SmallVec;
use std::cell::Cell;

/// A node of the surface tree.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) head: Head,
    pub(super) args: Vec<Tree>,
    /// Bytes of the source.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) height: u16,
    /// Whether it ends with a bracket, so that nothing after it belongs to it.
    pub(super) closed: bool,
    /// What it was last found to stand for, and how much was known then.
    pub(super) kind: Memo,
}

/// A kind that was found, with the state of knowledge at that time; a copy of a tree, which may be
/// changed, knows none.
#[derive(Debug)]
pub(super) struct Memo(Cell<(u32, Kind)>);

impl Memo {
    pub(super) fn get(&self) -> (u32, Kind) {
        self.0.get()
    }

    pub(super) fn set(&self, found: (u32, Kind)) {
        self.0.set(found);
    }
}

impl Default for Memo {
    fn default() -> Self {
        Self(Cell::new((0, Kind::Any)))
    }
}

impl Clone for Memo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What stands at a node of the surface tree.
#[derive(Clone, Debug)]
pub(super) enum Head {
    Number(Name),
    Symbol(Name),
    /// An operator that is decided.
    Apply(Op),
    /// A sum; each term with the operator that is its sign.
    Sum(Op, SmallVec<[Option<Op>; 2]>),
    /// A product; how each factor is joined to the one before it.
    Product(SmallVec<[Join; 16]>),
    /// Base, exponent.
    Power,
    /// A symbol and its indices.
    Index,
    /// A symbol and its upper indices.
    Upper,
    /// A symbol and a script on its left side: above when it is true.
    Left(bool),
    /// A function and the order of its derivative.
    Prime,
    /// A function and its arguments.
    Call,
    /// Sides of relations of one level.
    Chain(SmallVec<[Op; 4]>),
    /// The sign of a relation with what is over and under it, between the sides of a chain.
    Relation(Op),
    /// Things separated by commas.
    Items,
    /// Declarations, then the statement.
    Quantified(Op),
    /// Declarations without a statement.
    Declared(Op),
    /// A pair of delimiters that stands for an operator.
    Fence(Op),
    /// Items in brackets: opening and closing one.
    Pair(Name, Name),
    /// `{a, b}`.
    Braces,
    /// Element, separator condition: `{x | c}`.
    Builder,
    /// A binder; the bound symbol is in its place.
    Binder(Op, SlotSort),
    /// A matrix; arguments are `Row`s.
    Matrix,
    /// The entries of a row, or the items of a list in square brackets.
    Row,
    /// Words.
    Words(Name),
    /// A superscript that is no exponent: `*`, `+`, `\\top`.
    Mark(Name),
    /// Pieces that belong together in no way that is known.
    Sequence,
    /// Tokens that were not understood.
    Opaque(usize, usize),
}

impl PartialEq for Head {
    /// Most comparisons are with a head of another sort, and that is told without a call.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.holds_same(other)
    }
}

impl Head {
    /// Whether a head of the same sort holds the same.
    fn holds_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b))
            | (Self::Symbol(a), Self::Symbol(b))
            | (Self::Words(a), Self::Words(b))
            | (Self::Mark(a), Self::Mark(b)) => a == b,
            (Self::Apply(a), Self::Apply(b))
            | (Self::Relation(a), Self::Relation(b))
            | (Self::Quantified(a), Self::Quantified(b))
            | (Self::Declared(a), Self::Declared(b))
            | (Self::Fence(a), Self::Fence(b)) => a == b,
            (Self::Sum(a, signs), Self::Sum(b, others)) => a == b && signs == others,
            (Self::Product(a), Self::Product(b)) => a == b,
            (Self::Left(a), Self::Left(b)) => a == b,
            (Self::Chain(a), Self::Chain(b)) => a == b,
            (Self::Pair(a, end), Self::Pair(b, other)) => a == b && end == other,
            (Self::Binder(a, sort), Self::Binder(b, other)) => a == b && sort == other,
            (Self::Opaque(a, end), Self::Opaque(b, other)) => a == b && end == other,
            (
                Self::Power
                | Self::Index
                | Self::Upper
                | Self::Prime
                | Self::Call
                | Self::Items
                | Self::Braces
                | Self::Builder
                | Self::Matrix
                | Self::Row
                | Self::Sequence,
                _,
            ) => true,
            _ => false,
        }
    }
}

/// How a factor is joined to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Join {
    /// By nothing.
    Beside,
    /// By a dot or star.
    Dot,
    /// By a cross.
    Cross,
}

/// What is said once for several has no more nodes, and is no higher.
const MOST_REPEATED: usize = 200;
const HIGHEST_REPEATED: u16 = 16;

impl Tree {
    /// Whether nothing but numbers stands here: an angle, `78^\circ`.
    pub(super) fn reckoned(&self) -> bool {
        match self.head {
            // `^\circ`
            Head::Number(_) | Head::Mark(_) => true,
            _ => !self.args.is_empty() && self.args.iter().all(Self::reckoned),
        }
    }

    /// Whether another one is written like this.
    pub(super) fn says_as(&self, other: &Self) -> bool {
        self.height == other.height
            && self.head == other.head
            && self.args.len() == other.args.len()
            && self.args.iter().zip(&other.args).all(|(a, b)| a.says_as(b))
    }

    pub(super) fn new(head: Head, args: Vec<Self>, start: usize, end: usize) -> Self {
        let height = args.iter().map(|a| a.height.saturating_add(1)).max();
        let height = height.unwrap_or(0);
        Self {
            head,
            args,
            start,
            end,
            height,
            closed: false,
            kind: Memo::default(),
        }
    }

    /// The node over these, from the first to the last.
    pub(super) fn over(head: Head, args: Vec<Self>) -> Self {
        let start = args.iter().map(|a| a.start).min().unwrap_or(0);
        let end = args.iter().map(|a| a.end).max().unwrap_or(0);
        Self::new(head, args, start, end)
    }

    /// The node over two, with room for more.
    pub(super) fn pair(head: Head, left: Self, right: Self) -> Self {
        let (start, end) = (left.start.min(right.start), left.end.max(right.end));
        let height = left.height.max(right.height).saturating_add(1);
        let mut args = Vec::with_capacity(4);
        args.push(left);
        args.push(right);
        Self {
            head,
            args,
            start,
            end,
            height,
            closed: false,
            kind: Memo::default(),
        }
    }

    /// Adds an argument at the end.
    pub(super) fn push(&mut self, arg: Self) {
        self.height = self.height.max(arg.height.saturating_add(1));
        self.start = self.start.min(arg.start);
        self.end = self.end.max(arg.end);
        self.args.push(arg);
        self.closed = false;
    }

    /// The same, ending with a bracket.
    pub(super) fn close(mut self) -> Self {
        self.closed = true;
        self
    }

    /// Whether this is a number, whatever its sign and however it is written.
    pub(super) fn is_numeric(&self) -> bool {
        match self.head {
            Head::Number(_) => true,
            Head::Sum(..) | Head::Product(_) | Head::Power | Head::Apply(_) => {
                !self.args.is_empty() && self.args.iter().all(Self::is_numeric)
            }
            _ => false,
        }
    }

    /// Whether it is short and holds no letter: `-\infty`, `90^\circ`, `2\pi`.
    pub(super) fn is_constant(&self) -> bool {
        let value = |t: &Self| match t.head {
            Head::Number(_) => true,
            Head::Symbol(ref name) | Head::Mark(ref name) => name == r"\circ",
            Head::Apply(_) => t.args.len() < 3,
            Head::Sum(..) | Head::Product(_) | Head::Power | Head::Upper => t.args.len() < 4,
            _ => false,
        };
        value(self)
            && self
                .args
                .iter()
                .all(|t| value(t) && t.args.iter().all(|t| value(t) && t.args.is_empty()))
    }

    /// A number without a point or a sign.
    pub(super) fn whole_number(&self) -> Option<u64> {
        match &self.head {
            Head::Number(digits) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The name, when it is a symbol.
    pub(super) fn symbol(&self) -> Option<&str> {
        match &self.head {
            Head::Symbol(name) => Some(name),
            _ => None,
        }
    }

    /// The symbol at the root of indices, primes and powers.
    pub(super) fn root_symbol(&self) -> Option<&str> {
        let mut tree = self;
        while matches!(
            tree.head,
            Head::Index | Head::Prime | Head::Power | Head::Upper | Head::Left(_)
        ) {
            tree = tree.args.first()?;
        }
        tree.symbol()
    }

    /// The symbol at the root, also of a value of a function: `\mathbf{r}'(t)`.
    pub(super) fn headed(&self) -> Option<&str> {
        match self.head {
            Head::Call => self.args.first()?.root_symbol(),
            _ => self.root_symbol(),
        }
    }

    /// The symbol at the root of what stands first in it.
    pub(super) fn root_numbered(&self) -> Option<&str> {
        self.args.first()?.root_symbol()
    }

    /// Whether a symbol occurs in it.
    pub(super) fn mentions(&self, name: &str) -> bool {
        self.symbol() == Some(name) || self.args.iter().any(|a| a.mentions(name))
    }

    /// Whether a symbol stands in it that no sign in it binds.
    pub(super) fn leaves_free(&self, name: &str) -> bool {
        let bound = matches!(self.head, Head::Binder(..))
            && self.args.first().and_then(Tree::symbol) == Some(name);
        !bound && (self.symbol() == Some(name) || self.args.iter().any(|a| a.leaves_free(name)))
    }

    /// Whether it is short and without lists or statements of its own, so that copies of it, and copies
    /// of what holds those, stay few.
    pub(super) fn repeats(&self) -> bool {
        fn within(tree: &Tree, left: &mut usize) -> bool {
            if *left == 0 || tree.states() || matches!(tree.head, Head::Items) {
                return false;
            }
            *left -= 1;
            tree.args.iter().all(|arg| within(arg, left))
        }
        let mut left = MOST_REPEATED;
        self.height <= HIGHEST_REPEATED && within(self, &mut left)
    }

    /// The last children, so many at most: what is looked at once for each child takes bounded time.
    pub(super) fn last_args(&self, most: usize) -> &[Tree] {
        &self.args[self.args.len().saturating_sub(most)..]
    }

    /// Whether it is a statement as far as its shape tells.
    pub(super) fn states(&self) -> bool {
        matches!(self.head, Head::Chain(_) | Head::Quantified(_))
    }

    /// Whether this is a decimal number, perhaps below zero: `-0.3`.
    pub(super) fn is_decimal(&self) -> bool {
        let number = match (&self.head, self.args.as_slice()) {
            (Head::Sum(..), [only]) => only,
            _ => self,
        };
        matches!(&number.head, Head::Number(digits) if digits.contains('.'))
    }

    /// The first sign of a chain, whatever stands over it.
    pub(super) fn first_sign(&self) -> Option<Op> {
        let Head::Chain(ops) = &self.head else {
            return None;
        };
        match self.args.get(1)?.head {
            Head::Relation(op) => Some(op),
            _ => ops.first().copied(),
        }
    }

    /// The last sign of a chain, whatever stands over it.
    pub(super) fn last_sign(&self) -> Option<Op> {
        let Head::Chain(ops) = &self.head else {
            return None;
        };
        match self.args.get(self.args.len().checked_sub(2)?)?.head {
            Head::Relation(op) => Some(op),
            _ => ops.last().copied(),
        }
    }

    /// Whether it is two things in parentheses: a line over these is no sign of a conjugate.
    pub(super) fn paired(&self) -> bool {
        matches!(&self.head, Head::Pair(open, close) if open == "(" && close == ")")
            && self.args.len() == 2
    }
}
