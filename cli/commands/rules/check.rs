//! `rules check`: what is wrong with rule files, once or after every change.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Result;
use mamut_engine::diagnostic::{Diagnostic, Severity};
use mamut_engine::rules::RuleSet;
use serde_json::{Value, json};

use crate::args::Global;
use crate::diagnostics::count;
use crate::examine::{Examined, examine};
use crate::output::Output;
use crate::rule_args::{Check, Shape};
use crate::rules::{self, Loaded};
use crate::watch::{self, Watch};
use crate::{Outcome, diagnostics, interrupt};

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &Check, global: &Global) -> Result<Outcome> {
    if !args.watch {
        return once(args, global);
    }
    let paths: Vec<&PathBuf> = global.rules.iter().chain(&args.paths).collect();
    anyhow::ensure!(
        !paths.is_empty(),
        "nothing to watch: name rule files or directories"
    );
    let mut watch = Watch::new(&paths);
    loop {
        let start = Instant::now();
        if let Err(error) = once(args, global) {
            anstream::eprintln!("mamut-rw: {error:#}");
        }
        let took = start.elapsed().as_millis();
        anstream::eprintln!("mamut-rw: checked in {took} ms; waiting for changes");
        match watch.next_change() {
            Some(changed) => {
                anstream::eprintln!("\nmamut-rw: {} changed", watch::name(&changed));
            }
            None => return Ok(Outcome::Interrupted),
        }
    }
}

fn once(args: &Check, global: &Global) -> Result<Outcome> {
    let mut loaded = rules::load_over(
        global.target.as_deref(),
        &global.packs,
        &global.rules,
        &args.paths,
    )?;
    let examined = match args.deep {
        true => Some(deep(args, &mut loaded)?),
        false => None,
    };
    write(&loaded, args.output)?;
    if global.quiet == 0 {
        summary(&loaded, examined.as_ref());
    }
    Ok(if interrupt::asked() {
        Outcome::Interrupted
    } else if loaded.errors() > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

/// What is shown of complaints for the eye.
const SHOWN: usize = 50;

/// Says how many complaints are not shown.
fn more(loaded: &Loaded) -> Option<String> {
    let more = loaded.diagnostics.len().checked_sub(SHOWN)?;
    (more > 0).then(|| format!("… and {more} more; `--output json` has all"))
}

/// Writes complaints: in pretty shape to stderr, otherwise to stdout. Those for the eye are the
/// first ones, and how many more there are.
pub(crate) fn write(loaded: &Loaded, shape: Shape) -> Result<()> {
    if shape == Shape::Pretty {
        for diagnostic in loaded.diagnostics.iter().take(SHOWN) {
            anstream::eprintln!("{}", diagnostics::of_rules(diagnostic, loaded));
        }
        if let Some(more) = more(loaded) {
            anstream::eprintln!("{more}");
        }
        return Ok(());
    }
    let mut output = Output::new(None)?;
    let shown = match shape {
        Shape::Short => SHOWN,
        _ => usize::MAX,
    };
    for diagnostic in loaded.diagnostics.iter().take(shown) {
        let line = match shape {
            Shape::Short => short(diagnostic, loaded),
            Shape::Json => json(diagnostic, loaded).to_string(),
            _ => github(diagnostic, loaded),
        };
        output.write((line + "\n").as_bytes())?;
    }
    if shape == Shape::Short
        && let Some(more) = more(loaded)
    {
        output.write((more + "\n").as_bytes())?;
    }
    output.finish()
}

/// Adds what deep checks of the files that are named find.
fn deep(args: &Check, loaded: &mut Loaded) -> Result<Examined> {
    let files = rules::find(&args.paths)?;
    let only: BTreeSet<String> = files.iter().map(|f| f.display().to_string()).collect();
    let examined = examine(loaded, Some(&only).filter(|only| !only.is_empty()))?;
    loaded.diagnostics.extend(examined.diagnostics.clone());
    loaded.diagnostics.sort_by_cached_key(|d| {
        let start = d.labels.first().map_or(0, |l| l.span.start);
        (d.file.clone(), start, d.id)
    });
    Ok(examined)
}

/// A line and a column, both from 1, in characters.
fn place(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    (line, column)
}

fn span(diagnostic: &Diagnostic) -> std::ops::Range<usize> {
    diagnostic.labels.first().map_or(0..0, |l| l.span.clone())
}

fn short(diagnostic: &Diagnostic, loaded: &Loaded) -> String {
    let text = loaded.text(&diagnostic.file).unwrap_or_default();
    let (line, column) = place(text, span(diagnostic).start);
    let Diagnostic {
        file, id, message, ..
    } = diagnostic;
    format!(
        "{file}:{line}:{column}: {id}: {}",
        message.replace('\n', " ")
    )
}

fn json(diagnostic: &Diagnostic, loaded: &Loaded) -> Value {
    let text = loaded.text(&diagnostic.file).unwrap_or_default();
    let labels = diagnostic.labels.iter().map(|label| {
        let (line, column) = place(text, label.span.start);
        let (end_line, end_column) = place(text, label.span.end);
        json!({
            "start": label.span.start, "end": label.span.end,
            "line": line, "column": column, "end_line": end_line, "end_column": end_column,
            "message": label.message,
        })
    });
    json!({
        "id": diagnostic.id, "severity": diagnostic.severity, "message": diagnostic.message,
        "file": diagnostic.file, "labels": labels.collect::<Vec<_>>(), "help": diagnostic.help,
    })
}

/// A workflow command; see "Workflow commands for GitHub Actions".
fn github(diagnostic: &Diagnostic, loaded: &Loaded) -> String {
    let text = loaded.text(&diagnostic.file).unwrap_or_default();
    let span = span(diagnostic);
    let ((line, column), (end_line, end_column)) = (place(text, span.start), place(text, span.end));
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut message = diagnostic.message.clone();
    if let Some(label) = diagnostic.labels.first().filter(|l| !l.message.is_empty()) {
        message += &format!("\n{}", label.message);
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let data = |s: &str| {
        s.replace('%', "%25")
            .replace('\r', "%0D")
            .replace('\n', "%0A")
    };
    let property = |s: &str| data(s).replace(':', "%3A").replace(',', "%2C");
    format!(
        "::{level} file={},line={line},col={column},endLine={end_line},endColumn={end_column},title={}::{}",
        property(&diagnostic.file),
        property(diagnostic.id),
        data(&message)
    )
}

fn summary(loaded: &Loaded, examined: Option<&Examined>) {
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
        ..
    } = &loaded.rules;
    if let Some(first) = loaded.diagnostics.first() {
        anstream::eprintln!(
            "mamut-rw: `mamut-rw rules explain-error {}` says more",
            first.id
        );
    }
    if let Some(examined) = examined {
        let Examined {
            equivalences,
            instances,
            notations,
            forms,
            all_forms,
            accepted,
            ..
        } = examined;
        let fewest = match examined.equivalences {
            0 => 0,
            _ => examined.fewest,
        };
        anstream::eprintln!(
            "mamut-rw: evaluated {} on {}, at least {fewest} each; read back {} in {forms} of {}; {} accepted",
            count(*equivalences, "equivalence"),
            count(*instances, "instance"),
            count(*notations, "notation"),
            count(*all_forms, "form"),
            count(*accepted, "complaint"),
        );
    }
    let counts = [
        count(vocabulary.operators.len(), "operator"),
        count(equivalences.len(), "equivalence"),
        count(notations.len(), "notation"),
        count(styles.len(), "style"),
        count(symbols.groups.len(), "symbol group"),
    ];
    anstream::eprintln!(
        "mamut-rw: {}: {}; {}, {}",
        count(loaded.files.len(), "file"),
        counts.join(", "),
        count(errors, "error"),
        count(warnings, "warning"),
    );
}
