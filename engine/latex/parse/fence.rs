//! Groups in brackets, sets, intervals, matrices and cases.

use super::Parser;
use crate::latex::matching::{Mark, is_bar};
use crate::latex::rows;
use crate::latex::table::Role;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};

impl Parser<'_> {
    /// The group that opens here and is closed at `partner` by as many tokens.
    pub(super) fn fence(&mut self, partner: usize, width: usize) -> Tree {
        let at = self.pos;
        let open = self.tokens[at].key.to_string();
        let close = self.tokens[partner].key.to_string();
        let (from, after) = (at + width, partner + width);
        let (start, end) = (self.tokens[at].start, self.tokens[after - 1].end);
        let role = self.roles().find_map(|(role, w)| match role {
            Role::Fence { op, close: closers }
                if w == width && closers.contains(&self.run(partner, width)) =>
            {
                Some(*op)
            }
            _ => None,
        });
        let mut tree = if let Some(op) = role {
            let inside = self.group(from, partner, after);
            let args = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            Tree::over(Head::Fence(op), args)
        } else {
            match (open.as_str(), close.as_str()) {
                (r"\{" | r"\lbrace", r"\}" | r"\rbrace") => self.set(from, partner, after),
                (r"\{" | r"\lbrace", ".") => self.group(from, partner, after),
                (".", "|" | r"\vert" | "]") => {
                    let body = self.group(from, partner, after);
                    return self.evaluated(body);
                }
                _ => self.bracketed(&open, &close, from, partner, after),
            }
        };
        if open == "["
            && close == "]"
            && self.bounds_follow()
            && !matches!(tree.head, Head::Matrix | Head::Pair(..))
        {
            return self.evaluated(tree);
        }
        (tree.start, tree.end) = (start, end);
        tree.close()
    }

    /// Whether both a lower and an upper bound follow: `[F(x)]_a^b`.
    fn bounds_follow(&self) -> bool {
        let second = match (self.key_at(self.pos), self.marks.get(self.pos + 1)) {
            ("_", Some(Mark::Open { partner, .. })) => partner + 1,
            ("_", _) => self.pos + 2,
            _ => return false,
        };
        self.key_at(second) == "^"
    }

    fn run(&self, at: usize, width: usize) -> String {
        self.tokens[at..(at + width).min(self.tokens.len())]
            .iter()
            .map(|t| t.key.as_ref())
            .collect()
    }

    /// Parentheses and square brackets: a group, tuple, interval or list of rows.
    fn bracketed(&mut self, open: &str, close: &str, from: usize, to: usize, after: usize) -> Tree {
        if from == to {
            self.pos = after;
            return Tree::new(
                Head::Pair(open.to_owned(), close.to_owned()),
                Vec::new(),
                0,
                0,
            );
        }
        let inside = self.group(from, to, after);
        let listed = matches!(inside.head, Head::Items) && !inside.closed;
        let square = |t: &Tree| matches!(&t.head, Head::Pair(o, c) if o == "[" && c == "]");
        if open == "[" && close == "]" && listed && inside.args.iter().all(square) {
            let rows = inside
                .args
                .into_iter()
                .map(|row| Tree::over(Head::Row, row.args))
                .collect();
            return Tree::over(Head::Matrix, rows);
        }
        if open == "[" && close == "]" && square(&inside) {
            let row = Tree::over(Head::Row, inside.args);
            return Tree::over(Head::Matrix, vec![row]);
        }
        if listed {
            return Tree::over(Head::Pair(open.to_owned(), close.to_owned()), inside.args);
        }
        inside
    }

    /// The inside of `\{…\}`.
    fn set(&mut self, from: usize, to: usize, after: usize) -> Tree {
        if from == to {
            self.pos = after;
            return Tree::new(Head::Braces, Vec::new(), 0, 0);
        }
        if let Some(bar) = self.separator(from, to) {
            let element = self.group(from, bar, bar);
            let condition = self.group(bar + 1, to, after);
            return Tree::over(Head::Builder, vec![element, condition]);
        }
        let inside = self.group(from, to, after);
        match inside.head {
            Head::Items if !inside.closed => Tree::over(Head::Braces, inside.args),
            _ => Tree::over(Head::Braces, vec![inside]),
        }
    }

    /// The sign that separates the halves of `{x | c}` or `P(A | B)`, directly between these tokens.
    pub(super) fn separator(&self, from: usize, to: usize) -> Option<usize> {
        let braces = from > 0 && matches!(self.tokens[from - 1].key.as_ref(), r"\{" | r"\lbrace");
        let mut at = from;
        while at < to {
            match self.marks[at] {
                Mark::Open { partner, width } => {
                    at = partner + width;
                    continue;
                }
                Mark::Separator if is_bar(&self.tokens[at]) => return Some(at),
                _ => {}
            }
            let key = self.tokens[at].key.as_ref();
            let colon = key == r"\colon"
                || key == ":" && self.tokens.get(at + 1).is_none_or(|t| t.key != "=");
            if key == r"\mid" || braces && colon {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// `\begin{…} … \end{…}`.
    pub(super) fn environment(&mut self) -> Tree {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return self.stray();
        };
        let name = self.tokens[at].key.to_string();
        let mut from = at + 1;
        if matches!(
            name.as_str(),
            "array" | "tabular" | "subarray" | "alignedat" | "alignat"
        ) && let Some(Mark::Open { partner: inner, .. }) = self.marks.get(from).copied()
            && self.tokens[from].class == Class::Open
        {
            from = inner + 1;
        }
        let span = self.span(at, partner + 1);
        if rows::is_display(&name) {
            let mut tree = self.group(from, partner, partner + 1);
            (tree.start, tree.end) = (span.start, span.end);
            return tree;
        }
        let rows = self.cells(from, partner);
        self.pos = partner + 1;
        let mut tree = match name.as_str() {
            "matrix" | "pmatrix" | "bmatrix" | "Bmatrix" | "smallmatrix" | "psmallmatrix"
            | "bsmallmatrix" | "array" | "tabular" | "pmatrix*" | "bmatrix*" => matrix(rows),
            "vmatrix" | "vsmallmatrix" => match self.table.abs {
                Some(abs) => Tree::over(Head::Fence(abs), vec![matrix(rows)]),
                None => matrix(rows),
            },
            "Vmatrix" => match self.table.norm {
                Some(norm) => Tree::over(Head::Apply(norm), vec![matrix(rows)]),
                None => matrix(rows),
            },
            "cases" | "dcases" | "rcases" | "numcases" => self.cases(rows),
            _ => {
                self.complain(
                    "unknown-environment",
                    format!("`{name}` is not known here"),
                    span.clone(),
                    "kept as it stands",
                );
                self.opaque(at, partner + 1)
            }
        };
        (tree.start, tree.end) = (span.start, span.end);
        self.scripts(tree.close())
    }

    /// The cells between these tokens, row by row; empty rows are left out.
    fn cells(&mut self, from: usize, to: usize) -> Vec<Vec<Tree>> {
        let mut rows = vec![Vec::new()];
        let mut start = from;
        let mut at = from;
        loop {
            if at < to
                && let Mark::Open { partner, width } = self.marks[at]
            {
                at = (partner + width).min(to);
                continue;
            }
            let class = if at < to {
                self.tokens[at].class
            } else {
                Class::Row
            };
            if matches!(class, Class::Cell | Class::Row) {
                let last_empty =
                    at == start && rows.last().is_some_and(Vec::is_empty) && class == Class::Row;
                if !last_empty {
                    let cell = self.cell(start, at);
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                    if class == Class::Row && at < to {
                        rows.push(Vec::new());
                    }
                }
                start = at + 1;
            }
            if at >= to {
                break;
            }
            at += 1;
        }
        rows.retain(|row| !row.is_empty());
        rows
    }

    fn cell(&mut self, from: usize, to: usize) -> Tree {
        if from == to {
            self.pos = from;
            return self.blank();
        }
        self.group(from, to, to)
    }

    fn cases(&mut self, rows: Vec<Vec<Tree>>) -> Tree {
        let ops = self.table.cases;
        let Some((cases, case, otherwise)) = ops else {
            return matrix(rows);
        };
        let args = rows.into_iter().map(|row| {
            let mut pieces: Vec<Tree> = Vec::new();
            for cell in row {
                match cell.head {
                    Head::Sequence => pieces.extend(cell.args),
                    _ => pieces.push(cell),
                }
            }
            let otherwise_said = pieces
                .iter()
                .any(|p| word(p).is_some_and(|w| matches!(w, "otherwise" | "else" | "sonst")));
            pieces.retain(|p| word(p).is_none());
            let mut pieces = pieces.into_iter();
            let value = pieces
                .next()
                .unwrap_or_else(|| Tree::new(Head::Opaque(0, 0), Vec::new(), 0, 0));
            let rest: Vec<Tree> = pieces.collect();
            match rest.len() {
                0 if otherwise_said => Tree::over(Head::Apply(otherwise), vec![value]),
                0 => value,
                1 => Tree::over(Head::Apply(case), [vec![value], rest].concat()),
                _ => Tree::over(
                    Head::Apply(case),
                    vec![value, Tree::over(Head::Sequence, rest)],
                ),
            }
        });
        Tree::over(Head::Apply(cases), args.collect())
    }
}

/// The word that a piece is, when it is one that only introduces a condition.
fn word(tree: &Tree) -> Option<&str> {
    let text = match &tree.head {
        Head::Words(text) | Head::Symbol(text) => text.as_str(),
        _ => return None,
    };
    let (_, rest) = text.split_once('{')?;
    let word = rest
        .trim_end_matches('}')
        .trim()
        .trim_end_matches([',', ':']);
    matches!(
        word,
        "if" | "for"
            | "otherwise"
            | "else"
            | "when"
            | "falls"
            | "sonst"
            | ", if"
            | ", for"
            | "where"
            | "on"
    )
    .then_some(word)
}

fn matrix(rows: Vec<Vec<Tree>>) -> Tree {
    Tree::over(
        Head::Matrix,
        rows.into_iter()
            .map(|row| Tree::over(Head::Row, row))
            .collect(),
    )
}

/// The word inside `\text{…}`.
pub(super) fn said<'a>(token: &'a Token<'_>) -> &'a str {
    token
        .key
        .split_once('{')
        .map_or("", |(_, rest)| rest.trim_end_matches('}'))
}
