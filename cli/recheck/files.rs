//! Files of rows, each row as a line of JSON.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::packed::{plain, unpacked};
use crate::table::{Reader, jsonl};

/// The rows of a file, one by one.
pub type Lines = Box<dyn Iterator<Item = Result<String>> + Send>;

/// The rows of a file of JSON Lines or of Parquet; `-` is stdin.
///
/// # Errors
/// When it cannot be opened, or is something else; later, when it cannot be read.
pub fn rows(path: &Path) -> Result<Lines> {
    if path.as_os_str() == "-" {
        return Ok(lines("<stdin>", BufReader::new(std::io::stdin())));
    }
    if path.is_dir() {
        bail!("{} is a directory: name the files in it", path.display());
    }
    match plain(path).extension().and_then(|e| e.to_str()) {
        Some("parquet") => return table(path),
        Some("csv" | "tsv" | "tab") => {
            bail!(
                "{}: rows are read from JSON Lines and Parquet",
                path.display()
            )
        }
        _ => {}
    }
    let cannot = || format!("cannot open {}", path.display());
    let file = File::open(path).with_context(cannot)?;
    let mut reader = unpacked(path, file).with_context(cannot)?;
    let begin = reader.fill_buf().with_context(cannot)?.trim_ascii_start();
    if begin.first().is_some_and(|first| *first != b'{') {
        bail!(
            "{}:1: no JSON object: rows are what `generate` and `falsify` write with \
             `--format jsonl`",
            path.display()
        );
    }
    Ok(lines(&path.display().to_string(), reader))
}

fn lines(name: &str, reader: impl BufRead + Send + 'static) -> Lines {
    let name = name.to_owned();
    let numbered = reader.lines().zip(1..);
    Box::new(
        numbered.map(move |(line, n): (_, u64)| {
            line.with_context(|| format!("cannot read {name}:{n}"))
        }),
    )
}

fn table(path: &Path) -> Result<Lines> {
    let reader = Reader::open(path)?;
    let columns = reader.schema().columns.clone();
    Ok(Box::new(reader.map(move |row| {
        let mut line = Vec::new();
        jsonl::write(&columns, &row?, &mut line)?;
        Ok(String::from_utf8(line)?)
    })))
}
