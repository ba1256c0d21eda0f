//! What is said of formulas and rows, on the way and at the end.

use std::collections::BTreeMap;

use mamut_engine::diagnostic::{Diagnostic, Severity};

use crate::args::Global;
use crate::input::{BROKEN, Place};
use crate::progress::Progress;
use crate::{Outcome, diagnostics};

/// Complaints beyond these are counted only, unless asked to talk.
const SHOWN: u64 = 20;

/// Counts of formulas, rows and complaints.
#[derive(Debug)]
pub struct Tally {
    global: Global,
    progress: Progress,
    formulas: u64,
    rows: u64,
    shown: u64,
    warnings: u64,
    skipped: BTreeMap<String, u64>,
    /// Whether some row of the input holds no formula.
    broken: bool,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(global: &Global) -> Self {
        Self {
            global: global.clone(),
            progress: Progress::new(global.quiet > 0),
            formulas: 0,
            rows: 0,
            shown: 0,
            warnings: 0,
            skipped: BTreeMap::new(),
            broken: false,
        }
    }

    /// Counts rows.
    pub fn rows(&mut self, rows: u64) {
        self.rows += rows;
        self.tell();
    }

    /// Takes the progress line away.
    pub fn finish(&self) {
        self.progress.finish();
    }

    fn tell(&mut self) {
        self.progress.tell(self.formulas, self.rows);
    }

    /// Counts a formula and shows what there is to say of it.
    pub fn formula(
        &mut self,
        place: &Place,
        complaints: &[Diagnostic],
        refused: Option<String>,
        remark: Option<String>,
    ) {
        self.formulas += 1;
        self.tell();
        let talk = self.global.verbose > 0;
        for complaint in complaints {
            self.broken |= BROKEN.contains(&complaint.id);
            let warning = complaint.severity == Severity::Warning;
            self.warnings += u64::from(warning);
            let wanted = if warning {
                talk
            } else {
                talk || self.shown < SHOWN
            };
            if wanted && self.global.quiet < 2 {
                self.shown += 1;
                let drawn = diagnostics::of_formula(complaint, place);
                self.progress.aside(|| anstream::eprintln!("{drawn}"));
            }
        }
        if let Some(remark) = remark {
            self.progress
                .aside(|| anstream::eprintln!("{}: {remark}", place.line));
        }
        if let Some(reason) = refused {
            *self.skipped.entry(reason).or_default() += 1;
        }
    }

    /// Says what was skipped and why, and what the exit code is to be.
    pub fn outcome(&self, strict: bool) -> Outcome {
        let skipped: u64 = self.skipped.values().sum();
        if self.global.quiet < 2 {
            if self.formulas == 0 {
                anstream::eprintln!("mamut-rw: there is no formula in the input");
            }
            if let Some(said) = diagnostics::skipped(&self.skipped, self.formulas) {
                anstream::eprintln!("mamut-rw: {said}");
            }
            if self.warnings > 0 && self.global.verbose == 0 && self.global.quiet == 0 {
                let warnings = diagnostics::count(self.warnings as usize, "warning");
                anstream::eprintln!("mamut-rw: {warnings} (-v shows them)");
            }
        }
        if self.formulas > 0 && skipped == self.formulas {
            Outcome::Unusable
        } else if self.rows == 0 || self.broken || (strict && skipped > 0) {
            Outcome::Findings
        } else {
            Outcome::Done
        }
    }
}
