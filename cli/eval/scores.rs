//! The rows of a dataset with their scores, as candidates.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::args::{Eval, Ties};
use super::baselines::Scorer;
use super::candidates::{Candidate, Candidates, Facets};
use crate::dataset::{Directory, Split};
use crate::export::{Example, Roles};
use crate::table::{Reader, Value};

/// The scores of rows, in their order, each with the id it is for where there is one.
type Scores = Box<dyn Iterator<Item = Result<(Option<String>, f64)>>>;

/// Reads a dataset and its scores.
///
/// # Errors
/// When they cannot be read or do not belong together.
pub fn read(
    args: &Eval,
    directory: &Directory,
    roles: &Roles,
    split: &Split,
    train: Option<&Split>,
) -> Result<Candidates> {
    let mut rows = roles.read(directory, split);
    let mut candidates = Candidates::default();
    if let Some(path) = &args.scores {
        let mut scores = open(path, &args.score_column)?;
        let mut number = 0_u64;
        for example in rows {
            let example = example?;
            let score = scores.next().transpose()?;
            let (id, score) = score.with_context(|| {
                format!(
                    "{} holds {number} scores for {} rows",
                    path.display(),
                    split.rows
                )
            })?;
            if let Some(id) = id.filter(|id| *id != example.id) {
                bail!(
                    "{}: score {} is for `{id}`, and the row is `{}`: scores must be in the order \
                     of the rows",
                    path.display(),
                    number + 1,
                    example.id
                );
            }
            ensure!(
                score.is_finite(),
                "{}: score {} is {score}",
                path.display(),
                number + 1
            );
            number += 1;
            candidates.add(example, score);
        }
        ensure!(
            scores.next().is_none(),
            "{} holds more than {number} scores, one for each row of `{}`",
            path.display(),
            split.name
        );
    } else if let Some(baseline) = args.baseline {
        let scorer = Scorer::new(baseline, args.seed, directory, roles, split, train)?;
        rows.try_for_each(|example| {
            let example = example?;
            let score = scorer.score(&example, candidates.all.len() as u64);
            candidates.add(example, score);
            Ok::<_, anyhow::Error>(())
        })?;
    }
    candidates.number_places(args.ties);
    candidates.sort(args.ties);
    Ok(candidates)
}

fn open(path: &Path, column: &str) -> Result<Scores> {
    if path.extension().is_some_and(|e| e == "txt") {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = path.display().to_string();
        let lines = BufReader::new(file).lines().enumerate();
        return Ok(Box::new(lines.map(move |(n, line)| {
            let line = line?;
            let number = line.trim().parse();
            Ok((
                None,
                number.with_context(|| format!("{name}:{}: `{line}` is no number", n + 1))?,
            ))
        })));
    }
    let reader = Reader::open(path)?;
    let schema = reader.schema().clone();
    let score = schema
        .places(&[column])
        .with_context(|| format!("{}", path.display()))?[0];
    let id = schema.find("id");
    let name = path.display().to_string();
    Ok(Box::new(reader.enumerate().map(move |(n, row)| {
        let row = row?;
        let value = match &row[score] {
            Value::Text(text) => text.trim().parse().ok(),
            value => value.as_float(),
        };
        let value = value.with_context(|| format!("{name}: row {} holds no score", n + 1))?;
        let id = id.and_then(|id| row[id].as_text().map(str::to_owned));
        Ok((id, value))
    })))
}

impl Candidates {
    fn add(&mut self, example: Example, score: f64) {
        let strategies = example
            .strategies
            .iter()
            .map(|name| self.strategies.number(name));
        let facets = Facets {
            strategies: strategies.collect(),
            substituted: example.substituted,
            is_text: example.is_text,
            identity: self.identities.number(&example.identity),
            template: self.templates.number(&example.template),
        };
        let query = format!("{}\n{}", example.identity, example.anchor);
        let query = self.queries.number(&query);
        self.ids.push(example.id);
        self.all.push(Candidate {
            query,
            score,
            gain: u32::from(example.label),
            place: 0,
            facets: Some(Box::new(facets)),
        });
    }

    /// Gives candidates, which are in the order of the ids, their places in it.
    pub(super) fn number_places(&mut self, ties: Ties) {
        let ids = std::mem::take(&mut self.ids);
        if ties == Ties::Trec {
            let mut order: Vec<usize> = (0..ids.len()).collect();
            order.sort_by(|a, b| ids[*a].cmp(&ids[*b]));
            for (place, n) in order.into_iter().enumerate() {
                self.all[n].place = place as u32;
            }
        }
    }
}
