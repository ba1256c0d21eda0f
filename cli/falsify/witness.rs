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

/// The witness of a version under these names. `symbols` are the names of the symbols that source
/// and version share, in order, and those of the version; `own` those that the version has.
pub fn of(
    found: &Difference,
    symbols: &[String],
    own: impl Fn(usize) -> bool,
    needs_point: bool,
    names: &Names,
) -> BTreeMap<String, String> {
    let mut witness = BTreeMap::new();
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
    for (place, name) in symbols.iter().enumerate().filter(|(place, _)| own(*place)) {
        let asked = if found.of_first {
            of_source(name)
        } else {
            name.clone()
        };
        if let (Some(value), Some(new)) = (value(&asked), names.symbols.get(place)) {
            witness.insert(new.clone(), value);
        }
    }
    // What the source has and the version has not, or under another symbol.
    for (place, name) in symbols.iter().enumerate() {
        let asked = if found.of_first {
            name.clone()
        } else {
            of_text(name)
        };
        let same = own(place)
            && names
                .symbols
                .get(place)
                .is_some_and(|new| witness.get(new) == value(&asked).as_ref());
        if !same && let Some(value) = value(&asked) {
            witness.insert(format!("{SOURCE} {name}"), value);
        }
    }
    if needs_point && let Some(point) = value("") {
        witness.insert(POINT.to_owned(), point);
    }
    let said = |truth: &str, sides: &[String]| match sides {
        [] => truth.to_owned(),
        sides => format!("{truth}: {}", sides.join(", ")),
    };
    witness.insert(SOURCE.to_owned(), said(&found.first, &found.witness.sides));
    witness.insert(TEXT.to_owned(), said(&found.second, &found.second_sides));
    witness
}
