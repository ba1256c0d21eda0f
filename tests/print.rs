//! All ways to write small terms, as a snapshot to read through: `cargo insta review` after a
//! change of a notation.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fmt::Write;
use std::path::Path;

use mamut_engine::atoms::Atoms;
use mamut_engine::choice::Key;
use mamut_engine::dsl::{self, SourceFile};
use mamut_engine::forest::Forest;
use mamut_engine::rules::RuleSet;
use mamut_engine::sexpr;
use mamut_engine::symbols::Plan;
use mamut_printer::{Choice, Options, Printer, Versions};

/// Small terms, one for each construct whose brackets or spelling can go wrong.
const TERMS: &[&str] = &[
    // Arithmetic.
    "(add a (neg b))",
    "(neg (add a b))",
    "(add a (neg (add b c)))",
    "(mul 2 a b)",
    "(mul 2 3)",
    "(mul a (add b c))",
    "(mul (div 1 2) x)",
    "(neg (pow x 2))",
    "(pow (neg x) 2)",
    "(pow (pow x y) z)",
    "(pow x (pow y z))",
    "(pow x (div 2 3))",
    "(pow (div a b) n)",
    "(div a (mul b c))",
    "(div (add a b) 2)",
    "(div (div a b) c)",
    "(mul a (div b c))",
    "(root x 2)",
    "(root (add x 1) n)",
    "(abs (add x y))",
    "(pow (factorial n) 2)",
    "(factorial (mul 2 n))",
    "(binom n k)",
    "(idx x 1 2)",
    "(pow (idx x j) 2)",
    "(add a (pm (root b 2)))",
    "(addseq 1 2 dots n)",
    "(floor (div n 2))",
    // Functions and calculus.
    "(sin x)",
    "(mul (sin x) y)",
    "(mul (sin x) (cos y))",
    "(pow (sin (add x y)) 2)",
    "(pow (sin x) (neg 1))",
    "(arcsin x)",
    "(ln (mul x y))",
    "(logb b x)",
    "(call f x)",
    "(pow (call f x) 2)",
    "(call (prime f 1) x)",
    "(call (prime f 3) x)",
    "(call (prime f n) a)",
    "(call (finv f) x)",
    "(prime (mul u v) 1)",
    "(diff x 1 (call f x))",
    "(diff x 2 y)",
    "(diff x 1 (add u v))",
    "(int x (call f x))",
    "(dint $r0 a b (call f $r0))",
    "(sum $p0 1 n (add a $p0))",
    "(sum $p0 1 infty (div 1 (pow $p0 2)))",
    "(mul 2 (sum $p0 1 n $p0))",
    "(lim $r0 a (add (call f $r0) (call g $r0)))",
    "(re z)",
    // Relations, sets, logic.
    "(eq (pow a 2) (add b c))",
    "(chain a rel-lt b rel-le c)",
    "(inter (union A B) C)",
    "(compl (union A B))",
    "(card (inter A B))",
    "(setof $a0 RR (gt $a0 0))",
    "(interval-co a b)",
    "(not (and p q))",
    "(implies (and p q) r)",
    "(forall (in (list a b) RR) (gt c 0) (eq (add a b) c))",
    "(cases (case x (ge x 0)) (otherwise (neg x)))",
    // Matrices and probability.
    "(matrix (row a b) (row c d))",
    "(matinv (matrix (row a b) (row c d)))",
    "(det A)",
    "(transpose (matmul A B))",
    "(condprob A B)",
    "(prob (eq X k))",
    "(expect (pow X 2))",
    "(pow (expect X) 2)",
    "(var X)",
    // Letters that run, places, units, constraints.
    "(evalat (call f x) (eq x 0))",
    "(idx X (eq t 0))",
    "(under Res (eq z 0) (call f z))",
    "(intcond $a0 (eq (abs $a0) 1) (call f $a0))",
    "(intmany (row x y) D (call f x y))",
    "(sum $p1 1 n (sum $p0 1 n (idx a $p1 $p0)))",
    "(sequence $p1 1 n (sequence $p0 1 n (idx a $p1 $p0)))",
    "(sequenceall $a1 (sequencecond $a0 (comma (le 1 $a1) (le $a0 n)) (idx a $a1 $a0)))",
    "(idx (bymember (idx a i j)) (size m n))",
    "(minall $a1 (minall $a0 (constrained (add $a1 $a0) \"\\text{s.t.}\" (ge (mul $a1 $a0) 1))))",
    "(ruled \"cc|c\" (row a b c) (row x y z))",
    "(quantity 9.81 (mul \"\\mathrm{m}\" (pow \"\\mathrm{s}\" (neg 2))))",
    "(call I (barred (semi X Y) Z))",
    "(principal (int x (call f x)))",
    "(sim blank 2)",
];

/// Forms shown of each term.
const SHOWN: usize = 30;

fn rules() -> RuleSet {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    let loaded = dsl::load(&files);
    assert!(loaded.is_clean(), "{:#?}", loaded.diagnostics);
    loaded.rules
}

fn collect(root: &Path, dir: &Path, files: &mut Vec<SourceFile>) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        // Packs and targets are loaded on demand.
        if path.ends_with("packs") || path.ends_with("targets") {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|e| e == "ron") {
            files.push(SourceFile {
                name: path
                    .strip_prefix(root)
                    .unwrap()
                    .to_string_lossy()
                    .replace('\\', "/"),
                text: std::fs::read_to_string(&path).unwrap(),
                layer: 0,
            });
        }
    }
}

/// All forms of a term, or the first ones drawn; symbols keep their names.
fn forms(text: &str, rules: &RuleSet, printer: &Printer<'_>) -> (String, Vec<String>) {
    let mut atoms = Atoms::default();
    let term = sexpr::parse(text, &rules.vocabulary, &mut atoms).unwrap();
    let forest = Forest::of(&term, &rules.vocabulary, &atoms);
    let grammar = printer.compile(&forest, &atoms, &Options::default());
    let names = Plan::of(&term, &atoms, Some(&forest), rules).source_names();
    let mut versions = Versions::new(&grammar, None, names, Key::seed(0), Choice::Weighted);
    let mut forms = Vec::new();
    while forms.len() < SHOWN
        && let Some(version) = versions.next_version()
    {
        forms.push(version.text.to_owned());
    }
    (grammar.count().to_string(), forms)
}

#[test]
fn small_terms() {
    let rules = rules();
    let printer = Printer::new(&rules);
    let mut out = String::new();
    for text in TERMS {
        let (count, forms) = forms(text, &rules, &printer);
        writeln!(out, "--- {text}  ({count} forms)").unwrap();
        for form in forms {
            writeln!(out, "{form}").unwrap();
        }
        out.push('\n');
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("print");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("small-terms", out));
}
