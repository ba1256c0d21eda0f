//! Targets other than LaTeX: each loads clean and writes what the identities hold, and how it
//! writes small terms is a snapshot to read through.
#![allow(clippy::unwrap_used, reason = "a test")]

mod common;

use std::collections::BTreeSet;
use std::fmt::Write;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::forest::Forest;
use mamut_engine::pattern::Pattern;
use mamut_engine::rules::RuleSet;
use mamut_engine::sexpr;
use mamut_engine::symbols::Plan;
use mamut_engine::term::{Head, Op, Term};
use mamut_printer::{Choice, Options, Printer, Versions};
use mamut_rw::rules;

/// Small terms, one for each construct whose brackets or spelling can go wrong.
const TERMS: &[&str] = &[
    "(add a (neg b))",
    "(neg (add a b))",
    "(add a (neg (add b c)))",
    "(mul 2 a b)",
    "(mul 2 3)",
    "(mul a (add b c))",
    r"(mul \alpha x (sin x))",
    "(mul (div 1 2) x)",
    "(neg (pow x 2))",
    "(pow (neg x) 2)",
    "(pow (pow x y) z)",
    "(pow x (add n 1))",
    "(pow x (div 2 3))",
    "(pow (div a b) n)",
    "(div a (mul b c))",
    "(div (div a b) c)",
    "(root (add x 1) 2)",
    "(root x n)",
    "(abs (add x y))",
    "(factorial (mul 2 n))",
    "(binom n k)",
    "(idx x i)",
    "(idx x 1 2)",
    "(pow (idx x 1) 2)",
    "(add a (pm (root b 2)))",
    "(addseq 1 2 dots n)",
    "(floor (div n 2))",
    "(gcd a b)",
    "(pow (sin (add x y)) 2)",
    "(logb 2 x)",
    "(call f x y)",
    "(call (prime f 1) x)",
    "(call (prime f 1) (add x 1))",
    "(call (finv f) x)",
    "(diff x 1 (call f x))",
    "(diff x 2 y)",
    "(int x (call f x))",
    "(dint $r0 0 infty (pow e (neg $r0)))",
    "(sum $p0 1 n (pow $p0 2))",
    "(mul 2 (sum $p0 1 infty (div 1 $p0)))",
    "(lim $r0 0 (div (sin $r0) $r0))",
    "(eq (pow e (mul i pi)) (neg 1))",
    "(chain a rel-le b rel-le c)",
    "(chain a rel-lt b rel-eq c)",
    "(lt (add a b) c)",
    "(congruent a b 5)",
    "(forall (in x RR) (ge (pow x 2) 0))",
    "(forall (in (list a b) ZZ) (exists c (eq (add a b) c)))",
    "(implies (and p q) (or p (not q)))",
    "(in x (interval-co 0 1))",
    "(subseteq (inter A B) (union A C))",
    "(set 1 2 3)",
    "(setof $a0 RR (gt $a0 0))",
    "(card (setminus A B))",
    "(tuple a b)",
    "(cases (case x (gt x 0)) (otherwise 0))",
    "(matrix (row a b) (row c d))",
    "(det (matrix (row a b) (row c d)))",
    "(matmul A (transpose B))",
    "(scale 2 (matrix (row a b)))",
    "(condprob A B)",
    "(var (add X Y))",
    "(normalin H G)",
];

/// Forms shown of each term.
const SHOWN: usize = 4;

fn of(target: &str) -> RuleSet {
    let loaded = rules::load_for::<&str>(Some(target), &[], &[]).unwrap();
    assert!(loaded.diagnostics.is_empty(), "{:#?}", loaded.diagnostics);
    assert_eq!(loaded.rules.target.as_ref().unwrap().name, target);
    loaded.rules
}

fn forms(text: &str, rules: &RuleSet) -> Vec<String> {
    let mut atoms = Atoms::default();
    let term = sexpr::parse(text, &rules.vocabulary, &mut atoms).unwrap();
    let forest = Forest::of(&term, &rules.vocabulary, &atoms);
    let grammar = Printer::new(rules).compile(&forest, &atoms, &Options::default());
    let names = Plan::of(&term, &atoms, Some(&forest), rules).source_names();
    let mut versions = Versions::new(&grammar, None, names, Key::seed(0), Choice::Weighted);
    let mut forms = Vec::new();
    while forms.len() < SHOWN
        && let Some(version) = versions.next_version()
    {
        forms.push(version.text.to_owned());
    }
    forms
}

#[test]
fn small_terms() {
    let targets = rules::targets();
    assert!(targets.len() >= 4, "{targets:?}");
    for target in targets {
        let rules = of(target);
        let mut out = String::new();
        for text in TERMS {
            let forms = forms(text, &rules);
            assert!(!forms.is_empty(), "{target} does not write {text}");
            writeln!(out, "--- {text}").unwrap();
            for form in forms {
                writeln!(out, "{form}").unwrap();
            }
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("targets");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(target, out));
    }
}

fn operators(term: &Term, into: &mut BTreeSet<Op>) {
    if let Head::Operator(_) = term.op.head() {
        into.insert(term.op);
    }
    for arg in term.args.iter() {
        operators(arg, into);
    }
}

/// What SymPy has no class for.
const UNKNOWN_TO_SYMPY: [&str; 9] = [
    "approx", "card", "inter", "matmul", "pm", "setpow", "union", "finv", "prime",
];

/// Every operator of the identities has a notation or a word of its own.
#[test]
fn the_identities_are_written_without_names_of_operators() {
    let english = common::rules();
    let reader = mamut_engine::latex::Reader::new(english);
    let mut used = BTreeSet::new();
    for (_, formula) in common::identities() {
        operators(&reader.read(&formula).term, &mut used);
    }
    assert!(used.len() > 60);
    for target in rules::targets() {
        let rules = of(target);
        let mut written: BTreeSet<Op> = BTreeSet::new();
        for notation in &rules.notations {
            notation.print.walk(&mut |p| {
                if let Pattern::Node(op, _) = p {
                    written.insert(*op);
                }
            });
        }
        let known = rules.target.as_ref().unwrap();
        written.extend(known.words.keys());
        let missing: Vec<&str> = used
            .difference(&written)
            .map(|op| rules.vocabulary.operator(*op).unwrap().name.as_str())
            .filter(|name| target != "sympy" || !UNKNOWN_TO_SYMPY.contains(name))
            .collect();
        assert!(
            missing.is_empty(),
            "{target} has no notation for {missing:?}"
        );
    }
}

/// Whatever has an operator can be written, by its name if need be.
#[test]
fn every_operator_is_written() {
    for target in rules::targets() {
        let rules = of(target);
        for operator in &rules.vocabulary.operators {
            let arity = operator.signatures.first().map_or(0, |s| s.args.len());
            let args = " x".repeat(arity);
            let text = match arity {
                0 => operator.name.clone(),
                _ => format!("({}{args})", operator.name),
            };
            if operator.binds.is_some() {
                continue;
            }
            assert!(
                !forms(&text, &rules).is_empty(),
                "{target} does not write {text}"
            );
        }
    }
}
