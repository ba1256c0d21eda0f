//! Matrices, cases and other environments.

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::rows;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::phrases::{Lexicon, Tells};
use crate::term::Op;

/// As many tokens say what the columns of an array are.
const COLUMNS: usize = 24;

/// Signs that stand alone in a cell: lines of a matrix that is written by columns or rows, values in
/// a table of signs.
const SIGNS: &[&str] = &["|", r"\mid", r"\vert", "+", "-", r"\pm"];

impl Parser<'_> {
    /// Whether the columns of an array end here: `\begin{array}{r}`.
    pub(super) fn columns_end(&self, at: usize) -> bool {
        let opens = |from: usize| {
            matches!(self.marks[from], Mark::Open { partner, .. } if partner == at)
                && from > 0
                && self.tokens[from - 1].class == Class::Begin
        };
        self.tokens[at].key == "}" && (at.saturating_sub(COLUMNS)..at).any(opens)
    }

    /// `\begin{…} … \end{…}`.
    pub(super) fn environment(&mut self) -> Tree {
        let at = self.pos;
        let Mark::Open { partner, .. } = self.marks[at] else {
            return self.stray();
        };
        let name = self.tokens[at].key.to_string();
        let mut from = at + 1;
        let mut columns = None;
        if matches!(
            name.as_str(),
            "array"
                | "tabular"
                | "subarray"
                | "alignedat"
                | "alignat"
                | "IEEEeqnarray"
                | "IEEEeqnarraybox"
        ) && let Some(Mark::Open { partner: inner, .. }) = self.marks.get(from).copied()
            && self.tokens[from].class == Class::Open
        {
            columns = Some((from + 1, inner));
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
        let held = at > 0
            && self.marks[at - 1]
                == (Mark::Open {
                    partner: partner + 1,
                    width: 1,
                });
        // One brace, on the left or on the right, and nothing on the other side.
        let braced = held
            && matches!(
                (
                    self.tokens[at - 1].key.as_ref(),
                    self.tokens[partner + 1].key.as_ref()
                ),
                (r"\{", ".") | (".", r"\}")
            );
        let ruled = columns
            .filter(|_| !braced && (held && name == "array" || !held && tabular(&name)))
            .and_then(|(from, to)| self.ruled(from, to, if held { "ruled" } else { "tabled" }));
        if let Some((op, lines)) = ruled {
            let mut args = matrix(rows).args;
            args.insert(0, lines);
            let tree = Tree::new(Head::Apply(op), args, span.start, span.end);
            return self.scripts(tree.close());
        }
        let (barred, rows) = match matches!(name.as_str(), "pmatrix" | "bmatrix") {
            true => Self::barred_columns(rows),
            false => (None, rows),
        };
        if let (Some(columns), Some(op)) = (barred, self.table.named("ruled")) {
            let lines = Tree::new(
                Head::Words(columns.into()),
                Vec::new(),
                span.start,
                span.end,
            );
            let mut args = matrix(rows).args;
            args.insert(0, lines);
            let tree = Tree::new(Head::Apply(op), args, span.start, span.end);
            return self.scripts(tree.close());
        }
        if !held
            && matches!(name.as_str(), "matrix" | "smallmatrix")
            && matches!(rows.as_slice(), [row] if row.len() == 1)
        {
            // A size, no matrix.
            let only = rows.into_iter().flatten().next();
            let mut tree = only.unwrap_or_else(|| self.blank());
            (tree.start, tree.end) = (span.start, span.end);
            return self.scripts(tree.close());
        }
        let mut tree = match name.as_str() {
            "Bmatrix" => match self.braced_array(matrix(rows)) {
                Ok(tree) => tree,
                Err(array) => self.stacked_numbers(array),
            },
            "array" | "matrix" if braced => self.cases(rows),
            "matrix" | "pmatrix" | "bmatrix" | "smallmatrix" | "psmallmatrix" | "bsmallmatrix"
            | "array" | "tabular" | "pmatrix*" | "bmatrix*" => matrix(rows),
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

    /// The columns of an array as words, when a line stands between two of them.
    fn ruled(&self, from: usize, to: usize, name: &str) -> Option<(Op, Tree)> {
        let op = self.table.named(name)?;
        let columns: String = self.tokens[from..to]
            .iter()
            .map(|t| t.key.as_ref())
            .collect();
        let plain = columns
            .bytes()
            .all(|b| matches!(b, b'c' | b'l' | b'r' | b'|'));
        let between = columns.trim_matches('|').contains('|');
        (plain && between).then(|| {
            let span = self.span(from, to);
            let head = Head::Words(columns.as_str().into());
            (op, Tree::new(head, Vec::new(), span.start, span.end))
        })
    }

    /// The rows without a column of nothing but bars, `1 & 2 & | & 5`, and how the columns would be
    /// set with a line there; the rows alone where there is no such column.
    fn barred_columns(mut rows: Vec<Vec<Tree>>) -> (Option<String>, Vec<Vec<Tree>>) {
        let bar = |t: &Tree| matches!(&t.head, Head::Mark(mark) if matches!(mark.as_str(), "|" | r"\mid" | r"\vert"));
        let width = rows.first().map_or(0, Vec::len);
        let even = rows.iter().all(|row| row.len() == width);
        let lines = |at: &usize| rows.iter().all(|row| bar(&row[*at]));
        let column = (1..width.saturating_sub(1)).find(|at| even && lines(at));
        let Some(column) = column else {
            return (None, rows);
        };
        for row in &mut rows {
            row.remove(column);
        }
        let (before, after) = ("c".repeat(column), "c".repeat(width - column - 1));
        (Some(format!("{before}|{after}")), rows)
    }

    /// The cells between these tokens, row by row; empty rows are left out.
    pub(super) fn cells(&mut self, from: usize, to: usize) -> Vec<Vec<Tree>> {
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

    pub(super) fn cell(&mut self, from: usize, to: usize) -> Tree {
        if from == to {
            self.pos = from;
            return self.blank();
        }
        // Dots in a matrix keep their direction.
        if from + 1 == to
            && let name @ (r"\vdots" | r"\ddots") = self.key_at(from)
            && let Some(op) = self.table.named(&name[1..])
        {
            let span = self.span(from, to);
            self.pos = to;
            return Tree::new(Head::Apply(op), Vec::new(), span.start, span.end);
        }
        // `\begin{bmatrix} | & | \\ v_1 & v_2 \end{bmatrix}`, tables of signs.
        if from + 1 == to && SIGNS.contains(&self.key_at(from)) {
            let span = self.span(from, to);
            let mark = Head::Mark(self.key_at(from).into());
            self.pos = to;
            return Tree::new(mark, Vec::new(), span.start, span.end);
        }
        self.group(from, to, to)
    }

    /// Takes the colon away that stands before a condition: `a & : x < 0`.
    fn without_colon(&self, tree: &mut Tree) {
        match (&tree.head, tree.args.as_mut_slice()) {
            (Head::Chain(_), [first, ..]) => self.without_colon(first),
            (Head::Apply(op), [before, after])
                if self.table.named("ratio") == Some(*op)
                    && matches!(before.head, Head::Apply(op) if Some(op) == self.table.blank) =>
            {
                let empty = Tree::new(Head::Sequence, Vec::new(), 0, 0);
                *tree = std::mem::replace(after, empty);
            }
            _ => {}
        }
    }

    pub(super) fn cases(&mut self, rows: Vec<Vec<Tree>>) -> Tree {
        let ops = self.table.cases;
        let Some((cases, case, otherwise)) = ops else {
            return matrix(rows);
        };
        let lexicon = &self.table.lexicon;
        let parted = rows.iter().all(|row| conditional(row, lexicon));
        let args = rows.into_iter().map(|row| {
            let mut pieces: Vec<Tree> = Vec::new();
            for cell in row {
                match cell.head {
                    Head::Items if parted => pieces.extend(cell.args),
                    Head::Sequence => pieces.extend(cell.args),
                    _ => pieces.push(cell),
                }
            }
            pieces.iter_mut().skip(1).for_each(|p| self.without_colon(p));
            let others = |w: &str| lexicon[Tells::Otherwise].has(w);
            let otherwise_said = pieces.iter().any(|p| word(p, lexicon).is_some_and(others));
            // What is said behind the condition stays: `\text{if } x = m/k \text{ where } m > 0`.
            let mut parts = 0;
            pieces.retain(|p| {
                let introduces = word(p, lexicon);
                parts += usize::from(introduces.is_none());
                introduces.is_none_or(|w| parts > 1 && !others(w))
            });
            let mut pieces = pieces.into_iter();
            let value = pieces
                .next()
                .unwrap_or_else(|| Tree::new(Head::Opaque(0, 0), Vec::new(), 0, 0));
            // A column that is left empty says nothing.
            let blank = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank && t.start == t.end);
            let rest: Vec<Tree> = pieces.filter(|p| !blank(p)).collect();
            // `x + y &= 1` is one equation of a system.
            let continued = |t: &Tree| {
                matches!(t.head, Head::Chain(_)) && t.args.first().is_some_and(blank)
            };
            let (value, rest) = match rest.split_first() {
                Some((first, others)) if continued(first) && !otherwise_said => {
                    let mut whole = first.clone();
                    whole.start = value.start;
                    whole.args[0] = value;
                    (whole, others.to_vec())
                }
                _ => (value, rest),
            };
            match rest.len() {
                0 if otherwise_said => Tree::over(Head::Apply(otherwise), vec![value]),
                0 => value,
                1 => Tree::over(Head::Apply(case), [vec![value], rest].concat()),
                // `u = 0 & \text{on } \partial\Omega`
                2 if matches!(rest[0].head, Head::Words(_)) && !rest[1].states() => {
                    let place = match self.table.named("phrase") {
                        Some(phrase) => Tree::over(Head::Apply(phrase), rest),
                        None => Tree::over(Head::Sequence, rest),
                    };
                    Tree::over(Head::Apply(case), vec![value, place])
                }
                _ => Tree::over(
                    Head::Apply(case),
                    vec![value, Tree::over(Head::Sequence, rest)],
                ),
            }
        });
        Tree::over(Head::Apply(cases), args.collect())
    }
}

/// Whether a row has one cell, with a value and behind a comma the condition for it: `0, x < 0`.
fn conditional(row: &[Tree], lexicon: &Lexicon) -> bool {
    let [cell] = row else { return false };
    match (&cell.head, cell.args.as_slice()) {
        (Head::Items, [value, condition]) => !cell.closed && !value.states() && condition.states(),
        (Head::Sequence, [_, rest @ ..]) => rest.iter().any(|t| word(t, lexicon).is_some()),
        _ => false,
    }
}

/// The word that a piece is, when it is one that only introduces a condition.
fn word<'t>(tree: &'t Tree, lexicon: &Lexicon) -> Option<&'t str> {
    let text = match &tree.head {
        Head::Words(text) | Head::Symbol(text) => text.as_str(),
        _ => return None,
    };
    // Letters side by side that are no words elsewhere.
    if matches!(text, "otherwise" | "else") {
        return Some(text);
    }
    let (_, rest) = text.split_once('{')?;
    let word = rest
        .trim_end_matches('}')
        .trim()
        .trim_end_matches([',', ':', '.', ';']);
    (lexicon[Tells::Condition].has(word) || lexicon[Tells::Otherwise].has(word)).then_some(word)
}

/// A matrix of these rows; one that holds nothing but another matrix is that one in other delimiters.
fn matrix(mut rows: Vec<Vec<Tree>>) -> Tree {
    if let [row] = rows.as_mut_slice()
        && let [cell] = row.as_slice()
        && cell.head == Head::Matrix
        && let Some(cell) = row.pop()
    {
        return cell;
    }
    Tree::over(
        Head::Matrix,
        rows.into_iter()
            .map(|row| Tree::over(Head::Row, row))
            .collect(),
    )
}

/// Whether lines between the columns of this environment make a table.
fn tabular(name: &str) -> bool {
    matches!(name, "array" | "tabular")
}
