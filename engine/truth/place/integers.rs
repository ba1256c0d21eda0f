//! Symbols that are integers where they stand: what counts, what divides, and members of the universe.

use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers, UNIVERSE};
use crate::term::{Head, Op, Term};
use crate::truth::continued::SEQUENCES;
use crate::truth::form::name;
use crate::vocabulary::Vocabulary;
use std::collections::{BTreeMap, BTreeSet};

/// Symbols that are members of sets of which nothing is known, beside sets whose members are listed, are
/// members of the universe: what is no member of it has none of its own in such sets.
pub(in crate::truth) fn members(
    term: &Term,
    vocabulary: &Vocabulary,
    found: &mut BTreeMap<u32, Domain>,
) {
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
pub(in crate::truth) fn harmonics(
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
pub(in crate::truth) fn placed(
    term: &Term,
    vocabulary: &Vocabulary,
    found: &mut BTreeMap<u32, Domain>,
) {
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
