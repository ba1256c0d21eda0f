//! Bijections between the free symbols of two formulas, the likeliest first.

use crate::atoms::Atoms;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The most bijections that are looked at.
const CONSIDERED: usize = 5_040;

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

/// Where a symbol occurs.
#[derive(Default)]
struct Profile {
    symbol: u32,
    applied: bool,
    indexed: bool,
    contexts: Vec<u64>,
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
            kinds && fixed && o.applied == t.applied && o.indexed == t.indexed
        };
        let choices: Vec<Vec<(usize, usize)>> = theirs
            .iter()
            .map(|t| {
                let mut all: Vec<(usize, usize)> = (0..ours.len())
                    .filter(|&i| fits(&ours[i], t))
                    .map(|i| (common(&ours[i].contexts, &t.contexts), i))
                    .collect();
                all.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
                all
            })
            .collect();
        let mut found = Vec::new();
        capped = !extend(&choices, &mut Vec::new(), 0, &mut found);
        found.sort_by_key(|f: &(usize, Vec<usize>)| std::cmp::Reverse(f.0));
        for (_, chosen) in found {
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

/// Chooses a partner for every symbol; returns whether all bijections were found.
fn extend(
    choices: &[Vec<(usize, usize)>],
    chosen: &mut Vec<usize>,
    score: usize,
    found: &mut Vec<(usize, Vec<usize>)>,
) -> bool {
    let Some(options) = choices.get(chosen.len()) else {
        found.push((score, chosen.clone()));
        return found.len() < CONSIDERED;
    };
    for &(more, partner) in options {
        if !chosen.contains(&partner) {
            chosen.push(partner);
            let go_on = extend(choices, chosen, score + more, found);
            chosen.pop();
            if !go_on {
                return false;
            }
        }
    }
    true
}

fn common(a: &[u64], b: &[u64]) -> usize {
    let (mut i, mut j, mut n) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                n += 1;
                i += 1;
                j += 1;
            }
        }
    }
    n
}

/// The free symbols of a term in order of appearance.
fn profiles(term: &Term, vocabulary: &Vocabulary) -> Vec<Profile> {
    let mut profiles = Vec::new();
    visit(term, vocabulary, &mut Vec::new(), &mut profiles);
    for profile in &mut profiles {
        profile.contexts.sort_unstable();
    }
    profiles
}

fn visit(
    term: &Term,
    vocabulary: &Vocabulary,
    above: &mut Vec<(Op, usize)>,
    found: &mut Vec<Profile>,
) {
    if let Head::Symbol(symbol) = term.op.head() {
        let at = found
            .iter()
            .position(|p| p.symbol == symbol)
            .unwrap_or_else(|| {
                found.push(Profile {
                    symbol,
                    ..Profile::default()
                });
                found.len() - 1
            });
        let named = |op: Op, name: &str| vocabulary.operator(op).is_some_and(|o| o.name == name);
        let head = above.iter().rev().take_while(|(_, i)| *i == 0);
        found[at].applied |= head.clone().any(|(op, _)| named(*op, "call"));
        found[at].indexed |= above
            .last()
            .is_some_and(|(op, i)| *i == 0 && named(*op, "idx"));
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (op, place) in above.iter().rev() {
            for part in [u64::from(op.0), *place as u64] {
                hash = (hash ^ part).wrapping_mul(0x0100_0000_01b3);
            }
            found[at].contexts.push(hash);
        }
    }
    let comm = vocabulary.operator(term.op).is_some_and(|o| o.comm);
    for (i, arg) in term.args.iter().enumerate() {
        above.push((term.op, if comm { 1 } else { i }));
        visit(arg, vocabulary, above, found);
        above.pop();
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
