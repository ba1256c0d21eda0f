//! Signs and scripts before operands, and signs that stand alone.

use super::at_place;
use crate::latex::parse::Parser;
use crate::latex::token::Class;
use crate::latex::tree::{Head, Tree};
use crate::term::Op;
use smallvec::smallvec;

impl Parser<'_> {
    /// Where the colon stands that ends what the one here begins.
    pub(in crate::latex::parse) fn ordered_end(&self, at: usize) -> Option<usize> {
        self.table.ordered?;
        if self.key_at(at) != ":" || self.key_at(at + 1) == "=" {
            return None;
        }
        let mut close = at + 1;
        while close < self.end.min(at + 80) && self.key_at(close) != ":" {
            close = match self.marks[close] {
                crate::latex::matching::Mark::Open { partner, width } => partner + width,
                _ => close + 1,
            };
        }
        let defines = self.key_at(close + 1) == "="
            && self.tokens[close + 1].gap == crate::latex::token::Gap::None;
        (self.key_at(close) == ":" && close > at + 1 && !defines).then_some(close)
    }

    /// `:a b:`
    pub(in crate::latex::parse) fn ordered(&mut self) -> Option<Tree> {
        let at = self.pos;
        let op = self.table.ordered?;
        if self.key_at(at) != ":" {
            return None;
        }
        let close = self.ordered_end(at)?;
        let inside = self.group(at + 1, close, close + 1);
        let span = self.span(at, close + 1);
        let mut tree = Tree::over(Head::Apply(op), vec![inside]).close();
        (tree.start, tree.end) = (span.start, span.end);
        Some(self.scripts(tree))
    }

    /// A symbol that is spelled like the token.
    pub(in crate::latex::parse) fn sign_symbol(&self, at: usize) -> Tree {
        let token = &self.tokens[at];
        Tree::new(
            Head::Symbol(token.key.as_ref().into()),
            Vec::new(),
            token.start,
            token.end,
        )
    }

    /// An operator before what it is applied to. A gradient is transposed, not a value of its function:
    /// `\nabla f(x)^T d`.
    pub(in crate::latex::parse) fn prefixed(&self, op: Op, mut body: Tree, start: usize) -> Tree {
        let line = body.head == Head::Power
            && body.args[0].head == Head::Call
            && crate::latex::elaborate::transposes(&body);
        if line && self.table.named("grad") == Some(op) {
            let value = body.args.remove(0);
            let gradient = self.started(Tree::over(Head::Apply(op), vec![value]), start);
            body.args.insert(0, gradient);
            return self.started(body, start);
        }
        if self.table.named("grad") == Some(op) && at_place(&body) {
            // `\nabla f(1, 2)`
            let function =
                std::mem::replace(&mut body.args[0], Tree::new(Head::Row, Vec::new(), 0, 0));
            body.args[0] = self.started(Tree::over(Head::Apply(op), vec![function]), start);
            return self.started(body, start);
        }
        self.started(Tree::over(Head::Apply(op), vec![body]), start)
    }

    pub(in crate::latex::parse) fn started(&self, mut tree: Tree, start: usize) -> Tree {
        tree.start = start;
        tree
    }

    /// Whether something stands here that an operator may be applied to.
    pub(in crate::latex::parse) fn operand_after(&self) -> bool {
        self.pos < self.end
            && (self.starts_operand(self.pos) || self.prefix_here() && self.sign_here().is_none())
    }

    /// A script with nothing before it belongs to the operand after it: `{}_2 F_1`, `{}^t A`.
    pub(in crate::latex::parse) fn before(&mut self) -> Option<Tree> {
        let at = self.pos;
        let empty = self.key_at(at) == "{" && self.key_at(at + 1) == "}";
        let script = |key: &str| matches!(key, "_" | "^");
        let from = if empty { at + 2 } else { at };
        if !script(self.key_at(from)) {
            return None;
        }
        self.pos = from;
        let scripts = self.read_scripts();
        let place = self.tokens[at].start;
        let letter = self.tokens.get(self.pos).filter(|_| self.pos < self.end);
        let letter = letter.is_some_and(|t| {
            matches!(
                t.class,
                crate::latex::token::Class::Letter | crate::latex::token::Class::Name
            ) || matches!(
                t.key.as_ref(),
                r"\hat" | r"\tilde" | r"\bar" | "(" | "{" | r"\mathop"
            )
        });
        let mut base = if letter && scripts.primes == 0 {
            let base = self.primary();
            match scripts.sup.as_ref().filter(|_| scripts.sub.is_none()) {
                Some(above) if self.names_operand(&base, above) => self.scripts(base),
                _ => base,
            }
        } else {
            let mut blank = self.blank();
            (blank.start, blank.end) = (place, place);
            let mut applied = false;
            let tree = self.with_scripts(blank, scripts, true, &mut applied);
            return Some(self.scripts(tree));
        };
        if let Some(sup) = scripts.sup {
            base = Tree::over(Head::Left(true), vec![base, sup]);
        }
        if let Some(sub) = scripts.sub {
            base = Tree::over(Head::Left(false), vec![base, sub]);
        }
        base.start = place;
        let mut tree = self.scripts(base);
        if let (Head::Index, [left, k]) = (&tree.head, tree.args.as_slice())
            && matches!(left.head, Head::Left(_))
            && let Some(op) = match left.args[0].symbol() {
                Some("C" | r"\mathrm{C}" | r"\mathbf{C}") => self.table.binom,
                Some("P" | r"\mathrm{P}" | r"\mathbf{P}") => self.table.named("falling"),
                _ => None,
            }
        {
            // `{}^n C_k`, `{}_n P_k`
            let args = vec![left.args[1].clone(), k.clone()];
            tree = Tree::over(Head::Apply(op), args);
            tree.start = place;
        }
        Some(tree)
    }

    /// Whether the number below a letter makes a name of it, on which what stands before it acts:
    /// `{}^x y_2`, `{}^t A_1`. Numbers before it belong to it as the one below does: `{}^{14}C_6`, `{}^1S_0`.
    fn names_operand(&self, letter: &Tree, before: &Tree) -> bool {
        let braced = usize::from(self.key_at(self.pos + 1) == "{");
        let at = self.pos + 1 + braced;
        let ends = at + 1 + braced;
        let alone = braced == 0 || self.key_at(at + 1) == "}";
        let closes = ends >= self.end || !matches!(self.key_at(ends), "^" | "_" | "'" | "(");
        self.key_at(self.pos) == "_"
            && self.tokens[..self.end]
                .get(at)
                .is_some_and(|t| t.class == Class::Digit)
            && alone
            && closes
            && matches!(
                before.head,
                Head::Symbol(_) | Head::Index | Head::Left(true)
            )
            && letter
                .symbol()
                .is_some_and(|name| !matches!(name, "C" | "P" | "F" | r"\Phi" | r"\phi" | r"\psi"))
    }

    /// A group that is a sign and nothing else: `(-)^n` is a power of minus one.
    pub(in crate::latex::parse) fn sign_alone(&mut self) -> Option<Tree> {
        let at = self.pos;
        let (Some(sign), width) = self.sign_here()? else {
            return None;
        };
        let bracket = at
            .checked_sub(1)
            .and_then(|n| self.tokens.get(n))
            .is_some_and(|t| t.key == "(");
        if at + width != self.end || !bracket {
            return None;
        }
        // `H(-)`: the place of an argument.
        let applied = at.checked_sub(2).is_some_and(|n| {
            matches!(
                self.tokens[n].class,
                crate::latex::token::Class::Letter
                    | crate::latex::token::Class::Name
                    | crate::latex::token::Class::Close
            ) || self.tokens[n].key == ")"
        });
        if applied && self.tokens.get(at + width + 1).is_none_or(|t| t.key != "^") {
            let token = &self.tokens[at];
            self.pos = self.end;
            let head = Head::Mark(token.key.as_ref().into());
            return Some(Tree::new(head, Vec::new(), token.start, token.end));
        }
        let place = self.tokens[at].end;
        let one = Tree::new(Head::Number("1".into()), Vec::new(), place, place);
        self.pos = self.end;
        let mut tree = Tree::over(Head::Sum(self.table.add, smallvec![Some(sign)]), vec![one]);
        tree.start = self.tokens[at].start;
        Some(tree)
    }
}
