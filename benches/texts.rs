//! The speed of versions of texts: `cargo bench --bench texts`.
//!
//! Texts are those of the folder that `MAMUT_CORPORA` names (`NAME.texts.jsonl`, field `text`),
//! otherwise those of `tests/data`; of each file about sixty. For each text versions a second of one
//! core over the first hundred, everything counted: reading, saturating, compiling, reading back.

mod common;

use std::hint::black_box;
use std::path::Path;

use common::{corpora, fields, files};
use mamut_rw::args::Search;
use mamut_rw::pipeline::Pipeline;
use mamut_rw::stopwatch::Stopwatch;
use mamut_rw::subject::Subject;

/// About as many texts of each file.
const TEXTS: usize = 60;
/// As many versions of each, if it has so many.
const VERSIONS: u64 = 100;

/// Versions and seconds of a text.
type Measured = (u64, f64);

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let search = Search::default();
    let pipeline = Pipeline::new(&loaded.rules, &search);
    println!(
        "{:<20}{:>8}{:>10}{:>14}{:>14}",
        "versions a second", "texts", "versions", "median", "all"
    );
    let mut all = Vec::new();
    for (name, texts) in texts() {
        let every = texts.len().div_ceil(TEXTS).max(1);
        let some = texts.iter().step_by(every);
        let measured: Vec<Measured> = some.filter_map(|text| measure(&pipeline, text)).collect();
        println!("{}", line(&name, &measured));
        all.extend(measured);
    }
    println!("{}", line("all", &all));
}

/// Texts by file.
fn texts() -> Vec<(String, Vec<String>)> {
    let texts = corpora(".texts.jsonl", "text");
    if !texts.is_empty() {
        return texts;
    }
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/sources");
    files(Path::new(own), "texts.jsonl", |text| fields(text, "text"))
}

/// Makes versions of a text; nothing when it has no formula that is varied.
fn measure(pipeline: &Pipeline<'_>, text: &str) -> Option<Measured> {
    let watch = Stopwatch::start();
    let subject = Subject::new(pipeline, text, true).ok()?;
    let mut versions = subject.versions(pipeline);
    let mut made = 0;
    while made < VERSIONS
        && let Some(version) = versions.next_version()
    {
        black_box(version.text);
        made += 1;
    }
    (made > 0).then(|| (made, watch.seconds()))
}

fn line(name: &str, measured: &[Measured]) -> String {
    let rate = |(made, seconds): &Measured| *made as f64 / seconds;
    let mut rates: Vec<f64> = measured.iter().map(rate).collect();
    rates.sort_by(f64::total_cmp);
    let median = rates.get(rates.len() / 2).copied().unwrap_or(0.0);
    let made: u64 = measured.iter().map(|m| m.0).sum();
    let seconds: f64 = measured.iter().map(|m| m.1).sum();
    let texts = measured.len();
    let mean = made as f64 / seconds.max(1e-9);
    format!("{name:<20}{texts:>8}{made:>10}{median:>14.0}{mean:>14.0}")
}
