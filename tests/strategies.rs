//! Which strategies have a place in which identity, and that each that has one is used.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::collections::BTreeSet;

use common::parallel::parallel;
use mamut_engine::falsify::{Falsifier, Strategy};
use mamut_engine::truth::Refuter;
use mamut_rw::args::Search;
use mamut_rw::corpus;
use mamut_rw::falsify::{Known, Settings, Stream};
use mamut_rw::pipeline::Pipeline;
use mamut_rw::subject::Subject;

/// As many rows of an identity show every strategy that has a place.
const ROWS: usize = 60;

/// What the strategies are to one identity, a letter each in the order of their names: `.` where one
/// has no place, `x` where it is used, `!` where it has a place and is not used.
fn used(pipeline: &Pipeline<'_>, known: &Known<'_>, settings: &Settings, latex: &str) -> String {
    let rules = pipeline.rules;
    let subject = Subject::new(pipeline, latex, false).unwrap();
    let read = pipeline.read(latex);
    let neighbours = known.of(latex, pipeline);
    let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
    let decided = Refuter::new(&read.term, &read.atoms, &rules.vocabulary)
        .hopeless()
        .is_none();
    let (manual, random) = (!neighbours.manual.is_empty(), !neighbours.random.is_empty());
    let mut stream = Stream::new(pipeline, &subject, neighbours, settings).unwrap();
    let mut found = BTreeSet::new();
    for place in 0..ROWS {
        let Some(version) = stream.next_version() else {
            break;
        };
        let used = version.strategies();
        // What the corpus says is no example of what is done to a formula.
        if place == 0 && decided {
            assert!(
                used[0].strategy != "random" && used[0].strategy != "manual",
                "{latex}"
            );
        }
        found.extend(used.iter().map(|s| s.strategy.clone()));
    }
    let letter = |(place, strategy): (usize, &Strategy)| {
        let applies = match strategy.id.as_str() {
            "manual" => manual,
            "random" => random,
            _ => decided && falsifier.applies(place),
        };
        match (applies, found.contains(&strategy.id)) {
            (true, true) => 'x',
            (true, false) => '!',
            (false, false) => '.',
            (false, true) => '?',
        }
    };
    rules.strategies.iter().enumerate().map(letter).collect()
}

#[test]
fn strategies_are_used_wherever_they_have_a_place() {
    let search = Search::default();
    let rules = common::rules();
    let identities = corpus::load(&[]).unwrap();
    let settings = Settings::standard(rules);
    let all = common::identities();
    let pipeline = Pipeline::new(rules, &search);
    let known = Known::new(&identities.corpus, &pipeline);
    let lines = parallel(&all, |(name, latex)| {
        format!("{} {name}\n", used(&pipeline, &known, &settings, latex))
    });
    let table: String = lines.concat();
    let wrong: Vec<&str> = table
        .lines()
        .filter(|line| line.contains(['!', '?']))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let heads: Vec<&str> = rules.strategies.iter().map(|s| s.id.as_str()).collect();
    let mut snapshots = insta::Settings::clone_current();
    snapshots.set_snapshot_path("falsify");
    snapshots.set_prepend_module_to_snapshot(false);
    snapshots.set_omit_expression(true);
    snapshots.bind(|| {
        insta::assert_snapshot!("strategies", format!("{}\n{table}", heads.join(", ")));
    });
}
