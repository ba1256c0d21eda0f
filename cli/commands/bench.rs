//! `bench`: how fast the stages are, of formulas and of texts, next to the floor of writing and
//! hashing alone.

use std::collections::HashSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use mamut_engine::text;
use serde::Serialize;

use crate::args;
use crate::output::Output;
use crate::pipeline::Pipeline;
use crate::rules::Loaded;
use crate::stopwatch::Stopwatch;
use crate::subject::Subject;
use crate::{Outcome, input};

/// The measurements of one formula or text.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The source.
    pub source: String,
    /// Distinct strings made.
    pub strings: u64,
    /// Distinct strings a second of one core.
    pub per_second: f64,
    /// Mean length in bytes.
    pub length: f64,
    /// Milliseconds of reading.
    pub read_ms: f64,
    /// Milliseconds of saturation.
    pub saturate_ms: f64,
    /// Milliseconds of compiling the grammar and planning the names.
    pub compile_ms: f64,
    /// Strings of that length written and hashed a second.
    pub floor: f64,
    /// The same with a set of those seen.
    pub floor_with_set: f64,
}

/// Runs the command.
///
/// # Errors
/// Errors of the world.
pub fn run(args: &args::Bench, loaded: &Loaded) -> Result<Outcome> {
    let pipeline = Pipeline::new(&loaded.rules, &args.search);
    let mut output = Output::new(None)?;
    let mut all = Vec::new();
    if !args.json {
        output.write(head().as_bytes())?;
    }
    let given = !args.input.formulas.is_empty() || !args.input.file.is_empty();
    let formulas: Vec<String> = if given {
        let items = input::open(&args.input)?;
        items.map(|item| Ok(item?.latex)).collect::<Result<_>>()?
    } else {
        identities().map(str::to_owned).collect()
    };
    for formula in formulas {
        let is_text = args.input.text || text::is_text(&formula);
        let Some(measured) = measure(&pipeline, &formula, is_text, args.number) else {
            continue;
        };
        let line = if args.json {
            serde_json::to_string(&measured)? + "\n"
        } else {
            line(&measured)
        };
        output.write(line.as_bytes())?;
        output.flush()?;
        all.push(measured);
    }
    if all.is_empty() {
        return Ok(Outcome::Unusable);
    }
    if !args.json {
        output.write(summary(&all).as_bytes())?;
    }
    output.finish()?;
    Ok(Outcome::Done)
}

/// The formulas of the named identities.
pub fn identities() -> impl Iterator<Item = &'static str> {
    let sections = include_str!("../../corpus/identities.tex")
        .split("\n--- ")
        .skip(1);
    sections.filter_map(|section| section.lines().nth(1))
}

/// Measures one formula or text with up to `most` strings; none when it cannot be read.
///
/// Stages run several times and the median counts; strings are made for at most ten seconds.
pub fn measure(pipeline: &Pipeline<'_>, latex: &str, is_text: bool, most: u64) -> Option<Measured> {
    let prepare = || Subject::new(pipeline, latex, is_text).ok();
    let subject = prepare()?;
    let mut times = vec![subject.times()];
    let start = Instant::now();
    while times.len() < 9 && start.elapsed() < Duration::from_millis(300) {
        times.push(prepare()?.times());
    }
    let stage = |of: fn(&crate::pipeline::Times) -> Duration| {
        median(times.iter().map(|t| of(t).as_secs_f64() * 1e3).collect())
    };
    let mut versions = subject.versions(pipeline);
    let (mut strings, mut bytes) = (0, 0);
    let start = Instant::now();
    let watch = Stopwatch::start();
    while strings < most && (strings % 64 != 0 || start.elapsed() < Duration::from_secs(10)) {
        let Some(version) = versions.next_version() else {
            break;
        };
        bytes += black_box(version.text).len();
        strings += 1;
    }
    let seconds = watch.seconds();
    if strings == 0 {
        return None;
    }
    let length = bytes as f64 / strings as f64;
    let (floor, floor_with_set) = floor(length.round() as usize, strings.max(100_000));
    Some(Measured {
        source: latex.to_owned(),
        strings,
        per_second: strings as f64 / seconds,
        length,
        read_ms: stage(|t| t.read),
        saturate_ms: stage(|t| t.saturate),
        compile_ms: stage(|t| t.compile),
        floor,
        floor_with_set,
    })
}

/// Strings of a length a second, when they are only written token by token and hashed, without
/// and with a set of those seen.
fn floor(length: usize, strings: u64) -> (f64, f64) {
    let tokens = [
        "a", "+", "\\frac", "{", "b", "}", "^2", "\\cdot ", "(", "x", ")", " = ",
    ];
    let run = |mut seen: Option<&mut HashSet<u64, std::hash::BuildHasherDefault<Plain>>>| {
        let mut text = String::new();
        let mut number = 0x9e37_79b9_7f4a_7c15_u64;
        let watch = Stopwatch::start();
        for n in 0..strings {
            text.clear();
            number = number.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(n);
            let mut rest = number;
            while text.len() < length {
                text.push_str(tokens[(rest >> 60) as usize % tokens.len()]);
                rest = rest.rotate_left(7).wrapping_mul(0x2545_f491_4f6c_dd1d);
            }
            let hash = mamut_printer::fingerprint(black_box(text.as_bytes()));
            match &mut seen {
                Some(seen) => _ = black_box(seen.insert(hash)),
                None => _ = black_box(hash),
            }
        }
        strings as f64 / watch.seconds()
    };
    (run(None), run(Some(&mut HashSet::default())))
}

/// Hashes are hashes already.
#[derive(Default)]
struct Plain(u64);

impl std::hash::Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }
    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// The head of the table.
pub fn head() -> String {
    format!(
        "{:>10} {:>8} {:>6} {:>8} {:>9} {:>9} {:>10} {:>10}  formula\n",
        "strings/s", "strings", "bytes", "read ms", "saturate", "compile", "floor/s", "with set"
    )
}

/// A line of the table.
pub fn line(m: &Measured) -> String {
    let lined = m.source.replace(char::is_whitespace, " ");
    let mut source: String = lined.chars().take(60).collect();
    if source.len() < m.source.len() {
        source.push('…');
    }
    format!(
        "{:>10.0} {:>8} {:>6.0} {:>8.3} {:>9.3} {:>9.3} {:>10.0} {:>10.0}  {source}\n",
        m.per_second,
        m.strings,
        m.length,
        m.read_ms,
        m.saturate_ms,
        m.compile_ms,
        m.floor,
        m.floor_with_set
    )
}

/// Medians and the worst.
pub fn summary(all: &[Measured]) -> String {
    let of = |value: fn(&Measured) -> f64| median(all.iter().map(value).collect());
    let most = |value: fn(&Measured) -> f64| all.iter().map(value).fold(0.0, f64::max);
    format!(
        "median of {}: {:.0} distinct strings a second and core, {:.0} % of the floor with a set ({:.0}), {:.0} % of the floor without ({:.0})\nsaturation and compilation: median {:.2} ms, worst {:.2} ms\n",
        all.len(),
        of(|m| m.per_second),
        100.0 * of(|m| m.per_second / m.floor_with_set),
        of(|m| m.floor_with_set),
        100.0 * of(|m| m.per_second / m.floor),
        of(|m| m.floor),
        of(|m| m.saturate_ms + m.compile_ms),
        most(|m| m.saturate_ms + m.compile_ms),
    )
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
