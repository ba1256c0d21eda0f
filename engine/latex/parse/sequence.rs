//! Sequences and families: `\{a_n\}_{n=1}^\infty`, `(x_i)_{i \in I}`; conditions of their members.

use super::Parser;
use super::big::Big;
use super::script::Scripts;
use crate::latex::matching::Mark;
use crate::latex::table::Roles;
use crate::latex::tree::{Head, Tree};
use crate::spelling::core;
use crate::term::SlotSort;

impl Parser<'_> {
    /// The sequence that scripts after brackets make; gives both back when they make none.
    pub(super) fn family(
        &mut self,
        base: Tree,
        scripts: Scripts,
    ) -> Result<Tree, Box<(Tree, Scripts)>> {
        let Some(op) = self.table.named("sequence") else {
            return Err(Box::new((base, scripts)));
        };
        if !self.indexes(&base, &scripts) {
            return Err(Box::new((base, scripts)));
        }
        let big = Big {
            op,
            over: self.table.named("sequencein"),
            cond: self.table.named("sequencecond"),
            bare: self.table.named("sequenceall"),
        };
        let (start, end) = (base.start, self.span(self.pos - 1, self.pos).end);
        let (whole, sub, sup) = (base.clone(), scripts.sub.clone(), scripts.sup.clone());
        let mut base = base;
        let body = match base.head {
            Head::Braces if base.args.len() == 1 => base.args.swap_remove(0),
            Head::Braces => Tree::over(Head::Pair("(".into(), ")".into()), base.args).close(),
            Head::Apply(_) if self.bracketed_member(&base) => base.args.swap_remove(0),
            _ => base,
        };
        match self.bounded(&big, sub, sup, body) {
            Ok(mut tree) => {
                (tree.start, tree.end) = (start, end);
                Ok(tree.close())
            }
            Err(_) => Err(Box::new((whole, scripts))),
        }
    }

    /// The value of a function with a word for its name at a sequence, the range of which stands behind the
    /// brackets, `\operatorname{median}(|x_i|)_{i=1}^n`; gives both back when there is none.
    pub(super) fn value_at_family(
        &mut self,
        mut call: Tree,
        scripts: Scripts,
    ) -> Result<Tree, Box<(Tree, Scripts)>> {
        let word = |name: &str| name.ends_with('}') && core(name).len() > 1;
        // `\mathrm{softmax}(z)_{i=1}^n` are the components of the value.
        let ranges = |t: &Tree, members: &Tree| {
            let mut names = t.args.iter().filter_map(Tree::symbol);
            names.any(|name| members.mentions(name))
        };
        let of = |members: &Tree| scripts.sub.as_ref().is_some_and(|sub| ranges(sub, members));
        let named = call.args[0].symbol().is_some_and(word) && call.args.get(1).is_some_and(of);
        let (true, [_, members]) = (named, call.args.as_slice()) else {
            return Err(Box::new((call, scripts)));
        };
        let first = self.tokens.partition_point(|t| t.start < members.start);
        let Some(open) = first.checked_sub(1).and_then(|at| self.tokens.get(at)) else {
            return Err(Box::new((call, scripts)));
        };
        let mut members = members.clone().close();
        members.start = open.start;
        match self.family(members, scripts) {
            Ok(family) => {
                call.end = family.end;
                call.args[1] = family;
                Ok(call)
            }
            Err(both) => Err(Box::new((call, both.1))),
        }
    }

    /// The family whose members stand before a bar and a condition on them in parentheses:
    /// `(a_i \mid i \in I)`, `(r_i \mid r_i \in R)`.
    pub(super) fn family_by_condition(&self, inside: &Tree) -> Option<Tree> {
        let (Head::Chain(ops), [member, named, set]) = (&inside.head, inside.args.as_slice())
        else {
            return None;
        };
        let [divides, element] = ops.as_slice() else {
            return None;
        };
        let conditioned = self.table.divides == Some(*divides)
            && self.table.member == Some(*element)
            && !inside.closed
            && member.head == Head::Index;
        if !conditioned {
            return None;
        }
        match named.symbol() {
            Some(index) if member.mentions(index) => {
                let over = self.table.named("sequencein")?;
                let args = vec![named.clone(), set.clone(), member.clone()];
                Some(Tree::over(Head::Binder(over, SlotSort::Any), args).close())
            }
            None if named.says_as(member) => {
                let (grouped, barred) = (self.table.named("grouped")?, self.table.barred?);
                let condition = Tree::over(
                    Head::Chain([*element].into_iter().collect()),
                    vec![named.clone(), set.clone()],
                );
                let parts = Tree::over(Head::Apply(barred), vec![member.clone(), condition]);
                Some(Tree::over(Head::Apply(grouped), vec![parts]).close())
            }
            _ => None,
        }
    }

    /// Whether a name with an index is all that stands in square brackets: `[x_k]_{k=1}^K`.
    fn bracketed_member(&self, base: &Tree) -> bool {
        matches!(base.head, Head::Apply(op) if self.table.named("bracketed") == Some(op))
            && matches!(base.args.as_slice(), [only] if only.head == Head::Index)
    }

    /// Whether both indices of an entry that is all of the square brackets before run from here on:
    /// `[a_{ij}]_{i,j=1}^n`.
    pub(super) fn entries_run(&self, at: usize) -> bool {
        let [low, open, row, comma, column, sign] = [0, 1, 2, 3, 4, 5].map(|n| self.key_at(at + n));
        let entry = at >= 8 && {
            let before = [8, 6, 5, 4, 3, 2, 1].map(|n| self.key_at(at - n));
            before == ["[", "_", "{", row, column, "}", "]"]
        };
        entry && (low, open, comma, sign) == ("_", "{", ",", "=")
    }

    /// Whether each of these has the index that runs: `\{v_i, w_i\}_{i \in I}`.
    fn pairs(&self, items: &[Tree], sub: &Tree) -> bool {
        let index = match &sub.head {
            Head::Chain(ops) if ops.len() == 1 => sub.args[0].symbol(),
            _ => None,
        };
        let varies = |t: &Tree| t.head == Head::Index && index.is_some_and(|n| t.mentions(n));
        !items.is_empty() && items.iter().all(varies)
    }

    /// Whether the scripts say what an index runs over, and the brackets hold what it runs in.
    pub(super) fn indexes(&self, base: &Tree, scripts: &Scripts) -> bool {
        let Some(sub) = scripts.sub.as_ref().filter(|_| scripts.primes == 0) else {
            return false;
        };
        let braces =
            base.head == Head::Braces && (base.args.len() == 1 || self.pairs(&base.args, sub));
        let opened = self.tokens[..self.pos]
            .binary_search_by_key(&base.start, |t| t.start)
            .is_ok_and(|at| self.tokens[at].key == "(");
        if !(braces || opened && base.closed || self.bracketed_member(base)) {
            return false;
        }
        match &sub.head {
            Head::Symbol(_) => braces && scripts.sup.is_none(),
            Head::Chain(ops) => match ops.as_slice() {
                [op] if Some(*op) == self.table.eq => {
                    scripts.sup.is_some() && sub.args[0].symbol().is_some()
                }
                [op] => {
                    let known = Some(*op) == self.table.member
                        || ["ge", "gt", "le", "lt"]
                            .iter()
                            .any(|n| self.table.named(n) == Some(*op));
                    known && scripts.sup.is_none() && sub.args[0].symbol().is_some()
                }
                [_, _] => scripts.sup.is_none() && sub.args[1].symbol().is_some(),
                _ => false,
            },
            // `_{1 \le i, j \le n}`, `_{i, j = 1}^n`, `_{i, j}`
            Head::Items if !sub.closed => {
                let chain = |t: &Tree| matches!(t.head, Head::Chain(_));
                let names = |t: &Tree| t.symbol().is_some_and(|n| base.mentions(n));
                let related = |t: &Tree| chain(t) && t.args.iter().any(names);
                let runs = self.counts_up(&sub.args) && related(&sub.args[0]);
                if runs && scripts.sup.is_none() {
                    return true;
                }
                sub.args.iter().all(|t| names(t) || related(t))
                    && (sub.args.iter().any(chain) || scripts.sup.is_none())
                    && (scripts.sup.is_none() || self.jointly(sub).is_some())
            }
            _ => false,
        }
    }

    /// Whether a letter runs from a number on: `i = 1, \dots, n`.
    pub(super) fn counts_up(&self, items: &[Tree]) -> bool {
        let dots = |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.dots);
        let first = |t: &Tree| {
            matches!((&t.head, t.args.as_slice()), (Head::Chain(ops), [letter, from])
                if matches!(ops.as_slice(), [op] if Some(*op) == self.table.eq)
                    && letter.symbol().is_some()
                    && matches!(from.head, Head::Number(_)))
        };
        let (start, rest) = match items {
            [start, rest @ ..] => (start, rest),
            [] => return false,
        };
        let listed = |t: &Tree| !t.states();
        first(start)
            && rest.iter().all(listed)
            && matches!(rest, [.., before, _] if dots(before))
            && rest.iter().filter(|t| dots(t)).count() == 1
    }

    /// The semicolon between an element, which says no more than where it is from, and its condition:
    /// `\{x \in A; x > 0\}`, `\{(x, y); x < y\}`.
    pub(super) fn condition_from(&self, from: usize, to: usize) -> Option<usize> {
        let (mut at, mut found) = (from, None);
        let mut stated = [false; 2];
        while at < to {
            if let Mark::Open { partner, width } = self.marks[at] {
                at = partner + width;
                continue;
            }
            match self.key_at(at) {
                ";" if found.is_some() => return None,
                ";" => found = Some(at),
                r"\in" if found.is_none() => {}
                _ => stated[usize::from(found.is_some())] |= self.tokens[at].roles.may(Roles::WEAK),
            }
            at += 1;
        }
        found.filter(|_| stated == [false, true])
    }
}
