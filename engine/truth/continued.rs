//! An ellipsis beside a sum or product that is written in full: it goes on as that one does.

use super::form::{name, node};
use super::sample::Sampler;
use crate::eval::{Point, agree};
use crate::term::{Head, Op, Term};

/// Sums, products, unions and intersections with an ellipsis: their terms are told by their indices.
pub(super) const SEQUENCES: &[&str] = &["addseq", "interseq", "mulseq", "unionseq"];

impl Sampler<'_> {
    /// A side that ends with an ellipsis, with the rest of another side in its place; none when the
    /// terms that are shown are not mostly those of the other side.
    pub(super) fn continued(&self, side: &Term, sides: &[Term], point: &Point) -> Option<Term> {
        let vocabulary = self.vocabulary;
        let (whole, plain) = match name(side, vocabulary) {
            "addseq" => ("sum", "add"),
            "mulseq" => ("prod", "mul"),
            _ => return None,
        };
        let (dots, shown) = side.args.split_last()?;
        let is_dots = |t: &Term| name(t, vocabulary) == "dots";
        if !is_dots(dots) || shown.iter().any(is_dots) {
            return None;
        }
        sides.iter().find_map(|other| {
            let other = inward(other, whole, self)?;
            let [counter, low, high, body] = &*other.args else {
                return None;
            };
            let Head::Integer(low) = low.op.head() else {
                return None;
            };
            let term = |k: usize| {
                let number = Term::leaf(Op::integer(low + k as u32));
                body.map(&mut |t| if t == *counter { number.clone() } else { t })
            };
            let alike = |(k, one): (usize, &Term)| {
                let values = [self.value(one, point), self.value(&term(k), point)];
                agree(&values[0], &values[1]) == Some(true)
            };
            let known = shown.iter().enumerate().map(alike).filter(|a| *a).count();
            if known < 2 || 2 * known < shown.len() {
                return None;
            }
            let next = Term::leaf(Op::integer(low + shown.len() as u32));
            let rest = vec![counter.clone(), next, high.clone(), body.clone()];
            let mut parts = shown.to_vec();
            parts.push(node(whole, rest, vocabulary));
            Some(node(plain, parts, vocabulary))
        })
    }
}

/// A sum or product that is written in full, with a sign before it among what is added up.
fn inward(side: &Term, whole: &str, sampler: &Sampler<'_>) -> Option<Term> {
    let vocabulary = sampler.vocabulary;
    match (name(side, vocabulary), &*side.args) {
        (own, _) if own == whole => Some(side.clone()),
        // `\sum_{n \ge 1}`
        ("sumcond" | "prodcond", [counter, condition, body])
            if name(side, vocabulary).strip_suffix("cond") == Some(whole) =>
        {
            let ("ge", [counted, low]) = (name(condition, vocabulary), &*condition.args) else {
                return None;
            };
            let endless = node("infty", Vec::new(), vocabulary);
            let args = vec![counter.clone(), low.clone(), endless, body.clone()];
            (counted == counter).then(|| node(whole, args, vocabulary))
        }
        ("neg", [inner]) if whole == "sum" => {
            let series = inward(inner, whole, sampler)?;
            let (body, range) = series.args.split_last()?;
            let mut args = range.to_vec();
            args.push(node("neg", vec![body.clone()], vocabulary));
            Some(Term::new(series.op, args))
        }
        _ => None,
    }
}
