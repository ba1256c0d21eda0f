//! What the places of symbols say of them: integers, random variables, numbers.

mod integers;

use super::form::name;
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};
pub(in crate::truth) use integers::{harmonics, members, placed};
use std::collections::{BTreeMap, BTreeSet};

/// A capital letter in an expectation or in an event such as `X = k` is a random variable, a small one its value.
pub(super) fn random(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) {
    let initial = |name: &str, upper: bool| {
        name.chars().next().is_some_and(|c| {
            if upper {
                c.is_uppercase()
            } else {
                c.is_lowercase()
            }
        })
    };
    let mut occurring = BTreeSet::new();
    term.walk(&mut |t| {
        if let Head::Symbol(i) = t.op.head() {
            occurring.insert(i as usize);
        }
    });
    let symbols = &mut atoms.symbols;
    if occurring.iter().any(|i| {
        symbols
            .get(*i)
            .is_some_and(|s| s.kind == Kind::Rv && initial(&s.name, true))
    }) {
        for i in &occurring {
            if let Some(symbol) = symbols.get_mut(*i)
                && symbol.kind == Kind::Rv
                && initial(&symbol.name, false)
            {
                symbol.kind = Kind::Num;
            }
        }
    }
    term.walk(&mut |t| {
        if matches!(
            name(t, vocabulary),
            "expect" | "condexpect" | "var" | "condvar" | "cov" | "condcov"
        ) {
            t.walk(&mut |inner| {
                if let Head::Symbol(i) = inner.op.head()
                    && let Some(symbol) = atoms.symbols.get_mut(i as usize)
                    && matches!(symbol.kind, Kind::Any | Kind::Num)
                    && initial(&symbol.name, true)
                {
                    symbol.kind = Kind::Rv;
                }
            });
        }
    });
    term.walk(&mut |t| {
        if !matches!(name(t, vocabulary), "prob" | "condprob") {
            return;
        }
        for event in t.args.iter() {
            event.walk(&mut |inner| {
                let relation = vocabulary
                    .operator(inner.op)
                    .is_some_and(|o| o.has_tag("relation"));
                if let (true, Some(value)) = (relation, inner.args.get(1)) {
                    let value = if name(value, vocabulary) == "idx" {
                        &value.args[0]
                    } else {
                        value
                    };
                    if let Head::Symbol(i) = value.op.head()
                        && let Some(symbol) = atoms.symbols.get_mut(i as usize)
                        && symbol.kind == Kind::Rv
                        && symbol.name.chars().next().is_some_and(char::is_lowercase)
                    {
                        symbol.kind = Kind::Num;
                    }
                }
                if let (true, Some(Head::Symbol(i))) =
                    (relation, inner.args.first().map(|a| a.op.head()))
                    && let Some(symbol) = atoms.symbols.get_mut(i as usize)
                    && symbol.kind == Kind::Any
                    && symbol.name.chars().next().is_some_and(char::is_uppercase)
                {
                    symbol.kind = Kind::Rv;
                }
            });
        }
    });
}

/// A letter that is taken for a function and never used as one is a number: the base in `\log_b(x)`.
pub(super) fn unapplied(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) {
    let (mut used, mut number) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| {
        let head = matches!(
            name(t, vocabulary),
            "call" | "prime" | "finv" | "fpow" | "callsquare"
        );
        for (i, arg) in t.args.iter().enumerate() {
            let Head::Symbol(symbol) = arg.op.head() else {
                continue;
            };
            let wanted = vocabulary
                .operator(t.op)
                .and_then(|o| o.signatures.first())
                .and_then(|s| s.arg(i));
            if head && i == 0
                || matches!(wanted, Some(Kind::Fn))
                || name(t, vocabulary) == "compose"
            {
                used.insert(symbol);
            } else if wanted == Some(Kind::Num)
                && !matches!(name(t, vocabulary), "add" | "mul" | "neg" | "div" | "pow")
            {
                number.insert(symbol);
            }
        }
    });
    for symbol in number.difference(&used) {
        if let Some(known) = atoms.symbols.get_mut(*symbol as usize)
            && known.kind == Kind::Fn
        {
            known.kind = Kind::Num;
        }
    }
}

/// Letters that stand in norms and brackets alone, in sums, multiples or by themselves, are vectors: `\lVert f +
/// g \rVert`, `\langle u, v \rangle`.
pub(super) fn normed(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) {
    let (mut inside, mut outside) = (BTreeSet::new(), BTreeSet::new());
    normed_in(term, vocabulary, &mut inside, &mut outside);
    for symbol in inside.difference(&outside) {
        if let Some(known) = atoms.symbols.get_mut(*symbol as usize)
            && matches!(known.kind, Kind::Any | Kind::Num | Kind::Fn)
        {
            known.kind = Kind::Vec;
        }
    }
}

fn normed_in(
    term: &Term,
    vocabulary: &Vocabulary,
    inside: &mut BTreeSet<u32>,
    outside: &mut BTreeSet<u32>,
) {
    match (name(term, vocabulary), &*term.args) {
        ("norm", [of]) => summed(of, vocabulary, inside, outside),
        ("inner", parts) => parts
            .iter()
            .for_each(|part| summed(part, vocabulary, inside, outside)),
        (_, []) => outside.extend(term.op.as_symbol()),
        (_, args) => args
            .iter()
            .for_each(|arg| normed_in(arg, vocabulary, inside, outside)),
    }
}

/// The letters of a sum, and those that stand in its terms otherwise.
fn summed(
    of: &Term,
    vocabulary: &Vocabulary,
    inside: &mut BTreeSet<u32>,
    outside: &mut BTreeSet<u32>,
) {
    match (name(of, vocabulary), &*of.args) {
        (_, []) => inside.extend(of.op.as_symbol()),
        ("add" | "neg", args) => args
            .iter()
            .for_each(|arg| summed(arg, vocabulary, inside, outside)),
        ("matmul" | "scale", [factor, last]) => {
            normed_in(factor, vocabulary, inside, outside);
            summed(last, vocabulary, inside, outside);
        }
        _ => normed_in(of, vocabulary, inside, outside),
    }
}

/// A letter that is a product of matrices is what that is, and no number: `w^* = X^T y`.
pub(super) fn made(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) {
    let ("eq" | "defines", [a, b]) = (name(term, vocabulary), &*term.args) else {
        return;
    };
    for (letter, other) in [(a, b), (b, a)] {
        let product = matches!(name(other, vocabulary), "matmul" | "scale");
        let kind = vocabulary.kind(other, atoms);
        if product
            && letter.args.is_empty()
            && matches!(kind, Kind::Vec | Kind::Mat)
            && let Some(symbol) = letter.op.as_symbol()
            && let Some(known) = atoms.symbols.get_mut(symbol as usize)
            && matches!(known.kind, Kind::Any | Kind::Num)
        {
            known.kind = kind;
        }
    }
}

/// A letter beside a list of numbers, `v = (1, 2)`, is a vector; one that is applied is a function,
/// with or without an index.
pub(super) fn shaped(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) {
    let mut found: Vec<(u32, Kind)> = Vec::new();
    let symbol = |t: &Term| match (t.op.head(), name(t, vocabulary)) {
        (Head::Symbol(s), _) if t.args.is_empty() => Some(s),
        (_, "idx") => match t.args[0].op.head() {
            Head::Symbol(s) => Some(s),
            _ => None,
        },
        _ => None,
    };
    term.walk(&mut |t| {
        let operator = name(t, vocabulary);
        let sides: Vec<&Term> = match operator {
            "eq" | "defines" | "ne" => t.args.iter().collect(),
            "chain" => t.args.iter().step_by(2).collect(),
            _ => Vec::new(),
        };
        for two in sides.windows(2) {
            for (one, other) in [(two[0], two[1]), (two[1], two[0])] {
                if let (Some(s), Some(kind)) = (symbol(one), shape(other, vocabulary)) {
                    found.push((s, kind));
                }
            }
        }
        let sets = match operator {
            "in" | "notin" => 1,
            "subseteq" | "subset" | "subsetneq" | "supset" | "supseteq" => 0,
            _ => usize::MAX,
        };
        found.extend(
            t.args
                .iter()
                .skip(sets)
                .filter_map(&symbol)
                .map(|s| (s, Kind::Set)),
        );
        if let ("call", [head, ..]) = (operator, &*t.args) {
            let head = match (name(head, vocabulary), &*head.args) {
                ("prime" | "finv", [inner, ..]) => inner,
                _ => head,
            };
            if let Some(s) = symbol(head).filter(|_| name(head, vocabulary) == "idx") {
                found.push((s, Kind::Fn));
            }
        }
    });
    for (symbol, kind) in found {
        if let Some(known) = atoms.symbols.get_mut(symbol as usize)
            && matches!(known.kind, Kind::Any | Kind::Num)
        {
            known.kind = kind;
        }
    }
}

/// The kind of what is written as a list or table of numbers, or as a sum or multiple of one.
fn shape(term: &Term, vocabulary: &Vocabulary) -> Option<Kind> {
    let numbers = |parts: &[Term]| {
        parts.len() >= 2
            && parts.iter().all(|p| {
                !matches!(
                    name(p, vocabulary),
                    "tuple" | "angled" | "dots" | "matrix" | "set"
                )
            })
    };
    match (name(term, vocabulary), &*term.args) {
        ("tuple" | "angled", parts) if numbers(parts) => Some(Kind::Vec),
        ("matrix", rows) if rows.iter().all(|row| row.args.len() == 1) => {
            (rows.len() >= 2).then_some(Kind::Vec)
        }
        ("matrix", _) => Some(Kind::Mat),
        ("add" | "scale" | "neg" | "mul", parts) => {
            let products = parts.iter().filter_map(|p| shape(p, vocabulary));
            let found: Vec<Kind> = products.collect();
            let single = found.len() == 1 || name(term, vocabulary) == "add";
            found.first().copied().filter(|_| single)
        }
        _ => None,
    }
}

/// Symbols whose parts or conjugates are spoken of are complex, unless more is said of them.
pub(super) fn imaginary(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    term.walk(&mut |t| {
        if let ("conj" | "re" | "im" | "arg", [of]) = (name(t, vocabulary), &*t.args)
            && let Head::Symbol(symbol) = of.op.head()
        {
            found.entry(symbol).or_insert(Domain::of(Numbers::Complex));
        }
    });
}

/// Letters that parts and angles are called by are real: `b` in `a + bi`, all of `e^{i\omega t}`; those that
/// are complex by custom are so there.
pub(super) fn parts_and_angles(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
    found: &mut BTreeMap<u32, Domain>,
) {
    let mut letters = BTreeSet::new();
    let has_unit = |t: &Term| {
        let mut has = false;
        t.walk(&mut |inner| has |= name(inner, vocabulary) == "i");
        has
    };
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("pow", [base, angle]) if name(base, vocabulary) == "e" && has_unit(angle) => {
            factors(angle, vocabulary, &mut letters);
        }
        ("exp", [angle]) if has_unit(angle) => factors(angle, vocabulary, &mut letters),
        ("add", summands) => {
            let (imaginary, others): (Vec<_>, Vec<_>) = summands.iter().partition(|s| has_unit(s));
            let (mut parts, mut rest) = (BTreeSet::new(), BTreeSet::new());
            imaginary
                .iter()
                .for_each(|s| factors(s, vocabulary, &mut parts));
            others
                .iter()
                .for_each(|s| factors(s, vocabulary, &mut rest));
            // `x^2 + 2ix - 1` has no parts.
            let apart = others.iter().all(|s| !mentions(s, &parts));
            if !parts.is_empty() && apart {
                letters.extend(parts);
                letters.extend(rest);
            }
        }
        _ => {}
    });
    let custom = |symbol: &u32| {
        let name = atoms.symbols.get(*symbol as usize).map(|s| s.name.as_str());
        name.is_some_and(|n| n.starts_with(['z', 'w']) || n.starts_with(r"\zeta"))
    };
    for symbol in letters {
        let numbers = match custom(&symbol) {
            true => Numbers::Complex,
            false => Numbers::Real,
        };
        found.entry(symbol).or_insert(Domain::of(numbers));
    }
}

fn mentions(term: &Term, symbols: &BTreeSet<u32>) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= t.op.as_symbol().is_some_and(|s| symbols.contains(&s)));
    found
}

/// The symbols that a term is a product of, or a sum of such products.
fn factors(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<u32>) {
    match (name(term, vocabulary), term.op.head()) {
        (_, Head::Symbol(symbol)) if term.args.is_empty() => {
            found.insert(symbol);
        }
        ("add" | "mul" | "neg" | "div" | "pm" | "mp", _) => {
            term.args.iter().for_each(|t| factors(t, vocabulary, found));
        }
        _ => {}
    }
}
