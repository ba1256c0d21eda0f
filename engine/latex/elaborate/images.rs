//! Sets of what an expression in several letters takes as values: `\{(x, y) \mid x^2 + y^2 \le 1\}`,
//! `\{am + bn \mid m, n \in \mathbb{Z}\}`.

use super::Elaborator;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Tree};
use crate::term::{SlotSort, Term};
use crate::vocabulary::Kind;

/// As many letters that run through a range are compared with those of an element.
const RANGING: usize = 16;

/// As many tokens of the left side are looked at.
const LEFT: usize = 24;

impl Elaborator<'_> {
    /// The set of an element and a condition in several letters: those that run are bound, where it
    /// is told which they are.
    #[inline(never)]
    pub(super) fn images(&mut self, element: &Tree, condition: &Tree) -> Term {
        let names = self.running(element, condition);
        let element = self.term(element, Kind::Any);
        let condition = self.term(condition, Kind::Prop);
        let Some((last, outer)) = names.split_last() else {
            return self.named("imagesof", vec![element, condition]);
        };
        let op = if outer.is_empty() {
            "imageset"
        } else {
            "imageswhere"
        };
        let args = vec![element.clone(), element, condition];
        let mut term = self.bind(op, args, last, SlotSort::Any);
        for name in outer.iter().rev() {
            term = self.bind("imagesall", vec![term.clone(), term], name, SlotSort::Any);
        }
        term
    }

    /// The letters that run, as they come in a tuple or a matrix. In a sum they have no order in
    /// which they could be bound, and all stay free.
    fn running(&self, element: &Tree, condition: &Tree) -> Vec<String> {
        let based = self.belongs(element);
        let shown = if based { &element.args[0] } else { element };
        let mut names = Vec::new();
        if !letters(shown, &mut names) {
            return Vec::new();
        }
        let mut members = Vec::new();
        let told = self.plain_members(condition, &mut members);
        if !based && told && !members.is_empty() {
            // `\{(x, i) \mid x \in A_i\}` is about one `i`.
            self.beyond(condition, &mut members);
            names.retain(|n| members.contains(n));
        }
        // `L_a = \{(a, y) \mid L(a, y) = 0\}` is about one `a`.
        let given = self.named_before(element.start);
        if names.iter().any(|n| !given.contains(&n.as_str())) {
            names.retain(|n| !given.contains(&n.as_str()));
        }
        // `\sum_l \#\{(x, l) \mid x + l < k\}` is about one `l` each.
        names.retain(|n| self.bound.iter().all(|b| b.as_str() != n));
        let mut seen: Vec<&str> = Vec::new();
        for name in &names {
            if !seen.contains(&name.as_str()) {
                seen.push(name);
            }
        }
        seen.into_iter().map(str::to_owned).collect()
    }

    /// The letters on the left side of the equation of which a set is the right side, whose first
    /// element starts here: the set depends on them.
    fn named_before(&self, start: usize) -> Vec<&str> {
        let end = self.tokens.partition_point(|t| t.start < start);
        let brace = |t: &Token<'_>| t.key == r"\{";
        let Some(brace_at) = self.tokens[..end].iter().rposition(brace) else {
            return Vec::new();
        };
        let counts = |t: &&Token<'_>| matches!(t.key.as_ref(), "|" | r"\lvert" | r"\vert" | r"\#");
        let mut left = self.tokens[..brace_at].iter().rev().skip_while(counts);
        let equal =
            |t: &Token<'_>| matches!(t.key.as_ref(), "=" | ":=" | r"\coloneqq" | r"\coloneq");
        if !left.next().is_some_and(equal) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut depth = 0_i32;
        for token in left.take(LEFT) {
            match token.key.as_ref() {
                ")" | "]" | "}" => depth += 1,
                "(" | "[" | "{" if depth > 0 => depth -= 1,
                _ if brace(token) || depth == 0 && equal(token) => return Vec::new(),
                "(" | "[" | "{" | "," | ";" if depth == 0 => break,
                _ if token.class == Class::Words => break,
                key => found.push(key),
            }
        }
        found
    }

    /// The letters on the left of memberships; whether nothing but letters stands there.
    fn plain_members(&self, tree: &Tree, names: &mut Vec<String>) -> bool {
        match &tree.head {
            Head::Chain(_) if self.belongs(tree) => {
                let left = &tree.args[0];
                match left.symbol() {
                    Some(name) => {
                        names.push(name.to_owned());
                        true
                    }
                    None => letters(left, names),
                }
            }
            Head::Items | Head::Sequence | Head::Apply(_) => {
                // `a, b \in \mathbb{Z}`
                if tree.args.iter().any(|a| self.belongs(a)) {
                    let listed = tree.args.iter().filter_map(Tree::symbol);
                    names.extend(listed.map(str::to_owned));
                }
                tree.args.iter().all(|a| self.plain_members(a, names))
            }
            _ => true,
        }
    }

    /// The letters of all that a condition says but memberships.
    fn beyond(&self, tree: &Tree, names: &mut Vec<String>) {
        match &tree.head {
            Head::Chain(_) if self.belongs(tree) => {}
            Head::Items | Head::Sequence | Head::Apply(_) => {
                tree.args.iter().for_each(|a| self.beyond(a, names));
            }
            _ => symbols(tree, names),
        }
    }

    /// Whether a condition says of several letters of the element where they are from, or what they
    /// have to do with each other.
    pub(super) fn several_declared(&self, element: &Tree, condition: &Tree) -> bool {
        // `\{a_1 + a_2 i \mid a_1, a_2 \in \mathbb{R}\}`
        let mut numbered = Vec::new();
        self.numbered_members(condition, &mut numbered);
        if numbered
            .iter()
            .any(|t| !t.says_as(numbered[0]) && within(element, t))
            && within(element, numbered[0])
        {
            return true;
        }
        let mut inside = Vec::new();
        plain_symbols(element, &mut inside);
        // `\{\sum_i a_i u_i \mid a_i \in \mathbb{Z}\}` is about a whole family.
        if let (true, [member, _]) = (self.belongs(condition), condition.args.as_slice())
            && member.head == Head::Index
            && matches!(element.head, Head::Binder(..))
            && member.root_symbol().is_some_and(|n| element.mentions(n))
        {
            return true;
        }
        let distinct = |names: &mut Vec<String>| {
            names.retain(|n| inside.contains(n));
            names.sort_unstable();
            names.dedup();
            names.len()
        };
        let mut members = Vec::new();
        self.members(condition, &mut members);
        match distinct(&mut members) {
            0 => {
                let mut related = Vec::new();
                self.related(condition, &mut related);
                let mut subjects = Vec::new();
                said(condition, &mut subjects);
                distinct(&mut related) > 1 || distinct(&mut subjects) > 1
            }
            1 => {
                // `\{S_i g \mid 1 \le i \le r, g \in G\}`
                let mut ranging = Vec::new();
                self.ranging(condition, &mut ranging);
                ranging.truncate(RANGING);
                ranging.retain(|n| inside.contains(n) && !members.contains(n));
                !ranging.is_empty()
            }
            count => count > 1,
        }
    }

    /// The letters that stand between two limits: `1 \le i \le r`.
    fn ranging(&self, tree: &Tree, names: &mut Vec<String>) {
        match &tree.head {
            Head::Chain(ops) if ops.len() == 2 && !self.belongs(tree) => {
                names.extend(tree.args[1].symbol().map(str::to_owned));
            }
            Head::Items | Head::Sequence | Head::Apply(_) => {
                tree.args.iter().for_each(|a| self.ranging(a, names));
            }
            _ => {}
        }
    }

    /// The letters of equations and inequalities; of `0 \le x \le 1` what stands between.
    fn related(&self, tree: &Tree, names: &mut Vec<String>) {
        match &tree.head {
            Head::Chain(ops) if ops.len() > 1 => plain_symbols(&tree.args[1], names),
            Head::Chain(_) => plain_symbols(tree, names),
            Head::Items | Head::Sequence | Head::Apply(_) => {
                tree.args.iter().for_each(|a| self.related(a, names));
            }
            _ => {}
        }
    }

    /// The letters with numbers below of which a condition says where they are from, or what they
    /// have to do with each other.
    fn numbered_members<'t>(&self, tree: &'t Tree, found: &mut Vec<&'t Tree>) {
        match &tree.head {
            Head::Chain(_) => found.extend(tree.args.iter().filter(|t| numbered(t))),
            Head::Items | Head::Sequence | Head::Apply(_) => {
                for part in &tree.args {
                    match numbered(part) {
                        true => found.push(part),
                        false => self.numbered_members(part, found),
                    }
                }
            }
            _ => {}
        }
    }

    /// The letters on the left of memberships.
    fn members(&self, tree: &Tree, names: &mut Vec<String>) {
        match &tree.head {
            Head::Chain(ops) if ops.as_slice() == self.table.member.as_slice() => {
                symbols(&tree.args[0], names);
            }
            Head::Items | Head::Sequence | Head::Apply(_) => {
                tree.args.iter().for_each(|a| self.members(a, names));
                // `a, b \in \mathbb{Z}`
                if tree.args.iter().any(|a| self.belongs(a)) {
                    let listed = tree.args.iter().filter_map(Tree::symbol);
                    names.extend(listed.map(str::to_owned));
                }
            }
            _ => {}
        }
    }

    /// Whether this says where something is from.
    pub(super) fn belongs(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Chain(ops) if ops.as_slice() == self.table.member.as_slice())
    }
}

/// The letters of a tuple or a matrix that has nothing else in it; whether this is one.
fn letters(tree: &Tree, names: &mut Vec<String>) -> bool {
    let several = match &tree.head {
        // `\{[k, r) \mid k < r\}` may be about one `k`.
        Head::Pair(open, close) => open == "(" && close == ")",
        Head::Items | Head::Row | Head::Matrix => true,
        _ => false,
    };
    several
        && !tree.args.is_empty()
        && tree.args.iter().all(|a| match a.symbol() {
            Some(name) => {
                names.push(name.to_owned());
                true
            }
            None => letters(a, names),
        })
}

/// Names that words say something of: `x \text{ even}`, `P \text{ a partition of } [a, b]`.
pub(super) fn said(tree: &Tree, names: &mut Vec<String>) {
    let words = |t: &Tree| matches!(t.head, Head::Words(_));
    match (&tree.head, tree.args.as_slice()) {
        (Head::Sequence | Head::Apply(_), [subject, second, ..]) if words(second) => {
            match subject.head {
                Head::Items | Head::Row => {
                    names.extend(
                        subject
                            .args
                            .iter()
                            .filter_map(Tree::symbol)
                            .map(str::to_owned),
                    );
                }
                _ => names.extend(subject.symbol().map(str::to_owned)),
            }
        }
        (Head::Items, parts) => parts.iter().for_each(|a| said(a, names)),
        _ => {}
    }
}

/// Whether this is a letter with a number below.
fn numbered(tree: &Tree) -> bool {
    matches!((&tree.head, tree.args.as_slice()), (Head::Index, [base, index])
        if base.symbol().is_some() && matches!(index.head, Head::Number(_)))
}

/// Whether a tree is a part of another.
fn within(tree: &Tree, part: &Tree) -> bool {
    tree.says_as(part) || tree.args.iter().any(|a| within(a, part))
}

pub(super) fn symbols(tree: &Tree, names: &mut Vec<String>) {
    if let Some(name) = tree.symbol() {
        names.push(name.to_owned());
    }
    tree.args.iter().for_each(|a| symbols(a, names));
}

/// The letters of a tree but those with numbers below, which are others each.
fn plain_symbols(tree: &Tree, names: &mut Vec<String>) {
    if numbered(tree) {
        return;
    }
    if let Some(name) = tree.symbol() {
        names.push(name.to_owned());
    }
    tree.args.iter().for_each(|a| plain_symbols(a, names));
}
