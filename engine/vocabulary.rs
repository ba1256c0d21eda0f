//! The vocabulary: operators with their signatures, laws and binders, and how they are read.

use crate::atoms::Atoms;
use crate::definition::Definition;
use crate::pattern::Pattern;
use crate::rules::RuleVar;
use crate::term::{Head, Op, SlotSort, Term};
use rustc_hash::FxHashMap;

/// What a term stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Deserialize)]
pub enum Kind {
    /// Not known.
    Any,
    /// A number.
    Num,
    /// A statement.
    Prop,
    /// A set.
    Set,
    /// A matrix.
    Mat,
    /// A vector.
    Vec,
    /// A function.
    Fn,
    /// A random variable.
    Rv,
    /// An event.
    Event,
    /// A tuple or list.
    Tuple,
    /// Words.
    Text,
    /// A point of a figure.
    Point,
}

/// A law that matching, bracketing and checks know about; it is never a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Law {
    /// The order of the arguments means nothing.
    Comm,
    /// Nested applications are written flat: the operator takes any number of arguments.
    Assoc,
    /// The neutral element, dropped where rewriting would introduce it.
    Unit(Op),
    /// Repeating an argument means nothing.
    Idem,
}

/// How many arguments, and of what kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The kinds of the arguments; the last one repeats when `variadic`.
    pub args: Vec<Kind>,
    /// Whether the last argument may occur any number of times (at least once).
    pub variadic: bool,
    /// The kind of the result.
    pub result: Kind,
}

impl Signature {
    /// Whether this many arguments fit.
    pub fn takes(&self, count: usize) -> bool {
        count == self.args.len() || (self.variadic && count > self.args.len())
    }
    /// The kind of the argument at this place.
    pub fn arg(&self, place: usize) -> Option<Kind> {
        self.args
            .get(place)
            .or(if self.variadic {
                self.args.last()
            } else {
                None
            })
            .copied()
    }
}

/// The argument that a binder binds, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The argument that is the bound name.
    pub var: usize,
    /// The arguments in which it is bound.
    pub scope: Vec<usize>,
}

/// An operator.
#[derive(Clone, Debug, PartialEq)]
pub struct Operator {
    /// Its name in S-expressions.
    pub name: String,
    /// Its signatures; the first that fits holds.
    pub signatures: Vec<Signature>,
    /// Its laws.
    pub laws: Vec<Law>,
    /// What it binds.
    pub binds: Option<Binder>,
    /// Labels for selection (`unary`, `trig`, `relation`, `constant`, `signed` …).
    pub tags: Vec<String>,
    /// One sentence.
    pub doc: String,
    /// Whether arguments may be permuted.
    pub comm: bool,
    /// Whether it is a flat node over any number of arguments.
    pub assoc: bool,
    /// Its neutral element.
    pub unit: Option<Op>,
    /// What it stands for, when it is defined by others.
    pub define: Option<Definition>,
    /// Whether it stands for a function of which nothing is known: no built-in operator, and
    /// not defined. It has a random one for its value, the same wherever it stands.
    pub free: bool,
}

/// Operators, levels and readings. Operators are sorted by name, so their indices do not depend on
/// the order of files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Vocabulary {
    /// All operators.
    pub operators: Vec<Operator>,
    /// Where each operator is declared, in the same order; empty when nobody knows.
    pub origins: Vec<crate::rules::Origin>,
    /// Bracket levels, weakest first. See [`Level`].
    pub levels: Vec<String>,
    /// How LaTeX is read.
    pub reads: Vec<Reading>,
    /// The constants among `reads`, by their spellings.
    pub constants: FxHashMap<String, Op>,
    /// Which ways of looking at statements each operator concerns.
    pub(crate) concerns: crate::truth::Table,
}

/// A bracket level: an index into `Vocabulary::levels`, weakest (0, `any`) first.
pub type Level = u8;

/// One way to read an operator from LaTeX.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The rule file it comes from, for `rules show`.
    pub origin: crate::rules::Origin,
    /// What is read.
    pub form: ReadForm,
}

/// The shapes of notation that the reader knows; each may be used for any operator.
///
/// `tex` lists the spellings, all equal: a control word (`\le`), a character (`≤`), or a run of
/// tokens (`\operatorname{sin}`, `:=`).
#[derive(Clone, Debug, PartialEq)]
#[expect(
    missing_docs,
    reason = "the documentation of each variant names its fields"
)]
pub enum ReadForm {
    /// Between two operands.
    Infix {
        tex: Vec<String>,
        op: Op,
        level: Level,
        assoc: Assoc,
    },
    /// Before an operand.
    Prefix {
        tex: Vec<String>,
        op: Op,
        level: Level,
    },
    /// After an operand.
    Postfix {
        tex: Vec<String>,
        op: Op,
        level: Level,
    },
    /// Nothing between two operands.
    Juxtapose { op: Op, level: Level },
    /// A command with braced arguments; `optional` is the default of a first `[…]` argument,
    /// which becomes the last argument of the operator (`\sqrt[n]{x}` is `(root x n)`).
    Command {
        tex: Vec<String>,
        args: usize,
        optional: Option<String>,
        op: Op,
    },
    /// A named function, with or without parentheses, with `^n` and `^{-1}` between name and
    /// argument. `power` names the operator that `^{-1}` gives, when it is not the power
    /// (`\sin^{-1}` is `arcsin`); `base` the operator that a subscript gives (`\log_b`).
    Function {
        tex: Vec<String>,
        op: Op,
        inverse: Option<Op>,
        base: Option<Op>,
    },
    /// A big operator with limits: `op` with `_{i=a}^{b}`, `over` with a set (`_{i \in A}`),
    /// `cond` with a condition (`_{i<j}`), `bare` without any. With an arrow below (`_{x \to a}`)
    /// it is `op`; `over` is then the one from above, `cond` the one from below. When `op` is
    /// tagged `differential` a differential ends the operand.
    Bound {
        tex: Vec<String>,
        op: Op,
        over: Option<Op>,
        cond: Option<Op>,
        bare: Option<Op>,
    },
    /// A pair of delimiters around operands separated by commas.
    Fence {
        open: Vec<String>,
        close: Vec<String>,
        op: Op,
    },
    /// A constant.
    Constant { tex: Vec<String>, op: Op },
    /// LaTeX with holes, in any of several spellings, and the term that it stands for. A spelling
    /// that begins with a hole comes after an operand. `op` is the head of the term.
    Shape {
        tex: Vec<Vec<ShapePiece>>,
        op: Op,
        term: Pattern,
        vars: Vec<RuleVar>,
    },
    /// A function of random variables, written `E[X]`, `E(X)` with any brackets.
    Operatorname {
        tex: Vec<String>,
        op: Op,
        given: Option<Op>,
    },
}

/// A piece of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapePiece {
    /// LaTeX.
    Text(String),
    /// The place of a variable of the shape; a rest variable is a list separated by commas.
    Hole(crate::pattern::Var),
}

/// To which side equal infix operators group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
pub enum Assoc {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a ^ b ^ c` is `a ^ (b ^ c)`.
    Right,
    /// Flat.
    Flat,
    /// A chain of relations.
    Chain,
}

impl Operator {
    /// The kind of the result for arguments of these kinds: that of the first signature that fits,
    /// where an unknown kind fits everything; otherwise that of the first signature.
    pub fn result(&self, args: &[Kind]) -> Kind {
        let fits =
            |wanted: Kind, kind: Kind| wanted == kind || wanted == Kind::Any || kind == Kind::Any;
        let signature = self.signatures.iter().find(|s| {
            args.iter().enumerate().all(|(i, kind)| {
                let wanted = s.args.get(i).or(s.args.last().filter(|_| s.variadic));
                wanted.is_some_and(|wanted| fits(*wanted, *kind))
            })
        });
        match signature.or(self.signatures.first()) {
            Some(signature) => signature.result,
            None => Kind::Any,
        }
    }
    /// Whether it carries this label.
    pub fn has_tag(&self, tag: &str) -> bool {
        self.tags.iter().any(|t| t == tag)
    }
}

impl Vocabulary {
    /// Takes over how LaTeX is read; of several readings of a constant the first.
    pub(crate) fn read_by(&mut self, reads: Vec<Reading>) {
        for reading in &reads {
            if let ReadForm::Constant { tex, op } = &reading.form {
                for name in tex {
                    self.constants.entry(name.clone()).or_insert(*op);
                }
            }
        }
        self.reads = reads;
    }

    /// The operators with a tag.
    pub fn tagged(&self, tag: &str) -> Vec<Op> {
        let all = (0..).map(Op::operator).zip(&self.operators);
        all.filter(|(_, o)| o.has_tag(tag))
            .map(|(op, _)| op)
            .collect()
    }

    /// The operator of this name.
    pub fn find(&self, name: &str) -> Option<Op> {
        self.operators
            .binary_search_by(|o| o.name.as_str().cmp(name))
            .ok()
            .map(|i| Op::operator(i as u32))
    }
    /// The operator of this name, which the built-in vocabulary must have.
    ///
    /// # Panics
    /// When there is none: code that names an operator relies on the vocabulary.
    pub fn op(&self, name: &str) -> Op {
        match self.find(name) {
            Some(op) => op,
            None => panic!("the vocabulary has no operator `{name}`"),
        }
    }
    /// What a term stands for.
    pub fn kind(&self, term: &Term, atoms: &Atoms) -> Kind {
        match term.op.head() {
            Head::Integer(_) | Head::Literal(_) => Kind::Num,
            Head::Symbol(symbol) => atoms
                .symbols
                .get(symbol as usize)
                .map_or(Kind::Any, |s| s.kind),
            Head::Slot(slot) if slot.sort != SlotSort::Any => Kind::Num,
            Head::Slot(_) | Head::Opaque(_) => Kind::Any,
            Head::Operator(index) => {
                let args = term.args.iter().map(|arg| self.kind(arg, atoms));
                self.operators[index as usize].result(&args.collect::<Vec<_>>())
            }
        }
    }
    /// What the vocabulary says of a node, when it is an operator.
    pub fn operator(&self, op: Op) -> Option<&Operator> {
        match op.head() {
            Head::Operator(i) => self.operators.get(i as usize),
            _ => None,
        }
    }
    /// The name of an operator; empty for what is none.
    pub fn name(&self, op: Op) -> &str {
        self.operator(op).map_or("", |o| o.name.as_str())
    }
    /// The level of this name.
    pub fn level(&self, name: &str) -> Option<Level> {
        self.levels
            .iter()
            .position(|l| l == name)
            .map(|i| i as Level)
    }
}
