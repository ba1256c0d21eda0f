//! Kinds of a rule's variables, inferred from the signatures of the operators around them.

use super::source::Report;
use crate::vocabulary::{Kind, Signature};

/// A set of kinds, a bit each.
pub(super) type Kinds = u16;
/// Every kind.
pub(super) const ALL: Kinds = (1 << 12) - 1;

const NAMES: [(&str, Kind); 12] = [
    ("Any", Kind::Any),
    ("Num", Kind::Num),
    ("Prop", Kind::Prop),
    ("Set", Kind::Set),
    ("Mat", Kind::Mat),
    ("Vec", Kind::Vec),
    ("Fn", Kind::Fn),
    ("Rv", Kind::Rv),
    ("Event", Kind::Event),
    ("Tuple", Kind::Tuple),
    ("Text", Kind::Text),
    ("Point", Kind::Point),
];

/// The kind of this name; complains when there is none.
pub(super) fn named(name: &str, report: &mut Report<'_, '_>) -> Option<Kind> {
    let found = NAMES
        .iter()
        .find(|(n, _)| *n == name)
        .map(|&(_, kind)| kind);
    if found.is_none() {
        report
            .unknown(
                "unknown-kind",
                name,
                format!("there is no kind `{name}`"),
                NAMES.map(|(n, _)| n),
            )
            .help
            .get_or_insert_with(|| format!("the kinds are {}", NAMES.map(|(n, _)| n).join(", ")));
    }
    found
}

/// What a term of this kind is.
pub(super) fn of(kind: Kind) -> Kinds {
    if kind == Kind::Any {
        ALL
    } else {
        1 << kind as u16
    }
}

/// What may stand where this kind is asked for: random variables are numbers, events are sets or
/// statements, vectors are matrices of one column.
pub(super) fn accepted(kind: Kind) -> Kinds {
    let also = match kind {
        Kind::Num => of(Kind::Rv),
        Kind::Rv => of(Kind::Num),
        Kind::Event => of(Kind::Prop) | of(Kind::Set),
        Kind::Prop | Kind::Set => of(Kind::Event),
        Kind::Mat => of(Kind::Vec),
        Kind::Vec => of(Kind::Mat) | of(Kind::Tuple),
        Kind::Tuple => of(Kind::Vec),
        Kind::Any | Kind::Fn | Kind::Text | Kind::Point => 0,
    };
    of(kind) | also
}

/// Whether something of these kinds may stand where this kind is asked for.
pub(super) fn fits(kinds: Kinds, wanted: Kind) -> bool {
    wanted == Kind::Any || kinds & accepted(wanted) != 0
}

/// The kinds in words: `Num or Mat`.
pub(super) fn words(kinds: Kinds) -> String {
    let names = NAMES.iter().skip(1).filter(|&&(_, k)| kinds & of(k) != 0);
    names.map(|(n, _)| *n).collect::<Vec<_>>().join(" or ")
}

/// A node of a pattern, children before parents.
pub(super) struct Place<'s, 'v> {
    /// Its text.
    pub(super) at: &'s str,
    /// What stands there.
    pub(super) what: What<'v>,
    /// Indices of its children.
    pub(super) args: Vec<usize>,
}

/// What stands at a place.
pub(super) enum What<'v> {
    /// A variable, by index; for `subst` the body, over what is put into it.
    Var(usize),
    /// A number.
    Number(Kinds),
    /// An operator: its name and signatures.
    Operator(&'v str, &'v [Signature]),
}

/// Narrows the kinds of variables until nothing changes. Complains at the first clash and is then
/// false. `sides` are the roots, which must be of one kind.
pub(super) fn infer(
    places: &[Place<'_, '_>],
    sides: &[usize],
    vars: &mut [Kinds],
    report: &mut Report<'_, '_>,
) -> bool {
    let mut known = vec![ALL; places.len()];
    loop {
        let before = (known.clone(), vars.to_vec());
        for (i, place) in places.iter().enumerate() {
            known[i] &= match place.what {
                What::Var(v) => vars[v],
                What::Number(kinds) => kinds,
                What::Operator(name, signatures) => {
                    let results =
                        fitting(place, signatures, &known).fold(0, |all, s| all | of(s.result));
                    if results & known[i] == 0 {
                        clash(place, name, signatures, places, &known, report);
                        return false;
                    }
                    results
                }
            };
        }
        if let [lhs, rhs] = *sides {
            let both = widen(known[lhs]) & widen(known[rhs]);
            if both == 0 {
                let message = format!(
                    "the sides are of different kinds: {} and {}",
                    words(known[lhs]),
                    words(known[rhs])
                );
                report.error("kind-clash", places[rhs].at, message, "");
                return false;
            }
            known[lhs] &= both;
            known[rhs] &= both;
        }
        for (i, place) in places.iter().enumerate().rev() {
            match place.what {
                What::Var(v) => {
                    if vars[v] & known[i] == 0 {
                        let message = format!(
                            "`{}` is {} here and {} elsewhere",
                            place.at,
                            words(known[i]),
                            words(vars[v])
                        );
                        report.error("kind-clash", place.at, message, "");
                        return false;
                    }
                    vars[v] &= known[i];
                }
                What::Number(_) => {}
                What::Operator(_, signatures) => {
                    for (n, &arg) in place.args.iter().enumerate() {
                        let fits = fitting(place, signatures, &known)
                            .filter(|s| of(s.result) & known[i] != 0);
                        let asked = fits.fold(0, |all, s| all | s.arg(n).map_or(0, accepted));
                        known[arg] &= asked;
                    }
                }
            }
        }
        if before == (known.clone(), vars.to_vec()) {
            return true;
        }
    }
}

/// The kinds and what may stand for them.
pub(super) fn widen(kinds: Kinds) -> Kinds {
    NAMES
        .iter()
        .skip(1)
        .filter(|&&(_, k)| kinds & of(k) != 0)
        .fold(kinds, |all, &(_, k)| all | accepted(k))
}

/// The signatures that the arguments, as far as they are known, fit.
fn fitting<'v>(
    place: &Place<'_, '_>,
    signatures: &'v [Signature],
    known: &[Kinds],
) -> impl Iterator<Item = &'v Signature> {
    signatures.iter().filter(|s| {
        s.takes(place.args.len().max(s.args.len()))
            && place
                .args
                .iter()
                .enumerate()
                .all(|(n, &a)| s.arg(n).is_some_and(|k| accepted(k) & known[a] != 0))
    })
}

fn clash(
    place: &Place<'_, '_>,
    name: &str,
    signatures: &[Signature],
    places: &[Place<'_, '_>],
    known: &[Kinds],
    report: &mut Report<'_, '_>,
) {
    for (n, &arg) in place.args.iter().enumerate() {
        let asked = signatures
            .iter()
            .filter_map(|s| s.arg(n))
            .fold(0, |all, k| all | accepted(k));
        if asked & known[arg] == 0 {
            let asked = signatures
                .iter()
                .filter_map(|s| s.arg(n))
                .fold(0, |all, k| all | of(k));
            let message = format!(
                "`{name}` takes {} here, not {}",
                words(asked),
                words(known[arg])
            );
            report.error("kind-clash", places[arg].at, message, "");
            return;
        }
    }
    report.error(
        "kind-clash",
        place.at,
        format!("the arguments fit no signature of `{name}`"),
        "",
    );
}
