//! Sums and products with an ellipsis: the rule behind the terms that are written is found by
//! comparing them.

use super::evaluate::Evaluator;
use super::series;
use super::value::Value;
use crate::term::{Head, Op, Term};

/// A term with places for integers that grow evenly with its number.
enum Rule {
    /// The same in all terms.
    Fixed(Term),
    /// The start and the step of an integer.
    Number(i64, i64),
    /// A node over rules.
    Node(Op, Vec<Rule>),
}

/// The value of a sum or product with an ellipsis; unknown when no rule is found.
pub(super) fn value(evaluator: &mut Evaluator<'_>, name: &str, args: &[Term]) -> Value {
    let dots = args.iter().position(|t| evaluator.name(t) == "dots");
    let Some(dots) = dots else {
        let values: Vec<Value> = args.iter().map(|a| evaluator.value(a)).collect();
        return series::sequence(name, Some(values.len() as i64), |k| {
            values[k as usize].clone()
        });
    };
    let (before, after) = (&args[..dots], &args[dots + 1..]);
    let [first, second, ..] = before else {
        return Value::Unknown;
    };
    let flips = evaluator.name(first) != "neg" && evaluator.name(second) == "neg";
    let bare = |evaluator: &Evaluator<'_>, term: &Term| match evaluator.name(term) {
        "neg" => (term.args[0].clone(), true),
        _ => (term.clone(), false),
    };
    let mut written = Vec::new();
    for (k, term) in before.iter().enumerate() {
        let (inner, negative) = if flips {
            bare(evaluator, term)
        } else {
            (term.clone(), false)
        };
        if negative != (flips && k % 2 == 1) {
            return Value::Unknown;
        }
        written.push(inner);
    }
    let Some(rule) = compared(&written[0], &written[1]) else {
        return Value::Unknown;
    };
    let shown = written.iter().enumerate().skip(2);
    if !shown
        .clone()
        .all(|(k, term)| made(evaluator, &rule, k as i64).as_ref() == Some(term))
    {
        return Value::Unknown;
    }
    let count = match after {
        [] => None,
        [.., last] => {
            let (inner, _) = if flips {
                bare(evaluator, last)
            } else {
                (last.clone(), false)
            };
            match number(evaluator, &rule, &inner) {
                Some(Some(k)) => Some(k + 1),
                _ => return Value::Unknown,
            }
        }
    };
    if count.is_some_and(|n| n < after.len() as i64) {
        return Value::Unknown;
    }
    series::sequence(name, count, |k| match made(evaluator, &rule, k) {
        Some(term) => {
            let value = evaluator.value(&term);
            if flips && k % 2 == 1 {
                super::operate::times(Value::integer(-1), value)
            } else {
                value
            }
        }
        None => Value::Unknown,
    })
}

/// The rule of which two terms are the first two.
fn compared(first: &Term, second: &Term) -> Option<Rule> {
    if first == second {
        return Some(Rule::Fixed(first.clone()));
    }
    match (first.op.head(), second.op.head()) {
        (Head::Integer(a), Head::Integer(b)) => {
            Some(Rule::Number(i64::from(a), i64::from(b) - i64::from(a)))
        }
        _ if first.op == second.op && first.args.len() == second.args.len() => {
            let args = first.args.iter().zip(second.args.iter());
            let args: Option<Vec<Rule>> = args.map(|(a, b)| compared(a, b)).collect();
            Some(Rule::Node(first.op, args?))
        }
        _ => None,
    }
}

/// The term of this number, from 0.
fn made(evaluator: &Evaluator<'_>, rule: &Rule, k: i64) -> Option<Term> {
    match rule {
        Rule::Fixed(term) => Some(term.clone()),
        Rule::Number(start, step) => {
            let value = start + step * k;
            let size = u32::try_from(value.abs()).ok().filter(|v| *v < 1 << 28)?;
            let literal = Term::leaf(Op::integer(size));
            Some(if value < 0 {
                Term::new(evaluator.find("neg")?, vec![literal])
            } else {
                literal
            })
        }
        Rule::Node(op, args) => {
            let args: Option<Vec<Term>> = args.iter().map(|a| made(evaluator, a, k)).collect();
            Some(Term::new(*op, args?))
        }
    }
}

/// The number of the term that a rule makes: `None` when it makes no such term, `Some(None)` when
/// any number will do.
fn number(evaluator: &mut Evaluator<'_>, rule: &Rule, term: &Term) -> Option<Option<i64>> {
    match rule {
        Rule::Fixed(fixed) => (fixed == term).then_some(None),
        Rule::Number(start, step) => {
            let value = evaluator.value(term).as_integer()?;
            let off = value - start;
            (off % step == 0).then(|| Some(off / step))
        }
        Rule::Node(op, args) => {
            if *op != term.op || args.len() != term.args.len() {
                return None;
            }
            let mut found = None;
            for (rule, arg) in args.iter().zip(term.args.iter()) {
                match (number(evaluator, rule, arg)?, found) {
                    (Some(k), Some(known)) if k != known => return None,
                    (Some(k), _) => found = Some(k),
                    (None, _) => {}
                }
            }
            Some(found)
        }
    }
}
