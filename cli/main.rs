//! Entry point.

fn main() -> std::process::ExitCode {
    mamut_rw::run().into()
}
