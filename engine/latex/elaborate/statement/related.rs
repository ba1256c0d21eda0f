//! What the sides of a relation say together: distributions, questions, orders of growth.

use super::SIDES;
use crate::latex::elaborate::Elaborator;
use crate::latex::tree::{Head, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// A variable, what is given, and its distribution: `X \mid Y = y \sim \mathcal{N}(y, 1)`.
    pub(super) fn distributed(&mut self, ops: &[Op], tree: &Tree) -> Option<Term> {
        // `(\theta \mid y) \sim p`, `(X \mid Y = y) \sim p`
        if let ([sign], [given, law]) = (ops, tree.args.as_slice())
            && Some(*sign) == self.op("sim")
            && given.closed
            && let (Some(bar), Some(barred)) = (self.table.divides, self.table.barred)
            && let Head::Chain(bars) = &given.head
            && let Some((first, between)) = bars.split_first()
            && *first == bar
        {
            let sides = given.args[1..].to_vec();
            let condition = match between {
                [] => sides,
                between => vec![Tree::over(Head::Chain(between.into()), sides)],
            };
            let known = given.args[..1].iter().cloned().chain(condition).collect();
            let args = vec![Tree::over(Head::Apply(barred), known), law.clone()];
            let whole = Tree::over(Head::Chain([*sign].as_slice().into()), args);
            return Some(self.chain(&[*sign], &whole));
        }
        let (&[first, ref between @ .., last], Some(barred)) = (ops, self.table.barred) else {
            return None;
        };
        let sim = self.op("sim");
        if let ([sign, bar], [x, y, z]) = (ops, tree.args.as_slice())
            && Some(*bar) == self.table.divides
            && let Some(op) = self.op("condindependent")
            && ["independent", "perpendicular"]
                .iter()
                .any(|name| self.op(name) == Some(*sign))
        {
            // `X \perp\!\!\!\perp Y \mid Z`, `X \perp Y \mid Z`
            let args = [x, y, z].map(|side| match side.head {
                Head::Items => self.listed(&side.args),
                _ => self.term(side, Kind::Any),
            });
            return Some(self.node(op, args.into()));
        }
        if Some(first) != self.table.divides || Some(last) != sim || tree.args.len() > SIDES {
            return None;
        }
        let (sides, law) = tree.args.split_at(tree.args.len() - 1);
        let given = match between {
            [] => sides[1].clone(),
            between => Tree::over(Head::Chain(between.into()), sides[1..].to_vec()),
        };
        let left = Tree::over(Head::Apply(barred), vec![sides[0].clone(), given]);
        let args = vec![left, law[0].clone()];
        Some(self.chain(
            &[last],
            &Tree::over(Head::Chain([last].as_slice().into()), args),
        ))
    }

    /// The power of an interval that something is an element of: `x \in (0, 1)^n`.
    pub(super) fn cube(&mut self, tree: &Tree) -> Option<Term> {
        let (Head::Power, [interval, exponent]) = (&tree.head, tree.args.as_slice()) else {
            return None;
        };
        let open = matches!(&interval.head, Head::Pair(open, close) if open == "(" && close == ")");
        let counts = match &exponent.head {
            Head::Symbol(name) => !matches!(name.as_str(), "c" | "C" | "T"),
            Head::Number(_) | Head::Product(_) | Head::Sum(..) => true,
            _ => false,
        };
        if !open || interval.args.len() != 2 || !counts {
            return None;
        }
        let args = vec![
            self.term(interval, Kind::Set),
            self.term(exponent, Kind::Num),
        ];
        Some(self.named("setpow", args))
    }

    /// What follows by an arrow at the beginning: `\rightarrow x = 2y`.
    pub(super) fn follows(&mut self, ops: &[Op], tree: &Tree) -> Option<Term> {
        let (first, rest) = ops.split_first()?;
        let blank = matches!(tree.args[0].head, Head::Apply(op) if Some(op) == self.table.blank);
        let named = matches!(tree.args[1].head, Head::Symbol(_) | Head::Index);
        let equation = matches!(rest, [op] if Some(*op) == self.table.eq);
        let implies = self.table.implies.filter(|_| blank && named && equation)?;
        if Some(*first) != self.table.tends {
            return None;
        }
        let blank = self.term(&tree.args[0], Kind::Any);
        let sides = tree.args[1..].to_vec();
        let said = self.chain(rest, &Tree::over(Head::Chain(rest.into()), sides));
        Some(self.node(implies, vec![blank, said]))
    }

    /// What is left to be worked out: `5^2 - 1 =`.
    pub(super) fn asked(&mut self, ops: &[Op], tree: &Tree) -> Option<Term> {
        let [side, result] = tree.args.as_slice() else {
            return None;
        };
        let blank = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.blank);
        if ops != self.table.eq.as_slice() || !blank(result) || blank(side) {
            return None;
        }
        let side = self.term(side, Kind::Any);
        Some(self.named("asked", vec![side]))
    }

    /// Keeps the names of rows that change places.
    pub(super) fn keep_rows(&mut self, tree: &Tree) {
        for name in tree
            .args
            .iter()
            .filter(|t| row(t))
            .filter_map(Tree::root_symbol)
        {
            let index = self.symbol_index(name);
            self.atoms.symbols[index as usize].protected = true;
        }
    }

    /// Whether an arrow in both directions stands beside what is no statement: a set, a number, a list.
    pub(super) fn pairs(&self, tree: &Tree) -> bool {
        let thing = |side: &Tree| match &side.head {
            Head::Number(_) => true,
            Head::Braces | Head::Builder | Head::Pair(..) => true,
            Head::Items => !side.args.iter().any(|item| self.is_statement(item)),
            Head::Power => true,
            Head::Product(_) => side.args.iter().any(|factor| factor.head == Head::Power),
            _ => false,
        };
        // A function and its transform: `x(t) \leftrightarrow X(\omega)`.
        let transformed = match tree.args.as_slice() {
            [a, b] => called(a)
                .zip(called(b))
                .is_some_and(|(a, b)| a != b && a.len() == 1 && a.eq_ignore_ascii_case(b)),
            _ => false,
        };
        let written = self.source.get(tree.start..tree.end);
        let both_ways = || written.is_some_and(|text| text.contains("leftrightarrow"));
        if tree.args.iter().all(row) {
            return both_ways();
        }
        (transformed || tree.args.iter().any(thing))
            && !tree
                .args
                .iter()
                .any(|side| side.symbol().is_none() && self.is_statement(side))
            && both_ways()
    }

    /// Whether a function is said to grow as fast as another: `f(n) = \Theta(n \log n)`.
    pub(super) fn grows(&self, function: &Term, side: &Term) -> bool {
        let name = |t: &Term| match t.op.as_symbol() {
            Some(index) => self.atoms.symbols[index as usize].name.as_str(),
            None => "",
        };
        let [symbol, of] = &*side.args else {
            return false;
        };
        let call = self.op("call");
        let mut counts = false;
        of.walk(&mut |t| counts |= matches!(name(t), "n" | "m" | "N" | "k"));
        call == Some(side.op)
            && call == Some(function.op)
            && matches!(name(symbol), r"\Theta" | r"\Omega" | r"\omega")
            && counts
    }

    /// Whether a side holds one of Landau's symbols.
    pub(super) fn bounds(&self, side: &Term) -> bool {
        let operator = self.vocabulary.operator(side.op);
        operator.is_some_and(|o| matches!(o.name.as_str(), "bigo" | "littleo"))
            || self.bounds_uniformly(side)
            || side.args.iter().any(|arg| self.bounds(arg))
    }

    /// Whether this is one of Landau's symbols with what it depends on below, and is applied:
    /// `O_\varepsilon(x)`, `o_{n \to \infty}(1)`.
    fn bounds_uniformly(&self, side: &Term) -> bool {
        let (Some(call), Some(index)) = (self.op("call"), self.op("idx")) else {
            return false;
        };
        let letter = |t: &Term| {
            t.op.as_symbol().is_some_and(|at| {
                let name = self.atoms.symbols[at as usize].name.as_str();
                matches!(
                    name,
                    "O" | "o" | r"\mathcal{O}" | r"\mathop{o}" | r"\mathop{O}"
                )
            })
        };
        // `\mathcal{O}_X(n)` is a sheaf on a space.
        let space = |t: &Term| match t.op.as_symbol() {
            Some(at) => matches!(
                self.atoms.symbols[at as usize].name.as_str(),
                "X" | "Y" | "S" | "C"
            ),
            None => self.op("space") == Some(t.op),
        };
        let [function, _] = &*side.args else {
            return false;
        };
        side.op == call
            && function.op == index
            && function.args.first().is_some_and(letter)
            && !function.args.get(1).is_some_and(space)
    }
}

/// The function that is applied.
fn called(side: &Tree) -> Option<&str> {
    match side.head {
        Head::Call => side.args.first()?.symbol(),
        _ => None,
    }
}

/// Whether this is the row or column of a matrix with its number, as they change places in `R_1
/// \leftrightarrow R_2`.
fn row(tree: &Tree) -> bool {
    tree.head == Head::Index
        && matches!(tree.args.as_slice(), [row, at]
            if matches!(row.symbol(), Some("R" | "r" | "C" | "L"))
                && matches!(at.head, Head::Number(_)))
}

/// Whether this is a set whose members are listed, and are such sets themselves.
pub(super) fn set_of_sets(tree: &Tree) -> bool {
    let listed = |t: &Tree| t.head == Head::Braces;
    listed(tree) && tree.args.iter().all(listed)
}
