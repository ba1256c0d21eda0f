//! Falsified versions: candidates, what became of them, and the rows that are written of them.

pub mod base;
pub mod distance;
pub mod settings;
pub mod stats;
pub mod stream;
pub mod witness;

pub use base::{Base, Candidates};
pub use settings::Settings;
pub use stats::Stats;
