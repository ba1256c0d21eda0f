//! `corpus show`: one identity, with what its versions are worth.

use anyhow::Result;
use mamut_engine::corpus::{Corpus, Identity, Replace, Version};
use mamut_engine::diagnostic::nearest;
use mamut_engine::examine;
use mamut_engine::latex::Reader;
use serde_json::{Value, json};

use crate::Outcome;
use crate::output::Output;
use crate::rules::Loaded;

/// Runs the command.
///
/// # Errors
/// When stdout cannot be written.
pub fn run(id: &str, as_json: bool, corpus: &Corpus, loaded: &Loaded) -> Result<Outcome> {
    let mut found: Vec<&Identity> = corpus.identity(id).into_iter().collect();
    if found.is_empty() {
        found.extend(corpus.named(id));
    }
    if found.is_empty() {
        let known = corpus.identities.iter().map(|i| i.id.as_str());
        let help = nearest(id, known).map_or_else(
            || "; `mamut-rw corpus list` lists them".to_owned(),
            |near| format!("; did you mean `{near}`?"),
        );
        anstream::eprintln!("mamut-rw: there is no identity `{id}`{help}");
        return Ok(Outcome::Findings);
    }
    let reader = Reader::new(&loaded.rules);
    let verdict = |version: &Version, shapes: &[String]| {
        let statement = examine::read(version, shapes, &reader, &loaded.rules);
        statement.map_or("not read", |s| s.verdict(&loaded.rules).name())
    };
    let mut output = Output::new(None)?;
    for identity in found {
        let formulas = identity.versions.iter().filter(|v| !v.is_text);
        let shapes: Vec<String> = formulas
            .filter_map(|v| examine::read(v, &[], &reader, &loaded.rules))
            .map(|s| s.shape(&loaded.rules))
            .collect();
        let worth = |v: &Version| verdict(v, &shapes);
        let text = match as_json {
            true => json(identity, &worth).to_string() + "\n",
            false => text(identity, corpus, &worth),
        };
        output.write(text.as_bytes())?;
    }
    output.finish()?;
    Ok(Outcome::Done)
}

fn text(identity: &Identity, corpus: &Corpus, worth: &dyn Fn(&Version) -> &'static str) -> String {
    let mut text = format!("identity {}\n", identity.id);
    let mut line = |head: &str, rest: &str| text += &format!("  {head:<12}{rest}\n");
    if !identity.doc.is_empty() {
        line(&identity.doc, "");
    }
    line("called", &identity.called().collect::<Vec<_>>().join(", "));
    let others = corpus.identities.iter().filter(|i| i.id != identity.id);
    let shared: Vec<&str> = others
        .filter(|other| identity.shares_name(other))
        .map(|other| other.id.as_str())
        .collect();
    if !shared.is_empty() {
        line("like", &shared.join(", "));
    }
    line("field", &identity.field);
    if !identity.similar.is_empty() {
        line("similar", &identity.similar.join(", "));
    }
    for version in &identity.versions {
        let own = version.id.rsplit('/').next().unwrap_or_default();
        line(own, &format!("{:<12}{}", worth(version), version.source));
    }
    for version in &identity.false_versions {
        let own = version.id.rsplit('/').next().unwrap_or_default();
        line(own, &format!("{:<12}{}", "false", version.source));
    }
    for (head, list) in [
        ("replace", &identity.replace),
        ("falsify", &identity.falsify),
    ] {
        for Replace {
            from, to, place, ..
        } in list
        {
            line(
                head,
                &format!("{from}   →   {}   ({place:?})", to.join(" | ")),
            );
        }
    }
    let origin = &identity.origin;
    line("written", &format!("{}:{}", origin.file, origin.line));
    text.lines()
        .map(|l| l.trim_end().to_owned() + "\n")
        .collect()
}

fn json(identity: &Identity, worth: &dyn Fn(&Version) -> &'static str) -> Value {
    let version = |v: &Version| {
        json!({
            "id": v.id, "source": v.source, "is_text": v.is_text, "declare": v.declare,
            "fixed": v.fixed, "verdict": worth(v),
        })
    };
    let replace = |r: &Replace| {
        json!({
            "from": r.from, "to": r.to, "place": format!("{:?}", r.place), "because": r.because,
        })
    };
    json!({
        "id": identity.id, "names": identity.names, "aliases": identity.aliases,
        "field": identity.field, "doc": identity.doc, "similar": identity.similar,
        "versions": identity.versions.iter().map(version).collect::<Vec<_>>(),
        "false_versions": identity.false_versions.iter().map(version).collect::<Vec<_>>(),
        "replace": identity.replace.iter().map(replace).collect::<Vec<_>>(),
        "falsify": identity.falsify.iter().map(replace).collect::<Vec<_>>(),
        "file": identity.origin.file, "line": identity.origin.line,
    })
}
