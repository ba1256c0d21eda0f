//! Brackets that mean something of their own: a name in square brackets, coefficients, cycles.

mod amounts;
mod columns;
mod permutation;

use super::Parser;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Join, Tree};

/// The corners of a polygon whose area is written in brackets.
const CORNERS: std::ops::RangeInclusive<usize> = 3..=6;

/// A line of a matrix has no more tokens.
const LINE: usize = 96;

impl Parser<'_> {
    /// What square brackets make of a name, of points, or of a power before a series; gives back
    /// what they only group.
    pub(super) fn square(&mut self, inside: Tree, from: usize, to: usize) -> Result<Tree, Tree> {
        // `[(a, b)]` is the class of a pair.
        let pair = matches!(&inside.head, Head::Pair(open, close) if open == "(" && close == ")")
            && inside.args.len() > 1
            && self.tokens[from].key == "(";
        if inside.closed && self.tokens[from].key != "{" && inside.head != Head::Call && !pair {
            return Err(inside);
        }
        if self.takes_coefficient(&inside)
            && let Some(op) = self.table.named("coefficient")
        {
            let series = self.expression(self.table.strength.product);
            return Ok(Tree::over(Head::Apply(op), vec![inside, series]));
        }
        if let Head::Product(joins) = &inside.head
            && joins.iter().all(|j| *j == Join::Beside)
            && CORNERS.contains(&inside.args.len())
            && inside.args.iter().all(corner)
            && self.tokens[from..to]
                .iter()
                .all(|t| t.class == Class::Letter || t.key == "'")
            && let Some(op) = self.table.named("areaof")
        {
            return Ok(Tree::over(Head::Apply(op), inside.args));
        }
        if let Head::Chain(ops) = &inside.head
            && ops.iter().all(|op| self.table.divides == Some(*op))
            && self.columns(&inside.args)
            && let (Some(bracketed), Some(barred)) =
                (self.table.named("bracketed"), self.table.barred)
        {
            let parts = Tree::over(Head::Apply(barred), inside.args);
            return Ok(Tree::over(Head::Apply(bracketed), vec![parts]));
        }
        let molecule =
            matches!(inside.head, Head::Product(_)) && from > 0 && self.molecule_at(from - 1);
        let compound =
            matches!(inside.head, Head::Product(_)) && from > 0 && self.compound_at(from - 1);
        let ion = matches!(inside.head, Head::Words(_)) && from > 0 && self.ion_at(from - 1);
        // `[x_0]'` differentiates what it groups.
        let primed = matches!(self.key_at(self.pos), "'" | "′" | r"\prime");
        let plain = match &inside.head {
            _ if primed => false,
            _ if pair || molecule || compound || ion => true,
            Head::Symbol(_) => true,
            // `[{n \atop k}]` is another number than `\{{n \atop k}\}`.
            Head::Apply(op) if Some(op) == self.table.named("stacked").as_ref() => true,
            // `[NH_4^+]`
            Head::Index if inside.args[0].head == Head::Power => element(&inside.args[0]),
            Head::Index => inside.args[0].symbol().is_some(),
            // `[\text{H}^+]`
            Head::Power => {
                matches!(inside.args[1].head, Head::Mark(_)) && inside.args[0].symbol().is_some()
                    || self.whole_part(&inside, from, to)
            }
            // `[T(v)]_B`, `s[u] = [f(u)]`
            Head::Call => self.key_at(self.pos) == "_" || self.alone(from, to) && self.classes(),
            // `[HA]` beside `[H^+]`
            Head::Product(_) if inside.args.iter().all(element) && self.ions() => true,
            // `[1 \ldots n]`
            Head::Product(_)
                if matches!(inside.args.as_slice(), [first, dots, _]
                    if matches!(first.head, Head::Number(_)) && self.is_dots(dots)) =>
            {
                true
            }
            Head::Product(joins) if self.multiplies(joins, &inside.args, from, to) => true,
            // `[n\sqrt{2}]`
            Head::Product(_) if self.whole_part(&inside, from, to) => true,
            // `[Tv]_{\mathcal{B}}`, `[u + v]_{\mathcal{B}}`
            Head::Product(_) | Head::Sum(..) => {
                self.in_basis() || self.alone(from, to) && self.classes()
            }
            // `[n/2] + [n/4]`: what needs no brackets has the largest integers.
            Head::Apply(_) if self.whole_part(&inside, from, to) => true,
            // `[f \circ g] = [f][g]`
            Head::Apply(_) if inside.args.len() > 1 => self.alone(from, to) && self.classes(),
            _ => false,
        };
        let plain = plain || self.beside_angles(&inside, from, to);
        let mut inside = inside;
        if let (true, Head::Product(_), Some(ordered)) =
            (plain, &inside.head, self.table.named("opmul"))
            && !molecule
            && !inside.args.iter().any(|t| self.is_dots(t))
        {
            inside.head = Head::Apply(ordered);
        }
        match self.table.named("bracketed").filter(|_| plain) {
            Some(op) => Ok(Tree::over(Head::Apply(op), vec![inside])),
            None => Err(inside),
        }
    }

    /// Whether two numbers of momenta stand in the square brackets, and two in angles beside them: products
    /// of spinors, `\langle ij \rangle [ji]`.
    fn beside_angles(&self, inside: &Tree, from: usize, to: usize) -> bool {
        let two = to == from + 2 && matches!(inside.head, Head::Product(_))
            || matches!(&inside.head, Head::Number(n) if n.len() == 2);
        let before = || from > 1 && self.key_at(from - 2) == r"\rangle";
        two && !inside.closed && (before() || self.key_at(to + 1) == r"\langle")
    }

    /// Whether square brackets around a single fraction, root, power or product without brackets in it, of
    /// letters, are a summand, a side or a factor after a sign of sums: they group nothing.
    fn whole_part(&self, inside: &Tree, from: usize, to: usize) -> bool {
        fn lettered(tree: &Tree) -> bool {
            tree.symbol().is_some_and(single) || tree.args.iter().any(lettered)
        }
        let alone = match &inside.head {
            Head::Apply(op) if *op == self.table.div => self.key_at(from).ends_with("frac"),
            Head::Apply(op) => Some(*op) == self.table.root && self.key_at(from) == r"\sqrt",
            Head::Product(joins) => {
                joins.iter().all(|j| *j == Join::Beside) && inside.args.iter().all(|t| self.bare(t))
            }
            Head::Power => self.bare(inside),
            _ => false,
        };
        // A place at which an antiderivative is taken, a fraction of differentials.
        let calculus =
            |t: &Token<'_>| matches!(t.key.as_ref(), r"\int" | r"\partial" | "d" | r"\nabla");
        if !alone || !lettered(inside) || self.around().iter().any(calculus) {
            return false;
        }
        let signs = |key: &str| {
            matches!(
                key,
                "" | "="
                    | "+"
                    | "-"
                    | "<"
                    | ">"
                    | r"\le"
                    | r"\leq"
                    | r"\ge"
                    | r"\geq"
                    | ","
                    | "{"
                    | "}"
                    | "&"
            )
        };
        let open = from - 1;
        let before = open.checked_sub(1);
        let after = self.key_at(to + 1);
        let starts = match before.map(|at| self.key_at(at)) {
            None => true,
            Some("}") => self.limits_end(open - 1),
            Some(key) => signs(key),
        };
        starts && (signs(after) || matches!(after, "." | r"\equiv" | r"\pmod" | ")"))
    }

    /// Whether this is a number, a letter, a root or a power of them, which no brackets are around.
    fn bare(&self, tree: &Tree) -> bool {
        !tree.closed
            && match &tree.head {
                Head::Number(_) => true,
                Head::Symbol(name) => single(name),
                Head::Index => tree.root_symbol().is_some(),
                Head::Power => {
                    self.bare(&tree.args[0]) && !matches!(tree.args[1].head, Head::Mark(_))
                }
                Head::Apply(op) => Some(*op) == self.table.root,
                _ => false,
            }
    }

    /// Whether the limits of a sum end with this brace.
    fn limits_end(&self, last: usize) -> bool {
        let mut at = last;
        for _ in 0..2 {
            let opens =
                |n: &usize| matches!(self.marks[*n], Mark::Open { partner, .. } if partner == at);
            let Some(open) = (at.saturating_sub(LINE)..at).rev().find(opens) else {
                return false;
            };
            let Some(base) = open.checked_sub(2) else {
                return false;
            };
            if !matches!(self.key_at(open - 1), "_" | "^") {
                return false;
            }
            match self.key_at(base) {
                r"\sum" | r"\prod" | r"\limits" => return true,
                _ => at = base,
            }
        }
        false
    }

    /// Whether no power, factor or index makes a group of the square brackets around these tokens.
    fn alone(&self, from: usize, to: usize) -> bool {
        let before = from.checked_sub(2).map(|at| &self.tokens[at]);
        let factor = before.is_some_and(|t| {
            matches!(
                t.class,
                Class::Letter | Class::Digit | Class::Name | Class::Close
            ) || matches!(t.key.as_ref(), ")" | "!" | "'")
        });
        !factor && self.key_at(to + 1) != "^"
    }

    /// Whether classes of letters stand in square brackets somewhere: `[a + b] = [a] + [b]`.
    fn classes(&self) -> bool {
        let free = |t: &Token<'_>| {
            !matches!(
                t.class,
                Class::Letter | Class::Digit | Class::Name | Class::Close
            ) && !matches!(t.key.as_ref(), ")" | "'" | "!")
        };
        let around = self.around();
        (0..around.len().saturating_sub(2)).any(|at| {
            around[at].key == "["
                && around[at + 1].class == Class::Letter
                && around[at + 2].key == "]"
                && at.checked_sub(1).is_none_or(|before| free(&around[before]))
        })
    }

    /// Whether the brackets are a product of their own, as nobody puts a product of two letters that
    /// stands alone into brackets: `[x y] = xy - yx`, `[[x y] z]`, `[a_\lambda b]`.
    fn multiplies(&self, joins: &[Join], factors: &[Tree], from: usize, to: usize) -> bool {
        let bracketed = self.table.named("bracketed");
        let letter = |t: &Tree| {
            let named = matches!(t.head, Head::Symbol(_) | Head::Index)
                && t.root_symbol()
                    .is_some_and(|n| n.len() == 1 || n.starts_with('\\'));
            named || matches!(t.head, Head::Apply(op) if Some(op) == bracketed)
        };
        // `[AB]` may be points.
        let spaced = || {
            let second = &factors[1];
            let at = self.tokens.partition_point(|t| t.start < second.start);
            self.tokens.get(at).is_some_and(|t| t.gap > Gap::Back)
        };
        let words = || factors.iter().all(|t| t.root_symbol().is_some_and(capital));
        let before = from
            .checked_sub(2)
            .map_or("", |at| self.tokens[at].key.as_ref());
        let after = self.tokens.get(to + 1).map_or("", |t| t.key.as_ref());
        let begins = matches!(before, "" | "=" | "+" | "-" | "[" | "," | "&");
        let ends = matches!(after, "" | "=" | "+" | "-" | "]" | "," | "." | "&");
        let nested = before == "[" && !matches!(after, "_" | "^" | "'" | "!");
        let nests = after == "]" && factors.len() == 2 && self.tokens[from].key != "(";
        joins == [Join::Beside]
            && factors.iter().all(letter)
            && (!words() || spaced())
            && (begins && ends || nested || nests && self.in_square(to + 1))
    }

    /// Whether the bracket that ends here opens with a square one.
    fn in_square(&self, at: usize) -> bool {
        matches!(self.marks.get(at), Some(Mark::Close)) && self.key_at(at) == "]"
    }

    /// Whether this is a power of a letter whose coefficient in what follows is meant: `[x^n] f(x)`.
    fn takes_coefficient(&self, inside: &Tree) -> bool {
        let power = |t: &Tree| match t.head {
            Head::Power => {
                let letter = match t.args[0].head {
                    Head::Index => t.args[0].root_symbol().filter(|n| !capital(n)),
                    _ => t.args[0].symbol(),
                };
                letter.is_some() && !matches!(t.args[1].head, Head::Mark(_))
            }
            _ => false,
        };
        let powers = match &inside.head {
            Head::Product(joins) => {
                joins.iter().all(|j| *j == Join::Beside) && inside.args.iter().all(power)
            }
            _ => power(inside),
        };
        let alone = self
            .tokens
            .get(self.pos)
            .is_some_and(|t| t.gap <= Gap::Thin && t.class != Class::Digit);
        powers && alone && self.starts_operand(self.pos)
    }

    /// Whether a name in brackets has bases for its scripts, and no bounds: `[T]_B^C`.
    pub(super) fn represents(&self, tree: &Tree) -> bool {
        let named =
            matches!(tree.head, Head::Apply(op) if Some(op) == self.table.named("bracketed"));
        if !named || !tree.args[0].root_symbol().is_some_and(capital) {
            return false;
        }
        let basis = |at: usize| {
            let at = at + usize::from(self.key_at(at) == "{");
            let key = self.key_at(at);
            key.starts_with(r"\mathcal{")
                || matches!(key, r"\beta" | r"\gamma" | r"\alpha" | r"\mathfrak")
                || key.len() == 1 && capital(key)
        };
        let second = match self.marks.get(self.pos + 1) {
            Some(Mark::Open { partner, .. }) => partner + 1,
            _ => self.pos + 2,
        };
        basis(self.pos + 1) && basis(second + 1)
    }

    /// What stands in the brackets, where they only group.
    pub(super) fn unbracketed(&self, mut tree: Tree) -> Tree {
        match tree.head {
            Head::Apply(op) if Some(op) == self.table.named("bracketed") => {
                tree.args.remove(0).close()
            }
            _ => tree,
        }
    }
}

/// Whether an entry goes on at this sign, whatever space is around it.
fn joins(token: &Token<'_>) -> bool {
    let sign = token.key.as_ref();
    matches!(
        sign,
        "+" | "-" | "*" | "/" | "^" | "_" | r"\cdot" | r"\times" | r"\pm" | r"\mp"
    )
}

/// Whether this is the sign of an element or of what takes its place, with or without a number.
fn element(tree: &Tree) -> bool {
    let letter = match (&tree.head, tree.args.as_slice()) {
        // `[H_3O^+]`
        (Head::Power, [letter, charge]) if matches!(charge.head, Head::Mark(_)) => letter,
        (Head::Index, [letter, count]) if matches!(count.head, Head::Number(_)) => letter,
        _ => tree,
    };
    let upright = |n: &str| capital(n.strip_prefix(r"\mathrm{").unwrap_or(n));
    letter.symbol().is_some_and(upright)
}

/// Whether this is one capital letter.
fn corner(tree: &Tree) -> bool {
    let letter = match tree.head {
        Head::Prime => &tree.args[0],
        _ => tree,
    };
    letter
        .symbol()
        .is_some_and(|n| n.len() == 1 && n.starts_with(char::is_uppercase))
}

/// Whether this is one letter, of the Latin or the Greek alphabet.
fn single(name: &str) -> bool {
    name.len() == 1 || name.starts_with('\\') && !name.contains('{')
}
