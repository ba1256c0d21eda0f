//! Groups of matrices by their names: `SU(3)_C \times SU(2)_L \times U(1)_Y`.

use crate::latex::tree::{Head, Tree};
use crate::spelling::core;

/// Names of groups of matrices, and of finite fields, that are nothing else.
const GROUPS: &[&str] = &[
    "SU", "SO", "SL", "GL", "Sp", "USp", "Spin", "PSL", "PGL", "PSU", "PU", "ISO", "OSp", "GF",
];

/// How sure it is that something is such a group.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sure {
    No,
    /// `U(1)`, which may be a value of a function.
    Maybe,
    Yes,
}

/// Whether a factor between crosses is such a group, as some factor is for certain, or all are alike.
pub(super) fn groups<'t>(factors: &'t [Tree]) -> impl Fn(&Tree) -> bool + 't {
    let told = factors.iter().any(|t| sure(t) == Sure::Yes)
        || factors.iter().all(|t| sure(t) == Sure::Maybe && counted(t));
    move |t| told && sure(t) != Sure::No
}

/// Whether this is such a group for certain: `\mathrm{SL}_n(\mathbb{R})`.
pub(in crate::latex) fn certain(tree: &Tree) -> bool {
    sure(tree) == Sure::Yes
}

fn sure(tree: &Tree) -> Sure {
    let Some(name) = name(tree) else {
        return Sure::No;
    };
    let word = core(name);
    match word {
        "U" | "O" => Sure::Maybe,
        _ if GROUPS.contains(&word) => Sure::Yes,
        _ => Sure::No,
    }
}

/// Whether a number is all that stands in the brackets.
fn counted(tree: &Tree) -> bool {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Call, [_, only]) => matches!(only.head, Head::Number(_)),
        (Head::Index, [group, ..]) => counted(group),
        _ => false,
    }
}

/// The name before the brackets.
fn name(tree: &Tree) -> Option<&str> {
    match (&tree.head, tree.args.as_slice()) {
        (Head::Call, [name, _, ..]) => name.root_symbol(),
        (Head::Index, [group, ..]) if group.head == Head::Call => name(group),
        _ => None,
    }
}
