//! Entropies of random variables and their mutual information: `H(X \mid Y)`, `H(X, Y)`, `I(X; Y \mid Z)`. Each is the
//! sum of what some variables have in common and others do not have; whatever these parts are, unless they are
//! negative, there are variables made of independent ones that have them.

use super::form::{name, node};
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// More variables than this are not told apart: of four there are fifteen parts.
const VARIABLES: usize = 3;

/// An entropy or a mutual information: of what, in common with what, and what is given.
struct Measure {
    of: Vec<Term>,
    with: Option<Vec<Term>>,
    given: Vec<Term>,
}

/// The term with entropies as sums of their parts, and the numbers that the parts may be.
pub(super) fn meant(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, Vec<(u32, Domain)>) {
    let same = || (term.clone(), Vec::new());
    let (mut measures, mut other) = (Vec::new(), false);
    term.walk(&mut |t| {
        if is_measure(t, atoms, vocabulary) {
            match measure(t, atoms, vocabulary) {
                Some(measure) => measures.push(measure),
                None => other = true,
            }
        }
    });
    // `H(X)` alone may be anything of `X`.
    let spoken = measures
        .iter()
        .any(|m| m.with.is_some() || !m.given.is_empty() || m.of.len() > 1);
    let single = |m: &Measure| m.with.is_none() && m.given.is_empty() && m.of.len() == 1;
    let divided = measures
        .iter()
        .any(|m| m.with.is_some() || !m.given.is_empty());
    if other || !spoken || !divided && !measures.iter().any(single) {
        return same();
    }
    let all: BTreeSet<&Term> = measures
        .iter()
        .flat_map(|m| m.of.iter().chain(m.with.iter().flatten()).chain(&m.given))
        .collect();
    if all.len() > VARIABLES {
        return same();
    }
    let variables: Vec<Term> = all.into_iter().cloned().collect();
    let called: Vec<String> = variables.iter().map(|v| spelt(v, atoms)).collect();
    let mut domains = Vec::new();
    let plain = term.map(&mut |t| {
        if !is_measure(&t, atoms, vocabulary) {
            return t;
        }
        let Some(measure) = measure(&t, atoms, vocabulary) else {
            return t;
        };
        let within = |set: &[Term], part: usize| {
            let mut members = variables.iter().enumerate();
            members.any(|(at, v)| part >> at & 1 == 1 && set.contains(v))
        };
        let parts = (1..1_usize << variables.len()).filter(|part| {
            within(&measure.of, *part)
                && measure.with.as_ref().is_none_or(|with| within(with, *part))
                && !within(&measure.given, *part)
        });
        let mut sum: Vec<Term> = Vec::new();
        for part in parts {
            let of = |inside: bool| {
                let members = called.iter().enumerate();
                let members = members.filter(|(at, _)| (part >> at & 1 == 1) == inside);
                let names: Vec<&str> = members.map(|(_, name)| name.as_str()).collect();
                names.join("∩")
            };
            let symbol = atoms.called(&format!("H({}∖{})", of(true), of(false)), Kind::Num);
            domains.push((
                symbol,
                Domain {
                    low: Some((0.0, false)),
                    ..Domain::of(Numbers::Real)
                },
            ));
            sum.push(Term::leaf(Op::symbol(symbol)));
        }
        match sum.len() {
            0 => Term::leaf(Op::integer(0)),
            1 => sum.remove(0),
            _ => node("add", sum, vocabulary),
        }
    });
    (plain, domains)
}

/// Whether a candidate has entropies of what are no variables, `H(X + Y)`, beside a source that speaks of others:
/// nothing is known of these.
pub(super) fn leaves(source: &Term, term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let (mut divided, mut others) = (false, [false; 2]);
    for (of, other) in [source, term].into_iter().zip(&mut others) {
        of.walk(&mut |t| {
            if is_measure(t, atoms, vocabulary) {
                let measure = measure(t, atoms, vocabulary);
                let several = |m: &Measure| m.with.is_some() || m.of.len() + m.given.len() > 1;
                divided |= measure.as_ref().is_some_and(several);
                *other |= measure.is_none();
            }
        });
    }
    divided && others == [false, true]
}

/// Whether an entropy or an information by its letter is meant.
pub(super) fn is_measure(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("call", [head, ..]) if head.args.is_empty() => {
            let known = head
                .op
                .as_symbol()
                .and_then(|s| atoms.symbols.get(s as usize));
            known.is_some_and(|s| matches!(s.name.as_str(), "H" | "I"))
        }
        _ => false,
    }
}

fn measure(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Measure> {
    let variables = |t: &Term| variables(t, atoms, vocabulary);
    let [_, args @ ..] = &*term.args else {
        return None;
    };
    let (what, given) = match args {
        [arg] => match (name(arg, vocabulary), &*arg.args) {
            ("barred", [what, given]) => (what, variables(given)?),
            _ => (arg, Vec::new()),
        },
        several => {
            let of = several.iter().map(variables).collect::<Option<Vec<_>>>()?;
            return Some(Measure {
                of: of.concat(),
                with: None,
                given: Vec::new(),
            });
        }
    };
    Some(match (name(what, vocabulary), &*what.args) {
        ("semi", [of, with]) => Measure {
            of: variables(of)?,
            with: Some(variables(with)?),
            given,
        },
        _ => Measure {
            of: variables(what)?,
            with: None,
            given,
        },
    })
}

/// Random variables, which have capital letters, with or without a number.
fn variables(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Vec<Term>> {
    let capital = |t: &Term| {
        let known = t.op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        t.args.is_empty() && known.is_some_and(|s| s.name.starts_with(char::is_uppercase))
    };
    match (name(term, vocabulary), &*term.args) {
        ("list", all) => {
            let each = all.iter().map(|t| variables(t, atoms, vocabulary));
            Some(each.collect::<Option<Vec<_>>>()?.concat())
        }
        ("idx", [head, index]) if capital(head) && index.args.is_empty() => {
            Some(vec![term.clone()])
        }
        _ => capital(term).then(|| vec![term.clone()]),
    }
}

/// The name of a variable.
fn spelt(variable: &Term, atoms: &Atoms) -> String {
    let known = |t: &Term| match t.op.as_symbol() {
        Some(symbol) => atoms.symbols.get(symbol as usize).map(|s| s.name.clone()),
        None => match t.op.head() {
            crate::term::Head::Integer(n) => Some(n.to_string()),
            _ => None,
        },
    };
    match &*variable.args {
        [head, index] => [head, index].into_iter().filter_map(known).collect(),
        _ => known(variable).unwrap_or_default(),
    }
}
