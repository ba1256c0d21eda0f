//! Functions of number theory under their usual letters, as the sums that they are: `\varphi(n)`,
//! `\sigma_k(n)`, `\tau(n)`, `\mu(n)`, where a statement is plainly about whole numbers.

use super::form::{name, node};
use super::statement::assuming;
use crate::atoms::{Atoms, Symbol};
use crate::eval::{Domain, Numbers};
use crate::term::{Head, Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// The lowest level of the names bound here, above those that are read.
const LEVEL: u8 = 200;
/// As many applications get names of their own.
const MOST: u8 = 50;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// Numbers up to n without a common divisor with it.
    Totient,
    /// The sum of the divisors, or of their powers.
    Divisors,
    /// The number of divisors.
    Count,
    /// Möbius's function.
    Sign,
}

impl Known {
    fn of(letter: &str) -> Option<Self> {
        Some(match letter {
            r"\varphi" | r"\phi" => Self::Totient,
            r"\sigma" => Self::Divisors,
            r"\tau" | "d" => Self::Count,
            r"\mu" => Self::Sign,
            _ => return None,
        })
    }
}

/// The term in which these functions are written out, and the letters that stand for positive
/// integers: those in their arguments, and those whose divisors are gone through.
pub(super) fn written_out(
    term: &Term,
    atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> (Term, BTreeSet<u32>) {
    let mut letters = BTreeSet::new();
    term.walk(&mut |t| letters.extend(divided(t, vocabulary)));
    let term = &over_primes(term, vocabulary);
    let known = clear(term, atoms, vocabulary);
    if known.is_empty() {
        return (term.clone(), letters);
    }
    let mut bound = 0;
    let term = term.map(&mut |t| {
        let Some((head, power, arg)) = applied(&t, vocabulary) else {
            return t;
        };
        let Some(function) = known.get(&head).filter(|_| bound < MOST) else {
            return t;
        };
        arg.walk(&mut |a| letters.extend(a.op.as_symbol()));
        let slot = Slot {
            sort: SlotSort::Positive,
            level: LEVEL + bound,
        };
        bound += 1;
        sum(
            *function,
            power,
            arg,
            Term::leaf(Op::slot(slot)),
            vocabulary,
        )
    });
    (term, letters)
}

/// The letters that stand for functions of number theory because they are these letters: under another
/// name they would be any function.
pub(crate) fn number_functions(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Vec<u32> {
    let may_be = |s: &Symbol| Known::of(&s.name).is_some();
    if !atoms.symbols.iter().any(may_be) {
        return Vec::new();
    }
    clear(term, atoms, vocabulary).into_keys().collect()
}

/// What is known of letters by which something is a residue or none, `\left(\frac{a}{p}\right)`: they are odd
/// primes.
pub(super) fn odd_primes(term: &Term, vocabulary: &Vocabulary) -> BTreeMap<u32, Domain> {
    let odd = Domain {
        low: Some((3.0, false)),
        ..Domain::of(Numbers::Prime)
    };
    let mut found = BTreeMap::new();
    term.walk(&mut |t| {
        if let ("legendre", [_, by]) = (name(t, vocabulary), &*t.args) {
            found.extend(by.op.as_symbol().map(|s| (s, odd)));
        }
    });
    found
}

/// A statement in which `\pi(n)` is the number of primes up to `n`, a natural number as are all letters in such
/// brackets; none where `\pi` is applied to nothing.
pub(super) fn primes_counted(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let counting = atoms.symbols.iter().position(|s| s.name == r"\pi")?;
    let counting = Op::symbol(u32::try_from(counting).ok()?);
    let mut letters = BTreeSet::new();
    let mut bound = 0;
    let said = term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("call", [head, arg]) if head.op == counting && bound < MOST => {
            arg.walk(&mut |a| letters.extend(a.op.as_symbol()));
            let slot = Term::leaf(Op::slot(Slot {
                sort: SlotSort::Positive,
                level: LEVEL + bound,
            }));
            bound += 1;
            let primes = node("PP", Vec::new(), vocabulary);
            let prime = node("in", vec![slot.clone(), primes], vocabulary);
            let below = node("le", vec![slot.clone(), arg.clone()], vocabulary);
            let both = node("and", vec![prime, below], vocabulary);
            node(
                "sumcond",
                vec![slot, both, Term::leaf(Op::integer(1))],
                vocabulary,
            )
        }
        _ => t,
    });
    let natural = |s: u32| {
        let numbers = node("NN", Vec::new(), vocabulary);
        node("in", vec![Term::leaf(Op::symbol(s)), numbers], vocabulary)
    };
    let given: Vec<Term> = letters.into_iter().map(natural).collect();
    (bound > 0).then(|| assuming(&given, &said, vocabulary))
}

/// The letter over whose divisors a sum or product goes.
fn divided(term: &Term, vocabulary: &Vocabulary) -> Option<u32> {
    match (name(term, vocabulary), &*term.args) {
        ("sumcond" | "prodcond", [slot, condition, _]) => {
            match (name(condition, vocabulary), &*condition.args) {
                ("divides", [divisor, number]) if divisor == slot => number.op.as_symbol(),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The term in which sums and products over `p` that divides a number are over primes: \prod_{p \mid n}.
fn over_primes(term: &Term, vocabulary: &Vocabulary) -> Term {
    let prime =
        |slot: &Term| matches!(slot.op.head(), Head::Slot(slot) if slot.sort == SlotSort::Prime);
    term.map(&mut |t| match (name(&t, vocabulary), &*t.args) {
        ("sumcond" | "prodcond", [slot, condition, body])
            if name(condition, vocabulary) == "divides" && prime(slot) =>
        {
            let primes = node("PP", Vec::new(), vocabulary);
            let one = node("in", vec![slot.clone(), primes], vocabulary);
            let both = node("and", vec![condition.clone(), one], vocabulary);
            Term::new(t.op, vec![slot.clone(), both, body.clone()])
        }
        _ => t,
    })
}

/// A function of one argument: its letter, the index it may have, the argument.
fn applied<'t>(
    term: &'t Term,
    vocabulary: &Vocabulary,
) -> Option<(u32, Option<&'t Term>, &'t Term)> {
    let ("call", [head, arg]) = (name(term, vocabulary), &*term.args) else {
        return None;
    };
    match (name(head, vocabulary), &*head.args) {
        ("idx", [letter, power]) if matches!(power.op.head(), Head::Integer(_)) => {
            Some((letter.op.as_symbol()?, Some(power), arg))
        }
        _ => Some((head.op.as_symbol()?, None, arg)),
    }
}

/// The letters that certainly stand for these functions: they are applied to one whole number
/// wherever they stand, which is written or in a statement about divisors.
fn clear(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> BTreeMap<u32, Known> {
    let mut context = false;
    let mut uses: BTreeMap<u32, (usize, usize, Vec<&Term>, bool)> = BTreeMap::new();
    term.walk(&mut |t| {
        context |= matches!(
            name(t, vocabulary),
            "divides" | "notdivides" | "congruent" | "notcongruent" | "gcd" | "coprime" | "PP"
        );
        if let Some(letter) = t.op.as_symbol() {
            uses.entry(letter).or_default().0 += 1;
        }
    });
    visit(term, vocabulary, &mut uses);
    uses.into_iter()
        .filter_map(|(letter, (times, calls, args, raised))| {
            let symbol = atoms.symbols.get(letter as usize)?;
            let known = Known::of(&symbol.name)?;
            // A value of the same function is a number too.
            let numbers = |t: &&Term| {
                let inner = applied(t, vocabulary).is_some_and(|(head, ..)| head == letter);
                inner || matches!(t.op.head(), Head::Integer(1..))
            };
            let large = |t: &&Term| matches!(t.op.head(), Head::Integer(4..));
            let written = args.iter().all(numbers) && args.iter().any(large) && symbol.name != "d";
            let whole = args.iter().all(|a| is_whole(a, letter, atoms, vocabulary));
            let fits = times == calls && calls > 0 && (!raised || known == Known::Divisors);
            (fits && (written || context && whole)).then_some((letter, known))
        })
        .collect()
}

type Uses<'t> = BTreeMap<u32, (usize, usize, Vec<&'t Term>, bool)>;

fn visit<'t>(term: &'t Term, vocabulary: &Vocabulary, uses: &mut Uses<'t>) {
    if let Some((letter, power, arg)) = applied(term, vocabulary) {
        let entry = uses.entry(letter).or_default();
        entry.1 += 1;
        entry.2.push(arg);
        entry.3 |= power.is_some();
    }
    for arg in term.args.iter() {
        visit(arg, vocabulary, uses);
    }
}

/// Whether a term is made of letters and integers by what keeps integers.
fn is_whole(term: &Term, function: u32, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    let each = |parts: &[Term]| {
        parts
            .iter()
            .all(|p| is_whole(p, function, atoms, vocabulary))
    };
    match (term.op.head(), name(term, vocabulary)) {
        (Head::Integer(_), _) => true,
        (Head::Slot(slot), _) => slot.sort != SlotSort::Real,
        (Head::Symbol(s), _) => {
            let kind = atoms.symbols.get(s as usize).map(|s| s.kind);
            matches!(kind, Some(Kind::Num | Kind::Any))
        }
        (_, "mul" | "pow" | "gcd" | "lcm") => each(&term.args),
        (_, "call") => applied(term, vocabulary)
            .is_some_and(|(head, _, arg)| head == function && each(std::slice::from_ref(arg))),
        _ => false,
    }
}

/// The function of `n` as a sum over `k` from 1.
fn sum(known: Known, power: Option<&Term>, n: &Term, k: Term, vocabulary: &Vocabulary) -> Term {
    let make = |name: &str, args: Vec<Term>| node(name, args, vocabulary);
    let integer = |n| Term::leaf(Op::integer(n));
    let floor = |of: Term| make("floor", vec![of]);
    let over = |a: Term| make("div", vec![a, k.clone()]);
    // One where `k` divides `n`.
    let divides = || {
        let below = make("add", vec![n.clone(), make("neg", vec![integer(1)])]);
        let before = make("neg", vec![floor(over(below))]);
        make("add", vec![floor(over(n.clone())), before])
    };
    // One where they have no common divisor.
    let apart = || {
        let common = make("gcd", vec![k.clone(), n.clone()]);
        floor(make("div", vec![integer(1), common]))
    };
    let body = match (known, power) {
        (Known::Totient, _) => apart(),
        (Known::Divisors, None) => make("mul", vec![k.clone(), divides()]),
        (Known::Divisors, Some(power)) => {
            let power = make("pow", vec![k.clone(), power.clone()]);
            make("mul", vec![power, divides()])
        }
        (Known::Count, _) => divides(),
        // The sum of the primitive roots of one.
        (Known::Sign, _) => {
            let pi = make("pi", Vec::new());
            let turn = make("mul", vec![integer(2), pi, k.clone()]);
            let angle = make("div", vec![turn, n.clone()]);
            make("mul", vec![apart(), make("cos", vec![angle])])
        }
    };
    make("sum", vec![k.clone(), integer(1), n.clone(), body])
}
