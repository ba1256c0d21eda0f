//! Texts: what they are taken apart into, what is known of their symbols, and that versions touch
//! nothing but formulas.
//!
//! The cases in `tests/text` are texts with what is expected below `=>`; `UPDATE=1` writes what is
//! found.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::sync::OnceLock;

use mamut_engine::latex::Reader;
use mamut_engine::rules::RuleSet;
use mamut_engine::sexpr;
use mamut_engine::term::Head;
use mamut_engine::text::{self, Document, Manner, Part, Passage, Segment};
use mamut_engine::vocabulary::Kind;
use mamut_printer::Choice;
use mamut_rw::args::{Search, TierName};
use mamut_rw::pipeline::Pipeline;
use mamut_rw::rules;
use proptest::prelude::*;

fn built_in() -> &'static RuleSet {
    static RULES: OnceLock<RuleSet> = OnceLock::new();
    RULES.get_or_init(|| rules::load::<&str>(&[]).unwrap().rules)
}

fn pipeline() -> Pipeline<'static> {
    let search = Search {
        tier: TierName::Structure,
        max_size: 1.4,
    };
    Pipeline::new(built_in(), &search)
}

fn read(source: &str) -> Document {
    text::read(source, &Reader::new(built_in()), built_in())
}

/// What is known of a text, for people.
fn shown(source: &str) -> String {
    let document = read(source);
    let mut out = String::new();
    for segment in &document.segments {
        let inner = &source[segment.inner.clone()];
        match segment.part {
            Part::Prose => writeln!(out, "prose {:?}", &source[segment.span.clone()]),
            Part::Kept => writeln!(out, "kept {:?}", &source[segment.span.clone()]),
            Part::Formula(delimiter) => writeln!(out, "{delimiter:?} {inner:?}"),
        }
        .unwrap();
    }
    for passage in &document.passages {
        let term = sexpr::write(&passage.term, &built_in().vocabulary, &document.atoms);
        match &passage.manner {
            Manner::Forms => writeln!(out, "= {term}"),
            Manner::Letters(places) => {
                let letters: BTreeSet<&str> = places
                    .iter()
                    .map(|(_, s)| document.atoms.symbols[*s as usize].name.as_str())
                    .collect();
                writeln!(out, "letters {letters:?} {term}")
            }
            Manner::Kept => writeln!(out, "as it is {:?}", passage.latex),
        }
        .unwrap();
    }
    for symbol in &document.atoms.symbols {
        if symbol.kind != Kind::Num || symbol.protected {
            let kept = if symbol.protected { ", kept" } else { "" };
            writeln!(out, "{}: {:?}{kept}", symbol.name, symbol.kind).unwrap();
        }
    }
    for given in &document.given {
        let given = sexpr::write(given, &built_in().vocabulary, &document.atoms);
        writeln!(out, "given {given}").unwrap();
    }
    for complaint in &document.complaints {
        let at = complaint.labels.first().map(|l| &source[l.span.clone()]);
        writeln!(out, "! {} {:?}", complaint.id, at.unwrap_or("")).unwrap();
    }
    out
}

/// Name, text, what is expected.
type Case = (String, String, String);

fn cases() -> Vec<(std::path::PathBuf, Vec<Case>)> {
    let dir = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text"));
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let section = |section: &str| {
        let (name, rest) = section.split_once('\n').unwrap();
        let (source, expected) = rest.split_once("\n=>\n").unwrap();
        (name.to_owned(), source.to_owned(), expected.to_owned())
    };
    files
        .into_iter()
        .map(|path| {
            let file = std::fs::read_to_string(&path).unwrap();
            let file = file.strip_prefix("--- ").unwrap();
            let found = file.split("\n--- ").map(section).collect();
            (path, found)
        })
        .collect()
}

#[test]
fn texts_are_read_as_expected() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    for (path, cases) in cases() {
        let mut renewed = String::new();
        for (name, source, expected) in &cases {
            let found = shown(source);
            if found.trim_end() != expected.trim_end() {
                wrong.push(format!("{name}\n{source}\n=> found\n{found}"));
            }
            write!(
                renewed,
                "--- {name}\n{source}\n=>\n{}\n\n",
                found.trim_end()
            )
            .unwrap();
        }
        if update {
            std::fs::write(&path, renewed.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(update || wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// What must be the same in every version: all segments but the formulas, and their delimiters.
fn frame<'s>(source: &'s str, segments: &[Segment]) -> Vec<(Part, &'s str)> {
    let frame = segments.iter().map(|s| match s.part {
        Part::Formula(_) => (s.part, ""),
        _ => (s.part, &source[s.span.clone()]),
    });
    frame.collect()
}

/// Makes versions and checks what always holds; returns how many there were.
fn check(source: &str, number: usize, choice: Choice) -> usize {
    let mut pipeline = pipeline();
    pipeline.choice = choice;
    let Ok(prepared) = pipeline.prepare_text(source) else {
        return 0;
    };
    let document = &prepared.document;
    let wanted = frame(source, &document.segments);
    let mut versions = pipeline.text_versions(&prepared);
    let mut seen = BTreeSet::new();
    while seen.len() < number
        && let Some(version) = versions.next_version()
    {
        let text = version.text.to_owned();
        let (segments, _) = text::segments(&text);
        assert_eq!(frame(&text, &segments), wanted, "{source}\n{text}");
        // Formulas of one letter show that letters are renamed everywhere.
        let again = read(&text);
        assert_eq!(again.passages.len(), document.passages.len(), "{text}");
        for (old, new) in document.passages.iter().zip(&again.passages) {
            if let (Head::Symbol(symbol), Manner::Forms) = (old.term.op.head(), &old.manner) {
                let name = &version.names.symbols[symbol as usize];
                assert_eq!(&new.latex, name, "{source}\n{text}");
            }
            if old.manner == Manner::Kept {
                assert_eq!(old.latex, new.latex, "{source}\n{text}");
            }
        }
        assert!(seen.insert(text), "twice: {source}");
    }
    seen.len()
}

#[test]
fn versions_of_the_cases_touch_formulas_alone() {
    let mut made = 0;
    for (_, cases) in cases() {
        for (_, source, _) in &cases {
            made += check(source, 20, Choice::Weighted);
        }
    }
    assert!(made > 500, "{made}");
}

#[test]
fn versions_that_are_listed_are_counted() {
    for source in [
        "Here $a+b$ is even.",
        "If $x$ is $5$ then $x$ is odd.",
        "Nothing but $2$.",
    ] {
        let mut pipeline = pipeline();
        pipeline.choice = Choice::All;
        let prepared = pipeline.prepare_text(source).ok().unwrap();
        let count = pipeline.count_text(&prepared).unwrap();
        assert_eq!(count as usize, check(source, usize::MAX, Choice::All));
        assert_eq!(count as usize, check(source, usize::MAX, Choice::Weighted));
    }
}

#[test]
fn what_is_a_text() {
    for (source, expected) in [
        ("Let $x$ be real.", true),
        (
            "We have\n\\begin{equation} a = b \\end{equation}\nhere.",
            true,
        ),
        (r"If \(x\) then \(y\).", true),
        ("$x$, $y$", true),
        ("$x+y$", false),
        (r"\frac{1}{2}", false),
        (r"x = 1 \text{ if $y > 0$}", false),
        ("The price is $5.", false),
        (r"\begin{align} a &= b \end{align}", false),
    ] {
        assert_eq!(text::is_text(source), expected, "{source}");
    }
}

/// Makes versions of a text, whose delimiters may be broken, and checks that what stands between
/// its formulas comes back in order; returns how many there were and what formulas of them read
/// as something else.
fn keeps_prose(source: &str, number: usize) -> (usize, Vec<String>) {
    let pipeline = pipeline();
    let Ok(prepared) = pipeline.prepare_text(source) else {
        return (0, Vec::new());
    };
    let mut misread = Vec::new();
    let mut versions = pipeline.text_versions(&prepared);
    let mut seen = BTreeSet::new();
    while seen.len() < number
        && let Some(version) = versions.next_version()
    {
        let (mut rest, mut done) = (version.text, 0);
        for (n, passage) in prepared.document.passages.iter().enumerate() {
            let prose = &source[done..passage.span.start];
            let at = rest.find(prose);
            assert!(at.is_some_and(|at| n > 0 || at == 0), "{source}\n{rest}");
            rest = &rest[at.unwrap() + prose.len()..];
            done = passage.span.end;
        }
        assert!(rest.ends_with(&source[done..]), "{source}\n{rest}");
        assert!(seen.insert(version.text.to_owned()), "twice: {source}");
        let (document, names) = (&prepared.document, version.names);
        for at in pipeline.astray(document, &prepared.forests, version.text, names) {
            misread.push(format!(
                "{}\n  in {}",
                document.passages[at].latex, version.text
            ));
        }
    }
    (seen.len(), misread)
}

/// Not of this repository: `MAMUT_TEXTS` names a folder with files `*.texts.jsonl`, whose rows
/// have a field `text`.
#[test]
fn versions_of_others_texts_touch_formulas_alone() {
    let Some(folder) = std::env::var_os("MAMUT_TEXTS") else {
        return;
    };
    let (mut all, mut many, mut made) = (0, 0, 0);
    let mut misread = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.to_string_lossy().ends_with(".texts.jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            all += 1;
            let (versions, astray) = keeps_prose(row["text"].as_str().unwrap(), 20);
            many += usize::from(versions >= 20);
            made += versions;
            misread.extend(astray);
        }
    }
    println!("{many} of {all} texts have 20 versions");
    println!(
        "{} formulas of {made} versions read as something else",
        misread.len()
    );
    for example in misread.iter().step_by(misread.len() / 40 + 1) {
        println!("{example}");
    }
    assert!(many * 10 >= all * 9);
}

fn alone(passage: &Passage) -> bool {
    matches!(passage.term.op.head(), Head::Symbol(_))
}

#[test]
fn what_one_formula_binds_and_others_name_moves_together() {
    let pipeline = pipeline();
    let source = r"We add $\sum_{k=1}^{n} a_k$, where $k$ runs from $1$ to $n$.";
    let prepared = pipeline.prepare_text(source).ok().unwrap();
    let mut versions = pipeline.text_versions(&prepared);
    let mut names = BTreeSet::new();
    for _ in 0..60 {
        let text = versions.next_version().unwrap().text.to_owned();
        let again = read(&text);
        let sum = &again.passages[0];
        let lone: Vec<&Passage> = again.passages.iter().filter(|p| alone(p)).collect();
        assert_eq!(sum.slot_names[0].1, lone[0].latex, "{text}");
        assert_ne!(lone[0].latex, lone[1].latex, "{text}");
        names.insert(lone[0].latex.clone());
    }
    assert!(names.len() > 2, "{names:?}");
}

#[test]
fn one_text_has_one_notation() {
    let pipeline = pipeline();
    let source = "Since $3 \\cdot 4 = 12$ and $5 \\cdot 6 = 30$ and $7 \\cdot 8 = 56$, so be it.";
    let prepared = pipeline.prepare_text(source).ok().unwrap();
    let mut versions = pipeline.text_versions(&prepared);
    for _ in 0..40 {
        let text = versions.next_version().unwrap().text.to_owned();
        let signs = [r"\cdot", r"\times", "*"];
        let used = signs.iter().filter(|sign| text.contains(**sign));
        assert_eq!(used.count(), 1, "{text}");
    }
}

/// Pieces that may go wrong together.
const PIECES: &[&str] = &[
    "$",
    "$",
    "$$",
    r"\(",
    r"\)",
    r"\[",
    r"\]",
    r"\begin{align}",
    r"\end{align}",
    r"\begin{equation*}",
    r"\end{equation*}",
    "`",
    "``",
    "```\n",
    "~~~",
    "<code>",
    "</code>",
    "<p>",
    "<!--",
    "-->",
    "&lt;",
    "&amp;",
    "x",
    "y",
    "a",
    "n",
    "f(x)",
    "=",
    "+",
    "2",
    "5",
    "10",
    "<",
    ">",
    "&",
    r"\\",
    "{",
    "}",
    "^",
    "_",
    r"\text{",
    r"\frac{1}{x}",
    r"\sum_{k=1}^n k",
    r"\alpha",
    r"\$",
    "\\",
    "\n",
    "\n\n",
    "    ",
    " ",
    " ",
    " and ",
    " or ",
    " let ",
    " the number ",
    " is a function",
    "a",
    "é",
    "∑",
    ".",
    ",",
    "'",
    "''",
    "http://a.b/$x$",
    "](/x)",
    "%",
    r"\label{e}",
    r"\tag{1}",
    r"\verb|$|",
];

fn garbled() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// Prose between formulas.
const PROSE: &[&str] = &[
    "Let ",
    " be a function. ",
    "the number ",
    ", and ",
    " for all real ",
    "\n\n",
    " costs \\$5 and ",
    " at point A, ",
    " is the set ",
    "; in ``quotes'' ",
    " `code $x$` ",
    " https://e.org/?q=$a ",
    "\n- ",
    " (a) ",
    " is positive, ",
];

const FORMULAS: &[&str] = &[
    "x",
    "n",
    "f",
    "f(x) = x^2 + 1",
    "a + b",
    r"\frac{a}{b}",
    r"\sum_{k=1}^n k^2",
    "x < y",
    r"A \cup B",
    "A",
    r"\sqrt{x+1} \ge 0.",
    "k",
    r" x_1 + x_2 ",
    r"\int_0^1 f(t)\,dt,",
    r"\displaystyle 2x",
    "3",
    r"a \mid n",
];

fn document() -> impl Strategy<Value = String> {
    let delimiters: &[(&str, &str)] = &[
        ("$", "$"),
        ("$", "$"),
        ("$$", "$$"),
        (r"\(", r"\)"),
        (r"\[", r"\]"),
        (r"\begin{equation}", r"\end{equation}"),
    ];
    let part = (
        prop::sample::select(PROSE),
        prop::sample::select(delimiters),
        prop::sample::select(FORMULAS),
    );
    prop::collection::vec(part, 1..8).prop_map(|parts| {
        let mut text = String::new();
        for (prose, (open, close), formula) in parts {
            text += prose;
            text += open;
            text += formula;
            text += close;
        }
        text + " done."
    })
}

fn covered(source: &str) {
    let (segments, _) = text::segments(source);
    let mut at = 0;
    for segment in &segments {
        assert_eq!(segment.span.start, at, "{source:?}");
        assert!(segment.span.end > at, "{source:?}");
        assert!(segment.span.start <= segment.inner.start, "{source:?}");
        assert!(segment.inner.end <= segment.span.end, "{source:?}");
        at = segment.span.end;
    }
    assert_eq!(at, source.len(), "{source:?}");
    for pair in segments.windows(2) {
        assert!(
            (pair[0].part, pair[1].part) != (Part::Prose, Part::Prose),
            "{source:?}"
        );
    }
    let document = read(source);
    for passage in &document.passages {
        assert!(source.is_char_boundary(passage.span.start));
        assert!(source.is_char_boundary(passage.span.end));
        if !document.encoded {
            assert_eq!(source[passage.span.clone()], passage.latex);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn segments_are_the_whole_text(source in garbled()) {
        covered(&source);
    }

    #[test]
    fn any_string_is_a_text(source in "\\PC{0,80}") {
        covered(&source);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn versions_touch_formulas_alone(source in document()) {
        check(&source, 12, Choice::Weighted);
    }

    #[test]
    fn garbled_texts_have_versions(source in garbled()) {
        if let Ok(prepared) = pipeline().prepare_text(&source) {
            let pipeline = pipeline();
            let mut versions = pipeline.text_versions(&prepared);
            for _ in 0..3 {
                let _ = versions.next_version();
            }
        }
    }
}

#[test]
fn long_texts_take_linear_time() {
    for piece in [
        "$",
        "$x$ and ",
        r"\(",
        r"\[",
        r"\begin{align}",
        "`",
        "<code>",
        "<!--",
        "<p ",
        r"$\text{$",
        "](",
        "$$",
        "http://",
        "\n    ",
        r"\label{",
        "&lt;",
        "{",
        r"\begin{",
        r"\verb|",
        "a ",
    ] {
        let source = piece.repeat((1 << 18) / piece.len());
        let (segments, _) = text::segments(&source);
        assert!(!segments.is_empty());
    }
}
