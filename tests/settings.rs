//! Every setting of the inventory of notations is really written: the spelling that tells it is
//! seen among the versions of a formula that asks for it.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{compile, rules};
use mamut_engine::choice::Key;
use mamut_engine::member::contains;
use mamut_printer::{Choice, Versions};

/// Versions looked at before a spelling counts as never written.
const VERSIONS: usize = 30_000;

/// What is set, a formula, and the spellings that its versions must show. Of a spelling with `…`
/// the parts must stand in this order; one that begins with `!` must never be seen.
const SETTINGS: &[(&str, &str, &[&str])] = &[
    (
        "fold_frac_powers",
        r"y = x^{\frac{2}{3}}",
        &[r"^{2/3}", r"^{\frac{2}{3}}"],
    ),
    (
        "fold_func_brackets",
        r"y = \sin(x)",
        &[r"\sin x", r"\sin(x)"],
    ),
    (
        "fold_short_frac",
        r"\frac{a}{b} = c",
        &["a/b", r"\frac{a}{b}", "a / b"],
    ),
    (
        "inv_trig_style",
        r"y = \arcsin(x)",
        &[r"\operatorname{asin}(x)", r"\arcsin(x)", r"\sin^{-1}(x)"],
    ),
    (
        "ln_notation",
        r"y = \ln(x)",
        &[r"\ln(x)", r"\log_e(x)", r"\log_e x"],
    ),
    (
        "long_frac_ratio",
        r"\frac{a b}{d} = x",
        &[r"\frac{1}{d}", r"\frac{a}{d}b", r"\frac{ab}{d}"],
    ),
    (
        "mat_delim",
        r"A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        &[r"\begin{pmatrix}", r"\begin{bmatrix}"],
    ),
    (
        "mul_symbol",
        "x y = z",
        &["xy", r"x \cdot y", "x * y", r"x \times y"],
    ),
    ("mul_symbol_numbers", "2 x = 3 y", &[r"x \cdot 2", "x * 2"]),
    ("pow2_as_mul", "x^2 = y", &[r"x \cdot x", "xx", "x^2"]),
    (
        "pow3_as_pow2_mul",
        "x^3 = y",
        &["x^2x", "xx^2", r"x \cdot x^2"],
    ),
    ("pow3_as_mul", "x^3 = y", &["xxx", r"x \cdot x \cdot x"]),
    ("symbol_names", r"1 + 2 + \dots + n = m", &["...", r"\dots"]),
    (
        "root_notation",
        r"y = \sqrt{x}",
        &[r"\sqrt{x}", "x^{1/2}", r"x^{\frac{1}{2}}", r"\sqrt x"],
    ),
    (
        "imaginary_unit",
        r"e^{\mathrm{i}\pi} + 1 = 0",
        &[r"\mathrm{i}", r"\text{i}", "e^{i", "e^{j"],
    ),
    (
        "gothic_re_im",
        r"\Re(z) = a",
        &[r"\Re(", r"\operatorname{Re}(", r"\operatorname{re}("],
    ),
    (
        "diff_operator",
        r"\int f(x)\,dx = F(x)",
        &["dx", r"\mathrm{d}x", r"\text{d}x"],
    ),
    (
        "diff_force_wrt",
        "f'(x) = g(x)",
        &["f'(x)", r"\frac{d}{dx} f(x)"],
    ),
    ("max_prime", "f'''(x) = g(x)", &["f'''(x)", "f^{(3)}(x)"]),
    (
        "wrt",
        r"\frac{d}{dx} f(x) = g(x)",
        &["d/dx f(x)", r"\frac{d}{dx} f(x)"],
    ),
    (
        "matrix",
        r"A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        &[r"\begin{pmatrix}", r"\begin{array}", "[[a, b], [c, d]]"],
    ),
    (
        "array_side",
        r"A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        &["{cc}", "{rr}", "{ll}"],
    ),
    ("plus_minus", r"x = a \pm b", &[r"\pm", "±"]),
    (
        "expected_value",
        r"\mathrm{E}[X] = m",
        &[r"\operatorname{E}", r"\mathbb{E}", "E["],
    ),
    (
        "variance",
        r"\mathrm{Var}[X] = v",
        &[r"\operatorname{Var}", r"\mathsf{Var}", "Var(", "VAR("],
    ),
    (
        "covariance",
        r"\mathrm{Cov}[X, Y] = c",
        &[r"\operatorname{Cov}", r"\mathsf{Cov}", "Cov(", "COV("],
    ),
    (
        "probability",
        "P(A) = p",
        &[r"\operatorname{P}(", r"\mathbb{P}(", "P("],
    ),
    (
        "function_brackets",
        r"\mathrm{E}[X] = m",
        &["E}[X]", "E}(X)", r"E}\left[X\right]", r"E}\left(X\right)"],
    ),
    ("exp_function", r"y = \exp(x)", &[r"\exp(x)", "e^x"]),
    (
        "left_right_brackets",
        "f(x) = y",
        &[r"f\left(x\right)", "f(x)"],
    ),
    (
        "itex",
        r"\int_0^1 f(x)\,dx > 0",
        &[r"\gt", ">", r"\int\limits", r"\int_"],
    ),
    (
        "itex, roots",
        r"y = \sqrt[n]{x}",
        &[r"\root n \of {x}", r"\sqrt[n]{x}"],
    ),
    (
        "order",
        "a + b + c = d",
        &["a + b + c", "c + b + a", "b + c + a"],
    ),
    ("blanks", "f(x, y) = z", &["f(x, y)", "f(x,y)"]),
    (
        "determinant",
        r"\det\begin{pmatrix} a & b \\ c & d \end{pmatrix} = x",
        &[
            r"\begin{vmatrix}",
            r"\det\begin{pmatrix}",
            r"\left|\begin{matrix}",
        ],
    ),
    (
        "frac",
        r"\frac{a}{b} = c",
        &[r"\frac{", r"\dfrac{", r"\tfrac{"],
    ),
    (
        "frac_short_mode",
        r"\frac{1}{n} + \frac{1}{2} = c",
        &[r"\frac12", r"\frac1n"],
    ),
    ("set", r"A = \{a, b\}", &[r"\left\{", r"\{a"]),
    ("subset", r"A \subset B", &[r"A \subset B", "⊂"]),
    (
        "subset or equal",
        r"A \subseteq B",
        &[r"A \subseteq B", "⊆"],
    ),
    ("superset", r"A \supset B", &[r"A \supset B", "⊃"]),
    (
        "superset or equal",
        r"A \supseteq B",
        &[r"A \supseteq B", "⊇"],
    ),
    (
        "condition_set",
        r"A = \{x \in B \mid x > 0\}",
        &[
            r"\middle| ",
            " | ",
            r" \mid ",
            r"\;\middle|\;",
            " : ",
            r"\;:\;",
        ],
    ),
    (
        "set_base_set_lhs",
        r"A = \{x \in B \mid x > 0\}",
        &[r"x \in B \mid x > 0", r"x \mid x \in B, x > 0"],
    ),
    (
        "formula_delimiter",
        r"x > 0, y > 0 \Rightarrow x + y > 0",
        &["x > 0, y > 0", r"x > 0 \wedge y > 0"],
    ),
    (
        "math_set",
        r"x \in \mathbb{R}",
        &[r"\R", r"\mathbb{R}", r"\mathbf{R}"],
    ),
    (
        "math_set, C",
        r"x \in \mathbb{C}",
        &[r"\C", r"\mathbb{C}", r"\mathbf{C}"],
    ),
    (
        "cases_if",
        r"y = \begin{cases} x & \text{if } x > 0 \\ z & \text{otherwise} \end{cases}",
        &[r"\text{if }", r"\text{for }"],
    ),
    (
        "cases_else",
        r"y = \begin{cases} x & \text{if } x > 0 \\ z & \text{otherwise} \end{cases}",
        &[r"\text{otherwise}", r"\text{else}"],
    ),
    (
        "cases_force_else",
        r"y = \begin{cases} x & \text{if } x > 0 \\ z & \text{otherwise} \end{cases}",
        &[r"\text{otherwise}", r"x \le 0"],
    ),
    (
        "cases_order",
        r"y = \begin{cases} x & \text{if } x > 0 \\ z & \text{if } x \le 0 \end{cases}",
        &[r"x & …\\ z & ", r"z & …\\ x & "],
    ),
    (
        "dots",
        r"1 + 2 + \dots + n = m",
        &[r"\dots", r"\cdots", "...", r"\ldots", r"\dotsm"],
    ),
    (
        "dots between commas",
        r"x_1, x_2, \dots, x_n \in A",
        &[r"\dots", "...", r"\ldots", r"!\cdots", r"!\dotsm"],
    ),
    (
        "implies",
        r"x > 0 \Rightarrow y > 0",
        &[
            r"\Rightarrow",
            r"\implies",
            r"\Longrightarrow",
            r"\rightarrow",
        ],
    ),
    ("pi", r"x = \pi", &[r"\pi", "π"]),
    ("infinity", r"x = \infty", &[r"\infty", "∞"]),
    ("approx", r"x \approx y", &[r"\approx", "≈"]),
    (
        "emptyset",
        r"A = \emptyset",
        &[r"\emptyset", r"\varnothing", "∅", r"\{\}"],
    ),
    (
        "set_complement",
        r"A \cup \overline{A} = B",
        &[r"A^\complement", "A^c", r"\overline{A}"],
    ),
    (
        "set_minus",
        r"A \setminus B = D",
        &[r"\setminus", r"\backslash"],
    ),
    ("interval_open", "x \\in (a, b)", &["(a, b)", "]a, b["]),
    (
        "interval",
        "x \\in (a, b)",
        &[r"\left(a, b\right)", "(a, b)"],
    ),
    ("strip_.0", "2 x = y", &["2.0", "2x"]),
    (
        "space",
        r"y = \begin{cases} x & \text{if } x > 0 \\ z & \text{otherwise} \end{cases}",
        &[r"&\:", r"&\;", r"&\,", r"& \quad"],
    ),
    (
        "defines",
        "a := b",
        &[":=", r"\coloneqq", "!b := a", r"!b \coloneqq a"],
    ),
    (
        "choose",
        r"\binom{n + 1}{k} = m",
        &[r"\binom{n + 1}{k}", r"{n + 1 \choose k}"],
    ),
    // Decisions that are no settings there.
    (
        "orders of a product",
        "a b c = d",
        &["abc", "acb", "bac", "bca", "cab", "cba"],
    ),
    ("signs", "a - b = c", &["a - b", "-b + a"]),
    (
        "no number after a letter without a sign",
        "4 x = y",
        &[r"x \cdot 4", "!x4"],
    ),
    (
        "no parenthesis after a letter",
        "x (a + b) = y",
        &[r"x \cdot (a + b)"],
    ),
    ("negative exponents", r"\frac{2}{n} = x", &[r"n^{-1}"]),
    (
        "reciprocal of a sine",
        r"\frac{1}{\sin x} = y",
        &[r"(\sin x)^{-1}"],
    ),
    (
        "power of a sine",
        r"\sin^2 x = y",
        &[r"\sin^2 x", r"\sin^2(x)", r"(\sin x)^2"],
    ),
    ("sides", "x = y", &["x = y", "y = x"]),
    (
        "sides of an inequality",
        r"x \le y",
        &[r"x \le y", r"y \ge x"],
    ),
    (
        "sides in a probability",
        "P(X = k) = p",
        &["P(X = k)", "!k = X", "!k=X"],
    ),
    (
        "derivatives of higher order",
        "f''(x) = y",
        &["f''(x)", "f^{(2)}(x)", r"\frac{d^2}{dx^2} f(x)"],
    ),
    (
        "partial derivatives",
        r"\frac{\partial f}{\partial x} = y",
        &[r"\frac{\partial f}{\partial x}"],
    ),
    ("integrals", r"\int f(x)\,dx = y", &[r"\,dx", " dx"]),
    (
        "sums with a sum inside",
        r"\sum_{i=1}^n (x_i + y) = z",
        &[r"(x_i + y)"],
    ),
    (
        "one-sided limits",
        r"\lim_{x \to a^+} f(x) = y",
        &["a^+", r"\downarrow"],
    ),
    (
        "conditional probability",
        "P(A|B) = p",
        &["(A|B)", r"(A \mid B)", r"\,\middle|\,"],
    ),
    ("set elements", r"A = \{a, b, c\}", &["a, b, c", "c, a, b"]),
    ("chains", "a = b = c", &["a = b = c", "c = b = a"]),
];

/// Whether a text shows a spelling.
fn shows(text: &str, spelling: &str) -> bool {
    let mut rest = text;
    spelling.split('…').all(|part| match rest.find(part) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

#[test]
fn every_setting_is_written() {
    let mut failures = Vec::new();
    for (name, latex, spellings) in SETTINGS {
        let compiled = compile(latex);
        assert!(compiled.formula.complaints.is_empty(), "{name}: {latex}");
        let names = compiled.plan.source_names();
        let key = Key::seed(3);
        let mut versions = Versions::new(&compiled.grammar, None, names, key, Choice::Weighted);
        let mut wanted: Vec<&str> = spellings
            .iter()
            .filter(|s| !s.starts_with('!'))
            .copied()
            .collect();
        let refused: Vec<&str> = spellings
            .iter()
            .filter_map(|s| s.strip_prefix('!'))
            .collect();
        let (mut made, mut last) = (0, String::new());
        while made < VERSIONS && (!wanted.is_empty() || !refused.is_empty()) {
            let Some(version) = versions.next_version() else {
                break;
            };
            made += 1;
            let text = version.text.to_owned();
            let shown = wanted.iter().any(|s| shows(&text, s));
            if shown {
                let (term, _) = compiled.read_back(&text, version.names);
                if !contains(&compiled.saturated.forest, &term, &rules().vocabulary) {
                    failures.push(format!("{name}: {text} reads as something else"));
                }
            }
            wanted.retain(|s| !shows(&text, s));
            for spelling in refused.iter().filter(|s| shows(&text, s)) {
                failures.push(format!("{name}: `{spelling}` in {text}"));
            }
            last = text;
        }
        for spelling in wanted {
            failures.push(format!(
                "{name}: `{spelling}` in none of {made} versions of {latex}, the last is {last}"
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
