//! Notations, styles and symbols as they come out of loading.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::rules::{Body, Form, FormCondition, Piece, RuleSet};

const STYLES: &str = r#"Styles(
    styles: [
        (id: "times", decide: Formula, forms: [(10, r"\cdot"), (1, "")]),
        (id: "lparen", pair: "rparen", forms: [(4, ("(", ")")), (1, (r"\left(", r"\right)"))]),
    ],
)"#;

/// Loads notations over the built-in vocabulary; nothing may be complained about.
fn load(notations: &str) -> RuleSet {
    let mut files: Vec<SourceFile> = common::files()
        .into_iter()
        .filter(|f| f.name.starts_with("vocabulary/"))
        .collect();
    let file = |name: &str, text: String| SourceFile {
        name: name.into(),
        text,
        layer: 1,
    };
    files.push(file("styles.ron", STYLES.into()));
    files.push(file(
        "notations.ron",
        format!("Notations(notations: [{notations}])"),
    ));
    let loaded = dsl::load(&files);
    assert_eq!(loaded.diagnostics, []);
    loaded.rules
}

/// A form in short: levels by name, `_` for scripts.
fn short(form: &Form, rules: &RuleSet) -> String {
    let level = |l: u8| rules.vocabulary.levels[usize::from(l)].as_str();
    let Body::Template(pieces) = &form.body else {
        panic!("no template")
    };
    let each = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Style { style, close } => format!(
            "@{}{}",
            rules.styles[*style].id,
            if *close { "'" } else { "" }
        ),
        Piece::Hole {
            var, need, script, ..
        } => {
            format!("<{var}:{}{}>", level(*need), if *script { "_" } else { "" })
        }
        Piece::Join {
            var,
            need,
            separator,
            ..
        } => format!("<{var}:{} {} pieces>", level(*need), separator.len()),
        Piece::Rows {
            var,
            need,
            within,
            between,
        } => format!(
            "<{var}:{} {}/{} rows>",
            level(*need),
            within.len(),
            between.len()
        ),
    });
    each.collect()
}

/// Checks the first form of a notation with this pattern and form.
fn check(print: &str, form: &str, expected: &str) {
    let rules = load(&format!(
        "(id: \"it\", print: \"{print}\", forms: [({form})])"
    ));
    assert_eq!(short(&rules.notations[0].forms[0], &rules), expected);
}

#[test]
fn rows_have_two_separators() {
    check(
        "(matrix ..r)",
        r##"tex: r"[#{rows r| & | \\ @times }]""##,
        "[<0:quantifier 1/3 rows>]",
    );
    check(
        "(cases ..r)",
        r##"tex: r"\left\{#{rows r:any|, |; }\right.""##,
        r"\left\{<0:any 1/1 rows>\right.",
    );
}

#[test]
fn bare_holes_need_levels_by_what_is_around_them() {
    check(
        "(div ?a ?b)",
        r##"tex: r"\frac{#a}{#b}""##,
        r"\frac{<0:any>}{<1:any>}",
    );
    check(
        "(div ?a ?b)",
        r##"tex: "#a / #b", level: "product", assoc: Left"##,
        "<0:product> / <1:prefix>",
    );
    check(
        "(pow ?a ?b)",
        r##"tex: "#a^#b", level: "power", assoc: Right"##,
        "<0:postfix>^<1:any_>",
    );
    check(
        "(pow ?a ?b)",
        r##"tex: "#{a:atom}^{#b}", level: "power""##,
        "<0:atom>^{<1:any>}",
    );
    check(
        "(interval-cc ?a ?b)",
        r##"tex: r"\left[#a, #b\right]""##,
        r"\left[<0:quantifier>, <1:quantifier>\right]",
    );
    check(
        "(call ?f ?x)",
        r##"tex: "#{f:postfix}@lparen #x@rparen", level: "postfix""##,
        "<0:postfix>@lparen <1:any>@lparen'",
    );
    check("(abs ?a)", r##"tex: "|#a|""##, "|<0:any>|");
    check("(neg ?a)", r##"tex: "-#a", level: "sum""##, "-<0:product>");
    check(
        "(lt ?a ?b)",
        r##"tex: r"#a\mathrel{\#}\@#b", level: "relation""##,
        r"<0:sum>\mathrel{\#}@<1:sum>",
    );
}

#[test]
fn joins() {
    check(
        "(set ..xs)",
        r##"tex: r"\{#{xs|, }\}""##,
        r"\{<0:quantifier 1 pieces>\}",
    );
    check(
        "(matmul ..xs)",
        r##"tex: "#{xs| @times }", level: "product""##,
        "<0:prefix 3 pieces>",
    );
    check(
        "(matrix ..r)",
        r##"tex: r"\begin{pmatrix} #{r|\\} \end{pmatrix}""##,
        r"\begin{pmatrix} <0:any 1 pieces> \end{pmatrix}",
    );
    check(
        "(idx ?x ..i)",
        r##"tex: "#{x:atom}_{#{i:any|,}}""##,
        "<0:atom>_{<1:any 1 pieces>}",
    );
}

#[test]
fn terms_factors_and_conditions() {
    let rules = load(
        r#"(id: "sum", print: "(add ..t)", forms: [(terms: "t", level: "sum")]),
        (id: "product", print: "(mul ..f)", decide: Formula,
         forms: [(factors: "f", times: "times", level: "product", when: [Count("..f", 2)], unless: [Count("..f", 3)])])"#,
    );
    let [product, sum] = rules.notations.as_slice() else {
        panic!("sorted by id")
    };
    assert_eq!(sum.forms[0].body, Body::Terms(0));
    let times = rules.styles.iter().position(|s| s.id == "times").unwrap();
    assert_eq!(product.forms[0].body, Body::Factors(0, times));
    assert_eq!(product.forms[0].id, "product/0");
    let not = FormCondition::Not(Box::new(FormCondition::Count(0, 3)));
    assert_eq!(product.forms[0].when, [FormCondition::Count(0, 2), not]);
}

#[test]
fn symbols() {
    let text = r#"Symbols(
        about: "Letters.",
        groups: [(id: "index", role: Variable, members: "i j k"), (id: "angle", role: Variable, members: r"\alpha \beta")],
        always: "x", stray: (probability: 0.1, from: r"a \lambda"), extra: {r"\beta": "z"}, reserved: r"\nu",
        excluded: {"e": ["pow", "exp"]}, families: ["f F h"], indexed: (probability: 0.1, up_to: 4), functions: "w",
    )"#;
    let mut files = common::files();
    files.push(SourceFile {
        name: "mine.ron".into(),
        text: text.into(),
        layer: 7,
    });
    let loaded = dsl::load(&files);
    assert_eq!(loaded.diagnostics, []);
    let symbols = loaded.rules.symbols;
    let group = symbols.groups.iter().find(|g| g.id == "angle").unwrap();
    assert_eq!(group.members, [r"\alpha", r"\beta"]);
    assert_eq!(symbols.stray, (0.1, vec!["a".into(), r"\lambda".into()]));
    // A layer adds letters, and replaces what is said of a letter.
    let of = |rows: &[(String, Vec<String>)], letter: &str| -> Vec<String> {
        let rows = rows.iter().filter(|(l, _)| l == letter);
        rows.flat_map(|(_, more)| more.clone()).collect()
    };
    assert_eq!(of(&symbols.extra, r"\alpha"), ["y", "z"]);
    assert_eq!(of(&symbols.extra, r"\beta"), ["z"]);
    assert_eq!(of(&symbols.excluded, "e"), ["pow", "exp"]);
    assert!(of(&symbols.excluded, "i").contains(&"conj".to_owned()));
    assert!(
        ["e", r"\pi", r"\nu"]
            .iter()
            .all(|l| symbols.reserved.iter().any(|r| r == l))
    );
    let families: Vec<String> = symbols.families.iter().map(|row| row.join(" ")).collect();
    assert!(families.contains(&r"b B \beta".to_owned()), "{families:?}");
    assert!(families.contains(&"f F h".to_owned()) && !families.contains(&"f F".to_owned()));
    assert!(
        ["f", "w"]
            .iter()
            .all(|l| symbols.functions.iter().any(|f| f == l))
    );
    assert_eq!(symbols.indexed, (0.1, 4));
}

#[test]
fn styles_with_hyphens_need_braces() {
    let with = |tex: &str| {
        let mut files = common::files();
        let styles = r#"Styles(styles: [(id: "wide-open", pair: "wide-close", forms: [(1, ("(", ")"))]), (id: "wide", forms: [(1, "w")])])"#;
        let notations = format!(
            r##"Notations(notations: [(id: "floor", print: "(floor ?x)", forms: [(tex: r"{tex}")])])"##
        );
        for (name, text) in [("mine.ron", styles), ("other.ron", &notations)] {
            let (name, text, layer) = (name.to_owned(), text.to_owned(), 7);
            files.push(SourceFile { name, text, layer });
        }
        let found = dsl::load(&files).diagnostics;
        found.iter().map(|d| d.id).collect::<Vec<_>>()
    };
    assert!(with("@{wide-open}#x@{wide-close}").is_empty());
    assert!(with("@wide-#x@wide").is_empty());
    assert_eq!(with("@wide-open#x@{wide-close}"), ["unknown-style"]);
    assert_eq!(with("@{wide-open}#x@{wide-open}"), ["style-pair"]);
}

/// One mistake in a declaration is one complaint, whatever rests on it.
#[test]
fn what_rests_on_a_mistake_is_not_complained_of() {
    let complaints = |operator: &str| {
        let mut files = common::files();
        let vocabulary = format!(
            r##"Vocabulary(operators: [{operator}], reads: [Shape(tex: r"\Tri_#n", term: "(triang ?n)")])"##
        );
        let notation = r##"Notations(notations: [(id: "triang", print: "(triang ?n)", forms: [(tex: r"\Tri_#n")]), (id: "other", print: "(trianh ?n)", forms: [(tex: "#n")])])"##;
        for (name, text) in [("a.ron", notation), ("b.ron", &vocabulary)] {
            let (name, text, layer) = (name.to_owned(), text.to_owned(), 7);
            files.push(SourceFile { name, text, layer });
        }
        let found = dsl::load(&files).diagnostics;
        let told = |d: &mamut_engine::diagnostic::Diagnostic| {
            format!("{} {} {}", d.file, d.id, d.help.as_deref().unwrap_or(""))
        };
        found.iter().map(told).collect::<Vec<_>>()
    };
    let other = "a.ron unknown-operator did you mean `triang`?";
    assert_eq!(
        complaints(r#"(name: "triang", sig: "Num -> Num")"#),
        [other]
    );
    let rests = "what rests on `triang` is left out with it";
    for operator in [
        r#"(name: "triang", sig: "Num Num")"#,
        r#"(name: "triang", sig: "Nmu -> Num")"#,
        r#"(name: "triang")"#,
        r#"(name: "triang", sig: "Num -> Num", defines: "?n")"#,
        r#"(name: "triang" sig: "Num -> Num")"#,
    ] {
        let found = complaints(operator);
        let told: Vec<&String> = found.iter().filter(|c| c.ends_with(rests)).collect();
        assert_eq!(told.len(), 1, "{operator}: {found:#?}");
        assert_eq!(found.len(), 2, "{operator}: {found:#?}");
    }
}
