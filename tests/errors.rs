//! The pages of `rules explain-error`: every id has one, every example shows its id and no other.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use mamut_engine::atoms::Atoms;
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::dsl::SourceFile;
use mamut_engine::egraph::{Limits, Program, saturate_with};
use mamut_engine::latex::{Macros, Reader};
use mamut_engine::rules::Tier;
use mamut_engine::sexpr;
use mamut_engine::text;
use mamut_rw::commands::corpus::check::check;
use mamut_rw::commands::rules::explain_error::pages;
use mamut_rw::corpus;
use mamut_rw::examine::examine;
use mamut_rw::rules::{self, Loaded};

/// The blocks of code of a page, with their languages.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            found.push((language, repeated(&code.join("\n"))));
        }
    }
    found
}

/// A text in which `⟨x × 3⟩` is `xxx`.
fn repeated(text: &str) -> String {
    let mut parts = text.split('⟨');
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, rest) = part.split_once('⟩').unwrap();
        let (what, times) = inside.split_once(" × ").unwrap();
        all += &(what.repeat(times.parse().unwrap()) + rest);
    }
    all
}

/// Ids that no formula shows under the built-in rules; their pages say why.
const NOT_SHOWN: [&str; 8] = [
    "bad-encoding",
    "bad-xml",
    "bound-name",
    "cut-off",
    "file-size",
    "import-fixed",
    "import-unusable",
    "limits",
];

fn over(text: &str) -> Loaded {
    let mut files = rules::built_in();
    files.push(SourceFile {
        name: "example.ron".to_owned(),
        text: text.to_owned(),
        layer: 1,
    });
    rules::load_files(files)
}

/// What a page's example shows: the ids, and the complaints in full.
fn shown(page: &str, built_in: &Loaded) -> (BTreeSet<String>, String) {
    let mut said = String::new();
    let mut ids = BTreeSet::new();
    let mut hear = |all: &[Diagnostic]| {
        for d in all {
            ids.insert(d.id.to_owned());
            let place =
                |l: &mamut_engine::diagnostic::Label| format!("\n  {:?} {}", l.span, l.message);
            let labels: String = d.labels.iter().map(place).collect();
            let help = d.help.as_ref().map(|h| format!("\n  help: {h}"));
            said += &format!(
                "{:?}[{}]: {}{labels}{}\n",
                d.severity,
                d.id,
                d.message,
                help.unwrap_or_default()
            );
        }
    };
    let mut own = None;
    let mut macros = Macros::default();
    for (language, code) in blocks(page) {
        let loaded = own.as_ref().unwrap_or(built_in);
        let reader = Reader::new(&loaded.rules).with_macros(macros.clone());
        match language {
            "ron" | "ron deep" => {
                let mut loaded = over(&code);
                loaded.diagnostics.retain(|d| d.file == "example.ron");
                hear(&loaded.diagnostics);
                if language == "ron deep" {
                    let only = BTreeSet::from(["example.ron".to_owned()]);
                    hear(&examine(&loaded, Some(&only)).unwrap().diagnostics);
                }
                own = Some(loaded);
            }
            "ron corpus" => {
                let mut identities = corpus::of(vec![SourceFile {
                    name: "example.ron".to_owned(),
                    text: code.clone(),
                    layer: 0,
                }]);
                check(&mut identities, loaded, &BTreeSet::new(), Some(1)).unwrap();
                hear(&identities.loaded.diagnostics);
            }
            "latex" => hear(&reader.read(&code).complaints),
            "latex explain" => {
                for choice in reader.explaining().read(&code).choices {
                    ids.insert(choice.id.to_owned());
                    said += &format!(
                        "{}: {}, not {}: {}\n",
                        choice.id, choice.chosen, choice.instead, choice.why
                    );
                }
                return (ids, said);
            }
            "macros" => hear(&macros.collect(&code)),
            "text" => hear(&text::read(&code, &reader, &loaded.rules).complaints),
            "sexpr" => {
                hear(&[
                    sexpr::parse(&code, &loaded.rules.vocabulary, &mut Atoms::default())
                        .unwrap_err(),
                ])
            }
            "saturate" => {
                let limits = Limits {
                    tier: Tier::Algebra,
                    ..Limits::default()
                };
                let formula = reader.read(&code);
                let program = Program::new(&loaded.rules);
                hear(&saturate_with(&program, &formula.term, &formula.atoms, &limits).notes);
            }
            "jsonl" | "csv" => {
                let (more, text) = run(language, &code);
                ids.extend(more);
                said += &text;
                return (ids, said);
            }
            other => panic!("a block of {other}"),
        }
    }
    (ids, said)
}

/// What `parse` says of an input on stdin.
fn run(format: &str, input: &str) -> (BTreeSet<String>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(["parse", "-", "--input-format", format])
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let ids = said
        .split("error[")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(']')?.0.to_owned()));
    (ids.collect(), said)
}

#[test]
fn examples_show_their_ids_and_no_others() {
    let built_in = rules::load::<&str>(&[]).unwrap();
    let mut faults = Vec::new();
    for (id, page) in pages()
        .into_iter()
        .filter(|(id, _)| !NOT_SHOWN.contains(id))
    {
        let (ids, said) = shown(page, &built_in);
        if ids != BTreeSet::from([id.to_owned()]) {
            faults.push(format!("{id}: shows {ids:?}"));
            continue;
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("errors");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(id, said));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The ids that a source file gives to complaints: what stands in quotation marks where a
/// complaint is made.
fn ids_of(text: &str) -> BTreeSet<String> {
    let makers = [
        "error(",
        "warning(",
        "note(",
        "unknown(",
        "complain(",
        "warn(",
        "say(",
        "id: ",
        "rule,",
        "=> (",
        "broken(",
        "Deprecated, ",
    ];
    let mut found = BTreeSet::new();
    for maker in makers {
        for (at, _) in text.match_indices(maker) {
            let rest = text[at + maker.len()..].trim_start();
            let id = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
            if let Some((id, _)) = id
                && !id.is_empty()
                && id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
            {
                found.insert(id.to_owned());
            }
        }
    }
    found
}

fn sources(directory: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir()
            && !path.ends_with("tests")
            && !path.ends_with("truth")
            && !path.ends_with("eval")
        {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next();
            found.push(code.unwrap_or_default().to_owned());
        }
    }
}

#[test]
fn every_id_has_a_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    sources(&root.join("engine"), &mut texts);
    sources(&root.join("cli/sources"), &mut texts);
    texts.push(std::fs::read_to_string(root.join("cli/input.rs")).unwrap());
    texts.push(std::fs::read_to_string(root.join("cli/examine.rs")).unwrap());
    texts.push(std::fs::read_to_string(root.join("cli/commands/corpus/foreign.rs")).unwrap());
    let used: BTreeSet<String> = texts.iter().flat_map(|text| ids_of(text)).collect();
    let known: BTreeSet<String> = pages().iter().map(|(id, _)| (*id).to_owned()).collect();
    let operators = over("").rules.vocabulary;
    let missing = used.difference(&known);
    let missing: Vec<_> = missing.filter(|id| operators.find(id).is_none()).collect();
    assert!(missing.is_empty(), "ids without a page: {missing:?}");
    // Every page is of an id that stands somewhere in quotation marks.
    let all = texts.concat();
    let stale: Vec<_> = known
        .iter()
        .filter(|id| !all.contains(&format!("\"{id}\"")))
        .collect();
    assert!(stale.is_empty(), "pages of no id: {stale:?}");
}
