//! Properties of name assignments.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::{Names, Plan};
use crate::atoms::{Atoms, Opaque, Shown, Symbol};
use crate::choice::Key;
use crate::rules::{Role, RuleSet, SymbolGroup, SymbolTable};
use crate::term::{Op, Slot, SlotSort, Term};
use crate::vocabulary::{Kind, Operator, Vocabulary};

/// A small rule set with the table of the paper.
fn rules() -> RuleSet {
    let words = |list: &str| list.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let group = |id: &str, role, members: &str| SymbolGroup {
        id: id.to_owned(),
        role,
        members: words(members),
        closed: false,
    };
    let operator = |name: &str| Operator {
        name: name.to_owned(),
        signatures: Vec::new(),
        laws: Vec::new(),
        binds: None,
        tags: Vec::new(),
        doc: String::new(),
        comm: matches!(name, "add" | "mul" | "eq"),
        assoc: false,
        unit: None,
        define: None,
        free: false,
    };
    let mut operators: Vec<Operator> =
        words("add mul eq pow call prime idx sum finv compose i divides prodcond")
            .iter()
            .map(|n| operator(n))
            .collect();
    operators.sort_by(|a, b| a.name.cmp(&b.name));
    RuleSet {
        vocabulary: Vocabulary {
            operators,
            ..Vocabulary::default()
        },
        symbols: SymbolTable {
            groups: vec![
                group("angle", Role::Variable, r"\alpha \beta \gamma \delta"),
                group("antiderivative", Role::Function, "F G H U V"),
                group("count", Role::Variable, "k l m n"),
                group("density", Role::Function, r"\phi \varphi \psi"),
                group("function", Role::Function, "f g h u v"),
                group("index", Role::Variable, "i j k l"),
                group("matrix", Role::Variable, "A B C D E"),
                group("parameter", Role::Variable, "a b c d e f g h"),
                group("unknown", Role::Variable, "x y z"),
            ],
            nouns: Default::default(),
            names: Vec::new(),
            lexicon: crate::phrases::Lexicon::default(),
            always: words("x"),
            stray: (0.3, words(r"a p q \lambda Z")),
            extra: vec![(r"\alpha".to_owned(), words("y z"))],
            spoken: Vec::new(),
            reserved: words(r"\pi"),
            labels: Vec::new(),
            excluded: vec![("e".to_owned(), words("pow")), ("i".to_owned(), words("i"))],
            families: vec![
                words(r"a A \alpha"),
                words(r"b B \beta"),
                words(r"c C \gamma"),
                words("f F"),
                words("g G"),
                words("u U"),
            ],
            indexed: (0.5, 4),
            functions: words(r"f g h u v F G H U V \phi \varphi \psi"),
        },
        ..RuleSet::default()
    }
}

fn atoms(names: &[&str]) -> Atoms {
    let symbol = |name: &&str| Symbol {
        name: (*name).to_owned(),
        kind: Kind::Any,
        protected: false,
        shown: Shown::default(),
    };
    Atoms {
        symbols: names.iter().map(symbol).collect(),
        ..Atoms::default()
    }
}

fn node(rules: &RuleSet, op: &str, args: Vec<Term>) -> Term {
    Term::new(rules.vocabulary.op(op), args)
}

fn symbols(n: usize) -> Vec<Term> {
    (0..n).map(|i| Term::leaf(Op::symbol(i as u32))).collect()
}

fn all(plan: &Plan) -> Vec<Names> {
    let count = u64::try_from(plan.count()).expect("a small count");
    (0..count).map(|n| plan.unrank(&BigUint::from(n))).collect()
}

fn check(plan: &Plan, seeds: u64) {
    let distinct = |names: &Names| {
        let mut seen: Vec<&String> = names
            .symbols
            .iter()
            .chain(names.slots.iter().map(|(_, n)| n))
            .collect();
        let total = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), total, "{names:?}");
    };
    let count = plan.count();
    assert!(
        plan.rank(&plan.source_names()).is_some(),
        "the source's own names are an assignment"
    );
    for seed in 0..seeds {
        let key = Key::seed(seed);
        let drawn = plan.draw(key);
        assert_eq!(drawn, plan.draw(key));
        distinct(&drawn);
        let rank = plan
            .rank(&drawn)
            .unwrap_or_else(|| panic!("{drawn:?} was drawn but is not enumerated"));
        assert!(rank < count);
        assert_eq!(plan.unrank(&rank), drawn);
        let any = BigUint::from(key.at(1).bits()) % &count;
        let names = plan.unrank(&any);
        distinct(&names);
        assert_eq!(plan.rank(&names), Some(any));
    }
}

#[test]
fn enumerates_each_assignment_once() {
    let rules = rules();
    let (atoms, term) = (atoms(&["a", "b", "n"]), node(&rules, "eq", symbols(3)));
    let plan = Plan::of(&term, &atoms, None, &rules);
    let seen: BTreeSet<String> = all(&plan)
        .iter()
        .map(|names| format!("{names:?}"))
        .collect();
    assert_eq!(BigUint::from(seen.len()), plan.count());
    check(&plan, 300);
}

#[test]
fn alike_symbols_have_alike_names() {
    let rules = rules();
    let (atoms, term) = (atoms(&["a", "x"]), node(&rules, "add", symbols(2)));
    let seen: BTreeSet<Vec<String>> = all(&Plan::of(&term, &atoms, None, &rules))
        .into_iter()
        .map(|n| n.symbols)
        .collect();
    for names in &seen {
        assert!(
            seen.contains(&vec![names[1].clone(), names[0].clone()]),
            "{names:?}"
        );
    }
}

#[test]
fn families_move_together() {
    let rules = rules();
    let atoms = atoms(&["f", "F", "x"]);
    let [f, big_f, x] = &symbols(3)[..] else {
        unreachable!()
    };
    let apply = |g: &Term| node(&rules, "call", vec![g.clone(), x.clone()]);
    let term = node(&rules, "eq", vec![apply(f), apply(big_f)]);
    for names in all(&Plan::of(&term, &atoms, None, &rules)) {
        let pair = (names.symbols[0].as_str(), names.symbols[1].as_str());
        assert!(
            matches!(pair, ("f", "F") | ("g", "G") | ("u", "U")),
            "{pair:?}"
        );
    }
}

#[test]
fn accents_go_with_their_letter_and_its_font() {
    let rules = rules();
    let atoms = atoms(&[r"\dot{\mathbf{x}}", r"\mathbf{x}", r"\mathbf{y}", "a"]);
    let [speed, place, other, number] = &symbols(4)[..] else {
        unreachable!()
    };
    // Nothing but their looks tells a bold letter and a number in a product apart.
    let product = node(&rules, "mul", vec![number.clone(), other.clone()]);
    let sum = node(&rules, "add", vec![speed.clone(), place.clone(), product]);
    let all = all(&Plan::of(&sum, &atoms, None, &rules));
    for names in &all {
        let [speed, place, other, number] = &names.symbols[..] else {
            unreachable!()
        };
        assert_eq!(*speed, format!(r"\dot{{{place}}}"));
        assert!(
            other.starts_with(r"\mathbf{") && !number.starts_with('\\') || number == r"\lambda"
        );
    }
    assert!(all.iter().any(|names| names.symbols[1] != r"\mathbf{x}"));
}

#[test]
fn a_letter_in_another_shape_is_no_other_letter() {
    let rules = rules();
    let atoms = atoms(&[r"\phi", r"\psi", "x"]);
    let [one, other, place] = &symbols(3)[..] else {
        unreachable!()
    };
    let value = |of: &Term| node(&rules, "call", vec![of.clone(), place.clone()]);
    let sum = node(&rules, "add", vec![value(one), value(other)]);
    let plan = Plan::of(&sum, &atoms, None, &rules);
    let drawn: Vec<Names> = (0..200).map(|seed| plan.draw(Key::seed(seed))).collect();
    let has = |names: &Names, name: &str| names.symbols.iter().any(|n| n == name);
    for names in &drawn {
        assert!(!has(names, r"\phi") || !has(names, r"\varphi"), "{names:?}");
    }
    assert!(drawn.iter().any(|names| has(names, r"\varphi")));
}

#[test]
fn derivatives_have_the_letter_of_what_is_derived() {
    let rules = rules();
    let core = |name: &str| crate::spelling::undecorated(name).1.to_owned();
    // Two names; whether the first is a function; which of them keeps its letter.
    let cases = [
        (["h", r"\dot{h}"], true, None),
        ([r"\dot{z}", r"\ddot{z}"], false, None),
        (["x", r"\dot{x}"], false, Some(0)),
        (["x", r"\dot{x}"], false, Some(1)),
    ];
    for (names, function, kept) in cases {
        let mut atoms = atoms(&[names[0], names[1], "t"]);
        if let Some(kept) = kept {
            atoms.symbols[kept].protected = true;
        }
        let mut args = symbols(3);
        if function {
            args[0] = node(&rules, "call", vec![args[0].clone(), args[2].clone()]);
        }
        let all = all(&Plan::of(&node(&rules, "add", args), &atoms, None, &rules));
        let of = |n: &Names| [core(&n.symbols[0]), core(&n.symbols[1])];
        for assigned in &all {
            let [one, other] = of(assigned);
            assert!(
                one == other && (kept.is_none() || one == "x"),
                "{assigned:?}"
            );
        }
        let renamed = all.iter().filter(|n| of(n)[0] != core(names[0])).count();
        assert_eq!(renamed == 0, kept.is_some(), "{names:?}");
    }
}

#[test]
fn context_excludes_names() {
    let rules = rules();
    let (atoms, args) = (atoms(&["a", "k"]), symbols(2));
    let term = node(
        &rules,
        "add",
        vec![
            node(&rules, "pow", args.clone()),
            node(&rules, "i", vec![]),
            args[1].clone(),
        ],
    );
    for names in all(&Plan::of(&term, &atoms, None, &rules)) {
        assert!(
            !names
                .symbols
                .iter()
                .any(|n| matches!(n.as_str(), "e" | "i" | "f" | "g" | "h" | r"\pi" | "Z")),
            "{names:?}"
        );
    }
}

#[test]
fn nothing_is_called_like_what_is_not_written() {
    let rules = rules();
    let (atoms, args) = (atoms(&["y", "z"]), symbols(2));
    let derivative = node(
        &rules,
        "prime",
        vec![args[0].clone(), Term::leaf(Op::integer(2))],
    );
    let term = node(&rules, "eq", vec![derivative, args[1].clone()]);
    for names in all(&Plan::of(&term, &atoms, None, &rules)) {
        assert!(!names.symbols.iter().any(|n| n == "x"), "{names:?}");
    }
}

#[test]
fn what_cannot_be_renamed_stays() {
    let rules = rules();
    let mut atoms = atoms(&["a", "b", "c", "m"]);
    atoms.symbols[3].protected = true;
    atoms.opaques.push(Opaque {
        pieces: vec![r"\odd{".to_owned(), "}{p".to_owned(), "}".to_owned()],
        start: 0,
        end: 9,
    });
    let args = symbols(4);
    let opaque = Term::new(Op::opaque(0), vec![args[0].clone(), args[1].clone()]);
    let term = node(
        &rules,
        "add",
        vec![opaque, args[2].clone(), args[3].clone()],
    );
    let names = all(&Plan::of(&term, &atoms, None, &rules));
    assert!(names.iter().all(|n| n.symbols[1] == "b"
        && n.symbols[3] == "m"
        && !n.symbols.contains(&"p".to_owned())));
    assert!(names.iter().any(|n| n.symbols[0] != "a"));
}

#[test]
fn indices_come_once_and_not_on_top_of_others() {
    let rules = rules();
    let (atoms, args) = (atoms(&["a", "b", "c"]), symbols(3));
    let plain = node(&rules, "add", args.clone());
    let names = all(&Plan::of(&plain, &atoms, None, &rules));
    let indexed = |n: &&Names| n.symbols.iter().filter(|s| s.contains('_')).count();
    assert!(
        names.iter().any(|n| indexed(&n) == 3)
            && names.iter().any(|n| indexed(&n) == 2)
            && !names.iter().any(|n| indexed(&n) == 1)
    );
    let with = node(
        &rules,
        "add",
        vec![node(&rules, "idx", args[..2].to_vec()), args[2].clone()],
    );
    assert!(
        all(&Plan::of(&with, &atoms, None, &rules))
            .iter()
            .all(|n| indexed(&n) == 0)
    );
}

#[test]
fn reports_what_changed() {
    let rules = rules();
    let mut atoms = atoms(&["a", "n"]);
    let slot = Slot {
        sort: SlotSort::Positive,
        level: 0,
    };
    atoms.slot_names.push((slot, "k".to_owned()));
    let (args, k) = (symbols(2), Term::leaf(Op::slot(slot)));
    let body = node(&rules, "mul", vec![args[0].clone(), k.clone()]);
    let term = node(
        &rules,
        "sum",
        vec![k, Term::leaf(Op::integer(1)), args[1].clone(), body],
    );
    let plan = Plan::of(&term, &atoms, None, &rules);
    assert!(plan.substitution(&plan.source_names()).is_empty());
    let new = Names {
        symbols: vec!["c".to_owned(), "n".to_owned()],
        slots: vec![(slot, "m".to_owned())],
    };
    let changed: Vec<_> = plan.substitution(&new).into_iter().collect();
    assert_eq!(
        changed,
        [
            ("a".to_owned(), "c".to_owned()),
            ("k".to_owned(), "m".to_owned())
        ]
    );
    check(&plan, 200);
}

/// `\varphi(n) = \prod_{p \mid n} p`: the letters say what they are.
#[test]
fn letters_of_number_theory_stay() {
    let rules = rules();
    let mut atoms = atoms(&[r"\varphi", "n"]);
    let args = symbols(2);
    let term = |rules: &RuleSet, last: Term| {
        let value = node(rules, "call", args.clone());
        node(rules, "eq", vec![value, last])
    };
    let plan = |bound: &str, sort: SlotSort, atoms: &mut Atoms| {
        let slot = Slot { sort, level: 0 };
        let p = Term::leaf(Op::slot(slot));
        atoms.slot_names = vec![(slot, bound.to_owned())];
        let condition = node(&rules, "divides", vec![p.clone(), args[1].clone()]);
        let product = node(&rules, "prodcond", vec![p.clone(), condition, p.clone()]);
        all(&Plan::of(&term(&rules, product), atoms, None, &rules))
    };
    let over_primes = plan("p", SlotSort::Prime, &mut atoms);
    assert!(over_primes.iter().all(|n| n.slots[0].1 == "p"));
    assert!(over_primes.iter().all(|n| n.symbols[0] == r"\varphi"));
    assert!(over_primes.iter().any(|n| n.symbols[1] != "n"));
    let over_divisors = plan("k", SlotSort::Any, &mut atoms);
    assert!(over_divisors.iter().any(|n| n.slots[0].1 != "k"));
    let elsewhere = term(&rules, args[1].clone());
    atoms.slot_names.clear();
    let elsewhere = all(&Plan::of(&elsewhere, &atoms, None, &rules));
    assert!(elsewhere.iter().any(|n| n.symbols[0] != r"\varphi"));
}

/// Too many names to count all choices of what is indexed: what is drawn is counted all the same.
#[test]
fn many_names_are_drawn_as_they_are_counted() {
    let rules = rules();
    let names = ["c", "d", "i", "k", "x", "F", "o", r"\omega"];
    let mut atoms = atoms(&names);
    let mut args = symbols(names.len());
    args.push(node(&rules, "pow", vec![Term::leaf(Op::integer(1))]));
    for (sort, level, name) in [(0, 0, "x"), (3, 0, "n"), (0, 1, "k")] {
        let slot = Slot {
            sort: SlotSort::ALL[sort],
            level,
        };
        atoms.slot_names.push((slot, name.to_owned()));
        args.push(Term::leaf(Op::slot(slot)));
    }
    let plan = Plan::of(&node(&rules, "add", args), &atoms, None, &rules);
    check(&plan, 400);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]
    #[test]
    fn assignments_are_injective_and_numbered(
        names in prop::sample::subsequence(vec!["a", "b", "c", "d", "f", "i", "k", "n", "x", "y", "z", "A", "B", "C", "F", "G", "o", r"\alpha", r"\beta", r"\omega", r"\mathbf{a}"], 1..9),
        ops in prop::sample::subsequence(vec!["pow", "call", "idx", "i"], 0..3),
        bound in prop::collection::vec((0..5_usize, 0..3_u8, prop::sample::select(vec!["k", "i", "x", "n", "t"])), 0..4),
        called in 0..4_usize,
        seed in any::<u64>(),
    ) {
        let rules = rules();
        let mut atoms = atoms(&names);
        let mut args = symbols(names.len());
        for (n, arg) in args.iter_mut().enumerate().take(called) {
            *arg = node(&rules, "call", vec![arg.clone(), Term::leaf(Op::integer(n as u32))]);
        }
        for op in ops {
            args.push(node(&rules, op, vec![Term::leaf(Op::integer(1))]));
        }
        for (sort, level, name) in bound {
            let slot = Slot { sort: SlotSort::ALL[sort], level };
            if !atoms.slot_names.iter().any(|(s, _)| *s == slot) {
                atoms.slot_names.push((slot, name.to_owned()));
                args.push(Term::leaf(Op::slot(slot)));
            }
        }
        let plan = Plan::of(&node(&rules, "add", args), &atoms, None, &rules);
        let count = plan.count();
        prop_assert!(count > BigUint::ZERO);
        let symbols_and_slots = |n: &Names| {
            let mut named: Vec<(u8, String)> = n.symbols.iter().map(|s| (255, s.clone())).collect();
            named.extend(n.slots.iter().map(|(slot, name)| (slot.level, name.clone())));
            named
        };
        for k in 0..8 {
            let key = Key::seed(seed).at(k);
            let drawn = plan.draw(key);
            let rank = plan.rank(&drawn);
            prop_assert!(rank.is_some(), "{:?} is not enumerated", drawn);
            let some = BigUint::from(key.bits()) % &count;
            let names = plan.unrank(&some);
            prop_assert_eq!(plan.rank(&names), Some(some));
            for names in [names, drawn] {
                // Only bound names of one level may share a name.
                let named = symbols_and_slots(&names);
                for (n, (level, name)) in named.iter().enumerate() {
                    for (other, same) in &named[n + 1..] {
                        prop_assert!(name != same || (*level == *other && *level != 255), "{:?}", names);
                    }
                }
            }
        }
    }
}
