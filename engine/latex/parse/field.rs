//! Derivatives without a fraction: `\partial_\mu`, `\nabla \cdot F`, `\nabla^2 f`, `\Box f`.

mod prefix;

use super::Parser;
use super::script::Scripts;
use crate::latex::tensor::half_bracket;
use crate::latex::token::{Class, Token};
use crate::latex::tree::{Head, Join, Tree};
use smallvec::smallvec;

/// Letters that name a coordinate, so that `\partial_x` is `\partial / \partial x`.
pub(in crate::latex) const COORDINATES: &[&str] = &[
    "x", "y", "z", "t", "r", "s", "u", "v", "w", r"\theta", r"\phi", r"\varphi", r"\xi", r"\tau",
    "p", "q", "X", "Y",
];

/// Letters of variables, which are no indices and no vector fields.
pub(in crate::latex) const VARIABLES: &[&str] = &[
    "x",
    "y",
    "z",
    "w",
    "p",
    "q",
    r"\theta",
    r"\vartheta",
    r"\phi",
    r"\varphi",
    r"\psi",
    r"\omega",
];

/// Whether a function is taken at a place, which nothing is differentiated by: numbers, and letters
/// with a number below them.
fn at_place(tree: &Tree) -> bool {
    fn number(tree: &Tree) -> bool {
        match &tree.head {
            Head::Number(_) => true,
            Head::Index => {
                matches!(tree.args[1].head, Head::Number(_)) && tree.args[0].symbol().is_some()
            }
            Head::Sum(_, signs) => signs.len() == 1 && number(&tree.args[0]),
            _ => false,
        }
    }
    tree.head == Head::Call
        && tree.args[0].symbol().is_some()
        && tree.args.len() > 1
        && tree.args[1..].iter().all(number)
}

/// Whether a letter names a vector field.
pub(in crate::latex) fn is_field(name: &str) -> bool {
    matches!(name, "X" | "Y" | "Z" | "U" | "V" | "T" | "u" | "v")
}

/// Whether a gradient is by what stands below its sign, which is no index and no vector field: a
/// variable, or a letter that what is differentiated has outside of its scripts.
pub(super) fn varies_freely(by: &Tree, body: &Tree) -> bool {
    fn scripted(tree: &Tree, name: &str, low: bool) -> bool {
        let script = match tree.head {
            Head::Upper => true,
            Head::Index => low && tree.args[1..].iter().any(|t| t.mentions(name)),
            Head::Power => tree.args[1].symbol() == Some(name),
            _ => false,
        };
        script || tree.args.iter().any(|t| scripted(t, name, low))
    }
    let Some(name) = by.symbol() else {
        return matches!(by.head, Head::Index)
            && by.args[0].symbol().is_some_and(|n| VARIABLES.contains(&n));
    };
    let bold = [r"\mathbf{", r"\boldsymbol{", r"\vec{"];
    let variable = VARIABLES.contains(&name) || bold.iter().any(|font| name.starts_with(font));
    // `\nabla_X Y`, `\nabla_X (f X)`
    let field = is_field(name);
    let met = |body: &Tree| body.mentions(name) && body.symbol() != Some(name);
    // `\nabla_W \mathcal{L}`
    let loss = matches!(body.root_symbol(), Some(r"\mathcal{L}" | r"\ell" | "L"));
    (variable || !field && (loss || met(body))) && !scripted(body, name, !variable)
}

/// Whether a product in brackets ends with the sign of a derivative with an index: `(-i\partial_x)`.
pub(super) fn waits(tree: &Tree) -> bool {
    let product = match &tree.head {
        Head::Sum(_, signs) if signs.len() == 1 => tree.args.last(),
        _ => Some(tree),
    };
    let partial = |t: &Tree| matches!(t.symbol(), Some(r"\partial" | "∂"));
    tree.closed
        && product.is_some_and(|product| {
            let beside = matches!(&product.head, Head::Product(joins)
                if joins.iter().all(|join| *join == Join::Beside));
            beside
                && product.args.last().is_some_and(|sign| {
                    sign.head == Head::Index && sign.args.len() == 2 && partial(&sign.args[0])
                })
        })
}

impl Parser<'_> {
    /// Whether the letter after this sign stands before the sign elsewhere, where nothing follows: it is
    /// the map of a complex, `\partial H + H \partial`.
    fn on_either_side(&self, at: usize) -> bool {
        let (sign, letter) = (&self.tokens[at], self.key_at(at + 1));
        let alone = |t: &Token<'_>| {
            t.class == Class::Close || matches!(t.key.as_ref(), "+" | "-" | "=" | ")" | ",")
        };
        let near = self.around();
        let behind = |pair: &[Token<'_>]| pair[0].key == letter && pair[1].key == sign.key;
        near.windows(3).any(|w| behind(w) && alone(&w[2]))
            || near.len() > 1 && behind(&near[near.len() - 2..])
    }

    /// `\partial` with its scripts and what it is applied to.
    pub(super) fn partial(&mut self) -> Option<Tree> {
        let at = self.pos;
        if !matches!(self.tokens[at].key.as_ref(), r"\partial" | "∂") {
            return None;
        }
        let start = self.tokens[at].start;
        let (Some((_, pdiff)), Some(boundary)) = (self.table.derivative, self.table.boundary)
        else {
            return None;
        };
        self.pos += 1;
        let scripts = self.read_scripts();
        let bare = scripts.sub.is_none() && scripts.sup.is_none();
        // `\partial\bar\partial u`
        let conjugated = bare && self.pos < self.end && self.accent(self.pos) && {
            let letter = self.pos + 1 + usize::from(self.key_at(self.pos + 1) == "{");
            self.key_at(letter) == self.key_at(at)
        };
        if scripts.primes > 0
            || !self.operand_after()
            || bare && self.on_either_side(at)
            || conjugated
            // `\partial_\infty X`: what lies at infinity.
            || self.key_at(at + 1) == "_" && self.key_at(at + 2) == r"\infty"
        {
            self.pos = at + 1;
            let symbol = self.sign_symbol(at);
            return Some(self.scripts(symbol));
        }
        let body = self.expression(self.table.strength.product + 1);
        let Scripts { sub, sup, .. } = self.half_bracketed(scripts);
        let mut tree = match (sub, sup) {
            (None, None) if self.squares_gradient(at) => {
                // `(\partial \phi)^2`
                let sign = self.sign_symbol(at);
                Tree::over(Head::Product(smallvec![Join::Beside]), vec![sign, body])
            }
            (None, None) => {
                let convex = self
                    .table
                    .named("subdifferential")
                    .filter(|_| self.valued(&body));
                Tree::over(Head::Apply(convex.unwrap_or(boundary)), vec![body])
            }
            (None, Some(sup)) => {
                let number = matches!(sup.head, Head::Number(_) | Head::Sum(..))
                    || matches!(sup.symbol(), Some("n" | "m" | "k"));
                let op = if number {
                    self.table.fields.map(|f| f.power)
                } else {
                    self.table.fields.map(|f| f.up)
                };
                Tree::over(Head::Apply(op.unwrap_or(boundary)), vec![sup, body])
            }
            (Some(sub), sup) => {
                let mut names: Vec<Tree> = match &sub.head {
                    Head::Product(joins)
                        if joins.iter().all(|j| *j == Join::Beside)
                            && sub.args.len() < 10
                            && sub.args.iter().all(|a| a.root_symbol().is_some()) =>
                    {
                        sub.args.clone()
                    }
                    Head::Items if !sub.closed && sub.args.len() < 10 => sub.args.clone(),
                    _ => vec![sub],
                };
                let mut tree = body;
                let place = tree.start;
                // `\partial_{ij}^2 f` is differentiated once by each.
                let each = |sup: &Tree| {
                    names.len() > 1
                        && matches!(&sup.head, Head::Number(n) if *n == *names.len().to_string())
                };
                let sup = sup.filter(|sup| !each(sup));
                let last = names.pop();
                if let Some(name) = last {
                    tree = self.along(pdiff, name, sup, tree, place);
                }
                while let Some(name) = names.pop() {
                    tree = self.along(pdiff, name, None, tree, place);
                }
                tree
            }
        };
        tree.start = start;
        Some(tree)
    }

    /// The sign of a derivative with its index that ends a product in brackets, which end `left`, so that
    /// it waits for what stands behind them: the `\partial_x` of `(-i\partial_x)`.
    pub(super) fn derivation_in<'t>(&self, left: &'t mut Tree) -> Option<&'t mut Tree> {
        let mut tree = left;
        if !tree.closed && matches!(tree.head, Head::Product(_)) {
            tree = tree.args.last_mut()?;
        }
        if !waits(tree) {
            return None;
        }
        if matches!(tree.head, Head::Sum(..)) {
            tree = tree.args.last_mut()?;
        }
        tree.args.last_mut()
    }

    /// What a derivative is that waited for this.
    pub(super) fn derived(&self, mut sign: Tree, body: Tree) -> Tree {
        let Some((_, pdiff)) = self.table.derivative else {
            return Tree::pair(Head::Product(smallvec![Join::Beside]), sign, body);
        };
        let (start, place) = (sign.start, body.start);
        let name = sign.args.pop().unwrap_or(sign);
        self.started(self.along(pdiff, name, None, body, place), start)
    }

    /// The derivative of a map at a point: `Df(x)`, where `D` is nothing else.
    pub(super) fn derivative_of_map(&mut self) -> Option<Tree> {
        let at = self.pos;
        if self.key_at(at) != "D" || self.usage.stands("D") {
            return None;
        }
        let op = self.table.named("opmul")?;
        let name = self.key_at(at + 1);
        let bracket = (at + 2..at + 5).find(|n| self.key_at(*n) == "(");
        let scripted =
            bracket.is_some_and(|n| n == at + 2 || matches!(self.key_at(at + 2), "_" | "^"));
        let map = matches!(
            name,
            "f" | "g" | "h" | "F" | "G" | r"\phi" | r"\varphi" | r"\psi" | r"\Phi"
        );
        if !map || !scripted || !self.usage.is_function(name) {
            return None;
        }
        let sign = self.sign_symbol(at);
        self.pos = at + 1;
        let value = self.expression(self.table.strength.product + 1);
        Some(Tree::over(Head::Apply(op), vec![sign, value]))
    }

    /// Whether a sign of derivatives here and what it is before, which ends at the current place, are all that
    /// stands in a bracket that is squared: nobody squares a boundary.
    fn squares_gradient(&self, at: usize) -> bool {
        let key = |at: usize| self.tokens.get(at).map_or("", |t| t.key.as_ref());
        let squared = match key(self.pos + 2) {
            "{" => key(self.pos + 3) == "2" && key(self.pos + 4) == "}",
            exponent => exponent == "2",
        };
        at > 0 && key(at - 1) == "(" && key(self.pos) == ")" && key(self.pos + 1) == "^" && squared
    }

    /// Whether this is a number, as the value of a function at a point or a norm, which has no boundary:
    /// `\partial f(x)` is a set of slopes. In `\partial f(A)` and `\partial B(x, r)` sets stand.
    fn valued(&self, body: &Tree) -> bool {
        let function = |name: &str| {
            matches!(
                name,
                "f" | "g" | "h" | "J" | "F" | r"\ell" | "I" | r"\delta" | r"\iota"
            )
        };
        let point = |t: &Tree| {
            t.root_symbol().is_none_or(|name| {
                !crate::latex::kinds::capital(name) && !matches!(name, "z" | "w")
            })
        };
        let bars = [self.table.norm, self.table.abs, self.table.named("normp")];
        match (&body.head, body.args.as_slice()) {
            (Head::Call, [of, at]) => {
                let sum = matches!(&of.head, Head::Sum(..)) && of.closed;
                let named = |t: &Tree| t.root_symbol().is_some_and(function);
                (named(of) || sum && of.args.iter().all(named)) && point(at)
            }
            (Head::Apply(op) | Head::Fence(op), _) => bars.contains(&Some(*op)),
            _ => false,
        }
    }

    /// Scripts in which a bracket without a partner stands beside an index, as one name: the other stands
    /// among the indices of what follows, `\partial_{[a} A_{b]}`.
    pub(super) fn half_bracketed(&self, scripts: Scripts) -> Scripts {
        let whole = |tree: Tree| match (&tree.head, self.table.named("opmul")) {
            (Head::Sequence, Some(beside))
                if tree.args.iter().any(|t| matches!(t.head, Head::Mark(_))) =>
            {
                let args = tree
                    .args
                    .into_iter()
                    .map(|t| self.half_bracket(t))
                    .collect();
                Tree::over(Head::Apply(beside), args)
            }
            _ => tree,
        };
        Scripts {
            sub: scripts.sub.map(whole),
            sup: scripts.sup.map(whole),
            ..scripts
        }
    }

    /// The operator for a bracket among indices whose partner stands elsewhere.
    fn half_bracket(&self, tree: Tree) -> Tree {
        let Head::Mark(mark) = &tree.head else {
            return tree;
        };
        match half_bracket(mark).and_then(|name| self.table.named(name)) {
            Some(op) => Tree::new(Head::Apply(op), Vec::new(), tree.start, tree.end),
            None => tree,
        }
    }

    fn along(
        &self,
        pdiff: crate::term::Op,
        name: Tree,
        order: Option<Tree>,
        body: Tree,
        place: usize,
    ) -> Tree {
        let coordinate = match name.symbol() {
            Some(letter) => COORDINATES.contains(&letter),
            // `\partial_{[\mu} A_{\nu]}`
            None if matches!(name.head, Head::Apply(op) if self.table.named("opmul") == Some(op)) => {
                false
            }
            None => !matches!(name.head, Head::Number(_) | Head::Mark(_) | Head::Sum(..)),
        };
        match self.table.fields {
            Some(fields) if !coordinate => {
                let tree = Tree::over(Head::Apply(fields.down), vec![name, body]);
                let twice = |order: &Tree| matches!(&order.head, Head::Number(n) if n == "2");
                match order {
                    // `\partial_i^2 f` is `\partial_i \partial_i f`, and no square of `\partial_i f`.
                    Some(order) if twice(&order) => {
                        let name = tree.args[0].clone();
                        Tree::over(Head::Apply(fields.down), vec![name, tree])
                    }
                    Some(order) => Tree::over(Head::Power, vec![tree, order]),
                    None => tree,
                }
            }
            _ => {
                let one = Tree::new(Head::Number("1".into()), Vec::new(), place, place);
                let order = order.unwrap_or(one);
                Tree::over(Head::Apply(pdiff), vec![name, order, body])
            }
        }
    }
}
