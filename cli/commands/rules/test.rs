//! `rules test`: examples fire, rejects stay silent, what notations print reads back.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mamut_engine::choice::Key;
use mamut_engine::examine::{self, Case, Outcome as Fate};
use mamut_engine::latex::Reader;
use mamut_engine::rules::{Equivalence, Notation};
use mamut_engine::solve::Rule as Step;
use mamut_printer::Printer;
use mamut_printer::roundtrip::{self, Fate as Prints};
use regex_lite::Regex;
use serde_json::json;

use crate::args::Global;
use crate::diagnostics::count;
use crate::examine::{accepts, corpus};
use crate::output::Output;
use crate::rule_args::Test;
use crate::rules::{self, Loaded};
use crate::{Outcome, diagnostics, interrupt, parallel};

/// Terms on which each notation is tried.
const TERMS: usize = 12;

/// Terms of each notation in a snapshot, and the prints of each.
const SNAPSHOT: (usize, usize) = (3, 24);

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Test, global: &Global) -> Result<Outcome> {
    let filter = args.filter.as_deref().map(Regex::new).transpose();
    let filter = filter.context("--filter is not a regular expression")?;
    let loaded = rules::load_over(
        global.target.as_deref(),
        &global.packs,
        &global.rules,
        &args.paths,
    )?;
    for diagnostic in &loaded.diagnostics {
        anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, &loaded));
    }
    let files = rules::find(&args.paths)?;
    let only: BTreeSet<String> = files.iter().map(|f| f.display().to_string()).collect();
    let wanted = |id: &str, file: &str| {
        (only.is_empty() || only.contains(file)) && filter.as_ref().is_none_or(|f| f.is_match(id))
    };
    let mut totals = Totals::default();
    let mut output = Output::new(None)?;
    let terse = global.quiet > 0 && !args.json;
    tried(&loaded, args.json, &wanted, &mut |text, fates| {
        totals.add(fates);
        if terse && fates.iter().all(|fate| fate.is_right()) {
            return Ok(());
        }
        Ok(output.write(text.as_bytes())?)
    })?;
    let stale = snapshots(args, &loaded, &wanted, filter.is_some(), &mut output)?;
    if !args.json {
        output.write(totals.line().as_bytes())?;
    }
    output.finish()?;
    Ok(if interrupt::asked() {
        Outcome::Interrupted
    } else if totals.wrong()
        || stale > 0
        || loaded.errors() > 0
        || (filter.is_some() && totals.rules == 0)
    {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// How many cases ended how.
#[derive(Default)]
struct Totals {
    rules: usize,
    fates: BTreeMap<Fate, usize>,
}

impl Totals {
    fn add(&mut self, fates: &[Fate]) {
        self.rules += 1;
        for fate in fates {
            *self.fates.entry(*fate).or_default() += 1;
        }
    }
    fn wrong(&self) -> bool {
        self.fates.keys().any(|fate| !fate.is_right())
    }
    fn line(&self) -> String {
        format!("{}: {}\n", count(self.rules, "rule"), counts(&self.fates))
    }
}

fn counts(fates: &BTreeMap<Fate, usize>) -> String {
    let all = [Fate::Kept, Fate::Fired, Fate::Noisy, Fate::Missing];
    let each = all.map(|fate| {
        format!(
            "{} {}",
            fates.get(&fate).copied().unwrap_or_default(),
            fate.name()
        )
    });
    each.join(", ")
}

enum Task<'r> {
    Equivalence(&'r Equivalence),
    Falsification(usize),
    Step(&'r Step),
    Notation(&'r Notation),
}

/// Tries all rules and passes on what is to be written of each.
fn tried(
    loaded: &Loaded,
    json: bool,
    wanted: &(dyn Fn(&str, &str) -> bool + Sync),
    take: &mut dyn FnMut(&str, &[Fate]) -> Result<()>,
) -> Result<()> {
    let rules = &loaded.rules;
    let (reader, printer) = (Reader::new(rules), Printer::new(rules));
    let corpus = corpus(rules, &reader);
    let bench = roundtrip::Bench {
        rules,
        printer: &printer,
        reader: &reader,
        corpus: &corpus,
    };
    let equivalences = rules.equivalences.iter().map(Task::Equivalence);
    let notations = rules.notations.iter().map(Task::Notation);
    let falsifications = (0..rules.falsifications.len()).map(Task::Falsification);
    let steps = rules.solving.rules.iter().map(Task::Step);
    let tasks = equivalences
        .chain(falsifications)
        .chain(steps)
        .chain(notations);
    let tasks = tasks.filter(|task| match task {
        Task::Equivalence(rule) => wanted(&rule.id, &rule.origin.file),
        Task::Falsification(index) => {
            let rule = &rules.falsifications[*index];
            wanted(&rule.id, &rule.origin.file)
        }
        Task::Step(rule) => wanted(&rule.id, &rule.origin.file),
        Task::Notation(rule) => wanted(&rule.id, &rule.origin.file),
    });
    parallel::ordered(
        tasks,
        parallel::jobs(None),
        |task, send| {
            let (kind, id, cases) = match task {
                Task::Equivalence(rule) => (
                    "equivalence",
                    &rule.id,
                    examine::examples(rule, rules, &reader),
                ),
                Task::Falsification(index) => (
                    "falsification",
                    &rules.falsifications[index].id,
                    examine::falsified(index, rules, &reader),
                ),
                Task::Step(rule) => ("step", &rule.id, examine::solved(rule, rules, &reader)),
                Task::Notation(rule) => {
                    let key = Key::seed(0);
                    let all = roundtrip::written(rule, &bench, TERMS, key);
                    let text = loaded.text(&rule.origin.file).unwrap_or_default();
                    let accepted = accepts(text, rule.origin.line as usize, "not-read-back");
                    ("notation", &rule.id, forms(rule, &all, accepted))
                }
            };
            let fates: Vec<Fate> = cases.iter().map(|case| case.outcome).collect();
            let text = if json {
                rows(kind, id, &cases)
            } else {
                lines(kind, id, &cases)
            };
            send((text, fates));
        },
        |(text, fates)| take(&text, &fates),
    )
}

/// A case for each form that was written: the prints of it, of which most must read back, but
/// where the file says why they do not.
fn forms(rule: &Notation, written: &[roundtrip::Written], accepted: bool) -> Vec<Case> {
    let forms = rule.forms.iter().filter_map(|form| {
        let fate = Prints::of(&form.id, written);
        let shown = fate.shown().filter(|_| !(accepted && fate.fails()))?;
        let read = shown.otherwise.as_deref().unwrap_or_default();
        Some(Case {
            from: shown.term.clone(),
            to: Some(shown.text.clone()),
            outcome: if fate.fails() {
                Fate::Missing
            } else {
                Fate::Fired
            },
            why: if fate.fails() {
                format!("the form {} reads as {read}", form.id)
            } else {
                String::new()
            },
        })
    });
    forms.collect()
}

fn lines(kind: &str, id: &str, cases: &[Case]) -> String {
    let mut fates = BTreeMap::new();
    for case in cases {
        *fates.entry(case.outcome).or_default() += 1;
    }
    let said = if cases.is_empty() {
        "nothing to try".to_owned()
    } else {
        counts(&fates)
    };
    let mut text = format!("{kind} {id}: {said}\n");
    for case in cases.iter().filter(|case| !case.outcome.is_right()) {
        let about = match &case.to {
            Some(to) => format!("{}   →   {to}", case.from),
            None => case.from.clone(),
        };
        let _ = writeln!(text, "    {}: {about}", case.outcome.name());
        let _ = writeln!(text, "        {}", case.why);
    }
    text
}

fn rows(kind: &str, id: &str, cases: &[Case]) -> String {
    let rows = cases.iter().map(|case| {
        let row = json!({
            "kind": kind, "rule": id, "outcome": case.outcome,
            "from": case.from, "to": case.to, "why": case.why,
        });
        format!("{row}\n")
    });
    rows.collect()
}

/// Compares or writes the snapshots of all files with notations; returns how many differ.
fn snapshots(
    args: &Test,
    loaded: &Loaded,
    wanted: &dyn Fn(&str, &str) -> bool,
    partly: bool,
    output: &mut Output,
) -> Result<usize> {
    let rules = &loaded.rules;
    let printer = Printer::new(rules);
    let mut files: BTreeMap<&str, Vec<&Notation>> = BTreeMap::new();
    for rule in &rules.notations {
        if wanted(&rule.id, &rule.origin.file) {
            files.entry(&rule.origin.file).or_default().push(rule);
        }
    }
    let mut stale = 0;
    for (file, notations) in files {
        let Some(path) = home(args, loaded, file) else {
            continue;
        };
        let before = std::fs::read_to_string(&path).ok();
        if before.is_none() && !args.update {
            continue;
        }
        let mut sections = sections(before.as_deref().unwrap_or_default());
        if !partly {
            sections.clear();
        }
        for rule in notations {
            let prints = roundtrip::prints(rule, rules, &printer, SNAPSHOT, Key::seed(0));
            sections.insert(rule.id.clone(), section(&prints));
        }
        let after = whole(file, &sections);
        if before.as_deref() == Some(&after) {
            continue;
        }
        if args.update {
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)
                    .with_context(|| format!("cannot make {}", parent.display()))?;
            }
            std::fs::write(&path, &after)
                .with_context(|| format!("cannot write {}", path.display()))?;
            output.write(format!("snapshot {} written\n", path.display()).as_bytes())?;
        } else {
            stale += 1;
            output.write(format!("snapshot {} differs:\n", path.display()).as_bytes())?;
            let lines = difference(before.as_deref().unwrap_or_default(), &after);
            output.write(lines.as_bytes())?;
        }
    }
    Ok(stale)
}

/// Where the snapshot of a file is; built-in files have one only in a directory that is named.
fn home(args: &Test, loaded: &Loaded, file: &str) -> Option<PathBuf> {
    let layer = loaded.files.iter().find(|f| f.name == file)?.layer;
    let name = format!("{}.prints.txt", file.strip_suffix(".ron").unwrap_or(file));
    match &args.snapshots {
        Some(directory) => {
            let name = if layer == 0 {
                name.into()
            } else {
                PathBuf::from(Path::new(&name).file_name()?)
            };
            Some(directory.join(name))
        }
        None => Path::new(file).is_file().then(|| PathBuf::from(name)),
    }
}

fn section(prints: &[(String, Vec<String>)]) -> String {
    let mut text = String::new();
    for (term, texts) in prints {
        let _ = writeln!(text, "{term}");
        for print in texts {
            let _ = writeln!(text, "    {print}");
        }
    }
    text
}

fn sections(text: &str) -> BTreeMap<String, String> {
    let parts = text.split("\n--- ").skip(1);
    let split = parts.filter_map(|part| part.split_once(" ---\n"));
    let own = |(id, text): (&str, &str)| (id.to_owned(), text.trim_end().to_owned() + "\n");
    split.map(own).collect()
}

fn whole(file: &str, sections: &BTreeMap<String, String>) -> String {
    let mut text = format!(
        "What the notations of {} print; `mamut-rw rules test -U` writes it anew.\n",
        Path::new(file)
            .file_name()
            .map_or(file.into(), |n| n.to_string_lossy())
    );
    for (id, section) in sections {
        let _ = write!(text, "\n--- {id} ---\n{section}");
    }
    text
}

/// Lines that went and came, section by section.
fn difference(before: &str, after: &str) -> String {
    let (before, after) = (sections(before), sections(after));
    let ids: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut text = String::new();
    for id in ids {
        let lines = |of: &BTreeMap<String, String>| -> Vec<String> {
            let section = of.get(id).map(String::as_str).unwrap_or_default();
            section.lines().map(str::to_owned).collect()
        };
        let (old, new) = (lines(&before), lines(&after));
        if old == new {
            continue;
        }
        let _ = writeln!(text, "  --- {id} ---");
        for line in old.iter().filter(|line| !new.contains(line)) {
            let _ = writeln!(text, "  -{line}");
        }
        for line in new.iter().filter(|line| !old.contains(line)) {
            let _ = writeln!(text, "  +{line}");
        }
    }
    text
}
