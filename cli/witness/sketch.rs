//! The witness of all versions of a falsehood: values that wait for the names of one.

use std::sync::Arc;

use mamut_engine::atoms::Atoms;
use mamut_engine::symbols::Names;
use mamut_engine::term::{Head, Term};
use mamut_engine::truth::Difference;

use super::{POINT, PRIMES, SOURCE, TEXT};
use crate::row::Witness;

/// A witness whose symbols wait for the names of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Values of symbols of the version, by number.
    values: Vec<(usize, Arc<str>)>,
    /// Values of derivatives that are numbers of their own: the symbol, its primes.
    primed: Vec<(usize, &'static str, Arc<str>)>,
    /// What does not depend on names.
    fixed: Vec<(Arc<str>, Arc<str>)>,
}

impl Sketch {
    /// The witness of the versions of a changed statement `term`, whose leaves are those of its
    /// source and more; whether the point has to be written in full.
    pub fn new(found: &Difference, term: &Term, atoms: &Atoms, needs_point: bool) -> Self {
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
            for primes in PRIMES {
                let of_version = value(&format!("{text}{primes}")).filter(|_| occurring[place]);
                let of_source = value(&format!("{source}{primes}"));
                let of_source = of_source.filter(|value| Some(value) != of_version.as_ref());
                let named = |value| (format!("{SOURCE} {name}{primes}").into(), value);
                sketch.primed.extend(of_version.map(|v| (place, primes, v)));
                sketch.fixed.extend(of_source.map(named));
            }
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
        self.primed.retain_mut(|(place, ..)| {
            let name = &from.symbols[*place].name;
            let there = to.symbols.iter().position(|s| s.name == *name);
            *place = there.unwrap_or(*place);
            there.is_some()
        });
        self
    }

    /// The witness under the names of a version.
    pub fn under(&self, names: &Names) -> Witness {
        let named = |(place, value): &(usize, Arc<str>)| {
            Some((names.symbols.get(*place)?.as_str().into(), value.clone()))
        };
        let primed = |(place, primes, value): &(usize, &str, Arc<str>)| {
            let name = names.symbols.get(*place)?;
            Some((format!("{name}{primes}").into(), value.clone()))
        };
        let values = self.values.iter().filter_map(named);
        let values = values.chain(self.primed.iter().filter_map(primed));
        values.chain(self.fixed.iter().cloned()).collect()
    }
}
