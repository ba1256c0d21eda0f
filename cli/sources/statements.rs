//! The relations and implications of texts, each an entry of its own.

use anyhow::Result;
use mamut_engine::text::{Part, segments};

use super::{Entry, Found, Records};

/// Shorter formulas say nothing that could be completed.
const SHORTEST: usize = 6;
/// Longer ones are calculations of a page.
const LONGEST: usize = 400;

/// What an equality or an implication has.
const RELATIONS: [&str; 8] = [
    "=",
    r"\Rightarrow",
    r"\implies",
    r"\Longrightarrow",
    r"\iff",
    r"\Leftrightarrow",
    r"\Longleftrightarrow",
    r"\equiv",
];

/// What stands at the edges of formulas in texts and is no part of them.
const EDGES: [&str; 14] = [
    r"\;",
    r"\,",
    r"\:",
    r"\!",
    r"\ ",
    r"\quad",
    r"\qquad",
    r"\displaystyle",
    ".",
    ",",
    ";",
    ":",
    "~",
    "%",
];

/// Signs of something that is asked, named or left open.
const OPEN: [&str; 7] = [
    "?",
    r"\tag",
    r"\label",
    r"\ref",
    r"\square",
    r"\underline",
    r"\phantom",
];

/// Gives the statements of all records, with the number of the collection; what was rejected or is
/// broken stays so.
pub fn statements(
    collections: Vec<Records>,
) -> impl Iterator<Item = (usize, Result<Found>, bool)> + Send {
    let all = collections.into_iter().enumerate();
    let all = all.flat_map(|(n, records)| records.map(move |record| (n, record)));
    all.flat_map(move |(n, record)| match record {
        Ok(Found::Entry(entry)) => {
            let found = of_entry(&entry).into_iter();
            found
                .map(|entry| (n, Ok(Found::Entry(entry)), false))
                .collect()
        }
        other => vec![(n, other, false)],
    })
}

/// The formulas of an entry that may be statements. The key of one in a text is that of the text,
/// with its number among the formulas.
fn of_entry(entry: &Entry) -> Vec<Entry> {
    if entry.is_formula {
        let kept = kept(&entry.text).map(|text| Entry {
            text: text.to_owned(),
            ..entry.clone()
        });
        return kept.into_iter().collect();
    }
    let (segments, _) = segments(&entry.text);
    let formulas = segments
        .iter()
        .filter(|s| matches!(s.part, Part::Formula(_)));
    let formulas = formulas.enumerate().filter_map(|(n, segment)| {
        Some(Entry {
            key: format!("{}#{n}", entry.key),
            group: entry.group.clone(),
            text: kept(&entry.text[segment.inner.clone()])?.to_owned(),
            is_formula: true,
            file: entry.file.clone(),
            line: entry.line,
        })
    });
    formulas.collect()
}

/// A formula without what stands at its edges, if it may be a statement.
fn kept(formula: &str) -> Option<&str> {
    let formula = trimmed(formula);
    let length = formula.chars().count();
    let wanted = (SHORTEST..=LONGEST).contains(&length)
        && RELATIONS.iter().any(|relation| formula.contains(relation))
        && !OPEN.iter().any(|mark| formula.contains(mark))
        // Rows of a calculation refer to each other.
        && !formula.contains(r"\\");
    wanted.then_some(formula)
}

fn trimmed(formula: &str) -> &str {
    let mut rest = formula.trim();
    loop {
        let front = EDGES.iter().find_map(|edge| rest.strip_prefix(edge));
        // `\ldots.` ends with a dot, `\.` does not.
        let back = EDGES
            .iter()
            .find_map(|edge| rest.strip_suffix(edge))
            .filter(|r| !r.ends_with('\\'));
        rest = match (front, back) {
            (Some(front), _) => front.trim_start(),
            (None, Some(back)) => back.trim_end(),
            (None, None) => return rest,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_taken_that_may_be_statements() {
        let check =
            |formula: &str, wanted: Option<&str>| assert_eq!(kept(formula), wanted, "{formula}");
        check(r" \displaystyle a + b = b + a,\; ", Some("a + b = b + a"));
        check(
            r"3x = 210 \Rightarrow x = 70.",
            Some(r"3x = 210 \Rightarrow x = 70"),
        );
        check("x = ?", None);
        check("2 + 3 = ?", None);
        check("x = 3", None);
        check("a + b < c", None);
        check(r"a &= b \\ &= c", None);
    }

    #[test]
    fn the_formulas_of_a_text_have_keys_of_their_own() {
        let entry = Entry {
            key: "7".to_owned(),
            text: "As $x$ is $a+b=b+a$, too.".to_owned(),
            ..Entry::default()
        };
        let records: Records = Box::new(std::iter::once(Ok(Found::Entry(entry))));
        let found: Vec<_> = statements(vec![records])
            .map(|(_, found, _)| found.expect("found"))
            .collect();
        let [Found::Entry(one)] = &found[..] else {
            panic!("one statement: {found:?}");
        };
        assert_eq!((one.key.as_str(), one.text.as_str()), ("7#1", "a+b=b+a"));
    }
}
