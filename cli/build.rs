//! Rebuilds when a rule file changes: they are part of the binary.

#[expect(
    clippy::print_stdout,
    reason = "this is how a build script speaks to cargo"
)]
fn main() {
    println!("cargo:rerun-if-changed=rules");
}
