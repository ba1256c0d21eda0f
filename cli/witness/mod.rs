//! Witnesses of false rows: written under the names of a version, and evaluated again from what is
//! written alone.

mod judge;
mod sketch;

pub use judge::{Checked, Judge};
pub use sketch::Sketch;

/// The key of what the source is at the point.
pub const SOURCE: &str = "source";
/// The key of what the version is there.
pub const TEXT: &str = "text";
/// The key of what the point leaves open besides values: signs, bases, probabilities, families.
pub const POINT: &str = "point";
