//! `explain`: how one formula follows from another, step by step.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use mamut_engine::corpus::Corpus;
use mamut_engine::egraph::{Explanation, Limits, Step};
use mamut_engine::latex::Formula;
use mamut_engine::rules::Tier;
use mamut_engine::term::Term;
use serde_json::json;

use crate::args::{self, Global, TierName};
use crate::falsify::account::Account;
use crate::input::Place;
use crate::output::Output;
use crate::pipeline::{Pipeline, refusal};
use crate::recheck::{Alone, Recorded, Source, files};
use crate::row::{Id, Row};
use crate::rules::Loaded;
use crate::witness::Checked;
use crate::{Outcome, corpus, diagnostics};

/// Runs the command.
///
/// # Errors
/// Errors of the world, and rows that cannot be made again.
pub fn run(args: &args::Explain, global: &Global, loaded: &Loaded) -> Result<Outcome> {
    let search = args::Search {
        tier: args.tier,
        max_size: 4.0,
    };
    let mut pipeline = Pipeline::new(&loaded.rules, &search);
    pipeline.limits = Limits {
        tier: args.tier.into(),
        ..Limits::proof()
    };
    let (from, to) = match (&args.record, &args.from, &args.to) {
        (Some(record), ..) => {
            let identities = corpus::load(&args.corpus)?;
            corpus::complain(&identities);
            let found = recorded(record, &identities.corpus)?;
            if !found.row.label {
                return of_false(found, &pipeline, args.json, loaded);
            }
            let row = replayed(record, found, loaded)?;
            if row.is_text || row.target.is_some() {
                return of_text(&row, loaded);
            }
            (row.source.to_string(), row.text)
        }
        (None, Some(from), Some(to)) => (from.clone(), to.clone()),
        _ => bail!("two formulas are needed"),
    };
    let (Some(a), Some(b)) = (
        readable(&pipeline, &from, global),
        readable(&pipeline, &to, global),
    ) else {
        return Ok(Outcome::Unusable);
    };
    let explanation = pipeline.explain(&a, &b);
    let shown = Shown {
        pipeline: &pipeline,
        loaded,
        from,
        to,
    };
    let text = if args.json {
        shown.json(&explanation)
    } else {
        shown.text(&explanation)
    };
    let mut output = Output::new(None)?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(if matches!(explanation, Explanation::Derived { .. }) {
        Outcome::Done
    } else {
        Outcome::Findings
    })
}

/// Says what was done to a falsified version, and looks at its witness again.
fn of_false(
    found: Recorded,
    pipeline: &Pipeline<'_>,
    json: bool,
    loaded: &Loaded,
) -> Result<Outcome> {
    let open = |why: &str| Checked::Open(why.to_owned());
    let check = |row: &Row| {
        if row.is_text || row.target.is_some() {
            return open("texts and other targets are not evaluated again");
        }
        match Source::new(pipeline, &row.source, row.is_text) {
            Some(source) => source.check(row, false),
            None => open("its source is not read"),
        }
    };
    let beside = |source: &Arc<str>| {
        let row = Row {
            source: source.clone(),
            ..found.row.clone()
        };
        let checked = check(&row);
        (row, checked)
    };
    let all: Vec<(Row, Checked)> = found.sources.iter().map(beside).collect();
    let right = all.iter().find(|(_, checked)| *checked == Checked::Right);
    let (row, checked) = right
        .or(all.first())
        .cloned()
        .context("the row has no source")?;
    let outcome = match checked {
        Checked::Wrong(_) => Outcome::Findings,
        Checked::Right | Checked::Open(_) => Outcome::Done,
    };
    let account = Account {
        row: &row,
        checked,
        loaded,
    };
    let text = if json { account.json() } else { account.text() };
    let mut output = Output::new(None)?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(outcome)
}

/// Says what a version of a text is made of.
fn of_text(row: &Row, loaded: &Loaded) -> Result<Outcome> {
    let mut text = String::new();
    for (old, new) in &row.substitution {
        text += &format!("renamed  {old} → {new}\n");
    }
    for id in &row.rules {
        let doc = loaded.rules.equivalence(id).map_or("", |rule| &rule.doc);
        text += &format!("uses     {id}: {doc}\n");
    }
    if text.is_empty() {
        text += "the two differ in notation only\n";
    }
    let mut output = Output::new(None)?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Outcome::Done)
}

/// Reads a formula; complains and gives nothing when that fails.
fn readable(pipeline: &Pipeline<'_>, latex: &str, global: &Global) -> Option<Formula> {
    let formula = pipeline.read(latex);
    let refused = refusal(&formula).is_some();
    if refused || global.verbose > 0 {
        let place = Place {
            line: 1,
            text: latex.to_owned(),
            ..Place::default()
        };
        diagnostics::show(&formula.complaints, &place, global);
    }
    (!refused).then_some(formula)
}

/// A row of a file.
fn recorded(record: &str, corpus: &Corpus) -> Result<Recorded> {
    let (file, line) = record
        .rsplit_once(':')
        .context("--record wants FILE:LINE")?;
    let line: usize = line
        .parse()
        .context("--record wants FILE:LINE, the line a number from 1")?;
    let text = files::rows(Path::new(file))?
        .nth(line.saturating_sub(1))
        .with_context(|| format!("{file} has no line {line}"))??;
    let error = match serde_json::from_str::<Row>(&text) {
        Ok(row) => {
            return Ok(Recorded {
                sources: vec![row.source.clone()],
                row,
            });
        }
        Err(error) => error,
    };
    match Recorded::read(&text, corpus) {
        Some(found) => found.map_err(|why| anyhow!("{file}:{line}: {why}")),
        None => match serde_json::from_str::<Alone>(&text) {
            Ok(alone) => bail!(
                "{file}:{line} is a row of a dataset of collections, which is not made again alone: its source is the row `{}` of which `original` is true",
                alone.key
            ),
            Err(_) => Err(error).with_context(|| format!("{file}:{line} is not a row")),
        },
    }
}

/// A row, made again to see that the rules still say so.
fn replayed(place: &str, found: Recorded, loaded: &Loaded) -> Result<Row> {
    let Recorded { mut row, sources } = found;
    let target = loaded.rules.target.as_ref().map(|target| &target.name);
    if row.target.as_ref() != target {
        let target = row.target.as_deref().unwrap_or("latex");
        bail!("{place} is written for {target}: name it with --target");
    }
    let id = Id::parse(&row.id)
        .with_context(|| format!("{place}: `{}` is not the id of a row", row.id))?;
    let tier = match id.setup.tier {
        'n' => TierName::Notation,
        'a' => TierName::Algebra,
        _ => TierName::Structure,
    };
    let search = args::Search {
        tier,
        max_size: f64::from(id.setup.size) / 100.0,
    };
    let mut pipeline = Pipeline::new(&loaded.rules, &search);
    pipeline.resume(&id);
    let setup = pipeline.setup();
    let again = |source: &str| Id::new(source, setup, id.seed, id.index).to_string();
    match sources.into_iter().find(|source| again(source) == row.id) {
        Some(source) => row.source = source,
        None => {
            let again = again(&row.source);
            bail!("{place} was made with other rules: its id would be {again} now");
        }
    }
    let (formula, text);
    let mut versions = if row.is_text {
        text = pipeline.prepare_text(&row.source).ok();
        text.as_ref().map(|text| pipeline.text_versions(text))
    } else {
        formula = pipeline.prepare(&row.source).ok();
        formula.as_ref().map(|formula| pipeline.versions(formula))
    }
    .with_context(|| format!("{place}: the source cannot be read"))?;
    for _ in 0..id.index {
        versions.next_version();
    }
    match versions.next_version() {
        Some(version) if version.text == row.text => Ok(row),
        _ => bail!("{place}: the row does not come out again; was its text changed?"),
    }
}

/// An explanation to be shown.
struct Shown<'a> {
    pipeline: &'a Pipeline<'a>,
    loaded: &'a Loaded,
    from: String,
    to: String,
}

impl Shown<'_> {
    fn text(&self, explanation: &Explanation) -> String {
        let Explanation::Derived {
            renaming,
            tier,
            steps,
            atoms,
            assumed,
        } = explanation
        else {
            return self.failure(explanation);
        };
        let mut text = String::new();
        for (theirs, ours) in renaming {
            text += &format!("renamed  {theirs} → {ours}\n");
        }
        let Some(first) = steps.first() else {
            return text + "the two formulas differ in notation only\n";
        };
        let mut before = self.pipeline.plain(&first.before, atoms);
        text += &format!("  {before}\n");
        for step in steps {
            let after = self.pipeline.plain(&step.after, atoms);
            let (id, doc) = self.rule(step);
            text += &format!("= {after}\n");
            if let Some(carets) = carets(&before, &after) {
                text += &format!("  {carets}\n");
            }
            text += &format!("      {id}: {doc}\n");
            before = after;
        }
        if !assumed.is_empty() {
            text += &format!("assuming what these rules need: {}\n", assumed.join(", "));
        }
        let plural = if steps.len() == 1 { "step" } else { "steps" };
        text + &format!(
            "{} {plural}, rules up to tier {}\n",
            steps.len(),
            tier_name(*tier)
        )
    }

    fn failure(&self, explanation: &Explanation) -> String {
        let Explanation::NotDerived {
            iterations,
            nodes,
            saturated,
            tier,
            tried,
            capped,
        } = explanation
        else {
            return String::new();
        };
        let far = if *saturated {
            "no rule had anything to add"
        } else {
            "a limit was met, so this does not say that it is false"
        };
        let more = if *capped { "; there are more" } else { "" };
        format!(
            "{}\ndoes not follow from\n{}\nby rules up to tier {}: {iterations} iterations, {nodes} nodes, {tried} renamings tried{more}; {far}\n",
            self.to,
            self.from,
            tier_name(*tier)
        )
    }

    fn json(&self, explanation: &Explanation) -> String {
        let value = match explanation {
            Explanation::Derived {
                renaming,
                tier,
                steps,
                atoms,
                assumed,
            } => {
                let latex = |term: &Term| self.pipeline.plain(term, atoms);
                let steps: Vec<_> = steps
                    .iter()
                    .map(|step| {
                        let (id, doc) = self.rule(step);
                        json!({
                            "rule": id, "doc": doc, "forward": step.forward, "path": step.path,
                            "before": latex(&step.before), "after": latex(&step.after),
                            "part_before": part(&step.before, &step.path).map(latex),
                            "part_after": part(&step.after, &step.path).map(latex),
                        })
                    })
                    .collect();
                let renaming: std::collections::BTreeMap<_, _> = renaming.iter().cloned().collect();
                json!({"from": self.from, "to": self.to, "derived": true, "tier": tier_name(*tier), "renaming": renaming, "assumed": assumed, "steps": steps})
            }
            Explanation::NotDerived {
                iterations,
                nodes,
                saturated,
                tier,
                tried,
                capped,
            } => json!({
                "from": self.from, "to": self.to, "derived": false, "tier": tier_name(*tier), "iterations": iterations,
                "nodes": nodes, "saturated": saturated, "renamings": tried, "more_renamings": capped,
            }),
        };
        format!("{value:#}\n")
    }

    /// The id and the sentence of the rule of a step.
    fn rule(&self, step: &Step) -> (String, String) {
        let rules = &self.loaded.rules;
        let rule = rules.equivalence(&step.rule);
        let doc = rule.map_or_else(
            || "The same in another order or grouping.".to_owned(),
            |rule| rule.doc.clone(),
        );
        let id = if step.forward {
            step.rule.clone()
        } else {
            format!("{} (backwards)", step.rule)
        };
        (id, doc)
    }
}

/// The sub-term that a path leads to.
fn part<'t>(term: &'t Term, path: &[usize]) -> Option<&'t Term> {
    path.iter()
        .try_fold(term, |term, place| term.args.get(*place))
}

/// Carets under what is new in the second text; none when nothing is.
fn carets(before: &str, after: &str) -> Option<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (tokens(before), tokens(after));
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let room = old.len().min(new.len()) - start;
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take(room)
        .take_while(|(a, b)| a == b)
        .count();
    let width = |tokens: &[&str]| tokens.iter().map(|t| t.chars().count()).sum::<usize>();
    let marked = width(&new[start..new.len() - end]);
    (before != after).then(|| " ".repeat(width(&new[..start])) + &"^".repeat(marked.max(1)))
}

/// Control words and characters.
fn tokens(latex: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        let word = c == '\\' && rest[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        let length = if word {
            1 + rest[1..]
                .find(|c: char| !c.is_ascii_alphabetic())
                .unwrap_or(rest.len() - 1)
        } else {
            c.len_utf8()
        };
        found.push(&rest[..length]);
        rest = &rest[length..];
    }
    found
}

fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Notation => "notation",
        Tier::Structure => "structure",
        Tier::Algebra => "algebra",
    }
}

#[cfg(test)]
mod tests {
    use super::carets;

    #[test]
    fn marks_what_is_new() {
        assert_eq!(carets("a^2 + b", "aa + b").as_deref(), Some(" ^"));
        assert_eq!(carets("x", r"\sin x").as_deref(), Some("^^^^^"));
        assert_eq!(carets("a", "a"), None);
    }
}
