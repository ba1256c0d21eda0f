//! Rule files: those in the binary, and directories that add to them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use include_dir::{Dir, include_dir};
use mamut_engine::diagnostic::{Diagnostic, Severity, nearest};
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::rules::{Origin, RuleSet};

static BUILT_IN: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/rules");

/// The files and what they say.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Every file, built-in ones first.
    pub files: Vec<SourceFile>,
    /// The rules without errors.
    pub rules: RuleSet,
    /// Complaints.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loaded {
    /// The number of complaints that are errors.
    pub fn errors(&self) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == Severity::Error)
            .count()
    }
    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.files
            .iter()
            .find(|file| file.name == name)
            .map(|file| file.text.as_str())
    }
}

/// Loads the built-in rules and, over them in order, those of some directories.
///
/// # Errors
/// When a directory cannot be read or holds no `.ron` file. Mistakes in rules are diagnostics.
pub fn load<P: AsRef<Path>>(directories: &[P]) -> Result<Loaded> {
    load_with(&[], directories)
}

/// The same, with packs that come with the program between the two.
///
/// # Errors
/// The same, and when there is no pack of a name.
pub fn load_with<P: AsRef<Path>>(packs: &[String], directories: &[P]) -> Result<Loaded> {
    load_over::<P, P>(None, packs, directories, &[])
}

/// The same for a target, whose styles and notations take the place of all others.
///
/// # Errors
/// The same, and when there is no target of this name and no such directory.
pub fn load_for<P: AsRef<Path>>(
    target: Option<&str>,
    packs: &[String],
    directories: &[P],
) -> Result<Loaded> {
    load_over::<P, P>(target, packs, directories, &[])
}

/// The same, and over all of them some files and directories that are one layer.
///
/// # Errors
/// The same.
pub fn load_over<P: AsRef<Path>, Q: AsRef<Path>>(
    target: Option<&str>,
    packs: &[String],
    directories: &[P],
    paths: &[Q],
) -> Result<Loaded> {
    let mut files = built_in();
    let mut layers = 1..;
    for (name, layer) in packs.iter().zip(&mut layers) {
        files.extend(pack(name, layer)?);
    }
    for (name, layer) in target.filter(|name| *name != LATEX).iter().zip(&mut layers) {
        files.extend(target_files(name, layer)?);
    }
    let mut add = |path: &Path, layer| {
        let before = files.len();
        read(path, layer, &mut files)?;
        ensure!(files.len() > before, "no .ron file in {}", path.display());
        Ok(())
    };
    for (directory, layer) in directories.iter().zip(&mut layers) {
        add(directory.as_ref(), layer)?;
    }
    let last = layers.next().unwrap_or(u32::MAX);
    for path in paths {
        add(path.as_ref(), last)?;
    }
    Ok(load_files(files))
}

/// The directories of the built-in rules that are loaded on demand.
const ON_DEMAND: [&str; 2] = ["packs", "targets"];

/// The target that is read, too.
const LATEX: &str = "latex";

/// The files of a target: one that comes with the program, or a directory.
fn target_files(name: &str, layer: u32) -> Result<Vec<SourceFile>> {
    let mut files = Vec::new();
    if let Some(dir) = BUILT_IN.get_dir(format!("targets/{name}")) {
        collect(dir, layer, &[], &mut files);
        return Ok(files);
    }
    let known: Vec<&str> = targets().into_iter().chain([LATEX]).collect();
    let directory = Path::new(name);
    if !directory.is_dir() {
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known.join(", ")),
        };
        return Err(anyhow!(
            "there is no target `{name}` and no such directory; {help}"
        ));
    }
    read(directory, layer, &mut files)?;
    let loaded = dsl::load(&files);
    ensure!(
        loaded.rules.target.is_some(),
        "no file in {} begins with Target(",
        directory.display()
    );
    Ok(files)
}

/// The names of the targets that come with the program, besides LaTeX.
pub fn targets() -> Vec<&'static str> {
    let targets = BUILT_IN.get_dir("targets").into_iter().flat_map(Dir::dirs);
    targets
        .filter_map(|dir| dir.path().file_name()?.to_str())
        .collect()
}

/// The names of the packs that come with the program.
pub fn packs() -> Vec<&'static str> {
    let packs = BUILT_IN.get_dir("packs").into_iter().flat_map(Dir::dirs);
    packs
        .filter_map(|dir| dir.path().file_name()?.to_str())
        .collect()
}

/// The files of a pack that comes with the program.
///
/// # Errors
/// When there is none of this name.
pub fn pack(name: &str, layer: u32) -> Result<Vec<SourceFile>> {
    let known = packs();
    let found = known
        .contains(&name)
        .then(|| BUILT_IN.get_dir(format!("packs/{name}")))
        .flatten();
    let Some(dir) = found else {
        let help = match nearest(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there are {}", known.join(", ")),
        };
        return Err(anyhow!("there is no pack `{name}`; {help}"));
    };
    let mut files = Vec::new();
    collect(dir, layer, &[], &mut files);
    Ok(files)
}

/// Loads these files and no others.
pub fn load_files(files: Vec<SourceFile>) -> Loaded {
    let loaded = dsl::load(&files);
    Loaded {
        files,
        rules: loaded.rules,
        diagnostics: loaded.diagnostics,
    }
}

/// The rule files in the binary, but for what is loaded on demand.
pub fn built_in() -> Vec<SourceFile> {
    let mut files = Vec::new();
    collect(&BUILT_IN, 0, &ON_DEMAND, &mut files);
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

/// The text of a rule file in the binary, packs and targets included.
pub fn built_in_text(name: &str) -> Option<&'static str> {
    BUILT_IN.get_file(name)?.contents_utf8()
}

/// Collects the files of a directory in the binary, except those below some of its directories.
fn collect(dir: &Dir<'_>, layer: u32, but: &[&str], into: &mut Vec<SourceFile>) {
    for file in dir.files() {
        if let (Some(name), Some(text)) = (file.path().to_str(), file.contents_utf8())
            && name.ends_with(".ron")
        {
            into.push(SourceFile {
                name: name.replace('\\', "/"),
                text: text.to_owned(),
                layer,
            });
        }
    }
    let dirs = dir.dirs();
    for dir in dirs.filter(|dir| !but.iter().any(|name| dir.path() == Path::new(name))) {
        collect(dir, layer, &[], into);
    }
}

/// How deep directories of rules may nest, and how many files they may hold: enough for rules, and
/// an end where links lead round in a circle.
const DEEPEST: usize = 16;
const MOST_FILES: usize = 2000;

/// The rule files among these files and in these directories, by name.
///
/// # Errors
/// When a directory cannot be read, is too deep or too full.
pub fn find<P: AsRef<Path>>(paths: &[P]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        files_of(path.as_ref(), 0, &mut found)?;
    }
    Ok(found)
}

fn files_of(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<()> {
    if !path.is_dir() {
        ensure!(
            found.len() < MOST_FILES,
            "more than {MOST_FILES} rule files, of which the last is {}",
            path.display()
        );
        found.push(path.to_owned());
        return Ok(());
    }
    let place = || format!("cannot read the rule directory {}", path.display());
    ensure!(
        depth < DEEPEST,
        "{} is more than {DEEPEST} directories deep",
        path.display()
    );
    let entries = std::fs::read_dir(path).with_context(place)?;
    let mut paths = entries
        .map(|e| e.map(|e| e.path()))
        .collect::<Result<Vec<_>, _>>()
        .with_context(place)?;
    paths.sort();
    for path in paths {
        if path.is_dir() || path.extension().is_some_and(|e| e == "ron") {
            files_of(&path, depth + 1, found)?;
        }
    }
    Ok(())
}

/// Reads the rule files of a directory, or one file.
pub(crate) fn read(path: &Path, layer: u32, files: &mut Vec<SourceFile>) -> Result<()> {
    for path in find(&[path])? {
        files.push(SourceFile {
            name: path.display().to_string(),
            text: contents(&path)?,
            layer,
        });
    }
    Ok(())
}

/// The text of a rule file; bytes that are no UTF-8 are marked, and the file is complained about
/// when it is loaded. What is too large is not read.
///
/// # Errors
/// When it cannot be read or is too large.
pub fn contents(path: &Path) -> Result<String> {
    let place = || format!("cannot read {}", path.display());
    let about = std::fs::metadata(path).with_context(place)?;
    ensure!(about.is_file(), "{} is no file", path.display());
    ensure!(
        about.len() <= dsl::LARGEST_FILE as u64,
        "{} has {} bytes, and rule files have at most {}",
        path.display(),
        about.len(),
        dsl::LARGEST_FILE
    );
    let bytes = std::fs::read(path).with_context(place)?;
    let chunks = bytes.utf8_chunks();
    let marked = chunks.flat_map(|chunk| {
        let bad = chunk.invalid().iter().map(|_| dsl::SUBSTITUTE);
        chunk.valid().chars().chain(bad)
    });
    Ok(marked.collect())
}

/// A hash of everything that rules say; where they are written does not matter.
pub fn hash(rules: &RuleSet) -> u64 {
    use std::fmt::Write;
    let mut hash = Fnv::default();
    let RuleSet {
        vocabulary,
        equivalences,
        styles,
        notations,
        symbols,
        target,
        // Equivalent versions do not depend on them.
        strategies: _,
        falsifications: _,
        solving: _,
    } = rules;
    // Writing to a hash cannot fail.
    for operator in &vocabulary.operators {
        let mut operator = operator.clone();
        if let Some(definition) = &mut operator.define {
            definition.origin = Origin::default();
        }
        let _ = write!(hash, "{operator:?}");
    }
    let _ = write!(hash, "{:?}", vocabulary.levels);
    let mut reads: Vec<String> = vocabulary
        .reads
        .iter()
        .map(|r| format!("{:?}", r.form))
        .collect();
    reads.sort();
    let _ = write!(hash, "{reads:?}");
    for rule in equivalences {
        let _ = write!(
            hash,
            "{:?}{:?}{:?}{:?}{:?}",
            rule.id, rule.lhs, rule.rhs, rule.vars, rule.when
        );
        let _ = write!(
            hash,
            "{:?}{:?}{:?}{:?}{:?}",
            rule.lets, rule.tier, rule.weight, rule.matches, rule.status
        );
    }
    for style in styles {
        let _ = write!(hash, "{:?}{:?}{:?}", style.id, style.decide, style.forms);
    }
    for notation in notations {
        let _ = write!(
            hash,
            "{:?}{:?}{:?}{:?}",
            notation.id, notation.print, notation.decide, notation.forms
        );
    }
    let _ = write!(hash, "{symbols:?}");
    if let Some(target) = target {
        let _ = write!(hash, "{target:?}");
    }
    hash.0
}

/// A hash of what falsification rules say.
pub fn hash_of_falsifications(rules: &RuleSet) -> u64 {
    use std::fmt::Write;
    let mut hash = Fnv::default();
    for strategy in &rules.strategies {
        let _ = write!(hash, "{:?}{:?}", strategy.id, strategy.weight);
    }
    for rule in &rules.falsifications {
        let _ = write!(hash, "{:?}{:?}{:?}", rule.id, rule.strategy, rule.weight);
        let _ = write!(hash, "{:?}{:?}{:?}", rule.lhs, rule.rhs, rule.holes);
        let _ = write!(hash, "{:?}{:?}", rule.site, rule.when);
    }
    hash.0
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits: the same on every machine.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl std::fmt::Write for Fnv {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        self.add(s.as_bytes());
        Ok(())
    }
}
