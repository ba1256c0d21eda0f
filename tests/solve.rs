//! Solutions against those that were found by hand: `tests/solve/*.tex`, an equation and its
//! solution a line, and random equations whose solutions are known.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::Path;

use mamut_engine::atoms::Atoms;
use mamut_engine::latex::Reader;
use mamut_engine::solve::{self, Set, Solution};
use mamut_engine::term::Term;
use mamut_engine::truth::{self, Verdict};
use proptest::prelude::*;

use crate::common::rules;

/// What is told of an equation, in the normal form.
#[derive(Debug, PartialEq)]
struct Told {
    statement: String,
    extraneous: Vec<String>,
    conditions: Vec<String>,
}

fn solved(latex: &str) -> Result<Solution, solve::Reason> {
    let formula = Reader::new(rules()).read(latex);
    solve::solve(&formula.term, &formula.atoms, rules(), None)
}

fn told(latex: &str) -> Told {
    match solved(latex) {
        Err(reason) => Told {
            statement: format!("unsolved {}", reason.name()),
            extraneous: Vec::new(),
            conditions: Vec::new(),
        },
        Ok(solution) => {
            let plain = |term: &Term| solve::written(term, &solution.atoms, rules());
            let all = |terms: &[Term]| sorted(terms.iter().map(plain).collect());
            Told {
                statement: match solution.set {
                    Set::Empty if solution.unknowns.len() == 1 => "none".to_owned(),
                    Set::All => "all".to_owned(),
                    _ => plain(&solution.statement(&rules().vocabulary)),
                },
                extraneous: all(&solution.extraneous),
                conditions: all(&solution.conditions),
            }
        }
    }
}

/// What a line says that must be told, over the symbols of the equation.
fn wanted(equation: &str, text: &str) -> Told {
    let reader = Reader::new(rules());
    let known = Atoms {
        symbols: reader.read(equation).atoms.symbols,
        ..Atoms::default()
    };
    let read = |latex: &str| {
        let formula = reader.read_with(latex, known.clone());
        solve::written(&formula.term, &formula.atoms, rules())
    };
    let mut parts = text.split("; ");
    let first = parts.next().unwrap().trim();
    let kept = ["none", "all"].contains(&first) || first.starts_with("unsolved");
    let rest: Vec<&str> = parts.map(str::trim).collect();
    let after = |word: &str| {
        let each = rest.iter().filter_map(|part| part.strip_prefix(word));
        sorted(each.map(read).collect())
    };
    Told {
        statement: if kept { first.to_owned() } else { read(first) },
        extraneous: after("not "),
        conditions: after("if "),
    }
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

#[test]
fn solutions_are_those_found_by_hand() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/solve");
    let mut files: Vec<_> = std::fs::read_dir(root)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "tex"));
    files.sort();
    let (mut count, mut wrong) = (0, Vec::new());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (n, line) in text
            .lines()
            .enumerate()
            .filter(|(_, l)| !l.starts_with('%'))
        {
            let (equation, solution) = line.split_once(" => ").unwrap();
            count += 1;
            let (found, wanted) = (told(equation), wanted(equation, solution));
            if found != wanted {
                let name = file.file_name().unwrap().to_string_lossy().into_owned();
                wrong.push(format!(
                    "{name}:{}: {line}\n  {found:?}\n  {wanted:?}",
                    n + 1
                ));
            }
        }
    }
    assert!(count >= 200, "{count} cases");
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn solutions_are_equivalent_to_what_they_solve() {
    let formulas = [
        "x^2 = 2",
        r"2x^2 + 3x - 7 = 0",
        r"\frac{1}{x} + \frac{1}{x + 1} = \frac{3}{2}",
        "|2x - 3| = 5",
        r"x^2 - 5x + 6 \ge 0",
        r"e^{2x} - 3e^x + 2 = 0",
    ];
    for latex in formulas {
        let formula = Reader::new(rules()).read(latex);
        let solution = solved(latex).unwrap();
        let vocabulary = &rules().vocabulary;
        let statement = solution.statement(vocabulary);
        let both = Term::new(vocabulary.op("iff"), vec![formula.term, statement]);
        let verdict = truth::check(&both, &solution.atoms, vocabulary, 64, 0);
        assert!(
            matches!(verdict, Verdict::Valid { .. }),
            "{latex}: {verdict:?}"
        );
    }
}

/// The solutions as S-expressions in the normal form, sorted.
fn points(latex: &str) -> Vec<String> {
    let solution = solved(latex).unwrap_or_else(|reason| panic!("{latex}: {reason:?}"));
    let plain = |term: &Term| solve::written(term, &solution.atoms, rules());
    match &solution.set {
        Set::Points(values) | Set::Tuple(values) => values.iter().map(plain).collect(),
        Set::Tuples(tuples) => tuples.iter().flatten().map(plain).collect(),
        set => panic!("{latex}: {set:?}"),
    }
}

fn number(latex: &str) -> String {
    let formula = Reader::new(rules()).read(latex);
    solve::written(&formula.term, &formula.atoms, rules())
}

/// A quotient in lowest terms.
fn quotient(above: i64, below: i64) -> String {
    let common = (1..=below).rfind(|d| above % d == 0 && below % d == 0);
    let common = common.unwrap_or(1);
    let sign = if above < 0 { "-" } else { "" };
    match below / common {
        1 => (above / common).to_string(),
        below => format!(r"{sign}\frac{{{}}}{{{below}}}", above.abs() / common),
    }
}

/// A polynomial with these coefficients, the constant first.
fn polynomial(coefficients: &[i64]) -> String {
    let terms = coefficients
        .iter()
        .enumerate()
        .map(|(k, c)| format!("({c}) x^{k}"));
    terms.collect::<Vec<_>>().join(" + ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn polynomials_with_known_roots(roots in prop::collection::btree_set(-9_i64..10, 1..5), factor in 2_i64..5, double in any::<bool>()) {
        let mut all: Vec<i64> = roots.iter().copied().collect();
        if double {
            all.push(all[0]);
        }
        let mut coefficients = vec![factor];
        for root in &all {
            let mut next = vec![0; coefficients.len() + 1];
            for (k, c) in coefficients.iter().enumerate() {
                next[k + 1] += c;
                next[k] -= c * root;
            }
            coefficients = next;
        }
        let wanted: Vec<String> = roots.iter().map(|r| number(&r.to_string())).collect();
        prop_assert_eq!(points(&format!("{} = 0", polynomial(&coefficients))), wanted);
    }

    #[test]
    fn linear_systems_with_known_solutions(matrix in prop::collection::vec(-6_i64..7, 9), values in prop::collection::vec(-8_i64..9, 3)) {
        let m = |i: usize, j: usize| matrix[3 * i + j];
        let minor = |i: usize, j: usize| m(1, i) * m(2, j) - m(1, j) * m(2, i);
        prop_assume!(m(0, 0) * minor(1, 2) - m(0, 1) * minor(0, 2) + m(0, 2) * minor(0, 1) != 0);
        let row = |i: usize| {
            let right: i64 = (0..3).map(|j| m(i, j) * values[j]).sum();
            format!("({}) x + ({}) y + ({}) z = {right}", m(i, 0), m(i, 1), m(i, 2))
        };
        // A column of zeros leaves no unknown to ask for, which the determinant excludes.
        let wanted: Vec<String> = values.iter().map(|v| number(&v.to_string())).collect();
        prop_assert_eq!(points(&format!("{}, {}, {}", row(0), row(1), row(2))), wanted);
    }

    #[test]
    fn absolute_values_of_linear_terms(a in 1_i64..9, b in -9_i64..10, c in 1_i64..20) {
        let low = number(&quotient(-c - b, a));
        let high = number(&quotient(c - b, a));
        let found = points(&format!("|{a} x + ({b})| = {c}"));
        prop_assert_eq!(found, vec![low, high]);
    }

    #[test]
    fn inequalities_hold_where_they_are_said_to(a in -6_i64..7, b in -9_i64..10, c in -9_i64..10, relation in prop::sample::select(vec!["<", r"\le", ">", r"\ge"])) {
        prop_assume!(a != 0);
        let latex = format!("({a}) x^2 + ({b}) x + ({c}) {relation} 0");
        let formula = Reader::new(rules()).read(&latex);
        let solution = solved(&latex).unwrap();
        let vocabulary = &rules().vocabulary;
        let statement = solution.statement(vocabulary);
        let both = Term::new(vocabulary.op("iff"), vec![formula.term, statement]);
        let verdict = truth::check(&both, &solution.atoms, vocabulary, 64, 0);
        prop_assert!(!matches!(verdict, Verdict::Invalid { .. } | Verdict::Contingent { .. }), "{}: {:?}", latex, verdict);
    }
}
