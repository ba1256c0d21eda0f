//! Proofs that two formulas say the same, step by step, under some renaming of symbols.

use super::assumptions::{Assumptions, gather};
use super::contains::form;
use super::extract;
use super::graph::{Graph, REORDER};
use super::language::Node;
use super::program::Program;
use super::renaming::{Version, candidates};
use super::saturate::{Limits, Run, Stats, TIERS};
use super::tidy::sorted;
use crate::atoms::Atoms;
use crate::rules::{RuleSet, Tier};
use crate::term::Term;
use egg::{FlatTerm, Id};

/// The name of a step that changes bound names alone.
pub(crate) const RENAME: &str = "rename-bound";

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
        atoms: Atoms,
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
            atoms: found.atoms,
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
        atoms,
        assumed,
    }
}

/// A run that is to prove two terms equal.
struct Trial<'p> {
    run: Run<'p>,
    a: Id,
    b: Goal,
}

/// What is to be reached.
enum Goal {
    /// A class that rules are applied to as well.
    Class(Id),
    /// A term that is only looked for.
    Term(Term),
}

impl<'p> Trial<'p> {
    /// Rules are applied to both terms, without regard for what becomes of them.
    fn both(
        program: &'p Program<'p>,
        a: &Term,
        b: &Term,
        atoms: &Atoms,
        assumptions: &Assumptions,
        explain: bool,
    ) -> Self {
        let mut graph = Graph::new(program, atoms, assumptions, explain);
        graph.protect = false;
        let (a, b) = (graph.add_source(a), graph.add_source(b));
        graph.assume(assumptions);
        graph.settle();
        Self {
            run: Run::over(graph, a, vec![(a, b)]),
            a,
            b: Goal::Class(b),
        }
    }

    /// Rules are applied to the first term as [`super::saturate`] does, so that whatever it finds
    /// is found again.
    fn one(
        program: &'p Program<'p>,
        a: &Term,
        b: &Term,
        atoms: &Atoms,
        assumptions: &Assumptions,
        explain: bool,
    ) -> Self {
        let mut graph = Graph::new(program, atoms, assumptions, explain);
        let root = graph.add_source(a);
        graph.assume(assumptions);
        graph.settle();
        Self {
            run: Run::over(graph, root, Vec::new()),
            a: root,
            b: Goal::Term(b.clone()),
        }
    }

    /// Saturates tier by tier until both are one; returns the tier that did it.
    fn prove(&mut self, limits: &Limits) -> (Option<Tier>, Stats) {
        let mut stats = Stats::default();
        for tier in TIERS.into_iter().filter(|t| *t <= limits.tier) {
            if self.reached() {
                return (Some(tier), stats);
            }
            self.run.tier(tier, limits, &mut stats);
            if self.reached() {
                return (Some(tier), stats);
            }
            if let Goal::Term(term) = &self.b
                && binds(self.run.graph.program, term)
            {
                let forest = extract::forest(&self.run.graph, self.a);
                if let Some(form) = form(&forest, &self.run.graph.program.laws, term) {
                    self.b = Goal::Term(form);
                    return (Some(tier), stats);
                }
            }
        }
        (None, stats)
    }

    fn reached(&self) -> bool {
        let graph = &self.run.graph;
        let class = match &self.b {
            Goal::Class(id) => Some(*id),
            Goal::Term(term) => graph.find_term(term),
        };
        class.is_some_and(|c| graph.egraph.find(c) == graph.egraph.find(self.a))
    }

    /// The steps of the proof, with explanations, once the goal is reached.
    fn steps(&mut self, goal: &Term) -> Vec<Step> {
        let graph = &mut self.run.graph;
        let b = match &self.b {
            Goal::Class(id) => *id,
            Goal::Term(term) => graph.add_known(term),
        };
        let mut proof = graph.egraph.explain_id_equivalence(self.a, b);
        let flat = proof.make_flat_explanation();
        let mut steps: Vec<Step> = Vec::new();
        let mut now = flat.first().map(term);
        for next in flat.iter().skip(1) {
            let after = term(next);
            let (Some(before), Some((path, rule, forward))) =
                (now.replace(after.clone()), change(next))
            else {
                continue;
            };
            match steps.last_mut() {
                Some(last) if last.rule == REORDER && rule == REORDER => {
                    *last = reorder(&last.before, &after)
                }
                _ if before == after => {}
                _ => steps.push(Step {
                    rule,
                    forward,
                    path,
                    before,
                    after,
                }),
            }
        }
        let mut end = now;
        if let (Goal::Term(term), Some(last)) = (&self.b, &mut end)
            && last != term
        {
            match steps.last_mut() {
                Some(step) if step.rule == REORDER => *step = reorder(&step.before, term),
                _ => steps.push(reorder(last, term)),
            }
            last.clone_from(term);
        }
        if let Some(before) = end.filter(|t| t != goal) {
            let (rule, path) = (RENAME.to_owned(), Vec::new());
            steps.push(Step {
                rule,
                forward: true,
                path,
                before,
                after: goal.clone(),
            });
        }
        steps.retain(|s| s.before != s.after);
        steps
    }
}

fn binds(program: &Program<'_>, term: &Term) -> bool {
    program.laws(term.op).binds.is_some() || term.args.iter().any(|t| binds(program, t))
}

/// A step that only changes the order of children, at the deepest node that holds all changes.
fn reorder(before: &Term, after: &Term) -> Step {
    let mut path = Vec::new();
    let (mut x, mut y) = (before, after);
    while x.op == y.op && x.args.len() == y.args.len() {
        let mut changed = (0..x.args.len()).filter(|&i| x.args[i] != y.args[i]);
        match (changed.next(), changed.next()) {
            (Some(only), None) => {
                path.push(only);
                (x, y) = (&x.args[only], &y.args[only]);
            }
            _ => break,
        }
    }
    Step {
        rule: REORDER.to_owned(),
        forward: true,
        path,
        before: before.clone(),
        after: after.clone(),
    }
}

/// Where a flat term says that it was rewritten, by which rule and in which direction.
fn change(flat: &FlatTerm<Node>) -> Option<(Vec<usize>, String, bool)> {
    if let Some(rule) = flat.forward_rule {
        return Some((Vec::new(), rule.to_string(), true));
    }
    if let Some(rule) = flat.backward_rule {
        return Some((Vec::new(), rule.to_string(), false));
    }
    flat.children.iter().enumerate().find_map(|(i, child)| {
        let (mut path, rule, forward) = change(child)?;
        path.insert(0, i);
        Some((path, rule, forward))
    })
}

fn term(flat: &FlatTerm<Node>) -> Term {
    Term::new(flat.node.op(), flat.children.iter().map(term).collect())
}
