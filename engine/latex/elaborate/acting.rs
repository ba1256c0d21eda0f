//! What acts on what stands after it in a product: derivations and maps on forms, weights on inputs.

use super::Elaborator;
use crate::latex::kinds::capital;
use crate::latex::parse::{minus_one, multi_letter};
use crate::latex::token::Token;
use crate::latex::tree::{Head, Tree};
use crate::term::Term;
use crate::vocabulary::Kind;

/// Whether an operator of a semigroup at a time stands before a state: `T(t) u`, `S(t - s) u_0`.
fn generates(operator: &Tree, state: &Tree) -> bool {
    let [letter, time] = operator.args.as_slice() else {
        return false;
    };
    let time = match time.head {
        Head::Sum(..) => time.args.first().and_then(Tree::root_symbol),
        _ => time.symbol(),
    };
    operator.head == Head::Call
        && matches!(letter.symbol(), Some("S" | "T" | "U"))
        && matches!(time, Some("t" | "s" | r"\tau"))
        && matches!(state.head, Head::Symbol(_) | Head::Index)
        && matches!(
            state.root_symbol(),
            Some("u" | "v" | "x" | "f" | "g" | r"\phi" | r"\varphi" | r"\psi")
        )
}

/// Whether the ideal of a ring stands before a ring around it: `\mathfrak{p} \mathcal{O}_L`.
fn extends(ideal: &Tree, ring: &Tree) -> bool {
    ring.head == Head::Index
        && ring.root_symbol().is_some_and(|n| n == r"\mathcal{O}")
        && ideal
            .root_symbol()
            .is_some_and(|n| n.starts_with(r"\mathfrak{"))
}

/// Whether an operator of a semigroup with its time below it stands before a function: `P_t f(x)`.
fn moves_on(operator: &Tree, function: &Tree) -> bool {
    let (Head::Index, [letter, time]) = (&operator.head, operator.args.as_slice()) else {
        return false;
    };
    matches!(letter.symbol(), Some("P" | "Q" | "S" | "T"))
        && matches!(time.symbol(), Some("t" | "s"))
        && matches!(function.head, Head::Symbol(_) | Head::Call)
        && matches!(
            function.headed(),
            Some("f" | "g" | r"\phi" | r"\varphi" | r"\psi")
        )
}

/// Whether the mean of what is known at a time stands before what comes later: `E_t C_{t+1}`.
fn foresees(mean: &Tree, later: &Tree) -> bool {
    let later = match later.head {
        Head::Power => &later.args[0],
        _ => later,
    };
    let (Head::Index, [letter, time]) = (&mean.head, mean.args.as_slice()) else {
        return false;
    };
    let (Head::Index, [_, index]) = (&later.head, later.args.as_slice()) else {
        return false;
    };
    let now = time.symbol().filter(|name| matches!(*name, "t" | "n"));
    letter.symbol() == Some("E")
        && matches!(index.head, Head::Sum(..))
        && now.is_some_and(|now| index.mentions(now))
}

/// Whether what stands below a map says that measures are pushed forward along it: `T_\# \mu`.
fn pushes(index: &Tree) -> bool {
    index.symbol() == Some(r"\#")
        || matches!(&index.head, Head::Mark(mark) if mark.as_str() == r"\#")
}

impl Elaborator<'_> {
    /// Whether a derivation or a map acts on the forms after it, or an operator on the value of a
    /// function: `\iota_X \omega`, `\mathcal{L}_X \omega`, `f^* \omega`.
    pub(super) fn on_forms(&self, tree: &Tree) -> bool {
        let Some((_, before)) = tree.args.split_last() else {
            return false;
        };
        // `\iota_{X_H} \omega`
        let field = |t: &Tree| t.root_symbol().is_some();
        let acts = |t: &Tree| match (&t.head, t.args.as_slice()) {
            (Head::Index, [sign, index]) => {
                sign.symbol().is_some_and(|n| DERIVATIONS.contains(&n)) && field(index)
                    || pushes(index)
            }
            // `P^U_\# \mu`
            (Head::Power | Head::Upper, [base, _]) if base.head == Head::Index => {
                pushes(&base.args[1])
            }
            (Head::Power, [map, mark]) => {
                matches!(&mark.head, Head::Mark(mark) if matches!(mark.as_str(), "*" | r"\ast"))
                    && map.symbol().is_some_and(|n| MAPS.contains(&n))
                    && tree.args.iter().any(|t| self.is_form(t))
            }
            _ => false,
        };
        // `\mathcal{A} f(x)`, `E h(X)`
        let operates = |pair: &[Tree]| {
            let operator = |n: &str| {
                let font = n.starts_with(r"\mathcal{") || n.starts_with(r"\mathscr{");
                font || matches!(n, "E" | r"\mathbf{E}" | r"\mathrm{E}" | r"\mathbb{E}")
            };
            pair[0].symbol().is_some_and(operator) && pair[1].head == Head::Call
                || generates(&pair[0], &pair[1])
                || extends(&pair[0], &pair[1])
                || acts_on(pair)
                || self.localizes(&pair[0], &pair[1])
                || foresees(&pair[0], &pair[1])
                || moves_on(&pair[0], &pair[1])
                || self.derivative_at(&pair[0])
        };
        before.iter().any(acts) || tree.args.windows(2).any(operates)
    }

    /// Whether a set is inverted before a ring or a module: `S^{-1}R`.
    fn localizes(&self, set: &Tree, ring: &Tree) -> bool {
        set.head == Head::Power
            && crate::latex::parse::minus_one(&set.args[1])
            && set.args[0].symbol().is_some()
            && self.kinds.of(&set.args[0]) == Kind::Set
            && (ring.root_symbol().is_some_and(capital)
                || ring
                    .headed()
                    .is_some_and(|n| n.starts_with(r"\operatorname{")))
    }

    /// Whether this is the derivative of a map at a point, a linear map: the `Df(x)` of `Df(x)h`.
    fn derivative_at(&self, tree: &Tree) -> bool {
        matches!(&tree.head, Head::Apply(op) if Some(*op) == self.op("opmul"))
            && tree.args.len() == 2
            && tree.args[0].symbol() == Some("D")
    }

    /// Whether a tree may be a differential form.
    fn is_form(&self, tree: &Tree) -> bool {
        match &tree.head {
            Head::Symbol(name) => matches!(
                name.as_str(),
                r"\omega" | r"\eta" | r"\alpha" | r"\beta" | r"\theta"
            ),
            Head::Apply(op) if Some(*op) == self.table.differential_of => true,
            Head::Apply(_) | Head::Sum(..) | Head::Product(_) => {
                tree.args.iter().any(|a| self.is_form(a))
            }
            _ => false,
        }
    }

    /// A function with its arguments; an operator keeps its place before what it acts on:
    /// `(Tf)(x)`.
    pub(super) fn called(&mut self, tree: &Tree) -> Term {
        let base = &tree.args[0];
        if let Some(power) = self.squared_value(tree) {
            return power;
        }
        let function = |t: &Tree| {
            t.root_symbol()
                .is_some_and(|name| self.usage.may_be_function(name))
        };
        let acts = matches!(base.head, Head::Product(_)) && !base.args.iter().all(function);
        let ordered = acts.then(|| self.in_order(base));
        let mut args = self.list();
        for (at, arg) in tree.args.iter().enumerate() {
            args.push(match &ordered {
                Some(base) if at == 0 => self.term(base, Kind::Any),
                // `(\Phi_j^F)^{-1}(p)`, but `(\det^{-1})(A)` is of a function with a name.
                _ if at == 0 && inverse_map(arg) => {
                    let map = self.term(&arg.args[0], Kind::Fn);
                    self.named("finv", vec![map])
                }
                // `\det^{1/2}(A)`: the root is that of a value.
                _ if at == 0 && broken_power(arg, self.table.div) => {
                    let parts = self.terms(&arg.args, Kind::Any);
                    self.named("fpow", parts)
                }
                // `D([a, b]) = [D(a), b] + [a, D(b)]`: nobody adds intervals.
                _ if at > 0 && pairs(arg) && adds_brackets(self.tokens) => {
                    self.bracket("commutator", arg)
                }
                _ => self.term(arg, Kind::Any),
            });
        }
        self.note_called(&args[0]);
        self.note_braces(tree);
        self.keep_state(tree);
        self.named("call", args)
    }

    /// The power of a value that is taken of two things: nobody applies a distance to itself,
    /// `W_2^2(\mu, \nu)`.
    fn squared_value(&mut self, call: &Tree) -> Option<Term> {
        let (power, [_, _]) = call.args.split_first()? else {
            return None;
        };
        let (Head::Power, [function, times]) = (&power.head, power.args.as_slice()) else {
            return None;
        };
        let distance = matches!(
            function.root_symbol(),
            Some("W" | "d" | "D" | "K" | "k" | r"\rho")
        );
        if !distance || function.closed || !matches!(&times.head, Head::Number(n) if n == "2") {
            return None;
        }
        let mut value = call.clone();
        value.args[0] = function.clone();
        let args = vec![self.called(&value), self.term(times, Kind::Num)];
        Some(self.named("pow", args))
    }

    /// Notes that words joined by other signs are functions where they are called: `\text{net-gain}(t)`.
    fn note_called(&mut self, head: &Term) {
        let symbol = head.op.as_symbol().filter(|_| head.args.is_empty());
        if let Some(symbol) = symbol.and_then(|s| self.atoms.symbols.get_mut(s as usize))
            && symbol.kind == Kind::Any
            && symbol.name.starts_with(r"\text{")
            && symbol.name.contains(['-', '_'])
        {
            symbol.kind = Kind::Fn;
        }
    }
}

/// Whether a function has a fraction for its exponent.
fn broken_power(tree: &Tree, div: crate::term::Op) -> bool {
    let fraction = |t: &Tree| matches!(t.head, Head::Apply(op) if op == div);
    let signed = |t: &Tree| matches!(t.head, Head::Sum(..)) && t.args.iter().all(fraction);
    tree.head == Head::Power && (fraction(&tree.args[1]) || signed(&tree.args[1]))
}

/// Whether this is the inverse of a letter, which may have scripts, or of a difference.
fn inverse_map(tree: &Tree) -> bool {
    let plain = |t: &Tree| {
        matches!(
            t.head,
            Head::Symbol(_) | Head::Index | Head::Upper | Head::Power | Head::Prime
        ) && t.root_symbol().is_some_and(|name| !multi_letter(name))
    };
    // `(f - g)^{-1}((0, 1))`
    let difference = |t: &Tree| t.closed && matches!(t.head, Head::Sum(..));
    tree.head == Head::Power
        && minus_one(&tree.args[1])
        && (plain(&tree.args[0]) || difference(&tree.args[0]))
}

/// Whether two things that are no numbers stand in square brackets.
pub(super) fn pairs(tree: &Tree) -> bool {
    let number = |t: &Tree| matches!(t.head, Head::Number(_));
    matches!(&tree.head, Head::Pair(open, close) if open == "[" && close == "]")
        && tree.args.len() == 2
        && !tree.args.iter().any(number)
}

/// Whether a square bracket stands after or before a sign of a sum.
fn adds_brackets(tokens: &[Token<'_>]) -> bool {
    let sign = |t: &Token<'_>| matches!(t.key.as_ref(), "+" | "-");
    tokens
        .windows(2)
        .take(SIGNS)
        .any(|w| sign(&w[0]) && w[1].key == "[" || w[0].key == "]" && sign(&w[1]))
}

/// As many tokens are looked through for a sum of brackets.
const SIGNS: usize = 200;

/// Whether the first of two factors acts on the other by what both are: a curvature, a derivative, a
/// power of an algebra.
pub(super) fn acts_on(pair: &[Tree]) -> bool {
    matches!(pair, [a, b] if exterior(a, b)
        || curves(a, b)
        || derives(a, b)
        || carries(a, b)
        || derived_functor(a, b))
}

/// Whether a functor is derived: `\mathbf{R}\Gamma(X, F)`.
fn derived_functor(sign: &Tree, functor: &Tree) -> bool {
    matches!(sign.symbol(), Some(r"\mathbf{R}" | r"\mathbf{L}"))
        && functor
            .headed()
            .is_some_and(|n| n == r"\Gamma" || n.starts_with(r"\operatorname{"))
}

/// Whether a map with a star above or below stands before what it pulls back or pushes forward: `f^* K_X`,
/// `p_1^* L`, `\pi_* E`.
fn carries(map: &Tree, object: &Tree) -> bool {
    let star = |t: &Tree| matches!(&t.head, Head::Mark(m) if matches!(m.as_str(), "*" | r"\ast"));
    let base = match (&map.head, map.args.as_slice()) {
        (Head::Power | Head::Upper | Head::Index, [base, mark]) if star(mark) => base,
        _ => return false,
    };
    let numbered = matches!(&base.head, Head::Index)
        && matches!(base.args[1].head, Head::Number(_))
        && matches!(base.args[0].symbol(), Some("p" | "q" | r"\pi"));
    let letter = matches!(
        base.symbol(),
        Some("f" | "g" | "h" | "i" | "j" | r"\pi" | r"\iota")
    ) || matches!(base.head, Head::Apply(_)) && base.args.is_empty();
    (numbered || letter) && object.headed().is_some_and(capital)
}

/// Whether a power of an algebra stands before a module: `\Lambda^k V`, `\bigwedge^2 T^*M`.
fn exterior(power: &Tree, module: &Tree) -> bool {
    let sign = |t: &Tree| matches!(t.symbol(), Some(r"\Lambda" | r"\bigwedge" | "Λ"));
    power.head == Head::Power && sign(&power.args[0]) && module.root_symbol().is_some_and(capital)
}

/// Whether a curvature stands before the field it acts on: `R(X, Y)Z`.
fn curves(curvature: &Tree, field: &Tree) -> bool {
    let of_fields = |t: &Tree| t.symbol().is_some_and(vector_field);
    curvature.head == Head::Call
        && curvature.args.len() == 3
        && matches!(
            curvature.args[0].root_symbol(),
            Some("R" | "K" | r"\mathcal{R}" | "W")
        )
        && curvature.args[1..].iter().all(of_fields)
        && of_fields(field)
}

/// The letters of vector fields and of tangent vectors.
fn vector_field(name: &str) -> bool {
    matches!(
        name,
        "X" | "Y" | "Z" | "U" | "V" | "W" | "u" | "v" | "w" | "x" | "y" | "z"
    )
}

/// Whether a derivative with several indices above stands before a function: `D^\alpha f`.
fn derives(sign: &Tree, function: &Tree) -> bool {
    let order = |t: &Tree| matches!(t.symbol(), Some(r"\alpha" | r"\beta" | r"\gamma" | r"\nu"));
    let functions = [
        "f", "g", "h", "u", "v", "w", r"\phi", r"\varphi", r"\psi", "T", r"\eta",
    ];
    matches!(sign.head, Head::Power | Head::Upper)
        && sign.args[0].symbol() == Some("D")
        && order(&sign.args[1])
        && function
            .root_symbol()
            .is_some_and(|name| functions.contains(&name))
}

/// Derivations along a field, which stands below.
const DERIVATIONS: &[&str] = &[r"\iota", r"\mathcal{L}", r"\mathscr{L}"];

/// Letters of maps along which forms are pulled back.
const MAPS: &[&str] = &[
    "f", "g", "h", "i", "j", "F", "G", r"\phi", r"\varphi", r"\psi", r"\Phi", r"\Psi", r"\pi",
    r"\iota", r"\sigma", r"\tau",
];
