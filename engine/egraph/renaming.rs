//! Bijections between the free symbols of two formulas, the likeliest first.

use crate::atoms::Atoms;
use crate::bijection::{Profile, Search, profiles, ranked};
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// Formulas over one table of atoms: the first as it was, and versions of the second.
pub(crate) struct Candidates {
    /// The table of the first formula, with what the second adds.
    pub atoms: Atoms,
    /// Versions of the second formula and the symbols that were renamed for it.
    pub versions: Vec<Version>,
    /// Whether there are bijections that are not among the versions.
    pub capped: bool,
}

/// The second formula under a bijection.
pub(crate) struct Version {
    pub term: Term,
    /// Names in the second formula and what stands for them, where they differ.
    pub renaming: Vec<(String, String)>,
}

/// Finds the bijections that respect kinds, protection, being applied and being indexed.
pub(crate) fn candidates(
    a: &Term,
    a_atoms: &Atoms,
    b: &Term,
    b_atoms: &Atoms,
    vocabulary: &Vocabulary,
) -> Candidates {
    let mut atoms = a_atoms.clone();
    let (ours, theirs) = (profiles(a, vocabulary), profiles(b, vocabulary));
    let mut versions = Vec::new();
    let mut capped = false;
    let shared = |name: &str| {
        a_atoms
            .symbols
            .iter()
            .position(|s| s.name == name)
            .map(|i| i as u32)
    };
    let identity: Vec<Option<u32>> = theirs
        .iter()
        .map(|p| shared(&b_atoms.symbols[p.symbol as usize].name))
        .collect();
    let same_names = identity
        .iter()
        .all(|i| i.is_some_and(|i| ours.iter().any(|p| p.symbol == i)));
    if ours.len() != theirs.len() || same_names {
        let mut map = Vec::new();
        for (profile, found) in theirs.iter().zip(&identity) {
            let symbol = &b_atoms.symbols[profile.symbol as usize];
            let to = found.unwrap_or_else(|| {
                atoms.symbols.push(symbol.clone());
                (atoms.symbols.len() - 1) as u32
            });
            map.push((profile.symbol, to));
        }
        versions.push(map);
    }
    if ours.len() == theirs.len() {
        let fits = |o: &Profile, t: &Profile| {
            let (x, y) = (
                &a_atoms.symbols[o.symbol as usize],
                &b_atoms.symbols[t.symbol as usize],
            );
            let kinds = x.kind == y.kind || x.kind == Kind::Any || y.kind == Kind::Any;
            let fixed = !x.protected && !y.protected || x.name == y.name;
            kinds && fixed && o.is_used_like(t)
        };
        let options: Vec<Vec<(usize, usize)>> = theirs
            .iter()
            .map(|t| {
                let fitting = (0..ours.len()).filter(|&i| fits(&ours[i], t));
                ranked(fitting.map(|i| (ours[i].common(t), i)).collect())
            })
            .collect();
        let choices = Search::new(&options, ours.len()).run();
        capped = !choices.complete;
        for chosen in choices.all {
            let map: Vec<(u32, u32)> = theirs
                .iter()
                .zip(chosen)
                .map(|(t, i)| (t.symbol, ours[i].symbol))
                .collect();
            if !versions.contains(&map) {
                versions.push(map);
            }
        }
    }
    let leaves = leaves(b_atoms, &mut atoms);
    let versions = versions
        .into_iter()
        .map(|map| {
            let term = b.map(&mut |t| Term {
                op: moved(t.op, &map, &leaves),
                args: t.args,
            });
            let renaming = map.iter().map(|&(from, to)| {
                (
                    b_atoms.symbols[from as usize].name.clone(),
                    atoms.symbols[to as usize].name.clone(),
                )
            });
            Version {
                term,
                renaming: renaming.filter(|(x, y)| x != y).collect(),
            }
        })
        .collect();
    Candidates {
        atoms,
        versions,
        capped,
    }
}

/// Where literals and opaque pieces of the second table are in the first, which gets new ones.
fn leaves(from: &Atoms, to: &mut Atoms) -> (Vec<Op>, Vec<u32>) {
    fn place<T: PartialEq + Clone>(
        item: &T,
        table: &mut Vec<T>,
        same: impl Fn(&T, &T) -> bool,
    ) -> u32 {
        let found = table.iter().position(|t| same(t, item));
        found.unwrap_or_else(|| {
            table.push(item.clone());
            table.len() - 1
        }) as u32
    }
    let literals = from.literals.iter().map(|l| {
        let known = to.literals.iter().any(|t| t.value == l.value);
        match l.integer() {
            Some(integer) if !known => integer,
            _ => Op::literal(place(l, &mut to.literals, |x, y| x.value == y.value)),
        }
    });
    let literals = literals.collect();
    let opaques = from
        .opaques
        .iter()
        .map(|o| place(o, &mut to.opaques, |x, y| x.pieces == y.pieces))
        .collect();
    (literals, opaques)
}

fn moved(op: Op, map: &[(u32, u32)], leaves: &(Vec<Op>, Vec<u32>)) -> Op {
    match op.head() {
        Head::Symbol(i) => map
            .iter()
            .find(|(from, _)| *from == i)
            .map_or(op, |(_, to)| Op::symbol(*to)),
        Head::Literal(i) => leaves.0.get(i as usize).copied().unwrap_or(op),
        Head::Opaque(i) => leaves.1.get(i as usize).map_or(op, |to| Op::opaque(*to)),
        _ => op,
    }
}
