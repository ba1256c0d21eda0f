//! The speed of evaluation at points: `cargo bench --bench truth`.
//!
//! The named identities whose values are numbers or statements about numbers, without sums,
//! limits and integrals; and formulas of about twenty nodes.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use mamut_engine::choice::Key;
use mamut_engine::eval::{Point, Precision, Program, Value};
use mamut_engine::latex::{Formula, Reader};
use mamut_engine::vocabulary::Vocabulary;
use mamut_rw::commands::bench;

/// Formulas of about twenty nodes, of the usual kinds.
const TWENTY: [&str; 8] = [
    r"(a+b)^2 + (a-b)^2 = 2a^2 + 2b^2",
    r"\sin(x+y) = \sin x \cos y + \cos x \sin y",
    r"\frac{a}{b} + \frac{c}{d} = \frac{ad + bc}{bd}",
    r"x^3 - y^3 = (x-y)(x^2+xy+y^2)",
    r"\ln(x^2+1) + \ln(y^2+1) = \ln((x^2+1)(y^2+1))",
    r"x = \frac{-b + \sqrt{b^2-4ac}}{2a} + e^{-x}",
    r"\cosh^2 x - \sinh^2 x = \tan\frac{\pi}{4} + 0 \cdot x",
    r"\sqrt{(x-a)^2+(y-b)^2} \le |x-a| + |y-b|",
];
const POINTS: usize = 16;
const ROUNDS: usize = 400;

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let vocabulary = &loaded.rules.vocabulary;
    let reader = Reader::new(&loaded.rules);
    let mut rates = Vec::new();
    println!(
        "{:>6}{:>14}{:>14}  formula",
        "nodes", "compile ns", "points/s"
    );
    for latex in TWENTY {
        let formula = reader.read(latex);
        let (compile, rate) = measure(&formula, vocabulary);
        println!(
            "{:>6}{compile:>14.0}{rate:>14.0}  {latex}",
            formula.term.size()
        );
        rates.push(rate);
    }
    println!("median of these: {:.0} points/s", median(&mut rates));
    let mut scalar = Vec::new();
    for latex in bench::identities() {
        let formula = reader.read(latex);
        if formula.complaints.is_empty() && is_scalar(&formula, vocabulary) {
            scalar.push(measure(&formula, vocabulary).1);
        }
    }
    println!(
        "median of {} scalar identities: {:.0} points/s",
        scalar.len(),
        median(&mut scalar)
    );
}

fn median(rates: &mut [f64]) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates.get(rates.len() / 2).copied().unwrap_or(0.0)
}

/// No binders, and truth values at the points.
fn is_scalar(formula: &Formula, vocabulary: &Vocabulary) -> bool {
    let mut plain = true;
    formula.term.walk(&mut |t| {
        plain &= vocabulary.operator(t.op).is_none_or(|o| {
            o.binds.is_none() && !matches!(o.name.as_str(), "int" | "addseq" | "mulseq")
        });
    });
    let program = Program::compile(&[&formula.term], vocabulary, &formula.atoms);
    let known = points(formula, vocabulary)
        .iter()
        .filter(|p| matches!(program.value(0, p, Precision::Fast), Value::Bool(_)))
        .count();
    plain && known > POINTS / 2
}

fn points(formula: &Formula, vocabulary: &Vocabulary) -> Vec<Point> {
    (0..POINTS)
        .map(|i| {
            let mut draws = Key::seed(3).at(i as u64).draws();
            Point::random(
                &[&formula.term],
                vocabulary,
                &formula.atoms,
                &BTreeMap::new(),
                &mut draws,
            )
        })
        .collect()
}

/// Nanoseconds to compile, evaluations a second.
fn measure(formula: &Formula, vocabulary: &Vocabulary) -> (f64, f64) {
    let points = points(formula, vocabulary);
    let start = Instant::now();
    for _ in 0..100 {
        black_box(Program::compile(
            &[&formula.term],
            vocabulary,
            &formula.atoms,
        ));
    }
    let compile = start.elapsed().as_nanos() as f64 / 100.0;
    let program = Program::compile(&[&formula.term], vocabulary, &formula.atoms);
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..ROUNDS {
            for point in &points {
                black_box(program.value(0, point, Precision::Fast));
            }
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    (compile, (ROUNDS * POINTS) as f64 / best)
}
