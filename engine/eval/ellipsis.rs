//! Compiling sums, products, unions and intersections with an ellipsis: the rule behind the terms that are written is
//! found by comparing them, and holds when it gives their values.

use super::code::Code;
use super::compile::Compiler;
use super::program::{Act, Register};
use super::value::{Reason, Value};
use crate::normal::canonical;
use crate::term::{Head, Op, Slot, SlotSort, Term};

/// As many terms at either end may stand beside those that follow a rule.
const MOST_APART: usize = 2;

/// The number of a term.
pub(super) const COUNTER: Op = Op::slot(Slot {
    sort: SlotSort::Integer,
    level: u8::MAX,
});

/// How integers grow with the number of a term.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Growth {
    /// By the same step.
    Steps,
    /// By the same factor.
    Factors,
}

/// A rule for terms, and the numbers that it would give a later one.
struct Rule {
    body: Term,
    places: Vec<(Term, i64, i64)>,
}

impl Compiler<'_> {
    /// A sum, product, union or intersection of a sequence.
    pub(super) fn ellipsis(&mut self, code: Code, op: Op, args: &[Term]) -> Register {
        let plain = match code {
            Code::Addseq => Code::Add,
            Code::Mulseq => Code::Mul,
            Code::Unionseq => Code::Union,
            _ => Code::Inter,
        };
        let is_dots = |t: &Term| match self.code(t) {
            Some(Code::Dots) => true,
            Some(Code::Neg | Code::Pm | Code::Mp) => {
                t.args.iter().any(|t| self.code(t) == Some(Code::Dots))
            }
            _ => false,
        };
        let Some(dots) = args.iter().position(is_dots) else {
            let args = self.terms(args);
            return self.apply(plain, op, args);
        };
        let args: Vec<Term> = args.iter().map(|t| self.signed(t)).collect();
        let (before, after) = (&args[..dots], &args[dots + 1..]);
        if before.is_empty() || after.iter().any(is_dots) {
            return self.unknown(Reason::Pattern);
        }
        // `c + a_1 + a_2 + \dots + a_n + d`
        for lead in 0..before.len().min(MOST_APART + 1) {
            for trail in 0..after.len().clamp(1, MOST_APART + 1) {
                let own = (&before[lead..], &after[..after.len() - trail]);
                // One number alone shows nothing.
                let shows = lead == 0 || own.0.len() > 1 || self.literal(&own.0[0]).is_none();
                let Some(known) = self.known(code, op, own).filter(|_| shows) else {
                    continue;
                };
                if lead + trail == 0 {
                    return known;
                }
                let apart = [&before[..lead], &after[after.len() - trail..]].concat();
                let mut all = self.terms(&apart);
                all.push(known);
                return self.apply(plain, op, all);
            }
        }
        let mut tried = self.guesses(code, op, before, after);
        // Terms that stand in different orders: `\frac{1 + 1^2}{1} + \frac{1^2 + 1}{2} + \dots`.
        let sorted = |terms: &[Term]| -> Vec<Term> {
            let terms = terms.iter();
            terms.map(|t| canonical(self.vocabulary, t)).collect()
        };
        let (first, last) = (sorted(before), sorted(after));
        if first != before || last != after {
            tried.extend(self.guesses(code, op, &first, &last));
        }
        match tried.is_empty() {
            true => self.unknown(Reason::Pattern),
            false => self.node(Act::Pattern, tried),
        }
    }

    /// What terms go on as whatever the values are: as the last one does, which is written like them.
    fn known(
        &mut self,
        code: Code,
        op: Op,
        (before, after): (&[Term], &[Term]),
    ) -> Option<Register> {
        let (last, others) = after.split_last()?;
        let start = self.start(before, last)?;
        self.by_last(code, op, (before, last), (&[], others), start)
    }

    /// What terms may go on as: as the first of these that has their values.
    fn guesses(&mut self, code: Code, op: Op, before: &[Term], after: &[Term]) -> Vec<Register> {
        let mut tried = Vec::new();
        for growth in [Growth::Steps, Growth::Factors] {
            for skip in 0..before.len().saturating_sub(1).min(2) {
                tried.extend(self.compared(code, op, before, after, skip, growth));
            }
        }
        // Two terms alone show steps as well as factors: `\frac{1}{2} + \frac{1}{4} + \dots`.
        if after.is_empty() && before.len() == 2 && tried.len() > 1 {
            return Vec::new();
        }
        tried.extend(self.by_template(code, op, before, after));
        if let Some(last) = after.last().filter(|_| before.len() > 1) {
            for start in 0..3 {
                let found = self.by_last(code, op, (before, last), (before, after), start);
                tried.extend(found);
            }
        }
        tried
    }

    /// A fraction with the sign of its numerator before it: `\frac{-1}{2}` goes on as `-\frac{1}{2}` does.
    fn signed(&self, term: &Term) -> Term {
        let Some(neg) = self.vocabulary.find("neg") else {
            return term.clone();
        };
        match (self.code(term), &*term.args) {
            (Some(Code::Div), [top, below]) if top.op == neg => {
                let quotient = Term::new(term.op, vec![top.args[0].clone(), below.clone()]);
                Term::new(neg, vec![quotient])
            }
            _ => term.clone(),
        }
    }

    /// The rule that two terms that follow each other show.
    fn compared(
        &mut self,
        code: Code,
        op: Op,
        before: &[Term],
        after: &[Term],
        skip: usize,
        growth: Growth,
    ) -> Option<Register> {
        let (first, second) = (before.get(skip)?, before.get(skip + 1)?);
        let neg = self.vocabulary.find("neg")?;
        let bare = |t: &Term| match t.op == neg {
            true => t.args[0].clone(),
            false => t.clone(),
        };
        let flips = code == Code::Addseq && (first.op == neg) != (second.op == neg);
        let negative = first.op == neg;
        let (one, two) = if flips {
            (bare(first), bare(second))
        } else {
            (first.clone(), second.clone())
        };
        let last = after
            .last()
            .map(|t| if flips { bare(t) } else { t.clone() });
        let mut rule = Rule {
            body: one.clone(),
            places: Vec::new(),
        };
        let shift = skip as i64;
        rule.body = self.unite(&one, &two, last.as_ref(), shift, growth, &mut rule.places)?;
        let high = match last {
            None => self.constant(Value::Infinite(true)),
            Some(_) => {
                let mut counts = Vec::new();
                for (term, start, step) in &rule.places {
                    counts.push(self.count(term, *start, *step, growth));
                }
                if counts.is_empty() {
                    return None;
                }
                self.node(Act::Common, counts)
            }
        };
        let variable = self.variable()?;
        self.scope.push((COUNTER, variable));
        let mut body = self.term(&rule.body);
        if flips {
            let minus = self.integer(-1);
            let offset = self.integer(i64::from(negative) + shift);
            let exponent = self.made(Code::Add, vec![variable, offset]);
            let sign = self.made(Code::Pow, vec![minus, exponent]);
            body = self.made(Code::Mul, vec![sign, body]);
        }
        self.scope.pop();
        let low = self.integer(0);
        Some(self.sequence(code, op, variable, body, (low, high), before, after))
    }

    /// The name in the last term that counts: the only one that does not stand before the dots.
    fn counting(before: &[Term], last: &Term) -> Option<Op> {
        let mut names: Vec<Op> = Vec::new();
        last.walk(&mut |t| {
            if matches!(t.op.head(), Head::Symbol(_)) && !names.contains(&t.op) {
                names.push(t.op);
            }
        });
        for term in before {
            term.walk(&mut |t| names.retain(|n| *n != t.op));
        }
        match names[..] {
            [name] => Some(name),
            _ => None,
        }
    }

    /// The number of the first term, where those before the dots are written as the last one is.
    fn start(&self, before: &[Term], last: &Term) -> Option<i64> {
        let name = Self::counting(before, last)?;
        let shown: Vec<Term> = before
            .iter()
            .map(|t| canonical(self.vocabulary, t))
            .collect();
        (0..3).find(|start| {
            shown.iter().enumerate().all(|(k, term)| {
                let number = self.number(start + k as i64);
                let instance = number.map(|number| self.instance(last, name, &number));
                instance.is_some_and(|i| canonical(self.vocabulary, &i) == *term)
            })
        })
    }

    /// The last term of `own`, with a name that does not stand in the others counting, and terms that the
    /// rule has to show.
    fn by_last(
        &mut self,
        code: Code,
        op: Op,
        own: (&[Term], &Term),
        (before, after): (&[Term], &[Term]),
        start: i64,
    ) -> Option<Register> {
        let name = Self::counting(own.0, own.1)?;
        let high = self.term(&Term::leaf(name));
        let variable = self.variable()?;
        self.scope.push((name, variable));
        let body = self.term(own.1);
        self.scope.pop();
        let low = self.integer(start);
        Some(self.sequence(code, op, variable, body, (low, high), before, after))
    }

    /// The last term before the dots with its number for what is the same number in it: `\frac{x^2}{2!}` is the
    /// third term of `1 + x + \frac{x^2}{2!} + \dots`.
    fn by_template(
        &mut self,
        code: Code,
        op: Op,
        before: &[Term],
        after: &[Term],
    ) -> Option<Register> {
        let (template, number) = match before {
            [_, _, .., template] if after.is_empty() => (template, before.len() - 1),
            _ => return None,
        };
        let mut counts = false;
        let body = template.map(&mut |t| match t.op.head() {
            Head::Integer(n) if n as usize == number => {
                counts = true;
                Term::leaf(COUNTER)
            }
            _ => t,
        });
        counts.then_some(())?;
        let variable = self.variable()?;
        self.scope.push((COUNTER, variable));
        let body = self.term(&body);
        self.scope.pop();
        let ends = (self.integer(0), self.constant(Value::Infinite(true)));
        Some(self.sequence(code, op, variable, body, ends, before, after))
    }

    /// The sum from the first to the last number, when the terms that are shown are those of the
    /// rule.
    #[expect(clippy::too_many_arguments, reason = "what a sequence is made of")]
    fn sequence(
        &mut self,
        code: Code,
        op: Op,
        variable: Register,
        body: Register,
        ends: (Register, Register),
        before: &[Term],
        after: &[Term],
    ) -> Register {
        // The shown terms must not use the counter.
        self.scope.push((COUNTER, variable));
        let count = self.integer(before.len() as i64);
        let mut args = vec![ends.0, ends.1, count];
        args.extend(self.terms(before));
        args.extend(self.terms(after));
        self.scope.pop();
        self.bound(code, op, variable, vec![body], args)
    }

    /// The number of the term in which an integer place holds this value.
    fn count(&mut self, term: &Term, start: i64, step: i64, growth: Growth) -> Register {
        let (term, start, step) = (self.term(term), self.integer(start), self.integer(step));
        match growth {
            Growth::Steps => {
                let off = self.difference(term, start);
                self.made(Code::Div, vec![off, step])
            }
            Growth::Factors => {
                let factor = self.made(Code::Div, vec![term, start]);
                self.made(Code::Logb, vec![step, factor])
            }
        }
    }
}
