//! The relations and implications of texts, each an entry of its own.

use anyhow::Result;
use mamut_engine::text::{Part, is_part, segments};

use super::{Entry, Filter, Found, Records};

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

/// Signs of something that is asked, named or left open; rows of a calculation refer to each other.
const OPEN: [&str; 8] = [
    r"\\",
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
            let found = of_entry(entry).into_iter();
            found.map(|found| (n, Ok(found), false)).collect()
        }
        other => vec![(n, other, false)],
    })
}

/// What becomes of the formulas of an entry. The key of one in a text is that of the text, with its
/// number among the formulas.
fn of_entry(entry: Entry) -> Vec<Found> {
    let found = |latex: &str, entry: Entry| match kept(latex) {
        Ok(text) => Found::Entry(Entry {
            text: text.to_owned(),
            ..entry
        }),
        Err(filter) => Found::Rejected(filter),
    };
    if entry.is_formula {
        return vec![found(&entry.text.clone(), entry)];
    }
    let (segments, _) = segments(&entry.text);
    let formulas = segments
        .iter()
        .filter(|s| matches!(s.part, Part::Formula(_)));
    let formulas = formulas.enumerate().map(|(n, segment)| {
        let alone = Entry {
            key: format!("{}#{n}", entry.key),
            group: entry.group.clone(),
            text: String::new(),
            is_formula: true,
            file: entry.file.clone(),
            line: entry.line,
        };
        found(&entry.text[segment.inner.clone()], alone)
    });
    formulas.collect()
}

/// A formula without what stands at its edges, or why it cannot be a statement.
fn kept(formula: &str) -> Result<&str, Filter> {
    let formula = trimmed(formula);
    let has = |mark: &&str| formula.contains(*mark);
    let length = formula.chars().count();
    if !RELATIONS.iter().any(has) {
        Err(Filter::Relation)
    } else if length < SHORTEST {
        Err(Filter::Short)
    } else if length > LONGEST {
        Err(Filter::Long)
    } else if OPEN
        .iter()
        .any(|mark| has(mark) && !(*mark == r"\\" && is_system(formula)))
        || is_part(formula)
    {
        Err(Filter::Open)
    } else {
        Ok(formula)
    }
}

/// Whether these are equations with a brace before all of them.
fn is_system(formula: &str) -> bool {
    let inside = |begin: &str, end: &str| formula.strip_prefix(begin)?.strip_suffix(end);
    let environments = |text: &str| text.matches(r"\begin").count();
    inside(r"\begin{cases}", r"\end{cases}").is_some_and(|text| environments(text) == 0)
        || inside(r"\left\{", r"\right.").is_some_and(|text| environments(text) == 1)
}

fn trimmed(formula: &str) -> &str {
    let mut rest = formula.trim();
    loop {
        let front = EDGES.iter().find_map(|edge| rest.strip_prefix(edge));
        // `\ldots.` ends with a dot, `\.` and `\right.` do not.
        let back = EDGES
            .iter()
            .find_map(|edge| rest.strip_suffix(edge))
            .filter(|r| !r.ends_with('\\') && !r.ends_with(r"\right"));
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
        let check = |formula: &str, wanted: Result<&str, Filter>| {
            assert_eq!(kept(formula), wanted, "{formula}")
        };
        check(r" \displaystyle a + b = b + a,\; ", Ok("a + b = b + a"));
        check(
            r"3x = 210 \Rightarrow x = 70.",
            Ok(r"3x = 210 \Rightarrow x = 70"),
        );
        check("x = ?", Err(Filter::Short));
        check("2 + 3 = ?", Err(Filter::Open));
        check("x = 3", Err(Filter::Short));
        check("= a + b = c", Err(Filter::Open));
        check("a + b = c =", Err(Filter::Open));
        check(r"\left(a\right) = a", Ok(r"\left(a\right) = a"));
        check("-a = -(a)", Ok("-a = -(a)"));
        check("(AB)^* = B^*A^*", Ok("(AB)^* = B^*A^*"));
        check(&format!("a = {}", "b + ".repeat(200)), Err(Filter::Long));
        check("a + b < c", Err(Filter::Relation));
        check(r"a &= b \\ &= c", Err(Filter::Open));
        let system = r"\begin{cases} x+y=3 \\ x-y=1 \end{cases}";
        check(system, Ok(system));
        let system = r"\left\{\begin{array}{l} x+y=3 \\ x-y=1 \end{array}\right.";
        check(system, Ok(system));
        check(
            r"f(x) = \begin{cases} 1 & x > 0 \\ 0 \end{cases}",
            Err(Filter::Open),
        );
    }

    #[test]
    fn the_formulas_of_a_text_have_keys_of_their_own() {
        let entry = Entry {
            key: "7".to_owned(),
            text: "As $x$ is $y$, $a+b=b+a$, too.".to_owned(),
            ..Entry::default()
        };
        let records: Records = Box::new(std::iter::once(Ok(Found::Entry(entry))));
        let found: Vec<_> = statements(vec![records])
            .map(|(_, found, _)| found.expect("found"))
            .collect();
        let [
            Found::Rejected(Filter::Relation),
            Found::Rejected(Filter::Relation),
            Found::Entry(one),
        ] = &found[..]
        else {
            panic!("one statement: {found:?}");
        };
        assert_eq!((one.key.as_str(), one.text.as_str()), ("7#2", "a+b=b+a"));
    }
}
