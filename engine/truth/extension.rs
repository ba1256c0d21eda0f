//! Sets by what belongs to them: equality of sets that conditions describe, and numbers of which it
//! is known that they are no fractions.

mod listed;

use super::form::{is_prop, name, node};
use super::solve::once;
use super::whole::label;
use crate::atoms::{Atoms, Shown, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
pub(super) use listed::integer;
use listed::{has_progression, in_listed, in_progression, number_of};
use std::collections::BTreeSet;

/// The statement in which sets of numbers that are given by conditions are the same when they have
/// the same members.
pub(super) fn by_members(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let once = once(term);
    named(term, (&once, true), atoms, vocabulary)
        .unwrap_or_else(|| members(term, &once, atoms, vocabulary))
}

/// Operators of sets that a condition or a rule describes.
pub(super) const DESCRIBED: &[&str] = &["setof", "imageset", "setseq", "imagesall"];

/// The same of a part; `once` are the letters that stand at one place of the whole.
fn members(term: &Term, once: &BTreeSet<u32>, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    if !is_prop(term, vocabulary) {
        return term.clone();
    }
    if let Some(named) = named(term, (once, false), atoms, vocabulary) {
        return named;
    }
    let counted = term.map(&mut |t| number_of(&t, vocabulary).unwrap_or(t));
    let term = &counted;
    match (name(term, vocabulary), &*term.args) {
        (sign @ ("eq" | "ne" | "subseteq"), [a, b])
            if [a, b].iter().any(|s| name(s, vocabulary) == "setof") =>
        {
            let known = atoms.symbols.len();
            let member = Term::leaf(Op::symbol(atoms.called("member", Kind::Num)));
            let (Some(left), Some(right)) = (
                belongs(&member, a, vocabulary),
                belongs(&member, b, vocabulary),
            ) else {
                atoms.symbols.truncate(known);
                return term.clone();
            };
            let joint = if sign == "subseteq" { "implies" } else { "iff" };
            let same = node(joint, vec![left, right], vocabulary);
            let reals = node("RR", Vec::new(), vocabulary);
            let number = node("in", vec![member, reals], vocabulary);
            let all = node("forall", vec![number, same], vocabulary);
            match sign {
                "ne" => node("not", vec![all], vocabulary),
                _ => all,
            }
        }
        ("subseteq", [image, set]) if name(image, vocabulary) == "imageset" => {
            imaged(image, set, atoms, vocabulary).unwrap_or_else(|| term.clone())
        }
        ("in" | "notin", [number, set]) if name(set, vocabulary) == "QQ" => {
            let inside = name(term, vocabulary) == "in";
            match is_irrational(number, vocabulary) {
                true => node(
                    if inside { "false" } else { "true" },
                    Vec::new(),
                    vocabulary,
                ),
                false => term.clone(),
            }
        }
        (sign @ ("in" | "notin"), [number, set])
            if has_progression(set, vocabulary) || name(set, vocabulary) == "setseq" =>
        {
            match (belongs(number, set, vocabulary), sign) {
                (Some(inside), "in") => inside,
                (Some(inside), _) => node("not", vec![inside], vocabulary),
                (None, _) => term.clone(),
            }
        }
        ("not", [inner]) => {
            let inner = members(inner, once, atoms, vocabulary);
            match name(&inner, vocabulary) {
                "true" => node("false", Vec::new(), vocabulary),
                "false" => node("true", Vec::new(), vocabulary),
                _ => Term::new(term.op, vec![inner]),
            }
        }
        ("and" | "or" | "implies" | "iff" | "comma", parts) => {
            let parts = parts.iter().map(|p| members(p, once, atoms, vocabulary));
            Term::new(term.op, parts.collect::<Vec<_>>())
        }
        _ => term.clone(),
    }
}

/// A letter that names a set which a condition describes and stands nowhere else, `S = \{x \mid x > 0\}`:
/// whether a number or a pair belongs to it is what is said. Where nothing else is said, a kernel or a ball
/// is named as well.
fn named(
    term: &Term,
    (once, alone): (&BTreeSet<u32>, bool),
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let ("eq" | "defines", [a, b]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let (named, set) = match (describes(a, vocabulary), describes(b, vocabulary)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    said_of((named, set), (once, alone), atoms, vocabulary)
}

/// A statement that names a set in another way, beside one that names a set by a condition: whether a number
/// belongs to it is what is said, `A = [0, 1]` beside `A = \{x \mid 0 \le x \le 1\}`.
pub(super) fn beside(
    (term, atoms): (&Term, &Atoms),
    other: &Term,
    vocabulary: &Vocabulary,
) -> Option<(Term, Atoms)> {
    let equation = |t: &Term| matches!(name(t, vocabulary), "eq" | "defines") && t.args.len() == 2;
    let alike = equation(term) && equation(other);
    (alike && describes(other, vocabulary) && !describes(term, vocabulary)).then_some(())?;
    let letter = |t: &&Term| t.args.is_empty() && t.op.as_symbol().is_some();
    let (named, set) = match (&term.args[0], &term.args[1]) {
        (a, b) if letter(&a) => (a, b),
        (a, b) if letter(&b) => (b, a),
        _ => return None,
    };
    let mut atoms = atoms.clone();
    let said = said_of((named, set), (&once(term), true), &mut atoms, vocabulary)?;
    Some((said, atoms))
}

/// Whether a condition or a rule describes a set.
fn describes(term: &Term, vocabulary: &Vocabulary) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= DESCRIBED.contains(&name(t, vocabulary)));
    found
}

/// What is said of a set with a name: what belongs to it.
fn said_of(
    (named, set): (&Term, &Term),
    (once, alone): (&BTreeSet<u32>, bool),
    atoms: &mut Atoms,
    vocabulary: &Vocabulary,
) -> Option<Term> {
    let (label, protected) = match named.op.as_symbol().filter(|_| named.args.is_empty()) {
        Some(letter) => {
            let known = atoms.symbols.get(letter as usize)?;
            let set = matches!(known.kind, Kind::Any | Kind::Set | Kind::Num);
            (set && once.contains(&letter)).then_some(())?;
            (known.name.clone(), known.protected)
        }
        None => {
            let sort = name(named, vocabulary);
            (alone && matches!(sort, "ker" | "call")).then_some(())?;
            (label(named, atoms, vocabulary)?, false)
        }
    };
    let (pairs, arity) = match pairs(set, vocabulary) {
        Some(pairs) => (Some(pairs), pairs.0.len()),
        None => (None, 1),
    };
    let known = atoms.symbols.len();
    let leaf = |symbol: u32| Term::leaf(Op::symbol(symbol));
    let member = |place: usize| {
        let which = match arity {
            1 => String::new(),
            _ => format!("{place} of a "),
        };
        leaf(atoms.called(&format!("{which}member of {label}"), Kind::Num))
    };
    let members: Vec<Term> = (1..=arity).map(member).collect();
    let described = match pairs {
        Some((slots, condition)) => Some(condition.map(&mut |t| {
            let place = slots.iter().position(|slot| slot.op == t.op);
            place.map_or(t, |place| members[place].clone())
        })),
        None => belongs(&members[0], set, vocabulary),
    };
    let Some(described) = described else {
        atoms.symbols.truncate(known);
        return None;
    };
    let holds = atoms.called(&format!("{label} ∋ ·"), Kind::Prop);
    atoms.symbols[holds as usize].protected = protected;
    let inside = leaf(holds);
    Some(node("iff", vec![inside, described], vocabulary))
}

/// The bound names of a set of pairs of real numbers, in the order of a pair, and its condition:
/// `\{(x, y) \mid x^2 + y^2 = 1\}`.
fn pairs<'t>(set: &'t Term, vocabulary: &Vocabulary) -> Option<(&'t [Term], &'t Term)> {
    let mut inner = set;
    while let ("imagesall", [_, of]) = (name(inner, vocabulary), &*inner.args) {
        inner = of;
    }
    let ("imageswhere", [_, image, condition]) = (name(inner, vocabulary), &*inner.args) else {
        return None;
    };
    let pair = match (name(image, vocabulary), &*image.args) {
        ("in", [pair, space]) => {
            let ("setpow", [base, _]) = (name(space, vocabulary), &*space.args) else {
                return None;
            };
            (name(base, vocabulary) == "RR").then_some(pair)?
        }
        _ => image,
    };
    let slots = &*pair.args;
    let bound = slots.iter().all(|t| matches!(t.op.head(), Head::Slot(_)));
    let different = slots.iter().collect::<BTreeSet<_>>().len() == slots.len();
    (name(pair, vocabulary) == "tuple" && bound && different).then_some((slots, condition))
}

/// That what is made of each number that meets a condition belongs to a set.
fn imaged(image: &Term, set: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let [slot, element, condition] = &*image.args else {
        return None;
    };
    // What other conditions say of sets is gone through there.
    let ("in", [which, base]) = (name(condition, vocabulary), &*condition.args) else {
        return None;
    };
    let numbers = matches!(name(base, vocabulary), "NN" | "NN0" | "ZZ" | "RR");
    if which != slot || !numbers {
        return None;
    }
    let member = Term::leaf(Op::symbol(atoms.symbols.len() as u32));
    let at = |t: &Term| t.map(&mut |t| if t.op == slot.op { member.clone() } else { t });
    let belongs = belongs(&at(element), set, vocabulary)?;
    let declared = at(condition);
    atoms.symbols.push(Symbol {
        name: "member".to_owned(),
        kind: Kind::Num,
        protected: false,
        shown: Shown::default(),
    });
    Some(node("forall", vec![declared, belongs], vocabulary))
}

/// That a number belongs to a set; `None` for sets of which that cannot be said.
fn belongs(number: &Term, set: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let equal = |other: &Term| node("eq", vec![number.clone(), other.clone()], vocabulary);
    let each = |parts: &[Term], joint: &str| {
        let parts: Option<Vec<Term>> = parts
            .iter()
            .map(|p| belongs(number, p, vocabulary))
            .collect();
        Some(node(joint, parts?, vocabulary))
    };
    match (name(set, vocabulary), &*set.args) {
        ("setof", [slot, base, condition]) => {
            let said = condition.map(&mut |t| if t.op == slot.op { number.clone() } else { t });
            let divides = |t: &Term| {
                name(t, vocabulary) == "divides" && t.args.first().is_some_and(|d| d == slot)
            };
            match name(base, vocabulary) {
                // Divisors are counted from one.
                "universe" if divides(condition) => {
                    let naturals = node("NN", Vec::new(), vocabulary);
                    let inside = node("in", vec![number.clone(), naturals], vocabulary);
                    Some(node("and", vec![inside, said], vocabulary))
                }
                "universe" | "RR" => Some(said),
                "QQ" | "CC" => None,
                _ => {
                    let inside = node("in", vec![number.clone(), base.clone()], vocabulary);
                    Some(node("and", vec![inside, said], vocabulary))
                }
            }
        }
        ("set", [one]) => Some(equal(one)),
        ("set", parts) if parts.len() > 1 => {
            Some(node("or", parts.iter().map(equal).collect(), vocabulary))
        }
        ("emptyset", _) => Some(node("false", Vec::new(), vocabulary)),
        ("RR", _) => Some(node("true", Vec::new(), vocabulary)),
        ("NN" | "NN0" | "ZZ", _) => Some(node("in", vec![number.clone(), set.clone()], vocabulary)),
        ("imageset", [..]) => in_progression(number, set, vocabulary),
        ("setseq", parts) => in_listed(number, parts, vocabulary),
        ("union", parts) => each(parts, "or"),
        ("inter", parts) => each(parts, "and"),
        ("setminus", [whole, part]) => {
            let part = belongs(number, part, vocabulary)?;
            let outside = node("not", vec![part], vocabulary);
            let inside = belongs(number, whole, vocabulary)?;
            Some(node("and", vec![inside, outside], vocabulary))
        }
        (kind, [low, high]) if kind.starts_with("interval-") => {
            let end = |closed: bool, a: &Term, b: &Term| {
                let sign = if closed { "le" } else { "lt" };
                let endless = [a, b].iter().any(|t| is_endless(t, vocabulary));
                (!endless).then(|| node(sign, vec![a.clone(), b.clone()], vocabulary))
            };
            let ends = [
                end(kind.starts_with("interval-c"), low, number),
                end(kind.ends_with('c'), number, high),
            ];
            let mut ends: Vec<Term> = ends.into_iter().flatten().collect();
            match ends.len() {
                0 => Some(node("true", Vec::new(), vocabulary)),
                1 => ends.pop(),
                _ => Some(node("and", ends, vocabulary)),
            }
        }
        _ => None,
    }
}

fn is_endless(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("infty", _) => true,
        ("neg", [inner]) => is_endless(inner, vocabulary),
        _ => false,
    }
}

/// Whether a number is certainly no fraction: a root that does not come out even, a constant of which
/// that is known, and what fractions make of one of these.
fn is_irrational(term: &Term, vocabulary: &Vocabulary) -> bool {
    let known = |t: &Term| {
        vocabulary
            .operator(t.op)
            .is_some_and(|o| o.has_tag("irrational"))
    };
    match (name(term, vocabulary), &*term.args) {
        ("root", [of, index]) => match (of.op.head(), index.op.head()) {
            (Head::Integer(n @ 2..), Head::Integer(k @ 2..=30)) => {
                let root = f64::from(n).powf(1.0 / f64::from(k)).round();
                root.powi(k as i32) != f64::from(n)
            }
            _ => false,
        },
        ("neg", [inner]) => is_irrational(inner, vocabulary),
        ("add" | "mul" | "div", parts) => {
            let (odd, even): (Vec<&Term>, Vec<&Term>) =
                parts.iter().partition(|p| !is_fraction(p, vocabulary));
            let zero = |t: &&Term| matches!(t.op.head(), Head::Integer(0));
            let [one] = odd[..] else { return false };
            is_irrational(one, vocabulary)
                && (name(term, vocabulary) == "add" || !even.iter().any(zero))
        }
        _ => known(term),
    }
}

fn is_fraction(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("neg" | "add" | "mul", parts) => parts.iter().all(|p| is_fraction(p, vocabulary)),
        ("div", [a, b]) => {
            is_fraction(a, vocabulary) && matches!(b.op.head(), Head::Integer(n) if n != 0)
        }
        _ => matches!(term.op.head(), Head::Integer(_)),
    }
}
