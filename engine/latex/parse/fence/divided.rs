//! What divides brackets into parts: colons, semicolons, room, rows.

use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};

/// A space that is measured, `\hspace{4pt}`, is written with more bytes.
const MEASURED: usize = 7;

impl Parser<'_> {
    /// Coordinates with colons between them: `[x : y : z]`, `[x^2 : xy]`, but not the index `[G : H]`.
    pub(super) fn homogeneous(
        &mut self,
        open: &str,
        close: &str,
        from: usize,
        to: usize,
        after: usize,
    ) -> Option<Tree> {
        let square = (open, close) == ("[", "]");
        if !square && (open, close) != ("(", ")") {
            return None;
        }
        let mut colons = Vec::new();
        let mut at = from;
        while at < to {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            match self.key_at(at) {
                // `(\exists x: \exists y: x < y)`
                _ if self.quantifier_at(at) => return None,
                ":" => colons.push(at),
                "," | ";" | "=" | r"\in" | r"\to" | r"\mid" => return None,
                _ => {}
            }
            at += 1;
        }
        let large = |t: &Token<'_>| t.class == Class::Name || capital(&t.key);
        let small = !self.tokens[from..to].iter().any(large);
        if colons.is_empty() || colons.len() == 1 && !(square && small) {
            return None;
        }
        let op = self.table.named("homogeneous")?;
        let ends = colons.into_iter().chain([to]);
        let mut parts = Vec::new();
        let mut start = from;
        for end in ends {
            parts.push(self.group(start, end, end));
            start = end + 1;
        }
        self.pos = after;
        Some(Tree::over(Head::Apply(op), parts))
    }

    /// Groups with semicolons between them that are no ends of an interval: `(a, b; q)_n`,
    /// `[a_0; a_1, a_2]`, `(A, B; C, D)`.
    pub(super) fn divided_groups(
        &mut self,
        open: &str,
        close: &str,
        from: usize,
        to: usize,
        after: usize,
    ) -> Option<Tree> {
        let (mut cuts, mut commas) = (0, 0);
        let mut at = from;
        while at < to {
            match (self.marks[at], self.key_at(at)) {
                (Mark::Open { partner, width }, _) => at = partner + width,
                (_, key) => {
                    cuts += usize::from(key == ";");
                    commas += usize::from(key == ",");
                    at += 1;
                }
            }
        }
        let matching = matches!((open, close), ("(", ")") | ("[", "]"));
        let indexed = open == "(" && self.key_at(after) == "_";
        // `[1; \overline{2}]`
        let periodic = open == "["
            && cuts == 1
            && (from + 1..to).any(|at| {
                self.key_at(at - 1) == ";" && matches!(self.key_at(at), r"\overline" | r"\bar")
            });
        if cuts == 0 || !matching || cuts + commas < 2 && !indexed && !periodic {
            return None;
        }
        // A list with semicolons alone is one like any other.
        if commas == 0 && !indexed && cuts > 1 {
            return None;
        }
        self.grouped(from, to, after)
    }

    /// Whether matrices stand side by side in the bracket with room between all of them: `[A_x~A_y]`,
    /// `(W_1 \hspace{4pt} W_2)`.
    pub(super) fn side_by_side(&self, inside: &Tree, from: usize, to: usize) -> bool {
        let Head::Product(joins) = &inside.head else {
            return false;
        };
        let block = |t: &Tree| {
            matches!(t.head, Head::Symbol(_) | Head::Index) && t.root_symbol().is_some_and(capital)
        };
        let zero = |t: &Tree| matches!(&t.head, Head::Number(n) if n == "0");
        // A tie, `\quad` or a measure; `\,` stands in products as well.
        let apart = |t: &Tree| {
            let first = (from + 1..to).find(|at| self.tokens[*at].start == t.start);
            first.is_some_and(|at| {
                let (before, token) = (&self.tokens[at - 1], &self.tokens[at]);
                let room = token.start - before.end;
                token.gap == Gap::Wide || token.gap == Gap::Thin && (room == 1 || room > MEASURED)
            })
        };
        joins.iter().all(|join| *join == Join::Beside)
            && inside.args.iter().all(|t| block(t) || zero(t))
            && inside.args.iter().any(block)
            && inside.args[1..].iter().all(apart)
    }

    /// Statements below each other behind one bracket, of which one holds:
    /// `\left[\begin{aligned} x &= 1 \\ x &= 2 \end{aligned}\right.`
    pub(super) fn alternatives(&self, inside: &Tree) -> Option<Tree> {
        let lines: Vec<&Tree> = match inside.head {
            Head::Items => inside.args.iter().collect(),
            Head::Matrix => {
                let line = |row: &'_ Tree| <&[Tree; 1]>::try_from(row.args.as_slice()).is_ok();
                let lines = inside.args.iter().all(line).then_some(&inside.args)?;
                lines.iter().map(|row| &row.args[0]).collect()
            }
            _ => return None,
        };
        let or = self.table.named("or")?;
        let stated = lines.len() > 1 && lines.iter().all(|line| line.states());
        stated.then(|| Tree::over(Head::Apply(or), lines.into_iter().cloned().collect()))
    }
}
