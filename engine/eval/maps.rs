//! Letters that map members of sets to members of sets: those that sets are applied to and whose values are
//! sets, `f(A \cup B) = f(A) \cup f(B)`, `A \subseteq f^{-1}(f(A))`.

use super::number::Number;
use super::set::{Set, UNIVERSE, class};
use super::value::{Reason, Value};
use crate::atoms::Atoms;
use crate::choice::Draws;
use crate::term::{Head, Term};
use crate::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeSet;

/// Where each member of the universe is mapped to.
pub(super) type Map = [u8; UNIVERSE];

/// A map that may be any; now and then one that is one to one.
pub(super) fn random(draws: &mut Draws) -> Map {
    let mut places: Vec<u8> = (0..UNIVERSE as u8).collect();
    let apart = draws.chance(0.15);
    if apart {
        draws.shuffle(&mut places);
    }
    let mut map = [0; UNIVERSE];
    for (from, to) in map.iter_mut().enumerate() {
        *to = match apart {
            true => places[from],
            false => draws.below(UNIVERSE) as u8,
        };
    }
    map
}

/// The image of a value, of a set member by member.
pub(super) fn image(map: &Map, value: &Value) -> Value {
    let to = |from: usize| i64::from(map[from]) + 1;
    match value {
        Value::Set(Set::Subset(mask)) => {
            let inside = (0..UNIVERSE).filter(|i| mask >> i & 1 == 1);
            Value::Set(Set::Subset(inside.fold(0, |m, i| m | 1 << map[i])))
        }
        Value::Set(Set::Members(members)) => {
            let images = members
                .iter()
                .map(|m| class(m).map(|at| Value::integer(to(at))));
            match images.collect::<Option<Vec<_>>>() {
                Some(images) => Value::Set(Set::Members(images)),
                None => Value::missing([value]),
            }
        }
        Value::Set(_) => Value::Unknown(Reason::Mismatch),
        value if value.is_known() => match class(value) {
            Some(at) => Value::integer(to(at)),
            None => Value::Unknown(Reason::Mismatch),
        },
        value => Value::missing([value]),
    }
}

/// What is mapped to a value, or into a set.
pub(super) fn preimage(map: &Map, value: &Value) -> Value {
    let from = |mask: u64| {
        let inside = (0..UNIVERSE).filter(|i| mask >> map[*i] & 1 == 1);
        inside.fold(0_u64, |m, i| m | 1 << i)
    };
    match value {
        Value::Set(Set::Subset(mask)) => Value::Set(Set::Subset(from(*mask))),
        Value::Set(Set::Members(members)) => {
            let bits: Option<Vec<usize>> = members.iter().map(class).collect();
            match bits {
                Some(bits) => {
                    let mask = bits.into_iter().fold(0, |m, at| m | 1 << at);
                    Value::Set(Set::Subset(from(mask)))
                }
                None => Value::missing([value]),
            }
        }
        Value::Set(_) => Value::Unknown(Reason::Mismatch),
        value if value.is_known() => {
            let mask = class(value).map_or(0, |at| from(1 << at));
            match mask.count_ones() {
                1 => Value::Number(Number::integer(i64::from(mask.trailing_zeros()) + 1)),
                _ => Value::Undefined,
            }
        }
        value => Value::missing([value]),
    }
}

/// The letters that are such maps.
pub(super) fn maps(
    statements: &[&Term],
    vocabulary: &Vocabulary,
    kinds: &[Kind],
    atoms: &Atoms,
) -> BTreeSet<u32> {
    let ways = Ways { vocabulary, kinds };
    let (mut inverted, mut of_sets, mut others) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for statement in statements {
        ways.look(statement, false, &mut of_sets, &mut others);
        statement.walk(&mut |t| {
            if let ("finv", [of]) = (ways.name(t), &*t.args) {
                inverted.extend(ways.letters(of).unwrap_or_default());
            }
        });
    }
    // What a capital letter makes of a set is seldom its image: closures, zeros, ideals.
    let small = |symbol: &u32| {
        let name = atoms.symbols.get(*symbol as usize).map(|s| &*s.name);
        name.is_some_and(|name| {
            name.trim_start_matches('\\')
                .starts_with(char::is_lowercase)
        })
    };
    of_sets.retain(|symbol| !others.contains(symbol));
    // Of what is composed all are maps, if one is.
    of_sets.retain(|symbol| inverted.contains(symbol) || small(symbol));
    of_sets
}

struct Ways<'a> {
    vocabulary: &'a Vocabulary,
    kinds: &'a [Kind],
}

impl<'a> Ways<'a> {
    fn name(&self, term: &Term) -> &'a str {
        self.vocabulary.name(term.op)
    }

    /// The letters of a function, its inverse, or functions one after the other; none of others.
    fn letters(&self, head: &Term) -> Option<Vec<u32>> {
        match (head.op.head(), self.name(head), &*head.args) {
            (Head::Symbol(symbol), _, []) => Some(vec![symbol]),
            (_, "finv", [of]) => self.letters(of),
            (_, "compose", parts) => {
                let parts: Option<Vec<Vec<u32>>> = parts.iter().map(|p| self.letters(p)).collect();
                Some(parts?.concat())
            }
            _ => None,
        }
    }

    /// Whether a term is a set by its form.
    fn is_set(&self, term: &Term) -> bool {
        let symbol = |t: &Term| {
            let kind = t.op.as_symbol().and_then(|s| self.kinds.get(s as usize));
            kind == Some(&Kind::Set)
        };
        match (self.name(term), &*term.args) {
            ("idx", [base, ..]) => symbol(base),
            ("call", _) => false,
            (operator, _) => is_of_sets(operator) || symbol(term),
        }
    }

    /// Finds the letters that sets are applied to where sets are asked for, and those of which numbers are.
    fn look(
        &self,
        term: &Term,
        asked: bool,
        of_sets: &mut BTreeSet<u32>,
        others: &mut BTreeSet<u32>,
    ) {
        let operator = self.name(term);
        if let ("call", [head, arg]) = (operator, &*term.args)
            && let Some(letters) = self.letters(head)
        {
            let inner = self.name(arg) == "call";
            match asked {
                true if self.is_set(arg) || inner => of_sets.extend(letters),
                false if self.is_set(arg) => others.extend(letters),
                _ => {}
            }
            return self.look(arg, asked || self.is_set(arg), of_sets, others);
        }
        let compared = matches!(operator, "eq" | "ne" | "defines")
            && term
                .args
                .iter()
                .any(|side| self.is_set(side) || self.holds_set(side));
        for (place, arg) in term.args.iter().enumerate() {
            let sets = compared
                || is_of_sets(operator) && !matches!(operator, "set")
                || matches!(
                    operator,
                    "subseteq" | "subset" | "subsetneq" | "supset" | "supseteq"
                )
                || matches!(operator, "in" | "notin") && place == 1;
            self.look(arg, sets, of_sets, others);
        }
    }

    /// Whether a set is what is applied here in the end: `f^{-1}(g^{-1}(C))`.
    fn holds_set(&self, term: &Term) -> bool {
        match (self.name(term), &*term.args) {
            ("call", [head, arg]) => {
                let inverse = self.name(head) == "finv";
                inverse && self.is_set(arg) || self.name(arg) == "call" && self.holds_set(arg)
            }
            _ => false,
        }
    }
}

/// Whether an operator makes a set of sets.
fn is_of_sets(operator: &str) -> bool {
    matches!(
        operator,
        "union"
            | "inter"
            | "setminus"
            | "compl"
            | "symdiff"
            | "set"
            | "emptyset"
            | "bigunion"
            | "bigunionin"
            | "bigunionall"
            | "bigunioncond"
            | "biginter"
            | "biginterin"
            | "biginterall"
            | "bigintercond"
    )
}
