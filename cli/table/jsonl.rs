//! Rows as JSON: written by their kinds, read by them, and kinds guessed where none are given.

use anyhow::{Context, Result, bail};

use super::json::Json;
use super::schema::{Column, Kind, Schema};
use super::value::{Cell, Value};

/// Adds a row as one line.
///
/// # Errors
/// When a number is not finite, which JSON cannot say.
pub fn write(columns: &[Column], row: &[Cell<'_>], out: &mut Vec<u8>) -> Result<()> {
    object(columns, row, out)?;
    out.push(b'\n');
    Ok(())
}

fn object(columns: &[Column], parts: &[Cell<'_>], out: &mut Vec<u8>) -> Result<()> {
    let mut before = b'{';
    for (column, part) in columns.iter().zip(parts) {
        out.push(before);
        before = b',';
        serde_json::to_writer(&mut *out, &column.name)?;
        out.push(b':');
        value(part, &column.kind, out)?;
    }
    out.push(b'}');
    Ok(())
}

/// Adds a value.
pub(super) fn value(value: &Cell<'_>, kind: &Kind, out: &mut Vec<u8>) -> Result<()> {
    match (value, kind) {
        (Cell::Null, _) => out.extend_from_slice(b"null"),
        (Cell::Text(text), _) => serde_json::to_writer(out, text)?,
        (Cell::Bool(b), _) => serde_json::to_writer(out, b)?,
        (Cell::Int(n), _) => serde_json::to_writer(out, n)?,
        (Cell::Float(x), _) if !x.is_finite() => bail!("JSON cannot say {x}"),
        (Cell::Float(x), _) => serde_json::to_writer(out, x)?,
        (Cell::Class(n), Kind::Class(names)) => {
            serde_json::to_writer(out, names.get(*n as usize).context("no such class")?)?;
        }
        (Cell::List(parts), Kind::List(of)) => {
            out.push(b'[');
            for (n, part) in parts.iter().enumerate() {
                if n > 0 {
                    out.push(b',');
                }
                self::value(part, of, out)?;
            }
            out.push(b']');
        }
        (Cell::Struct(parts), Kind::Struct(fields)) => object(fields, parts, out)?,
        _ => bail!("this is not {}", kind.noun()),
    }
    Ok(())
}

/// A row from an object; members that are no column are passed over.
pub(super) fn row(columns: &[Column], object: Json) -> Result<Vec<Value>> {
    let Json::Object(mut members) = object else {
        bail!("expected a JSON object: `{{…}}`");
    };
    let field = |column: &Column| {
        let place = members.iter().rposition(|(name, _)| *name == column.name);
        let found = place.map_or(Json::Null, |n| {
            std::mem::replace(&mut members[n].1, Json::Null)
        });
        match (found, column.optional) {
            (Json::Null, true) => Ok(Value::Null),
            (Json::Null, false) => bail!("the field `{}` is missing", column.name),
            (json, _) => {
                of_json(json, &column.kind).with_context(|| format!("the field `{}`", column.name))
            }
        }
    };
    columns.iter().map(field).collect()
}

/// A value of a kind. A text takes anything else as JSON.
pub(super) fn of_json(json: Json, kind: &Kind) -> Result<Value> {
    Ok(match (json, kind) {
        (Json::Text(text), Kind::Text) => Value::text(text),
        (json, Kind::Text) => Value::text(json.to_string()),
        (Json::Bool(b), Kind::Bool) => Value::Bool(b),
        (Json::Int(n), Kind::Int) => Value::Int(n),
        (Json::Int(n), Kind::Float) => Value::Float(n as f64),
        (Json::Float(x), Kind::Float) => Value::Float(x),
        (Json::Text(name), Kind::Class(names)) => class(&name, names)?,
        (Json::Int(n), Kind::Class(names)) if (0..names.len() as i64).contains(&n) => {
            Value::Class(n as u32)
        }
        (Json::Bool(b), Kind::Class(names)) if names.len() == 2 => Value::Class(u32::from(b)),
        (Json::List(items), Kind::List(of)) => {
            let items = items.into_iter().map(|item| match item {
                Json::Null => Ok(Value::Null),
                item => of_json(item, of),
            });
            Value::List(items.collect::<Result<_>>()?)
        }
        (json @ Json::Object(_), Kind::Struct(fields)) => Value::Struct(row(fields, json)?),
        (json, kind) => bail!("expected {}, found {json}", kind.noun()),
    })
}

/// The class of a name.
pub(super) fn class(name: &str, names: &[String]) -> Result<Value> {
    let place = names.iter().position(|n| n == name);
    let place = place.with_context(|| {
        format!(
            "there is no class `{name}`; there are `{}`",
            names.join("`, `")
        )
    })?;
    Ok(Value::Class(u32::try_from(place)?))
}

/// The columns of objects, in order of appearance. What has values of several kinds is a text.
pub(super) fn guess(objects: &[&Json]) -> Result<Schema> {
    Ok(Schema {
        columns: columns(objects)?,
    })
}

fn columns(objects: &[&Json]) -> Result<Vec<Column>> {
    let mut names: Vec<&str> = Vec::new();
    for object in objects {
        let Json::Object(members) = object else {
            bail!("expected JSON objects: `{{…}}`");
        };
        for (name, _) in members {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    let column = |name: &str| {
        let values = objects.iter().filter_map(|object| object.member(name));
        Column {
            name: name.to_owned(),
            kind: kind(values.collect()),
            // Later objects may lack what the first ones have.
            optional: true,
        }
    };
    Ok(names.into_iter().map(column).collect())
}

fn kind(mut values: Vec<&Json>) -> Kind {
    values.retain(|value| !matches!(value, Json::Null));
    let all = |is: fn(&Json) -> bool| values.iter().all(|value| is(value));
    if values.is_empty() {
        Kind::Text
    } else if all(|v| matches!(v, Json::Bool(_))) {
        Kind::Bool
    } else if all(|v| matches!(v, Json::Int(_))) {
        Kind::Int
    } else if all(|v| matches!(v, Json::Int(_) | Json::Float(_))) {
        Kind::Float
    } else if all(|v| matches!(v, Json::List(_))) {
        let items = values.iter().flat_map(|value| match value {
            Json::List(items) => items.as_slice(),
            _ => &[],
        });
        Kind::list(kind(items.collect()))
    } else if all(|v| matches!(v, Json::Object(members) if !members.is_empty())) {
        columns(&values).map_or(Kind::Text, Kind::Struct)
    } else {
        Kind::Text
    }
}
