//! The plan of one formula's names.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::build::{bound_units, counted, decorated, families, share, stem};
use super::candidates::{Asked, Chooser};
use super::count::Space;
use super::draw::Tables;
use super::inventory::{Inventory, bound_names};
use super::rank::Assignment;
use super::symmetry::interchangeable;
use super::texts::TextNames;
use super::unit::{Part, Place, Unit};
use crate::atoms::Atoms;
use crate::forest::Forest;
use crate::rules::{Role, RuleSet};
use crate::term::{Slot, Term};
use crate::vocabulary::Kind;

/// At most this many names vary; a formula with more keeps the others.
pub(super) const UNITS: usize = 20;

/// How symbols and bound names are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The name of each symbol of the atoms.
    pub symbols: Vec<String>,
    /// The name of each bound name.
    pub slots: Vec<(Slot, String)>,
}

impl Names {
    /// Symbols under the names that atoms give them; bound names have none.
    pub fn of(atoms: &Atoms) -> Self {
        Self {
            symbols: atoms.symbols.iter().map(|s| s.name.clone()).collect(),
            slots: Vec::new(),
        }
    }

    /// The name of a bound name, when it has one.
    pub fn slot(&self, slot: Slot) -> Option<&str> {
        self.slots
            .iter()
            .find(|(s, _)| *s == slot)
            .map(|(_, name)| name.as_str())
    }
}

/// The name assignments of one formula. All are injective: names of different symbols and bound
/// names differ, bound names that never stand inside each other may share theirs.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) units: Vec<Unit>,
    pub(super) indexed: (f64, usize),
    pub(super) stray: f64,
    pub(super) tables: Tables,
    space: Space,
    /// Names before anything is substituted.
    source: Names,
    /// What the source writes for each bound name.
    source_slots: Vec<(Slot, String)>,
    /// Bound names that do not vary.
    kept: Vec<(Slot, String)>,
    /// Bound names that only derived forms have, with the names they may get.
    spare: Vec<(Slot, Vec<String>)>,
}

/// Leaves the names of what keeps its own, beyond those that vary together, to that.
fn leave_to_rest(units: &mut [Unit]) {
    let Some((varied, rest)) = units.split_at_mut_checked(UNITS) else {
        return;
    };
    let kept: BTreeSet<&str> = rest
        .iter()
        .flat_map(|unit| unit.parts.iter().map(|part| part.own.as_str()))
        .collect();
    for part in varied.iter_mut().flat_map(|unit| &mut unit.parts) {
        let own = part.own.clone();
        let free = |name: &str| name == own || !kept.contains(name);
        part.candidates.retain(|candidate| free(&candidate.name));
    }
}

/// Leaves out the rows of families with names that others keep.
fn keep_rows_apart(units: &mut [Unit], rest: &[Unit]) {
    let parts = rest.iter().flat_map(|unit| &unit.parts);
    let kept: BTreeSet<&str> = parts.map(|part| part.own.as_str()).collect();
    if kept.is_empty() {
        return;
    }
    for unit in units {
        let mut own = true;
        unit.rows.retain(|row| {
            std::mem::take(&mut own) || !row.iter().any(|name| kept.contains(name.as_str()))
        });
    }
}

impl Plan {
    /// The plan of a term; `forest` holds the forms derived from it, whose operators exclude
    /// names and whose bound names need one.
    pub fn of(term: &Term, atoms: &Atoms, forest: Option<&Forest>, rules: &RuleSet) -> Self {
        Self::with(term, atoms, forest, rules, None)
    }

    /// The plan of all formulas of a text, side by side in one term and one forest.
    pub fn of_text(
        term: &Term,
        atoms: &Atoms,
        forest: &Forest,
        rules: &RuleSet,
        text: TextNames<'_>,
    ) -> Self {
        Self::with(term, atoms, Some(forest), rules, Some(text))
    }

    fn with(
        term: &Term,
        atoms: &Atoms,
        forest: Option<&Forest>,
        rules: &RuleSet,
        text: Option<TextNames<'_>>,
    ) -> Self {
        let mut stock = Inventory::of(term, atoms, rules);
        if let Some(forest) = forest {
            stock.add_forest(forest, atoms, &rules.vocabulary);
        }
        if let Some(text) = &text {
            text.fix(&mut stock);
        }
        let mut alike = |a, b| interchangeable(term, &rules.vocabulary, a, b);
        let slots = forest.map(bound_names);
        Self::from(&stock, atoms, slots, rules, text, &mut alike)
    }

    /// The plan of formulas of which stock was taken, whose forms have these bound names, and of
    /// which is told whether they treat two symbols alike.
    pub(super) fn from(
        stock: &Inventory,
        atoms: &Atoms,
        slots: Option<BTreeSet<Slot>>,
        rules: &RuleSet,
        text: Option<TextNames<'_>>,
        alike: &mut dyn FnMut(u32, u32) -> bool,
    ) -> Self {
        let fixed = stock
            .symbols
            .iter()
            .zip(&atoms.symbols)
            .filter(|(entry, _)| entry.fixed);
        let fixed: BTreeSet<String> = fixed.map(|(_, symbol)| symbol.name.clone()).collect();
        let mut taken = fixed.clone();
        taken.extend(text.iter().flat_map(|text| text.taken).cloned());
        let chooser = Chooser::new(rules, stock, taken.clone(), atoms);
        let mut units = Vec::new();
        for (index, symbol) in atoms
            .symbols
            .iter()
            .enumerate()
            .filter(|(index, _)| !stock.symbols[*index].fixed)
        {
            let role = if stock.symbols[index].function {
                Role::Function
            } else {
                Role::Variable
            };
            let asked = Asked {
                source: &symbol.name,
                role,
                kind: symbol.kind,
                bound: None,
            };
            taken.insert(symbol.name.clone());
            let part = Part {
                places: vec![Place::Symbol(index as u32)],
                source: symbol.name.clone(),
                own: symbol.name.clone(),
                candidates: chooser.candidates(asked, &symbol.name),
            };
            // `A_1B_2` is a product, `AB` a line.
            let indexable =
                !stock.indices && symbol.kind != Kind::Point && !symbol.name.contains(['_', '{']);
            units.push(Unit {
                parts: vec![part],
                function: role == Role::Function,
                indexable,
                rows: Vec::new(),
            });
        }
        share(&mut units, alike);
        let source_slots = bound_units(stock, atoms, &chooser, &mut taken, &mut units);
        if let Some(text) = &text {
            text.tie(&mut units, atoms);
        }
        decorated(&mut units, &fixed);
        families(&mut units, rules);
        leave_to_rest(&mut units);
        // Bound names beyond those that can vary together keep theirs; so do symbols.
        let rest = units.split_off(UNITS.min(units.len()));
        keep_rows_apart(&mut units, &rest);
        let parts = rest.into_iter().flat_map(|unit| unit.parts);
        let kept = parts.flat_map(|part| {
            let slot = |place: &Place| match place {
                Place::Slot(slot) => Some((*slot, part.own.clone())),
                Place::Symbol(_) => None,
            };
            part.places.iter().filter_map(slot).collect::<Vec<_>>()
        });
        let kept = kept.collect();
        let most = rules.symbols.indexed.1.min(9);
        let (thinned, space, counted) = counted(&units, most);
        // Names of texts are drawn, hardly ever counted: fewer are counted, all are drawn.
        let exact = thinned.len() == units.len();
        let (units, most) = if text.is_some() && exact {
            (units, most)
        } else {
            (thinned, counted)
        };
        let symbols = atoms
            .symbols
            .iter()
            .map(|symbol| symbol.name.clone())
            .collect();
        let mut plan = Self {
            tables: Tables::new(&units),
            units,
            indexed: (rules.symbols.indexed.0, most),
            stray: rules.symbols.stray.0,
            space,
            source: Names {
                symbols,
                slots: Vec::new(),
            },
            source_slots,
            kept,
            spare: Vec::new(),
        };
        plan.source = plan.names(&plan.own());
        if let Some(slots) = slots {
            plan.add_slots(slots, &chooser);
        }
        plan
    }

    /// The names that the source uses.
    pub fn source_names(&self) -> Names {
        self.source.clone()
    }

    /// The names that the source uses, to be looked at.
    pub const fn own_names(&self) -> &Names {
        &self.source
    }

    /// The number of different assignments.
    pub fn count(&self) -> BigUint {
        BigUint::from(self.space.total())
    }

    /// The assignment of this number; numbers from [`Self::count`] on start again.
    pub fn unrank(&self, rank: &BigUint) -> Names {
        let rank = (rank % self.count()).to_u128().unwrap_or(0);
        self.names(&self.space.unrank(&self.units, rank))
    }

    /// The number of these names, when they are an assignment of this plan.
    pub fn rank(&self, names: &Names) -> Option<BigUint> {
        let name = |place: &Place| match place {
            Place::Symbol(index) => names.symbols.get(*index as usize).cloned(),
            Place::Slot(slot) => names.slot(*slot).map(str::to_owned),
        };
        let mut assignment = Assignment::new();
        for unit in &self.units {
            let first = name(unit.parts[0].places.first()?)?;
            let named = |part: &Part| match part.places.first() {
                Some(place) => name(place),
                None => Some(stem(&first).to_owned()),
            };
            assignment.push(unit.parts.iter().map(named).collect::<Option<_>>()?);
        }
        (self.names(&assignment) == *names)
            .then(|| self.space.rank(&self.units, &assignment).map(BigUint::from))?
    }

    /// What changed: names of the source with their new names. A bound name that is also the name
    /// of a free symbol is reported as `x (bound)`.
    pub fn substitution(&self, names: &Names) -> BTreeMap<String, String> {
        let mut changed = BTreeMap::new();
        for (old, new) in self
            .source
            .symbols
            .iter()
            .zip(&names.symbols)
            .filter(|(old, new)| old != new)
        {
            changed.insert(old.clone(), new.clone());
        }
        for (slot, old) in &self.source_slots {
            if let Some(new) = names.slot(*slot).filter(|new| new != old) {
                let free = self.source.symbols.contains(old);
                let key = if free {
                    format!("{old} (bound)")
                } else {
                    old.clone()
                };
                changed.insert(key, new.to_owned());
            }
        }
        changed
    }

    pub(super) fn own(&self) -> Assignment {
        self.units
            .iter()
            .map(|unit| unit.parts.iter().map(|part| part.own.clone()).collect())
            .collect()
    }

    /// Writes an assignment out.
    fn names(&self, assignment: &Assignment) -> Names {
        let mut names = Names {
            symbols: self.source.symbols.clone(),
            slots: Vec::with_capacity(self.source_slots.len() + self.spare.len()),
        };
        names.slots.extend(self.kept.iter().cloned());
        for (unit, new) in self.units.iter().zip(assignment) {
            for (part, name) in unit.parts.iter().zip(new) {
                for place in &part.places {
                    match place {
                        Place::Symbol(index) => names.symbols[*index as usize].clone_from(name),
                        Place::Slot(slot) => names.slots.push((*slot, name.clone())),
                    }
                }
            }
        }
        names
            .slots
            .extend(self.spare.iter().map(|(slot, _)| (*slot, String::new())));
        self.name_spares(&mut names);
        names.slots.sort();
        names
    }

    /// Gives each bound name that only derived forms have the first usual name that is free.
    pub(super) fn name_spares(&self, names: &mut Names) {
        if self.spare.is_empty() {
            return;
        }
        for (slot, _) in &self.spare {
            if let Some((_, name)) = names.slots.iter_mut().find(|(s, _)| s == slot) {
                name.clear();
            }
        }
        for (slot, usual) in &self.spare {
            let used = |name: &&String| {
                names.symbols.contains(name) || names.slots.iter().any(|(_, n)| n == *name)
            };
            let free = usual.iter().find(|name| !used(name)).cloned();
            if let Some((_, name)) = names.slots.iter_mut().find(|(s, _)| s == slot) {
                *name = free.unwrap_or_default();
            }
        }
    }

    /// Bound names of derived forms: enough candidates that one is always free.
    fn add_slots(&mut self, slots: BTreeSet<Slot>, chooser: &Chooser<'_>) {
        let known = |slot: &Slot| self.source_slots.iter().any(|(s, _)| s == slot);
        let new: Vec<Slot> = slots.into_iter().filter(|slot| !known(slot)).collect();
        let places = self.units.iter().flat_map(|unit| &unit.parts).count()
            + self.source.symbols.len()
            + new.len();
        for slot in new {
            let mut usual: Vec<String> = Vec::new();
            while usual.len() <= places {
                let next = chooser.spare(slot.sort, &|name| usual.iter().any(|u| u == name));
                usual.push(next);
            }
            self.spare.push((slot, usual));
        }
        self.source = self.names(&self.own());
    }
}
