//! Groups in brackets, sets, intervals, matrices and cases.

mod divided;

use super::Parser;
use super::bound::INDICES;
use crate::latex::bars::is_bar;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};

/// The bar behind a map is looked for within so many tokens.
const AHEAD: usize = 40;

impl Parser<'_> {
    /// The group that opens here and is closed at `partner` by as many tokens.
    pub(super) fn fence(&mut self, partner: usize, width: usize) -> Tree {
        let at = self.pos;
        let tokens = self.tokens;
        if let Some(tree) = self.shaped(None, partner) {
            return tree;
        }
        let square = |at: usize| match tokens[at].key.as_ref() {
            r"\lbrack" => "[",
            r"\rbrack" => "]",
            key => key,
        };
        let (open, close) = (square(at), square(partner));
        let (from, after) = (at + width, partner + width);
        let (start, end) = (self.tokens[at].start, self.tokens[after - 1].end);
        if let Some(mut tree) = self.angles(partner, from, after) {
            (tree.start, tree.end) = (start, end);
            return tree.close();
        }
        let role = self.roles().find_map(|(role, w)| match role {
            Role::Fence { op, close: closers }
                if w == width && closers.iter().any(|c| self.spells(partner, width, c)) =>
            {
                Some(*op)
            }
            _ => None,
        });
        let mut tree = if let Some(op) = role {
            let inside = self.group(from, partner, after);
            let mut args = match inside.head {
                Head::Items if !inside.closed => inside.args,
                _ => vec![inside],
            };
            match self.index_in_bars(op, &args) {
                Some(index) => Tree::over(Head::Apply(index), args.remove(0).args),
                None => Tree::over(Head::Fence(op), args),
            }
        } else {
            match (open, close) {
                (r"\{", r"\}") => self.set(from, partner, after),
                (r"\{", ".") | (".", r"\}") => self.group(from, partner, after),
                (".", "|" | r"\vert" | "]") => {
                    let body = self.group(from, partner, after);
                    return self.evaluated(body);
                }
                _ => self.bracketed(open, close, from, partner, after),
            }
        };
        if (open, close) == ("(", ")")
            && tokens[from].gap == Gap::Back
            && tokens[partner].gap == Gap::Back
        {
            self.multichosen(&mut tree);
        }
        if open == "["
            && close == "]"
            && !self.runs_in_square()
            && !self.entries_run(self.pos)
            && (self.bounds_follow() && !self.represents(&tree) || self.place_follows())
            && !matches!(tree.head, Head::Matrix | Head::Pair(..))
        {
            let tree = self.unbracketed(tree);
            return self.evaluated(tree);
        }
        // `\left(\frac{dy}{dx}\right)_{x = 1}`; what is kept is no equation: `(\partial U/\partial T)_V`,
        // and what runs makes a family: `(\partial\phi/\partial v_i)_{i=1}^k`.
        let derivative = matches!(tree.head, Head::Apply(op) if self.derives(op));
        let placed = self.place_follows() && !self.bounds_follow();
        if open == "(" && close == ")" && derivative && placed {
            return self.evaluated(tree);
        }
        let mut tree = self.covariation(tree, from - width);
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
        self.key_at(second) == "^" && !self.entry_follows(second)
    }

    /// Whether two letters of indices stand below, before the token at `end`: `[A]_{ij}^{-1}`.
    fn entry_follows(&self, end: usize) -> bool {
        let below = self.tokens.get(self.pos + 2..end - 1).unwrap_or_default();
        let index = |at: &Token<'_>| INDICES.contains(&at.key.as_ref());
        let number = |at: &Token<'_>| at.class == Class::Digit;
        let small = |at: &Token<'_>| matches!(at.key.as_bytes(), [b'a'..=b'z']);
        // `[T]_{2m}^2`: a lone capital in the brackets is a matrix.
        let matrix = self.pos > 2
            && self.key_at(self.pos - 3) == "["
            && crate::latex::figures::point(&self.tokens[self.pos - 2]);
        match below {
            [row, column] => {
                let letter = |at: &Token<'_>| index(at) || matrix && small(at);
                letter(row) && (letter(column) || number(column))
                    || number(row) && letter(column)
                    || small(row) && number(column)
            }
            [row, comma, column] if !matrix => index(row) && comma.key == "," && index(column),
            // `[T]_{k + 1, 2}^2`
            _ => matrix && below.iter().any(|t| t.key == ","),
        }
    }

    /// Whether the letter that has values from here on is the index of all that stood in the square
    /// brackets: `[x_k]_{k=1}^K`.
    fn runs_in_square(&self) -> bool {
        self.pos > 4
            && self.key_at(self.pos - 5) == "["
            && self.key_at(self.pos - 3) == "_"
            && self.key_at(self.pos + 2) == self.key_at(self.pos - 2)
            && self.key_at(self.pos + 3) == "="
    }

    /// Whether a value for a letter follows: `[f(x)]_{x = 1}`.
    fn place_follows(&self) -> bool {
        self.key_at(self.pos) == "_"
            && self.key_at(self.pos + 1) == "{"
            && self.key_at(self.pos + 3) == "="
            && self.table.evaluation.is_some()
    }

    /// Whether these tokens together are spelled so.
    fn spells(&self, at: usize, width: usize, spelling: &str) -> bool {
        let mut run = self.tokens[at..(at + width).min(self.tokens.len())].iter();
        run.try_fold(spelling, |rest, t| rest.strip_prefix(t.key.as_ref())) == Some("")
    }

    /// Parentheses and square brackets: a group, tuple, interval or list of rows.
    fn bracketed(&mut self, open: &str, close: &str, from: usize, to: usize, after: usize) -> Tree {
        let (from, to) = self.unwrapped(from, to);
        if from == to {
            self.pos = after;
            return Tree::new(Head::Pair(open.into(), close.into()), Vec::new(), 0, 0);
        }
        if (open, close) == ("(", ")")
            && let Some(cycle) = self.cycle(from, to, after)
        {
            return cycle;
        }
        if (open, close) == ("[", "]")
            && let Some(line) = self.spaced_line(from, to, after)
        {
            return line;
        }
        if let Some(op) = self.table.named("bracketed")
            && let Some(groups) = self.divided_groups(open, close, from, to, after)
        {
            return match open {
                "(" => Tree::over(Head::Pair(open.into(), close.into()), vec![groups]),
                _ => Tree::over(Head::Apply(op), vec![groups]),
            };
        }
        if let Some(point) = self.homogeneous(open, close, from, to, after) {
            return point;
        }
        let inside = self.group(from, to, after);
        if (open, close) == ("[", ".")
            && let Some(tree) = self.alternatives(&inside)
        {
            return tree;
        }
        if (open, close) == ("(", ")")
            && self.augmented(&inside)
            && let Some(barred) = self.table.barred
        {
            let parts = Tree::over(Head::Apply(barred), inside.args);
            return Tree::over(Head::Pair(open.into(), close.into()), vec![parts]);
        }
        if matches!((open, close), ("[", "]") | ("(", ")")) && self.side_by_side(&inside, from, to)
        {
            let row = Tree::over(Head::Row, inside.args);
            return Tree::over(Head::Matrix, vec![row]);
        }
        if (open, close) == ("[", "]") {
            return match self.square(inside, from, to) {
                Ok(tree) => tree,
                Err(inside) => self.enclosed(open, close, inside, from, to),
            };
        }
        self.enclosed(open, close, inside, from, to)
    }

    /// What stands between these tokens without braces around all of it: `\left( {x, y} \right)`.
    pub(super) fn unwrapped(&self, from: usize, to: usize) -> (usize, usize) {
        let (first, last) = self.bared(from, to);
        match first > from && self.comma_between(first, last) {
            true => (first, last),
            false => (from, to),
        }
    }

    /// The tokens within the braces around all of them, if there are any.
    pub(super) fn bared(&self, mut from: usize, mut to: usize) -> (usize, usize) {
        while let Some(Mark::Open { partner, width: 1 }) = self.marks.get(from)
            && partner + 1 == to
            && self.tokens[from].class == Class::Open
        {
            (from, to) = (from + 1, *partner);
        }
        (from, to)
    }

    /// Whether commas or semicolons stand between these tokens outside of brackets, and no end of a
    /// row.
    fn comma_between(&self, from: usize, to: usize) -> bool {
        let (mut at, mut listed) = (from, false);
        while at < to {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            if self.tokens[at].class == Class::Row {
                return false;
            }
            listed |= matches!(self.key_at(at), "," | ";");
            at += 1;
        }
        listed
    }

    /// What stands in brackets, when it is neither a cycle nor a name in square brackets.
    fn enclosed(&mut self, open: &str, close: &str, inside: Tree, from: usize, to: usize) -> Tree {
        let counted = match (open, close) {
            ("[", "]") => self.iverson(&inside, from, to),
            ("(", ")") => self
                .legendre(&inside, from, to)
                .or_else(|| self.family_by_condition(&inside)),
            _ => None,
        };
        if let Some(tree) = counted {
            return tree;
        }
        // `\left({n \atop k}\right)`
        if (open, close) == ("(", ")")
            && matches!(inside.head, Head::Apply(op) if Some(op) == self.table.named("stacked"))
            && let Some(op) = self.table.named("binom")
        {
            return Tree::over(Head::Apply(op), inside.args);
        }
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
        let corners = matches!(inside.head, Head::Apply(op) if Some(op) == self.table.usual.points);
        if open == "["
            && close == "]"
            && inside.args.len() > 2
            && (corners || self.triangle(&inside))
            && let Some(op) = self.table.named("areaof")
        {
            return Tree::over(Head::Apply(op), inside.args);
        }
        let number = |t: &Tree| matches!(t.head, Head::Number(_));
        if open == "["
            && close == "]"
            && matches!(inside.head, Head::Apply(op) if Some(op) == self.table.ratio)
            && !inside.closed
            && inside.args.len() == 2
            && !inside.args.iter().any(number)
            && let Some(op) = self.table.named("indexof")
        {
            return Tree::over(Head::Apply(op), inside.args);
        }
        if listed && (open, close) == ("(", ")") && self.counts_up(&inside.args) {
            return inside;
        }
        if listed {
            return Tree::over(Head::Pair(open.into(), close.into()), inside.args);
        }
        inside
    }

    /// Whether this is a triangle, of which brackets make the area: `[\triangle ABC]`.
    fn triangle(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if self.table.named("triangle") == Some(op))
    }

    /// The inside of `\{…\}`.
    fn set(&mut self, from: usize, to: usize, after: usize) -> Tree {
        let bared = self.bared(from, to);
        let (from, to) = match self.separator(bared.0, bared.1) {
            Some(_) => bared,
            None => self.unwrapped(from, to),
        };
        if from == to {
            self.pos = after;
            return Tree::new(Head::Braces, Vec::new(), 0, 0);
        }
        if let Some(bar) = self.separator(from, to) {
            let element = self.group(from, bar, bar);
            let condition = self.group(bar + 1, to, after);
            return Tree::over(Head::Builder, vec![element, condition]);
        }
        if let Some(semicolon) = self.condition_from(from, to) {
            let element = self.group(from, semicolon, semicolon);
            let condition = self.group(semicolon + 1, to, after);
            return Tree::over(Head::Builder, vec![element, condition]);
        }
        let bare = self.bare_array(from);
        let mut inside = self.group(from, to, after);
        if bare {
            inside = match self.braced_array(inside) {
                Ok(array) => return array,
                Err(inside) => inside,
            };
        }
        match inside.head {
            Head::Items if !inside.closed => Tree::over(Head::Braces, inside.args),
            _ => Tree::over(Head::Braces, vec![inside]),
        }
    }

    /// The sign that separates the halves of `{x | c}` or `P(A | B)`, directly between these tokens.
    pub(super) fn separator(&self, from: usize, to: usize) -> Option<usize> {
        let open = self.tokens[..from].iter().rev().find(|t| t.key != "{");
        let braces = open.is_some_and(|t| t.key == r"\{");
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
            let given = matches!(self.tokens[at].class, Class::Name | Class::Words)
                && matches!(said(&self.tokens[at]), "given" | "such that" | "s.t.");
            // `\{f: X \to Y \mid f(0) = 0\}`
            let maps = || {
                let bar = |t: &Token<'_>| matches!(t.key.as_ref(), r"\mid" | ":") || is_bar(t);
                let bar = self.tokens[at + 1..to].iter().take(AHEAD).position(bar);
                bar.is_some_and(|bar| {
                    crate::latex::around::maps_follow(&self.tokens[..at + 1 + bar], at + 1)
                })
            };
            if key == r"\mid" || braces && colon && !maps() || given {
                return Some(at);
            }
            at += 1;
        }
        None
    }
}

/// The word inside `\text{…}`.
pub(in crate::latex) fn said<'a>(token: &'a Token<'_>) -> &'a str {
    let open = token.key.bytes().position(|b| b == b'{');
    open.map_or("", |open| token.key[open + 1..].trim_end_matches('}'))
}
