//! The witness of all versions of a falsehood: values that wait for the names of one.

use std::sync::Arc;

use mamut_engine::atoms::Atoms;
use mamut_engine::symbols::Names;
use mamut_engine::term::{Head, Term};
use mamut_engine::truth::Difference;
use mamut_engine::truth::derived::Derived;

use super::{POINT, SOURCE, TEXT};
use crate::row::Witness;

/// A witness whose symbols wait for the names of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Values of symbols of the version, by number.
    values: Vec<(usize, Arc<str>)>,
    /// Values of parts that are numbers of their own.
    derived: Vec<(Derived, Arc<str>)>,
    /// What does not depend on names.
    fixed: Vec<(Arc<str>, Arc<str>)>,
}

impl Sketch {
    /// The witness of the versions of a changed statement `term`, whose leaves are those of its
    /// source and more, and of whose parts and of those of its source some are numbers of their
    /// own; whether the point has to be written in full.
    pub fn new(
        found: &Difference,
        (term, atoms): (&Term, &Atoms),
        (own, of_source_alone): (&[Derived], &[Derived]),
        needs_point: bool,
    ) -> Self {
        let mut occurring = vec![false; atoms.symbols.len()];
        term.walk(&mut |t| {
            if let Head::Symbol(i) = t.op.head() {
                occurring[i as usize] = true;
            }
        });
        let mut sketch = Self::default();
        let value = |name: &str| {
            let exact = found.witness.point.iter().find(|(n, _)| n == name);
            exact.map(|(_, value)| Arc::<str>::from(value.as_str()))
        };
        // Names of the source, where the version has others.
        let of_source = |text: &str| {
            let pair = found.bijection.iter().find(|(second, _)| second == text);
            pair.map_or(text, |(_, first)| first.as_str()).to_owned()
        };
        let of_text = |source: &str| {
            let pair = found.bijection.iter().find(|(_, first)| first == source);
            pair.map_or(source, |(second, _)| second.as_str())
                .to_owned()
        };
        for (place, name) in atoms.symbols.iter().map(|s| &s.name).enumerate() {
            let (text, source) = if found.of_first {
                (of_source(name), name.clone())
            } else {
                (name.clone(), of_text(name))
            };
            let of_version = value(&text).filter(|_| occurring[place]);
            // What the source has and the version has not, or under another symbol.
            let of_source = value(&source).filter(|value| Some(value) != of_version.as_ref());
            sketch.values.extend(of_version.map(|v| (place, v)));
            let named = of_source.map(|value| (format!("{SOURCE} {name}").into(), value));
            sketch.fixed.extend(named);
        }
        // Under which name a part is found in the point, as a part of the version and of the source.
        let symbol = |place: usize| atoms.symbols[place].name.as_str();
        let first: Vec<String> = atoms.symbols.iter().map(|s| of_source(&s.name)).collect();
        let second: Vec<String> = atoms.symbols.iter().map(|s| of_text(&s.name)).collect();
        for part in own {
            let paired = found.bijection.iter().find(|(n, _)| *n == part.name);
            let name = match paired {
                _ if !found.of_first => part.under(symbol),
                Some((_, first)) => first.clone(),
                None => part.under(|place| &first[place]),
            };
            sketch
                .derived
                .extend(value(&name).map(|v| (part.clone(), v)));
        }
        for part in of_source_alone {
            let paired = found.bijection.iter().find(|(_, n)| *n == part.name);
            let name = match paired {
                _ if found.of_first => part.under(symbol),
                Some((second, _)) => second.clone(),
                None => part.under(|place| &second[place]),
            };
            let key = format!("{SOURCE} {}", part.name);
            let value = value(&name).filter(|value| {
                let same = |known: &&(Derived, Arc<str>)| known.0 == *part && known.1 == *value;
                !sketch.derived.iter().any(|known| same(&known))
            });
            sketch.fixed.extend(value.map(|v| (key.into(), v)));
        }
        if needs_point && let Some(point) = value("") {
            sketch.fixed.push((POINT.into(), point));
        }
        let said = |truth: &str, sides: &[String]| match sides {
            [] => truth.to_owned(),
            sides => format!("{truth}: {}", sides.join(", ")),
        };
        let (first, second) = (&found.first, &found.second);
        for (key, said) in [
            (SOURCE, said(first, &found.witness.sides)),
            (TEXT, said(second, &found.second_sides)),
        ] {
            sketch.fixed.push((key.into(), said.into()));
        }
        sketch
    }

    /// Whether the source holds at the point.
    pub fn has_source(&self) -> bool {
        let said = self.fixed.iter().find(|(key, _)| **key == *SOURCE);
        said.is_some_and(|(_, said)| said.starts_with("true"))
    }

    /// Whether both sides of the version have values at the point that numbers can be compared by: which
    /// side stands first does not matter then.
    pub fn compares_numbers(&self) -> bool {
        let said = self.fixed.iter().find(|(key, _)| **key == *TEXT);
        let sides = said.and_then(|(_, said)| said.strip_prefix("false: "));
        sides.is_some_and(|sides| {
            let number = |c: char| c.is_ascii_digit() || " .,+-/ie()∞".contains(c);
            !sides.is_empty() && sides.chars().all(number)
        })
    }

    /// The same for versions of a whole that has the leaves `to`, of which the statement, with the
    /// leaves `from`, is a part.
    #[must_use]
    pub fn within(mut self, from: &Atoms, to: &Atoms) -> Self {
        self.values.retain_mut(|(place, _)| {
            let name = &from.symbols[*place].name;
            let there = to.symbols.iter().position(|s| s.name == *name);
            *place = there.unwrap_or(*place);
            there.is_some()
        });
        let there = |place: usize| {
            let name = &from.symbols[place].name;
            to.symbols.iter().position(|s| s.name == *name)
        };
        let derived = self.derived.into_iter();
        self.derived = derived
            .filter_map(|(part, value)| Some((part.over(there)?, value)))
            .collect();
        self
    }

    /// The witness under the names of a version.
    pub fn under(&self, names: &Names) -> Witness {
        let named = |(place, value): &(usize, Arc<str>)| {
            Some((names.symbols.get(*place)?.as_str().into(), value.clone()))
        };
        let symbol = |place: usize| names.symbols.get(place).map_or("", String::as_str);
        let derived =
            |(part, value): &(Derived, Arc<str>)| (part.under(symbol).into(), value.clone());
        let values = self.values.iter().filter_map(named);
        let values = values.chain(self.derived.iter().map(derived));
        values.chain(self.fixed.iter().cloned()).collect()
    }
}
