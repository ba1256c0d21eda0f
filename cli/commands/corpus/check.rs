//! `corpus check`: whether identities are read and true, and false versions false.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Result;
use mamut_engine::corpus::Identity;
use mamut_engine::diagnostic::Severity;
use mamut_engine::examine::{self, Finding, Looked};
use mamut_engine::latex::Reader;

use crate::args::Global;
use crate::commands::rules::check::write;
use crate::corpus::{self, Identities};
use crate::corpus_args::CorpusCheck;
use crate::diagnostics::count;
use crate::rules::{self, Loaded};
use crate::{Outcome, interrupt, parallel};

/// What was looked at in all identities together.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// How many identities.
    pub identities: usize,
    /// The sums over all.
    pub looked: Looked,
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(
    args: &CorpusCheck,
    over: &[PathBuf],
    global: &Global,
    loaded: &Loaded,
) -> Result<Outcome> {
    let paths: Vec<PathBuf> = over.iter().chain(&args.paths).cloned().collect();
    let mut identities = corpus::load(&paths)?;
    let only: BTreeSet<String> = rules::find(&args.paths)?
        .iter()
        .map(|f| f.display().to_string())
        .collect();
    let checked = check(&mut identities, loaded, &only, args.jobs)?;
    write(&identities.loaded, args.output)?;
    if global.quiet == 0 {
        summary(&identities, &checked);
    }
    Ok(if interrupt::asked() {
        Outcome::Interrupted
    } else if identities.loaded.errors() > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// Examines the identities of some files, or of all, and adds what is found to the complaints.
///
/// # Errors
/// None of its own.
pub fn check(
    identities: &mut Identities,
    rules: &Loaded,
    only: &BTreeSet<String>,
    jobs: Option<usize>,
) -> Result<Checked> {
    let mut checked = Checked::default();
    let mut findings = Vec::new();
    let reader = Reader::new(&rules.rules);
    let all = &identities.corpus;
    let wanted = |i: &&Identity| only.is_empty() || only.contains(&i.origin.file);
    parallel::ordered(
        all.identities.iter().filter(wanted),
        parallel::jobs(jobs),
        |identity, send| {
            send(examine::identity(identity, all, &reader, &rules.rules));
        },
        |mut looked: Looked| {
            findings.append(&mut looked.findings);
            checked.identities += 1;
            add(&mut checked.looked, looked);
            Ok(())
        },
    )?;
    findings.extend(examine::contradictions(&checked.looked.shapes));
    for finding in &findings {
        place(finding, identities);
    }
    identities.loaded.diagnostics.sort_by_cached_key(|d| {
        let start = d.labels.first().map_or(0, |l| l.span.start);
        (d.file.clone(), start, d.id)
    });
    Ok(checked)
}

/// Makes a complaint of a finding that its file does not accept.
fn place(finding: &Finding, identities: &mut Identities) {
    let loaded = &mut identities.loaded;
    let text = loaded.text(&finding.origin.file).unwrap_or_default();
    if !crate::examine::accepts(text, finding.origin.line as usize, finding.id) {
        let diagnostic = finding.locate(text);
        loaded.diagnostics.push(diagnostic);
    }
}

fn add(sum: &mut Looked, one: Looked) {
    fn plus<const N: usize>(sum: &mut [usize; N], one: [usize; N]) {
        sum.iter_mut().zip(one).for_each(|(s, o)| *s += o);
    }
    plus(&mut sum.versions, one.versions);
    plus(&mut sum.verdicts, one.verdicts);
    plus(&mut sum.replaced, one.replaced);
    sum.refuted += one.refuted;
    sum.undecided.extend(one.undecided);
    sum.shapes.extend(one.shapes);
}

fn summary(identities: &Identities, checked: &Checked) {
    let loaded = &identities.loaded;
    let errors = loaded.errors();
    let warnings = loaded
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Warning);
    if let Some(first) = loaded.diagnostics.first() {
        anstream::eprintln!(
            "mamut-rw: `mamut-rw rules explain-error {}` says more",
            first.id
        );
    }
    let Looked {
        versions: [formulas, texts, inside],
        verdicts: [valid, contingent, undecided],
        refuted,
        replaced: [sound, falsifying, tried],
        ..
    } = &checked.looked;
    for (version, reason, why) in &checked.looked.undecided {
        anstream::eprintln!("mamut-rw: {version} is undecided: {reason}; accepted: {why}");
    }
    let mean = *inside as f64 / (*texts).max(1) as f64;
    anstream::eprintln!(
        "mamut-rw: {}: {} and {} ({mean:.1} formulas each), of which {valid} valid, {contingent} contingent, {undecided} undecided; {} refuted; {sound} equivalent and {} tried {}; {}, {}",
        match checked.identities {
            1 => "1 identity".to_owned(),
            several => format!("{several} identities"),
        },
        count(*formulas, "formula"),
        count(*texts, "text"),
        count(*refuted, "false version"),
        count(*falsifying, "falsifying replacement"),
        count(*tried, "time"),
        count(errors, "error"),
        count(warnings.count(), "warning"),
    );
}
