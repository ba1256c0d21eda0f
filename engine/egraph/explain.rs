//! Proofs that two formulas say the same, step by step, under some renaming of symbols.

use super::assumptions::{Assumptions, gather};
use super::limits::{Limits, Stats};
use super::program::Program;
use super::renaming::{Version, candidates};
use super::tidy::sorted;
use super::trial::{Trial, reorder};
use crate::atoms::Atoms;
use crate::rules::{RuleSet, Tier};
use crate::term::Term;

/// The most renamings for which rules are tried.
const TRIED: usize = 12;

/// Whether, and how, two formulas were proved equal.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// A proof.
    Derived {
        /// Symbols of the second formula and what stands for them in the proof, where they differ.
        renaming: Vec<(String, String)>,
        /// The strongest rules that were allowed when the proof was found.
        tier: Tier,
        /// From the first formula to the second, renamed.
        steps: Vec<Step>,
        /// The leaves of the terms in the steps.
        atoms: Box<Atoms>,
        /// Rules that were used on the strength of their `assume`.
        assumed: Vec<String>,
    },
    /// No proof was found, which says nothing when limits were met.
    NotDerived {
        /// Iterations of the last attempt.
        iterations: usize,
        /// Nodes of the last attempt.
        nodes: usize,
        /// Whether no rule had anything to add, in any attempt.
        saturated: bool,
        /// The strongest rules that were used.
        tier: Tier,
        /// How many renamings were tried.
        tried: usize,
        /// Whether there were more renamings than that.
        capped: bool,
    },
}

/// One step of a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The id of the rule; `flatten` for splicing nested sums and products, `reorder` for another order of the same children, `rename-bound` for
    /// other bound names.
    pub rule: String,
    /// Whether the rule goes from its left to its right side.
    pub forward: bool,
    /// Which argument, from the root, leads to the part that changes.
    pub path: Vec<usize>,
    /// The whole term before.
    pub before: Term,
    /// The whole term after.
    pub after: Term,
}

impl Limits {
    /// Limits for proofs: all tiers.
    pub fn proof() -> Self {
        Self {
            tier: Tier::Algebra,
            ..Self::default()
        }
    }
}

/// Looks for a proof that the second formula says what the first one does, tier by tier up to the
/// one of the limits. What holds is decided under the declarations that both share, wherever both
/// are defined.
pub fn explain(
    a: (&Term, &Atoms),
    b: (&Term, &Atoms),
    rules: &RuleSet,
    limits: &Limits,
) -> Explanation {
    explain_with(&Program::new(rules), a, b, limits)
}

/// [`explain`] with prepared rules.
pub fn explain_with(
    program: &Program<'_>,
    a: (&Term, &Atoms),
    b: (&Term, &Atoms),
    limits: &Limits,
) -> Explanation {
    let found = candidates(a.0, a.1, b.0, b.1, program.vocabulary());
    let plain = sorted(program, a.0);
    if let Some(version) = found
        .versions
        .iter()
        .find(|v| sorted(program, &v.term) == plain)
    {
        let steps = if version.term == *a.0 {
            Vec::new()
        } else {
            vec![reorder(a.0, &version.term)]
        };
        return Explanation::Derived {
            renaming: version.renaming.clone(),
            tier: Tier::Notation,
            steps,
            atoms: Box::new(found.atoms),
            assumed: Vec::new(),
        };
    }
    let ours = gather(a.0, program.vocabulary());
    let (mut last, mut saturated) = (Stats::default(), true);
    for version in found.versions.iter().take(TRIED) {
        let assumptions = ours.shared(&gather(&version.term, program.vocabulary()));
        for (start, assumptions) in [
            (Trial::one as Start<'_>, &ours),
            (Trial::both, &assumptions),
        ] {
            let make = |explain| {
                start(
                    program,
                    a.0,
                    &version.term,
                    &found.atoms,
                    assumptions,
                    explain,
                )
            };
            let (tier, stats) = make(false).prove(limits);
            last = stats;
            if let Some(tier) = tier {
                let mut trial = make(true);
                if trial.prove(limits).0.is_some() {
                    return derived(trial, version, found.atoms, tier);
                }
            }
        }
        saturated &= last.saturated;
    }
    Explanation::NotDerived {
        iterations: last.iterations,
        nodes: last.nodes,
        saturated,
        tier: limits.tier,
        tried: found.versions.len().min(TRIED),
        capped: found.capped || found.versions.len() > TRIED,
    }
}

/// How a trial is set up.
type Start<'p> = fn(&'p Program<'p>, &Term, &Term, &Atoms, &Assumptions, bool) -> Trial<'p>;

fn derived(mut trial: Trial<'_>, version: &Version, atoms: Atoms, tier: Tier) -> Explanation {
    let steps = trial.steps(&version.term);
    let rules = &trial.run.graph.program.rules.equivalences;
    let used = |r: &u32| {
        let id = &rules[*r as usize].id;
        steps.iter().any(|s| s.rule == *id).then(|| id.clone())
    };
    let assumed = trial.run.graph.assumed.iter().filter_map(used).collect();
    Explanation::Derived {
        renaming: version.renaming.clone(),
        tier,
        steps,
        atoms: Box::new(atoms),
        assumed,
    }
}
