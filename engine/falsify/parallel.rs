//! Changes of what is meant at several places: of all terms that are shown beside an ellipsis, and of a side of a chain
//! of congruences, which belongs to two of them.

use super::apply::{Edit, result};
use super::matching::{Bound, Match, matches};
use super::places::{Path, at};
use super::rule::{Falsification, Site};
use crate::term::{Op, Term};
use crate::vocabulary::Vocabulary;

/// What a change of one term is in a row with an ellipsis or in a chain of congruences.
pub(super) enum Parallel {
    /// The change alone: no ellipsis is concerned, or the last term alone is changed.
    Alone(Edit),
    /// The same change of all terms that are shown.
    Everywhere(Vec<Edit>),
    /// It can be made of one term alone, which then does not go on to the next.
    Broken,
}

/// The same change of all terms that an ellipsis stands between, and of a side wherever it stands in a chain.
pub(super) fn everywhere(
    edit: Edit,
    rule: &Falsification,
    root: &Term,
    vocabulary: &Vocabulary,
) -> Parallel {
    let [site] = &*edit.sites else {
        return Parallel::Alone(edit);
    };
    let Some(terms) = others(root, site, vocabulary) else {
        return Parallel::Alone(edit);
    };
    let is_last = terms.iter().all(|term| *term <= terms[0]);
    let (own, rest) = (&terms[0], &terms[1..]);
    let mates: Option<Vec<Edit>> = rest
        .iter()
        .map(|other| mate(&edit, rule, root, vocabulary, (own, other)))
        .collect();
    let made = |edit: &Edit| {
        let before = at(root, &edit.sites[0]).cloned();
        (before, result(root, edit, &rule.rhs, vocabulary))
    };
    // What goes on must not become the same in all of them, and the sign of the ellipsis stays as it is.
    let first = made(&edit);
    let signed = first
        .1
        .as_ref()
        .is_some_and(|after| Some(after.op) == vocabulary.find("neg"));
    let signed = signed && site == own;
    let goes_on = |mates: &Vec<Edit>| {
        mates
            .iter()
            .map(made)
            .all(|(before, after)| before == first.0 || after != first.1)
    };
    // One name counts in the last term.
    let splits = || {
        let mut times = 0;
        if let (Some(last), Some(there)) = (at(root, own), at(root, site)) {
            last.walk(&mut |t| times += usize::from(t == there));
        }
        rule.site == Site::Occurrences && times > 1
    };
    match mates.filter(goes_on).filter(|_| !signed) {
        Some(mates) => Parallel::Everywhere(std::iter::once(edit).chain(mates).collect()),
        None if is_last && !splits() => Parallel::Alone(edit),
        None => Parallel::Broken,
    }
}

/// A change in another term, where it is the same there.
fn mate(
    edit: &Edit,
    rule: &Falsification,
    root: &Term,
    vocabulary: &Vocabulary,
    (own, other): (&[u16], &[u16]),
) -> Option<Edit> {
    let site = moved(&edit.sites[0], own, other)?;
    let bound = edit.found.bound.iter().map(|b| bound(b, own, other));
    let found = Match {
        bound: bound.collect::<Option<_>>()?,
        taken: paths(&edit.found.taken, own, other)?,
    };
    let ways = matches(&rule.lhs, rule.vars.len(), root, &site, vocabulary);
    ways.contains(&found).then(|| Edit {
        rule: edit.rule,
        sites: vec![site],
        found,
        holes: edit.holes.clone(),
    })
}

/// The sites at which the other terms that an ellipsis stands between have what stands at a site, or a chain has it again.
pub(super) fn alike(site: &[u16], root: &Term, vocabulary: &Vocabulary) -> Vec<Path> {
    let Some(terms) = others(root, site, vocabulary) else {
        return Vec::new();
    };
    let there = |other: &Path| moved(site, &terms[0], other);
    let sites: Option<Vec<Path>> = terms[1..].iter().map(there).collect();
    let same = |path: &Path| at(root, path) == at(root, site);
    sites
        .filter(|sites| sites.iter().all(same))
        .unwrap_or_default()
}

/// Whether a statement is a chain such as `a \equiv b = c \equiv d \pmod n`: each relation begins with the side that the
/// one before ends with, and all congruences have one modulus.
pub(super) fn is_linked(term: &Term, vocabulary: &Vocabulary) -> bool {
    let name = |t: &Term| vocabulary.name(t.op);
    let relation = |t: &Term| matches!((name(t), t.args.len()), ("eq", 2) | ("congruent", 3));
    let mut moduli = term.args.iter().filter_map(|t| t.args.get(2));
    let modulus = moduli.next();
    name(term) == "and"
        && term.args.iter().all(relation)
        && modulus.is_some_and(|modulus| moduli.all(|other| other == modulus))
        && term
            .args
            .windows(2)
            .all(|two| two[0].args[1] == two[1].args[0])
}

/// The paths of a side of a chain, or of its modulus, that which a site lies in first.
fn links(root: &Term, site: &[u16], vocabulary: &Vocabulary) -> Option<Vec<Path>> {
    let [relation, place, ..] = *site else {
        return None;
    };
    is_linked(root, vocabulary).then_some(())?;
    let count = root.args.len() as u16;
    let others: Vec<Path> = match place {
        0 => relation
            .checked_sub(1)
            .map(|before| vec![before, 1])
            .into_iter()
            .collect(),
        1 => (relation + 1..count)
            .take(1)
            .map(|behind| vec![behind, 0])
            .collect(),
        _ => (0..count)
            .filter(|other| *other != relation && root.args[usize::from(*other)].args.len() > 2)
            .map(|other| vec![other, place])
            .collect(),
    };
    (!others.is_empty()).then(|| [vec![vec![relation, place]], others].concat())
}

/// The paths of the terms that are changed together, that which a site lies in first.
fn others(root: &Term, site: &[u16], vocabulary: &Vocabulary) -> Option<Vec<Path>> {
    let linked = links(root, site, vocabulary);
    if linked.is_some() {
        return linked;
    }
    let dots = vocabulary.find("dots")?;
    let left_out = |t: &Term| t.op == dots || t.args.len() == 1 && t.args[0].op == dots;
    (0..site.len()).rev().find_map(|depth| {
        let row = at(root, &site[..depth])?;
        let own = usize::from(site[depth]);
        let like: Op = row.args[own].op;
        (row.args.iter().any(left_out) && !left_out(&row.args[own])).then_some(())?;
        let others =
            (0..row.args.len()).filter(|place| *place != own && row.args[*place].op == like);
        let path = |place: usize| [&site[..depth], &[place as u16]].concat();
        let terms: Vec<Path> = std::iter::once(own).chain(others).map(path).collect();
        (terms.len() > 1).then_some(terms)
    })
}

/// A path below one node, below another.
fn moved(path: &[u16], from: &[u16], to: &[u16]) -> Option<Path> {
    path.strip_prefix(from).map(|rest| [to, rest].concat())
}

fn paths(paths: &[Path], from: &[u16], to: &[u16]) -> Option<Vec<Path>> {
    paths.iter().map(|path| moved(path, from, to)).collect()
}

fn bound(bound: &Bound, from: &[u16], to: &[u16]) -> Option<Bound> {
    Some(match bound {
        Bound::Free => Bound::Free,
        Bound::One(path) => Bound::One(moved(path, from, to)?),
        Bound::Rest(rest) => Bound::Rest(paths(rest, from, to)?),
        Bound::Head(op) => Bound::Head(*op),
    })
}
