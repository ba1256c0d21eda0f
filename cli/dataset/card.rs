//! The card of a dataset directory, `README.md`: YAML by which `datasets.load_dataset` loads it
//! with types, and prose for people.

use std::fmt::Write;

use super::manifest::{Config, Manifest};
use crate::table::{Column, Format, Kind};

/// The card of all datasets of a directory.
pub fn of(manifest: &Manifest) -> String {
    let mut card = String::from("---\n");
    // Writing to a string cannot fail.
    let _ = yaml(manifest, &mut card);
    card += "---\n\n";
    let _ = prose(manifest, &mut card);
    card
}

/// A class of sizes as the Hub has them.
fn size(rows: u64) -> String {
    let names = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"];
    let mut least = 1_000;
    for (at, name) in names.iter().enumerate() {
        if rows < least {
            return match at {
                0 => format!("n<{name}"),
                _ => format!("{}<n<{name}", names[at - 1]),
            };
        }
        least *= 10;
    }
    "n>1B".to_owned()
}

fn yaml(manifest: &Manifest, out: &mut String) -> std::fmt::Result {
    let rows: u64 = manifest.configs.values().map(Config::rows).sum();
    writeln!(
        out,
        "pretty_name: Mathematical formulas and texts by mamut-rw"
    )?;
    writeln!(out, "language: [en]")?;
    writeln!(
        out,
        "task_categories: [text-classification, sentence-similarity, text-retrieval]"
    )?;
    writeln!(out, "tags: [mathematics, latex, synthetic, mamut]")?;
    writeln!(out, "size_categories: ['{}']", size(rows))?;
    writeln!(out, "configs:")?;
    for (at, (name, config)) in manifest.configs.iter().enumerate() {
        writeln!(out, "- config_name: {name}")?;
        // The name says it, too.
        if at == 0 && !manifest.configs.contains_key("default") {
            writeln!(out, "  default: true")?;
        }
        writeln!(out, "  data_files:")?;
        for split in &config.splits {
            let extension = config.format.extension();
            writeln!(
                out,
                "  - {{split: {0}, path: '{name}/{0}-*.{extension}'}}",
                split.name
            )?;
        }
    }
    writeln!(out, "dataset_info:")?;
    for (name, config) in &manifest.configs {
        writeln!(out, "- config_name: {name}\n  features:")?;
        for column in &config.schema.columns {
            feature(column, 1, config.format, out)?;
        }
        writeln!(out, "  splits:")?;
        for split in &config.splits {
            let (name, bytes, rows) = (&split.name, split.bytes, split.rows);
            writeln!(
                out,
                "  - {{name: {name}, num_bytes: {bytes}, num_examples: {rows}}}"
            )?;
        }
        let bytes: u64 = config.splits.iter().map(|split| split.bytes).sum();
        writeln!(out, "  download_size: {bytes}\n  dataset_size: {bytes}")?;
    }
    Ok(())
}

fn feature(column: &Column, depth: usize, format: Format, out: &mut String) -> std::fmt::Result {
    let space = "  ".repeat(depth);
    writeln!(out, "{space}- name: {}", column.name)?;
    let nested = matches!(column.kind, Kind::List(_) | Kind::Struct(_));
    if nested && format == Format::Csv {
        // A cell holds it as JSON.
        return writeln!(out, "{space}  dtype: string");
    }
    kind(&column.kind, depth + 1, format, out)
}

fn kind(kind_of: &Kind, depth: usize, format: Format, out: &mut String) -> std::fmt::Result {
    let space = "  ".repeat(depth);
    match kind_of {
        Kind::List(inner) => match inner.as_ref() {
            Kind::Struct(columns) => {
                writeln!(out, "{space}list:")?;
                columns
                    .iter()
                    .try_for_each(|column| feature(column, depth, format, out))
            }
            Kind::Class(_) | Kind::List(_) => {
                writeln!(out, "{space}list:")?;
                kind_in_list(inner, depth + 1, format, out)
            }
            scalar => writeln!(out, "{space}list: {}", dtype(scalar)),
        },
        Kind::Struct(columns) => {
            writeln!(out, "{space}struct:")?;
            columns
                .iter()
                .try_for_each(|column| feature(column, depth, format, out))
        }
        Kind::Class(names) => {
            writeln!(out, "{space}dtype:")?;
            classes(names, depth + 1, out)
        }
        scalar => writeln!(out, "{space}dtype: {}", dtype(scalar)),
    }
}

fn kind_in_list(inner: &Kind, depth: usize, format: Format, out: &mut String) -> std::fmt::Result {
    match inner {
        Kind::Class(names) => classes(names, depth, out),
        other => kind(other, depth, format, out),
    }
}

fn classes(names: &[String], depth: usize, out: &mut String) -> std::fmt::Result {
    let space = "  ".repeat(depth);
    writeln!(out, "{space}class_label:\n{space}  names:")?;
    let mut all = names.iter().enumerate();
    all.try_for_each(|(at, name)| writeln!(out, "{space}    '{at}': {name}"))
}

const fn dtype(kind: &Kind) -> &'static str {
    match kind {
        Kind::Bool => "bool",
        Kind::Int | Kind::Class(_) => "int64",
        Kind::Float => "float64",
        Kind::Text | Kind::List(_) | Kind::Struct(_) => "string",
    }
}

fn prose(manifest: &Manifest, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# Mathematical formulas and texts by mamut-rw\n")?;
    writeln!(
        out,
        "Made by `mamut-rw`; `mamut.json` says by which version, settings and command, and lists every file with its SHA-256. `mamut-rw dataset check` proves it again."
    )?;
    for (name, config) in &manifest.configs {
        writeln!(out, "\n## {name}\n\n{}\n", config.about)?;
        writeln!(out, "```sh\n{}\n```\n", config.command)?;
        writeln!(out, "| split | rows | files | bytes |\n|---|---|---|---|")?;
        for split in &config.splits {
            let (name, rows, bytes) = (&split.name, split.rows, split.bytes);
            writeln!(
                out,
                "| {name} | {rows} | {} | {bytes} |",
                split.shards.len()
            )?;
        }
        if !config.counts.is_empty() {
            writeln!(out, "\n| counted while it was made | |\n|---|---|")?;
            for (what, number) in &config.counts {
                writeln!(out, "| {what} | {number} |")?;
            }
        }
    }
    Ok(())
}
