//! Names that are written with more than a letter (`T^{\mu\nu}`, `S'`, `\Delta x`, `m\angle C`) as
//! symbols, and fragments of statements.

mod fresh;
mod unwritten;

pub(super) use unwritten::{complete, supplied};

use self::fresh::Fresh;
use super::chances::{self, Events};
use super::form::{name, node};
use super::solve::occurs;
use super::whole::{self, Wholes};
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::normal::canonical;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// No unit is less.
const LEAST: f64 = 1e-3;

/// What tells numbers above a letter from indices below it, twice: two indices are those of an entry.
const ABOVE: u32 = 7919;

/// Operators that are written with others, or as symbols, before anything is evaluated.
const REWRITTEN: &[&str] = &[
    "anglemeasure",
    "angle",
    "cents",
    "change",
    "differential",
    "dollars",
    "euros",
    "labelled",
    "numbered",
    "points",
    "pounds",
    "quantity",
    "rupees",
    "star",
    "up",
    "where",
    "won",
    "yen",
];

/// Whether an operator is written with others, or as a symbol, before anything is evaluated.
pub fn is_rewritten(name: &str) -> bool {
    REWRITTEN.contains(&name)
}

/// What names stand for in a term, and what is said of the new symbols.
pub(super) struct Named {
    pub term: Term,
    /// Counts are natural numbers; units positive, and not next to nothing, where all quantities are
    /// alike.
    pub domains: BTreeMap<u32, Domain>,
    pub units: BTreeSet<u32>,
    /// The parts that are taken whole.
    pub wholes: BTreeSet<String>,
}

/// Replaces names of several parts by symbols.
pub(super) fn named(
    term: &Term,
    atoms: &mut Atoms,
    wholes: Wholes,
    vocabulary: &Vocabulary,
) -> Named {
    let mut units = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("quantity", [_, unit]) = (name(t, vocabulary), &*t.args) {
            unit.walk(&mut |u| {
                if let Head::Symbol(s) = u.op.head() {
                    units.insert(s);
                }
            });
        }
    });
    let primes = primes_are_names(term, wholes, vocabulary);
    let called = called(term, vocabulary);
    let functionals = match wholes {
        Wholes::All => whole::functionals(term, atoms, vocabulary),
        _ => BTreeSet::new(),
    };
    let (chance, events) = match wholes {
        Wholes::All => (
            chances::sole(term, vocabulary),
            Events::of(term, vocabulary),
        ),
        _ => (None, None),
    };
    let images = images(term, vocabulary);
    let bracketed = |t: &Term| name(t, vocabulary) == "bracketed";
    let spaces = whole::brackets_are_sets(term, vocabulary);
    let mut fresh = Fresh { atoms };
    let (mut domains, mut taken_whole) = (BTreeMap::new(), BTreeSet::new());
    let share = Domain {
        low: Some((0.0, false)),
        high: Some((1.0, false)),
        ..Domain::of(Numbers::Real)
    };
    let numbers = events.as_ref();
    let numbers = numbers.and_then(|events| events.numbers(fresh.atoms, vocabulary));
    for number in numbers.iter().flatten() {
        domains.insert(*number, share);
        taken_whole.insert(fresh.label(*number));
    }
    let term = term.map(&mut |t| {
        if let (Some(events), Some(numbers)) = (&events, &numbers)
            && let Some(value) = events.value(&t, numbers, vocabulary)
        {
            return value;
        }
        if chance.as_ref() == Some(&t)
            && let Some(label) = whole::label(&t, fresh.atoms, vocabulary)
        {
            let symbol = fresh.atoms.called(&label, Kind::Num);
            domains.insert(symbol, share);
            taken_whole.insert(label);
            return Term::leaf(Op::symbol(symbol));
        }
        let args = t.args.to_vec();
        if !(spaces && bracketed(&t))
            && let Some(taken) = whole::taken(&t, fresh.atoms, (wholes, &functionals), vocabulary)
        {
            taken_whole.insert(taken.label.clone());
            let symbol = fresh.atoms.called(&taken.label, taken.kind);
            if let Some(domain) = taken.domain {
                domains.insert(symbol, domain);
            }
            return Term::leaf(Op::symbol(symbol));
        }
        match (name(&t, vocabulary), &*args) {
            ("idx", [head, indices @ ..])
                if !head.args.is_empty()
                    && matches!(wholes, Wholes::All | Wholes::Placeholders) =>
            {
                let family = whole::family(head, fresh.atoms, vocabulary);
                family.map(|label| {
                    let mut args = vec![fresh.leaf(label, Kind::Num)];
                    args.extend(indices.iter().cloned());
                    Term::new(t.op, args)
                })
            }
            ("up", [base, indices @ ..]) => fresh.indexed(base, "^", indices, vocabulary),
            ("numbered", [base, index]) => numbered(base, index, vocabulary),
            ("change", [sign, what]) => match sign.op.head() {
                Head::Symbol(s) => {
                    let prefix = fresh.label(s);
                    fresh.prefixed(&prefix, what, vocabulary)
                }
                _ => None,
            },
            // `p_1'`
            ("prime", [base, order])
                if primes
                    && name(base, vocabulary) == "idx"
                    && !called.contains(&base.args[0].op) =>
            {
                match (base.args[0].op.head(), order.op.head()) {
                    (Head::Symbol(s), Head::Integer(n @ 1..=4)) => {
                        let label = fresh.label(s) + &"'".repeat(n as usize);
                        let mut args = vec![fresh.leaf(label, fresh.kind(s))];
                        args.extend(base.args.iter().skip(1).cloned());
                        Some(Term::new(base.op, args))
                    }
                    _ => None,
                }
            }
            ("prime", [base, order]) if primes && !called.contains(&base.op) => {
                match (base.op.head(), order.op.head()) {
                    (Head::Symbol(s), Head::Integer(n @ 1..=4)) => {
                        let label = fresh.label(s) + &"'".repeat(n as usize);
                        // The letter itself is a number as well.
                        if let Some(known) = fresh.atoms.symbols.get_mut(s as usize)
                            && known.kind == Kind::Fn
                        {
                            known.kind = Kind::Num;
                        }
                        let kind = fresh.kind(s);
                        Some(fresh.leaf(label, kind))
                    }
                    _ => None,
                }
            }
            ("angle" | "anglemeasure", [point]) => match point.op.head() {
                Head::Symbol(s) => Some(fresh.leaf(format!("∠{}", fresh.label(s)), Kind::Num)),
                _ => None,
            },
            ("quantity", [amount, unit]) => {
                Some(node("mul", vec![amount.clone(), unit.clone()], vocabulary))
            }
            // A degree is a unit beside versions; what one is in others is not known of letters.
            (scale @ ("celsius" | "fahrenheit"), [amount]) if wholes != Wholes::Placeholders => {
                let unit = fresh.leaf(format!("° {scale}"), Kind::Num);
                units.extend(unit.op.as_symbol());
                Some(node("mul", vec![amount.clone(), unit], vocabulary))
            }
            // An operation of which nothing is known is a function of two numbers.
            ("star", [one, other]) => {
                let operation = fresh.leaf("⋆".to_owned(), Kind::Fn);
                let call = vec![operation, one.clone(), other.clone()];
                Some(node("call", call, vocabulary))
            }
            ("dollars" | "euros" | "pounds" | "yen" | "rupees" | "won", [amount]) => {
                Some(amount.clone())
            }
            ("cents", [amount]) => {
                let hundred = Term::leaf(Op::integer(100));
                Some(node("div", vec![amount.clone(), hundred], vocabulary))
            }
            ("eq", [x, list]) if name(list, vocabulary) == "list" => range(x, list, vocabulary),
            ("idx", [set, bound]) => part(set, bound, vocabulary),
            ("lt" | "gt" | "le" | "ge" | "ne" | "in" | "notin", [list, bound])
                if name(list, vocabulary) == "list" =>
            {
                let dots = |p: &&Term| name(p, vocabulary) != "dots";
                let shown: Vec<Term> = list.args.iter().filter(dots).cloned().collect();
                (shown.len() < list.args.len()).then(|| {
                    let list = Term::new(list.op, shown);
                    Term::new(t.op, vec![list, bound.clone()])
                })
            }
            // A differential is a number of its own beside its variable.
            ("differential", [what]) => fresh.prefixed("d", what, vocabulary),
            (operator, parts) if !parts.is_empty() && sets(operator) < parts.len() => {
                let mut sets_of = |(k, part): (usize, &Term)| {
                    let lawful = |head| images.get(&head).is_some_and(|of| of.len() > 1);
                    if k < sets(operator)
                        || name(part, vocabulary) != "call"
                        || occurs(&part.args[0]).into_iter().any(lawful)
                    {
                        return part.clone();
                    }
                    let label = fresh.spelled(part, vocabulary);
                    fresh.leaf(label, Kind::Set)
                };
                let parts = parts.iter().enumerate().map(&mut sets_of).collect();
                Some(Term::new(t.op, parts))
            }
            _ => None,
        }
        .unwrap_or(t)
    });
    let positive = Domain {
        low: Some((LEAST, true)),
        ..Domain::of(Numbers::Real)
    };
    domains.extend(units.iter().map(|s| (*s, positive)));
    Named {
        term,
        domains,
        units,
        wholes: taken_whole,
    }
}

/// What functions are applied to of which one has a set for a value. There are laws of several images of one
/// function, and of images and values: `f(A \cap B) \subseteq f(A)`, `x \in A \Rightarrow f(x) \in f(A)`.
fn images(term: &Term, vocabulary: &Vocabulary) -> BTreeMap<u32, BTreeSet<Term>> {
    let is_call = |t: &Term| name(t, vocabulary) == "call";
    let mut images: BTreeMap<u32, BTreeSet<Term>> = BTreeMap::new();
    term.walk(&mut |t| {
        let sets = t.args.iter().skip(sets(name(t, vocabulary)));
        let functions = sets
            .filter(|part| is_call(part))
            .flat_map(|part| occurs(&part.args[0]));
        images.extend(functions.map(|function| (function, BTreeSet::new())));
    });
    if !images.is_empty() {
        term.walk(&mut |t| {
            let functions = if is_call(t) {
                occurs(&t.args[0])
            } else {
                BTreeSet::new()
            };
            for function in functions {
                if let Some(of) = images.get_mut(&function) {
                    of.insert(canonical(vocabulary, t));
                }
            }
        });
    }
    images
}

/// The first place of an operator that a set stands in, as do all after it.
fn sets(operator: &str) -> usize {
    match operator {
        "in" | "notin" => 1,
        "subseteq" | "subset" | "subsetneq" | "supset" | "supseteq" | "union" | "inter"
        | "setminus" => 0,
        _ => usize::MAX,
    }
}

/// A letter with a number above as a member of a family of its own, told by marks from those with an
/// index: statements with other letters before it have the same family.
fn numbered(base: &Term, index: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let mut args = match (base.op.head(), name(base, vocabulary), &*base.args) {
        (Head::Symbol(_), _, []) => vec![base.clone()],
        (_, "idx", [inner, ..]) if matches!(inner.op.head(), Head::Symbol(_)) => base.args.to_vec(),
        _ => return None,
    };
    args.push(index.clone());
    args.extend([ABOVE; 2].map(|mark| Term::leaf(Op::integer(mark))));
    Some(node("idx", args, vocabulary))
}

/// Whether primes tell names apart: in one relation, or in several beside versions, that speak of no
/// derivatives, where nothing says what is differentiated.
fn primes_are_names(term: &Term, wholes: Wholes, vocabulary: &Vocabulary) -> bool {
    let relation = |t: &Term| {
        let operator = vocabulary.operator(t.op);
        operator.is_some_and(|o| o.has_tag("relation")) || name(t, vocabulary) == "chain"
    };
    let mut plain = match name(term, vocabulary) {
        "comma" | "and" if wholes == Wholes::All => term.args.iter().all(relation),
        _ => relation(term),
    };
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        (
            "diff" | "pdiff" | "int" | "dint" | "intto" | "implies" | "iff" | "forall" | "compose"
            | "finv",
            _,
        ) => {
            plain = false;
        }
        ("prime", [base, _]) => {
            let base = match (name(base, vocabulary), &*base.args) {
                ("idx", [letter, ..]) => letter,
                _ => base,
            };
            plain &= matches!(base.op.head(), Head::Symbol(_));
        }
        _ => {}
    });
    plain
}

/// Symbols that are applied to something, perhaps with a prime.
fn called(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<Op> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        if let ("call", [head, ..]) = (name(t, vocabulary), &*t.args) {
            head.walk(&mut |h| {
                if matches!(h.op.head(), Head::Symbol(_)) {
                    found.insert(h.op);
                }
            });
        }
    });
    found
}

/// `j = 1, 2, \dots, n` says that `j` is one of these.
fn range(x: &Term, list: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    if !matches!(x.op.head(), Head::Symbol(_)) {
        return None;
    }
    let at = list
        .args
        .iter()
        .position(|p| name(p, vocabulary) == "dots")?;
    let first = list.args.first()?;
    let step = |w: &[Term]| match (w[0].op.head(), w[1].op.head()) {
        (Head::Integer(a), Head::Integer(b)) => b == a + 1,
        _ => false,
    };
    if at == 0 || !list.args[..at].windows(2).all(step) {
        return None;
    }
    let integers = Term::leaf(vocabulary.find("ZZ")?);
    let mut parts = vec![
        node("in", vec![x.clone(), integers], vocabulary),
        node("le", vec![first.clone(), x.clone()], vocabulary),
    ];
    match &list.args[at + 1..] {
        [] => {}
        [last] => parts.push(node("le", vec![x.clone(), last.clone()], vocabulary)),
        _ => return None,
    }
    Some(node("and", parts, vocabulary))
}

/// `\mathbb{Z}_{>0}`: the members of a set of numbers above or below zero.
pub(super) fn part(set: &Term, bound: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let of = match name(set, vocabulary) {
        "ZZ" | "RR" | "QQ" => name(set, vocabulary),
        _ => return None,
    };
    match (name(bound, vocabulary), &*bound.args) {
        (sign, [side, zero])
            if name(side, vocabulary) == "blank" && zero.op.head() == Head::Integer(0) =>
        {
            match (sign, of) {
                ("gt", _) => Some(node("positivepart", vec![set.clone()], vocabulary)),
                ("lt", _) => Some(node("negativepart", vec![set.clone()], vocabulary)),
                ("ge", "ZZ") => vocabulary.find("NN0").map(Term::leaf),
                _ => None,
            }
        }
        _ => None,
    }
}
