//! Words that say something of a number, `n even`, `if n is odd`, or that there is one: `n = 2k \text{ for some } k \in
//! \mathbb{Z}`.

use super::form::{is_prop, name, node};
use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// Words that say nothing by themselves.
const EMPTY: &[&str] = &[
    "a", "an", "and", "are", "be", "for", "if", "is", "when", "where",
];

/// Words that begin what a statement follows from.
const REASONS: &[&str] = &[
    "after", "by", "from", "since", "using", "via", "because", "applying", "nach", "wegen", "par",
    "d",
];

/// Words that end the name of what a statement follows from.
const NAMED: &[&str] = &[
    "definition",
    "formula",
    "hypothesis",
    "identity",
    "identities",
    "inequality",
    "law",
    "lemma",
    "linearity",
    "parts",
    "property",
    "rule",
    "substitution",
    "symmetry",
    "theorem",
];

/// The term with statements in the place of words that make them; other words stay.
pub(super) fn meant(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Term {
    term.map(&mut |t| match worded(&t, vocabulary) {
        true => said(&t, atoms, vocabulary).unwrap_or(t),
        false => t,
    })
}

/// Whether words stand in a term, which say what they mean or nothing.
pub(super) fn worded(term: &Term, vocabulary: &Vocabulary) -> bool {
    matches!(name(term, vocabulary), "text" | "says" | "phrase")
}

/// Whether words, or a statement among them, may say something: signs without partners beside a number
/// do not.
pub(super) fn say(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> bool {
    name(term, vocabulary) != "text"
        || term.args.iter().any(|part| {
            is_prop(part, vocabulary)
                || worded(part, vocabulary)
                || spoken(part, atoms).is_some_and(|words| !words.is_empty())
        })
}

fn said(text: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let mut words: Vec<String> = Vec::new();
    let mut things = Vec::new();
    for part in text.args.iter() {
        match spoken(part, atoms) {
            Some(said) => words.extend(said),
            None => things.push(part),
        }
    }
    if let [statement, declared] = things[..]
        && words == ["for", "some"]
        && is_prop(statement, vocabulary)
        && matches!(name(declared, vocabulary), "in" | "gt" | "ge" | "lt" | "le")
    {
        let parts = vec![declared.clone(), statement.clone()];
        return Some(node("exists", parts, vocabulary));
    }
    let [thing] = things[..] else { return None };
    if name(thing, vocabulary) == "list" && !words.is_empty() {
        return each(text, thing, atoms, vocabulary);
    }
    if words.is_empty() || is_prop(thing, vocabulary) && words.iter().all(|w| w == "if") {
        return Some(thing.clone());
    }
    if is_prop(thing, vocabulary) {
        let first = text.args.first() == Some(thing);
        return (first && is_reason(&words)).then(|| thing.clone());
    }
    words.retain(|w| !EMPTY.contains(&w.as_str()));
    if let Some(("not", rest)) = words
        .split_first()
        .map(|(first, rest)| (first.as_str(), rest))
        && !rest.is_empty()
    {
        let plain = property(&rest.join(" "), thing, vocabulary)?;
        return Some(node("not", vec![plain], vocabulary));
    }
    property(&words.join(" "), thing, vocabulary)
}

/// The statement that words behind it say nothing of than what it follows from.
pub(super) fn reasoned(term: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let stated = term.args.first()?;
    let reasoned = name(term, vocabulary) == "text" && is_prop(stated, vocabulary);
    said(term, atoms, vocabulary).filter(|found| reasoned && found == stated)
}

/// Whether words say what a statement follows from: `\text{by parts}`, `\text{addition formula}`.
fn is_reason(words: &[String]) -> bool {
    let denied = words
        .iter()
        .any(|w| matches!(w.as_str(), "not" | "no" | "if" | "is" | "are"));
    let begins = words.first().is_some_and(|w| REASONS.contains(&w.as_str()));
    let ends = words.last().is_some_and(|w| NAMED.contains(&w.as_str()));
    !denied && (begins || ends)
}

/// What words say of several things, if they say it of each: `m, n \text{ are even}`.
fn each(text: &Term, things: &Term, atoms: &Atoms, vocabulary: &Vocabulary) -> Option<Term> {
    let mut all = Vec::new();
    for thing in things.args.iter() {
        let mut one = text.clone();
        one.args = text
            .args
            .iter()
            .map(|part| if part == things { thing } else { part })
            .cloned()
            .collect();
        all.push(said(&one, atoms, vocabulary)?);
    }
    Some(node("and", all, vocabulary))
}

/// A property of a thing as a statement.
fn property(word: &str, thing: &Term, vocabulary: &Vocabulary) -> Option<Term> {
    let number = |n| Term::leaf(Op::integer(n));
    let relation = |sign: &str, a: Term, b: Term| node(sign, vec![a, b], vocabulary);
    let member = |set: &str| {
        let set = Term::leaf(vocabulary.find(set)?);
        Some(relation("in", thing.clone(), set))
    };
    let even = relation("divides", number(2), thing.clone());
    match word {
        "even" => Some(even),
        "odd" => Some(node("not", vec![even], vocabulary)),
        "positive" => Some(relation("gt", thing.clone(), number(0))),
        "negative" => Some(relation("lt", thing.clone(), number(0))),
        "nonnegative" | "non negative" => Some(relation("ge", thing.clone(), number(0))),
        "integer" => member("ZZ"),
        "prime" => member("PP"),
        "rational" => member("QQ"),
        "irrational" => member("QQ").map(|t| node("not", vec![t], vocabulary)),
        "real" => member("RR"),
        _ => None,
    }
}

/// The words of a piece of text; `None` when it is none.
pub(super) fn spoken(term: &Term, atoms: &Atoms) -> Option<Vec<String>> {
    let Head::Symbol(s) = term.op.head() else {
        return None;
    };
    let label = atoms.symbols.get(s as usize)?.name.as_str();
    let (command, rest) = label.split_once('{')?;
    let textual = [
        "\\text", "\\mbox", "\\hbox", "\\textrm", "\\textit", "\\textup",
    ];
    if !textual.contains(&command.trim()) {
        return None;
    }
    let words = rest.split(|c: char| !c.is_alphabetic());
    let words = words.filter(|w| !w.is_empty()).map(str::to_lowercase);
    Some(words.collect())
}
