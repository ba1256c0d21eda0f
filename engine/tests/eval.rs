//! Values of terms that are known, and statements that hold at random points.

mod common;

use mamut_engine::choice::Key;
use mamut_engine::eval::{Point, Reason, Value, agree, evaluate};
use mamut_engine::latex::Reader;
use std::collections::BTreeMap;

/// How often a statement was true and false at 40 points.
fn truth(reader: &Reader<'_>, rules: &mamut_engine::rules::RuleSet, latex: &str) -> (usize, usize) {
    let formula = reader.read(latex);
    assert!(
        formula.complaints.is_empty(),
        "{latex}: {:?}",
        formula.complaints
    );
    let (mut held, mut failed) = (0, 0);
    for i in 0..40 {
        let mut draws = Key::seed(7).at(i).draws();
        let point = Point::random(
            &[&formula.term],
            &rules.vocabulary,
            &formula.atoms,
            &BTreeMap::new(),
            &mut draws,
        );
        match evaluate(&formula.term, &rules.vocabulary, &formula.atoms, &point) {
            Value::Bool(true) => held += 1,
            Value::Bool(false) => failed += 1,
            _ => {}
        }
    }
    (held, failed)
}

#[test]
fn true_statements_hold() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    for latex in [
        r"\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}",
        r"\zeta(4) = \frac{\pi^4}{90}",
        r"\sum_{n=1}^{\infty} \frac{(-1)^{n+1}}{n} = \ln(2)",
        r"\sum_{n=0}^{\infty} \frac{(-1)^n}{2n+1} = \frac{\pi}{4}",
        r"\prod_{n=1}^{\infty} \frac{4n^2}{4n^2-1} = \frac{\pi}{2}",
        r"\sum_{n=1}^{\infty} \frac{1}{n} = \infty",
        r"e = \lim_{n \to \infty} \left(1 + \frac{1}{n}\right)^n",
        r"\forall x \in \mathbb{R}: \lim_{n \to \infty} \left(1 + \frac{x}{n}\right)^n = e^x",
        r"\forall x \in \mathbb{R}: \cos(x) = \sum_{n=0}^{\infty} \frac{(-1)^n}{(2n)!} x^{2n}",
        r"\int_{-\infty}^{\infty} e^{-x^2} \,dx = \sqrt{\pi}",
        r"\forall n \in \mathbb{N}: \Gamma(n) = (n-1)!",
        r"\forall n \in \mathbb{N}: n! = 1 \cdot 2 \cdot 3 \cdot \ldots \cdot n",
        r"\forall n \in \mathbb{N}: 1 + 2 + \ldots + n = \frac{n(n+1)}{2}",
        r"\forall n,k \in \mathbb{N}: \binom{n+1}{k+1} = \binom{n}{k} + \binom{n}{k+1}",
        r"\forall a,b \in \mathbb{R}, n \in \mathbb{N}: (a+b)^n = \sum_{k=0}^n \binom{n}{k} a^{n-k} b^k",
        r"f'(x) = \lim_{h \to 0} \frac{f(x+h) - f(x)}{h}",
        r"\frac{d}{dx} (u(x) \cdot v(x)) = u'(x) v(x) + u(x) v'(x)",
        r"\frac{d}{dx} f^{-1}(x) = \frac{1}{f'(f^{-1}(x))}",
        r"\int_a^b f(x) \,dx = F(b) - F(a)",
        r"\forall \alpha \in \mathbb{C}: e^{\mathrm{i}\alpha} = \cos(\alpha) + \mathrm{i} \sin(\alpha)",
        r"\det\begin{pmatrix} a & b \\ c & d \end{pmatrix} = a d - b c",
        r"A \cup (B \cap C) = (A \cup B) \cap (A \cup C)",
        r"|A \cup B| = |A| + |B| - |A \cap B|",
        r"P(A \mid B) = \frac{P(B \mid A) P(A)}{P(B)}",
        r"\operatorname{Var}[X] = \mathbb{E}[(X - \mathbb{E}[X])^2]",
        r"\neg (p \land q) \Leftrightarrow \neg p \lor \neg q",
    ] {
        let (held, failed) = truth(&reader, &rules, latex);
        assert!(
            failed == 0 && held > 0,
            "{latex}: held {held}, failed {failed}"
        );
    }
}

#[test]
fn false_statements_fail() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    for latex in [
        r"\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{7}",
        r"\forall n \in \mathbb{N}: n! = 1 + 2 + 3 + \ldots + n",
        r"\forall a,b \in \mathbb{R}: (a+b)^2 = a^2 + b^2",
        r"\frac{d}{dx} (u(x) \cdot v(x)) = u'(x) v'(x)",
        r"\int_a^b f(x) \,dx = F(b) + F(a)",
        r"A \cup (B \cap C) = (A \cap B) \cup (A \cap C)",
        r"P(A \mid B) = P(B \mid A)",
        r"\neg (p \land q) \Leftrightarrow \neg p \land \neg q",
        r"\forall x \in \mathbb{R}: \sqrt{x^2} = x",
    ] {
        let (held, failed) = truth(&reader, &rules, latex);
        assert!(failed > 0, "{latex}: held {held}, failed {failed}");
    }
}

#[test]
fn nothing_is_decided_within_errors() {
    assert_eq!(agree(&Value::Undefined, &Value::integer(1)), None);
    assert_eq!(
        agree(
            &Value::Unknown(Reason::Budget),
            &Value::Unknown(Reason::Budget)
        ),
        None
    );
    assert_eq!(agree(&Value::integer(2), &Value::integer(2)), Some(true));
    assert_eq!(agree(&Value::integer(2), &Value::integer(3)), Some(false));
    assert_eq!(
        agree(&Value::Infinite(true), &Value::integer(3)),
        Some(false)
    );
}

#[test]
fn exponentials_of_what_is_too_large_are_not_known() {
    let rules = common::builtin();
    let reader = Reader::new(&rules);
    for entry in ["10^{400}", "10^9"] {
        let latex = format!(r"\det e^{{\begin{{pmatrix}} {entry} & 0 \\ 0 & 1 \end{{pmatrix}}}}");
        let formula = reader.read(&latex);
        let point = Point::random(
            &[&formula.term],
            &rules.vocabulary,
            &formula.atoms,
            &BTreeMap::new(),
            &mut Key::seed(7).draws(),
        );
        let value = evaluate(&formula.term, &rules.vocabulary, &formula.atoms, &point);
        assert!(
            matches!(value, Value::Unknown(Reason::TooLarge)),
            "{latex}: {value:?}"
        );
    }
}
