//! Relations, lists and quantifiers.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
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

    /// A variable, what is given, and its distribution: `X \mid Y = y \sim \mathcal{N}(y, 1)`.
    fn distributed(&mut self, ops: &[Op], tree: &Tree) -> Option<Term> {
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
    fn cube(&mut self, tree: &Tree) -> Option<Term> {
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
    fn follows(&mut self, ops: &[Op], tree: &Tree) -> Option<Term> {
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
    fn asked(&mut self, ops: &[Op], tree: &Tree) -> Option<Term> {
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

    /// Keeps the names of rows that change places.
    fn keep_rows(&mut self, tree: &Tree) {
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
    fn pairs(&self, tree: &Tree) -> bool {
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

    /// Whether a function is said to grow as fast as another: `f(n) = \Theta(n \log n)`.
    fn grows(&self, function: &Term, side: &Term) -> bool {
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
    fn bounds(&self, side: &Term) -> bool {
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
fn set_of_sets(tree: &Tree) -> bool {
    let listed = |t: &Tree| t.head == Head::Braces;
    listed(tree) && tree.args.iter().all(listed)
}
