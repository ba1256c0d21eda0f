//! `f(n) \sim g(n)`: the quotient tends to one.

use super::form::{is_prop, name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The term with limits in the place of asymptotic equalities of two expressions in one number.
///
/// Towards what that number tends is not written: a natural number grows, another one grows or
/// vanishes, whichever makes the relation true. Similar triangles, distributions and relations that
/// are only called `\sim` stay as they are.
pub(super) fn meant(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("sim", [a, b]) => limits(a, b, atoms, vocabulary).unwrap_or(t),
        _ => t,
    })
}

/// The term with `x/\ln x` in the place of the number of primes up to `x`, which grows as that does, in limits far
/// out and in what is asymptotically equal; as it is where such a number is added to something.
pub(super) fn prime_counts(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let counted = |t: &Term| match (name(t, vocabulary), &*t.args) {
        ("call", [head, of]) => {
            let symbol = head.op.as_symbol().filter(|_| head.args.is_empty());
            let known = symbol.and_then(|s| atoms.symbols.get(s as usize));
            known.filter(|s| s.name == r"\pi").map(|_| of.clone())
        }
        _ => None,
    };
    let (mut counts, mut far, mut added) = (false, false, false);
    term.walk(&mut |t| {
        counts |= counted(t).is_some();
        match (name(t, vocabulary), &*t.args) {
            ("sim", _) => far = true,
            ("lim", [_, towards, _]) => far |= name(towards, vocabulary) == "infty",
            ("add", parts) => {
                let unsigned = |t: &Term| match (name(t, vocabulary), &*t.args) {
                    ("neg", [inner]) => counted(inner).is_some(),
                    _ => counted(t).is_some(),
                };
                added |= parts.iter().any(unsigned);
            }
            _ => {}
        }
    });
    if !(counts && far) || added {
        return term.clone();
    }
    term.map(&mut |t| match counted(&t) {
        Some(of) => {
            let logarithm = node("ln", vec![of.clone()], vocabulary);
            node("div", vec![of, logarithm], vocabulary)
        }
        None => t,
    })
}

/// Whether a letter of this name counts, so that it grows in steps.
pub(super) fn grows(name: &str) -> bool {
    matches!(name, "n" | "m" | "k" | "N" | "M" | "K")
}

fn limits(a: &Term, b: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let (left, right) = (occurs(a), occurs(b));
    let all: Vec<u32> = left.union(&right).copied().collect();
    let kind = |s: u32| atoms.symbols.get(s as usize).map(|s| s.kind);
    let known = all
        .iter()
        .all(|s| matches!(kind(*s), Some(Kind::Num | Kind::Any)));
    let shared: Vec<u32> = left.intersection(&right).copied().collect();
    let [variable] = shared[..] else { return None };
    let trivial = a.args.is_empty() && b.args.is_empty();
    if !known || trivial || [a, b].iter().any(|t| is_prop(t, vocabulary)) {
        return None;
    }
    let mut levels = 0;
    for side in [a, b] {
        side.walk(&mut |t| {
            if let Head::Slot(slot) = t.op.head() {
                levels = levels.max(u32::from(slot.level) + 1);
            }
        });
    }
    let level = u8::try_from(levels).ok()?;
    let symbol = &atoms.symbols[variable as usize].name;
    let grows = grows(symbol);
    let sort = if grows {
        SlotSort::Natural
    } else {
        SlotSort::Real
    };
    let bound = Term::leaf(Op::slot(Slot { sort, level }));
    let quotient = node("div", vec![a.clone(), b.clone()], vocabulary).map(&mut |t| {
        if t.op == Op::symbol(variable) {
            bound.clone()
        } else {
            t
        }
    });
    let one = |towards: Term| {
        let limit = node(
            "lim",
            vec![bound.clone(), towards, quotient.clone()],
            vocabulary,
        );
        node("eq", vec![limit, Term::leaf(Op::integer(1))], vocabulary)
    };
    let far = one(Term::leaf(vocabulary.find("infty")?));
    if grows {
        return Some(far);
    }
    let near = one(Term::leaf(Op::integer(0)));
    Some(node("or", vec![far, near], vocabulary))
}
