//! A falsehood: a changed statement with its evidence, ready to be written.

use std::collections::BTreeMap;
use std::sync::Arc;

use mamut_engine::latex::Formula;
use mamut_engine::symbols::Names;
use mamut_engine::term::Term;

use crate::pipeline::Pipeline;
use crate::row::Strategy;
use crate::subject::Subject;
use crate::witness::Sketch;

/// As many forms of every falsehood are compared with it: the same notations write the source, of
/// which more are. All are once one reads as something else.
const COMPARED: u32 = 5;

/// How it is known that a version is false.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A point refutes it.
    Refuted(Sketch),
    /// It could not be decided.
    Unknown,
    /// An author of the corpus says so.
    Authored,
    /// It states another identity.
    Other,
}

/// What was done to a source, and how it is known that the result is false.
#[derive(Clone, Debug)]
pub struct Change {
    /// What was done.
    pub strategies: Arc<[Strategy]>,
    /// How it is known.
    pub evidence: Evidence,
    /// The distance in tokens from the source, both in the usual notation.
    pub distance: u32,
    /// The share of tokens that it has in common with the source.
    pub shared: f64,
}

/// A falsehood.
pub struct Base {
    /// All its forms and names.
    pub body: Arc<Subject>,
    /// What was done, and how it is known that it is false.
    pub change: Change,
    /// Whether some forms read as something else, so that every one is read back.
    doubtful: bool,
    /// Whether most forms do, so that none is written.
    pub lost: bool,
    /// How many forms were compared with the falsehood.
    compared: u32,
    /// Which of its forms show from their LaTeX alone that they are false, as far as that is known:
    /// `0 \cdot \sum_n \frac{1}{n}` has no value, and `\sum_n \frac{0}{n}` is zero.
    pub shown: BTreeMap<Term, bool>,
}

impl Base {
    /// A falsehood that is written from `body`.
    pub fn new(body: Arc<Subject>, change: Change) -> Self {
        Self {
            doubtful: body.doubtful(),
            lost: false,
            compared: 0,
            shown: BTreeMap::new(),
            body,
            change,
        }
    }

    /// Whether a version says what the falsehood says. `read` is what a reader makes of it; without
    /// one it is taken at its word while there is no doubt.
    pub fn is_said_by(
        &mut self,
        pipeline: &Pipeline<'_>,
        (text, names): (&str, &Names),
        read: Option<&Formula>,
    ) -> bool {
        if !self.doubtful && (self.compared >= COMPARED || read.is_none()) {
            return true;
        }
        self.compared += 1;
        // Who knows the kinds of the symbols may read what others misread.
        let said = read.is_some_and(|read| self.body.is_meant_by(pipeline, read, names))
            || self.body.is_said_by(pipeline, text, names);
        if !said && !self.doubtful {
            self.doubtful = true;
            self.lost = !self.body.is_mostly_read(pipeline);
        }
        said
    }

    /// The witness of all its versions.
    pub const fn witness(&self) -> Option<&Sketch> {
        match &self.change.evidence {
            Evidence::Refuted(witness) => Some(witness),
            _ => None,
        }
    }

    /// Its verdict in a row.
    pub const fn verdict(&self) -> &'static str {
        match self.change.evidence {
            Evidence::Refuted(..) => "refuted",
            Evidence::Unknown => "unknown",
            Evidence::Authored => "authored",
            Evidence::Other => "other",
        }
    }
}
