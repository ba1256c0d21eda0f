//! Batches for training on several tasks in turn, with fresh false rows in each epoch.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use mamut_engine::choice::Key;

use crate::dataset::Directory;
use crate::table::{Column, Kind, Schema, Value};

/// `schedule`.
#[derive(Args, Debug)]
pub struct Schedule {
    /// A dataset directory with NMF, MFR or both
    #[arg(value_name = "DIR")]
    pub from: PathBuf,
    /// The tasks that take turns, batch by batch; by default all that the directory holds
    #[arg(long, value_delimiter = ',', value_name = "NAME,…")]
    pub tasks: Vec<String>,
    /// Which split
    #[arg(long, value_name = "NAME", default_value = "train")]
    pub split: String,
    /// Rows of a batch
    #[arg(long, default_value_t = 32, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: u32,
    /// How many epochs: the same true rows in another order, and the false rows of the epoch
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub epochs: u32,
    /// The seed of the order
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// A table: .parquet, .jsonl or .csv
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// A task, and the columns of its two sides, its label and its epoch.
static TASKS: [(&str, [&str; 4]); 2] = [
    ("nmf", ["name", "formula", "label", "epoch"]),
    ("mfr", ["formula1", "formula2", "label", "epoch"]),
];
/// So many rows are in memory to be put in another order; datasets are mixed already.
const BLOCK: usize = 4096;

/// The rows of a task in one epoch.
struct Lane<'d> {
    /// Its place among the tasks.
    task: u32,
    rows: Box<dyn Iterator<Item = Result<Vec<Value>>> + 'd>,
    epoch: i64,
    key: Key,
    block: Vec<[Value; 3]>,
    blocks: u64,
    /// Whether a row was a false one of the epoch.
    fresh: bool,
}

impl Lane<'_> {
    /// The next row: both sides and the label; none at the end.
    fn row(&mut self) -> Result<Option<[Value; 3]>> {
        if self.block.is_empty() {
            self.fill()?;
        }
        Ok(self.block.pop())
    }

    fn fill(&mut self) -> Result<()> {
        while self.block.len() < BLOCK
            && let Some(row) = self.rows.next()
        {
            let Ok([first, second, label, epoch]) = <[Value; 4]>::try_from(row?) else {
                bail!("a row has other columns than its dataset says");
            };
            let epoch = epoch.as_int();
            if epoch.is_none_or(|epoch| epoch == self.epoch) {
                self.fresh |= epoch.is_some();
                self.block.push([first, second, label]);
            }
        }
        let key = self.key.at(self.blocks);
        self.blocks += 1;
        key.draws().shuffle(&mut self.block);
        Ok(())
    }
}

/// The columns of a schedule.
///
/// # Errors
/// When names are there twice.
pub fn schema() -> Result<Schema> {
    let text = |name: &str| Column::new(name, Kind::Text);
    let tasks: Vec<&str> = TASKS.iter().map(|(name, _)| *name).collect();
    Schema::new(vec![
        Column::new("epoch", Kind::Int),
        Column::new("batch", Kind::Int),
        Column::new("task", Kind::class(&tasks)),
        text("first"),
        text("second"),
        Column::new("label", Kind::Bool),
    ])
}

/// Gives the rows of all batches to `take`, in the order of [`schema`]; one batch of each task after
/// the other, until all rows of the epoch were given or `take` wants no more. A task that has no
/// more rows is left out.
///
/// # Errors
/// When the directory has no such dataset, or no false rows for an epoch; those of `take`.
pub fn rows(args: &Schedule, mut take: impl FnMut(&[Value]) -> Result<bool>) -> Result<()> {
    let directory = Directory::open(&args.from)?;
    let held = |name: &str| directory.manifest.configs.contains_key(name);
    let wanted = |name: &str| match args.tasks.is_empty() {
        true => held(name),
        false => args.tasks.iter().any(|task| task == name),
    };
    if let Some(other) = args
        .tasks
        .iter()
        .find(|t| TASKS.iter().all(|(name, _)| *name != t.as_str()))
    {
        bail!("`{other}` is no task: tasks are nmf and mfr");
    }
    let tasks: Vec<usize> = (0..TASKS.len()).filter(|at| wanted(TASKS[*at].0)).collect();
    if tasks.is_empty() {
        bail!("{} holds neither nmf nor mfr", args.from.display());
    }
    for epoch in 0..args.epochs {
        let key = Key::seed(args.seed).named("schedule").at(u64::from(epoch));
        let mut lanes = Vec::new();
        for &at in &tasks {
            let (name, columns) = &TASKS[at];
            let (_, config) = directory.config(Some(name))?;
            let split = config
                .split(&args.split)
                .with_context(|| format!("{name} has no split `{}`", args.split))?;
            lanes.push(Lane {
                task: at as u32,
                rows: Box::new(directory.rows(split, Some(columns))),
                epoch: i64::from(epoch),
                key: key.named(name),
                block: Vec::new(),
                blocks: 0,
                fresh: false,
            });
        }
        if !one_epoch(args, &mut lanes, &mut take)? {
            return Ok(());
        }
        if let Some(lane) = lanes.iter().find(|lane| !lane.fresh) {
            let name = TASKS[lane.task as usize].0;
            bail!("{name} has no false rows for epoch {epoch}: ask for fewer --epochs");
        }
    }
    Ok(())
}

fn one_epoch(
    args: &Schedule,
    lanes: &mut [Lane<'_>],
    take: &mut impl FnMut(&[Value]) -> Result<bool>,
) -> Result<bool> {
    let (mut batch, mut ended) = (0, 0);
    while ended < lanes.len() {
        ended = 0;
        for lane in &mut *lanes {
            let mut filled = false;
            for _ in 0..args.batch {
                let Some([first, second, label]) = lane.row()? else {
                    break;
                };
                filled = true;
                let label = Value::Bool(label.as_bool() == Some(true));
                let (epoch, number) = (Value::Int(lane.epoch), Value::Int(batch));
                let row = [epoch, number, Value::Class(lane.task), first, second, label];
                if !take(&row)? {
                    return Ok(false);
                }
            }
            batch += i64::from(filled);
            ended += usize::from(!filled);
        }
    }
    Ok(true)
}
