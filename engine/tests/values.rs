//! Values of formulas, as tables: `formula | value or reason`.
//!
//! A value is a fraction (`3/4`), a decimal that has to be within its last place, `infinity`,
//! `undefined`, the name of a reason, or for statements `true` (at every point that decides, and at
//! one at least), `false` (the same), `both` (true somewhere, false elsewhere).

mod common;

use mamut_engine::choice::Key;
use mamut_engine::eval::{Point, Precision, Program, Value};
use mamut_engine::latex::Reader;
use mamut_engine::rules::RuleSet;
use std::collections::{BTreeMap, BTreeSet};

/// Points at which a formula is evaluated.
const POINTS: u64 = 12;

fn check(name: &str, table: &str) {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let mut failures = Vec::new();
    for (number, line) in table.lines().enumerate() {
        let Some((latex, wanted)) = line.rsplit_once(" | ") else {
            assert!(
                line.is_empty() || line.starts_with('#'),
                "{name}:{}: {line}",
                number + 1
            );
            continue;
        };
        if let Err(found) = meets(&reader, &rules, latex.trim(), wanted.trim()) {
            failures.push(format!("{name}:{}: {line}\n    {found}", number + 1));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}:\n{}",
        failures.len(),
        table.lines().count(),
        failures.join("\n")
    );
}

fn meets(reader: &Reader<'_>, rules: &RuleSet, latex: &str, wanted: &str) -> Result<(), String> {
    let formula = reader.read(latex);
    let term = || mamut_engine::sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms);
    if !formula.complaints.is_empty() {
        return Err(format!("{:?}", formula.complaints));
    }
    let program = Program::compile(&[&formula.term], &rules.vocabulary, &formula.atoms);
    let mut found = BTreeSet::new();
    for i in 0..POINTS {
        let mut draws = Key::seed(11).at(i).draws();
        let point = Point::random(
            &[&formula.term],
            &rules.vocabulary,
            &formula.atoms,
            &BTreeMap::new(),
            &mut draws,
        );
        let fast = program.value(0, &point, Precision::Fast);
        let value = program.decide(0, &point);
        if let (Value::Bool(a), Value::Bool(b)) = (&fast, &value)
            && !a
            && *b
        {
            return Err(format!(
                "{a} in floating point, {b} with more digits: {}",
                term()
            ));
        }
        found.insert(shown(&value, wanted));
    }
    let decided: Vec<&String> = found
        .iter()
        .filter(|f| matches!(f.as_str(), "true" | "false"))
        .collect();
    let seen = match decided[..] {
        [one] => one.clone(),
        [_, _] => "both".to_owned(),
        _ => found.iter().cloned().collect::<Vec<_>>().join(" "),
    };
    if seen == wanted {
        Ok(())
    } else {
        let all: Vec<String> = found.into_iter().collect();
        let kinds: Vec<String> = formula
            .atoms
            .symbols
            .iter()
            .map(|s| format!("{}: {:?}", s.name, s.kind))
            .collect();
        Err(format!(
            "{} : {} [{}]",
            all.join(" "),
            term(),
            kinds.join(", ")
        ))
    }
}

/// A value, in the words of the table.
fn shown(value: &Value, wanted: &str) -> String {
    match value {
        Value::Bool(holds) => holds.to_string(),
        Value::Undefined => "undefined".to_owned(),
        Value::Unknown(reason) => reason.name().to_owned(),
        Value::Infinite(true) => "infinity".to_owned(),
        Value::Infinite(false) => "-infinity".to_owned(),
        Value::Number(n) => {
            if let Some(r) = n.as_rational() {
                let text = match r.denominator() {
                    1 => r.numerator().to_string(),
                    d => format!("{}/{d}", r.numerator()),
                };
                if text == wanted {
                    return text;
                }
            }
            if let Ok(x) = wanted.parse::<f64>()
                && let Some((_, places)) = wanted.split_once('.')
            {
                let off = (n.near().re - x).abs() + n.near().im.abs();
                if off <= 0.51 * 10.0_f64.powi(-(places.len() as i32)) {
                    return wanted.to_owned();
                }
            }
            format!("{:?}±{:e}", n.near(), n.error())
        }
        other => format!("{other:?}"),
    }
}

macro_rules! tables {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), include_str!(concat!("values/", stringify!($name), ".txt")));
        })*
    };
}

tables! { numbers functions analysis sets discrete linear hostile }

/// Values of literals that are too long for a table.
#[test]
fn long_literals() {
    let sevens = "7".repeat(4000);
    check(
        "long",
        &format!(
            "{sevens} - {sevens} | 0\n{sevens} > 10^{{3999}} | true\n{sevens} \\cdot {sevens} = 1 | false\n\
             {sevens}^{{100}} = 1 | too-large\n\\sqrt{{{sevens}}} < 10^{{2000}} | too-large"
        ),
    );
}

/// Identities that have no truth value at points, each with the reason.
const UNDECIDED: [(&str, &str); 1] = [(
    "Law of Large Numbers",
    "the limit of means of indexed values that are no random variables",
)];

/// Every named identity is true or false at some point.
#[test]
fn named_identities_have_truth_values() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    let mut failures = Vec::new();
    let mut count = 0;
    let sections = include_str!("../../corpus/identities.tex").split("--- ");
    for section in sections.skip(1) {
        let mut lines = section.lines();
        let name = lines.next().unwrap_or_default().trim_end_matches(" ---");
        let latex = lines.next().unwrap_or_default();
        let formula = reader.read(latex);
        let program = Program::compile(&[&formula.term], &rules.vocabulary, &formula.atoms);
        let mut found = BTreeSet::new();
        let mut decided = false;
        for i in 0..POINTS {
            let mut draws = Key::seed(11).at(i).draws();
            let point = Point::random(
                &[&formula.term],
                &rules.vocabulary,
                &formula.atoms,
                &BTreeMap::new(),
                &mut draws,
            );
            let value = program.value(0, &point, Precision::Fast);
            decided |= matches!(
                value,
                Value::Bool(_) | Value::Set(mamut_engine::eval::Set::Subset(_))
            );
            found.insert(shown(&value, ""));
        }
        count += 1;
        if decided == UNDECIDED.iter().any(|(n, _)| *n == name) {
            let term = mamut_engine::sexpr::write(&formula.term, &rules.vocabulary, &formula.atoms);
            failures.push(format!("{name}: {found:?} {term}"));
        }
    }
    assert!(count > 60, "{count} identities");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Deep nests end, one way or another.
#[test]
fn deep_nests() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    for depth in [50, 150, 240] {
        let latex = format!("{}x{}", r"\sqrt{1+".repeat(depth), "}".repeat(depth));
        let formula = reader.read(&latex);
        let program = Program::compile(&[&formula.term], &rules.vocabulary, &formula.atoms);
        let mut draws = Key::seed(1).draws();
        let point = Point::random(
            &[&formula.term],
            &rules.vocabulary,
            &formula.atoms,
            &BTreeMap::new(),
            &mut draws,
        );
        let value = program.decide(0, &point);
        assert!(
            matches!(
                value,
                Value::Number(_) | Value::Unknown(_) | Value::Undefined
            ),
            "{depth}: {value:?}"
        );
    }
}
