//! Entry point.

/// Rows are many short strings: this allocator makes and frees them faster than the system's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    mamut_rw::run().into()
}
