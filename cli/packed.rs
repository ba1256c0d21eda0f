//! Files that may be compressed: their bytes, and the name that they have without compression.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Result;

/// The bytes of an open file; `.gz` and `.zst` are unpacked.
///
/// # Errors
/// As the system reports them; damaged files fail when they are read.
pub fn unpacked(path: &Path, file: File) -> Result<Box<dyn BufRead + Send>> {
    let packed = BufReader::new(file);
    Ok(match extension(path) {
        Some("gz") => Box::new(BufReader::new(flate2::bufread::MultiGzDecoder::new(packed))),
        Some("zst") => Box::new(BufReader::new(zstd::Decoder::with_buffer(packed)?)),
        _ => Box::new(packed),
    })
}

/// The name of a file without `.gz` or `.zst` behind it.
pub fn plain(path: &Path) -> &Path {
    match (extension(path), path.file_stem()) {
        (Some("gz" | "zst"), Some(stem)) => Path::new(stem),
        _ => path,
    }
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|e| e.to_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compression_is_no_part_of_a_name() {
        for (name, wanted) in [
            ("d/a.csv.gz", "a.csv"),
            ("a.jsonl.zst", "a.jsonl"),
            ("d/a.csv", "d/a.csv"),
            ("a", "a"),
        ] {
            assert_eq!(plain(Path::new(name)), Path::new(wanted));
        }
    }
}
