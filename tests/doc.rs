//! The pages of `docs/rules/` are those that `mamut-rw rules doc` writes, and what the program
//! says of itself is complete.

use std::process::Command;

use clap::ValueEnum;
use mamut_engine::{latex, sexpr};
use mamut_rw::args::RuleKind;
use mamut_rw::commands::rules::{doc, new};
use mamut_rw::rules;

#[test]
fn pages_of_rules_are_fresh() {
    let loaded = rules::load::<&str>(&[]).expect("the built-in rules");
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules/");
    let stale: Vec<_> = doc::pages(&loaded)
        .into_iter()
        .filter(|(name, text)| {
            let path = format!("{root}{}", name.display());
            std::fs::read_to_string(path).ok().as_ref() != Some(text)
        })
        .map(|(name, _)| name)
        .collect();
    assert!(
        stale.is_empty(),
        "stale, `cargo run --release -- rules doc` writes them: {stale:?}"
    );
}

#[test]
fn templates_load_without_complaints() {
    let rules = RuleKind::value_variants().iter().copied();
    for kind in rules.filter(|&kind| kind != RuleKind::Identity) {
        let mut files = rules::built_in();
        let complaints = rules::load_files(files.clone()).diagnostics;
        files.push(mamut_engine::dsl::SourceFile {
            name: "new.ron".to_owned(),
            text: new::template(kind, "my-own-rule"),
            layer: 1,
        });
        let loaded = rules::load_files(files);
        assert_eq!(loaded.diagnostics, complaints, "{kind:?}");
        let known = |id: &str| loaded.text("new.ron").is_some_and(|text| text.contains(id));
        assert!(known("my-own-rule"), "{kind:?}");
        if kind == RuleKind::Operator {
            let read = latex::read(r"\operatorname{myownrule}(x)", &loaded.rules);
            let term = sexpr::write(&read.term, &loaded.rules.vocabulary, &read.atoms);
            assert_eq!(term, "(my-own-rule x)");
        }
    }
}

fn stdout(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(args)
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn scripts_name_every_command() {
    let help = stdout(&["--help"]);
    let (_, commands) = help.split_once("Commands:").expect("a list of commands");
    let names: Vec<&str> = commands
        .lines()
        .skip(1)
        .map_while(|line| {
            line.trim()
                .split(' ')
                .next()
                .filter(|name| !name.is_empty())
        })
        .filter(|name| *name != "help")
        .collect();
    assert!(names.len() > 8, "{names:?}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        for name in &names {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
    let directory = std::env::temp_dir().join(format!("mamut-rw-man-{}", std::process::id()));
    stdout(&["man", "-o", directory.to_str().expect("a plain path")]);
    for name in &names {
        let page = directory.join(format!("mamut-rw-{name}.1"));
        assert!(page.is_file(), "{}", page.display());
    }
    std::fs::remove_dir_all(directory).expect("removed");
}
