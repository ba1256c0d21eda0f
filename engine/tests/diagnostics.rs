//! Every complaint about rule files, rendered plainly; the files of `broken/` are named by the id
//! that they must show, sometimes followed by what they show it in.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::dsl::{self, SourceFile};
use std::fmt::Write;
use std::path::Path;

/// A complaint with its places: line, column and the text there.
fn render(diagnostic: &Diagnostic, text: &str) -> String {
    let mut out = format!(
        "{:?}[{}]: {}\n",
        diagnostic.severity, diagnostic.id, diagnostic.message
    )
    .to_lowercase_head();
    for label in &diagnostic.labels {
        let before = &text[..label.span.start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        writeln!(
            out,
            "  {line}:{column} `{}` {}",
            &text[label.span.clone()],
            label.message
        )
        .unwrap();
    }
    if let Some(help) = &diagnostic.help {
        writeln!(out, "  help: {help}").unwrap();
    }
    out.replace(" \n", "\n")
}

trait Head {
    fn to_lowercase_head(self) -> String;
}

impl Head for String {
    fn to_lowercase_head(self) -> String {
        self[..1].to_lowercase() + &self[1..]
    }
}

/// The complaints about one file, loaded over the built-in vocabulary.
fn complaints(name: &str, text: &str) -> String {
    let mut files: Vec<SourceFile> = common::files()
        .into_iter()
        .filter(|f| f.name.starts_with("vocabulary/"))
        .collect();
    let styles = r#"Styles(styles: [(id: "frac", forms: [(1, r"\frac")]), (id: "times", forms: [(1, r"\cdot")]), (id: "lparen", pair: "rparen", forms: [(1, ("(", ")"))])])"#;
    files.push(SourceFile {
        name: "styles.ron".into(),
        text: styles.into(),
        layer: 0,
    });
    files.push(SourceFile {
        name: name.to_owned(),
        text: text.to_owned(),
        layer: 1,
    });
    let loaded = dsl::load(&files);
    let here = loaded.diagnostics.iter().filter(|d| d.file == name);
    here.map(|d| render(d, text)).collect::<Vec<_>>().join("\n")
}

#[test]
fn broken_files() {
    let dir = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/broken"));
    let mut paths: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    paths.sort();
    for path in paths
        .iter()
        .filter(|p| p.extension().is_some_and(|e| e == "ron"))
    {
        let name = path.file_name().unwrap().to_str().unwrap();
        let found = complaints(name, &std::fs::read_to_string(path).unwrap());
        let stem = name.trim_end_matches(".ron");
        let mut ids = found
            .lines()
            .filter_map(|line| Some(line.split_once('[')?.1.split_once("]:")?.0));
        assert!(
            ids.any(|id| stem.starts_with(id)),
            "{name} does not show its id:\n{found}"
        );
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("broken");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(stem, found));
    }
}
