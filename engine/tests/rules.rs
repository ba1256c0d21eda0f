//! Every example of an equivalence fires, no reject does, with that rule alone.
#![allow(clippy::print_stdout, reason = "says how much was checked")]

mod common;

use mamut_engine::atoms::Atoms;
use mamut_engine::egraph::{Explanation, Limits, Program, Saturated, explain_with, saturate_with};
use mamut_engine::forest::{ClassId, Forest};
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::rules::{Equivalence, RuleSet, Status};
use mamut_engine::sexpr;
use mamut_engine::term::Term;

/// Whether a class of a forest has a term, up to the order of arguments that may be permuted.
fn has(forest: &Forest, class: ClassId, term: &Term, rules: &RuleSet) -> bool {
    forest.classes[class as usize].nodes.iter().any(|node| {
        if node.op != term.op || node.args.len() != term.args.len() {
            return false;
        }
        let comm = rules.vocabulary.operator(node.op).is_some_and(|o| o.comm);
        let mut left: Vec<ClassId> = node.args.clone();
        matched(forest, &mut left, &term.args, comm, rules)
    })
}

fn matched(
    forest: &Forest,
    left: &mut Vec<ClassId>,
    terms: &[Term],
    comm: bool,
    rules: &RuleSet,
) -> bool {
    let Some((first, rest)) = terms.split_first() else {
        return true;
    };
    let places = if comm { left.len() } else { 1 };
    (0..places).any(|i| {
        let class = left.remove(i);
        let found = has(forest, class, first, rules) && matched(forest, left, rest, comm, rules);
        left.insert(i, class);
        found
    })
}

fn alone(rule: &Equivalence, rules: &RuleSet) -> RuleSet {
    RuleSet {
        equivalences: vec![rule.clone()],
        ..rules.clone()
    }
}

fn limits() -> Limits {
    Limits {
        growth: 40,
        ..Limits::proof()
    }
}

fn run(rule: &Equivalence, rules: &RuleSet, formula: &Formula) -> Saturated {
    let alone = alone(rule, rules);
    let program = Program::new(&alone);
    saturate_with(&program, &formula.term, &formula.atoms, &limits())
}

/// Whether the rule proves two formulas equal. Saturation keeps what the source writes, so a rule
/// whose result is a part of the source shows here alone.
fn proves(rule: &Equivalence, rules: &RuleSet, from: &Formula, to: &Formula) -> bool {
    let alone = alone(rule, rules);
    let program = Program::new(&alone);
    let sides = ((&from.term, &from.atoms), (&to.term, &to.atoms));
    match explain_with(&program, sides.0, sides.1, &limits()) {
        Explanation::Derived { steps, .. } => steps.iter().any(|s| s.rule == rule.id && s.forward),
        Explanation::NotDerived { .. } => false,
    }
}

#[test]
fn examples_fire_and_rejects_do_not() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let read = |latex: &str, atoms: Atoms| reader.read_with(latex, atoms);
    let only = std::env::var("RULE").ok();
    let mut bad = Vec::new();
    let (mut examples, mut rejects) = (0, 0);
    for rule in &rules.equivalences {
        if rule.status == Status::Draft
            || only.as_ref().is_some_and(|o| !rule.id.contains(o.as_str()))
        {
            continue;
        }
        let reverse = rule.id.ends_with("-rev");
        for (a, b) in &rule.examples {
            let (from, to) = if reverse { (b, a) } else { (a, b) };
            let from = read(from, Atoms::default());
            let to = read(to, from.atoms.clone());
            for formula in [&from, &to] {
                if !formula.complaints.is_empty() {
                    bad.push(format!(
                        "{}: `{}` is not read: {:?}",
                        rule.id, formula.source, formula.complaints[0].message
                    ));
                }
            }
            examples += 1;
            let saturated = run(rule, &rules, &from);
            let found = has(&saturated.forest, saturated.forest.root, &to.term, &rules);
            if !found && !proves(rule, &rules, &from, &to) {
                let write = |t: &Term| sexpr::write(t, &rules.vocabulary, &to.atoms);
                bad.push(format!(
                    "{}: no way\n    from {}\n    to   {}\n    {} matches, notes {:?}",
                    rule.id,
                    write(&from.term),
                    write(&to.term),
                    saturated.stats.matches,
                    saturated
                        .notes
                        .iter()
                        .map(|n| n.message.as_str())
                        .collect::<Vec<_>>(),
                ));
            }
        }
        for reject in &rule.rejects {
            let formula = read(reject, Atoms::default());
            if !formula.complaints.is_empty() {
                bad.push(format!(
                    "{}: `{reject}` is not read: {:?}",
                    rule.id, formula.complaints[0].message
                ));
            }
            rejects += 1;
            let saturated = run(rule, &rules, &formula);
            if saturated.stats.matches > 0 {
                bad.push(format!(
                    "{}: fires on `{reject}`: {}",
                    rule.id,
                    sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms)
                ));
            }
        }
    }
    println!(
        "{} rules, {examples} examples, {rejects} rejects",
        rules.equivalences.len()
    );
    assert!(bad.is_empty(), "{} faults:\n{}", bad.len(), bad.join("\n"));
}
