//! What is written of a formula reads back as a member of its class.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mamut_engine::atoms::{Atoms, Symbol};
use mamut_engine::choice::Key;
use mamut_engine::egraph::{Limits, Program, saturate_with};
use mamut_engine::latex::Reader;
use mamut_engine::member::{contains, strangers};
use mamut_engine::sexpr;
use mamut_engine::symbols::{Names, Plan, resolve};
use mamut_engine::term::{Head, Term};
use mamut_printer::{Choice, Options, Printer, Versions};

use crate::common::rules;
use crate::coverage::opaque;
use crate::{Corpus, corpora, parallel, said};

/// Forms of each formula that are read back.
const FORMS: usize = 20;
/// At most this many forms of all may fail.
const FAILURES: usize = 1_010;
/// Examples shown of each construct.
const EXAMPLES: usize = 3;

/// The stages, arranged for many formulas.
struct Stages {
    reader: Reader<'static>,
    program: Program<'static>,
    printer: Printer<'static>,
}

/// A form that reads as something else.
struct Failure {
    /// What it is about.
    construct: String,
    /// The formula, what was written, how it was read.
    example: String,
}

#[test]
fn what_is_written_reads_back() {
    let Some(corpora) = corpora() else { return };
    let stages = Stages {
        reader: Reader::new(rules()),
        program: Program::new(rules()),
        printer: Printer::new(rules()),
    };
    let (mut made, mut failed) = (0, 0);
    let mut constructs: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    println!(
        "{:<16} {:>8} {:>8} {:>8}",
        "source", "formulas", "forms", "failed"
    );
    for Corpus { name, formulas } in &corpora {
        let found = parallel(formulas, |(id, latex)| {
            let work = || check(&stages, id, latex);
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
                let failure = Failure {
                    construct: "panic".to_owned(),
                    example: format!("{id} {latex}: {}", said(&*panic)),
                };
                Some((0, vec![failure]))
            })
        });
        let read = found.iter().flatten().count();
        let forms: usize = found.iter().flatten().map(|(forms, _)| forms).sum();
        let failures: Vec<Failure> = found.into_iter().flatten().flat_map(|(_, f)| f).collect();
        println!("{name:<16} {read:>8} {forms:>8} {:>8}", failures.len());
        (made, failed) = (made + forms, failed + failures.len());
        for failure in failures {
            let (count, examples) = constructs.entry(failure.construct).or_default();
            *count += 1;
            examples.push(failure.example);
        }
    }
    println!("{:<16} {:>8} {made:>8} {failed:>8}", "all", "");
    let mut sorted: Vec<_> = constructs.into_iter().collect();
    sorted.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(&b.0)));
    if let Some(path) = std::env::var_os("MAMUT_FAILURES") {
        std::fs::write(path, listing(&sorted)).expect("the list of failures is written");
    }
    for (construct, (count, examples)) in sorted.iter().take(150) {
        println!("{count:>6} {construct}");
        // Examples of different formulas.
        let step = examples.len().div_ceil(EXAMPLES).max(1);
        for example in examples.iter().step_by(step) {
            println!("{example}");
        }
    }
    assert!(
        failed <= FAILURES,
        "{failed} of {made} forms read as something else"
    );
}

/// All failures, by construct.
fn listing(constructs: &[(String, (usize, Vec<String>))]) -> String {
    let lines = constructs.iter().flat_map(|(construct, (_, examples))| {
        let line = move |example| format!("{construct}\n{example}\n");
        examples.iter().map(line)
    });
    lines.collect()
}

/// The forms made of a formula and those that failed; none when it is not read whole.
fn check(stages: &Stages, id: &str, latex: &str) -> Option<(usize, Vec<Failure>)> {
    let formula = stages.reader.read(latex);
    if opaque(&formula.term) {
        return None;
    }
    let vocabulary = &rules().vocabulary;
    let (term, atoms) = (&formula.term, &formula.atoms);
    let limits = Limits::default();
    let saturated = saturate_with(&stages.program, term, atoms, &limits);
    let grammar = stages
        .printer
        .compile(&saturated.forest, atoms, &Options::default());
    let plan = Plan::of(term, atoms, Some(&saturated.forest), rules());
    let (names, key) = (plan.source_names(), Key::seed(7).named(latex));
    let mut versions = Versions::new(&grammar, Some(&plan), names, key, Choice::Weighted);
    let source = sexpr::write(term, vocabulary, atoms);
    let mut made = 0;
    let mut failures = Vec::new();
    while made < FORMS {
        let Some(version) = versions.next_version() else {
            break;
        };
        made += 1;
        let read = stages
            .reader
            .read_with(version.text, context(atoms, version.names));
        let mut both = atoms.clone();
        let back = resolve(
            &read.term,
            &read.atoms,
            version.names,
            &mut both,
            vocabulary,
        );
        if !contains(&saturated.forest, &back, vocabulary) {
            let has: BTreeSet<String> = saturated
                .forest
                .classes
                .iter()
                .flat_map(|class| &class.nodes)
                .map(|node| name(node.op.head()))
                .collect();
            let astray: Vec<String> = strangers(&saturated.forest, &back, vocabulary)
                .iter()
                .map(|piece| sexpr::write(piece, vocabulary, &both))
                .collect();
            failures.push(Failure {
                construct: construct(term, &back, &has),
                example: format!(
                    "       {id}  {latex}\n         written {}\n         read as {}\n         source  {source}\n         astray  {}",
                    version.text,
                    sexpr::write(&back, vocabulary, &both),
                    astray.join("  "),
                ),
            });
        }
    }
    if made == 0 {
        failures.push(Failure {
            construct: format!("nothing is written: {}", head(term)),
            example: format!("       {id}  {latex}\n         {source}"),
        });
    }
    Some((made, failures))
}

/// What is known of the symbols, under the names of a version.
fn context(atoms: &Atoms, names: &Names) -> Atoms {
    let named = names.symbols.iter().zip(&atoms.symbols);
    Atoms {
        symbols: named
            .map(|(name, symbol)| Symbol {
                name: name.clone(),
                ..symbol.clone()
            })
            .collect(),
        ..Atoms::default()
    }
}

/// What a failure is about: operators that came in, operators that went away, or the top.
fn construct(source: &Term, back: &Term, has: &BTreeSet<String>) -> String {
    let (before, after) = (operators(source), operators(back));
    let came: Vec<&str> = after.difference(has).map(String::as_str).collect();
    let went: Vec<&str> = before.difference(&after).map(String::as_str).collect();
    match (came.is_empty(), went.is_empty()) {
        (true, true) => format!("another shape of {}", head(source)),
        (true, false) => format!("without {}", went.join(" ")),
        (false, true) => format!("with {}", came.join(" ")),
        (false, false) => format!("{} instead of {}", came.join(" "), went.join(" ")),
    }
}

fn operators(term: &Term) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    term.walk(&mut |t| {
        found.insert(name(t.op.head()));
    });
    found
}

fn head(term: &Term) -> String {
    name(term.op.head())
}

fn name(head: Head) -> String {
    match head {
        Head::Operator(index) => rules().vocabulary.operators[index as usize].name.clone(),
        Head::Integer(_) | Head::Literal(_) => "NUMBER".to_owned(),
        Head::Symbol(_) => "SYMBOL".to_owned(),
        Head::Slot(_) => "SLOT".to_owned(),
        Head::Opaque(_) => "OPAQUE".to_owned(),
    }
}
