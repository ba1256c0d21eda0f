//! Time spent on a core, so that what else the machine does is not measured.

use std::time::{Duration, Instant};

/// The system counts in ticks of some milliseconds, of which this time has enough.
const SHORT: Duration = Duration::from_millis(100);

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

    /// Seconds that this thread ran since the start, good to some milliseconds; seconds that passed
    /// where the system does not tell, and where they are too few to be told apart.
    pub fn seconds(&self) -> f64 {
        let wall = self.wall.elapsed();
        if wall < SHORT {
            return wall.as_secs_f64();
        }
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
        let short = Stopwatch::start();
        let mut work = |time: Duration| {
            while wall.elapsed() < time {
                sum = std::hint::black_box(sum.wrapping_add(1));
            }
        };
        work(Duration::from_millis(2));
        assert!(short.seconds() >= 0.001);
        work(SHORT * 2);
        let core = watch.seconds();
        assert!(core > 0.0 && core < 10.0, "{core}");
    }
}
