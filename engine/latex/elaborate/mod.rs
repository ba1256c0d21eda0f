//! From the surface tree to terms, once it is known what the symbols stand for.

mod acting;
mod advection;
mod applied;
mod arithmetic;
mod arrows;
mod based;
mod beside;
mod binder;
mod bracket;
mod components;
mod dots;
mod ends;
mod filtrations;
mod fixed;
mod grouping;
mod images;
mod items;
mod layers;
mod leaves;
mod looks;
mod measure;
mod member;
mod opaque;
mod ordered;
mod powers;
mod quantum;
mod residues;
mod scripted;
mod signs;
mod statement;
mod substances;
mod substructures;
mod upright;
mod vectors;
mod word;
mod words;

pub(super) use bracket::{brackets_value, commutes, names_end};
pub(super) use leaves::Leaves;
pub(super) use powers::named_space;
pub(super) use quantum::{QUANTUM, STATES, operators};
pub(super) use signs::Signs;
pub(super) use substances::{chemical, upright};
pub(super) use vectors::transposes;
pub(super) use words::spoken;

use super::kinds::Kinds;
use super::name::Name;
use super::table::Table;
use super::token::Token;
use super::tree::{Head, Join, Tree};
use super::usage::Usage;
use crate::atoms::Atoms;
use crate::diagnostic::Diagnostic;
use crate::normal;
use crate::sexpr;
use crate::term::{Args, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;

/// As many tokens of a formula are looked at for what tells of one of its letters.
const LOOKED: usize = 400;

pub(super) struct Elaborator<'r> {
    pub(super) source: &'r str,
    pub(super) tokens: &'r [Token<'r>],
    pub(super) vocabulary: &'r Vocabulary,
    pub(super) table: &'r Table,
    pub(super) usage: &'r Usage<'r>,
    pub(super) kinds: Kinds<'r>,
    pub(super) atoms: Atoms,
    pub(super) complaints: Vec<Diagnostic>,
    /// The first symbols that have been read: nothing more is to be said of them.
    pub(super) read: u64,
    /// What stands where, when that is asked for.
    pub(super) places: Option<Vec<(Range<usize>, Term)>>,
    /// Where leaves stand in the tables.
    pub(super) leaves: Leaves,
    pub(super) signs: Signs,
    /// As many parts have been read, and may be.
    pub(super) work: usize,
    pub(super) most_work: usize,
    /// Whether something in the formula may be an operator, and whether every hat makes one.
    pub(super) quantum: bool,
    /// Whether something is slashed, once that has been asked.
    pub(super) slashes: OnceCell<bool>,
    /// Names whose products keep their order.
    pub(super) apart: Vec<String>,
    /// Letters whose entries stand in the matrix around, with two indices.
    pub(super) entries: Vec<String>,
    pub(super) hatted: bool,
    /// Names that are bound around what is read.
    pub(super) bound: Vec<Name>,
    /// The bound names that stand under marks alone, which then are no parts of other names.
    pub(super) dependent: Vec<Name>,
    /// Lists that are not in use.
    pub(super) lists: RefCell<Vec<Vec<Term>>>,
}

/// Whether a name means something by itself: words, units, a question mark.
fn verbatim(name: &str) -> bool {
    let long = |rest: &str| rest.trim_end_matches('}').chars().count() > 1;
    if name.len() == 1 {
        return name == "?";
    }
    matches!(name, r"\aleph" | r"\beth" | r"\hbar" | r"\mathbb{F}")
        || name.bytes().all(|b| b.is_ascii_alphabetic())
        || name.starts_with(r"\operatorname{")
        || name.starts_with(r"\_")
        || LONG_NAMES
            .iter()
            .any(|font| name.strip_prefix(font).is_some_and(long))
}

/// Fonts in which several letters are a name, which stays.
const LONG_NAMES: [&str; 5] = [r"\text{", r"\mbox{", r"\textrm{", r"\mathrm{", r"\mathit{"];

/// The longest number of which the value is found: that takes more than linear time.
const LONGEST_NUMBER: usize = 5000;

impl<'r> Elaborator<'r> {
    /// The first tokens of the formula, and all of them unless it is long.
    fn beginning(&self) -> &'r [Token<'r>] {
        &self.tokens[..self.tokens.len().min(LOOKED)]
    }
}

impl Elaborator<'_> {
    /// The operator of this name.
    #[inline(always)]
    fn op(&self, name: &str) -> Option<Op> {
        self.table.named(name)
    }

    /// The node of the operator of this name; the pieces side by side when there is none.
    #[inline]
    fn named(&mut self, name: &str, args: Vec<Term>) -> Term {
        match self.op(name) {
            Some(op) => self.node(op, args),
            None => self.beside(args),
        }
    }

    #[cold]
    fn beside(&mut self, args: Vec<Term>) -> Term {
        match self.op("text") {
            Some(text) => Term::new(text, args),
            None => args
                .into_iter()
                .next()
                .unwrap_or_else(|| self.opaque_text(String::new(), 0)),
        }
    }

    fn node(&self, op: Op, args: Vec<Term>) -> Term {
        let mut op = op;
        let mut shape = self.table.shape(op);
        if let Some(ordered) = shape.ordered
            && args.iter().any(|arg| Some(arg.op) == self.table.dots)
        {
            op = ordered;
            shape = self.table.shape(op);
        }
        if !shape.flat {
            return self.build(op, args);
        }
        let neg = self.table.neg.filter(|_| shape.signed);
        let done = |arg: &Term| arg.op != op && Some(arg.op) != neg;
        if args.len() > 1 && args.iter().all(done) {
            return self.build(op, args);
        }
        match neg {
            Some(neg) => normal::signed_product(op, neg, args),
            None => normal::flat(op, args),
        }
    }

    /// The node over these, as they are; the list is used again.
    fn build(&self, op: Op, mut args: Vec<Term>) -> Term {
        if args.is_empty() {
            return Term::leaf(op);
        }
        let term = Term {
            op,
            args: Args::drained(&mut args),
        };
        self.lists.borrow_mut().push(args);
        term
    }

    /// An empty list for terms.
    fn list(&self) -> Vec<Term> {
        self.lists.borrow_mut().pop().unwrap_or_default()
    }

    fn terms(&mut self, trees: &[Tree], kind: Kind) -> Vec<Term> {
        let mut terms = self.list();
        for tree in trees {
            terms.push(self.term(tree, kind));
        }
        terms
    }

    /// The term of a formula: `m \times n` alone is the size of a matrix.
    pub(super) fn whole(&mut self, tree: &Tree) -> Term {
        if self.runs(tree) {
            let args = self.terms(&tree.args, Kind::Any);
            return self.named("run", args);
        }
        if let Some(term) = self.by_member(tree).or_else(|| self.as_said(tree)) {
            return term;
        }
        // `(1|1)`: nobody writes brackets around what divides what.
        if tree.closed
            && matches!(&tree.head, Head::Chain(_))
            && tree.args.iter().all(Tree::is_numeric)
            && let Some(point) = self.form(tree)
        {
            return point;
        }
        let letters = tree.args.len() == 2
            && tree.args.iter().all(|a| {
                a.symbol().is_some_and(|n| {
                    matches!(n, "m" | "n" | "k" | "l" | "p" | "q" | "r" | "s" | "M" | "N")
                })
            });
        let known = tree.args.iter().any(|a| self.kinds.of(a) != Kind::Any);
        let square = self.square_size(tree);
        match self.size(tree).filter(|_| square || letters && !known) {
            Some(term) => term,
            None => self.term(tree, Kind::Any),
        }
    }

    /// Whether members of one sequence stand side by side around dots on the line: `a_1 \ldots a_n`,
    /// alone or in a language, lists them or makes a word of them.
    fn runs(&self, tree: &Tree) -> bool {
        let Head::Product(joins) = &tree.head else {
            return false;
        };
        let name = tree.args[0].root_symbol();
        let low = |t: &Tree| {
            let spelled = self.source.get(t.start..t.end).unwrap_or("");
            matches!(
                spelled.trim(),
                r"\ldots" | r"\dots" | r"\dotso" | r"\dotsc" | "..." | "…"
            )
        };
        let member = |t: &Tree| t.head == Head::Index && t.root_symbol() == name && name.is_some();
        tree.args.iter().any(|t| self.is_dots(t))
            && joins.iter().all(|j| *j == Join::Beside)
            && tree
                .args
                .iter()
                .all(|t| self.is_dots(t) && low(t) || member(t))
    }

    /// The term of a tree where something of this kind is expected.
    #[inline]
    pub(super) fn term(&mut self, tree: &Tree, expected: Kind) -> Term {
        let term = match &tree.head {
            Head::Symbol(name) => self.symbol(name),
            _ => self.composite(tree, expected),
        };
        if let Some(places) = &mut self.places {
            places.push((tree.start..tree.end, term.clone()));
        }
        term
    }

    fn composite(&mut self, tree: &Tree, expected: Kind) -> Term {
        self.work += 1;
        if self.work > self.most_work {
            // Copies within copies.
            return self.opaque_span(tree);
        }
        match &tree.head {
            Head::Number(spelling) if spelling.len() > LONGEST_NUMBER => {
                self.complaints.push(Diagnostic::error(
                    "long-number",
                    format!("this number has more than {LONGEST_NUMBER} digits"),
                    tree.start..tree.end,
                    "kept as it stands",
                ));
                self.opaque_span(tree)
            }
            Head::Number(_) if expected == Kind::Set && tree.closed => {
                let args = vec![self.term(tree, Kind::Num)];
                self.named("set", args)
            }
            Head::Number(spelling) => match self.number(spelling) {
                Some(op) => Term::leaf(op),
                None => self.opaque_span(tree),
            },
            Head::Symbol(name) => self.symbol(name),
            Head::Apply(op) => self.apply(*op, tree, expected),
            Head::Sum(op, signs) if expected == Kind::Set && self.is_ball(tree) => {
                let around = self.sum(*op, signs, tree, Kind::Num);
                self.named("bracketed", vec![around])
            }
            Head::Sum(op, signs) => self.sum(*op, signs, tree, expected),
            Head::Product(joins)
                if expected == Kind::Set
                    && !(self.atoms.settled && self.is_settled(tree))
                    && self.letters_of_sets(joins, tree) =>
            {
                let args = self.terms(&tree.args, Kind::Any);
                self.named("opmul", args)
            }
            Head::Product(joins)
                if expected == Kind::Prop && crate::latex::operated::related(joins, tree) =>
            {
                let [one, letter, other] = [0, 1, 2].map(|at| self.term(&tree.args[at], Kind::Any));
                let sign = self.named("relating", vec![letter]);
                self.named("chain", vec![one, sign, other])
            }
            Head::Product(joins) => self.product(joins, tree),
            Head::Power => self.power(tree),
            Head::Index => self.index("idx", tree),
            Head::Upper => self.index("up", tree),
            Head::Left(above) => {
                let mut args = self.terms(&tree.args, Kind::Any);
                // `{}_{n|m}q_x`: deferred, and no divisor.
                if let [
                    _,
                    Tree {
                        head: Head::Chain(ops),
                        args: parts,
                        ..
                    },
                ] = tree.args.as_slice()
                    && matches!(ops[..], [op] if self.op("divides") == Some(op))
                {
                    let parts = self.terms(parts, Kind::Any);
                    args[1] = self.named("barred", parts.into_iter().collect());
                }
                self.named(if *above { "leftup" } else { "leftidx" }, args)
            }
            Head::Prime if self.transposes(tree) > 0 => {
                let mut inner = self.term(&tree.args[0], Kind::Mat);
                for _ in 0..self.transposes(tree) {
                    inner = self.named("transpose", vec![inner]);
                }
                inner
            }
            Head::Prime => {
                let args = self.terms(&tree.args, Kind::Any);
                self.named("prime", args)
            }
            Head::Call if self.projects(tree) => {
                let args = [&tree.args[0].args[1], &tree.args[1]];
                let args = args.map(|part| self.term(part, Kind::Any));
                self.named("projective", args.into())
            }
            Head::Call => match self.turned_value(tree) {
                Some(term) => term,
                None => {
                    self.take_space(tree);
                    self.called(tree)
                }
            },
            Head::Chain(ops) => self.chain(ops, tree),
            Head::Relation(op) => self.relation(*op, tree),
            Head::Items if expected == Kind::Set && tree.closed && !tree.args.is_empty() => {
                // `{1, 2} \cup A`: the backslashes of the braces are forgotten.
                let args = self.terms(&tree.args, Kind::Any);
                self.named("set", args)
            }
            Head::Items => self.items(&tree.args, expected),
            Head::Quantified(op) => self.quantified(*op, tree, true),
            Head::Declared(op) => self.quantified(*op, tree, false),
            Head::Fence(op) => self.fence(*op, tree),
            Head::Pair(open, close) => self.pair(open, close, tree, expected),
            Head::Braces if expected == Kind::Num && self.groups(tree) => {
                self.term(&tree.args[0], expected)
            }
            Head::Braces if self.remains(tree, expected) => {
                let args = self.terms(&tree.args, Kind::Num);
                self.named("fracpart", args)
            }
            Head::Braces => match tree.args.as_slice() {
                [] => self.named("emptyset", Vec::new()),
                // `\left\{\begin{matrix} n \\ k \end{matrix}\right\}`
                [only] if self.column(only).is_some() => {
                    let lines = self.column(only).into_iter().flatten();
                    let lines = lines.map(|line| self.term(line, Kind::Any)).collect();
                    let stacked = self.named("stacked", lines);
                    self.named("set", vec![stacked])
                }
                args => {
                    let args = self.terms(args, Kind::Any);
                    self.named("set", args)
                }
            },
            Head::Builder => self.builder(tree),
            Head::Binder(op, sort) => self.binder(*op, *sort, tree),
            Head::Matrix => {
                let around = std::mem::replace(&mut self.entries, arithmetic::entries(tree));
                let args = self.terms(&tree.args, Kind::Num);
                self.entries = around;
                self.named("matrix", args)
            }
            Head::Row => {
                let args = self.terms(&tree.args, Kind::Num);
                self.named("row", args)
            }
            Head::Words(text) => self.said(text),
            Head::Mark(mark) => self.mark(mark),
            Head::Sequence => self.sequence(&tree.args),
            Head::Opaque(from, to) => self.opaque(*from, *to, tree.start),
        }
    }

    pub(super) fn number(&mut self, spelling: &str) -> Option<Op> {
        match self.literal_index(spelling) {
            Some(known) => Some(Op::literal(known as u32)),
            None => sexpr::new_number(&mut self.atoms, spelling),
        }
    }

    fn symbol(&mut self, name: &str) -> Term {
        let index = self.symbol_index(name);
        let bit = 1u64.checked_shl(index).unwrap_or(0);
        if self.read & bit != 0 {
            return Term::leaf(Op::symbol(index));
        }
        self.read |= bit;
        let undecided = name == "i" && self.usage.may_be_unit();
        let kind = self.kinds.symbol(name);
        // The cardinality of the continuum beside others.
        let cardinal = name == r"\mathfrak{c}" && self.source.contains(r"\aleph");
        let constant = matches!(name, r"\gamma" | r"\psi") && self.has_eulers_constant();
        let symbol = &mut self.atoms.symbols[index as usize];
        // The name of a function that is known is no letter to be renamed.
        let named =
            || name.starts_with('\\') && self.table.is_function(name) || word::is_command(name);
        symbol.protected |= undecided
            || cardinal
            || constant
            || verbatim(name)
            || (name.len() > 1 || name == r"\") && named();
        if symbol.kind == Kind::Any {
            symbol.kind = kind;
        }
        Term::leaf(Op::symbol(index))
    }
}
