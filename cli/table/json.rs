//! JSON whose objects keep the order of their members.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction that 64 bits hold.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object; of members with the same name the last one counts.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// A string.
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// An object of these members.
    pub fn object<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Object(members.map(|(name, value)| (name.to_owned(), value)).into())
    }

    /// A member of an object.
    pub fn member(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(members) => members.iter().rev().find(|m| m.0 == name).map(|m| &m.1),
            _ => None,
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(b) => serializer.serialize_bool(*b),
            Self::Int(n) => serializer.serialize_i64(*n),
            Self::Float(x) => serializer.serialize_f64(*x),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
            Self::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }
    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }
    fn visit_bool<E: Error>(self, b: bool) -> Result<Json, E> {
        Ok(Json::Bool(b))
    }
    fn visit_i64<E: Error>(self, n: i64) -> Result<Json, E> {
        Ok(Json::Int(n))
    }
    fn visit_u64<E: Error>(self, n: u64) -> Result<Json, E> {
        Ok(i64::try_from(n).map_or(Json::Float(n as f64), Json::Int))
    }
    fn visit_f64<E: Error>(self, x: f64) -> Result<Json, E> {
        Ok(Json::Float(x))
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::text(text))
    }
    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Json::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(member) = members.next_entry()? {
            object.push(member);
        }
        Ok(Json::Object(object))
    }
}
