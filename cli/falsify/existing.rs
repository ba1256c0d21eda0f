//! What a sentence says of something that exists: "for every $\varepsilon > 0$ there is an $N$ such that
//! $|a_n - a| < \varepsilon$ for all $n \ge N$". A formula in it is true of some things and not of others, whatever is
//! changed in it: at a point it tells nothing of the sentence.

use std::collections::BTreeSet;

use mamut_engine::phrases::{Lexicon, Phrases, Tells};
use mamut_engine::rules::RuleSet;
use mamut_engine::term::{Head, Term};
use mamut_engine::text::{Document, Part};
use mamut_engine::vocabulary::Vocabulary;

use super::roles::is_leading;
use super::sentence::{FORMULA, Sentence, words};
use super::values::is_closed;

/// Whether a formula of a text stands in what is said of something that exists.
pub(super) fn is_of_existing(document: &Document, passage: usize, lexicon: &Lexicon) -> bool {
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return false;
    };
    let for_some = &lexicon[Tells::ForSome];
    let some = for_some
        .iter()
        .filter_map(|phrase| behind.find(phrase))
        .min();
    let under = |between: &str| words(between).any(|word| lexicon[Tells::Under].has(word));
    if some.is_some_and(|at| !under(&behind[..at]) && !goes_on(&behind[..at], lexicon)) {
        return true;
    }
    let behind_last = |phrases: &Phrases| {
        let ends = phrases
            .iter()
            .filter_map(|phrase| before.rfind(phrase).map(|at| at + phrase.len()));
        ends.max().map(|at| &before[at..])
    };
    behind_last(for_some).is_some_and(|between| !goes_on(between, lexicon))
        || behind_last(&lexicon[Tells::Exists])
            .is_some_and(|between| reaches(between, false, lexicon))
        || behind_last(&lexicon[Tells::Has]).is_some_and(|between| reaches(between, true, lexicon))
}

/// Whether a formula that stands in what is said of something that exists bounds what this is not in by a positive
/// letter that may be any: "for every $\varepsilon > 0$ there is an $N$ such that $|a_n - a| < \varepsilon$ for all $n
/// \ge N$". What is bounded so for some is not beyond that bound for others.
pub(super) fn is_bound(document: &Document, passage: usize, rules: &RuleSet) -> bool {
    let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
    let term = match document.passages.get(passage) {
        Some(passage) => &passage.term,
        None => return false,
    };
    let ("lt" | "le" | "gt" | "ge", [one, other]) = (vocabulary.name(term.op), &*term.args) else {
        return false;
    };
    let positive = |t: &Term| {
        let above_zero = |given: &Term| match (vocabulary.name(given.op), &*given.args) {
            ("gt", [of, zero]) | ("lt", [zero, of]) => {
                of == t && zero.op.head() == Head::Integer(0)
            }
            _ => false,
        };
        matches!(t.op.head(), Head::Symbol(_)) && document.given.iter().any(above_zero)
    };
    let Some(bounded) = (match [positive(one), positive(other)] {
        [false, true] => Some(one),
        [true, false] => Some(other),
        _ => None,
    }) else {
        return false;
    };
    let Some(Sentence { before, start, .. }) = Sentence::around(document, passage) else {
        return false;
    };
    let other_ways = [Tells::ForSome, Tells::Has]
        .iter()
        .any(|tells| lexicon[*tells].iter().any(|phrase| before.contains(phrase)));
    let exists = lexicon[Tells::Exists].iter().filter_map(|phrase| {
        let at = before.find(phrase)?;
        Some(at + phrase.len())
    });
    let Some(end) = exists.min().filter(|_| !other_ways) else {
        return false;
    };
    let any = |said: &str| words(said).any(|word| lexicon[Tells::Any].has(word));
    let exist = document.passages[..passage].iter();
    let mut exist = exist.filter(|p| p.span.start >= start + end);
    let apart = |t: &Term| !shares(t, bounded);
    any(&before[..end]) && exist.next().is_some_and(|p| apart(&p.term))
}

/// Whether two terms have a letter in common.
fn shares(one: &Term, other: &Term) -> bool {
    let letters = |term: &Term| {
        let mut found = BTreeSet::new();
        term.walk(&mut |t| {
            if let Head::Symbol(symbol) = t.op.head() {
                found.insert(symbol);
            }
        });
        found
    };
    !letters(one).is_disjoint(&letters(other))
}

/// Whether a formula says what something is that others could be as well: "a normal vector is $n = (1, 2, -1)$",
/// "one solution of $x^2 \equiv 2 \pmod 7$ is $x = 3$", "$v_1 = (1, 1, 0)$ and $v_2 = (0, 1, 1)$ form a basis".
pub(super) fn is_one_of_several(document: &Document, passage: usize, rules: &RuleSet) -> bool {
    let (vocabulary, lexicon) = (&rules.vocabulary, &rules.symbols.lexicon);
    let Some(value) = document
        .passages
        .get(passage)
        .and_then(|p| value(&p.term, vocabulary))
    else {
        return false;
    };
    let Some(Sentence { before, behind, .. }) = Sentence::around(document, passage) else {
        return false;
    };
    let said: Vec<&str> = words(&before).collect();
    let Some((verb, subject)) = said.split_last() else {
        return false;
    };
    // What begins the clause: "hence a solution is", "and one root is".
    let begins = |at: usize| {
        at == 0
            || subject
                .get(at - 1)
                .is_some_and(|w| is_leading(w, lexicon) || matches!(*w, "," | ":" | ";" | "and"))
    };
    let article = |at: usize| lexicon[Tells::OneOfSeveral].has(subject[at]);
    let named =
        lexicon[Tells::Is].has(verb) && (0..subject.len()).any(|at| begins(at) && article(at));
    let row = |t: &Term| matches!(vocabulary.name(t.op), "tuple" | "matrix" | "transpose");
    let scaled = || {
        let mut all = said.iter().copied().chain(words(&behind));
        row(value) && all.any(|word| lexicon[Tells::Scalable].has(word.trim_end_matches('.')))
    };
    named || scaled()
}

/// Whether a formula is one of the answers that a question offers, "(A) $x = 1$ (B) $x = 2$": most of them are false
/// as it is.
pub(super) fn is_offered(document: &Document, passage: usize) -> bool {
    let Some(passage) = document.passages.get(passage) else {
        return false;
    };
    let prose = |at: usize| document.source.get(..at).unwrap_or_default();
    let before = prose(passage.span.start).trim_end_matches(['$', '\\', '(', '[', ' ']);
    let Some(letter) = mark(before) else {
        return false;
    };
    // The one beside it is offered, too.
    let others = document.segments.iter().filter_map(|segment| {
        let formula = matches!(segment.part, Part::Formula(_));
        formula.then(|| mark(prose(segment.span.start).trim_end()))?
    });
    let mut others = others;
    others.any(|other| u32::from(other).abs_diff(u32::from(letter)) == 1)
}

/// The capital letter that marks an answer at the end of a piece of prose: `(A)`, `A)`, `A.`
fn mark(prose: &str) -> Option<char> {
    let marked = prose.strip_suffix([')', '.'])?.trim_end_matches('*');
    let letter = marked.chars().next_back()?;
    let rest = marked[..marked.len() - letter.len_utf8()].trim_end_matches('*');
    let alone = match rest.chars().next_back() {
        Some(before) => before == '(' && prose.ends_with(')') || before == '\n',
        None => true,
    };
    (alone && ('A'..='E').contains(&letter)).then_some(letter)
}

/// The value without letters that an equation gives one.
fn value<'t>(term: &'t Term, vocabulary: &Vocabulary) -> Option<&'t Term> {
    let letter = |t: &Term| match (vocabulary.name(t.op), &*t.args) {
        ("idx", [head, ..]) => matches!(head.op.head(), Head::Symbol(_)),
        (_, args) => args.is_empty() && matches!(t.op.head(), Head::Symbol(_)),
    };
    match (vocabulary.name(term.op), &*term.args) {
        ("eq", [of, value] | [value, of]) if letter(of) && is_closed(value) => Some(value),
        _ => None,
    }
}

/// Whether the sentence goes on to something else in this prose, as it does with "so" right before a formula.
fn goes_on(between: &str, lexicon: &Lexicon) -> bool {
    words(between).any(|word| lexicon[Tells::Elsewhere].has(word))
        || words(between).last() == Some("so")
}

/// Whether what is said to exist, or what is said of it, goes on to the end of this prose; what has a name
/// alone, where it is asked for.
fn reaches(between: &str, named: bool, lexicon: &Lexicon) -> bool {
    let (mut of_it, mut formulas, mut parted) = (false, 0, false);
    for word in words(between) {
        if lexicon[Tells::Elsewhere].has(word) {
            return false;
        }
        of_it |= lexicon[Tells::SuchThat].has(word) && (formulas > 0 || !named);
        formulas += usize::from(word.starts_with(FORMULA));
        parted |= word == ",";
    }
    match named {
        true => of_it && formulas > 0,
        false => of_it || formulas == 0 && !parted,
    }
}
