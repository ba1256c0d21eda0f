//! What the places of symbols say of them: integers, random variables, numbers.

use super::continued::SEQUENCES;
use super::form::name;
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers, UNIVERSE};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
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

/// Symbols that are members of sets of which nothing is known, beside sets whose members are listed, are
/// members of the universe: what is no member of it has none of its own in such sets.
pub(super) fn members(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    fn is_any(set: &Term, vocabulary: &Vocabulary) -> bool {
        match (name(set, vocabulary), set.op.head()) {
            (_, Head::Symbol(_)) => set.args.is_empty(),
            ("union" | "inter" | "setminus" | "symdiff" | "compl", _) => {
                set.args.iter().any(|s| is_any(s, vocabulary))
            }
            _ => false,
        }
    }
    let (mut inside, mut listed) = (Vec::new(), Vec::new());
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("in" | "notin", [member, set]) if is_any(set, vocabulary) => inside.push(member.op),
        ("set", members) => listed.extend(members.iter().map(|m| m.op)),
        _ => {}
    });
    if inside.is_empty() || listed.is_empty() {
        return;
    }
    let universe = Domain {
        low: Some((1.0, false)),
        high: Some((UNIVERSE as f64, false)),
        ..Domain::of(Numbers::Integer)
    };
    for member in inside.into_iter().chain(listed) {
        if let Head::Symbol(symbol) = member.head() {
            let entry = found.entry(symbol).or_insert(universe);
            *entry = entry.and(universe);
        }
    }
}

/// The symbols of a term that are not the letters of sequences.
fn names(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<u32>) {
    match (name(term, vocabulary), &*term.args) {
        ("idx", [_, indices @ ..]) => indices.iter().for_each(|i| names(i, vocabulary, found)),
        (_, []) => found.extend(term.op.as_symbol()),
        (_, args) => args.iter().for_each(|arg| names(arg, vocabulary, found)),
    }
}

/// Symbols that count the waves of sines and cosines over a whole or half period, `\int_{-\pi}^\pi \cos mx \cos
/// nx\,dx`, if they are called as what counts is.
pub(super) fn harmonics(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
    found: &mut BTreeMap<u32, Domain>,
) {
    term.walk(&mut |t| {
        let ("dint", [bound, low, high, of]) = (name(t, vocabulary), &*t.args) else {
            return;
        };
        let ends = [low, high];
        let mut turns = false;
        let mut plain = true;
        for end in ends {
            end.walk(&mut |t| {
                turns |= name(t, vocabulary) == "pi";
                plain &= t.op.as_symbol().is_none();
            });
        }
        if !turns || !plain {
            return;
        }
        of.walk(&mut |wave| {
            let ("sin" | "cos", [angle]) = (name(wave, vocabulary), &*wave.args) else {
                return;
            };
            let ("mul", [times, over]) = (name(angle, vocabulary), &*angle.args) else {
                return;
            };
            let letter = match [times, over].map(|t| t.op == bound.op) {
                [false, true] => times.op.as_symbol(),
                [true, false] => over.op.as_symbol(),
                _ => None,
            };
            let Some(letter) = letter else { return };
            let known = atoms.symbols.get(letter as usize);
            if known.is_some_and(|s| matches!(s.name.as_str(), "j" | "k" | "l" | "m" | "n")) {
                let natural = Domain::of(Numbers::Natural);
                let entry = found.entry(letter).or_insert(natural);
                *entry = entry.and(natural);
            }
        });
    });
}

/// Symbols in places where only integers make sense.
pub(super) fn placed(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    let from = |low: f64| Domain {
        low: Some((low, false)),
        ..Domain::of(Numbers::Integer)
    };
    match (name(term, vocabulary), &*term.args) {
        ("factorial" | "dfactorial", [x]) => whole(x, from(0.0), vocabulary, found),
        ("binom", [n, k]) => {
            whole(k, from(0.0), vocabulary, found);
            if matches!(k.op.head(), Head::Symbol(_)) {
                whole(n, from(0.0), vocabulary, found);
            }
        }
        ("sum" | "prod", [_, low, high, _]) => {
            whole(low, from(0.0), vocabulary, found);
            whole(high, from(1.0), vocabulary, found);
        }
        (sequence, parts) if SEQUENCES.contains(&sequence) => {
            let dots = parts.iter().position(|p| name(p, vocabulary) == "dots");
            if let (Some(dots), Some(last)) = (dots, parts.last()) {
                // What counts the terms does not stand in the first ones.
                let mut counting = BTreeSet::new();
                names(last, vocabulary, &mut counting);
                for part in &parts[..dots] {
                    part.walk(&mut |t| counting.retain(|symbol| t.op.as_symbol() != Some(*symbol)));
                }
                for symbol in counting {
                    whole(
                        &Term::leaf(Op::symbol(symbol)),
                        from(1.0),
                        vocabulary,
                        found,
                    );
                }
            }
        }
        (operator @ ("divides" | "gcd" | "lcm" | "mod" | "congruent"), args) => {
            let modulus = match operator {
                "mod" => 1,
                "congruent" => 2,
                _ => usize::MAX,
            };
            for (place, arg) in args.iter().enumerate() {
                let domain = if place == modulus {
                    from(1.0)
                } else {
                    Domain::of(Numbers::Integer)
                };
                match (name(arg, vocabulary), &*arg.args) {
                    // `\pmod{n / d}`
                    ("div", parts) => {
                        let parts = parts.iter();
                        parts.for_each(|part| whole(part, domain, vocabulary, found));
                    }
                    _ => whole(arg, domain, vocabulary, found),
                }
            }
        }
        ("pow", [base, n])
            if name(base, vocabulary) == "neg"
                && matches!(
                    base.args.first().map(|b| b.op.head()),
                    Some(Head::Integer(_))
                )
                && matches!(n.op.head(), Head::Symbol(_)) =>
        {
            whole(n, Domain::of(Numbers::Integer), vocabulary, found);
        }
        ("prime", [_, order]) => whole(order, from(0.0), vocabulary, found),
        ("diff" | "pdiff", [_, order, _]) => whole(order, from(1.0), vocabulary, found),
        ("matpow", [_, n]) => whole(n, from(0.0), vocabulary, found),
        ("idx", [_, indices @ ..]) => {
            for index in indices {
                whole(index, from(1.0), vocabulary, found);
            }
        }
        _ => {}
    }
    for arg in term.args.iter() {
        placed(arg, vocabulary, found);
    }
}

fn whole(term: &Term, domain: Domain, vocabulary: &Vocabulary, found: &mut BTreeMap<u32, Domain>) {
    match (term.op.head(), name(term, vocabulary)) {
        (Head::Symbol(i), _) => {
            let entry = found.entry(i).or_insert(domain);
            *entry = entry.and(domain);
        }
        (_, "add" | "neg" | "mul" | "pow") => {
            let bare = Domain::of(Numbers::Integer);
            let inner = if name(term, vocabulary) == "add" {
                bare
            } else {
                domain
            };
            for arg in term.args.iter() {
                // In a sum only what is added may be bounded as the sum is.
                let inside = if matches!(arg.op.head(), Head::Symbol(_)) {
                    domain
                } else {
                    inner
                };
                whole(arg, inside, vocabulary, found);
            }
        }
        _ => {}
    }
}
