//! What two terms of a sequence show of the others: where integers grow from one to the next.

use super::code::Code;
use super::compile::Compiler;
use super::ellipsis::{COUNTER, Growth};
use crate::term::{Head, Op, Term};

impl Compiler<'_> {
    /// A term with a number in the place of a name, calculated where numbers stand alone; no multiples by
    /// one are written.
    pub(super) fn instance(&self, term: &Term, name: Op, number: &Term) -> Term {
        term.map(&mut |t| match &*t.args {
            [] if t.op == name => number.clone(),
            [] => t,
            _ => self.calculated(&t).unwrap_or(t),
        })
    }

    /// What a sum, product or power of integers is; products without factors of one.
    fn calculated(&self, term: &Term) -> Option<Term> {
        let literals = || term.args.iter().map(|t| self.literal(t));
        let is_one = |t: &Term| self.literal(t) == Some(1);
        let value = match self.code(term)? {
            Code::Add => literals().try_fold(0i64, |sum, n| sum.checked_add(n?)),
            Code::Mul => literals().try_fold(1i64, |product, n| product.checked_mul(n?)),
            Code::Pow => match (&*term.args, literals().collect::<Vec<_>>().as_slice()) {
                (_, [_, Some(0)]) => Some(1),
                ([base, _], [_, Some(1)]) => return Some(base.clone()),
                (_, [Some(base), Some(power)]) => base.checked_pow(u32::try_from(*power).ok()?),
                _ => None,
            },
            _ => return None,
        };
        if let Some(value) = value {
            return self.number(value);
        }
        let factors = self.code(term) == Some(Code::Mul) && term.args.iter().any(is_one);
        factors.then(|| {
            let mut others = term.args.to_vec();
            others.retain(|f| !is_one(f));
            match others.len() {
                1 => others.remove(0),
                _ => Term::new(term.op, others),
            }
        })
    }

    /// A term that is the first for 0 and the second for 1; collects the parts of the last term
    /// that stand where integers grow.
    pub(super) fn unite(
        &self,
        first: &Term,
        second: &Term,
        last: Option<&Term>,
        shift: i64,
        growth: Growth,
        places: &mut Vec<(Term, i64, i64)>,
    ) -> Option<Term> {
        if first == second {
            return Some(first.clone());
        }
        let find = |name: &str| self.vocabulary.find(name);
        if let (Some(a), Some(b)) = (self.literal(first), self.literal(second)) {
            let step = match growth {
                Growth::Steps => b - a,
                Growth::Factors if a != 0 && b % a == 0 && (b / a).abs() > 1 => b / a,
                Growth::Factors => return None,
            };
            let start = match growth {
                Growth::Steps => a - shift * step,
                Growth::Factors if shift == 0 => a,
                Growth::Factors if a % step == 0 => a / step,
                Growth::Factors => return None,
            };
            if let Some(last) = last {
                places.push((last.clone(), start, step));
            }
            let counter = Term::leaf(COUNTER);
            let (start, step) = (self.number(start)?, self.number(step)?);
            return Some(match growth {
                Growth::Steps => {
                    let steps = Term::new(find("mul")?, vec![step, counter]);
                    Term::new(find("add")?, vec![start, steps])
                }
                Growth::Factors => {
                    let power = Term::new(find("pow")?, vec![step, counter]);
                    Term::new(find("mul")?, vec![start, power])
                }
            });
        }
        if growth == Growth::Steps
            && let Some(last) = last
            && let Some((term, step)) = self.down_to(first, second, last, shift)
        {
            places.push(step);
            return Some(term);
        }
        if first.op == second.op && first.args.len() == second.args.len() {
            // What goes down to a power of one or zero: `x^{n-1} + \dots + x + 1`.
            let lowest = last.and_then(|last| self.lowest(first, last));
            let last = lowest
                .as_ref()
                .or(last)
                .filter(|l| l.op == first.op && l.args.len() == first.args.len());
            let mut args = Vec::new();
            for (k, (a, b)) in first.args.iter().zip(second.args.iter()).enumerate() {
                let last = last.and_then(|l| l.args.get(k));
                args.push(self.unite(a, b, last, shift, growth, places)?);
            }
            return Some(Term::new(first.op, args));
        }
        // A power or multiple whose 1 is not written.
        let (pow, mul) = (find("pow")?, find("mul")?);
        let [zero, one] = [0, 1].map(|n| Term::leaf(Op::integer(n)));
        // A factor whose power is zero: `a^n + a^{n-1}b + \dots + b^n`.
        if second.op == mul
            && let ([falling, factor], true) = (&*second.args, first.op == pow)
            && falling.op == pow
            && falling.args[0] == first.args[0]
        {
            let power = |base: &Term, n: &Term| Term::new(pow, vec![base.clone(), n.clone()]);
            let product = |a: Term, b: Term| Term::new(mul, vec![a, b]);
            let start = product(first.clone(), power(factor, &zero));
            let next = product(falling.clone(), power(factor, &one));
            let end = last.filter(|last| last.op == pow && last.args[0] == *factor);
            let end = end.map(|end| product(power(&falling.args[0], &zero), end.clone()));
            return self.unite(&start, &next, end.as_ref(), shift, growth, places);
        }
        // A summand of zero: the exponents of `a^n` and `a^{n-1}`.
        if Some(second.op) == find("add") && second.args.len() == 2 && second.args[0] == *first {
            let sum = Term::new(second.op, vec![first.clone(), zero]);
            return self.unite(&sum, second, last, shift, growth, places);
        }
        let written = if second.op == pow && second.args.first() == Some(first) {
            Term::new(pow, vec![first.clone(), Term::leaf(Op::integer(1))])
        } else if second.op == mul && second.args.len() == 2 && second.args[1] == *first {
            Term::new(mul, vec![Term::leaf(Op::integer(1)), first.clone()])
        } else {
            return None;
        };
        self.unite(&written, second, last, shift, growth, places)
    }

    /// What goes on in steps from a term with letters to one without: `n(n - 1) \cdots 1`.
    fn down_to(
        &self,
        first: &Term,
        second: &Term,
        last: &Term,
        shift: i64,
    ) -> Option<(Term, (Term, i64, i64))> {
        let [add, mul, neg] = ["add", "mul", "neg"].map(|name| self.vocabulary.find(name));
        let (add, mul, neg) = (add?, mul?, neg?);
        // A term without the number that is added to it, and this.
        let apart = |t: &Term| match &*t.args {
            [rest, number] if t.op == add => match self.literal(number) {
                Some(number) => (rest.clone(), number),
                None => (t.clone(), 0),
            },
            _ => (t.clone(), 0),
        };
        let ((rest, a), (other, b)) = (apart(first), apart(second));
        let letters = self.literal(&rest).is_none() && rest == other && a != b;
        (letters && self.literal(last).is_some()).then_some(())?;
        let step = b - a;
        let start = a - shift * step;
        let steps = Term::new(mul, vec![self.number(step)?, Term::leaf(COUNTER)]);
        let body = Term::new(add, vec![rest.clone(), self.number(start)?, steps]);
        let down = Term::new(add, vec![last.clone(), Term::new(neg, vec![rest])]);
        Some((body, (down, start, step)))
    }

    /// A last term as a power of what the first one is a power of.
    fn lowest(&self, first: &Term, last: &Term) -> Option<Term> {
        let base = first
            .args
            .first()
            .filter(|_| self.code(first) == Some(Code::Pow))?;
        let exponent = match last {
            _ if last == base => 1,
            _ if self.literal(last) == Some(1) => 0,
            _ => return None,
        };
        let exponent = Term::leaf(Op::integer(exponent));
        Some(Term::new(first.op, vec![base.clone(), exponent]))
    }

    pub(super) fn literal(&self, term: &Term) -> Option<i64> {
        match term.op.head() {
            Head::Integer(value) => Some(i64::from(value)),
            _ if self.code(term) == Some(Code::Neg) => self.literal(term.args.first()?).map(|v| -v),
            _ => None,
        }
    }

    pub(super) fn number(&self, value: i64) -> Option<Term> {
        let size = u32::try_from(value.abs()).ok().filter(|v| *v < 1 << 28)?;
        let literal = Term::leaf(Op::integer(size));
        Some(if value < 0 {
            Term::new(self.vocabulary.find("neg")?, vec![literal])
        } else {
            literal
        })
    }
}
