//! Whatever is read can be written, and what is written can be read.
#![no_main]

#[path = "../properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|input: &str| {
    let _ = properties::print_then_read(input);
});
