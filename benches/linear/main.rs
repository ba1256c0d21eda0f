//! Whether reading takes linear time: nanoseconds a byte for long formulas of many shapes.
//! `cargo bench --bench linear`; with `-- repeat`, for every formula of [`formulas::sources`], repeated,
//! with `-- repeat 20` for every twentieth: those are named whose time a byte grows with the length,
//! or is long at any length.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/formulas.rs"]
mod formulas;
mod shapes;

use mamut_engine::latex::Reader;
use mamut_engine::text;
use mamut_rw::stopwatch::Stopwatch;
use std::hint::black_box;
use std::time::Instant;

/// The lengths, in bytes, and how often each is read; the fastest counts, since others use the
/// machine too.
const LENGTHS: [(usize, usize); 3] = [(1 << 10, 50), (1 << 15, 5), (1 << 20, 2)];

/// What stands between the copies of a repeated formula.
const BETWEEN: [&str; 5] = [" ", " + ", ", ", " = ", r" \\ "];

/// A repeated formula is read at these lengths, in bytes.
const REPEATED: [(usize, usize); 2] = [(1 << 12, 3), (1 << 16, 1)];

/// What seems to grow is read again for so many seconds, of which the system tells those on a core:
/// what else the machine does is not named.
const AGAIN: f64 = 0.15;

/// The longer formula is named if a byte of it takes so many times longer, or so many nanoseconds.
const GROWTH: f64 = 2.0;
const SLOW: f64 = 1000.0;

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let reader = Reader::new(&loaded.rules);
    let read = |source: &str| drop(black_box(reader.read(source)));
    if std::env::args().any(|argument| argument == "repeat") {
        let every = std::env::args().find_map(|argument| argument.parse().ok());
        println!("{:>8}{:>8}  nanoseconds a byte", "4 KiB", "64 KiB");
        for (name, formulas) in formulas::sources() {
            for formula in formulas.into_iter().step_by(every.unwrap_or(1)) {
                for between in BETWEEN {
                    repeated(&name, &formula, between, &read);
                }
            }
        }
        return;
    }
    println!(
        "{:<20}{:>12}{:>12}{:>12}",
        "nanoseconds a byte", "1 KiB", "32 KiB", "1 MiB"
    );
    let line = |name: &str, make: &dyn Fn(usize) -> String, read: &dyn Fn(&str)| {
        let times = LENGTHS.map(|(length, times)| a_byte(&make(length), times, read));
        let [small, medium, large] = times;
        println!("{name:<20}{small:>12.1}{medium:>12.1}{large:>12.1}");
    };
    for (name, make) in shapes::SHAPES {
        line(name, make, &read);
    }
    line("text", &shapes::text, &|source| {
        drop(black_box(text::read(source, &reader, &loaded.rules)));
    });
}

/// Names the repeated formula if it takes long.
#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn repeated(name: &str, formula: &str, between: &str, read: &dyn Fn(&str)) {
    let piece = format!("{formula}{between}");
    let sources = REPEATED.map(|(length, times)| {
        let times = if piece.len() < length { times } else { 1 };
        (piece.repeat(length / piece.len() + 1), times)
    });
    let grows = |[short, long]: [f64; 2]| long > SLOW || long > GROWTH * short;
    let looked = sources.each_ref();
    if grows(looked.map(|(source, times)| a_byte(source, *times, read))) {
        let [short, long] = looked.map(|(source, _)| on_core(source, read));
        if grows([short, long]) {
            println!("{short:>8.0}{long:>8.0}  {name}: {formula}{between}");
        }
    }
}

/// The time of the fastest reading by the length of what is read.
fn a_byte(source: &str, times: usize, read: &dyn Fn(&str)) -> f64 {
    let fastest = (0..times).map(|_| {
        let start = Instant::now();
        read(source);
        start.elapsed().as_nanos() as f64
    });
    fastest.fold(f64::INFINITY, f64::min) / source.len() as f64
}

/// The nanoseconds on a core by the length of what is read.
fn on_core(source: &str, read: &dyn Fn(&str)) -> f64 {
    let (watch, started) = (Stopwatch::start(), Instant::now());
    let mut times = 0;
    while times == 0 || started.elapsed().as_secs_f64() < AGAIN {
        read(source);
        times += 1;
    }
    watch.seconds() * 1e9 / (f64::from(times) * source.len() as f64)
}
