//! Whether the examples of a rule fire and its rejects stay silent, with that rule alone.

use super::with_rules;
use crate::atoms::Atoms;
use crate::egraph::{Explanation, Limits, Program, explain_with, saturate_with};
use crate::forest::{ClassId, Forest};
use crate::latex::{Formula, Reader};
use crate::rules::{Equivalence, RuleSet, Status};
use crate::sexpr;
use crate::term::Term;
use crate::vocabulary::Vocabulary;

/// What an example or a reject did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A reject on which the rule stayed silent.
    Kept,
    /// An example on which the rule did what it should.
    Fired,
    /// A reject on which the rule fired.
    Noisy,
    /// An example on which the rule did not do what it should, or that is not read.
    Missing,
}

impl Outcome {
    /// Whether it is as it should be.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Kept | Self::Fired)
    }
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Fired => "fired",
            Self::Noisy => "noisy",
            Self::Missing => "missing",
        }
    }
}

/// One example or reject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What the rule is tried on.
    pub from: String,
    /// What should come of it; none for a reject.
    pub to: Option<String>,
    /// What happened.
    pub outcome: Outcome,
    /// Why it is not right; empty when it is.
    pub why: String,
}

impl Case {
    /// An example, and why the rule does not do what it should there.
    pub(super) fn example(from: &str, to: &str, why: Option<String>) -> Self {
        Self {
            from: from.to_owned(),
            to: Some(to.to_owned()),
            outcome: match why {
                None => Outcome::Fired,
                Some(_) => Outcome::Missing,
            },
            why: why.unwrap_or_default(),
        }
    }

    /// A reject, and what the rule does there all the same.
    pub(super) fn reject(from: &str, why: Option<String>) -> Self {
        Self {
            from: from.to_owned(),
            to: None,
            outcome: match why {
                None => Outcome::Kept,
                Some(_) => Outcome::Noisy,
            },
            why: why.unwrap_or_default(),
        }
    }
}

/// Tries all examples and rejects of a rule.
pub fn examples(rule: &Equivalence, rules: &RuleSet, reader: &Reader<'_>) -> Vec<Case> {
    // A draft is tried, too, though it is never applied.
    let used = Equivalence {
        status: Status::Stable,
        ..rule.clone()
    };
    let alone = with_rules(rules, vec![used]);
    let bench = Bench {
        rule,
        program: Program::new(&alone),
        limits: Limits {
            growth: 40,
            ..Limits::proof()
        },
        reader,
        vocabulary: &rules.vocabulary,
    };
    let examples = rule.examples.iter().map(|(a, b)| match rule.reverse {
        true => bench.example(b, a),
        false => bench.example(a, b),
    });
    let rejects = rule.rejects.iter().map(|latex| bench.reject(latex));
    examples.chain(rejects).collect()
}

struct Bench<'b> {
    rule: &'b Equivalence,
    program: Program<'b>,
    limits: Limits,
    reader: &'b Reader<'b>,
    vocabulary: &'b Vocabulary,
}

impl Bench<'_> {
    fn example(&self, from: &str, to: &str) -> Case {
        let a = self.reader.read(from);
        let b = self.reader.read_with(to, a.atoms.clone());
        let why = unread(&a).or_else(|| unread(&b));
        let why = why.or_else(|| (!self.leads(&a, &b)).then(|| self.instead(&a, &b)));
        Case::example(from, to, why)
    }

    fn reject(&self, latex: &str) -> Case {
        let formula = self.reader.read(latex);
        if let Some(why) = unread(&formula) {
            return Case {
                outcome: Outcome::Missing,
                ..Case::reject(latex, Some(why))
            };
        }
        let written = || self.write(&formula.term, &formula.atoms);
        let why = self
            .fires(&formula)
            .then(|| format!("fires on {}", written()));
        Case::reject(latex, why)
    }

    fn fires(&self, formula: &Formula) -> bool {
        let (term, atoms) = (&formula.term, &formula.atoms);
        saturate_with(&self.program, term, atoms, &self.limits)
            .stats
            .matches
            > 0
    }

    /// Whether the rule leads from one formula to the other. Saturation keeps what the source
    /// writes, so a rule whose result is a part of the source shows in a proof alone.
    fn leads(&self, a: &Formula, b: &Formula) -> bool {
        let saturated = saturate_with(&self.program, &a.term, &a.atoms, &self.limits);
        let forest = &saturated.forest;
        if has(forest, forest.root, &b.term, self.vocabulary) {
            return saturated.stats.matches > 0;
        }
        let (a, b) = ((&a.term, &a.atoms), (&b.term, &b.atoms));
        match explain_with(&self.program, a, b, &self.limits) {
            Explanation::Derived { steps, .. } => {
                steps.iter().any(|s| s.rule == self.rule.id && s.forward)
            }
            Explanation::NotDerived { .. } => false,
        }
    }

    fn instead(&self, a: &Formula, b: &Formula) -> String {
        let from = self.write(&a.term, &a.atoms);
        let to = self.write(&b.term, &b.atoms);
        if self.fires(a) {
            format!("fires on {from}, but does not lead to {to}")
        } else {
            format!("does not fire on {from}")
        }
    }

    fn write(&self, term: &Term, atoms: &Atoms) -> String {
        sexpr::write(term, self.vocabulary, atoms)
    }
}

fn unread(formula: &Formula) -> Option<String> {
    let complaint = formula.complaints.first()?;
    Some(format!(
        "`{}` is not read: {}",
        formula.source, complaint.message
    ))
}

/// Whether a class of a forest has a term, up to the order of arguments that may be permuted.
fn has(forest: &Forest, class: ClassId, term: &Term, vocabulary: &Vocabulary) -> bool {
    forest.classes[class as usize].nodes.iter().any(|node| {
        if node.op != term.op || node.args.len() != term.args.len() {
            return false;
        }
        let comm = vocabulary.operator(node.op).is_some_and(|o| o.comm);
        let mut left: Vec<ClassId> = node.args.clone();
        matched(forest, &mut left, &term.args, comm, vocabulary)
    })
}

fn matched(
    forest: &Forest,
    left: &mut Vec<ClassId>,
    terms: &[Term],
    comm: bool,
    vocabulary: &Vocabulary,
) -> bool {
    let Some((first, rest)) = terms.split_first() else {
        return true;
    };
    let places = if comm { left.len() } else { 1 };
    (0..places).any(|i| {
        let class = left.remove(i);
        let found =
            has(forest, class, first, vocabulary) && matched(forest, left, rest, comm, vocabulary);
        left.insert(i, class);
        found
    })
}
