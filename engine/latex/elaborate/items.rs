//! Things with commas between them: lists, statements, names before a relation and values after one.

use super::Elaborator;
use crate::latex::apart::same;
use crate::latex::kinds::capital;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;
use smallvec::SmallVec;

impl Elaborator<'_> {
    pub(super) fn listed(&mut self, trees: &[Tree]) -> Term {
        // `p_0, p_1, \ldots p_n \in K`: the last member stands right behind the dots.
        let through = |t: &Tree| {
            let beside =
                matches!(&t.head, Head::Product(joins) if joins.as_slice() == [Join::Beside]);
            beside && !t.closed && self.is_dots(&t.args[0])
        };
        let args = match trees.split_last() {
            Some((last, before)) if !before.is_empty() && through(last) => {
                let mut args = self.terms(before, Kind::Any);
                args.extend(self.terms(&last.args, Kind::Any));
                args
            }
            _ => self.terms(trees, Kind::Any),
        };
        self.named("list", args)
    }

    /// Things separated by commas: a list, or statements; names before a relation are a list on its
    /// left side, values after one a list on its right side.
    #[inline(never)]
    pub(super) fn items(&mut self, trees: &[Tree], expected: Kind) -> Term {
        let statement = |t: &Tree| self.is_statement(t) || matches!(t.head, Head::Words(_));
        if !trees.iter().any(statement) && expected != Kind::Prop {
            return self.listed(trees);
        }
        let residues = self.residues(trees);
        let mut merged = self.merge(residues.as_deref().unwrap_or(trees));
        match merged.len() {
            1 => self.term(&merged.remove(0), Kind::Prop),
            _ => {
                self.letters_first(&mut merged);
                let args = self.terms(&merged, Kind::Prop);
                self.named("comma", args)
            }
        }
    }

    /// Exchanges the sides of bounds that begin with a number, where others begin with a letter: the two
    /// of `0 < x,\quad y < 1` side by side would be bounds of both letters.
    fn letters_first(&self, statements: &mut [Tree]) {
        let orders = &self.table.orders;
        let order = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Chain(ops), [_, _]) if !t.closed => orders.iter().position(|op| *op == ops[0]),
            _ => None,
        };
        let named = |t: &Tree| t.root_symbol().is_some();
        if orders.len() < 4
            || !statements
                .iter()
                .any(|t| order(t).is_some() && named(&t.args[0]))
        {
            return;
        }
        for statement in statements {
            if let Some(at) = order(statement)
                && statement.args[0].is_constant()
                && named(&statement.args[1])
            {
                statement.args.swap(0, 1);
                statement.head = Head::Chain([orders[(at + 2) % 4]].as_slice().into());
            }
        }
    }

    /// Whether this says which value a random variable takes: `A = a`.
    fn outcome(&self, tree: &Tree) -> bool {
        let equal = matches!(&tree.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == self.table.eq);
        matches!((equal, tree.args.as_slice()), (true, [variable, value])
            if variable.symbol().is_some_and(capital) && !value.symbol().is_some_and(capital))
    }

    /// Whether a variable is said to have a distribution.
    fn has_law(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Chain(ops), [variable, law])
            if matches!(ops.as_slice(), [op] if Some(*op) == self.table.usual.sim)
                && variable.root_symbol().is_some()
                && law.head == Head::Call)
            && !tree.closed
    }

    /// Whether this is a variable under a condition, which reads like a divisor.
    fn under_condition(&self, tree: &Tree) -> bool {
        matches!((&tree.head, tree.args.as_slice()), (Head::Chain(ops), [variable, _])
            if matches!(ops.as_slice(), [op] if Some(*op) == self.table.divides)
                && variable.root_symbol().is_some())
            && !tree.closed
    }

    /// A variable that has a distribution under several conditions.
    fn under_several(&self, first: Option<Tree>, names: Vec<Tree>, law: &Tree) -> Option<Tree> {
        let mut condition = first?.args;
        let mut given = vec![condition.pop()?];
        given.extend(names);
        given.push(law.args[0].clone());
        condition.push(Tree::over(Head::Items, given));
        let barred = Tree::over(Head::Apply(self.table.barred?), condition);
        let parts = vec![barred.close(), law.args[1].clone()];
        Some(Tree::over(law.head.clone(), parts))
    }

    pub(super) fn merge(&self, trees: &[Tree]) -> Vec<Tree> {
        let mut merged: Vec<Tree> = Vec::new();
        let mut names: Vec<Tree> = Vec::new();
        let alike = self.alike(trees);
        for (at, tree) in trees.iter().enumerate() {
            let more = self.more_values(merged.last(), &names, tree);
            if more > 0 {
                let rest = names.split_off(more);
                self.values(&mut merged, std::mem::replace(&mut names, rest));
            }
            match &tree.head {
                // `X_1 = x_1, \ldots, X_n = x_n`: statements are left out.
                Head::Chain(_)
                    if matches!(names.as_slice(), [only] if self.is_dots(only))
                        && merged.last().is_some_and(|last| last.head == tree.head) =>
                {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                // `P(A = a, L, S = 1)`: an outcome stands before the names, and one follows them.
                Head::Chain(_)
                    if !names.is_empty()
                        && names.iter().all(|t| t.symbol().is_some_and(capital))
                        && self.outcome(tree)
                        && merged.last().is_some_and(|last| self.outcome(last)) =>
                {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                // `y \mid X, \beta \sim N(X \beta, 1)`: the condition is all of the list.
                Head::Chain(_)
                    if names.iter().all(|name| name.root_symbol().is_some())
                        && self.has_law(tree)
                        && merged.last().is_some_and(|last| self.under_condition(last)) =>
                {
                    let first = merged.pop();
                    merged.extend(self.under_several(first, std::mem::take(&mut names), tree));
                }
                Head::Chain(_) if self.premise(tree) => {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                // `a = 1, 2 \\ b = 3`, `i = 1, \ldots, n, a_i > 0`: values of what is before them.
                Head::Chain(_)
                    if !names.is_empty()
                        && !tree.closed
                        && (self.line_ends(&merged, &names, tree)
                            || self.goes_up(&names, merged.last())) =>
                {
                    self.values(&mut merged, std::mem::take(&mut names));
                    merged.push(tree.clone());
                }
                // `n, u_{n+1} = u_n + 5`: the statement holds for all.
                Head::Chain(_)
                    if trees.len() == 2
                        && matches!(names.as_slice(), [only] if self.ranges(only, tree)) =>
                {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                // `x_i, i \\in I`: the statement says what the index before it is. `i, j > i`
                Head::Chain(_)
                    if !names.is_empty()
                        && !tree.closed
                        && (runs_index(tree, &names) || self.beyond_name(tree, &names)) =>
                {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                // `-\Delta u = f \text{ in } \Omega, u|_{\partial\Omega} = 0`: a value begins a statement.
                Head::Chain(_)
                    if !names.is_empty()
                        && !tree.closed
                        && self.restricted(&tree.args[0])
                        && !names.iter().all(|name| self.restricted(name)) =>
                {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                Head::Chain(_) if !names.is_empty() && !tree.closed => {
                    let mut tree = tree.clone();
                    names.push(tree.args[0].clone());
                    tree.args[0] = Tree::over(Head::Items, std::mem::take(&mut names));
                    merged.push(tree);
                }
                // `f, g: X \to Y`
                Head::Apply(op)
                    if Some(*op) == self.table.maps
                        && !tree.closed
                        && !names.is_empty()
                        && names.iter().all(|name| goes_along(name, tree)) =>
                {
                    let mut tree = tree.clone();
                    names.push(tree.args[0].clone());
                    tree.args[0] = Tree::over(Head::Items, std::mem::take(&mut names));
                    merged.push(tree);
                }
                // `a, b \\in A \\text{ and } a < b`
                Head::Apply(op)
                    if !names.is_empty() && !tree.closed && self.connects(*op) && leads(tree) =>
                {
                    let mut tree = tree.clone();
                    tree.args[0] = self
                        .merge(&[std::mem::take(&mut names), vec![tree.args[0].clone()]].concat())
                        .pop()
                        .unwrap_or_else(|| tree.args[0].clone());
                    merged.push(tree);
                }
                _ if self.is_statement(tree) || matches!(tree.head, Head::Words(_)) => {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
                _ if tree.root_symbol().is_some() && tree.head != Head::Power
                    || merged.last().is_some()
                    || self.is_dots(tree)
                    || alike.binary_search(&at).is_ok() =>
                {
                    names.push(tree.clone());
                }
                _ => {
                    merged.append(&mut names);
                    merged.push(tree.clone());
                }
            }
        }
        self.values(&mut merged, names);
        merged
    }

    /// The places of what stands before a statement about members or sizes and is as its left side is,
    /// points or values of one function: all are meant by it, `(x_1, y_1), \dots, (x_n, y_n) \in S`,
    /// `|x|, |y| < 1`, and what is reckoned before a statement about what is: `x + y, xy \in A`,
    /// `\sqrt{2}, \sqrt{3} \notin \mathbb{Q}`. They come in their order.
    fn alike(&self, trees: &[Tree]) -> SmallVec<[usize; 4]> {
        let belongs =
            |op: &Op| Some(*op) == self.table.member || Some(*op) == self.table.usual.notin;
        let compares = |op: &Op| belongs(op) || self.table.orders.contains(op);
        let mut found = SmallVec::new();
        let mut from = 0;
        for (at, tree) in trees.iter().enumerate() {
            let Head::Chain(ops) = &tree.head else {
                continue;
            };
            let left = &tree.args[0];
            if ops.first().is_some_and(compares) && !tree.closed && left.symbol().is_none() {
                let as_left = |t: &Tree| {
                    let pairs = || t.args.iter().zip(&left.args);
                    t.head == left.head
                        && t.args.len() == left.args.len()
                        && (t.head != Head::Call || pairs().any(|(one, other)| same(one, other)))
                };
                let before = trees[from..at].iter().rev();
                let run = before.take_while(|t| self.is_dots(t) || as_left(t)).count();
                let all = at - from;
                let members = ops.first().is_some_and(belongs) && is_result(left);
                let member =
                    |t: &Tree| is_result(t) || t.root_symbol().is_some() && t.head != Head::Call;
                let run = match members && trees[from..at].iter().all(member) {
                    true => all,
                    false => run,
                };
                found.extend(at - run..at);
            }
            from = at + 1;
        }
        found
    }

    /// Adds what is listed behind statements: values of the last one, where they may be some.
    fn values(&self, merged: &mut Vec<Tree>, mut names: Vec<Tree>) {
        // `f = x^2; C` lists more than values.
        let apart = match (merged.last(), names.first()) {
            (Some(last), _) if self.premise(last) => true,
            // `x = 1, a : b : c`
            (Some(last), Some(_)) if names.iter().any(|t| self.proportion(t)) => {
                !last.args.last().is_some_and(|right| self.proportion(right))
            }
            // `x^2 + y^2 = 4, P(0, 2)`: a point is no value.
            (Some(last), Some(_)) if names.iter().all(placed) => {
                !last.args.last().is_some_and(placed)
            }
            (Some(last), Some(first)) => {
                self.divided(last, first) && names.iter().all(|t| t.symbol().is_some())
            }
            _ => false,
        };
        match merged.last_mut() {
            Some(last)
                if !apart
                    && !names.is_empty()
                    && matches!(last.head, Head::Chain(_))
                    && !last.closed =>
            {
                if let Some(right) = last.args.pop() {
                    names.insert(0, right);
                    last.args.push(Tree::over(Head::Items, names));
                }
            }
            _ => merged.append(&mut names),
        }
    }

    /// How many of the things before a statement are more values of the one before: numbers, and what
    /// dots lead to, `i = 1, 2, j = 3`.
    fn more_values(&self, before: Option<&Tree>, names: &[Tree], statement: &Tree) -> usize {
        let valued = |t: &Tree| {
            matches!(t.head, Head::Chain(_)) && t.args.last().is_some_and(Tree::is_numeric)
        };
        let (Some(first), Head::Chain(_)) = (names.first(), &statement.head) else {
            return 0;
        };
        if !first.is_numeric() || statement.args[0].is_numeric() || !before.is_some_and(valued) {
            return 0;
        }
        let led = |at: usize| at > 0 && self.is_dots(&names[at - 1]);
        let other =
            |at: &usize| !names[*at].is_numeric() && !self.is_dots(&names[*at]) && !led(*at);
        (0..names.len()).find(other).unwrap_or(names.len())
    }

    /// Whether a line ends between names, which stand in one line with the statement before them, and the
    /// next one.
    fn line_ends(&self, before: &[Tree], names: &[Tree], statement: &Tree) -> bool {
        let breaks = |from: Option<&Tree>, to: Option<&Tree>| {
            let between = from.zip(to);
            let between = between.and_then(|(from, to)| self.source.get(from.end..to.start));
            between.is_some_and(|between| between.contains(r"\\"))
        };
        let stated = before.last().filter(|t| matches!(t.head, Head::Chain(_)));
        stated.is_some() && breaks(names.last(), Some(statement)) && !breaks(stated, names.first())
    }

    /// Whether dots and where they lead to go on with the number that a letter begins with.
    fn goes_up(&self, names: &[Tree], before: Option<&Tree>) -> bool {
        let begins = |t: &Tree| {
            matches!((&t.head, t.args.as_slice()), (Head::Chain(ops), [letter, from])
                if ops.len() == 1
                    && Some(ops[0]) == self.table.eq
                    && letter.symbol().is_some()
                    && matches!(from.head, Head::Number(_)))
        };
        matches!(names, [dots, last] if self.is_dots(dots) && !self.is_dots(last))
            && before.is_some_and(begins)
    }

    /// Whether a statement orders something against a name that stands alone before it: `i, j > i`.
    fn beyond_name(&self, statement: &Tree, names: &[Tree]) -> bool {
        let (Head::Chain(ops), [_, other]) = (&statement.head, statement.args.as_slice()) else {
            return false;
        };
        let equal = Some(ops[0]) == self.table.eq;
        let own = |n: &Tree| n.symbol().is_some() && n.symbol() == other.symbol();
        !equal && !self.belongs(statement) && names.iter().any(own)
    }

    /// Whether an equation says of each value of the letter before it what it says: both sides hold it,
    /// or the left one, which is no letter with marks, as an index or an argument.
    fn ranges(&self, name: &Tree, statement: &Tree) -> bool {
        let equal = matches!(&statement.head, Head::Chain(ops) if ops.len() == 1 && Some(ops[0]) == self.table.eq);
        let (Some(letter), [left, right]) = (name.symbol(), statement.args.as_slice()) else {
            return false;
        };
        let given = match left.head {
            Head::Call | Head::Index => right.mentions(letter),
            Head::Sum(..) | Head::Product(_) => true,
            _ => false,
        };
        equal
            && letter.len() == 1
            && !capital(letter)
            && given
            && left.mentions(letter)
            && self.depends(left, letter)
    }

    /// Whether a letter is an index or an argument somewhere in a sum or a product.
    fn depends(&self, tree: &Tree, letter: &str) -> bool {
        match tree.head {
            Head::Call | Head::Index => tree.args[1..].iter().any(|t| t.mentions(letter)),
            _ => tree.args.iter().any(|t| self.depends(t, letter)),
        }
    }

    /// Whether this is taken at a place: `u|_{\partial\Omega}`.
    fn restricted(&self, tree: &Tree) -> bool {
        let at = self.table.evaluation.map(|(at, _)| at);
        matches!(tree.head, Head::Apply(op) if Some(op) == at)
    }

    /// Whether this is a proportion of several numbers, which no other number is listed with: `a : b : c`.
    fn proportion(&self, tree: &Tree) -> bool {
        matches!(tree.head, Head::Apply(op) if self.op("ratios") == Some(op))
    }

    /// Whether this is an implication among the premises of a judgement: `\phi \to \psi, \phi \vdash \psi`.
    pub(super) fn premise(&self, tree: &Tree) -> bool {
        let implies = |op: &Op| Some(*op) == self.table.tends || Some(*op) == self.table.implies;
        matches!(&tree.head, Head::Chain(ops) if ops.iter().all(implies))
            && self.usage.logic
            && self.signs.judges(self.tokens)
    }

    /// Whether an operator is "and" or "or".
    pub(super) fn connects(&self, op: Op) -> bool {
        self.op("and") == Some(op) || self.op("or") == Some(op)
    }

    /// Whether a semicolon stands between two items.
    fn divided(&self, one: &Tree, other: &Tree) -> bool {
        let between = self.source.get(one.end..other.start);
        between.is_some_and(|text| text.contains(';') && text.replace(r"\;", "").contains(';'))
    }
}

/// Whether this is a result of signs: of a sum, a product, a power, a root.
fn is_result(tree: &Tree) -> bool {
    let signs = matches!(tree.head, Head::Sum(..) | Head::Power | Head::Product(_))
        || matches!(tree.head, Head::Apply(_)) && tree.args.len() < 3;
    signs && !tree.states()
}

/// Whether this is a point with its coordinates: `F_1(-c, 0)`.
fn placed(tree: &Tree) -> bool {
    let [point, coordinates @ ..] = tree.args.as_slice() else {
        return false;
    };
    let named = matches!(point.head, Head::Symbol(_) | Head::Index);
    tree.head == Head::Call
        && named
        && point.root_symbol().is_some_and(capital)
        && (2..4).contains(&coordinates.len())
}

/// Whether the left side of a statement is the index of the names before it, whatever stands above them.
fn runs_index(statement: &Tree, names: &[Tree]) -> bool {
    let Some(letter) = statement.args.first().and_then(Tree::symbol) else {
        return false;
    };
    fn indexed(t: &Tree, letter: &str) -> bool {
        match t.head {
            Head::Index => t.args[1..].iter().any(|index| index.mentions(letter)),
            Head::Power | Head::Prime | Head::Upper => {
                t.args.first().is_some_and(|base| indexed(base, letter))
            }
            _ => false,
        }
    }
    let indexed = |t: &Tree| match (&t.head, t.args.first()) {
        (Head::Call, Some(function)) => indexed(function, letter),
        _ => indexed(t, letter),
    };
    // `f(x), g_j(x), j = 1, \dots, p`
    let counts = matches!(letter, "i" | "j" | "k" | "l" | "m" | "n")
        && names.iter().all(|t| t.symbol().is_none());
    !names.is_empty() && (names.iter().all(indexed) || counts && names.iter().any(indexed))
}

/// Whether the first of joined statements begins with a name that others may stand before.
fn leads(tree: &Tree) -> bool {
    tree.args.first().is_some_and(|first| {
        matches!(first.head, Head::Chain(_))
            && !first.closed
            && first
                .args
                .first()
                .is_some_and(|t| t.root_symbol().is_some())
    })
}

/// Whether a name before one of a map is that of another one from the same set and to the same: written
/// like it, and not said of the sets.
fn goes_along(name: &Tree, maps: &Tree) -> bool {
    let (Some((map, sets)), Some(own)) = (maps.args.split_first(), name.root_symbol()) else {
        return false;
    };
    let letter = |t: &Tree| matches!(t.head, Head::Symbol(_) | Head::Index | Head::Prime);
    letter(name)
        && letter(map)
        && map
            .root_symbol()
            .is_some_and(|n| capital(n) == capital(own))
        && !sets.iter().any(|set| set.mentions(own))
}
