//! What is left out, over all collections, and what for.

use anyhow::Result;
use mamut_engine::text::segments;

use super::chapters::formulas;
use super::similar::Similar;
use super::{Found, Records};

/// Why a record is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Filter {
    /// It is no text: the description of a tag, say.
    Other,
    /// A list of exercises that are no use has it.
    Listed,
    /// It has too few up-votes.
    Votes,
    /// It has too few formulas.
    Formulas,
    /// It differs from one before it in numbers, names and formulas only.
    Similar,
    /// It is a formula, and texts are asked for.
    Alone,
    /// It is a formula without a sign of an equality or an implication.
    Relation,
    /// It is a formula that is too short to say anything.
    Short,
    /// It is a formula that is too long: a calculation of a page.
    Long,
    /// It is a formula that asks, names or leaves open, or has several rows.
    Open,
}

impl Filter {
    /// All, in the order of tables.
    pub const ALL: [Self; 10] = [
        Self::Other,
        Self::Listed,
        Self::Votes,
        Self::Formulas,
        Self::Similar,
        Self::Alone,
        Self::Relation,
        Self::Short,
        Self::Long,
        Self::Open,
    ];

    /// A word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Listed => "listed",
            Self::Votes => "votes",
            Self::Formulas => "formulas",
            Self::Similar => "similar",
            Self::Alone => "alone",
            Self::Relation => "relation",
            Self::Short => "short",
            Self::Long => "long",
            Self::Open => "open",
        }
    }
}

/// What a text needs.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// Formulas.
    pub formulas: usize,
    /// Whether texts that are like one before them are left out.
    pub distinct: bool,
}

/// Rejects the texts that are of no use. Gives the number of the collection, what was found, and
/// whether a text before it is like it.
pub fn filtered(
    collections: Vec<Records>,
    needs: Needs,
) -> impl Iterator<Item = (usize, Result<Found>, bool)> + Send {
    let mut similar = Similar::default();
    let all = collections.into_iter().enumerate();
    let all = all.flat_map(|(n, records)| records.map(move |record| (n, record)));
    all.map(move |(n, record)| {
        let Ok(Found::Entry(entry)) = record else {
            return (n, record, false);
        };
        if entry.is_formula {
            return (n, Ok(Found::Rejected(Filter::Alone)), false);
        }
        let (segments, _) = segments(&entry.text);
        if formulas(&entry.text, &segments) < needs.formulas {
            return (n, Ok(Found::Rejected(Filter::Formulas)), false);
        }
        let again = !similar.is_new(&entry.text, &segments);
        if again && needs.distinct {
            return (n, Ok(Found::Rejected(Filter::Similar)), true);
        }
        (n, Ok(Found::Entry(entry)), again)
    })
}
