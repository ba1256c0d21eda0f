//! Reading: every section of `corpus/identities.tex` and `tests/read/*.tex` reads as the term it
//! names.
//!
//! A section is a line `--- name ---`, LaTeX, a line `=>`, an S-expression (which may span lines).
//! A line that starts with `!` after the term names the ids of the complaints, in order; one that
//! starts with `?` the ids of the choices among several readings.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test harness")]

mod common;

use mamut_engine::latex::Reader;
use mamut_engine::sexpr;
use std::fmt::Write;

/// Reads every section of a file and lists the ones that read otherwise.
fn check(file: &str) -> usize {
    let rules = common::builtin();
    let reader = Reader::new(&rules).explaining();
    let path = format!("{}/../{file}.tex", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let (mut failures, mut count) = (String::new(), 0);
    for section in text.split("\n--- ").skip(1) {
        let (name, rest) = section
            .split_once(" ---\n")
            .unwrap_or_else(|| panic!("{file}: no name in {section}"));
        let (latex, expected) = rest
            .split_once("\n=>\n")
            .unwrap_or_else(|| panic!("{file}: no => in {name}"));
        let (expected, choices) = match expected.trim().rsplit_once("\n?") {
            Some((expected, choices)) => (expected, Some(choices.trim())),
            None => (expected.trim(), None),
        };
        let (expected, ids) = match expected.trim().rsplit_once("\n!") {
            Some((expected, ids)) => (expected, ids.trim()),
            None => (expected.trim(), ""),
        };
        let formula = reader.read(latex);
        let got = sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms);
        let mut atoms = formula.atoms.clone();
        let wanted = sexpr::parse(expected, &rules.vocabulary, &mut atoms);
        let complaints = formula
            .complaints
            .iter()
            .map(|c| c.id)
            .collect::<Vec<_>>()
            .join(" ");
        count += 1;
        let chosen = formula.choices.iter().map(|c| c.id).collect::<Vec<_>>();
        let chosen = chosen.join(" ");
        if choices.is_some_and(|c| c != chosen) {
            writeln!(
                failures,
                "{name}: {latex}\n  chosen {chosen}, not {choices:?}"
            )
            .unwrap();
        }
        if wanted.as_ref() != Ok(&formula.term) || complaints != ids {
            let error = wanted
                .err()
                .map_or(String::new(), |e| format!("\n  ({})", e.message));
            writeln!(failures, "{name}: {latex}\n  got      {got} ! {complaints}\n  expected {expected} ! {ids}{error}").unwrap();
        }
    }
    assert!(failures.is_empty(), "{file}:\n{failures}");
    count
}

#[test]
fn identities() {
    assert_eq!(check("corpus/identities"), 71);
}

#[test]
fn constructs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/read");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    files.sort();
    let count: usize = files
        .iter()
        .filter_map(|file| file.strip_suffix(".tex"))
        .map(|file| check(&format!("tests/read/{file}")))
        .sum();
    assert!(count >= 1200, "{count} sections");
}

/// Reading is total, says where, and its S-expression parses back to the same term.
fn survives(reader: &Reader<'_>, rules: &mamut_engine::rules::RuleSet, latex: &str) {
    let formula = reader.read(latex);
    let text = sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms);
    let mut atoms = formula.atoms.clone();
    let parsed = sexpr::parse(&text, &rules.vocabulary, &mut atoms);
    assert_eq!(parsed.as_ref(), Ok(&formula.term), "{latex}\n{text}");
    for complaint in &formula.complaints {
        let span = &complaint.labels[0].span;
        assert!(latex.get(span.clone()).is_some(), "{latex}: {complaint:?}");
    }
    let read_again = reader.read(latex);
    assert_eq!(formula, read_again);
}

const SOUP: &str = r"a b x n i e d f P E 0 1 2 12 + - = < > ( ) [ ] { } | ! ' ^ _ , . : ; & \\ / * \frac \sqrt \sin \ln \log
    \sum \int \lim \prod \to \infty \in \cup \forall \exists \Rightarrow \land \neg \left( \right) \left| \right| \left. \right.
    \{ \} \mid \text{if} \text{x} \begin{pmatrix} \end{pmatrix} \begin{cases} \end{cases} \begin{aligned} \end{aligned} \mathrm{d} d/dx
    \partial \binom \over \choose \pm \mp \cdot \times \ldots \mathbb{R} \mathbb{P} \operatorname{Var} \overline \hat \foo \pmod \not
    \quad \, \lfloor \rfloor \langle \rangle \| \root \of \det ^T ^{-1} _{i=1} ^{(n)} \alpha \pi π ∞ ≤ ² \bmod \lim_{x\to0} \int_0^1 dx $ % # ~ \ \colon \max
    \underbrace \substack \iint \oint := \| \middle| \displaystyle {} ^\frac \' = - := \min_ \mathbb \text \begin \end \left \right";

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(2000))]
    #[test]
    fn any_tokens(picks in proptest::collection::vec((0usize..1000, proptest::bool::ANY), 0..40)) {
        let (rules, reader) = shared();
        let words: Vec<&str> = SOUP.split_whitespace().collect();
        let mut latex = String::new();
        for (pick, blank) in picks {
            latex.push_str(words[pick % words.len()]);
            if blank || latex.ends_with(|c: char| c.is_ascii_alphabetic()) {
                latex.push(' ');
            }
        }
        survives(reader, rules, &latex);
    }

    #[test]
    fn any_text(latex in ".{0,60}") {
        let (rules, reader) = shared();
        survives(reader, rules, &latex);
    }
}

fn shared() -> (
    &'static mamut_engine::rules::RuleSet,
    &'static Reader<'static>,
) {
    static RULES: std::sync::OnceLock<mamut_engine::rules::RuleSet> = std::sync::OnceLock::new();
    static READER: std::sync::OnceLock<Reader<'static>> = std::sync::OnceLock::new();
    let rules = RULES.get_or_init(common::builtin);
    (rules, READER.get_or_init(|| Reader::new(rules)))
}

#[test]
fn leaves() {
    use mamut_engine::vocabulary::Kind;
    let (_, reader) = shared();
    let undecided = reader.read("2i+1").atoms;
    let protected = undecided.symbols.iter().filter(|s| s.protected);
    assert_eq!(
        protected.map(|s| s.name.as_str()).collect::<Vec<_>>(),
        ["i"]
    );

    let sum = reader.read(r"\sum_{k=0}^n \sum_{j=1}^k j").atoms;
    assert_eq!(
        sum.symbols
            .iter()
            .map(|s| s.name.as_str())
            .collect::<Vec<_>>(),
        ["n"]
    );
    let names: Vec<&str> = sum
        .slot_names
        .iter()
        .map(|(_, name)| name.as_str())
        .collect();
    assert_eq!(names, ["j", "k"]);

    let kinds = |latex: &str| -> Vec<(String, Kind)> {
        reader
            .read(latex)
            .atoms
            .symbols
            .into_iter()
            .map(|s| (s.name, s.kind))
            .collect()
    };
    let named = |name: &str, kind| (name.to_owned(), kind);
    assert_eq!(
        kinds(r"x \in A \cup B"),
        [
            named("x", Kind::Num),
            named("A", Kind::Set),
            named("B", Kind::Set)
        ]
    );
    assert_eq!(
        kinds(r"\det(A) = a"),
        [named("A", Kind::Mat), named("a", Kind::Num)]
    );
    assert_eq!(
        kinds(r"f(x)"),
        [named("f", Kind::Fn), named("x", Kind::Num)]
    );
    assert_eq!(kinds(r"P(X=k)")[0], named("X", Kind::Rv));

    for (latex, tail) in [
        ("a=b.", "."),
        ("a=b, .", ", ."),
        ("1, 2, ...", ""),
        ("a", ""),
    ] {
        let formula = reader.read(latex);
        assert_eq!(formula.tail, tail, "{latex}");
        assert_eq!(formula.complaints, [], "{latex}");
    }

    // What one formula says of a letter holds in the next.
    let atoms = reader
        .read(r"t: A \to B, M = \begin{pmatrix}1\end{pmatrix}")
        .atoms;
    let next = reader.read_with(r"|M| + 2t(a+b)", atoms);
    let text = sexpr::write(&next.term, &common::builtin().vocabulary, &next.atoms);
    assert_eq!(text, "(add (det M) (mul 2 (call t (add a b))))");
}

#[test]
fn names_that_say_something_are_kept() {
    let (_, reader) = shared();
    for (latex, names) in [
        (r"K_i + U_i = K_f + U_f", "i f"),
        (r"a_i + b_f = c_i", ""),
        (r"\frac{1}{d_o} + \frac{1}{d_i} = \frac{1}{f}", "o i"),
        (r"\eta = 1 - \frac{T_C}{T_H}", "C H"),
        (r"\pi_k(S^n) = 0", "S"),
        (r"H_n(S^n) \cong \mathbb{Z}", "S"),
        (r"D^n/\partial D^n \cong S^n", "D S"),
        (r"S^2 + T^2 = 1", ""),
        (r"\psi(1) = -\gamma", r"\psi \gamma"),
        (r"H_n = \ln n + \gamma + O(1/n)", r"\gamma"),
        (r"\alpha + \gamma = \pi", ""),
        (r"H^q(X, \Omega^p)", r"\Omega"),
        (r"(\ell^p)^* \cong \ell^q", r"\ell"),
        (r"\frac{1}{3} m \ell^2", ""),
    ] {
        let symbols = reader.read(latex).atoms.symbols;
        let kept = symbols.iter().filter(|s| s.protected);
        let kept: Vec<&str> = kept.map(|s| s.name.as_str()).collect();
        let named: Vec<&str> = names.split_whitespace().collect();
        assert!(
            named.iter().all(|name| kept.contains(name)) && (!named.is_empty() || kept.is_empty()),
            "{latex}: {kept:?}"
        );
    }
}

#[test]
fn any_vocabulary() {
    let rules = mamut_engine::rules::RuleSet::default();
    let reader = Reader::new(&rules);
    for latex in [
        r"a+b-c=\frac{1}{2}x^2",
        r"\sum_{i=1}^n i \in \{1, 2\}",
        SOUP,
    ] {
        let formula = reader.read(latex);
        assert!(formula.term.size() > 0);
    }
}

#[test]
fn deep_and_long_input() {
    let (rules, reader) = shared();
    let long = 20_000;
    let pieces = [
        "{",
        "(",
        "[",
        r"\left(",
        "|",
        r"\{",
        "^{",
        "_{",
        "x^",
        r"\frac{",
        r"\sqrt",
        r"\sqrt{",
        r"\sin ",
        "-",
        "+",
        r"\neg ",
        r"\forall x ",
        r"\forall x: ",
        r"\vec{a} \times ",
        r"[1,2,3] \times ",
        "aCov ",
        "a/",
        "!",
        "x!",
        "x'",
        "f(",
        "f(x)",
        "a_",
        r"5\mu\text{s}",
        r"a_{\overline{n}|",
        "a=",
        r"A\Rightarrow ",
        r"\sum_{i=1}^n ",
        r"\int ",
        r"\int x dx ",
        r"\begin{pmatrix}",
        r"\begin{cases}a&",
        r"\hat{",
        r"\hat ",
        r"\text{",
        r"\mathbf{",
        r"\overline ",
        r"\frac{d}{dx}",
        "a,",
        "}",
        ")",
        "]",
        r"\right)",
        r"\end{x}",
        r"\foo",
        "2",
        "2 ",
        ".",
        "||",
        "a|",
        r"\left.",
        r"\mathrm ",
        "d/dx ",
        r"\lim_{x\to ",
        "P(A|",
        r"{a\over ",
        r"\not=",
        r"a\equiv b\pmod ",
        r"\partial ",
        "x^1",
        "x_1",
        r"\binom",
        r"\&",
        "&",
        r"\\",
        "f: A",
        r"\max_{x} ",
        r"\log_",
        r"\sin^",
        "]a,",
        "[a,",
        r"\text{a}",
        r"E[",
        "i",
        "e^{i",
        "'",
        "^",
        "_",
        r"\substack{",
        r"\int_",
        "a_{b",
        "x_{i}^{",
        r"\root ",
        r"{}",
        r"\{x|",
        r"\{x:",
        "(a)(",
        "(a)",
        "[[a,b],",
        "1/2",
        "a/b",
        r"\begin{aligned}&=",
    ];
    for piece in pieces {
        let latex = piece.repeat(long / piece.len());
        let start = std::time::Instant::now();
        survives(reader, rules, &latex);
        let spent = start.elapsed();
        assert!(spent.as_secs_f64() < 20.0, "{piece}: {spent:?}");
    }
    let braces = "{".repeat(100_000);
    survives(reader, rules, &braces);
    survives(reader, rules, &format!("{braces}{}", "}".repeat(100_000)));
    let balanced = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
    let formula = reader.read(&balanced);
    assert!(formula.complaints.iter().any(|c| c.id == "too-deep"));
}
