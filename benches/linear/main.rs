//! Whether reading takes linear time: nanoseconds a byte for long formulas of many shapes.
//! `cargo bench --bench linear`.

mod shapes;

use mamut_engine::latex::Reader;
use mamut_engine::text;
use std::hint::black_box;
use std::time::Instant;

/// The lengths, in bytes, and how often each is read; the fastest counts, since others use the
/// machine too.
const LENGTHS: [(usize, usize); 3] = [(1 << 10, 50), (1 << 15, 5), (1 << 20, 2)];

#[expect(clippy::print_stdout, reason = "a bench reports on stdout")]
fn main() {
    let loaded = match mamut_rw::rules::load::<&str>(&[]) {
        Ok(loaded) => loaded,
        Err(error) => panic!("the built-in rules are there: {error:#}"),
    };
    let reader = Reader::new(&loaded.rules);
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
        line(name, make, &|source| drop(black_box(reader.read(source))));
    }
    line("text", &shapes::text, &|source| {
        drop(black_box(text::read(source, &reader, &loaded.rules)));
    });
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
