//! `rules new`: a rule file to begin with.

use anyhow::{Result, ensure};
use mamut_engine::dsl::SourceFile;

use crate::args::Global;
use crate::corpus;
use crate::output::Output;
use crate::rule_args::{New, RuleKind};
use crate::rules::{self, Loaded};
use crate::{Outcome, diagnostics};

/// The text of a new file: a commented rule of a kind.
pub fn template(kind: RuleKind, id: &str) -> String {
    let text = match kind {
        RuleKind::Equivalence => include_str!("../../templates/equivalence.ron"),
        RuleKind::Falsification => include_str!("../../templates/falsification.ron"),
        RuleKind::Step => include_str!("../../templates/step.ron"),
        RuleKind::Notation => include_str!("../../templates/notation.ron"),
        RuleKind::Style => include_str!("../../templates/style.ron"),
        RuleKind::Operator => include_str!("../../templates/operator.ron"),
        RuleKind::Symbols => include_str!("../../templates/symbols.ron"),
        RuleKind::Target => include_str!("../../templates/target.ron"),
        RuleKind::Identity => include_str!("../../templates/identity.ron"),
    };
    // A hyphen is a minus sign in the name of an operator.
    text.replace("@ID@", id)
        .replace("@WORD@", &id.replace('-', ""))
}

/// Runs the command.
///
/// # Errors
/// When the id is none, or the file is there or cannot be written.
pub fn run(args: &New, global: &Global) -> Result<Outcome> {
    let text = template(args.kind, &args.id);
    let before = rules::load_with(&global.packs, &global.rules)?;
    let name = match &args.output {
        Some(path) => path.display().to_string(),
        None => "<new>".to_owned(),
    };
    let file = SourceFile {
        name: name.clone(),
        text: text.clone(),
        layer: u32::MAX,
    };
    let after = match args.kind {
        RuleKind::Identity => corpus::of(vec![file]).loaded,
        _ => rules::load_files(before.files.iter().cloned().chain([file]).collect()),
    };
    let wrong: Vec<_> = after
        .diagnostics
        .iter()
        .filter(|d| d.file == name)
        .collect();
    for diagnostic in &wrong {
        anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, &after));
    }
    if !wrong.is_empty() {
        return Ok(Outcome::Unusable);
    }
    if exists(args, &before) {
        anstream::eprintln!(
            "mamut-rw: there is a rule `{}`, which this one replaces",
            args.id
        );
    }
    if let Some(path) = &args.output {
        ensure!(!path.exists(), "{name} exists; nothing is written over it");
    }
    let mut output = Output::new(args.output.as_deref())?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Outcome::Done)
}

fn exists(args: &New, loaded: &Loaded) -> bool {
    super::list::entries(&loaded.rules)
        .iter()
        .any(|entry| entry.sort == args.kind && entry.id == args.id)
}
