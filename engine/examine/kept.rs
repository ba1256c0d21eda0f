//! Whether a step of solving keeps the solutions of the relations that it is applied to.

use super::Finding;
use crate::atoms::Atoms;
use crate::choice::{Draws, Key};
use crate::diagnostic::Severity;
use crate::falsify::{HeadShape, Shape};
use crate::rules::RuleSet;
use crate::sexpr;
use crate::solve::{Rule, applied};
use crate::term::{Head, Term};
use crate::truth::{Verdict, check};

/// Relations that a step is applied to.
const RELATIONS: u64 = 40;
/// Points that are looked at for each.
const POINTS: usize = 48;
/// What holds the unknown.
const UNKNOWN: [&str; 5] = ["x", "(add x 1)", "(mul 2 x)", "(add x (neg 2))", "(neg x)"];
/// What does not.
const KNOWN: [&str; 9] = [
    "0",
    "1",
    "(neg 1)",
    "2",
    "3",
    "4",
    "(neg 2)",
    "9",
    "(div 1 2)",
];

/// Where a step brings integers of its own, solutions up to this size are looked at …
const NEAR: i32 = 2;
/// … beside what follows for integers up to this one.
const TURNS: i32 = 8;

/// Applies a step to relations of its form and complains about a solution of one that what the step
/// makes of it does not have.
pub fn lost(rule: &Rule, rules: &RuleSet) -> Option<Finding> {
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
            let statement = match rule.integers.is_empty() {
                true => format!("(implies {relation} {after})"),
                false => {
                    let each = families(&after, &atoms, rules)?.join(" ");
                    format!("(implies (and {relation} (le (abs x) {NEAR})) (or {each}))")
                }
            };
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

/// What follows for each of the integers that it has beside the letters of a relation.
fn families(after: &str, atoms: &Atoms, rules: &RuleSet) -> Option<Vec<String>> {
    let vocabulary = &rules.vocabulary;
    let (given, mut all) = (atoms.symbols.len(), atoms.clone());
    let after = sexpr::parse(after, vocabulary, &mut all).ok()?;
    let mut of: Vec<String> = Vec::new();
    for number in -TURNS..=TURNS {
        let mut more = all.clone();
        let number = match number < 0 {
            true => format!("(neg {})", -number),
            false => number.to_string(),
        };
        let number = sexpr::parse(&number, vocabulary, &mut more).ok()?;
        let one = after.map(&mut |term| match term.op.head() {
            Head::Symbol(symbol) if symbol as usize >= given => number.clone(),
            _ => term,
        });
        of.push(sexpr::write(&one, vocabulary, &more));
    }
    Some(of)
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
