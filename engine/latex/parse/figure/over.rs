//! Lines and arcs over points and digits.

use super::OVER;
use crate::latex::figures::point;
use crate::latex::matching::Mark;
use crate::latex::parse::Parser;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};

impl Parser<'_> {
    /// `\overline{AB}`, `\overline{abc}`: a segment, or a number by its digits.
    pub(in crate::latex::parse) fn overlined(&mut self, at: usize) -> Option<Tree> {
        let open = self.pos;
        let Mark::Open { partner, .. } = self.marks.get(open).copied()? else {
            return None;
        };
        if open >= self.end || self.tokens[open].class != Class::Open {
            return None;
        }
        if let Some(digits) = self.digits_from(open, partner) {
            return Some(self.over(digits, at));
        }
        let inside = &self.tokens[open + 1..partner];
        // Letters below others are numbers of points.
        let mut depth = 0;
        let corner = |at: &usize| {
            depth += usize::from(self.tokens[*at].class == Class::Open);
            depth -= usize::from(self.tokens[*at].class == Class::Close && depth > 0);
            depth == 0 && point(&self.tokens[*at]) && self.key_at(at - 1) != "_"
        };
        let corners: Vec<bool> = (open + 1..partner)
            .filter(corner)
            .filter_map(|at| self.usage.is_point(self.key_at(at)))
            .collect();
        // What is known of the letters decides; else sets, which have complements.
        let known = !corners.is_empty() && corners.iter().all(|is| *is);
        if !known && self.usage.figures.sets || corners.contains(&false) {
            return None;
        }
        let decimal = |t: &&Token<'_>| {
            t.class == Class::Digit
                || t.class == Class::Letter
                    && matches!(t.key.as_bytes(), [b] if b.is_ascii_lowercase())
        };
        let lower = inside.iter().filter(|t| t.class == Class::Letter).count();
        // `\overline{a}\,\overline{b} = \overline{ab}`
        let lined = |w: &[Token<'_>]| {
            let line = matches!(w[0].key.as_ref(), r"\overline" | r"\bar");
            let inner = if w[1].key == "{" { &w[2] } else { &w[1] };
            line && (w[1].key != "{" || w[3].key == "}")
                && inside.iter().any(|t| t.key == inner.key)
        };
        let lower_case = inside
            .iter()
            .all(|t| t.class == Class::Letter && t.key.starts_with(char::is_lowercase));
        if lower_case && self.around().windows(4).any(lined) {
            return None;
        }
        let first = inside.first().is_some_and(|t| t.key == "a") || self.reckons_digits(open);
        let tree = if !self.usage.complex()
            && inside.len() > 1
            && inside.iter().all(|t| decimal(&t))
            && (lower < inside.len() && lower > 0 || inside.len() > 2 || first)
        {
            let digits: Vec<Tree> = (open + 1..partner)
                .map(|i| {
                    let token = &self.tokens[i];
                    let head = match token.class {
                        Class::Digit => Head::Number(token.key.as_ref().into()),
                        _ => Head::Symbol(token.key.as_ref().into()),
                    };
                    Tree::new(head, Vec::new(), token.start, token.end)
                })
                .collect();
            Tree::over(Head::Apply(self.table.named("digits")?), digits)
        } else {
            let op = self.table.named("segment")?;
            // `(AB)^* = B^* A^*`: what has adjoints is no segment.
            let starred = |w: &[Token<'_>]| {
                let sign = |t: &Token<'_>| matches!(t.key.as_ref(), "*" | r"\ast");
                w[0].key == "^" && (sign(&w[1]) || w[1].key == "{" && sign(&w[2]))
            };
            if self.around().windows(3).any(starred) {
                return None;
            }
            // `\overline{D_j W}`: a derivative.
            if matches!(inside, [d, low, index, ..] if d.key == "D" && low.key == "_"
                && matches!(index.key.as_ref(), "i" | "j" | "k"))
            {
                return None;
            }
            let points = self.points(open + 1, partner, true);
            if points.len() < 2 || self.pos != partner {
                self.pos = open;
                return None;
            }
            Tree::over(Head::Apply(op), points)
        };
        self.pos = partner + 1;
        Some(self.over(tree, at))
    }

    /// Whether the formula has numbers by their digits: another line over three letters or over `ab`,
    /// or factors 10, 11 and 100.
    fn reckons_digits(&self, open: usize) -> bool {
        let around = self.around();
        let small = |t: &Token<'_>| {
            t.class == Class::Letter && t.key.starts_with(char::is_lowercase) && t.short()
        };
        let lined = |at: usize| {
            let run = around[at + 2..].iter().take_while(|t| small(t)).count();
            let closed = around.get(at + 2 + run).is_some_and(|t| t.key == "}");
            let other = around[at + 1].start != self.tokens[open].start;
            closed && other && (run > 2 || run == 2 && around[at + 2].key == "a")
        };
        let bar = |at: usize| around[at].key == r"\overline" && around[at + 1].key == "{";
        let digit = |at: usize| around.get(at).is_some_and(|t| t.class == Class::Digit);
        let power = |at: usize| {
            let starts = at == 0
                || !digit(at - 1) && !matches!(around[at - 1].key.as_ref(), "." | "^" | "_");
            let length = (at..).take_while(|i| digit(*i)).count();
            let unit = |i: usize| matches!(around[i].key.as_ref(), "0" | "1");
            let factor = |i: usize| {
                around.get(i).is_some_and(|t| {
                    small(t) || matches!(t.key.as_ref(), "(" | r"\cdot" | r"\times" | r"\overline")
                })
            };
            starts
                && length > 1
                && around[at].key == "1"
                && (at..at + length).all(unit)
                && (factor(at + length)
                    || at > 0 && matches!(around[at - 1].key.as_ref(), r"\cdot" | r"\times"))
        };
        (0..around.len().saturating_sub(2)).any(|at| bar(at) && lined(at))
            || (0..around.len()).any(power)
    }

    /// A number by its digits, the first ones and the last: `\overline{a_n a_{n-1} \ldots a_0}`,
    /// `\overline{d_1d_2d_3}`.
    fn digits_from(&mut self, open: usize, partner: usize) -> Option<Tree> {
        let op = self.table.named("digits")?;
        let first = &self.tokens[open + 1];
        if first.class != Class::Letter || self.key_at(open + 2) != "_" {
            return None;
        }
        let letter = first.key.to_string();
        let inside = self.group(open + 1, partner, partner + 1);
        let dots = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.dots);
        let digit = |t: &Tree| {
            matches!(t.head, Head::Number(_))
                || t.head == Head::Index && t.args[0].symbol() == Some(letter.as_str())
        };
        // Three and more of one letter are digits, too, where no numbers have conjugates.
        let several = || {
            inside.args.len() > 2 && !matches!(letter.as_str(), "z" | "w") && !self.usage.complex()
        };
        let run = matches!(&inside.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
            && (inside.args.iter().any(dots) || several())
            && inside.args.iter().all(|t| dots(t) || digit(t));
        if !run {
            self.pos = open;
            return None;
        }
        Some(Tree::over(Head::Apply(op), inside.args))
    }

    fn over(&mut self, mut tree: Tree, at: usize) -> Tree {
        tree.start = self.tokens[at].start;
        tree.end = self.span(self.pos - 1, self.pos).end;
        self.scripts(tree.close())
    }

    /// `\overset{\frown}{AB}`, `\widehat{AB}`: an arc; `\widehat{ABC}` is an angle, and
    /// `\overrightarrow{A_1B_1}` the vector between points that are no mere letters.
    pub(in crate::latex::parse) fn arc(&mut self) -> Option<Tree> {
        let at = self.pos;
        if self.tokens[at].class != Class::Sign {
            return None;
        }
        let key = self.tokens[at].key.as_ref();
        let directed = matches!(key, r"\overrightarrow" | r"\vec");
        let mut open = at + 1;
        if matches!(key, r"\overset" | r"\stackrel") {
            let Mark::Open { partner, .. } = self.marks.get(open).copied()? else {
                return None;
            };
            let frown = (open + 1..partner).any(|i| matches!(self.key_at(i), r"\frown" | "⌢"));
            if !frown || partner > open + 4 {
                return None;
            }
            open = partner + 1;
        } else if !OVER.contains(&key) && !directed {
            return None;
        }
        let Mark::Open { partner, .. } =
            self.marks.get(open).copied().filter(|_| open < self.end)?
        else {
            return None;
        };
        let points = self.points(open + 1, partner, true);
        let named = directed && (points.len() != 2 || points.iter().all(|p| p.symbol().is_some()));
        let valued = !directed && self.takes_value(partner + 1);
        if points.len() < 2 || self.pos != partner || named || valued {
            self.pos = at;
            return None;
        }
        let op = match key {
            _ if directed => "displacement",
            r"\widehat" if points.len() == 3 => "angle",
            _ => "arc",
        };
        let op = self.table.named(op)?;
        self.pos = partner + 1;
        Some(self.over(Tree::over(Head::Apply(op), points), at))
    }
}
