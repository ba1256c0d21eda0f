//! Witnesses found again by a second way, which takes nothing from the errors of the first.

use super::form::{name, node};
use super::gather::Seen;
use super::sample::{Sampler, Truth};
use super::statement::and;
use crate::eval::{self, Point, Precision, Value};
use crate::term::{Op, Term};

/// How much larger the errors of solutions are taken to be.
const DOUBT: f64 = 1024.0;
/// How many points are tried before a verdict is given up.
const CANDIDATES: usize = 3;
/// Steps of a look that failed after which no other point is looked at.
const DEAR: u64 = 2_000_000;
/// As many terms of a series show that these are numbers.
const FIRST: u32 = 7;
/// Steps after which nothing more is looked at a second time.
const EFFORT: u64 = 6_000_000;

impl Sampler<'_> {
    /// Runs with values of 80 digits, whose series, limits and integrals have bounds that can be
    /// argued.
    pub(super) fn strictly<T>(&self, run: impl FnOnce() -> T) -> T {
        self.with(Precision::Digits80, run)
    }

    fn with<T>(&self, precision: Precision, run: impl FnOnce() -> T) -> T {
        let before = self.strict.replace(Some(precision));
        let result = run();
        self.strict.set(before);
        result
    }

    /// The point without trust in the errors of what was solved for: free values are taken as they
    /// are, those that equations ask for with wider errors.
    pub(super) fn firm(&self, point: &Point) -> Point {
        let tied = !self.form.premises.is_empty()
            || super::form::hypothesis(&self.form.body, self.vocabulary).is_some();
        doubted(point, tied)
    }

    /// Whether a statement is this at a point by the second way too. Where the point was solved for
    /// in floating point, what is true there has to be so as nearly as that.
    pub(super) fn confirms(&self, statement: &Term, truth: Truth, seen: &Seen) -> bool {
        if self.effort() > EFFORT {
            return false;
        }
        let claimed = truth == Truth::True;
        let firm = if claimed {
            seen.point.clone()
        } else {
            self.firm(&seen.point)
        };
        let before = self.solved.replace(!seen.exact);
        let soon = self.bounded
            && !claimed
            && self.with(Precision::Fast, || self.truth(statement, &firm)) == truth;
        let found = soon || self.strictly(|| self.truth(statement, &firm)) == truth;
        self.solved.set(before);
        found
    }

    /// Whether nothing more is looked at a second time.
    pub(super) fn is_tired(&self) -> bool {
        self.effort() > EFFORT
    }

    /// What a statement is at a point: by bounds in floating point where these are enough.
    pub(super) fn first_truth(&self, statement: &Term, point: &Point) -> Truth {
        if self.bounded {
            self.with(Precision::Fast, || self.truth(statement, point))
        } else {
            self.truth(statement, point)
        }
    }

    /// What a statement is at a point, as far as bounds in floating point tell: anywhere near a point
    /// that was solved for.
    pub(super) fn bounded_truth(&self, statement: &Term, seen: &Seen) -> Truth {
        let before = self.solved.replace(!seen.exact);
        let run = |point| self.with(Precision::Fast, || self.truth(statement, point));
        let found = if seen.exact {
            run(&seen.point)
        } else {
            run(&doubted(&seen.point, true))
        };
        self.solved.set(before);
        found
    }

    /// Whether two terms have different values at a point by the second way too, or only one has
    /// one.
    pub(super) fn confirms_apart(&self, a: &Term, b: &Term, point: &Point) -> bool {
        if self.effort() > EFFORT {
            return false;
        }
        let firm = self.firm(point);
        self.strictly(|| {
            let (x, y) = (self.value(a, &firm), self.value(b, &firm));
            match (&x, &y) {
                (Value::Undefined, other) | (other, Value::Undefined) => other.is_known(),
                _ if !x.is_known() || !y.is_known() => false,
                _ if std::mem::discriminant(&x) != std::mem::discriminant(&y) => true,
                _ => self.agree((a, &x), (b, &y)) == Some(false),
            }
        })
    }

    /// The first of these points, the simplest before others, at which the body is this by the
    /// second way too and what is declared holds.
    pub(super) fn confirmed<'s>(&self, seen: &[&'s Seen], truth: Truth) -> Option<&'s Seen> {
        let mut left = seen.to_vec();
        for _ in 0..CANDIDATES {
            if left.is_empty() {
                return None;
            }
            let exact: Vec<&Seen> = left.iter().copied().filter(|s| s.exact).collect();
            let one = super::check::simplest(if exact.is_empty() { &left } else { &exact });
            let before = self.effort();
            if self.stands(one, truth) {
                return Some(one);
            }
            if self.effort() - before > DEAR {
                return None;
            }
            left.retain(|s| !std::ptr::eq(*s, one));
        }
        None
    }

    fn stands(&self, seen: &Seen, truth: Truth) -> bool {
        let premise = |p: &Term| match self.strictly(|| self.truth(p, &seen.point)) {
            Truth::Unknown if name(p, self.vocabulary) == "in" => Truth::True,
            other => other,
        };
        let premises = self.form.premises.iter().map(premise);
        premises.fold(Truth::True, and) == Truth::True
            && self.confirms(&self.form.body, truth, seen)
    }

    /// Whether one side of an equation certainly has no value, as it grows without bound or is a limit
    /// that differs from both sides, and the other is a number.
    pub(super) fn diverges(&self, point: &Point) -> bool {
        let said = self.form.said(self.vocabulary);
        let sides: Vec<&Term> = match (name(said, self.vocabulary), &*said.args) {
            ("eq", [a, b]) => vec![a, b],
            ("chain", sides) => sides.iter().step_by(2).collect(),
            _ => return false,
        };
        let values: Vec<Value> = self.strictly(|| {
            let value = |side: &&Term| match self.value(side, point) {
                // It equals a number as little as what is infinite.
                Value::Undefined if self.is_torn(side, point) || self.is_wandering(side, point) => {
                    Value::Infinite(true)
                }
                value => value,
            };
            sides.iter().map(value).collect()
        });
        values.windows(2).any(|w| {
            matches!(
                (&w[0], &w[1]),
                (Value::Infinite(_), Value::Number(_)) | (Value::Number(_), Value::Infinite(_))
            )
        }) && values.iter().all(Value::is_known)
    }

    /// Whether a term without a value is a series of numbers, which has no sum then.
    fn is_wandering(&self, term: &Term, point: &Point) -> bool {
        let ("sum", [slot, low, high, body]) = (name(term, self.vocabulary), &*term.args) else {
            return false;
        };
        let later = Term::leaf(Op::integer(FIRST));
        let end = node("add", vec![low.clone(), later], self.vocabulary);
        let args = vec![slot.clone(), low.clone(), end, body.clone()];
        name(high, self.vocabulary) == "infty"
            && matches!(
                self.value(&Term::new(term.op, args), point),
                Value::Number(_)
            )
    }

    /// Whether a term is a limit that is another one from above than from below.
    fn is_torn(&self, term: &Term, point: &Point) -> bool {
        if name(term, self.vocabulary) != "lim" {
            return false;
        }
        let from = |side: &str| {
            let side = self.vocabulary.find(side)?;
            Some(self.value(&Term::new(side, term.args.to_vec()), point))
        };
        match (from("limright"), from("limleft")) {
            (Some(above), Some(below)) => {
                above.is_known() && below.is_known() && eval::agree(&above, &below) == Some(false)
            }
            _ => false,
        }
    }
}

/// The point with wider errors, or without errors.
fn doubted(point: &Point, wider: bool) -> Point {
    let mut firm = point.clone();
    for value in firm.values.values_mut() {
        if let Value::Number(n) = value
            && !n.is_exact()
        {
            *n = if wider {
                n.widened(DOUBT * n.error())
            } else {
                n.midpoint()
            };
        }
    }
    firm
}
