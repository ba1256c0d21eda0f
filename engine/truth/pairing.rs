//! Bijections between the symbols of two forms, the likeliest first.

use super::form::name;
use super::world::World;
use crate::normal;
use crate::term::{Head, Op, Term};
use crate::vocabulary::{Kind, Vocabulary};

/// The most bijections that are looked at.
pub(super) const MOST: usize = 5_040;

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
    applied: bool,
    indexed: bool,
    name: String,
    contexts: Vec<u64>,
}

/// The bijections that respect kinds, being applied and being indexed. When one form has more
/// symbols than the other, its surplus stays alone.
pub(super) fn pairings(first: &World<'_>, second: &World<'_>) -> Pairings {
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
            let fitting = (0..many.len()).filter(|&i| fits(&many[i], t));
            let mut all: Vec<(usize, usize)> = fitting
                .map(|i| {
                    let same = usize::from(many[i].name == t.name);
                    (1_000 * same + common(&many[i].contexts, &t.contexts), i)
                })
                .collect();
            all.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
            all
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
    let mut search = Search {
        options: &options,
        alike: if by_host {
            alike
        } else {
            (0..many.len()).collect()
        },
        mine: if by_host {
            (0..few.len()).collect()
        } else {
            mine
        },
        chosen: Vec::new(),
        found: Vec::new(),
        steps: 0,
    };
    let complete = search.extend(0);
    let mut found = search.found;
    found.sort_by_key(|f| std::cmp::Reverse(f.0));
    let maps = found.into_iter().map(|(_, chosen)| {
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

struct Search<'o> {
    options: &'o [Vec<(usize, usize)>],
    /// For each partner the first one that it may be exchanged with.
    alike: Vec<usize>,
    /// The same for those who look for partners.
    mine: Vec<usize>,
    chosen: Vec<usize>,
    found: Vec<(usize, Vec<usize>)>,
    steps: usize,
}

impl Search<'_> {
    /// Chooses a partner for every symbol; returns whether all bijections were found.
    fn extend(&mut self, score: usize) -> bool {
        self.steps += 1;
        if self.steps > 20 * MOST {
            return false;
        }
        let Some(options) = self.options.get(self.chosen.len()) else {
            self.found.push((score, self.chosen.clone()));
            return self.found.len() < MOST;
        };
        let place = self.chosen.len();
        let mut tried: Vec<usize> = Vec::new();
        for &(more, partner) in options {
            if self.chosen.contains(&partner) || tried.contains(&self.alike[partner]) {
                continue;
            }
            // Of those that may be exchanged the earlier one has the earlier partner.
            let before = (0..place).filter(|p| self.mine[*p] == self.mine[place]);
            if before.into_iter().any(|p| self.chosen[p] > partner) {
                continue;
            }
            tried.push(self.alike[partner]);
            self.chosen.push(partner);
            let go_on = self.extend(score + more);
            self.chosen.pop();
            if !go_on {
                return false;
            }
        }
        true
    }
}

/// For each symbol the first one that may be exchanged with it, which leaves the form as it is.
fn interchangeable(world: &World<'_>, places: &[Place]) -> Vec<usize> {
    let (form, vocabulary) = (world.sampler.form, world.sampler.vocabulary);
    let plain = normal::canonical(vocabulary, &form.term);
    let mut classes: Vec<usize> = (0..places.len()).collect();
    for i in 1..places.len() {
        for j in 0..i {
            if classes[j] != j || places[i].contexts != places[j].contexts {
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

fn fits(a: &Place, b: &Place) -> bool {
    let number = |k: Kind| matches!(k, Kind::Any | Kind::Num);
    let set = |k: Kind| matches!(k, Kind::Set | Kind::Event);
    let kinds = a.kind == b.kind
        || a.kind == Kind::Any
        || b.kind == Kind::Any
        || number(a.kind) && number(b.kind)
        || set(a.kind) && set(b.kind);
    let fixed = !a.protected && !b.protected || a.name == b.name;
    kinds && fixed && a.applied == b.applied && a.indexed == b.indexed
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

fn places(world: &World<'_>) -> Vec<Place> {
    let form = world.sampler.form;
    let mut found: Vec<Place> = form
        .symbols
        .iter()
        .map(|&symbol| {
            let known = &form.atoms.symbols[symbol as usize];
            Place {
                symbol,
                kind: world
                    .kinds
                    .get(symbol as usize)
                    .copied()
                    .unwrap_or(Kind::Any),
                protected: known.protected,
                applied: false,
                indexed: false,
                name: known.name.clone(),
                contexts: Vec::new(),
            }
        })
        .collect();
    visit(
        &form.term,
        world.sampler.vocabulary,
        &mut Vec::new(),
        &mut found,
    );
    for place in &mut found {
        place.contexts.sort_unstable();
    }
    found
}

fn visit(term: &Term, vocabulary: &Vocabulary, above: &mut Vec<(Op, usize)>, found: &mut [Place]) {
    if let Head::Symbol(symbol) = term.op.head()
        && let Some(place) = found.iter_mut().find(|p| p.symbol == symbol)
    {
        let named =
            |op: Op, wanted: &str| vocabulary.operator(op).is_some_and(|o| o.name == wanted);
        let head = above.iter().rev().take_while(|(_, i)| *i == 0);
        place.applied |= head.clone().any(|(op, _)| named(*op, "call"));
        place.indexed |= above
            .last()
            .is_some_and(|(op, i)| *i == 0 && named(*op, "idx"));
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for (op, position) in above.iter().rev() {
            for part in [u64::from(op.0), *position as u64] {
                hash = (hash ^ part).wrapping_mul(0x0100_0000_01b3);
            }
            place.contexts.push(hash);
        }
    }
    let comm = vocabulary.operator(term.op).is_some_and(|o| o.comm);
    let bracket = name(term, vocabulary) == "call";
    for (i, arg) in term.args.iter().enumerate() {
        above.push((term.op, if comm && !bracket { 1 } else { i }));
        visit(arg, vocabulary, above, found);
        above.pop();
    }
}
