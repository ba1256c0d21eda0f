//! The witness of a row in words: where source and version differ, and what they are there.

use super::mathml;
use super::svg::escaped;
use crate::row::Witness;
use crate::witness::{POINT, SOURCE, TEXT};

/// How long a value may be to stand in a sentence.
const LONG: usize = 120;

/// One sentence of HTML.
pub fn sentence(witness: &Witness) -> String {
    let of_source = format!("{SOURCE} ");
    let (mut own, mut theirs) = (Vec::new(), Vec::new());
    for (name, value) in witness {
        if [SOURCE, TEXT, POINT].contains(&name.as_ref()) {
            continue;
        }
        match name.strip_prefix(&of_source) {
            Some(name) => theirs.push(assigned(name, value)),
            None => own.push(assigned(name, value)),
        }
    }
    let mut html = String::new();
    if !own.is_empty() {
        html += &format!("At {} ", own.join(", "));
    }
    if !theirs.is_empty() {
        html += &format!("(in the source {}) ", theirs.join(", "));
    }
    let said = |key: &str| witness.get(key).map(|said| truth(said)).unwrap_or_default();
    html += &format!(
        "the source is {}, the version {}.",
        said(SOURCE),
        said(TEXT)
    );
    html
}

/// A symbol and its value.
fn assigned(name: &str, value: &str) -> String {
    let name = mathml::formula(name, &[], false).unwrap_or_else(|_| escaped(name));
    format!("{name} = {}", number(value))
}

/// `true: 1, 2` as words, with what the sides are.
fn truth(said: &str) -> String {
    match said.split_once(": ") {
        Some((truth, sides)) => format!("<b>{}</b> ({})", escaped(truth), number(sides)),
        None => format!("<b>{}</b>", escaped(said)),
    }
}

/// Numbers with a minus that looks like one; what is very long is cut.
fn number(value: &str) -> String {
    let cut: String = match value.char_indices().nth(LONG) {
        Some((at, _)) => format!("{}…", &value[..at]),
        None => value.to_owned(),
    };
    escaped(&cut.replace('-', "−"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_before_what_they_show() {
        let witness = [
            ("x", "-1/2"),
            (r"\alpha", "3"),
            ("source y", "4"),
            ("point", "plus true"),
            ("source", "true: 1, 1"),
            ("text", "false"),
        ];
        let witness = witness.map(|(a, b)| (a.into(), b.into())).into();
        let html = sentence(&witness);
        let text: String = {
            let mut inside = false;
            let kept = html.chars().filter(|c| {
                inside |= *c == '<';
                let keep = !inside;
                inside &= *c != '>';
                keep
            });
            kept.collect()
        };
        assert_eq!(
            text,
            "At α = 3, x = −1/2 (in the source y = 4) the source is true (1, 1), the version false."
        );
    }
}
