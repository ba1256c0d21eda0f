//! Conditions of equivalences, over the variables of the rule.

use super::kinds;
use super::patterns::Patterns;
use super::scalar::Src;
use super::source::Report;
use crate::pattern::Var;
use crate::rules::{Condition, RuleVar};
use crate::vocabulary::Kind;
use serde::Deserialize;

/// A condition as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 's"))]
pub(super) enum ConditionSyntax<'s> {
    NonZero(Src<'s>),
    Positive(Src<'s>),
    NonNegative(Src<'s>),
    Real(Src<'s>),
    Integer(Src<'s>),
    Natural(Src<'s>),
    IntIn(Src<'s>, i64, i64),
    Literal(Src<'s>),
    IsSymbol(Src<'s>),
    Compound(Src<'s>),
    NotFree(Src<'s>, Src<'s>),
    Differ(Src<'s>, Src<'s>),
    IsKind(Src<'s>, Kind),
    Converges(Src<'s>, Src<'s>, Vec<Src<'s>>),
    Not(Box<ConditionSyntax<'s>>),
    AnyOf(Vec<ConditionSyntax<'s>>),
}

/// A checked condition with where its variables stand.
pub(super) struct Checked<'s> {
    pub(super) condition: Condition,
    pub(super) uses: Vec<(Var, &'s str)>,
}

impl<'s> ConditionSyntax<'s> {
    /// Finds the variables of a condition.
    pub(super) fn check(
        &self,
        patterns: &Patterns<'_, '_>,
        report: &mut Report<'_, '_>,
    ) -> Option<Checked<'s>> {
        let mut uses = Vec::new();
        let condition = self.lower(patterns, &mut uses, report)?;
        Some(Checked { condition, uses })
    }

    fn lower(
        &self,
        patterns: &Patterns<'_, '_>,
        uses: &mut Vec<(Var, &'s str)>,
        report: &mut Report<'_, '_>,
    ) -> Option<Condition> {
        let mut one = |word: Src<'s>, rest: bool, report: &mut Report<'_, '_>| {
            let var = bound(word.0, rest, patterns, report)?;
            uses.push((var, word.0));
            Some(var)
        };
        Some(match self {
            Self::NonZero(v) => Condition::NonZero(one(*v, false, report)?),
            Self::Positive(v) => Condition::Positive(one(*v, false, report)?),
            Self::NonNegative(v) => Condition::NonNegative(one(*v, false, report)?),
            Self::Real(v) => Condition::Real(one(*v, false, report)?),
            Self::Integer(v) => Condition::Integer(one(*v, false, report)?),
            Self::Natural(v) => Condition::Natural(one(*v, false, report)?),
            Self::IntIn(v, low, high) => {
                if low > high {
                    report.error(
                        "dead-condition",
                        v.0,
                        format!("no integer lies in {low}..{high}"),
                        "",
                    );
                    return None;
                }
                Condition::IntIn(one(*v, false, report)?, *low, *high)
            }
            Self::Literal(v) => Condition::Literal(one(*v, false, report)?),
            Self::IsSymbol(v) => Condition::IsSymbol(one(*v, false, report)?),
            Self::Compound(v) => Condition::Compound(one(*v, false, report)?),
            Self::NotFree(v, w) => {
                let (v, w) = (one(*v, false, report), one(*w, true, report));
                Condition::NotFree(v?, w?)
            }
            Self::Differ(v, w) => {
                let (v, w) = (one(*v, false, report), one(*w, false, report));
                Condition::Differ(v?, w?)
            }
            Self::IsKind(v, kind) => Condition::IsKind(one(*v, false, report)?, *kind),
            Self::Converges(name, place, parts) => {
                let (name, place) = (one(*name, false, report), one(*place, false, report));
                let parts: Vec<_> = parts.iter().map(|p| one(*p, true, report)).collect();
                Condition::Converges(name?, place?, parts.into_iter().collect::<Option<_>>()?)
            }
            Self::Not(inner) => Condition::Not(Box::new(inner.lower(patterns, uses, report)?)),
            Self::AnyOf(several) => {
                let several: Vec<_> = several
                    .iter()
                    .map(|c| c.lower(patterns, uses, report))
                    .collect();
                Condition::AnyOf(several.into_iter().collect::<Option<_>>()?)
            }
        })
    }
}

/// The variable that a word names; complains when the patterns do not have it.
pub(super) fn bound(
    word: &str,
    rest: bool,
    patterns: &Patterns<'_, '_>,
    report: &mut Report<'_, '_>,
) -> Option<Var> {
    let found = patterns.find(word);
    match found {
        None => {
            unbound(word, &patterns.written(), "no pattern has it", report);
            None
        }
        Some(var) if !rest && patterns.vars[usize::from(var)].rest => {
            report.error(
                "pattern",
                word,
                format!("`{word}` stands for many terms, this asks for one"),
                "",
            );
            None
        }
        found => found,
    }
}

/// Complains about a variable that nothing binds.
pub(super) fn unbound(word: &str, known: &[String], label: &str, report: &mut Report<'_, '_>) {
    // Sigils would make all short names near.
    let bare = |name: &str| name.trim_start_matches(['?', '.', '#']).to_owned();
    let names: Vec<String> = known.iter().map(|k| bare(k)).collect();
    let near = crate::diagnostic::nearest(&bare(word), names.iter().map(String::as_str));
    let near = near
        .and_then(|near| known.iter().find(|k| bare(k) == near))
        .map(|n| format!("did you mean `{n}`?"));
    report
        .error("unbound", word, format!("`{word}` is not bound"), label)
        .help = near;
}

impl Checked<'_> {
    /// Complains when no term of the kinds that the patterns leave for its variable meets it.
    pub(super) fn check_kind(&self, vars: &[RuleVar], report: &mut Report<'_, '_>) {
        let (var, wanted) = match self.condition {
            Condition::IsKind(var, kind) => (var, kind),
            Condition::Positive(var)
            | Condition::NonNegative(var)
            | Condition::Real(var)
            | Condition::Integer(var)
            | Condition::Natural(var)
            | Condition::IntIn(var, ..)
            | Condition::Literal(var) => (var, Kind::Num),
            _ => return,
        };
        let is = &vars[usize::from(var)];
        if let Some(&(_, at)) = self.uses.first()
            && !kinds::fits(is.kinds, wanted)
        {
            let message = format!(
                "`?{}` is {} here and never {wanted:?}",
                is.name,
                kinds::words(is.kinds)
            );
            report.error("dead-condition", at, message, "no term meets this");
        }
    }
}
