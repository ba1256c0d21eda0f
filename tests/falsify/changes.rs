//! What the rules make of formulas, whether it is false or not: changes that nobody would write are none.

use crate::common;
use mamut_engine::choice::Key;
use mamut_engine::falsify::Falsifier;
use mamut_engine::latex::Reader;
use mamut_engine::sexpr;

/// Looks at many changed terms of a formula.
fn changed(latex: &str, look: impl Fn(&str)) {
    let rules = common::rules();
    let read = Reader::new(rules).read(latex);
    let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
    let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
    let made =
        (0..2_000).filter_map(|i| falsifier.draw(Key::seed(i), 1 + i as usize % 2, &weights));
    let mut number = 0;
    for one in made {
        number += 1;
        look(&sexpr::write(&one.term, &rules.vocabulary, &one.atoms));
    }
    assert!(number > 1_000, "{number} changes of {latex}");
}

/// None of these stands in any changed term of a formula.
fn never(latex: &str, parts: &[&str]) {
    changed(latex, |term| {
        for part in parts {
            assert!(!term.contains(part), "{latex} becomes {term}");
        }
    });
}

#[test]
fn symbols_stand_where_their_kind_does() {
    never(
        r"P(X = k) = \binom{n}{k} p^k (1-p)^{n-k}",
        &["(eq X X)", "(eq k k)", "(binom X", "(binom n X", "(pow p X"],
    );
}

#[test]
fn events_and_heads_are_no_numbers() {
    never(
        r"\mathbb{P}(A) = \sum_{i=1}^n \mathbb{P}(A|B_i)\mathbb{P}(B_i)",
        &[
            "(idx (",
            "(prob (add",
            "(prob (neg",
            "(prob (mul",
            "(prob (div",
            "(condprob (add",
            "(condprob (neg",
            "(condprob (mul",
            "(add (idx B",
            "(neg (idx B",
        ],
    );
}

#[test]
fn what_is_left_out_is_not_calculated_with() {
    never(
        r"n! = 1 \cdot 2 \cdot 3 \cdot 4 \cdot \ldots \cdot n",
        &["dots)", "(add dots", "(div dots", "(pow dots", "(mul dots"],
    );
}

#[test]
fn declared_names_and_orders_of_derivatives_stay() {
    never(
        r"\forall x, y > 0: \ln(xy) = \ln x + \ln y",
        &["(list (", "(list x (", "(list x x)"],
    );
    never(
        r"(u(x) v(x))' = u'(x) v(x) + u(x) v'(x)",
        &["(prime u 0)", "(prime v 0)", "(prime u 7)", "(prime u -"],
    );
}

#[test]
fn units_that_nobody_wrote_are_dropped() {
    never(
        r"\sqrt{2} \cdot a = b^2",
        &["(mul 1 ", "(pow b 1)", "(add 0 ", "(div a 1)"],
    );
}

#[test]
fn signs_and_labels_are_no_numbers() {
    never(
        r"\frac{\Delta y}{\Delta x} = m + 1",
        &[
            r"(neg \Delta)",
            r"(add \Delta",
            r"(mul \Delta",
            r"(div \Delta",
            r"(eq \Delta",
            r"(change m",
            r"(change y",
            r"(change x",
            r"\Delta \Delta",
        ],
    );
    never(
        r"x_{1,2} = -\frac{p}{2} \pm \sqrt{\frac{p^2}{4} - q}",
        &[
            "(idx x 0",
            "(idx x 2",
            "(idx x 1 1",
            "(idx x 1 3",
            "(idx x 1 (",
            "(idx x (",
        ],
    );
}

#[test]
fn reasons_that_hold_by_themselves_are_claims() {
    for (text, told) in [
        (
            r"A set with $n$ elements has $2^n$ subsets, because $\sum_{k=0}^n \binom{n}{k} = 2^n$.",
            true,
        ),
        (
            r"The number $n$ is even because $n = 2k$ for some $k$.",
            false,
        ),
    ] {
        assert_eq!(!super::rows::versions(text).is_empty(), told, "{text}");
    }
}

#[test]
fn nobody_writes_a_figure_with_one_point_twice() {
    never(
        r"\angle ABC + \angle BCD = 2\angle CDA",
        &["(angle A A", "(angle B C C)", "(angle C D D)"],
    );
}

#[test]
fn bare_numbers_are_not_added_to_what_has_a_unit() {
    changed(r"x = 60\,\mathrm{km} + y", |term| {
        assert!(
            !term.contains("(add (quantity 60 \"\\mathrm{km}\") 1)"),
            "{term}"
        );
    });
    never(
        r"\angle ABC + \angle CDA = 40^\circ + x + 2y",
        &["(add (degrees 40) 1)", "(add (angle A B C) 1)"],
    );
}

#[test]
fn nothing_is_integrated_by_its_constant_or_differentiated_by_itself() {
    changed(r"\int x e^x\,dx = x e^x - e^x + C", |term| {
        assert!(
            !(term.contains("(int C") && term.ends_with(" C))")),
            "{term}"
        );
    });
    never(
        r"\frac{\partial f}{\partial x} = f + x f",
        &["(pdiff f 1 f)", "(pdiff x 1 x)"],
    );
}

#[test]
fn fractions_below_letters_are_names() {
    never(
        r"t_{1/2} = \frac{\ln 2}{k}",
        &[
            "(idx t (div 3",
            "(idx t (div 2",
            "(idx t (div 1 3",
            "(idx t 2)",
            "(idx t 1)",
            "(idx t (add",
        ],
    );
}

#[test]
fn numbers_are_not_added_beside_units_and_letters_not_raised_to_themselves() {
    never(
        r"l = 20\,\mathrm{m}",
        &["(add l 1)", "(add l 2)", "(add l (neg 1))"],
    );
    never(r"x^2 + y^2 = z^x", &["(pow x x)", "(pow z z)", "(pow y y)"]);
}

#[test]
fn chains_of_congruences_stay_chains() {
    for latex in [
        r"a \equiv b = c + d \equiv k \pmod n",
        r"7^{10} \equiv 2^{10} = (2^5)^2 \equiv 4 \pmod 5",
    ] {
        let rules = common::rules();
        let read = Reader::new(rules).read(latex);
        let falsifier = Falsifier::new(&read.term, &read.atoms, rules);
        let weights: Vec<f64> = rules.strategies.iter().map(|s| s.weight).collect();
        let made = (0..2_000).filter_map(|i| falsifier.draw(Key::seed(i), 1, &weights));
        let mut inner = 0;
        for one in made.map(|one| one.term) {
            let linked = one
                .args
                .windows(2)
                .all(|two| two[0].args[1] == two[1].args[0]);
            assert!(linked && one.op == read.term.op, "{latex}");
            inner += usize::from(one.args[0].args[1] != read.term.args[0].args[1]);
        }
        assert!(inner > 20, "{inner} changes inside of {latex}");
    }
}

#[test]
fn neutral_elements_are_not_calculated_with() {
    never(
        r"H \cap K = \{e\}",
        &["(neg ", "(add ", "(mul ", "(div ", "(pow "],
    );
    never(r"a^{|G|} = e", &["(eq (pow a (card G)) (", "(add 'e"]);
}

#[test]
fn what_exists_is_spoken_of() {
    changed(r"n = 2k + 1 \text{ for some } k \in \mathbb{Z}", |term| {
        let (said, behind) = term.split_once(" \"").unwrap();
        let (_, declared) = behind.split_once("(in ").unwrap();
        let letter = declared.split(' ').next().unwrap();
        let speaks = said.split([' ', ')']).any(|word| word == letter);
        assert!(speaks || letter.starts_with('('), "{term}");
    });
}

#[test]
fn signs_before_what_they_are_of_are_no_numbers() {
    never(
        r"\operatorname{Log} z = \ln|z| + i\operatorname{Arg} z",
        &[
            "(neg \"\\operatorname",
            "(abs \"\\operatorname",
            "z \"\\operatorname",
        ],
    );
    never(
        r"C = \max_{p(x)} I(X;Y)",
        &[
            "(limited X",
            "(limited Y",
            "(limited C",
            "(limited (neg",
            "(eq \\max",
        ],
    );
}
