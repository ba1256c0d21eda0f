//! What is known of every class: signs, integrality, a literal value, its kind, what it depends on.

use super::language::Node;
use super::signs::{Role, constant, infer};
use super::varying::Varying;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Slot, SlotSort};
use crate::vocabulary::{Kind, Vocabulary};
use egg::{Analysis, DidMerge, EGraph, Id, Language};

/// A set of statements about the values of a class, closed under what follows from them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(crate) struct Flags(pub u16);

impl Flags {
    /// Never zero.
    pub(crate) const NONZERO: Self = Self(1);
    /// A real number of at least zero.
    pub(crate) const NONNEG: Self = Self(2 | 8);
    /// A real number greater than zero.
    pub(crate) const POSITIVE: Self = Self(1 | 2 | 4 | 8);
    /// A real number.
    pub(crate) const REAL: Self = Self(8);
    /// An integer.
    pub(crate) const INTEGER: Self = Self(8 | 16);
    /// An integer of at least zero.
    pub(crate) const NATURAL: Self = Self(2 | 8 | 16);
    /// An integer greater than zero.
    pub(crate) const COUNT: Self = Self(1 | 2 | 4 | 8 | 16);
    /// An even integer.
    pub(crate) const EVEN: Self = Self(8 | 16 | 32);
    /// A real number below zero.
    pub(crate) const NEGATIVE: Self = Self(1 | 8 | 64);
    /// The class has a leaf.
    pub(crate) const ATOM: Self = Self(256);
    /// The class holds a compound node of the source.
    pub(crate) const SOURCE: Self = Self(512);

    pub(crate) const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0).closed()
    }
    pub(crate) const fn both(self, other: Self) -> Self {
        Self(self.0 & other.0 & 0xff)
    }
    pub(crate) const fn closed(self) -> Self {
        let mut bits = self.0;
        if bits & 3 == 3 {
            bits |= 4;
        }
        Self(bits)
    }
    pub(crate) const fn only(self, mask: Self, yes: bool) -> Self {
        if yes { Self(self.0 & mask.0) } else { Self(0) }
    }
}

/// The names a value may depend on, or that are bound inside: symbols and slots as bits.
pub(crate) type Names = u128;

/// The bits of slots.
pub(crate) const SLOTS: Names = !0 << 64;

/// The bit of a symbol or slot; symbols from 63 on share one bit, as do slots nested very deeply.
pub(crate) const fn name_bit(op: Op) -> Names {
    match op.head() {
        Head::Symbol(i) => 1 << if i < 63 { i } else { 63 },
        Head::Slot(slot) => {
            1 << (64 + slot.sort as u32 * 10 + if slot.level < 9 { slot.level as u32 } else { 9 })
        }
        _ => 0,
    }
}

/// Everything known of a class.
#[derive(Clone, Copy, PartialEq, Hash, Debug)]
pub(crate) struct Facts {
    /// Signs and the like.
    pub flags: Flags,
    /// The value, when it is a small integer.
    pub value: Option<i64>,
    /// What it stands for.
    pub kind: Kind,
    /// Names that the value may depend on (never too few).
    pub depends: Names,
    /// Names that it varies with though they do not occur in it.
    pub varies: Names,
    /// Slots that some term of the class binds.
    pub binds: Names,
}

/// The analysis: tables of the vocabulary and of one formula.
pub(crate) struct Knowledge<'r> {
    pub(crate) vocabulary: &'r Vocabulary,
    pub(crate) roles: &'r [Role],
    /// What is known of symbols, and their kinds.
    pub(crate) symbols: Vec<(Flags, Kind)>,
    /// What symbols vary with.
    pub(crate) varying: Varying,
    /// Of literals that are not small integers: whether they are integers, and their sign.
    pub(crate) literals: Vec<Flags>,
    /// Pairs of symbols or small integers, the first at least as large as the second; `true` when larger.
    pub(crate) order: Vec<(Op, Op, bool)>,
    /// Whether two different numbers, or a number and a sign that it has not, met in one class.
    pub(crate) conflict: bool,
}

impl<'r> Knowledge<'r> {
    pub(crate) fn new(vocabulary: &'r Vocabulary, roles: &'r [Role], atoms: &Atoms) -> Self {
        use num_traits::Signed;
        let literals = atoms.literals.iter().map(|l| {
            let kind = if l.value.is_integer() {
                Flags::INTEGER
            } else {
                Flags::REAL
            };
            kind.and(if l.value.is_positive() {
                Flags::POSITIVE
            } else if l.value.is_negative() {
                Flags::NEGATIVE
            } else {
                Flags::NONNEG
            })
        });
        Self {
            vocabulary,
            roles,
            symbols: atoms
                .symbols
                .iter()
                .map(|s| (Flags::default(), s.kind))
                .collect(),
            varying: Varying::new(),
            literals: literals.collect(),
            order: Vec::new(),
            conflict: false,
        }
    }

    /// What a symbol varies with.
    fn varies(&self, op: Op) -> Names {
        let symbol = op.as_symbol().filter(|_| !self.varying.is_empty());
        symbol
            .and_then(|i| self.varying.get(&i))
            .copied()
            .unwrap_or(0)
    }

    fn leaf(&self, op: Op) -> Facts {
        let (flags, value, kind) = match op.head() {
            Head::Integer(v) => (of_value(i64::from(v)), Some(i64::from(v)), Kind::Num),
            Head::Literal(i) => (
                self.literals.get(i as usize).copied().unwrap_or_default(),
                None,
                Kind::Num,
            ),
            Head::Symbol(i) => {
                let (flags, kind) = self
                    .symbols
                    .get(i as usize)
                    .copied()
                    .unwrap_or((Flags::default(), Kind::Any));
                (flags, None, kind)
            }
            Head::Slot(Slot { sort, .. }) => match sort {
                SlotSort::Positive => (Flags::COUNT, None, Kind::Num),
                SlotSort::Natural => (Flags::NATURAL, None, Kind::Num),
                SlotSort::Integer => (Flags::INTEGER, None, Kind::Num),
                SlotSort::Real => (Flags::REAL, None, Kind::Num),
                SlotSort::Any | SlotSort::Prime => (Flags::default(), None, Kind::Any),
            },
            Head::Opaque(_) | Head::Operator(_) => (Flags::default(), None, Kind::Any),
        };
        Facts {
            flags: flags.and(Flags::ATOM),
            value,
            kind,
            depends: name_bit(op),
            varies: self.varies(op),
            binds: 0,
        }
    }
}

pub(crate) const fn of_value(v: i64) -> Flags {
    let sign = if v > 0 {
        Flags::POSITIVE
    } else if v < 0 {
        Flags::NEGATIVE
    } else {
        Flags::NONNEG
    };
    sign.and(if v % 2 == 0 {
        Flags::EVEN
    } else {
        Flags::INTEGER
    })
}

impl Analysis<Node> for Knowledge<'_> {
    type Data = Facts;

    fn make(egraph: &mut EGraph<Node, Self>, node: &Node, _: Id) -> Facts {
        let know = &egraph.analysis;
        let op = node.op();
        let kids = node.children();
        let Head::Operator(index) = op.head() else {
            let mut facts = know.leaf(op);
            if !kids.is_empty() {
                facts.flags = Flags::default();
            }
            for &kid in kids {
                facts.depends |= egraph[kid].data.depends;
                facts.varies |= egraph[kid].data.varies;
            }
            return facts;
        };
        let Some(operator) = know.vocabulary.operators.get(index as usize) else {
            return know.leaf(op);
        };
        let at = |i: usize| &egraph[kids[i]].data;
        let (mut depends, mut varies, mut binds) = (0, 0, 0);
        for &kid in kids {
            let data = &egraph[kid].data;
            depends |= data.depends;
            varies |= data.varies;
            binds |= data.binds;
        }
        if let Some(bound) = operator.binds.as_ref().filter(|b| b.var < kids.len()) {
            let slot = at(bound.var).depends;
            depends = 0;
            for (i, &kid) in kids.iter().enumerate() {
                let inner = egraph[kid].data.depends;
                if bound.scope.contains(&i) {
                    depends |= inner & !slot;
                } else if i != bound.var {
                    depends |= inner;
                }
            }
            binds |= slot;
        }
        let kind = know.result(operator, kids.iter().map(|&k| egraph[k].data.kind));
        let role = know
            .roles
            .get(index as usize)
            .copied()
            .unwrap_or(Role::Other);
        let (flags, value) = if kids.is_empty() {
            constant(role)
        } else {
            infer(egraph, role, kids)
        };
        let atom = if kids.is_empty() {
            Flags::ATOM
        } else {
            Flags::default()
        };
        Facts {
            flags: flags.and(atom),
            value,
            kind,
            depends,
            varies,
            binds,
        }
    }

    fn merge(&mut self, a: &mut Facts, b: Facts) -> DidMerge {
        let before = *a;
        a.flags = a.flags.and(b.flags);
        a.value = match (a.value, b.value) {
            (Some(x), Some(y)) => {
                self.conflict |= x != y;
                Some(x.min(y))
            }
            (x, y) => x.or(y),
        };
        if a.flags.has(Flags::NEGATIVE) && a.flags.has(Flags::NONNEG) {
            self.conflict = true;
        }
        if a.value == Some(0) && a.flags.has(Flags::NONZERO) {
            self.conflict = true;
        }
        a.kind = match (a.kind, b.kind) {
            (Kind::Any, k) | (k, Kind::Any) => k,
            (x, y) => x.min(y),
        };
        a.depends &= b.depends;
        a.varies &= b.varies;
        a.binds |= b.binds;
        DidMerge(*a != before, *a != b)
    }
}

impl Knowledge<'_> {
    /// The kind of a node: the result of the first signature that its children fit.
    fn result(
        &self,
        operator: &crate::vocabulary::Operator,
        kids: impl Iterator<Item = Kind> + Clone,
    ) -> Kind {
        let fits = |s: &&crate::vocabulary::Signature| {
            kids.clone().enumerate().all(|(i, kind)| {
                let want = s
                    .args
                    .get(i)
                    .or(s.args.last().filter(|_| s.variadic))
                    .copied();
                want.is_some_and(|w| w == Kind::Any || kind == Kind::Any || w == kind)
            })
        };
        operator
            .signatures
            .iter()
            .find(fits)
            .map_or(Kind::Any, |s| s.result)
    }
}

impl Knowledge<'_> {
    /// The role of an operator.
    pub(crate) fn role(&self, op: Op) -> Role {
        match op.head() {
            Head::Operator(i) => self.roles.get(i as usize).copied().unwrap_or(Role::Other),
            _ => Role::Other,
        }
    }
}
