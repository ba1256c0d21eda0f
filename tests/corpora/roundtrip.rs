//! What is written of a formula reads back as a member of its class: all that is given away, and
//! nearly all that could be written.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use mamut_engine::choice::Key;
use mamut_engine::latex::Reader;
use mamut_engine::member::{contains, strangers};
use mamut_engine::readback::under;
use mamut_engine::sexpr;
use mamut_engine::symbols::resolve;
use mamut_engine::term::{Head, Term};
use mamut_printer::{Choice, Versions};
use mamut_rw::args::Search;
use mamut_rw::pipeline::{Pipeline, Prepared};

use crate::common::rules;
use crate::coverage::opaque;
use crate::{Corpus, corpora, parallel, said};

/// Forms of each formula that are read back.
const FORMS: usize = 20;
/// Examples shown of each construct.
const EXAMPLES: usize = 3;

/// What became of the forms of a formula.
#[derive(Default)]
struct Outcome {
    /// Forms that could be written, and those among them that fail.
    forms: usize,
    failures: Vec<Failure>,
    /// Forms that are given away, and those among them that fail.
    given: usize,
    wrong: usize,
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
    let search = Search::default();
    let reader = Reader::new(rules());
    let mut pipeline = Pipeline::new(rules(), &search);
    pipeline.seed = 7;
    let (mut all, mut silent) = (Outcome::default(), 0);
    let mut constructs: BTreeMap<String, (usize, Vec<String>)> = BTreeMap::new();
    println!(
        "{:<16} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "source", "formulas", "forms", "failed", "given", "wrong", "silent"
    );
    for Corpus { name, formulas } in &corpora {
        let found = parallel(formulas, |(id, latex)| {
            let work = || check(&pipeline, &reader, id, latex);
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
                let failure = Failure {
                    construct: "panic".to_owned(),
                    example: format!("{id} {latex}: {}", said(&*panic)),
                };
                Some(Outcome {
                    failures: vec![failure],
                    ..Outcome::default()
                })
            })
        });
        let read = found.iter().flatten().count();
        let none = found.iter().flatten().filter(|o| o.given == 0).count();
        let mut sum = Outcome::default();
        for outcome in found.into_iter().flatten() {
            sum.add(outcome);
        }
        println!(
            "{name:<16} {read:>8} {:>8} {:>8} {:>8} {:>8} {none:>8}",
            sum.forms,
            sum.failures.len(),
            sum.given,
            sum.wrong
        );
        silent += none;
        all.add(sum);
    }
    println!(
        "{:<16} {:>8} {:>8} {:>8} {:>8} {:>8} {silent:>8}",
        "all",
        "",
        all.forms,
        all.failures.len(),
        all.given,
        all.wrong
    );
    let (made, failed) = (all.forms, all.failures.len());
    for failure in all.failures {
        let (count, examples) = constructs.entry(failure.construct).or_default();
        *count += 1;
        examples.push(failure.example);
    }
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
        failed == 0,
        "{failed} of {made} forms read as something else"
    );
    assert!(
        all.wrong == 0,
        "{} of {} forms that are given away read as something else",
        all.wrong,
        all.given
    );
}

impl Outcome {
    fn add(&mut self, other: Outcome) {
        self.forms += other.forms;
        self.failures.extend(other.failures);
        self.given += other.given;
        self.wrong += other.wrong;
    }
}

/// All failures, by construct.
fn listing(constructs: &[(String, (usize, Vec<String>))]) -> String {
    let lines = constructs.iter().flat_map(|(construct, (_, examples))| {
        let line = move |example| format!("{construct}\n{example}\n");
        examples.iter().map(line)
    });
    lines.collect()
}

/// The forms made of a formula; none when nothing is made of it.
fn check(pipeline: &Pipeline<'_>, reader: &Reader<'_>, id: &str, latex: &str) -> Option<Outcome> {
    if opaque(&reader.read(latex).term) {
        return None;
    }
    let prepared = pipeline.prepare(latex).ok()?;
    let (names, key) = (prepared.plan.source_names(), Key::seed(7).named(latex));
    let plan = Some(&*prepared.plan);
    let any = Versions::new(&prepared.grammar, plan, names, key, Choice::Weighted);
    let (forms, failures) = examine(&prepared, any, reader, id);
    let (given, wrong) = if failures.is_empty() && !prepared.doubtful {
        (forms, 0)
    } else {
        let (given, wrong) = examine(&prepared, pipeline.versions(&prepared), reader, id);
        (given, wrong.len())
    };
    let mut outcome = Outcome {
        forms,
        failures,
        given,
        wrong,
    };
    if given == 0 {
        outcome.failures.push(Failure {
            construct: format!("nothing is written: {}", head(&prepared.formula.term)),
            example: format!("       {id}  {latex}"),
        });
    }
    Some(outcome)
}

/// How many forms there are, of those that are looked at, and those that fail.
fn examine(
    prepared: &Prepared,
    mut versions: Versions<'_>,
    reader: &Reader<'_>,
    id: &str,
) -> (usize, Vec<Failure>) {
    let vocabulary = &rules().vocabulary;
    let (term, atoms) = (&prepared.formula.term, &prepared.formula.atoms);
    let (forest, latex) = (&prepared.saturated.forest, &prepared.formula.source);
    let source = sexpr::write(term, vocabulary, atoms);
    let mut made = 0;
    let mut failures = Vec::new();
    while made < FORMS {
        let Some(version) = versions.next_version() else {
            break;
        };
        made += 1;
        let read = reader.read_with(version.text, under(atoms, version.names));
        let mut both = atoms.clone();
        let back = resolve(
            &read.term,
            &read.atoms,
            version.names,
            &mut both,
            vocabulary,
        );
        if !contains(forest, &back, vocabulary) {
            let has: BTreeSet<String> = forest
                .classes
                .iter()
                .flat_map(|class| &class.nodes)
                .map(|node| name(node.op.head()))
                .collect();
            let astray: Vec<String> = strangers(forest, &back, vocabulary)
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
    (made, failures)
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
