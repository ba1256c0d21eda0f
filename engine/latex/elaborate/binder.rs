//! Binders and set builders.

mod apart;

use super::Elaborator;
use super::images::{said, symbols};
use crate::diagnostic::Diagnostic;
use crate::latex::tree::{Head, Join, Tree};
use crate::normal;
use crate::term::{Op, SlotSort, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether this is a product or sum of a family of types.
    pub(super) fn family(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Binder(op, _)
            if ["prodtyped", "sumtyped"].iter().any(|name| self.op(name) == Some(op)))
    }

    #[inline(never)]
    pub(super) fn builder(&mut self, tree: &Tree) -> Term {
        let (element, condition) = (&tree.args[0], &tree.args[1]);
        // `\{(x_n) : \sum |x_n|^2 < \infty\}`
        if let Some(member) = self.by_member(element) {
            let condition = self.term(condition, Kind::Prop);
            return self.named("imagesof", vec![member, condition]);
        }
        if let Some(name) = element.symbol() {
            if self
                .bound
                .last()
                .is_some_and(|bound| bound.as_str() == name)
            {
                // `\max_k \{k \mid 2^k \mid n\}`
                return self.imaged(element, condition);
            }
            if let Some((base, rest)) = self.base_set(name, condition) {
                let set = self.term(&base, Kind::Set);
                let args = vec![set.clone(), set, self.term(&rest, Kind::Prop)];
                return self.bind("setof", args, name, SlotSort::Any);
            }
            let Some(universe) = self.op("universe") else {
                return self.opaque_span(tree);
            };
            let args = vec![
                Term::leaf(universe),
                Term::leaf(universe),
                self.term(condition, Kind::Prop),
            ];
            return self.bind("setof", args, name, SlotSort::Any);
        }
        if let (Head::Chain(ops), Some(name)) =
            (&element.head, element.args.first().and_then(Tree::symbol))
            && ops.as_slice() == self.table.member.as_slice()
        {
            let set = self.term(&element.args[1], Kind::Set);
            let args = vec![set.clone(), set, self.term(condition, Kind::Prop)];
            return self.bind("setof", args, name, SlotSort::Any);
        }
        let several = |t: &Tree| {
            matches!(t.head, Head::Pair(..))
                && t.args.len() > 1
                && t.args.iter().all(|a| a.symbol().is_some())
        };
        let tuple = match &element.head {
            Head::Chain(ops) if ops.as_slice() == self.table.member.as_slice() => {
                several(&element.args[0])
            }
            _ => several(element),
        };
        // `\{x' \in X : d(x, x') < r\}` is about one `x`.
        let primed = |t: &Tree| {
            let name = (t.head == Head::Prime)
                .then(|| t.args[0].symbol())
                .flatten();
            name.is_some_and(|name| mentions_plain(condition, name))
        };
        let shown = match self.belongs(element) {
            true => &element.args[0],
            false => element,
        };
        if primed(shown) || matches!(shown.head, Head::Pair(..)) && shown.args.iter().any(primed) {
            return self.imaged(element, condition);
        }
        if tuple || self.several_declared(element, condition) {
            return self.images(element, condition);
        }
        if self.runs_primed(condition) {
            return self.imaged(element, condition);
        }
        let mut names = Vec::new();
        declared(condition, &mut names);
        said(condition, &mut names);
        let mut inside = Vec::new();
        symbols(element, &mut inside);
        // `\{C \subset X : S \subset C\}`, `\{f: A \to B \mid f(1) = 1\}` speak of their first letter.
        let maps = matches!(element.head, Head::Apply(op) if Some(op) == self.op("maps"));
        if let Some(first) = element.args.first().and_then(Tree::symbol)
            && (maps && condition.mentions(first) || matches!(element.head, Head::Chain(_)))
        {
            names.insert(0, first.to_owned());
        }
        // A name that the element has, if one is declared; `\{a_1 + a_2 \mid a_k \in C, k \le 2\}` is
        // about a family.
        let own = names.iter().position(|n| inside.contains(n));
        if own.is_none() && !names.is_empty() {
            return self.imaged(element, condition);
        }
        // `\{c^T x \mid A x = b\}` is about what both sides speak of.
        let shared = |n: &&String| condition.mentions(n) && !self.usage.is_function(n);
        let shared = inside.iter().find(shared);
        let name = match own {
            Some(own) => names.get(own),
            None => shared.or(inside.first()),
        };
        let Some(name) = name.cloned() else {
            return self.opaque_span(tree);
        };
        if self.bound.iter().any(|bound| bound.as_str() == name) {
            // `\max_x \{u(x) \mid p x \le w\}` binds it before.
            return self.imaged(element, condition);
        }
        let around = self.dependent.len();
        if only_marked(element, &name) {
            self.dependent.push(name.as_str().into());
        }
        let element = match spelled(element) {
            true => {
                let letters = self.terms(&element.args, Kind::Any);
                self.named("opmul", letters)
            }
            false => self.term(element, Kind::Any),
        };
        let condition = self.term(condition, Kind::Prop);
        self.dependent.truncate(around);
        self.bind(
            "imageset",
            vec![element.clone(), element, condition],
            &name,
            SlotSort::Any,
        )
    }

    /// Whether a condition says where a letter with a prime is from, and speaks of the letter without
    /// one: `\{(h, t') \mid t' \in E, t' \ne t\}`.
    fn runs_primed(&self, condition: &Tree) -> bool {
        let parts = match condition.head {
            Head::Chain(_) => std::slice::from_ref(condition),
            _ => condition.args.as_slice(),
        };
        let primed = |part: &Tree| {
            let member = self.belongs(part).then(|| &part.args[0])?;
            let name = (member.head == Head::Prime).then(|| member.root_symbol())?;
            Some(name?.to_owned())
        };
        parts
            .iter()
            .find_map(primed)
            .is_some_and(|name| mentions_plain(condition, &name))
    }

    /// A set in which nothing is bound.
    fn imaged(&mut self, element: &Tree, condition: &Tree) -> Term {
        let args = vec![
            self.term(element, Kind::Any),
            self.term(condition, Kind::Prop),
        ];
        self.named("imagesof", args)
    }

    /// The base set of `\{x \mid x \in B, \dots\}` and the conditions after it.
    fn base_set(&self, name: &str, condition: &Tree) -> Option<(Tree, Tree)> {
        let (first, rest) = match (&condition.head, condition.args.split_first()) {
            (Head::Items, Some(parts)) if !condition.closed => parts,
            _ => return None,
        };
        let member = matches!(&first.head, Head::Chain(ops) if ops.as_slice() == self.table.member.as_slice());
        let mut inside = Vec::new();
        symbols(first.args.get(1)?, &mut inside);
        let own = member && first.args[0].symbol() == Some(name);
        if !own || inside.iter().any(|n| n == name) || !self.is_statement(rest.first()?) {
            return None;
        }
        let rest = match rest {
            [only] => only.clone(),
            several => Tree::over(Head::Items, several.to_vec()),
        };
        Some((first.args[1].clone(), rest))
    }

    pub(super) fn bind(&mut self, op: &str, args: Vec<Term>, name: &str, sort: SlotSort) -> Term {
        match self.op(op) {
            Some(op) => self.bound(op, args, name, sort),
            None => self.named(op, args),
        }
    }

    pub(super) fn bound(&mut self, op: Op, args: Vec<Term>, name: &str, sort: SlotSort) -> Term {
        self.bound_in_turn(op, args, name, sort, None)
    }

    /// Binds a name, of which several stand one after the other, numbered with a letter.
    fn bound_in_turn(
        &mut self,
        op: Op,
        args: Vec<Term>,
        name: &str,
        sort: SlotSort,
        number: Option<Op>,
    ) -> Term {
        let symbol = Op::symbol(self.symbol_index(name));
        let (args, apart) = self.set_apart(op, args, symbol, number);
        let mut term = normal::bind(self.vocabulary, op, args, symbol, sort);
        if apart {
            term = normal::replace(&term, apart::APART, &Term::leaf(symbol));
        }
        let var = self
            .vocabulary
            .operator(op)
            .and_then(|o| o.binds.as_ref())
            .map_or(0, |b| b.var);
        if let Some(crate::term::Head::Slot(slot)) = term.args.get(var).map(|v| v.op.head()) {
            let entry = (slot, name.to_owned());
            if !self.atoms.slot_names.contains(&entry) {
                self.atoms.slot_names.push(entry);
            }
        }
        term
    }

    #[inline(never)]
    pub(super) fn binder(&mut self, op: Op, sort: SlotSort, tree: &Tree) -> Term {
        let Some(binder) = self.vocabulary.operator(op).and_then(|o| o.binds.clone()) else {
            return self.apply(op, tree, Kind::Any);
        };
        let var = &tree.args[binder.var];
        if let Head::Items = var.head {
            // `\sum_{i,j \in A}` is a sum of sums.
            let body = tree.args.len() - 1;
            let shared =
                |(at, arg): (usize, &Tree)| at == binder.var || at == body || arg.repeats();
            if !tree.args.iter().enumerate().all(shared) {
                return self.opaque_span(tree);
            }
            let mut inner = tree.args.last().cloned();
            for name in var.args.iter().rev() {
                let mut args = tree.args.clone();
                args[binder.var] = name.clone();
                if let (Some(last), Some(body)) = (args.last_mut(), inner.take()) {
                    *last = body;
                }
                inner = Some(Tree::over(Head::Binder(op, sort), args));
            }
            return match inner {
                Some(tree) => self.term(&tree, Kind::Any),
                None => self.opaque_span(tree),
            };
        }
        let Some(name) = var.symbol().map(str::to_owned) else {
            self.complaints.push(Diagnostic::error(
                "bound-name",
                "a letter is expected as the name that is bound here",
                var.start..var.end,
                "the whole is kept as it stands",
            ));
            return self.opaque_span(tree);
        };
        let signature = self
            .vocabulary
            .operator(op)
            .and_then(|o| o.signatures.first().cloned());
        let mut args = self.list();
        let around = self.bound.len();
        let marked = self.dependent.len();
        if let Head::Symbol(own) = &var.head {
            self.bound.push(own.clone());
            if tree.args.last().is_some_and(|body| only_marked(body, own)) {
                self.dependent.push(own.clone());
            }
        }
        for (i, arg) in tree.args.iter().enumerate() {
            let kind = signature
                .as_ref()
                .and_then(|s| s.args.get(i))
                .copied()
                .unwrap_or(Kind::Any);
            args.push(self.term(arg, kind));
        }
        self.bound.truncate(around);
        self.dependent.truncate(marked);
        let number = self.numbered_outside(op, &name, tree);
        let sort = match sort {
            SlotSort::Any if self.over_primes(op, &name, tree) => SlotSort::Prime,
            sort => sort,
        };
        self.bound_in_turn(op, args, &name, sort, number)
    }

    /// Whether a sum or product goes over primes, as its letter says: `\prod_p`, `\sum_{q \mid n}`.
    fn over_primes(&self, op: Op, name: &str, tree: &Tree) -> bool {
        let is = |found: Op, names: &[&str]| names.iter().any(|n| self.op(n) == Some(found));
        match name {
            "p" if is(op, &["sumall", "prodall"]) => true,
            "p" | "q" if is(op, &["sumcond", "prodcond"]) => {
                let divided = match name {
                    "p" => ["divides", "notdivides", "le", "lt"].as_slice(),
                    _ => &["divides", "notdivides"],
                };
                matches!(&tree.args[1].head, Head::Chain(ops) if ops.len() == 1 && is(ops[0], divided))
            }
            _ => false,
        }
    }
}

/// Names on the left of the relations of a condition.
fn declared(tree: &Tree, names: &mut Vec<String>) {
    match &tree.head {
        // `0 \le x \le 1` speaks of what stands between.
        Head::Chain(ops) if ops.len() > 1 && tree.args[1].symbol().is_some() => {
            names.extend(tree.args[1].symbol().map(str::to_owned));
        }
        Head::Chain(_) => {
            if let Some(name) = tree.args[0].symbol() {
                names.push(name.to_owned());
            } else {
                tree.args.iter().for_each(|a| declared(a, names));
            }
        }
        Head::Items | Head::Sequence | Head::Apply(_) => {
            tree.args.iter().for_each(|a| declared(a, names))
        }
        _ => {}
    }
}

/// Whether this is a word of a language, each letter with how often it comes: `0^n1^n`, `a^nb^n`.
fn spelled(element: &Tree) -> bool {
    let Head::Product(joins) = &element.head else {
        return false;
    };
    let counted = |t: &Tree| {
        t.head == Head::Power
            && t.args[1].symbol().is_some()
            && match &t.args[0].head {
                Head::Number(n) => matches!(n.as_str(), "0" | "1"),
                Head::Symbol(name) => matches!(name.as_str(), "a" | "b" | "c"),
                _ => false,
            }
    };
    joins.iter().all(|j| *j == Join::Beside) && element.args.iter().all(counted)
}

/// Whether a tree has a letter without a prime.
fn mentions_plain(tree: &Tree, name: &str) -> bool {
    match tree.head {
        Head::Prime => false,
        _ => tree.symbol() == Some(name) || tree.args.iter().any(|a| mentions_plain(a, name)),
    }
}

/// Whether a letter stands in something under marks, and nowhere without one: `x^*` then varies with `x`,
/// where else it would be another name.
fn only_marked(tree: &Tree, name: &str) -> bool {
    fn count(tree: &Tree, name: &str, found: &mut (usize, usize)) {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Power | Head::Upper, [base, mark])
                if base.symbol() == Some(name) && matches!(mark.head, Head::Mark(_)) =>
            {
                found.0 += 1;
            }
            (Head::Symbol(own), _) if *own == *name => found.1 += 1,
            (_, args) => args.iter().for_each(|arg| count(arg, name, found)),
        }
    }
    let mut found = (0, 0);
    count(tree, name, &mut found);
    found.0 > 0 && found.1 == 0
}
