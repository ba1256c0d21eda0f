//! Random terms to put for the variables of a rule.

use crate::atoms::{Atoms, Shown, Symbol};
use crate::choice::Draws;
use crate::eval::{Domain, Numbers};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// Makes terms over a growing table of symbols.
pub(super) struct Maker<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) draws: &'a mut Draws,
    pub(super) atoms: Atoms,
    pub(super) domains: BTreeMap<u32, Domain>,
    /// Whether symbols are drawn from small integers, so that special cases occur.
    pub(super) small: bool,
    /// Whether every symbol is a new one and terms are as small as they can be.
    pub(super) generic: bool,
}

impl Maker<'_> {
    /// A node over these, when the vocabulary has the operator.
    pub(super) fn node(&self, name: &str, args: Vec<Term>) -> Option<Term> {
        Some(Term::new(self.vocabulary.find(name)?, args))
    }

    /// A literal integer.
    pub(super) fn integer(&self, value: i64) -> Option<Term> {
        let size = u32::try_from(value.abs()).ok().filter(|v| *v < 1 << 28)?;
        let literal = Term::leaf(Op::integer(size));
        if value < 0 {
            self.node("neg", vec![literal])
        } else {
            Some(literal)
        }
    }

    /// A symbol of a kind and a domain: one that there is already, now and then.
    pub(super) fn symbol(&mut self, kind: Kind, domain: Option<Domain>) -> Term {
        let known: Vec<u32> = (0..self.atoms.symbols.len() as u32)
            .filter(|i| {
                self.atoms.symbols[*i as usize].kind == kind
                    && self.domains.get(i).copied() == domain.or_else(|| self.usual(kind))
            })
            .collect();
        if !self.generic && !known.is_empty() && self.draws.chance(0.3) {
            return Term::leaf(Op::symbol(known[self.draws.below(known.len())]));
        }
        let letter = match kind {
            Kind::Fn => "f",
            Kind::Set | Kind::Event => "A",
            Kind::Mat => "M",
            Kind::Vec => "v",
            Kind::Rv => "X",
            Kind::Prop => "p",
            _ => "x",
        };
        let index = self.atoms.symbols.len() as u32;
        let name = format!("{letter}_{index}");
        self.atoms.symbols.push(Symbol {
            name,
            kind,
            protected: false,
            shown: Shown::default(),
        });
        if let Some(domain) = domain.or_else(|| self.usual(kind)) {
            self.domains.insert(index, domain);
        }
        Term::leaf(Op::symbol(index))
    }

    fn usual(&self, kind: Kind) -> Option<Domain> {
        match kind {
            Kind::Num | Kind::Any if self.small => Some(Domain {
                low: Some((-2.0, false)),
                high: Some((3.0, false)),
                ..Domain::of(Numbers::Integer)
            }),
            Kind::Num | Kind::Any => Some(Domain::of(Numbers::Complex)),
            _ => None,
        }
    }

    /// A term of a kind; names in `free` may occur in it, if they are numbers.
    pub(super) fn term(&mut self, kind: Kind, free: &[Term], depth: u32) -> Option<Term> {
        let depth = if self.generic { depth / 2 } else { depth };
        match kind {
            Kind::Num | Kind::Any => self.number(free, depth),
            Kind::Set | Kind::Event => {
                let leaf = self.indexed(kind, free);
                match self.draws.below(if depth == 0 { 3 } else { 6 }) {
                    3 => self.node("compl", vec![leaf]),
                    4 => {
                        let other = self.indexed(kind, free);
                        self.node("union", vec![leaf, other])
                    }
                    5 => {
                        let other = self.indexed(kind, free);
                        self.node("inter", vec![leaf, other])
                    }
                    _ => Some(leaf),
                }
            }
            Kind::Prop => match self.draws.below(if depth == 0 { 3 } else { 5 }) {
                3 => {
                    let (a, b) = (self.number(free, 0)?, self.number(free, 0)?);
                    self.node("lt", vec![a, b])
                }
                4 => {
                    let inner = self.symbol(kind, None);
                    self.node("not", vec![inner])
                }
                _ => Some(self.symbol(kind, None)),
            },
            Kind::Mat if depth > 0 && self.draws.chance(0.2) => {
                let inner = self.symbol(kind, None);
                self.node("transpose", vec![inner])
            }
            Kind::Fn if depth > 0 && self.draws.chance(0.2) => {
                let inner = self.symbol(kind, None);
                let order = self.integer(1)?;
                self.node("prime", vec![inner, order])
            }
            _ => Some(self.symbol(kind, None)),
        }
    }

    /// A symbol that has a bound name as an index, where there is one.
    fn indexed(&mut self, kind: Kind, free: &[Term]) -> Term {
        let symbol = self.symbol(kind, None);
        match free
            .first()
            .filter(|t| !matches!(t.op.head(), crate::term::Head::Symbol(_)))
        {
            Some(name) => {
                let args = vec![symbol.clone(), name.clone()];
                self.node("idx", args).unwrap_or(symbol)
            }
            None => symbol,
        }
    }

    fn number(&mut self, free: &[Term], depth: u32) -> Option<Term> {
        if self.generic && !free.is_empty() {
            let function = self.symbol(Kind::Fn, None);
            let args = [&[function], free].concat();
            return self.node("call", args);
        }
        if self.generic && depth == 0 {
            return Some(self.symbol(Kind::Num, None));
        }
        if depth == 0 || self.draws.chance(0.35) {
            if !free.is_empty() && self.draws.chance(0.6) {
                return Some(free[self.draws.below(free.len())].clone());
            }
            if self.draws.chance(0.15) {
                let value = self.draws.below(5) as i64;
                return self.integer(value);
            }
            return Some(self.symbol(Kind::Num, None));
        }
        let one = self.number(free, depth - 1)?;
        match self.draws.below(8) {
            0 => self.node("neg", vec![one]),
            1 | 2 => {
                let other = self.number(free, depth - 1)?;
                self.node("add", vec![one, other])
            }
            3 | 4 => {
                let other = self.number(free, depth - 1)?;
                self.node("mul", vec![one, other])
            }
            5 => {
                let two = self.integer(2)?;
                self.node("pow", vec![one, two])
            }
            6 => self.node("sin", vec![one]),
            _ => {
                let function = self.symbol(Kind::Fn, None);
                self.node("call", vec![function, one])
            }
        }
    }
}
