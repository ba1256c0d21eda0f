//! `rules`: what is loaded, from where, and whether it is right.

use anyhow::Result;
use mamut_engine::diagnostic::Severity;
use mamut_engine::rules::{Origin, RuleSet, Status, SymbolGroup};
use serde_json::json;

use crate::args::{RuleKind, Rules};
use crate::output::Output;
use crate::rules::Loaded;
use crate::{Outcome, diagnostics};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(command: &Rules, loaded: &Loaded) -> Result<Outcome> {
    match command {
        Rules::List { kind, tag, json } => list(*kind, tag.as_deref(), *json, &loaded.rules),
        Rules::Show { id } => show(id, loaded),
        Rules::Check => Ok(check(loaded)),
    }
}

/// A line of the list.
struct Entry<'r> {
    kind: &'static str,
    id: &'r str,
    doc: &'r str,
    tags: &'r [String],
    origin: Option<&'r Origin>,
}

fn entries(rules: &RuleSet) -> Vec<(RuleKind, Entry<'_>)> {
    let mut found = Vec::new();
    for rule in &rules.equivalences {
        let kind = if rule.status == Status::Draft {
            "equivalence (draft)"
        } else {
            "equivalence"
        };
        found.push((
            RuleKind::Equivalence,
            Entry {
                kind,
                id: &rule.id,
                doc: &rule.doc,
                tags: &rule.tags,
                origin: Some(&rule.origin),
            },
        ));
    }
    for rule in &rules.notations {
        found.push((
            RuleKind::Notation,
            Entry {
                kind: "notation",
                id: &rule.id,
                doc: &rule.doc,
                tags: &[],
                origin: Some(&rule.origin),
            },
        ));
    }
    for rule in &rules.styles {
        found.push((
            RuleKind::Style,
            Entry {
                kind: "style",
                id: &rule.id,
                doc: &rule.doc,
                tags: &[],
                origin: Some(&rule.origin),
            },
        ));
    }
    for rule in &rules.vocabulary.operators {
        found.push((
            RuleKind::Operator,
            Entry {
                kind: "operator",
                id: &rule.name,
                doc: &rule.doc,
                tags: &rule.tags,
                origin: None,
            },
        ));
    }
    for SymbolGroup { id, .. } in &rules.symbols.groups {
        found.push((
            RuleKind::Symbols,
            Entry {
                kind: "symbols",
                id,
                doc: "",
                tags: &[],
                origin: None,
            },
        ));
    }
    found
}

fn list(kind: Option<RuleKind>, tag: Option<&str>, json: bool, rules: &RuleSet) -> Result<Outcome> {
    let mut output = Output::new(None)?;
    let entries = entries(rules);
    let wanted: Vec<_> = entries
        .iter()
        .filter(|(k, e)| {
            kind.is_none_or(|kind| kind == *k)
                && tag.is_none_or(|tag| e.tags.iter().any(|t| t == tag))
        })
        .map(|(_, entry)| entry)
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
    } in &wanted
    {
        let place = origin.map(|o| format!("{}:{}", o.file, o.line));
        let line = if json {
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

fn show(id: &str, loaded: &Loaded) -> Result<Outcome> {
    let rules = &loaded.rules;
    let mut text = String::new();
    for rule in rules
        .equivalences
        .iter()
        .filter(|r| r.id == id || r.id.strip_suffix("-rev") == Some(id))
    {
        text += &format!(
            "equivalence {}\n  {}\n  rule      {}\n",
            rule.id, rule.doc, rule.source
        );
        text += &format!(
            "  applies   tier {:?}, {:?}, weight {}, {:?}\n",
            rule.tier, rule.growth, rule.weight, rule.status
        );
        for (word, conditions) in [("when", &rule.when), ("assume", &rule.assume)] {
            for condition in conditions {
                text += &format!("  {word:<9} {}\n", spell(condition, &rule.vars));
            }
        }
        for (from, to) in &rule.examples {
            text += &format!("  example   {from}   →   {to}\n");
        }
        for reject in &rule.rejects {
            text += &format!("  not on    {reject}\n");
        }
        text += &tail(&rule.tags, &rule.origin);
    }
    for rule in rules.notations.iter().filter(|r| r.id == id) {
        text += &format!(
            "notation {}\n  {}\n  decided   {:?}\n",
            rule.id, rule.doc, rule.decide
        );
        for form in &rule.forms {
            text += &format!("  form      {}  weight {}\n", form.id, form.weight);
        }
        text += &tail(&[], &rule.origin);
        text += &written(loaded, &rule.origin, id);
    }
    for rule in rules.styles.iter().filter(|r| r.id == id) {
        text += &format!(
            "style {}\n  {}\n  decided   {:?}\n",
            rule.id, rule.doc, rule.decide
        );
        for (weight, open, close) in &rule.forms {
            text += &format!("  form      {open} {close}  weight {weight}\n");
        }
        text += &tail(&[], &rule.origin);
    }
    for operator in rules.vocabulary.operators.iter().filter(|o| o.name == id) {
        text += &format!(
            "operator {}\n  {}\n  laws      {}\n",
            operator.name,
            operator.doc,
            laws(operator)
        );
        for reading in &rules.vocabulary.reads {
            if let Some(op) = rules.vocabulary.find(id)
                && format!("{:?}", reading.form).contains(&format!("{op:?}"))
            {
                text += &format!(
                    "  read      {}:{}\n",
                    reading.origin.file, reading.origin.line
                );
            }
        }
        text += &tail(&operator.tags, &Origin::default());
    }
    for group in rules.symbols.groups.iter().filter(|g| g.id == id) {
        text += &format!(
            "symbols {}\n  {:?}: {}\n",
            group.id,
            group.role,
            group.members.join(" ")
        );
    }
    if text.is_empty() {
        let known = entries(rules);
        let near = mamut_engine::diagnostic::nearest(id, known.iter().map(|(_, e)| e.id));
        let help = near
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        anstream::eprintln!("mamut-rw: no rule is called `{id}`{help}");
        return Ok(Outcome::Findings);
    }
    let mut output = Output::new(None)?;
    output.write(text.as_bytes())?;
    output.finish()?;
    Ok(Outcome::Done)
}

fn tail(tags: &[String], origin: &Origin) -> String {
    let mut text = String::new();
    if !tags.is_empty() {
        text += &format!("  tags      {}\n", tags.join(", "));
    }
    if !origin.file.is_empty() {
        text += &format!("  written   {}:{}\n", origin.file, origin.line);
    }
    text
}

/// The lines of a rule as its author wrote them.
fn written(loaded: &Loaded, origin: &Origin, id: &str) -> String {
    let Some(text) = loaded.text(&origin.file) else {
        return String::new();
    };
    let from = text.lines().skip((origin.line as usize).saturating_sub(1));
    let mut depth = 0;
    let mut shown = String::new();
    for line in from.take(60) {
        shown += &format!("    {}\n", line.trim_end());
        depth += line.matches(['(', '[']).count() as i64 - line.matches([')', ']']).count() as i64;
        if depth <= 0 && shown.contains(id) {
            break;
        }
    }
    shown
}

fn laws(operator: &mamut_engine::vocabulary::Operator) -> String {
    let mut laws = Vec::new();
    laws.extend(operator.comm.then_some("commutative"));
    laws.extend(operator.assoc.then_some("associative"));
    laws.extend(operator.unit.map(|_| "has a unit"));
    laws.extend(operator.binds.as_ref().map(|_| "binds a name"));
    if laws.is_empty() {
        "none".to_owned()
    } else {
        laws.join(", ")
    }
}

/// A condition with the names that the author gave to variables.
fn spell(
    condition: &mamut_engine::rules::Condition,
    vars: &[mamut_engine::rules::RuleVar],
) -> String {
    use mamut_engine::rules::Condition as C;
    let v = |var: &u8| {
        vars.get(usize::from(*var))
            .map_or_else(String::new, |v| format!("?{}", v.name))
    };
    match condition {
        C::NonZero(x) => format!("{} is not zero", v(x)),
        C::Positive(x) => format!("{} is positive", v(x)),
        C::NonNegative(x) => format!("{} is not negative", v(x)),
        C::Real(x) => format!("{} is real", v(x)),
        C::Integer(x) => format!("{} is an integer", v(x)),
        C::Natural(x) => format!("{} is a natural number", v(x)),
        C::IntIn(x, a, b) => format!("{} is an integer from {a} to {b}", v(x)),
        C::Literal(x) => format!("{} is a number", v(x)),
        C::IsSymbol(x) => format!("{} is a symbol", v(x)),
        C::Compound(x) => format!("{} is compound", v(x)),
        C::NotFree(x, y) => format!("{} does not occur in {}", v(x), v(y)),
        C::Differ(x, y) => format!("{} and {} differ", v(x), v(y)),
        C::IsKind(x, kind) => format!("{} is of kind {kind:?}", v(x)),
        C::Not(inner) => format!("not: {}", spell(inner, vars)),
        C::AnyOf(inner) => inner
            .iter()
            .map(|c| spell(c, vars))
            .collect::<Vec<_>>()
            .join(", or "),
    }
}

fn check(loaded: &Loaded) -> Outcome {
    for diagnostic in &loaded.diagnostics {
        anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, loaded));
    }
    let errors = loaded.errors();
    let warnings = loaded
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Warning)
        .count();
    let RuleSet {
        vocabulary,
        equivalences,
        styles,
        notations,
        symbols,
        target: _,
    } = &loaded.rules;
    anstream::eprintln!(
        "mamut-rw: {} files: {} operators, {} equivalences, {} notations, {} styles, {} symbol groups; {errors} errors, {warnings} warnings",
        loaded.files.len(),
        vocabulary.operators.len(),
        equivalences.len(),
        notations.len(),
        styles.len(),
        symbols.groups.len(),
    );
    if errors > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    }
}
