//! Bijections between the symbols of two forms, the likeliest first.

use super::dots::dotted;
use super::slopes::{Slopes, is_slope};
use super::tied::Tied;
use super::world::World;
use crate::bijection::{self, Choices, Profile, Search, ranked};
use crate::normal;
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
use std::collections::BTreeSet;

/// Symbols of the second form and what stands for them in the first.
pub(super) type Map = Vec<(u32, u32)>;

/// Bijections in the order of likelihood, and whether these are all.
pub(super) struct Pairings {
    pub maps: Vec<Map>,
    pub complete: bool,
}

/// What is known of a symbol from where it stands.
struct Place {
    symbol: u32,
    kind: Kind,
    protected: bool,
    /// Whether it stands for a part that is taken whole.
    whole: bool,
    /// Whether that is a side of a comparison.
    side: bool,
    name: String,
    profile: Profile,
}

/// The bijections that respect kinds, being applied and being indexed. When one form has more
/// symbols than the other, its surplus stays alone.
pub(super) fn pairings(first: &World<'_>, second: &World<'_>) -> Pairings {
    paired((first, second), false, &|_, _| true)
}

/// The same where not every symbol of the second form, by its number, can be called like every one of
/// the first.
pub(super) fn pairings_but(
    first: &World<'_>,
    second: &World<'_>,
    forbidden: &BTreeSet<(u32, u32)>,
) -> Pairings {
    let allows = |theirs: u32, ours: u32| !forbidden.contains(&(theirs, ours));
    paired((first, second), false, &allows)
}

/// The same where single letters that are names by custom may have others.
pub(super) fn loose_pairings(first: &World<'_>, second: &World<'_>) -> Pairings {
    paired((first, second), true, &|_, _| true)
}

fn paired(
    (first, second): (&World<'_>, &World<'_>),
    loosely: bool,
    allows: &dyn Fn(u32, u32) -> bool,
) -> Pairings {
    let (ours, theirs) = (places(first), places(second));
    let swapped = ours.len() < theirs.len();
    let (few, many) = if swapped {
        (&ours, &theirs)
    } else {
        (&theirs, &ours)
    };
    let options: Vec<Vec<(usize, usize)>> = few
        .iter()
        .map(|t| {
            let allowed = |i: usize| match swapped {
                true => allows(many[i].symbol, t.symbol),
                false => allows(t.symbol, many[i].symbol),
            };
            let fitting = (0..many.len()).filter(|&i| fits(&many[i], t, loosely) && allowed(i));
            let likely = |i: usize| {
                let same = usize::from(many[i].name == t.name);
                (1_000 * same + many[i].profile.common(&t.profile), i)
            };
            ranked(fitting.map(likely).collect())
        })
        .collect();
    let (host, guest) = if swapped {
        (second, first)
    } else {
        (first, second)
    };
    let alike = interchangeable(host, many);
    let mine = interchangeable(guest, few);
    // One of the two sides is enough; the one that saves more.
    let saved = |classes: &[usize]| (0..classes.len()).filter(|i| classes[*i] != *i).count();
    let by_host = saved(&alike) >= saved(&mine);
    let mut search = Search::new(&options, many.len());
    if by_host {
        search.alike = alike;
    } else {
        search.mine = mine;
    }
    let Choices { all, complete } = search.run();
    let rare: Vec<&str> = few.iter().map(|p| &*p.name).collect();
    let common: Vec<&str> = many.iter().map(|p| &*p.name).collect();
    let slopes = Slopes::new(&rare, &common);
    let tied = Tied::new(&rare, &common);
    let keeps = |chosen: &Vec<usize>| {
        let pairs = rare.iter().zip(chosen).map(|(n, i)| (*n, common[*i]));
        tied.keeps(chosen) && slopes.keeps(&pairs.collect::<Vec<_>>())
    };
    let maps = all.into_iter().filter(keeps).map(|chosen| {
        let pairs = few
            .iter()
            .zip(chosen)
            .map(|(t, i)| (t.symbol, many[i].symbol));
        pairs
            .map(|(a, b)| if swapped { (b, a) } else { (a, b) })
            .collect()
    });
    Pairings {
        maps: maps.collect(),
        complete,
    }
}

/// For each symbol the first one that may be exchanged with it, which leaves the form as it is.
fn interchangeable(world: &World<'_>, places: &[Place]) -> Vec<usize> {
    let (form, vocabulary) = (world.sampler.form, world.sampler.vocabulary);
    let plain = normal::canonical(vocabulary, &form.term);
    let mut classes: Vec<usize> = (0..places.len()).collect();
    // Derivatives are exchanged together, not one by one.
    if places.iter().any(|p| is_slope(&p.name)) {
        return classes;
    }
    for i in 1..places.len() {
        for j in 0..i {
            if classes[j] != j || !places[i].profile.is_like(&places[j].profile) {
                continue;
            }
            let (a, b) = (Op::symbol(places[i].symbol), Op::symbol(places[j].symbol));
            let exchanged = form.term.map(&mut |t| {
                let op = if t.op == a {
                    b
                } else if t.op == b {
                    a
                } else {
                    t.op
                };
                Term { op, args: t.args }
            });
            if normal::canonical(vocabulary, &exchanged) == plain {
                classes[i] = j;
                break;
            }
        }
    }
    classes
}

/// How often what a name stands for is differentiated: by its primes and dots, or as it was written out
/// (`d^2u/dx^2`).
fn order(name: &str) -> u32 {
    if let Some(rest) = name.strip_prefix("d^") {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        return rest[..digits].parse().unwrap_or(0);
    }
    let primes = name.chars().rev().take_while(|c| *c == '\'').count() as u32;
    primes + dotted(name).map_or(0, |(n, _)| n)
}

/// The letter of a family that is a name by itself, where its index is another letter: `SE_x`.
fn family(name: &str) -> Option<&str> {
    let (family, index) = name.rsplit_once('_')?;
    let letter = |c: char| c.is_ascii_lowercase();
    (index.len() == 1 && index.starts_with(letter)).then_some(family)
}

/// Whether a name is one letter; an undecided `i` may be the imaginary unit.
fn is_letter(name: &str) -> bool {
    let mut chars = name.strip_prefix('\\').unwrap_or(name).chars();
    let first = chars.next().is_some_and(char::is_alphabetic);
    let rest = chars.as_str();
    let command = name.starts_with('\\') && rest.chars().all(char::is_alphabetic);
    first && (rest.is_empty() || command) && name != "i"
}

fn fits(a: &Place, b: &Place, loosely: bool) -> bool {
    let number = |k: Kind| matches!(k, Kind::Any | Kind::Num);
    let set = |k: Kind| matches!(k, Kind::Set | Kind::Event);
    let kinds = a.kind == b.kind
        || a.kind == Kind::Any
        || b.kind == Kind::Any
        || number(a.kind) && number(b.kind)
        || set(a.kind) && set(b.kind);
    let free = !a.protected && !b.protected;
    let alike = a.protected && b.protected && family(&a.name).is_some();
    let fixed = free
        || a.name == b.name
        || alike && family(&a.name) == family(&b.name)
        || loosely && is_letter(&a.name) && is_letter(&b.name);
    // `y'` is no `y''` under another name.
    let orders = order(&a.name) == order(&b.name);
    // No letter names a sum.
    let whole = a.whole == b.whole && (!a.side && !b.side || a.name == b.name);
    kinds && fixed && orders && whole && a.profile.is_used_like(&b.profile)
}

fn places(world: &World<'_>) -> Vec<Place> {
    let form = world.sampler.form;
    let kind = |symbol: u32| world.kinds.get(symbol as usize).copied();
    let found = bijection::profiles(&form.term, world.sampler.vocabulary);
    let places = found.into_iter().filter_map(|profile| {
        let symbol = profile.symbol;
        let known = form.atoms.symbols.get(symbol as usize)?;
        Some(Place {
            symbol,
            kind: kind(symbol).unwrap_or(Kind::Any),
            protected: known.protected,
            whole: form.wholes.contains(&known.name),
            side: form.sides.contains(&known.name),
            name: known.name.clone(),
            profile,
        })
    });
    places.collect()
}
