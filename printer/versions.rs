//! Distinct versions of one formula: drawn by weight while that finds new ones, then by flatter
//! and flatter weights, then by rank.

use num_traits::ToPrimitive;

use mamut_engine::choice::Key;
use mamut_engine::symbols::{Names, Plan};

use crate::blanks;
use crate::grammar::Grammar;
use crate::pen::{Pen, Version};
use crate::seen::{Seen, fingerprint};
use crate::walk::Walk;

/// How often choices take no notice of weights, step by step; after the last step ranks are walked.
const STEPS: [f64; 4] = [0.0, 0.125, 0.5, 1.0];
/// The next step is taken when among this many draws…
const WINDOW: u32 = 256;
/// … more than this many repeat a version. A rank costs more than a draw, so the last step is kept
/// longer.
const REPEATED: [u32; 4] = [WINDOW / 5, WINDOW / 5, WINDOW / 5, WINDOW / 2];

/// How often forms that are only asked about take no notice of weights.
const PROBED: [f64; 3] = [0.0, 0.5, 1.0];
/// After this many forms in a row that a check refuses, there are taken to be no others.
const REFUSED: u32 = 2_000;

/// At most this many forms are held back.
const HELD: usize = 64;

/// Whether a form, under these names, may be a version.
pub type Check<'g> = Box<dyn Fn(&str, &Names) -> bool + 'g>;

/// How versions are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Usual notations often, odd ones now and then.
    Weighted,
    /// Every form with the same probability, without repetition.
    Uniform,
    /// Every form once, in the order of ranks.
    All,
}

/// A stream of distinct versions; a function of the grammar, the plan, the key and the choice.
pub struct Versions<'g> {
    grammar: &'g Grammar,
    /// Absent when symbols keep their names.
    plan: Option<&'g Plan>,
    key: Key,
    seen: Seen,
    attempt: u64,
    /// How versions are chosen now.
    choice: Choice,
    /// Which of [`STEPS`] draws have come to.
    step: usize,
    /// Draws of the window that have been made, and those among them that repeated a version.
    window: (u32, u32),
    walk: Option<Walk<'g>>,
    check: Option<Check<'g>>,
    /// How many more forms are checked.
    checks: u64,
    /// After this many forms in a row that the check refuses, there are taken to be no others.
    patience: u32,
    pen: Pen,
    /// What versions should differ from by more than blanks.
    source: Option<&'g str>,
    /// Forms that do not.
    held: Vec<Pen>,
}

impl<'g> Versions<'g> {
    /// Starts a stream; `names` are the source's own.
    pub fn new(
        grammar: &'g Grammar,
        plan: Option<&'g Plan>,
        names: Names,
        key: Key,
        choice: Choice,
    ) -> Self {
        Self {
            grammar,
            plan,
            key,
            seen: Seen::default(),
            attempt: 0,
            choice,
            step: 0,
            window: (0, 0),
            walk: None,
            check: None,
            checks: 0,
            patience: REFUSED,
            pen: Pen::new(grammar, names, false),
            source: None,
            held: Vec::new(),
        }
    }

    /// Holds forms that differ from the source by blanks alone, or not at all, back until there are
    /// no others.
    #[must_use]
    pub const fn unlike(mut self, source: &'g str) -> Self {
        self.source = Some(source);
        self
    }

    /// Records the forms of notations in traces.
    #[must_use]
    pub fn with_forms(mut self, with_forms: bool) -> Self {
        self.pen.record_forms(with_forms);
        self
    }

    /// Leaves out forms that a check refuses. The first `number` forms are asked about; once one
    /// is refused, all that follow.
    #[must_use]
    pub fn checked(mut self, number: u64, check: Check<'g>) -> Self {
        self.checks = number;
        self.check = Some(check);
        self
    }

    /// Gives up after this many forms in a row that the check refuses.
    #[must_use]
    pub const fn patient(mut self, patience: u32) -> Self {
        self.patience = patience;
        self
    }

    /// Draws a number of forms, in part without weights, and asks a check of each; whether it
    /// accepts all. The forms do not count as versions.
    pub fn all_pass(&mut self, number: u32, mut check: impl FnMut(&str, &Names) -> bool) -> bool {
        if self.grammar.is_empty() {
            return true;
        }
        let mut last = None;
        (0..number).all(|nth| {
            self.draw(PROBED[nth as usize % PROBED.len()]);
            let form = fingerprint(self.pen.text().as_bytes());
            last.replace(form) == Some(form) || check(self.pen.text(), self.pen.names())
        })
    }

    /// The next version; none when there are no more.
    pub fn next_version(&mut self) -> Option<Version<'_>> {
        if self.grammar.is_empty() {
            return None;
        }
        let mut refused = 0;
        loop {
            if self.choice == Choice::Weighted {
                self.draw(STEPS[self.step]);
            } else {
                match self.walk() {
                    Some(true) => {}
                    Some(false) => continue,
                    None => return self.take_held(),
                }
            }
            let new = self.seen.insert(self.pen.text());
            if self.choice == Choice::Weighted {
                self.advance(new);
            }
            if !new {
                continue;
            }
            if self.passes() {
                if !self.holds_back() {
                    break;
                }
                self.held.push(self.pen.clone());
                continue;
            }
            refused += 1;
            if refused == self.patience {
                return self.take_held();
            }
        }
        Some(self.pen.version())
    }

    /// Whether the form that was written is to wait for others.
    fn holds_back(&self) -> bool {
        let like = |source| self.held.len() < HELD && blanks::only(source, self.pen.text());
        self.source.is_some_and(like)
    }

    /// A form that was held back.
    fn take_held(&mut self) -> Option<Version<'_>> {
        self.source = None;
        self.pen = self.held.pop()?;
        Some(self.pen.version())
    }

    /// Whether the form that was written may be a version.
    fn passes(&mut self) -> bool {
        let Some(check) = self.check.as_ref().filter(|_| self.checks > 0) else {
            return true;
        };
        let passes = check(self.pen.text(), self.pen.names());
        self.checks = match (passes, self.checks) {
            (false, _) | (_, u64::MAX) => u64::MAX,
            (true, left) => left - 1,
        };
        passes
    }

    /// Counts a draw; takes the next step when too many repeat a version.
    fn advance(&mut self, new: bool) {
        self.window.0 += 1;
        self.window.1 += u32::from(!new);
        if self.window.1 > REPEATED[self.step] {
            self.step += 1;
            self.window = (0, 0);
            if self.step == STEPS.len() {
                self.choice = Choice::Uniform;
            }
        } else if self.window.0 == WINDOW {
            self.window = (0, 0);
        }
    }

    fn draw(&mut self, flat: f64) {
        let key = self.key.at(self.attempt);
        self.attempt += 1;
        self.pen.draw(self.grammar, self.plan, key, flat);
    }

    /// How many ranks there are to walk: no fewer than versions.
    pub fn ranks(&mut self) -> Option<u128> {
        self.started().total().to_u128()
    }

    fn started(&mut self) -> &mut Walk<'g> {
        let listed = self.choice == Choice::All;
        let start = || Walk::new(self.grammar, self.plan, self.key, listed);
        self.walk.get_or_insert_with(start)
    }

    /// Writes the form of the next rank; none at the end, false when the rank repeats another.
    fn walk(&mut self) -> Option<bool> {
        self.started();
        let walk = self.walk.as_mut()?;
        self.pen.step(walk)
    }
}
