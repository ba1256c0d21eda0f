//! Tests of saturation and proofs; what they share: small rule sets, terms as S-expressions, the
//! forms of a forest.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod binders;
mod proofs;
mod saturation;

use super::{Limits, Saturated, saturate};
use crate::atoms::Atoms;
use crate::dsl::{SourceFile, load};
use crate::forest::{ClassId, Forest};
use crate::rules::RuleSet;
use crate::term::Term;
use crate::vocabulary::{Kind, Vocabulary};

/// The built-in vocabulary with these equivalences (the inside of `rules: [...]`).
pub(crate) fn rules(equivalences: &str) -> RuleSet {
    let mut files = crate::common::files();
    files.retain(|f| f.name.starts_with("vocabulary/"));
    files.push(SourceFile {
        name: "test.ron".to_owned(),
        text: format!("Equivalences(about: \"Rules of a test.\", uses: [\"core\", \"sets\", \"analysis\", \"algebra\"], rules: [{equivalences}])"),
        layer: 0,
    });
    let loaded = load(&files);
    let complaints: Vec<_> = loaded
        .diagnostics
        .iter()
        .filter(|d| d.severity == crate::diagnostic::Severity::Error)
        .collect();
    assert!(complaints.is_empty(), "{complaints:#?}");
    loaded.rules
}

/// One rule with an id and a body such as `rule: "…", tier: Structure`.
pub(crate) fn rule(id: &str, body: &str) -> String {
    format!("(id: \"{id}\", doc: \"Test.\", {body}, examples: [(\"a\", \"b\")], rejects: [\"c\"]),")
}

/// Reads an S-expression; `f`, `g`, `h` are functions, other small letters numbers.
pub(crate) fn parse(text: &str, vocabulary: &Vocabulary, atoms: &mut Atoms) -> Term {
    let term = crate::sexpr::parse(text, vocabulary, atoms).unwrap();
    for symbol in &mut atoms.symbols {
        symbol.kind = match symbol.name.as_str() {
            "f" | "g" | "h" => Kind::Fn,
            name if name.starts_with(char::is_uppercase) => symbol.kind,
            _ => Kind::Num,
        };
    }
    term
}

pub(crate) fn write(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms) -> String {
    crate::sexpr::write(term, vocabulary, atoms)
}

/// Saturates a term given as an S-expression.
pub(crate) fn run(text: &str, rules: &RuleSet, limits: &Limits) -> (Saturated, Atoms) {
    let mut atoms = Atoms::default();
    let term = parse(text, &rules.vocabulary, &mut atoms);
    (saturate(&term, &atoms, rules, limits), atoms)
}

/// Terms of a class of at most this size, the first ones; cycles are cut by size.
pub(crate) fn terms(forest: &Forest, class: ClassId, size: usize, most: usize) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    if size == 0 {
        return found;
    }
    for node in &forest.classes[class as usize].nodes {
        let mut rows: Vec<(Vec<Term>, usize)> = vec![(Vec::new(), size - 1)];
        for (i, &arg) in node.args.iter().enumerate() {
            let left = node.args.len() - i - 1;
            let mut next = Vec::new();
            for (row, rest) in rows {
                if rest <= left {
                    continue;
                }
                for t in terms(forest, arg, rest - left, most) {
                    let size = t.size();
                    let mut row = row.clone();
                    row.push(t);
                    next.push((row, rest - size));
                    if next.len() >= most {
                        break;
                    }
                }
            }
            next.truncate(most);
            rows = next;
        }
        found.extend(rows.into_iter().map(|(args, _)| Term::new(node.op, args)));
        if found.len() >= most {
            found.truncate(most);
            break;
        }
    }
    found
}

/// The written forms of a saturated formula.
pub(crate) fn forms(text: &str, rules: &RuleSet, limits: &Limits, size: usize) -> Vec<String> {
    let (saturated, atoms) = run(text, rules, limits);
    let mut all: Vec<String> = terms(&saturated.forest, saturated.forest.root, size, 5_000)
        .iter()
        .map(|t| write(t, &rules.vocabulary, &atoms))
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Formulas of several fields.
pub(crate) const SAMPLES: [&str; 10] = [
    "(eq (pow (add a b) 2) (add (pow a 2) (mul 2 a b) (pow b 2)))",
    "(eq (div a b) (mul a (pow b (neg 1))))",
    "(eq (sum $p0 1 infty (div 1 (pow $p0 2))) (div (pow pi 2) 6))",
    "(implies (eq (add (pow x 2) (mul p x) q) 0) (eq (idx x 1 2) (add (neg (div p 2)) (pm (root (add (div (pow p 2) 4) (neg q)) 2)))))",
    "(eq (pow (add a b) n) (sum $n0 0 n (mul (binom n $n0) (pow a (add n (neg $n0))) (pow b $n0))))",
    "(eq (factorial n) (mul (root (mul 2 pi n) 2) (pow (div n e) n)))",
    "(eq (pow c 2) (add (pow a 2) (pow b 2) (neg (mul 2 a b (cos C)))))",
    "(eq (call (prime f 1) x) (lim $r0 0 (div (add (call f (add x $r0)) (neg (call f x))) $r0)))",
    "(eq (mul (div 1 (mul (root (mul 2 pi) 2) s)) (pow e (neg (mul (div 1 2) (pow (div (add x (neg m)) s) 2))))) y)",
    "(eq (condprob A B) (div (mul (condprob B A) (prob A)) (prob B)))",
];
