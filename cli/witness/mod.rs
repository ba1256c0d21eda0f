//! Witnesses of false rows: written under the names of a version, and evaluated again from what is
//! written alone.

mod judge;
mod sketch;

pub use judge::{Checked, Judge, at_witness};
pub use sketch::Sketch;

/// The key of what the source is at the point.
pub const SOURCE: &str = "source";
/// The key of what the version is there.
pub const TEXT: &str = "text";
/// The key of what the point leaves open besides values: signs, bases, probabilities, families.
pub const POINT: &str = "point";

/// Whether a key of a witness is a symbol of the version.
pub fn is_symbol(key: &str) -> bool {
    let of_source = key
        .strip_prefix(SOURCE)
        .is_some_and(|rest| rest.starts_with(' '));
    !of_source && ![SOURCE, TEXT, POINT].contains(&key)
}
