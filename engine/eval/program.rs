//! Terms as programs: registers in the order of their calculation, equal subterms once.

use super::code::Code;
use super::compile::Compiler;
use super::flags::{self, Precision};
use super::machine::{self, Machine};
use super::point::Point;
use super::value::{Reason, Value};
use crate::atoms::Atoms;
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// The place of a value.
pub(super) type Register = u32;

/// How the value of a register is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Act {
    /// One of the constants.
    Constant(u32),
    /// The value of a symbol.
    Symbol(u32),
    /// The function that an operator without a meaning stands for.
    Free(u32),
    /// What the binder of this number puts there.
    Variable(u32),
    /// An operator over registers; the second part names it for reasons.
    Apply(Code, Op),
    /// The value of a symbol with indices.
    Indexed(u32),
    /// An index that is a name: its value where it is an integer, otherwise the name itself.
    Label(u32),
    /// Values and conditions in turn, perhaps a last value without one.
    Cases,
    /// The common integer of registers.
    Common,
    /// The first register that does not miss a pattern.
    Pattern,
    /// A binder over a block.
    Bind(Code, u32, Op),
}

/// A register's act and the registers it needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) act: Act,
    pub(super) args: Box<[Register]>,
}

/// What is calculated again for each value of a bound name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Block {
    /// Where the value of the name is put.
    pub(super) variable: Register,
    /// What is wanted.
    pub(super) roots: Vec<Register>,
    /// What depends on the name, in order.
    pub(super) steps: Vec<Register>,
}

/// Terms, ready to be evaluated at many points.
#[derive(Clone, Debug)]
pub struct Program {
    pub(super) nodes: Vec<Node>,
    pub(super) blocks: Vec<Block>,
    pub(super) constants: Vec<Value>,
    roots: Vec<Register>,
    steps: Vec<Vec<Register>>,
}

impl Program {
    /// Compiles terms over the same atoms.
    ///
    /// Declarations of quantifiers are premises where a statement claims something of all values:
    /// `\forall d: s` is `d ⇒ s` at the point, so a statement is true when it is at all points. A
    /// claim that some value exists is true when one is found among the members of a finite set or
    /// some usual numbers, and unknown otherwise. Bound names of sums, limits and integrals take
    /// the values they run over. An indefinite integral is the one that vanishes at a fixed place.
    pub fn compile(terms: &[&Term], vocabulary: &Vocabulary, atoms: &Atoms) -> Self {
        let mut compiler = Compiler::new(vocabulary, atoms);
        let roots: Vec<Register> = terms.iter().map(|t| compiler.statement(t)).collect();
        let steps = roots.iter().map(|r| compiler.steps(*r)).collect();
        Self {
            nodes: compiler.nodes,
            blocks: compiler.blocks,
            constants: compiler.constants,
            roots,
            steps,
        }
    }

    /// How many different subterms there are.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// The value of a term, by its place among those compiled, at a point.
    ///
    /// With `Fast`, what lies within errors counts as equal; [`Self::decide`] asks for more digits.
    pub fn value(&self, term: usize, point: &Point, precision: Precision) -> Value {
        self.traced(term, point, precision).0
    }

    /// The value, and whether more digits could change it.
    pub fn traced(&self, term: usize, point: &Point, precision: Precision) -> (Value, bool) {
        let (Some(root), Some(steps)) = (self.roots.get(term), self.steps.get(term)) else {
            return (Value::Undefined, false);
        };
        if flags::is_spent() {
            return (Value::Unknown(Reason::Budget), false);
        }
        flags::take_close();
        flags::work(steps.len() as u64);
        let value = flags::at(precision, || {
            machine::scratch(|registers| {
                let mut machine = Machine::new(self, point, registers);
                machine.run(steps);
                machine.take(*root)
            })
        });
        (value, flags::take_close())
    }

    /// The value of a statement with as many digits as it takes: two numbers are the same when
    /// they are so exactly or to 160 digits, as far as estimates (of limits, series, integrals)
    /// tell; they differ when their errors keep them apart.
    pub fn decide(&self, term: usize, point: &Point) -> Value {
        self.decide_within(term, point, Precision::Digits160)
    }

    /// The value of a statement as [`Self::decide`] has it, with no more digits than these.
    pub fn decide_within(&self, term: usize, point: &Point, finest: Precision) -> Value {
        let mut value = Value::Undefined;
        for precision in Precision::ALL.into_iter().filter(|p| *p <= finest) {
            flags::take_estimated();
            let (found, close) = self.traced(term, point, precision);
            // What was too much for many digits stays as it was found with fewer.
            if precision > Precision::Fast && matches!(found, Value::Unknown(Reason::Budget)) {
                return value;
            }
            value = found;
            // Estimates do not get better by digits.
            if flags::take_estimated() || !close {
                break;
            }
        }
        value
    }

    /// The value of a term by a second way, which takes nothing from the first: series, limits,
    /// integrals and derivatives with bounds that can be argued, and unknown where there is no such
    /// bound. In floating point the bounds are wide, and found soon.
    pub fn checked(&self, term: usize, point: &Point, precision: Precision) -> Value {
        let run = || flags::strictly(precision, || self.traced(term, point, precision).0);
        match precision {
            // Fractions of many digits are of no use beside wide bounds.
            Precision::Fast => flags::provisionally(run),
            _ => run(),
        }
    }
}
