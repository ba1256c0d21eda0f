//! Deep checks of loaded rules: evaluated, read back, compared with the others.
//!
//! A rule that a check complains about for a known reason says so in a comment above it:
//! `// accept redundant: keeps the usual form at the lowest tier`.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use mamut_engine::choice::Key;
use mamut_engine::diagnostic::{Diagnostic, Severity, nearest};
use mamut_engine::examine::{self, Finding, Others};
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::rules::{Equivalence, FormCondition, Notation, RuleSet};
use mamut_engine::solve::Rule;
use mamut_engine::vocabulary::Reading;
use mamut_printer::Printer;
use mamut_printer::brackets::{self, Operands, Side, Unbracketed};
use mamut_printer::roundtrip::{self, Fate};

use crate::commands::bench::identities;
use crate::parallel;
use crate::rules::Loaded;

/// Instances on which each equivalence is evaluated.
pub const INSTANCES: usize = 240;

/// Formulas with what no example and no identity has, one a line.
const PROBES: &str = include_str!("../corpus/probes.tex");

/// Terms on which each notation is tried.
const TERMS: usize = 24;

/// What deep checks found.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// Complaints, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// Complaints that the files accept.
    pub accepted: usize,
    /// Equivalences that were evaluated.
    pub equivalences: usize,
    /// Instances of them that met the conditions.
    pub instances: usize,
    /// The fewest instances of one of them.
    pub fewest: usize,
    /// Notations that were tried.
    pub notations: usize,
    /// Forms of them that were written.
    pub forms: usize,
    /// Forms of them in all.
    pub all_forms: usize,
}

enum Task<'r> {
    Equivalence(&'r Equivalence),
    Notation(&'r Notation),
    /// By its place in the rule set.
    Falsification(usize),
    Reading(&'r Reading),
    Step(&'r Rule),
    /// By its place in the vocabulary.
    Operator(usize),
}

#[derive(Default)]
struct Done {
    findings: Vec<Finding>,
    instances: Option<usize>,
    forms: Option<(usize, usize)>,
}

impl Done {
    /// Complaints alone.
    fn of(findings: impl IntoIterator<Item = Finding>) -> Self {
        Self {
            findings: findings.into_iter().collect(),
            ..Self::default()
        }
    }
}

/// Examines the rules of some files, or of all.
///
/// # Errors
/// None of its own.
pub fn examine(loaded: &Loaded, only: Option<&BTreeSet<String>>) -> Result<Examined> {
    let rules = &loaded.rules;
    let bench = Bench::new(rules);
    let wanted = |file: &str| only.is_none_or(|only| only.contains(file));
    let equivalences = rules.equivalences.iter().map(Task::Equivalence);
    let notations = rules.notations.iter().map(Task::Notation);
    let falsifications = (0..rules.falsifications.len()).map(Task::Falsification);
    let vocabulary = &rules.vocabulary;
    let readings = vocabulary.reads.iter().map(Task::Reading);
    let steps = rules.solving.rules.iter().map(Task::Step);
    let operators = (0..vocabulary.origins.len()).map(Task::Operator);
    let all = equivalences.chain(notations).chain(falsifications);
    let all = all.chain(readings).chain(operators).chain(steps);
    let tasks = all.filter(|task| match task {
        Task::Equivalence(rule) => wanted(&rule.origin.file),
        Task::Notation(rule) => wanted(&rule.origin.file),
        Task::Falsification(at) => wanted(&rules.falsifications[*at].origin.file),
        Task::Reading(reading) => wanted(&reading.origin.file),
        Task::Step(rule) => wanted(&rule.origin.file),
        Task::Operator(at) => wanted(&vocabulary.origins[*at].file),
    });
    let mut examined = Examined {
        fewest: usize::MAX,
        ..Examined::default()
    };
    let mut findings = Vec::new();
    parallel::ordered(
        tasks,
        parallel::jobs(None),
        |task, send| {
            send(match task {
                Task::Equivalence(rule) => bench.equivalence(rule),
                Task::Notation(rule) => bench.notation(rule),
                Task::Falsification(at) => {
                    Done::of(examine::not_falsifying(at, rules, &bench.reader))
                }
                Task::Reading(reading) => Done::of(examine::unread(reading, rules, &bench.reader)),
                Task::Operator(at) => Done::of(examine::unwritten(at, rules)),
                Task::Step(rule) => Done::of(examine::lost(rule, rules)),
            });
        },
        |done: Done| {
            findings.extend(done.findings);
            if let Some(instances) = done.instances {
                examined.equivalences += 1;
                examined.instances += instances;
                examined.fewest = examined.fewest.min(instances);
            }
            if let Some((forms, all)) = done.forms {
                examined.notations += 1;
                examined.forms += forms;
                examined.all_forms += all;
            }
            Ok(())
        },
    )?;
    collect(findings, loaded, &mut examined);
    Ok(examined)
}

/// Locates findings; those of both directions of a rule are one, those that are accepted none.
fn collect(findings: Vec<Finding>, loaded: &Loaded, examined: &mut Examined) {
    let mut seen = BTreeMap::new();
    for finding in findings {
        let text = loaded.text(&finding.origin.file).unwrap_or_default();
        let diagnostic = finding.locate(text);
        let start = diagnostic.labels.first().map_or(0, |l| l.span.start);
        let place = (diagnostic.file.clone(), start, finding.id);
        if accepts(text, finding.origin.line as usize, finding.id) {
            examined.accepted += 1;
        } else {
            seen.entry(place).or_insert(diagnostic);
        }
    }
    examined.diagnostics = seen.into_values().collect();
}

/// Whether comments above the entry at a line, counted from 1, accept a complaint and say why.
pub fn accepts(text: &str, line: usize, id: &str) -> bool {
    let lines: Vec<&str> = text.lines().take(line.saturating_sub(1)).collect();
    let above = lines.iter().rev().map(|line| line.trim());
    above
        .skip_while(|line| *line == "(")
        .map_while(|line| line.strip_prefix("//"))
        .filter_map(|comment| comment.trim().strip_prefix("accept "))
        .filter_map(|rest| rest.split_once(':'))
        .any(|(ids, why)| ids.split(',').any(|i| i.trim() == id) && !why.trim().is_empty())
}

struct Bench<'r> {
    rules: &'r RuleSet,
    reader: Reader<'r>,
    printer: Printer<'r>,
    operands: Operands,
    others: Others<'r>,
    identities: Vec<Formula>,
    corpus: Vec<Formula>,
}

impl<'r> Bench<'r> {
    fn new(rules: &'r RuleSet) -> Self {
        let reader = Reader::new(rules);
        let identities = identities().map(|latex| reader.read(latex)).collect();
        let (printer, corpus) = (Printer::new(rules), corpus(rules, &reader));
        let operands = Operands::of(&roundtrip::Bench {
            rules,
            printer: &printer,
            reader: &reader,
            corpus: &corpus,
        });
        Self {
            rules,
            printer,
            others: Others::new(rules),
            identities,
            corpus,
            operands,
            reader,
        }
    }

    fn equivalence(&self, rule: &Equivalence) -> Done {
        let evaluated = examine::sound(rule, self.rules, INSTANCES, Key::seed(1));
        let mut findings: Vec<Finding> = evaluated.finding.into_iter().collect();
        let sound = findings.is_empty();
        let mut own = Vec::new();
        for (a, b) in &rule.examples {
            own.extend([self.reader.read(a), self.reader.read(b)]);
        }
        own.extend(rule.rejects.iter().map(|latex| self.reader.read(latex)));
        let formulas = own.iter().chain(&self.identities);
        if findings.is_empty() {
            findings.extend(examine::explosive(rule, self.rules, formulas));
        }
        if findings.is_empty() {
            findings.extend(examine::redundant(rule, &self.others, Key::seed(1)));
        }
        if sound {
            findings.extend(without_reject(rule));
        }
        Done {
            findings,
            instances: Some(evaluated.report.met),
            forms: None,
        }
    }

    fn notation(&self, rule: &Notation) -> Done {
        let bench = roundtrip::Bench {
            rules: self.rules,
            printer: &self.printer,
            reader: &self.reader,
            corpus: &self.corpus,
        };
        let written = roundtrip::written(rule, &bench, TERMS, Key::seed(1));
        let fates: Vec<_> = rule
            .forms
            .iter()
            .map(|form| (form.id.as_str(), Fate::of(&form.id, &written)))
            .filter(|(_, fate)| !fate.all.is_empty())
            .collect();
        let mut findings: Vec<Finding> = fates
            .iter()
            .filter_map(|(form, fate)| unread(rule, form, fate))
            .collect();
        if fates.is_empty() {
            findings.push(shadowed(rule));
        } else if findings.is_empty() {
            let lacking = brackets::unbracketed(rule, &bench, &self.operands, Key::seed(1));
            findings.extend(lacking.iter().map(|found| unbracketed(rule, found)));
        }
        findings.extend(unknown_tags(rule, self.rules));
        Done {
            findings,
            instances: None,
            forms: Some((fates.len(), rule.forms.len())),
        }
    }
}

/// Complains about a notation in which none of its terms is written.
fn shadowed(rule: &Notation) -> Finding {
    Finding {
        severity: Severity::Warning,
        help: Some(
            "another notation is more specific, or the conditions are hardly ever met".to_owned(),
        ),
        ..about(
            rule,
            "shadowed",
            format!(
                "none of the terms tried is written in the notation `{}`",
                rule.id
            ),
            "never used",
        )
    }
}

/// Complains about tags in the conditions of forms that no operator has.
fn unknown_tags(rule: &Notation, rules: &RuleSet) -> Vec<Finding> {
    fn asked<'c>(condition: &'c FormCondition, found: &mut BTreeSet<&'c str>) {
        match condition {
            FormCondition::Tagged(_, tags) => found.extend(tags.iter().map(String::as_str)),
            FormCondition::Not(inner) => asked(inner, found),
            _ => {}
        }
    }
    let operators = &rules.vocabulary.operators;
    let known: BTreeSet<&str> = operators
        .iter()
        .flat_map(|o| o.tags.iter().map(String::as_str))
        .collect();
    let mut tags = BTreeSet::new();
    let conditions = rule.forms.iter().flat_map(|form| &form.when);
    conditions.for_each(|condition| asked(condition, &mut tags));
    let unknown = tags.difference(&known);
    unknown
        .map(|tag| {
            let near = nearest(tag, known.iter().copied());
            Finding {
                at: format!("\"{tag}\""),
                help: near.map(|near| format!("did you mean `{near}`?")),
                ..about(
                    rule,
                    "unknown-tag",
                    format!("no operator has the tag `{tag}`"),
                    "not known",
                )
            }
        })
        .collect()
}

/// An error about a notation, at its id.
fn about(rule: &Notation, id: &'static str, message: String, label: &str) -> Finding {
    Finding {
        id,
        severity: Severity::Error,
        rule: rule.id.clone(),
        origin: rule.origin.clone(),
        at: rule.id.clone(),
        message,
        label: label.to_owned(),
        help: None,
    }
}

/// Complains about a rule without a formula on which it must stay silent.
fn without_reject(rule: &Equivalence) -> Option<Finding> {
    // What a definition says has no entry of its own, which would have examples.
    let own = !rule.examples.is_empty();
    (own && rule.rejects.is_empty()).then(|| Finding {
        id: "no-reject",
        severity: Severity::Warning,
        rule: rule.id.clone(),
        origin: rule.origin.clone(),
        at: rule.written_id().to_owned(),
        message: format!("`{}` has no `rejects`", rule.written_id()),
        label: "nothing says where it must not fire".to_owned(),
        help: Some("add `rejects: [r\"FORMULA\"]`, a formula that looks alike".to_owned()),
    })
}

/// Formulas to write: examples and rejects of equivalences, and the named identities.
pub fn corpus(rules: &RuleSet, reader: &Reader<'_>) -> Vec<Formula> {
    let probes = PROBES.lines().filter(|line| !line.starts_with('%'));
    let mut all: Vec<&str> = identities().chain(probes).collect();
    for rule in &rules.equivalences {
        all.extend(rule.examples.iter().flat_map(|(a, b)| [a.as_str(), b]));
        all.extend(rule.rejects.iter().map(String::as_str));
    }
    let mut seen = BTreeSet::new();
    all.retain(|latex| seen.insert(*latex));
    all.into_iter().map(|latex| reader.read(latex)).collect()
}

/// Complains about a form of which more than half reads as something else.
fn unread(rule: &Notation, form: &str, fate: &Fate<'_>) -> Option<Finding> {
    if !fate.fails() {
        return None;
    }
    let shortest = fate.shown()?;
    let read = shortest.otherwise.as_deref().unwrap_or_default();
    let because = match &shortest.complaint {
        Some(complaint) => format!(" ({complaint})"),
        None => String::new(),
    };
    let (failed, all) = (fate.wrong, fate.all.len());
    let message = format!(
        "what the form `{form}` writes does not read back: {} is written `{}`, which is read as {read}{because}",
        shortest.term, shortest.text
    );
    let of = if shortest.natural {
        ""
    } else {
        ", of generated terms"
    };
    Some(Finding {
        help: Some(
            "ask for a higher level in a hole, narrow the form with `when`, or give the vocabulary a reading"
                .to_owned(),
        ),
        ..about(rule, "not-read-back", message, &format!("{failed} of {all} prints{of}"))
    })
}

/// Complains about a form that writes an operand, or stands as one, without the brackets it needs.
fn unbracketed(rule: &Notation, found: &Unbracketed) -> Finding {
    let written = &found.written;
    let read = written.otherwise.as_deref().unwrap_or_default();
    let (what, help) = match found.side {
        Side::Inside => (
            format!("no brackets around an operand `{}`", found.operator),
            "ask for a higher level in the hole: `#{x:product}` writes a sum in brackets",
        ),
        Side::Outside => (
            format!("no brackets as an operand of `{}`", found.operator),
            "give the form the level that it has: `level: \"sum\"` for `a + b`",
        ),
    };
    let message = format!(
        "the form `{}` lacks brackets: {} is written `{}`, which is read as {read}",
        written.form, written.term, written.text
    );
    Finding {
        help: Some(help.to_owned()),
        ..about(rule, "missing-brackets", message, &what)
    }
}
