//! The progress line: on stderr, on a terminal, after a second.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Rows and formulas so far.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    since: Instant,
    shown: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self::new(true)
    }
}

impl Progress {
    /// A progress line; none when `quiet` or when stderr is not a terminal.
    pub fn new(quiet: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Self {
            bar: wanted.then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())),
            since: Instant::now(),
            shown: false,
        }
    }

    /// Says how far it is.
    pub fn tell(&mut self, formulas: u64, rows: u64) {
        let Some(bar) = &self.bar else { return };
        if !self.shown && self.since.elapsed() > Duration::from_secs(1) {
            self.shown = true;
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}  {elapsed}  {per_sec}")
            {
                bar.set_style(style);
            }
        }
        if self.shown {
            bar.set_position(rows);
            bar.set_message(format!("{formulas} formulas, {rows} rows"));
        }
    }

    /// Runs something that writes to stderr without the line in its way.
    pub fn aside(&self, write: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the line away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
