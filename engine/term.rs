//! Terms: immutable trees over vocabulary operators, numbers, symbols, slots and opaque pieces.

use std::sync::Arc;

/// What stands at a node, as one small integer.
///
/// The order of operators is the order of the vocabulary (sorted by name), then numbers, symbols
/// in order of appearance, slots and opaque pieces; it never depends on the process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Op(pub u32);

/// An [`Op`], taken apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Head {
    /// A vocabulary operator: an index into `Vocabulary::operators`.
    Operator(u32),
    /// A non-negative integer below 2^28.
    Integer(u32),
    /// A number with a spelling of its own: an index into `Atoms::literals`.
    Literal(u32),
    /// A symbol: an index into `Atoms::symbols`.
    Symbol(u32),
    /// A name bound by an operator of the vocabulary, both where it is bound and where it occurs.
    Slot(Slot),
    /// A piece that was not understood: an index into `Atoms::opaques`. Its children are symbols.
    Opaque(u32),
}

/// A bound name, chosen canonically so that α-equal binders are the same term.
///
/// The level is one more than the highest level bound inside the scope, so a binder never shadows
/// one that it encloses when read from text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// What the name runs over.
    pub sort: SlotSort,
    /// Nesting, counted from the inside, from 0; at most 255.
    pub level: u8,
}

/// What a bound name runs over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum SlotSort {
    /// Integers of at least one (`\sum_{i=1}^n`).
    Positive = 0,
    /// Integers of at least zero.
    Natural = 1,
    /// Integers.
    Integer = 2,
    /// Real numbers (integrals, limits).
    Real = 3,
    /// Anything (set builders, unions).
    Any = 4,
    /// Primes, as the letter alone says (`\prod_{p \mid n}`): another letter would run over more.
    Prime = 5,
}

impl SlotSort {
    /// Every sort, in order.
    pub const ALL: [Self; 6] = [
        Self::Positive,
        Self::Natural,
        Self::Integer,
        Self::Real,
        Self::Any,
        Self::Prime,
    ];
}

impl Op {
    /// The operator with this index in the vocabulary.
    pub const fn operator(index: u32) -> Self {
        Self(index)
    }
    /// The integer, when it is below 2^28.
    pub const fn integer(value: u32) -> Self {
        assert!(value < 1 << 28, "larger integers are literals");
        Self(1 << 28 | value)
    }
    /// The literal with this index.
    pub const fn literal(index: u32) -> Self {
        Self(2 << 28 | index)
    }
    /// The symbol with this index.
    pub const fn symbol(index: u32) -> Self {
        Self(3 << 28 | index)
    }
    /// The slot.
    pub const fn slot(slot: Slot) -> Self {
        Self(4 << 28 | (slot.sort as u32) << 8 | slot.level as u32)
    }
    /// The opaque piece with this index.
    pub const fn opaque(index: u32) -> Self {
        Self(5 << 28 | index)
    }
    /// Takes the operator apart.
    pub const fn head(self) -> Head {
        let value = self.0 & 0x0fff_ffff;
        match self.0 >> 28 {
            0 => Head::Operator(value),
            1 => Head::Integer(value),
            2 => Head::Literal(value),
            3 => Head::Symbol(value),
            4 => Head::Slot(Slot {
                sort: SlotSort::ALL[(value >> 8) as usize],
                level: value as u8,
            }),
            _ => Head::Opaque(value),
        }
    }
    /// The index of the symbol, when it is one.
    #[inline]
    pub(crate) const fn as_symbol(self) -> Option<u32> {
        match self.0 >> 28 {
            3 => Some(self.0 & 0x0fff_ffff),
            _ => None,
        }
    }
    /// Whether this is a vocabulary operator.
    pub const fn is_operator(self) -> bool {
        self.0 >> 28 == 0
    }
}

impl std::fmt::Debug for Op {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.head().fmt(f)
    }
}

/// An immutable tree. Cloning is cheap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term {
    /// What stands here.
    pub op: Op,
    /// The children, in order.
    pub args: Args,
}

/// The children of a term. None cost nothing: most nodes are leaves.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Args(Option<Arc<[Term]>>);

impl std::ops::Deref for Args {
    type Target = [Term];
    #[inline]
    fn deref(&self) -> &[Term] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl From<Vec<Term>> for Args {
    fn from(args: Vec<Term>) -> Self {
        Self((!args.is_empty()).then(|| args.into()))
    }
}

impl FromIterator<Term> for Args {
    fn from_iter<I: IntoIterator<Item = Term>>(args: I) -> Self {
        let mut args = args.into_iter().peekable();
        Self(args.peek().is_some().then(|| args.collect()))
    }
}

impl<'a> IntoIterator for &'a Args {
    type Item = &'a Term;
    type IntoIter = std::slice::Iter<'a, Term>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::fmt::Debug for Args {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl AsRef<[Term]> for Args {
    fn as_ref(&self) -> &[Term] {
        self
    }
}

impl Args {
    /// All items of a list, which stays where it is.
    pub(crate) fn drained(args: &mut Vec<Term>) -> Self {
        if args.len() > 2 {
            return Self(Some(args.drain(..).collect()));
        }
        // Most nodes have one argument or two.
        let last = args.pop();
        Self(match (args.pop(), last) {
            (Some(first), Some(last)) => Some(Arc::new([first, last])),
            (None, Some(only)) => Some(Arc::new([only])),
            _ => None,
        })
    }
}

impl Term {
    /// A leaf.
    pub fn leaf(op: Op) -> Self {
        Self {
            op,
            args: Args::default(),
        }
    }
    /// A node over these children, as given: nothing is simplified.
    pub fn new(op: Op, args: Vec<Self>) -> Self {
        Self {
            op,
            args: args.into(),
        }
    }
    /// Where the children lie in memory; zero when there are none.
    pub(crate) fn address(&self) -> usize {
        self.args.0.as_ref().map_or(0, |args| args.as_ptr().addr())
    }
    /// Whether two terms are the same without looking at their children: they share them.
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        self.op == other.op && self.address() == other.address()
    }
    /// The number of nodes.
    pub fn size(&self) -> usize {
        1 + self.args.iter().map(Self::size).sum::<usize>()
    }
    /// Calls `visit` on every node, parents first.
    pub fn walk(&self, visit: &mut impl FnMut(&Self)) {
        visit(self);
        for arg in self.args.iter() {
            arg.walk(visit);
        }
    }
    /// The tree with the nodes replaced for which `change(node with changed children)` gives another;
    /// `None` when there are none. What holds nothing that is replaced stays where it is in memory.
    pub fn alter(&self, change: &mut impl FnMut(&Self) -> Option<Self>) -> Option<Self> {
        let mut args: Option<Vec<Self>> = None;
        for (at, arg) in self.args.iter().enumerate() {
            if let Some(altered) = arg.alter(change) {
                args.get_or_insert_with(|| self.args.to_vec())[at] = altered;
            }
        }
        match args {
            Some(args) => {
                let node = Self::new(self.op, args);
                Some(change(&node).unwrap_or(node))
            }
            None => change(self),
        }
    }
    /// Rebuilds the tree with every node replaced by `change(node with changed children)`.
    pub fn map(&self, change: &mut impl FnMut(Self) -> Self) -> Self {
        if self.args.is_empty() {
            return change(self.clone());
        }
        let args: Arc<[Self]> = self.args.iter().map(|arg| arg.map(change)).collect();
        let args = Args(Some(args));
        change(Self { op: self.op, args })
    }
}
