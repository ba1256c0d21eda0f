//! What the variables of a rule stand for, drawn from the signatures of its operators.

use crate::choice::Draws;
use crate::pattern::Pattern;
use crate::rules::Equivalence;
use crate::term::Head;
use crate::vocabulary::{Kind, Vocabulary};

/// Kinds for all variables under which both sides are of one kind; `None` when this draw of
/// signatures fits none.
pub(super) fn draw(
    rule: &Equivalence,
    vocabulary: &Vocabulary,
    draws: &mut Draws,
) -> Option<Vec<Kind>> {
    let mut kinds: Vec<Kind> = rule.vars.iter().map(|v| v.kind).collect();
    let found = assign(&rule.lhs, Kind::Any, vocabulary, &mut kinds, draws)?;
    let found = assign(&rule.rhs, found, vocabulary, &mut kinds, draws)?;
    // What the right side asks for may narrow the left side.
    assign(&rule.lhs, found, vocabulary, &mut kinds, draws)?;
    let free = [Kind::Num, Kind::Num, Kind::Num, Kind::Set, Kind::Mat][draws.below(5)];
    let free = if mentions(&rule.lhs, vocabulary, &["eq", "ne", "chain"]) {
        free
    } else if mentions(&rule.lhs, vocabulary, &["vecprod", "dot", "inner", "norm"]) {
        Kind::Vec
    } else {
        Kind::Num
    };
    for (kind, var) in kinds.iter_mut().zip(&rule.vars) {
        if *kind == Kind::Any {
            *kind = if var.rest { Kind::Any } else { free };
        }
    }
    Some(kinds)
}

/// Whether one of these operators occurs.
fn mentions(pattern: &Pattern, vocabulary: &Vocabulary, names: &[&str]) -> bool {
    let mut found = false;
    pattern.walk(&mut |p| {
        if let Pattern::Node(op, _) = p {
            found |= vocabulary
                .operator(*op)
                .is_some_and(|o| names.contains(&o.name.as_str()));
        }
    });
    found
}

/// Whether something of one kind may stand where another one is asked for.
fn fits(have: Kind, want: Kind) -> bool {
    have == want
        || have == Kind::Any
        || want == Kind::Any
        || matches!(
            (have, want),
            (Kind::Num, Kind::Rv)
                | (Kind::Prop, Kind::Event)
                | (Kind::Event, Kind::Set)
                | (Kind::Set, Kind::Event)
        )
}

/// The kind of a pattern where `want` is asked for.
fn assign(
    pattern: &Pattern,
    want: Kind,
    vocabulary: &Vocabulary,
    kinds: &mut [Kind],
    draws: &mut Draws,
) -> Option<Kind> {
    match pattern {
        Pattern::Var(v) | Pattern::Rest(v) | Pattern::Subst(v, ..) => {
            let kind = &mut kinds[usize::from(*v)];
            if *kind == Kind::Any {
                *kind = want;
            }
            fits(*kind, want).then_some(*kind)
        }
        Pattern::Node(op, args) => {
            let Head::Operator(_) = op.head() else {
                let number = matches!(want, Kind::Any | Kind::Num | Kind::Rv);
                return number.then_some(Kind::Num);
            };
            let signatures = &vocabulary.operator(*op)?.signatures;
            let first = if draws.chance(0.6) {
                0
            } else {
                draws.below(signatures.len())
            };
            for signature in signatures.iter().cycle().skip(first).take(signatures.len()) {
                if !fits(signature.result, want) {
                    continue;
                }
                let saved = kinds.to_vec();
                let all = args.iter().enumerate().all(|(i, arg)| {
                    let repeated = signature.args.last().filter(|_| signature.variadic);
                    let asked = signature.args.get(i).or(repeated);
                    asked.is_some_and(|k| assign(arg, *k, vocabulary, kinds, draws).is_some())
                });
                if all {
                    return Some(signature.result);
                }
                kinds.copy_from_slice(&saved);
            }
            None
        }
    }
}
