//! The cases in `tests/text`: texts with what is expected below `=>`; `UPDATE=1` writes what is
//! found.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

use mamut_engine::sexpr;
use mamut_engine::text::{self, Manner, Part};
use mamut_engine::vocabulary::Kind;

use crate::{built_in, read};

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
    let names = |places: &[(Range<usize>, u32)]| -> BTreeSet<String> {
        let symbols = places
            .iter()
            .map(|(_, s)| &document.atoms.symbols[*s as usize]);
        symbols.map(|symbol| symbol.name.clone()).collect()
    };
    for passage in &document.passages {
        let term = sexpr::write(&passage.term, &built_in().vocabulary, &document.atoms);
        match &passage.manner {
            Manner::Forms => writeln!(out, "= {term}"),
            Manner::Plain => writeln!(out, "plain {term}"),
            Manner::Letters(places) => writeln!(out, "letters {:?} {term}", names(places)),
            Manner::Sides(sides, places) => {
                let sides = sides.iter().map(|side| &source[side.place.clone()]);
                let sides: Vec<&str> = sides.collect();
                writeln!(out, "sides {sides:?} letters {:?} {term}", names(places))
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
pub(crate) type Case = (String, String, String);

pub(crate) fn cases() -> Vec<(std::path::PathBuf, Vec<Case>)> {
    let dir = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/text"));
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "txt"))
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
        (r"f(x) = \raisebox{2pt}{$y$}", false),
        (r"x = 1 \textbf{ if $y > 0$}", false),
        (r"\textbf{Theorem.} If $x > 0$ then so.", true),
        ("The price is $5.", false),
        (r"\begin{align} a &= b \end{align}", false),
    ] {
        assert_eq!(text::is_text(source), expected, "{source}");
    }
}
