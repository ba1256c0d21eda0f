//! What is gone through without being named, as a few of it: the sets of a family, `\bigcup_i A_i`, and the
//! places of functions that may be any, `\arg\min_x f(x)`.

use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::eval::{Domain, Numbers};
use crate::term::{Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// As many sets of a family are joined.
const SETS: u32 = 3;
/// As many places of a function are looked at on either side of zero.
const PLACES: u32 = 3;

/// The statement about so few, and what is known of letters that count the sets of such a family.
pub(super) fn meant(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeMap<u32, Domain>) {
    let mut families = BTreeSet::new();
    let mut placed = false;
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("bigunionall" | "biginterall", [bound, body]) => {
            body.walk(&mut |t| {
                if let ("idx", [head, at]) = (name(t, vocabulary), &*t.args)
                    && at.op == bound.op
                {
                    families.extend(head.op.as_symbol());
                }
            });
        }
        ("argmaxall" | "argminall", _) => placed = true,
        // `\min_x \max_y f(x, y)`
        (outer @ ("maxall" | "minall"), [_, body]) => {
            let inner = name(body, vocabulary);
            placed |= matches!(inner, "maxall" | "minall") && inner != outer;
        }
        _ => {}
    });
    let integer = |n: u32| Term::leaf(Op::integer(n));
    let changed = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        (all @ ("bigunionall" | "biginterall"), [bound, body])
            if counts_alone(bound, body, vocabulary) =>
        {
            let joined = all.trim_end_matches("all");
            let args = vec![bound.clone(), integer(1), integer(SETS), body.clone()];
            node(joined, args, vocabulary)
        }
        (all @ ("argmaxall" | "argminall" | "maxall" | "minall"), [bound, body])
            if placed && is_any(bound, body, atoms, vocabulary) =>
        {
            let some = format!("{}in", all.trim_end_matches("all"));
            let below = (1..=PLACES).map(|n| node("neg", vec![integer(n)], vocabulary));
            let places = below.chain((0..=PLACES).map(integer));
            let places = node("set", places.collect(), vocabulary);
            node(&some, vec![bound.clone(), places, body.clone()], vocabulary)
        }
        _ => t,
    });
    let mut counting = BTreeMap::new();
    let domain = Domain {
        low: Some((1.0, false)),
        high: Some((f64::from(SETS), false)),
        ..Domain::of(Numbers::Integer)
    };
    changed.walk(&mut |t| {
        if let ("idx", [head, at]) = (name(t, vocabulary), &*t.args)
            && head.op.as_symbol().is_some_and(|s| families.contains(&s))
            && at.args.is_empty()
        {
            counting.extend(at.op.as_symbol().map(|s| (s, domain)));
        }
    });
    (changed, counting)
}

/// Whether what is bound is an index of families and nothing else.
fn counts_alone(bound: &Term, body: &Term, vocabulary: &Vocabulary) -> bool {
    let (mut all, mut indices) = (0, 0);
    body.walk(&mut |t| {
        all += usize::from(t.op == bound.op);
        if let ("idx", [_, at]) = (name(t, vocabulary), &*t.args) {
            indices += usize::from(at.op == bound.op);
        }
    });
    all > 0 && all == indices
}

/// Whether what is bound is a place of functions that may be any and nothing else.
fn is_any(bound: &Term, body: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let (mut all, mut places) = (0, 0);
    let function = |s: u32| {
        let known = atoms.symbols.get(s as usize);
        known.is_some_and(|s| matches!(s.kind, Kind::Fn | Kind::Any))
    };
    body.walk(&mut |t| {
        all += usize::from(t.op == bound.op);
        let ("call", [head, at @ ..]) = (name(t, vocabulary), &*t.args) else {
            return;
        };
        let plain = match at {
            [at] => at.op == bound.op || occurs(at).is_empty(),
            several => several.iter().all(|at| at.args.is_empty()),
        };
        if head.args.is_empty() && head.op.as_symbol().is_some_and(function) && plain {
            for at in at {
                at.walk(&mut |t| places += usize::from(t.op == bound.op));
            }
        }
    });
    all > 0 && all == places
}
