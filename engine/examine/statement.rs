//! Versions of identities as statements that can be judged.

use crate::atoms::Atoms;
use crate::corpus::Version;
use crate::diagnostic::{Diagnostic, Severity};
use crate::latex::Reader;
use crate::rules::RuleSet;
use crate::term::{Head, Term};
use crate::text;
use crate::truth::{self, Comparison, Refutation, Refuter, Settings, Verdict};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// How hard to look: a corpus has thousands of statements.
const LOOK: Settings = Settings {
    points: 40,
    seed: 0,
    versions: false,
};

/// A version that has been read.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The formula that says it, with what is assumed as its hypothesis.
    pub term: Term,
    /// The formula as it stands.
    pub bare: Term,
    /// The leaves of both.
    pub atoms: Atoms,
    /// Where the formula stands in the version.
    pub span: Range<usize>,
    /// Which formula of the version it is, from 1.
    pub main: usize,
    /// How many formulas the version has.
    pub formulas: usize,
    /// What was not understood, with places in the version.
    pub complaints: Vec<Diagnostic>,
}

impl Statement {
    /// The first complaint that says that something was not understood.
    pub fn unread(&self) -> Option<&Diagnostic> {
        let doubtful = |d: &&Diagnostic| d.severity > Severity::Note;
        self.complaints.iter().find(doubtful)
    }

    /// What it is worth: under its assumptions, or else as it stands.
    pub fn verdict(&self, rules: &RuleSet) -> Verdict {
        let judge = |term: &Term| {
            truth::check(term, &self.atoms, &rules.vocabulary, LOOK.points, LOOK.seed)
        };
        let verdict = judge(&self.term);
        if self.term == self.bare || decided(&verdict) {
            return verdict;
        }
        let bare = judge(&self.bare);
        if decided(&bare) { bare } else { verdict }
    }

    /// Whether another one says the same.
    pub fn compare(&self, other: &Self, rules: &RuleSet) -> Comparison {
        let compare = |a: &Term, b: &Term| {
            let (a, b) = ((a, &self.atoms), (b, &other.atoms));
            truth::compare(a, b, &rules.vocabulary, LOOK)
        };
        let whole = compare(&self.term, &other.term);
        let assumed = self.term != self.bare || other.term != other.bare;
        // Few points meet both the assumptions and the statement: without them more are found.
        match whole {
            Comparison::Different(_) | Comparison::Alike { .. } => whole,
            _ if assumed => match compare(&self.bare, &other.bare) {
                Comparison::Undecided(_) => self.refuted(other, rules).unwrap_or(whole),
                bare => bare,
            },
            Comparison::Undecided(_) => self.refuted(other, rules).unwrap_or(whole),
            Comparison::Equivalent { .. } => whole,
        }
    }

    /// A difference that one point shows, as this statement holds everywhere.
    fn refuted(&self, other: &Self, rules: &RuleSet) -> Option<Comparison> {
        let refuter = Refuter::new(&self.term, &self.atoms, &rules.vocabulary);
        match refuter.refute(&other.term, &other.atoms) {
            Refutation::Refuted(found) => Some(Comparison::Different(found)),
            Refutation::Equal(_) | Refutation::Unknown(_) => None,
        }
    }

    /// The formula without quantifiers and hypotheses, in which symbols are numbered in order of
    /// appearance.
    pub fn shape(&self, rules: &RuleSet) -> String {
        shape(conclusion(&self.bare, rules), rules)
    }
}

/// Whether a verdict is one that a true version may have.
pub fn decided(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Valid { .. } | Verdict::Contingent { .. })
}

/// Reads a version; none when it is a text in which no formula says anything.
///
/// Of a text the statement is the formula that the version names, or else the last one of those
/// with one of the `shapes`, or else the largest one.
pub fn read(
    version: &Version,
    shapes: &[String],
    reader: &Reader<'_>,
    rules: &RuleSet,
) -> Option<Statement> {
    if !version.is_text && version.declare.is_empty() {
        let formula = reader.read(&version.source);
        return Some(Statement {
            bare: formula.term.clone(),
            term: formula.term,
            atoms: formula.atoms,
            span: 0..version.source.len(),
            main: 1,
            formulas: 1,
            complaints: formula.complaints,
        });
    }
    let (before, whole) = match (version.is_text, version.declare.as_str()) {
        (true, "") => (0, version.source.clone()),
        (true, words) => (words.len() + 2, format!("{words}. {}", version.source)),
        (false, words) => (words.len() + 3, format!("{words}: ${}$", version.source)),
    };
    let document = text::read(&whole, reader, rules);
    let own: Vec<_> = document
        .passages
        .iter()
        .filter(|p| p.span.start >= before)
        .collect();
    let said = |p: &&&text::Passage| truth::is_statement(&p.term, &rules.vocabulary);
    let shaped = |p: &&&text::Passage| shapes.contains(&shape(conclusion(&p.term, rules), rules));
    let named = version.main.and_then(|n| own.get(n.checked_sub(1)?));
    let main = named
        .or_else(|| own.iter().filter(said).rfind(shaped))
        .or_else(|| own.iter().filter(said).max_by_key(|p| size(&p.term)))
        .or_else(|| own.first().filter(|_| !version.is_text))?;
    let at = own.iter().position(|p| p.span == main.span).unwrap_or(0);
    let mut atoms = document.atoms.clone();
    atoms.slot_names.clone_from(&main.slot_names);
    let mut complaints = document.complaints;
    for label in complaints.iter_mut().flat_map(|c| &mut c.labels) {
        label.span = label.span.start.saturating_sub(before)..label.span.end.saturating_sub(before);
    }
    Some(Statement {
        term: under(&document.given, &main.term, rules),
        bare: main.term.clone(),
        atoms,
        span: main.span.start - before..main.span.end.saturating_sub(before),
        main: at + 1,
        formulas: own.len(),
        complaints,
    })
}

/// A statement with what is given about its symbols as its hypothesis.
fn under(given: &[Term], term: &Term, rules: &RuleSet) -> Term {
    let vocabulary = &rules.vocabulary;
    let (Some(implies), Some(comma)) = (vocabulary.find("implies"), vocabulary.find("comma"))
    else {
        return term.clone();
    };
    let mut symbols = Vec::new();
    term.walk(&mut |t| symbols.extend(symbol(t)));
    let about = |g: &&Term| {
        let mut known = true;
        g.walk(&mut |t| known &= symbol(t).is_none_or(|s| symbols.contains(&s)));
        known
    };
    let mut premises: Vec<Term> = given.iter().filter(about).cloned().collect();
    // What is quantified says itself what its symbols are.
    if premises.is_empty()
        || vocabulary
            .operator(term.op)
            .is_some_and(|o| o.name == "forall")
    {
        return term.clone();
    }
    let mut body = term.clone();
    if let (true, [hypothesis, conclusion]) = (term.op == implies, &*term.args) {
        if hypothesis.op == comma {
            premises.extend(hypothesis.args.iter().cloned());
        } else {
            premises.push(hypothesis.clone());
        }
        body = conclusion.clone();
    }
    let hypothesis = match premises.len() {
        1 => premises.remove(0),
        _ => Term::new(comma, premises),
    };
    Term::new(implies, vec![hypothesis, body])
}

fn symbol(term: &Term) -> Option<u32> {
    match term.op.head() {
        Head::Symbol(index) => Some(index),
        _ => None,
    }
}

fn size(term: &Term) -> usize {
    let mut size = 0;
    term.walk(&mut |_| size += 1);
    size
}

/// What a statement says without its quantifiers and hypotheses.
fn conclusion<'t>(term: &'t Term, rules: &RuleSet) -> &'t Term {
    let mut here = term;
    while let Some(operator) = rules.vocabulary.operator(here.op) {
        match (operator.name.as_str(), here.args.last()) {
            ("forall" | "implies", Some(last)) => here = last,
            _ => break,
        }
    }
    here
}

fn shape(term: &Term, rules: &RuleSet) -> String {
    let (mut numbers, mut text) = (BTreeMap::new(), String::new());
    // Writing to a string cannot fail.
    term.walk(&mut |t| {
        let _ = match symbol(t) {
            Some(index) => {
                let next = numbers.len();
                let number = *numbers.entry(index).or_insert(next);
                write!(text, "?{number} ")
            }
            None => {
                let operator = rules.vocabulary.operator(t.op);
                let name = operator.map(|o| o.name.as_str());
                match name {
                    Some(name) => write!(text, "({name} {} ", t.args.len()),
                    None => write!(text, "{:?} ", t.op),
                }
            }
        };
    });
    text
}
