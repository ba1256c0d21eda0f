//! Checking of proofs: every step again, on its own.

use super::assumptions::Assumptions;
use super::binding::Matches;
use super::contains::contains;
use super::explain::{Explanation, Step};
use super::flatten::FLATTEN;
use super::graph::{Graph, REORDER};
use super::matching::{Terms, search};
use super::program::Program;
use super::rewrite::Builder;
use super::tidy::{sorted, tidy};
use super::trial::RENAME;
use crate::atoms::Atoms;
use crate::forest::Forest;
use crate::rules::RuleSet;
use crate::term::Term;
use egg::{Id, Language};
use rustc_hash::FxHashSet;

/// Checks that every step of a proof follows from its rule and that the steps fit together.
///
/// Conditions of rules are not checked: they were decided from facts of the whole formula.
///
/// # Errors
/// A sentence on the first step that does not hold.
pub fn replay(explanation: &Explanation, rules: &RuleSet) -> Result<(), String> {
    let Explanation::Derived { steps, atoms, .. } = explanation else {
        return Ok(());
    };
    let program = Program::new(rules);
    for (i, step) in steps.iter().enumerate() {
        let place = format!("step {} ({})", i + 1, step.rule);
        if i > 0 && steps[i - 1].after != step.before {
            return Err(format!("{place} does not start where the one before ends"));
        }
        check(&program, atoms, step).map_err(|why| format!("{place} {why}"))?;
    }
    Ok(())
}

fn check(program: &Program<'_>, atoms: &Atoms, step: &Step) -> Result<(), String> {
    let (mut before, mut after) = (&step.before, &step.after);
    for &place in &step.path {
        let same = before.op == after.op && before.args.len() == after.args.len();
        let mut others = before
            .args
            .iter()
            .zip(after.args.iter())
            .enumerate()
            .filter(|(i, _)| *i != place);
        if !same || place >= before.args.len() || others.any(|(_, (x, y))| x != y) {
            return Err("changes more than the part it names".to_owned());
        }
        (before, after) = (&before.args[place], &after.args[place]);
    }
    if step.rule == REORDER {
        let same = sorted(program, before) == sorted(program, after);
        return if same {
            Ok(())
        } else {
            Err("is not a change of order".to_owned())
        };
    }
    if step.rule == FLATTEN {
        let same = tidy(program, before) == tidy(program, after);
        return if same {
            Ok(())
        } else {
            Err("is not a change of grouping".to_owned())
        };
    }
    if step.rule == RENAME {
        let forest = Forest::of(before, program.vocabulary(), atoms);
        let same = contains(&forest, &program.laws, after);
        return if same {
            Ok(())
        } else {
            Err("is not a change of bound names".to_owned())
        };
    }
    let entry = program
        .entries
        .iter()
        .position(|e| program.rule(e).id == step.rule);
    let entry = entry.ok_or_else(|| "names a rule that is not in use".to_owned())?;
    let (from, to) = if step.forward {
        (before, after)
    } else {
        (after, before)
    };
    if results(program, atoms, entry, from).contains(&tidy(program, to)) {
        Ok(())
    } else {
        Err("does not follow from the rule".to_owned())
    }
}

/// Everything that a rule makes of a term at its root, tidied.
fn results(program: &Program<'_>, atoms: &Atoms, entry: usize, term: &Term) -> Vec<Term> {
    let mut graph = Graph::new(program, atoms, &Assumptions::default(), false);
    let root = graph.add_source(term);
    graph.settle();
    let (mut seen, mut matches) = (FxHashSet::default(), Matches::default());
    let mut terms = Terms {
        seen: &mut seen,
        limit: 10_000,
        conditions: false,
        frozen: &[],
        leaves: false,
        changed: None,
    };
    let class = graph.snapshot.dense(graph.egraph.find(root));
    search(
        &graph.snapshot,
        program,
        entry,
        Some(class),
        &mut terms,
        &mut matches,
    );
    let rule = program.rule(&program.entries[entry]);
    let mut results = Vec::new();
    for &found in &matches.found {
        let bound = matches.bound(found, rule.vars.len());
        let index = program.entries[found.entry as usize].rule;
        if let Some(right) = Builder::new(&mut graph, bound, index, &rule.rhs).right(&rule.rhs) {
            results.push(tidy(program, &written(&graph, right)));
        }
    }
    results
}

fn written(graph: &Graph<'_>, id: Id) -> Term {
    let node = graph.egraph.id_to_node(id);
    Term::new(
        node.op(),
        node.children().iter().map(|&k| written(graph, k)).collect(),
    )
}
