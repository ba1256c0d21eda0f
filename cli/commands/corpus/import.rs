//! `corpus import`: named identities in the JSON format of MAMUT's NMFT, written as a corpus file.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use mamut_engine::diagnostic::{Diagnostic, Severity};
use mamut_engine::dsl::SourceFile;
use mamut_engine::latex::Reader;
use serde_json::Value;

use super::foreign::{self, Foreign};
use super::written;
use crate::Outcome;
use crate::args::Global;
use crate::commands::rules::check::write;
use crate::corpus_args::CorpusImport;
use crate::output::Output;
use crate::rules::Loaded;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Runs the command.
///
/// # Errors
/// When the file cannot be read or is no list of identities, or the result cannot be written.
pub fn run(args: &CorpusImport, global: &Global, rules: &Loaded) -> Result<Outcome> {
    let name = args.file.display().to_string();
    let place = || format!("cannot read {name}");
    let size = std::fs::metadata(&args.file).with_context(place)?.len();
    ensure!(size <= LARGEST, "{name} has more than {LARGEST} bytes");
    let text = std::fs::read_to_string(&args.file).with_context(place)?;
    let value: Value = serde_json::from_str(&text).with_context(place)?;
    let Some(list) = value.as_array() else {
        anyhow::bail!("{name} is no list of identities");
    };
    let reader = Reader::new(&rules.rules);
    let mut foreign = Foreign::new(&text, &name, &reader, &rules.rules);
    let identities = foreign.identities(list);
    let diagnostics = std::mem::take(&mut foreign.diagnostics);
    let about = args.file.file_name().unwrap_or_default().to_string_lossy();
    let file = written::corpus(&format!("Imported from {about}."), &identities);
    std::fs::create_dir_all(&args.output)
        .with_context(|| format!("cannot make {}", args.output.display()))?;
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy();
    let path = args.output.join(Path::new(&format!("{stem}.ron")));
    let mut output = Output::new(Some(&path))?;
    output.write(file.as_bytes())?;
    output.finish()?;
    let loaded = Loaded {
        files: vec![SourceFile {
            name,
            text,
            layer: 0,
        }],
        diagnostics,
        ..Loaded::default()
    };
    write(&loaded, args.shape)?;
    if global.quiet == 0 {
        summary(&identities, &loaded.diagnostics, &path);
    }
    Ok(if loaded.errors() > 0 {
        Outcome::Findings
    } else {
        Outcome::Done
    })
}

fn summary(identities: &[foreign::Imported], diagnostics: &[Diagnostic], path: &Path) {
    let count = |of: fn(&foreign::Imported) -> usize| identities.iter().map(of).sum::<usize>();
    let texts = count(|i| i.identity.versions.iter().filter(|v| v.is_text).count());
    let formulas = count(|i| i.identity.versions.len()) - texts;
    let severe = |s: Severity| diagnostics.iter().filter(|d| d.severity == s).count();
    anstream::eprintln!(
        "mamut-rw: wrote {}: {} identities, {formulas} formulas, {texts} texts, {} false versions, {} replacements; fixed {}, left out {}",
        path.display(),
        identities.len(),
        count(|i| i.identity.false_versions.len()),
        count(|i| i.identity.replace.len() + i.identity.falsify.len()),
        severe(Severity::Warning),
        severe(Severity::Error),
    );
}
