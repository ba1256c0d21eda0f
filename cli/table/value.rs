//! One value of a row.

use std::borrow::Cow;

use super::schema::{Column, Kind};

/// A value that owns its texts.
pub type Value = Cell<'static>;

/// A value of some [`Kind`]; its texts may be those of somebody else.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Cell<'v> {
    /// None; only where the column is optional.
    Null,
    /// Of [`Kind::Text`].
    #[serde(borrow)]
    Text(Cow<'v, str>),
    /// Of [`Kind::Bool`].
    Bool(bool),
    /// Of [`Kind::Int`].
    Int(i64),
    /// Of [`Kind::Float`].
    Float(f64),
    /// Of [`Kind::Class`]: the place of its name.
    Class(u32),
    /// Of [`Kind::List`].
    #[serde(borrow)]
    List(Vec<Cell<'v>>),
    /// Of [`Kind::Struct`]: one value a field, in order.
    #[serde(borrow)]
    Struct(Vec<Cell<'v>>),
}

impl<'v> Cell<'v> {
    /// A text.
    pub fn text(text: impl Into<Cow<'v, str>>) -> Self {
        Self::Text(text.into())
    }

    /// A text, or null for none.
    pub fn optional_text(text: Option<impl Into<Cow<'v, str>>>) -> Self {
        text.map_or(Self::Null, Self::text)
    }

    /// Its text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Its number, if it is an integer or a class.
    pub const fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(n) => Some(*n),
            Self::Class(n) => Some(*n as i64),
            _ => None,
        }
    }

    /// Its number, if it is one.
    pub const fn as_float(&self) -> Option<f64> {
        match self {
            Self::Float(x) => Some(*x),
            Self::Int(n) => Some(*n as f64),
            _ => None,
        }
    }

    /// Its truth: a boolean, or a class or integer that is 0 or 1.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(b) => Some(*b),
            Self::Class(n @ (0 | 1)) => Some(*n == 1),
            Self::Int(n @ (0 | 1)) => Some(*n == 1),
            _ => None,
        }
    }

    /// The name of a class, or a text.
    pub fn name<'n>(&'n self, kind: &'n Kind) -> Option<&'n str> {
        match (self, kind) {
            (Self::Class(n), Kind::Class(names)) => names.get(*n as usize).map(String::as_str),
            (Self::Text(text), _) => Some(text),
            _ => None,
        }
    }

    /// Its parts, if it is a list or a struct.
    pub fn as_parts(&self) -> Option<&[Self]> {
        match self {
            Self::List(parts) | Self::Struct(parts) => Some(parts),
            _ => None,
        }
    }

    /// About how many bytes it takes.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Null | Self::Bool(_) => 1,
            Self::Int(_) | Self::Float(_) | Self::Class(_) => 8,
            Self::Text(text) => text.len() + 8,
            Self::List(parts) | Self::Struct(parts) => {
                parts.iter().map(Self::size).sum::<usize>() + 4
            }
        }
    }

    /// Whether it is a value of a column.
    pub fn fits(&self, column: &Column) -> bool {
        matches!(self, Self::Null) && column.optional || self.is(&column.kind)
    }

    fn is(&self, kind: &Kind) -> bool {
        match (self, kind) {
            (Self::Text(_), Kind::Text)
            | (Self::Bool(_), Kind::Bool)
            | (Self::Int(_), Kind::Int)
            | (Self::Float(_), Kind::Float) => true,
            (Self::Class(n), Kind::Class(names)) => (*n as usize) < names.len(),
            (Self::List(parts), Kind::List(of)) => parts.iter().all(|part| part.is(of)),
            (Self::Struct(parts), Kind::Struct(fields)) => {
                parts.len() == fields.len() && parts.iter().zip(fields).all(|(p, f)| p.fits(f))
            }
            _ => false,
        }
    }
}

impl Kind {
    /// What it is, for messages.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Bool => "true or false",
            Self::Int => "an integer",
            Self::Float => "a number",
            Self::Class(_) => "the name of a class",
            Self::List(_) => "a list",
            Self::Struct(_) => "a struct",
        }
    }
}
