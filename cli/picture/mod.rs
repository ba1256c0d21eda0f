//! Pictures of a dataset: what is counted, how it is drawn, and pages of rows to look at.

mod bars;
pub mod census;
pub mod change;
pub mod columns;
pub mod counts;
mod distinct;
mod distribution;
pub mod evidence;
pub mod facts;
pub mod figures;
mod heat_map;
mod histogram;
pub mod mathml;
pub mod page;
mod places;
pub mod rows;
pub mod sample;
pub mod summary;
pub mod svg;
