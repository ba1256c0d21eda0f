//! Conditions of rules, decided from facts, and the arithmetic of computed variables.

use super::binding::{Binding, Bound};
use super::converges::converges;
use super::facts::Flags;
use super::program::Program;
use super::snapshot::{Dense, Snapshot};
use crate::pattern::{Pattern, Var};
use crate::rules::Condition;
use crate::term::{Head, Op};
use crate::vocabulary::Kind;

/// Whether a condition is known to hold or not to hold; `None` when neither is known.
pub(crate) fn decide(
    condition: &Condition,
    program: &Program<'_>,
    snapshot: &Snapshot,
    bound: Bound<'_>,
) -> Option<bool> {
    let atom = |c: Dense| snapshot.atoms[c as usize].map(Op::head);
    match condition {
        Condition::NonZero(v) => sign(*v, snapshot, bound, Flags::NONZERO, |x| x != 0),
        Condition::Positive(v) => sign(*v, snapshot, bound, Flags::POSITIVE, |x| x > 0),
        Condition::NonNegative(v) => sign(*v, snapshot, bound, Flags::NONNEG, |x| x >= 0),
        Condition::Real(v) => sign(*v, snapshot, bound, Flags::REAL, |_| true),
        Condition::Integer(v) => sign(*v, snapshot, bound, Flags::INTEGER, |_| true),
        Condition::Natural(v) => sign(*v, snapshot, bound, Flags::NATURAL, |x| x >= 0),
        Condition::IntIn(v, low, high) => {
            let value = match bound.of(*v) {
                Binding::Int(x) => Some(x),
                Binding::Class(c) => literal(snapshot, c),
                Binding::Free | Binding::List(..) => None,
            };
            Some(value.is_some_and(|x| (*low..=*high).contains(&x)))
        }
        Condition::Literal(v) => Some(match bound.of(*v) {
            Binding::Int(_) => true,
            Binding::Free => false,
            _ => bound.classes(*v).all(|c| {
                literal(snapshot, c).is_some() || matches!(atom(c), Some(Head::Literal(_)))
            }),
        }),
        Condition::IsSymbol(v) => Some(
            bound
                .classes(*v)
                .all(|c| matches!(atom(c), Some(Head::Symbol(_)))),
        ),
        Condition::Compound(v) => Some(bound.classes(*v).all(|c| atom(c).is_none())),
        Condition::NotFree(name, v) => {
            let bits = bound
                .classes(*name)
                .fold(0, |a, c| a | snapshot.facts[c as usize].depends);
            let free = |c: Dense| {
                let facts = &snapshot.facts[c as usize];
                (facts.depends | facts.varies) & bits == 0
            };
            Some(bound.classes(*v).all(free))
        }
        Condition::Differ(a, b) => Some(match (bound.of(*a), bound.of(*b)) {
            (Binding::Class(x), Binding::Int(y)) | (Binding::Int(y), Binding::Class(x)) => {
                literal(snapshot, x) != Some(y)
            }
            (Binding::List(..), _) | (_, Binding::List(..)) => {
                !bound.classes(*a).eq(bound.classes(*b))
            }
            (x, y) => x != y,
        }),
        Condition::IsKind(v, kind) => Some(match bound.of(*v) {
            Binding::Int(_) => *kind == Kind::Num,
            _ => bound
                .classes(*v)
                .all(|c| snapshot.facts[c as usize].kind == *kind),
        }),
        Condition::Converges(moving, place, parts) => {
            let one = |v: &Var| bound.classes(*v).next();
            let (moving, place) = (one(moving)?, one(place)?);
            let parts = parts.iter().flat_map(|v| bound.classes(*v));
            Some(converges((moving, place), parts, snapshot, program))
        }
        Condition::Not(inner) => decide(inner, program, snapshot, bound).map(|yes| !yes),
        Condition::AnyOf(all) => {
            let mut known = true;
            for one in all {
                match decide(one, program, snapshot, bound) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => known = false,
                }
            }
            known.then_some(false)
        }
    }
}

fn sign(
    var: Var,
    snapshot: &Snapshot,
    bound: Bound<'_>,
    flags: Flags,
    test: impl Fn(i64) -> bool,
) -> Option<bool> {
    if let Binding::Int(value) = bound.of(var) {
        return Some(test(value));
    }
    let mut all = true;
    for class in bound.classes(var) {
        let facts = &snapshot.facts[class as usize];
        let negative = facts.flags.has(Flags::NEGATIVE) && flags.has(Flags(2));
        match facts.value {
            Some(value) if !test(value) => return Some(false),
            _ if negative => return Some(false),
            _ => all &= facts.flags.has(flags),
        }
    }
    all.then_some(true)
}

/// The integer of a class that holds `3` or `(neg 3)`.
pub(crate) fn literal(snapshot: &Snapshot, class: Dense) -> Option<i64> {
    let value = snapshot.facts[class as usize].value?;
    let leaf = |c: Dense| {
        matches!(
            snapshot.atoms[c as usize].map(Op::head),
            Some(Head::Integer(_))
        )
    };
    let written = leaf(class)
        || value < 0
            && snapshot
                .members(class)
                .any(|n| matches!(snapshot.kids(n), [k] if leaf(*k)));
    written.then_some(value)
}

/// The integer value of a computed variable's pattern.
pub(crate) fn evaluate(
    pattern: &Pattern,
    program: &Program<'_>,
    snapshot: &Snapshot,
    bound: Bound<'_>,
) -> Option<i64> {
    match pattern {
        Pattern::Var(v) => match bound.of(*v) {
            Binding::Int(value) => Some(value),
            Binding::Class(c) => literal(snapshot, c),
            Binding::Free | Binding::List(..) => None,
        },
        Pattern::Rest(_) | Pattern::Subst(..) => None,
        Pattern::Node(op, args) => {
            if let Head::Integer(value) = op.head() {
                return Some(i64::from(value));
            }
            let args: Option<Vec<i64>> = args
                .iter()
                .map(|a| evaluate(a, program, snapshot, bound))
                .collect();
            let args = args?;
            let name = program.vocabulary().operator(*op)?.name.as_str();
            match (name, &args[..]) {
                ("add", all) => all.iter().try_fold(0i64, |a, b| a.checked_add(*b)),
                ("mul", all) => all.iter().try_fold(1i64, |a, b| a.checked_mul(*b)),
                ("neg", [a]) => a.checked_neg(),
                ("abs", [a]) => a.checked_abs(),
                ("div", [a, b]) if *b != 0 && a % b == 0 => a.checked_div(*b),
                ("mod", [a, b]) if *b > 0 => Some(a.rem_euclid(*b)),
                ("pow", [a, b]) => a.checked_pow(u32::try_from(*b).ok()?),
                ("max", all) => all.iter().copied().max(),
                ("min", all) => all.iter().copied().min(),
                ("gcd", [a, b]) => Some(gcd(*a, *b)),
                ("lcm", [a, b]) if *a != 0 => {
                    a.checked_div(gcd(*a, *b))?.checked_mul(*b).map(i64::abs)
                }
                ("factorial", [a]) if (0..=20).contains(a) => {
                    (1..=*a).try_fold(1i64, |p, k| p.checked_mul(k))
                }
                ("floor" | "ceil", [a]) => Some(*a),
                _ => None,
            }
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}
