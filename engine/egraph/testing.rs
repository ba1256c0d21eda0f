//! What tests of this module share: terms as S-expressions, small rule sets, forms of a forest.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use super::{Limits, Saturated, saturate};
use crate::atoms::Atoms;
use crate::dsl::{SourceFile, load};
use crate::forest::{ClassId, Forest};
use crate::rules::RuleSet;
use crate::term::{Head, Op, Slot, SlotSort, Term};
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

pub(crate) fn parse(text: &str, vocabulary: &Vocabulary, atoms: &mut Atoms) -> Term {
    let spaced = text.replace('(', " ( ").replace(')', " ) ");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let term = item(&tokens, &mut at, vocabulary, atoms);
    assert_eq!(at, tokens.len(), "{text}");
    term
}

fn item(tokens: &[&str], at: &mut usize, vocabulary: &Vocabulary, atoms: &mut Atoms) -> Term {
    let token = tokens[*at];
    *at += 1;
    if token != "(" {
        return Term::leaf(leaf(token, vocabulary, atoms));
    }
    let op = leaf(tokens[*at], vocabulary, atoms);
    *at += 1;
    let mut args = Vec::new();
    while tokens[*at] != ")" {
        args.push(item(tokens, at, vocabulary, atoms));
    }
    *at += 1;
    Term::new(op, args)
}

fn leaf(token: &str, vocabulary: &Vocabulary, atoms: &mut Atoms) -> Op {
    if let Some(name) = token.strip_prefix('$') {
        let sort = "pnira".find(&name[..1]).unwrap();
        return Op::slot(Slot {
            sort: SlotSort::ALL[sort],
            level: name[1..].parse().unwrap(),
        });
    }
    if let Ok(value) = token.parse() {
        return Op::integer(value);
    }
    vocabulary.find(token).unwrap_or_else(|| {
        let index = atoms.symbol(token);
        if token.chars().all(|c| c.is_ascii_lowercase())
            && token.len() == 1
            && !"fgh".contains(token)
        {
            atoms.symbols[index as usize].kind = Kind::Num;
        }
        Op::symbol(index)
    })
}

pub(crate) fn write(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms) -> String {
    let head = match term.op.head() {
        Head::Operator(i) => vocabulary.operators[i as usize].name.clone(),
        Head::Integer(v) => v.to_string(),
        Head::Symbol(i) => atoms.symbols[i as usize].name.clone(),
        Head::Slot(s) => format!(
            "${}{}",
            &"pnira"[s.sort as usize..=s.sort as usize],
            s.level
        ),
        Head::Literal(i) => atoms.literals[i as usize].spelling.clone(),
        Head::Opaque(i) => format!("opaque{i}"),
    };
    if term.args.is_empty() {
        return head;
    }
    let args: Vec<String> = term
        .args
        .iter()
        .map(|t| write(t, vocabulary, atoms))
        .collect();
    format!("({head} {})", args.join(" "))
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
