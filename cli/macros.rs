//! Files of user macros.

use anyhow::{Context, Result};
use mamut_engine::latex::Macros;

use crate::args;
use crate::diagnostics;
use crate::input::Place;

/// The macros of all files that the arguments name, and whether some definitions are of no use,
/// which has been said.
///
/// # Errors
/// When a file cannot be read.
pub fn load(input: &args::Input) -> Result<(Macros, bool)> {
    let mut macros = Macros::default();
    let mut faulty = false;
    for path in &input.macros {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let complaints = macros.collect(&text);
        let place = Place {
            file: name,
            line: 1,
            text,
            start: 0,
        };
        for complaint in &complaints {
            anstream::eprintln!("{}", diagnostics::of_formula(complaint, &place));
        }
        faulty |= !complaints.is_empty();
    }
    Ok((macros, faulty))
}
