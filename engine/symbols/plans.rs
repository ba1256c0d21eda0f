//! Plans that were made before, for formulas that have most in common: changed versions of one
//! formula mostly have its symbols and its operators.

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::inventory::{Inventory, bound_names};
use super::plan::Plan;
use super::symmetry::interchangeable;
use crate::atoms::Atoms;
use crate::forest::Forest;
use crate::rules::RuleSet;
use crate::term::{Slot, Term};

/// No more are kept: the oldest make room.
const MOST: usize = 32;

/// The last plans that were made, all under the same rules.
#[derive(Debug, Default)]
pub struct Plans(RefCell<VecDeque<Known>>);

/// A plan and all that it depends on.
#[derive(Debug)]
struct Known {
    stock: Inventory,
    atoms: Atoms,
    slots: BTreeSet<Slot>,
    /// Pairs of symbols of which it was asked whether the formula treats them alike, and whether
    /// it does.
    alike: Vec<(u32, u32, bool)>,
    plan: Arc<Plan>,
}

impl Plans {
    /// [`Plan::of`].
    pub fn of(&self, term: &Term, atoms: &Atoms, forest: &Forest, rules: &RuleSet) -> Arc<Plan> {
        let mut stock = Inventory::of(term, atoms, rules);
        stock.add_forest(forest, atoms, &rules.vocabulary);
        let slots = bound_names(forest);
        let is_alike = |a, b| interchangeable(term, &rules.vocabulary, a, b);
        let same = |known: &&Known| {
            known.stock == stock
                && known.slots == slots
                && known.atoms == *atoms
                && known.alike.iter().all(|&(a, b, is)| is_alike(a, b) == is)
        };
        let known = self.0.borrow().iter().find(same).map(|k| k.plan.clone());
        if let Some(plan) = known {
            return plan;
        }
        let mut alike = Vec::new();
        let mut asked = |a, b| {
            let is = is_alike(a, b);
            alike.push((a, b, is));
            is
        };
        let plan = Plan::from(&stock, atoms, Some(slots.clone()), rules, None, &mut asked);
        let plan = Arc::new(plan);
        let mut all = self.0.borrow_mut();
        if all.len() == MOST {
            all.pop_front();
        }
        all.push_back(Known {
            stock,
            atoms: atoms.clone(),
            slots,
            alike,
            plan: plan.clone(),
        });
        plan
    }
}
