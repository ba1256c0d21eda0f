//! What holds for any input whatever; for the fuzzer and for soups of tokens.
#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    clippy::unwrap_used,
    reason = "each target uses one of these, and fails by panicking"
)]

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use mamut_engine::latex::Formula;
use mamut_engine::sexpr;
use mamut_engine::term::{Head, Term};
use mamut_engine::text;
use mamut_rw::args::Search;
use mamut_rw::pipeline::Pipeline;
use mamut_rw::rules;

/// Versions that are made of an input.
const VERSIONS: usize = 3;

fn pipeline() -> &'static Pipeline<'static> {
    static PIPELINE: OnceLock<Pipeline<'static>> = OnceLock::new();
    PIPELINE.get_or_init(|| {
        let loaded: &'static _ = Box::leak(Box::new(rules::load::<&str>(&[]).unwrap().rules));
        let search = Search::default();
        Pipeline::new(loaded, &search).explaining()
    })
}

/// Reads any string: all of what is said of it is about a place in it.
pub fn read(latex: &str) {
    places(latex, &pipeline().read(latex));
}

fn places(latex: &str, formula: &Formula) {
    assert_eq!(formula.source, latex);
    let inside = |span: Range<usize>, what: &str| {
        let piece = latex.get(span.clone());
        assert!(piece.is_some(), "{what} {span:?} of {latex:?}");
    };
    for complaint in &formula.complaints {
        assert!(!complaint.message.is_empty());
        let place = complaint.labels.first();
        assert!(place.is_some(), "{} has no place: {latex:?}", complaint.id);
        for label in &complaint.labels {
            inside(label.span.clone(), complaint.id);
        }
    }
    for piece in &formula.atoms.opaques {
        inside(piece.start..piece.end, "opaque");
    }
    for choice in &formula.choices {
        inside(choice.span.clone(), choice.id);
    }
    let vocabulary = &pipeline().rules.vocabulary;
    let term = sexpr::write(&formula.term, vocabulary, &formula.atoms);
    assert!(!term.is_empty(), "{latex:?}");
}

fn is_opaque(term: &Term) -> bool {
    let mut found = false;
    term.walk(&mut |t| found |= matches!(t.op.head(), Head::Opaque(_)));
    found
}

/// Writes what was read: its usual notation and some versions, which are distinct; all of them are
/// read again. There are versions, except of what reads as something else however it is written. Says whether all of it was understood.
pub fn print_then_read(latex: &str) -> bool {
    let pipeline = pipeline();
    let formula = pipeline.read(latex);
    places(latex, &formula);
    let plain = pipeline.plain(&formula.term, &formula.atoms);
    let whole = !is_opaque(&formula.term);
    if whole {
        assert!(!plain.is_empty(), "nothing is written: {latex:?}");
    }
    read(&plain);
    // Errors refuse a formula, whatever its term.
    let Ok(prepared) = pipeline.prepare(latex) else {
        return whole;
    };
    let mut versions = pipeline.versions(&prepared);
    let mut seen = BTreeSet::new();
    while seen.len() < VERSIONS
        && let Some(version) = versions.next_version()
    {
        assert!(!version.text.is_empty(), "{latex:?}");
        read(version.text);
        assert!(seen.insert(version.text.to_owned()), "twice: {latex:?}");
    }
    if whole && !prepared.doubtful {
        assert!(!seen.is_empty(), "no version: {latex:?}");
    }
    whole
}

/// Takes a text apart and writes versions of it: its segments are the text, and what stands
/// between formulas comes back byte for byte. Says how many versions there were.
pub fn text(source: &str) -> usize {
    let (segments, _) = text::segments(source);
    let joined: String = segments.iter().map(|s| &source[s.span.clone()]).collect();
    assert_eq!(joined, source);
    let Ok(prepared) = pipeline().prepare_text(source) else {
        return 0;
    };
    let mut versions = pipeline().text_versions(&prepared);
    let mut seen = BTreeSet::new();
    while seen.len() < VERSIONS
        && let Some(version) = versions.next_version()
    {
        let (mut rest, mut done) = (version.text, 0);
        for (n, passage) in prepared.document.passages.iter().enumerate() {
            let prose = &source[done..passage.span.start];
            let at = rest.find(prose);
            let kept = at.is_some_and(|at| n > 0 || at == 0);
            assert!(kept, "{source:?}\n{:?}", version.text);
            rest = &rest[at.unwrap() + prose.len()..];
            done = passage.span.end;
        }
        assert!(
            rest.ends_with(&source[done..]),
            "{source:?}\n{:?}",
            version.text
        );
        let text = version.text.to_owned();
        assert!(seen.insert(text), "twice: {source:?}");
    }
    seen.len()
}
