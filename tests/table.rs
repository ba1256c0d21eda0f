//! What is written as a table is read as the same rows, in every format.

use std::path::{Path, PathBuf};

use mamut_rw::table::{Column, Format, Kind, Reader, Schema, Value, Writer};
use parquet::file::reader::{FileReader, SerializedFileReader};
use proptest::collection::vec;
use proptest::prelude::*;

/// A directory of the test, without what an earlier run left there.
fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a directory");
    path
}

fn kinds() -> impl Strategy<Value = Kind> {
    let leaf = prop_oneof![
        Just(Kind::Text),
        Just(Kind::Bool),
        Just(Kind::Int),
        Just(Kind::Float),
        Just(Kind::class(&["swap", "constant", "a,\"b\""])),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(Kind::list),
            vec((inner, any::<bool>()), 1..4).prop_map(|kinds| Kind::Struct(columns(kinds))),
        ]
    })
}

fn columns(kinds: Vec<(Kind, bool)>) -> Vec<Column> {
    let column = |(n, (kind, optional))| Column {
        name: format!("c \"{n}\", é"),
        kind,
        optional,
    };
    kinds.into_iter().enumerate().map(column).collect()
}

fn value(kind: &Kind) -> BoxedStrategy<Value> {
    match kind {
        Kind::Text => any::<String>().prop_map(Value::text).boxed(),
        Kind::Bool => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::Int => any::<i64>().prop_map(Value::Int).boxed(),
        Kind::Float => (-1e300..1e300).prop_map(Value::Float).boxed(),
        Kind::Class(names) => (0..names.len() as u32).prop_map(Value::Class).boxed(),
        Kind::List(of) => vec(value(of), 0..4).prop_map(Value::List).boxed(),
        Kind::Struct(fields) => row(fields).prop_map(Value::Struct).boxed(),
    }
}

fn row(columns: &[Column]) -> BoxedStrategy<Vec<Value>> {
    let cell = |column: &Column| match column.optional {
        true => prop_oneof![Just(Value::Null), value(&column.kind)].boxed(),
        false => value(&column.kind),
    };
    columns.iter().map(cell).collect::<Vec<_>>().boxed()
}

fn tables() -> impl Strategy<Value = (Schema, Vec<Vec<Value>>)> {
    vec((kinds(), any::<bool>()), 1..5).prop_flat_map(|kinds| {
        let columns = columns(kinds);
        let rows = vec(row(&columns), 0..30);
        (Just(Schema { columns }), rows)
    })
}

fn written(path: &Path, schema: &Schema, format: Format, rows: &[Vec<Value>]) {
    let mut writer = Writer::create(path, schema, format, &[]).expect("a table");
    for row in rows {
        writer.push(row).expect("rows fit their schema");
    }
    let written = writer.finish().expect("complete");
    let bytes = std::fs::metadata(path).expect("a file").len();
    assert_eq!((written.rows, written.bytes), (rows.len() as u64, bytes));
}

/// Comma-separated values do not tell an empty text from none.
fn emptied(rows: &[Vec<Value>], schema: &Schema) -> Vec<Vec<Value>> {
    let cell = |(value, column): (&Value, &Column)| match value {
        Value::Text(text) if text.is_empty() && column.optional => Value::Null,
        value => value.clone(),
    };
    let row = |row: &Vec<Value>| row.iter().zip(&schema.columns).map(cell).collect();
    rows.iter().map(row).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rows_are_read_as_they_are_written((schema, rows) in tables()) {
        let directory = directory("rows");
        for format in [Format::Parquet, Format::Jsonl, Format::Csv] {
            let path = directory.join("t").with_extension(format.extension());
            written(&path, &schema, format, &rows);
            let reader = Reader::typed(&path, &schema).expect("a table");
            let found: Vec<_> = reader.map(|row| row.expect("readable")).collect();
            match format {
                Format::Csv => prop_assert_eq!(found, emptied(&rows, &schema)),
                _ => prop_assert_eq!(&found, &rows),
            }
        }
        // Parquet says itself what it holds.
        let path = directory.join("t.parquet");
        let reader = Reader::open(&path).expect("a table");
        prop_assert_eq!(reader.schema(), &schema);
        let first: Vec<_> = rows.iter().map(|row| vec![row[0].clone()]).collect();
        let one = Reader::select(&path, &[&schema.columns[0].name]).expect("a column");
        let found: Vec<_> = one.map(|row| row.expect("readable")).collect();
        prop_assert_eq!(found, first);
    }
}

fn numbers(rows: i64) -> (Schema, Vec<Vec<Value>>) {
    let schema = Schema::new(vec![
        Column::new("n", Kind::Int),
        Column::optional("of", Kind::list(Kind::Text)),
    ]);
    let row = |n| {
        let of = (0..n % 3)
            .map(|k| Value::text(format!("{n}/{k}")))
            .collect();
        vec![
            Value::Int(n),
            if n % 5 == 0 {
                Value::Null
            } else {
                Value::List(of)
            },
        ]
    };
    (schema.expect("two columns"), (0..rows).map(row).collect())
}

#[test]
fn row_groups_are_bounded_and_never_empty() {
    let directory = directory("groups");
    for (rows, wanted) in [
        (0, vec![]),
        (1, vec![1]),
        (200_000, vec![100_000, 100_000]),
        (100_001, vec![100_000, 1]),
    ] {
        let (schema, rows) = numbers(rows);
        let path = directory.join("t.parquet");
        written(&path, &schema, Format::Parquet, &rows);
        let file = SerializedFileReader::new(std::fs::File::open(&path).expect("a file"));
        let groups: Vec<_> = file
            .expect("Parquet")
            .metadata()
            .row_groups()
            .iter()
            .map(|group| group.num_rows())
            .collect();
        assert_eq!(groups, wanted);
        let found = Reader::open(&path)
            .expect("a table")
            .map(|row| row.expect("readable"));
        assert!(found.eq(rows));
    }
}

#[test]
fn files_appear_when_they_are_complete() {
    let directory = directory("appear");
    let (schema, rows) = numbers(10);
    let path = directory.join("t.jsonl");
    let mut writer = Writer::create(&path, &schema, Format::Jsonl, &[]).expect("a table");
    writer.push(&rows[0]).expect("a row");
    assert!(!path.exists());
    drop(writer);
    assert_eq!(
        std::fs::read_dir(&directory).expect("a directory").count(),
        0
    );
}

#[test]
fn values_that_do_not_fit_are_refused() {
    let directory = directory("fit");
    let schema = Schema::new(vec![
        Column::new("class", Kind::class(&["a", "b"])),
        Column::optional("x", Kind::Float),
    ]);
    let schema = schema.expect("two columns");
    let refused = [
        vec![Value::Class(2), Value::Null],
        vec![Value::Null, Value::Null],
        vec![Value::Class(0), Value::Int(1)],
        vec![Value::Class(0)],
    ];
    for row in refused {
        let path = directory.join("t.parquet");
        let mut writer = Writer::create(&path, &schema, Format::Parquet, &[]).expect("a table");
        assert!(writer.push(&row).is_err(), "{row:?}");
    }
}

/// What is said of a file, without where it lies.
fn said(name: &str, bytes: &[u8]) -> String {
    let directory = directory(&format!("said-{}-{name}", bytes.len()));
    let path = directory.join(name);
    std::fs::write(&path, bytes).expect("a file");
    let read =
        || -> anyhow::Result<Vec<Vec<Value>>> { Reader::select(&path, &["a", "b"])?.collect() };
    let place = format!("{}/", directory.display());
    match read() {
        Ok(rows) => format!("{rows:?}"),
        Err(error) => format!("{error:#}").replace(&place, ""),
    }
}

#[test]
fn files_of_others_are_read_or_complained_about() {
    let cases: [(&str, &[u8], &str); 9] = [
        (
            "t.csv",
            b"a,b\n1,x\n\n2,\"y\"\"\"\n",
            r#"[[Text("1"), Text("x")], [Text("2"), Text("y\"")]]"#,
        ),
        ("t.tsv", b"b\ta\nx\t1\n", r#"[[Text("1"), Text("x")]]"#),
        (
            "t.jsonl",
            b"{\"b\":[1.5,2],\"a\":1}\n{\"a\":2}\n",
            "[[Int(1), List([Float(1.5), Float(2.0)])], [Int(2), Null]]",
        ),
        (
            "u.jsonl",
            b"{\"a\":\"k\",\"b\":{\"c\":true}}\n{\"a\":7,\"b\":null}\n",
            r#"[[Text("k"), Struct([Bool(true)])], [Text("7"), Null]]"#,
        ),
        (
            "v.jsonl",
            b"{\"a\":1}\n",
            "cannot read v.jsonl: there is no column `b`; there are `a`",
        ),
        (
            "w.jsonl",
            b"{\"a\":1,\"b\":2}\n{\"a\":",
            "cannot read w.jsonl: line 2: EOF while parsing a value at line 1 column 5",
        ),
        (
            "x.csv",
            b"a,b\n1\n",
            "cannot read x.csv: line 2: this record has 1 instead of 2 fields",
        ),
        (
            "y.parquet",
            b"PAR1 and no more",
            "cannot read y.parquet: Parquet error: Invalid Parquet file. Corrupt footer",
        ),
        (
            "z.txt",
            b"",
            "z.txt: not a table by its name; .parquet, .jsonl and .csv are read, the latter two also as .gz and .zst",
        ),
    ];
    for (name, bytes, wanted) in cases {
        assert_eq!(said(name, bytes), wanted, "{name}");
    }
}

#[test]
fn packed_lines_are_read() {
    use std::io::Write;
    let lines = b"{\"a\":1,\"b\":\"x\"}\n";
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gz.write_all(lines).expect("memory");
    let plain = said("t.jsonl", lines);
    assert_eq!(said("t.jsonl.gz", &gz.finish().expect("memory")), plain);
    let zst = zstd::encode_all(&lines[..], 1).expect("memory");
    assert_eq!(said("t.jsonl.zst", &zst), plain);
}
