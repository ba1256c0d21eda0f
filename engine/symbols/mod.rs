//! Substitution: which names the symbols and bound names of a formula may get, counted exactly.
//!
//! A [`Plan`] enumerates the name assignments of one formula: every one is injective, captures
//! nothing and respects the symbol groups of the rules. [`Plan::draw`] chooses among them as
//! mathematicians do, [`Plan::unrank`] by number.

mod automorphism;
mod beside;
mod build;
mod candidates;
mod count;
mod draw;
mod greek;
mod inventory;
mod plan;
mod plans;
mod rank;
mod resolve;
mod shared;
mod sound;
mod symmetry;
mod texts;
mod unit;

#[cfg(test)]
mod tests;

pub(crate) use beside::spoken_for;
pub(crate) use greek::{command_of, other_shape};
pub use plan::{Names, Plan};
pub use plans::Plans;
pub use resolve::{Resolver, resolve};
pub use sound::begins_with_vowel;
pub use texts::TextNames;
