//! The witness of a row: values under the names of the version, and what both say there.

use std::collections::BTreeMap;

use mamut_engine::symbols::Names;
use mamut_engine::truth::Difference;

/// The key of what the source is at the point.
pub const SOURCE: &str = "source";
/// The key of what the version is there.
pub const TEXT: &str = "text";
/// The key of what the point leaves open besides values: signs, bases, probabilities, families.
pub const POINT: &str = "point";

/// A witness whose symbols wait for the names of a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// Values of symbols of the version, by number.
    values: Vec<(usize, String)>,
    /// What does not depend on names.
    fixed: Vec<(String, String)>,
}

impl Sketch {
    /// The witness of all versions. `symbols` are the names of the symbols that source and version
    /// share, in order, and those of the version; `own` those that the version has.
    pub fn new(
        found: &Difference,
        symbols: &[String],
        own: impl Fn(usize) -> bool,
        needs_point: bool,
    ) -> Self {
        let mut sketch = Self::default();
        let value = |name: &str| {
            let exact = found.witness.point.iter().find(|(n, _)| n == name);
            exact.map(|(_, value)| value.clone())
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
        for (place, name) in symbols.iter().enumerate() {
            let (text, source) = if found.of_first {
                (of_source(name), name.clone())
            } else {
                (name.clone(), of_text(name))
            };
            let of_version = value(&text).filter(|_| own(place));
            // What the source has and the version has not, or under another symbol.
            let of_source = value(&source).filter(|value| Some(value) != of_version.as_ref());
            sketch.values.extend(of_version.map(|v| (place, v)));
            let named = of_source.map(|value| (format!("{SOURCE} {name}"), value));
            sketch.fixed.extend(named);
        }
        if needs_point && let Some(point) = value("") {
            sketch.fixed.push((POINT.to_owned(), point));
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
            sketch.fixed.push((key.to_owned(), said));
        }
        sketch
    }

    /// The witness under the names of a version.
    pub fn under(&self, names: &Names) -> BTreeMap<String, String> {
        let named = |(place, value): &(usize, String)| {
            Some((names.symbols.get(*place)?.clone(), value.clone()))
        };
        let values = self.values.iter().filter_map(named);
        values.chain(self.fixed.iter().cloned()).collect()
    }
}
