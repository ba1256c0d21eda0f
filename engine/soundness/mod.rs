//! Whether a rule is sound: random instances that meet its conditions, evaluated on both sides.

mod generic;
mod instance;
mod kinds;
mod places;
mod solve;
mod terms;

use crate::atoms::Atoms;
use crate::choice::Key;
use crate::eval::{Point, Precision, Program, Value, agree};
use crate::rules::Equivalence;
use crate::term::Term;
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;
use terms::Maker;

pub use generic::{Generic, generic, name, plain, sample};

/// What was found about a rule.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Instances that met the conditions.
    pub met: usize,
    /// Instances on which both sides agreed.
    pub agreed: usize,
    /// Statements among these that were true.
    pub truths: usize,
    /// Instances on which one side could not be evaluated, or the errors were too large.
    pub undecided: usize,
    /// Instances on which only the left side was undefined.
    pub only_right: usize,
    /// Instances on which only the right side was undefined.
    pub only_left: usize,
    /// Instances on which the sides differed.
    pub differed: usize,
    /// The first of these.
    pub counterexample: Option<Counterexample>,
}

/// An instance and a point at which a rule is wrong.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The left side.
    pub left: Term,
    /// The right side.
    pub right: Term,
    /// Their symbols.
    pub atoms: Atoms,
    /// The values of the symbols.
    pub point: Point,
    /// The values of both sides.
    pub values: (Value, Value),
}

/// Evaluates a rule on this many random instances that meet its conditions (`when` and `assume`),
/// fewer when they are hard to meet.
pub fn check(rule: &Equivalence, vocabulary: &Vocabulary, samples: usize, key: Key) -> Report {
    let mut report = Report::default();
    let mut draws = key.named(&rule.id).draws();
    let mut done = 0;
    for attempt in 0..samples * 40 {
        if done == samples {
            break;
        }
        let small = draws.chance(0.3);
        let mut maker = Maker {
            vocabulary,
            draws: &mut draws,
            atoms: Atoms::default(),
            domains: BTreeMap::new(),
            small,
            generic: false,
        };
        let Some(instance) = instance::draw(rule, &mut maker) else {
            continue;
        };
        let mut point = Point::random(&[], vocabulary, &maker.atoms, &maker.domains, maker.draws);
        point.complex = true;
        let side = if attempt % 4 == 1 {
            &instance.left
        } else {
            &instance.right
        };
        if attempt % 2 == 1 {
            solve::satisfy(side, vocabulary, &maker.atoms, &mut point, maker.draws);
        }
        let conditions = rule.when.iter().chain(&rule.assume);
        if !conditions
            .clone()
            .all(|c| instance::holds(c, &instance, &maker, &point))
        {
            continue;
        }
        done += 1;
        report.met += 1;
        let program =
            Program::compile(&[&instance.left, &instance.right], vocabulary, &maker.atoms);
        let left = program.value(0, &point, Precision::Fast);
        let right = program.value(1, &point, Precision::Fast);
        match agree(&left, &right) {
            Some(true) => {
                report.agreed += 1;
                report.truths += usize::from(left == Value::Bool(true));
            }
            Some(false) => {
                report.differed += 1;
                report.counterexample.get_or_insert_with(|| Counterexample {
                    left: instance.left.clone(),
                    right: instance.right.clone(),
                    atoms: maker.atoms.clone(),
                    point: point.clone(),
                    values: (left, right),
                });
            }
            None => match (&left, &right) {
                (Value::Undefined, other) if other.is_known() => report.only_right += 1,
                (other, Value::Undefined) if other.is_known() => report.only_left += 1,
                _ => report.undecided += 1,
            },
        }
    }
    report
}
