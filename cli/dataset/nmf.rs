//! NMF: names of identities with formulas and texts, and whether these state the identity.

use anyhow::Result;
use mamut_engine::choice::Key;
use mamut_printer::fingerprint;

use super::columns::{Columns, First, Pair};
use super::groups::Plan;
use super::identities::Chosen;
use super::lane::Made;
use super::units::Rows;

/// One sentence about the dataset.
pub const ABOUT: &str = "Names of mathematical identities with formulas and texts, and whether these state the identity; each true version goes with false ones of the same split, one for each epoch (filter: `epoch` is null or e).";

/// Makes the rows of one identity.
///
/// # Errors
/// When they cannot be written.
pub fn make(
    plan: &Plan<'_>,
    columns: &Columns<'_>,
    chosen: &Chosen<'_>,
    rows: &mut Rows<'_>,
) -> Result<()> {
    let identity = chosen.identity;
    let names: Vec<&str> = identity.called().collect();
    let key = Key::seed(plan.pipeline.seed)
        .named("name")
        .named(&identity.id);
    let mut write = |split: usize, made: &Made, epoch: Option<usize>| {
        let place = fingerprint(made.row.text.as_bytes());
        let name = names[key.at(place).draws().below(names.len())];
        let pair = Pair {
            identity,
            first: First::Name(name),
            second: made,
            epoch,
        };
        rows.push(split, place, &columns.row(pair))
    };
    let left = plan.groups(chosen, &mut |group| {
        write(group.split, &group.positive, None)?;
        let mut negatives = group.negatives.iter().enumerate();
        negatives.try_for_each(|(epoch, made)| write(group.split, made, Some(epoch)))
    })?;
    left.count(rows);
    Ok(())
}
