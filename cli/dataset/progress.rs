//! How far the making of a dataset is: on a terminal a bar, otherwise a line now and then.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Without a terminal, a line appears no more often than this.
const SELDOM: Duration = Duration::from_secs(30);

/// Rows so far, out of as many as there may be at most.
pub struct Bar {
    bar: ProgressBar,
    what: String,
    quiet: bool,
    terminal: bool,
    since: Instant,
    /// Rows that were there before.
    found: AtomicU64,
    rows: AtomicU64,
    units: AtomicU64,
    said: Mutex<Instant>,
}

impl Bar {
    /// Begins to measure; `most` rows may come, `what` says of what.
    pub fn new(what: &str, most: u64, quiet: bool) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let target = if quiet || !terminal {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr_with_hz(4)
        };
        let bar = ProgressBar::with_draw_target(Some(most), target);
        let template = "{msg} {wide_bar} {percent}%  {human_pos} rows  {per_sec}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Self {
            bar,
            what: what.to_owned(),
            quiet,
            terminal,
            since: Instant::now(),
            found: AtomicU64::new(0),
            rows: AtomicU64::new(0),
            units: AtomicU64::new(0),
            said: Mutex::new(Instant::now()),
        }
    }

    /// Counts rows that were made now.
    pub fn rows(&self, rows: u64) {
        self.bar.inc(rows);
        let all = self.rows.fetch_add(rows, Ordering::Relaxed) + rows;
        if !self.quiet && !self.terminal && all.is_multiple_of(4096) {
            self.say(all);
        }
    }

    /// Counts rows that were there before.
    pub fn found(&self, rows: u64) {
        self.found.fetch_add(rows, Ordering::Relaxed);
        self.bar.inc(rows);
        self.bar.reset_eta();
    }

    /// Takes rows off those that may come: they will not.
    pub fn fewer(&self, rows: u64) {
        let most = self.bar.length().unwrap_or(0);
        self.bar.set_length(most.saturating_sub(rows));
    }

    /// Counts a unit.
    pub fn unit(&self) {
        self.units.fetch_add(1, Ordering::Relaxed);
    }

    fn say(&self, rows: u64) {
        let Ok(mut said) = self.said.try_lock() else {
            return;
        };
        if said.elapsed() < SELDOM {
            return;
        }
        *said = Instant::now();
        let rate = rows as f64 / self.since.elapsed().as_secs_f64();
        let all = rows + self.found.load(Ordering::Relaxed);
        let left = self.bar.length().unwrap_or(0).saturating_sub(all);
        let left = Duration::from_secs_f64(left as f64 / rate.max(1.0));
        anstream::eprintln!(
            "mamut-rw: {}: {} {}, {} a second, about {} left",
            self.what,
            HumanCount(all),
            noun(all),
            HumanCount(rate as u64),
            HumanDuration(left)
        );
    }

    /// Takes the bar away and says what was done.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
        let rows = self.rows.load(Ordering::Relaxed);
        if self.quiet || rows == 0 {
            return;
        }
        let seconds = self.since.elapsed().as_secs_f64();
        anstream::eprintln!(
            "mamut-rw: {}: {} {} in {seconds:.1} s, {} a second",
            self.what,
            HumanCount(rows),
            noun(rows),
            HumanCount((rows as f64 / seconds) as u64)
        );
    }
}

const fn noun(rows: u64) -> &'static str {
    if rows == 1 { "row" } else { "rows" }
}
