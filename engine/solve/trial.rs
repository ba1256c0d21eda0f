//! One rule on one relation: what its examples are tried with.

use super::relation::Relation;
use super::rule::Rule;
use super::search::Search;
use super::words::Words;
use crate::atoms::Atoms;
use crate::normal::canonical;
use crate::rules::RuleSet;
use crate::sexpr;
use crate::term::{Op, Term};

/// What a rule makes of a relation, one place at a time, as S-expressions in the normal form.
pub fn applied(rule: &Rule, relation: &Term, atoms: &Atoms, rules: &RuleSet) -> Vec<String> {
    let words = Words::new(&rules.vocabulary);
    let Some(unknown) = unknown(relation, atoms, rules, &words) else {
        return Vec::new();
    };
    let mut search = Search::new(&words, &rules.solving.rules, atoms.clone(), unknown);
    let results = search.everything(rule, relation);
    let mut found: Vec<String> = results.iter().map(|r| plain(&mut search, r)).collect();
    found.sort();
    found.dedup();
    found
}

/// A relation as an S-expression in the normal form.
pub fn written(relation: &Term, atoms: &Atoms, rules: &RuleSet) -> String {
    let words = Words::new(&rules.vocabulary);
    let unknown = unknown(relation, atoms, rules, &words).unwrap_or(u32::MAX);
    let mut search = Search::new(&words, &[], atoms.clone(), unknown);
    if let Some(k) = atoms.symbols.iter().position(|s| s.name == "k") {
        search.apart.push(k as u32);
    }
    plain(&mut search, relation)
}

fn unknown(relation: &Term, atoms: &Atoms, rules: &RuleSet, words: &Words<'_>) -> Option<u32> {
    let first = match words.name(relation) {
        "or" => relation.args.first()?,
        _ => relation,
    };
    let parts = Relation::of(first, words).ok()?;
    parts
        .unknowns(atoms, &rules.solving, None)
        .ok()?
        .first()
        .copied()
}

fn plain(search: &mut Search<'_>, relation: &Term) -> String {
    let plain = reduced(search, relation);
    let vocabulary = search.words.vocabulary;
    sexpr::write(&canonical(vocabulary, &plain), vocabulary, &search.atoms)
}

fn reduced(search: &mut Search<'_>, relation: &Term) -> Term {
    let nested = search.words.name(relation) == "or";
    let args = relation.args.iter().map(|arg| {
        if nested {
            return reduced(search, arg);
        }
        match search.reduce(arg) {
            Ok(sum) => search.term(&sum),
            Err(_) => arg.clone(),
        }
    });
    let args: Vec<Term> = args.collect();
    if args.is_empty() {
        return Term::leaf(Op(relation.op.0));
    }
    search.words.node(relation.op, args)
}
