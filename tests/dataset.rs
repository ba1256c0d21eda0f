//! The making of datasets from units of work, and the proof of what was made, on rows that are
//! made up.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mamut_rw::dataset::job::{Job, Share};
use mamut_rw::dataset::merge::Parts;
use mamut_rw::dataset::progress::Bar;
use mamut_rw::dataset::{Directory, check};
use mamut_rw::table::{Cell, Column, Format, Kind, Schema};

/// A directory that is removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("mamut-rw-test-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A row: split, name, formula, label, identity.
type Row<'r> = (usize, &'r str, String, bool, &'r str);

fn job(units: &[&str], settings: serde_json::Value) -> Job {
    let text = |name: &str| Column::new(name, Kind::Text);
    Job {
        config: "nmf".to_owned(),
        about: "Made up.".to_owned(),
        version: "0".to_owned(),
        command: "made up".to_owned(),
        settings: settings.as_object().cloned().expect("an object"),
        schema: Schema {
            columns: vec![
                text("name"),
                text("formula"),
                Column::new("label", Kind::Bool),
                text("identity"),
            ],
        },
        distinct: None,
        format: Format::Parquet,
        splits: vec![("train".to_owned(), 3), ("test".to_owned(), 1)],
        units: units.iter().map(|unit| (*unit).to_owned()).collect(),
    }
}

/// Makes a share of a job; each unit has the rows that `rows` gives.
fn make<'r>(
    job: &Job,
    directory: &Path,
    share: Share,
    jobs: usize,
    rows: impl Fn(usize) -> Vec<Row<'r>> + Sync,
) {
    assert!(job.begin(directory, true).expect("it begins"));
    let bar = Bar::new("", 0, true);
    let made = job.make(directory, share, jobs, &bar, |unit, out| {
        for (key, (split, name, formula, label, identity)) in rows(unit).into_iter().enumerate() {
            let values = [
                Cell::text(name),
                Cell::text(formula),
                Cell::Bool(label),
                Cell::text(identity),
            ];
            out.push(split, key as u64, &values)?;
        }
        Ok(())
    });
    assert!(made.expect("it is made"));
}

#[test]
fn a_unit_may_be_made_twice_at_once() {
    let scratch = Scratch::new("twice");
    let job = job(&["a"], serde_json::json!({}));
    assert!(job.begin(&scratch.0, true).expect("it begins"));
    let bar = Bar::new("", 0, true);
    let row = |n: usize| -> [Cell<'static>; 4] {
        [
            Cell::text(format!("name {n}")),
            Cell::text("x"),
            Cell::Bool(true),
            Cell::text("a"),
        ]
    };
    // The second run begins and ends while the first is on its way.
    let first = job.make(&scratch.0, Share::ALL, 1, &bar, |_, out| {
        out.push(0, 0, &row(0))?;
        let second = job.make(&scratch.0, Share::ALL, 1, &bar, |_, out| {
            (0..9).try_for_each(|n| out.push(0, n as u64, &row(n)))
        })?;
        assert!(second);
        (1..9).try_for_each(|n| out.push(0, n as u64, &row(n)))
    });
    assert!(first.expect("it is made"));
    finish(&job, &scratch.0, &[]);
    let directory = Directory::open(&scratch.0).expect("a dataset");
    assert_eq!(directory.manifest.configs["nmf"].rows(), 9);
    assert!(job.is_done(&scratch.0));
    let other = Job {
        config: "mfr".to_owned(),
        format: Format::Jsonl,
        ..job
    };
    let said = other.begin(&scratch.0, false).expect_err("another format");
    assert!(said.to_string().contains("--format parquet"), "{said}");
}

fn finish(job: &Job, directory: &Path, others: &[PathBuf]) {
    let parts = Parts::find(job, directory, others).expect("all parts");
    let merged = parts
        .merge(2, &Bar::new("", 0, true))
        .expect("it is written");
    assert!(merged.is_some());
}

fn bytes(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for place in [directory.to_owned(), directory.join("nmf")] {
        for entry in std::fs::read_dir(place).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.strip_prefix(directory).expect("inside");
                let bytes = std::fs::read(&path).expect("a file");
                found.insert(name.display().to_string(), bytes);
            }
        }
    }
    found
}

#[test]
fn shares_and_threads_make_the_same_files() {
    let units = ["a", "b", "c", "d", "e", "f", "g"];
    let rows = |unit: usize| -> Vec<Row<'_>> {
        (0..50 * unit)
            .map(|n| {
                (
                    usize::from(n % 9 == 0),
                    "N",
                    format!("{unit}+{n}"),
                    n % 2 == 0,
                    units[unit],
                )
            })
            .collect()
    };
    let job = job(&units, serde_json::json!({"seed": 1}));
    let whole = Scratch::new("whole");
    make(&job, &whole.0, Share::ALL, 1, rows);
    finish(&job, &whole.0, &[]);
    let apart: Vec<Scratch> = (0..3).map(|n| Scratch::new(&format!("apart{n}"))).collect();
    for (index, directory) in apart.iter().enumerate() {
        make(&job, &directory.0, Share { index, of: 3 }, 2, rows);
    }
    let lacking = Parts::find(&job, &apart[0].0, &[apart[1].0.clone()]);
    assert!(lacking.is_err_and(|error| error.to_string().contains("not made yet")));
    let others: Vec<PathBuf> = apart[1..].iter().map(|d| d.0.clone()).collect();
    finish(&job, &apart[0].0, &others);
    assert_eq!(bytes(&whole.0), bytes(&apart[0].0));
    let directory = Directory::open(&whole.0).expect("a dataset");
    let rows: u64 = (0..7).map(|unit| 50 * unit).sum();
    let (_, config) = directory.config(None).expect("one dataset");
    assert_eq!(config.rows(), rows);
    let read = config
        .splits
        .iter()
        .map(|split| directory.rows(split, None).count() as u64);
    assert_eq!(read.sum::<u64>(), rows);
}

#[test]
fn a_directory_of_other_settings_is_refused() {
    let scratch = Scratch::new("refused");
    let one = job(&["a"], serde_json::json!({"seed": 1}));
    let other = job(&["a"], serde_json::json!({"seed": 2}));
    let says = |job: &Job, resume: bool, words: &str| {
        let said = job
            .begin(&scratch.0, resume)
            .expect_err("it is refused")
            .to_string();
        assert!(said.contains(words), "{said}");
    };
    assert!(one.begin(&scratch.0, false).expect("it begins"));
    says(&one, false, "--resume");
    says(&other, true, "`seed` is 1 there and 2 here");
    let open = Directory::open(&scratch.0)
        .expect_err("unfinished")
        .to_string();
    assert!(open.contains("unfinished"), "{open}");
    make(&one, &scratch.0, Share::ALL, 1, |_| {
        vec![(0, "N", "x".to_owned(), true, "a")]
    });
    finish(&one, &scratch.0, &[]);
    says(&one, false, "finished");
    says(&other, true, "`seed` is 1 there and 2 here");
    // What a process left that was killed while it cleared up goes.
    std::fs::create_dir_all(one.part(&scratch.0, "a")).expect("a directory");
    assert!(!one.begin(&scratch.0, true).expect("nothing is left to do"));
    assert!(!one.work(&scratch.0).exists());
}

/// Makes a dataset of these rows and gives the claims that do not hold.
fn refuted(name: &str, rows: &[Row<'_>], settings: serde_json::Value) -> Vec<String> {
    let scratch = Scratch::new(name);
    let job = job(&["a"], settings);
    make(&job, &scratch.0, Share::ALL, 1, |_| rows.to_vec());
    finish(&job, &scratch.0, &[]);
    let directory = Directory::open(&scratch.0).expect("a dataset");
    let claims = check::check(&directory, 2, true)
        .expect("it is checked")
        .expect("all of it");
    let against = claims.into_iter().filter(|claim| claim.against > 0);
    against.map(|claim| claim.claim).collect()
}

/// The row that a line says: split, name, formula, label, identity.
fn row(line: &str) -> Row<'_> {
    let [split, name, formula, label, identity] = line
        .split_whitespace()
        .collect::<Vec<_>>()
        .try_into()
        .expect("five words");
    let split = ["train", "test"].iter().position(|known| *known == split);
    let split = split.expect("a split");
    (split, name, formula.to_owned(), label == "true", identity)
}

#[test]
fn what_does_not_hold_is_found() {
    let fine = [
        "train N a+b=c true i",
        "train N a-b=c false i",
        "test N a+b=0 true j",
        "test N a-b=0 false j",
    ];
    let both = ["train M a-b=c true i", "train M z=z^2 false i"];
    let names = ["train N u+v=w^2 true i", "train N u+v=w^2 false k"];
    let twice = ["train M a+b=c true i", "train M z=z^3 false i"];
    let leaks = ["test M x-y=z false j", "test M y=y^2 true j"];
    let identity = ["test M x/y=z false i", "test M y=y^4 true i"];
    let ratio = ["train M p/q=r true i"];
    for (name, more, wanted) in [
        ("fine", &[][..], None),
        ("both", &both[..], Some("both labels for one identity")),
        ("names", &names[..], Some("both labels for one name")),
        ("twice", &twice[..], Some("there twice")),
        ("leaks", &leaks[..], Some("in two splits")),
        ("identity", &identity[..], Some("no identity is in two")),
        ("ratio", &ratio[..], Some("false rows for each true one")),
    ] {
        let rows: Vec<Row<'_>> = fine.iter().chain(more).copied().map(row).collect();
        let settings = serde_json::json!({"negatives": 1, "split": "identity"});
        let found = refuted(name, &rows, settings);
        let found: Vec<&str> = found.iter().map(String::as_str).collect();
        match (wanted, &found[..]) {
            (None, []) => {}
            (Some(wanted), [one]) if one.contains(wanted) => {}
            _ => panic!("{name}: {found:?}"),
        }
    }
}

#[test]
fn changed_files_are_found() {
    let scratch = Scratch::new("changed");
    let job = job(&["a"], serde_json::json!({}));
    let rows = |_| {
        (0..90)
            .map(|n| (0, "N", format!("x+{n}=y"), true, "a"))
            .collect()
    };
    make(&job, &scratch.0, Share::ALL, 1, rows);
    finish(&job, &scratch.0, &[]);
    let directory = Directory::open(&scratch.0).expect("a dataset");
    let shard = &directory.manifest.configs["nmf"].splits[0].shards[0].path;
    let path = scratch.0.join(shard);
    let mut bytes = std::fs::read(&path).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("it is written");
    std::fs::write(scratch.0.join("nmf/other.parquet"), "").expect("it is written");
    let claims = check::check(&directory, 1, true)
        .expect("it is checked")
        .expect("all of it");
    let against: Vec<_> = claims
        .iter()
        .filter(|c| c.against > 0)
        .map(|c| c.claim.as_str())
        .collect();
    assert!(
        against.contains(&"every file has the SHA-256 of the manifest"),
        "{against:?}"
    );
    assert!(
        against.contains(&"there are no other files of rows"),
        "{against:?}"
    );
}

/// The rows of a dataset of two identities.
fn rows_of(name: &str, options: &[&str]) -> Vec<serde_json::Value> {
    let scratch = Scratch::new(name);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
        .args([
            "dataset",
            "nmf",
            "-q",
            "--identities",
            "factorial,de-morgan-law",
        ])
        .args([
            "--max-per-identity",
            "500",
            "--fractions",
            "train=1",
            "--format",
            "jsonl",
            "-o",
        ])
        .arg(&scratch.0)
        .args(options)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let file = scratch.0.join("nmf/train-00000-of-00001.jsonl");
    let lines = std::fs::read_to_string(file).expect("rows");
    let row = |line| serde_json::from_str(line).expect("a row");
    lines.lines().map(row).collect()
}

/// The share of rows of a label of which something holds.
fn share(rows: &[serde_json::Value], label: &str, of: fn(&serde_json::Value) -> bool) -> f64 {
    let mine: Vec<_> = rows.iter().filter(|row| row["label"] == label).collect();
    mine.iter().filter(|row| of(row)).count() as f64 / mine.len() as f64
}

#[test]
fn names_say_nothing_about_the_label() {
    let renamed = |row: &serde_json::Value| row["substitutions"] != serde_json::json!([]);
    for (name, options, wanted) in [
        ("usual", &[][..], None),
        ("half", &["--renamed", "0.5"][..], Some([0.5, 0.5])),
        (
            "apart",
            &["--renamed", "0.5", "--renamed-false", "0.25"][..],
            Some([0.5, 0.25]),
        ),
    ] {
        let rows = rows_of(name, options);
        let found = ["equivalent", "not_equivalent"].map(|label| share(&rows, label, renamed));
        let wanted = wanted.unwrap_or([found[0]; 2]);
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(
                (found - wanted).abs() < 0.06,
                "{name}: {found}, not {wanted}"
            );
        }
    }
}

#[test]
fn as_many_are_random_as_are_asked_for() {
    let random = |row: &serde_json::Value| row["strategies"] == serde_json::json!(["random"]);
    let rows = rows_of("random", &["--random", "0.25"]);
    let found = share(&rows, "not_equivalent", random);
    assert!((found - 0.25).abs() < 0.06, "{found}");
}
