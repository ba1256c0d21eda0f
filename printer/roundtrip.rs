//! What a notation prints of generated terms, and whether it reads back.

use std::collections::BTreeSet;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::forest::Forest;
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::pattern::Pattern;
use mamut_engine::readback::{Original, under};
use mamut_engine::rules::{Notation, RuleSet};
use mamut_engine::sexpr;
use mamut_engine::soundness::sample;
use mamut_engine::symbols::{Names, Plan};
use mamut_engine::term::Term;

use crate::{Choice, Options, Printer, Versions};

/// So many versions of each term are looked at.
const VERSIONS: usize = 16;

/// How often a term is drawn for each one that is wanted.
const TRIES: usize = 8;

/// A form of a notation on a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The id of the form.
    pub form: String,
    /// The term, as an S-expression.
    pub term: String,
    /// What is written.
    pub text: String,
    /// Whether some formula is read as the term; others are only generated, and may be such as no
    /// reader makes.
    pub natural: bool,
    /// What that is read as, as an S-expression, when it is another term.
    pub otherwise: Option<String>,
    /// The first thing the reader complained about.
    pub complaint: Option<String>,
}

/// What is needed to write and read back.
pub struct Bench<'b> {
    /// The rules.
    pub rules: &'b RuleSet,
    /// Their printer.
    pub printer: &'b Printer<'b>,
    /// Their reader.
    pub reader: &'b Reader<'b>,
    /// Formulas that were read: those that have what a notation writes are written in its forms.
    pub corpus: &'b [Formula],
}

/// Terms that a notation prints, at most so many; a function of the notation and the key.
pub fn terms(notation: &Notation, rules: &RuleSet, number: usize, key: Key) -> Vec<(Term, Atoms)> {
    let mut draws = key.named(&notation.id).draws();
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for _ in 0..number * TRIES {
        if found.len() == number {
            break;
        }
        let drawn = sample(
            &notation.print,
            &notation.vars,
            &rules.vocabulary,
            &mut draws,
        );
        if let Some((term, atoms)) = drawn
            && seen.insert(sexpr::write(&term, &rules.vocabulary, &atoms))
        {
            found.push((term, atoms));
        }
    }
    found
}

/// Writes formulas of the corpus and generated terms in the forms of a notation, and reads them
/// back; at most so many of each.
pub fn written(notation: &Notation, bench: &Bench<'_>, number: usize, key: Key) -> Vec<Written> {
    let mut found = Vec::new();
    let mut others = Vec::new();
    let root = match &notation.print {
        Pattern::Node(op, _) => Some(*op),
        _ => None,
    };
    let holds = |formula: &&Formula| {
        let mut holds = root.is_none();
        formula.term.walk(&mut |t| holds |= Some(t.op) == root);
        holds && formula.complaints.is_empty()
    };
    let mut used = 0;
    for formula in bench.corpus.iter().filter(holds) {
        let before = found.len();
        let term = Subject::new(&formula.term, &formula.atoms, bench.rules);
        of_term(notation, &term, true, bench, &mut found, &mut others);
        used += usize::from(found.len() > before);
        if used >= number {
            break;
        }
    }
    others.clear();
    for (term, atoms) in terms(notation, bench.rules, number, key) {
        let term = Subject::new(&term, &atoms, bench.rules);
        of_term(notation, &term, false, bench, &mut found, &mut others);
    }
    // What generated terms are read as are terms that a reader makes.
    let mut seen = BTreeSet::new();
    for formula in std::mem::take(&mut others) {
        let write = sexpr::write(&formula.term, &bench.rules.vocabulary, &formula.atoms);
        if seen.len() < number && seen.insert(write) {
            let term = Subject::new(&formula.term, &formula.atoms, bench.rules);
            of_term(notation, &term, true, bench, &mut found, &mut others);
        }
    }
    found
}

/// A term that is written, and read back.
pub(crate) struct Subject<'s> {
    term: &'s Term,
    atoms: &'s Atoms,
    forest: Forest,
    names: Names,
}

impl<'s> Subject<'s> {
    pub(crate) fn new(term: &'s Term, atoms: &'s Atoms, rules: &RuleSet) -> Self {
        let forest = Forest::of(term, &rules.vocabulary, atoms);
        Self {
            names: Plan::of(term, atoms, Some(&forest), rules).source_names(),
            term,
            atoms,
            forest,
        }
    }

    /// Whether a text reads back as the term.
    pub(crate) fn is_said_by(&self, text: &str, bench: &Bench<'_>) -> bool {
        let original = Original {
            forest: &self.forest,
            atoms: self.atoms,
            term: None,
        };
        original.is_said_by(text, &self.names, bench.reader, &bench.rules.vocabulary)
    }

    /// Calls `visit` on some ways to write it, with the ids of the forms of each.
    pub(crate) fn write(
        &self,
        bench: &Bench<'_>,
        key: Key,
        mut visit: impl FnMut(&str, &BTreeSet<&str>),
    ) {
        let grammar = bench
            .printer
            .compile(&self.forest, self.atoms, &Options::default());
        let names = self.names.clone();
        let mut versions =
            Versions::new(&grammar, None, names, key, Choice::Weighted).with_forms(true);
        for _ in 0..VERSIONS {
            let Some(version) = versions.next_version() else {
                break;
            };
            let forms = version.trace.forms.iter();
            let forms = forms.map(|form| grammar.form_id(*form)).collect();
            visit(version.text, &forms);
        }
    }
}

/// Writes a term in the forms of a notation, and reads back what is written.
pub(crate) fn of_term(
    notation: &Notation,
    subject: &Subject<'_>,
    natural: bool,
    bench: &Bench<'_>,
    found: &mut Vec<Written>,
    others: &mut Vec<Formula>,
) {
    let vocabulary = &bench.rules.vocabulary;
    let (term, atoms) = (subject.term, subject.atoms);
    let key = Key::seed(0).named(&notation.id);
    subject.write(bench, key, |text, forms| {
        let own = |form: &&str| notation.forms.iter().any(|own| own.id == *form);
        let forms: Vec<&str> = forms.iter().copied().filter(own).collect();
        if forms.is_empty() {
            return;
        }
        let right = subject.is_said_by(text, bench);
        let (mut otherwise, mut complaint) = (None, None);
        if !right {
            let read = bench.reader.read_with(text, under(atoms, &subject.names));
            otherwise = Some(sexpr::write(&read.term, vocabulary, &read.atoms));
            complaint = read.complaints.first().map(|c| c.message.clone());
            if complaint.is_none() {
                others.push(read);
            }
        }
        for form in forms {
            found.push(Written {
                form: form.to_owned(),
                term: sexpr::write(term, vocabulary, atoms),
                text: text.to_owned(),
                natural: natural || right,
                otherwise: otherwise.clone(),
                complaint: complaint.clone(),
            });
        }
    });
}

/// Up to so many prints of each of some terms, with the terms: what a snapshot holds.
pub fn prints(
    notation: &Notation,
    rules: &RuleSet,
    printer: &Printer<'_>,
    (number, most): (usize, usize),
    key: Key,
) -> Vec<(String, Vec<String>)> {
    let vocabulary = &rules.vocabulary;
    let each = terms(notation, rules, number, key).into_iter();
    each.map(|(term, atoms)| {
        let forest = Forest::of(&term, vocabulary, &atoms);
        let grammar = printer.compile(&forest, &atoms, &Options::default());
        let names = Plan::of(&term, &atoms, Some(&forest), rules).source_names();
        let mut versions = Versions::new(&grammar, None, names, key, Choice::All);
        let mut texts = Vec::new();
        while texts.len() < most
            && let Some(version) = versions.next_version()
        {
            texts.push(version.text.to_owned());
        }
        (sexpr::write(&term, vocabulary, &atoms), texts)
    })
    .collect()
}

/// How the forms of a notation do: of the terms that are natural where there are such.
#[derive(Clone, Debug, Default)]
pub struct Fate<'w> {
    /// Prints that count.
    pub all: Vec<&'w Written>,
    /// Those of them that read as something else.
    pub wrong: usize,
}

impl<'w> Fate<'w> {
    /// What is to be said of a form.
    pub fn of(form: &str, written: &'w [Written]) -> Self {
        let mut all: Vec<&Written> = written.iter().filter(|w| w.form == form).collect();
        if all.iter().any(|w| w.natural) {
            all.retain(|w| w.natural);
        }
        let wrong = all.iter().filter(|w| w.otherwise.is_some()).count();
        Self { all, wrong }
    }
    /// Whether more of its prints read as something else than as what they should.
    pub fn fails(&self) -> bool {
        2 * self.wrong > self.all.len()
    }
    /// The shortest print that shows it.
    pub fn shown(&self) -> Option<&'w Written> {
        let fails = self.fails();
        let fit = self.all.iter().filter(|w| w.otherwise.is_some() == fails);
        fit.min_by_key(|w| (w.text.len(), &w.text)).copied()
    }
}
