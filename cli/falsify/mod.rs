//! Falsified versions: candidates, what became of them, and the rows that are written of them.

pub mod account;
mod alike;
pub mod base;
pub mod candidates;
mod claims;
pub mod distance;
mod existing;
mod functions;
mod laws;
mod lines;
mod means;
mod memory;
pub mod neighbours;
mod pace;
mod prose;
pub mod quota;
mod ranges;
mod roles;
mod sentence;
pub mod settings;
pub mod source;
pub mod stats;
mod stock;
pub mod stream;
mod structures;
mod supply;
pub mod theorem;
mod trial;
mod values;

pub use base::Base;
pub use neighbours::{Known, Neighbours};
pub use settings::Settings;
pub use stats::Stats;
pub use stream::{False, Stream};
pub use supply::Supply;
