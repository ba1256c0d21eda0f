//! Rule files that nobody would write: a located complaint or a limit, in little time and memory.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::atoms::Atoms;
use mamut_engine::dsl::{self, LARGEST_FILE, Loaded, SourceFile};
use mamut_engine::egraph::{Limits, saturate};
use mamut_engine::latex::Reader;
use mamut_engine::rules::Tier;
use mamut_engine::sexpr;
use std::time::{Duration, Instant};

/// What any of these may take, in a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// Loads a text over the built-in rules.
fn load(text: String) -> Loaded {
    let mut files = common::files();
    files.push(SourceFile {
        name: "hostile.ron".into(),
        text,
        layer: 1,
    });
    let started = Instant::now();
    let loaded = dsl::load(&files);
    assert!(started.elapsed() < LONGEST, "{:?}", started.elapsed());
    loaded
}

/// The ids of what is said of a text; every complaint has its place in it.
fn ids(text: String) -> Vec<&'static str> {
    let length = text.len();
    let loaded = load(text);
    for diagnostic in &loaded.diagnostics {
        assert_eq!(diagnostic.file, "hostile.ron");
        let label = diagnostic.labels.first().expect("a place");
        assert!(label.span.end <= length, "{diagnostic:?}");
    }
    let mut ids: Vec<_> = loaded.diagnostics.iter().map(|d| d.id).collect();
    ids.dedup();
    ids
}

fn rule(rule: &str) -> String {
    format!(
        "Equivalences(about: \"x\", rules: [(id: \"it\", rule: r\"{rule}\", examples: [(\"a\", \"b\")])])"
    )
}

#[test]
fn deep_nesting_is_an_error_at_its_place() {
    let deep = |open: &str, close: &str, n: usize| open.repeat(n) + close.repeat(n).as_str();
    for text in [
        deep("(", ")", 200_000),
        deep("[", "]", 200_000),
        format!("Equivalences(rules: {})", deep("[", "]", 100_000)),
        format!("Equivalences(rules: [({})])", deep("(", ")", 100_000)),
        "(".repeat(500_000),
        "Styles(about: \"".repeat(20_000),
        "/*".repeat(500_000),
        "#![a(".repeat(100_000),
    ] {
        assert_eq!(ids(text), ["ron"]);
    }
    let pattern = deep("(neg ", "x)", 50_000);
    assert_eq!(ids(rule(&format!("{pattern} => 1"))), ["pattern"]);
    let conditions = deep("Not(", ")", 10_000);
    let text =
        rule("(neg ?x) => ?x").replace(", examples", &format!(", when: [{conditions}], examples"));
    assert_eq!(ids(text), ["ron"]);
}

#[test]
fn long_files_are_refused_by_their_size() {
    let long = "x".repeat(LARGEST_FILE + 1);
    assert_eq!(ids(long.clone()), ["file-size"]);
    assert_eq!(ids(rule(&long)), ["file-size"]);
    // What is just small enough is read.
    let name = "x".repeat(LARGEST_FILE / 2);
    assert_eq!(
        ids(rule(&format!("({name} ?a) => ?a"))),
        ["unknown-operator"]
    );
    let many = "(id: \"it\", rule: \"(neg ?x) => ?x\", examples: [(\"a\", \"b\")]),".repeat(20_000);
    let found = ids(format!("Equivalences(rules: [{many}])"));
    assert_eq!(found, ["duplicate-id"]);
}

#[test]
fn files_that_use_each_other_are_read_once() {
    let mut files = common::files();
    for (name, other) in [("one", "two"), ("two", "one"), ("self", "self")] {
        files.push(SourceFile {
            name: format!("{name}.ron"),
            text: format!("Notations(about: \"x\", uses: [\"{other}\"], notations: [])"),
            layer: 1,
        });
    }
    assert!(dsl::load(&files).diagnostics.is_empty());
}

/// Rules that add to what they match, again and again, stop at the limits.
#[test]
fn rules_that_go_on_for_ever_are_stopped() {
    for endless in [
        "(sin ?x) => (sin (sin ?x))",
        "(sin ?x) => (sin (add ?x ?x))",
        "(sin ?x) <=> (add (sin ?x) (cos (sin ?x)))",
        "(add ?a ?b) => (add (sin ?a) (sin ?b))",
        "(mul ?a ..r) => (mul ..r (sin ?a) (cos ?a))",
    ] {
        let loaded = load(rule(endless));
        assert!(loaded.is_clean(), "{endless}: {:#?}", loaded.diagnostics);
        let rules = loaded.rules;
        let mut atoms = Atoms::default();
        let text = "(eq (mul a b (sin (add x y z))) (add (sin x) (sin y) c d))";
        let term = sexpr::parse(text, &rules.vocabulary, &mut atoms).unwrap();
        for tier in [Tier::Notation, Tier::Algebra] {
            let limits = Limits {
                tier,
                ..Limits::default()
            };
            let started = Instant::now();
            let found = saturate(&term, &atoms, &rules, &limits);
            assert!(
                started.elapsed() < LONGEST,
                "{endless}: {:?}",
                started.elapsed()
            );
            let most = limits.nodes.iter().sum::<usize>();
            assert!(found.stats.nodes < 4 * most, "{endless}: {:?}", found.stats);
        }
    }
    // What matches everything is no rule.
    assert_eq!(ids(rule("?x => (neg (neg ?x))")), ["pattern"]);
}

#[test]
fn templates_say_where_they_are_wrong() {
    let form = |tex: &str| {
        format!(
            "Notations(about: \"x\", notations: [(id: \"it\", print: \"(neg ?x)\", forms: [(tex: r\"{tex}\")])])"
        )
    };
    for tex in [
        "{#x".to_owned(),
        "#x}".to_owned(),
        "}#x{".to_owned(),
        "{".repeat(100_000) + "#x",
        "#{x".to_owned(),
        "#{x|#{x|#{x".repeat(1000),
        "#x\\".to_owned(),
        "#".to_owned(),
        "#x #".to_owned(),
        "@{".to_owned(),
    ] {
        let found = ids(form(&tex));
        assert!(
            found.iter().all(|id| id.starts_with("template")) && !found.is_empty(),
            "{}: {found:?}",
            &tex[..tex.len().min(20)]
        );
    }
    let shape = |tex: &str| {
        format!("Vocabulary(about: \"x\", reads: [Shape(tex: r\"{tex}\", term: \"(neg ?x)\")])")
    };
    assert_eq!(ids(shape("{#x")), ["template"]);
    assert_eq!(ids(shape(&format!("{}#x;", "<".repeat(1000)))), ["shape"]);
}

/// Reading with holes takes linear time, however they nest, fail or overlap.
#[test]
fn readings_with_holes_are_bounded() {
    let text = r##"Vocabulary(about: "x", uses: ["core"], reads: [
        Shape(tex: "<#x;#y>", term: "(div ?x ?y)"),
        Shape(tex: "<#x;#y;", term: "(mul ?x ?y)"),
        Shape(tex: "<#x>", term: "(neg ?x)"),
        Shape(tex: r"#x^{\underline{#y}}", term: "(falling ?x ?y)"),
    ])"##;
    let loaded = load(text.to_owned());
    assert!(loaded.is_clean(), "{:#?}", loaded.diagnostics);
    let reader = Reader::new(&loaded.rules);
    for latex in [
        "<".repeat(5_000),
        "<x".repeat(5_000) + &">".repeat(5_000),
        "<x;".repeat(5_000),
        "<x;y>".repeat(5_000),
        "<(".repeat(5_000),
        "<{".repeat(3_000) + &"}>".repeat(3_000),
        r"x^{\underline{".repeat(3_000),
        r"x^{\underline{".repeat(300) + "n" + &"}}".repeat(300),
        r"^{\underline{n}}".repeat(1_000),
        "\u{1}0 x \u{2}. \u{3}. \u{1}9".repeat(1_000),
        "<\u{1};\u{2}>".to_owned(),
    ] {
        let started = Instant::now();
        let formula = reader.read(&latex);
        assert!(started.elapsed() < LONGEST, "{:?}", started.elapsed());
        for complaint in &formula.complaints {
            assert!(latex.get(complaint.labels[0].span.clone()).is_some());
        }
    }
}
