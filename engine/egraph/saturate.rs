//! Saturation of a formula in tiers, with the sides of its relations kept apart.

use super::assumptions::gather_given;
use super::contains::contains;
use super::limits::{Limits, Stats};
use super::program::{Laws, Program};
use super::run::{Run, Trouble};
use super::split;
use crate::atoms::Atoms;
use crate::diagnostic::{Diagnostic, Label, Severity};
use crate::forest::Forest;
use crate::rules::{RuleSet, Tier};
use crate::term::Term;
use std::sync::Arc;

/// A saturated formula.
#[derive(Clone, Debug)]
pub struct Saturated {
    /// All forms, in canonical order.
    pub forest: Forest,
    /// What it took.
    pub stats: Stats,
    /// The tier that was used; lower than asked for when that made two sides of a relation one.
    pub tier: Tier,
    /// Rules that were used on the strength of their `assume`: indices, ascending.
    pub assumed: Vec<u32>,
    /// What happened on the way.
    pub notes: Vec<Diagnostic>,
    /// The laws of the vocabulary's operators.
    pub(crate) laws: Arc<[Laws]>,
}

impl Saturated {
    /// Whether a term over the same atoms is one of the forms, up to the order of the arguments
    /// of commutative operators and the levels of bound names.
    pub fn contains(&self, term: &Term) -> bool {
        contains(&self.forest, &self.laws, term)
    }
}

/// Applies the rules to a term until nothing is new or a limit is met.
///
/// The sides of every relation of the source stay apart. `Program::new` and [`saturate_with`] save
/// the preparation of the rules when there are many formulas.
pub fn saturate(term: &Term, atoms: &Atoms, rules: &RuleSet, limits: &Limits) -> Saturated {
    saturate_with(&Program::new(rules), term, atoms, limits)
}

/// [`saturate`] with prepared rules.
pub fn saturate_with(
    program: &Program<'_>,
    term: &Term,
    atoms: &Atoms,
    limits: &Limits,
) -> Saturated {
    saturate_given(program, term, atoms, &[], limits)
}

/// [`saturate_with`] under declarations that were made elsewhere: `(in x RR)`, `(gt x 0)`.
pub fn saturate_given(
    program: &Program<'_>,
    term: &Term,
    atoms: &Atoms,
    given: &[Term],
    limits: &Limits,
) -> Saturated {
    let assumptions = gather_given(term, given, program.vocabulary());
    let mut notes = Vec::new();
    let mut tier = limits.tier;
    let merged = loop {
        let mut run = Run::new(program, term, atoms, &assumptions);
        let stats = run.tiers(tier, limits);
        let Some(trouble) = run.trouble() else {
            return run.finish(stats, tier, notes);
        };
        let (lower, next) = match tier {
            Tier::Algebra => (Tier::Structure, "rules of structure are used"),
            Tier::Structure => (Tier::Notation, "rules of notation are used"),
            Tier::Notation => break trouble == Trouble::Merged,
        };
        notes.push(trouble.note(tier, next));
        tier = lower;
    };
    if !merged {
        notes.push(Trouble::Lost.note(tier, "no rules are used"));
        return Run::new(program, term, atoms, &assumptions).finish(Stats::default(), tier, notes);
    }
    let mut run = Run::new(program, term, atoms, &assumptions);
    run.graph.apart.clone_from(&run.pairs);
    let stats = run.tiers(tier, limits);
    if run.trouble().is_none() {
        let rules = &program.rules.equivalences;
        let held: Vec<&str> = run
            .graph
            .held
            .iter()
            .map(|&r| rules[r as usize].id.as_str())
            .collect();
        let next = format!("{} may not", held.join(", "));
        notes.push(Trouble::Merged.note(tier, &next));
        return run.finish(stats, tier, notes);
    }
    notes.push(Trouble::Merged.note(tier, "each side is rewritten on its own"));
    split::saturate(program, term, atoms, &assumptions, limits, notes)
}

impl Trouble {
    fn note(self, tier: Tier, next: &str) -> Diagnostic {
        let tier = match tier {
            Tier::Notation => "notation",
            Tier::Structure => "structure",
            Tier::Algebra => "algebra",
        };
        let (id, what) = match self {
            Self::Merged => ("sides-merged", "make two sides of a relation one"),
            Self::Lost => (
                "source-lost",
                "make a part of the formula one with what it holds",
            ),
            Self::Contradiction => ("contradiction", "make different numbers one"),
        };
        note(id, format!("rules of {tier} {what}; {next}"))
    }
}

fn note(id: &'static str, message: String) -> Diagnostic {
    Diagnostic {
        id,
        severity: Severity::Warning,
        message,
        file: String::new(),
        labels: Vec::<Label>::new(),
        help: None,
    }
}
