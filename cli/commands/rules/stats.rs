//! `rules stats`: what each equivalence does to its examples and to the named identities.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context, Result};
use mamut_engine::egraph::{Limits, Program, saturate_with};
use mamut_engine::examine::{Outcome as Fate, examples, growth};
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::rules::{Equivalence, RuleSet, Status, Tier};
use regex_lite::Regex;
use serde::Serialize;

use crate::args::Global;
use crate::commands::bench::identities;
use crate::diagnostics::count;
use crate::output::Output;
use crate::rule_args::Stats;
use crate::rules::{self, Loaded};
use crate::stopwatch::Stopwatch;
use crate::{Outcome, parallel};

/// What one equivalence does.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Measured {
    /// Its id.
    pub rule: String,
    /// Examples that it leads from and to, alone.
    pub examples: usize,
    /// Identities on which it fires, alone.
    pub identities: usize,
    /// How often it fires on them, alone.
    pub matches: usize,
    /// Identities in whose classes, made by all rules, something comes from it.
    pub together: usize,
    /// How many times as large the e-graph of an identity gets at most, by it alone.
    pub growth: f64,
    /// The time of it alone on all identities, in milliseconds.
    pub ms: f64,
    /// Whether it is a draft, which is never applied.
    pub draft: bool,
}

impl Measured {
    fn fires(&self) -> bool {
        self.examples + self.identities + self.together > 0
    }
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Stats, global: &Global) -> Result<Outcome> {
    let filter = args.filter.as_deref().map(Regex::new).transpose();
    let filter = filter.context("--filter is not a regular expression")?;
    let loaded = rules::load_over(None, &global.packs, &global.rules, &args.paths)?;
    crate::commands::complain(&loaded, global);
    let files = rules::find(&args.paths)?;
    let only: BTreeSet<String> = files.iter().map(|f| f.display().to_string()).collect();
    let wanted = |rule: &Equivalence| {
        (only.is_empty() || only.contains(&rule.origin.file))
            && filter.as_ref().is_none_or(|f| f.is_match(&rule.id))
    };
    let mut all = measure(&loaded, wanted);
    if args.unfired {
        all.retain(|m| !m.fires());
    }
    let mut output = Output::new(None)?;
    if args.json {
        for measured in &all {
            output.write((serde_json::to_string(measured)? + "\n").as_bytes())?;
        }
    } else {
        output.write(table(&all).as_bytes())?;
    }
    output.finish()?;
    Ok(if all.is_empty() && !args.unfired {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// Applies each equivalence alone, and all together.
pub fn measure(loaded: &Loaded, wanted: impl Fn(&Equivalence) -> bool + Sync) -> Vec<Measured> {
    let rules = &loaded.rules;
    let reader = Reader::new(rules);
    let formulas: Vec<Formula> = identities().map(|latex| reader.read(latex)).collect();
    let together = together(rules, &formulas);
    let tasks = rules.equivalences.iter().enumerate();
    let tasks = tasks.filter(|(_, rule)| wanted(rule));
    let mut all = Vec::new();
    // Nothing that is taken fails.
    let _ = parallel::ordered(
        tasks,
        parallel::jobs(None),
        |(index, rule), send| {
            let mut measured = alone(rule, rules, &reader, &formulas);
            measured.together = together[index];
            send(measured);
        },
        |measured| {
            all.push(measured);
            Ok(())
        },
    );
    all
}

/// In how many formulas something comes from each rule, when all are applied.
fn together(rules: &RuleSet, formulas: &[Formula]) -> Vec<usize> {
    let program = Program::new(rules);
    let mut counts = vec![0; rules.equivalences.len()];
    for formula in formulas {
        let mut used = vec![false; counts.len()];
        for tier in [Tier::Structure, Tier::Algebra] {
            let limits = Limits {
                tier,
                ..Limits::default()
            };
            let saturated = saturate_with(&program, &formula.term, &formula.atoms, &limits);
            let nodes = saturated.forest.classes.iter().flat_map(|c| &c.nodes);
            nodes
                .filter_map(|n| n.rule)
                .for_each(|rule| used[rule as usize] = true);
        }
        for (count, used) in counts.iter_mut().zip(used) {
            *count += usize::from(used);
        }
    }
    counts
}

fn alone(
    rule: &Equivalence,
    rules: &RuleSet,
    reader: &Reader<'_>,
    formulas: &[Formula],
) -> Measured {
    let one = RuleSet {
        vocabulary: rules.vocabulary.clone(),
        equivalences: vec![Equivalence {
            status: Status::Stable,
            ..rule.clone()
        }],
        ..RuleSet::default()
    };
    let program = Program::new(&one);
    let cases = examples(rule, rules, reader);
    let mut measured = Measured {
        rule: rule.id.clone(),
        draft: rule.status == Status::Draft,
        examples: cases.iter().filter(|c| c.outcome == Fate::Fired).count(),
        ..Measured::default()
    };
    let mut time = Duration::ZERO;
    for formula in formulas {
        let watch = Stopwatch::start();
        let grown = growth(&program, formula);
        time += Duration::from_secs_f64(watch.seconds());
        measured.matches += grown.matches;
        measured.identities += usize::from(grown.matches > 0);
        measured.growth = measured.growth.max(grown.factor());
    }
    measured.ms = time.as_secs_f64() * 1e3;
    measured
}

fn table(all: &[Measured]) -> String {
    let width = all.iter().map(|m| m.rule.len()).max().unwrap_or(4).max(4);
    let mut text = format!(
        "{:<width$}  examples  identities  matches  together  growth      ms\n",
        "rule"
    );
    for m in all {
        let Measured {
            rule,
            examples,
            identities,
            matches,
            together,
            growth,
            ms,
            ..
        } = m;
        text += &format!(
            "{rule:<width$}  {examples:>8}  {identities:>10}  {matches:>7}  {together:>8}  {growth:>6.2}  {ms:>6.2}\n"
        );
    }
    let never = all.iter().filter(|m| !m.fires()).count();
    let corpus = all.iter().filter(|m| m.identities + m.together > 0).count();
    text += &format!(
        "{}: {corpus} fire on the identities, {} on their examples, {never} nowhere\n",
        count(all.len(), "equivalence"),
        all.iter().filter(|m| m.examples > 0).count(),
    );
    text
}
