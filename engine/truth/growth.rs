//! Landau's symbols by the powers of what grows: `f = O(g)` says of functions such as `x^a` and `x^b` that
//! `a \le b`.

use super::asymptotic::grows;
use super::form::{name, node};
use super::solve::occurs;
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// Logarithms grow less than every power: than those that are looked at.
const LEAST: u32 = 4096;

/// The term with comparisons of powers in the place of Landau's symbols; as it is where something is written
/// in it of which no power is known.
///
/// A letter that is one side of such a relation, but for numbers and powers, is a function that may be any,
/// as is one that is applied. A statement without such is about one letter, which grows.
pub(super) fn meant(term: &Term, atoms: &mut Atoms, vocabulary: &Vocabulary) -> Term {
    let (mut functions, mut places, mut others) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut landau = false;
    term.walk(&mut |t| {
        let Some((side, _, of)) = relation(t, vocabulary) else {
            return;
        };
        landau = true;
        functions.extend([side, of].into_iter().filter_map(|s| base(s, vocabulary)));
        for side in [side, of] {
            side.walk(&mut |t| {
                if let ("call" | "idx", [head, at]) = (name(t, vocabulary), &*t.args) {
                    functions.extend(head.op.as_symbol());
                    places.extend(at.op.as_symbol());
                }
            });
            others.extend(occurs(side));
        }
    });
    if !landau {
        return term.clone();
    }
    let alone = others.len() == 1 && places.is_empty();
    if alone {
        places.clone_from(&others);
    }
    functions.retain(|s| !places.contains(s));
    // What grows may vanish as well, where no letter says that it counts.
    let counts = |s: &u32| {
        let known = atoms.symbols.get(*s as usize);
        known.is_some_and(|known| grows(&known.name))
    };
    let both = functions.is_empty() && !places.iter().all(counts);
    let mut known = true;
    let known_atoms = atoms.symbols.len();
    let meant = term.map(&mut |t| {
        let Some((side, sign, of)) = relation(&t, vocabulary) else {
            return t;
        };
        let mut powers = |side: &Term, most| {
            Powers {
                most,
                functions: &functions,
                places: &places,
                atoms: &mut *atoms,
                vocabulary,
            }
            .of(side)
        };
        let (Some(a), Some(b)) = (powers(side, "max"), powers(of, "max")) else {
            known = false;
            return t;
        };
        let far = node(sign, vec![a, b], vocabulary);
        match (both, powers(side, "min"), powers(of, "min")) {
            (true, Some(a), Some(b)) => {
                let near = node(sign, vec![b, a], vocabulary);
                node("or", vec![far, near], vocabulary)
            }
            _ => far,
        }
    });
    if !known {
        atoms.symbols.truncate(known_atoms);
        return term.clone();
    }
    meant
}

/// The sides of a relation with such a symbol, and how their powers compare.
fn relation<'t>(
    term: &'t Term,
    vocabulary: &Vocabulary,
) -> Option<(&'t Term, &'static str, &'t Term)> {
    let ("order" | "in", [side, order]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    match (name(order, vocabulary), &*order.args) {
        ("bigo", [of]) => Some((side, "le", of)),
        ("littleo", [of]) => Some((side, "lt", of)),
        _ => None,
    }
}

fn is_number(term: &Term) -> bool {
    matches!(term.op.head(), Head::Integer(_) | Head::Literal(_))
}

/// The letter that a side is, but for numbers and powers.
fn base(term: &Term, vocabulary: &Vocabulary) -> Option<u32> {
    match (name(term, vocabulary), &*term.args) {
        ("neg" | "abs", [of]) => base(of, vocabulary),
        ("pow" | "root" | "div", [of, number]) if is_number(number) => base(of, vocabulary),
        ("mul", factors) => {
            let mut letters = factors.iter().filter(|f| !is_number(f));
            let letter = base(letters.next()?, vocabulary);
            letter.filter(|_| letters.next().is_none())
        }
        ("add", parts) => {
            let mut letters = parts.iter().filter(|f| !is_number(f));
            let letter = base(letters.next()?, vocabulary);
            letter.filter(|_| letters.next().is_none())
        }
        (_, []) => term.op.as_symbol(),
        _ => None,
    }
}

/// The powers that terms grow like.
struct Powers<'p> {
    /// Which of several powers a sum has: far out the greatest, near zero the least.
    most: &'static str,
    /// Letters that are functions.
    functions: &'p BTreeSet<u32>,
    /// Letters that grow.
    places: &'p BTreeSet<u32>,
    atoms: &'p mut Atoms,
    vocabulary: &'p Vocabulary,
}

impl Powers<'_> {
    fn of(&mut self, term: &Term) -> Option<Term> {
        let vocabulary = self.vocabulary;
        let integer = |n: u32| Term::leaf(Op::integer(n));
        match (name(term, vocabulary), &*term.args) {
            _ if is_number(term) => (term.op.head() != Head::Integer(0)).then(|| integer(0)),
            ("pi" | "e", []) => Some(integer(0)),
            (_, []) => {
                let symbol = term.op.as_symbol()?;
                match (
                    self.places.contains(&symbol),
                    self.functions.contains(&symbol),
                ) {
                    (true, _) => Some(integer(1)),
                    (_, true) => self.any(symbol),
                    _ => None,
                }
            }
            ("call" | "idx", [head, at]) => {
                let plain = at.op.as_symbol().is_some_and(|s| self.places.contains(&s));
                let symbol = head.op.as_symbol().filter(|_| head.args.is_empty())?;
                plain.then(|| self.any(symbol)).flatten()
            }
            ("neg" | "abs", [of]) => self.of(of),
            ("mul", factors) => {
                let powers: Option<Vec<Term>> = factors.iter().map(|f| self.of(f)).collect();
                Some(node("add", powers?, vocabulary))
            }
            ("div", [above, below]) => {
                let (above, below) = (self.of(above)?, self.of(below)?);
                let below = node("neg", vec![below], vocabulary);
                Some(node("add", vec![above, below], vocabulary))
            }
            ("pow", [of, exponent]) if is_number(exponent) || is_fraction(exponent, vocabulary) => {
                let of = self.of(of)?;
                Some(node("mul", vec![exponent.clone(), of], vocabulary))
            }
            ("root", [of, index]) if is_number(index) => {
                let of = self.of(of)?;
                Some(node("div", vec![of, index.clone()], vocabulary))
            }
            ("ln" | "log", [of]) => {
                let symbol = of.op.as_symbol()?;
                let least = vec![integer(1), integer(LEAST)];
                let grows = self.places.contains(&symbol);
                grows.then(|| node("div", least, vocabulary))
            }
            // What is taken away may leave less.
            ("add", parts) => {
                let plain = parts.iter().all(|p| name(p, vocabulary) != "neg");
                let powers: Option<Vec<Term>> = parts.iter().map(|p| self.of(p)).collect();
                let mut powers = powers?;
                powers.dedup();
                match &powers[..] {
                    [only] if plain => Some(only.clone()),
                    _ => plain.then(|| node(self.most, powers, vocabulary)),
                }
            }
            _ => None,
        }
    }

    /// The power of a function that may be any.
    fn any(&mut self, function: u32) -> Option<Term> {
        let label = self.atoms.symbols.get(function as usize)?.name.clone();
        let symbol = self.atoms.called(&format!("order of {label}"), Kind::Num);
        Some(Term::leaf(Op::symbol(symbol)))
    }
}

fn is_fraction(term: &Term, vocabulary: &Vocabulary) -> bool {
    match (name(term, vocabulary), &*term.args) {
        ("div", parts) => parts.iter().all(is_number),
        ("neg", [of]) => is_number(of) || is_fraction(of, vocabulary),
        _ => false,
    }
}
