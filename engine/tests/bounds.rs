//! Error bounds contain the true value, and compiled terms mean the same wherever they stand.

mod common;

use mamut_engine::atoms::{Atoms, Shown, Symbol};
use mamut_engine::choice::{Draws, Key};
use mamut_engine::eval::{Point, Precision, Program, Value, agree};
use mamut_engine::term::{Op, Slot, SlotSort, Term};
use mamut_engine::vocabulary::{Kind, Vocabulary};
use std::collections::BTreeMap;

/// Random terms.
const TERMS: u64 = 1000;

fn atoms() -> Atoms {
    let symbol = |name: &str| Symbol {
        name: name.to_owned(),
        kind: Kind::Num,
        protected: false,
        shown: Shown::default(),
    };
    Atoms {
        symbols: ["x", "y", "z"].map(symbol).to_vec(),
        ..Atoms::default()
    }
}

fn term(vocabulary: &Vocabulary, draws: &mut Draws, depth: u32) -> Term {
    if depth == 0 || draws.chance(0.15) {
        return match draws.below(6) {
            0..3 => Term::leaf(Op::symbol(draws.below(3) as u32)),
            3 => Term::leaf(vocabulary.op("pi")),
            _ => Term::leaf(Op::integer(1 + draws.below(9) as u32)),
        };
    }
    const ONE: [&str; 16] = [
        "neg", "exp", "ln", "sin", "cos", "tan", "arctan", "arcsin", "arccos", "sinh", "cosh",
        "tanh", "arsinh", "abs", "re", "artanh",
    ];
    const TWO: [&str; 5] = ["add", "mul", "div", "pow", "root"];
    let next = |draws: &mut Draws| term(vocabulary, draws, depth - 1);
    if draws.chance(0.4) {
        let name = ONE[draws.below(ONE.len())];
        let inner = next(draws);
        Term::new(vocabulary.op(name), vec![inner])
    } else {
        let name = TWO[draws.below(TWO.len())];
        let first = next(draws);
        let second = if name == "root" {
            Term::leaf(Op::integer(2 + draws.below(3) as u32))
        } else {
            next(draws)
        };
        Term::new(vocabulary.op(name), vec![first, second])
    }
}

fn point(term: &Term, vocabulary: &Vocabulary, atoms: &Atoms, complex: bool, i: u64) -> Point {
    let mut draws = Key::seed(17).at(i).draws();
    let mut point = Point::random(&[term], vocabulary, atoms, &BTreeMap::new(), &mut draws);
    if complex {
        point.complex = true;
        for symbol in 0..2 {
            let value = point.draw(symbol, &mut draws);
            point.values.insert(symbol, value);
        }
    }
    point
}

/// The ball of floating point and that of 160 digits meet, and so do those between.
#[test]
fn bounds_hold_at_all_precisions() {
    let rules = common::builtin();
    let (vocabulary, atoms) = (&rules.vocabulary, atoms());
    let (mut checked, mut complex) = (0, 0);
    let mut failures = Vec::new();
    for i in 0..TERMS * 3 {
        let mut draws = Key::seed(5).at(i).draws();
        let term = term(vocabulary, &mut draws, 4);
        let point = point(&term, vocabulary, &atoms, i % 3 == 0, i);
        let program = Program::compile(&[&term], vocabulary, &atoms);
        let value = |p| program.value(0, &point, p);
        let Value::Number(finest) = value(Precision::Digits160) else {
            continue;
        };
        for precision in [Precision::Fast, Precision::Digits40, Precision::Digits80] {
            let Value::Number(n) = value(precision) else {
                continue;
            };
            let off = (n.near() - finest.near()).abs();
            let rounding = 4.0 * f64::EPSILON * finest.near().abs();
            if off > n.error() + finest.error() + rounding {
                failures.push(format!(
                    "{precision:?}: {n:?}\n  {finest:?}\n  {}",
                    mamut_engine::sexpr::write(&term, vocabulary, &atoms)
                ));
            }
            checked += 1;
            complex += usize::from(n.near().im != 0.0);
        }
    }
    eprintln!("{checked} bounds checked, {complex} of complex numbers");
    assert!(
        checked > TERMS as usize && complex > 100,
        "{checked}, {complex}"
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// A term alone, beside others, and under a binder.
#[test]
fn sharing_changes_nothing() {
    let rules = common::builtin();
    let (vocabulary, atoms) = (&rules.vocabulary, atoms());
    let mut decided = 0;
    for i in 0..TERMS {
        let mut draws = Key::seed(6).at(i).draws();
        let first = term(vocabulary, &mut draws, 3);
        let second = term(vocabulary, &mut draws, 3);
        let both = Term::new(vocabulary.op("add"), vec![first.clone(), second.clone()]);
        let name = Term::leaf(Op::slot(Slot {
            sort: SlotSort::Integer,
            level: 0,
        }));
        // Summed over one index, which takes the place of a literal that occurs in it.
        let seven = Op::integer(7);
        let body = both.map(&mut |t| if t.op == seven { name.clone() } else { t });
        let end = Term::leaf(seven);
        let sum = Term::new(vocabulary.op("sum"), vec![name, end.clone(), end, body]);
        let point = point(&both, vocabulary, &atoms, false, i);
        let program = Program::compile(&[&sum, &first, &both, &second], vocabulary, &atoms);
        let parts = |k| program.value(k, &point, Precision::Fast);
        let alone =
            |t: &Term| Program::compile(&[t], vocabulary, &atoms).value(0, &point, Precision::Fast);
        assert_eq!(parts(1), alone(&first));
        assert_eq!(parts(3), alone(&second));
        assert_eq!(parts(2), alone(&both));
        let (bound, open) = (parts(0), parts(2));
        assert_ne!(agree(&bound, &open), Some(false), "{bound:?} {open:?}");
        assert_eq!(bound.is_known(), open.is_known(), "{bound:?} {open:?}");
        decided += usize::from(open.is_known());
    }
    assert!(decided > TERMS as usize / 4, "{decided}");
}
