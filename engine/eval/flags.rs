//! The state of arithmetic, as in IEEE 754: the precision that results are rounded to, flags that
//! are raised when something was decided by values that are nearer than their errors or was no more
//! than estimated, and how much was calculated.

use std::cell::Cell;

/// How precisely numbers that are not rational are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// Floating point of 53 bits.
    Fast,
    /// About 40 decimal digits.
    Digits40,
    /// About 80 decimal digits.
    Digits80,
    /// About 160 decimal digits.
    Digits160,
}

impl Precision {
    /// From the coarsest to the finest.
    pub const ALL: [Self; 4] = [Self::Fast, Self::Digits40, Self::Digits80, Self::Digits160];

    /// Bits of the significand.
    pub const fn bits(self) -> usize {
        match self {
            Self::Fast => 53,
            Self::Digits40 => 140,
            Self::Digits80 => 272,
            Self::Digits160 => 540,
        }
    }

    /// How much longer than in floating point a step takes.
    pub(super) const fn weight(self) -> u64 {
        match self {
            Self::Fast => 1,
            Self::Digits40 => 30,
            Self::Digits80 => 50,
            Self::Digits160 => 100,
        }
    }
}

thread_local! {
    static PRECISION: Cell<Precision> = const { Cell::new(Precision::Fast) };
    static CLOSE: Cell<bool> = const { Cell::new(false) };
    static ESTIMATING: Cell<bool> = const { Cell::new(false) };
    static ESTIMATED: Cell<bool> = const { Cell::new(false) };
    static STRICT: Cell<bool> = const { Cell::new(false) };
    static EFFORT: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// The precision of results.
pub(super) fn precision() -> Precision {
    PRECISION.get()
}

/// Runs with a precision, and puts back the one before.
pub(super) fn at<T>(precision: Precision, run: impl FnOnce() -> T) -> T {
    let before = PRECISION.replace(precision);
    let result = run();
    PRECISION.set(before);
    result
}

/// Runs what is no more than estimated (limits, series, integrals): in floating point, and with
/// fractions only while they are small.
pub(super) fn estimate<T>(run: impl FnOnce() -> T) -> T {
    ESTIMATED.set(true);
    provisionally(run)
}

/// Whether something was no more than estimated, however many digits were asked for, since this was
/// asked last.
pub(super) fn take_estimated() -> bool {
    ESTIMATED.replace(false)
}

/// Runs an estimate that more digits may do better: in floating point, fractions only while they are
/// small.
pub fn provisionally<T>(run: impl FnOnce() -> T) -> T {
    let before = ESTIMATING.replace(true);
    let result = at(Precision::Fast, run);
    ESTIMATING.set(before);
    result
}

/// Whether an estimate is under way.
pub(super) fn is_estimating() -> bool {
    ESTIMATING.get()
}

/// Notes that a decision was made within errors: more digits could change it.
pub(super) fn note_close() {
    CLOSE.set(true);
}

/// Whether one was since this was asked last, which it still is.
pub(super) fn is_close() -> bool {
    CLOSE.get()
}

/// Whether one was, since this was asked last.
pub(super) fn take_close() -> bool {
    CLOSE.replace(false)
}

/// Runs what counts only with bounds that can be argued: without estimates.
pub(super) fn strictly<T>(precision: Precision, run: impl FnOnce() -> T) -> T {
    let before = STRICT.replace(true);
    let result = at(precision, run);
    STRICT.set(before);
    result
}

/// Whether estimates do not count.
pub(super) fn is_strict() -> bool {
    STRICT.get()
}

/// Notes steps of a calculation.
pub(super) fn work(steps: u64) {
    EFFORT.set(EFFORT.get().saturating_add(steps * precision().weight()));
}

/// Runs what is calculated once for all that follows, which is no part of the effort.
pub(super) fn aside<T>(run: impl FnOnce() -> T) -> T {
    let before = EFFORT.get();
    let result = run();
    EFFORT.set(before);
    result
}

/// Notes steps that take as long at any precision.
pub(super) fn spend(cost: u64) {
    EFFORT.set(EFFORT.get().saturating_add(cost));
}

/// Runs with so many steps, after which nothing has a value any more; those of an outer limit count
/// too.
pub fn within<T>(steps: u64, run: impl FnOnce() -> T) -> T {
    let before = LIMIT.get();
    LIMIT.set(before.min(effort().saturating_add(steps)));
    let result = run();
    LIMIT.set(before);
    result
}

/// Runs with so many steps of its own, which no limit around counts: for what is prepared once and used by many.
pub fn apart<T>(steps: u64, run: impl FnOnce() -> T) -> T {
    let (limit, before) = (LIMIT.get(), EFFORT.get());
    LIMIT.set(before.saturating_add(steps));
    let result = run();
    LIMIT.set(limit);
    EFFORT.set(before);
    result
}

/// The effort after which nothing has a value.
pub(super) fn limit() -> u64 {
    LIMIT.get()
}

/// Whether the steps that were given are used up.
pub fn is_spent() -> bool {
    effort() >= limit()
}

/// How much this thread has calculated so far, in steps of floating point: the same for the same
/// calculations on every machine.
pub fn effort() -> u64 {
    EFFORT.get()
}
