//! Operators of rule files: those with a definition, and those of which nothing is said.

use super::code::Code;
use super::compile::Compiler;
use super::program::{Act, Register};
use super::value::Reason;
use crate::definition::Definition;
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Operator};

/// How many definitions of a program may be unfolded.
const UNFOLDED: u32 = 5_000;

impl Compiler<'_> {
    /// What a node stands for by the definition of its operator.
    pub(super) fn defined(&mut self, definition: &Definition, term: &Term) -> Register {
        self.unfolded += 1;
        if self.unfolded > UNFOLDED {
            return self.unknown(Reason::Budget);
        }
        match definition.unfold(&term.args, self.vocabulary) {
            Some(meaning) => self.term(&meaning),
            None => self.unknown(Reason::Unsupported(term.op)),
        }
    }

    /// The value of a function that is known by its arguments alone: a number or a statement.
    /// What promises laws has no such value, as a random function keeps none but the order of its
    /// arguments.
    pub(super) fn free(&mut self, operator: &Operator, term: &Term) -> Register {
        let Head::Operator(index) = term.op.head() else {
            return self.unknown(Reason::Unbound);
        };
        let signature = operator
            .signatures
            .iter()
            .find(|s| s.takes(term.args.len()));
        let lawful = operator.assoc || operator.unit.is_some() || operator.binds.is_some();
        let result = match signature {
            Some(signature) if !lawful => signature.result,
            _ => return self.unknown(Reason::Unsupported(term.op)),
        };
        if !matches!(result, Kind::Num | Kind::Prop | Kind::Any) {
            return self.unknown(Reason::Unsupported(term.op));
        }
        let (one, zero, always) = (self.integer(1), self.integer(0), self.truth(true));
        let mut args = Vec::new();
        for (place, arg) in term.args.iter().enumerate() {
            let statement = signature.and_then(|s| s.arg(place)) == Some(Kind::Prop);
            args.push(if statement {
                let holds = self.open(std::slice::from_ref(arg))[0];
                self.node(Act::Cases, vec![one, holds, zero, always])
            } else {
                self.term(arg)
            });
        }
        let argument = match args.len() {
            0 => one,
            1 => args[0],
            _ if operator.comm => {
                let sum = self.made(Code::Add, args.clone());
                let product = self.made(Code::Mul, args);
                self.folded(vec![sum, product])
            }
            _ => self.folded(args),
        };
        let function = self.node(Act::Free(index), Vec::new());
        let value = self.made(Code::Call, vec![function, argument]);
        if result == Kind::Prop {
            return self.made(Code::Gt, vec![value, zero]);
        }
        value
    }
}
