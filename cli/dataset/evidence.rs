//! Fingerprints of all rows of a dataset, on disk: which agree that must not.
//!
//! The memory is that of the largest of 256 files, about 1/256 of all fingerprints. A fingerprint
//! has 64 bits, so that among n different strings some two agree by chance with a probability of
//! n²/2⁶⁵: 1 in 60,000 for 24 million. What agrees is only suspected.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Read, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Result, anyhow};

/// What is said of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// It is in a split, whatever its symbols are called.
    Form,
    /// It has a label, beside an identity or another string.
    Label,
    /// It has a label beside a name.
    Name,
    /// It is there.
    Row,
}

/// A string of which something is said, as a fingerprint.
pub type Subject = (What, u64);

/// Files of fingerprints; removed in the end.
pub struct Evidence {
    directory: PathBuf,
    files: Vec<Mutex<BufWriter<File>>>,
}

/// What is said of how many strings, and which of them something else is said of as well.
#[derive(Debug, Default)]
pub struct Suspicion {
    /// How many different strings, by what is said of them.
    pub of: [u64; 4],
    /// Strings of which several things are said.
    pub contradictory: BTreeSet<Subject>,
    /// Strings of which something is said more than once.
    pub repeated: BTreeSet<Subject>,
}

const FILES: usize = 256;
/// The bytes of an entry: fingerprint, what is said, and which of it.
const ENTRY: usize = 10;
/// At most so many suspicions are kept.
const MOST: usize = 10_000;

/// Entries of one thread on their way to the files.
pub struct Notes<'e> {
    evidence: &'e Evidence,
    held: Vec<Vec<u8>>,
}

impl Evidence {
    /// Makes the files in the system's directory for temporary files.
    ///
    /// # Errors
    /// When they cannot be made.
    pub fn create() -> Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("mamut-rw-{}-{number}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let place = || format!("cannot write {}", directory.display());
        fs::create_dir_all(&directory).with_context(place)?;
        let file = |at: usize| {
            let file = File::create(directory.join(format!("{at:02x}"))).with_context(place)?;
            Ok(Mutex::new(BufWriter::new(file)))
        };
        let files = (0..FILES).map(file).collect::<Result<_>>()?;
        Ok(Self { directory, files })
    }

    /// Begins the notes of a thread.
    pub fn notes(&self) -> Notes<'_> {
        Notes {
            evidence: self,
            held: vec![Vec::new(); FILES],
        }
    }

    /// Compares all entries.
    ///
    /// # Errors
    /// When they cannot be written or read.
    pub fn suspicion(self) -> Result<Suspicion> {
        let mut found = Suspicion::default();
        for (at, file) in self.files.iter().enumerate() {
            let path = self.directory.join(format!("{at:02x}"));
            let place = || format!("cannot read {}", path.display());
            let mut file = file.lock().map_err(|_| anyhow!("a thread failed"))?;
            file.flush().with_context(place)?;
            let mut bytes = Vec::new();
            File::open(&path)
                .with_context(place)?
                .read_to_end(&mut bytes)
                .with_context(place)?;
            let entries = bytes.as_chunks::<ENTRY>().0;
            let mut entries: Vec<[u8; ENTRY]> = entries.to_vec();
            entries.sort_unstable();
            for same in entries.chunk_by(|a, b| a[..ENTRY - 1] == b[..ENTRY - 1]) {
                let mut hash = [0; 8];
                hash.copy_from_slice(&same[0][..8]);
                let what =
                    [What::Form, What::Label, What::Name, What::Row][usize::from(same[0][8])];
                let subject = (what, u64::from_be_bytes(hash));
                found.of[what as usize] += 1;
                let keep = |into: &mut BTreeSet<Subject>| {
                    if into.len() < MOST {
                        into.insert(subject);
                    }
                };
                if same
                    .iter()
                    .any(|entry| entry[ENTRY - 1] != same[0][ENTRY - 1])
                {
                    keep(&mut found.contradictory);
                }
                if what == What::Row && same.len() > 1 {
                    keep(&mut found.repeated);
                }
            }
        }
        Ok(found)
    }
}

impl Drop for Evidence {
    fn drop(&mut self) {
        self.files.clear();
        // It is the system's directory for what may be lost.
        let _ = fs::remove_dir_all(&self.directory);
    }
}

impl Notes<'_> {
    /// Notes that something is said of a string: `which` of it.
    ///
    /// # Errors
    /// When there is no room.
    pub fn push(&mut self, (what, hash): Subject, which: u8) -> Result<()> {
        let at = (hash >> 56) as usize;
        let held = &mut self.held[at];
        held.extend_from_slice(&hash.to_be_bytes());
        held.extend([what as u8, which]);
        if held.len() >= 1024 * ENTRY {
            return self.flush(at);
        }
        Ok(())
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// When there is no room.
    pub fn finish(mut self) -> Result<()> {
        (0..FILES).try_for_each(|at| self.flush(at))
    }

    fn flush(&mut self, at: usize) -> Result<()> {
        let mut file = self.evidence.files[at]
            .lock()
            .map_err(|_| anyhow!("a thread failed"))?;
        file.write_all(&self.held[at])
            .with_context(|| format!("cannot write to {}", self.evidence.directory.display()))?;
        self.held[at].clear();
        Ok(())
    }
}
