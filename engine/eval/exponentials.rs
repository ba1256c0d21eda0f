//! Exponentials below fractions and under powers, which are too large far out though the whole is not.

use super::code::Code;
use super::compile::Compiler;
use super::program::{Act, Register};

impl Compiler<'_> {
    fn applied(&self, register: Register) -> Option<Code> {
        match self.nodes[register as usize].act {
            Act::Apply(code, _) => Some(code),
            _ => None,
        }
    }

    /// A quotient by exponentials as a product with those of the opposite: far out they are too large to
    /// divide by, where the quotient is all but zero.
    pub(super) fn over_exponential(&mut self, top: Register, below: Register) -> Option<Register> {
        let applied = |register| self.applied(register);
        let factors: Vec<Register> = match applied(below) {
            Some(Code::Mul) => self.nodes[below as usize].args.to_vec(),
            _ => vec![below],
        };
        let powers =
            |register: Register| match (applied(register), &*self.nodes[register as usize].args) {
                (Some(Code::Exp), [of]) => Some((None, *of)),
                (Some(Code::Pow), [base, of])
                    if applied(*base) == Some(Code::Euler) && self.fixed(*of).is_none() =>
                {
                    Some((Some(*base), *of))
                }
                _ => None,
            };
        let found: Vec<_> = factors.iter().map(|f| (*f, powers(*f))).collect();
        let (mut kept, mut moved) = (Vec::new(), vec![top]);
        for (factor, power) in found {
            let Some((base, of)) = power else {
                kept.push(factor);
                continue;
            };
            let opposite = self.made(Code::Neg, vec![of]);
            moved.push(match base {
                Some(base) => self.made(Code::Pow, vec![base, opposite]),
                None => self.made(Code::Exp, vec![opposite]),
            });
        }
        if moved.len() == 1 {
            return None;
        }
        let product = self.made(Code::Mul, moved);
        Some(match kept.len() {
            0 => product,
            1 => self.made(Code::Div, vec![product, kept[0]]),
            _ => {
                let below = self.made(Code::Mul, kept);
                self.made(Code::Div, vec![product, below])
            }
        })
    }

    /// A power of the exponential of a real number as one exponential.
    pub(super) fn power_of_exponential(
        &mut self,
        base: Register,
        exponent: Register,
    ) -> Option<Register> {
        let of = match (self.applied(base)?, &*self.nodes[base as usize].args) {
            (Code::Exp, [of]) => *of,
            (Code::Pow, [e, of]) if self.applied(*e) == Some(Code::Euler) => *of,
            _ => return None,
        };
        if !self.real(of) || !self.real(exponent) {
            return None;
        }
        let product = self.made(Code::Mul, vec![of, exponent]);
        Some(self.made(Code::Exp, vec![product]))
    }

    /// Whether a register holds real numbers alone: numbers and what is integrated or summed over.
    fn real(&self, register: Register) -> bool {
        let node = &self.nodes[register as usize];
        match node.act {
            Act::Constant(place) => self.constants[place as usize]
                .as_number()
                .is_some_and(|number| number.is_exact()),
            Act::Variable(_) => true,
            Act::Apply(Code::Add | Code::Mul | Code::Neg | Code::Div | Code::Pi, _) => {
                node.args.iter().all(|arg| self.real(*arg))
            }
            Act::Apply(Code::Pow, _) => {
                let [base, exponent] = &*node.args else {
                    return false;
                };
                self.real(*base) && self.fixed(*exponent).is_some()
            }
            _ => false,
        }
    }
}
