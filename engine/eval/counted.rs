//! Derivatives whose order is counted, of functions that know theirs of every order.

use super::code::Code;
use super::compile::Compiler;
use super::program::Register;
use crate::term::Term;

impl Compiler<'_> {
    /// A multiple of `f(x)` differentiated as often as a register says: `\frac{d^k}{dx^k} \frac{f(x)}{k!}`.
    pub(super) fn of_function(
        &mut self,
        x: &Term,
        order: Register,
        body: &Term,
    ) -> Option<Register> {
        let has_name = |t: &Term| {
            let mut has = false;
            t.walk(&mut |inner| has |= inner.op == x.op);
            has
        };
        match (self.code(body)?, &*body.args) {
            (Code::Call, [function, arg]) if arg == x && !has_name(function) => {
                let function = self.term(function);
                let derived = self.made(Code::Prime, vec![function, order]);
                let at = self.term(x);
                Some(self.made(Code::Call, vec![derived, at]))
            }
            (Code::Neg, [inner]) => {
                let inner = self.of_function(x, order, inner)?;
                Some(self.opposite(inner))
            }
            (Code::Div, [top, below]) if !has_name(below) => {
                let top = self.of_function(x, order, top)?;
                let below = self.term(below);
                Some(self.ratio(top, below))
            }
            (Code::Mul, factors) => {
                let at = factors.iter().position(has_name)?;
                if factors[at + 1..].iter().any(has_name) {
                    return None;
                }
                let function = self.of_function(x, order, &factors[at])?;
                let mut registers = vec![function];
                for (_, factor) in factors.iter().enumerate().filter(|(k, _)| *k != at) {
                    registers.push(self.term(factor));
                }
                Some(self.made(Code::Mul, registers))
            }
            _ => None,
        }
    }
}
