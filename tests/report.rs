//! The page of a dataset, in a browser and without one.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory for what this test makes.
fn place() -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    std::fs::create_dir_all(&place).unwrap();
    place
}

fn mamut(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(args)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {said}");
    output
}

/// Rows of some formulas and texts, and the page of them.
fn page(name: &str) -> (String, PathBuf) {
    let rows = place().join(format!("{name}.jsonl"));
    let page = place().join(format!("{name}.html"));
    let sources = [
        "a^2+b^2=c^2",
        r"\sin(x+y) = \sin(x)\cos(y) + \cos(x)\sin(y)",
        r"\forall n\in\mathbb{N}: \sum_{k=1}^n k = \frac{n(n+1)}{2}",
        r"\det\begin{pmatrix} a & b \\ c & d \end{pmatrix} = ad - bc",
        "For all real $x$ and $y$ we have $|x+y| \\le |x|+|y|$.",
    ];
    let mut args = vec![
        "generate",
        "-q",
        "-n",
        "6",
        "--falsify",
        "4",
        "--format",
        "jsonl",
        "-o",
    ];
    args.push(rows.to_str().unwrap());
    args.extend(sources);
    mamut(&args);
    let rows = rows.to_str().unwrap();
    mamut(&["report", rows, "-o", page.to_str().unwrap()]);
    (std::fs::read_to_string(&page).unwrap(), page)
}

/// What must hold of a page, as it was written or as a browser has it.
fn check(html: &str) {
    let formulas = html.matches("<math").count();
    // Two a row at least.
    let rows = html.matches("<li><header>").count();
    assert!(
        rows > 40 && formulas >= 2 * rows,
        "{formulas} formulas in {rows} rows"
    );
    assert_eq!(formulas, html.matches("</math>").count());
    for trouble in [
        "merror",
        "parsererror",
        "rgb(178 34 34)",
        "rgb(254 1 2)",
        "NaN",
        "http://localhost",
    ] {
        assert!(!html.contains(trouble), "{trouble} is in the page");
    }
    // Nothing is fetched.
    for fetch in ["<script", "<link", "<img", "@import", "src=", "url("] {
        assert!(!html.contains(fetch), "{fetch} is in the page");
    }
    let left_out = html.split("id=\"left-out\"").nth(1).unwrap();
    assert!(
        left_out.contains("the renderer refuses</td><td>0<"),
        "{left_out}"
    );
}

#[test]
fn every_formula_of_a_page_is_mathml() {
    let (html, _) = page("page");
    check(&html);
    let marked = html.split("<li><header>").skip(1);
    let marked = marked.filter(|row| row.contains("refuted"));
    let (with, without): (Vec<_>, Vec<_>) =
        marked.partition(|row| row.contains("data-mark") || row.contains("<mark>"));
    assert!(
        with.len() >= 49 * without.len(),
        "{} rows are marked, {} are not:\n{}",
        with.len(),
        without.len(),
        without.join("\n")
    );
}

#[test]
fn a_browser_shows_the_page() {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let runs = |name: &&&str| Command::new(name).arg("--version").output().is_ok();
    let Some(browser) = browsers.iter().find(runs) else {
        eprintln!("skipped: Chromium is not installed");
        return;
    };
    let (_, page) = page("shown");
    let shot = place().join("report.png");
    let flags = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars --window-size=1500,3000";
    let open = |what: &str| {
        let profile = place().join("profile");
        let output = Command::new("timeout")
            .args(["120", browser])
            .args(flags.split(' '))
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(what)
            .arg(format!("file://{}", page.display()))
            .output()
            .unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    check(&open("--dump-dom"));
    open(&format!("--screenshot={}", shot.display()));
    let bytes = std::fs::metadata(&shot).unwrap().len();
    // A page without anything on it has some 10 kB.
    assert!(bytes > 100_000, "the picture of the page has {bytes} bytes");
    eprintln!("see {}", shot.display());
}
