//! Programs at a point: registers are filled in order, blocks once for each value of their name.

use super::code::Code;
use super::flags;
use super::number::Number;
use super::operate;
use super::point::Point;
use super::program::{Act, Node, Program, Register};
use super::value::{Reason, Value};
use super::whole::Factors;
use super::{binding, relation};
use std::cell::RefCell;

/// How many registers one evaluation may fill; sums in integrals in limits stop there.
const BUDGET: u64 = 400_000;
/// The same where estimates do not count.
const STRICT: u64 = 3_000_000;

thread_local! {
    static SCRATCH: RefCell<Vec<Vec<Value>>> = const { RefCell::new(Vec::new()) };
}

/// Lends registers that earlier evaluations used.
pub(super) fn scratch<T>(run: impl FnOnce(&mut Vec<Value>) -> T) -> T {
    let mut registers = SCRATCH.with_borrow_mut(Vec::pop).unwrap_or_default();
    let result = run(&mut registers);
    SCRATCH.with_borrow_mut(|s| s.push(registers));
    result
}

/// An evaluation under way.
pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) point: &'p Point,
    registers: &'p mut Vec<Value>,
    limit: u64,
    factors: Factors,
    /// Whether this is within an integral.
    pub(super) integrates: bool,
}

impl<'p> Machine<'p> {
    pub(super) fn new(
        program: &'p Program,
        point: &'p Point,
        registers: &'p mut Vec<Value>,
    ) -> Self {
        let steps = if flags::is_strict() { STRICT } else { BUDGET };
        if registers.len() < program.nodes.len() {
            registers.resize(program.nodes.len(), Value::Undefined);
        }
        Self {
            program,
            point,
            registers,
            limit: flags::limit().min(flags::effort() + steps),
            factors: Factors::default(),
            integrates: false,
        }
    }

    /// The value in a register.
    pub(super) fn get(&self, register: Register) -> &Value {
        &self.registers[register as usize]
    }

    /// The value in a register that is not needed again.
    pub(super) fn take(&mut self, register: Register) -> Value {
        std::mem::replace(&mut self.registers[register as usize], Value::Undefined)
    }

    /// Fills registers in order.
    pub(super) fn run(&mut self, steps: &[Register]) {
        let program = self.program;
        for register in steps {
            let value = self.node(&program.nodes[*register as usize]);
            self.registers[*register as usize] = value;
        }
    }

    /// Whether steps are left, of which these are used up: many digits take more of them.
    pub(super) fn spend(&mut self, steps: u64) -> bool {
        flags::work(steps);
        flags::effort() < self.limit
    }

    /// Runs a block with a value for its name: its roots hold what comes out. False when there are
    /// no steps left.
    pub(super) fn block(&mut self, block: u32, value: Value) -> bool {
        let program = self.program;
        let block = &program.blocks[block as usize];
        if !self.spend(block.steps.len() as u64 + 2) {
            return false;
        }
        self.registers[block.variable as usize] = value;
        self.run(&block.steps);
        true
    }

    /// Runs a block and gives its first root.
    pub(super) fn body(&mut self, block: u32, value: Value) -> Value {
        self.root(block, value, 0)
    }

    /// Runs a block and gives one of its roots.
    pub(super) fn root(&mut self, block: u32, value: Value, root: usize) -> Value {
        if !self.block(block, value) {
            return Value::Unknown(Reason::Budget);
        }
        let register = self.program.blocks[block as usize].roots[root];
        self.get(register).clone()
    }

    /// Whether something else is bound inside a block.
    pub(super) fn has_loops(&self, block: u32) -> bool {
        let steps = &self.program.blocks[block as usize].steps;
        let act = |register: &Register| self.program.nodes[*register as usize].act;
        steps.iter().any(|r| matches!(act(r), Act::Bind(..)))
    }

    /// Whether what depends on the name of a block may have corners or jumps.
    pub(super) fn has_corners(&self, block: u32) -> bool {
        let block = &self.program.blocks[block as usize];
        block.steps.iter().any(|register| {
            let act = self.program.nodes[*register as usize].act;
            if let Act::Bind(_, inner, _) = act {
                return self.has_corners(inner);
            }
            matches!(
                act,
                Act::Cases
                    | Act::Apply(
                        Code::Abs
                            | Code::Max
                            | Code::Min
                            | Code::Floor
                            | Code::Ceil
                            | Code::Sgn
                            | Code::Mod
                            | Code::Norm
                            | Code::Positivepart
                            | Code::Negativepart,
                        _
                    )
            )
        })
    }

    fn node(&mut self, node: &Node) -> Value {
        match node.act {
            Act::Constant(place) => self.program.constants[place as usize].clone(),
            Act::Symbol(index) => match self.point.values.get(&index) {
                Some(value) => value.clone(),
                None => Value::Unknown(Reason::Unbound),
            },
            Act::Free(index) => Value::Function(self.point.free(index)),
            Act::Variable(_) => Value::Unknown(Reason::Unbound),
            Act::Apply(code, op) => self.apply(code, op, &node.args),
            Act::Indexed(symbol) => self.indexed(symbol, &node.args),
            Act::Label(name) => match self.get(node.args[0]).as_integer() {
                Some(index) => Value::integer(index),
                None => Value::integer(1_000_000 + i64::from(name)),
            },
            Act::Cases => self.cases(&node.args),
            Act::Common => self.common(&node.args),
            Act::Pattern => {
                let known = node
                    .args
                    .iter()
                    .find(|a| *self.get(**a) != Value::Unknown(Reason::Pattern));
                match known {
                    Some(register) => self.get(*register).clone(),
                    None => Value::Unknown(Reason::Pattern),
                }
            }
            Act::Bind(code, block, op) => binding::value(self, code, block, op, &node.args),
        }
    }

    /// Numbers are worked on where they lie; all other values are gathered first.
    fn apply(&mut self, code: Code, op: crate::term::Op, args: &[Register]) -> Value {
        match (code, args) {
            (Code::Add, [first, rest @ ..]) => {
                if let Some(sum) = self.fold(*first, rest, Number::plus) {
                    return sum;
                }
            }
            (Code::Mul, [first, rest @ ..]) => {
                if let Some(product) = self.fold(*first, rest, Number::times) {
                    return product;
                }
            }
            (Code::Neg, [x]) => {
                if let Value::Number(n) = self.get(*x) {
                    return Value::Number(n.negated());
                }
            }
            (Code::Div, [a, b]) => {
                if let (Value::Number(a), Value::Number(b)) = (self.get(*a), self.get(*b)) {
                    return Value::defined(a.over(b));
                }
            }
            (Code::Binom, [n, k]) => {
                let (of, at) = (&self.registers[*n as usize], &self.registers[*k as usize]);
                if let (Value::Number(n), Some(k)) = (of, at.as_integer()) {
                    return self.factors.binomial(n, k);
                }
            }
            (Code::Eq | Code::Ne | Code::Lt | Code::Le | Code::Gt | Code::Ge, [a, b]) => {
                return relation::compare(code, self.get(*a), self.get(*b));
            }
            (_, [x]) => {
                if let Value::Number(n) = self.get(*x)
                    && let Some(value) = super::elementary::of_one(code, n, self.point)
                {
                    return value;
                }
            }
            // Fractions and angles are divided, too.
            (Code::Divides | Code::Congruent, _) => {}
            (_, [a, b]) => {
                if let (Value::Number(a), Value::Number(b)) = (self.get(*a), self.get(*b))
                    && let Some(value) = super::elementary::of_two(code, a, b, self.point)
                {
                    return value;
                }
            }
            _ => {}
        }
        let values: Vec<Value> = args.iter().map(|a| self.get(*a).clone()).collect();
        operate::apply(code, op, &values, self.point)
    }

    fn fold(
        &self,
        first: Register,
        rest: &[Register],
        join: impl Fn(&Number, &Number) -> Number,
    ) -> Option<Value> {
        let Value::Number(first) = self.get(first) else {
            return None;
        };
        let mut total = first.clone();
        for register in rest {
            let Value::Number(next) = self.get(*register) else {
                return None;
            };
            total = join(&total, next);
        }
        Some(Value::number(total))
    }

    fn indexed(&mut self, symbol: u32, args: &[Register]) -> Value {
        let mut places = [0_i64; 6];
        if args.len() > places.len() {
            return Value::Unknown(Reason::TooLarge);
        }
        for (place, arg) in places.iter_mut().zip(args) {
            match (self.get(*arg), self.get(*arg).as_integer()) {
                (_, Some(index)) => *place = index,
                // A broken index tells symbols apart like a name.
                (Value::Number(n), None) if n.near().abs() < 1e6 => {
                    *place = 2_000_000 + (n.near().re * 5040.0).round() as i64;
                }
                (value, None) => return Value::missing([value]),
            }
        }
        self.point.indexed(symbol, &places[..args.len()])
    }

    fn cases(&self, args: &[Register]) -> Value {
        for pair in args.chunks(2) {
            let [value, condition] = pair else {
                return Value::Undefined;
            };
            match self.get(*condition) {
                Value::Bool(true) => return self.get(*value).clone(),
                Value::Bool(false) => {}
                other => return Value::missing([other]),
            }
        }
        Value::Undefined
    }

    fn common(&self, args: &[Register]) -> Value {
        let mut found: Option<i64> = None;
        for arg in args {
            match (self.get(*arg).as_integer(), found) {
                (Some(k), Some(known)) if k != known => return Value::Unknown(Reason::Pattern),
                (Some(k), _) => found = Some(k),
                (None, _) => return Value::Unknown(Reason::Pattern),
            }
        }
        found.map_or(Value::Unknown(Reason::Pattern), Value::integer)
    }
}
