//! Datasets: their making in units of work, their directories, what proves them.

pub mod alpha;
pub mod args;
pub mod balance;
pub mod bench;
pub mod card;
pub mod check;
pub mod claims;
pub mod columns;
pub mod content;
pub mod croissant;
pub mod directory;
pub mod entries;
pub mod evidence;
pub mod formulas;
pub mod gather;
pub mod groups;
pub mod identities;
pub mod job;
pub mod lane;
pub mod manifest;
pub mod merge;
pub mod mf;
pub mod mfr;
mod mixed;
pub mod nmf;
pub mod part;
pub mod progress;
mod sorting;
pub mod split;
pub mod stated;
pub mod units;
pub mod variants;

pub use directory::Directory;
pub use manifest::{Config, Manifest, Shard, Split};
