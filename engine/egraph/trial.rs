//! An attempt at a proof: a run that ends when a goal is reached, and the steps to it.

use super::assumptions::Assumptions;
use super::contains::form;
use super::explain::Step;
use super::extract;
use super::graph::{Graph, REORDER};
use super::language::Node;
use super::limits::{Limits, Stats, TIERS};
use super::program::Program;
use super::run::Run;
use crate::atoms::Atoms;
use crate::rules::Tier;
use crate::term::Term;
use egg::{FlatTerm, Id};

/// The name of a step that changes bound names alone.
pub(crate) const RENAME: &str = "rename-bound";

/// A run that is to prove two terms equal.
pub(crate) struct Trial<'p> {
    pub(crate) run: Run<'p>,
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
    pub(crate) fn both(
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
    pub(crate) fn one(
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
    pub(crate) fn prove(&mut self, limits: &Limits) -> (Option<Tier>, Stats) {
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
    pub(crate) fn steps(&mut self, goal: &Term) -> Vec<Step> {
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
pub(crate) fn reorder(before: &Term, after: &Term) -> Step {
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
