//! Texts: what they are taken apart into, what is known of their symbols, and that versions touch
//! nothing but formulas.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cases;
mod garbled;
mod kept;
mod versions;

use std::sync::OnceLock;

use mamut_engine::latex::Reader;
use mamut_engine::rules::RuleSet;
use mamut_engine::text::{self, Document};
use mamut_rw::args::Search;
use mamut_rw::pipeline::Pipeline;
use mamut_rw::rules;

fn built_in() -> &'static RuleSet {
    static RULES: OnceLock<RuleSet> = OnceLock::new();
    RULES.get_or_init(|| rules::load::<&str>(&[]).unwrap().rules)
}

fn pipeline() -> Pipeline<'static> {
    let search = Search::default();
    Pipeline::new(built_in(), &search)
}

fn read(source: &str) -> Document {
    text::read(source, &Reader::new(built_in()), built_in())
}
