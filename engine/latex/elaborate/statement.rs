//! Relations, lists and quantifiers.

mod related;

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
use related::set_of_sets;
use smallvec::SmallVec;

/// In longer chains a bracket is not compared with the other sides.
pub(super) const SIDES: usize = 12;

impl Elaborator<'_> {
    pub(super) fn is_statement(&self, tree: &Tree) -> bool {
        self.kinds.of(tree) == Kind::Prop || self.conditional(tree)
    }

    /// Whether this is a statement with its condition behind it.
    fn conditional(&self, tree: &Tree) -> bool {
        match (&tree.head, tree.args.as_slice()) {
            (Head::Apply(op), [said, given]) => {
                said.states() && given.states() && self.op("when") == Some(*op)
            }
            (Head::Sequence, [said, words, given]) => {
                said.states()
                    && given.states()
                    && matches!(&words.head, Head::Words(_))
                    && super::spoken(words).is_some_and(|said| said == "if")
            }
            _ => false,
        }
    }

    #[inline(never)]
    pub(super) fn chain(&mut self, ops: &[Op], tree: &Tree) -> Term {
        if let Some(term) = self.distributed(ops, tree) {
            return term;
        }
        if let Some(question) = self.asked(ops, tree) {
            return question;
        }
        if let [op] = ops
            && Some(*op) == self.table.implies
            && let Some(term) = self.double_arrow(tree)
        {
            return term;
        }
        if let Some(said) = self.follows(ops, tree) {
            return said;
        }
        if let [op] = ops
            && Some(*op) == self.table.tends
            && let Some(partitioned) = self.partitions(tree)
        {
            return partitioned;
        }
        if let [op] = ops
            && Some(*op) == self.table.tends
            && let Some((ops, sides)) = super::arrows::passing(*op, tree)
        {
            return self.chain(&ops, &sides);
        }
        if let Some(law) = self.regrouped(tree) {
            return self.chain(ops, &law);
        }
        if let Some(sides) = self.associated(&tree.args) {
            return self.chain(ops, &Tree::over(tree.head.clone(), sides));
        }
        let listed =
            |a: &Tree| a.head == Head::Items && a.args.iter().any(|item| self.is_statement(item));
        let product = |a: &Tree| matches!(a.head, Head::Product(_));
        let statements = tree.args.iter().all(|a| {
            let unsure = self.kinds.of(a) == Kind::Any && !product(a);
            self.is_statement(a) || listed(a) || unsure && self.usage.implies_by_arrows()
        });
        // `p \to q`, where nothing tends to anything
        let variable = |a: &Tree| matches!(a.symbol(), Some("p" | "q" | "r"));
        // `P(x) \to \exists y\,Q(y)`: nothing tends to a statement.
        let quantified = |a: &Tree| matches!(a.head, Head::Quantified(_));
        let statements = statements
            || tree.args.iter().skip(1).any(quantified)
            || ops.len() == 1
                && tree.args.iter().all(variable)
                && !tree.args[0].says_as(&tree.args[1]);
        // `\forall x\,(Px \to Qx)`
        let predicate = |a: &Tree| match (&a.head, a.args.as_slice()) {
            (Head::Product(joins), [name, subjects @ ..]) => {
                joins.iter().all(|j| *j == Join::Beside)
                    && name.symbol().is_some_and(|n| n.len() == 1 && capital(n))
                    && subjects.iter().all(|t| {
                        t.symbol()
                            .is_some_and(|n| matches!(n.as_bytes(), [b'a'..=b'c' | b'u'..=b'z']))
                    })
            }
            _ => false,
        };
        let declared = || {
            let subjects = || tree.args.iter().flat_map(|side| &side.args[1..]);
            self.usage.logic
                || subjects()
                    .filter_map(Tree::symbol)
                    .any(|n| self.usage.is_bound(n))
        };
        let arrow = matches!(ops, [op] if Some(*op) == self.table.tends);
        let statements = statements || arrow && tree.args.iter().all(predicate) && declared();
        let iff = self.op("iff");
        let corresponds = match ops.iter().any(|op| iff == Some(*op)) && self.pairs(tree) {
            true => self.op("corresponds"),
            false => None,
        };
        let op_of = |op: Op| {
            if Some(op) == self.table.tends && statements && !self.usage.typings {
                self.table.implies.unwrap_or(op)
            } else if iff == Some(op) {
                corresponds.unwrap_or(op)
            } else {
                op
            }
        };
        let mut ops: SmallVec<[Op; 8]> = ops.iter().map(|&op| op_of(op)).collect();
        self.order_structures(&mut ops, &tree.args);
        if ops.iter().any(|op| self.op("corresponds") == Some(*op)) {
            self.keep_rows(tree);
        }
        let set = |a: &Tree| self.kinds.of(a) == Kind::Set && !matches!(a.head, Head::Pair(..));
        // `A = {1, 2, 3}`
        let listed = || match tree.args.as_slice() {
            [name, list] if Some(ops[0]) == self.table.eq => {
                list.head == Head::Items
                    && list.closed
                    && name.symbol().is_some_and(|n| n.len() == 1 && capital(n))
            }
            _ => false,
        };
        let sets = tree.args.iter().any(set) || listed();
        let mut sides = self.list();
        for (i, arg) in tree.args.iter().enumerate() {
            let before = i.checked_sub(1).and_then(|i| self.argument_kind(ops[i], 1));
            let after = ops.get(i).and_then(|op| self.argument_kind(*op, 0));
            let expected = match (before, after) {
                (Some(Kind::Set), _) | (_, Some(Kind::Set)) => Kind::Set,
                (Some(one), Some(other)) if one == other => one,
                (Some(kind), None) => kind,
                (None, Some(kind)) => kind,
                _ => Kind::Any,
            };
            let op = ops[i.min(ops.len() - 1)];
            let member = Some(op) == self.table.member || self.op("notin") == Some(op);
            // `\{2\} \iff {0, \{3\}} \iff 1` is a list between statements.
            let stated = before == Some(Kind::Prop)
                || after == Some(Kind::Prop)
                || self.op("corresponds") == Some(op);
            // `(a, b) = \{\{a\}, \{a, b\}\}` is no interval.
            let pair = || matches!(&arg.head, Head::Pair(open, _) if open == "(");
            let sets = sets && !(pair() && tree.args.iter().any(set_of_sets));
            let expected = if expected == Kind::Any && sets && !member && !stated {
                Kind::Set
            } else {
                expected
            };
            if member
                && i > 0
                && let Some(cube) = self.cube(arg)
            {
                sides.push(cube);
                continue;
            }
            if let Some(angle) = self.angle_between(arg, &tree.args) {
                sides.push(self.term(&angle, Kind::Num));
                continue;
            }
            if let Some(vector) = self.components(arg, &tree.args) {
                sides.push(self.operand(&vector, Kind::Vec));
                continue;
            }
            if i == 1
                && Some(ops[0]) == self.table.eq
                && let Some(run) = self.gone_through(&tree.args[0], arg)
            {
                sides.push(run);
                continue;
            }
            if arg.head == Head::Index
                && let Some(member) = self.by_member(arg)
            {
                sides.push(member);
                continue;
            }
            if i > 0
                && matches!(arg.head, Head::Product(_))
                && let Some(block) = self.by_block(arg, &tree.args[i - 1])
            {
                sides.push(block);
                continue;
            }
            if i > 0
                && matches!(arg.head, Head::Product(_) | Head::Sum(..))
                && let Some(entries) = self.by_entries(arg, &tree.args[i - 1])
            {
                sides.push(entries);
                continue;
            }
            if matches!(arg.head, Head::Chain(_))
                && !stated
                && let Some(form) = self.form(arg)
            {
                sides.push(form);
                continue;
            }
            if ops.first().copied() == self.table.eq && self.moves_other_side(arg, &tree.args) {
                let factors = self.terms(&arg.args, Kind::Any);
                sides.push(self.named("opmul", factors));
                continue;
            }
            sides.push(match &arg.head {
                Head::Product(_) if ops.get(i).copied() == self.table.member && self.runs(arg) => {
                    self.whole(arg)
                }
                // `i \in 1, \dots, n`
                Head::Items if member && i > 0 && arg.args.iter().any(|a| self.is_dots(a)) => {
                    let members = Tree::over(Head::Braces, arg.args.to_vec());
                    self.term(&members, Kind::Set)
                }
                Head::Items if arg.closed && expected == Kind::Set => self.term(arg, expected),
                Head::Items if !arg.args.iter().any(|a| self.is_statement(a)) => {
                    self.listed(&arg.args)
                }
                Head::Braces if self.remains(arg, expected) => self.term(arg, expected),
                // What is in `\{a, b\}` is in a set.
                Head::Pair(..) | Head::Braces
                    if tree.args.len() <= SIDES && before != Some(Kind::Set) =>
                {
                    let others: Vec<&Tree> = tree
                        .args
                        .iter()
                        .filter(|t| !std::ptr::eq(*t, arg))
                        .collect();
                    self.side(arg, &others, expected)
                }
                _ => self.term(arg, expected),
            });
        }
        if let [op] = ops.as_slice() {
            // Whatever is of an order is not equal to it.
            let order = Some(*op) == self.table.eq
                && (self.bounds(&sides[1]) || self.grows(&sides[0], &sides[1]));
            return match self
                .op("order")
                .filter(|_| order && !self.bounds(&sides[0]))
            {
                Some(order) => self.node(order, sides),
                None => self.node(*op, sides),
            };
        }
        let mut all = Vec::with_capacity(2 * sides.len());
        for (i, side) in sides.into_iter().enumerate() {
            let signed = |i: usize| match tree.args[i].head {
                Head::Relation(_) => true,
                Head::Apply(op) => self.table.usual.relating == Some(op),
                _ => false,
            };
            if let Some(before) = i.checked_sub(1)
                && !signed(i)
                && !signed(before)
            {
                all.push(match self.table.shape(ops[before]).sign {
                    Some(sign) => Term::leaf(sign),
                    None => Term::leaf(ops[before]),
                });
            }
            all.push(side);
        }
        self.named("chain", all)
    }

    pub(super) fn argument_kind(&self, op: Op, at: usize) -> Option<Kind> {
        self.vocabulary
            .operator(op)?
            .signatures
            .first()?
            .args
            .get(at)
            .copied()
    }

    #[inline(never)]
    pub(super) fn quantified(&mut self, op: Op, tree: &Tree, stated: bool) -> Term {
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
    pub(super) fn declarations(&mut self, trees: &[Tree]) -> Vec<Term> {
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
}

/// `x = 1 or 2` is `x = 1 or x = 2`: the statement before says what is left out. Of a longer one,
/// `x = a + b = 1 or 2`, that is the letter at its beginning.
pub(super) fn completed(trees: &[Tree], states: impl Fn(&Tree) -> bool) -> Vec<Tree> {
    let mut complete: Vec<Tree> = Vec::with_capacity(trees.len());
    for tree in trees {
        let whole = match complete.last() {
            Some(before)
                if !states(tree)
                    && let Head::Chain(ops) = &before.head
                    && let [op, more @ ..] = ops.as_slice()
                    && (more.is_empty() && before.args.len() == 2
                        || before.args[0].symbol().is_some() && more.iter().all(|o| o == op))
                    && !matches!(tree.head, Head::Words(_))
                    && before.args[0].repeats() =>
            {
                let sides = vec![before.args[0].clone(), tree.clone()];
                let mut whole = Tree::over(Head::Chain([*op].as_slice().into()), sides);
                (whole.start, whole.end) = (tree.start, tree.end);
                whole
            }
            _ => tree.clone(),
        };
        complete.push(whole);
    }
    complete
}
