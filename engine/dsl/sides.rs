//! Whether both sides of a rule that is not an equivalence are of one kind.

use super::kinds::{self, ALL, Kinds};
use super::source::Report;
use crate::falsify::{HeadShape, Shape};
use crate::term::Op;
use crate::vocabulary::{Kind, Vocabulary};

/// Complains where no term that the left side matches is of a kind that the right side may be.
pub(super) fn check(
    at: &str,
    sides: [&Shape; 2],
    vocabulary: &Vocabulary,
    report: &mut Report<'_, '_>,
) {
    let mut vars = Vec::new();
    for side in sides {
        narrow(side, vocabulary, &mut vars);
    }
    let [left, right] = sides.map(|side| kinds_of(side, vocabulary, &vars));
    if kinds::widen(left) & kinds::widen(right) == 0 {
        let message = format!(
            "the sides are of different kinds: {} and {}",
            kinds::words(left),
            kinds::words(right)
        );
        let right = at.rsplit_once("=>").map_or(at, |(_, right)| right.trim());
        report.error("kind-clash", right, message, "");
    }
}

/// The kinds of variables, by index, as the operators around them ask.
fn narrow(shape: &Shape, vocabulary: &Vocabulary, vars: &mut Vec<Kinds>) {
    let Shape::Node(head, args) = shape else {
        return;
    };
    let operator = match head {
        HeadShape::Op(op) => vocabulary.operator(*op),
        _ => None,
    };
    for (place, arg) in args.iter().enumerate() {
        if let (Shape::Var(var), Some(operator)) = (arg, operator)
            && !args.iter().any(|arg| matches!(arg, Shape::Rest(_)))
        {
            let asked = operator.signatures.iter().filter_map(|s| s.arg(place));
            let asked = asked.fold(0, |all, kind| all | kinds::accepted(kind));
            let var = usize::from(*var);
            if vars.len() <= var {
                vars.resize(var + 1, ALL);
            }
            vars[var] &= asked;
        }
        narrow(arg, vocabulary, vars);
    }
}

/// What a shape may be.
fn kinds_of(shape: &Shape, vocabulary: &Vocabulary, vars: &[Kinds]) -> Kinds {
    match shape {
        Shape::Var(var) => vars.get(usize::from(*var)).copied().unwrap_or(ALL),
        Shape::Node(HeadShape::Op(op), _) => match vocabulary.operator(*op) {
            Some(operator) => {
                let results = operator.signatures.iter().map(|s| kinds::of(s.result));
                results.fold(0, |all, kind| all | kind)
            }
            // Zero stands for what has no number, too.
            None if *op == Op::integer(0) => ALL & !kinds::of(Kind::Prop),
            None => kinds::of(Kind::Num) | kinds::of(Kind::Rv),
        },
        Shape::Rest(_) | Shape::Hole(_) | Shape::Node(..) => ALL,
    }
}
