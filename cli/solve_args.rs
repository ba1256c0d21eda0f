//! The arguments of `solve`.

use clap::Args;

use crate::args::{Input, Results};

/// `solve`.
#[derive(Args, Debug)]
pub struct Solve {
    #[command(flatten)]
    pub input: Input,
    /// The unknown; otherwise the only symbol, or the only one of the letters x, y, z, t …
    #[arg(long = "for", value_name = "SYMBOL")]
    pub unknown: Option<String>,
    #[command(flatten)]
    pub results: Results,
}
