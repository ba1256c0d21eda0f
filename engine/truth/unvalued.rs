//! What has no value because of a part that is taken whole: names that are bound around it, sides that are compared,
//! and counts of more members than the sets have that are tried.

use super::form::{name, node};
use super::solve::occurs;
use super::whole::label;
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers, UNIVERSE, has_value};
use crate::normal::canonical;
use crate::scope::is_closed;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Operator, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Operators that have a value where sets of numbers are listed, and none of a letter.
const OF_NUMBERS: &[&str] = &["closure", "deg", "dim"];

/// What binds names in a part that is taken whole stands for, `\lim_{n \to \infty} \int_X f_n \,d\mu`.
pub(super) fn bound(term: &Term, vocabulary: &Vocabulary) -> Option<Kind> {
    let operator = vocabulary.operator(term.op)?;
    operator.binds.as_ref()?;
    let result = operator.signatures.first().map(|s| s.result)?;
    let fits = matches!(result, Kind::Num | Kind::Set);
    (fits
        && term
            .args
            .iter()
            .any(|arg| is_without_value(arg, vocabulary)))
    .then_some(result)
}

/// Whether something in a term has no value and is taken whole.
fn is_without_value(term: &Term, vocabulary: &Vocabulary) -> bool {
    let whole = |operator: &Operator| {
        operator.has_tag("whole")
            && (!has_value(&operator.name) || OF_NUMBERS.contains(&&*operator.name))
    };
    // `\bigcup_{i=1}^\infty A_i`
    let endless = match (name(term, vocabulary), &*term.args) {
        ("bigunion" | "biginter", [_, _, end, _]) => name(end, vocabulary) == "infty",
        _ => false,
    };
    endless
        || vocabulary.operator(term.op).is_some_and(whole)
        || term
            .args
            .iter()
            .any(|arg| is_without_value(arg, vocabulary))
}

/// The term with integrals by a measure, `\int f_n \,d\mu`, over a domain that is not written where a letter stands
/// behind each differential of it and nowhere else.
pub(super) fn measured(term: &Term, vocabulary: &Vocabulary) -> Term {
    let (mut behind, mut all) = (BTreeMap::new(), BTreeMap::new());
    term.walk(&mut |t| {
        if let ("int", [by, of]) = (name(t, vocabulary), &*t.args)
            && !occurs(of).is_empty()
            && let Some(letter) = by.op.as_symbol()
        {
            *behind.entry(letter).or_insert(0) += 1;
        }
        if let Some(letter) = t.op.as_symbol() {
            *all.entry(letter).or_insert(0) += 1;
        }
    });
    behind.retain(|letter, times| all.get(letter) == Some(times));
    if behind.is_empty() {
        return term.clone();
    }
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("int", [by, of]) if by.op.as_symbol().is_some_and(|s| behind.contains_key(&s)) => {
            let everywhere = node("blank", Vec::new(), vocabulary);
            node(
                "intby",
                vec![everywhere, of.clone(), by.clone()],
                vocabulary,
            )
        }
        _ => t,
    })
}

/// The comparison of sides that are taken whole, where one of them has no value, and their names: one that is less
/// is not greater. Whether it may be equal is not told, as a bound may never be reached.
pub(super) fn compared(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let plain = || (term.clone(), BTreeSet::new());
    match (name(term, vocabulary), &*term.args) {
        ("forall" | "implies", [given @ .., said])
            if !given.iter().any(|t| is_without_value(t, vocabulary)) =>
        {
            let (said, names) = compared(said, atoms, vocabulary);
            let args = given.iter().cloned().chain([said]).collect::<Vec<_>>();
            (Term::new(term.op, args), names)
        }
        _ => weighed(term, atoms, vocabulary).unwrap_or_else(plain),
    }
}

fn weighed(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Option<(Term, BTreeSet<String>)> {
    let chain = name(term, vocabulary) == "chain";
    let (sides, signs): (Vec<&Term>, Vec<&str>) = match &*term.args {
        links if chain => {
            let signs = links.iter().skip(1).step_by(2);
            let signs = signs.map(|sign| name(sign, vocabulary).trim_start_matches("rel-"));
            (links.iter().step_by(2).collect(), signs.collect())
        }
        [one, other] => (vec![one, other], vec![name(term, vocabulary)]),
        _ => return None,
    };
    let weak: Option<Vec<(&str, Kind)>> = signs.iter().map(|sign| weak(sign)).collect();
    let weak = weak?;
    let kind = weak
        .iter()
        .map(|(_, kind)| *kind)
        .find(|kind| *kind != Kind::Any)?;
    if weak
        .iter()
        .any(|(_, other)| ![kind, Kind::Any].contains(other))
        || !sides.iter().any(|side| is_without_value(side, vocabulary))
    {
        return None;
    }
    // What differs in names alone is called like the other where these are exchanged.
    let unnamed = |side: &&Term| {
        let leaf = |t: Term| match t.op.head() {
            Head::Symbol(_) => Term::leaf(Op::symbol(0)),
            _ => t,
        };
        canonical(vocabulary, &side.map(&mut |t| leaf(t)))
    };
    let looks: BTreeSet<Term> = sides.iter().map(unnamed).collect();
    if looks.len() < sides.len() {
        return None;
    }
    let mut names = BTreeSet::new();
    let mut taken = Vec::with_capacity(sides.len());
    for side in sides {
        if occurs(side).is_empty() && !is_without_value(side, vocabulary) {
            taken.push(side.clone());
            continue;
        }
        let label = label(side, atoms, vocabulary).filter(|_| is_closed(side, vocabulary))?;
        taken.push(Term::leaf(Op::symbol(atoms.called(&label, kind))));
        names.insert(label);
    }
    if !chain {
        return Some((node(weak[0].0, taken, vocabulary), names));
    }
    let mut links = Vec::with_capacity(term.args.len());
    for (place, side) in taken.into_iter().enumerate() {
        if let Some(at) = place.checked_sub(1) {
            let sign = format!("rel-{}", weak[at].0);
            links.push(node(&sign, Vec::new(), vocabulary));
        }
        links.push(side);
    }
    Some((Term::new(term.op, links), names))
}

/// The comparison that holds where sides are equal, too, and of what kind they are.
fn weak(sign: &str) -> Option<(&'static str, Kind)> {
    Some(match sign {
        "eq" => ("eq", Kind::Any),
        "lt" | "le" => ("le", Kind::Num),
        "gt" | "ge" => ("ge", Kind::Num),
        "subset" | "subseteq" => ("subseteq", Kind::Set),
        "supset" | "supseteq" => ("supseteq", Kind::Set),
        _ => return None,
    })
}

/// The term with numbers for how many members sets have, where a number is written that is greater than those of
/// the sets that are tried, their names, and what they may be.
pub(super) fn counted(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>, BTreeMap<u32, Domain>) {
    let (mut names, mut domains) = (BTreeSet::new(), BTreeMap::new());
    if !counts_many(term, vocabulary) {
        return (term.clone(), names, domains);
    }
    let term = term.map(&mut |t| {
        if name(&t, vocabulary) != "card" || !is_closed(&t, vocabulary) {
            return t;
        }
        let Some(label) = label(&t, atoms, vocabulary) else {
            return t;
        };
        let symbol = atoms.called(&label, Kind::Num);
        names.insert(label);
        let domain = Domain {
            low: Some((0.0, false)),
            ..Domain::of(Numbers::Natural)
        };
        domains.insert(symbol, domain);
        Term::leaf(Op::symbol(symbol))
    });
    (term, names, domains)
}

/// Whether a number stands outside of what is counted that is above all counts.
fn counts_many(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), term.op.head()) {
        ("card", _) => false,
        (_, Head::Integer(n)) => n > UNIVERSE as u32,
        _ => term.args.iter().any(|arg| counts_many(arg, vocabulary)),
    }
}
