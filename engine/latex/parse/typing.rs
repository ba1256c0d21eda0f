//! What calculi of types and proofs write: typings beside the sign of a judgement, `\Gamma, x : A \vdash
//! t : B`, abstractions whose variable has a type, rules with a line between judgements.

use super::Parser;
use super::big::Big;
use crate::latex::kinds::capital;
use crate::latex::matching::Mark;
use crate::latex::token::{Class, Gap, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use std::ops::Range;

/// A type after the variable of an abstraction has no more tokens.
const TYPE: usize = 40;

/// The judgements of a rule are looked for in so many tokens.
const RULE: usize = 200;

/// Whether a token is the sign of a judgement.
pub(in crate::latex) fn judges(token: &Token<'_>) -> bool {
    matches!(token.key.as_ref(), r"\vdash" | "⊢")
}

/// Whether a token is the sign of an abstraction or a step of evaluation.
fn reduces(token: &Token<'_>) -> bool {
    matches!(
        token.key.as_ref(),
        r"\lambda" | r"\rightsquigarrow" | r"\leadsto"
    )
}

impl Parser<'_> {
    /// The operator of a family of types, the variables and their type, which stand below a sum or a
    /// product: `\prod_{x : A} B(x)`, `\sum_{x, y : A} (x = y)`.
    pub(super) fn typed_below(&self, big: &Big, sub: &Tree) -> Option<(Op, Vec<Tree>, Tree)> {
        let op = match big.bare {
            bare if bare == self.table.named("prodall") => self.table.named("prodtyped"),
            bare if bare == self.table.named("sumall") => self.table.named("sumtyped"),
            _ => None,
        }?;
        let (last, others) = match sub.head {
            Head::Items => sub.args.split_last()?,
            _ => (sub, [].as_slice()),
        };
        let (Head::Apply(colon), [variable, of]) = (&last.head, last.args.as_slice()) else {
            return None;
        };
        let between =
            Some(*colon) == self.table.named("through") || Some(*colon) == self.table.ratio;
        let small = |t: &Tree| t.symbol().is_some_and(|n| !capital(n));
        let kind = of.headed().is_some_and(|n| capital(n) || n.contains('{'));
        let variables: Vec<Tree> = others.iter().chain([variable]).cloned().collect();
        (between && kind && variables.iter().all(small)).then(|| (op, variables, of.clone()))
    }

    /// Whether the colon here stands between a term and its type.
    pub(super) fn types(&self) -> bool {
        self.usage.typings && !self.declaring && self.key_at(self.pos + 1) != "="
    }

    /// The rest of a typing, from the colon on.
    pub(super) fn typed(&mut self, term: Tree) -> Tree {
        self.pos += 1;
        // `M N : B`: what stands side by side is applied.
        let term = self.in_order(term);
        let kind = self.expression(4 * self.table.relation);
        let head = self
            .table
            .named("typed")
            .map_or(Head::Sequence, Head::Apply);
        Tree::over(head, vec![term, kind])
    }

    /// The body of an abstraction; beside `\vdash` a colon after it says of which type the whole is.
    /// What stands side by side in it is applied, `x z (y z)`, unless there is arithmetic around.
    pub(super) fn abstracted(&mut self) -> Tree {
        let min = match self.usage.typings {
            true => 4 * self.table.relation + 1,
            false => self.table.strength.implication,
        };
        let near = self.around();
        let digit = |w: &[Token<'_>]| w[1].class == Class::Digit && w[0].key != "_";
        let sign = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                "+" | "-" | "^" | r"\cdot" | r"\times" | r"\frac"
            )
        };
        let counts = near.iter().any(sign) || near.windows(2).any(digit);
        let around = std::mem::replace(&mut self.applying, !counts);
        let body = self.expression(min);
        self.applying = around;
        body
    }

    /// Whether what comes next is the argument of what stands before it in an abstraction.
    pub(super) fn applied_to_next(&self, left: &Tree) -> bool {
        self.applying
            && match &left.head {
                Head::Symbol(_) | Head::Index | Head::Call | Head::Prime => true,
                Head::Apply(op) => Some(*op) == self.table.named("abstraction") && left.closed,
                _ => false,
            }
    }

    /// The variable of an abstraction with its type, and the place of the full stop after it:
    /// `x : A`, `(x : A)`.
    pub(super) fn typed_variable(&mut self, at: usize) -> Option<(Tree, usize)> {
        let (first, closed) = match self.marks.get(at)? {
            Mark::Open { partner, width: 1 } if self.key_at(at) == "(" => (at + 1, Some(*partner)),
            _ => (at, None),
        };
        let letter = self.tokens.get(first).filter(|_| first < self.end)?;
        if letter.class != Class::Letter || !matches!(self.key_at(first + 1), ":" | r"\colon") {
            return None;
        }
        let limit = self.end.min(first + TYPE);
        let mut stop = first + 2;
        while stop < limit && closed.is_none() && self.key_at(stop) != "." {
            stop = match self.marks[stop] {
                Mark::Open { partner, width } => partner + width,
                _ => stop + 1,
            };
        }
        let (to, dot) = closed.map_or((stop, stop), |close| (close, close + 1));
        let op = self.table.named("typed")?;
        if self.key_at(dot) != "." || to <= first + 2 {
            return None;
        }
        let name = self.sign_symbol(first);
        let kind = self.group(first + 2, to, dot);
        Some((Tree::over(Head::Apply(op), vec![name, kind]), dot))
    }

    /// A rule of inference, whose fraction was begun: judgements over a line and what follows from
    /// them below it.
    pub(super) fn rule(&mut self, at: usize) -> Option<Tree> {
        let op = self.table.named("inference").filter(|_| self.usage.logic)?;
        let above = self.braces(self.pos)?;
        let below = self.braces(above.end + 1)?;
        let judged = |range: &Range<usize>| self.tokens[range.clone()].iter().any(judges);
        let several = self.gaps(above.clone()) && !self.gaps(below.clone());
        if !judged(&above) && !judged(&below) && !several {
            return None;
        }
        let premises = self.judgements(above);
        let after = below.end + 1;
        let conclusion = self.judgements(below);
        self.pos = after;
        let mut tree = Tree::over(Head::Apply(op), vec![premises, conclusion]);
        tree.start = self.tokens[at].start;
        Some(tree)
    }

    /// A term or formula in which something is put for a variable: `t[u/x]`, `\varphi[t/x]`,
    /// `M[x := N]`.
    pub(super) fn substituted(&mut self, left: &Tree) -> Option<Tree> {
        let op = self.table.named("substituted")?;
        let at = self.pos;
        let Mark::Open { partner, width: 1 } = *self.marks.get(at)? else {
            return None;
        };
        let name = left.symbol()?;
        let letter = |at: usize| self.tokens[at].class == Class::Letter;
        let assigns = letter(at + 1)
            && matches!(self.key_at(at + 2), ":" | r"\coloneqq")
            && (self.key_at(at + 2) != ":" || self.key_at(at + 3) == "=");
        let slash = partner - 2;
        let over = partner > at + 3
            && self.key_at(slash) == "/"
            && letter(partner - 1)
            && self.key_at(partner - 1).starts_with(char::is_lowercase);
        let formula = matches!(name, r"\varphi" | r"\phi" | r"\psi" | r"\chi" | "A" | "B");
        let term = matches!(name, "M" | "N" | "t" | "s" | "u" | "e");
        let calculus = self.usage.logic || self.applying || self.around().iter().any(reduces);
        let (variable, value) = match (assigns, over) {
            (true, _) => {
                let from = at + if self.key_at(at + 2) == ":" { 4 } else { 3 };
                (at + 1, from..partner)
            }
            (_, true)
                if formula && name.starts_with('\\')
                    || calculus && (formula || term)
                    || term && self.puts(at, partner) =>
            {
                (partner - 1, at + 1..slash)
            }
            _ => return None,
        };
        if value.is_empty() {
            return None;
        }
        let variable = self.sign_symbol(variable);
        let value = self.group(value.start, value.end, partner + 1);
        self.pos = partner + 1;
        let mut tree = Tree::over(Head::Apply(op), vec![left.clone(), value, variable]);
        tree.start = left.start;
        tree.end = self.tokens[partner].end;
        Some(tree.close())
    }

    /// Whether a letter over a letter is all that stands in the square brackets right behind a term:
    /// `t[u/x]`. Places of signals are numbers.
    fn puts(&self, open: usize, close: usize) -> bool {
        let value = self.key_at(open + 1);
        close == open + 4
            && self.tokens[open].gap == Gap::None
            && self.tokens[open + 1].class == Class::Letter
            && !matches!(value, "n" | "m" | "k" | "i" | "j" | "t")
            && matches!(self.key_at(close - 1), "x" | "y" | "z" | "a")
    }

    /// A program between what holds before and after it: `\{P\}\ C\ \{Q\}`.
    pub(super) fn triple(&mut self) -> Option<Tree> {
        let op = self.table.named("phrase")?;
        let opens = |at: usize| match self.marks.get(at) {
            Some(Mark::Open { partner, width: 1 }) if self.key_at(at) == r"\{" => Some(*partner),
            _ => None,
        };
        let (first, last) = (self.pos, self.end.checked_sub(1)?);
        let close = opens(first)?;
        if self.key_at(last) != r"\}" || close + 2 > last {
            return None;
        }
        let open = (close + 2..last)
            .rev()
            .find(|at| opens(*at) == Some(last))?;
        let program = &self.tokens[close + 1..open];
        let assigns = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                ";" | r"\leftarrow" | r"\gets" | r"\coloneqq"
            )
        };
        let defines = |w: &[Token<'_>]| w[0].key == ":" && w[1].key == "=";
        let letter = |t: &Token<'_>| matches!(t.key.as_ref(), "C" | "S" | "c" | "s" | "P");
        if !(matches!(program, [only] if letter(only))
            || program.iter().any(assigns)
            || program.windows(2).any(defines))
        {
            return None;
        }
        let end = self.end;
        let parts = [first..close + 1, close + 1..open, open..last + 1];
        let parts = parts.map(|range| {
            let after = range.end;
            self.group(range.start, after, after)
        });
        self.pos = end;
        Some(Tree::over(Head::Apply(op), parts.into()))
    }

    /// Whether wide gaps separate what stands here.
    fn gaps(&self, range: Range<usize>) -> bool {
        let mut at = range.start;
        let mut gaps = false;
        while at < range.end {
            let token = &self.tokens[at];
            if token.class == Class::Row || token.class == Class::Begin {
                return false;
            }
            gaps |= at > range.start && token.gap == Gap::Wide;
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        gaps
    }

    /// What stands within the braces at a place.
    fn braces(&self, at: usize) -> Option<Range<usize>> {
        match self.marks.get(at)? {
            Mark::Open { partner, .. }
                if self.key_at(at) == "{" && *partner < self.end.min(at + RULE) =>
            {
                Some(at + 1..*partner)
            }
            _ => None,
        }
    }

    /// Judgements with wide gaps between them.
    fn judgements(&mut self, range: Range<usize>) -> Tree {
        let mut parts = Vec::new();
        let mut from = range.start;
        let mut at = from;
        while at < range.end {
            if at > from && self.tokens[at].gap == Gap::Wide {
                parts.push(self.group(from, at, at));
                from = at;
            }
            at = match self.marks[at] {
                Mark::Open { partner, width } => partner + width,
                _ => at + 1,
            };
        }
        if range.is_empty() {
            return self.blank();
        }
        parts.push(self.group(from, range.end, range.end));
        match (parts.len(), parts.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                parts.extend(last);
                Tree::over(Head::Sequence, parts).close()
            }
        }
    }
}
