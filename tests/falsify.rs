//! Falsified versions: the traps of making them, what is kept, and rows that are checked again.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use std::collections::BTreeSet;
use std::process::Command;

use mamut_engine::choice::Key;
use mamut_engine::falsify::Falsifier;
use mamut_engine::latex::Reader;
use mamut_engine::normal::canonical;
use mamut_engine::sexpr;
use mamut_engine::term::{Op, Slot, SlotSort};
use mamut_engine::truth::{Newcomer, Refutation, Refuter};
use mamut_rw::args::{Search, TierName};
use mamut_rw::corpus;
use mamut_rw::falsify::Known;
use mamut_rw::pipeline::Pipeline;
use mamut_rw::row::Row;

/// What becomes of a candidate.
fn refutation(source: &str, candidate: &str) -> Refutation {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let (source, candidate) = (reader.read(source), reader.read(candidate));
    Refuter::new(&source.term, &source.atoms, &rules.vocabulary)
        .refute(&candidate.term, &candidate.atoms)
}

/// Candidates that say the same, or hold as well, are not called false.
fn kept_out(pairs: &[(&str, &str)]) {
    for (source, candidate) in pairs {
        let found = refutation(source, candidate);
        assert!(
            !matches!(found, Refutation::Refuted(_)),
            "{source}   →   {candidate}: {found:?}"
        );
    }
}

/// Candidates that are false are called so.
fn refuted(pairs: &[(&str, &str)]) {
    for (source, candidate) in pairs {
        let found = refutation(source, candidate);
        assert!(
            matches!(found, Refutation::Refuted(_)),
            "{source}   →   {candidate}: {found:?}"
        );
    }
}

#[test]
fn f1_powers_of_products_are_laws() {
    kept_out(&[
        (r"(x \cdot y)^2 = z", r"x^2 \cdot y^2 = z"),
        (
            r"\ln(xy) = z, x > 0, y > 0",
            r"\ln x + \ln y = z, x > 0, y > 0",
        ),
    ]);
    refuted(&[(r"(x + y)^2 = z", r"x^2 + y^2 = z")]);
}

#[test]
fn f2_binders_may_be_renamed() {
    kept_out(&[
        (
            r"\sum_{i=1}^n i = \frac{n(n+1)}{2}",
            r"\sum_{k=1}^n k = \frac{n(n+1)}{2}",
        ),
        (
            r"\lim_{x \to a} \frac{f(x)}{g(x)} = \lim_{x \to a} \frac{f'(x)}{g'(x)}",
            r"\lim_{y \to a} \frac{f(y)}{g(y)} = \lim_{x \to a} \frac{f'(x)}{g'(x)}",
        ),
        (
            r"\int_0^1 x^2 \,dx = \frac13",
            r"\int_0^1 t^2 \,dt = \frac13",
        ),
    ]);
    refuted(&[(
        r"\sum_{i=1}^n i = \frac{n(n+1)}{2}",
        r"\sum_{i=1}^n k = \frac{n(n+1)}{2}",
    )]);
}

#[test]
fn f3_even_functions_and_equal_factorials() {
    kept_out(&[
        (r"\cos(\pi) = -1", r"\cos(-\pi) = -1"),
        (r"e^{i\pi} + 1 = 0", r"e^{-i\pi} + 1 = 0"),
        (r"0! = 1", r"1! = 1"),
    ]);
    refuted(&[(r"e^{i\pi} + 1 = 0", r"e^{i\pi} - 1 = 0")]);
}

#[test]
fn f4_units_change_nothing() {
    kept_out(&[
        (r"a^2 + b^2 = c^2", r"a^2 + b^2 = (c^1)^2"),
        (r"\frac{1}{a} = b", r"\frac{1}{a^1} = b"),
    ]);
    // And no rule makes them: what would be a unit is dropped.
    let rules = common::rules();
    let read = Reader::new(rules).read(r"\frac{1}{a} = b");
    let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let own = canonical(&rules.vocabulary, &read.term);
    for i in 0..2_000 {
        if let Some(made) = falsifier.draw(Key::seed(i), 1, &weights) {
            assert_ne!(canonical(&rules.vocabulary, &made.term), own);
        }
    }
}

#[test]
fn f5_swaps_of_what_is_equal() {
    kept_out(&[
        (r"2^4 = 16", r"4^2 = 16"),
        (r"x \cdot 1 = x", r"\frac{x}{1} = x"),
        (r"a - a = 0", r"-a + a = 0"),
    ]);
    refuted(&[(r"2^3 = 8", r"3^2 = 8")]);
}

#[test]
fn f6_comparisons_are_negated_and_not_turned() {
    kept_out(&[(r"x < y", r"y < x"), (r"x \le y", r"y \ge x")]);
    refuted(&[
        (r"x \le y", r"x > y"),
        (r"a^2 + b^2 \ge 2ab", r"a^2 + b^2 < 2ab"),
    ]);
}

#[test]
fn f7_changes_do_not_undo_each_other() {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let mut several = 0;
    for (name, latex) in common::identities() {
        let read = reader.read(&latex);
        let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
        let own = canonical(&rules.vocabulary, &read.term);
        for i in 0..60 {
            let Some(made) = falsifier.draw(Key::seed(i), 2 + i as usize % 3, &weights) else {
                continue;
            };
            several += 1;
            assert_ne!(canonical(&rules.vocabulary, &made.term), own, "{name}");
            for part in &made.parts {
                assert_ne!(part.before, part.after, "{name}");
            }
        }
    }
    assert!(several > 1_500, "{several}");
    kept_out(&[(
        r"(a+b)^2 = a^2 + 2ab + b^2",
        r"c^2 + a^2 + c \cdot 0 a c = a^2 + c^2",
    )]);
}

/// Looks at many changed terms of a formula.
fn changed(latex: &str, look: impl Fn(&str)) {
    let rules = common::rules();
    let read = Reader::new(rules).read(latex);
    let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let made =
        (0..2_000).filter_map(|i| falsifier.draw(Key::seed(i), 1 + i as usize % 2, &weights));
    let mut number = 0;
    for one in made {
        number += 1;
        look(&sexpr::write(&one.term, &rules.vocabulary, &one.atoms));
    }
    assert!(number > 1_000, "{number} changes of {latex}");
}

/// None of these stands in any changed term of a formula.
fn never(latex: &str, parts: &[&str]) {
    changed(latex, |term| {
        for part in parts {
            assert!(!term.contains(part), "{latex} becomes {term}");
        }
    });
}

#[test]
fn symbols_stand_where_their_kind_does() {
    never(
        r"P(X = k) = \binom{n}{k} p^k (1-p)^{n-k}",
        &["(eq X X)", "(eq k k)", "(binom X", "(binom n X", "(pow p X"],
    );
}

#[test]
fn events_and_heads_are_no_numbers() {
    never(
        r"\mathbb{P}(A) = \sum_{i=1}^n \mathbb{P}(A|B_i)\mathbb{P}(B_i)",
        &[
            "(idx (",
            "(prob (add",
            "(prob (neg",
            "(prob (mul",
            "(prob (div",
            "(condprob (add",
            "(condprob (neg",
            "(condprob (mul",
            "(add (idx B",
            "(neg (idx B",
        ],
    );
}

#[test]
fn what_is_left_out_is_not_calculated_with() {
    never(
        r"n! = 1 \cdot 2 \cdot 3 \cdot 4 \cdot \ldots \cdot n",
        &["dots)", "(add dots", "(div dots", "(pow dots", "(mul dots"],
    );
}

#[test]
fn declared_names_and_orders_of_derivatives_stay() {
    never(
        r"\forall x, y > 0: \ln(xy) = \ln x + \ln y",
        &["(list (", "(list x (", "(list x x)"],
    );
    never(
        r"(u(x) v(x))' = u'(x) v(x) + u(x) v'(x)",
        &["(prime u 0)", "(prime v 0)", "(prime u 7)", "(prime u -"],
    );
}

#[test]
fn units_that_nobody_wrote_are_dropped() {
    never(
        r"\sqrt{2} \cdot a = b^2",
        &["(mul 1 ", "(pow b 1)", "(add 0 ", "(div a 1)"],
    );
}

#[test]
fn signs_and_labels_are_no_numbers() {
    never(
        r"\frac{\Delta y}{\Delta x} = m + 1",
        &[
            r"(neg \Delta)",
            r"(add \Delta",
            r"(mul \Delta",
            r"(div \Delta",
            r"(eq \Delta",
            r"(change m",
            r"(change y",
            r"(change x",
            r"\Delta \Delta",
        ],
    );
    never(
        r"x_{1,2} = -\frac{p}{2} \pm \sqrt{\frac{p^2}{4} - q}",
        &[
            "(idx x 0",
            "(idx x 2",
            "(idx x 1 1",
            "(idx x 1 3",
            "(idx x 1 (",
            "(idx x (",
        ],
    );
}

#[test]
fn what_relates_something_with_itself_is_no_falsehood() {
    kept_out(&[
        (r"dy = f'(x)\,dx", r"dy = dy"),
        (r"x^2 = y", r"y = y"),
        (r"a + b = c", r"a + b = b + a"),
        (r"x \le y", r"x \le x"),
        (r"a \equiv b \pmod m", r"a \equiv a \pmod m"),
        (r"x^2 = y", r"(x + y)^2 = x^2 + 2xy + y^2"),
    ]);
    refuted(&[(r"x^2 = y", r"x^2 = x")]);
}

#[test]
fn sets_of_which_nothing_is_known_tell_nothing() {
    kept_out(&[
        (r"f \in L^2(\mathbb{R})", r"2f \in L^2(\mathbb{R})"),
        (r"f \in C^\infty(\Omega)", r"-f \in C^\infty(\Omega)"),
        (r"u \notin H(\Omega)", r"\frac{u}{3} \notin H(\Omega)"),
    ]);
    refuted(&[(r"x \in [0, 1]", r"2x \in [0, 1]")]);
}

/// What becomes of a candidate of which symbols stand in for bound names or symbols of the source.
fn standing_in(source: &str, candidate: &str, news: &[(&str, Op)]) -> Refutation {
    let rules = common::rules();
    let reader = Reader::new(rules);
    let source = reader.read(source);
    let candidate = reader.read_with(candidate, source.atoms.clone());
    let at = |name: &str| {
        let symbols = &candidate.atoms.symbols;
        symbols.iter().position(|s| s.name == name).unwrap() as u32
    };
    let news: Vec<Newcomer> = news.iter().map(|(name, op)| (at(name), *op)).collect();
    Refuter::new(&source.term, &source.atoms, &rules.vocabulary).refute_with(
        &candidate.term,
        &candidate.atoms,
        &news,
    )
}

#[test]
fn names_that_are_no_longer_bound_keep_to_what_they_ran_over() {
    let index = Op::slot(Slot {
        sort: SlotSort::Positive,
        level: 0,
    });
    let harmonic = r"\sum_{n=1}^\infty \frac{1}{n} = \infty";
    for candidate in [
        r"\sum_{n=1}^\infty \frac{1}{l} = \infty",
        r"\sum_{n=1}^\infty l = \infty",
    ] {
        let found = standing_in(harmonic, candidate, &[("l", index)]);
        assert!(
            !matches!(found, Refutation::Refuted(_)),
            "{candidate}: {found:?}"
        );
    }
    // A symbol keeps to what is said of the one in whose place it stands.
    let root = r"\forall a > 0: \sqrt{a^2} = a";
    let like = Reader::new(common::rules()).read(root);
    let known = like.atoms.symbols.iter().position(|s| s.name == "a");
    let op = Op::symbol(known.unwrap() as u32);
    let found = standing_in(root, r"\forall a > 0: \sqrt{b^2} = |b|", &[("b", op)]);
    assert!(!matches!(found, Refutation::Refuted(_)), "{found:?}");
    for (source, candidate) in [
        (harmonic, r"\sum_{n=1}^\infty \frac{1}{n^l} = \infty"),
        (
            r"\sum_{i=1}^n i = \frac{n(n+1)}{2}",
            r"\sum_{i=1}^n l = \frac{n(n+1)}{2}",
        ),
    ] {
        let found = standing_in(source, candidate, &[("l", index)]);
        let Refutation::Refuted(found) = found else {
            panic!("{candidate}: {found:?}");
        };
        let value = found.witness.values.iter().find(|(name, _)| name == "l");
        let value: i64 = value.unwrap().1.parse().unwrap();
        assert!(value >= 1, "{candidate}: {value}");
    }
}

#[test]
fn witnesses_are_points_that_readers_accept() {
    for (source, candidate) in [
        (r"a^{p-1} \equiv 1 \pmod p", r"a^p \equiv 1 \pmod p"),
        (r"a \equiv b \pmod q", r"a \equiv -b \pmod q"),
    ] {
        let Refutation::Refuted(found) = refutation(source, candidate) else {
            panic!("{candidate}");
        };
        let values = found.witness.values.iter();
        let modulus = values.filter(|(name, _)| name == "p" || name == "q");
        for (name, value) in modulus {
            assert!(
                value.parse::<i64>().unwrap() >= 1,
                "{candidate}: {name} = {value}"
            );
        }
    }
    for (source, candidate) in [
        (
            r"\forall x > 0: \ln(x^2) = 2 \ln x",
            r"\forall x > 0: \ln(-x) = \ln(-2x)",
        ),
        (
            r"\forall x \in \mathbb{R}: x^2 \ge 0",
            r"\forall x \in \mathbb{R}: \frac{x}{0} \ge \frac{1}{0}",
        ),
    ] {
        let found = refutation(source, candidate);
        assert!(
            !matches!(found, Refutation::Refuted(_)),
            "{candidate}: {found:?}"
        );
    }
}

/// Runs the program.
fn run(args: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_mamut-rw");
    let done = Command::new(program).args(args).output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn rows(args: &[&str]) -> Vec<Row> {
    let mut all = vec!["falsify", "--format", "jsonl"];
    all.extend(args);
    let out = run(&all);
    out.lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

#[test]
fn f8_statements_of_texts_are_changed_and_not_mentions() {
    let text = "Let $a$, $b$ and $c$ be the sides of a right triangle. Then $a^2 + b^2 = c^2$.";
    let found = rows(&[text, "-n", "40", "--no-substitute"]);
    assert_eq!(found.len(), 40);
    for row in &found {
        assert!(
            row.text.starts_with("Let $a$, $b$ and $c$ be the sides"),
            "{}",
            row.text
        );
        assert!(row.is_text && !row.label && !row.strategies.is_empty());
        assert_eq!(row.verdict, "refuted");
    }
}

#[test]
fn hypotheses_and_remarks_of_texts_stay() {
    let text = r"Each entry of the triangle is the sum of the two above it, in formulas $\binom{n+1}{k+1} = \binom{n}{k}+\binom{n}{k+1}$ for all $n,k \in \mathbb{N}$.";
    let identities = corpus::load(&[]).unwrap();
    let versions = identities
        .corpus
        .identities
        .iter()
        .flat_map(|i| &i.versions);
    assert!(
        versions.clone().any(|v| v.source == text),
        "the corpus has another text"
    );
    for row in rows(&[
        text,
        "-n",
        "80",
        "--no-substitute",
        "--strategy",
        "equality,constant,variable",
    ]) {
        let said = row
            .text
            .rsplit_once("for all")
            .unwrap()
            .1
            .replace(['{', '}'], "");
        assert!(
            !said.contains("frac") && !said.contains('+') && !said.contains('-'),
            "{}",
            row.text
        );
    }
    let text = r"Group the terms as $\frac{1}{3}+\frac{1}{4} > \frac{1}{2}$, then the next four, then the next eight, and so on. Each group exceeds $\frac{1}{2}$, hence $\sum_{n=1}^{\infty}\frac{1}{n} = \infty$.";
    assert!(
        versions.clone().any(|v| v.source == text),
        "the corpus has another text"
    );
    for row in rows(&[text, "-n", "60", "--no-substitute"]) {
        let manual = row
            .strategies
            .iter()
            .any(|s| s.strategy == "random" || s.strategy == "manual");
        let sum = row
            .strategies
            .iter()
            .all(|s| !s.before.contains(r"\frac{1}{4}"));
        assert!(manual || sum, "{}", row.text);
    }
}

#[test]
fn f9_shared_names_are_no_negatives() {
    let search = Search {
        tier: TierName::Notation,
        max_size: 1.0,
    };
    let pipeline = Pipeline::new(common::rules(), &search);
    let identities = corpus::load(&[]).unwrap();
    let known = Known::new(&identities.corpus, &pipeline);
    let mut shared = 0;
    for identity in &identities.corpus.identities {
        for version in &identity.versions {
            let around = known.of(&version.source, &pipeline);
            let all = around.random.iter().chain(&around.manual);
            for neighbour in all.filter(|n| n.other) {
                let id = neighbour.strategy.rule.rsplit_once('/').unwrap().0;
                let other = identities.corpus.identity(id).unwrap();
                assert!(!identity.shares_name(other), "{} {id}", identity.id);
                shared += 1;
            }
        }
    }
    assert!(shared > 1_000, "{shared}");
}

#[test]
fn f10_authors_words_are_no_falsehoods_of_themselves() {
    let identities = corpus::load(&[]).unwrap();
    for identity in &identities.corpus.identities {
        for replace in &identity.falsify {
            assert!(
                replace.to.iter().all(|to| *to != replace.from),
                "{}",
                identity.id
            );
        }
    }
}

#[test]
fn f11_other_identities_that_say_the_same_are_no_negatives() {
    kept_out(&[
        (r"n! = \prod_{i=1}^n i", r"k! = \prod_{j=1}^k j"),
        (r"c^2 = a^2 + b^2", r"x^2 + y^2 = z^2"),
    ]);
}

#[test]
fn rows_are_right_when_they_are_checked_again() {
    let dir = std::env::temp_dir().join(format!("mamut-rw-falsify-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("rows.jsonl");
    let sources = [
        r"a^2+b^2=c^2",
        r"\sin(x+y)=\sin x\cos y+\cos x\sin y",
        r"\forall n\in\mathbb{N}: n! = \prod_{i=1}^n i",
        r"A \cap (B \cup C) = (A \cap B) \cup (A \cap C)",
        r"\int_a^b f(x) \,dx = F(b) - F(a)",
        r"x \le y",
        r"\mathbb{P}(A|B) = \frac{\mathbb{P}(B|A) \cdot \mathbb{P}(A)}{\mathbb{P}(B)}",
    ];
    let path = file.to_str().unwrap();
    let mut args = vec!["falsify", "-n", "40", "--format", "jsonl", "-o", path];
    args.extend(sources);
    run(&args);
    let said = run(&["verify", path]);
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains(" 0 wrong"), "{said}");
    // Rows that state another identity have no witness.
    let open = said.lines().filter(|line| line.starts_with("open, "));
    for line in open {
        let other = line.ends_with("its verdict is `other`, without a witness");
        assert!(other, "{said}");
    }
    // A row with another label is found out.
    let text = std::fs::read_to_string(&file).unwrap();
    let refuted = text
        .lines()
        .find(|row| row.contains("\"verdict\":\"refuted\""));
    let turned = refuted
        .unwrap_or_default()
        .replace("\"label\":false", "\"label\":true");
    std::fs::write(&file, turned + "\n").unwrap();
    assert!(run(&["verify", path]).contains("wrong: "), "{said}");
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn formulas_of_datasets_are_checked_without_a_source() {
    let dir = std::env::temp_dir().join(format!("mamut-rw-alone-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("rows.jsonl");
    let row = |text: &str, label: &str, witness: Option<&str>| {
        let row = serde_json::json!({
            "text": text, "label": label, "is_text": false, "key": "1", "witness": witness,
        });
        std::fs::write(&file, row.to_string()).unwrap();
        run(&["verify", file.to_str().unwrap()])
    };
    let right = "1 rows: 1 right, 0 wrong, 0 open";
    let solved = r"x^2=4 \Rightarrow x=2 \text{ or } x=-2";
    assert!(row(solved, "equivalent", None).contains(right));
    assert!(row("x+1=2", "equivalent", None).contains("does not hold everywhere"));
    let witness = r#"{"x": "3"}"#;
    assert!(row("x+1=2+x", "not_equivalent", Some(witness)).contains(right));
    assert!(row("x=3", "not_equivalent", Some(witness)).contains("true at its witness"));
    let family = r#"{"y_1": "16", "y_2": "4"}"#;
    let split = r"y_1=16 \Rightarrow y_2=8";
    assert!(row(split, "not_equivalent", Some(family)).contains(right));
    assert!(row("x=3", "not_equivalent", None).contains("without a witness"));
    std::fs::remove_dir_all(&dir).unwrap();
}

#[test]
fn rows_do_not_depend_on_how_many_follow() {
    let source = r"a^2+b^2=c^2";
    let (few, many) = (rows(&[source, "-n", "90"]), rows(&[source, "-n", "400"]));
    assert_eq!(few, many[..90]);
    let falsehoods = |rows: &[Row]| {
        let done = rows.iter().map(|row| format!("{:?}", row.strategies));
        done.collect::<BTreeSet<_>>().len()
    };
    assert!(falsehoods(&few) >= 40 && falsehoods(&many) > falsehoods(&few));
    let texts: BTreeSet<&str> = many.iter().map(|row| row.text.as_str()).collect();
    assert_eq!(texts.len(), 400);
}

#[test]
fn what_the_corpus_says_is_not_counted_as_refuted() {
    let source = r"V - E + F = 2";
    let program = env!("CARGO_BIN_EXE_mamut-rw");
    let args = [
        "falsify", source, "-n", "60", "--stats", "--format", "jsonl",
    ];
    let done = Command::new(program).args(args).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    let stats: serde_json::Value = serde_json::from_str(said.trim()).unwrap();
    let random = &stats["strategies"]["random"];
    assert!(random["stated"].as_u64().unwrap() > 0, "{said}");
    assert_eq!(random["refuted"], 0);
}

#[test]
fn shares_and_filters_are_what_is_asked_for() {
    let source = r"\sin(x+y)=\sin x\cos y+\cos x\sin y";
    let found = rows(&[source, "-n", "200"]);
    let one = found.iter().filter(|r| r.strategies.len() == 1).count();
    assert!((92..=108).contains(&one), "{one} of 200 use one strategy");
    for row in rows(&[
        source,
        "-n",
        "50",
        "--strategies",
        "2",
        "--strategy",
        "swap,constant,equality",
    ]) {
        assert_eq!(row.strategies.len(), 2, "{}", row.text);
        assert!(row.strategies.iter().all(|s| s.strategy != "variable"));
    }
    for row in rows(&[source, "-n", "30", "--near", "3"]) {
        assert!(row.distance.unwrap() <= 3, "{}", row.text);
    }
    let mixed = run(&[
        "generate",
        "--falsify",
        "4",
        "-n",
        "20",
        "--format",
        "jsonl",
        source,
    ]);
    let labels: Vec<bool> = mixed
        .lines()
        .map(|l| serde_json::from_str::<Row>(l).unwrap().label)
        .collect();
    assert_eq!(
        (labels.len(), labels.iter().filter(|l| **l).count()),
        (100, 20)
    );
}
