//! Croissant 1.0 metadata of a dataset directory (mlcommons.org/croissant/1.0).

use serde_json::{Value, json};

use super::manifest::{Config, Manifest, Split};
use crate::table::{Column, Format, Kind};

/// The metadata of all datasets of a directory.
pub fn of(manifest: &Manifest) -> Value {
    let mut distribution = Vec::new();
    let mut records = Vec::new();
    for (name, config) in &manifest.configs {
        for split in &config.splits {
            let set = format!("{name}/{}", split.name);
            files(&set, config, split, &mut distribution);
            let columns = config.schema.columns.iter();
            let fields: Vec<Value> = columns.map(|column| field(&set, column)).collect();
            records.push(json!({
                "@type": "cr:RecordSet",
                "@id": set,
                "name": set,
                "description": format!("{} rows", split.rows),
                "field": fields,
            }));
        }
    }
    let about: Vec<&str> = manifest
        .configs
        .values()
        .map(|c| c.about.as_str())
        .collect();
    let versions = manifest.configs.values().map(|c| c.version.as_str());
    json!({
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "mamut-rw",
        "description": about.join(" "),
        "version": versions.max().unwrap_or_default(),
        "distribution": distribution,
        "recordSet": records,
    })
}

/// Each file by itself, and all of a split as a set.
fn files(set: &str, config: &Config, split: &Split, out: &mut Vec<Value>) {
    let encoding = match config.format {
        Format::Parquet => "application/x-parquet",
        Format::Jsonl => "application/jsonlines",
        Format::Csv => "text/csv",
    };
    for shard in &split.shards {
        out.push(json!({
            "@type": "cr:FileObject",
            "@id": shard.path,
            "name": shard.path,
            "contentUrl": shard.path,
            "contentSize": format!("{} B", shard.bytes),
            "encodingFormat": encoding,
            "sha256": shard.sha256,
        }));
    }
    out.push(json!({
        "@type": "cr:FileSet",
        "@id": files_of(set),
        "name": files_of(set),
        "encodingFormat": encoding,
        "includes": format!("{set}-*.{}", config.format.extension()),
    }));
}

/// The id of all files of a split; blanks would make it none.
fn files_of(set: &str) -> String {
    format!("{}-files", set.replace('/', "-"))
}

fn field(set: &str, column: &Column) -> Value {
    let id = format!("{set}/{}", column.name);
    let source = json!({"fileSet": {"@id": files_of(set)}, "extract": {"column": column.name}});
    let mut field = json!({"@type": "cr:Field", "@id": id, "name": id});
    let (repeated, inner) = match &column.kind {
        Kind::List(inner) => (true, inner.as_ref()),
        one => (false, one),
    };
    if repeated {
        field["repeated"] = true.into();
    }
    if let Kind::Struct(columns) = inner {
        let part = |column: &Column| {
            let id = format!("{id}/{}", column.name);
            let mut source = source.clone();
            source["transform"] = json!({"jsonPath": column.name});
            json!({
                "@type": "cr:Field",
                "@id": id,
                "name": id,
                "dataType": data_type(&column.kind),
                "source": source,
            })
        };
        field["subField"] = columns.iter().map(part).collect();
    } else {
        field["dataType"] = data_type(inner).into();
    }
    field["source"] = source;
    field
}

const fn data_type(kind: &Kind) -> &'static str {
    match kind {
        Kind::Bool => "sc:Boolean",
        Kind::Int | Kind::Class(_) => "sc:Integer",
        Kind::Float => "sc:Float",
        Kind::Text | Kind::List(_) | Kind::Struct(_) => "sc:Text",
    }
}

/// The context that the standard prescribes.
fn context() -> Value {
    let cr = |name: &str| format!("cr:{name}");
    let mut context = json!({
        "@language": "en",
        "@vocab": "https://schema.org/",
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "rai": "http://mlcommons.org/croissant/RAI/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/",
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "sc": "https://schema.org/",
    });
    for name in OWN {
        context[name] = cr(name).into();
    }
    context
}

/// Terms of the standard's own vocabulary.
const OWN: [&str; 26] = [
    "citeAs",
    "column",
    "equivalentProperty",
    "extract",
    "field",
    "fileObject",
    "fileProperty",
    "fileSet",
    "format",
    "includes",
    "isLiveDataset",
    "jsonPath",
    "key",
    "md5",
    "parentField",
    "path",
    "recordSet",
    "references",
    "regex",
    "repeated",
    "replace",
    "samplingRate",
    "separator",
    "source",
    "subField",
    "transform",
];
