//! Where results go: stdout, or a file that appears when it is complete.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// A place for results.
#[derive(Debug)]
pub struct Output {
    writer: Writer,
}

#[derive(Debug)]
enum Writer {
    Stdout(BufWriter<io::Stdout>),
    /// What is no regular file.
    Special {
        writer: BufWriter<File>,
        path: PathBuf,
    },
    File {
        writer: BufWriter<File>,
        temporary: PathBuf,
        path: PathBuf,
    },
}

impl Output {
    /// Stdout, or a temporary file next to the one asked for.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn new(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self {
                writer: Writer::Stdout(BufWriter::new(io::stdout())),
            });
        };
        // A device or a pipe is written to; what a link points at is replaced, not the link.
        if path
            .metadata()
            .is_ok_and(|found| !found.is_file() && !found.is_dir())
        {
            let file = OpenOptions::new().write(true).open(path);
            let file = file.with_context(|| format!("cannot write {}", path.display()))?;
            return Ok(Self {
                writer: Writer::Special {
                    writer: BufWriter::new(file),
                    path: path.to_owned(),
                },
            });
        }
        let path = &*match path.is_symlink() {
            true => path.canonicalize().unwrap_or_else(|_| path.to_owned()),
            false => path.to_owned(),
        };
        let mut name = path
            .file_name()
            .with_context(|| format!("{} is not a file name", path.display()))?
            .to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let temporary = path.with_file_name(name);
        let file = File::create(&temporary).with_context(|| {
            let directory = path.parent().filter(|d| !d.as_os_str().is_empty());
            match directory.filter(|d| !d.is_dir()) {
                Some(none) => format!(
                    "cannot write {}: there is no directory {}",
                    path.display(),
                    none.display()
                ),
                None => format!("cannot write {}", path.display()),
            }
        })?;
        Ok(Self {
            writer: Writer::File {
                writer: BufWriter::new(file),
                temporary,
                path: path.to_owned(),
            },
        })
    }

    /// Writes all bytes; a reader that has gone away is [`io::ErrorKind::BrokenPipe`].
    ///
    /// # Errors
    /// As the system reports them.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.writer {
            Writer::Stdout(writer) => writer.write_all(bytes),
            Writer::Special { writer, .. } => writer.write_all(bytes),
            Writer::File { writer, .. } => writer.write_all(bytes),
        }
    }

    /// Sends on what is held back, so that a reader sees rows as they come.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Writer::Stdout(writer) => writer.flush(),
            Writer::Special { writer, .. } => writer.flush(),
            Writer::File { .. } => Ok(()),
        }
    }

    /// Writes the rest; a file gets its name now.
    ///
    /// # Errors
    /// When it cannot be written or renamed.
    pub fn finish(mut self) -> Result<()> {
        match &mut self.writer {
            Writer::Stdout(writer) => writer.flush()?,
            Writer::Special { writer, path } => writer
                .flush()
                .with_context(|| format!("cannot write {}", path.display()))?,
            Writer::File {
                writer,
                temporary,
                path,
            } => {
                writer
                    .flush()
                    .and_then(|()| writer.get_ref().sync_all())
                    .with_context(|| format!("cannot write {}", path.display()))?;
                std::fs::rename(&*temporary, &*path)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                temporary.clear();
            }
        }
        Ok(())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Writer::File { temporary, .. } = &self.writer
            && !temporary.as_os_str().is_empty()
        {
            // What is half written is of no use; when it cannot be removed, nothing is lost.
            let _ = std::fs::remove_file(temporary);
        }
    }
}

/// Whether an error says that the reader of stdout has gone away.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |e: &io::Error| e.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// Writes pieces, with what a JSON array needs around and between them.
#[derive(Debug)]
pub struct Rows {
    output: Output,
    json: bool,
    flushed: Option<Instant>,
    pieces: u64,
}

impl Rows {
    /// Rows for an output; one JSON array of them when `json`.
    pub fn new(output: Output, json: bool) -> Self {
        Self {
            output,
            json,
            flushed: None,
            pieces: 0,
        }
    }

    /// Closes the output.
    ///
    /// # Errors
    /// When it cannot be written or renamed.
    pub fn finish(self) -> Result<()> {
        self.output.finish()
    }

    /// Writes what stands before the rows.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn begin(&mut self) -> Result<()> {
        if self.json {
            self.output.write(b"[\n")?;
        }
        Ok(())
    }

    /// Writes one or more rows.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn piece(&mut self, bytes: &[u8]) -> Result<()> {
        if self.json && self.pieces > 0 {
            self.output.write(b",\n")?;
        }
        self.pieces += 1;
        self.output.write(bytes)?;
        if self
            .flushed
            .is_none_or(|last| last.elapsed() > Duration::from_millis(100))
        {
            self.output.flush()?;
            self.flushed = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes what stands after the rows.
    ///
    /// # Errors
    /// As the system reports them.
    pub fn end(&mut self) -> Result<()> {
        if self.json {
            self.output.write(b"\n]\n")?;
        }
        Ok(self.output.flush()?)
    }
}
