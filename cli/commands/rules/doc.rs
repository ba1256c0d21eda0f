//! `rules doc`: one Markdown page a rule file, and an index of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mamut_engine::rules::{Equivalence, Notation, RuleSet};

use crate::Outcome;
use crate::args::Global;
use crate::output::Output;
use crate::rule_args::Doc;
use crate::rules::{self, Loaded};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Doc, global: &Global) -> Result<Outcome> {
    let loaded = rules::load_with(&global.packs, &global.rules)?;
    let pages = pages(&loaded);
    let mut output = Output::new(None)?;
    let mut stale = 0;
    for (name, text) in &pages {
        let path = args.output.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|before| before == *text) {
            continue;
        }
        stale += 1;
        if args.check {
            output.write(format!("{} is stale\n", path.display()).as_bytes())?;
            continue;
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)
                .with_context(|| format!("cannot make {}", parent.display()))?;
        }
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        if global.quiet == 0 {
            output.write(format!("{} written\n", path.display()).as_bytes())?;
        }
    }
    for path in strays(&args.output, &pages) {
        stale += 1;
        output.write(format!("{} has no rule file\n", path.display()).as_bytes())?;
    }
    output.finish()?;
    Ok(if args.check && stale > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// Pages in a directory that are pages of nothing.
fn strays(directory: &Path, pages: &BTreeMap<PathBuf, String>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        let entries = std::fs::read_dir(&directory).into_iter().flatten();
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    let own: BTreeSet<PathBuf> = pages.keys().map(|name| directory.join(name)).collect();
    found.retain(|path| !own.contains(path) && path.extension().is_some_and(|e| e == "md"));
    found.sort();
    found
}

/// The pages by name: `equivalence/arithmetic.md`.
pub fn pages(loaded: &Loaded) -> BTreeMap<PathBuf, String> {
    let mut pages = BTreeMap::new();
    let mut index = String::from(
        "# Rule files\n\nWritten by `mamut-rw rules doc`; what they say is in `rules/`.\n\n| file | about |\n|---|---|\n",
    );
    let mut files: Vec<_> = loaded.files.iter().collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    for file in files {
        let stem = file.name.strip_suffix(".ron").unwrap_or(&file.name);
        let stem = stem.trim_start_matches(['/', '.']);
        let name = PathBuf::from(format!("{stem}.md"));
        let about = about(&file.text);
        let _ = writeln!(index, "| [`{}`]({stem}.md) | {} |", file.name, cell(&about));
        pages.insert(name, page(&file.name, &about, loaded));
    }
    pages.insert(PathBuf::from("README.md"), index);
    pages
}

/// The first `about: "…"` of a file.
pub(super) fn about(text: &str) -> String {
    let rest = text.split_once("about:").map_or("", |(_, rest)| rest);
    let mut parts = rest.splitn(3, '"');
    let about = (parts.next().map(str::trim), parts.next());
    match about {
        (Some("" | "r"), Some(about)) => about.to_owned(),
        _ => String::new(),
    }
}

fn page(file: &str, about: &str, loaded: &Loaded) -> String {
    let rules = &loaded.rules;
    let mut text = format!("# `{file}`\n\n{about}\n");
    let here = |origin: &mamut_engine::rules::Origin| origin.file == file;
    for rule in rules.equivalences.iter().filter(|r| here(&r.origin)) {
        // The other direction is told with the first.
        let forward = rule.id.strip_suffix("-rev");
        if forward.is_some_and(|id| {
            rules
                .equivalence(id)
                .is_some_and(|r| r.source == rule.source)
        }) {
            continue;
        }
        text += &equivalence(rule);
    }
    for strategy in rules.strategies.iter().filter(|s| here(&s.origin)) {
        let _ = write!(
            text,
            "\n## `{}`\n\n{}\n\nWeight {}.\n",
            strategy.id, strategy.doc, strategy.weight
        );
    }
    let falsifications = rules.falsifications.iter();
    let falsifications = falsifications.map(|r| (&r.id, &r.doc, &r.origin));
    let steps = rules
        .solving
        .rules
        .iter()
        .map(|r| (&r.id, &r.doc, &r.origin));
    for (id, doc, origin) in falsifications.chain(steps).filter(|r| here(r.2)) {
        let _ = write!(text, "\n## `{id}`\n\n{doc}\n\n");
        let written = super::show::written(loaded, origin, id);
        let _ = write!(text, "```ron\n{written}```\n");
    }
    for rule in rules.notations.iter().filter(|r| here(&r.origin)) {
        text += &notation(rule, loaded);
    }
    for rule in rules.styles.iter().filter(|r| here(&r.origin)) {
        let _ = write!(
            text,
            "\n## `{}`\n\n{}\n\nDecided: {:?}.\n\n",
            rule.id, rule.doc, rule.decide
        );
        for (weight, open, close) in &rule.forms {
            let spelling = format!("{open} {close}");
            let _ = writeln!(text, "* {}, weight {weight}", code(spelling.trim()));
        }
    }
    let source = loaded.text(file).unwrap_or_default();
    text += &operators(source, rules);
    text += &symbols(source, rules);
    let reads: Vec<_> = rules
        .vocabulary
        .reads
        .iter()
        .filter(|r| here(&r.origin))
        .collect();
    if !reads.is_empty() {
        text += &readings(&reads, source, rules);
    }
    text
}

fn equivalence(rule: &Equivalence) -> String {
    let mut text = format!(
        "\n## `{}`\n\n{}\n\n```\n{}\n```\n\n",
        rule.id, rule.doc, rule.source
    );
    let _ = writeln!(
        text,
        "Tier {:?}, {:?}, weight {}, {:?}.",
        rule.tier, rule.growth, rule.weight, rule.status
    );
    for (word, conditions) in [("When", &rule.when), ("Assuming", &rule.assume)] {
        let said: Vec<String> = conditions
            .iter()
            .map(|c| super::show::spell(c, &rule.vars))
            .collect();
        if !said.is_empty() {
            let _ = writeln!(text, "\n{word}: {}.", said.join("; "));
        }
    }
    if !rule.tags.is_empty() {
        let _ = writeln!(text, "\nTags: {}.", rule.tags.join(", "));
    }
    text.push('\n');
    for (from, to) in &rule.examples {
        let _ = writeln!(text, "* {} → {}", code(from), code(to));
    }
    for reject in &rule.rejects {
        let _ = writeln!(text, "* not {}", code(reject));
    }
    text
}

fn notation(rule: &Notation, loaded: &Loaded) -> String {
    let mut text = format!("\n## `{}`\n\n", rule.id);
    if !rule.doc.is_empty() {
        let _ = write!(text, "{}\n\n", rule.doc);
    }
    let written = super::show::written(loaded, &rule.origin, &rule.id);
    let _ = write!(text, "```ron\n{written}```\n");
    text
}

/// The operators that a vocabulary file names.
fn operators(source: &str, rules: &RuleSet) -> String {
    let here = |name: &str| source.contains(&format!("name: \"{name}\""));
    let all = rules.vocabulary.operators.iter();
    let named: Vec<_> = all.filter(|o| here(&o.name)).collect();
    if named.is_empty() {
        return String::new();
    }
    let mut text =
        String::from("\n## Operators\n\n| name | takes and gives | about |\n|---|---|---|\n");
    for operator in named {
        let signature = |s: &mamut_engine::vocabulary::Signature| {
            let args: Vec<String> = s.args.iter().map(|k| format!("{k:?}")).collect();
            let more = if s.variadic { "*" } else { "" };
            format!("{}{more} -> {:?}", args.join(" "), s.result)
        };
        let signatures: Vec<String> = operator.signatures.iter().map(signature).collect();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            operator.name,
            cell(&signatures.join(" | ")),
            cell(&operator.doc)
        );
    }
    text
}

/// The groups of letters that a symbol file names.
fn symbols(source: &str, rules: &RuleSet) -> String {
    let here = |id: &str| source.contains(&format!("id: \"{id}\", role:"));
    let groups = rules.symbols.groups.iter().filter(|g| here(&g.id));
    let lines = groups.map(|g| {
        format!(
            "\n* `{}` ({:?}): {}",
            g.id,
            g.role,
            code(&g.members.join(" "))
        )
    });
    let text: String = lines.collect();
    if text.is_empty() { text } else { text + "\n" }
}

/// The operators that readings of a file give, with what is known of them.
fn readings(reads: &[&mamut_engine::vocabulary::Reading], source: &str, rules: &RuleSet) -> String {
    let mut text = String::from("\n## Readings\n\n");
    let lines: Vec<&str> = source.lines().collect();
    for reading in reads {
        let said = format!("{:?}", reading.form);
        let names = rules.vocabulary.operators.iter().filter(|o| {
            let op = rules.vocabulary.find(&o.name);
            op.is_some_and(|op| said.contains(&format!("{op:?}")))
        });
        let names: Vec<String> = names
            .map(|o| format!("`{}` ({})", o.name, o.doc.trim_end_matches('.')))
            .collect();
        let line = (reading.origin.line as usize).saturating_sub(1);
        let line = lines
            .get(line)
            .map_or("", |l| l.trim().trim_end_matches(','));
        let _ = writeln!(text, "* {}: {}", code(line), names.join(", "));
    }
    text
}

/// Text between as many backquotes as it needs.
fn code(text: &str) -> String {
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
