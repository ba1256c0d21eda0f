//! Any text is its segments, and versions keep its prose.
#![no_main]

#[path = "../properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|input: &str| {
    let _ = properties::text(input);
});
