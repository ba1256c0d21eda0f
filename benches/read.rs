//! The speed of reading, beside the parser of `pulldown-latex`: `cargo bench --bench read`.
//!
//! Formulas are those of the folder that `MAMUT_CORPORA` names (`NAME.formulas.jsonl`, field
//! `latex`), otherwise the named identities and those of `tests/read`. `pulldown-latex` reads
//! presentation only: its events are counted, no MathML is written.

mod common;
#[path = "common/formulas.rs"]
mod formulas;

use std::hint::black_box;
use std::time::Instant;

use formulas::sources;
use mamut_engine::latex::Reader;

/// Every formula is read so often by each; the fastest counts, since others use the machine too.
const TIMES: usize = 7;

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let reader = Reader::new(&loaded.rules);
    let sources = sources();
    println!(
        "{:<16}{:>9}{:>12}{:>12}{:>12}{:>12}{:>8}{:>14}",
        "nanoseconds", "formulas", "median", "mean", "pulldown", "mean", "ratio", "formulas/s"
    );
    let mut all = (Vec::new(), Vec::new());
    for (name, formulas) in &sources {
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for formula in formulas {
            let (mut best, mut other) = (u64::MAX, u64::MAX);
            for _ in 0..TIMES {
                best = best.min(time(|| drop(black_box(reader.read(formula)))));
                other = other.min(time(|| events(formula)));
            }
            ours.push(best);
            theirs.push(other);
        }
        all.0.extend(&ours);
        all.1.extend(&theirs);
        println!("{}", line(name, ours, theirs));
    }
    println!("{}", line("all", all.0, all.1));
}

fn time(run: impl FnOnce()) -> u64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as u64
}

fn events(formula: &str) {
    let storage = pulldown_latex::Storage::new();
    black_box(pulldown_latex::Parser::new(formula, &storage).count());
}

/// Medians and means of both; the ratio of the medians.
fn line(name: &str, ours: Vec<u64>, theirs: Vec<u64>) -> String {
    let count = ours.len();
    let ((median, mean), (other, other_mean)) = (middle(ours), middle(theirs));
    format!(
        "{name:<16}{count:>9}{median:>12}{mean:>12}{other:>12}{other_mean:>12}{:>8.2}{:>14.0}",
        other as f64 / median.max(1) as f64,
        1e9 / median.max(1) as f64,
    )
}

fn middle(mut times: Vec<u64>) -> (u64, u64) {
    times.sort_unstable();
    let count = times.len().max(1) as u64;
    let median = times.get(times.len() / 2).copied().unwrap_or(0);
    (median, times.iter().sum::<u64>() / count)
}
