//! Walking the ranks of forms and names: each once, in their order or in a keyed one.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use mamut_engine::choice::Key;
use mamut_engine::symbols::{Names, Plan};

use crate::grammar::{Grammar, Trace};
use crate::permutation::Permutation;
use crate::tokens::Writer;
use crate::unrank::{Derivation, Ranks};

/// Derivations are kept when there are at most this many ranks of forms…
const FORMS: usize = 1 << 17;
/// … while they make at most this many choices together.
const CHOICES: usize = 1 << 22;
/// Names are kept when there are at most this many assignments.
const NAMES: usize = 1 << 14;

/// A walk.
pub(crate) struct Walk<'g> {
    ranks: Ranks<'g>,
    plan: Option<&'g Plan>,
    key: Key,
    total: BigUint,
    /// The number of name assignments.
    assignments: BigUint,
    order: Order,
    next: u128,
    /// What is known of forms, by rank; empty when there are too many.
    forms: Vec<Known>,
    /// Choices that are kept.
    kept: usize,
    /// Names by rank; empty when there are too many.
    names: Vec<Option<Names>>,
}

enum Order {
    /// By rank.
    Listed,
    /// Shuffled.
    Permuted(Permutation),
    /// At random: beyond 2^126 ranks a repetition is less likely than a failure of the machine.
    Random,
}

/// What is known of a rank of forms.
#[derive(Clone, Debug, Default)]
enum Known {
    #[default]
    Nothing,
    /// Its form has another rank.
    Void,
    Form(Box<Derivation>),
}

impl<'g> Walk<'g> {
    /// Starts; `listed` keeps to the order of ranks.
    pub(crate) fn new(
        grammar: &'g Grammar,
        plan: Option<&'g Plan>,
        key: Key,
        listed: bool,
    ) -> Self {
        let ranks = Ranks::new(grammar);
        let assignments = plan.map_or_else(|| BigUint::from(1u32), Plan::count);
        let total = ranks.total() * &assignments;
        let small = total.to_u128().filter(|n| n.leading_zeros() > 2 && *n > 0);
        let order = match small {
            _ if listed => Order::Listed,
            Some(n) => Order::Permuted(Permutation::new(n, key.named("walk"))),
            None => Order::Random,
        };
        let few = |n: &BigUint, most: usize| n.to_usize().filter(|n| *n <= most).unwrap_or(0);
        Self {
            forms: vec![Known::Nothing; few(ranks.total(), FORMS)],
            names: vec![None; few(&assignments, NAMES)],
            ranks,
            plan,
            key,
            total,
            assignments,
            order,
            next: 0,
            kept: 0,
        }
    }

    /// The number of ranks.
    pub(crate) fn total(&self) -> &BigUint {
        &self.total
    }

    /// Writes the form of the next rank and sets its names; none at the end, false when the rank
    /// repeats another.
    pub(crate) fn step(
        &mut self,
        names: &mut Names,
        out: &mut Writer,
        trace: &mut Trace,
    ) -> Option<bool> {
        if BigUint::from(self.next) >= self.total {
            return None;
        }
        let next = self.next;
        self.next += 1;
        let (form, name) = match &self.order {
            Order::Permuted(permutation) => {
                let rank = permutation.apply(next);
                // Fewer than 2^126 ranks: so are the factors of their number.
                let assignments = self.assignments.to_u128().unwrap_or(1);
                (
                    BigUint::from(rank / assignments),
                    BigUint::from(rank % assignments),
                )
            }
            Order::Listed => {
                let rank = BigUint::from(next);
                (&rank / &self.assignments, &rank % &self.assignments)
            }
            Order::Random => {
                let rank = random_below(&self.total, self.key.named("rank").at(next as u64));
                (&rank / &self.assignments, &rank % &self.assignments)
            }
        };
        let known = form.to_usize().and_then(|at| self.forms.get_mut(at));
        if matches!(known, Some(Known::Void)) {
            return Some(false);
        }
        if let Some(plan) = self.plan {
            match name.to_usize().and_then(|at| self.names.get_mut(at)) {
                Some(kept) => names.clone_from(kept.get_or_insert_with(|| plan.unrank(&name))),
                None => *names = plan.unrank(&name),
            }
        }
        match known {
            Some(Known::Form(derivation)) => {
                self.ranks.repeat(derivation, names, out, trace);
                Some(true)
            }
            known => {
                let derivation = self.ranks.derivation(&form);
                let new = self.ranks.check(&derivation, names, out, trace);
                if let Some(known) = known {
                    if !new {
                        *known = Known::Void;
                    } else if self.kept < CHOICES {
                        self.kept += derivation.choices();
                        *known = Known::Form(Box::new(derivation));
                    }
                }
                Some(new)
            }
        }
    }
}

/// A number below `n`, nearly uniform.
fn random_below(n: &BigUint, key: Key) -> BigUint {
    let mut draws = key.draws();
    let mut number = BigUint::zero();
    for _ in 0..n.bits() / 64 + 2 {
        number = (number << 64) + draws.bits();
    }
    number % n
}
