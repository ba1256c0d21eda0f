//! The formula index of ARQMath: tab-separated files whose columns differ by version and are found
//! by name.

use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, bail};
use mamut_engine::diagnostic::{Diagnostic, nearest};
use mamut_engine::text;

use super::files::{Named, broken, files};
use super::{Entry, Found, Records};
use crate::csv;
use crate::packed::unpacked;

/// The columns of all versions that are read.
struct Columns {
    id: usize,
    post: usize,
    thread: Option<usize>,
    formula: usize,
    width: usize,
}

/// The formulas of a file or of all `.tsv` files of a directory.
///
/// # Errors
/// When there is nothing at that path; later, when a file has other columns.
pub(super) fn records(path: &Path) -> Result<Records> {
    let rows = files(path, &["tsv"])?.flat_map(|file| match file.and_then(open) {
        Ok(rows) => rows,
        Err(error) => Box::new(std::iter::once(Err(error))),
    });
    Ok(Box::new(rows))
}

fn open(file: Named) -> Result<Records> {
    let name = file.path.display().to_string();
    let cannot = |name: &str| format!("cannot read {name}");
    let reader = File::open(&file.path).with_context(|| format!("cannot open {name}"))?;
    let mut rows = csv::Records::new(unpacked(&file.path, reader)?, b'\t');
    let Some(head) = rows.next_record().with_context(|| cannot(&name))? else {
        return Ok(Box::new(std::iter::empty()));
    };
    let names: Vec<&str> = head.fields.iter().map(|f| f.trim()).collect();
    let columns = columns(&names).with_context(|| format!("{name}:1"))?;
    Ok(Box::new(std::iter::from_fn(move || {
        match rows.next_record() {
            Ok(row) => Some(Ok(formula(&columns, row?, &file, &name))),
            Err(error) => Some(Err(error).with_context(|| cannot(&name))),
        }
    })))
}

fn columns(names: &[&str]) -> Result<Columns> {
    let place = |wanted: &str| names.iter().position(|name| *name == wanted);
    let need = |wanted: &str| match place(wanted) {
        Some(at) => Ok(at),
        None => {
            let near = nearest(wanted, names.iter().copied());
            let near = near.map_or_else(String::new, |n| format!("; did you mean `{n}`?"));
            bail!(
                "there is no column `{wanted}` in the formula index; there are {}{near}",
                names.join(", ")
            )
        }
    };
    Ok(Columns {
        id: need("id")?,
        post: need("post_id")?,
        thread: place("thread_id"),
        formula: need("formula")?,
        width: names.len(),
    })
}

fn formula(columns: &Columns, mut row: csv::Record, file: &Named, name: &str) -> Found {
    let fault = row.fault.map_or("bad-csv", csv::Fault::id);
    let said = if let Some(fault) = row.fault {
        Some(fault.said().to_owned())
    } else if row.fields.len() != columns.width {
        let (found, width) = (row.fields.len(), columns.width);
        Some(format!("this record has {found} instead of {width} fields"))
    } else if row.fields[columns.formula]
        .trim_start()
        .starts_with("<math")
    {
        Some("this formula is MathML; the folder with LaTeX is `latex_representation`".to_owned())
    } else {
        None
    };
    if let Some(said) = said {
        let complaint = Diagnostic::error(fault, said, 0..0, "left out");
        return broken(&file.path, row.line, complaint);
    }
    let mut take = |at: usize| std::mem::take(&mut row.fields[at]);
    let (key, post, formula) = (take(columns.id), take(columns.post), take(columns.formula));
    Found::Entry(Entry {
        group: columns.thread.map_or(post, take),
        key,
        text: text::decoded(formula.trim()),
        is_formula: true,
        file: name.to_owned(),
        line: row.line,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name_in_all_versions() {
        let check = |head: &str, wanted: Option<[usize; 3]>| {
            let names: Vec<&str> = head.split(' ').collect();
            let found = columns(&names).ok().map(|c| [c.id, c.post, c.formula]);
            assert_eq!(found, wanted, "{head}");
        };
        check(
            "id post_id thread_id type visual_id formula",
            Some([0, 1, 5]),
        );
        check(
            "id post_id thread_id type comment_id old_visual_id visual_id issue formula",
            Some([0, 1, 8]),
        );
        check("id post_id latex", None);
    }
}
