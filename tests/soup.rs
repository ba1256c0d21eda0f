//! Soups of tokens: what the fuzz targets check, for input that looks like LaTeX and is not.
//!
//! `PROPTEST_CASES` makes more of them, `PROPTEST_RNG_SEED` others.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "fuzz/properties.rs"]
mod properties;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

/// Checks `cases` inputs, or as many as `PROPTEST_CASES` says.
fn check(cases: u32, soup: BoxedStrategy<String>, property: impl Fn(&str)) {
    let mut config = Config {
        failure_persistence: None,
        max_shrink_iters: 2000,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    if config.rng_seed == RngSeed::Random {
        config.rng_seed = RngSeed::Fixed(11);
    }
    let found = TestRunner::new(config).run(&soup, |input| {
        property(&input);
        Ok(())
    });
    found.unwrap_or_else(|error| panic!("{error}"));
}

/// Tokens that open, close, separate, attach, or mean something else than they look like.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    r"\{",
    r"\}",
    "|",
    r"\|",
    "||",
    "^",
    "_",
    "^",
    "_",
    "'",
    "''",
    "!",
    ",",
    ";",
    ":",
    ".",
    "/",
    "*",
    "+",
    "-",
    "=",
    "<",
    ">",
    "&",
    r"\\",
    "#",
    "#1",
    "~",
    "%",
    "%\n",
    "\n",
    "$",
    "$$",
    "\"",
    "@",
    "?",
    "`",
    "\0",
    "\t",
    "é",
    "∑",
    "ℝ",
    "²",
    "𝑥",
    "\u{301}",
    "\u{200b}",
    "\u{a0}",
    "−",
    r"\left(",
    r"\right)",
    r"\left",
    r"\right",
    r"\left.",
    r"\right.",
    r"\left[",
    r"\right\}",
    r"\left|",
    r"\right|",
    r"\middle|",
    r"\big(",
    r"\Bigr)",
    r"\begin{pmatrix}",
    r"\end{pmatrix}",
    r"\begin{cases}",
    r"\end{cases}",
    r"\begin{align*}",
    r"\end{align*}",
    r"\begin{array}{cc}",
    r"\end{array}",
    r"\begin{",
    r"\begin",
    r"\end{foo}",
    r"\frac",
    r"\frac12",
    r"\sqrt[",
    r"\over",
    r"\choose",
    r"\atop",
    r"\text{",
    r"\text{ if }",
    r"\mathrm{",
    r"\mathrm d",
    r"\operatorname{",
    r"\mathbb R",
    r"\bf",
    r"\it",
    r"\rm",
    r"\displaystyle",
    r"\color{red}",
    r"\not",
    r"\cancel{",
    r"\overset{",
    r"\underbrace{",
    r"\stackrel",
    r"\substack{",
    r"\tag{1}",
    r"\label{e}",
    r"\limits",
    r"\nolimits",
    r"\foo",
    r"\foo{",
    r"\",
    r"\ ",
    r"\,",
    r"\!",
    r"\(",
    r"\)",
    r"\[",
    r"\]",
    r"\def\q#1{",
    r"\q",
    r"\newcommand{\q}[1]{",
    r"\let\q=",
    r"\verb|",
    r"\kern1em",
    r"\hspace{1em}",
    "dx",
    r"\,dx",
    "d",
    "e",
    "i",
    "f(x)",
    "f'",
    "P(A|B)",
    "...",
    r"\dots",
    r"\cdots",
    "1",
    "2",
    "7",
    "0.5",
    "12",
    "1,000",
    "3.",
    ".5",
    "00",
    "123456789012345678901234567890",
    "a",
    "b",
    "c",
    "n",
    "k",
    "x",
    "y",
    "f",
    "g",
    "A",
    "B",
    "X",
    "E",
    "S",
    "T",
];

/// Prose for texts, and what is not prose in them.
const WORDS: &[&str] = &[
    " ",
    " ",
    "\n",
    "\n\n",
    "Let ",
    " be a function",
    " and ",
    " the set ",
    ", where ",
    " is prime. ",
    "matrices ",
    " costs $5 ",
    r" \$ ",
    "`",
    "```\n",
    "<code>",
    "</code>",
    "<!--",
    "-->",
    "&lt;",
    "&amp;",
    "](/x)",
    "http://a.b/",
    r"\begin{equation}",
    r"\end{equation}",
    r"\verb|$|",
    "point A",
];

/// The commands and names that the built-in vocabulary reads, and those of its notations.
fn commands() -> &'static [String] {
    static COMMANDS: OnceLock<Vec<String>> = OnceLock::new();
    COMMANDS.get_or_init(|| {
        let mut found = BTreeSet::new();
        for file in common::files() {
            for piece in file.text.split('\\').skip(1) {
                let end = piece.find(|c: char| !c.is_ascii_alphabetic());
                let name = &piece[..end.unwrap_or(piece.len())];
                if name.len() > 1 {
                    found.insert(format!("\\{name}"));
                }
            }
        }
        found.into_iter().collect()
    })
}

fn token() -> BoxedStrategy<String> {
    let said = prop::sample::select(TOKENS).prop_map(str::to_owned);
    let command = prop::sample::select(commands());
    // A command runs into the letters after it unless something is between.
    let token = prop_oneof![3 => said, 1 => command];
    (token, prop::sample::select(&[" ", " ", ""][..]))
        .prop_map(|(token, after)| token + after)
        .boxed()
}

/// Tokens in any order.
fn soup() -> BoxedStrategy<String> {
    prop::collection::vec(token(), 0..40)
        .prop_map(|tokens| tokens.concat())
        .boxed()
}

/// Tokens whose groups close, mostly.
fn nested() -> BoxedStrategy<String> {
    let few = prop::collection::vec(token(), 1..3).prop_map(|tokens| tokens.concat());
    let leaf = prop::sample::select(&["a", "x", "n", "2", "0", r"\pi", r"\alpha", "f", "A"][..]);
    let leaf = prop_oneof![6 => leaf.prop_map(str::to_owned), 1 => few];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let part = inner.clone();
        let pair = (inner.clone(), inner.clone());
        let between = prop::sample::select(
            &[
                "+", "-", " ", "=", r"\cdot ", "/", ",", r"\in ", "<", r"\to ", "|", "&", r"\\",
                "^", "_",
            ][..],
        );
        let around = prop::sample::select(
            &[
                ("(", ")"),
                ("{", "}"),
                (r"\left[", r"\right)"),
                (r"\{", r"\}"),
                ("|", "|"),
                (r"\sqrt{", "}"),
                (r"\text{", "}"),
                (r"\mathrm{", "}"),
                (r"\sum_{k=1}^{", "} k"),
                (r"\int_0^1 ", r"\,dx"),
                (r"\lim_{n\to\infty}", ""),
                (r"\frac{d}{dx}", ""),
                (r"\begin{pmatrix}", r"\end{pmatrix}"),
                (r"\begin{cases}", r"\end{cases}"),
                (r"\overline{", "}"),
                ("f(", ")"),
                (r"\sin ", ""),
                ("P(", ")"),
            ][..],
        );
        let applied = (prop::sample::select(commands()), pair.clone());
        prop_oneof![
            4 => (pair.clone(), between).prop_map(|((a, b), sign)| format!("{a}{sign}{b}")),
            3 => (part.clone(), around).prop_map(|(a, (open, close))| format!("{open}{a}{close}")),
            2 => pair.clone().prop_map(|(a, b)| format!(r"\frac{{{a}}}{{{b}}}")),
            2 => pair.prop_map(|(a, b)| format!("{a}^{{{b}}}")),
            2 => applied.prop_map(|(name, (a, b))| format!("{name}{{{a}}}{{{b}}}")),
            1 => (part, token()).prop_map(|(a, token)| format!("{a}{token}")),
        ]
    })
    .boxed()
}

fn formula() -> BoxedStrategy<String> {
    prop_oneof![1 => soup(), 1 => nested()].boxed()
}

/// Prose and formulas, whose delimiters are sometimes lost.
fn document() -> BoxedStrategy<String> {
    let words = || prop::sample::select(WORDS).prop_map(str::to_owned);
    let delimiters = prop::sample::select(
        &[
            ("$", "$"),
            ("$", "$"),
            ("$$", "$$"),
            (r"\(", r"\)"),
            (r"\[", r"\]"),
            ("$", ""),
        ][..],
    );
    let short = prop::collection::vec(token(), 0..8).prop_map(|tokens| tokens.concat());
    let formula = prop_oneof![1 => nested(), 1 => short];
    let formula = (formula, delimiters).prop_map(|(f, (open, close))| format!("{open}{f}{close}"));
    let part = prop_oneof![5 => words(), 3 => formula, 1 => token()];
    prop::collection::vec(part, 0..16)
        .prop_map(|parts| parts.concat())
        .boxed()
}

#[test]
fn anything_is_read() {
    check(10_000, formula(), properties::read);
}

#[test]
fn what_is_understood_is_written_and_read_again() {
    let (all, whole) = (Cell::new(0_u32), Cell::new(0_u32));
    check(500, formula(), |latex| {
        all.set(all.get() + 1);
        whole.set(whole.get() + u32::from(properties::print_then_read(latex)));
    });
    let (all, whole) = (all.get(), whole.get());
    eprintln!("{whole} of {all} soups are understood");
    assert!(whole * 4 > all, "{whole} of {all}");
}

#[test]
fn any_text_keeps_its_prose() {
    let (all, written) = (Cell::new(0_u32), Cell::new(0_u32));
    check(1_500, document(), |source| {
        all.set(all.get() + 1);
        written.set(written.get() + u32::from(properties::text(source) > 0));
    });
    let (all, written) = (all.get(), written.get());
    eprintln!("{written} of {all} texts have versions");
    assert!(written * 4 > all, "{written} of {all}");
}
