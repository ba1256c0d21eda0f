//! Identities as the text of a corpus file.

use std::fmt::Write as _;

use mamut_engine::corpus::{Place, Replace, Version};

use super::foreign::Imported;

/// The text of a corpus file.
pub(super) fn corpus(about: &str, identities: &[Imported]) -> String {
    let mut text = format!(
        "Corpus(\n    about: {},\n    identities: [\n",
        string(about)
    );
    for Imported { identity } in identities {
        let mut line = |depth: usize, said: &str| {
            text += &format!("{}{said}\n", "    ".repeat(depth));
        };
        line(2, "(");
        line(3, &format!("id: {},", string(&identity.id)));
        line(3, &format!("names: {},", list(&identity.names)));
        if !identity.aliases.is_empty() {
            line(3, &format!("aliases: {},", list(&identity.aliases)));
        }
        let of = |texts: bool| move |v: &&Version| v.is_text == texts;
        let mut versions = |name: &str, all: Vec<&Version>| {
            if !all.is_empty() {
                line(3, &format!("{name}: ["));
                all.iter()
                    .for_each(|v| line(4, &format!("{},", version(v))));
                line(3, "],");
            }
        };
        let (own, wrong) = (&identity.versions, &identity.false_versions);
        versions("formulas", own.iter().filter(of(false)).collect());
        versions("texts", own.iter().filter(of(true)).collect());
        versions("false_versions", wrong.iter().filter(of(false)).collect());
        versions("false_texts", wrong.iter().filter(of(true)).collect());
        if !identity.similar.is_empty() {
            line(3, &format!("similar: {},", list(&identity.similar)));
        }
        for (name, all) in [
            ("replace", &identity.replace),
            ("falsify", &identity.falsify),
        ] {
            if !all.is_empty() {
                line(3, &format!("{name}: ["));
                all.iter()
                    .for_each(|r| line(4, &format!("{},", replace(r))));
                line(3, "],");
            }
        }
        line(2, "),");
    }
    text + "    ],\n)\n"
}

fn version(version: &Version) -> String {
    let tex = string(&version.source);
    if version.fixed.is_empty() && version.undecided.is_empty() && version.declare.is_empty() {
        return tex;
    }
    let mut text = format!("(tex: {tex}");
    for (field, value) in [
        ("declare", &version.declare),
        ("fixed", &version.fixed.join(" ")),
        ("undecided", &version.undecided),
    ] {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {field}: {}", string(value));
        }
    }
    text + ")"
}

fn replace(replace: &Replace) -> String {
    let (from, to) = (string(&replace.from), list(&replace.to));
    let place = match replace.place {
        Place::Anywhere => String::new(),
        place => format!(", place: {place:?}"),
    };
    let because = match replace.because.as_str() {
        "" => String::new(),
        why => format!(", because: {}", string(why)),
    };
    format!("(from: {from}, to: {to}{place}{because})")
}

fn list(all: &[String]) -> String {
    let all: Vec<String> = all.iter().map(|s| string(s)).collect();
    format!("[{}]", all.join(", "))
}

/// A string of the file: raw where it would need escapes.
fn string(text: &str) -> String {
    if !text.contains(['"', '\\']) {
        return format!("\"{text}\"");
    }
    let mut signs = String::new();
    while text.contains(&format!("\"{signs}")) {
        signs.push('#');
    }
    format!("r{signs}\"{text}\"{signs}")
}
