//! The operators of the vocabulary that equations are made of, and terms made with them.

use crate::normal;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// Operators by name, looked up once.
pub(super) struct Words<'v> {
    pub(super) vocabulary: &'v Vocabulary,
    pub(super) add: Op,
    pub(super) mul: Op,
    pub(super) neg: Op,
    pub(super) div: Op,
    pub(super) pow: Op,
    pub(super) root: Op,
    pub(super) abs: Op,
    pub(super) pi: Op,
    pub(super) e: Op,
    pub(super) ln: Op,
    pub(super) eq: Op,
    pub(super) or: Op,
    pub(super) comma: Op,
}

impl<'v> Words<'v> {
    pub(super) fn new(vocabulary: &'v Vocabulary) -> Self {
        Self {
            vocabulary,
            add: vocabulary.op("add"),
            mul: vocabulary.op("mul"),
            neg: vocabulary.op("neg"),
            div: vocabulary.op("div"),
            pow: vocabulary.op("pow"),
            root: vocabulary.op("root"),
            abs: vocabulary.op("abs"),
            pi: vocabulary.op("pi"),
            e: vocabulary.op("e"),
            ln: vocabulary.op("ln"),
            eq: vocabulary.op("eq"),
            or: vocabulary.op("or"),
            comma: vocabulary.op("comma"),
        }
    }

    /// The name of the operator of a term, or nothing.
    pub(super) fn name(&self, term: &Term) -> &'v str {
        self.vocabulary.name(term.op)
    }

    /// A node in normal form.
    pub(super) fn node(&self, op: Op, args: Vec<Term>) -> Term {
        normal::node(self.vocabulary, op, args)
    }

    /// A node over the operator of this name.
    pub(super) fn named(&self, name: &str, args: Vec<Term>) -> Term {
        self.node(self.vocabulary.op(name), args)
    }

    /// An integer, of which small ones alone are leaves of their own.
    ///
    /// # Errors
    /// None when it is too large for a leaf.
    pub(super) fn integer(&self, value: u64) -> Option<Term> {
        let value = u32::try_from(value).ok().filter(|v| *v < 1 << 28)?;
        Some(Term::leaf(Op::integer(value)))
    }

    /// Zero.
    pub(super) fn zero(&self) -> Term {
        Term::leaf(Op::integer(0))
    }

    pub(super) fn negative(&self, term: Term) -> Term {
        if term.op == self.neg {
            return term.args[0].clone();
        }
        self.node(self.neg, vec![term])
    }

    /// `a = b`.
    pub(super) fn equal(&self, a: Term, b: Term) -> Term {
        self.node(self.eq, vec![a, b])
    }
}

/// Whether a symbol occurs in a term.
pub(super) fn occurs(term: &Term, symbol: u32) -> bool {
    term.op == Op::symbol(symbol) || term.args.iter().any(|arg| occurs(arg, symbol))
}

/// The symbols of a term, in order of their index.
pub(super) fn symbols(term: &Term) -> Vec<u32> {
    let mut found = Vec::new();
    term.walk(&mut |t| {
        if let Head::Symbol(s) = t.op.head() {
            found.push(s);
        }
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// The exponent of a root, when a number is one over it: `1/2`, `1/3`.
pub(super) fn root_index(q: &BigRational) -> Option<u32> {
    let index = q.denom().to_u32()?;
    (q.is_positive() && index > 1 && !q.numer().is_zero() && q.numer().is_one()).then_some(index)
}
