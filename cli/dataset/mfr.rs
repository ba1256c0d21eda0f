//! MFR: pairs of versions, and whether they state the same identity.

use anyhow::Result;
use mamut_engine::choice::Key;
use mamut_printer::fingerprint;

use super::columns::{Columns, First, Pair};
use super::groups::{Group, Plan};
use super::identities::Chosen;
use super::lane::Made;
use super::units::Rows;

/// One sentence about the dataset.
pub const ABOUT: &str = "Pairs of formulas and texts, and whether they state the same identity: each true version with another true one and with false ones of the same split, one for each epoch (filter: `epoch` is null or e).";

/// As many groups are mixed at a time.
const BLOCK: usize = 2048;

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
    let key = Key::seed(plan.pipeline.seed)
        .named("pairs")
        .named(&chosen.identity.id);
    let mut waiting: Vec<Vec<Group>> = plan.splits.shares.iter().map(|_| Vec::new()).collect();
    let mut blocks = 0;
    let mut mix = |groups: Vec<Group>, rows: &mut Rows<'_>| {
        blocks += 1;
        pair_up(groups, key.at(blocks), columns, chosen, rows)
    };
    let left = plan.groups(chosen, &mut |group| {
        let waiting = &mut waiting[group.split];
        waiting.push(group);
        // What stays is never too little to be mixed.
        if waiting.len() == 2 * BLOCK {
            mix(waiting.drain(..BLOCK).collect(), rows)?;
        }
        Ok(())
    })?;
    for groups in waiting {
        if groups.len() > 1 {
            mix(groups, rows)?;
        } else {
            rows.count("without another true version", groups.len() as u64);
        }
    }
    left.count(rows);
    Ok(())
}

/// Writes each true version with another one of the block and with false ones of the block.
fn pair_up(
    groups: Vec<Group>,
    key: Key,
    columns: &Columns<'_>,
    chosen: &Chosen<'_>,
    rows: &mut Rows<'_>,
) -> Result<()> {
    let split = groups[0].split;
    let negatives = groups[0].negatives.len();
    let mut right: Vec<Made> = Vec::with_capacity(groups.len());
    let mut wrong: Vec<Made> = Vec::with_capacity(groups.len() * negatives);
    for group in groups {
        right.push(group.positive);
        wrong.extend(group.negatives);
    }
    // Neighbours in a circle: none is beside itself.
    key.named("right").draws().shuffle(&mut right);
    key.named("wrong").draws().shuffle(&mut wrong);
    let mut write = |first: &Made, second: &Made, epoch: Option<usize>| {
        let pair = Pair {
            identity: chosen.identity,
            first: First::Version(first),
            second,
            epoch,
        };
        let place = [first, second].map(|made| fingerprint(made.row.text.as_bytes()));
        rows.push(
            split,
            place[0].rotate_left(1) ^ place[1],
            &columns.row(pair),
        )
    };
    let mut wrong = wrong.iter();
    for (at, first) in right.iter().enumerate() {
        write(first, &right[(at + 1) % right.len()], None)?;
        for (epoch, second) in wrong.by_ref().take(negatives).enumerate() {
            write(first, second, Some(epoch))?;
        }
    }
    Ok(())
}
