//! Ctrl-C: the rows at hand are finished, then everything stops.

use std::sync::atomic::{AtomicBool, Ordering};

static ASKED: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C; the second one ends the process at once.
pub fn listen() {
    // Without a handler Ctrl-C ends the process, which is no worse.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Whether to stop.
pub fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
