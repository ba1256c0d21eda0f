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
        always: "x", stray: (probability: 0.1, from: r"a \lambda"), extra: {r"\alpha": "y z"}, reserved: r"\pi",
        excluded: {"e": ["pow", "exp"]}, families: [r"a A \alpha", "f F"], indexed: (probability: 0.1, up_to: 4), functions: "f g",
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
    assert_eq!(
        symbols.extra,
        [(r"\alpha".into(), vec!["y".into(), "z".into()])]
    );
    assert_eq!(symbols.families[0], ["a", "A", r"\alpha"]);
    assert_eq!(symbols.indexed, (0.1, 4));
}
