//! `rules explain-error`: a page for each id of a complaint.

use anyhow::Result;
use include_dir::{Dir, include_dir};
use mamut_engine::diagnostic::nearest;

use crate::Outcome;
use crate::output::Output;

static PAGES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/cli/errors");

/// The pages by id: what a complaint means, an example, how to repair it.
pub fn pages() -> Vec<(&'static str, &'static str)> {
    let files = PAGES.files();
    let mut pages: Vec<_> = files
        .filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?)))
        .collect();
    pages.sort_unstable();
    pages
}

/// Writes a page, or the ids of all with their titles.
///
/// # Errors
/// When stdout cannot be written.
pub fn run(id: Option<&str>) -> Result<Outcome> {
    let pages = pages();
    let mut output = Output::new(None)?;
    let Some(id) = id else {
        let width = pages.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
        for (id, text) in &pages {
            let title = text.lines().find(|l| !l.starts_with('#') && !l.is_empty());
            let line = format!("{id:<width$}  {}\n", title.unwrap_or_default());
            output.write(line.as_bytes())?;
        }
        output.finish()?;
        return Ok(Outcome::Done);
    };
    match pages.iter().find(|(known, _)| *known == id) {
        Some((_, text)) => {
            output.write(text.as_bytes())?;
            output.finish()?;
            Ok(Outcome::Done)
        }
        None => {
            let near = nearest(id, pages.iter().map(|(id, _)| *id));
            let help = near.map_or_else(
                || "; `mamut-rw rules explain-error` lists them".to_owned(),
                |near| format!("; did you mean `{near}`?"),
            );
            anstream::eprintln!("mamut-rw: no complaint has the id `{id}`{help}");
            Ok(Outcome::Findings)
        }
    }
}
