//! Random well-kinded formulas, as terms.

use super::rules;
use mamut_engine::atoms::Atoms;
use mamut_engine::latex::Formula;
use mamut_engine::normal;
use mamut_engine::sexpr;
use mamut_engine::term::{Head, SlotSort, Term};
use mamut_engine::vocabulary::Kind;
use proptest::prelude::*;

/// A formula of any kind, written as an S-expression; binders bind a symbol of their own.
pub(crate) fn formulas() -> BoxedStrategy<String> {
    prop_oneof![
        4 => number(3),
        4 => statement(2),
        2 => set(3),
        1 => matrix(2),
    ]
    .boxed()
}

/// A number of few parts.
pub(crate) fn small() -> BoxedStrategy<String> {
    prop_oneof![3 => number(1), 1 => number(2), 1 => set(1), 1 => statement(1)].boxed()
}

fn words(all: &'static [&'static str]) -> BoxedStrategy<String> {
    prop::sample::select(all).prop_map(str::to_owned).boxed()
}

fn unary(names: &'static [&'static str], arg: &BoxedStrategy<String>) -> BoxedStrategy<String> {
    (prop::sample::select(names), arg.clone())
        .prop_map(|(name, arg)| format!("({name} {arg})"))
        .boxed()
}

fn binary(names: &'static [&'static str], arg: &BoxedStrategy<String>) -> BoxedStrategy<String> {
    (prop::sample::select(names), arg.clone(), arg.clone())
        .prop_map(|(name, a, b)| format!("({name} {a} {b})"))
        .boxed()
}

fn many(names: &'static [&'static str], arg: &BoxedStrategy<String>) -> BoxedStrategy<String> {
    (
        prop::sample::select(names),
        prop::collection::vec(arg.clone(), 2..4),
    )
        .prop_map(|(name, args)| format!("({name} {})", args.join(" ")))
        .boxed()
}

fn symbol() -> BoxedStrategy<String> {
    words(&["a", "b", "c", "x", "y", "n", r"\alpha"])
}

/// A number: arithmetic, powers, roots, functions, sums, calls, derivatives, integrals,
/// probabilities.
pub(crate) fn number(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![4 => symbol(), 2 => words(&["0", "1", "2", "3", "12"]), 1 => words(&["pi", "e"])];
    if depth == 0 {
        return leaf.boxed();
    }
    let arg = number(depth - 1);
    let inner = number(depth.saturating_sub(2));
    let event = set(depth.saturating_sub(2));
    prop_oneof![
        2 => leaf,
        4 => many(&["add", "mul"], &arg),
        2 => unary(&["neg"], &arg),
        3 => binary(&["div", "pow"], &arg),
        1 => (arg.clone(), words(&["2", "3", "n"])).prop_map(|(x, n)| format!("(root {x} {n})")),
        2 => (arg.clone(), words(&["2", "3", "n", "(neg 1)"])).prop_map(|(x, n)| format!("(pow {x} {n})")),
        2 => unary(&["sin", "cos", "tan", "exp", "ln", "abs", "factorial", "sinh", "arctan"], &arg),
        1 => binary(&["binom", "logb"], &arg),
        2 => (words(&["f", "g", "h", "(prime f 1)", "(prime g 2)", "(finv f)"]), arg.clone())
            .prop_map(|(f, x)| format!("(call {f} {x})")),
        1 => (words(&["sum", "prod"]), words(&["0", "1"]), words(&["n", "3", "infty"]), inner.clone())
            .prop_map(|(op, low, high, body)| format!("({op} k {low} {high} (mul k {body}))")),
        1 => (symbol(), words(&["1", "2"]), inner.clone()).prop_map(|(x, n, y)| format!("(diff {x} {n} {y})")),
        1 => (inner.clone(), inner.clone(), inner.clone())
            .prop_map(|(a, b, y)| format!("(dint t {a} {b} (add t {y}))")),
        1 => (symbol(), inner.clone()).prop_map(|(x, y)| format!("(lim t {x} (div t {y}))")),
        1 => (event.clone(), event.clone()).prop_map(|(a, b)| format!("(condprob {a} {b})")),
        1 => event.prop_map(|a| format!("(prob {a})")),
        1 => words(&["(expect X)", "(var X)", "(cov X Y)", "(expect (mul X Y))"]),
        1 => words(&["M", "L"]).prop_map(|m| format!("(det {m})")),
    ]
    .boxed()
}

/// A set or an event.
pub(crate) fn set(depth: u32) -> BoxedStrategy<String> {
    let leaf = words(&["A", "B", "C"]);
    if depth == 0 {
        return leaf;
    }
    let arg = set(depth - 1);
    prop_oneof![
        1 => leaf,
        3 => many(&["union", "inter"], &arg),
        1 => binary(&["setminus"], &arg),
        1 => unary(&["compl"], &arg),
    ]
    .boxed()
}

/// An integer: arithmetic without quotients.
pub(crate) fn integer(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![2 => words(&["n", "m", "k"]), 1 => words(&["0", "1", "2", "5"])];
    if depth == 0 {
        return leaf.boxed();
    }
    let arg = integer(depth - 1);
    prop_oneof![
        1 => leaf,
        3 => many(&["add", "mul"], &arg),
        1 => unary(&["neg"], &arg),
        1 => binary(&["gcd", "lcm"], &arg),
        1 => (arg.clone(), words(&["2", "3"])).prop_map(|(x, n)| format!("(pow {x} {n})")),
    ]
    .boxed()
}

/// Probabilities, expectations and what is made of them.
pub(crate) fn probability() -> BoxedStrategy<String> {
    let event = set(2);
    let one = prop_oneof![
        2 => event.clone().prop_map(|a| format!("(prob {a})")),
        1 => (event.clone(), event).prop_map(|(a, b)| format!("(condprob {a} {b})")),
        1 => words(&["(expect X)", "(var X)", "(cov X Y)", "(expect (mul X Y))"]),
    ]
    .boxed();
    prop_oneof![1 => one.clone(), 2 => many(&["add", "mul"], &one), 1 => binary(&["div"], &one)]
        .boxed()
}

/// A vector of three numbers.
pub(crate) fn vector(depth: u32) -> BoxedStrategy<String> {
    let leaf = words(&["U", "V"]);
    if depth == 0 {
        return leaf;
    }
    let arg = vector(depth - 1);
    prop_oneof![
        1 => leaf,
        2 => many(&["add"], &arg),
        1 => binary(&["vecprod"], &arg),
        1 => (number(1), arg.clone()).prop_map(|(c, v)| format!("(scale {c} {v})")),
    ]
    .boxed()
}

/// A matrix of two rows and two columns.
pub(crate) fn matrix(depth: u32) -> BoxedStrategy<String> {
    let leaf = words(&["M", "L"]);
    if depth == 0 {
        return leaf;
    }
    let arg = matrix(depth - 1);
    let entries = prop::collection::vec(number(1), 4);
    prop_oneof![
        1 => leaf,
        2 => many(&["add", "matmul"], &arg),
        1 => unary(&["transpose", "matinv"], &arg),
        1 => (number(1), arg.clone()).prop_map(|(c, m)| format!("(scale {c} {m})")),
        1 => entries.prop_map(|e| format!("(matrix (row {} {}) (row {} {}))", e[0], e[1], e[2], e[3])),
    ]
    .boxed()
}

/// A statement: relations, logic, quantifiers.
pub(crate) fn statement(depth: u32) -> BoxedStrategy<String> {
    let relation = prop_oneof![
        4 => binary(&["eq", "ne", "lt", "le", "gt", "ge"], &number(depth)),
        2 => binary(&["eq", "subset", "subseteq"], &set(depth)),
        1 => binary(&["eq"], &matrix(depth.min(1))),
        1 => (symbol(), words(&["RR", "NN", "ZZ", "A"])).prop_map(|(x, s)| format!("(in {x} {s})")),
    ];
    if depth == 0 {
        return prop_oneof![2 => relation, 1 => words(&["p", "q", "r"])].boxed();
    }
    let arg = statement(depth - 1);
    prop_oneof![
        4 => relation,
        1 => many(&["and", "or"], &arg),
        1 => binary(&["implies", "iff"], &arg),
        1 => unary(&["not"], &arg),
        1 => (words(&["forall", "exists"]), symbol(), words(&["RR", "NN", "ZZ"]), arg.clone())
            .prop_map(|(op, x, s, body)| format!("({op} (in {x} {s}) {body})")),
    ]
    .boxed()
}

/// What the letters of random formulas stand for.
fn kind(name: &str) -> Kind {
    match name {
        "f" | "g" | "h" => Kind::Fn,
        "A" | "B" | "C" => Kind::Set,
        "M" | "L" => Kind::Mat,
        "U" | "V" => Kind::Vec,
        "X" | "Y" => Kind::Rv,
        "p" | "q" | "r" => Kind::Prop,
        _ => Kind::Num,
    }
}

/// The formula that an S-expression of a strategy stands for, in normal form.
pub(crate) fn formula(text: &str) -> Formula {
    let vocabulary = &rules().vocabulary;
    let mut atoms = Atoms::default();
    let term = sexpr::parse(text, vocabulary, &mut atoms).unwrap();
    let term = term.map(&mut |node| {
        let binder = vocabulary
            .operator(node.op)
            .and_then(|o| o.binds.as_ref())
            .map(|b| node.args[b.var].op);
        let args = node.args.to_vec();
        match binder {
            Some(name) if matches!(name.head(), Head::Symbol(_)) => {
                let sort = sort(vocabulary.operator(node.op).map_or("", |o| &o.name), &node);
                normal::bind(vocabulary, node.op, args, name, sort)
            }
            _ => normal::node(vocabulary, node.op, args),
        }
    });
    let (term, atoms) = compact(&term, &atoms);
    Formula {
        source: text.to_owned(),
        term,
        atoms,
        complaints: Vec::new(),
        tail: String::new(),
        choices: Vec::new(),
    }
}

fn sort(name: &str, node: &Term) -> SlotSort {
    match (name, node.args.get(1).map(|low| low.op.head())) {
        ("sum" | "prod", Some(Head::Integer(0))) => SlotSort::Natural,
        ("sum" | "prod", Some(Head::Integer(_))) => SlotSort::Positive,
        ("sum" | "prod", _) => SlotSort::Integer,
        _ => SlotSort::Real,
    }
}

/// Leaves out the symbols that are only bound, and says what the others stand for.
fn compact(term: &Term, atoms: &Atoms) -> (Term, Atoms) {
    let mut kept = Atoms {
        literals: atoms.literals.clone(),
        ..Atoms::default()
    };
    let term = term.map(&mut |node| match node.op.head() {
        Head::Symbol(index) => {
            let name = &atoms.symbols[index as usize].name;
            let new = kept.symbol(name);
            kept.symbols[new as usize].kind = kind(name);
            Term::leaf(mamut_engine::term::Op::symbol(new))
        }
        _ => node,
    });
    (term, kept)
}
