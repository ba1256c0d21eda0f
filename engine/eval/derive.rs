//! Exact derivatives of programs.

use super::binders::is_name;
use super::code::Code;
use super::compile::{Compiler, Stance};
use super::program::{Act, Register};
use super::value::Reason;
use crate::term::{Op, Term};
use rustc_hash::FxHashMap;

/// Derivatives of a higher order are found by differences.
const ORDER: i64 = 8;

impl Compiler<'_> {
    /// `d^order body / dx^order` at the value of the name.
    pub(super) fn derivative(&mut self, op: Op, x: &Term, order: &Term, body: &Term) -> Register {
        if !is_name(x) {
            return self.unknown(Reason::Unsupported(op));
        }
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let (at, order) = (self.term(x), self.term(order));
        let register = match self.fixed(order) {
            Some(n @ 0..=ORDER) => {
                let inner = self.term(body);
                let leaf = matches!(
                    self.nodes[at as usize].act,
                    Act::Symbol(_) | Act::Variable(_)
                );
                (0..n).try_fold(inner, |r, _| {
                    let mut known = FxHashMap::default();
                    leaf.then(|| self.slope(r, at, &mut known, 0)).flatten()
                })
            }
            _ => None,
        };
        let register = match register.or_else(|| self.of_function(x, order, body)) {
            Some(register) => register,
            None => self.bind(Code::Diff, op, x.op, &[body], vec![at, order]),
        };
        self.stance = before;
        register
    }

    /// An equation with an indefinite integral says the same of derivatives.
    pub(super) fn antiderivatives(&mut self, op: Op, a: &Term, b: &Term) -> Option<Register> {
        let name = |t: &Term| {
            let mut found = None;
            t.walk(&mut |t| {
                if self.code(t) == Some(Code::Int) && found.is_none() {
                    found = t.args.first().cloned();
                }
            });
            found
        };
        let x = name(a).or_else(|| name(b)).filter(is_name)?;
        let before = std::mem::replace(&mut self.stance, Stance::Open);
        let at = self.term(&x);
        let (a, b) = (self.term(a), self.term(b));
        self.stance = before;
        if !matches!(
            self.nodes[at as usize].act,
            Act::Symbol(_) | Act::Variable(_)
        ) {
            return None;
        }
        let mut known = FxHashMap::default();
        let a = self.slope(a, at, &mut known, 0)?;
        let b = self.slope(b, at, &mut known, 0)?;
        Some(self.apply(Code::Eq, op, vec![a, b]))
    }

    /// The integer that a register holds at every point.
    pub(super) fn fixed(&self, register: Register) -> Option<i64> {
        match self.nodes[register as usize].act {
            Act::Constant(place) => self.constants[place as usize].as_integer(),
            _ => None,
        }
    }

    fn times(&mut self, a: Register, b: Register) -> Register {
        match (self.fixed(a), self.fixed(b)) {
            (Some(0), _) | (_, Some(0)) => self.integer(0),
            (Some(1), _) => b,
            (_, Some(1)) => a,
            _ => self.made(Code::Mul, vec![a, b]),
        }
    }
    fn total(&mut self, parts: Vec<Register>) -> Register {
        let parts: Vec<Register> = parts
            .into_iter()
            .filter(|p| self.fixed(*p) != Some(0))
            .collect();
        match parts[..] {
            [] => self.integer(0),
            [one] => one,
            _ => self.made(Code::Add, parts),
        }
    }
    pub(super) fn opposite(&mut self, a: Register) -> Register {
        if self.fixed(a) == Some(0) {
            return a;
        }
        self.made(Code::Neg, vec![a])
    }
    pub(super) fn ratio(&mut self, a: Register, b: Register) -> Register {
        if self.fixed(a) == Some(0) {
            return a;
        }
        self.made(Code::Div, vec![a, b])
    }
    fn square(&mut self, a: Register) -> Register {
        let two = self.integer(2);
        self.made(Code::Pow, vec![a, two])
    }

    /// The derivative of a register by a symbol or variable; `None` when it is not known.
    fn slope(
        &mut self,
        of: Register,
        by: Register,
        known: &mut FxHashMap<Register, Option<Register>>,
        depth: u32,
    ) -> Option<Register> {
        if of == by {
            return Some(self.integer(1));
        }
        if let Some(found) = known.get(&of) {
            return *found;
        }
        if depth > 400 {
            return None;
        }
        let result = if self.depends(of, by) {
            self.rule(of, by, known, depth + 1)
        } else {
            Some(self.integer(0))
        };
        known.insert(of, result);
        result
    }

    fn rule(
        &mut self,
        of: Register,
        by: Register,
        known: &mut FxHashMap<Register, Option<Register>>,
        depth: u32,
    ) -> Option<Register> {
        let node = self.nodes[of as usize].clone();
        match node.act {
            Act::Apply(code, _) => {
                if code == Code::Call {
                    return self.call(&node.args, by, known, depth);
                }
                let slopes: Option<Vec<Register>> = node
                    .args
                    .iter()
                    .map(|a| self.slope(*a, by, known, depth))
                    .collect();
                self.operation(code, of, &node.args, &slopes?)
            }
            Act::Cases => {
                let mut parts = Vec::new();
                for pair in node.args.chunks(2) {
                    let [value, condition] = pair else {
                        return None;
                    };
                    parts.extend([self.slope(*value, by, known, depth)?, *condition]);
                }
                Some(self.node(Act::Cases, parts))
            }
            Act::Bind(code, block, op) => {
                let block = self.blocks[block as usize].clone();
                self.binding(code, op, &block, &node.args, by, known, depth)
            }
            _ => None,
        }
    }

    fn call(
        &mut self,
        args: &[Register],
        by: Register,
        known: &mut FxHashMap<Register, Option<Register>>,
        depth: u32,
    ) -> Option<Register> {
        let [f, x] = args else { return None };
        if self.depends(*f, by) {
            return None;
        }
        let inner = self.slope(*x, by, known, depth)?;
        let one = self.integer(1);
        let prime = self.made(Code::Prime, vec![*f, one]);
        let outer = self.made(Code::Call, vec![prime, *x]);
        Some(self.times(outer, inner))
    }

    fn operation(
        &mut self,
        code: Code,
        of: Register,
        args: &[Register],
        slopes: &[Register],
    ) -> Option<Register> {
        match (code, args, slopes) {
            (Code::Add, ..) => return Some(self.total(slopes.to_vec())),
            (Code::Mul, ..) => {
                let mut parts = Vec::new();
                for (k, slope) in slopes.iter().enumerate() {
                    if self.fixed(*slope) == Some(0) {
                        continue;
                    }
                    let others = args.iter().enumerate().filter(|(j, _)| *j != k);
                    let others: Vec<Register> = others.map(|(_, a)| *a).collect();
                    parts.push(others.into_iter().fold(*slope, |p, a| self.times(p, a)));
                }
                return Some(self.total(parts));
            }
            (Code::Div, [_, b], [da, db]) => {
                let first = self.ratio(*da, *b);
                if self.fixed(*db) == Some(0) {
                    return Some(first);
                }
                let (top, below) = (self.times(of, *db), *b);
                let second = self.ratio(top, below);
                let second = self.opposite(second);
                return Some(self.total(vec![first, second]));
            }
            (Code::Pow, [a, n], [da, dn]) => {
                let mut parts = Vec::new();
                if self.fixed(*da) != Some(0) {
                    let one = self.integer(1);
                    let less = self.difference(*n, one);
                    let less = match self.fixed(*n) {
                        Some(n) => self.integer(n - 1),
                        None => less,
                    };
                    let power = self.made(Code::Pow, vec![*a, less]);
                    let outer = self.times(*n, power);
                    parts.push(self.times(outer, *da));
                }
                if self.fixed(*dn) != Some(0) {
                    let log = self.made(Code::Ln, vec![*a]);
                    let outer = self.times(of, log);
                    parts.push(self.times(outer, *dn));
                }
                return Some(self.total(parts));
            }
            (Code::Root, [a, n], [da, dn]) if self.fixed(*dn) == Some(0) => {
                // (a^(1/n))' = root / (n a) a'
                let below = self.times(*n, *a);
                let outer = self.ratio(of, below);
                return Some(self.times(outer, *da));
            }
            (Code::Logb, [base, x], _) => {
                let (top, below) = (
                    self.made(Code::Ln, vec![*x]),
                    self.made(Code::Ln, vec![*base]),
                );
                let (dx, db) = (self.ratio(slopes[1], *x), self.ratio(slopes[0], *base));
                let quotient = self.made(Code::Div, vec![top, below]);
                return self.operation(Code::Div, quotient, &[top, below], &[dx, db]);
            }
            _ => {}
        }
        let ([x], [dx]) = (args, slopes) else {
            return None;
        };
        let (x, dx) = (*x, *dx);
        let mut one = |code| self.made(code, vec![x]);
        let outer = match code {
            Code::Neg => return Some(self.opposite(dx)),
            Code::Pm | Code::Mp => return Some(self.made(code, vec![dx])),
            Code::Exp => of,
            Code::Ln => return Some(self.ratio(dx, x)),
            Code::Log | Code::Lg => {
                let e = self.made(Code::Euler, Vec::new());
                let scale = self.made(code, vec![e]);
                let top = self.times(scale, dx);
                return Some(self.ratio(top, x));
            }
            Code::Sin => one(Code::Cos),
            Code::Cos => {
                let sine = one(Code::Sin);
                self.opposite(sine)
            }
            Code::Sinh => one(Code::Cosh),
            Code::Cosh => one(Code::Sinh),
            Code::Tan | Code::Tanh => {
                let below = one(if code == Code::Tan {
                    Code::Cos
                } else {
                    Code::Cosh
                });
                let square = self.square(below);
                return Some(self.ratio(dx, square));
            }
            Code::Cot | Code::Coth => {
                let below = one(if code == Code::Cot {
                    Code::Sin
                } else {
                    Code::Sinh
                });
                let square = self.square(below);
                let ratio = self.ratio(dx, square);
                return Some(self.opposite(ratio));
            }
            Code::Sec => {
                let tan = one(Code::Tan);
                self.times(of, tan)
            }
            Code::Csc => {
                let cot = one(Code::Cot);
                let product = self.times(of, cot);
                self.opposite(product)
            }
            Code::Sech => {
                let tanh = one(Code::Tanh);
                let product = self.times(of, tanh);
                self.opposite(product)
            }
            Code::Csch => {
                let coth = one(Code::Coth);
                let product = self.times(of, coth);
                self.opposite(product)
            }
            Code::Arcsin | Code::Arccos | Code::Arsinh | Code::Arcosh => {
                let (one, square) = (self.integer(1), self.square(x));
                let inner = match code {
                    Code::Arsinh => self.total(vec![square, one]),
                    Code::Arcosh => self.difference(square, one),
                    _ => self.difference(one, square),
                };
                let two = self.integer(2);
                let root = self.made(Code::Root, vec![inner, two]);
                let ratio = self.ratio(dx, root);
                return Some(if code == Code::Arccos {
                    self.opposite(ratio)
                } else {
                    ratio
                });
            }
            Code::Arctan | Code::Arccot | Code::Artanh => {
                let (one, square) = (self.integer(1), self.square(x));
                let below = if code == Code::Artanh {
                    self.difference(one, square)
                } else {
                    self.total(vec![one, square])
                };
                let ratio = self.ratio(dx, below);
                return Some(if code == Code::Arccot {
                    self.opposite(ratio)
                } else {
                    ratio
                });
            }
            Code::Arcsec | Code::Arccsc => {
                // `x' / (x^2 \sqrt{1 - 1/x^2})`
                let (one, square) = (self.integer(1), self.square(x));
                let inverse = self.ratio(one, square);
                let one = self.integer(1);
                let inner = self.difference(one, inverse);
                let two = self.integer(2);
                let root = self.made(Code::Root, vec![inner, two]);
                let below = self.times(square, root);
                let ratio = self.ratio(dx, below);
                return Some(if code == Code::Arccsc {
                    self.opposite(ratio)
                } else {
                    ratio
                });
            }
            Code::Abs => one(Code::Sgn),
            Code::Re | Code::Im => return Some(self.made(code, vec![dx])),
            _ => return None,
        };
        Some(self.times(outer, dx))
    }

    #[expect(clippy::too_many_arguments, reason = "what a binder is made of")]
    fn binding(
        &mut self,
        code: Code,
        op: Op,
        block: &super::program::Block,
        args: &[Register],
        by: Register,
        known: &mut FxHashMap<Register, Option<Register>>,
        depth: u32,
    ) -> Option<Register> {
        let (variable, body) = (block.variable, *block.roots.first()?);
        let inside = |this: &mut Self, known: &mut FxHashMap<_, _>| -> Option<Register> {
            // The bound name is in use: no other binder may take it.
            this.scope.push((Op::operator(0), variable));
            let slope = this.slope(body, by, known, depth);
            this.scope.pop();
            slope
        };
        match (code, args) {
            (Code::Sum, [low, high]) if !self.depends(*low, by) && !self.depends(*high, by) => {
                let slope = inside(self, known)?;
                Some(self.bound(code, op, variable, vec![slope], args.to_vec()))
            }
            (Code::Int, [at]) => {
                let value = self.replaced(body, variable, *at, &mut FxHashMap::default())?;
                if *at == by {
                    // Other occurrences of the name are bound.
                    return Some(value);
                }
                let slope = inside(self, known)?;
                Some(self.bound(code, op, variable, vec![slope], args.to_vec()))
            }
            (Code::Dint, [low, high]) => {
                let mut parts = Vec::new();
                for (end, sign) in [(*high, 1), (*low, -1)] {
                    if !self.depends(end, by) {
                        continue;
                    }
                    let speed = self.slope(end, by, known, depth)?;
                    let value = self.replaced(body, variable, end, &mut FxHashMap::default())?;
                    let product = self.times(value, speed);
                    parts.push(if sign < 0 {
                        self.opposite(product)
                    } else {
                        product
                    });
                }
                if self.depends(body, by) {
                    let slope = inside(self, known)?;
                    parts.push(self.bound(code, op, variable, vec![slope], args.to_vec()));
                }
                Some(self.total(parts))
            }
            _ => None,
        }
    }

    /// A register with a variable replaced by another register.
    fn replaced(
        &mut self,
        register: Register,
        variable: Register,
        by: Register,
        known: &mut FxHashMap<Register, Option<Register>>,
    ) -> Option<Register> {
        if register == variable {
            return Some(by);
        }
        if let Some(found) = known.get(&register) {
            return *found;
        }
        if known.len() > 2000 {
            return None;
        }
        let result = if self.depends(register, variable) {
            let node = self.nodes[register as usize].clone();
            let args: Option<Vec<Register>> = node
                .args
                .iter()
                .map(|a| self.replaced(*a, variable, by, known))
                .collect();
            match node.act {
                Act::Bind(code, block, op) => {
                    let block = self.blocks[block as usize].clone();
                    if self.depends(by, block.variable) {
                        return None;
                    }
                    let roots: Option<Vec<Register>> = block
                        .roots
                        .iter()
                        .map(|r| self.replaced(*r, variable, by, known))
                        .collect();
                    match (roots, args) {
                        (Some(roots), Some(args)) => {
                            Some(self.bound(code, op, block.variable, roots, args))
                        }
                        _ => None,
                    }
                }
                act => args.map(|args| self.node(act, args)),
            }
        } else {
            Some(register)
        };
        known.insert(register, result);
        result
    }
}
