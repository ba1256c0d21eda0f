//! What statements are at points: connectives and quantifiers, equations and chains of them.

use super::form::{self, name};
use super::nearness::{alike, near, real, within};
use super::sample::{Sampler, Truth};
use super::solve::occurs;
use super::words;
use crate::atoms::Atoms;
use crate::eval::{self, Point, Reason, Value};
use crate::term::Term;
use crate::vocabulary::Vocabulary;

impl Sampler<'_> {
    /// What a statement is at a point. Quantifiers inside are decided by trying values: an example,
    /// or a counterexample, is found or it is not.
    pub(super) fn truth(&self, statement: &Term, point: &Point) -> Truth {
        self.inner(statement, point, 0)
    }

    pub(super) fn inner(&self, statement: &Term, point: &Point, depth: u32) -> Truth {
        let part = |t: &Term| self.inner(t, point, depth + 1);
        let vocabulary = self.vocabulary;
        match (name(statement, vocabulary), &*statement.args) {
            _ if depth > 12 => Truth::Unknown,
            ("forall" | "exists", [declarations @ .., body]) => {
                let all = name(statement, vocabulary) == "forall";
                self.quantified(all, declarations, body, point, depth)
            }
            ("existsunique", [declarations @ .., body]) => {
                self.unique(declarations, body, point, depth)
            }
            ("not", [inner]) if is_statement(inner, vocabulary) => not(part(inner)),
            ("and" | "comma", parts) if parts.iter().all(|p| is_statement(p, vocabulary)) => {
                parts.iter().map(part).fold(Truth::True, and)
            }
            ("or", parts) if parts.iter().all(|p| is_statement(p, vocabulary)) => {
                not(parts.iter().map(|p| not(part(p))).fold(Truth::True, and))
            }
            ("implies", [p, q]) if is_statement(p, vocabulary) && is_statement(q, vocabulary) => {
                match part(p) {
                    Truth::False => Truth::True,
                    Truth::True => part(q),
                    other => match part(q) {
                        Truth::True => Truth::True,
                        _ => other,
                    },
                }
            }
            ("iff", [p, q]) if is_statement(p, vocabulary) && is_statement(q, vocabulary) => {
                match (part(p), part(q)) {
                    (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
                    // What has no value does not hold.
                    (Truth::Undefined, Truth::Undefined) => Truth::Undefined,
                    (Truth::True, Truth::True) => Truth::True,
                    (Truth::True, Truth::False) | (Truth::False, Truth::True) => Truth::False,
                    (Truth::Undefined, _) | (_, Truth::Undefined) => Truth::Undefined,
                    (Truth::False, Truth::False) => Truth::True,
                }
            }
            ("approx", [a, b]) => self.about(a, b, point),
            ("eq", [a, b]) => self.equal(a, b, statement, point),
            ("ne", [a, b]) if self.solved.get() => {
                let equation = form::node("eq", vec![a.clone(), b.clone()], vocabulary);
                not(self.equal(a, b, &equation, point))
            }
            ("chain", sides) => self.chain(sides, point),
            _ => self.plain(statement, point),
        }
    }

    fn equal(&self, a: &Term, b: &Term, statement: &Term, point: &Point) -> Truth {
        if let Some(x) = self.integrated(statement) {
            // Derivatives that are exact say it better.
            return match self.plain(statement, point) {
                Truth::Unknown if self.strict.get().is_none() => {
                    self.up_to_constant(a, b, x, point)
                }
                truth => truth,
            };
        }
        let sides = [a.clone(), b.clone()];
        let (left, right) = (self.side(a, &sides, point), self.side(b, &sides, point));
        let unit = self.precision([a, b].into_iter(), point);
        self.compared((a, &left), (b, &right), statement, (point, unit))
    }

    /// The value of a side of an equation; an ellipsis without a rule of its own goes on as another
    /// side does.
    fn side(&self, side: &Term, sides: &[Term], point: &Point) -> Value {
        match self.value(side, point) {
            Value::Unknown(Reason::Pattern) => self
                .continued(side, sides, point)
                .map_or(Value::Unknown(Reason::Pattern), |t| self.value(&t, point)),
            value => value,
        }
    }

    /// Whether two sides are equal whose values are these, to a `unit` where numbers were rounded.
    fn compared(
        &self,
        (a, left): (&Term, &Value),
        (b, right): (&Term, &Value),
        statement: &Term,
        (point, unit): (&Point, Option<f64>),
    ) -> Truth {
        if let (Some(unit), Value::Number(_), Value::Number(_)) = (unit, left, right) {
            return Self::rounds(left, right, unit);
        }
        // What comes near to zero far out is no solution.
        let numbers = || matches!((left, right), (Value::Number(_), Value::Number(_)));
        if self.solved.get() && numbers() && self.never_equal(a, b, point) {
            return Truth::False;
        }
        // What is constant is known as nearly as it is written, however small it is.
        let constant = || {
            let mut sides = [(a, left), (b, right)].into_iter();
            sides.find_map(|(side, value)| occurs(side).is_empty().then(|| real(value))?)
        };
        match self.agree((a, left), (b, right)) {
            // Within a tolerance: more digits tell.
            Some(true) => match self.decided(statement, point) {
                Some(truth) => truth,
                None => near(left, right),
            },
            Some(false) if self.solved.get() && alike(left, right, constant()) => Truth::True,
            Some(false) => Truth::False,
            None if self.solved.get() && within(left, right) => Truth::True,
            None if left.reason().or(right.reason()).is_some() => Truth::Unknown,
            None if *left == Value::Undefined || *right == Value::Undefined => Truth::Undefined,
            // What grows without bound has no value that a number could equal.
            None if matches!(
                (left, right),
                (Value::Infinite(_), Value::Number(_)) | (Value::Number(_), Value::Infinite(_))
            ) =>
            {
                Truth::Undefined
            }
            None if [left, right]
                .into_iter()
                .any(|v| matches!(v, Value::Infinite(_))) =>
            {
                Truth::Unknown
            }
            // Random sides make an event, not a statement.
            None => self.plain(statement, point),
        }
    }

    /// Whether the values of two terms agree. That a series, a limit or an integral grows without
    /// bound is seen, not proved: it makes no difference certain, unless bounds are enough.
    pub(super) fn agree(&self, a: (&Term, &Value), b: (&Term, &Value)) -> Option<bool> {
        let seen = |(term, value): (&Term, &Value)| {
            matches!(value, Value::Infinite(_)) && self.is_limit(term)
        };
        match eval::agree(a.1, b.1) {
            Some(false) if !self.bounded && (seen(a) || seen(b)) => None,
            other => other,
        }
    }

    pub(super) fn is_limit(&self, term: &Term) -> bool {
        let mut found = false;
        term.walk(&mut |t| {
            let limit = [
                "sum", "prod", "lim", "limleft", "limright", "dint", "int", "intto", "addseq",
                "mulseq", "diff",
            ];
            found |= limit.contains(&name(t, self.vocabulary));
        });
        found
    }

    fn chain(&self, sides: &[Term], point: &Point) -> Truth {
        let links: Vec<(usize, bool)> = (0..sides.len() / 2)
            .map(|k| {
                (
                    k,
                    [2 * k, 2 * k + 2].iter().any(|s| self.is_limit(&sides[*s])),
                )
            })
            .collect();
        let mut values: Vec<Option<Value>> = vec![None; sides.len()];
        let unit = self.precision(sides.iter().step_by(2), point);
        let mut result = Truth::True;
        // One link that fails is enough, and those without limits are found sooner.
        for slow in [false, true] {
            for (k, _) in links.iter().filter(|l| l.1 == slow) {
                let [a, sign, b] = &sides[2 * k..2 * k + 3] else {
                    break;
                };
                let sign = name(sign, self.vocabulary).trim_start_matches("rel-");
                let link = form::node(sign, vec![a.clone(), b.clone()], self.vocabulary);
                let truth = if sign == "eq" && self.integrated(&link).is_none() {
                    for side in [2 * k, 2 * k + 2] {
                        values[side].get_or_insert_with(|| self.side(&sides[side], sides, point));
                    }
                    match (&values[2 * k], &values[2 * k + 2]) {
                        (Some(left), Some(right)) => {
                            self.compared((a, left), (b, right), &link, (point, unit))
                        }
                        _ => Truth::Unknown,
                    }
                } else if sign == "eq" {
                    self.equal(a, b, &link, point)
                } else if sign == "approx" {
                    self.about(a, b, point)
                } else {
                    self.plain(&link, point)
                };
                result = and(result, truth);
                if result == Truth::False {
                    return result;
                }
            }
        }
        // What is equal to the same is equal: sides that are known tell although one between is not.
        let equal = |s: &Term| name(s, self.vocabulary) == "rel-eq";
        if result == Truth::Unknown && sides.iter().skip(1).step_by(2).all(equal) {
            let known = sides.iter().zip(&values).step_by(2);
            let known: Vec<(&Term, &Value)> = known
                .filter_map(|(s, v)| v.as_ref().filter(|v| v.is_known()).map(|v| (s, v)))
                .collect();
            for two in known.windows(2) {
                let link = form::node(
                    "eq",
                    vec![two[0].0.clone(), two[1].0.clone()],
                    self.vocabulary,
                );
                if self.compared(two[0], two[1], &link, (point, unit)) == Truth::False {
                    return Truth::False;
                }
            }
        }
        result
    }

    fn plain(&self, statement: &Term, point: &Point) -> Truth {
        match self.value(statement, point) {
            Value::Bool(true) => Truth::True,
            Value::Bool(false) => Truth::False,
            Value::Undefined => Truth::Undefined,
            _ => self.decided(statement, point).unwrap_or(Truth::Unknown),
        }
    }
}

/// Whether a term says something that may be true or false.
pub fn is_statement(term: &Term, vocabulary: &Vocabulary) -> bool {
    form::is_prop(term, vocabulary)
}

/// Whether a term is a statement, or one with what it follows from: `\sin 2x = 2\sin x\cos x \quad \text{addition
/// formula}`.
pub fn is_stated(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    is_statement(term, vocabulary) || words::reasoned(term, atoms, vocabulary).is_some()
}

/// A statement under what is declared elsewhere.
pub fn assuming(given: &[Term], statement: &Term, vocabulary: &Vocabulary) -> Term {
    let hypothesis = match given {
        [] => return statement.clone(),
        [only] => only.clone(),
        several => form::node("comma", several.to_vec(), vocabulary),
    };
    form::node("implies", vec![hypothesis, statement.clone()], vocabulary)
}

/// Three-valued conjunction, with what has no value last.
pub(super) fn and(a: Truth, b: Truth) -> Truth {
    match (a, b) {
        (Truth::False, _) | (_, Truth::False) => Truth::False,
        (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
        (Truth::Undefined, _) | (_, Truth::Undefined) => Truth::Undefined,
        _ => Truth::True,
    }
}

/// The opposite.
pub(super) fn not(a: Truth) -> Truth {
    match a {
        Truth::True => Truth::False,
        Truth::False => Truth::True,
        other => other,
    }
}
