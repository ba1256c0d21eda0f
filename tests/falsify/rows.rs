//! The program's falsified rows: texts, shared names, authors' words, shares, and what `verify` says.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::common;
use mamut_rw::args::{Search, TierName};
use mamut_rw::corpus;
use mamut_rw::falsify::Known;
use mamut_rw::pipeline::Pipeline;
use mamut_rw::row::Row;

/// Runs the program.
pub(super) fn run(args: &[&str]) -> String {
    let program = env!("CARGO_BIN_EXE_mamut-rw");
    let done = Command::new(program).args(args).output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

pub(super) fn rows(args: &[&str]) -> Vec<Row> {
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
fn what_is_said_of_something_that_exists_stays() {
    let text = r"Let $a_n = 3^n$. Then $a_{n+1} = 3a_n$. For every $M > 0$ there is an $N$ such that $a_n > M$ for all $n \ge N$.";
    let rows = rows(&[text, "-n", "60", "--no-substitute"]);
    assert!(!rows.is_empty(), "nothing of the text was changed");
    for row in rows {
        let (_, said) = row.text.split_once("there is").unwrap();
        let changed = said.contains(['+', '-', '2', '3', '/']) || said.contains("frac");
        assert!(!changed, "{}", row.text);
    }
}

#[test]
fn bounds_of_what_exists_are_turned_and_no_more() {
    let all = versions(
        r"A function $f$ is continuous at $a$ if for every $\varepsilon > 0$ there exists $\delta > 0$ such that $|f(x)-f(a)| < \varepsilon$ whenever $|x - a| < \delta$.",
    );
    assert!(!all.is_empty(), "nothing of the text was changed");
    for text in all {
        assert!(!text.contains(r"< \varepsilon"), "{text}");
    }
    // What a definition asks for is changed where it is said for all there is.
    let all = versions(r"A function $f$ is even if $f(-x) = f(x)$ for all $x$.");
    assert!(!all.is_empty(), "nothing of the definition was changed");
    for text in all {
        assert!(!text.contains("f(-2x) = f(2x)"), "{text}");
    }
    // Something that is so far away exists as well.
    let near = r"For every $\varepsilon > 0$ there is a polynomial $p$ such that $|f(x) - p(x)| < \varepsilon$ for all $x \in [0, 1]$.";
    for text in versions(near) {
        assert!(
            text.contains(r"< \varepsilon") || text.contains(r"\varepsilon >"),
            "{text}"
        );
    }
}

/// The versions of a text, of which none may be true.
pub(super) fn versions(text: &str) -> Vec<String> {
    let found = rows(&[text, "-n", "60", "--no-substitute"]);
    found.into_iter().map(|row| row.text).collect()
}

#[test]
fn premises_change_where_a_claim_fails_for_them() {
    // What assumes more stays true.
    let all = versions(r"For $|q| < 1$ we have $\sum_{k=0}^\infty q^k = \frac{1}{1-q}$.");
    assert!(!all.is_empty());
    for text in all {
        let stays = ["|2q| <", "|3q| <", r"|2 \cdot q| <", "|q| + 1 <"];
        assert!(!stays.iter().any(|s| text.contains(s)), "{text}");
    }
    let all = versions(r"If $A \subseteq B$ and $B \subseteq C$, then $A \subseteq C$.");
    assert!(
        all.iter()
            .any(|text| !text.contains(r"and $B \subseteq C$")),
        "{all:?}"
    );
    for text in all {
        assert!(!text.contains(r"$B \subseteq C \setminus"), "{text}");
    }
    // What is said of a letter that stands in premises alone counts as well.
    let all = versions(
        r"Let $a$, $b$, $c$ be positive integers. If $a \mid b$ and $b \mid c$ then $a \mid c$.",
    );
    assert!(!all.is_empty());
    for text in all {
        let premise = text.split_once(" then ").unwrap().0;
        assert!(
            !premise.contains("b + c \\mid c") && !premise.contains("c + b \\mid c"),
            "{text}"
        );
    }
    // Nothing is known of the claim.
    for text in [
        r"Let $T: V \to W$ be linear. Then $\ker T = \{v \in V : T v = 0\}$ is a subspace of $V$.",
        r"Let $n \ge 2$. Then there is a prime $p$ with $n < p < 2n$.",
        r"The function $f(x) = x^2$ is increasing for all positive numbers.",
        r"Hence $p > 2$ implies that $p$ is odd.",
        r"Let $m > 1$ and $f: [a, b] \to \mathbb{R}$ be continuous. Then $f$ is bounded.",
    ] {
        assert_eq!(versions(text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn criteria_change_where_they_let_something_through() {
    let all = versions(r"A number $n$ is abundant if $\sigma(n) > 2n$.");
    assert!(!all.is_empty());
    for text in all {
        let plain = text
            .replace(['\\', ' '], "")
            .replace("left", "")
            .replace("right", "");
        assert!(!plain.contains("(n)>3n"), "{text}");
    }
}

#[test]
fn claims_fail_under_their_premises() {
    let text = r"Let $d(x,y) = |x - y|$. Then $d(x,z) \le d(x,y) + d(y,z)$ for all $x,y,z$.";
    let all = versions(text);
    assert!(!all.is_empty());
    for text in all {
        let plain = text
            .replace([' ', '\\'], "")
            .replace("left", "")
            .replace("right", "");
        assert!(!plain.contains("$d(y,z)le"), "{text}");
    }
    // The sentence goes on to something else than what exists.
    let text = r"There is no air here, hence $s = \frac{1}{2}gt^2$.";
    assert!(!versions(text).is_empty());
    let text = r"If $n > 1$ is composite, then $n$ has a divisor $d$ with $1 < d \le \sqrt{n}$.";
    for text in versions(text) {
        assert!(text.contains(r"1 < d \le"), "{text}");
    }
}

#[test]
fn what_is_for_some_ends_with_its_clause() {
    let text = r"We have $|u + v| \le |u| + |v|$ with equality iff $u = cv$ for some scalar $c$.";
    let all = rows(&[text, "-n", "60", "--no-substitute"]);
    assert!(!all.is_empty());
    for row in all {
        let of_it = row.strategies.iter().any(|s| s.before.contains('c'));
        assert!(!of_it, "{}", row.text);
    }
    let text = r"If $n = 2k$ for some integer $k$, then $n^2 = 4k^2$.";
    assert!(!versions(text).is_empty());
    let text = r"The line meets the plane, so that $x + y = 2z$ and $x = 3$ for some real $y$.";
    assert_eq!(versions(text), Vec::<String>::new());
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
        // New events have values in the witness.
        r"P(A | B) P(B) + P(A | C) P(C)",
        r"A \cup (B \cap A)",
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

/// Definitions of unknown functions, and statements of whose parts some are numbers of their own,
/// are told from what looks like them as easily as others.
#[test]
fn functions_and_parts_with_numbers_of_their_own_are_told_apart() {
    let sources = [
        r"f(x) = x^2+a",
        r"g(t) = f(t) + t^2",
        r"f(x) = s e^{-(x-m)^2}",
        r"s(t) = s_0 + v_0 t + \frac12 a t^2",
        r"N(t) = N_0 e^{-kt}",
        r"x_1 + x_2 = -\frac{b}{a}",
        r"\angle A + \angle B + \angle C = 180^\circ",
        r"F = G\frac{m_1 m_2}{r^2}",
        r"\Delta x \cdot \Delta p \ge \frac{h}{4\pi}",
        "y'' + y = 0",
    ];
    told_apart("parts", &sources, 25);
}

/// Falsifies sources one by one: enough rows are made and found right when they are checked again;
/// `unknown` says how many of the candidates may stay undecided, in hundredths.
fn told_apart(name: &str, sources: &[&str], unknown: u64) {
    let dir = std::env::temp_dir().join(format!("mamut-rw-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("rows.jsonl");
    let path = file.to_str().unwrap();
    for source in sources {
        let program = env!("CARGO_BIN_EXE_mamut-rw");
        let strategies = "--strategy=constant,swap,variable,equality,distribute";
        let args = [
            "falsify",
            source,
            strategies,
            "-qn12",
            "--stats",
            "--format=jsonl",
            "-o",
        ];
        let done = Command::new(program).args(args).arg(path).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        let stats: serde_json::Value = serde_json::from_str(&said).unwrap();
        let of = |what: &str| stats["all"][what].as_u64().unwrap();
        assert!(
            100 * of("unknown") <= unknown * of("tried"),
            "{source}: {said}"
        );
        assert!(of("refuted") >= 5, "{source}: {said}");
        let verified = run(&["verify", path]);
        let last = verified.lines().last().unwrap_or_default();
        assert!(last.ends_with(" 0 wrong, 0 open"), "{source}: {verified}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}

/// Points that were solved for, sets and large powers are found again when rows are checked.
#[test]
fn what_was_solved_for_is_found_again() {
    told_apart(
        "solved",
        &[
            r"\log_{11}(x) = -1",
            r"g(3) = -1, \quad g(4) = 3",
            r"f_g(\mu) = \frac{1 + (1-g)\mu}{1 - g\mu}",
            r"9^{40} \equiv 1 \pmod{100}",
            r"X = \{14, 5, 7, 1\}",
            r"E = \{(A, B), (A, C)\}",
            r"D = (-\infty, 2] \cup (3, \infty)",
            r"\mathbf{y} = \mathbf{W}\mathbf{x} + \mathbf{b}",
            r"\mathbf{x}_{k+1} = \mathbf{A}\mathbf{x}_k + \mathbf{B}\mathbf{u}_k",
            r"\mathbf{z}_i = \mathbf{A}\mathbf{x}_i",
            r"x^{(k+1)} = 2x^{(k)} + b",
            r"\vec{v}(1) = \langle 1, 2 \rangle",
            r"\mathbf{r}(t) = (\cos t, \sin t, t)",
            r"\mathbf{h} = \sigma(\mathbf{W}\mathbf{x} + \mathbf{b})",
        ],
        60,
    );
}

/// What making no version of a source may take, in a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

#[test]
fn sources_of_which_nothing_is_decided_are_given_up() {
    let sources = [
        // Many letters that stand in like places have many renamings.
        r"\delta p = c\rho_0[v_{Ar}\cos(\omega t-kx)-v_{Al}\cos(\omega t+kx)]",
        // Whole numbers of thousands of digits are multiplied.
        r"Q(x) = (x-\alpha_1)(x-\alpha_2) \cdots (x-\alpha_n)",
    ];
    for source in sources {
        let started = Instant::now();
        let found = rows(&[source, "-n", "1"]);
        assert!(
            started.elapsed() < LONGEST,
            "{source} {:?}",
            started.elapsed()
        );
        assert!(found.iter().all(|row| row.verdict == "refuted"), "{source}");
    }
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
