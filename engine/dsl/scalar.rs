//! The pieces that rule files are written with: verbatim strings, texts, lists of one, pairs.

use ron::value::RawValue;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor, value};
use std::fmt;
use std::marker::PhantomData;

/// What is said of a string with backslash escapes.
pub(super) const ESCAPES: &str = "backslash escapes are ambiguous with LaTeX";

/// A string borrowed verbatim from the file: its address is its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Src<'s>(pub(super) &'s str);

impl<'de: 's, 's> Deserialize<'de> for Src<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Verbatim<'s>(PhantomData<&'s ()>);
        impl<'de: 's, 's> Visitor<'de> for Verbatim<'s> {
            type Value = Src<'s>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Src<'s>, E> {
                Ok(Src(s))
            }
            fn visit_str<E: Error>(self, _: &str) -> Result<Src<'s>, E> {
                Err(E::custom(ESCAPES))
            }
        }
        deserializer.deserialize_str(Verbatim(PhantomData))
    }
}

/// A number, or NaN for anything else, and how it is written in the file: the address is its span.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number<'s> {
    pub(super) value: f64,
    pub(super) at: &'s str,
}

impl<'de: 's, 's> Deserialize<'de> for Number<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&'de RawValue>::deserialize(deserializer)?;
        Ok(Self {
            value: raw.into_rust().unwrap_or(f64::NAN),
            at: raw.get_ron().trim(),
        })
    }
}

/// Strings as they were written.
pub(super) fn texts(list: &[Src<'_>]) -> Vec<String> {
    list.iter().map(|text| text.0.to_owned()).collect()
}

/// Pairs of strings as they were written.
pub(super) fn pairs(list: &[(Src<'_>, Src<'_>)]) -> Vec<(String, String)> {
    let each = list.iter().map(|(a, b)| (a.0.to_owned(), b.0.to_owned()));
    each.collect()
}

/// A text for people; `\\` is allowed in it, control characters from escapes are not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Doc(pub(super) String);

impl<'de> Deserialize<'de> for Doc {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Doc;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Doc, E> {
                Ok(Doc(s.to_owned()))
            }
            fn visit_str<E: Error>(self, s: &str) -> Result<Doc, E> {
                if s.chars().any(char::is_control) {
                    Err(E::custom(ESCAPES))
                } else {
                    Ok(Doc(s.to_owned()))
                }
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// One thing, or a list of things.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Many<'s>(pub(super) Vec<Src<'s>>);

impl<'de: 's, 's> Deserialize<'de> for Many<'s> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneOrMore<'s>(PhantomData<&'s ()>);
        impl<'de: 's, 's> Visitor<'de> for OneOrMore<'s> {
            type Value = Many<'s>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a list of strings")
            }
            fn visit_borrowed_str<E: Error>(self, s: &'de str) -> Result<Many<'s>, E> {
                Ok(Many(vec![Src(s)]))
            }
            fn visit_str<E: Error>(self, _: &str) -> Result<Many<'s>, E> {
                Err(E::custom(ESCAPES))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Many<'s>, A::Error> {
                Deserialize::deserialize(value::SeqAccessDeserializer::new(seq)).map(Many)
            }
        }
        deserializer.deserialize_any(OneOrMore(PhantomData))
    }
}

/// A map in the order of the file; keys that occur twice are refused.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pairs<'s, V>(pub(super) Vec<(Src<'s>, V)>);

impl<V> Default for Pairs<'_, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de: 's, 's, V: Deserialize<'de>> Deserialize<'de> for Pairs<'s, V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<'s, V>(PhantomData<(&'s (), V)>);
        impl<'de: 's, 's, V: Deserialize<'de>> Visitor<'de> for Entries<'s, V> {
            type Value = Pairs<'s, V>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map { … }")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'s, V>, A::Error> {
                let mut pairs: Vec<(Src<'s>, V)> = Vec::new();
                while let Some(key) = map.next_key::<Src<'s>>()? {
                    if pairs.iter().any(|(k, _)| *k == key) {
                        return Err(A::Error::custom(format_args!(
                            "the key `{}` occurs twice",
                            key.0
                        )));
                    }
                    pairs.push((key, map.next_value()?));
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData))
    }
}
