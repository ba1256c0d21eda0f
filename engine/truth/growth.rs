//! Landau's symbols by the powers of what grows: `f = O(g)` says of functions such as `x^a` and `x^b` that
//! `a \le b`, `f = \Theta(g)` that `a = b`.

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
        let Some((side, _, of)) = relation(t, atoms, vocabulary) else {
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
        return match may_be_landau(atoms) {
            true => term.map(&mut |t| open(t, atoms, vocabulary)),
            false => term.clone(),
        };
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
    let counts = places.iter().all(counts);
    let both = functions.is_empty() && !counts;
    let mut known = true;
    let known_atoms = atoms.symbols.len();
    let meant = term.map(&mut |t| {
        let Some((side, sign, of)) = relation(&t, atoms, vocabulary) else {
            return t;
        };
        let mut powers = |side: &Term, most| {
            Powers {
                most,
                functions: &functions,
                places: &places,
                counts,
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
        return term.map(&mut |t| open(t, atoms, vocabulary));
    }
    meant
}

/// The letters for what grows as much, no less, and more.
const ORDERS: [(&str, &str); 3] = [("\\Theta", "eq"), ("\\Omega", "ge"), ("\\omega", "gt")];

/// Other letters for orders, of which it is not known how they compare; the last two with an index.
const OTHERS: [&str; 6] = [
    "\\tilde{O}",
    "\\widetilde{O}",
    "\\mathrm{O}",
    "\\mathrm{o}",
    "O",
    "o",
];

/// Whether one of these letters may stand in a term.
pub(super) fn may_be_landau(atoms: &Atoms) -> bool {
    let landau =
        |name: &str| OTHERS.contains(&name) || ORDERS.iter().any(|(letter, _)| *letter == name);
    atoms.symbols.iter().any(|s| landau(&s.name))
}

/// Whether an order is written, of whatever it is: `\Theta(n)`, `O_P(1)`.
fn is_order(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let ("call", [head, _]) = (name(term, vocabulary), &*term.args) else {
        return false;
    };
    let (letter, others) = match (name(head, vocabulary), &*head.args) {
        ("idx", [letter, _]) => (letter, &OTHERS[4..]),
        _ => (head, &OTHERS[..4]),
    };
    let known = letter
        .op
        .as_symbol()
        .and_then(|s| atoms.symbols.get(s as usize));
    known.is_some_and(|s| others.contains(&&*s.name)) || order(term, atoms, vocabulary).is_some()
}

/// How what a letter of Landau's is applied to compares with what it is said of: `\Theta(n \log n)`, of one or of a
/// letter that counts; `\Theta(x)` is any function.
fn order<'t>(
    term: &'t Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<(&'static str, &'t Term)> {
    let ("call", [head, of]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    let letter = &atoms.symbols.get(head.op.as_symbol()? as usize)?.name;
    let (_, sign) = ORDERS.iter().find(|(order, _)| order == letter)?;
    let mut counts = of.op.head() == Head::Integer(1);
    of.walk(&mut |t| {
        counts |= matches!(name(t, vocabulary), "log" | "ln" | "card")
            || t.op.as_symbol().is_some_and(|s| {
                let known = atoms.symbols.get(s as usize);
                known.is_some_and(|known| grows(&known.name))
            });
    });
    counts.then_some((sign, of))
}

/// A relation without a meaning in the place of one that has such a symbol in a sum or with something of which no
/// power is known: the values of `\Theta(n)` are none of one function.
fn open(term: Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    let ("eq" | "in" | "chain", [first, .., last]) = (name(&term, vocabulary), &*term.args) else {
        return term;
    };
    let parts = match name(last, vocabulary) {
        "add" => &*last.args,
        _ => std::slice::from_ref(last),
    };
    let orders = |part: &Term| {
        let factors = match name(part, vocabulary) {
            "mul" => &*part.args,
            "neg" | "div" => &part.args[..1],
            _ => std::slice::from_ref(part),
        };
        factors.iter().any(|f| is_order(f, atoms, vocabulary))
    };
    if !parts.iter().any(orders) {
        return term;
    }
    let order = node("bigo", vec![last.clone()], vocabulary);
    node("order", vec![first.clone(), order], vocabulary)
}

/// The sides of a relation with such a symbol, and how their powers compare.
fn relation<'t>(
    term: &'t Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Option<(&'t Term, &'static str, &'t Term)> {
    let ("order" | "in" | "eq", [side, symbol]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    match (name(symbol, vocabulary), &*symbol.args) {
        ("bigo", [of]) => Some((side, "le", of)),
        ("littleo", [of]) => Some((side, "lt", of)),
        _ => order(symbol, atoms, vocabulary).map(|(sign, of)| (side, sign, of)),
    }
}

fn is_number(term: &Term) -> bool {
    matches!(term.op.head(), Head::Integer(_) | Head::Literal(_))
}

/// Whether a number above zero is written.
fn is_positive(term: &Term) -> bool {
    is_number(term) && term.op.head() != Head::Integer(0)
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
    /// Whether all of these count.
    counts: bool,
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
                let least = || node("div", vec![integer(1), integer(LEAST)], vocabulary);
                let grows = |t: &Term| t.op.as_symbol().is_some_and(|s| self.places.contains(&s));
                match (name(of, vocabulary), &*of.args) {
                    // `\log n!` grows like `n \log n`.
                    ("factorial", [of]) if grows(of) => {
                        Some(node("add", vec![integer(1), least()], vocabulary))
                    }
                    // Neither factors nor powers make more of it than a multiple.
                    ("mul", [number, of]) if is_positive(number) && grows(of) => Some(least()),
                    ("pow" | "div", [of, number]) if is_positive(number) && grows(of) => {
                        Some(least())
                    }
                    _ => grows(of).then(least),
                }
            }
            // What is taken away may leave less.
            ("add", parts) => {
                let plain = parts.iter().all(|p| name(p, vocabulary) != "neg");
                // Costs that may be any are not below one: a number makes no more of them.
                let costs = |p: &Term| {
                    base(p, vocabulary).is_some_and(|s| self.functions.contains(&s))
                        || matches!(name(p, vocabulary), "call" | "idx")
                };
                let any = self.counts && parts.iter().any(costs);
                let parts = parts.iter().filter(|p| !(any && is_number(p)));
                let powers: Option<Vec<Term>> = parts.map(|p| self.of(p)).collect();
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
