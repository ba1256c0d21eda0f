//! One unknown alone: its equation solved, the values put in, and the rest of the statement.

use super::families;
use super::ground;
use super::reason::Reason;
use super::relation::{Comparison, Relation};
use super::search::{Roots, Search};
use super::solution::{self, Set};
use super::sum::Sum;
use super::verify::{Fate, Verifier};
use super::words::{occurs, symbols};
use crate::normal;
use crate::term::{Head, Op, Term};

/// Solves for one unknown; also gives the values that turned out to be no solutions.
pub(super) fn alone(
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
    if let [_] = &parts.equations[..]
        && about.is_empty()
        && let Some(set) = search.rounded(statement, [left, right])?
    {
        return Ok((set, Vec::new()));
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
    let equation = search.words.equal(left.clone(), right.clone());
    let (mut kept, mut extraneous) = (Vec::new(), Vec::new());
    for root in &roots {
        let assumed = search.assumed.len();
        let value = search.term(root);
        divisible(search, &equation, &value);
        let (some, others) = families::admissible(search, &equation, root)?;
        if some.is_empty() {
            search.assumed.truncate(assumed);
        }
        kept.extend(some);
        extraneous.extend(others);
    }
    let solutions: Vec<Term> = kept.iter().map(|root| search.term(root)).collect();
    verifier(search, &equation).complete([left, right], &solutions)?;
    finish(search, statement, &about, kept, extraneous)
}

/// Takes it as a condition on parameters that no denominator vanishes at a value.
fn divisible(search: &mut Search<'_>, equation: &Term, value: &Term) {
    let (x, words) = (search.unknown(), search.words);
    let mut below: Vec<Term> = Vec::new();
    equation.walk(&mut |t| {
        if let ("div", [_, d]) = (words.name(t), &*t.args)
            && occurs(d, x)
        {
            below.push(normal::replace(d, Op::symbol(x), value));
        }
    });
    for denominator in below {
        if let Ok(sum) = search.reduce(&denominator)
            && sum.as_rational().is_none()
            && !symbols(&denominator).is_empty()
            && !symbols(&denominator)
                .iter()
                .any(|s| search.apart.contains(s))
        {
            let assumed = search.assumed.len();
            // What cannot be said of the parameters is left to the substitution.
            if search.not_zero(&sum).is_err() {
                search.assumed.truncate(assumed);
            }
        }
    }
}

fn charted(
    search: &mut Search<'_>,
    statement: &Term,
    comparisons: &[Comparison],
) -> Result<(Set, Vec<Term>), Reason> {
    search.steps.clear();
    let set = search.chart(statement, comparisons)?;
    let x = Term::leaf(Op::symbol(search.unknown()));
    let solution = solution::statement(search.words, &[x], &set);
    search.note("solve/sign-chart", statement, &solution);
    Ok((set, Vec::new()))
}

/// Whether a side says what the unknown is: with letters, as a decimal or an angle, or as a number
/// that nothing is left to do about.
fn is_value(search: &mut Search<'_>, side: &Term) -> Result<bool, Reason> {
    let mut given = !symbols(side).is_empty();
    side.walk(&mut |t| {
        let decimal = matches!(t.op.head(), Head::Literal(_));
        given |= decimal || matches!(search.words.name(t), "degrees" | "percent" | "quantity");
    });
    if given {
        return Ok(true);
    }
    let value = search.reduce(side)?;
    Ok(search.term(&value) == *side)
}

pub(super) fn verifier<'v>(search: &'v Search<'_>, statement: &'v Term) -> Verifier<'v> {
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
        _ if about.is_empty() => return families::together(search, values, &used, extraneous),
        [integer] => values = families::members(search, statement, &roots, integer)?,
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
