//! Small damage to rule files: bytes and tokens that are deleted, doubled or swapped.
//!
//! Loading never panics, complaints point into the text, and what is accepted without a complaint
//! is what the file says: no token of it is passed over. So where a change of the tokens goes
//! without a complaint, the rules have changed with it; and where only spaces, comments, commas
//! and docs changed, they have not.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test")]

use mamut_engine::choice::{Draws, Key};
use mamut_engine::corpus::{self, Corpus};
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::rules::{Origin, RuleSet};

/// How many damaged files are loaded.
const MUTANTS: usize = 20_000;

/// Files that are loaded together, by name.
type Group = &'static [(&'static str, &'static str)];

/// Every kind of file; a target, which brings notations of its own, and identities by themselves.
const GROUPS: [Group; 3] = [
    &[
        (
            "falsifications.ron",
            include_str!("mutants/falsifications.ron"),
        ),
        ("notations.ron", include_str!("mutants/notations.ron")),
        ("rules.ron", include_str!("mutants/rules.ron")),
        ("steps.ron", include_str!("mutants/steps.ron")),
        ("styles.ron", include_str!("mutants/styles.ron")),
        ("symbols.ron", include_str!("mutants/symbols.ron")),
        ("vocabulary.ron", include_str!("mutants/vocabulary.ron")),
    ],
    &[
        ("target.ron", include_str!("mutants/target.ron")),
        ("vocabulary.ron", include_str!("mutants/vocabulary.ron")),
    ],
    &[("identities.ron", include_str!("mutants/identities.ron"))],
];

fn files(group: Group) -> Vec<SourceFile> {
    let file = |(name, text): &(&str, &str)| SourceFile {
        name: (*name).to_owned(),
        text: (*text).to_owned(),
        layer: 0,
    };
    group.iter().map(file).collect()
}

/// What files say, without places and docs, and what is said of them.
fn load(files: &[SourceFile]) -> ((RuleSet, Corpus), Vec<Diagnostic>) {
    // A vocabulary is among all files but those of identities.
    if files.len() == 1 {
        let (corpus, diagnostics) = corpus::load(files);
        return ((RuleSet::default(), nameless(corpus)), diagnostics);
    }
    let loaded = dsl::load(files);
    ((bare(loaded.rules), Corpus::default()), loaded.diagnostics)
}

/// The tokens of a file: strings with their quotation marks, words, numbers, single signs.
/// Comments and spaces are left out.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b if b.is_ascii_whitespace() => at += 1,
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = text[at..].find('\n').map_or(bytes.len(), |n| at + n);
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = text[at..].find("*/").map_or(bytes.len(), |n| at + n + 2);
            }
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at = (at + 1).min(bytes.len());
            }
            b'r' if bytes.get(at + 1) == Some(&b'"') => {
                at = text[at + 2..].find('"').map_or(bytes.len(), |n| at + 3 + n);
            }
            b if b.is_ascii_alphanumeric() || b"_.".contains(&b) => {
                while at < bytes.len()
                    && (bytes[at].is_ascii_alphanumeric() || b"_.".contains(&bytes[at]))
                {
                    at += 1;
                }
            }
            _ => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
        let kept = !bytes[start].is_ascii_whitespace()
            && !text[start..at.min(text.len())].starts_with("//")
            && !text[start..].starts_with("/*");
        if kept {
            found.push(start..at.min(text.len()));
        }
    }
    found
}

/// What a file says, token by token, without commas, docs and `uses`.
fn said(text: &str) -> Vec<String> {
    let all: Vec<&str> = tokens(text)
        .into_iter()
        .map(|t| text.get(t).unwrap_or(""))
        .collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let field = all.get(at + 1) == Some(&":");
        if field && ["doc", "about"].contains(&all[at]) {
            at += 3;
        } else if field && all[at] == "uses" {
            at += all[at..].iter().position(|t| *t == "]").unwrap_or(0) + 1;
        } else {
            if all[at] != "," {
                found.push(all[at].to_owned());
            }
            at += 1;
        }
    }
    found
}

/// A token as it is meant: raw or not, with single spaces, numbers without zeros at the end.
fn plain(token: &str) -> String {
    let inside = token
        .strip_prefix('r')
        .filter(|t| t.starts_with('"'))
        .unwrap_or(token);
    if inside.starts_with('"') {
        let signs = ["(", ")", "\"", "->", "|"];
        let spaced = signs.iter().fold(inside.to_owned(), |text, sign| {
            text.replace(sign, &format!(" {sign} "))
        });
        return spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    match token.parse::<f64>() {
        Ok(number) => number.to_string(),
        Err(_) => token.to_owned(),
    }
}

/// The rules without what depends on places and docs.
fn bare(mut rules: RuleSet) -> RuleSet {
    for rule in &mut rules.equivalences {
        (rule.origin, rule.source, rule.doc) = (Origin::default(), String::new(), String::new());
    }
    for rule in &mut rules.notations {
        (rule.origin, rule.doc) = (Origin::default(), String::new());
    }
    for rule in &mut rules.styles {
        (rule.origin, rule.doc) = (Origin::default(), String::new());
    }
    for operator in &mut rules.vocabulary.operators {
        operator.doc = String::new();
    }
    rules.vocabulary.origins.clear();
    for reading in &mut rules.vocabulary.reads {
        reading.origin = Origin::default();
    }
    for rule in &mut rules.falsifications {
        (rule.origin, rule.source, rule.doc) = (Origin::default(), String::new(), String::new());
    }
    for strategy in &mut rules.strategies {
        (strategy.origin, strategy.doc) = (Origin::default(), String::new());
    }
    for rule in &mut rules.solving.rules {
        (rule.origin, rule.source, rule.doc) = (Origin::default(), String::new(), String::new());
    }
    rules
}

/// Identities without what depends on places and docs.
fn nameless(mut corpus: Corpus) -> Corpus {
    for identity in &mut corpus.identities {
        (identity.origin, identity.doc) = (Origin::default(), String::new());
        let versions = identity.versions.iter_mut();
        for version in versions.chain(&mut identity.false_versions) {
            version.origin = Origin::default();
        }
        let replaced = identity.replace.iter_mut();
        for replace in replaced.chain(&mut identity.falsify) {
            replace.origin = Origin::default();
        }
    }
    corpus
}

/// Deletes, doubles or swaps one or two bytes or tokens.
fn damage(text: &str, draws: &mut Draws) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + draws.below(2) {
        let pieces: Vec<std::ops::Range<usize>> = if draws.chance(0.5) {
            tokens(&text)
        } else {
            text.char_indices()
                .map(|(i, c)| i..i + c.len_utf8())
                .collect()
        };
        if pieces.len() < 2 {
            break;
        }
        let one = draws.below(pieces.len() - 1);
        let far = if draws.chance(0.7) {
            one + 1
        } else {
            draws.below(pieces.len())
        };
        let (a, b) = (pieces[one.min(far)].clone(), pieces[one.max(far)].clone());
        text = match draws.below(3) {
            0 => format!("{}{}", &text[..a.start], &text[a.end..]),
            1 => format!("{} {}", &text[..a.end], &text[a.start..]),
            _ if a == b => text,
            _ => format!(
                "{}{}{}{}{}",
                &text[..a.start],
                &text[b.clone()],
                &text[a.end..b.start],
                &text[a],
                &text[b.end..]
            ),
        };
    }
    text
}

#[test]
fn nothing_is_passed_over() {
    let groups: Vec<_> = GROUPS
        .iter()
        .map(|group| {
            let originals = files(group);
            let (right, diagnostics) = load(&originals);
            assert_eq!(diagnostics, []);
            (originals, right)
        })
        .collect();
    let every: Vec<(usize, usize)> = (0..groups.len())
        .flat_map(|group| (0..groups[group].0.len()).map(move |file| (group, file)))
        .collect();
    let mut draws = Key::seed(5).named("mutants").draws();
    let (mut silent, mut changed, mut faults) = (0, 0, Vec::new());
    for _ in 0..MUTANTS {
        let (group, which) = every[draws.below(every.len())];
        let (originals, right) = &groups[group];
        let original = &originals[which];
        let text = damage(&original.text, &mut draws);
        let mut files = originals.clone();
        files[which].text.clone_from(&text);
        let (found, diagnostics) = load(&files);
        for diagnostic in &diagnostics {
            let file = files.iter().find(|f| f.name == diagnostic.file);
            let file = file.expect("complaints name their file");
            for label in &diagnostic.labels {
                assert!(
                    file.text.get(label.span.clone()).is_some(),
                    "{diagnostic:?}"
                );
            }
        }
        if !diagnostics.is_empty() {
            continue;
        }
        silent += 1;
        let same = found == *right;
        changed += usize::from(!same);
        let (mut before, mut after) = (said(&original.text), said(&text));
        if before == after && !same {
            faults.push(format!(
                "{}: rules changed without their tokens:\n{text}",
                original.name
            ));
        }
        // The order of rules means nothing, so only what is there counts.
        for tokens in [&mut before, &mut after] {
            tokens.iter_mut().for_each(|token| *token = plain(token));
            tokens.sort();
        }
        if before != after && same {
            let went: Vec<_> = before.iter().filter(|t| !after.contains(t)).collect();
            let came: Vec<_> = after.iter().filter(|t| !before.contains(t)).collect();
            faults.push(format!(
                "{}: passed over: {went:?} became {came:?}",
                original.name
            ));
        }
    }
    println!("{MUTANTS} files, {silent} without a complaint, {changed} of these with other rules");
    assert!(changed > 100 && silent > changed);
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults[..faults.len().min(30)].join("\n")
    );
}
