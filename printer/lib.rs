//! Writing of formulas: notations, brackets, joining of tokens, the string grammar.
//!
//! A saturated class and the notations compile to a [`Grammar`], whose strings are all the ways
//! to write every member of the class; forms are counted, drawn by weight or unranked.

mod alternatives;
mod astray;
mod blanks;
pub mod brackets;
mod by_name;
mod compile;
mod count;
mod distinct;
mod draw;
mod edges;
mod grammar;
mod matching;
mod measure;
mod natural;
mod order;
mod pen;
mod permutation;
pub mod roundtrip;
mod scripts;
mod seen;
mod spelling;
mod splice;
mod style;
mod text;
mod tokens;
mod unrank;
mod usual;
mod versions;
mod walk;

pub use compile::{Options, Printer};
pub use draw::Scratch;
pub use grammar::{Grammar, Trace};
pub use pen::{Pen, Version};
pub use seen::{Seen, fingerprint};
pub use text::Part;
pub use tokens::Writer;
pub use unrank::Ranks;
pub use versions::{Check, Choice, Versions};
