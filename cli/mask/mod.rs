//! Texts prepared for masked language modelling.

pub mod args;
pub mod draw;
pub mod pieces;
pub mod words;

pub use args::Mask;
