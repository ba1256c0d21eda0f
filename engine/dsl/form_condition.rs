//! When a form is eligible: conditions over the variables of its notation.

use super::condition;
use super::patterns::Patterns;
use super::scalar::Src;
use super::source::Report;
use crate::rules::FormCondition;
use crate::vocabulary::Kind;
use serde::Deserialize;

/// A condition as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) enum ConditionSyntax<'s> {
    Is(Src<'s>, u32),
    IntIn(Src<'s>, u32, u32),
    IsSymbol(Src<'s>),
    IsName(Src<'s>),
    IsSign(Src<'s>),
    IsAtom(Src<'s>),
    IsListed(Src<'s>),
    IsKind(Src<'s>, Kind),
    Tagged(Src<'s>, Vec<Src<'s>>),
    LooksSet(Src<'s>),
    Bold(Src<'s>),
    Overlined(Src<'s>),
    Divided(Src<'s>),
    Together(Src<'s>),
    Raised(Src<'s>),
    Braced(Src<'s>),
    Strokes(Src<'s>, u32),
    Entries(Src<'s>),
    Coefficient(Src<'s>),
    Holds(Src<'s>, Src<'s>),
    Count(Src<'s>, usize),
    Not(Box<ConditionSyntax<'s>>),
}

impl ConditionSyntax<'_> {
    /// Finds the variables of a condition.
    pub(super) fn lower(
        &self,
        patterns: &Patterns<'_, '_>,
        report: &mut Report<'_, '_>,
    ) -> Option<FormCondition> {
        // What is asked of many terms is asked of each.
        let mut var = |word: Src<'_>| condition::bound(word.0, true, patterns, report);
        Some(match self {
            ConditionSyntax::Is(v, value) => FormCondition::Is(var(*v)?, *value),
            ConditionSyntax::IntIn(v, low, high) => FormCondition::IntIn(var(*v)?, *low, *high),
            ConditionSyntax::IsSymbol(v) => FormCondition::IsSymbol(var(*v)?),
            ConditionSyntax::IsName(v) => FormCondition::IsName(var(*v)?),
            ConditionSyntax::IsSign(v) => FormCondition::IsSign(var(*v)?),
            ConditionSyntax::IsAtom(v) => FormCondition::IsAtom(var(*v)?),
            ConditionSyntax::IsListed(v) => FormCondition::IsListed(var(*v)?),
            ConditionSyntax::IsKind(v, kind) => FormCondition::IsKind(var(*v)?, *kind),
            ConditionSyntax::Tagged(v, tags) => {
                let tags = tags.iter().map(|t| t.0.to_owned()).collect();
                FormCondition::Tagged(var(*v)?, tags)
            }
            ConditionSyntax::LooksSet(v) => FormCondition::LooksSet(var(*v)?),
            ConditionSyntax::Bold(v) => FormCondition::Bold(var(*v)?),
            ConditionSyntax::Overlined(v) => FormCondition::Overlined(var(*v)?),
            ConditionSyntax::Divided(v) => FormCondition::Divided(var(*v)?),
            ConditionSyntax::Together(v) => FormCondition::Together(var(*v)?),
            ConditionSyntax::Entries(v) => FormCondition::Entries(var(*v)?),
            ConditionSyntax::Braced(v) => FormCondition::Braced(var(*v)?),
            ConditionSyntax::Strokes(v, count) => FormCondition::Strokes(var(*v)?, *count),
            ConditionSyntax::Raised(v) => FormCondition::Raised(var(*v)?),
            ConditionSyntax::Coefficient(v) => FormCondition::Coefficient(var(*v)?),
            ConditionSyntax::Holds(v, inner) => FormCondition::Holds(var(*v)?, var(*inner)?),
            ConditionSyntax::Count(v, count) => {
                let var = condition::bound(v.0, true, patterns, report)?;
                if !patterns.vars[usize::from(var)].rest {
                    report.error(
                        "pattern",
                        v.0,
                        format!("`{}` stands for one term, this counts many", v.0),
                        "",
                    );
                    return None;
                }
                FormCondition::Count(var, *count)
            }
            ConditionSyntax::Not(inner) => {
                FormCondition::Not(Box::new(inner.lower(patterns, report)?))
            }
        })
    }
}

/// Whether the conditions exclude each other, as far as is plain.
pub(super) fn contradict(conditions: &[FormCondition]) -> bool {
    conditions.iter().enumerate().any(|(i, a)| {
        never(a)
            || conditions[..i]
                .iter()
                .any(|b| excludes(a, b) || excludes(b, a))
    })
}

fn never(condition: &FormCondition) -> bool {
    matches!(condition, FormCondition::IntIn(_, low, high) if low > high)
}

/// Whether one condition makes another impossible, as far as is plain.
fn excludes(a: &FormCondition, b: &FormCondition) -> bool {
    use FormCondition::{Count, IntIn, Is, IsKind, IsName, IsSymbol, Not};
    match (a, b) {
        (Not(inner), b) => implies(b, inner),
        (Is(v, x), Is(w, y)) => v == w && x != y,
        (Is(v, x), IntIn(w, low, high)) => v == w && (x < low || x > high),
        (IntIn(v, _, high), IntIn(w, low, _)) => v == w && high < low,
        (Is(v, _) | IntIn(v, ..), IsSymbol(w) | IsName(w)) => v == w,
        (Count(v, x), Count(w, y)) => v == w && x != y,
        (IsKind(v, x), IsKind(w, y)) => v == w && x != y,
        _ => false,
    }
}

fn implies(a: &FormCondition, b: &FormCondition) -> bool {
    use FormCondition::{IntIn, Is, IsAtom, IsListed, IsName, IsSign, IsSymbol};
    match (a, b) {
        (Is(v, x), IntIn(w, low, high)) => v == w && low <= x && x <= high,
        (Is(v, _) | IntIn(v, ..) | IsSymbol(v) | IsName(v) | IsSign(v), IsAtom(w))
        | (IsSign(v), IsSymbol(w))
        | (IsSymbol(v) | IsSign(v), IsListed(w)) => v == w,
        (a, b) => a == b,
    }
}
