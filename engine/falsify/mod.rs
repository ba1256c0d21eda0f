//! Falsification: look-alikes of a statement, made by rewrites that are not sound, each applied once.
//!
//! A rule is matched at every place of the term itself, not in an e-graph: what it changes is one
//! place of what was written. Whether the result is false is another question, which
//! [`crate::truth::Refuter`] answers.

mod apply;
mod draw;
mod fill;
mod guard;
mod indices;
mod kind;
mod manner;
mod matching;
mod parallel;
mod places;
mod rule;

pub(crate) use apply::{Edit, Fill, apply, result};
pub use draw::{Falsified, Falsifier, Much, Part, keeps_signs};
pub(crate) use matching::{Bound, Match, matches};
pub(crate) use places::at;
pub use rule::{Falsification, Guard, HeadShape, Hole, Place, Shape, Site, Strategy};
