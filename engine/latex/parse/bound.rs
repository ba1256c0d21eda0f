//! Which letters a condition below a big operator binds: `_{i<j}`, `_{|n| \le N}`, `_{|z-a|=r}`.
//!
//! What stands on the left of a relation, or in the middle of a chain, is bound; where several
//! letters may be meant, it is those that occur under the sign and nowhere else.

mod letters;

use super::Parser;
use crate::latex::matching::Mark;
use crate::latex::table::Role;
use crate::latex::tree::{Head, Tree};
use crate::vocabulary::Assoc;
pub(super) use letters::splits;
use letters::{add, constant, ends_range, family, known, letters, primes_of, relates};
use smallvec::smallvec;

/// As many tokens before and after an operator are looked through for other uses of a letter.
const NEAR: usize = 200;

/// Letters of indices.
pub(in crate::latex) const INDICES: &[&str] = &["i", "j", "k", "l"];

/// Letters that name a place rather than what varies around it.
pub(in crate::latex) const PLACES: &[&str] = &["a", "b", "c", "p", "q", "r"];

/// What is known where letters are chosen.
struct Under<'a> {
    /// What stands under the sign, when that has been read.
    body: Option<&'a Tree>,
    /// The tokens of the operator.
    from: usize,
    to: usize,
}

impl Parser<'_> {
    /// The letters that a condition binds; without the body, those that it may bind.
    pub(super) fn bound_names(&self, condition: &Tree, body: Option<&Tree>) -> Vec<Tree> {
        let mut names = Vec::new();
        if self.such_that(condition) {
            // `_{x : |x| < 1}`
            names.extend(condition.args.first().cloned());
            return names;
        }
        let last = body.map_or(condition.end, |b| b.end.max(condition.end));
        let under = Under {
            body,
            from: self.tokens.partition_point(|t| t.start < condition.start),
            to: self.tokens.partition_point(|t| t.start < last),
        };
        match family(condition) {
            // `_{1 \le i_1 < \dots < i_k \le n}`
            Some(letter) => {
                let other = letter.symbol().is_some_and(|n| self.elsewhere(n, &under));
                names.extend((!other).then(|| letter.clone()));
            }
            None => self.bind(condition, &under, &mut names),
        }
        // What is no bound name in the formula that this one says again is bound by nothing beside one.
        let free = |t: &Tree| t.symbol().is_some_and(|n| self.usage.is_settled(n));
        if names.len() > 1 && !names.iter().all(free) {
            names.retain(|t| !free(t));
        }
        names
    }

    fn bind(&self, condition: &Tree, under: &Under<'_>, names: &mut Vec<Tree>) {
        match &condition.head {
            Head::Symbol(_) => add(condition, names),
            Head::Chain(_) if condition.args.len() == 2 => self.bind_left(condition, under, names),
            Head::Chain(_) => self.bind_middle(condition, under, names),
            Head::Items | Head::Sequence => {
                // `i = 1, \ldots, n`: what follows is no letter to be bound.
                let mut valued = false;
                for (at, part) in condition.args.iter().enumerate() {
                    // `T \text{ is a subtree of } G`
                    let of = at
                        .checked_sub(1)
                        .is_some_and(|at| relates(&condition.args[at]));
                    if of && part.symbol().is_some() {
                        continue;
                    }
                    let dots = matches!(part.head, Head::Apply(op) if Some(op) == self.table.dots);
                    if valued && (dots || part.symbol().is_some()) {
                        continue;
                    }
                    // `p \ne i, j`: nor is what else a letter is not.
                    valued = dots
                        || matches!(&part.head, Head::Chain(ops)
                            if ops.len() == 1 && (Some(ops[0]) == self.table.eq
                                && matches!(part.args[1].head, Head::Number(_))
                                || Some(ops[0]) == self.table.named("ne")
                                    && part.args[1].symbol().is_some()));
                    let before = names.len();
                    if !dots {
                        self.bind(part, under, names);
                    }
                    // `1 \le a \le q, (a, q) = 1`: where a range ends is known.
                    if part.args.first().is_some_and(|t| t.symbol().is_none()) {
                        let known = names.split_off(before);
                        let ends = |t: &Tree| condition.args[..at].iter().any(|r| ends_range(r, t));
                        names.extend(known.into_iter().filter(|t| !ends(t)));
                    }
                }
            }
            // `p \text{ is prime}`
            Head::Apply(_) if matches!(condition.args.get(1), Some(t) if super::words::aside(t)) => {
                self.bind(&condition.args[0], under, names);
            }
            // `\sum_{\langle i, j \rangle} s_i s_j`: neighbours
            _ if !self.paired(condition, under.body).is_empty() => {
                let pair = self.paired(condition, under.body);
                pair.into_iter().for_each(|t| add(t, names));
            }
            _ if !self.told_kind(condition).is_empty() => {
                self.told_kind(condition).iter().for_each(|t| add(t, names));
            }
            // `f \colon A \to B`
            Head::Apply(op) if Some(*op) == self.table.maps => add(&condition.args[0], names),
            Head::Apply(op) if Some(*op) == self.table.congruent => {
                self.bind_first(&condition.args[0], None, under, names);
            }
            // `\neg(p = i)` is `p \ne i`.
            Head::Apply(op)
                if Some(*op) == self.table.not
                    && let [equation] = condition.args.as_slice()
                    && let (Head::Chain(ops), Some(ne)) =
                        (&equation.head, self.table.named("ne"))
                    && ops.len() == 1
                    && Some(ops[0]) == self.table.eq =>
            {
                let mut other = equation.clone();
                other.head = Head::Chain(smallvec![ne]);
                self.bind(&other, under, names);
            }
            Head::Apply(op)
                if Some(*op) == self.table.not || Some(*op) == self.table.named("and") =>
            {
                condition
                    .args
                    .iter()
                    .for_each(|part| self.bind(part, under, names));
            }
            _ => {}
        }
    }

    /// Two letters in brackets that are all the condition says, and that the body has: a sum over pairs.
    fn paired<'t>(&self, condition: &'t Tree, body: Option<&Tree>) -> Vec<&'t Tree> {
        let angled = self.table.named("angled");
        let letters: Vec<&Tree> = match (&condition.head, condition.args.as_slice()) {
            (Head::Apply(op), [one, other]) if Some(*op) == angled => vec![one, other],
            // `\langle ij \rangle`
            (Head::Apply(op), [product]) if Some(*op) == angled => match product.head {
                Head::Product(_) => product.args.iter().collect(),
                _ => Vec::new(),
            },
            (Head::Pair(open, close), [one, other]) if open == "(" && close == ")" => {
                vec![one, other]
            }
            _ => Vec::new(),
        };
        let own = |t: &&Tree| {
            let name = t.symbol().filter(|n| n.len() == 1);
            name.is_some_and(|n| body.is_none_or(|b| b.mentions(n)))
        };
        match letters.len() == 2 && letters.iter().all(own) {
            true => letters,
            false => Vec::new(),
        }
    }

    /// The letters of a relation between two sides.
    fn bind_left(&self, relation: &Tree, under: &Under<'_>, names: &mut Vec<Tree>) {
        let [left, right] = relation.args.as_slice() else {
            return;
        };
        let (Some(first), other) = (left.symbol(), right.symbol()) else {
            return self.bind_first(left, Some(right), under, names);
        };
        if known(first, names) {
            return;
        }
        let ordered = !matches!(&relation.head, Head::Chain(ops)
            if ops.first().copied() == self.table.eq || ops.as_slice() == self.table.member.as_slice());
        let (Some(other), Some(body)) = (other.filter(|n| !known(n, names)), under.body) else {
            add(left, names);
            if INDICES.contains(&first) && other.is_some_and(|n| INDICES.contains(&n)) {
                add(right, names);
            }
            return;
        };
        let elsewhere = |name: &str| self.elsewhere(name, under);
        let indices = INDICES.contains(&first) && INDICES.contains(&other);
        let swapped = ordered
            && body.mentions(other)
            && (!body.mentions(first) && !indices || elsewhere(first))
            && !elsewhere(other);
        if swapped {
            // `_{N \le n} f(n)`
            return add(right, names);
        }
        add(left, names);
        if indices && (!elsewhere(other) || elsewhere(first)) {
            add(right, names);
        }
    }

    /// The letters of a side that is no letter alone, or of the other side where those are none.
    fn bind_first(
        &self,
        left: &Tree,
        right: Option<&Tree>,
        under: &Under<'_>,
        names: &mut Vec<Tree>,
    ) {
        // `(p, q) \ne (p', q')` does not say which of them run.
        if right.is_some_and(|t| primes_of(left, t) || primes_of(t, left)) {
            return;
        }
        let mut listed: Vec<&Tree> = Vec::new();
        let several = matches!(
            left.head,
            Head::Items | Head::Sum(..) | Head::Product(_) | Head::Pair(..)
        );
        if several {
            listed.extend(left.args.iter().filter(|t| t.symbol().is_some()));
        }
        // `_{(i, j) \in \delta^+(i)}`: where the pairs lie is told by one of them.
        let given = |t: &&Tree| {
            let name = t.symbol().unwrap_or_default();
            right.is_some_and(|set| set.args.iter().any(|part| part.mentions(name)))
        };
        if matches!(left.head, Head::Pair(..)) && !listed.iter().all(given) {
            listed.retain(|t| !given(t));
        }
        let plain = !listed.is_empty();
        if !plain {
            letters(left, &mut listed);
        }
        let some = |t: &&Tree| t.symbol().is_some_and(|n| known(n, names));
        if listed.iter().any(some) {
            // What more is said of a letter that is bound already.
            listed.retain(|t| {
                let own = |n| under.body.is_some_and(|b| b.mentions(n));
                t.symbol()
                    .is_some_and(|n| own(n) && !self.elsewhere(n, under))
            });
            return listed.into_iter().for_each(|t| add(t, names));
        }
        // `i + j = n`, `ad = n` and `(i, j) \in E` are about all their letters.
        let own = |t: &Tree| {
            let name = t.symbol();
            name.is_some_and(|n| under.body.is_some_and(|b| b.mentions(n)))
        };
        let joint = plain
            && match left.head {
                Head::Items | Head::Sum(..) => true,
                Head::Product(_) => left.args.iter().all(own),
                Head::Pair(..) => right.is_none_or(|t| !matches!(t.head, Head::Number(_))),
                _ => false,
            };
        // `x_1 + x_2 = n` is about members of a sequence.
        let right = right.filter(|_| !listed.is_empty() || constant(left));
        let Some(body) = under.body else {
            listed.into_iter().for_each(|t| add(t, names));
            if names.is_empty() {
                right.into_iter().for_each(|t| add(t, names));
            }
            return;
        };
        let mentioned = |t: &Tree| t.symbol().is_some_and(|n| body.mentions(n));
        if !listed.iter().any(|t| mentioned(t))
            && let Some(right) = right.filter(|t| mentioned(t) || listed.is_empty())
        {
            return add(right, names);
        }
        for name in self.choose(listed, joint, body, under) {
            add(name, names);
        }
    }

    /// The letters in the middle of a chain.
    fn bind_middle(&self, chain: &Tree, under: &Under<'_>, names: &mut Vec<Tree>) {
        let [first, middle @ .., last] = chain.args.as_slice() else {
            return;
        };
        let before = names.len();
        let index = |t: &Tree| t.symbol().is_some_and(|n| INDICES.contains(&n));
        // `i < j < k`
        let own = |t: &Tree| {
            index(t)
                && t.symbol().is_some_and(|n| {
                    under.body.is_some_and(|b| b.mentions(n)) && !self.elsewhere(n, under)
                })
        };
        // `\|x\| = \|y\| = 1`
        let alike = |t: &Tree| {
            middle.len() == 1 && t.head == middle[0].head && matches!(t.head, Head::Fence(_))
        };
        for part in [first, last].into_iter().filter(|t| alike(t)) {
            self.bind_first(part, None, under, names);
        }
        let indices = middle.iter().all(index);
        // `x \ne y \in C`: the first is in the set as well.
        let apart = || {
            let signs = [self.table.named("ne"), self.table.named("in")];
            matches!(&chain.head, Head::Chain(ops) if ops.iter().map(|op| Some(*op)).eq(signs))
                && first
                    .symbol()
                    .is_some_and(|n| under.body.is_some_and(|b| b.mentions(n)))
        };
        if indices && own(first) || !indices && apart() {
            add(first, names);
        }
        for part in middle {
            match part.symbol() {
                Some(_) => add(part, names),
                None => self.bind_first(part, None, under, names),
            }
        }
        if indices && own(last) {
            add(last, names);
        }
        if names.len() > before {
            return;
        }
        let ends = chain.args.iter().filter(|t| t.symbol().is_some()).collect();
        match under.body {
            Some(body) => self
                .choose(ends, false, body, under)
                .into_iter()
                .for_each(|t| add(t, names)),
            None => ends.into_iter().for_each(|t| add(t, names)),
        }
    }

    /// Of several letters those that occur in the body, nowhere else, and are no places.
    fn choose<'t>(
        &self,
        letters: Vec<&'t Tree>,
        joint: bool,
        body: &Tree,
        under: &Under<'_>,
    ) -> Vec<&'t Tree> {
        let narrowed = |all: Vec<&'t Tree>, keep: &dyn Fn(&str) -> bool| {
            let kept: Vec<&Tree> = all
                .iter()
                .copied()
                .filter(|t| t.symbol().is_some_and(keep))
                .collect();
            if kept.is_empty() { all } else { kept }
        };
        if letters.len() < 2 {
            return letters;
        }
        let mut pool = letters;
        if !joint {
            pool = narrowed(pool, &|n| body.leaves_free(n));
        }
        pool = narrowed(pool, &|n| !self.elsewhere(n, under));
        if !joint {
            pool = narrowed(pool, &|n| !PLACES.contains(&n));
        }
        pool
    }

    /// Whether a letter stands outside of an operator in a place where no other operator binds it.
    fn elsewhere(&self, name: &str, under: &Under<'_>) -> bool {
        let from = under.from.saturating_sub(NEAR);
        let to = self.tokens.len().min(under.to + NEAR);
        let (mut bound, mut inside) = (false, from);
        for at in (from..under.from).chain(under.to..to) {
            if let Mark::Open { partner, .. } = self.marks[at] {
                inside = inside.max(partner);
            }
            if at == under.to {
                bound = false;
            }
            if self.tokens[at].key == name {
                if !bound {
                    return true;
                }
                continue;
            }
            let run = &self.tokens[at..];
            for (role, _) in self.table.lookup(run) {
                match role {
                    Role::Bound { .. } => bound = true,
                    Role::Infix { level, assoc, .. }
                        if *assoc == Assoc::Chain
                            && *level <= self.table.relation
                            && self.marks[at] == Mark::None
                            && !self.below(at) =>
                    {
                        bound = false;
                    }
                    _ => {}
                }
            }
            // `D_{ij}(q_i, q_j)` is one factor.
            let parts = matches!(self.tokens[at].key.as_ref(), "," | ";");
            bound &= !parts || at < inside || self.below(at);
        }
        false
    }

    /// Whether a token stands in a subscript, as far as the few before it show.
    fn below(&self, at: usize) -> bool {
        crate::latex::around::subscript_of(self.tokens, at)
    }

    /// Whether a colon stands between a name and what is said of it, or a comma: `_{S, |S| = k}`.
    pub(super) fn such_that(&self, condition: &Tree) -> bool {
        let (Head::Items, [name, said]) = (&condition.head, condition.args.as_slice()) else {
            return false;
        };
        let about = |n: &str| {
            let mut found = Vec::new();
            said.args
                .iter()
                .take(1)
                .for_each(|t| letters(t, &mut found));
            matches!(found.as_slice(), [only] if only.symbol() == Some(n))
        };
        if said.states() && name.symbol().is_some_and(about) {
            return true;
        }
        // `_{j, (i, j) \in E}`
        let among = |n: &str| {
            let pair = |t: &Tree| matches!(t.head, Head::Pair(..));
            let member = self.table.member;
            matches!(&said.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == member)
                && said
                    .args
                    .first()
                    .is_some_and(|t| pair(t) && t.args.iter().any(|t| t.symbol() == Some(n)))
        };
        if name.symbol().is_some_and(among) {
            return true;
        }
        let after = self.tokens.partition_point(|t| t.start < name.end);
        name.symbol().is_some()
            && self
                .tokens
                .get(after)
                .is_some_and(|t| matches!(t.key.as_ref(), ":" | r"\colon"))
    }
}
