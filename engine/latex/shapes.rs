//! LaTeX with holes, as rule files give it: found in the tokens and put into brackets of its own,
//! so that everything after this sees one bracket with its parts.

mod holes;

use super::bars::is_bar;
use super::matching;
use super::name::Bytes;
use super::table::{Roles, Table};
use super::token::{Class, Entry, Gap, Side, Token, tokens};
use crate::pattern::{Pattern, Var};
use crate::term::Op;
use crate::vocabulary::{Kind, ReadForm, ShapePiece, Vocabulary};
use holes::Part;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// What opens the bracket; the number of the shape follows. No source has such a token, as control
/// characters are tokens by themselves.
const OPEN: char = '\u{1}';
/// What closes it.
pub(super) const CLOSE: &str = "\u{2}.";
/// What stands between its parts.
pub(super) const NEXT: &str = "\u{3}.";

/// How deep shapes may nest.
const DEEPEST: usize = 60;

/// A shape, ready to be found.
pub(super) struct Shape {
    pieces: Vec<Piece>,
    /// Whether it comes after an operand, which is its first hole.
    follows: bool,
    /// The variables of its holes, in their order.
    pub(super) holes: Vec<Var>,
    /// What it stands for.
    pub(super) term: Pattern,
    /// What may stand in each variable's place.
    wants: Vec<Want>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    Statement,
    Value,
    Name,
    List,
    Anything,
}

enum Piece {
    Literal(Vec<Literal>),
    Hole(Var),
}

struct Literal {
    key: String,
    /// Whether it stands right beside the letter before it.
    joined: bool,
}

/// All shapes, by their first token.
#[derive(Default)]
pub(super) struct Shapes {
    all: Vec<Shape>,
    first: FxHashMap<String, Vec<usize>>,
    /// The first tokens of one byte.
    bytes: Bytes,
    /// The operators that make statements.
    statements: FxHashSet<Op>,
}

/// Whether a key opens a shape.
pub(super) fn opens(key: &str) -> bool {
    key.starts_with(OPEN) && key.len() > 1
}

impl Shapes {
    pub(super) fn new(vocabulary: &Vocabulary) -> Self {
        let mut shapes = Self::default();
        for reading in &vocabulary.reads {
            if let ReadForm::Fence { open, close, op } = &reading.form {
                shapes.delimiters(open, close, *op);
            }
            let ReadForm::Shape {
                tex, term, vars, ..
            } = &reading.form
            else {
                continue;
            };
            let wants: Vec<Want> = vars
                .iter()
                .map(|var| {
                    let may = |kind: Kind| var.kinds & (1 << kind as u16) != 0;
                    match (may(Kind::Prop), may(Kind::Num)) {
                        _ if var.slot => Want::Name,
                        _ if var.rest => Want::List,
                        (true, false) => Want::Statement,
                        (false, _) => Want::Value,
                        (true, true) => Want::Anything,
                    }
                })
                .collect();
            for spelling in tex {
                let pieces: Vec<Piece> = spelling.iter().map(Piece::of).collect();
                let holes = pieces.iter().filter_map(|p| match p {
                    Piece::Hole(var) => Some(*var),
                    Piece::Literal(_) => None,
                });
                shapes.all.push(Shape {
                    follows: matches!(pieces.first(), Some(Piece::Hole(_))),
                    holes: holes.collect(),
                    pieces,
                    term: term.clone(),
                    wants: wants.clone(),
                });
            }
        }
        if shapes.all.is_empty() {
            return shapes;
        }
        for (index, operator) in vocabulary.operators.iter().enumerate() {
            if operator.signatures.iter().all(|s| s.result == Kind::Prop) {
                shapes.statements.insert(Op::operator(index as u32));
            }
        }
        let mut order: Vec<usize> = (0..shapes.all.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(shapes.all[i].length()));
        for index in order {
            if let Some(key) = shapes.all[index].first() {
                let list = shapes.first.entry(key.to_owned()).or_default();
                list.push(index);
            }
        }
        let single = shapes.first.keys().filter(|key| key.len() == 1);
        let single: Vec<u8> = single.flat_map(|key| key.bytes()).collect();
        shapes.bytes = Bytes::of(&single);
        shapes
    }

    /// The shapes that may begin with a token, or with an operand before it.
    #[inline]
    fn starting(&self, token: &Token<'_>) -> &[usize] {
        if let [byte] = token.key.as_bytes()
            && !self.bytes.has(*byte)
        {
            return &[];
        }
        self.first
            .get(token.key.as_ref())
            .map_or(&[], Vec::as_slice)
    }

    /// Whether a shape of the rules begins with these letters.
    pub(super) fn spells(&self, letters: &[Token<'_>]) -> bool {
        let Some(first) = letters.first() else {
            return false;
        };
        let begins = |index: &usize| {
            let run = self.all[*index].pieces.first();
            let Some(Piece::Literal(run)) = run else {
                return false;
            };
            run.len() >= letters.len() && run.iter().zip(letters).all(|(l, t)| l.key == t.key)
        };
        self.starting(first).iter().any(begins)
    }

    /// Delimiters that are no brackets to anybody else.
    fn delimiters(&mut self, open: &[String], close: &[String], op: Op) {
        for open in open {
            let run = tokens(open);
            let Some(first) = run.first() else {
                continue;
            };
            if matching::opens(&first.key) || is_bar(first) {
                continue;
            }
            for close in close {
                let pieces = [
                    ShapePiece::Text(open.clone()),
                    ShapePiece::Hole(0),
                    ShapePiece::Text(close.clone()),
                ];
                self.all.push(Shape {
                    pieces: pieces.iter().map(Piece::of).collect(),
                    follows: false,
                    holes: vec![0],
                    term: Pattern::Node(op, vec![Pattern::Rest(0)]),
                    wants: vec![Want::List],
                });
            }
        }
    }

    /// The shape that a key opens.
    pub(super) fn of(&self, key: &str) -> Option<&Shape> {
        let number = key.strip_prefix(OPEN)?;
        self.all.get(number.parse::<usize>().ok()?)
    }

    /// Whether a key opens a shape that comes after an operand.
    pub(super) fn follows(&self, key: &str) -> bool {
        !self.all.is_empty() && self.of(key).is_some_and(|s| s.follows)
    }
}

impl Piece {
    fn of(piece: &ShapePiece) -> Self {
        match piece {
            ShapePiece::Hole(var) => Self::Hole(*var),
            ShapePiece::Text(text) => {
                let run = tokens(text);
                let literal = |(i, token): (usize, &Token<'_>)| Literal {
                    key: token.key.to_string(),
                    joined: token.gap == Gap::None
                        && token.class == Class::Letter
                        && i > 0
                        && run[i - 1].class == Class::Letter,
                };
                Self::Literal(run.iter().enumerate().map(literal).collect())
            }
        }
    }
}

impl Shape {
    /// Whether a variable is a bound name.
    pub(super) fn names(&self, var: Var) -> bool {
        self.wants.get(usize::from(var)) == Some(&Want::Name)
    }

    fn first(&self) -> Option<&str> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Literal(run) => run.first().map(|l| l.key.as_str()),
            Piece::Hole(_) => None,
        })
    }

    fn length(&self) -> usize {
        let run = |piece: &Piece| match piece {
            Piece::Literal(run) => run.len(),
            Piece::Hole(_) => 0,
        };
        self.pieces.iter().map(run).sum()
    }
}

/// The tokens with every shape in them in brackets of its own.
pub(super) fn bracketed<'t>(tokens: Vec<Token<'t>>, table: &Table) -> Vec<Token<'t>> {
    // Most formulas have no shapes: they are not copied.
    let Some(first) = next(&tokens, (0, 0, tokens.len()), table, 0) else {
        return tokens;
    };
    let mut out = Vec::with_capacity(tokens.len() + 8);
    rewrite(&tokens, (0, tokens.len()), table, &mut out, 0, Some(first));
    out
}

/// A shape in the tokens.
struct Found {
    index: usize,
    at: usize,
    parts: Vec<Part>,
    after: usize,
}

/// The first shape from `at` on in a part of the tokens.
fn next(
    tokens: &[Token<'_>],
    (from, at, to): (usize, usize, usize),
    table: &Table,
    depth: usize,
) -> Option<Found> {
    let shapes = &table.shapes;
    if depth >= DEEPEST {
        return None;
    }
    (at..to).find_map(|at| {
        let list = shapes.starting(&tokens[at]);
        list.iter().find_map(|&index| {
            let shape = &shapes.all[index];
            if shape.follows && at == from {
                return None;
            }
            let (parts, after) = shape.found(&tokens[..to], at, table)?;
            Some(Found {
                index,
                at,
                parts,
                after,
            })
        })
    })
}

fn rewrite<'t>(
    tokens: &[Token<'t>],
    (from, to): (usize, usize),
    table: &Table,
    out: &mut Vec<Token<'t>>,
    depth: usize,
    mut found: Option<Found>,
) {
    let mut done = from;
    while let Some(shape) = found {
        out.extend_from_slice(&tokens[done..shape.at]);
        let token = &tokens[shape.at];
        let mut place = token.start;
        let mut key: Cow<'static, str> = Cow::Owned(format!("{OPEN}{}", shape.index));
        let mut gap = token.gap;
        for part in &shape.parts {
            let end = tokens[part.from].start;
            out.push(made(key, gap, place, end));
            (key, gap) = (Cow::Borrowed(NEXT), Gap::None);
            let first = next(tokens, (part.from, part.from, part.to), table, depth + 1);
            rewrite(tokens, (part.from, part.to), table, out, depth + 1, first);
            place = tokens[part.to - 1].end;
        }
        if shape.parts.is_empty() {
            out.push(made(key, gap, place, place));
        }
        done = shape.after;
        let end = tokens[done - 1].end.max(place);
        out.push(made(Cow::Borrowed(CLOSE), Gap::None, place, end));
        found = next(tokens, (from, done, to), table, depth);
    }
    out.extend_from_slice(&tokens[done..to]);
}

fn made<'t>(key: Cow<'static, str>, gap: Gap, start: usize, end: usize) -> Token<'t> {
    Token {
        key,
        class: Class::Sign,
        side: Side::None,
        gap,
        start,
        end,
        entry: Entry::Listed(0),
        roles: Roles::READ,
    }
}
