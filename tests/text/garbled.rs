//! Texts that go wrong at random: everything is covered, prose stays, and the time is linear.

use mamut_engine::text::{self, Part};
use mamut_printer::Choice;
use proptest::prelude::*;

use crate::versions::check;
use crate::{pipeline, read};

/// Pieces that may go wrong together.
const PIECES: &[&str] = &[
    "$",
    "$",
    "$$",
    r"\(",
    r"\)",
    r"\[",
    r"\]",
    r"\begin{align}",
    r"\end{align}",
    r"\begin{equation*}",
    r"\end{equation*}",
    "`",
    "``",
    "```\n",
    "~~~",
    "<code>",
    "</code>",
    "<p>",
    "<!--",
    "-->",
    "&lt;",
    "&amp;",
    "x",
    "y",
    "a",
    "n",
    "f(x)",
    "=",
    "+",
    "2",
    "5",
    "10",
    "<",
    ">",
    "&",
    r"\\",
    "{",
    "}",
    "^",
    "_",
    r"\text{",
    r"\frac{1}{x}",
    r"\sum_{k=1}^n k",
    r"\alpha",
    r"\$",
    "\\",
    "\n",
    "\n\n",
    "    ",
    " ",
    " ",
    " and ",
    " or ",
    " let ",
    " the number ",
    " is a function",
    "a",
    "é",
    "∑",
    ".",
    ",",
    "'",
    "''",
    "http://a.b/$x$",
    "](/x)",
    "%",
    r"\label{e}",
    r"\tag{1}",
    r"\verb|$|",
];

fn garbled() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..60).prop_map(|pieces| pieces.concat())
}

/// Prose between formulas.
const PROSE: &[&str] = &[
    "Let ",
    " be a function. ",
    "the number ",
    ", and ",
    " for all real ",
    "\n\n",
    " costs \\$5 and ",
    " at point A, ",
    " is the set ",
    "; in ``quotes'' ",
    " `code $x$` ",
    " https://e.org/?q=$a ",
    "\n- ",
    " (a) ",
    " is positive, ",
];

const FORMULAS: &[&str] = &[
    "x",
    "n",
    "f",
    "f(x) = x^2 + 1",
    "a + b",
    r"\frac{a}{b}",
    r"\sum_{k=1}^n k^2",
    "x < y",
    r"A \cup B",
    "A",
    r"\sqrt{x+1} \ge 0.",
    "k",
    r" x_1 + x_2 ",
    r"\int_0^1 f(t)\,dt,",
    r"\displaystyle 2x",
    "3",
    r"a \mid n",
];

fn document() -> impl Strategy<Value = String> {
    let delimiters: &[(&str, &str)] = &[
        ("$", "$"),
        ("$", "$"),
        ("$$", "$$"),
        (r"\(", r"\)"),
        (r"\[", r"\]"),
        (r"\begin{equation}", r"\end{equation}"),
    ];
    let part = (
        prop::sample::select(PROSE),
        prop::sample::select(delimiters),
        prop::sample::select(FORMULAS),
    );
    prop::collection::vec(part, 1..8).prop_map(|parts| {
        let mut text = String::new();
        for (prose, (open, close), formula) in parts {
            text += prose;
            text += open;
            text += formula;
            text += close;
        }
        text + " done."
    })
}

fn covered(source: &str) {
    let (segments, _) = text::segments(source);
    let mut at = 0;
    for segment in &segments {
        assert_eq!(segment.span.start, at, "{source:?}");
        assert!(segment.span.end > at, "{source:?}");
        assert!(segment.span.start <= segment.inner.start, "{source:?}");
        assert!(segment.inner.end <= segment.span.end, "{source:?}");
        at = segment.span.end;
    }
    assert_eq!(at, source.len(), "{source:?}");
    for pair in segments.windows(2) {
        assert!(
            (pair[0].part, pair[1].part) != (Part::Prose, Part::Prose),
            "{source:?}"
        );
    }
    let document = read(source);
    for passage in &document.passages {
        assert!(source.is_char_boundary(passage.span.start));
        assert!(source.is_char_boundary(passage.span.end));
        if !document.encoded {
            assert_eq!(source[passage.span.clone()], passage.latex);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn segments_are_the_whole_text(source in garbled()) {
        covered(&source);
    }

    #[test]
    fn any_string_is_a_text(source in "\\PC{0,80}") {
        covered(&source);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn versions_touch_formulas_alone(source in document()) {
        check(&source, 12, Choice::Weighted);
    }

    #[test]
    fn garbled_texts_have_versions(source in garbled()) {
        if let Ok(prepared) = pipeline().prepare_text(&source) {
            let pipeline = pipeline();
            let mut versions = pipeline.text_versions(&prepared);
            for _ in 0..3 {
                let _ = versions.next_version();
            }
        }
    }
}

#[test]
fn long_texts_take_linear_time() {
    for piece in [
        "$",
        "$x$ and ",
        r"\(",
        r"\[",
        r"\begin{align}",
        "`",
        "<code>",
        "<!--",
        "<p ",
        r"$\text{$",
        "](",
        "$$",
        "http://",
        "\n    ",
        r"\label{",
        "&lt;",
        "{",
        r"\begin{",
        r"\verb|",
        "a ",
    ] {
        let source = piece.repeat((1 << 18) / piece.len());
        let (segments, _) = text::segments(&source);
        assert!(!segments.is_empty());
    }
}
