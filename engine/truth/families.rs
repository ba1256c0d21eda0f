//! A letter beside a sequence of the same letter, `R = R_1 + \dots + R_n`: two things, of which one may be called
//! otherwise; and families of functions at one place, `T_{n+1}(x) = 2xT_n(x) - T_{n-1}(x)`, which are sequences there.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{name, node};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The term with sequences that are called otherwise than the letters that stand alone.
pub(super) fn apart(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut found = Found::default();
    found.look(term, vocabulary);
    let both: Vec<u32> = found.heads.intersection(&found.alone).copied().collect();
    let renamed: Vec<(Op, Op)> = both
        .into_iter()
        .filter_map(|symbol| {
            let known = atoms.symbols.get(symbol as usize)?.clone();
            // The entries of vectors and matrices are those of the letter.
            let whole = matches!(known.kind, Kind::Num | Kind::Any | Kind::Set | Kind::Event);
            let mut other = || atoms.called(&format!("{}_·", known.name), known.kind);
            (whole && !known.protected).then(|| (Op::symbol(symbol), Op::symbol(other())))
        })
        .collect();
    if renamed.is_empty() {
        return term.clone();
    }
    term.map(&mut |mut t| {
        if name(&t, vocabulary) == "idx"
            && let Some((_, other)) = renamed.iter().find(|(own, _)| *own == t.args[0].op)
        {
            let mut args = t.args.to_vec();
            args[0] = Term::leaf(*other);
            t.args = args.into();
        }
        t
    })
}

/// The term in which families of functions that stand at one letter alone are sequences. Where something is
/// differentiated they stand at others too.
pub(super) fn at_one_place(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let mut families: BTreeMap<u32, Family> = BTreeMap::new();
    let mut all = BTreeMap::new();
    let mut plain = true;
    term.walk(&mut |t| {
        plain &= !matches!(
            name(t, vocabulary),
            "diff" | "pdiff" | "int" | "dint" | "intto" | "lim" | "compose" | "forall" | "exists"
        );
        if let Some(symbol) = t.op.as_symbol() {
            *all.entry(symbol).or_insert(0) += 1;
        }
        if let Some((family, index, order, place)) = member(t, vocabulary) {
            let entry = families.entry(family).or_default();
            entry.times += 1;
            entry.places.insert(place);
            entry.members.insert((index.clone(), order));
        }
    });
    families.retain(|symbol, family| {
        family.members.len() > 1
            && family.places.len() == 1
            && all.get(symbol) == Some(&family.times)
    });
    if families.is_empty() || !plain {
        return term.clone();
    }
    term.map(&mut |t| {
        let Some((family, index, order, place)) = member(&t, vocabulary) else {
            return t;
        };
        let named = |s: u32| Some(&atoms.symbols.get(s as usize)?.name);
        match (named(family), named(place)) {
            (Some(letter), Some(place)) if families.contains_key(&family) => {
                let primes = "'".repeat(order as usize);
                let sequence = atoms.called(&format!("{letter}({place}){primes}"), Kind::Any);
                let sequence = Term::leaf(Op::symbol(sequence));
                node("idx", vec![sequence, index.clone()], vocabulary)
            }
            _ => t,
        }
    })
}

/// A family of functions: how often it stands somewhere, where, and which of it.
#[derive(Default)]
struct Family {
    times: usize,
    places: BTreeSet<u32>,
    members: BTreeSet<(Term, u32)>,
}

/// The letter of `T_n'(x)`, its index, how often it is differentiated, and the letter that it is at.
fn member<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<(u32, &'t Term, u32, u32)> {
    let ("call", [head, place]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let (head, order) = match (name(head, vocabulary), &*head.args) {
        ("prime", [of, order]) => match order.op.head() {
            Head::Integer(n) => (of, n),
            _ => return None,
        },
        _ => (head, 0),
    };
    let ("idx", [family, index]) = (name(head, vocabulary), &*head.args) else {
        return None;
    };
    let letter = |t: &Term| t.op.as_symbol().filter(|_| t.args.is_empty());
    Some((letter(family)?, index, order, letter(place)?))
}

/// The letters of sequences, and those that stand alone.
#[derive(Default)]
struct Found {
    heads: BTreeSet<u32>,
    alone: BTreeSet<u32>,
}

impl Found {
    fn look(&mut self, term: &Term, vocabulary: &Vocabulary) {
        match (name(term, vocabulary), &*term.args) {
            ("idx", [head, indices @ ..]) if head.args.is_empty() => {
                self.heads.extend(head.op.as_symbol());
                indices
                    .iter()
                    .for_each(|index| self.look(index, vocabulary));
            }
            (_, []) => self.alone.extend(term.op.as_symbol()),
            (_, args) => args.iter().for_each(|arg| self.look(arg, vocabulary)),
        }
    }
}
