//! A form with the points at which it was looked at, and room for the symbols of another.

use super::form::{Form, is_name, name};
use super::gather::{Seen, gather};
use super::nearness::{admits, real};
use super::sample::Sampler;
use super::show::show;
use super::verdict::Witness;
use crate::atoms::Atoms;
use crate::eval::{Domain, Point, Value, exact};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The values of the symbols of a form at a point, and those of the sides of a statement.
pub(super) fn witness(sampler: &Sampler<'_>, point: &Point, statement: &Term) -> Witness {
    let form = sampler.form;
    let (mut values, mut whole) = (Vec::new(), Vec::new());
    for symbol in &form.symbols {
        if let (Some(known), Some(value)) = (
            form.atoms.symbols.get(*symbol as usize),
            point.values.get(symbol),
        ) {
            let based = indexed_only(&form.term, *symbol, sampler.vocabulary);
            if !based && !form.inner.contains(symbol) {
                values.push((known.name.clone(), show(value)));
            }
            if let Some(text) = exact::write(value) {
                whole.push((known.name.clone(), text));
            }
        }
    }
    whole.push((String::new(), exact::state(point)));
    let inexact = |s: &u32| match point.values.get(s) {
        Some(Value::Number(n)) => !n.is_exact(),
        Some(Value::Vector(v)) => v.iter().any(|n| !n.is_exact()),
        Some(Value::Matrix(rows)) => rows.iter().flatten().any(|n| !n.is_exact()),
        _ => false,
    };
    Witness {
        values,
        sides: sides(sampler, point, statement),
        point: whole,
        approximate: point.moved || form.symbols.iter().any(inexact),
    }
}

/// The witness with the values of symbols that only another term has.
pub(super) fn witness_beside(
    sampler: &Sampler<'_>,
    point: &Point,
    statement: &Term,
    guest: &Term,
) -> Witness {
    let mut found = witness(sampler, point, statement);
    let mut others = Vec::new();
    guest.walk(&mut |t| {
        if let Head::Symbol(symbol) = t.op.head()
            && !sampler.form.symbols.contains(&symbol)
            && !others.contains(&symbol)
        {
            others.push(symbol);
        }
    });
    for symbol in others {
        let named = sampler.form.atoms.symbols.get(symbol as usize);
        if let (Some(named), Some(value)) = (named, point.values.get(&symbol))
            && found.point.iter().all(|(name, _)| *name != named.name)
            && let Some(text) = exact::write(value)
        {
            found.values.push((named.name.clone(), show(value)));
            found.point.push((named.name.clone(), text));
        }
    }
    found
}

/// Whether a symbol occurs with changing indices alone, so that it has many values.
pub(super) fn indexed_only(term: &Term, symbol: u32, vocabulary: &Vocabulary) -> bool {
    let mut bare = false;
    fn look(term: &Term, symbol: u32, vocabulary: &Vocabulary, bare: &mut bool) {
        *bare |= term.op.head() == Head::Symbol(symbol);
        let skipped = usize::from(name(term, vocabulary) == "idx");
        for arg in term.args.iter().skip(skipped) {
            look(arg, symbol, vocabulary, bare);
        }
    }
    look(term, symbol, vocabulary, &mut bare);
    !bare
}

/// The values of the sides of a relation; nothing for other statements.
pub(super) fn sides(sampler: &Sampler<'_>, point: &Point, statement: &Term) -> Vec<String> {
    let vocabulary = sampler.vocabulary;
    let of: Vec<&Term> = match (name(statement, vocabulary), &*statement.args) {
        ("chain", sides) => sides.iter().step_by(2).collect(),
        ("implies", [_, conclusion]) => return sides(sampler, point, conclusion),
        (_, [_, _])
            if vocabulary
                .operator(statement.op)
                .is_some_and(|o| o.has_tag("relation")) =>
        {
            statement.args.iter().collect()
        }
        _ => return Vec::new(),
    };
    if of
        .iter()
        .any(|t| name(t, vocabulary) == "list" || is_name(t, vocabulary) && t.args.len() > 1)
    {
        return Vec::new();
    }
    of.iter().map(|t| show(&sampler.value(t, point))).collect()
}

/// A form, its points, and where the leaves of the other one went.
pub(super) struct World<'a> {
    pub sampler: Sampler<'a>,
    pub seen: Vec<Seen>,
    /// What each symbol stands for, as it is known or follows from its places.
    pub kinds: Vec<Kind>,
}

impl<'a> World<'a> {
    /// A formula at about so many points; without any where only kinds are asked for.
    pub(super) fn new(sampler: Sampler<'a>, count: usize) -> Self {
        let seen = match count {
            0 => Vec::new(),
            _ => gather(&sampler, count),
        };
        let kinds = sampler.draw(0).kinds;
        Self {
            sampler,
            seen,
            kinds,
        }
    }

    /// Whether the values at a point are such as the places of another form ask for, under pairs
    /// (guest, host).
    pub(super) fn suits(&self, point: &Point, guest: &Form, map: &[(u32, u32)]) -> bool {
        suits(point, guest, |g| {
            let pair = map.iter().find(|(from, _)| *from == g);
            pair.map(|(_, to)| *to)
        })
    }
}

/// Whether the values at a point are such as the places of a form ask for, whose symbols go by these
/// in the point.
pub(super) fn suits(point: &Point, form: &Form, host: impl Fn(u32) -> Option<u32>) -> bool {
    let value = |s: u32| point.values.get(&host(s)?).and_then(real);
    let fits = |(s, domain): (&u32, &Domain)| value(*s).is_none_or(|x| admits(*domain, x));
    let ordered = |(low, high): &(u32, u32)| match (value(*low), value(*high)) {
        (Some(x), Some(y)) => x <= y,
        _ => true,
    };
    form.places.iter().all(fits) && form.orders.iter().all(ordered)
}

/// The term under pairs (from, to).
pub(super) fn renamed(term: &Term, map: &[(u32, u32)]) -> Term {
    if map.iter().all(|(from, to)| from == to) {
        return term.clone();
    }
    term.map(&mut |t| {
        let to =
            t.op.as_symbol()
                .and_then(|i| map.iter().find(|(from, _)| *from == i));
        Term {
            op: to.map_or(t.op, |(_, to)| Op::symbol(*to)),
            args: t.args,
        }
    })
}

/// Where the leaves of one table went in another.
#[derive(Clone, Debug, Default)]
pub(super) struct Guests {
    symbols: Vec<u32>,
    literals: Vec<Op>,
    opaques: Vec<u32>,
}

/// Adds the leaves of a table to another: all its symbols under new places, numbers by value, pieces
/// that were not understood by their words.
pub(super) fn invite(guest: &Atoms, host: &mut Atoms) -> Guests {
    let mut guests = Guests::default();
    for symbol in &guest.symbols {
        host.symbols.push(symbol.clone());
        guests.symbols.push(host.symbols.len() as u32 - 1);
    }
    for literal in &guest.literals {
        let known = host.literals.iter().position(|l| l.value == literal.value);
        guests.literals.push(match (known, literal.integer()) {
            (Some(known), _) => Op::literal(known as u32),
            (None, Some(integer)) => integer,
            (None, None) => {
                host.literals.push(literal.clone());
                Op::literal(host.literals.len() as u32 - 1)
            }
        });
    }
    for opaque in &guest.opaques {
        let words = |pieces: &[String]| {
            pieces
                .iter()
                .map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
        };
        let known = host
            .opaques
            .iter()
            .position(|o| words(&o.pieces) == words(&opaque.pieces));
        guests.opaques.push(known.unwrap_or_else(|| {
            host.opaques.push(opaque.clone());
            host.opaques.len() - 1
        }) as u32);
    }
    guests
}

impl Guests {
    /// A term of the guest under a bijection of symbols (guest, host); others keep to themselves.
    pub(super) fn bring(&self, term: &Term, map: &[(u32, u32)]) -> Term {
        term.map(&mut |t| {
            let op = match t.op.head() {
                Head::Symbol(i) => match map.iter().find(|(from, _)| *from == i) {
                    Some((_, to)) => Op::symbol(*to),
                    None => self
                        .symbols
                        .get(i as usize)
                        .map_or(t.op, |to| Op::symbol(*to)),
                },
                Head::Literal(i) => self.literals.get(i as usize).copied().unwrap_or(t.op),
                Head::Opaque(i) => self
                    .opaques
                    .get(i as usize)
                    .map_or(t.op, |to| Op::opaque(*to)),
                _ => t.op,
            };
            Term { op, args: t.args }
        })
    }
}
