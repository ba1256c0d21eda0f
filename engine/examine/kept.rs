//! Whether a step of solving keeps the solutions of the relations that it is applied to.

use super::Finding;
use crate::atoms::Atoms;
use crate::choice::{Draws, Key};
use crate::diagnostic::Severity;
use crate::falsify::{HeadShape, Shape};
use crate::rules::RuleSet;
use crate::sexpr;
use crate::solve::{Rule, applied};
use crate::term::Term;
use crate::truth::{Verdict, check};

/// Relations that a step is applied to.
const RELATIONS: u64 = 40;
/// Points that are looked at for each.
const POINTS: usize = 48;
/// What holds the unknown.
const UNKNOWN: [&str; 5] = ["x", "(add x 1)", "(mul 2 x)", "(add x -2)", "(neg x)"];
/// What does not.
const KNOWN: [&str; 9] = ["0", "1", "-1", "2", "3", "4", "-2", "9", "(div 1 2)"];

/// Applies a step to relations of its form and complains about a solution of one that what the step
/// makes of it does not have. Steps that bring integers of their own are left out.
pub fn lost(rule: &Rule, rules: &RuleSet) -> Option<Finding> {
    if !rule.integers.is_empty() {
        return None;
    }
    (0..RELATIONS).find_map(|number| {
        let mut draws = Key::seed(number).named(&rule.id).draws();
        let values = values(rule, &mut draws);
        let side = spelled(&rule.lhs, &values, rules)?;
        let term = |text: &str, atoms: &mut Atoms| sexpr::parse(text, &rules.vocabulary, atoms);
        let mut atoms = Atoms::default();
        let relation =
            match crate::truth::is_statement(&term(&side, &mut atoms).ok()?, &rules.vocabulary) {
                true => side,
                false => format!("(eq {side} {})", pick(&KNOWN, &mut draws)),
            };
        let before = term(&relation, &mut atoms).ok()?;
        let made = applied(rule, &before, &atoms, rules);
        made.into_iter().find_map(|after| {
            let statement = format!("(implies {relation} {after})");
            let statement = term(&statement, &mut atoms).ok()?;
            let fails = match check(&statement, &atoms, &rules.vocabulary, POINTS, number) {
                Verdict::Contingent { fails, .. } | Verdict::Invalid { fails, .. } => fails,
                _ => return None,
            };
            let (_, value) = fails.values.iter().find(|(name, _)| name == "x")?;
            Some(Finding {
                id: "lost-solution",
                severity: Severity::Error,
                rule: rule.id.clone(),
                origin: rule.origin.clone(),
                at: rule.source.clone(),
                message: format!("the step `{}` loses solutions", rule.id),
                label: format!("x = {value} is one of {relation}, not of {after}"),
                help: Some(
                    "give all that follows, joined by `or`, or narrow the step with `when`"
                        .to_owned(),
                ),
            })
        })
    })
}

/// What stands for the variables of a step, in turn.
fn values(rule: &Rule, draws: &mut Draws) -> Vec<String> {
    let places = 0..rule.vars.len() as u8;
    let one = |var: u8| {
        let holds = rule.unknown.contains(&var) || rule.maybe.contains(&var) && draws.chance(0.5);
        match holds {
            true => pick(&UNKNOWN, draws).to_owned(),
            false => pick(&KNOWN, draws).to_owned(),
        }
    };
    places.map(one).collect()
}

fn pick<'t>(of: &[&'t str], draws: &mut Draws) -> &'t str {
    of[draws.below(of.len())]
}

/// A shape over values; none when it has open operators.
fn spelled(shape: &Shape, values: &[String], rules: &RuleSet) -> Option<String> {
    match shape {
        Shape::Var(var) | Shape::Rest(var) => values.get(usize::from(*var)).cloned(),
        Shape::Node(HeadShape::Op(op), args) => {
            let atoms = Atoms::default();
            let head = match rules.vocabulary.operator(*op) {
                Some(operator) => operator.name.clone(),
                None => sexpr::write(&Term::leaf(*op), &rules.vocabulary, &atoms),
            };
            let args: Vec<String> = args
                .iter()
                .map(|arg| spelled(arg, values, rules))
                .collect::<Option<_>>()?;
            Some(match args.is_empty() {
                true => head,
                false => format!("({head} {})", args.join(" ")),
            })
        }
        Shape::Hole(_) | Shape::Node(..) => None,
    }
}
