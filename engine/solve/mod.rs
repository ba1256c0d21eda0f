//! Solving equations and inequalities for real unknowns, step by step.
//!
//! What rewriting can do is rules of rule files (kind `Steps`): `e^u = c` becomes `u = ln c`. What
//! it cannot do is methods: polynomials, denominators, roots, cases of absolute values, linear
//! systems, charts of signs, remainders. A step may add solutions and never loses one. In the end each value is
//! put in the place of the unknown and must make the statement true, exactly or to 160 digits; and
//! the real line is searched for solutions that are missing. What does not pass is left unsolved.

mod alone;
mod chart;
mod coefficients;
mod conditions;
mod congruence;
mod doc;
mod equation;
mod families;
mod ground;
mod homogeneous;
mod indexed;
mod logarithms;
mod membership;
mod methods;
mod parametric;
mod parts;
mod polynomial;
mod power;
mod powers;
mod product;
mod reason;
mod reduce;
mod relation;
mod roots;
mod rule;
mod scan;
mod search;
mod solution;
mod steps;
mod substitution;
mod sum;
mod system;
mod trial;
mod verify;
mod words;
mod write;

pub use doc::{METHODS, doc};
pub use reason::Reason;
pub use rule::{Rule, Solving};
pub use search::Step;
pub use solution::{Piece, Set, Solution};
pub use trial::{applied, written};

use crate::atoms::Atoms;
use crate::rules::RuleSet;
use crate::term::{Head, Op, Term};
use indexed::Indexed;
use relation::Relation;
use search::Search;
use substitution::Substitution;
use words::Words;

/// Larger terms are not solved.
const SIZE: usize = 400;

/// Solves an equation, an inequality, a system of linear equations, or two equations of which one says
/// what an unknown is.
///
/// The unknown is the symbol of the name asked for; else the only symbol; else the only one of the
/// letters that rule files name as unknowns, the others being parameters. A system has all its
/// letters as unknowns; those that it leaves free are parameters of the others. Letters with whole
/// indices are letters of their own. Conditions on parameters are part of the solution. The values
/// are real numbers; those of a congruence whole ones.
///
/// # Errors
/// Why it is left unsolved: nothing that is not verified is a solution.
pub fn solve(
    relation: &Term,
    atoms: &Atoms,
    rules: &RuleSet,
    unknown: Option<&str>,
) -> Result<Solution, Reason> {
    let words = &Words::new(&rules.vocabulary);
    let relation = &together(relation, words);
    if relation.size() > SIZE {
        return Err(Reason::TooLarge);
    }
    if crate::eval::is_complex(relation, words.vocabulary) {
        return Err(Reason::NotReal);
    }
    let solution = match Indexed::of(relation, atoms, words) {
        Some(indexed) => {
            let solution = in_both_readings(&indexed.relation, &indexed.atoms, rules, unknown)?;
            indexed.back(solution)
        }
        None => in_both_readings(relation, atoms, rules, unknown)?,
    };
    if says_the_same(relation, &solution.statement(words.vocabulary), words) {
        return Err(Reason::AlreadySolved);
    }
    if solution.values().any(|value| mentions(value, "log", words)) {
        return Err(Reason::NoBase);
    }
    Ok(solution)
}

/// What the formulas of a text say together, those aside that only name a letter.
fn together(relation: &Term, words: &Words<'_>) -> Term {
    if words.name(relation) != "text" {
        return relation.clone();
    }
    let is_letter = |t: &&Term| matches!(t.op.head(), Head::Symbol(_));
    let parts = relation.args.iter().filter(|t| !is_letter(t));
    match parts.cloned().collect::<Vec<_>>() {
        only if only.len() == 1 => only[0].clone(),
        several => Term::new(words.comma, several),
    }
}

/// Solves a relation under both conventions for powers with broken exponents: those of negative
/// numbers have no value, or are real roots where these exist. What differs is not given away.
fn in_both_readings(
    relation: &Term,
    atoms: &Atoms,
    rules: &RuleSet,
    unknown: Option<&str>,
) -> Result<Solution, Reason> {
    let words = &Words::new(&rules.vocabulary);
    let solution = one_reading(relation, atoms, rules, unknown)?;
    let rooted = powers::as_roots(relation, atoms, words);
    if rooted == *relation {
        return Ok(solution);
    }
    match one_reading(&rooted, atoms, rules, unknown) {
        Ok(other) if other.set == solution.set => Ok(solution),
        _ => Err(Reason::Ambiguous),
    }
}

fn one_reading(
    relation: &Term,
    atoms: &Atoms,
    rules: &RuleSet,
    unknown: Option<&str>,
) -> Result<Solution, Reason> {
    let given = atoms.symbols.len();
    let words = &Words::new(&rules.vocabulary);
    let parts = Relation::of(relation, words)?;
    let unknowns = parts.unknowns(atoms, &rules.solving, unknown)?;
    let mut search = Search::new(words, &rules.solving.rules, atoms.clone(), unknowns[0]);
    search.degrees = mentions(relation, "degrees", words);
    let (unknowns, set, extraneous) = if unknowns.len() > 1 {
        let equations = parts.equations.as_slice();
        if !parts.others.is_empty() {
            return Err(Reason::NoMethod);
        }
        match (search.system(relation, equations, &unknowns), &unknowns[..]) {
            (Ok((solved, set)), _) => (solved, set, Vec::new()),
            (Err(Reason::NoMethod), &[x, y]) => {
                let mut pair = Substitution {
                    words,
                    rules,
                    equations,
                    unknowns: [x, y],
                    atoms: atoms.clone(),
                    steps: Vec::new(),
                };
                let set = pair.solve()?;
                search.steps = pair.steps;
                search.atoms = pair.atoms;
                search.assumed.clear();
                (unknowns, set, Vec::new())
            }
            (Err(reason), _) => return Err(reason),
        }
    } else if words.name(relation) == "congruent" {
        (unknowns, search.congruence(relation)?, Vec::new())
    } else {
        let (set, extraneous) = alone::alone(&mut search, relation, &parts)?;
        (unknowns, set, extraneous)
    };
    let Search {
        steps,
        mut assumed,
        atoms,
        ..
    } = search;
    assumed.retain(|condition| !parts.others.contains(condition));
    assumed.sort();
    Ok(Solution {
        unknowns: unknowns
            .into_iter()
            .map(|s| Term::leaf(Op::symbol(s)))
            .collect(),
        set,
        conditions: assumed,
        extraneous,
        steps,
        given,
        atoms,
    })
}

/// Whether a solution says no more than the relation: the same, in another order or mirrored.
fn says_the_same(relation: &Term, solution: &Term, words: &Words<'_>) -> bool {
    let plain = |term: &Term| {
        let turned = term.map(&mut |t| match words.name(&t) {
            "gt" => words.named("lt", t.args.iter().rev().cloned().collect()),
            "ge" => words.named("le", t.args.iter().rev().cloned().collect()),
            "and" => Term::new(words.comma, t.args.to_vec()),
            _ => t,
        });
        crate::normal::canonical(words.vocabulary, &turned)
    };
    plain(relation) == plain(solution)
}

/// Whether an operator occurs in a term.
fn mentions(term: &Term, name: &str, words: &Words<'_>) -> bool {
    words.name(term) == name || term.args.iter().any(|arg| mentions(arg, name, words))
}
