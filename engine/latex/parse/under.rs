//! What conditions below big operators make of them: sums over what satisfies one, limits.

use super::Parser;
use super::big::{Big, is_word, two};
use crate::latex::tree::{Head, Join, Tree};
use crate::term::SlotSort;
use smallvec::smallvec;

/// As many tokens before a sum are looked through.
const BEFORE: usize = 60;

impl Parser<'_> {
    /// The set, or its index, where an element that is spoken of before is in several of them, of which
    /// the body tells: `\forall v\ \sum_{v \in S} x_S`.
    pub(super) fn ranges_over_sets(&self, sub: &Tree, body: &Tree) -> Option<Tree> {
        let [element, set] = sub.args.as_slice() else {
            return None;
        };
        let name = element.symbol()?;
        let letter = match (&set.head, set.args.as_slice()) {
            (Head::Symbol(_), _) => set,
            (Head::Index, [_, index]) if index.symbol().is_some() => index,
            _ => return None,
        };
        let from = self.tokens.partition_point(|t| t.start < sub.start);
        let near = &self.tokens[from.saturating_sub(BEFORE)..from];
        let told = |of: &str| body.mentions(of) && !body.mentions(name);
        let before = near.iter().any(|t| t.key == name);
        (before && told(letter.symbol()?)).then(|| letter.clone())
    }

    /// Whether a condition says which places of a sequence are meant, `_{s_i = j}`: the body is about
    /// their index, and not about the sequence.
    pub(super) fn runs_over_members(&self, sub: &Tree, body: &Tree) -> bool {
        let (Head::Index, [letter, index]) = (&sub.args[0].head, sub.args[0].args.as_slice())
        else {
            return false;
        };
        let outer = |name: &str| self.bound.iter().any(|b| b == name);
        let named = |t: &Tree, told: bool| {
            t.symbol()
                .is_some_and(|name| body.mentions(name) == told && !(told && outer(name)))
        };
        named(letter, false) && named(index, true)
    }

    /// A condition that lists all values, `_{j = x, y, z}`, as one that the letter is among them.
    pub(super) fn listed_below(&self, sub: Tree) -> Tree {
        let letter = |t: &Tree| t.symbol().is_some_and(|n| !is_word(n));
        let [first, others @ ..] = sub.args.as_slice() else {
            return sub;
        };
        let equal = self.table.eq.map(|eq| Head::Chain(smallvec![eq]));
        let listed = sub.head == Head::Items
            && !others.is_empty()
            && equal.as_ref() == Some(&first.head)
            && first.args.iter().chain(others).all(letter);
        let (Some(member), true) = (self.table.member, listed) else {
            return sub;
        };
        let mut values = sub.args;
        let [name, value] = two(values.remove(0).args);
        values.insert(0, value);
        let set = Tree::over(Head::Braces, values).close();
        Tree::over(Head::Chain(smallvec![member]), vec![name, set])
    }

    /// `\lim_{(x,y) \to (0,0)}` binds several names.
    pub(super) fn joint_limit(&self, big: &Big, sub: Tree, body: Tree) -> Result<Tree, Tree> {
        let point = &sub.args[0];
        let names = match point.head {
            Head::Pair(..) if point.args.iter().all(|t| t.symbol().is_some()) => &point.args[..],
            _ => &[],
        };
        let ops = self.table.named("limwhere").zip(self.table.named("limall"));
        let plain = Some(big.op) == self.table.named("lim");
        let (Some((last, outer)), Some((joint, one)), true) = (names.split_last(), ops, plain)
        else {
            return Err(body);
        };
        let (last, outer) = (last.clone(), outer.to_vec());
        let binder = |op, args| Tree::over(Head::Binder(op, SlotSort::Real), args);
        let tree = binder(joint, vec![last, sub, body]);
        let around = |tree, name| binder(one, vec![name, tree]);
        Ok(outer.into_iter().rev().fold(tree, around))
    }

    pub(super) fn unbounded(&self, big: &Big, body: Tree) -> Result<Tree, Tree> {
        match self.table.unbounded.iter().find(|(op, _)| *op == big.op) {
            Some(&(_, op)) => Ok(Tree::over(Head::Apply(op), vec![body])),
            None => Err(body),
        }
    }

    /// The condition of a subscript; with a superscript `n` its first part `i = 1` says that `i` is
    /// between `1` and `n`.
    pub(super) fn within(&self, sub: Tree, sup: Option<Tree>) -> Option<Tree> {
        let Some(sup) = sup else {
            return Some(sub);
        };
        let (eq, le) = (self.table.eq?, self.table.le?);
        let Head::Items = sub.head else {
            return None;
        };
        let mut parts = sub.args;
        let first = parts
            .first_mut()
            .filter(|t| t.head == Head::Chain(smallvec![eq]) && t.args[0].symbol().is_some())?;
        let [name, low] = two(std::mem::take(&mut first.args));
        *first = Tree::over(Head::Chain(smallvec![le, le]), vec![low, name, sup]);
        Some(Tree::over(Head::Items, parts))
    }

    /// Makes a pair of letters in angles one of neighbours, which is no product of two indices:
    /// `_{\langle i, j \rangle}`, also among others, `_{\langle i, j \rangle, \sigma}`.
    fn neighbours(&self, condition: &mut Tree) {
        let Some(angled) = self.table.named("angled") else {
            return;
        };
        let letters = |t: &Tree| t.args.iter().all(|t| t.symbol().is_some());
        let pair = |t: &Tree| {
            matches!(t.head, Head::Apply(op) if Some(op) == self.table.inner)
                && t.args.len() == 2
                && letters(t)
        };
        if let (Head::Product(joins), [first, rest @ ..]) =
            (&condition.head, condition.args.as_slice())
            && joins.iter().all(|j| *j == Join::Beside)
            && pair(first)
            && rest.iter().all(|t| t.symbol().is_some())
        {
            condition.head = Head::Items;
        }
        // `_{\langle i\, j \rangle}`
        if let (Head::Apply(op) | Head::Fence(op), [only]) =
            (&condition.head, condition.args.as_slice())
            && *op == angled
            && let (Head::Product(joins), [_, _]) = (&only.head, only.args.as_slice())
            && joins[..] == [Join::Beside]
            && letters(only)
        {
            let both = condition.args.remove(0).args;
            condition.args = both;
        }
        match condition.head {
            Head::Items => {
                let pairs = condition.args.iter_mut().filter(|t| pair(t));
                pairs.for_each(|t| t.head = Head::Apply(angled));
            }
            _ if pair(condition) => condition.head = Head::Apply(angled),
            _ => {}
        }
    }

    /// Makes words before a letter what is said of it: `_{\text{primes } p}`, `_{\text{pairs } i, j}`,
    /// `_{\text{all pairs } (i, j)}`.
    fn of_kind(&self, condition: &mut Tree) {
        let Some(among) = self.table.named("among") else {
            return;
        };
        let words = |n: &str| {
            let said = n.strip_prefix(r"\text{").map(|n| n.trim_end_matches('}'));
            is_word(n) || said.is_some_and(|n| n.split(' ').all(is_word))
        };
        let word = |t: &Tree| t.symbol().is_some_and(words);
        let letter = |t: &Tree| t.symbol().is_some_and(|n| !is_word(n));
        match (&condition.head, condition.args.as_slice()) {
            (Head::Items, _) => condition.args.iter_mut().for_each(|t| self.of_kind(t)),
            (Head::Product(joins), [said, of])
                if joins.iter().all(|j| *j == Join::Beside) && word(said) && letter(of) =>
            {
                condition.head = Head::Apply(among);
            }
            (Head::Call, [said, of @ ..])
                if word(said) && of.len() > 1 && of.iter().all(letter) =>
            {
                let of = condition.args.split_off(1);
                let pair = Tree::over(Head::Pair("(".into(), ")".into()), of).close();
                condition.args.push(pair);
                condition.head = Head::Apply(among);
            }
            _ => {}
        }
    }

    /// The letters of which words say what they run over.
    pub(super) fn told_kind<'t>(&self, condition: &'t Tree) -> &'t [Tree] {
        let among =
            matches!(condition.head, Head::Apply(op) if self.table.named("among") == Some(op));
        match condition.args.get(1).filter(|_| among) {
            Some(of) if matches!(of.head, Head::Pair(..)) => &of.args,
            Some(of) => std::slice::from_ref(of),
            None => &[],
        }
    }

    /// `_{i<j}`, `_{1 \le i \le n}`, `_{i,j}`, `_{d \mid n}`: all names but the last are bound by
    /// the operator without a condition around the one with it.
    pub(super) fn conditional(
        &self,
        big: &Big,
        sub: Tree,
        sup: Option<Tree>,
        body: Tree,
    ) -> Result<Tree, Tree> {
        let Some(condition) = self.within(sub, sup) else {
            return Err(body);
        };
        let mut condition = condition;
        self.neighbours(&mut condition);
        self.of_kind(&mut condition);
        // `_{i \ne k \land i > 0}` is about the names of all that is joined.
        let joined = match condition.head {
            Head::Apply(op) if !condition.closed && Some(op) == self.table.named("and") => {
                Some(std::mem::replace(&mut condition.head, Head::Items))
            }
            _ => None,
        };
        let mut names = self.bound_names(&condition, Some(&body));
        // A name that is bound further out is not bound again.
        let outer = |n: &Tree| {
            n.symbol()
                .is_some_and(|n| self.bound.iter().any(|b| b == n))
        };
        if !names.iter().all(outer) {
            names.retain(|n| !outer(n));
        } else if !names.is_empty()
            && let (Head::Chain(_), [_, right]) = (&condition.head, condition.args.as_slice())
            && right.symbol().is_some_and(|n| body.mentions(n))
            && !outer(right)
        {
            // In `\prod_{p \nmid N} f(p) \prod_{p \mid N} g(p)` the same letter runs again.
            // `\sum_i \sum_{i < x}` is about `x`.
            names = vec![right.clone()];
        }
        if self.such_that(&condition) {
            // `_{x : |x| < 1}`, `_{f : A \to B}`
            let (mut name, mut said) =
                (condition.args.swap_remove(0), condition.args.swap_remove(0));
            let arrow = matches!(&said.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == self.table.tends);
            condition = match self.table.maps.filter(|_| arrow && !said.closed) {
                Some(op) => {
                    name.closed = false;
                    said.args.insert(0, name);
                    Tree::over(Head::Apply(op), said.args)
                }
                None => said,
            };
        }
        // `_{i, j > i}`: the first is bound, and no more is said of it.
        if let (Head::Items, [first, said]) = (&condition.head, condition.args.as_slice())
            && let (Some(name), Head::Chain(_), [_, other]) =
                (first.symbol(), &said.head, said.args.as_slice())
            && other.symbol() == Some(name)
            && names.iter().any(|n| n.symbol() == Some(name))
        {
            condition = condition.args.swap_remove(1);
        }
        let plain = matches!(&condition.head, Head::Items)
            && condition.args.iter().all(|a| a.symbol().is_some());
        let (Some(mut name), Some(cond), Some(bare)) = (names.pop(), big.cond, big.bare) else {
            return Err(body);
        };
        if let (Head::Items, Some(and)) = (&condition.head, joined) {
            condition.head = and;
        }
        let mut tree = if plain {
            Tree::over(Head::Binder(bare, SlotSort::Any), vec![name, body])
        } else {
            Tree::over(
                Head::Binder(cond, SlotSort::Any),
                vec![name, condition, body],
            )
        };
        while let Some(outer) = names.pop() {
            name = outer;
            tree = Tree::over(Head::Binder(bare, SlotSort::Any), vec![name, tree]);
        }
        Ok(tree)
    }

    /// `_{x \to a}`, `_{x \to a^+}`.
    pub(super) fn limit(&mut self, big: &Big, sub: Tree, body: Tree) -> Tree {
        let [var, mut point] = two(sub.args);
        let mut op = big.op;
        if point.head == Head::Power {
            let side = match &point.args[1].head {
                Head::Mark(mark) if mark == "+" => big.over,
                Head::Mark(mark) if mark == "-" => big.cond,
                _ => None,
            };
            if let Some(side) = side {
                op = side;
                point = point.args.swap_remove(0);
            }
        }
        let infinity =
            |t: &Tree| matches!(t.head, Head::Apply(op) if Some(op) == self.table.infinity);
        // `n \to +\infty`
        let signed = matches!(point.head, Head::Sum(..)) && point.args.len() == 1;
        let infinite = infinity(&point) || signed && infinity(&point.args[0]);
        let counting = var
            .symbol()
            .is_some_and(|v| matches!(v, "i" | "j" | "k" | "l" | "m" | "n" | "N"));
        let sort = if infinite && counting {
            SlotSort::Positive
        } else {
            SlotSort::Real
        };
        Tree::over(Head::Binder(op, sort), vec![var, point, body])
    }

    /// A limit from the side that is said below the arrow, `\lim_{\substack{x \to a \\ x > a}}`, with the
    /// arrow; what is no such limit is given back.
    pub(super) fn sided_limit(&self, big: &Big, mut sub: Tree) -> Result<(Big, Tree), Tree> {
        let sign = |t: &Tree| match &t.head {
            Head::Chain(ops) if ops.len() == 1 && !t.closed => Some(ops[0]),
            _ => None,
        };
        let (Head::Items, [arrow, side], Some(tends)) =
            (&sub.head, sub.args.as_slice(), self.table.tends)
        else {
            return Err(sub);
        };
        let alike = sign(arrow) == Some(tends)
            && arrow.args.iter().zip(&side.args).all(|(a, b)| a.says_as(b))
            && arrow.args[0].symbol().is_some();
        let op = match sign(side).filter(|_| alike) {
            Some(op) if Some(op) == self.table.named("gt") => big.over,
            Some(op) if Some(op) == self.table.named("lt") => big.cond,
            _ => None,
        };
        match op {
            Some(op) if Some(big.op) == self.table.named("lim") => {
                let side = Big {
                    op,
                    over: None,
                    cond: None,
                    bare: None,
                };
                Ok((side, sub.args.swap_remove(0)))
            }
            _ => Err(sub),
        }
    }
}
