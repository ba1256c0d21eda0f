//! Operators that are decided, by what they are applied to.

use super::{Elaborator, statement};
use crate::latex::kinds::capital;
use crate::latex::token::Token;
use crate::latex::tree::{Head, Join, Tree};
use crate::term::{Op, Term};
use crate::vocabulary::Kind;

impl Elaborator<'_> {
    /// Whether what is summed up directly is intersected elsewhere, as spaces are: `V = U \oplus W`
    /// beside `U \cap W = \{0\}`.
    fn of_subspaces(&self, sum: &Tree) -> bool {
        let near = self.beginning();
        let met = |name: &str| {
            near.windows(3).any(|w| {
                matches!(w[1].key.as_ref(), r"\cap" | "∩") && (w[0].key == name || w[2].key == name)
            })
        };
        let mut names = sum.args.iter().map(Tree::symbol);
        names.all(|name| name.is_some_and(met))
    }

    #[inline(never)]
    pub(super) fn apply(&mut self, op: Op, tree: &Tree, expected: Kind) -> Term {
        let vocabulary = self.vocabulary;
        let Some(operator) = vocabulary.operator(op) else {
            return self.opaque_span(tree);
        };
        let signature = operator
            .signatures
            .iter()
            .find(|s| s.args.is_empty() == tree.args.is_empty());
        let kind = tree.args.first().map_or(Kind::Any, |a| self.kinds.of(a));
        match operator.name.as_str() {
            "conj" if matches!(tree.args.as_slice(), [only] if only.paired() || matches!(only.head, Head::Apply(_)) && only.args.is_empty() && kind == Kind::Set) =>
            {
                // `\overline{\mathbb{Q}}`, `\overline{(a, b)}`
                let args = self.terms(&tree.args, Kind::Set);
                return self.named("closure", args);
            }
            "conj"
                if (matches!(kind, Kind::Set | Kind::Event) || expected == Kind::Set)
                    && !self.is_lined_name(tree) =>
            {
                let kind = if kind == Kind::Event { kind } else { Kind::Set };
                let args = self.terms(&tree.args, kind);
                // Where nothing tells a complement from a closure, the line stays, which is all that
                // is done with closures.
                let topological = self.usage.topology || self.has_closure(&tree.args[0]);
                let closed = kind == Kind::Set && (topological || !self.atoms.topic.complements);
                return self.named(if closed { "closure" } else { "compl" }, args);
            }
            "conj" if self.usage.logic && (expected == Kind::Prop || kind == Kind::Prop) => {
                // `\overline{A \lor B} = \overline{A} \land \overline{B}`
                let args = self.terms(&tree.args, Kind::Prop);
                return self.named("not", args);
            }
            // `[1; \overline{2}]`, `\bar{2}` among classes of residues: nobody conjugates a number.
            "conj" if matches!(tree.args.as_slice(), [only] if matches!(only.head, Head::Number(_))) => {
                if let Some(name) = self.numeral_under(tree) {
                    return self.symbol(&name);
                }
            }
            "conj" => {
                if let Some(name) = self.line_over(tree) {
                    return self.symbol(&name);
                }
            }
            "compose" => {
                if let Some(value) = composed_value(op, tree) {
                    return self.term(&value, expected);
                }
                // `\vec{a} \circ (\vec{b} - \vec{c})`: arrows are multiplied, and not composed.
                if tree.args.len() == 2 && tree.args.iter().all(of_arrows) {
                    let args = self.terms(&tree.args, Kind::Vec);
                    return self.named("dot", args);
                }
                // `T\eta \circ \mu`
                if tree
                    .args
                    .iter()
                    .any(|map| matches!(map.head, Head::Product(_)))
                {
                    let maps: Vec<Tree> = tree.args.iter().map(|map| self.in_order(map)).collect();
                    let args = self.terms(&maps, Kind::Any);
                    return self.node(op, args);
                }
            }
            "says" | "phrase" => {
                let mut args = self.worded(&tree.args);
                // `(a_n) \text{ is Cauchy}`
                if let Some(thing) = tree.args.first().filter(|t| t.head == Head::Index)
                    && let Some(member) = self.by_member(thing)
                {
                    args[0] = member;
                }
                return self.node(op, args);
            }
            "oplus"
                if self.usage.logic && !self.of_subspaces(tree)
                    || tree.args.iter().all(|a| self.is_statement(a)) =>
            {
                let args = self.terms(&tree.args, Kind::Prop);
                return self.named("xor", args);
            }
            "or" if tree.args.first().is_some_and(|a| self.is_statement(a)) => {
                // `x_1 = 0 \lor \dots \lor x_n = 0`: statements are left out there.
                let whole = |t: &Tree| self.is_statement(t) || self.is_dots(t);
                let trees = statement::completed(&tree.args, whole);
                let trees = self.congruences(trees);
                let args = self.terms(&trees, Kind::Prop);
                return self.node(op, args);
            }
            "inner"
                if tree.args.len() == 2
                    && (tree.args.iter().any(|a| matches!(a.head, Head::Number(_)))
                        || tree.args.iter().all(|a| self.literal(a))) =>
            {
                let args = self.terms(&tree.args, Kind::Num);
                return self.named("angled", args);
            }
            "intby" => {
                self.note_strokes(tree);
                // `dA`, `dV`: area and volume.
                let measure = tree.args.last().and_then(Tree::symbol);
                if let Some(name) = measure.filter(|n| matches!(*n, "A" | "V" | "S")) {
                    let index = self.symbol_index(name);
                    self.atoms.symbols[index as usize].protected = true;
                }
            }
            "otimes" if tree.args.iter().any(in_square) => {
                // `[x, y] \otimes t`: no interval is a factor.
                let mut args = self.list();
                for arg in &tree.args {
                    args.push(self.operand(arg, Kind::Any));
                }
                return self.node(op, args);
            }
            "numbered" => self.keep_hankel(tree),
            "opmul" | "subdifferential" => self.keep_map(tree),
            "braket" | "tr" => {
                if let Some(args) = self.of_operators(tree, kind) {
                    return self.node(op, args);
                }
            }
            "limited" => {
                self.take_domain(tree);
                if let Some(term) = self.limited_from(op, tree) {
                    return term;
                }
            }
            "div" if kind == Kind::Set && counted_quotient(tree) => {
                let mut args = self.list();
                for arg in &tree.args {
                    args.push(self.operand(arg, Kind::Num));
                }
                return self.node(op, args);
            }
            "div" if kind == Kind::Set && self.op("quotient").is_some() => {
                let args = self.terms(&tree.args, Kind::Set);
                return self.named("quotient", args);
            }
            "divergence" if self.of_divisor(tree) => {
                let name = self.symbol(r"\operatorname{div}");
                let of = self.term(&tree.args[0], Kind::Any);
                return self.named("call", vec![name, of]);
            }
            "div"
                if derived_subgroup(tree)
                    || residue_field(tree)
                    || super::filtrations::filtered(tree)
                    || self.curve_over(tree)
                    || self.graded(tree) =>
            {
                let args = self.terms(&tree.args, Kind::Any);
                return self.named("quotient", args);
            }
            "div" => {
                if let Some(rate) = self.rate(tree) {
                    return self.term(&rate, Kind::Num);
                }
            }
            "ratio" if matches!(tree.args.as_slice(), [_, of] if self.family(of)) => {
                // `f : \prod_{x : A} B(x)`
                let args = self.terms(&tree.args, Kind::Any);
                return self.named("typed", args);
            }
            "change" => return self.changed(tree),
            "var" | "cov" | "condvar" | "condcov" if kind == Kind::Vec => {
                if let Some(spread) = self.spread(&operator.name, tree) {
                    return spread;
                }
            }
            "when" if matches!(tree.args.as_slice(), [_, list] if list.head == Head::Items) => {
                // `(a, b \ge 0)`
                let mut conditions = tree.args[1].args.clone();
                conditions.iter_mut().for_each(|each| each.closed = false);
                let condition = self.items(&conditions, Kind::Any);
                let args = vec![self.term(&tree.args[0], Kind::Any), condition];
                return self.node(op, args);
            }
            "mod" if tree.args.len() == 1 => return self.opaque_span(tree),
            "max" | "min" | "gcd" | "lcm" if matches!(tree.args.as_slice(), [only] if only.head == Head::Braces) =>
            {
                let args = self.terms(&tree.args[0].args, Kind::Num);
                return self.node(op, args);
            }
            _ => {}
        }
        let mut args = self.list();
        for (i, arg) in tree.args.iter().enumerate() {
            let want = signature
                .and_then(|s| s.args.get(i).or(s.args.last()))
                .copied();
            let lifted = !matches!(expected, Kind::Any | Kind::Set | Kind::Prop);
            let want = if want == Some(Kind::Num) && lifted && tree.args.len() == 1 {
                expected
            } else {
                want.unwrap_or(Kind::Any)
            };
            args.push(match want {
                Kind::Num | Kind::Mat | Kind::Vec => self.operand(arg, want),
                _ => self.term(arg, want),
            });
        }
        let euler = |args: &[Term]| {
            tree.args.first().and_then(Tree::symbol) == Some("e")
                || args.first().map(|base| base.op) == self.op("e")
        };
        if operator.name == "logb" && euler(&args) {
            return self.named("ln", args.split_off(1));
        }
        let fits = operator.signatures.iter().any(|s| s.takes(args.len()));
        let least = signature.map_or(0, |s| s.args.len());
        if !fits && (args.len() > 1 && least == 1 || args.len() == 1 && least > 1) {
            let over = matches!(operator.name.as_str(), "dim" | "rank");
            if let (Some(key), true) = (self.name_at(tree.start), tree.closed && !over) {
                // Other arguments than the function has: another function of that name.
                let name = self.symbol(&key);
                args.insert(0, name);
                return self.named("call", args);
            }
            // An index that the function does not have: `\phi_n` and the like.
            let index = args.remove(0);
            let inner = self.node(op, args);
            return self.named("idx", vec![inner, index]);
        }
        self.node(op, args)
    }
}

/// Whether a group is divided by its commutators: `G/[G, G]`.
fn derived_subgroup(tree: &Tree) -> bool {
    let [group, commutators] = tree.args.as_slice() else {
        return false;
    };
    let name = group.symbol().filter(|n| crate::latex::kinds::capital(n));
    let same = |t: &Tree| t.symbol() == name;
    let bracket = matches!(&commutators.head, Head::Pair(open, _) if open == "[")
        || matches!(commutators.head, Head::Apply(_)) && commutators.closed;
    name.is_some() && bracket && commutators.args.len() == 2 && commutators.args.iter().all(same)
}

/// Whether what braces, a commutator or a sum stand for is divided by a number, which no set is but a
/// ring: `\frac{\{a, b\} - c}{4}`, `\frac{[A, B]}{2}`, but `\mathbb{Z}/4`.
fn counted_quotient(tree: &Tree) -> bool {
    let [above, below] = tree.args.as_slice() else {
        return false;
    };
    let beside = |joins: &[Join]| joins.iter().all(|j| *j != Join::Cross);
    let several = match &above.head {
        Head::Sum(..) => true,
        Head::Pair(open, _) => {
            open == "[" && (super::commutes(above) || crate::latex::operated::capitals(above))
        }
        Head::Braces => above.args.len() > 1,
        // `\frac{\{a\}_n}{b}`
        Head::Index => {
            let set = below
                .root_symbol()
                .is_some_and(crate::latex::kinds::capital);
            return braced(above) && !set;
        }
        Head::Product(joins) => above.args.iter().any(braced) || beside(joins),
        _ => false,
    };
    several && matches!(below.head, Head::Number(_))
}

/// Whether this is a pair in square brackets.
fn in_square(tree: &Tree) -> bool {
    matches!(&tree.head, Head::Pair(open, close) if open == "[" && close == "]")
}

/// Whether braces stand here, which may have indices.
fn braced(tree: &Tree) -> bool {
    match tree.head {
        Head::Index | Head::Upper | Head::Power => tree.args.first().is_some_and(braced),
        _ => tree.head == Head::Braces,
    }
}

/// The value of a composition whose brackets were left out, `f \circ g(x)`: nothing but letters of functions
/// stands before the last, which is applied to a letter of a variable.
fn composed_value(op: Op, tree: &Tree) -> Option<Tree> {
    let (last, before) = tree.args.split_last()?;
    let [function, variable] = last.args.as_slice() else {
        return None;
    };
    let variable = variable.symbol()?;
    let fits = last.head == Head::Call
        && function.symbol().is_some()
        && matches!(variable, "x" | "y" | "z" | "t" | "v")
        && before.iter().all(|map| maps(op, map));
    let maps = || before.iter().chain([function]).cloned().collect();
    fits.then(|| {
        let composed = Tree::over(Head::Apply(op), maps()).close();
        Tree::over(Head::Call, vec![composed, last.args[1].clone()])
    })
}

/// Whether this is a letter under an arrow, or a sum or a cross product of such.
fn of_arrows(tree: &Tree) -> bool {
    match tree.head {
        Head::Symbol(_) | Head::Index => {
            tree.root_symbol().is_some_and(crate::latex::bold::arrowed)
        }
        Head::Sum(..) | Head::Product(_) => tree.args.iter().all(of_arrows),
        _ => false,
    }
}

/// Whether this is a letter of a map, or several that are composed.
fn maps(compose: Op, tree: &Tree) -> bool {
    match tree.head {
        Head::Apply(op) => op == compose && tree.args.iter().all(|map| maps(compose, map)),
        _ => tree.symbol().is_some(),
    }
}

impl Elaborator<'_> {
    /// Whether a ring, or a power of an ideal, is divided by a power of an ideal, where such quotients are
    /// added or tend to something: `\bigoplus_n I^n/I^{n+1}`, `\varprojlim R/I^n`.
    fn graded(&self, tree: &Tree) -> bool {
        let large = |t: &Tree| {
            t.symbol()
                .is_some_and(|n| capital(n) || n.starts_with(r"\mathfrak{"))
        };
        let power = |t: &Tree| t.head == Head::Power && large(&t.args[0]);
        let all = |t: &Token<'_>| {
            matches!(
                t.key.as_ref(),
                r"\bigoplus" | r"\varprojlim" | r"\projlim" | r"\varinjlim"
            )
        };
        matches!(tree.args.as_slice(), [above, below]
            if power(below) && (large(above) || power(above)))
            && self.tokens.iter().take(LOOKED).any(all)
    }
}

/// The sign of a limit or a sum of quotients stands among the first tokens.
const LOOKED: usize = 60;

/// Whether this is a ring modulo an ideal of it with a letter in Fraktur before the same ring:
/// `R_\mathfrak{p}/\mathfrak{p}R_\mathfrak{p}`.
fn residue_field(tree: &Tree) -> bool {
    let [ring, below] = tree.args.as_slice() else {
        return false;
    };
    let ideal = |t: &Tree| t.symbol().is_some_and(|n| n.starts_with(r"\mathfrak{"));
    matches!((&below.head, below.args.as_slice()), (Head::Product(_), [of, again])
        if ideal(of) && crate::latex::apart::same(ring, again))
}
