//! Rebuilds when a rule file changes: they are part of the binary.

fn main() {
    println!("cargo:rerun-if-changed=rules");
    println!("cargo:rerun-if-changed=cli/errors");
}
