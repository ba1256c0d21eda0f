//! Datasets in the layouts that training and retrieval tools read.

pub mod args;
pub mod examples;
pub mod mixture;
pub mod negatives;
pub mod retrieval;
pub mod scratch;
pub mod target;
pub mod training;

pub use examples::{Example, Roles};
