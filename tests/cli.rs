//! Transcripts: every `console` block of the README, of `tests/cli/*.md` and of `docs/*.md` is run
//! and compared.
//!
//! A line that starts with `$ ` is a command for `sh`, in which `mamut-rw` and
//! `cargo run --release --` are this binary; the lines below are its stdout. A line `…` stands
//! for any lines, `…` in a line for anything. `UPDATE=1 cargo test --test cli` writes what comes out into the files.

use std::path::{Path, PathBuf};
use std::process::Command;

fn run(command: &str, directory: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .parent()
        .expect("a directory");
    let path = format!(
        "{}:{}",
        bin.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let command = command.replace("cargo run --release --", "mamut-rw");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(directory)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .expect("sh runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn matches(wanted: &[&str], found: &[&str]) -> bool {
    match wanted.split_first() {
        None => found.is_empty(),
        Some((&"…", rest)) => (0..=found.len()).any(|n| matches(rest, &found[n..])),
        Some((first, rest)) => {
            let alike = found.first().is_some_and(|line| fits(first, line));
            alike && matches(rest, &found[1..])
        }
    }
}

/// Whether a line is as wanted; `…` in the middle stands for anything.
fn fits(wanted: &str, line: &str) -> bool {
    match wanted.split_once('…') {
        None => wanted == line,
        Some((before, after)) => line
            .strip_prefix(before)
            .is_some_and(|rest| rest.ends_with(after)),
    }
}

/// Runs the commands of a file and gives the file as it ought to be, and what differs.
fn check(text: &str, directory: &Path) -> (String, Vec<String>) {
    let (mut right, mut wrong) = (String::new(), Vec::new());
    let mut lines = text.lines().peekable();
    let mut inside = false;
    while let Some(line) = lines.next() {
        right += &format!("{line}\n");
        if let Some(name) = line.strip_prefix("```ron ") {
            // A file of the reader's, which the commands after it use.
            let mut text = String::new();
            while let Some(line) = lines.next_if(|l| *l != "```") {
                text += &format!("{line}\n");
            }
            right += &text;
            let path = directory.join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
            std::fs::write(path, text).expect("a writable file");
        } else if line.starts_with("```") {
            inside = line == "```console";
        }
        let Some(command) = line.strip_prefix("$ ").filter(|_| inside) else {
            continue;
        };
        let mut wanted = Vec::new();
        while let Some(next) = lines.next_if(|l| !l.starts_with("$ ") && !l.starts_with("```")) {
            wanted.push(next);
        }
        if command.starts_with("cargo test") {
            wanted.iter().for_each(|line| right += &format!("{line}\n"));
            continue;
        }
        let output = run(command, directory);
        let found: Vec<&str> = output.lines().collect();
        if matches(&wanted, &found) {
            wanted.iter().for_each(|line| right += &format!("{line}\n"));
        } else {
            wrong.push(format!(
                "$ {command}\nwanted:\n{}\nfound:\n{output}",
                wanted.join("\n")
            ));
            // What was left open stays open.
            for line in &found {
                let open = |w: &&&str| w.contains('…') && **w != "…" && fits(w, line);
                right += &format!("{}\n", wanted.iter().find(open).unwrap_or(line));
            }
        }
    }
    (right, wrong)
}

/// What the guide tells to do, done in a folder of its own.
#[test]
fn the_guide_is_true() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    let directory = std::env::temp_dir().join(format!("mamut-rw-guide-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a folder");
    let text = std::fs::read_to_string(&file).expect("a readable file");
    let (right, wrong) = check(&text, &directory);
    std::fs::remove_dir_all(&directory).expect("a folder");
    if std::env::var_os("UPDATE").is_some() && right != text {
        std::fs::write(&file, right).expect("a writable file");
    } else {
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn transcripts_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directories = ["tests/cli", "docs"].map(|d| std::fs::read_dir(root.join(d)));
    let entries = directories
        .into_iter()
        .flat_map(|d| d.expect("a directory"));
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    // The guide has a test of its own.
    files.retain(|p| p.extension().is_some_and(|e| e == "md") && !p.ends_with("docs/rules.md"));
    files.push(root.join("README.md"));
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let (right, differences) = check(&text, root);
        if std::env::var_os("UPDATE").is_some() && right != text {
            std::fs::write(&file, right).expect("a writable file");
        } else {
            wrong.extend(
                differences
                    .into_iter()
                    .map(|d| format!("{}: {d}", file.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn code(args: &[&str]) -> Option<i32> {
    let output = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(args)
        .stdin(std::process::Stdio::null())
        .output();
    output.expect("the binary runs").status.code()
}

#[test]
fn exit_codes_say_what_happened() {
    assert_eq!(code(&["generate", "a+b"]), Some(0));
    assert_eq!(code(&["generate", "a+b", "-n", "0"]), Some(1));
    assert_eq!(code(&["generate", "a )", "( a"]), Some(2));
    assert_eq!(code(&["generate", "a )", "a+b"]), Some(0));
    assert_eq!(code(&["generate", "a )", "a+b", "--strict"]), Some(1));
    assert_eq!(code(&["generate"]), Some(2));
    assert_eq!(code(&["generate", "--file", "/nowhere"]), Some(2));
    assert_eq!(code(&["generate", "a", "--frobnicate"]), Some(2));
    assert_eq!(code(&["explain", "a+b", "a-b"]), Some(1));
    assert_eq!(code(&["rules", "show", "no-such-rule"]), Some(1));
    assert_eq!(code(&["--help"]), Some(0));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let bin = env!("CARGO_BIN_EXE_mamut-rw");
    let script = format!(
        "{{ '{bin}' generate 'a^2+b^2=c^2' -n 100000; echo $? >&3; }} 3>&2 2>/dev/null | head -n 1 >/dev/null"
    );
    let output = Command::new("sh")
        .args(["-c", &script])
        .output()
        .expect("sh runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "0\n");
}

#[test]
fn files_appear_whole() {
    let path = std::env::temp_dir().join(format!("mamut-rw-{}.jsonl", std::process::id()));
    let name = path.to_str().expect("a plain path");
    assert_eq!(
        code(&[
            "generate", "a+b", "-n", "3", "--format", "jsonl", "-o", name
        ]),
        Some(0)
    );
    let rows = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(rows.lines().count(), 3);
    for line in 1..=3 {
        assert_eq!(
            code(&["explain", "--record", &format!("{name}:{line}")]),
            Some(0)
        );
    }
    assert_eq!(
        code(&["explain", "--record", &format!("{name}:4")]),
        Some(2)
    );
    std::fs::remove_file(path).expect("removed");
}
