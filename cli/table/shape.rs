//! How rows lie in the columns of Parquet: the schema of the file, and the levels of its leaves.

use std::ops::Range;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::schema::types::{Type, TypePtr};

use super::features;
use super::json::Json;
use super::schema::{Column, Kind, Schema};

/// A column, a field, or the elements of a list.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What is in it.
    pub(super) content: Content,
    /// Whether it may be null.
    pub(super) optional: bool,
    /// The definition level from which on it is there.
    pub(super) level: i16,
    /// The leaves below it.
    pub(super) leaves: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A leaf.
    Leaf(Kind),
    /// A list: the repetition level of a further element, and the elements.
    List(i16, Box<Node>),
    /// The fields.
    Struct(Vec<(String, Node)>),
    /// Something that has no [`Kind`], and what it is.
    Foreign(String),
}

/// The schema of a file of Parquet.
pub(super) fn file_schema(schema: &Schema) -> Result<TypePtr> {
    let fields = group(&schema.columns)?;
    Ok(Arc::new(
        Type::group_type_builder("schema")
            .with_fields(fields)
            .build()?,
    ))
}

fn group(columns: &[Column]) -> Result<Vec<TypePtr>> {
    let field = |column: &Column| {
        let repetition = match column.optional {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        field(&column.name, &column.kind, repetition)
    };
    columns.iter().map(field).collect()
}

fn field(name: &str, kind: &Kind, repetition: Repetition) -> Result<TypePtr> {
    let leaf = |physical| Type::primitive_type_builder(name, physical).with_repetition(repetition);
    let made = match kind {
        Kind::Text => leaf(Physical::BYTE_ARRAY)
            .with_logical_type(Some(LogicalType::String))
            .build(),
        Kind::Bool => leaf(Physical::BOOLEAN).build(),
        Kind::Int | Kind::Class(_) => leaf(Physical::INT64).build(),
        Kind::Float => leaf(Physical::DOUBLE).build(),
        Kind::List(of) => {
            let repeated = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![field("element", of, Repetition::REQUIRED)?])
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(repeated)])
                .build()
        }
        Kind::Struct(fields) => Type::group_type_builder(name)
            .with_repetition(repetition)
            .with_fields(group(fields)?)
            .build(),
    };
    Ok(Arc::new(made?))
}

/// The columns of a file of Parquet with their names, in order.
pub(super) fn nodes(root: &Type) -> Vec<(String, Node)> {
    let mut leaves = 0;
    let column = |field: &TypePtr| (field.name().to_owned(), node(field, 0, 0, &mut leaves));
    root.get_fields().iter().map(column).collect()
}

/// What a type is, below `level` and `repeated`.
fn node(of: &Type, level: i16, repeated: i16, leaves: &mut usize) -> Node {
    let info = of.get_basic_info();
    // The parts of a file's schema have a repetition, other than its root.
    let repetition = info.has_repetition().then(|| info.repetition());
    if repetition == Some(Repetition::REPEATED) {
        // A list of the old kind, which is never null.
        let (first, elements) = (*leaves, inside(of, level + 1, repeated + 1, leaves));
        return Node {
            content: Content::List(repeated + 1, Box::new(elements)),
            optional: false,
            level,
            leaves: first..*leaves,
        };
    }
    let optional = repetition == Some(Repetition::OPTIONAL);
    let inner = inside(of, level + i16::from(optional), repeated, leaves);
    Node { optional, ..inner }
}

/// What a type is that is there at `level`.
fn inside(of: &Type, level: i16, repeated: i16, leaves: &mut usize) -> Node {
    let first = *leaves;
    let content = if of.is_primitive() {
        *leaves += 1;
        leaf(of)
    } else if let Some(elements) = list(of) {
        let (level, repeated) = (level + 1, repeated + 1);
        let elements = match elements {
            Elements::Wrapped(element) => node(element, level, repeated, leaves),
            Elements::Bare(repetition) => inside(repetition, level, repeated, leaves),
        };
        Content::List(repeated, Box::new(elements))
    } else {
        let field = |field: &TypePtr| {
            (
                field.name().to_owned(),
                node(field, level, repeated, leaves),
            )
        };
        Content::Struct(of.get_fields().iter().map(field).collect())
    };
    Node {
        content,
        optional: false,
        level,
        leaves: first..*leaves,
    }
}

enum Elements<'t> {
    /// In a group of their own below the repeated one.
    Wrapped(&'t Type),
    /// The repeated type itself.
    Bare(&'t Type),
}

/// The elements of a list or a map.
fn list(of: &Type) -> Option<Elements<'_>> {
    let info = of.get_basic_info();
    let lists = matches!(
        info.logical_type_ref(),
        Some(LogicalType::List | LogicalType::Map)
    ) || matches!(
        info.converted_type(),
        ConvertedType::LIST | ConvertedType::MAP
    );
    let [repeated] = of.get_fields() else {
        return None;
    };
    let again = repeated.get_basic_info().repetition() == Repetition::REPEATED;
    if !lists || !again {
        return None;
    }
    Some(
        match repeated.is_group() && repeated.get_fields().len() == 1 {
            true => Elements::Wrapped(&repeated.get_fields()[0]),
            false => Elements::Bare(repeated),
        },
    )
}

fn leaf(of: &Type) -> Content {
    let info = of.get_basic_info();
    let physical = of.get_physical_type();
    let kind = match (physical, info.logical_type_ref(), info.converted_type()) {
        (Physical::BOOLEAN, ..) => Some(Kind::Bool),
        (Physical::FLOAT | Physical::DOUBLE, ..) => Some(Kind::Float),
        (Physical::INT32 | Physical::INT64, Some(LogicalType::Integer { .. }), _) => {
            Some(Kind::Int)
        }
        (Physical::INT32 | Physical::INT64, None, ConvertedType::NONE) => Some(Kind::Int),
        (
            Physical::BYTE_ARRAY,
            None | Some(LogicalType::String | LogicalType::Json | LogicalType::Enum),
            ConvertedType::NONE | ConvertedType::UTF8 | ConvertedType::JSON | ConvertedType::ENUM,
        ) => Some(Kind::Text),
        _ => None,
    };
    match kind {
        Some(kind) => Content::Leaf(kind),
        None => Content::Foreign(match info.logical_type_ref() {
            Some(logical) => format!("{logical:?}"),
            None => physical.to_string(),
        }),
    }
}

/// The column of a node.
pub(super) fn column(name: &str, node: &Node, metadata: Option<&Json>) -> Result<Column> {
    let kind = || -> Result<Kind> {
        let mut kind = kind(node)?;
        if let Some(feature) = metadata.and_then(|m| features::of_column(m, name)) {
            features::refine(&mut kind, feature);
        }
        Ok(kind)
    };
    Ok(Column {
        name: name.to_owned(),
        kind: kind().with_context(|| format!("the column `{name}` cannot be read"))?,
        optional: node.optional,
    })
}

fn kind(node: &Node) -> Result<Kind> {
    Ok(match &node.content {
        Content::Leaf(kind) => kind.clone(),
        Content::List(_, elements) => Kind::list(kind(elements)?),
        Content::Struct(fields) => {
            let field = |(name, node): &(String, Node)| column(name, node, None);
            Kind::Struct(fields.iter().map(field).collect::<Result<_>>()?)
        }
        Content::Foreign(what) => bail!("{what} is no text, boolean, integer or number"),
    })
}
