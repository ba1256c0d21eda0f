//! `rules list`: what is loaded.

use std::collections::BTreeSet;

use anyhow::Result;
use mamut_engine::corpus::Identity;
use mamut_engine::dsl::SourceFile;
use mamut_engine::rules::{Origin, RuleSet, Status};
use serde_json::json;

use super::doc::about;
use crate::Outcome;
use crate::corpus;
use crate::output::Output;
use crate::rule_args::{List, RuleKind, StatusName};
use crate::rules::{self, Loaded};

/// A line of the list.
pub struct Entry<'r> {
    /// What sort of rule.
    pub sort: RuleKind,
    /// The same in words.
    pub kind: &'static str,
    /// Its id.
    pub id: &'r str,
    /// What it says.
    pub doc: &'r str,
    /// Its tags.
    pub tags: &'r [String],
    /// What it matches, as it is written; empty when it matches nothing.
    pub pattern: &'r str,
    /// The status of an equivalence.
    pub status: Option<Status>,
    /// Where it is written, when that is known.
    pub origin: Option<&'r Origin>,
}

/// What a kind leaves out.
const BLANK: Entry<'static> = Entry {
    sort: RuleKind::Equivalence,
    kind: "equivalence",
    id: "",
    doc: "",
    tags: &[],
    pattern: "",
    status: None,
    origin: None,
};

/// The named identities, those among the rules included; what is wrong with these is told already.
pub(super) fn identities(loaded: &Loaded) -> Vec<Identity> {
    let own = loaded
        .files
        .iter()
        .filter(|file| file.text.contains("Corpus("));
    let files: Vec<SourceFile> = corpus::built_in().into_iter().chain(own.cloned()).collect();
    corpus::of(files).corpus.identities
}

/// The targets that come with the program and the one that is loaded, with what they are about.
pub(super) fn targets(loaded: &Loaded) -> Vec<(String, String)> {
    let known = rules::targets().into_iter().filter_map(|name| {
        let text = rules::built_in_text(&format!("targets/{name}/target.ron"))?;
        Some((name.to_owned(), about(text)))
    });
    let mut found: Vec<(String, String)> = known.collect();
    if let Some(target) = &loaded.rules.target
        && found.iter().all(|(name, _)| *name != target.name)
    {
        let file = loaded
            .files
            .iter()
            .find(|f| f.text.contains("\nTarget(") || f.text.starts_with("Target("));
        found.push((
            target.name.clone(),
            file.map_or_else(String::new, |f| about(&f.text)),
        ));
    }
    found
}

/// All rules that are loaded, kind by kind.
pub fn entries(rules: &RuleSet) -> Vec<Entry<'_>> {
    let mut found = Vec::new();
    found.extend(rules.equivalences.iter().map(|rule| Entry {
        kind: match rule.status {
            Status::Draft => "equivalence (draft)",
            _ => "equivalence",
        },
        id: &rule.id,
        doc: &rule.doc,
        tags: &rule.tags,
        pattern: &rule.source,
        status: Some(rule.status),
        origin: Some(&rule.origin),
        ..BLANK
    }));
    found.extend(rules.falsifications.iter().map(|rule| Entry {
        sort: RuleKind::Falsification,
        kind: "falsification",
        id: &rule.id,
        doc: &rule.doc,
        pattern: &rule.source,
        origin: Some(&rule.origin),
        ..BLANK
    }));
    found.extend(rules.solving.rules.iter().map(|rule| Entry {
        sort: RuleKind::Step,
        kind: "step",
        id: &rule.id,
        doc: &rule.doc,
        pattern: &rule.source,
        origin: Some(&rule.origin),
        ..BLANK
    }));
    found.extend(rules.notations.iter().map(|rule| Entry {
        sort: RuleKind::Notation,
        kind: "notation",
        id: &rule.id,
        doc: &rule.doc,
        origin: Some(&rule.origin),
        ..BLANK
    }));
    found.extend(rules.styles.iter().map(|rule| Entry {
        sort: RuleKind::Style,
        kind: "style",
        id: &rule.id,
        doc: &rule.doc,
        origin: Some(&rule.origin),
        ..BLANK
    }));
    let operators = rules.vocabulary.operators.iter().enumerate();
    found.extend(operators.map(|(at, rule)| Entry {
        sort: RuleKind::Operator,
        kind: "operator",
        id: &rule.name,
        doc: &rule.doc,
        tags: &rule.tags,
        origin: rules.vocabulary.origins.get(at),
        ..BLANK
    }));
    found.extend(rules.symbols.groups.iter().map(|group| Entry {
        sort: RuleKind::Symbols,
        kind: "symbols",
        id: &group.id,
        ..BLANK
    }));
    found
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &List, loaded: &Loaded) -> Result<Outcome> {
    let silent = args.unfired.then(|| unfired(loaded));
    let mut output = Output::new(None)?;
    let identities = identities(loaded);
    let targets = targets(loaded);
    let mut entries = entries(&loaded.rules);
    entries.extend(targets.iter().map(|(name, about)| Entry {
        sort: RuleKind::Target,
        kind: "target",
        id: name,
        doc: about,
        ..BLANK
    }));
    entries.extend(identities.iter().map(|identity| Entry {
        sort: RuleKind::Identity,
        kind: "identity",
        id: &identity.id,
        doc: &identity.doc,
        origin: Some(&identity.origin),
        ..BLANK
    }));
    let wanted: Vec<_> = entries
        .iter()
        .filter(|entry| asked(entry, args, silent.as_ref()))
        .collect();
    let width = wanted
        .iter()
        .map(|e| e.id.chars().count())
        .max()
        .unwrap_or(0);
    for Entry {
        kind,
        id,
        doc,
        tags,
        origin,
        ..
    } in &wanted
    {
        let place = origin.map(|o| format!("{}:{}", o.file, o.line));
        let line = if args.json {
            format!(
                "{}\n",
                json!({"kind": kind, "id": id, "doc": doc, "tags": tags, "origin": place})
            )
        } else {
            let place = place
                .map(|place| format!("  [{place}]"))
                .unwrap_or_default();
            format!("{kind:<12} {id:<width$}  {doc}{place}\n")
        };
        output.write(line.as_bytes())?;
    }
    output.finish()?;
    Ok(if wanted.is_empty() {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

fn asked(entry: &Entry<'_>, args: &List, silent: Option<&BTreeSet<String>>) -> bool {
    let status = |wanted: StatusName| {
        let wanted = match wanted {
            StatusName::Draft => Status::Draft,
            StatusName::Stable => Status::Stable,
            StatusName::Deprecated => Status::Deprecated,
        };
        entry.status == Some(wanted)
    };
    let holds = |text: &String| {
        let text = text.to_lowercase();
        [entry.id, entry.doc, entry.pattern]
            .iter()
            .any(|field| field.to_lowercase().contains(&text))
    };
    let file = |name: &String| entry.origin.is_some_and(|o| o.file.contains(name.as_str()));
    args.kind.is_none_or(|kind| kind == entry.sort)
        && args
            .tag
            .as_ref()
            .is_none_or(|tag| entry.tags.iter().any(|t| t == tag))
        && args.status.is_none_or(status)
        && args.file.as_ref().is_none_or(file)
        && args.text.as_ref().is_none_or(holds)
        && silent.is_none_or(|silent| entry.status.is_some() && silent.contains(entry.id))
}

/// The equivalences that neither fire on an identity alone nor after the others.
fn unfired(loaded: &Loaded) -> BTreeSet<String> {
    let all = super::stats::measure(loaded, |_| true);
    let silent = all
        .into_iter()
        .filter(|m| m.identities == 0 && m.together == 0);
    silent.map(|m| m.rule).collect()
}
