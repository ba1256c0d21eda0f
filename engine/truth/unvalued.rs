//! What has no value because of a part that is taken whole: names that are bound around it, sides that are compared,
//! and counts of more members than the sets have that are tried.

use super::form::{name, node};
use super::solve::occurs;
use super::whole::{is_unequal, label};
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
    // `\|f * g\|_1`
    let convolved = match (name(term, vocabulary), &*term.args) {
        ("norm" | "normp", [of, ..]) => name(of, vocabulary) == "convolve",
        _ => false,
    };
    endless
        || convolved
        || vocabulary.operator(term.op).is_some_and(whole)
        || term
            .args
            .iter()
            .any(|arg| is_without_value(arg, vocabulary))
}

/// The term with integrals by a measure, `\int f_n \,d\mu`, over a domain that is not written where a letter stands
/// behind each differential of it and nowhere else. They are numbers, as those are that limits are taken of or that are
/// compared: of others nobody knows the constant, `\int f\,dx = F + C`.
pub(super) fn measured(term: &Term, vocabulary: &Vocabulary) -> Term {
    let (mut behind, mut all) = (BTreeMap::new(), BTreeMap::new());
    let mut numbers = is_unequal(term, vocabulary);
    term.walk(&mut |t| {
        if let ("int", [by, of]) = (name(t, vocabulary), &*t.args)
            && !occurs(of).is_empty()
            && let Some(letter) = by.op.as_symbol()
        {
            *behind.entry(letter).or_insert(0) += 1;
            numbers |= !is_closed(of, vocabulary);
        }
        if let Some(letter) = t.op.as_symbol() {
            *all.entry(letter).or_insert(0) += 1;
        }
    });
    behind.retain(|letter, times| all.get(letter) == Some(times));
    if behind.is_empty() || !numbers {
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

/// The comparison of sides that are taken whole, where one of them has no value, and their names.
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
    let plain: Option<Vec<(&str, Kind)>> = signs.iter().map(|sign| plain(sign)).collect();
    let plain = plain?;
    let kind = plain
        .iter()
        .map(|(_, kind)| *kind)
        .find(|kind| *kind != Kind::Any)?;
    if plain
        .iter()
        .any(|(_, other)| ![kind, Kind::Any].contains(other))
        || !sides.iter().any(|side| is_without_value(side, vocabulary))
        || kind == Kind::Set && !sides.iter().all(|side| is_topological(side, vocabulary))
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
        return Some((node(plain[0].0, taken, vocabulary), names));
    }
    let mut links = Vec::with_capacity(term.args.len());
    for (place, side) in taken.into_iter().enumerate() {
        if let Some(at) = place.checked_sub(1) {
            let sign = format!("rel-{}", plain[at].0);
            links.push(node(&sign, Vec::new(), vocabulary));
        }
        links.push(side);
    }
    Some((Term::new(term.op, links), names))
}

/// A comparison in one sign of several for the same, and of what kind its sides are.
fn plain(sign: &str) -> Option<(&str, Kind)> {
    Some(match sign {
        "eq" => (sign, Kind::Any),
        "lt" | "le" | "gt" | "ge" => (sign, Kind::Num),
        "subset" | "subseteq" => ("subseteq", Kind::Set),
        "supset" | "supseteq" => ("supseteq", Kind::Set),
        _ => return None,
    })
}

/// Whether nothing but what is closed, open or between has no value in a set, and it is none of those that are
/// equal to others by law: `\overline{A \cup B} = \overline{A} \cup \overline{B}`.
fn is_topological(set: &Term, vocabulary: &Vocabulary) -> bool {
    let inner = |t: &Term| {
        t.args
            .first()
            .map_or("", |inner| name(inner, vocabulary))
            .to_owned()
    };
    let here = match name(set, vocabulary) {
        "closure" => !matches!(&*inner(set), "union" | "closure"),
        "interior" => !matches!(&*inner(set), "inter" | "interior"),
        "boundary" => true,
        other => {
            let operator = vocabulary.operator(set.op);
            !operator.is_some_and(|o| o.has_tag("whole")) && !other.starts_with("big")
        }
    };
    here && set.args.iter().all(|arg| is_topological(arg, vocabulary))
}

/// Whether a comparison of sides of which nothing is known says that another one does not hold, or that of two sets the
/// other one is within the one. That one side is not less does not say that it is greater: what is no norm below zero
/// may be zero, and what is proved to be at most something may be just that.
pub(super) fn negates(source: &Term, term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(source, vocabulary), &*source.args, &*term.args) {
        ("implies", [.., one], [.., other]) => negates(one, other, vocabulary),
        ("chain", links, others) if links.len() == others.len() => {
            let mut negated = false;
            let alike = links.iter().zip(others).enumerate().all(|(place, (a, b))| {
                let [a_sign, b_sign] =
                    [a, b].map(|t| name(t, vocabulary).trim_start_matches("rel-"));
                let turned = place % 2 == 1 && opposite(a_sign) == Some(b_sign);
                negated |= turned;
                turned || a == b
            });
            alike && negated
        }
        (sign, [one, other], [first, second]) => {
            let said = name(term, vocabulary);
            match (
                one == first && other == second,
                one == second && other == first,
            ) {
                (true, _) => opposite(sign) == Some(said),
                (_, true) => {
                    opposite(sign) == mirrored(said) || sign == said && sign.ends_with("seteq")
                }
                _ => false,
            }
        }
        _ => false,
    }
}

/// The sign that says that what a comparison says is not so, and of sets that the other one is within.
fn opposite(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "lt" => "ge",
        "le" => "gt",
        "gt" => "le",
        "ge" => "lt",
        "subseteq" => "supseteq",
        "supseteq" => "subseteq",
        _ => return None,
    })
}

/// The sign that says the same of the two sides in the other order.
fn mirrored(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "lt" => "gt",
        "le" => "ge",
        "gt" => "lt",
        "ge" => "le",
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
