//! From texts to versions: all formulas of a text in one grammar, under one plan of names.

mod build;
mod guard;

use std::collections::BTreeSet;
use std::time::Instant;

use mamut_engine::choice::Key;
use mamut_engine::diagnostic::Diagnostic;
use mamut_engine::forest::Forest;
use mamut_engine::symbols::{Names, Plan};
use mamut_engine::text::{self, Document, Manner};
use mamut_printer::{Choice, Grammar, Pen, Versions};

use crate::memo::Memo;
use crate::pipeline::{LARGEST, Pipeline, Times};
use build::{Built, free_names};

/// As many versions of a text are looked at formula by formula, and as many, the first that are given
/// away, are read back as a whole; when one of these is misread, all that are given away are.
const PROBES: u32 = 18;

/// How often formulas that read as something else are written more plainly before they are kept.
const ROUNDS: usize = 4;

/// At most this many versions are listed to be counted, out of as many ranks.
const LISTED: u64 = 100_000;

/// A text with all that generating needs.
pub struct Prepared {
    /// As it was read.
    pub document: Document,
    /// All formulas.
    pub forest: Forest,
    /// What each formula may be written as, by number; none where it is kept or only renamed.
    pub forests: Vec<Option<Forest>>,
    /// All ways to write the text.
    pub grammar: Grammar,
    /// All ways to name its symbols.
    pub plan: Plan,
    /// Some versions are misread, so that each one must be looked at.
    pub doubtful: bool,
    /// What happened on the way.
    pub notes: Vec<Diagnostic>,
    /// How long reading, saturating and compiling took.
    pub times: Times,
}

impl<'r> Pipeline<'r> {
    /// Reads, saturates and compiles a text; gives it back as read when no formula is in it.
    ///
    /// # Errors
    /// The text with its complaints.
    pub fn prepare_text(&self, source: &str) -> Result<Prepared, Box<Document>> {
        self.prepare_text_with(source, PROBES, &Memo::default())
    }

    /// The same for one of many texts that are alike: so many versions are read back, and formulas
    /// that a memo knows are not saturated again.
    ///
    /// # Errors
    /// The text with its complaints.
    pub fn prepare_text_with(
        &self,
        source: &str,
        probes: u32,
        memo: &Memo,
    ) -> Result<Prepared, Box<Document>> {
        let start = Instant::now();
        let mut document = self.read_text(source);
        if document.passages.is_empty() {
            return Err(Box::new(document));
        }
        let read = start.elapsed();
        let built = self.writable(&mut document, start, probes, memo);
        Ok(Prepared {
            document,
            forest: built.forest,
            forests: built.forests,
            grammar: built.grammar,
            plan: built.plan,
            doubtful: built.doubtful,
            notes: built.notes,
            times: Times {
                read,
                saturate: built.saturated.saturating_sub(read),
                compile: start.elapsed().saturating_sub(built.saturated),
            },
        })
    }

    /// A text in the usual notation, with the names of the source.
    pub fn plain_text(&self, document: &Document) -> String {
        let mut document = document.clone();
        let built = self.writable(&mut document, Instant::now(), 0, &Memo::default());
        if built.grammar.is_empty() {
            return document.source;
        }
        let mut pen = Pen::new(&built.grammar, built.plan.source_names(), false);
        pen.usual(&built.grammar);
        pen.text().to_owned()
    }

    /// Puts a text together, of all its forms; of those it was read in when there are no `probes`.
    /// Formulas that no notation writes are kept as they stand; formulas that read as something
    /// else are written as they were read, or kept.
    fn writable(&self, document: &mut Document, start: Instant, probes: u32, memo: &Memo) -> Built {
        let all = probes > 0;
        let mut plain = BTreeSet::new();
        let mut rounds = 0;
        for at in 0..document.passages.len() {
            if all && document.passages[at].term.size() > LARGEST {
                let said = "this formula is too large to be varied";
                keep(document, at, ("too-large", said));
            }
        }
        loop {
            let built = self.build(document, start, all.then_some(&plain), memo);
            for at in &built.unwritable {
                let said = ("no-notation", "no notation writes this formula");
                keep(document, *at, said);
            }
            if !built.unwritable.is_empty() {
                continue;
            }
            let (misread, doubtful) = if all {
                self.misread(document, &built, probes)
            } else {
                (BTreeSet::new(), false)
            };
            if misread.is_empty() {
                return Built { doubtful, ..built };
            }
            for at in misread {
                if rounds >= ROUNDS || !plain.insert(at) {
                    let said = "what is written of this formula reads as something else";
                    keep(document, at, ("reads-otherwise", said));
                }
            }
            rounds += 1;
        }
    }

    /// Reads a text.
    pub fn read_text(&self, source: &str) -> Document {
        text::read(source, &self.reader, self.rules)
    }

    /// The distinct versions of a text; the same for the same source, rules and settings.
    pub fn text_versions<'p>(&'p self, prepared: &'p Prepared) -> Versions<'p> {
        let versions = self.stream(&prepared.grammar, &prepared.plan, &prepared.document.source);
        self.text_checked(versions, prepared).with_forms(self.trace)
    }

    /// The versions of a text, right or wrong.
    fn stream<'p>(&self, grammar: &'p Grammar, plan: &'p Plan, source: &'p str) -> Versions<'p> {
        let key = Key::seed(self.seed).named(source);
        let renamed = self.substitute.then_some(plan);
        Versions::new(grammar, renamed, plan.source_names(), key, self.choice).unlike(source)
    }

    /// Leaves out versions that are misread.
    fn text_checked<'p>(&'p self, versions: Versions<'p>, prepared: &'p Prepared) -> Versions<'p> {
        let Prepared {
            document, forests, ..
        } = prepared;
        let check =
            |text: &str, names: &Names| self.astray(document, forests, text, names).is_empty();
        if prepared.doubtful {
            versions.checked(u64::MAX, Box::new(check))
        } else {
            versions
        }
    }

    /// How many versions of a text there are, when that are few enough to be listed.
    pub fn count_text(&self, prepared: &Prepared) -> Option<u64> {
        let plan = self.substitute.then_some(&prepared.plan);
        let names = prepared.plan.source_names();
        let key = Key::seed(0);
        let listed = Versions::new(&prepared.grammar, plan, names, key, Choice::All);
        let mut versions = self.text_checked(listed, prepared);
        let ranks = versions
            .ranks()
            .filter(|ranks| *ranks <= u128::from(LISTED))?;
        let mut listed = 0;
        while listed <= ranks && versions.next_version().is_some() {
            listed += 1;
        }
        u64::try_from(listed).ok()
    }
}

/// Keeps a formula as it stands, for a reason: its id and what it says; of one of several lines the letters
/// still change.
fn keep(document: &mut Document, at: usize, (id, said): (&'static str, &str)) {
    if let Manner::Sides(_, letters) = &mut document.passages[at].manner {
        document.passages[at].manner = Manner::Letters(std::mem::take(letters));
        return;
    }
    let names: Vec<String> = {
        let passage = &document.passages[at];
        let free = free_names(passage, document);
        let bound = passage.slot_names.iter().map(|(_, name)| name.clone());
        free.into_iter().map(str::to_owned).chain(bound).collect()
    };
    document.taken.extend(names);
    let passage = &mut document.passages[at];
    passage.manner = Manner::Kept;
    document.complaints.push(Diagnostic::warning(
        id,
        said,
        passage.span.clone(),
        "kept as it stands",
    ));
}
