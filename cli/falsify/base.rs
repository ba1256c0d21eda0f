//! A falsehood: a changed statement with its evidence, ready to be written.

use std::collections::BTreeSet;

use mamut_engine::term::Head;
use mamut_engine::truth::Difference;

use super::witness::Sketch;
use crate::row::Strategy;
use crate::subject::Subject;

/// How it is known that a version is false.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A point refutes it; whether the point has to be written in full.
    Refuted(Box<Difference>, bool),
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
    pub strategies: Vec<Strategy>,
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
    pub body: Subject,
    /// What was done, and how it is known that it is false.
    pub change: Change,
    /// The witness of all its versions.
    pub witness: Option<Sketch>,
    /// Whether some forms read as something else, so that every one is read back.
    pub doubtful: bool,
}

impl Base {
    /// A falsehood that is written from `body`.
    pub fn new(body: Subject, change: Change) -> Self {
        let witness = match &change.evidence {
            Evidence::Refuted(found, open) => Some(sketch(&body, found, *open)),
            _ => None,
        };
        Self {
            doubtful: body.doubtful(),
            body,
            change,
            witness,
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

fn sketch(body: &Subject, found: &Difference, open: bool) -> Sketch {
    let symbols: Vec<String> = body
        .atoms()
        .symbols
        .iter()
        .map(|s| s.name.clone())
        .collect();
    let occurring = match body {
        Subject::Formula(prepared) => {
            let mut occurring = BTreeSet::new();
            prepared.formula.term.walk(&mut |t| {
                if let Head::Symbol(i) = t.op.head() {
                    occurring.insert(i as usize);
                }
            });
            occurring
        }
        Subject::Text { .. } => (0..symbols.len()).collect(),
    };
    Sketch::new(found, &symbols, |place| occurring.contains(&place), open)
}
