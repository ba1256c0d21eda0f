//! Collections of texts, from their files to datasets: what is read and left out, what is said of
//! broken files, and that versions leave the prose alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sources");

fn run(args: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args(["dataset"])
        .args(args)
        .current_dir(DATA)
        .env("NO_COLOR", "1")
        .output();
    output.expect("the binary runs")
}

/// A directory of its own for a test.
fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("mamut-rw-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a directory");
    path
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// What `dataset sources` reports of one collection: read, broken, kept, and what was rejected.
fn survey(args: &[&str]) -> (Value, Option<i32>) {
    let output = run(&[&["sources", "--json"], args].concat());
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let one = &report[0];
    let rejected = one["rejected"].as_object().expect("counts");
    let rejected = rejected.iter().filter(|(_, n)| **n != 0);
    let rejected: Value = rejected
        .map(|(k, n)| (k.clone(), n.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let found = json!([one["read"], one["broken"], one["kept"], rejected]);
    (found, output.status.code())
}

#[test]
fn collections_are_read_and_filtered() {
    let check = |args: &[&str], wanted: Value| {
        let (found, code) = survey(args);
        assert_eq!(found, wanted, "{args:?}");
        assert_eq!(code, Some(if wanted[2] == 0 { 1 } else { 0 }), "{args:?}");
    };
    check(
        &["--from", "amps", "amps"],
        json!([7, 0, 3, {"listed": 2, "formulas": 1, "similar": 1}]),
    );
    check(
        &["--from", "amps", "amps", "--similar", "10"],
        json!([7, 0, 4, {"listed": 2, "formulas": 1}]),
    );
    // Up-votes count, not votes of all kinds, and not the score.
    check(
        &["--from", "arqmath", "arqmath"],
        json!([5, 0, 2, {"other": 1, "votes": 1, "formulas": 1}]),
    );
    // Without a file of votes the score counts, which is never larger.
    check(
        &["--from", "stackexchange", "stackexchange"],
        json!([3, 0, 2, {"votes": 1}]),
    );
    check(
        &[
            "--from",
            "stackexchange",
            "stackexchange/Posts.xml",
            "--min-votes",
            "6",
        ],
        json!([3, 0, 1, {"votes": 2}]),
    );
    for version in ["formulas-v1", "formulas-v3"] {
        check(
            &["--from", "formulas", version],
            json!([3, 0, 0, {"alone": 3}]),
        );
    }
    check(&["--from", "tex", "notes"], json!([2, 0, 2, {}]));
    check(
        &["--from", "markdown", "notes"],
        json!([2, 0, 1, {"formulas": 1}]),
    );
    check(
        &["--from", "jsonl", "texts.jsonl"],
        json!([3, 0, 2, {"formulas": 1}]),
    );
    check(
        &["--from", "jsonl", "texts.jsonl", "--min-formulas", "2"],
        json!([3, 0, 3, {}]),
    );
}

/// The keys of the rows of a dataset of texts, and whether they are those of their groups.
fn keys(directory: &Path) -> BTreeSet<(String, bool)> {
    let files = fs::read_dir(directory.join("mt")).expect("files");
    let rows = files.flat_map(|file| {
        let text = fs::read_to_string(file.expect("a file").path()).expect("text");
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    });
    let key = |line: String| {
        let row: Value = serde_json::from_str(&line).expect("JSON");
        let key = row["key"].as_str().expect("a key").to_owned();
        (key, row["key"] == row["group"])
    };
    rows.map(key).collect()
}

#[test]
fn keys_are_those_that_records_have() {
    let directory = scratch("keys");
    let file = directory.join("texts.jsonl");
    let text = |n: u32| format!("Let $x=y$, then ${n}x={n}y$ follows for case {n}.");
    let made = |called: &str, ids: [Value; 3], option: &[&str]| {
        let rows = ids.into_iter().zip(1..);
        let rows = rows.map(|(id, n)| format!("{}\n", json!({"id": id, "text": text(n)})));
        fs::write(&file, rows.collect::<String>()).expect("a file");
        let out = directory.join(called);
        let making = ["mt", "-q", "--format", "jsonl", "-n", "1", "-o", name(&out)];
        let from = ["--from", "jsonl", name(&file), "--min-formulas", "2"];
        let similar = ["--similar", "9"];
        let args = [&making[..], &from, &similar, option].concat();
        let output = run(&args);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), keys(&out), said)
    };
    // A number is a key even where it is that of its line, and in two rows the same.
    let (code, found, said) = made("numbers", [json!(1), json!(1), json!(3)], &[]);
    assert_eq!(code, Some(0), "{said}");
    let wanted = [("1", true), ("3", true)].map(|(key, own)| (key.to_owned(), own));
    assert_eq!(found, BTreeSet::from(wanted));
    // Null is no key: such rows have nothing in common.
    let (_, found, _) = made("nulls", [Value::Null, Value::Null, Value::Null], &[]);
    assert_eq!(found.len(), 3, "{found:?}");
    let output = run(&[
        "sources",
        "--from",
        "jsonl",
        name(&file),
        "--key-column",
        "idd",
    ]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("did you mean `id`?"), "{said}");
    fs::remove_dir_all(directory).expect("a directory");
}

#[test]
fn broken_files_are_complained_about_and_the_rest_is_read() {
    let directory = scratch("broken");
    let posts = fs::read(Path::new(DATA).join("stackexchange/Posts.xml")).expect("a file");
    let check = |file: &str, bytes: &[u8], format: &str, wanted: [u64; 3], said: &str| {
        let path = directory.join(file);
        fs::write(&path, bytes).expect("a file");
        let output = run(&["sources", "--json", "--from", format, name(&path)]);
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let counts = ["read", "broken", "kept"].map(|n| report[0][n].as_u64().expect("a number"));
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(counts, wanted, "{file}: {complaint}");
        assert!(
            complaint.contains(said) && complaint.contains(file),
            "{complaint}"
        );
        let code = if wanted[2] == 0 { 2 } else { 1 };
        assert_eq!(output.status.code(), Some(code), "{file}");
    };
    let cut = posts.len() - 100;
    check(
        "cut.xml",
        &posts[..cut],
        "stackexchange",
        [3, 1, 2],
        "bad-xml",
    );
    let mut latin = posts.clone();
    let place = posts.windows(4).position(|w| w == b"Show").expect("a word");
    latin[place] = 0xe4;
    check(
        "latin.xml",
        &latin,
        "stackexchange",
        [3, 1, 1],
        "bad-encoding",
    );
    let open = String::from_utf8_lossy(&posts).replace("</posts>", "");
    check(
        "open.xml",
        open.as_bytes(),
        "stackexchange",
        [4, 1, 2],
        "bad-xml",
    );
    check(
        "one.json",
        b"{\"problem\": 3}",
        "amps",
        [1, 1, 0],
        "bad-field",
    );
    check(
        "two.json",
        b"{\"problem\": \"$x$",
        "amps",
        [1, 1, 0],
        "bad-json",
    );
    check("bad.tex", b"$a$ \xff", "tex", [1, 1, 0], "bad-encoding");
    check(
        "short.tsv",
        b"id\tpost_id\tformula\n1\t2\n",
        "formulas",
        [1, 1, 0],
        "bad-csv",
    );
    fs::remove_dir_all(&directory).expect("a directory");
}

#[test]
fn what_cannot_be_read_at_all_ends_the_run() {
    let directory = scratch("unusable");
    let check = |args: &[&str], said: &str| {
        let output = run(&[&["sources"], args].concat());
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{complaint}");
        assert!(complaint.contains(said), "{complaint}");
    };
    check(&["--from", "amps", "nowhere"], "no such file");
    check(&["--from", "arqmath", "notes"], "Posts*.xml");
    check(&["--from", "excel", "notes"], "invalid value 'excel'");
    check(
        &["--from", "csv", "formulas-v1/1.tsv"],
        "there is no field `text`",
    );
    check(
        &["--from", "amps", "amps", "--skip", "texts.jsonl"],
        "texts.jsonl:1:",
    );
    let tsv = directory.join("x.tsv");
    fs::write(&tsv, "id\tpost_id\tlatex\n").expect("a file");
    check(
        &["--from", "formulas", name(&tsv)],
        "there is no column `formula`",
    );
    let wide = directory.join("Posts.xml");
    fs::write(&wide, b"\xff\xfe<\0p\0").expect("a file");
    check(&["--from", "arqmath", name(&wide)], "UTF-16");
    fs::remove_dir_all(&directory).expect("a directory");
}

/// Makes a dataset and gives its rows, those of all splits.
fn rows(directory: &Path, config: &str, args: &[&str]) -> Vec<Value> {
    let output = run(&[
        &[config, "-q", "--format", "jsonl", "-o", name(directory)],
        args,
    ]
    .concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let mut rows = Vec::new();
    for (_, bytes) in files(&directory.join(config)) {
        let text = String::from_utf8(bytes).expect("text");
        rows.extend(
            text.lines()
                .map(|line| serde_json::from_str::<Value>(line).expect("a row")),
        );
    }
    rows
}

/// The files of a directory with their bytes.
fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(directory).expect("a directory");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

const ALL: [&str; 14] = [
    "--from",
    "amps",
    "amps",
    "--from",
    "arqmath",
    "arqmath",
    "--from",
    "stackexchange",
    "stackexchange",
    "--from",
    "markdown",
    "notes",
    "-n",
    "30",
];

/// A text without its formulas: what is between dollar signs, `\(…\)`, `\[…\]` and in displays.
fn prose(text: &str) -> String {
    const PAIRS: [(&str, &str); 6] = [
        ("$$", "$$"),
        ("$", "$"),
        (r"\(", r"\)"),
        (r"\[", r"\]"),
        (r"\begin{equation}", r"\end{equation}"),
        (r"\begin{align*}", r"\end{align*}"),
    ];
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let pair = PAIRS.iter().find_map(|(open, close)| {
            let inner = rest.strip_prefix(open)?;
            Some((open, close, inner, inner.find(close)?))
        });
        match pair {
            Some((open, close, inner, end)) => {
                out += open;
                out += close;
                rest = &inner[end + close.len()..];
            }
            None => {
                let next = rest.chars().next().expect("a character");
                out.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
    }
    out
}

#[test]
fn versions_of_texts_leave_the_prose_alone() {
    let directory = scratch("prose");
    let rows = rows(
        &directory,
        "mt",
        &[&ALL[..], &["--columns", "spans,content,presentation"]].concat(),
    );
    fs::remove_dir_all(&directory).expect("a directory");
    let text = |row: &Value| row["text"].as_str().expect("a text").to_owned();
    let key = |row: &Value| format!("{} {}", row["source"], row["key"]);
    let originals: Vec<&Value> = rows.iter().filter(|row| row["original"] == true).collect();
    assert_eq!(originals.len(), 8);
    let mut layouts = (0, 0);
    for original in originals {
        let of: Vec<&Value> = rows
            .iter()
            .filter(|row| key(row) == key(original))
            .collect();
        assert!(of.len() > 20, "{original}");
        for row in of {
            assert_eq!(prose(&text(row)), prose(&text(original)));
            let characters: Vec<char> = text(row).chars().collect();
            let spans = row["formulas"].as_array().expect("spans");
            for span in spans {
                let [start, end] =
                    ["start", "end"].map(|n| span[n].as_u64().expect("a number") as usize);
                let around = [characters[start - 1], characters[end]];
                assert!(matches!(around, ['$', '$']), "{around:?} in {row}");
            }
            for column in ["content_mathml", "presentation_mathml"] {
                let formulas = row[column].as_array().expect("formulas");
                assert_eq!(formulas.len(), spans.len());
                for formula in formulas {
                    let formula = formula.as_str().expect("text");
                    // What a renderer does not know has no presentation.
                    let missing = column == "presentation_mathml" && formula.is_empty();
                    assert!(
                        missing || formula.starts_with("<math") && formula.ends_with("</math>"),
                        "{formula}"
                    );
                    layouts.0 += usize::from(column == "presentation_mathml");
                    layouts.1 += usize::from(missing);
                }
            }
        }
    }
    let (formulas, missing) = layouts;
    assert!(20 * missing <= formulas, "{missing} of {formulas}");
    let distinct: BTreeSet<String> = rows.iter().map(text).collect();
    assert_eq!(distinct.len(), rows.len());
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let made = |name: &str, more: &[&str]| {
        let directory = scratch(name);
        rows(&directory, "mt", &[&ALL[..], more].concat());
        let found = files(&directory.join("mt"));
        fs::remove_dir_all(&directory).expect("a directory");
        found
    };
    let one = made("one", &["-j", "1"]);
    assert!(one == made("two", &["-j", "3"]), "threads change nothing");
    let directory = scratch("shards");
    for shard in ["0/2", "1/2"] {
        let args = [
            "mt",
            "-q",
            "--format",
            "jsonl",
            "-o",
            name(&directory),
            "--shard",
            shard,
        ];
        assert!(
            run(&[&args[..], &ALL[..]].concat()).status.success(),
            "{shard}"
        );
    }
    assert!(run(&["finish", "-q", name(&directory)]).status.success());
    assert!(one == files(&directory.join("mt")), "shards change nothing");
    fs::remove_dir_all(&directory).expect("a directory");
    assert!(
        one != made("three", &["--seed", "1"]),
        "another seed, other versions"
    );
}

#[test]
fn falsified_texts_have_their_evidence() {
    let directory = scratch("false");
    let from = [
        "--from",
        "jsonl",
        "texts.jsonl",
        "--falsify",
        "1",
        "-n",
        "10",
    ];
    let rows = rows(&directory, "mt", &from);
    fs::remove_dir_all(&directory).expect("a directory");
    let lies: Vec<&Value> = rows
        .iter()
        .filter(|row| row["label"] == "not_equivalent")
        .collect();
    assert!(lies.len() >= 10, "{}", lies.len());
    for row in lies {
        assert!(
            row["strategies"] != json!([]) && row["verdict"] == "refuted",
            "{row}"
        );
    }
}

#[test]
fn formulas_are_valid_or_solved() {
    let directory = scratch("formulas");
    let from = [
        "--from",
        "formulas",
        "formulas-v1",
        "formulas-v3",
        "--from",
        "amps",
        "amps",
        "-n",
        "5",
    ];
    let rows = rows(&directory, "mf", &from);
    fs::remove_dir_all(&directory).expect("a directory");
    let originals: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row["original"] == true)
        .map(|row| row["text"].as_str().expect("a text"))
        .collect();
    for wanted in [
        "(a+b)^2 = a^2 + 2ab + b^2",
        r"\tan(x) = \frac{\sin(x)}{\cos(x)}",
        r"4x = 48 \Rightarrow x = 12",
        r"3x = 210 \Rightarrow x = 70",
        "p^2 - 7p + 12 = (p - 3)(p - 4)",
    ] {
        assert!(originals.contains(wanted), "{wanted} in {originals:#?}");
    }
    let solved = originals
        .iter()
        .any(|text| text.starts_with("x^2 = 2") && text.contains(r"\sqrt"));
    assert!(solved, "{originals:#?}");
}
