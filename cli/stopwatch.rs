//! Time spent on a core, so that what else the machine does is not measured.

use std::time::{Duration, Instant};

/// A running measurement of the calling thread.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    core: Option<Duration>,
}

impl Stopwatch {
    /// Starts.
    pub fn start() -> Self {
        Self {
            core: on_core(),
            wall: Instant::now(),
        }
    }

    /// Seconds that this thread ran since the start; seconds that passed where the system does not
    /// tell. Good to some milliseconds.
    pub fn seconds(&self) -> f64 {
        let wall = self.wall.elapsed();
        let core = self
            .core
            .zip(on_core())
            .map(|(start, end)| end.saturating_sub(start));
        core.unwrap_or(wall).as_secs_f64()
    }
}

/// How long the thread has run: on Linux the first field of `schedstat`, in nanoseconds.
fn on_core() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_ascii_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_work() {
        let watch = Stopwatch::start();
        let wall = Instant::now();
        let mut sum = 0_u64;
        while wall.elapsed() < Duration::from_millis(60) {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        let core = watch.seconds();
        assert!(core > 0.0 && core < 10.0, "{core}");
    }
}
