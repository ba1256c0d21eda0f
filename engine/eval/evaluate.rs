//! The value of a term at a point.

use super::integral::{self, End};
use super::number::Number;
use super::operate;
use super::point::Point;
use super::value::Value;
use super::{ellipsis, relation, series};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use num_traits::ToPrimitive;

/// How many nodes one evaluation may visit; sums in integrals in limits stop there.
const BUDGET: u64 = 3_000_000;
/// How deep terms may be.
const DEPTH: u32 = 400;

/// Evaluates a term at a point.
///
/// Declarations of quantifiers are premises: `\forall d: s` is `d ⇒ s` at the point, `\exists d: s`
/// is `d ∧ s`; so a statement is true when it evaluates to true at all points. Bound names of sums,
/// limits and integrals take the values they run over. An indefinite integral is the one that
/// vanishes at a fixed place.
pub fn evaluate(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms, point: &Point) -> Value {
    Evaluator::new(vocabulary, atoms, point).value(term)
}

/// An evaluation under way: the point, and the names whose values are overridden.
pub(super) struct Evaluator<'a> {
    vocabulary: &'a Vocabulary,
    atoms: &'a Atoms,
    pub(super) point: &'a Point,
    scope: Vec<(Op, Value)>,
    left: u64,
    depth: u32,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(vocabulary: &'a Vocabulary, atoms: &'a Atoms, point: &'a Point) -> Self {
        Self {
            vocabulary,
            atoms,
            point,
            scope: Vec::new(),
            left: BUDGET,
            depth: 0,
        }
    }

    /// The name of the operator of a node.
    pub(super) fn name(&self, term: &Term) -> &'a str {
        self.vocabulary
            .operator(term.op)
            .map_or("", |o| o.name.as_str())
    }

    /// The operator of this name.
    pub(super) fn find(&self, name: &str) -> Option<Op> {
        self.vocabulary.find(name)
    }

    /// The value of a term.
    pub(super) fn value(&mut self, term: &Term) -> Value {
        if self.left == 0 || self.depth == DEPTH {
            return Value::Unknown;
        }
        self.left -= 1;
        self.depth += 1;
        let value = self.node(term);
        self.depth -= 1;
        value
    }

    /// The value of a term with a name standing for a value.
    pub(super) fn with(&mut self, name: Op, value: Value, term: &Term) -> Value {
        self.scope.push((name, value));
        let result = self.value(term);
        self.scope.pop();
        result
    }

    /// The number that a term is with a name standing for a number.
    pub(super) fn number_with(&mut self, name: Op, at: Number, term: &Term) -> Option<Number> {
        self.with(name, Value::Number(at), term).as_number()
    }

    fn node(&mut self, term: &Term) -> Value {
        match term.op.head() {
            Head::Integer(value) => Value::integer(i64::from(value)),
            Head::Literal(index) => {
                let literal = self.atoms.literals.get(index as usize);
                literal.map_or(Value::Unknown, |l| literal_value(&l.value))
            }
            Head::Symbol(index) if term.args.is_empty() => match self.overridden(term.op) {
                Some(value) => value,
                None => self
                    .point
                    .values
                    .get(&index)
                    .cloned()
                    .unwrap_or(Value::Unknown),
            },
            Head::Slot(_) => self.overridden(term.op).unwrap_or(Value::Unknown),
            Head::Symbol(_) | Head::Opaque(_) => Value::Unknown,
            Head::Operator(_) => self.operator(self.name(term), term),
        }
    }

    fn overridden(&self, op: Op) -> Option<Value> {
        self.scope
            .iter()
            .rev()
            .find(|(name, _)| *name == op)
            .map(|(_, value)| value.clone())
    }

    fn operator(&mut self, name: &str, term: &Term) -> Value {
        match (name, &*term.args) {
            ("idx", [base, indices @ ..]) => self.indexed(base, indices),
            ("sum" | "prod" | "bigunion" | "biginter", [i, low, high, body]) => {
                series::bounded(self, name, i.op, low, high, body)
            }
            ("sumin" | "prodin" | "bigunionin" | "biginterin", [i, set, body]) => {
                series::over(self, name, i.op, set, body)
            }
            ("sumcond" | "prodcond", [i, condition, body]) => {
                series::conditional(self, name, i.op, condition, body)
            }
            ("addseq" | "mulseq", args) => ellipsis::value(self, name, args),
            ("lim" | "limleft" | "limright", [x, at, body]) => {
                series::limit(self, name, x.op, at, body)
            }
            ("diff" | "pdiff", [x, order, body]) => self.derivative(x, order, body),
            ("int", [x, body]) => self.antiderivative(x, body),
            ("dint", [x, low, high, body]) => {
                let (low, high) = (self.value(low), self.value(high));
                self.integral(x.op, &low, &high, body)
            }
            ("setof", [x, base, condition]) => series::builder(self, x.op, base, condition),
            ("imageset", [x, element, condition]) => series::image(self, x.op, element, condition),
            ("chain", sides) => self.chain(sides),
            ("forall", [declarations @ .., statement]) => {
                let premise = self.declarations(declarations);
                if premise == Value::Bool(false) {
                    return Value::Bool(true);
                }
                let conclusion = self.value(statement);
                relation::implication(premise, conclusion)
            }
            ("exists", [declarations @ .., statement]) => {
                let premise = self.declarations(declarations);
                let conclusion = self.value(statement);
                relation::conjunction([premise, conclusion].into_iter())
            }
            ("cases", branches) => self.cases(branches),
            ("congruent", [a, b, m]) => {
                let (a, b, m) = (self.value(a), self.value(b), self.value(m));
                let difference = operate::plus(a, operate::times(Value::integer(-1), b));
                operate::apply("divides", &[m, difference], self.point)
            }
            (_, args) => {
                let values: Vec<Value> = args.iter().map(|a| self.value(a)).collect();
                operate::apply(name, &values, self.point)
            }
        }
    }

    /// Names stand for themselves in declarations, where they are alone.
    fn declarations(&mut self, declarations: &[Term]) -> Value {
        let mut values = Vec::new();
        for declaration in declarations {
            match (self.name(declaration), declaration.op.head()) {
                (_, Head::Symbol(_)) | ("list" | "idx", _) => {}
                _ => values.push(self.value(declaration)),
            }
        }
        relation::conjunction(values.into_iter())
    }

    fn indexed(&mut self, base: &Term, indices: &[Term]) -> Value {
        let Head::Symbol(symbol) = base.op.head() else {
            return Value::Unknown;
        };
        let mut places = Vec::new();
        for index in indices {
            match self.value(index) {
                Value::Undefined => return Value::Undefined,
                value => match value.as_integer() {
                    Some(i) => places.push(i),
                    // A name as an index tells symbols apart: `x_n`, `P_A`.
                    None => match index.op.head() {
                        Head::Symbol(name) => places.push(1_000_000 + i64::from(name)),
                        _ => return Value::Unknown,
                    },
                },
            }
        }
        self.point.indexed(symbol, &places)
    }

    fn chain(&mut self, sides: &[Term]) -> Value {
        let values: Vec<Value> = sides.iter().step_by(2).map(|s| self.value(s)).collect();
        let mut links = Vec::new();
        for (pair, sign) in values.windows(2).zip(sides.iter().skip(1).step_by(2)) {
            let sign = self.name(sign).trim_start_matches("rel-");
            links.push(relation::compare(sign, &pair[0], &pair[1]));
        }
        relation::conjunction(links.into_iter())
    }

    fn cases(&mut self, branches: &[Term]) -> Value {
        for branch in branches {
            match (self.name(branch), &*branch.args) {
                ("case", [value, condition]) => match self.value(condition) {
                    Value::Bool(true) => return self.value(value),
                    Value::Bool(false) => {}
                    other => return Value::missing(&[other]),
                },
                ("otherwise", [value]) => return self.value(value),
                _ => return Value::Unknown,
            }
        }
        Value::Undefined
    }

    fn derivative(&mut self, x: &Term, order: &Term, body: &Term) -> Value {
        if !matches!(x.op.head(), Head::Symbol(_) | Head::Slot(_)) {
            return Value::Unknown;
        }
        let (at, order) = (self.value(x), self.value(order));
        let (Some(at), Some(order)) = (at.as_number(), order.as_integer()) else {
            return Value::missing(&[at, order]);
        };
        let Ok(order) = u32::try_from(order) else {
            return Value::Undefined;
        };
        let result = super::derivative::of(at, order, |t| self.number_with(x.op, t, body));
        result.map_or(Value::Unknown, Value::number)
    }

    fn antiderivative(&mut self, x: &Term, body: &Term) -> Value {
        let at = self.value(x);
        if !matches!(x.op.head(), Head::Symbol(_) | Head::Slot(_)) {
            return Value::Unknown;
        }
        self.integral(x.op, &Value::Number(Number::exact(0.4)), &at, body)
    }

    fn integral(&mut self, x: Op, low: &Value, high: &Value, body: &Term) -> Value {
        let end = |value: &Value| match value {
            Value::Number(n) => Some(End::At(*n)),
            Value::Infinite(up) => Some(End::Infinite(*up)),
            _ => None,
        };
        match (end(low), end(high)) {
            (Some(a), Some(b)) => integral::between(a, b, |t| self.number_with(x, t, body)),
            _ => Value::missing(&[low.clone(), high.clone()]),
        }
    }
}

fn literal_value(value: &num_rational::BigRational) -> Value {
    match value.to_f64() {
        Some(x) => {
            let exact = value.is_integer() && x.abs() < 4e15;
            let number = Number::rounded(super::complex::Complex::real(x));
            Value::number(if exact { Number::exact(x) } else { number })
        }
        None => Value::Unknown,
    }
}
