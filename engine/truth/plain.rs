//! What is written in a way of its own, as others write it: composed functions that are applied,
//! numerals in a base, entries of sums of matrices, marks that are no exponents.

use super::form::{name, node};
use crate::atoms::{Atoms, Shown, Symbol};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// The term with what is said of compositions and inverses at one place, where it is said of the functions:
/// `(f \circ g)^{-1} = g^{-1} \circ f^{-1}`.
pub(super) fn composed(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let made = |t: &Term| matches!(name(t, vocabulary), "compose" | "finv");
    let composes = |t: &Term| {
        let mut found = false;
        t.walk(&mut |t| found |= name(t, vocabulary) == "compose");
        found
    };
    match (name(term, vocabulary), &*term.args) {
        ("eq", [a, b]) if made(a) && made(b) && composes(term) => {
            let place = Term::leaf(Op::symbol(atoms.called("·", Kind::Num)));
            let at = |f: &Term| node("call", vec![f.clone(), place.clone()], vocabulary);
            Term::new(term.op, vec![at(a), at(b)])
        }
        _ => term.clone(),
    }
}

/// The term in the usual way.
pub(super) fn usual(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let marks = marks(term, vocabulary);
    let primes = primes(term, atoms, vocabulary);
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("in" | "notin", [number, _]) if primes == t.args.get(1).map(|set| set.op) => {
            let set = node("PP", Vec::new(), vocabulary);
            Term::new(t.op, vec![number.clone(), set])
        }
        // `\hat{y}_{t \mid t-1}`: what is told by both.
        ("idx", [head, index]) if name(index, vocabulary) == "barred" => {
            let indices = index.args.iter().cloned();
            Term::new(
                t.op,
                std::iter::once(head.clone())
                    .chain(indices)
                    .collect::<Vec<_>>(),
            )
        }
        ("call", [head, args @ ..]) => match (name(head, vocabulary), &*head.args) {
            // `\operatorname{erf}'(x)`
            ("prime", [function, order]) if operator(function, atoms, vocabulary).is_some() => {
                match (operator(function, atoms, vocabulary), args) {
                    (Some(op), [x]) if x.op.as_symbol().is_some() => {
                        let value = Term::new(op, vec![x.clone()]);
                        node("diff", vec![x.clone(), order.clone(), value], vocabulary)
                    }
                    _ => t,
                }
            }
            // `(f \circ g)(x)`
            ("compose", parts) if parts.len() > 1 && !args.is_empty() => {
                let mut given = args.to_vec();
                for part in parts.iter().rev() {
                    let mut call = vec![part.clone()];
                    call.append(&mut given);
                    given.push(node("call", call, vocabulary));
                }
                given.swap_remove(0)
            }
            // `y^{d}(p)`: the demand.
            ("fpow", [function, mark]) if marks.contains(&mark.op) => {
                let named = match (function.op.head(), mark.op.head()) {
                    (Head::Symbol(f), Head::Symbol(m)) => marked(f, m, atoms),
                    _ => None,
                };
                match named {
                    Some(function) => {
                        let mut call = vec![function];
                        call.extend(args.iter().cloned());
                        Term::new(t.op, call)
                    }
                    None => t,
                }
            }
            _ => t,
        },
        // The norm of a matrix after Frobenius.
        ("normp", [of, mark])
            if is_called(mark, "F", atoms) && vocabulary.kind(of, atoms) == Kind::Mat =>
        {
            node("norm", vec![of.clone()], vocabulary)
        }
        // The length of a vector by its entries.
        ("abs" | "norm", [list]) if is_vector(list, vocabulary) => {
            let square = |x: &Term| {
                let two = Term::leaf(Op::integer(2));
                node("pow", vec![x.clone(), two], vocabulary)
            };
            let squares = list.args.iter().map(square).collect();
            let sum = node("add", squares, vocabulary);
            node("root", vec![sum, Term::leaf(Op::integer(2))], vocabulary)
        }
        ("idx", [numeral, base]) if numeral.args.is_empty() => {
            numeral_in(numeral, base, atoms).map_or(t, |n| Term::leaf(Op::integer(n)))
        }
        ("idx", [of, indices @ ..]) if !of.args.is_empty() => {
            entry(of, indices, vocabulary).unwrap_or(t)
        }
        _ => t,
    })
}

/// The operator that a name in upright letters is, of one number.
fn operator(function: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Op> {
    let symbol = atoms.symbols.get(function.op.as_symbol()? as usize)?;
    let inner = symbol.name.strip_prefix(r"\operatorname{")?;
    let op = vocabulary.find(inner.strip_suffix('}')?)?;
    let known = vocabulary.operator(op)?.signatures.first()?;
    let number = known.result == Kind::Num && known.arg(0) == Some(Kind::Num);
    (number && known.arg(1).is_none()).then_some(op)
}

/// The name of the set of primes, where it is nothing but a set that numbers belong to.
fn primes(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Op> {
    let named = |op: Op| {
        let symbol = op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        symbol.is_some_and(|s| s.name == r"\mathbb{P}" && s.kind == Kind::Set)
    };
    let number = |t: &Term| match t.op.head() {
        Head::Integer(_) => true,
        Head::Operator(_) => vocabulary
            .operator(t.op)
            .and_then(|o| o.signatures.first())
            .is_some_and(|s| s.result == Kind::Num),
        Head::Symbol(s) => atoms.symbols.get(s as usize).is_some_and(|s| {
            matches!(s.kind, Kind::Num | Kind::Any) && s.name.starts_with(char::is_lowercase)
        }),
        _ => false,
    };
    let (mut found, mut times, mut sets) = (None, 0, 0);
    term.walk(&mut |t| {
        if named(t.op) {
            (found, times) = (Some(t.op), times + 1);
        }
        if let ("in" | "notin", [member, set]) = (name(t, vocabulary), &*t.args) {
            sets += usize::from(named(set.op) && number(member));
        }
    });
    found.filter(|_| times == sets)
}

/// Whether a letter may be the name of the set of primes.
pub(super) fn may_be_primes(atoms: &Atoms) -> bool {
    let mut symbols = atoms.symbols.iter();
    symbols.any(|s| s.kind == Kind::Set && s.name == r"\mathbb{P}")
}

/// Whether a term is a letter of this name.
fn is_called(term: &Term, letter: &str, atoms: &Atoms) -> bool {
    let symbol = term.op.as_symbol().filter(|_| term.args.is_empty());
    let known = symbol.and_then(|s| atoms.symbols.get(s as usize));
    known.is_some_and(|s| s.name == letter || s.name == format!("\\mathrm{{{letter}}}"))
}

/// Whether a list of numbers is written.
fn is_vector(term: &Term, vocabulary: &Vocabulary) -> bool {
    let number = |t: &Term| !matches!(name(t, vocabulary), "tuple" | "dots" | "matrix" | "set");
    name(term, vocabulary) == "tuple" && term.args.len() >= 2 && term.args.iter().all(number)
}

/// Letters that stand nowhere but as an upper mark of a function.
fn marks(term: &Term, vocabulary: &Vocabulary) -> BTreeSet<Op> {
    let (mut above, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
    term.walk(&mut |t| {
        let raised = name(t, vocabulary) == "fpow";
        for (i, arg) in t.args.iter().enumerate() {
            if matches!(arg.op.head(), Head::Symbol(_)) {
                let found = if raised && i == 1 {
                    &mut above
                } else {
                    &mut elsewhere
                };
                found.insert(arg.op);
            }
        }
    });
    above.difference(&elsewhere).copied().collect()
}

/// The function whose name has a mark above.
fn marked(function: u32, mark: u32, atoms: &mut Atoms) -> Option<Term> {
    let label = |s: u32| atoms.symbols.get(s as usize).map(|s| s.name.clone());
    let label = format!("{}^{{{}}}", label(function)?, label(mark)?);
    let known = atoms.symbols.iter().position(|s| s.name == label);
    let place = known.unwrap_or_else(|| {
        atoms.symbols.push(Symbol {
            name: label,
            kind: Kind::Fn,
            protected: false,
            shown: Shown::default(),
        });
        atoms.symbols.len() - 1
    });
    Some(Term::leaf(Op::symbol(u32::try_from(place).ok()?)))
}

/// The number that digits are in the base below them.
fn numeral_in(numeral: &Term, base: &Term, atoms: &Atoms) -> Option<u32> {
    let Head::Integer(base @ 2..=10) = base.op.head() else {
        return None;
    };
    let digits = match numeral.op.head() {
        Head::Integer(n) => n.to_string(),
        Head::Literal(i) => atoms.literals.get(i as usize)?.spelling.clone(),
        _ => return None,
    };
    let number = u32::from_str_radix(&digits, base).ok()?;
    (number < 1 << 28).then_some(number)
}

/// The entry of a sum or a transpose by entries of its parts.
fn entry(of: &Term, indices: &[Term], vocabulary: &Vocabulary) -> Option<Term> {
    let at = |part: &Term, indices: &[Term]| {
        let inner = entry(part, indices, vocabulary);
        inner.unwrap_or_else(|| {
            let mut args = vec![part.clone()];
            args.extend(indices.iter().cloned());
            node("idx", args, vocabulary)
        })
    };
    match (name(of, vocabulary), &*of.args) {
        ("bracketed", [inner]) => Some(at(inner, indices)),
        ("add" | "neg", parts) => {
            let parts = parts.iter().map(|p| at(p, indices)).collect();
            Some(Term::new(of.op, parts))
        }
        ("transpose", [inner]) if indices.len() == 2 => {
            Some(at(inner, &[indices[1].clone(), indices[0].clone()]))
        }
        _ => None,
    }
}

/// The marks of a zero that is a vector or a matrix.
const ZEROS: &[&str] = &[
    r"\vec{0}",
    r"\mathbf{0}",
    r"\boldsymbol{0}",
    r"\bm{0}",
    r"\overrightarrow{0}",
];

/// Whether a letter may be what [`identities`] looks for.
pub(super) fn may_have_identities(atoms: &Atoms) -> bool {
    let mut symbols = atoms.symbols.iter();
    symbols.any(|s| s.kind == Kind::Mat || ZEROS.contains(&s.name.as_str()))
}

/// What is always meant by some letters: an `I` beside a matrix is the identity of its size, unless
/// something is said of it, and a zero in bold or with an arrow is zero.
pub(super) fn identities(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let zero = |op: Op| {
        let known = op.as_symbol().and_then(|s| atoms.symbols.get(s as usize));
        known.is_some_and(|s| ZEROS.contains(&s.name.as_str()))
    };
    let term = &term.map(&mut |t| match zero(t.op) {
        true => Term::leaf(Op::integer(0)),
        false => t,
    });
    let known = |op: Op| match op.head() {
        Head::Symbol(s) => atoms.symbols.get(s as usize),
        _ => None,
    };
    let is_identity = |op: Op| {
        known(op).is_some_and(|s| {
            let named = matches!(
                s.name.as_str(),
                "I" | r"\mathbf{I}" | r"\mathrm{I}" | r"\mathbb{I}"
            );
            named && s.kind == Kind::Mat
        })
    };
    let (mut beside, mut declared) = (None, false);
    term.walk(&mut |t| {
        if known(t.op).is_some_and(|s| s.kind == Kind::Mat) && !is_identity(t.op) {
            beside.get_or_insert(t.op);
        }
        let said = matches!(
            name(t, vocabulary),
            "in" | "forall" | "exists" | "defines" | "idx"
        );
        declared |= said && t.args.first().is_some_and(|a| is_identity(a.op));
    });
    let Some(matrix) = beside.filter(|_| !declared) else {
        return term.clone();
    };
    term.map(&mut |t| {
        if !is_identity(t.op) {
            return t;
        }
        let args = vec![Term::leaf(matrix), Term::leaf(Op::integer(0))];
        node("matpow", args, vocabulary)
    })
}
