//! The built-in rules and the way from LaTeX to versions, for the root package's tests.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test file uses a part of this"
)]

pub(crate) mod parallel;
pub(crate) mod random;

use std::path::Path;
use std::sync::OnceLock;

use mamut_engine::atoms::Atoms;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::egraph::{Limits, Saturated, saturate};
use mamut_engine::latex::{self, Formula};
use mamut_engine::readback::under;
use mamut_engine::rules::RuleSet;
use mamut_engine::symbols::{Names, Plan, resolve};
use mamut_engine::term::Term;
use mamut_printer::{Grammar, Options, Printer};

/// All built-in rule files.
pub(crate) fn files() -> Vec<SourceFile> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rules"));
    let mut files = Vec::new();
    collect(root, &mut files);
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn collect(dir: &Path, files: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        // Packs and targets are loaded on demand.
        if path.ends_with("packs") || path.ends_with("targets") {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "ron") {
            let text = std::fs::read_to_string(&path).unwrap();
            files.push(SourceFile {
                name: path.display().to_string(),
                text,
                layer: 0,
            });
        }
    }
}

/// The built-in rules.
pub(crate) fn rules() -> &'static RuleSet {
    static RULES: OnceLock<RuleSet> = OnceLock::new();
    RULES.get_or_init(|| dsl::load(&files()).rules)
}

/// The identities of the reading suite: names and formulas.
pub(crate) fn identities() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/identities.tex");
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line
            .strip_prefix("--- ")
            .and_then(|l| l.strip_suffix(" ---"))
        {
            let mut formula = String::new();
            while let Some(line) = lines.next_if(|l| l.trim() != "=>") {
                if !line.trim().is_empty() {
                    formula.push_str(line);
                    formula.push(' ');
                }
            }
            found.push((name.to_owned(), formula.trim().to_owned()));
        }
    }
    found
}

/// A formula compiled for generation.
pub(crate) struct Compiled {
    pub(crate) formula: Formula,
    pub(crate) saturated: Saturated,
    pub(crate) grammar: Grammar,
    pub(crate) plan: Plan,
}

/// Reads, saturates and compiles.
pub(crate) fn compile(latex: &str) -> Compiled {
    compile_formula(latex::read(latex, rules()), &Limits::default())
}

/// Saturates and compiles.
pub(crate) fn compile_formula(formula: Formula, limits: &Limits) -> Compiled {
    let saturated = saturate(&formula.term, &formula.atoms, rules(), limits);
    let printer = Printer::new(rules());
    let grammar = printer.compile(&saturated.forest, &formula.atoms, &Options::default());
    let plan = Plan::of(
        &formula.term,
        &formula.atoms,
        Some(&saturated.forest),
        rules(),
    );
    Compiled {
        formula,
        saturated,
        grammar,
        plan,
    }
}

impl Compiled {
    /// Reads a version back, over the symbols of the source.
    pub(crate) fn read_back(&self, text: &str, names: &Names) -> (Term, Atoms) {
        self.resolved(&latex::read(text, rules()), names)
    }

    /// The same for one who knows the symbols of the source.
    pub(crate) fn read_knowing(&self, text: &str, names: &Names) -> (Term, Atoms) {
        let known = under(&self.formula.atoms, names);
        self.resolved(&latex::read_with(text, rules(), known), names)
    }

    fn resolved(&self, read: &Formula, names: &Names) -> (Term, Atoms) {
        let mut atoms = self.formula.atoms.clone();
        let term = resolve(
            &read.term,
            &read.atoms,
            names,
            &mut atoms,
            &rules().vocabulary,
        );
        (term, atoms)
    }
}
