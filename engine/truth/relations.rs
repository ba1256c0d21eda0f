//! Relations that tell more than which values are equal, said in equations of what they tell: where a map goes
//! from and to, `f: A \to B`; towards what a letter tends, `x \to 0^+`; that a quotient stays as it is,
//! `F \propto \frac{m}{r^2}`; what space a letter is, `V = \mathbb{R}^n`; where the indices of a row begin and
//! end, `x = (x_1, \dots, x_n)`.
//!
//! They are compared with versions alone: what follows from them is not known.

use std::collections::{BTreeMap, BTreeSet};

use super::arrows::side;
use super::extension::integer;
use super::form::{name, node};
use super::isomorphic::Sizes;
use super::law;
use super::names::part;
use super::shifted::less;
use super::solve::occurs;
use super::whole::{is_infinite, label};
use crate::atoms::Atoms;
use crate::scope::is_closed;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The term with equations for these relations, and the names of the values that these speak of.
pub(super) fn told(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let mut outside = BTreeSet::new();
    outside_spaces(term, vocabulary, &mut outside);
    let mut telling = Telling {
        times: times(term),
        outside,
        names: BTreeSet::new(),
        atoms,
        vocabulary,
    };
    let term = term.map(&mut |t| telling.relation(&t).unwrap_or(t));
    (term, telling.names)
}

/// The term with equations for what grows without bound, `f(x) \to \infty`, `\lim_{x \to a} f(x) = \infty`, of
/// functions and sequences of which nothing else is said, and the names of the values that these speak of.
pub(super) fn unbounded(
    term: &Term,
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<String>) {
    let mut telling = Telling {
        times: times(term),
        outside: BTreeSet::new(),
        names: BTreeSet::new(),
        atoms,
        vocabulary,
    };
    let term = term.map(&mut |t| telling.unbounded(&t).unwrap_or(t));
    (term, telling.names)
}

/// Whether it is said what space a letter is, by itself or beside other statements.
pub(super) fn names_spaces(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("eq" | "defines", [a, b]) => space_of(a, b, vocabulary).is_some(),
        ("comma" | "and", parts) => parts.iter().any(|part| names_spaces(part, vocabulary)),
        _ => false,
    }
}

/// Spaces that can be written in one way.
const SPACES: &[&str] = &[
    "NN",
    "ZZ",
    "QQ",
    "RR",
    "CC",
    "setpow",
    "cross",
    "interval-cc",
    "interval-oo",
    "interval-co",
    "interval-oc",
];

/// Whether all numbers of a kind are meant, an interval without an end, or a power of a set.
fn is_space(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("setpow", _) => true,
        (sort, [low, high]) if sort.starts_with("interval-") => {
            [low, high].iter().any(|t| is_infinite(t, vocabulary))
        }
        (sort, []) => SPACES.contains(&sort),
        _ => false,
    }
}

/// The numbers above or below zero as an interval without an end, or as those that count: `\mathbb{R}_{>0}`.
fn ray(space: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let zero = || number(0);
    let infinite = || node("infty", Vec::new(), vocabulary);
    let is_zero = |t: &Term| t.op == zero().op;
    let of = |set: &Term| name(set, vocabulary) == "RR";
    match (name(space, vocabulary), &*space.args) {
        ("idx", [set, bound]) => match (name(bound, vocabulary), &*bound.args) {
            ("ge", [side, end]) if of(set) && name(side, vocabulary) == "blank" && is_zero(end) => {
                Some(node("interval-co", vec![zero(), infinite()], vocabulary))
            }
            _ => {
                let part = part(set, bound, vocabulary)?;
                ray(&part, vocabulary).or_else(|| part.args.is_empty().then_some(part))
            }
        },
        ("positivepart", [set]) if of(set) => {
            Some(node("interval-oo", vec![zero(), infinite()], vocabulary))
        }
        ("positivepart", [set]) if name(set, vocabulary) == "ZZ" => {
            vocabulary.find("NN").map(Term::leaf)
        }
        ("negativepart", [set]) if of(set) => {
            let low = node("neg", vec![infinite()], vocabulary);
            Some(node("interval-oo", vec![low, zero()], vocabulary))
        }
        _ => None,
    }
}

/// A letter and the space that it is equal to.
fn space_of<'t>(a: &'t Term, b: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t Term, &'t Term)> {
    let letter = |t: &Term| t.args.is_empty() && t.op.as_symbol().is_some();
    let space = |t: &Term| is_space(t, vocabulary);
    match () {
        () if letter(a) && space(b) => Some((a, b)),
        () if letter(b) && space(a) => Some((b, a)),
        () => None,
    }
}

/// Whether this is the value of a function, or a member of a sequence, that may be any.
fn is_any(term: &Term, vocabulary: &Vocabulary) -> bool {
    matches!((name(term, vocabulary), &*term.args), ("call" | "idx", [head, _])
        if head.args.is_empty() && head.op.as_symbol().is_some())
}

/// A letter and the row of members with indices that it is equal to: `S = \{v_1, \dots, v_n\}`.
fn row_of<'t>(a: &'t Term, b: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t Term, &'t Term)> {
    let letter = |t: &Term| t.args.is_empty() && t.op.as_symbol().is_some();
    let row = |t: &Term| {
        let row = untransposed(t, vocabulary);
        matches!(name(row, vocabulary), "setseq" | "tuple") && ends(row, vocabulary).is_some()
    };
    match () {
        () if letter(a) && row(b) => Some((a, b)),
        () if letter(b) && row(a) => Some((b, a)),
        () => None,
    }
}

/// A row that is written as a column, `(x_1, \dots, x_n)^T`, or itself.
fn untransposed<'t>(row: &'t Term, vocabulary: &Vocabulary) -> &'t Term {
    match (name(row, vocabulary), &*row.args) {
        ("transpose", [row]) => row,
        _ => row,
    }
}

/// The letter of the members of a row with an ellipsis, and where their indices begin and end.
fn ends<'t>(row: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t Term, Vec<Term>)> {
    let member = |t: &'t Term| match (name(t, vocabulary), &*t.args) {
        ("idx", [base, index]) => Some((base, index)),
        _ => None,
    };
    let [first, middle @ .., last] = &*row.args else {
        return None;
    };
    let ((base, from), (other, to)) = (member(first)?, member(last)?);
    let Head::Integer(from) = from.op.head() else {
        return None;
    };
    let [shown @ .., dots] = middle else {
        return None;
    };
    let follows = |(place, t): (usize, &'t Term)| {
        let next = from + place as u32 + 1;
        member(t).is_some_and(|(b, index)| b == base && index.op.head() == Head::Integer(next))
    };
    let plain = name(dots, vocabulary) == "dots" && shown.iter().enumerate().all(follows);
    (base == other && plain).then(|| (base, vec![number(from), to.clone()]))
}

/// Collects the symbols that stand elsewhere than in what maps, spaces and rows are.
fn outside_spaces(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<u32>) {
    match (name(term, vocabulary), &*term.args) {
        ("maps", [..]) => {}
        ("eq" | "defines", [a, b])
            if space_of(a, b, vocabulary).is_some() || row_of(a, b, vocabulary).is_some() => {}
        (_, []) => found.extend(term.op.as_symbol()),
        (_, args) => args
            .iter()
            .for_each(|arg| outside_spaces(arg, vocabulary, found)),
    }
}

/// How often each symbol stands in a term.
fn times(term: &Term) -> BTreeMap<u32, usize> {
    let mut times = BTreeMap::new();
    term.walk(&mut |t| {
        if let Head::Symbol(symbol) = t.op.head() {
            *times.entry(symbol).or_default() += 1;
        }
    });
    times
}

/// A whole number.
fn number(value: u32) -> Term {
    Term::leaf(Op::integer(value))
}

struct Telling<'a> {
    /// How often each symbol stands there.
    times: BTreeMap<u32, usize>,
    /// Those that stand elsewhere than in what maps, spaces and rows are.
    outside: BTreeSet<u32>,
    names: BTreeSet<String>,
    atoms: &'a mut Atoms,
    vocabulary: &'a Vocabulary,
}

impl Telling<'_> {
    fn relation(&mut self, term: &Term) -> Option<Term> {
        match (name(term, self.vocabulary), &*term.args) {
            ("maps", [map, from, to]) => {
                let map = self.label(map)?;
                let mut said = Vec::new();
                self.space(from, &mut said)?;
                self.space(to, &mut said)?;
                Some(self.told(format!("{map}: · → ·"), said))
            }
            ("eq" | "defines", [a, b]) if row_of(a, b, self.vocabulary).is_some() => {
                let (letter, row) = row_of(a, b, self.vocabulary)?;
                let alone = occurs(letter).is_disjoint(&self.outside);
                let letter = self.label(letter).filter(|_| alone)?;
                let column = name(row, self.vocabulary) == "transpose";
                let (base, ends) = ends(untransposed(row, self.vocabulary), self.vocabulary)?;
                // They may be counted from any number where nothing else is said of them.
                let ends = match (&*ends, occurs(base).is_disjoint(&self.outside)) {
                    ([from, to], true) => {
                        let by = integer(from, self.vocabulary)? - 1;
                        vec![number(1), less(to, by, self.vocabulary)]
                    }
                    _ => ends,
                };
                let base = self.label(base)?;
                let turned = if column { "ᵀ" } else { "" };
                Some(self.told(format!("{letter} = ({base}_·, …){turned}"), ends))
            }
            ("eq" | "defines", [a, b]) => {
                let (letter, space) = space_of(a, b, self.vocabulary)?;
                // What else is said of it may follow.
                let mut symbols = occurs(letter).into_iter();
                let alone = symbols.all(|symbol| self.times.get(&symbol) == Some(&1));
                let letter = self.label(letter).filter(|_| alone)?;
                let mut said = Vec::new();
                self.space(space, &mut said)?;
                Some(self.told(format!("{letter} = ·"), said))
            }
            // What tends to itself and more has no limit.
            ("tends", [of, towards])
                if self.is_number(of) && occurs(of).is_disjoint(&occurs(towards)) =>
            {
                // What else is said of it may follow.
                let alone = self.is_alone(of, term);
                let of = self.label(of).filter(|_| alone)?;
                let (place, limit) = side(towards, self.atoms, self.vocabulary)?;
                let said = match limit {
                    "limright" => vec![place.clone(), number(1)],
                    "limleft" => vec![place.clone(), number(2)],
                    _ => vec![place.clone()],
                };
                Some(self.told(format!("lim {of}"), said))
            }
            // Limits of a kind of their own: `X_n \xrightarrow{P} \mu`.
            ("chain", [of, sign, towards])
                if name(sign, self.vocabulary) == "above"
                    && name(&sign.args[0], self.vocabulary) == "rel-tends"
                    && self.is_alone(of, term) =>
            {
                let (kind, of) = (self.label(&sign.args[1])?, self.label(of)?);
                let label = format!("lim^{kind} {of}");
                if let Some((head, parameters)) = law::of(towards, self.vocabulary) {
                    let head = self.label(head)?;
                    let said = law::parameters_of(parameters, self.vocabulary);
                    return Some(self.told(format!("{label} ∼ {head}"), said));
                }
                // `-Z` may have the law of `Z`.
                let turned = name(towards, self.vocabulary) == "neg"
                    && self.vocabulary.kind(&towards.args[0], self.atoms) == Kind::Rv;
                let known = !turned && !law::is_within(towards, self.vocabulary);
                known.then(|| self.told(label, vec![towards.clone()]))
            }
            ("propto", [a, b]) => self.proportional(a, b),
            ("cong", [a, b]) => {
                let mut sizes = Sizes {
                    atoms: &mut *self.atoms,
                    names: &mut self.names,
                    vocabulary: self.vocabulary,
                };
                let sides = vec![sizes.of(a)?, sizes.of(b)?];
                Some(node("eq", sides, self.vocabulary))
            }
            _ => None,
        }
    }

    fn unbounded(&mut self, term: &Term) -> Option<Term> {
        let (of, end) = match (name(term, self.vocabulary), &*term.args) {
            ("tends", [of, end]) if is_any(of, self.vocabulary) => (of, end),
            ("eq", [of, end] | [end, of]) if self.is_any_limit(of) => (of, end),
            _ => return None,
        };
        is_infinite(end, self.vocabulary).then_some(())?;
        let alone = self.is_alone(of, term);
        let label = self.label(of).filter(|_| alone)?;
        let label = match name(of, self.vocabulary) {
            "lim" | "limright" | "limleft" => label,
            _ => format!("lim {label}"),
        };
        let sign = u32::from(name(end, self.vocabulary) == "infty");
        Some(self.told(label, vec![number(0), number(3 + sign)]))
    }

    /// Whether the limit of a function or a sequence is meant that may be any.
    fn is_any_limit(&self, term: &Term) -> bool {
        let limit = matches!(name(term, self.vocabulary), "lim" | "limright" | "limleft");
        limit
            && term
                .args
                .last()
                .is_some_and(|of| is_any(of, self.vocabulary))
    }

    /// Whether what tends somewhere by a relation, a letter, a sequence or more, is spoken of there alone.
    fn is_alone(&self, of: &Term, relation: &Term) -> bool {
        let of = match (name(of, self.vocabulary), &*of.args) {
            ("idx" | "call", [head, ..]) => head,
            _ => of,
        };
        let times = times(relation);
        let mut symbols = occurs(of).into_iter();
        symbols.all(|symbol| times.get(&symbol) == self.times.get(&symbol))
    }

    /// A space in numbers: one for what it is, and those that are written in it. A letter of which nothing
    /// else is said is a number. None of unions and other sets that can be written in several ways.
    fn space(&mut self, space: &Term, said: &mut Vec<Term>) -> Option<()> {
        if let Some(letter) = space.op.as_symbol().filter(|_| space.args.is_empty()) {
            (!self.outside.contains(&letter)).then_some(())?;
            self.atoms.symbols.get_mut(letter as usize)?.kind = Kind::Num;
            said.push(space.clone());
            return Some(());
        }
        if let Some(interval) = ray(space, self.vocabulary) {
            return self.space(&interval, said);
        }
        let sort = match name(space, self.vocabulary) {
            "interval-oo" if space.args.iter().all(|t| is_infinite(t, self.vocabulary)) => "RR",
            sort => sort,
        };
        let place = SPACES.iter().position(|known| *known == sort)?;
        // An interval without an end is one of another sort.
        let endless = |arg: Option<&Term>| arg.is_some_and(|t| is_infinite(t, self.vocabulary));
        let endless = match sort.starts_with("interval-") {
            true => [0, 1].map(|at| endless(space.args.get(at))),
            false => [false; 2],
        };
        let ends = u32::from(endless[0]) + 2 * u32::from(endless[1]);
        let sorts = SPACES.len() as u32;
        said.push(number(1 + place as u32 + sorts * ends));
        match (sort, &*space.args) {
            ("setpow", [base, exponent]) => {
                self.space(base, said)?;
                said.push(exponent.clone());
            }
            ("cross", args) => {
                said.push(number(args.len() as u32));
                for arg in args {
                    self.space(arg, said)?;
                }
            }
            (_, args) => {
                let finite = args.iter().filter(|t| !is_infinite(t, self.vocabulary));
                said.extend(finite.cloned());
            }
        }
        Some(())
    }

    /// `F / F_0 = f(m) / f(m_0)` of `F \propto f(m)`. What only multiplies something else that is more than
    /// powers is constant, as `\frac{1}{Z}` is before `e^{-E}`.
    fn proportional(&mut self, a: &Term, b: &Term) -> Option<Term> {
        let closed = [a, b].iter().all(|t| is_closed(t, self.vocabulary));
        (closed && self.is_number(a)).then_some(())?;
        let mut factors = Vec::new();
        self.powers(b, &mut factors);
        let simple = factors.iter().all(|f| self.is_name(f));
        let varies: BTreeSet<u32> = match simple {
            true => occurs(b),
            false => {
                let others = factors.iter().filter(|f| !self.is_name(f));
                others.flat_map(occurs).collect()
            }
        };
        // Neither what is applied nor an index is another one elsewhere.
        let mut heads = BTreeSet::new();
        for side in [a, b] {
            side.walk(&mut |t| match (name(t, self.vocabulary), &*t.args) {
                ("call", [head, ..]) => heads.extend(head.op.as_symbol()),
                ("idx", [_, indices @ ..]) => heads.extend(indices.iter().flat_map(occurs)),
                _ => {}
            });
        }
        let varies = &(&varies | &occurs(a)) - &heads;
        (!varies.is_empty()).then_some(())?;
        let mut elsewhere = BTreeMap::new();
        for symbol in varies {
            let known = self.atoms.symbols.get(symbol as usize)?;
            let (name, kind, protected) = (format!("{}°", known.name), known.kind, known.protected);
            if protected {
                continue;
            }
            let other = self.atoms.called(&name, kind);
            self.names.insert(name);
            elsewhere.insert(symbol, Op::symbol(other));
        }
        let there = |t: &Term| {
            t.map(
                &mut |t| match t.op.as_symbol().and_then(|s| elsewhere.get(&s)) {
                    Some(other) if t.args.is_empty() => Term::leaf(*other),
                    _ => t,
                },
            )
        };
        let product = |a: Term, b: Term| node("mul", vec![a, b], self.vocabulary);
        let sides = vec![product(a.clone(), there(b)), product(there(a), b.clone())];
        Some(node("eq", sides, self.vocabulary))
    }

    /// What is multiplied in a term, without exponents that are numbers.
    fn powers(&self, term: &Term, found: &mut Vec<Term>) {
        match (name(term, self.vocabulary), &*term.args) {
            ("mul" | "div" | "neg", args) => args.iter().for_each(|a| self.powers(a, found)),
            ("pow", [base, exponent]) if occurs(exponent).is_empty() => self.powers(base, found),
            ("sqrt", [of]) => self.powers(of, found),
            _ if occurs(term).is_empty() => {}
            _ => found.push(term.clone()),
        }
    }

    /// Whether a letter is meant, with or without an index.
    fn is_name(&self, term: &Term) -> bool {
        term.args.is_empty() || name(term, self.vocabulary) == "idx"
    }

    /// Whether a number or a vector is meant, and no substance that reacts.
    fn is_number(&self, term: &Term) -> bool {
        let mut words = false;
        term.walk(&mut |t| {
            let kind = self.vocabulary.kind(t, self.atoms);
            words |= name(t, self.vocabulary) == "quantity" || kind == Kind::Text;
        });
        let kind = self.vocabulary.kind(term, self.atoms);
        !words && matches!(kind, Kind::Num | Kind::Any | Kind::Vec)
    }

    fn label(&self, term: &Term) -> Option<String> {
        label(term, self.atoms, self.vocabulary).filter(|_| is_closed(term, self.vocabulary))
    }

    /// That this is what is told of something, which has this name.
    fn told(&mut self, name: String, mut said: Vec<Term>) -> Term {
        let (kind, told) = match said.len() {
            1 => (Kind::Any, said.remove(0)),
            _ => (Kind::Tuple, node("tuple", said, self.vocabulary)),
        };
        let symbol = Term::leaf(Op::symbol(self.atoms.called(&name, kind)));
        self.names.insert(name);
        node("eq", vec![symbol, told], self.vocabulary)
    }
}
