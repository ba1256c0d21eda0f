//! Schemas as the features of Hugging Face `datasets`, which Parquet files carry as metadata.

use super::json::Json;
use super::schema::{Column, Kind, Schema};

/// The key of the metadata.
pub const KEY: &str = "huggingface";

/// The metadata of a schema.
pub fn metadata(schema: &Schema) -> String {
    let info = Json::object([("features", features(&schema.columns))]);
    Json::object([("info", info)]).to_string()
}

/// The features of columns, as `datasets.Features.from_dict` reads them.
pub fn features(columns: &[Column]) -> Json {
    let feature = |column: &Column| (column.name.clone(), feature(&column.kind));
    Json::Object(columns.iter().map(feature).collect())
}

fn feature(kind: &Kind) -> Json {
    let value =
        |dtype| Json::object([("dtype", Json::text(dtype)), ("_type", Json::text("Value"))]);
    match kind {
        Kind::Text => value("string"),
        Kind::Bool => value("bool"),
        Kind::Int => value("int64"),
        Kind::Float => value("float64"),
        Kind::Class(names) => Json::object([
            (
                "names",
                Json::List(names.iter().map(|name| Json::text(name)).collect()),
            ),
            ("_type", Json::text("ClassLabel")),
        ]),
        Kind::List(of) => Json::object([("feature", feature(of)), ("_type", Json::text("List"))]),
        Kind::Struct(fields) => features(fields),
    }
}

/// The feature of a column in the metadata of a file.
pub fn of_column<'j>(metadata: &'j Json, name: &str) -> Option<&'j Json> {
    metadata.member("info")?.member("features")?.member(name)
}

/// Makes classes of the integers that a feature says are such.
pub fn refine(kind: &mut Kind, feature: &Json) {
    match kind {
        Kind::Int => {
            let names = feature.member("names");
            if feature.member("_type") == Some(&Json::text("ClassLabel"))
                && let Some(Json::List(names)) = names
            {
                let name = |name: &Json| match name {
                    Json::Text(name) => name.clone(),
                    other => other.to_string(),
                };
                *kind = Kind::Class(names.iter().map(name).collect());
            }
        }
        Kind::List(of) => {
            // Files of older versions say `Sequence`, or write a list of one feature.
            let inner = match feature {
                Json::List(items) => items.first(),
                _ => feature.member("feature"),
            };
            if let Some(inner) = inner {
                refine(of, inner);
            }
        }
        Kind::Struct(fields) => {
            for field in fields {
                if let Some(inner) = feature.member(&field.name) {
                    refine(&mut field.kind, inner);
                }
            }
        }
        Kind::Text | Kind::Bool | Kind::Float | Kind::Class(_) => {}
    }
}
