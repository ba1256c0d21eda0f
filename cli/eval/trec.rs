//! Judgements and runs of TREC and BEIR as candidates.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use super::args::Eval;
use super::candidates::{Candidate, Candidates};

/// For each query its judged documents with their gains.
type Judgements = BTreeMap<String, HashMap<String, u32>>;

/// Reads judgements and a run. Queries without a judgement are left out; those without a run have no
/// candidates.
///
/// # Errors
/// When a file cannot be read: the line.
pub fn read(args: &Eval, qrels: &Path, run: &Path) -> Result<Candidates> {
    let mut judged = judgements(qrels, args.relevant)?;
    let mut candidates = Candidates::default();
    let mut seen: HashMap<(u32, String), usize> = HashMap::new();
    for query in judged.keys() {
        candidates.queries.number(query);
    }
    let mut found = 0_usize;
    for line in lines(run)? {
        let (number, line) = line?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (query, document, score) = match fields[..] {
            [query, _, document, _, score, ..] => (query, document, score),
            [query, document, score] => (query, document, score),
            _ => bail!(
                "{}:{number}: {} fields; expected `query Q0 document rank score tag` or `query \
                 document score`",
                run.display(),
                fields.len()
            ),
        };
        if number == 1 && query == "query-id" {
            continue;
        }
        found += 1;
        let score: Option<f64> = score.parse().ok();
        let score = score.filter(|score| !score.is_nan());
        let score = score.with_context(|| format!("{}:{number}: no score", run.display()))?;
        let (Some(query), Some(of_query)) = (candidates.queries.find(query), judged.get_mut(query))
        else {
            continue;
        };
        if let Some(line) = seen.insert((query, document.to_owned()), number) {
            bail!(
                "{}:{number}: `{document}` is ranked again, after line {line}",
                run.display()
            );
        }
        let gain = of_query.remove(document);
        if gain.is_none() && args.judged {
            continue;
        }
        candidates.ids.push(document.to_owned());
        candidates.all.push(Candidate {
            query,
            score,
            gain: gain.unwrap_or(0),
            place: 0,
            facets: None,
        });
    }
    ensure!(
        !candidates.all.is_empty(),
        "no line of {} is for a query of {} ({found} lines)",
        run.display(),
        qrels.display()
    );
    for (query, left) in judged {
        let Some(query) = candidates.queries.find(&query) else {
            continue;
        };
        let mut gains: Vec<u32> = left.into_values().filter(|gain| *gain > 0).collect();
        gains.sort_unstable();
        candidates.missing.insert(query, gains);
    }
    candidates.number_places(args.ties);
    candidates.sort(args.ties);
    Ok(candidates)
}

fn judgements(path: &Path, relevant: u32) -> Result<Judgements> {
    let mut judged = Judgements::new();
    for line in lines(path)? {
        let (number, line) = line?;
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (query, document, grade) = match fields[..] {
            [query, _, document, grade] => (query, document, grade),
            [query, document, grade] => (query, document, grade),
            _ => bail!(
                "{}:{number}: {} fields; expected `query 0 document grade` or `query document \
                 grade`",
                path.display(),
                fields.len()
            ),
        };
        if number == 1 && query == "query-id" {
            continue;
        }
        let grade: Option<f64> = grade.parse().ok();
        let grade = grade.filter(|grade| grade.fract() == 0.0 && grade.abs() < 1e6);
        let grade = grade.with_context(|| format!("{}:{number}: no grade", path.display()))?;
        let gain = if grade >= f64::from(relevant) {
            grade as u32
        } else {
            0
        };
        let of_query = judged.entry(query.to_owned()).or_default();
        if of_query
            .insert(document.to_owned(), gain)
            .is_some_and(|before| before != gain)
        {
            bail!(
                "{}:{number}: `{document}` is judged twice, not alike",
                path.display()
            );
        }
    }
    Ok(judged)
}

fn lines(path: &Path) -> Result<impl Iterator<Item = Result<(usize, String)>> + use<'_>> {
    let read = move || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(read)?;
    let lines = BufReader::new(file).lines().enumerate();
    Ok(lines.filter_map(move |(n, line)| match line {
        Ok(line) if line.trim().is_empty() => None,
        Ok(line) => Some(Ok((n + 1, line))),
        Err(error) => Some(Err(error).with_context(read)),
    }))
}
