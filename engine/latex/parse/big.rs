//! Sums, products, unions, limits and integrals.

mod extent;

use super::Parser;
use crate::latex::table::Role;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, SlotSort};

/// As many tokens before an index are looked through for what it runs over: reading takes linear time.
const SUMMED: usize = 120;

/// The operators of a notation with limits.
pub(super) struct Big {
    pub(super) op: Op,
    pub(super) over: Option<Op>,
    pub(super) cond: Option<Op>,
    pub(super) bare: Option<Op>,
}

impl Parser<'_> {
    /// Reads a big operator, its limits and its operand; none when it stands without limits and is
    /// something else then.
    pub(super) fn big(&mut self, big: &Big, width: usize) -> Option<Tree> {
        let at = self.pos;
        let next = self
            .tokens
            .get(at + width)
            .filter(|_| at + width < self.end);
        let limited = next.is_some_and(|t| matches!(t.key.as_ref(), "_" | "^"));
        let integral = self.integrates(big.op);
        if !limited
            && !integral
            && width == 1
            && self
                .roles()
                .any(|(role, _)| matches!(role, Role::Function { .. }))
        {
            return None;
        }
        self.pos += width;
        let mut scripts = self.read_scripts();
        // `\sum_{}^{}` has no limits.
        let blank =
            |script: &Tree| matches!(script.head, Head::Apply(op) if Some(op) == self.table.blank);
        scripts.sub = scripts.sub.filter(|script| !blank(script));
        scripts.sup = scripts.sup.filter(|script| !blank(script));
        let tree = if integral {
            let count = match self.tokens[at].key.as_ref() {
                r"\iint" | "∬" => 2,
                r"\iiint" | "∭" => 3,
                r"\iiiint" => 4,
                _ => 1,
            };
            self.big_sign = at;
            self.integral(big, scripts.sub, scripts.sup, count)
        } else {
            let after = self.pos;
            let outer = self.bound.len();
            if let Some(sub) = &mut scripts.sub {
                spell_out(sub);
            }
            scripts.sub = scripts.sub.map(|sub| self.parted(sub));
            if let Some(sub) = &scripts.sub {
                let names = self.bound_names(sub, None);
                let names = names.iter().filter_map(Tree::symbol).map(str::to_owned);
                self.bound.extend(names);
            }
            let mut body = match self.element_of_product(big) {
                Some(element) => element,
                None => {
                    let summed = std::mem::replace(&mut self.summed, self.depth + 1);
                    let body = self.expression(self.table.strength.product);
                    self.summed = summed;
                    body
                }
            };
            let behind = self.behind_product(big, at, &mut body, outer);
            if let Some(sub) = &mut scripts.sub {
                self.listed_indices(sub, &body);
            }
            if let Some(sub) = scripts.sub.as_ref().filter(|_| self.bound.len() > outer) {
                let names = self.bound_names(sub, Some(&body));
                let names = names.iter().filter_map(Tree::symbol).map(str::to_owned);
                self.bound.truncate(outer);
                self.bound.extend(names);
            }
            let extremal = big.bare.is_some_and(|op| self.table.extremal.contains(&op));
            if let Some(sub) = scripts.sub.as_ref().filter(|_| extremal) {
                let members = self.members(sub);
                self.bound.extend(members);
            }
            // `\prod_{j \in A} 1 - p_j`: nobody writes a product of what does not vary.
            let constant = self
                .bound
                .get(outer)
                .is_some_and(|name| !body.mentions(name));
            let goes_on = constant || !self.table.big_products.contains(&big.op);
            if goes_on && !self.grouped_since(after) {
                body = self.extended(body, outer, extremal);
            }
            self.bound.truncate(outer);
            body = self.constrained(big, body);
            if let Some(sub) = &mut scripts.sub
                && let Some((letter, primes)) = super::primed::bound(sub)
            {
                // `\sum_{x'} f(x')`
                super::primed::name(sub, &letter, &primes);
                super::primed::name(&mut body, &letter, &primes);
            }
            if let Some(sub) = &mut scripts.sub
                && let Some((line, name)) = self.lined_below(sub)
            {
                // `\sum_{\bar n} f(\bar n)`
                super::primed::name_alike(sub, &line, &name);
                super::primed::name_alike(&mut body, &line, &name);
            }
            // `\sum^*_{n} a_n`: a star says which terms are meant.
            let mark = scripts.sup.as_ref().and_then(super::primed::restricting);
            if mark.is_some() {
                scripts.sup = None;
            }
            let primed = scripts.primes > 0 || mark.is_some();
            let mark = mark.unwrap_or("'");
            let limits = (scripts.sub.clone(), scripts.sup.clone());
            let found = if primed {
                Err(body)
            } else {
                self.bounded(big, scripts.sub, scripts.sup, body)
            };
            let tree = found.unwrap_or_else(|body| {
                let sign = sign_of(&self.tokens[at..at + width]);
                let mut tree = self.limited(limits.0, limits.1, body);
                if let Some(Head::Symbol(name)) = tree.args.first_mut().map(|a| &mut a.head) {
                    *name = if primed {
                        format!("{sign}{mark}").into()
                    } else {
                        sign.into()
                    };
                }
                if tree.head == Head::Sequence {
                    let span = self.span(at, after);
                    self.complain(
                        "limits",
                        "these limits are not understood",
                        span,
                        "expected a name with its bounds, or a condition; kept as they stand",
                    );
                    tree.args.insert(0, self.opaque(at, after));
                }
                tree
            });
            match behind {
                Some((joins, factors)) => {
                    let all = [tree].into_iter().chain(factors).collect();
                    Tree::over(Head::Product(joins), all)
                }
                None => tree,
            }
        };
        let mut tree = self.separate(tree);
        tree.start = self.tokens[at].start;
        Some(tree)
    }

    /// Whether the sign of a sum, a product or an integral stands here: `\sum_i a_i / \sum_i b_i` is a
    /// quotient of two.
    pub(super) fn sums(&self, at: usize) -> bool {
        at < self.end
            && matches!(
                self.key_at(at),
                r"\sum" | r"\prod" | r"\int" | "∑" | "∏" | "∫"
            )
    }

    /// The differential that a product under an integral is made of: `\int \prod_{i=1}^n dx_i\, f(x)`.
    fn element_of_product(&mut self, big: &Big) -> Option<Tree> {
        let product =
            self.table.big_products.contains(&big.op) && big.bare == self.table.named("prodall");
        if !product || self.integrals == 0 {
            return None;
        }
        self.differential(self.pos)?;
        self.path()
    }

    pub(super) fn bounded(
        &mut self,
        big: &Big,
        sub: Option<Tree>,
        sup: Option<Tree>,
        body: Tree,
    ) -> Result<Tree, Tree> {
        let Some(sub) = sub else {
            return match sup {
                Some(_) => Err(body),
                None => self.unbounded(big, body),
            };
        };
        let sub = if sup.is_none() {
            self.listed_below(sub)
        } else {
            sub
        };
        let sub = match self.sided_limit(big, sub) {
            Ok((side, sub)) => return Ok(self.limit(&side, sub, body)),
            Err(sub) => sub,
        };
        let relation = match &sub.head {
            Head::Chain(ops) if ops.len() == 1 && !sub.closed => Some(ops[0]),
            _ => None,
        };
        let from_side = relation.is_some()
            && (relation == self.table.from_above || relation == self.table.from_below);
        let arrow = from_side
            || relation.is_some()
                && (relation == self.table.tends || relation == self.table.implies);
        let bound = sub.args.first().and_then(Tree::root_symbol).is_some();
        let letter = sub.args.first().is_some_and(|t| t.symbol().is_some());
        let bounds =
            relation.is_some() && (relation == self.table.eq || relation == self.table.member);
        if bound && !letter && bounds && self.table.limited.is_some() {
            if sup.is_none() && self.runs_over_members(&sub, &body) {
                return self.conditional(big, sub, sup, body);
            }
            // `\sum_{x_i \in A} x_i` is about members of a sequence; no letter is bound.
            return Err(body);
        }
        if arrow && sub.args[0].symbol().is_none() && self.table.limited.is_some() {
            return self.joint_limit(big, sub, body);
        }
        if arrow {
            let mut big = Big { ..*big };
            if let Some(side) = if relation == self.table.from_above {
                big.over
            } else {
                big.cond
            }
            .filter(|_| from_side)
            {
                big.op = side;
            }
            return Ok(self.limit(&big, sub, body));
        }
        if let (true, Some(sup)) = (bound && relation == self.table.eq, sup.clone()) {
            if self.table.arity(big.op) != 4 {
                return Err(body);
            }
            let [var, low] = two(sub.args);
            // `\sum_{i=1}^{i=n}`
            let sup = self.value_of(&var, sup);
            let sort = lower_sort(&low);
            return Ok(Tree::over(
                Head::Binder(big.op, sort),
                vec![var, low, sup, body],
            ));
        }
        if let Some(tree) = sup
            .as_ref()
            .and_then(|sup| self.nested(big, &sub, sup, &body))
        {
            return Ok(tree);
        }
        if let (None, Some(cond), true) = (&sup, big.cond, bound && relation == self.table.member)
            && let Some(name) = self.ranges_over_sets(&sub, &body)
        {
            return Ok(Tree::over(
                Head::Binder(cond, SlotSort::Any),
                vec![name, sub, body],
            ));
        }
        if let (None, Some(over), true) = (&sup, big.over, bound && relation == self.table.member) {
            let [var, set] = two(sub.args);
            return Ok(Tree::over(
                Head::Binder(over, SlotSort::Any),
                vec![var, set, body],
            ));
        }
        if let Some((op, variables, set)) = self.typed_below(big, &sub)
            && sup.is_none()
        {
            let over = |body, var| {
                Tree::over(
                    Head::Binder(op, SlotSort::Any),
                    vec![var, set.clone(), body],
                )
            };
            return Ok(variables.into_iter().rev().fold(body, over));
        }
        let word = sub.symbol().is_some_and(is_word);
        if (word || super::bound::splits(&sub, &body)) && self.table.limited.is_some() {
            // `\sum_{cyc}`, `\sum_{\text{sym}}`
            return Err(body);
        }
        // `\sum_i^n x_i` begins with the first.
        if let (None, true, Some(sup), 4) = (
            relation,
            sub.symbol().is_some(),
            sup.clone(),
            self.table.arity(big.op),
        ) {
            let first = Tree::new(Head::Number("1".into()), Vec::new(), sub.end, sub.end);
            let sort = lower_sort(&first);
            return Ok(Tree::over(
                Head::Binder(big.op, sort),
                vec![sub, first, sup, body],
            ));
        }
        if relation.is_none()
            && sub.symbol().is_some()
            && let Some(bare) = big.bare
        {
            return Ok(Tree::over(
                Head::Binder(bare, SlotSort::Any),
                vec![sub, body],
            ));
        }
        self.conditional(big, sub, sup, body)
    }
}

/// How a sign that takes limits is called: `\lim \sup` is one.
fn sign_of(tokens: &[Token<'_>]) -> String {
    match tokens {
        [lim, side] if lim.key == r"\lim" && side.key == r"\sup" => r"\limsup".to_owned(),
        [lim, side] if lim.key == r"\lim" && side.key == r"\inf" => r"\liminf".to_owned(),
        [line, _, lim, _] if line.key == r"\overline" && lim.key == r"\lim" => {
            r"\limsup".to_owned()
        }
        [line, _, lim, _] if line.key == r"\underline" && lim.key == r"\lim" => {
            r"\liminf".to_owned()
        }
        [arg, extremum] if arg.key == r"\arg" => {
            format!(
                r"\operatorname{{arg{}}}",
                extremum.key.trim_start_matches('\\')
            )
        }
        _ => tokens[0].key.to_string(),
    }
}

pub(super) fn two(args: Vec<Tree>) -> [Tree; 2] {
    let mut args = args.into_iter();
    let empty = || Tree::new(Head::Opaque(0, 0), Vec::new(), 0, 0);
    [
        args.next().unwrap_or_else(empty),
        args.next().unwrap_or_else(empty),
    ]
}

/// Makes one name of a word whose letters stand apart: `_{c y c}`.
fn spell_out(sub: &mut Tree) {
    let Head::Product(joins) = &sub.head else {
        return;
    };
    let beside = !sub.closed && joins.iter().all(|join| *join == Join::Beside);
    let word: Option<String> = sub.args.iter().map(Tree::symbol).collect();
    if let Some(word) = word.filter(|w| beside && matches!(w.as_str(), "cyc" | "sym" | "cyclic")) {
        sub.head = Head::Symbol(word.into());
        sub.args.clear();
    }
}

/// Whether a name is a word, and no letter: `cyc`, `\mathrm{sym}`.
pub(super) fn is_word(name: &str) -> bool {
    let upright = [
        r"\text{",
        r"\mathrm{",
        r"\textrm{",
        r"\operatorname{",
        r"\mathit{",
    ];
    let word = upright
        .iter()
        .find_map(|font| name.strip_prefix(font))
        .unwrap_or(name);
    let letters = word.trim_end_matches('}');
    // `\text{all pairs}`, `\text{j=solvent}`
    let said = name.starts_with(r"\text{");
    letters.len() > 1 && (said || letters.bytes().all(|b| b.is_ascii_alphabetic()))
}

/// What an index that starts here runs over.
pub(super) fn lower_sort(low: &Tree) -> SlotSort {
    match &low.head {
        Head::Number(n) if n == "0" => SlotSort::Natural,
        Head::Number(n) if !n.contains('.') => SlotSort::Positive,
        _ => SlotSort::Integer,
    }
}
