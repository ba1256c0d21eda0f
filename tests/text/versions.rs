//! Versions of texts: they touch formulas alone, and these say the same.

use std::collections::BTreeSet;

use mamut_engine::term::Head;
use mamut_engine::text::{self, Manner, Part, Passage, Segment};
use mamut_printer::Choice;

use crate::cases::cases;
use crate::{pipeline, read};

/// What must be the same in every version: all segments but the formulas, and their delimiters.
fn frame<'s>(source: &'s str, segments: &[Segment]) -> Vec<(Part, &'s str)> {
    let frame = segments.iter().map(|s| match s.part {
        Part::Formula(_) => (s.part, ""),
        _ => (s.part, &source[s.span.clone()]),
    });
    frame.collect()
}

/// Makes versions and checks what always holds; returns how many there were.
pub(crate) fn check(source: &str, number: usize, choice: Choice) -> usize {
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
        for (at, _) in pipeline.astray(document, &prepared.forests, version.text, names) {
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

#[test]
fn what_is_taken_between_two_places_has_the_variable_of_the_integral() {
    let source =
        r"With $u = x$: $\int_0^1 x e^x \,dx = \left[x e^x\right]_0^1 - \int_0^1 e^x \,dx$.";
    let pipeline = pipeline();
    let prepared = pipeline.prepare_text(source).unwrap();
    let symbols = &prepared.document.atoms.symbols;
    let x = symbols.iter().position(|s| s.name == "x").unwrap();
    let mut versions = pipeline.text_versions(&prepared);
    for _ in 0..20 {
        let version = versions.next_version().unwrap();
        let name = &version.names.symbols[x];
        let bound = version.names.slots.iter().map(|(_, bound)| bound);
        assert!(
            bound.clone().next().is_some() && bound.clone().all(|bound| bound == name),
            "{}",
            version.text
        );
    }
}

#[test]
fn what_comes_out_of_a_calculation_stays_what_comes_out() {
    let pipeline = pipeline();
    let source = "Of $96$ apples $30$ are sold, so $96 - 30 = 66$ remain.";
    let prepared = pipeline.prepare_text(source).ok().unwrap();
    let mut versions = pipeline.text_versions(&prepared);
    let mut seen = 0;
    while seen < 40
        && let Some(version) = versions.next_version()
    {
        seen += 1;
        let text = version.text.to_owned();
        assert!(
            text.contains("= 66$") || text.contains("=66$") || text.contains("$66"),
            "{text}"
        );
    }
    assert!(seen > 2);
}
