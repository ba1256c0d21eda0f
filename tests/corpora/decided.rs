//! How many statements of others are decided, and what stands in the way of the rest.
//!
//! `MAMUT_CORPORA_EVERY=N+K` takes every Nth formula, beginning with the Kth; `MAMUT_CORPORA_OPEN`
//! names a file for those that are not decided.

use crate::{common, corpora, parallel};
use mamut_engine::latex::Reader;
use mamut_engine::truth::{self, Verdict};
use std::collections::BTreeMap;

/// Every so many formulas one is checked.
const EVERY: usize = 4;
/// The stride and the first formula.
fn stride() -> (usize, usize) {
    let wanted = std::env::var("MAMUT_CORPORA_EVERY").unwrap_or_default();
    let (every, first) = wanted.split_once('+').unwrap_or((&wanted, "0"));
    (every.parse().unwrap_or(EVERY), first.parse().unwrap())
}

/// Of a hundred statements at least so many are decided.
const DECIDED: usize = 80;

#[test]
fn statements_of_others_are_decided() {
    let Some(corpora) = corpora() else {
        return;
    };
    let rules = common::rules();
    let reader = Reader::new(rules);
    let (mut all, mut settled) = (0, 0);
    let mut reasons: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let (every, first) = stride();
    let mut open = Vec::new();
    for corpus in &corpora {
        let formulas = corpus.formulas.iter().skip(first).step_by(every);
        let some: Vec<&(String, String)> = formulas.collect();
        let found = parallel(&some, |(_, latex)| {
            let formula = reader.read(latex);
            truth::check(&formula.term, &formula.atoms, &rules.vocabulary, 32, 0)
        });
        let (mut here, mut done) = (0, 0);
        for ((id, latex), verdict) in some.iter().zip(&found) {
            if *verdict == Verdict::NoStatement {
                continue;
            }
            here += 1;
            *kinds.entry(verdict.name()).or_default() += 1;
            match verdict {
                Verdict::Undecided(reason) => {
                    open.push(format!("{id}\t{}\t{latex}", reason.text()));
                    let about = if reason.id == "not-understood" {
                        ""
                    } else {
                        &reason.about
                    };
                    let entry = reasons
                        .entry(format!("{} {about}", reason.id))
                        .or_insert((0, latex.clone()));
                    entry.0 += 1;
                    if latex.len() < entry.1.len() {
                        entry.1.clone_from(latex);
                    }
                }
                _ => done += 1,
            }
        }
        println!("{:20} {here:5} statements, {done:5} decided", corpus.name);
        all += here;
        settled += done;
    }
    println!("{settled} of {all} statements decided: {kinds:?}");
    if let Some(file) = std::env::var_os("MAMUT_CORPORA_OPEN") {
        std::fs::write(file, open.join("\n")).unwrap();
    }
    let mut sorted: Vec<_> = reasons.into_iter().collect();
    sorted.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (reason, (count, example)) in sorted.iter().take(60) {
        println!(
            "{count:5}  {reason:40} {}",
            example.chars().take(80).collect::<String>()
        );
    }
    assert!(
        settled * 100 >= DECIDED * all,
        "{settled} of {all} statements decided"
    );
}
