//! What is generated is accepted by a LaTeX renderer that knows nothing of the printer.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{compile, identities};
use mamut_engine::choice::Key;
use mamut_printer::{Choice, Versions};
use pulldown_latex::config::RenderConfig;
use pulldown_latex::{Parser, Storage, push_mathml};

/// Commands that every LaTeX preamble for mathematics has (packages `amssymb`, `dsfont`,
/// `mathtools`, or a line of one's own) and that the renderer lacks.
const PREAMBLE: &str =
    r"\def\R{\mathbb{R}}\def\N{\mathbb{N}}\def\Z{\mathbb{Z}}\def\Q{\mathbb{Q}}\def\C{\mathbb{C}}";

/// Writes `\root n \of {x}` as `\sqrt[n]{x}`, for the same reason as [`without_choose`].
fn without_root(latex: &str) -> String {
    let mut text = latex.to_owned();
    while let Some(at) = text.find(r"\root ") {
        let of = at + text[at..].find(r"\of ").expect("the word after the degree");
        let degree = text[at + r"\root ".len()..of].trim().to_owned();
        text.replace_range(at..of + r"\of ".len(), &format!(r"\sqrt[{degree}]"));
    }
    text
}

/// Writes `{a \choose b}` as `\binom{a}{b}`: the renderer leaves out the commands of plain TeX
/// that stand between their arguments.
fn without_choose(latex: &str) -> String {
    let mut text = latex.to_owned();
    while let Some(at) = text.find(r"\choose") {
        let after = at + r"\choose".len();
        let open = bracket(text[..at].char_indices().rev(), '}', '{').expect("an open brace");
        let close = bracket(text[after..].char_indices(), '{', '}').expect("a closing brace");
        text = format!(
            "{}{{\\binom{{{}}}{{{}}}}}{}",
            &text[..open],
            &text[open + 1..at],
            &text[after..after + close],
            &text[after + close + 1..]
        );
    }
    text
}

/// Writes `\frac12` as `\frac{1}{2}`: the renderer wants one more token after two bare digits, and
/// refuses `x^{\frac12}`, which TeX and KaTeX take.
fn with_braces(latex: &str) -> String {
    let mut text = String::new();
    let mut rest = latex;
    while let Some(at) = rest.find("frac") {
        let (head, tail) = rest.split_at(at + "frac".len());
        text.push_str(head);
        rest = tail;
        let mut digits = tail.chars();
        if let (Some(a), Some(b)) = (digits.next(), digits.next())
            && a.is_ascii_digit()
            && b.is_ascii_digit()
        {
            text.push_str(&format!("{{{a}}}{{{b}}}"));
            rest = digits.as_str();
        }
    }
    text + rest
}

/// Where the first bracket `out` is that is not matched by a bracket `into` before it.
fn bracket(chars: impl Iterator<Item = (usize, char)>, into: char, out: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in chars {
        if c == into {
            depth += 1;
        } else if c == out {
            if depth == 0 {
                return Some(at);
            }
            depth -= 1;
        }
    }
    None
}

/// Why the renderer refuses a formula.
fn refusal(latex: &str) -> Option<String> {
    let formula = with_braces(&without_choose(&without_root(latex)));
    let text = format!("{PREAMBLE}{formula}");
    let storage = Storage::new();
    // Rendering turns errors into elements of its result; only the parser reports them.
    for event in Parser::new(&text, &storage) {
        if let Err(error) = event {
            return Some(error.to_string());
        }
    }
    let storage = Storage::new();
    let mut html = String::new();
    push_mathml(
        &mut html,
        Parser::new(&text, &storage),
        RenderConfig::default(),
    )
    .err()
    .map(|error| error.to_string())
}

#[test]
fn versions_of_identities_render() {
    let mut failures = Vec::new();
    let mut rendered = 0;
    for (name, latex) in identities() {
        let compiled = compile(&latex);
        let mut versions = Versions::new(
            &compiled.grammar,
            Some(&compiled.plan),
            compiled.plan.source_names(),
            Key::seed(11),
            Choice::Weighted,
        );
        let mut made = 0;
        while made < 1000
            && let Some(version) = versions.next_version()
        {
            made += 1;
            if let Some(reason) = refusal(version.text) {
                failures.push(format!("{name}: {}\n  {reason}", version.text));
            }
        }
        assert!(made > 0, "{name}: nothing is generated from {latex}");
        rendered += made;
    }
    eprintln!("{rendered} versions rendered");
    assert!(
        failures.is_empty(),
        "{} versions are refused:\n{}",
        failures.len(),
        failures[..failures.len().min(40)].join("\n")
    );
}

#[test]
fn the_renderer_refuses_what_is_no_formula() {
    for broken in [r"\frac{1}{", r"x^2^3", r"\left( x", r"\nosuchcommand x"] {
        assert!(refusal(broken).is_some(), "{broken}");
    }
    assert_eq!(refusal(r"{n + 1 \choose k_{1}} \in \R"), None);
}
