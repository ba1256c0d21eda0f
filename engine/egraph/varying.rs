//! Letters that vary though they are written without what they depend on: what is differentiated
//! somewhere in a statement is no constant in the rest of it.

use super::facts::{Names, SLOTS, name_bit};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;
use std::collections::BTreeMap;

/// What the symbols of a statement vary with.
pub(crate) type Varying = BTreeMap<u32, Names>;

/// Everything.
const ALL: Names = !0;

/// The names of letters with dots over them begin so.
const DOTTED: &[&str] = &[r"\dot{", r"\ddot{", r"\dddot{"];

#[derive(Default)]
struct Gatherer {
    found: Varying,
    /// Names, and the letters of something that varies with them without holding them.
    unsaid: Vec<(Names, Vec<u32>)>,
}

/// Finds the letters that vary in a statement.
pub(crate) fn varying(term: &Term, vocabulary: &Vocabulary) -> Varying {
    let mut gatherer = Gatherer::default();
    gatherer.visit(term, vocabulary);
    let Gatherer { mut found, unsaid } = gatherer;
    // `\frac{d}{dt} (m v)` beside `\frac{dv}{dt}` says nothing of `m`.
    let known = found.clone();
    for (names, letters) in unsaid {
        let varies = |s: &u32| known.get(s).is_some_and(|by| by & names != 0);
        if !letters.iter().any(varies) {
            for letter in letters {
                *found.entry(letter).or_default() |= names;
            }
        }
    }
    found
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
        let name = |t: &Term| vocabulary.operator(t.op).map_or("", |o| o.name.as_str());
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
            ("int", [by, of]) => self.over(by, of),
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

    fn mark(&mut self, letter: u32, by: Names) {
        *self.found.entry(letter).or_default() |= by;
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
