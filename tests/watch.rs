//! `--watch`: an edit shows its result, Ctrl-C ends with 130.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test")]

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A rule file of its own, removed at the end.
struct File(PathBuf);

impl File {
    fn new(name: &str) -> Self {
        let directory =
            std::env::temp_dir().join(format!("mamut-rw-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        Self(directory.join("quotients.ron"))
    }
    fn write(&self, form: &str) {
        let text = format!(
            "Notations(notations: [(id: \"div\", print: \"(div ?a ?b)\", forms: [(tex: r\"{form}\", level: \"postfix\")])])"
        );
        std::fs::write(&self.0, text).unwrap();
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// Runs the program and passes on the lines of its stdout or stderr.
fn run(args: &[&str], stderr: bool) -> (Child, Receiver<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdout(if stderr {
            Stdio::null()
        } else {
            Stdio::piped()
        })
        .stderr(if stderr {
            Stdio::piped()
        } else {
            Stdio::null()
        })
        .spawn()
        .unwrap();
    let reader: Box<dyn std::io::Read + Send> = match stderr {
        true => Box::new(child.stderr.take().unwrap()),
        false => Box::new(child.stdout.take().unwrap()),
    };
    let (send, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(reader).lines() {
            if send.send(line.unwrap()).is_err() {
                break;
            }
        }
    });
    (child, lines)
}

/// Waits for a line that holds a text.
fn wait(lines: &Receiver<String>, wanted: &str) {
    loop {
        // Long, for machines with much else to do.
        let line = lines.recv_timeout(Duration::from_secs(60));
        if line.expect(wanted).contains(wanted) {
            break;
        }
    }
}

fn interrupt(mut child: Child) {
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_check_follows_edits() {
    let file = File::new("check");
    file.write(r"\frac{#a}{#b}");
    let path = file.0.to_str().unwrap();
    let (child, lines) = run(&["rules", "check", "--watch", path], true);
    wait(&lines, "0 errors");
    wait(&lines, "waiting for changes");
    file.write(r"\frac{#a}{#c}");
    wait(&lines, "quotients.ron changed");
    wait(&lines, "error[template-hole]");
    wait(&lines, "waiting for changes");
    file.write(r"\dfrac{#a}{#b}");
    wait(&lines, "0 errors");
    interrupt(child);
}

#[test]
fn versions_follow_edits() {
    let file = File::new("generate");
    file.write(r"\frac{#a}{#b}");
    let directory = file.0.parent().unwrap().to_str().unwrap();
    let args = [
        "generate",
        r"\frac{x}{y}",
        "--watch",
        "--no-substitute",
        "--tier",
        "notation",
        "-n",
        "3",
        "--rules",
        directory,
    ];
    let (child, lines) = run(&args, false);
    wait(&lines, r"\frac{x}{y}");
    file.write(r"\dfrac{#a}{#b}");
    wait(&lines, r"\dfrac{x}{y}");
    interrupt(child);
}
