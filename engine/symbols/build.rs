//! The units of a plan: symbols, bound names, families, and how many of them can be counted.

use crate::spelling::undecorated;
use std::collections::BTreeSet;

use super::candidates::{Asked, Chooser};
use super::count::Space;
use super::inventory::Inventory;
use super::unit::{Candidate, How, Part, Place, Unit};
use crate::atoms::Atoms;
use crate::rules::{Role, RuleSet};
use crate::term::{Slot, SlotSort};
use crate::vocabulary::Kind;

/// At most this many rows of a family are candidates.
const ROWS: usize = 12;

/// Gives symbols that a term treats alike the same candidates, so that exchanging them leads
/// from assignment to assignment.
pub(super) fn share(units: &mut [Unit], is_alike: &mut dyn FnMut(u32, u32) -> bool) {
    let symbol = |unit: &Unit| match unit.parts[0].places[0] {
        Place::Symbol(index) => index,
        Place::Slot(_) => u32::MAX,
    };
    for a in 0..units.len() {
        for b in a + 1..units.len() {
            let sorted = |unit: &Unit| {
                let mut candidates = unit.parts[0].candidates.clone();
                candidates.sort();
                candidates
            };
            let (one, other) = (sorted(&units[a]), sorted(&units[b]));
            let mut alike = || is_alike(symbol(&units[a]), symbol(&units[b]));
            // A first derivative becomes no second one, a bold letter no plain one.
            let around = [a, b].map(|at| undecorated(&units[at].parts[0].own).0);
            let fits = around[0] == around[1] && units[a].function == units[b].function;
            if one != other && fits && alike() {
                let mut both = [one, other].concat();
                both.sort();
                both.dedup_by(|x, y| x.name == y.name);
                units[a].parts[0].candidates.clone_from(&both);
                units[b].parts[0].candidates = both;
            }
        }
    }
}

/// Adds a unit for each bound name; those of one level that the source calls alike are one.
pub(super) fn bound_units(
    stock: &Inventory,
    atoms: &Atoms,
    chooser: &Chooser<'_>,
    taken: &mut BTreeSet<String>,
    units: &mut Vec<Unit>,
) -> Vec<(Slot, String)> {
    let mut source_slots: Vec<(Slot, String)> = Vec::new();
    let mut bound: Vec<Unit> = Vec::new();
    for slot in &stock.slots {
        let named = atoms
            .slot_names
            .iter()
            .find(|(s, _)| s == slot)
            .map(|(_, name)| name.clone());
        let source =
            named.unwrap_or_else(|| chooser.spare(slot.sort, &|name| taken.contains(name)));
        let level = |unit: &Unit| match unit.parts[0].places[0] {
            Place::Slot(first) => first.level == slot.level,
            Place::Symbol(_) => false,
        };
        source_slots.push((*slot, source.clone()));
        if let Some(unit) = bound
            .iter_mut()
            .find(|unit| unit.parts[0].source == source && level(unit))
        {
            unit.parts[0].places.push(Place::Slot(*slot));
            continue;
        }
        let shared = stock.shared.iter().find(|(s, _)| s == slot);
        if let Some((_, symbol)) = shared
            && let Some(unit) = units
                .iter_mut()
                .find(|unit| unit.parts[0].places[0] == Place::Symbol(*symbol))
        {
            let asked = Asked {
                source: &source,
                role: Role::Variable,
                kind: Kind::Num,
                bound: Some(slot.sort),
            };
            let names = chooser.candidates(asked, &source);
            // Letters with numbers are bound by fewer signs.
            unit.indexable = false;
            let part = &mut unit.parts[0];
            part.places.push(Place::Slot(*slot));
            let own = part.own.clone();
            part.candidates
                .retain(|c| c.name == own || names.iter().any(|other| other.name == c.name));
            continue;
        }
        // A name that also stands for something else may end up beside it after rewriting.
        let own = if taken.contains(&source) {
            let counts = matches!(source.as_str(), "i" | "j" | "k" | "l" | "m" | "n");
            let sort = if counts { SlotSort::Integer } else { slot.sort };
            chooser.spare(sort, &|name| taken.contains(name))
        } else {
            source.clone()
        };
        taken.insert(own.clone());
        let kind = match slot.sort {
            SlotSort::Any | SlotSort::Prime => Kind::Any,
            _ => Kind::Num,
        };
        let mut candidates = chooser.candidates(
            Asked {
                source: &source,
                role: Role::Variable,
                kind,
                bound: Some(slot.sort),
            },
            &own,
        );
        if slot.sort == SlotSort::Prime {
            candidates.retain(|candidate| candidate.name == own);
        }
        let part = Part {
            places: vec![Place::Slot(*slot)],
            source,
            own,
            candidates,
        };
        bound.push(Unit {
            parts: vec![part],
            function: false,
            indexable: false,
            rows: Vec::new(),
        });
    }
    units.append(&mut bound);
    source_slots
}

/// Joins the members of a family that occur together.
pub(super) fn families(units: &mut Vec<Unit>, rules: &RuleSet) {
    let rows = &rules.symbols.families;
    for family in rows {
        let column = |unit: &Unit| {
            unit.single()
                .and_then(|part| family.iter().position(|name| *name == part.own))
        };
        let (mut related, others): (Vec<Unit>, Vec<Unit>) = std::mem::take(units)
            .into_iter()
            .partition(|unit| column(unit).is_some());
        *units = others;
        if related.len() < 2 {
            units.append(&mut related);
            continue;
        }
        let columns: Vec<usize> = related.iter().filter_map(column).collect();
        let parts: Vec<Part> = related
            .iter_mut()
            .flat_map(|unit| std::mem::take(&mut unit.parts))
            .collect();
        let own: Vec<String> = parts.iter().map(|part| part.own.clone()).collect();
        let mut choices = vec![own];
        for row in rows {
            let names: Option<Vec<String>> = columns
                .iter()
                .map(|column| row.get(*column).cloned())
                .collect();
            let allowed = |(part, name): (&Part, &String)| {
                part.candidates
                    .iter()
                    .any(|c| c.name == *name && c.how != How::Stray)
            };
            if let Some(names) = names.filter(|names| parts.iter().zip(names).all(allowed))
                && !choices.contains(&names)
                && choices.len() < ROWS
            {
                choices.push(names);
            }
        }
        let function = related.iter().any(|unit| unit.function);
        units.push(Unit {
            parts,
            function,
            indexable: false,
            rows: choices,
        });
    }
}

/// What stands over a letter that still means something of the letter without it.
const ACCENTS: &[&str] = &[
    r"\bar{",
    r"\overline{",
    r"\hat{",
    r"\widehat{",
    r"\tilde{",
    r"\widetilde{",
    r"\dot{",
    r"\ddot{",
    r"\dddot{",
    r"\vec{",
    r"\overrightarrow{",
];

/// A name without what stands over it: `\mathbf{x}` of `\dot{\mathbf{x}}`.
pub(super) fn stem(name: &str) -> &str {
    let mut inner = name;
    while let Some(rest) = ACCENTS.iter().find_map(|accent| inner.strip_prefix(accent)) {
        let Some(rest) = rest.strip_suffix('}') else {
            break;
        };
        inner = rest;
    }
    inner
}

/// Joins a name with the same name under a bar, hat or arrow: `x_i` and `\bar{x}` are related, and
/// so are `\dot{x}` and the function `x`, `\dot{\mathbf{x}}` and `\mathbf{x}`. Where one of them keeps
/// its letter, so do the others.
pub(super) fn decorated(units: &mut Vec<Unit>, fixed: &BTreeSet<String>) {
    let own = |unit: &Unit| unit.single().map(|part| part.own.clone());
    let stems: BTreeSet<String> = units
        .iter()
        .filter_map(own)
        .map(|name| stem(&name).to_owned())
        .collect();
    // A plain letter takes its bold one with it.
    let (plain, fonts): (Vec<String>, Vec<String>) = stems
        .into_iter()
        .partition(|name| undecorated(name).0.is_empty());
    for name in plain.into_iter().chain(fonts) {
        let symbol = |unit: &Unit| {
            let place = unit.single().and_then(|part| part.places.first());
            matches!(place, Some(Place::Symbol(_)))
        };
        let plain = units
            .iter()
            .find(|u| own(u).as_ref() == Some(&name) && symbol(u));
        let function = plain.map(|unit| unit.function);
        let fits = |unit: &Unit| {
            symbol(unit)
                && own(unit).is_some_and(|own| {
                    let font = || function == Some(unit.function) && undecorated(&own).1 == name;
                    stem(&own) == name || font()
                })
        };
        let accented = || {
            fixed
                .iter()
                .any(|other| *other != name && stem(other) == name)
        };
        let kept = plain.is_none() && fixed.contains(&name) || accented();
        let mut parts = units.iter().flat_map(|unit| &unit.parts);
        let reserved = !kept && !fixed.contains(&name) && parts.all(|part| part.own != name);
        let least = if kept || reserved { 1 } else { 2 };
        if units.iter().filter(|u| fits(u)).count() < least {
            continue;
        }
        let (mut related, others): (Vec<Unit>, Vec<Unit>) = std::mem::take(units)
            .into_iter()
            .partition(|unit| fits(unit));
        *units = others;
        related.sort_by_key(|unit| own(unit).as_ref() != Some(&name));
        let function = related[0].function;
        let mut parts: Vec<Part> = related
            .iter_mut()
            .flat_map(|unit| std::mem::take(&mut unit.parts))
            .collect();
        if kept {
            for part in &mut parts {
                part.candidates.retain(|c| c.name == part.own);
            }
        }
        if reserved {
            parts.push(letter_of(&parts[0], name));
        }
        let rows = alike(&parts);
        units.push(Unit {
            rows,
            parts,
            function,
            indexable: false,
        });
    }
}

/// The letter under an accent, which stands nowhere itself: `\hat{y}` is told from `z`, and no `\hat{z}`
/// stands beside one.
fn letter_of(accented: &Part, letter: String) -> Part {
    let mut candidates: Vec<Candidate> = Vec::new();
    for candidate in &accented.candidates {
        let name = stem(&candidate.name).to_owned();
        if !candidates.iter().any(|c| c.name == name) {
            let how = candidate.how;
            candidates.push(Candidate { name, how });
        }
    }
    Part {
        places: Vec::new(),
        source: letter.clone(),
        own: letter,
        candidates,
    }
}

/// The names that parts with one letter may get together: their own ones first, then those with
/// another letter in all of them.
fn alike(parts: &[Part]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = vec![parts.iter().map(|part| part.own.clone()).collect()];
    let letters = parts[0].candidates.iter().filter(|c| c.how != How::Stray);
    for letter in letters {
        let letter = undecorated(&letter.name).1;
        let name = |part: &Part| {
            let (before, _, after) = undecorated(&part.own);
            format!("{before}{letter}{after}")
        };
        let names: Vec<String> = parts.iter().map(name).collect();
        let allowed =
            |(part, name): (&Part, &String)| part.candidates.iter().any(|c| c.name == *name);
        if parts.iter().zip(&names).all(allowed) && !rows.contains(&names) && rows.len() < ROWS {
            rows.push(names);
        }
    }
    rows
}

/// Counts; with fewer candidates and fewer units indexed at once when there are too many to count.
/// Gives how many may be indexed.
pub(super) fn counted(units: &[Unit], most: usize) -> (Vec<Unit>, Space, usize) {
    for (step, most) in [most, most.min(2), 0, 0].into_iter().enumerate() {
        let fewer = thinned(units, step);
        if let Some(space) = Space::new(&fewer, most) {
            return (fewer, space, most);
        }
    }
    (Vec::new(), Space::new(&[], 0).unwrap_or_default(), 0)
}

/// Drops candidates: nothing at first, then stray letters, then all but members of groups, then
/// all but the own names.
fn thinned(units: &[Unit], step: usize) -> Vec<Unit> {
    let mut fewer = units.to_vec();
    for part in fewer.iter_mut().flat_map(|unit| &mut unit.parts) {
        let own = part.own.clone();
        part.candidates.retain(|c| {
            let kept = match step {
                0 => true,
                1 => c.how != How::Stray,
                2 => c.how == How::Member,
                _ => false,
            };
            kept || c.name == own
        });
    }
    fewer
}
