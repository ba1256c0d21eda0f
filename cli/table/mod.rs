//! Tables of typed rows, in Parquet, JSON Lines and comma-separated values.
//!
//! A [`Schema`] names the columns and their kinds, a row is one [`Value`] a column. A [`Writer`]
//! makes a file that appears when it is complete; a [`Reader`] gives the rows back one by one. Both
//! hold a bounded part of the table, whatever its size.

pub mod assemble;
pub mod cells;
pub mod features;
pub mod json;
pub mod jsonl;
pub mod reader;
pub mod schema;
pub mod shape;
pub mod shred;
pub mod value;
pub mod writer;

pub use reader::Reader;
pub use schema::{Column, Format, Kind, Schema};
pub use value::{Cell, Value};
pub use writer::{Writer, Written};
