//! Solving equations and inequalities for real unknowns, step by step.
//!
//! What rewriting can do is rules of rule files (kind `Steps`): `e^u = c` becomes `u = ln c`. What
//! it cannot do is methods: polynomials, denominators, roots, cases of absolute values, linear
//! systems, charts of signs. A step may add solutions and never loses one. In the end each value is
//! put in the place of the unknown and must make the statement true, exactly or to 160 digits; and
//! the real line is searched for solutions that are missing. What does not pass is left unsolved.

mod chart;
mod doc;
mod ground;
mod membership;
mod methods;
mod polynomial;
mod power;
mod reason;
mod reduce;
mod relation;
mod roots;
mod rule;
mod search;
mod solution;
mod steps;
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
use crate::term::{Op, Term};
use relation::{Comparison, Relation};
use search::{Roots, Search};
use sum::Sum;
use verify::{Fate, Verifier};
use words::{Words, occurs, symbols};

/// Larger terms are not solved.
const SIZE: usize = 400;
/// Members of a family, on both sides of zero, of which a range leaves some.
const MEMBERS: i64 = 40;

/// Solves an equation, an inequality, or a system of linear equations.
///
/// The unknown is the symbol asked for; else the only symbol; else the only one of the letters
/// that rule files name as unknowns, the others being parameters. Conditions on parameters are
/// part of the solution. The values are real numbers.
///
/// # Errors
/// Why it is left unsolved: nothing that is not verified is a solution.
pub fn solve(
    relation: &Term,
    atoms: &Atoms,
    rules: &RuleSet,
    unknown: Option<u32>,
) -> Result<Solution, Reason> {
    if relation.size() > SIZE {
        return Err(Reason::TooLarge);
    }
    let given = atoms.symbols.len();
    let words = &Words::new(&rules.vocabulary);
    if crate::eval::is_complex(relation, words.vocabulary) {
        return Err(Reason::NotReal);
    }
    let parts = Relation::of(relation, words)?;
    let unknowns = parts.unknowns(atoms, &rules.solving, unknown)?;
    let mut search = Search::new(words, &rules.solving.rules, atoms.clone(), unknowns[0]);
    search.degrees = mentions(relation, "degrees", words);
    let (set, extraneous) = if unknowns.len() > 1 {
        let equations = parts.equations.as_slice();
        if !parts.others.is_empty() {
            return Err(Reason::NoMethod);
        }
        (search.system(relation, equations, &unknowns)?, Vec::new())
    } else {
        alone(&mut search, relation, &parts)?
    };
    let Search {
        steps,
        mut assumed,
        atoms,
        ..
    } = search;
    assumed.retain(|condition| !parts.others.contains(condition));
    assumed.sort();
    let solution = Solution {
        unknowns,
        set,
        conditions: assumed,
        extraneous,
        steps,
        given,
        atoms,
    };
    if says_the_same(relation, &solution.statement(words.vocabulary), words) {
        return Err(Reason::AlreadySolved);
    }
    if solution.values().any(|value| mentions(value, "log", words)) {
        return Err(Reason::NoBase);
    }
    Ok(solution)
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

/// Solves for one unknown; also gives the values that turned out to be no solutions.
fn alone(
    search: &mut Search<'_>,
    statement: &Term,
    parts: &Relation,
) -> Result<(Set, Vec<Term>), Reason> {
    let x = search.unknown();
    let words = search.words;
    let of_unknown = |other: &&Term| occurs(other, x);
    let given = parts.others.iter().filter(|other| !occurs(other, x));
    search.assumed.extend(given.cloned());
    let mut equations = parts
        .equations
        .iter()
        .filter(|(a, b)| occurs(a, x) || occurs(b, x));
    let first = equations.next();
    // What the first equation leaves open, others may decide.
    let mut about: Vec<Term> = parts.others.iter().filter(of_unknown).cloned().collect();
    about.extend(equations.map(|(a, b)| words.equal(a.clone(), b.clone())));
    let mut comparisons = Relation::comparisons(&about, words)?;
    let Some((left, right)) = first else {
        return charted(search, statement, &comparisons);
    };
    for (a, b) in &parts.equations {
        for (bare, other) in [(a, b), (b, a)] {
            if bare.op == Op::symbol(x) && !occurs(other, x) && is_value(search, other)? {
                return Err(Reason::AlreadySolved);
            }
        }
    }
    let roots = match search.equation(left, right, 0)? {
        Roots::Some(roots) => roots,
        Roots::All => {
            // The sides are equal wherever they have values, or on a part of the line.
            let (left, right) = (left.clone(), right.clone());
            comparisons.push(Comparison {
                left,
                relation: words.eq,
                right,
            });
            return charted(search, statement, &comparisons);
        }
    };
    let values: Vec<Term> = roots.iter().map(|root| search.term(root)).collect();
    let equation = search.words.equal(left.clone(), right.clone());
    let (kept, extraneous) = fates(search, &equation, &values)?;
    let solutions: Vec<Term> = kept.iter().map(|k| values[*k].clone()).collect();
    verifier(search, &equation).complete([left, right], &solutions)?;
    let roots: Vec<Sum> = kept.iter().map(|k| roots[*k].clone()).collect();
    finish(search, statement, &about, roots, extraneous)
}

fn charted(
    search: &mut Search<'_>,
    statement: &Term,
    comparisons: &[Comparison],
) -> Result<(Set, Vec<Term>), Reason> {
    search.steps.clear();
    let set = search.chart(statement, comparisons)?;
    let solution = solution::statement(search.words, &[search.unknown()], &set);
    search.note("solve/sign-chart", statement, &solution);
    Ok((set, Vec::new()))
}

/// Whether a side says what the unknown is: with letters, as a decimal or an angle, or as a number
/// that nothing is left to do about.
fn is_value(search: &mut Search<'_>, side: &Term) -> Result<bool, Reason> {
    let mut given = !symbols(side).is_empty();
    side.walk(&mut |t| {
        let decimal = matches!(t.op.head(), crate::term::Head::Literal(_));
        given |= decimal || matches!(search.words.name(t), "degrees" | "percent" | "quantity");
    });
    if given {
        return Ok(true);
    }
    let value = search.reduce(side)?;
    Ok(search.term(&value) == *side)
}

fn verifier<'v>(search: &'v Search<'_>, statement: &'v Term) -> Verifier<'v> {
    Verifier {
        words: search.words,
        atoms: &search.atoms,
        statement,
        unknown: search.apart[0],
        integers: &search.apart[1..],
        assumed: &search.assumed,
    }
}

/// The places of those values that are solutions, and the others.
fn fates(
    search: &Search<'_>,
    statement: &Term,
    values: &[Term],
) -> Result<(Vec<usize>, Vec<Term>), Reason> {
    let verifier = verifier(search, statement);
    let (mut kept, mut extraneous) = (Vec::new(), Vec::new());
    for (place, value) in values.iter().enumerate() {
        match verifier.fate(value)? {
            Fate::Solution => kept.push(place),
            Fate::Extraneous => extraneous.push(value.clone()),
        }
    }
    Ok((kept, extraneous))
}

/// Orders the solutions of an equation and leaves those for which the rest of the statement holds.
fn finish(
    search: &mut Search<'_>,
    statement: &Term,
    about: &[Term],
    roots: Vec<Sum>,
    mut extraneous: Vec<Term>,
) -> Result<(Set, Vec<Term>), Reason> {
    let families = search.apart[1..].to_vec();
    let used: Vec<u32> = families
        .into_iter()
        .filter(|k| roots.iter().any(|r| r.holds(*k)))
        .collect();
    let mut values: Vec<Term> = roots.iter().map(|root| search.term(root)).collect();
    match used[..] {
        [] => {}
        _ if about.is_empty() => return families_of(search, values, &used, extraneous),
        [integer] => values = members(search, statement, &roots, integer)?,
        _ => return Err(Reason::NoFormula),
    }
    if !about.is_empty() && used.is_empty() {
        let (kept, others) = fates(search, statement, &values)?;
        extraneous.extend(others);
        values = kept.into_iter().map(|k| values[k].clone()).collect();
    }
    let words = search.words;
    let near = |term: &Term| ground::near(words, &search.atoms, term).unwrap_or(f64::INFINITY);
    if values.iter().all(|v| symbols(v).is_empty()) {
        values.sort_by(|a, b| near(a).total_cmp(&near(b)));
    }
    for two in values.windows(2) {
        let (a, b) = (near(&two[0]), near(&two[1]));
        // Two ways to write one number would count it twice.
        if a.is_finite() && (b - a).abs() <= 1e-12 * (1.0 + a.abs()) {
            return Err(Reason::NotVerified);
        }
    }
    Ok(match values[..] {
        [] => (Set::Empty, extraneous),
        _ => (Set::Points(values), extraneous),
    })
}

/// Families with one integer for all.
fn families_of(
    search: &Search<'_>,
    values: Vec<Term>,
    used: &[u32],
    extraneous: Vec<Term>,
) -> Result<(Set, Vec<Term>), Reason> {
    let Some((integer, others)) = used.split_first() else {
        return Err(Reason::NoFormula);
    };
    let mut families: Vec<Term> = Vec::new();
    for value in values {
        let held = used.iter().filter(|k| occurs(&value, **k)).count();
        if held != 1 {
            return Err(Reason::NoFormula);
        }
        let name = Term::leaf(Op::symbol(*integer));
        let value = others.iter().fold(value, |value, other| {
            crate::normal::replace(&value, Op::symbol(*other), &name)
        });
        if !families.contains(&value) {
            families.push(value);
        }
    }
    let distinct = verifier(search, &search.words.zero()).distinct(families, *integer)?;
    Ok((Set::Families(distinct, *integer), extraneous))
}

/// The members of families for which a statement holds, when they are finitely many.
fn members(
    search: &mut Search<'_>,
    statement: &Term,
    roots: &[Sum],
    integer: u32,
) -> Result<Vec<Term>, Reason> {
    let mut found = Vec::new();
    for root in roots {
        for k in -MEMBERS..=MEMBERS {
            let value = root.replaced(&sum::Base::Symbol(integer), &Sum::integer(k))?;
            let value = search.term(&value);
            if found.contains(&value)
                || verifier(search, statement).fate(&value)? == Fate::Extraneous
            {
                continue;
            }
            if k.abs() > MEMBERS - 4 {
                return Err(Reason::NoFormula);
            }
            found.push(value);
        }
    }
    Ok(found)
}
