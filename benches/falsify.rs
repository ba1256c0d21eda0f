//! The speed of falsified versions of the named identities: `cargo bench --bench falsify`.
//!
//! For each identity rows a second of one core, all stages included, over the first thousand
//! versions and over as many more as a dataset takes; where the time of making falsehoods goes; and
//! how many of them there are. Arguments: the numbers of rows, `1000 20000` when none are given, and
//! parts of LaTeX: then only identities that have one of them are measured.

use std::hint::black_box;
use std::time::Duration;

use mamut_rw::args::Search;
use mamut_rw::commands::bench;
use mamut_rw::corpus;
use mamut_rw::falsify::stats::Spent;
use mamut_rw::falsify::{Known, Settings, Stream};
use mamut_rw::pipeline::Pipeline;
use mamut_rw::stopwatch::Stopwatch;
use mamut_rw::subject::Subject;

/// Rows of one identity.
struct Measured {
    /// Rows, and rows a second, up to each of the numbers asked for.
    rates: Vec<(u64, f64)>,
    spent: Spent,
    falsehoods: u64,
    /// The time until the first falsehood can be looked for, in milliseconds.
    start: f64,
    /// What they cost as it is reckoned, in seconds.
    reckoned: f64,
}

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let identities = match corpus::load(&[]) {
        Ok(identities) => identities,
        Err(error) => panic!("the built-in identities are there: {error:#}"),
    };
    let search = Search::default();
    let pipeline = Pipeline::new(&loaded.rules, &search);
    let known = Known::new(&identities.corpus, &pipeline);
    let settings = Settings::standard(&loaded.rules);
    let arguments = || std::env::args().skip(1).filter(|a| !a.starts_with("--"));
    let mut asked: Vec<u64> = arguments().filter_map(|a| a.parse().ok()).collect();
    let parts: Vec<String> = arguments().filter(|a| a.parse::<u64>().is_err()).collect();
    if asked.is_empty() {
        asked = vec![1_000, 20_000];
    }
    let heads: String = asked.iter().map(|n| format!("{n:>9} r/s")).collect();
    println!(
        "{heads} {:>8} {:>8} {:>8}  where the time of falsehoods goes",
        "start", "lies", "reckoned"
    );
    let mut all = Vec::new();
    let wanted = |latex: &&str| parts.is_empty() || parts.iter().any(|p| latex.contains(p));
    for latex in bench::identities().filter(wanted) {
        let Some(measured) = measure(&pipeline, &known, &settings, latex, &asked) else {
            println!("nothing is falsified of {latex}");
            continue;
        };
        let rates = measured.rates.iter();
        let rates: String = rates.map(|(_, rate)| format!("{rate:>13.0}")).collect();
        let shares = shares(&measured.spent);
        println!(
            "{rates} {:>5.1} ms {:>8} {:>6.2} s  {shares}  {latex}",
            measured.start, measured.falsehoods, measured.reckoned
        );
        all.push(measured);
    }
    for (place, number) in asked.iter().enumerate() {
        let mut rates: Vec<f64> = all.iter().map(|m| m.rates[place].1).collect();
        rates.sort_by(f64::total_cmp);
        let rows: u64 = all.iter().map(|m| m.rates[place].0).sum();
        let seconds: f64 = all
            .iter()
            .map(|m| m.rates[place].0 as f64 / m.rates[place].1)
            .sum();
        println!(
            "{number} versions of {}: median {:.0} rows a second and core, slowest {:.0}; {rows} rows in {seconds:.1} s of a core, {:.0} rows a second",
            all.len(),
            rates[rates.len() / 2],
            rates[0],
            rows as f64 / seconds
        );
    }
    let mut spent = Spent::default();
    for measured in &all {
        spent.add(&measured.spent);
    }
    println!("all falsehoods: {}", shares(&spent));
}

/// Makes as many versions as asked for; none when nothing is falsified.
fn measure(
    pipeline: &Pipeline<'_>,
    known: &Known<'_>,
    settings: &Settings,
    latex: &str,
    asked: &[u64],
) -> Option<Measured> {
    let watch = Stopwatch::start();
    let subject = Subject::new(pipeline, latex, false).ok()?;
    let neighbours = known.of(latex, pipeline);
    let mut stream = Stream::new(pipeline, &subject, neighbours, settings).ok()?;
    let start = watch.seconds() * 1e3;
    let mut made = 0;
    let rates = asked.iter().map(|number| {
        while made < *number {
            let Some(version) = stream.next_version() else {
                break;
            };
            black_box((version.text, version.witness(), version.substitution()));
            made += 1;
        }
        (made, made as f64 / watch.seconds())
    });
    Some(Measured {
        rates: rates.collect(),
        spent: stream.stats().spent,
        falsehoods: stream.falsehoods(),
        start,
        reckoned: stream.cost() as f64 / 1e6,
    })
}

/// The share of each stage.
fn shares(spent: &Spent) -> String {
    let stages = spent.stages();
    let all: Duration = stages.iter().map(|(_, time)| *time).sum();
    let share = |time: Duration| 100.0 * time.as_secs_f64() / all.as_secs_f64().max(1e-9);
    let parts = stages.map(|(name, time)| format!("{name} {:.0} %", share(time)));
    format!("{:.2} s: {}", all.as_secs_f64(), parts.join(", "))
}
