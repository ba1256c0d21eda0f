//! Any string is read, and all places lie in it.
#![no_main]

#[path = "../properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|input: &str| properties::read(input));
