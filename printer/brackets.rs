//! Whether the levels of a form ask for all brackets that it needs.
//!
//! A form that reads back over symbols alone is tried with an operand of each level in each of its
//! places, and as an operand of operators of each level: where nothing of what it writes then
//! reads back, a hole or the form itself claims to bind more strongly than it does.

use std::collections::BTreeSet;

use mamut_engine::atoms::{Atoms, Shown, Symbol};
use mamut_engine::choice::Key;
use mamut_engine::rules::Notation;
use mamut_engine::sexpr;
use mamut_engine::soundness::{name, plain};
use mamut_engine::term::{Head, Op, Term};
use mamut_engine::vocabulary::{Kind, ReadForm, Vocabulary};

use crate::roundtrip::{Bench, Subject, Written, of_term};

/// How often an instance of a notation over symbols is drawn: its signatures differ in kinds.
const DRAWS: usize = 24;

/// So many instances of a notation are looked at.
const INSTANCES: usize = 3;

/// On which side of a form brackets are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Around an operand: a hole asks for too low a level.
    Inside,
    /// Around the form: its own level is too high.
    Outside,
}

/// What a form writes without the brackets that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unbracketed {
    /// Where they are missing.
    pub side: Side,
    /// The operator of the operand, or that whose operand the form is.
    pub operator: String,
    /// What is written, and as what it is read.
    pub written: Written,
}

/// Operators over fresh symbols, one for each level and kind of result, that read back.
#[derive(Clone, Debug)]
pub struct Operands {
    all: Vec<Operand>,
}

#[derive(Clone, Debug)]
struct Operand {
    op: Op,
    kinds: [Kind; 2],
    result: Kind,
    /// Whether it writes its operands with the brackets that they need.
    outer: bool,
    /// Whether its own level makes others write it with the brackets that it needs.
    inner: bool,
}

impl Operands {
    /// The operators between operands that the vocabulary declares first for their levels.
    pub fn of(bench: &Bench<'_>) -> Self {
        let mut all = declared(&bench.rules.vocabulary);
        let lacking: Vec<BTreeSet<Op>> = all.iter().map(|op| op.lacking(&all, bench)).collect();
        // One operator whose level is too high fails in every other; the others are not to blame.
        for (operand, lacking) in all.iter_mut().zip(&lacking) {
            operand.outer = lacking.len() <= 1;
        }
        let failed: BTreeSet<Op> = all
            .iter()
            .zip(lacking)
            .filter(|(operand, _)| operand.outer)
            .flat_map(|(_, lacking)| lacking)
            .collect();
        for operand in &mut all {
            operand.inner = !failed.contains(&operand.op);
        }
        Self { all }
    }
}

fn declared(vocabulary: &Vocabulary) -> Vec<Operand> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    let infix = vocabulary.reads.iter().filter_map(|read| match &read.form {
        ReadForm::Infix { op, level, .. } => Some((*op, *level)),
        _ => None,
    });
    // A power is written by a script, not by a sign between its operands.
    let power = vocabulary.find("pow").zip(vocabulary.level("power"));
    for (op, level) in infix.chain(power) {
        let Some(operator) = vocabulary.operator(op) else {
            continue;
        };
        for signature in &operator.signatures {
            let (Some(a), Some(b)) = (signature.arg(0), signature.arg(1)) else {
                continue;
            };
            if signature.takes(2)
                && ![a, b, signature.result].contains(&Kind::Any)
                && seen.insert((level, signature.result))
            {
                all.push(Operand {
                    op,
                    kinds: [a, b],
                    result: signature.result,
                    outer: true,
                    inner: true,
                });
            }
        }
    }
    all
}

impl Operand {
    /// It over fresh symbols.
    fn plain(&self, atoms: &mut Atoms) -> Term {
        Term::new(self.op, self.kinds.map(|kind| fresh(kind, atoms)).into())
    }

    /// The operators that it writes without the brackets that they need.
    fn lacking(&self, all: &[Self], bench: &Bench<'_>) -> BTreeSet<Op> {
        let mut atoms = Atoms::default();
        let term = self.plain(&mut atoms);
        name(&mut atoms);
        let composed = composed(&term, &atoms, all, &bench.rules.vocabulary);
        let inside = composed.iter().filter(|c| c.side == Side::Inside);
        let lacking = inside.filter(|composed| {
            let whole = Subject::new(&composed.term, &composed.atoms, bench.rules);
            let mut wrong = Vec::new();
            whole.write(bench, Key::seed(0), |text, _| {
                if !whole.is_said_by(text, bench) {
                    wrong.push(text.to_owned());
                }
            });
            let operand = composed.texts(bench);
            wrong
                .iter()
                .any(|text| mends(text, &operand, &whole, bench))
        });
        lacking.map(|composed| composed.op).collect()
    }
}

/// The places of the forms of a notation that lack brackets, one for each form and side; a function
/// of the notation and the key.
pub fn unbracketed(
    notation: &Notation,
    bench: &Bench<'_>,
    operands: &Operands,
    key: Key,
) -> Vec<Unbracketed> {
    let vocabulary = &bench.rules.vocabulary;
    let mut found: Vec<Unbracketed> = Vec::new();
    for (term, atoms) in smallest(notation, vocabulary, key) {
        let prints = prints(notation, &Subject::new(&term, &atoms, bench.rules), bench);
        let good: BTreeSet<&str> = prints
            .iter()
            .map(|print| print.form.as_str())
            .filter(|form| outcome(form, &prints) == Outcome::Right)
            .collect();
        for composed in composed(&term, &atoms, &operands.all, vocabulary) {
            let whole = Subject::new(&composed.term, &composed.atoms, bench.rules);
            let prints = self::prints(notation, &whole, bench);
            for form in &good {
                let known = |u: &Unbracketed| u.side == composed.side && u.written.form == *form;
                if outcome(form, &prints) == Outcome::Wrong
                    && !found.iter().any(known)
                    && let Some(shown) = composed.mended(form, &prints, &whole, bench)
                {
                    let operator = vocabulary.operator(composed.op);
                    found.push(Unbracketed {
                        side: composed.side,
                        operator: operator.map(|o| o.name.clone()).unwrap_or_default(),
                        written: shown.clone(),
                    });
                }
            }
        }
    }
    found
}

/// The smallest of some instances of a notation: those that have nothing but it and symbols.
fn smallest(notation: &Notation, vocabulary: &Vocabulary, key: Key) -> Vec<(Term, Atoms)> {
    let mut draws = key.named(&notation.id).draws();
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for _ in 0..DRAWS {
        let drawn = plain(&notation.print, &notation.vars, vocabulary, &mut draws);
        if let Some((term, atoms)) = drawn
            && seen.insert(sexpr::write(&term, vocabulary, &atoms))
        {
            all.push((term, atoms));
        }
    }
    let least = all.iter().map(|(term, _)| term.size()).min();
    all.retain(|(term, _)| Some(term.size()) == least);
    all.truncate(INSTANCES);
    all
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// Not written, or sometimes right and sometimes not.
    Open,
    Right,
    Wrong,
}

fn outcome(form: &str, prints: &[Written]) -> Outcome {
    let of = || prints.iter().filter(|p| p.form == form);
    let right = of().filter(|p| p.otherwise.is_none()).count();
    match (right, of().count()) {
        (0, 0) => Outcome::Open,
        (0, _) => Outcome::Wrong,
        (right, all) if right == all => Outcome::Right,
        _ => Outcome::Open,
    }
}

fn prints(notation: &Notation, subject: &Subject<'_>, bench: &Bench<'_>) -> Vec<Written> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    of_term(notation, subject, true, bench, &mut found, &mut others);
    found
}

/// A form and an operator, one as an operand of the other.
struct Composed {
    side: Side,
    op: Op,
    term: Term,
    /// The operand.
    inner: Term,
    atoms: Atoms,
}

impl Composed {
    /// The shortest print in a form that reads back once its operand stands in brackets: what is
    /// misread for another reason lacks none.
    fn mended<'w>(
        &self,
        form: &str,
        prints: &'w [Written],
        whole: &Subject<'_>,
        bench: &Bench<'_>,
    ) -> Option<&'w Written> {
        let texts = self.texts(bench);
        let of = prints.iter().filter(|p| p.form == form);
        of.filter(|print| mends(&print.text, &texts, whole, bench))
            .min_by_key(|p| (p.text.len(), &p.text))
    }

    /// What is written of the operand.
    fn texts(&self, bench: &Bench<'_>) -> BTreeSet<String> {
        let mut texts = BTreeSet::new();
        let operand = Subject::new(&self.inner, &self.atoms, bench.rules);
        operand.write(bench, Key::seed(0), |text, _| {
            texts.insert(text.to_owned());
        });
        texts
    }
}

/// Whether a text reads back as a whole once one of these parts of it stands in brackets.
fn mends(text: &str, parts: &BTreeSet<String>, whole: &Subject<'_>, bench: &Bench<'_>) -> bool {
    let mut places = parts
        .iter()
        .flat_map(|part| text.match_indices(part.as_str()));
    places.any(|(start, part)| {
        let (before, after) = (&text[..start], &text[start + part.len()..]);
        whole.is_said_by(&format!("{before}({part}){after}"), bench)
    })
}

/// A term over symbols with each symbol replaced by each operand, and as each operand.
fn composed(
    term: &Term,
    atoms: &Atoms,
    operands: &[Operand],
    vocabulary: &Vocabulary,
) -> Vec<Composed> {
    let mut all = Vec::new();
    for operand in operands {
        let mut there = false;
        term.walk(&mut |t| there |= t.op == operand.op);
        if there {
            continue;
        }
        let mut push = |side, term, inner, mut atoms| {
            name(&mut atoms);
            all.push(Composed {
                side,
                op: operand.op,
                term,
                inner,
                atoms,
            });
        };
        for symbol in 0..atoms.symbols.len() as u32 {
            if operand.inner && atoms.symbols[symbol as usize].kind == operand.result {
                let mut atoms = atoms.clone();
                let inner = operand.plain(&mut atoms);
                let term = term.map(&mut |t| match t.op.head() {
                    Head::Symbol(s) if s == symbol => inner.clone(),
                    _ => t,
                });
                push(Side::Inside, term, inner, atoms);
            }
        }
        for place in 0..2 {
            if operand.outer && operand.kinds[place] == vocabulary.kind(term, atoms) {
                let mut atoms = atoms.clone();
                let mut args = vec![term.clone(), fresh(operand.kinds[1 - place], &mut atoms)];
                args.rotate_left(place);
                push(
                    Side::Outside,
                    Term::new(operand.op, args),
                    term.clone(),
                    atoms,
                );
            }
        }
    }
    all
}

fn fresh(kind: Kind, atoms: &mut Atoms) -> Term {
    let index = atoms.symbols.len() as u32;
    atoms.symbols.push(Symbol {
        name: String::new(),
        kind,
        protected: false,
        shown: Shown::default(),
    });
    Term::leaf(Op::symbol(index))
}
