//! Compiling statements with a condition, names with indices, chains of relations, cases.

use super::code::Code;
use super::compile::{Compiler, Stance};
use super::program::{Act, Register};
use super::value::Reason;
use crate::term::{Head, Op, Term};

impl Compiler<'_> {
    pub(super) fn when(&mut self, op: Op, value: &Term, condition: &Term) -> Register {
        let premise = self.denied(condition);
        let conclusion = self.term(value);
        self.apply(Code::Implies, op, vec![premise, conclusion])
    }

    pub(super) fn indexed(&mut self, op: Op, base: &Term, indices: &[Term]) -> Register {
        let Head::Symbol(symbol) = base.op.head() else {
            // An entry of what is calculated.
            let mut args = vec![self.term(base)];
            args.extend(self.terms(indices));
            return self.apply(Code::Idx, op, args);
        };
        if self.scope.iter().any(|(name, _)| *name == base.op) {
            return self.unknown(Reason::Unsupported(op));
        }
        let indices = indices.iter().map(|index| match index.op.head() {
            // A name as an index tells symbols apart, when it is not a number: `x_n`, `P_A`.
            Head::Symbol(name) if !self.scope.iter().any(|(n, _)| *n == index.op) => {
                let value = self.term(index);
                self.node(Act::Label(name), vec![value])
            }
            _ => self.term(index),
        });
        let indices = indices.collect();
        self.node(Act::Indexed(symbol), indices)
    }

    pub(super) fn chain(&mut self, sides: &[Term]) -> Register {
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let values: Vec<&Term> = sides.iter().step_by(2).collect();
        let mut links = Vec::new();
        for (pair, sign) in values.windows(2).zip(sides.iter().skip(1).step_by(2)) {
            let name = self.vocabulary.name(sign.op);
            let link = match Code::of(name.trim_start_matches("rel-")) {
                Some(code @ (Code::In | Code::Notin)) => {
                    self.membership(code, sign.op, pair[0], pair[1])
                }
                Some(Code::Impliedby) => {
                    let (a, b) = (self.term(pair[0]), self.term(pair[1]));
                    self.made(Code::Implies, vec![b, a])
                }
                Some(code) => {
                    let args = vec![self.term(pair[0]), self.term(pair[1])];
                    self.plain(code, sign.op, args)
                }
                None => self.unknown(Reason::Unsupported(sign.op)),
            };
            links.push(link);
        }
        self.stance = before;
        self.made(Code::And, links)
    }

    pub(super) fn cases(&mut self, branches: &[Term]) -> Register {
        let mut parts = Vec::new();
        for branch in branches {
            match (self.code(branch), &*branch.args) {
                (Some(Code::Case), [value, condition]) => {
                    let value = self.term(value);
                    let condition = std::slice::from_ref(condition);
                    let condition = self.open(condition)[0];
                    parts.extend([value, condition]);
                }
                (Some(Code::Otherwise), [value]) => {
                    let (value, always) = (self.term(value), self.truth(true));
                    parts.extend([value, always]);
                }
                _ => return self.unknown(Reason::Unsupported(branch.op)),
            }
        }
        self.node(Act::Cases, parts)
    }
}
