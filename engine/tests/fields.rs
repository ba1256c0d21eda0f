//! The reference of fields is what the loader accepts: no field more, no field less.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod common;

use mamut_engine::dsl::fields::{CHOICES, Choice, Part, parts};
use mamut_engine::dsl::{self, SourceFile};

/// What is said of the form of a file, as messages with their help.
fn said(frame: &str, inside: &str) -> Vec<(String, String)> {
    let mut files = common::files();
    files.push(SourceFile {
        name: "fields.ron".into(),
        text: frame.replacen('@', inside, 1),
        layer: 1,
    });
    let found = dsl::load(&files).diagnostics.into_iter();
    found
        .filter(|d| d.id == "ron" && d.file == "fields.ron")
        .map(|d| (d.message, d.help.unwrap_or_default()))
        .collect()
}

/// The names in ``one of `a`, `b` ``.
fn names(help: &str) -> Vec<&str> {
    help.split('`').skip(1).step_by(2).collect()
}

fn sorted<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_unstable();
    names
}

fn part(part: &Part) {
    let required: Vec<_> = part.fields.iter().filter(|f| f.default.is_none()).collect();
    let given = |but: &str, more: &str| -> String {
        let fields = required.iter().filter(|f| f.name != but);
        let fields = fields.map(|f| format!("{}: {},", f.name, f.example));
        fields.collect::<String>() + more
    };
    // A field that is not there makes the loader list those that are.
    // A form needs one of several.
    let body = if part.name == "Form" {
        "tex: \"#{t|, }\","
    } else {
        ""
    };
    let found = said(part.frame, &given("", "zzzzzzzzzzzzzz: 1"));
    let [(message, help)] = found.as_slice() else {
        panic!("{}: {found:?}", part.name);
    };
    assert!(message.contains("zzzzzzzzzzzzzz"), "{message}");
    let table = sorted(part.fields.iter().map(|f| f.name));
    assert_eq!(sorted(names(help)), table, "{}", part.name);
    assert_eq!(said(part.frame, &given("", body)), [], "{}", part.name);
    for field in part.fields {
        if field.default.is_none() {
            let found = said(part.frame, &given(field.name, ""));
            let wanted = format!("the field `{}` is missing", field.name);
            assert!(
                found.iter().any(|(m, _)| *m == wanted),
                "{}: {found:?}",
                part.name
            );
        } else if part.name != "Form" {
            let more = format!("{}: {}", field.name, field.example);
            assert_eq!(said(part.frame, &given("", &more)), [], "{}", part.name);
        }
    }
}

fn choice(choice: &Choice) {
    let found = said(choice.frame, "Zzzzzzzzzzzzzz");
    let [(_, help)] = found.as_slice() else {
        panic!("{}: {found:?}", choice.name);
    };
    let word = |written: &'static str| written.split('(').next().unwrap();
    let table = sorted(choice.words.iter().map(|(written, _)| word(written)));
    assert_eq!(sorted(names(help)), table, "{}", choice.name);
    for (written, _) in choice.words {
        assert_eq!(
            said(choice.frame, written),
            [],
            "{}: {written}",
            choice.name
        );
    }
}

#[test]
fn parts_are_what_is_accepted() {
    parts().for_each(part);
}

#[test]
fn choices_are_what_is_accepted() {
    CHOICES.iter().for_each(choice);
}

#[test]
fn forms_have_one_body() {
    let form = parts().find(|p| p.name == "Form").unwrap();
    for body in [
        "tex: \"#{t|, }\"",
        "terms: \"t\"",
        "factors: \"t\", times: \"times\"",
    ] {
        let rest = "w: 3, level: \"sum\", assoc: Left, when: [Count(\"..t\", 2)], unless: [Count(\"..t\", 3)]";
        assert_eq!(said(form.frame, &format!("{body}, {rest}")), [], "{body}");
    }
    assert_eq!(said(form.frame, "tex: \"#{t|, }\", terms: \"t\"").len(), 1);
}

/// `docs/rules.md` has the reference of all fields; `UPDATE=1` writes it.
#[test]
fn the_guide_has_the_reference() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rules.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (begin, end) = ("<!-- fields: generated -->\n\n", "<!-- end of fields -->");
    let (before, rest) = text.split_once(begin).expect("the begin of the reference");
    let (_, after) = rest.split_once(end).expect("the end of the reference");
    let wanted = format!("{before}{begin}{}{end}{after}", dsl::fields::reference());
    if std::env::var("UPDATE").is_ok() {
        std::fs::write(path, &wanted).unwrap();
    } else {
        assert!(text == wanted, "docs/rules.md is stale: UPDATE=1 writes it");
    }
}
