//! Parts of a statement that may have any value, as symbols of their own: what functions and
//! sequences of which nothing is known are at places, and parts without a meaning in numbers.
//!
//! `g(1)` and `g(2)` are any two numbers, as some function has these values; `\dim X` is any number
//! where `X` stands nowhere else. A statement that is true for some values of such symbols and false
//! for others is so for some functions, spaces or limits and not for others.

use super::continued::SEQUENCES;
use super::form::{Form, name, node};
use super::parts::{Parts, is_unknown, sets};
use super::spell;
use crate::atoms::{Atoms, Shown, Symbol};
use crate::choice::Key;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Steps after which nothing more is looked for.
const DEAR: u64 = 800_000;
/// As many places a function may be looked at.
const PLACES: usize = 12;

/// A form with symbols in the place of parts that may have any value; `None` when it has none.
pub(super) fn freed(form: &Form, vocabulary: &Vocabulary, key: Key) -> Option<Form> {
    if !form.bound.is_empty() || !form.inner.is_empty() {
        return None;
    }
    let mut atoms = form.atoms.clone();
    let loose = form.term.map(&mut |t| loosened(t, vocabulary));
    let applied = applications(&loose, &mut atoms, vocabulary);
    let mut parts = Parts::new(atoms, vocabulary, applied.spent);
    let term = parts.replace(applied.term, key);
    if term == form.term {
        return None;
    }
    let mut freed = Form::of(&term, &parts.atoms, vocabulary);
    freed.premises.extend(applied.apart);
    freed.restrict(&parts.domains);
    Some(freed)
}

/// A chain without its ellipses, where it orders what it is about, and as its links, where they are of
/// different kinds.
fn loosened(term: Term, vocabulary: &Vocabulary) -> Term {
    if name(&term, vocabulary) != "chain" {
        return term;
    }
    if let Some(shown) = shown(&term, vocabulary) {
        return shown;
    }
    let unknown = |sign: &Term| is_unknown(name(sign, vocabulary).trim_start_matches("rel-"));
    if !term.args.iter().skip(1).step_by(2).any(unknown) {
        return term;
    }
    let links = term.args.windows(3).step_by(2).map(|link| {
        let sign = name(&link[1], vocabulary).trim_start_matches("rel-");
        node(sign, vec![link[0].clone(), link[2].clone()], vocabulary)
    });
    node("and", links.collect(), vocabulary)
}

/// What a chain with ellipses shows, where it orders what it is about: something may stand for them
/// that makes it true when what it shows is.
pub(super) fn shown(term: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let (sides, signs) = (
        term.args.iter().step_by(2),
        term.args.iter().skip(1).step_by(2),
    );
    let ordered = signs.clone().all(|sign| {
        matches!(
            name(sign, vocabulary),
            "rel-eq" | "rel-ge" | "rel-gt" | "rel-le" | "rel-lt"
        )
    });
    let dots = |t: &Term| name(t, vocabulary) == "dots";
    if !ordered || name(term, vocabulary) != "chain" || !sides.clone().any(dots) {
        return None;
    }
    // What is left out between numbers may be wrong.
    let numbers = |t: &Term| super::solve::occurs(t).is_empty();
    let two: Vec<&Term> = sides.clone().collect();
    let told =
        |two: &[&Term]| !(dots(two[0]) && numbers(two[1]) || numbers(two[0]) && dots(two[1]));
    // `a < \dots \ge b` says nothing of a and b.
    let between = |link: &[Term]| !dots(&link[1]) || link[0] == link[2];
    let links = term.args.get(1..).unwrap_or_default();
    if !two.windows(2).all(told) || !links.windows(3).step_by(2).all(between) {
        return None;
    }
    // `a < \dots < z` is without a sign, as is `\dots < z`.
    let signs = std::iter::once(None).chain(signs.map(Some));
    let mut args: Vec<Term> = Vec::new();
    for (side, sign) in sides.zip(signs).filter(|(side, _)| !dots(side)) {
        args.extend(sign.filter(|_| !args.is_empty()).cloned());
        args.push(side.clone());
    }
    (args.len() >= 3).then(|| Term::new(term.op, args))
}

/// A term in which functions at places are symbols.
struct Applied {
    term: Term,
    /// That places are different ones, where they are written differently.
    apart: Vec<Term>,
    /// The symbols of places.
    spent: BTreeSet<u32>,
}

/// Replaces the values of functions and sequences that stand nowhere else.
fn applications(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Applied {
    let mut kept: BTreeSet<u32> = BTreeSet::new();
    for _ in 0..4 {
        let mut places = Places {
            atoms: atoms.clone(),
            vocabulary,
            kept: &kept,
            found: BTreeMap::new(),
            heads: BTreeSet::new(),
            sets: BTreeSet::new(),
        };
        term.walk(&mut |t| places.sets.extend(sets(t, vocabulary).into_iter().cloned()));
        let replaced = places.replace(term);
        let mut left = BTreeSet::new();
        replaced.walk(&mut |t| {
            if let Head::Symbol(s) = t.op.head()
                && places.heads.contains(&s)
            {
                left.insert(s);
            }
        });
        let crowded = |s: &&u32| places.at(**s).len() > PLACES;
        left.extend(places.heads.iter().filter(crowded));
        // A function and its antiderivative are not independent where one of them is integrated.
        let small = |s: &u32| {
            atoms
                .symbols
                .get(*s as usize)
                .map(|s| s.name.to_lowercase())
        };
        let related: Vec<u32> = places
            .heads
            .iter()
            .filter(|s| left.iter().any(|l| small(l) == small(s)))
            .copied()
            .collect();
        left.extend(related);
        if left.is_empty() {
            let apart = places.apart();
            let mut spent = BTreeSet::new();
            for place in places.found.keys() {
                place.walk(&mut |t| {
                    if let Head::Symbol(s) = t.op.head() {
                        spent.insert(s);
                    }
                });
            }
            *atoms = places.atoms;
            return Applied {
                term: replaced,
                apart,
                spent,
            };
        }
        kept.extend(left);
    }
    Applied {
        term: term.clone(),
        apart: Vec::new(),
        spent: BTreeSet::new(),
    }
}

/// Functions at places, under way.
struct Places<'a> {
    atoms: Atoms,
    vocabulary: &'a Vocabulary,
    /// Functions that stay.
    kept: &'a BTreeSet<u32>,
    /// The symbols of applications, whose arguments may have such symbols.
    found: BTreeMap<Term, u32>,
    heads: BTreeSet<u32>,
    /// What is said to be sets.
    sets: BTreeSet<Term>,
}

impl Places<'_> {
    fn replace(&mut self, term: &Term) -> Term {
        if term.args.is_empty() || is_closed_world(term, self.vocabulary) {
            return term.clone();
        }
        let args: Vec<Term> = match name(term, self.vocabulary) {
            // The head of an application is no place of its own.
            "call" | "idx" => {
                let mut args = vec![term.args[0].clone()];
                args.extend(term.args[1..].iter().map(|a| self.replace(a)));
                args
            }
            _ => term.args.iter().map(|a| self.replace(a)).collect(),
        };
        let set = self.sets.contains(term);
        let term = Term::new(term.op, args);
        let Some((head, kind)) = self.head(&term) else {
            return term;
        };
        let kind = if set { Kind::Set } else { kind };
        if self.kept.contains(&head) {
            return term;
        }
        self.heads.insert(head);
        if let Some(known) = self.found.get(&term) {
            return Term::leaf(Op::symbol(*known));
        }
        let label = spell::term(&term, &self.atoms, self.vocabulary);
        let symbol = fresh(&mut self.atoms, label, kind);
        self.found.insert(term, symbol);
        Term::leaf(Op::symbol(symbol))
    }

    /// The function or sequence of an application, and of what kind its values are.
    fn head(&self, term: &Term) -> Option<(u32, Kind)> {
        let (head, args) = term.args.split_first()?;
        let operator = name(term, self.vocabulary);
        let (symbol, kind) = match (operator, name(head, self.vocabulary), head.op.head()) {
            ("call", _, Head::Symbol(s)) if !args.is_empty() => (s, Kind::Num),
            ("call", "prime", _) => {
                match (head.args.first()?.op.head(), head.args.get(1)?.op.head()) {
                    (Head::Symbol(s), Head::Integer(_)) if args.len() == 1 => (s, Kind::Num),
                    _ => return None,
                }
            }
            ("idx", _, Head::Symbol(s)) => {
                let kind = self.atoms.symbols.get(s as usize)?.kind;
                let kind = match kind {
                    Kind::Set | Kind::Event | Kind::Vec | Kind::Prop => kind,
                    _ => Kind::Num,
                };
                (s, kind)
            }
            _ => return None,
        };
        let known = self.atoms.symbols.get(symbol as usize)?;
        is_any(known).then_some((symbol, kind))
    }

    /// The places at which a function is looked at, by its derivative.
    fn at(&self, symbol: u32) -> Vec<&Term> {
        let of = |t: &&Term| {
            let head = &t.args[0];
            let base = head.args.first().filter(|_| !head.args.is_empty());
            base.unwrap_or(head).op.head() == Head::Symbol(symbol)
        };
        self.found.keys().filter(of).collect()
    }

    /// That what is written differently is different.
    fn apart(&self) -> Vec<Term> {
        let mut apart = Vec::new();
        let Some(or) = self.vocabulary.find("or") else {
            return apart;
        };
        for head in &self.heads {
            let places = self.at(*head);
            for (k, one) in places.iter().enumerate() {
                for other in &places[k + 1..] {
                    if one.args[0] != other.args[0] || one.args.len() != other.args.len() {
                        continue;
                    }
                    let pairs = one.args[1..].iter().zip(&other.args[1..]);
                    let mut differ: Vec<Term> = pairs
                        .filter(|(a, b)| a != b)
                        .map(|(a, b)| node("ne", vec![a.clone(), b.clone()], self.vocabulary))
                        .collect();
                    match differ.len() {
                        0 => {}
                        1 => apart.extend(differ.pop()),
                        _ => apart.push(Term::new(or, differ)),
                    }
                }
            }
        }
        apart
    }
}

/// Whether what is inside is not a value at a place: names are bound, or something is differentiated.
fn is_closed_world(term: &Term, vocabulary: &Vocabulary) -> bool {
    let Some(operator) = vocabulary.operator(term.op) else {
        return false;
    };
    operator.binds.is_some()
        || SEQUENCES.contains(&operator.name.as_str())
        || matches!(
            operator.name.as_str(),
            "argmaxall"
                | "argminall"
                | "boundary"
                | "condexpect"
                | "condexpectunder"
                | "condcov"
                | "condcovunder"
                | "condprob"
                | "condprobunder"
                | "condvar"
                | "condvarunder"
                | "contour"
                | "contourbetween"
                | "contourover"
                | "cov"
                | "covunder"
                | "curl"
                | "dalembertian"
                | "diff"
                | "dintegral"
                | "dintmany"
                | "divergence"
                | "evalat"
                | "evalbetween"
                | "expect"
                | "expectunder"
                | "grad"
                | "gradby"
                | "hessian"
                | "int"
                | "intby"
                | "integral"
                | "intto"
                | "intmany"
                | "laplacian"
                | "limited"
                | "material"
                | "partialdown"
                | "partialpow"
                | "partialup"
                | "pdiff"
                | "prob"
                | "probunder"
                | "var"
                | "variation"
                | "varunder"
                | "volume"
        )
}

/// Whether a symbol may stand for anything of its kind: the names of known functions do not.
pub(super) fn is_any(symbol: &Symbol) -> bool {
    let words = ["\\operatorname", "\\mathrm", "\\mathop", "\\text"];
    let named = |command: &str| {
        let name = symbol.name.strip_prefix(command);
        name.is_some_and(|n| n.chars().filter(char::is_ascii_alphabetic).count() > 1)
    };
    !symbol.protected && !words.iter().any(|w| named(w))
}

/// A symbol that no other has the name of.
pub(super) fn fresh(atoms: &mut Atoms, mut label: String, kind: Kind) -> u32 {
    while atoms.symbols.iter().any(|s| s.name == label) {
        label.push('\'');
    }
    atoms.symbols.push(Symbol {
        name: label,
        kind,
        protected: false,
        shown: Shown::default(),
    });
    atoms.symbols.len() as u32 - 1
}

/// Whether looking for free parts is worth its cost: much was calculated already, or nothing could
/// be known.
pub(super) fn is_worth(reason: &super::verdict::Reason, effort: u64) -> bool {
    effort < DEAR && !matches!(reason.id, "not-understood" | "words" | "infinite")
}
