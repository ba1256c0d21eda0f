//! Bijections between the symbols of two terms: where symbols stand, and the search.

use crate::term::{Head, Op, Term};
use crate::vocabulary::Vocabulary;

/// The most bijections that are looked at.
pub(crate) const MOST: usize = 5_040;
/// Steps of the search for each of them.
const STEPS: usize = 20;

/// Where a symbol occurs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    /// Its index.
    pub symbol: u32,
    /// Whether it is the head of an application.
    pub applied: bool,
    /// Whether it has indices.
    pub indexed: bool,
    /// A hash of each way up from one of its places, sorted.
    contexts: Vec<u64>,
}

impl Profile {
    /// In how many ways up two symbols are alike.
    pub(crate) fn common(&self, other: &Self) -> usize {
        let (a, b) = (&self.contexts, &other.contexts);
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

    /// Whether two symbols occur in the same ways.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.contexts == other.contexts
    }

    /// Whether both are applied or neither, indexed or not.
    pub(crate) fn is_used_like(&self, other: &Self) -> bool {
        self.applied == other.applied && self.indexed == other.indexed
    }
}

/// The free symbols of a term in order of appearance.
pub(crate) fn profiles(term: &Term, vocabulary: &Vocabulary) -> Vec<Profile> {
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
        let known = found.iter().position(|p| p.symbol == symbol);
        let at = known.unwrap_or_else(|| {
            found.push(Profile {
                symbol,
                ..Profile::default()
            });
            found.len() - 1
        });
        let named = |op: Op, name: &str| vocabulary.operator(op).is_some_and(|o| o.name == name);
        let mut head = above.iter().rev().take_while(|(_, i)| *i == 0);
        found[at].applied |= head.any(|(op, _)| named(*op, "call"));
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

/// The choice of a partner for everyone who looks for one.
pub(crate) struct Search<'o> {
    /// For each the partners that fit, the likeliest first, with how likely they are.
    pub options: &'o [Vec<(usize, usize)>],
    /// For each partner the first one that it may be exchanged with: of those only one is tried.
    pub alike: Vec<usize>,
    /// The same for those who look for partners.
    pub mine: Vec<usize>,
    chosen: Vec<usize>,
    found: Vec<(usize, Vec<usize>)>,
    steps: usize,
}

/// Choices of partners, by place, the likeliest first, and whether these are all.
pub(crate) struct Choices {
    pub all: Vec<Vec<usize>>,
    pub complete: bool,
}

impl<'o> Search<'o> {
    /// A search among so many partners, of which none may be exchanged.
    pub(crate) fn new(options: &'o [Vec<(usize, usize)>], partners: usize) -> Self {
        Self {
            options,
            alike: (0..partners).collect(),
            mine: (0..options.len()).collect(),
            chosen: Vec::new(),
            found: Vec::new(),
            steps: 0,
        }
    }

    /// Finds up to [`MOST`] choices.
    pub(crate) fn run(mut self) -> Choices {
        let complete = self.extend(0);
        self.found.sort_by_key(|f| std::cmp::Reverse(f.0));
        Choices {
            all: self.found.into_iter().map(|(_, chosen)| chosen).collect(),
            complete,
        }
    }

    /// Chooses a partner for every place that is left; returns whether to go on.
    fn extend(&mut self, score: usize) -> bool {
        self.steps += 1;
        if self.steps > STEPS * MOST {
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
            let mut before = (0..place).filter(|p| self.mine[*p] == self.mine[place]);
            if before.any(|p| self.chosen[p] > partner) {
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

/// Partners that fit, the likeliest first.
pub(crate) fn ranked(mut options: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    options.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)));
    options
}
