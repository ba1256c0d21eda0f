//! From terms to registers.

use super::code::Code;
use super::number::Number;
use super::program::{Act, Block, Node, Register};
use super::value::{Reason, Value};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep terms may be.
const DEPTH: u32 = 300;
/// How many registers a program may have.
const SIZE: usize = 60_000;

/// What a claim about all values, or some value, comes to where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// The claim is made: all values may stand for the point.
    Asserted,
    /// Its opposite is.
    Denied,
    /// Neither: its truth is needed.
    Open,
}

/// Compilation under way.
pub(super) struct Compiler<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) atoms: &'a Atoms,
    pub(super) nodes: Vec<Node>,
    pub(super) blocks: Vec<Block>,
    pub(super) constants: Vec<Value>,
    pub(super) scope: Vec<(Op, Register)>,
    pub(super) stance: Stance,
    /// The bound names on which each register depends, as bits.
    free: Vec<u64>,
    /// How many definitions were unfolded.
    pub(super) unfolded: u32,
    known: FxHashMap<Node, Register>,
    depth: u32,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary, atoms: &'a Atoms) -> Self {
        Self {
            vocabulary,
            atoms,
            nodes: Vec::new(),
            blocks: Vec::new(),
            constants: Vec::new(),
            scope: Vec::new(),
            stance: Stance::Asserted,
            free: Vec::new(),
            unfolded: 0,
            known: FxHashMap::default(),
            depth: 0,
        }
    }

    /// A term that stands alone.
    pub(super) fn statement(&mut self, term: &Term) -> Register {
        self.stance = Stance::Asserted;
        self.term(term)
    }

    /// The code of the operator of a node.
    pub(super) fn code(&self, term: &Term) -> Option<Code> {
        self.vocabulary
            .operator(term.op)
            .and_then(|o| Code::of(&o.name))
    }

    /// The register of a node, which may be there already.
    pub(super) fn node(&mut self, act: Act, args: Vec<Register>) -> Register {
        let node = Node {
            act,
            args: args.into(),
        };
        if let Some(found) = self.known.get(&node) {
            return *found;
        }
        if self.nodes.len() >= SIZE && !matches!(act, Act::Constant(_)) {
            return self.unknown(Reason::Budget);
        }
        let mut free = node.args.iter().fold(0, |f, a| f | self.free[*a as usize]);
        match act {
            Act::Variable(v) => free |= 1_u64.checked_shl(v).unwrap_or(0),
            Act::Bind(_, block, _) => {
                let block = &self.blocks[block as usize];
                let inner = block.roots.iter();
                let inner = inner.fold(0, |f, r| f | self.free[*r as usize]);
                free |= inner & !self.free[block.variable as usize];
            }
            _ => {}
        }
        let register = self.nodes.len() as Register;
        self.nodes.push(node.clone());
        self.free.push(free);
        self.known.insert(node, register);
        register
    }

    /// A constant.
    pub(super) fn constant(&mut self, value: Value) -> Register {
        let found = self.constants.iter().position(|c| *c == value);
        let place = found.unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        self.node(Act::Constant(place as u32), Vec::new())
    }
    pub(super) fn integer(&mut self, value: i64) -> Register {
        self.constant(Value::integer(value))
    }
    pub(super) fn unknown(&mut self, reason: Reason) -> Register {
        self.constant(Value::Unknown(reason))
    }
    pub(super) fn truth(&mut self, holds: bool) -> Register {
        self.constant(Value::Bool(holds))
    }
    /// An operator over registers, which stands for the node of a term.
    pub(super) fn apply(&mut self, code: Code, op: Op, args: Vec<Register>) -> Register {
        self.node(Act::Apply(code, op), args)
    }
    /// An operator over registers that comes from no term.
    pub(super) fn made(&mut self, code: Code, args: Vec<Register>) -> Register {
        self.node(Act::Apply(code, Op::operator(0)), args)
    }

    /// A new bound name, or one that no name in scope uses.
    pub(super) fn variable(&mut self) -> Option<Register> {
        let taken = self.scope.iter().map(|(_, r)| self.free[*r as usize]);
        let taken = taken.fold(0, |t, f| t | f);
        let free = (!taken).trailing_zeros();
        (free < 60).then(|| self.node(Act::Variable(free), Vec::new()))
    }

    /// A binder over bodies in which a name stands for a variable.
    pub(super) fn bind(
        &mut self,
        code: Code,
        op: Op,
        name: Op,
        bodies: &[&Term],
        args: Vec<Register>,
    ) -> Register {
        let Some(variable) = self.variable() else {
            return self.unknown(Reason::Budget);
        };
        self.scope.push((name, variable));
        let roots = bodies.iter().map(|b| self.term(b)).collect();
        self.scope.pop();
        self.bound(code, op, variable, roots, args)
    }

    /// A binder over registers that depend on a variable.
    pub(super) fn bound(
        &mut self,
        code: Code,
        op: Op,
        variable: Register,
        roots: Vec<Register>,
        args: Vec<Register>,
    ) -> Register {
        let mut steps = self.reach(&roots, self.free[variable as usize]);
        steps.retain(|r| *r != variable);
        let block = Block {
            variable,
            roots,
            steps,
        };
        let found = self.blocks.iter().position(|b| *b == block);
        let place = found.unwrap_or_else(|| {
            self.blocks.push(block);
            self.blocks.len() - 1
        });
        self.node(Act::Bind(code, place as u32, op), args)
    }

    /// What has to be calculated for a register, outside blocks.
    pub(super) fn steps(&self, root: Register) -> Vec<Register> {
        self.reach(&[root], 0)
    }

    /// The registers below the roots that depend on all names of `on`, and on none that is bound
    /// below, in order.
    fn reach(&self, roots: &[Register], on: u64) -> Vec<Register> {
        let mut seen: FxHashSet<(Register, u64)> = FxHashSet::default();
        let mut found = Vec::new();
        let mut left: Vec<(Register, u64)> = roots.iter().map(|r| (*r, 0)).collect();
        while let Some((register, hidden)) = left.pop() {
            let free = self.free[register as usize];
            if free & on != on || !seen.insert((register, hidden)) {
                continue;
            }
            if free & hidden == 0 {
                found.push(register);
            }
            let node = &self.nodes[register as usize];
            left.extend(node.args.iter().map(|a| (*a, hidden)));
            if let Act::Bind(_, block, _) = node.act {
                let block = &self.blocks[block as usize];
                let hidden = hidden | self.free[block.variable as usize];
                left.extend(block.roots.iter().map(|r| (*r, hidden)));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a register depends on a variable or symbol.
    pub(super) fn depends(&self, register: Register, on: Register) -> bool {
        let mut seen = FxHashSet::default();
        let mut left = vec![register];
        while let Some(register) = left.pop() {
            if register == on {
                return true;
            }
            // Registers are calculated after those that they need.
            if register < on || !seen.insert(register) {
                continue;
            }
            let node = &self.nodes[register as usize];
            left.extend(node.args.iter());
            if let Act::Bind(_, block, _) = node.act {
                left.extend(self.blocks[block as usize].roots.iter());
            }
        }
        false
    }

    /// The register of a term.
    pub(super) fn term(&mut self, term: &Term) -> Register {
        if self.depth == DEPTH {
            return self.unknown(Reason::Budget);
        }
        self.depth += 1;
        let register = self.head(term);
        self.depth -= 1;
        register
    }

    pub(super) fn terms(&mut self, terms: &[Term]) -> Vec<Register> {
        terms.iter().map(|t| self.term(t)).collect()
    }

    /// The register of a term of which neither the truth nor its opposite is claimed.
    pub(super) fn open(&mut self, terms: &[Term]) -> Vec<Register> {
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let registers = self.terms(terms);
        self.stance = before;
        registers
    }

    fn head(&mut self, term: &Term) -> Register {
        match term.op.head() {
            Head::Integer(value) => self.integer(i64::from(value)),
            Head::Literal(index) => match self.atoms.literals.get(index as usize) {
                Some(literal) => {
                    let number = Number::large(literal.value.clone());
                    self.constant(Value::number(number))
                }
                None => self.unknown(Reason::Unbound),
            },
            Head::Symbol(_) | Head::Slot(_) if term.args.is_empty() => {
                let found = self.scope.iter().rev().find(|(name, _)| *name == term.op);
                match (found, term.op.head()) {
                    (Some((_, register)), _) => *register,
                    (None, Head::Symbol(index)) => self.node(Act::Symbol(index), Vec::new()),
                    _ => self.unknown(Reason::Unbound),
                }
            }
            Head::Opaque(_) => self.unknown(Reason::Opaque),
            Head::Symbol(_) | Head::Slot(_) => self.unknown(Reason::Mismatch),
            Head::Operator(_) => {
                let vocabulary = self.vocabulary;
                let operator = vocabulary.operator(term.op);
                if let Some(definition) = operator.and_then(|o| o.define.as_ref()) {
                    return self.defined(definition, term);
                }
                match (self.code(term), operator) {
                    (Some(code), _) => self.operator(code, term),
                    (None, Some(operator)) if operator.free => self.free(operator, term),
                    _ => self.unknown(Reason::Unsupported(term.op)),
                }
            }
        }
    }

    fn operator(&mut self, code: Code, term: &Term) -> Register {
        let op = term.op;
        if let (Code::Eq | Code::Subset | Code::Subseteq | Code::Supset | Code::Supseteq, [a, b]) =
            (code, &*term.args)
            && let Some(register) = self.special(code, op, a, b)
        {
            return register;
        }
        match (code, &*term.args) {
            (Code::Idx, [base, indices @ ..]) => self.indexed(op, base, indices),
            (Code::Chain, sides) => self.chain(sides),
            (Code::Not, [inner]) => {
                let inner = self.denied(inner);
                self.apply(Code::Not, op, vec![inner])
            }
            (Code::Implies, [premise, conclusion]) | (Code::Impliedby, [conclusion, premise]) => {
                let premise = self.denied(premise);
                let conclusion = self.term(conclusion);
                self.apply(Code::Implies, op, vec![premise, conclusion])
            }
            (Code::When, [value, condition]) => self.when(op, value, condition),
            (Code::Therefore | Code::Because | Code::Asked, [inner])
            | (Code::Labelled, [_, inner]) => self.term(inner),
            (Code::Maps, [_, _, _]) => self.truth(true),
            (Code::Forall | Code::Exists | Code::Existsunique | Code::Existsnone, _) => {
                self.quantifier(code, term)
            }
            (Code::Cases, branches) => self.cases(branches),
            (Code::Addseq | Code::Mulseq | Code::Unionseq | Code::Interseq, args) => {
                self.ellipsis(code, op, args)
            }
            (Code::In | Code::Notin, [element, set]) => self.membership(code, op, element, set),
            (Code::Diff | Code::Pdiff, [x, order, body]) => self.derivative(op, x, order, body),
            (Code::Evalat, [body, place]) => self.at_place(op, body, place),
            (Code::Evalbetween, [body, low, high]) => self.between(op, body, low, high),
            (Code::Congruent, [a, b, m]) => {
                let (a, b, m) = (self.term(a), self.term(b), self.term(m));
                let off = self.difference(a, b);
                self.apply(Code::Congruent, op, vec![m, off])
            }
            // Iterated or a power: `f^2(x)` may be either.
            (Code::Call, [f, ..]) if self.code(f) == Some(Code::Fpow) => {
                self.unknown(Reason::Unsupported(f.op))
            }
            (Code::Call, [f, args @ ..]) => {
                let f = self.term(f);
                let args = self.terms(args);
                let argument = self.folded(args);
                self.apply(Code::Call, op, vec![f, argument])
            }
            (
                Code::Iff | Code::Xor | Code::Eq | Code::Equiv | Code::Defines | Code::Definesback,
                args,
            ) => {
                let args = self.open(args);
                self.apply(code, op, args)
            }
            (code, args) => match self.binder(code, term) {
                Some(register) => register,
                None => {
                    let args = self.terms(args);
                    self.plain(code, op, args)
                }
            },
        }
    }

    /// Relations of sets by a condition, and of antiderivatives.
    fn special(&mut self, code: Code, op: Op, a: &Term, b: &Term) -> Option<Register> {
        if let Some(register) = self.same_sets(code, op, a, b) {
            return Some(register);
        }
        if code == Code::Eq {
            return self.antiderivatives(op, a, b);
        }
        None
    }

    /// Operators that are written with others.
    pub(super) fn plain(&mut self, code: Code, op: Op, args: Vec<Register>) -> Register {
        let (code, negated) = match code {
            Code::Notsubseteq => (Code::Subseteq, true),
            Code::Notdivides => (Code::Divides, true),
            Code::Notless => (Code::Lt, true),
            Code::Notgreater => (Code::Gt, true),
            Code::Notle => (Code::Le, true),
            Code::Notge => (Code::Ge, true),
            Code::Logequiv => (Code::Iff, false),
            code => (code, false),
        };
        match (code, &*args) {
            (Code::Subsetneq | Code::Supsetneq, [a, b]) => {
                let (small, large) = if code == Code::Subsetneq {
                    (*a, *b)
                } else {
                    (*b, *a)
                };
                let inside = self.apply(Code::Subseteq, op, vec![small, large]);
                let differ = self.made(Code::Ne, vec![small, large]);
                return self.made(Code::And, vec![inside, differ]);
            }
            (Code::Percent, [x]) => {
                let hundred = self.integer(100);
                return self.made(Code::Div, vec![*x, hundred]);
            }
            (Code::Permille, [x]) => {
                let thousand = self.integer(1000);
                return self.made(Code::Div, vec![*x, thousand]);
            }
            (Code::Degrees, [x]) => {
                let (pi, half) = (self.made(Code::Pi, Vec::new()), self.integer(180));
                let turn = self.made(Code::Div, vec![pi, half]);
                return self.made(Code::Mul, vec![*x, turn]);
            }
            // Proportions are equal where all parts are the same multiples of the last.
            (Code::Ratios, [parts @ .., last]) => {
                let over = |part: &Register| self.made(Code::Div, vec![*part, *last]);
                let parts: Vec<Register> = parts.iter().map(over).collect();
                return self.made(Code::Tuple, parts);
            }
            (Code::Ratio, [_, _]) => return self.made(Code::Div, args),
            (Code::Div, [top, below]) => {
                if let Some(register) = self.over_exponential(*top, *below) {
                    return register;
                }
            }
            (Code::Pow, [base, exponent]) => {
                if let Some(register) = self.power_of_exponential(*base, *exponent) {
                    return register;
                }
            }
            (Code::Mixed, [whole, top, below]) => {
                let part = self.made(Code::Div, vec![*top, *below]);
                return self.made(Code::Add, vec![*whole, part]);
            }
            _ => {}
        }
        let register = self.apply(code, op, args);
        if negated {
            self.made(Code::Not, vec![register])
        } else {
            register
        }
    }

    pub(super) fn difference(&mut self, a: Register, b: Register) -> Register {
        let negative = self.made(Code::Neg, vec![b]);
        self.made(Code::Add, vec![a, negative])
    }

    /// A term whose opposite is claimed where this one is.
    pub(super) fn denied(&mut self, term: &Term) -> Register {
        let before = self.stance;
        self.stance = match before {
            Stance::Asserted => Stance::Denied,
            Stance::Denied => Stance::Asserted,
            Stance::Open => Stance::Open,
        };
        let register = self.term(term);
        self.stance = before;
        register
    }

    /// One argument from several: multiples and products, so that the order means something.
    pub(super) fn folded(&mut self, args: Vec<Register>) -> Register {
        let mut args = args.into_iter();
        let Some(mut sum) = args.next() else {
            return self.unknown(Reason::Mismatch);
        };
        for (k, arg) in args.enumerate() {
            let k = k as i64;
            let (a, b) = (Number::exact(0.625), Number::exact(0.1875));
            let (a, b) = (
                a.over(&Number::integer(k + 1)),
                b.over(&Number::integer(2 * k + 1)),
            );
            let (a, b) = (
                self.constant(Value::defined(a)),
                self.constant(Value::defined(b)),
            );
            let linear = self.made(Code::Mul, vec![a, arg]);
            let mixed = self.made(Code::Mul, vec![b, sum, arg]);
            sum = self.made(Code::Add, vec![sum, linear, mixed]);
        }
        sum
    }
}
