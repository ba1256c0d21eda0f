//! From the surface tree to terms, once it is known what the symbols stand for.

use super::kinds::{Kinds, is_transposition};
use super::table::Table;
use super::token::{Class, Token};
use super::tree::{Head, Join, Tree};
use super::usage::{Imaginary, Usage};
use crate::atoms::{Atoms, Opaque};
use crate::diagnostic::Diagnostic;
use crate::normal;
use crate::sexpr;
use crate::term::{Op, SlotSort, Term};
use crate::vocabulary::{Kind, Vocabulary};

pub(super) struct Elaborator<'r> {
    pub(super) source: &'r str,
    pub(super) tokens: &'r [Token<'r>],
    pub(super) vocabulary: &'r Vocabulary,
    pub(super) table: &'r Table,
    pub(super) usage: &'r Usage,
    pub(super) kinds: Kinds<'r>,
    pub(super) atoms: Atoms,
    pub(super) complaints: Vec<Diagnostic>,
}

impl Elaborator<'_> {
    fn op(&self, name: &str) -> Option<Op> {
        self.vocabulary.find(name)
    }

    /// The node of the operator of this name; the pieces side by side when there is none.
    fn named(&mut self, name: &str, args: Vec<Term>) -> Term {
        match self.op(name) {
            Some(op) => self.node(op, args),
            None => match self.op("text") {
                Some(text) => Term::new(text, args),
                None => args
                    .into_iter()
                    .next()
                    .unwrap_or_else(|| self.opaque_text(String::new(), 0)),
            },
        }
    }

    fn node(&self, op: Op, args: Vec<Term>) -> Term {
        normal::node(self.vocabulary, op, args)
    }

    fn terms(&mut self, trees: &[Tree], kind: Kind) -> Vec<Term> {
        trees.iter().map(|t| self.term(t, kind)).collect()
    }

    /// The term of a tree where something of this kind is expected.
    pub(super) fn term(&mut self, tree: &Tree, expected: Kind) -> Term {
        match &tree.head {
            Head::Number(spelling) => match sexpr::number(&mut self.atoms, spelling) {
                Some(op) => Term::leaf(op),
                None => self.opaque_span(tree),
            },
            Head::Symbol(name) => self.symbol(name),
            Head::Apply(op) => self.apply(*op, tree, expected),
            Head::Sum(op, signs) => self.sum(*op, signs, tree, expected),
            Head::Product(joins) => self.product(joins, tree),
            Head::Power => self.power(tree),
            Head::Index => self.index(tree),
            Head::Prime => {
                let args = self.terms(&tree.args, Kind::Any);
                self.named("prime", args)
            }
            Head::Call => {
                let args = self.terms(&tree.args, Kind::Any);
                self.named("call", args)
            }
            Head::Chain(ops) => self.chain(ops, tree),
            Head::Items => self.items(&tree.args, expected),
            Head::Quantified(op) => self.quantified(*op, tree, true),
            Head::Declared(op) => self.quantified(*op, tree, false),
            Head::Fence(op) => self.fence(*op, tree),
            Head::Pair(open, close) => self.pair(open, close, tree, expected),
            Head::Braces => match tree.args.as_slice() {
                [] => self.named("emptyset", Vec::new()),
                args => {
                    let args = self.terms(args, Kind::Any);
                    self.named("set", args)
                }
            },
            Head::Builder => self.builder(tree),
            Head::Binder(op, sort) => self.binder(*op, *sort, tree),
            Head::Matrix => {
                let args = self.terms(&tree.args, Kind::Num);
                self.named("matrix", args)
            }
            Head::Row => {
                let args = self.terms(&tree.args, Kind::Num);
                self.named("row", args)
            }
            Head::Words(text) => self.opaque_text(text.clone(), tree.start),
            Head::Mark(mark) => self.opaque_text(mark.clone(), tree.start),
            Head::Sequence => {
                let args = self.terms(&tree.args, Kind::Any);
                self.named("text", args)
            }
            Head::Opaque(from, to) => self.opaque(*from, *to, tree.start),
        }
    }

    fn symbol(&mut self, name: &str) -> Term {
        let undecided = name == "i" && self.usage.imaginary(name) == Imaginary::Undecided;
        let kind = self.kinds.symbol(name);
        let index = self.atoms.symbol(name);
        let symbol = &mut self.atoms.symbols[index as usize];
        symbol.protected |= undecided;
        if symbol.kind == Kind::Any {
            symbol.kind = kind;
        }
        Term::leaf(Op::symbol(index))
    }

    fn apply(&mut self, op: Op, tree: &Tree, expected: Kind) -> Term {
        let Some(operator) = self.vocabulary.operator(op) else {
            return self.opaque_span(tree);
        };
        let name = operator.name.clone();
        let signature = operator
            .signatures
            .iter()
            .find(|s| s.args.is_empty() == tree.args.is_empty())
            .cloned();
        let kind = tree.args.first().map_or(Kind::Any, |a| self.kinds.of(a));
        match name.as_str() {
            "conj" if matches!(kind, Kind::Set | Kind::Event) || expected == Kind::Set => {
                let args = self.terms(&tree.args, kind);
                return self.named("compl", args);
            }
            "conj" => {
                if let Some(name) = self.line_over(tree) {
                    return self.symbol(&name);
                }
            }
            "oplus" if self.usage.logic || tree.args.iter().all(|a| self.is_statement(a)) => {
                let args = self.terms(&tree.args, Kind::Prop);
                return self.named("xor", args);
            }
            "mod" if tree.args.len() == 1 => return self.opaque_span(tree),
            "max" | "min" | "gcd" | "lcm" if matches!(tree.args.as_slice(), [only] if only.head == Head::Braces) =>
            {
                let args = self.terms(&tree.args[0].args, Kind::Num);
                return self.node(op, args);
            }
            _ => {}
        }
        let mut args = Vec::with_capacity(tree.args.len());
        for (i, arg) in tree.args.iter().enumerate() {
            let want = signature
                .as_ref()
                .and_then(|s| s.args.get(i).or(s.args.last()))
                .copied();
            let want = if want == Some(Kind::Num) && expected != Kind::Any && tree.args.len() == 1 {
                expected
            } else {
                want.unwrap_or(Kind::Any)
            };
            args.push(self.term(arg, want));
        }
        let fits = self
            .vocabulary
            .operator(op)
            .is_some_and(|o| o.signatures.iter().any(|s| s.takes(args.len())));
        if !fits && args.len() > 1 && signature.as_ref().is_some_and(|s| s.args.len() == 1) {
            // An index that the function does not have: `\phi_n` and the like.
            let index = args.remove(0);
            let inner = self.node(op, args);
            return self.named("idx", vec![inner, index]);
        }
        self.node(op, args)
    }

    /// The name of a letter with a line above it, where that is no conjugate: `\bar{x}` is a mean,
    /// `\bar{z}` the conjugate of `z`.
    fn line_over(&self, tree: &Tree) -> Option<String> {
        let name = tree.args.first()?.symbol()?;
        if self.usage.complex() || matches!(name, "z" | "w") {
            return None;
        }
        let command = self.source.get(tree.start..)?.split(['{', ' ']).next()?;
        let command = if command.starts_with(r"\bar") {
            r"\bar"
        } else {
            r"\overline"
        };
        Some(format!("{command}{{{name}}}"))
    }

    fn is_dots(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Apply(op) if Some(*op) == self.op("dots"))
    }

    fn sum(&mut self, op: Op, signs: &[Option<Op>], tree: &Tree, expected: Kind) -> Term {
        let kind = if self.kinds.of(tree) == Kind::Any {
            expected
        } else {
            Kind::Any
        };
        let mut terms = Vec::with_capacity(signs.len());
        for (sign, arg) in signs.iter().zip(&tree.args) {
            let term = self.term(arg, kind);
            terms.push(match sign {
                Some(sign) => self.node(*sign, vec![term]),
                None => term,
            });
        }
        if terms.len() == 1 {
            return terms.remove(0);
        }
        if tree.args.iter().any(|a| self.is_dots(a)) {
            return self.named("addseq", terms);
        }
        self.node(op, terms)
    }

    fn product(&mut self, joins: &[Join], tree: &Tree) -> Term {
        let kinds: Vec<Kind> = tree.args.iter().map(|a| self.kinds.of(a)).collect();
        let has = |k: Kind| kinds.contains(&k);
        if self.kinds.crossed(joins, tree) {
            let args = self.terms(&tree.args, Kind::Set);
            return self.named("cross", args);
        }
        if joins.iter().all(|j| *j == Join::Cross)
            && kinds.iter().all(|k| *k == Kind::Vec)
            && kinds.len() == 2
        {
            let args = self.terms(&tree.args, Kind::Vec);
            return self.named("vecprod", args);
        }
        if has(Kind::Vec)
            && !has(Kind::Mat)
            && joins == [Join::Dot]
            && kinds == [Kind::Vec, Kind::Vec]
        {
            let args = self.terms(&tree.args, Kind::Vec);
            return self.named("dot", args);
        }
        if has(Kind::Mat) || has(Kind::Vec) {
            return self.linear(tree, &kinds);
        }
        let dots = tree.args.iter().any(|a| self.is_dots(a));
        let factors = self.terms(&tree.args, Kind::Num);
        self.named(if dots { "mulseq" } else { "mul" }, factors)
    }

    /// A product with matrices or vectors: the numbers in front, the rest in order.
    fn linear(&mut self, tree: &Tree, kinds: &[Kind]) -> Term {
        let (mut numbers, mut others) = (Vec::new(), Vec::new());
        for (arg, kind) in tree.args.iter().zip(kinds) {
            let term = self.term(arg, *kind);
            if matches!(kind, Kind::Mat | Kind::Vec) {
                others.push(term)
            } else {
                numbers.push(term)
            }
        }
        let product = match others.len() {
            1 => others.remove(0),
            _ => self.named("matmul", others),
        };
        if numbers.is_empty() {
            return product;
        }
        let number = if numbers.len() == 1 {
            numbers.remove(0)
        } else {
            self.named("mul", numbers)
        };
        self.named("scale", vec![number, product])
    }

    fn power(&mut self, tree: &Tree) -> Term {
        let (base, exponent) = (&tree.args[0], &tree.args[1]);
        let kind = self.kinds.of(base);
        let inverse = super::parse::minus_one(exponent);
        let letter = exponent.symbol();
        if let Head::Mark(mark) = &exponent.head {
            let mark = mark.clone();
            return self.marked(base, &mark, kind, tree);
        }
        let name = match kind {
            Kind::Set | Kind::Event if matches!(letter, Some("c" | "C")) => {
                let args = vec![self.term(base, kind)];
                return self.named("compl", args);
            }
            Kind::Mat | Kind::Vec if matches!(letter, Some("T" | "t")) => {
                let args = vec![self.term(base, kind)];
                return self.named("transpose", args);
            }
            Kind::Mat if inverse => {
                let args = vec![self.term(base, kind)];
                return self.named("matinv", args);
            }
            Kind::Mat => "matpow",
            Kind::Set => "setpow",
            Kind::Fn if inverse => {
                let args = vec![self.term(base, kind)];
                return self.named("finv", args);
            }
            Kind::Fn if base.head != Head::Call => "fpow",
            _ => "pow",
        };
        let args = vec![self.term(base, kind), self.term(exponent, Kind::Num)];
        self.named(name, args)
    }

    /// A base with a superscript that is no exponent.
    fn marked(&mut self, base: &Tree, mark: &str, kind: Kind, tree: &Tree) -> Term {
        let complement = matches!(
            mark,
            r"\complement"
                | "∁"
                | r"\mathsf{c}"
                | r"\mathrm{c}"
                | r"\text{c}"
                | r"\mathcal{C}"
                | r"\mathrm{C}"
        );
        let name = match mark {
            _ if complement => "compl",
            _ if is_transposition(mark) => "transpose",
            r"\circ" | "∘" | "°" | r"\degree" => "degrees",
            "*" | r"\ast" | r"\star" if kind == Kind::Mat => "adjoint",
            "*" | r"\ast" | r"\star"
                if matches!(kind, Kind::Num | Kind::Any)
                    && (base.root_symbol().is_none() || self.usage.complex()) =>
            {
                "conj"
            }
            r"\dagger" | r"\dag" => "adjoint",
            "+" if kind == Kind::Set => "positivepart",
            "-" if kind == Kind::Set => "negativepart",
            r"\perp" | r"\bot" => "orthogonal",
            r"\times" => "unitgroup",
            _ => "",
        };
        if !name.is_empty() {
            let args = vec![self.term(base, kind)];
            return self.named(name, args);
        }
        match base.symbol() {
            Some(symbol) => {
                let name = format!("{symbol}^{{{mark}}}");
                self.symbol(&name)
            }
            None => {
                self.complaints.push(Diagnostic::error(
                    "unknown-mark",
                    format!("the superscript `{mark}` has no known meaning here"),
                    tree.start..tree.end,
                    "kept as it stands, not rewritten",
                ));
                self.opaque_span(tree)
            }
        }
    }

    fn index(&mut self, tree: &Tree) -> Term {
        if let (Head::Fence(op), [inner, index]) = (&tree.args[0].head, tree.args.as_slice())
            && Some(*op) == self.table.norm
            && inner.args.len() == 1
        {
            let args = vec![
                self.term(&inner.args[0], Kind::Any),
                self.term(index, Kind::Any),
            ];
            return self.named("normp", args);
        }
        let kind = self.kinds.of(&tree.args[0]);
        let mut args = vec![self.term(&tree.args[0], kind)];
        for index in &tree.args[1..] {
            // `a_{ij}` has two indices.
            let letters = matches!(&index.head, Head::Product(joins) if joins.iter().all(|j| *j == Join::Beside))
                && index
                    .args
                    .iter()
                    .all(|a| a.symbol().is_some_and(|s| s.len() == 1));
            if letters {
                args.extend(self.terms(&index.args, Kind::Any));
            } else {
                args.push(self.term(index, Kind::Any));
            }
        }
        self.named("idx", args)
    }

    fn is_statement(&self, tree: &Tree) -> bool {
        self.kinds.of(tree) == Kind::Prop
    }

    fn chain(&mut self, ops: &[Op], tree: &Tree) -> Term {
        let statements = tree
            .args
            .iter()
            .all(|a| self.is_statement(a) || self.kinds.of(a) == Kind::Any && self.usage.logic);
        let op_of = |op: Op| {
            if Some(op) == self.table.tends && statements {
                self.table.implies.unwrap_or(op)
            } else {
                op
            }
        };
        let ops: Vec<Op> = ops.iter().map(|&op| op_of(op)).collect();
        let set = |a: &Tree| self.kinds.of(a) == Kind::Set && !matches!(a.head, Head::Pair(..));
        let sets = tree.args.iter().any(set);
        let mut sides = Vec::new();
        for (i, arg) in tree.args.iter().enumerate() {
            let before = i.checked_sub(1).and_then(|i| self.argument_kind(ops[i], 1));
            let after = ops.get(i).and_then(|op| self.argument_kind(*op, 0));
            let expected = match (before, after) {
                (Some(Kind::Set), _) | (_, Some(Kind::Set)) => Kind::Set,
                (Some(kind), None) => kind,
                (None, Some(kind)) => kind,
                _ => Kind::Any,
            };
            let member = Some(ops[i.min(ops.len() - 1)]) == self.table.member;
            let expected = if expected == Kind::Any && sets && !member {
                Kind::Set
            } else {
                expected
            };
            sides.push(match &arg.head {
                Head::Items if !arg.args.iter().any(|a| self.is_statement(a)) => {
                    self.listed(&arg.args)
                }
                _ => self.term(arg, expected),
            });
        }
        if let [op] = ops.as_slice() {
            return self.node(*op, sides);
        }
        let mut all = Vec::with_capacity(2 * sides.len());
        for (i, side) in sides.into_iter().enumerate() {
            if let Some(before) = i.checked_sub(1) {
                let sign = self
                    .vocabulary
                    .operator(ops[before])
                    .map(|o| format!("rel-{}", o.name));
                let sign = sign.and_then(|s| self.op(&s));
                all.push(match sign {
                    Some(sign) => Term::leaf(sign),
                    None => Term::leaf(ops[before]),
                });
            }
            all.push(side);
        }
        self.named("chain", all)
    }

    fn argument_kind(&self, op: Op, at: usize) -> Option<Kind> {
        self.vocabulary
            .operator(op)?
            .signatures
            .first()?
            .args
            .get(at)
            .copied()
    }

    fn listed(&mut self, trees: &[Tree]) -> Term {
        let args = self.terms(trees, Kind::Any);
        self.named("list", args)
    }

    /// Things separated by commas: a list, or statements; names before a relation are a list on its
    /// left side, values after one a list on its right side.
    fn items(&mut self, trees: &[Tree], expected: Kind) -> Term {
        let statement = |t: &Tree| self.is_statement(t) || matches!(t.head, Head::Words(_));
        if !trees.iter().any(statement) && expected != Kind::Prop {
            return self.listed(trees);
        }
        let mut merged = self.merge(trees);
        match merged.len() {
            1 => self.term(&merged.remove(0), Kind::Prop),
            _ => {
                let args = self.terms(&merged, Kind::Prop);
                self.named("comma", args)
            }
        }
    }

    fn merge(&self, trees: &[Tree]) -> Vec<Tree> {
        let mut merged: Vec<Tree> = Vec::new();
        let mut names: Vec<Tree> = Vec::new();
        for tree in trees {
            match &tree.head {
                Head::Chain(_) if !names.is_empty() && !tree.closed => {
                    let mut tree = tree.clone();
                    names.push(tree.args[0].clone());
                    tree.args[0] = Tree::over(Head::Items, std::mem::take(&mut names));
                    merged.push(tree);
                }
                _ if self.is_statement(tree) || matches!(tree.head, Head::Words(_)) => {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                _ if tree.root_symbol().is_some()
                    || merged.last().is_some()
                    || self.is_dots(tree) =>
                {
                    names.push(tree.clone());
                }
                _ => {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
            }
        }
        match merged.last_mut() {
            Some(last)
                if !names.is_empty() && matches!(last.head, Head::Chain(_)) && !last.closed =>
            {
                if let Some(right) = last.args.pop() {
                    names.insert(0, right);
                    last.args.push(Tree::over(Head::Items, names));
                }
            }
            _ => merged.append(&mut names),
        }
        merged
    }

    fn quantified(&mut self, op: Op, tree: &Tree, stated: bool) -> Term {
        let count = if stated {
            tree.args.len() - 1
        } else {
            tree.args.len()
        };
        let mut flat = Vec::new();
        for declaration in &tree.args[..count] {
            match declaration.head {
                Head::Items if !declaration.closed => flat.extend(declaration.args.iter().cloned()),
                _ => flat.push(declaration.clone()),
            }
        }
        let mut args = self.declarations(&flat);
        if stated {
            args.push(self.term(&tree.args[count], Kind::Prop));
        }
        Term::new(op, args)
    }

    /// Declarations: names are gathered to the left side of the relation that follows them.
    fn declarations(&mut self, trees: &[Tree]) -> Vec<Term> {
        let mut terms = Vec::new();
        let mut names: Vec<Tree> = Vec::new();
        for tree in trees {
            if let (Head::Chain(_), false) = (&tree.head, names.is_empty()) {
                let mut tree = tree.clone();
                names.push(tree.args[0].clone());
                tree.args[0] = Tree::over(Head::Items, std::mem::take(&mut names));
                terms.push(self.term(&tree, Kind::Prop));
            } else if tree.root_symbol().is_some() {
                names.push(tree.clone());
            } else {
                terms.extend(self.terms(&std::mem::take(&mut names), Kind::Any));
                terms.push(self.term(tree, Kind::Prop));
            }
        }
        terms.extend(self.terms(&names, Kind::Any));
        terms
    }

    fn fence(&mut self, op: Op, tree: &Tree) -> Term {
        let kind = tree.args.first().map_or(Kind::Any, |a| self.kinds.of(a));
        let args = self.terms(&tree.args, kind);
        if Some(op) == self.table.abs {
            return match kind {
                Kind::Set | Kind::Event => self.named("card", args),
                Kind::Mat => self.named("det", args),
                Kind::Vec => self.named("norm", args),
                _ => self.node(op, args),
            };
        }
        let fits = self
            .vocabulary
            .operator(op)
            .is_some_and(|o| o.signatures.iter().any(|s| s.takes(args.len())));
        if fits {
            self.node(op, args)
        } else {
            self.opaque_span(tree)
        }
    }

    fn pair(&mut self, open: &str, close: &str, tree: &Tree, expected: Kind) -> Term {
        let args = self.terms(&tree.args, Kind::Any);
        let interval = match (open, close) {
            ("(", ")") if expected == Kind::Set => "interval-oo",
            ("[", "]") => "interval-cc",
            ("]", "[") => "interval-oo",
            ("[", ")") | ("[", "[") => "interval-co",
            ("(", "]") | ("]", "]") => "interval-oc",
            _ => "tuple",
        };
        if args.len() == 2 {
            self.named(interval, args)
        } else {
            self.named("tuple", args)
        }
    }

    fn builder(&mut self, tree: &Tree) -> Term {
        let (element, condition) = (&tree.args[0], &tree.args[1]);
        if let Some(name) = element.symbol() {
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
        let mut names = Vec::new();
        declared(condition, &mut names);
        symbols(element, &mut names);
        let Some(name) = names.first().cloned() else {
            return self.opaque_span(tree);
        };
        let element = self.term(element, Kind::Any);
        let condition = self.term(condition, Kind::Prop);
        self.bind(
            "imageset",
            vec![element.clone(), element, condition],
            &name,
            SlotSort::Any,
        )
    }

    fn bind(&mut self, op: &str, args: Vec<Term>, name: &str, sort: SlotSort) -> Term {
        match self.op(op) {
            Some(op) => self.bound(op, args, name, sort),
            None => self.named(op, args),
        }
    }

    fn bound(&mut self, op: Op, args: Vec<Term>, name: &str, sort: SlotSort) -> Term {
        let symbol = Op::symbol(self.atoms.symbol(name));
        let term = normal::bind(self.vocabulary, op, args, symbol, sort);
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

    fn binder(&mut self, op: Op, sort: SlotSort, tree: &Tree) -> Term {
        let Some(binder) = self.vocabulary.operator(op).and_then(|o| o.binds.clone()) else {
            return self.apply(op, tree, Kind::Any);
        };
        let var = &tree.args[binder.var];
        if let Head::Items = var.head {
            // `\sum_{i,j \in A}` is a sum of sums.
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
        let mut args = Vec::with_capacity(tree.args.len());
        for (i, arg) in tree.args.iter().enumerate() {
            let kind = signature
                .as_ref()
                .and_then(|s| s.args.get(i))
                .copied()
                .unwrap_or(Kind::Any);
            args.push(self.term(arg, kind));
        }
        self.bound(op, args, &name, sort)
    }

    fn opaque_text(&mut self, text: String, start: usize) -> Term {
        let end = start + text.len();
        self.opaque_piece(vec![text], Vec::new(), start, end)
    }

    fn opaque_piece(
        &mut self,
        pieces: Vec<String>,
        args: Vec<Term>,
        start: usize,
        end: usize,
    ) -> Term {
        let found = self.atoms.opaques.iter().position(|o| o.pieces == pieces);
        let index = found.unwrap_or_else(|| {
            self.atoms.opaques.push(Opaque { pieces, start, end });
            self.atoms.opaques.len() - 1
        });
        Term::new(Op::opaque(index as u32), args)
    }

    /// The piece of a tree, by its place.
    fn opaque_span(&mut self, tree: &Tree) -> Term {
        let from = self.tokens.partition_point(|t| t.start < tree.start);
        let to = self.tokens.partition_point(|t| t.start < tree.end);
        self.opaque(from, to, tree.start)
    }

    /// Tokens that are kept as they stand: the symbols among them are children.
    fn opaque(&mut self, from: usize, to: usize, place: usize) -> Term {
        let tokens = &self.tokens[from.min(to)..to];
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return self.opaque_text(String::new(), place);
        };
        let (start, end) = (first.start, last.end);
        let mut pieces = Vec::new();
        let mut args = Vec::new();
        let mut done = start;
        for token in tokens {
            let letter =
                token.class == Class::Letter && !matches!(token.key.as_ref(), r"\pi" | "π");
            if letter || token.class == Class::Name && token.key.starts_with(r"\math") {
                pieces.push(self.source[done..token.start].to_owned());
                args.push(self.symbol(token.key.as_ref()));
                done = token.end;
            }
        }
        pieces.push(self.source[done..end].to_owned());
        self.opaque_piece(pieces, args, start, end)
    }
}

/// Names on the left of the relations of a condition.
fn declared(tree: &Tree, names: &mut Vec<String>) {
    match &tree.head {
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

fn symbols(tree: &Tree, names: &mut Vec<String>) {
    if let Some(name) = tree.symbol() {
        names.push(name.to_owned());
    }
    tree.args.iter().for_each(|a| symbols(a, names));
}
