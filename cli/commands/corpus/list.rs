//! `corpus list`: which identities there are.

use anyhow::Result;
use mamut_engine::corpus::{Corpus, Identity};
use serde_json::json;

use crate::Outcome;
use crate::corpus_args::CorpusList;
use crate::output::Output;

/// Runs the command.
///
/// # Errors
/// When stdout cannot be written.
pub fn run(args: &CorpusList, corpus: &Corpus) -> Result<Outcome> {
    let mut output = Output::new(None)?;
    let found: Vec<&Identity> = corpus
        .identities
        .iter()
        .filter(|i| wanted(i, args, corpus))
        .collect();
    let width = found.iter().map(|i| i.id.len()).max().unwrap_or(0);
    for identity in &found {
        let Identity { id, field, .. } = identity;
        let texts = identity.versions.iter().filter(|v| v.is_text).count();
        let formulas = identity.versions.len() - texts;
        let line = if args.json {
            json!({
                "id": id, "field": field, "names": identity.names, "aliases": identity.aliases,
                "formulas": formulas, "texts": texts,
                "false_versions": identity.false_versions.len(),
                "file": identity.origin.file, "line": identity.origin.line,
            })
            .to_string()
        } else {
            let name = identity.names.first().map_or("", String::as_str);
            format!("{id:<width$}  {formulas:>2} formulas, {texts:>2} texts  {name}  ({field})")
        };
        output.write((line + "\n").as_bytes())?;
    }
    output.finish()?;
    Ok(if found.is_empty() {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

fn wanted(identity: &Identity, args: &CorpusList, corpus: &Corpus) -> bool {
    let text = args.text.as_ref().map(|t| t.to_lowercase());
    let has = |text: &String| {
        let mut all = identity.called().chain([identity.id.as_str()]);
        all.any(|name| name.to_lowercase().contains(text))
    };
    let shares = || {
        let mut others = corpus.identities.iter().filter(|i| i.id != identity.id);
        others.any(|other| identity.shares_name(other))
    };
    text.as_ref().is_none_or(has)
        && args.field.as_ref().is_none_or(|f| *f == identity.field)
        && (!args.shared || shares())
}
