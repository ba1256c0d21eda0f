//! Formulas in plain dress: other names for the same operators, indices, `\pm`, the imaginary unit.

use super::continued::SEQUENCES;
use super::form::{is_prop, name, node};
use crate::atoms::{Atoms, Symbol};
use crate::normal;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// Operators that are others in another dress.
pub(super) fn tidy(term: &Term, vocabulary: &Vocabulary) -> Term {
    let dressed = |t: Term| {
        let not =
            |op: &str, args: Vec<Term>| node("not", vec![node(op, args, vocabulary)], vocabulary);
        let args = t.args.to_vec();
        match (name(&t, vocabulary), args.len()) {
            ("impliedby", 2) => node(
                "implies",
                vec![args[1].clone(), args[0].clone()],
                vocabulary,
            ),
            ("when" | "where", 2)
                if is_prop(&args[0], vocabulary) && is_prop(&args[1], vocabulary) =>
            {
                node(
                    "implies",
                    vec![args[1].clone(), args[0].clone()],
                    vocabulary,
                )
            }
            ("tends", 2) if args.iter().any(|a| is_prop(a, vocabulary)) => {
                node("implies", args, vocabulary)
            }
            ("labelled", 2) => args[1].clone(),
            ("therefore" | "because", 1) => args[0].clone(),
            ("contains", 2) => node("in", vec![args[1].clone(), args[0].clone()], vocabulary),
            // A point of a rectangle: entry by entry.
            ("in", 2)
                if name(&args[0], vocabulary) == "tuple"
                    && name(&args[1], vocabulary) == "cross"
                    && args[0].args.len() == args[1].args.len() =>
            {
                let entries = args[0].args.iter().zip(args[1].args.iter());
                let within = |(entry, set): (&Term, &Term)| {
                    node("in", vec![entry.clone(), set.clone()], vocabulary)
                };
                node("and", entries.map(within).collect(), vocabulary)
            }
            // A listed set is within another one where each of its members is.
            ("subseteq", 2) if is_listed(&args[0], vocabulary) => {
                within(&args[0], &args[1], vocabulary)
            }
            ("supseteq", 2) if is_listed(&args[1], vocabulary) => {
                within(&args[1], &args[0], vocabulary)
            }
            ("notle", 2) => not("le", args),
            ("notge", 2) => not("ge", args),
            ("notless", 2) => not("lt", args),
            ("notgreater", 2) => not("gt", args),
            ("notsubseteq", 2) => not("subseteq", args),
            ("notdivides", 2) => not("divides", args),
            // A system: a brace before several relations.
            ("cases", 2..) if args.iter().all(|a| is_prop(a, vocabulary)) => {
                node("and", args, vocabulary)
            }
            ("existsnone", _) => not("exists", args),
            ("defines" | "definesback", 2) => node("eq", args, vocabulary),
            // `x = 1, 2` says that `x` is one of these.
            ("eq", 2)
                if name(&args[1], vocabulary) == "list"
                    && matches!(args[0].op.head(), Head::Symbol(_))
                    && args[1].args.len() >= 2
                    && args[1].args.iter().all(|a| name(a, vocabulary) != "dots") =>
            {
                let equal = |a: &Term| node("eq", vec![args[0].clone(), a.clone()], vocabulary);
                node("or", args[1].args.iter().map(equal).collect(), vocabulary)
            }
            // `\pm \ldots` at the end of a sum with changing signs.
            ("pm" | "mp", 1) if name(&args[0], vocabulary) == "dots" => args[0].clone(),
            _ => t,
        }
    };
    term.map(&mut { dressed })
}

/// Whether the members of a set are listed, with nothing left out.
fn is_listed(set: &Term, vocabulary: &Vocabulary) -> bool {
    name(set, vocabulary) == "set"
        && !set.args.is_empty()
        && set.args.iter().all(|m| name(m, vocabulary) != "dots")
}

/// That each member of a listed set belongs to another set.
fn within(listed: &Term, set: &Term, vocabulary: &Vocabulary) -> Term {
    let belongs = |member: &Term| node("in", vec![member.clone(), set.clone()], vocabulary);
    let mut members: Vec<Term> = listed.args.iter().map(belongs).collect();
    match members.len() {
        1 => members.remove(0),
        _ => node("and", members, vocabulary),
    }
}

/// Names that share the relation of the next: `a, b, c > 0`.
pub(super) fn shared(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| {
        if name(&t, vocabulary) != "comma" {
            return t;
        }
        let mut found: Vec<Term> = Vec::new();
        for part in t.args.iter().rev() {
            let relation = found.last().filter(|next| {
                let operator = vocabulary.operator(next.op);
                operator.is_some_and(|o| o.has_tag("relation"))
            });
            let said = match (part.op.head(), relation.map(|r| (r, r.args[0].op.head()))) {
                (Head::Symbol(own), Some((next, Head::Symbol(other)))) => {
                    // What stands alone seemed to be a statement.
                    for symbol in [own, other] {
                        if let Some(symbol) = atoms.symbols.get_mut(symbol as usize)
                            && symbol.kind == Kind::Prop
                        {
                            symbol.kind = Kind::Any;
                        }
                    }
                    let mut args = next.args.to_vec();
                    args[0] = part.clone();
                    Term::new(next.op, args)
                }
                _ => part.clone(),
            };
            found.push(said);
        }
        found.reverse();
        Term::new(t.op, found)
    })
}

/// Whether the reader could not say whether a letter is the imaginary unit.
fn is_undecided(symbol: &Symbol) -> bool {
    symbol.protected && symbol.name == "i"
}

/// Whether there is such a letter.
pub(super) fn may_be_imaginary(atoms: &Atoms) -> bool {
    atoms.symbols.iter().any(is_undecided)
}

/// An `i` of which the reader could not say whether it is the imaginary unit is that, unless it is an
/// index.
pub(super) fn imaginary(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let Some(unit) = vocabulary.find("i") else {
        return term.clone();
    };
    let place = atoms.symbols.iter().position(is_undecided);
    let undecided = |op: Op| match op.head() {
        Head::Symbol(s) => place == Some(s as usize),
        _ => false,
    };
    let (mut index, mut counter) = (false, false);
    term.walk(&mut |t| {
        // A current `i(t)`.
        if let ("call", [head, ..]) = (name(t, vocabulary), &*t.args) {
            index |= undecided(head.op);
        }
        // `i = 1, \ldots, n` counts.
        if let ("eq", [count, list]) = (name(t, vocabulary), &*t.args) {
            counter |= undecided(count.op) && name(list, vocabulary) == "list";
        }
        if name(t, vocabulary) == "idx" {
            t.walk(&mut |inner| index |= undecided(inner.op));
        }
    });
    // Complex numbers have no order.
    let mut ordered = false;
    let mut bare = |t: &Term| ordered |= reaches(t, &undecided, vocabulary);
    term.walk(&mut |t| match name(t, vocabulary) {
        "lt" | "le" | "gt" | "ge" => t.args.iter().for_each(&mut bare),
        "chain" => {
            let order = |s: &Term| {
                matches!(
                    name(s, vocabulary),
                    "rel-lt" | "rel-le" | "rel-gt" | "rel-ge"
                )
            };
            if t.args.iter().any(order) {
                t.args.iter().step_by(2).for_each(&mut bare);
            }
        }
        _ => {}
    });
    if let (true, Some(unit)) = (counter, place.and_then(|p| atoms.symbols.get_mut(p))) {
        unit.protected = false;
    }
    if index || ordered || counter {
        return term.clone();
    }
    term.map(&mut |t| if undecided(t.op) { Term::leaf(unit) } else { t })
}

/// Whether a leaf is part of a number, not of the size or a part of one.
fn reaches(term: &Term, leaf: &impl Fn(Op) -> bool, vocabulary: &Vocabulary) -> bool {
    let hidden = matches!(
        name(term, vocabulary),
        "abs" | "norm" | "re" | "im" | "arg" | "call" | "pow"
    );
    leaf(term.op) || !hidden && term.args.iter().any(|a| reaches(a, leaf, vocabulary))
}

/// `x_{1,2}` beside `x` stands for the solutions of an equation in `x`.
pub(super) fn roots(term: &Term, vocabulary: &Vocabulary) -> Term {
    let mut bare = BTreeSet::new();
    outside_indices(term, vocabulary, &mut bare);
    // `u_{xx}` beside `u` is a derivative.
    let number = |t: &Term| matches!(t.op.head(), Head::Integer(_));
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("idx", [base, one, other]) if bare.contains(&base.op) && number(one) && number(other) => {
            base.clone()
        }
        _ => t,
    })
}

fn outside_indices(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<Op>) {
    if matches!(term.op.head(), Head::Symbol(_)) {
        found.insert(term.op);
    }
    let skipped = usize::from(name(term, vocabulary) == "idx");
    for arg in term.args.iter().skip(skipped) {
        outside_indices(arg, vocabulary, found);
    }
}

/// Symbols whose indices are all numbers or letters that nothing else uses become symbols of their
/// own: `x_1`, `v_0`, `T_C`.
pub(super) fn indexed(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut uses: BTreeMap<Op, bool> = BTreeMap::new();
    let mut elsewhere = BTreeSet::new();
    outside_everything(term, vocabulary, &mut elsewhere);
    term.walk(&mut |t| {
        if let ("idx", [base, indices @ ..]) = (name(t, vocabulary), &*t.args)
            && matches!(base.op.head(), Head::Symbol(_))
        {
            let fixed = indices.iter().all(|i| match i.op.head() {
                Head::Integer(_) => true,
                Head::Symbol(_) => i.args.is_empty() && !elsewhere.contains(&i.op),
                _ => false,
            });
            let entry = uses.entry(base.op).or_insert(true);
            *entry &= fixed;
        }
    });
    // The terms of `a_1 + \dots + a_n` are told by their indices.
    term.walk(&mut |t| {
        if SEQUENCES.contains(&name(t, vocabulary)) {
            t.walk(&mut |inner| {
                if name(inner, vocabulary) == "idx"
                    && let Some(fixed) = uses.get_mut(&inner.args[0].op)
                {
                    *fixed = false;
                }
            });
        }
    });
    let values = values(term, vocabulary);
    let original = atoms.clone();
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("idx", [base, indices @ ..]) if uses.get(&base.op) == Some(&true) => {
            let Head::Symbol(symbol) = base.op.head() else {
                return t;
            };
            let Some(known) = original.symbols.get(symbol as usize) else {
                return t;
            };
            let index: Vec<String> = indices.iter().map(|i| index_name(i, &original)).collect();
            let label = match &*index {
                [one] if one.chars().count() == 1 => format!("{}_{one}", known.name),
                all => format!("{}_{{{}}}", known.name, all.join(",")),
            };
            let fresh = atoms.symbols.iter().position(|s| s.name == label);
            let fresh = fresh.unwrap_or_else(|| {
                let mut symbol = known.clone();
                symbol.name = label;
                if symbol.kind == Kind::Fn && values.contains(&base.op) {
                    symbol.kind = Kind::Num;
                }
                atoms.symbols.push(symbol);
                atoms.symbols.len() - 1
            });
            Term::leaf(Op::symbol(fresh as u32))
        }
        _ => t,
    })
}

/// Functions that are applied without an index and have one only where they are not: `V_0` beside
/// `V(t)` is one of their values.
fn values(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<Op> {
    let (mut applied, mut families) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| match (name(t, vocabulary), &*t.args) {
        ("call", [head, ..]) if head.args.is_empty() => {
            applied.insert(head.op);
        }
        ("call" | "prime" | "finv" | "fpow" | "compose", parts) => {
            for part in parts.iter().filter(|p| name(p, vocabulary) == "idx") {
                families.insert(part.args[0].op);
            }
        }
        _ => {}
    });
    applied.difference(&families).copied().collect()
}

fn index_name(term: &Term, atoms: &Atoms) -> String {
    match term.op.head() {
        Head::Integer(n) => n.to_string(),
        Head::Symbol(i) => atoms.symbols[i as usize].name.clone(),
        _ => String::new(),
    }
}

/// Symbols that stand somewhere else than as an index.
fn outside_everything(term: &Term, vocabulary: &Vocabulary, found: &mut BTreeSet<Op>) {
    if matches!(term.op.head(), Head::Symbol(_)) {
        found.insert(term.op);
    }
    let indices = name(term, vocabulary) == "idx";
    for arg in term.args.iter() {
        if !(indices && matches!(arg.op.head(), Head::Symbol(_))) {
            outside_everything(arg, vocabulary, found);
        }
    }
}

/// Relations with `\pm`: on both sides the same sign is meant and both hold; on one side either may.
pub(super) fn signs(term: &Term, vocabulary: &Vocabulary) -> Term {
    let has = |t: &Term| {
        let mut found = false;
        t.walk(&mut |n| found |= matches!(name(n, vocabulary), "pm" | "mp"));
        found
    };
    if !has(term) {
        return term.clone();
    }
    let relation = vocabulary
        .operator(term.op)
        .is_some_and(|o| o.has_tag("relation"));
    if !(relation || name(term, vocabulary) == "chain") {
        let args = term.args.iter().map(|a| signs(a, vocabulary)).collect();
        return Term::new(term.op, args);
    }
    let with = |plus: bool| {
        term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
            ("pm", [x]) if plus => x.clone(),
            ("mp", [x]) if !plus => x.clone(),
            ("pm" | "mp", [x]) => match vocabulary.find("neg") {
                Some(neg) => normal::node(vocabulary, neg, vec![x.clone()]),
                None => t,
            },
            _ => t,
        })
    };
    let sides = term.args.iter().filter(|side| has(side)).count();
    let join = if sides == 1 { "or" } else { "and" };
    node(join, vec![with(true), with(false)], vocabulary)
}
