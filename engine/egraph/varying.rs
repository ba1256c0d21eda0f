//! Letters that vary though they are written without what they depend on: what is differentiated
//! somewhere in a statement is no constant in the rest of it.

use super::facts::{Names, SLOTS, name_bit};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// What the symbols of a statement vary with.
pub(crate) type Varying = BTreeMap<u32, Names>;

/// Everything.
const ALL: Names = !0;

/// The names of letters with dots over them begin so.
const DOTTED: &[&str] = &[r"\dot{", r"\ddot{", r"\dddot{"];

#[derive(Default)]
struct Gatherer {
    found: Varying,
    unsaid: Vec<Unsaid>,
}

/// Names, and letters of something that varies with them without holding them.
pub(crate) type Unsaid = (Names, Vec<u32>);

/// Finds the letters that vary in a statement, and those that may where a name is not written.
pub(crate) fn varying(term: &Term, vocabulary: &Vocabulary) -> (Varying, Vec<Unsaid>) {
    let mut gatherer = Gatherer::default();
    gatherer.visit(term, vocabulary);
    gatherer.tied(term, vocabulary);
    let Gatherer { mut found, unsaid } = gatherer;
    // `\frac{d}{dt} (m v)` beside `\frac{dv}{dt}` says nothing of `m`.
    let known = found.clone();
    for (names, letters) in &unsaid {
        let varies = |s: &u32| known.get(s).is_some_and(|by| by & names != 0);
        if !letters.iter().any(varies) {
            for letter in letters {
                *found.entry(*letter).or_default() |= names;
            }
        }
    }
    (found, unsaid)
}

/// Adds functions where what they are applied to is not written: `\int u' v' \,dx = \int f v \,dx`.
pub(crate) fn functions(varying: &mut Varying, unsaid: &[Unsaid], atoms: &Atoms) {
    let kind = |letter: u32| atoms.symbols.get(letter as usize).map(|s| s.kind);
    for (names, letters) in unsaid {
        for letter in letters.iter().filter(|s| kind(**s) == Some(Kind::Fn)) {
            *varying.entry(*letter).or_default() |= names;
        }
    }
}

/// Adds letters with dots over them, and those below the dots.
pub(crate) fn dotted(varying: &mut Varying, atoms: &Atoms) {
    for (index, symbol) in (0..).zip(&atoms.symbols) {
        let mut inside = DOTTED
            .iter()
            .filter_map(|dot| symbol.name.strip_prefix(dot));
        if let Some(letter) = inside.next().and_then(|name| name.strip_suffix('}')) {
            varying.insert(index, ALL);
            let below = atoms.symbols.iter().position(|s| s.name == letter);
            varying.extend(below.map(|at| (at as u32, ALL)));
        }
    }
}

impl Gatherer {
    fn visit(&mut self, term: &Term, vocabulary: &Vocabulary) {
        let name = |t: &Term| vocabulary.name(t.op);
        match (name(term), &*term.args) {
            ("diff" | "pdiff", [by, _, of]) => {
                let mut inner = of;
                while let ("diff" | "pdiff", [_, _, of]) = (name(inner), &*inner.args) {
                    inner = of;
                }
                match letter(inner, vocabulary) {
                    Some(letter) => self.mark(letter, names(by)),
                    None => self.over(by, inner),
                }
            }
            ("int", [by, of]) => {
                let inner = |t: &Term| name(t) == "int" && t.args.first() == Some(by);
                self.integrand(by, of, &inner);
            }
            ("dint" | "lim" | "limsup" | "liminf" | "limright" | "limleft", [by, .., of]) => {
                self.over(by, of);
            }
            ("prime", [of, _]) => {
                if let Some(letter) = letter(of, vocabulary) {
                    self.mark(letter, ALL);
                }
            }
            // A function is written with what it is applied to.
            ("call", [function, args @ ..]) => {
                let of = match name(function) {
                    "prime" => &function.args[1..],
                    _ => &*function.args,
                };
                let parts = of.iter().chain(args);
                return parts.for_each(|part| self.visit(part, vocabulary));
            }
            _ => {}
        }
        for arg in term.args.iter() {
            self.visit(arg, vocabulary);
        }
    }

    /// Notes the letters that an equation ties to the one by which something of them is differentiated:
    /// `x^2 + y^2 = 25` beside `\frac{d}{dx}(x^2 + y^2) = 0`.
    fn tied(&mut self, term: &Term, vocabulary: &Vocabulary) {
        let name = |t: &Term| vocabulary.name(t.op);
        let letters = |t: &Term| {
            let mut found = BTreeSet::new();
            t.walk(&mut |part| found.extend(part.op.as_symbol()));
            found
        };
        let (mut derived, mut equations) = (Vec::new(), Vec::new());
        term.walk(&mut |t| match (name(t), &*t.args) {
            ("diff", [by, _, of]) => derived.push((by.clone(), letters(of))),
            ("eq", sides) => {
                let mut plain = true;
                t.walk(&mut |t| plain &= !matches!(name(t), "diff" | "pdiff" | "prime" | "call"));
                // `y = ax^2` says what `y` is, and nothing of `a`.
                let named = sides.iter().find_map(|side| side.op.as_symbol());
                equations.extend(plain.then(|| (letters(t), named)));
            }
            _ => {}
        });
        for (by, inside) in derived {
            let Some(moves) = by.op.as_symbol() else {
                continue;
            };
            let tying = equations.iter().filter(|(found, _)| found.contains(&moves));
            for (equation, named) in tying {
                let tied = equation.intersection(&inside).filter(|s| {
                    **s != moves && named.is_none_or(|named| named == moves || named == **s)
                });
                tied.for_each(|letter| self.mark(*letter, names(&by)));
            }
        }
    }

    fn mark(&mut self, letter: u32, by: Names) {
        *self.found.entry(letter).or_default() |= by;
    }

    /// Notes the letters that are integrated without what they depend on; what is integrated by the same
    /// name within, `\int Q e^{\int P \,dx} \,dx`, says nothing of the rest.
    fn integrand(&mut self, by: &Term, of: &Term, inner: &dyn Fn(&Term) -> bool) {
        fn walk(t: &Term, inner: &dyn Fn(&Term) -> bool, see: &mut dyn FnMut(&Term)) {
            if !inner(t) {
                see(t);
                t.args.iter().for_each(|arg| walk(arg, inner, see));
            }
        }
        let (mut letters, mut written) = (Vec::new(), false);
        walk(of, inner, &mut |part| {
            written |= part.op == by.op;
            letters.extend(part.op.as_symbol());
        });
        if !written {
            self.unsaid.push((names(by), letters));
        }
    }

    /// Notes that something varies with a name: some letter in it does, where it is not written.
    fn over(&mut self, by: &Term, of: &Term) {
        let (mut letters, mut written) = (Vec::new(), false);
        of.walk(&mut |part| {
            written |= part.op == by.op;
            letters.extend(part.op.as_symbol());
        });
        if !written {
            self.unsaid.push((names(by), letters));
        }
    }
}

/// The bits of all names in a term; a bound name is not told from others.
fn names(term: &Term) -> Names {
    let mut all = 0;
    term.walk(&mut |part| {
        all |= match part.op.head() {
            Head::Slot(_) => SLOTS,
            _ => name_bit(part.op),
        };
    });
    all
}

/// The letter that a term is, with its indices.
fn letter(term: &Term, vocabulary: &Vocabulary) -> Option<u32> {
    let indexed = |op: Op| {
        vocabulary
            .operator(op)
            .is_some_and(|o| matches!(o.name.as_str(), "idx" | "up"))
    };
    match term.op.as_symbol() {
        Some(index) => Some(index),
        None if indexed(term.op) => letter(term.args.first()?, vocabulary),
        None => None,
    }
}
