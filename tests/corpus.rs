//! The named identities: their number, that every version is understood, and import.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use mamut_engine::corpus::{Place, Replace};
use mamut_engine::examine;
use mamut_engine::latex::Reader;
use mamut_rw::{corpus, rules};

/// The original has 71.
const FEWEST: usize = 150;

#[test]
fn identities_load_and_are_many() {
    let identities = corpus::load(&[]).unwrap();
    assert_eq!(identities.loaded.diagnostics, []);
    let all = &identities.corpus.identities;
    assert!(all.len() >= FEWEST, "{} identities", all.len());
    assert!(all.windows(2).all(|pair| pair[0].id < pair[1].id));
    let versions: Vec<_> = all.iter().flat_map(|i| &i.versions).collect();
    let texts = versions.iter().filter(|v| v.is_text).count();
    assert!(versions.len() >= 1100, "{} versions", versions.len());
    assert!(100 * texts >= 55 * versions.len(), "{texts} texts");
    for identity in all {
        let wrong = identity.false_versions.len();
        assert!(
            identity.versions.len() >= 4 && wrong >= 2,
            "{}",
            identity.id
        );
    }
    let ids: BTreeSet<&str> = versions.iter().map(|v| v.id.as_str()).collect();
    assert_eq!(ids.len(), versions.len());
}

#[test]
fn versions_are_understood_and_give_no_name_away() {
    let rules = rules::load::<&str>(&[]).unwrap().rules;
    let reader = Reader::new(&rules);
    let identities = corpus::load(&[]).unwrap().corpus.identities;
    for identity in &identities {
        for version in identity.versions.iter().chain(&identity.false_versions) {
            let statement = examine::read(version, &[], &reader, &rules).unwrap();
            let unread = statement.unread();
            assert!(unread.is_none(), "{}: {unread:?}", version.id);
            let text = version.source.to_lowercase();
            let mut names = identity.called().filter(|_| version.is_text);
            let told = names.find(|n| text.contains(&n.to_lowercase()));
            assert_eq!(told, None, "{}", version.id);
        }
    }
}

#[test]
fn names_are_shared() {
    let corpus = corpus::load(&[]).unwrap().corpus;
    let called: Vec<&str> = corpus
        .named("quadratic formula")
        .map(|i| i.id.as_str())
        .collect();
    assert_eq!(called, ["pq-formula", "quadratic-formula"]);
    let first = corpus.identity("first-binomial-formula").unwrap();
    assert!(first.shares_name(corpus.identity("third-binomial-formula").unwrap()));
    assert!(!first.shares_name(corpus.identity("pythagorean-theorem").unwrap()));
}

#[test]
fn replacements_cut_nothing() {
    let replaced = |from: &str, to: &str, place, text: &str| {
        let replace = Replace {
            from: from.to_owned(),
            to: vec![to.to_owned()],
            place,
            ..Replace::default()
        };
        replace.apply(to, text, true)
    };
    let text = r"Real and really real: $a = \alpha a$.";
    let prose = replaced("real", "complex", Place::Prose, text);
    assert_eq!(prose.unwrap(), r"Real and really complex: $a = \alpha a$.");
    let formula = replaced("a", "x", Place::Formula, text);
    assert_eq!(formula.unwrap(), r"Real and really real: $x = \alpha x$.");
    assert_eq!(replaced("eal", "x", Place::Anywhere, text), None);
    let across = replaced("real: $a", "$b", Place::Anywhere, text);
    assert_eq!(across.unwrap(), r"Real and really $b = \alpha a$.");
    assert_eq!(replaced("real: $a", "b", Place::Prose, text), None);
}

#[test]
fn what_is_imported_is_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = std::env::temp_dir().join(format!("mamut-rw-import-{}", std::process::id()));
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_mamut-rw"))
            .args(args)
            .arg(&directory)
            .current_dir(root)
            .output()
            .unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        )
    };
    let (code, said) = run(&[
        "corpus",
        "import",
        "tests/data/named.json",
        "--format",
        "short",
        "-o",
    ]);
    assert_eq!(code, Some(1), "{said}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("data");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let file = std::fs::read_to_string(directory.join("named.ron")).unwrap();
    settings.bind(|| insta::assert_snapshot!("import", format!("{said}\n{file}")));
    // Few versions are a warning, what is wrong would be an error.
    let (code, said) = run(&["corpus", "check", "-q", "--output", "short"]);
    assert_eq!(code, Some(0), "{said}");
    std::fs::remove_dir_all(&directory).unwrap();
}
